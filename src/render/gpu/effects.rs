//! Effects of groups on the device: textures, records and render passes of their steps.

use crate::assets::EffectId;
use crate::assets::shader::{ShaderKind, ShaderTable};
use crate::render::effects::{EffectStep, NUMBERS, SCRATCH_TARGETS, StepKind};
use crate::scene::GroupEffect;

use super::custom::effect_shader;
use super::device::Gpu;
use super::error::GpuError;
use super::shaders;

/// Format of further targets: bytes, also in linear light.
const BYTES: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// Distance of records in their buffer: every device allows it.
const STRIDE: usize = 256;

/// Mirrors `Step` in `shaders/effects.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
struct StepRecord {
    view: [i32; 4],
    is_light: [u32; 4],
    numbers: [i32; NUMBERS],
}

/// A group's own target, which the first step reads.
#[derive(Clone, Copy)]
pub(super) struct OwnTarget<'a> {
    pub(super) size: [u32; 2],
    pub(super) read: &'a wgpu::TextureView,
    /// Whether it is read as light.
    pub(super) is_light: bool,
    /// The part that shows the view: left, top, and the last column and row.
    pub(super) view: [i32; 4],
}

/// Textures and buffers of a group's effects. Empty for a group without effects.
#[derive(Debug, Default)]
pub(super) struct EffectTargets {
    /// Steps of this frame.
    pub(super) steps: Vec<EffectStep>,
    /// Further targets, as many as the steps have needed.
    scratch: Vec<wgpu::TextureView>,
    size: [u32; 2],
    /// Records of the steps, `STRIDE` bytes apart.
    records: Option<wgpu::Buffer>,
    bytes: Vec<u8>,
    /// Targets of the steps for which the bind groups were made.
    wiring: Vec<[usize; 3]>,
    bind_groups: Vec<wgpu::BindGroup>,
}

/// The shader of effects with its pipelines.
#[derive(Clone, Debug)]
pub(super) struct EffectShaders {
    bindings: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
    module: wgpu::ShaderModule,
    compiled: Vec<(StepKind, wgpu::RenderPipeline)>,
    /// Versions of effects of the game's own whose pipelines were tried.
    tried: Vec<(EffectId, u64)>,
}

impl EffectTargets {
    /// Creates the missing targets, pipelines and buffers. `is_new`: the group's own target was created again.
    ///
    /// Returns the bytes written to the device.
    ///
    /// # Errors
    /// If the device has no memory, or the driver refuses a pipeline.
    pub(super) fn fit(
        &mut self,
        gpu: &Gpu,
        shaders: &mut EffectShaders,
        own: OwnTarget<'_>,
        is_new: bool,
    ) -> Result<usize, GpuError> {
        let wiring = || {
            self.steps
                .iter()
                .map(|step| [step.from, step.base, step.to])
        };
        let mut is_new = is_new || !self.wiring.iter().copied().eq(wiring());
        if self.size != own.size {
            self.size = own.size;
            self.scratch.clear();
        }
        let most = self.steps.iter().map(|step| step.to).max();
        let most = most.unwrap_or(0).min(SCRATCH_TARGETS);
        while self.scratch.len() < most {
            self.scratch.push(scratch(gpu, own.size)?);
            is_new = true;
        }
        for step in &self.steps {
            shaders.compile(gpu, step.kind)?;
        }
        let needed = (self.steps.len() * STRIDE) as u64;
        if self.records.as_ref().is_none_or(|has| has.size() < needed) {
            let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
            let records = gpu.buffer("steps of effects", needed, usage, false)?;
            self.records = Some(records);
            self.bytes.clear();
            is_new = true;
        }
        let written = self.write(gpu, own);
        if is_new {
            self.wiring = self
                .steps
                .iter()
                .map(|step| [step.from, step.base, step.to])
                .collect();
            self.bind(gpu, shaders, own.read);
        }
        Ok(written)
    }

    /// Writes the records if they have changed. Returns their bytes.
    fn write(&mut self, gpu: &Gpu, own: OwnTarget<'_>) -> usize {
        let before = core::mem::take(&mut self.bytes);
        let mut bytes = Vec::with_capacity(before.len());
        for step in &self.steps {
            let is_light = |number: usize| u32::from(number == 0 && own.is_light);
            let record = StepRecord {
                view: own.view,
                is_light: [is_light(step.from), is_light(step.base), 0, 0],
                numbers: step.numbers,
            };
            bytes.extend_from_slice(bytemuck::bytes_of(&record));
            bytes.resize(bytes.len().next_multiple_of(STRIDE), 0);
        }
        let is_same = before == bytes;
        self.bytes = bytes;
        match &self.records {
            Some(records) if !is_same => {
                gpu.queue.write_buffer(records, 0, &self.bytes);
                self.steps.len() * size_of::<StepRecord>()
            }
            _ => 0,
        }
    }

    fn bind(&mut self, gpu: &Gpu, shaders: &EffectShaders, own: &wgpu::TextureView) {
        let Some(records) = &self.records else { return };
        let view = |number: usize| match number.checked_sub(1) {
            Some(further) => wgpu::BindingResource::TextureView(&self.scratch[further]),
            None => wgpu::BindingResource::TextureView(own),
        };
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        let made = (0..).zip(&self.wiring).map(|(number, &[from, base, _])| {
            let record = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer: records,
                offset: number * STRIDE as u64,
                size: core::num::NonZeroU64::new(size_of::<StepRecord>() as u64),
            });
            gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("effect"),
                layout: &shaders.bindings,
                entries: &[entry(0, record), entry(1, view(from)), entry(2, view(base))],
            })
        });
        self.bind_groups = made.collect();
    }

    /// Returns the bytes of its targets and records.
    pub(super) fn bytes(&self) -> u64 {
        let [width, height] = self.size.map(u64::from);
        let records = self.records.as_ref().map_or(0, wgpu::Buffer::size);
        4 * width * height * self.scratch.len() as u64 + records
    }

    /// Returns the target that the last step writes. `None` without effects.
    pub(super) fn result(&self) -> Option<&wgpu::TextureView> {
        let last = self.steps.last()?;
        self.scratch.get(last.to.checked_sub(1)?)
    }

    /// Records a pass for each step. `area` is the part that shows the view: x, y, width, height.
    pub(super) fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        shaders: &EffectShaders,
        area: [u32; 4],
    ) {
        for (step, bind_group) in self.steps.iter().zip(&self.bind_groups) {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("effect"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &self.scratch[step.to - 1],
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..wgpu::RenderPassDescriptor::default()
            });
            let [x, y, width, height] = area;
            pass.set_scissor_rect(x, y, width, height);
            if let Some(pipeline) = shaders.of(step.kind) {
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, bind_group, &[]);
                pass.draw(0..3, 0..1);
            }
        }
    }
}

/// Returns a further target.
fn scratch(gpu: &Gpu, size: [u32; 2]) -> Result<wgpu::TextureView, GpuError> {
    let texture = gpu.texture(
        "target of an effect",
        "pixels of a side of an effect",
        &wgpu::TextureDescriptor {
            label: Some("effect"),
            size: wgpu::Extent3d {
                width: size[0],
                height: size[1],
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: BYTES,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        },
    )?;
    Ok(texture.create_view(&wgpu::TextureViewDescriptor::default()))
}

impl EffectShaders {
    /// Compiles the shader.
    ///
    /// # Errors
    /// If the driver refuses it.
    pub(super) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let module = gpu.refusable(|device| {
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("effects.wgsl"),
                source: wgpu::ShaderSource::Wgsl(shaders::EFFECTS.into()),
            })
        })?;
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty,
            count: None,
        };
        let texture = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let uniform = wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        };
        gpu.refusable(|device| {
            let bindings = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some("effects"),
                entries: &[entry(0, uniform), entry(1, texture), entry(2, texture)],
            });
            let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some("effects"),
                bind_group_layouts: &[Some(&bindings)],
                immediate_size: 0,
            });
            Self {
                bindings,
                layout,
                module,
                compiled: Vec::new(),
                tried: Vec::new(),
            }
        })
    }

    fn of(&self, kind: StepKind) -> Option<&wgpu::RenderPipeline> {
        let found = self.compiled.iter().find(|(has, _)| *has == kind);
        found.map(|(_, pipeline)| pipeline)
    }

    /// Returns whether there is a pipeline for an effect of the game's own.
    pub(super) fn has_custom(&self, id: EffectId) -> bool {
        self.of(StepKind::Custom(id)).is_some()
    }

    /// Compiles the pipelines of new and of changed effects of the game's own. Those that the driver refuses are logged,
    /// and left out.
    ///
    /// # Errors
    /// If the device was lost.
    pub(super) fn add_custom(
        &mut self,
        gpu: &Gpu,
        effects: &[GroupEffect],
        shaders: &ShaderTable,
    ) -> Result<(), GpuError> {
        for effect in effects {
            let GroupEffect::Custom { shader: id, .. } = *effect else {
                continue;
            };
            let index = usize::from(id.0);
            let entry = shaders.all(ShaderKind::Effect).get(index);
            // No entry has version 0.
            let version = entry.map_or(0, |entry| entry.version);
            if self.tried.contains(&(id, version)) {
                continue;
            }
            self.tried.retain(|(tried, _)| *tried != id);
            self.compiled
                .retain(|(kind, _)| *kind != StepKind::Custom(id));
            if let Some(entry) = entry {
                shaders.mark_drawn(ShaderKind::Effect, index);
                match self.compile_custom(gpu, index, &entry.code) {
                    Ok(pipeline) => self.compiled.push((StepKind::Custom(id), pipeline)),
                    Err(error @ GpuError::Refused(_)) => {
                        log::error!("{}: {error}: this effect is left out", entry.name);
                    }
                    Err(error) => return Err(error),
                }
            }
            self.tried.push((id, version));
        }
        Ok(())
    }

    fn compile_custom(
        &self,
        gpu: &Gpu,
        index: usize,
        code: &str,
    ) -> Result<wgpu::RenderPipeline, GpuError> {
        let source = effect_shader(index, code);
        let module = gpu.refusable_shader(|device| {
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("custom_effect.wgsl"),
                source: wgpu::ShaderSource::Wgsl(source.into()),
            })
        })?;
        gpu.refusable_shader(|device| self.pipeline(device, &module, "custom"))
    }

    /// Compiles the pipeline of a kind of step, if it is not compiled yet.
    fn compile(&mut self, gpu: &Gpu, kind: StepKind) -> Result<(), GpuError> {
        if self.of(kind).is_none() {
            let pipeline =
                gpu.refusable(|device| self.pipeline(device, &self.module, entry_of(kind)))?;
            self.compiled.push((kind, pipeline));
        }
        Ok(())
    }

    fn pipeline(
        &self,
        device: &wgpu::Device,
        module: &wgpu::ShaderModule,
        entry: &str,
    ) -> wgpu::RenderPipeline {
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("effects"),
            layout: Some(&self.layout),
            vertex: wgpu::VertexState {
                module,
                entry_point: Some("cover_view"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module,
                entry_point: Some(entry),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(BYTES.into())],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

/// Returns the entry of a kind of step.
fn entry_of(kind: StepKind) -> &'static str {
    match kind {
        StepKind::ColorMatrix => "color_matrix",
        StepKind::BlurAcross => "blur_across",
        StepKind::BlurDown => "blur_down",
        StepKind::Shine => "shine",
        StepKind::AddLight => "add_light",
        StepKind::Outline => "outline",
        StepKind::Shadow => "shadow",
        StepKind::Cover => "cover",
        StepKind::Pixelate => "pixelate",
        StepKind::Wave => "wave",
        StepKind::Palette => "palette",
        StepKind::Dissolve => "dissolve",
        StepKind::Vignette => "vignette",
        StepKind::Crt => "crt",
        StepKind::Fade => "fade",
        StepKind::Wipe => "wipe",
        StepKind::Circle => "circle",
        StepKind::Custom(_) => "custom",
    }
}
