//! Effects of groups on the device: textures, records and render passes of their steps.

mod blur;

use crate::render::effects::{EffectStep, NUMBERS, SCRATCH_TARGETS, StepKind};

use super::device::Gpu;
use super::error::GpuError;
use super::groups::PATIENT_FRAMES;
use super::shaders;
use blur::{BlurShaders, is_summed};

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
    scratch: Vec<ScratchTarget>,
    size: [u32; 2],
    /// Records of the steps, `STRIDE` bytes apart.
    records: Option<wgpu::Buffer>,
    bytes: Vec<u8>,
    /// The steps for which the bind groups were made.
    wiring: Vec<Wiring>,
    bind_groups: Vec<wgpu::BindGroup>,
    /// Number of frames since all targets were needed.
    too_many_for: u32,
}

/// A further target.
#[derive(Debug)]
struct ScratchTarget {
    view: wgpu::TextureView,
    /// Whether compute passes may write it. Some cards compress only other textures.
    is_stored: bool,
}

/// Targets of a step, and whether it is a blur by running sums.
type Wiring = ([usize; 3], bool);

/// The shader of effects with its pipelines.
#[derive(Clone, Debug)]
pub(super) struct EffectShaders {
    bindings: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
    module: wgpu::ShaderModule,
    compiled: Vec<(StepKind, wgpu::RenderPipeline)>,
    /// Created with the first blur by running sums.
    blur: Option<BlurShaders>,
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
        let wiring = || self.steps.iter().map(|step| wiring_of(gpu, step));
        let mut is_new = is_new || !self.wiring.iter().copied().eq(wiring());
        if self.size != own.size {
            self.size = own.size;
            self.scratch.clear();
        }
        let most = self.steps.iter().map(|step| step.to).max();
        for number in 0..most.unwrap_or(0).min(SCRATCH_TARGETS) {
            let mut writers = self.steps.iter().filter(|step| step.to == number + 1);
            let is_stored = writers.any(|step| is_summed(gpu, step));
            let target = self.scratch.get_mut(number);
            if target
                .as_ref()
                .is_some_and(|target| target.is_stored || !is_stored)
            {
                continue;
            }
            let made = scratch(gpu, own.size, is_stored)?;
            match target {
                Some(target) => *target = made,
                None => self.scratch.push(made),
            }
            is_new = true;
        }
        for step in &self.steps {
            shaders.compile(gpu, step)?;
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
            self.wiring.clear();
            let steps = self.steps.iter();
            self.wiring.extend(steps.map(|step| wiring_of(gpu, step)));
            self.bind(gpu, shaders, own.read);
        }
        Ok(written)
    }

    /// Drops targets that were not needed for some time.
    pub(super) fn release_unused(&mut self) {
        let needed = self.steps.iter().map(|step| step.to).max().unwrap_or(0);
        self.too_many_for = match self.scratch.len() > needed {
            true => self.too_many_for + 1,
            false => 0,
        };
        if self.too_many_for <= PATIENT_FRAMES {
            return;
        }
        self.scratch.truncate(needed);
        if needed == 0 {
            *self = Self::default();
        }
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
            Some(further) => wgpu::BindingResource::TextureView(&self.scratch[further].view),
            None => wgpu::BindingResource::TextureView(own),
        };
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        let made = (0..)
            .zip(&self.wiring)
            .map(|(number, &([from, base, to], is_summed))| {
                let record = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer: records,
                    offset: number * STRIDE as u64,
                    size: core::num::NonZeroU64::new(size_of::<StepRecord>() as u64),
                });
                let entries = [
                    entry(0, record),
                    entry(1, view(from)),
                    entry(2, view(base)),
                    entry(3, view(to)),
                ];
                // A draw call does not bind its target.
                let (layout, entries) = match &shaders.blur {
                    Some(blur) if is_summed => (&blur.bindings, &entries[..]),
                    _ => (&shaders.bindings, &entries[..3]),
                };
                gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some("effect"),
                    layout,
                    entries,
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
        let target = self.scratch.get(last.to.checked_sub(1)?)?;
        Some(&target.view)
    }

    /// Records a pass for each step. `area` is the part that shows the view: x, y, width, height.
    pub(super) fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        shaders: &EffectShaders,
        area: [u32; 4],
    ) {
        let [x, y, width, height] = area;
        let steps = self.steps.iter().zip(&self.wiring);
        for ((step, (_, is_summed)), bind_group) in steps.zip(&self.bind_groups) {
            if let Some(blur) = shaders.blur.as_ref().filter(|_| *is_summed) {
                blur.record(encoder, step.kind, bind_group, [width, height]);
                continue;
            }
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("effect"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &self.scratch[step.to - 1].view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..wgpu::RenderPassDescriptor::default()
            });
            pass.set_scissor_rect(x, y, width, height);
            if let Some(pipeline) = shaders.of(step.kind) {
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, bind_group, &[]);
                pass.draw(0..3, 0..1);
            }
        }
    }
}

/// Returns the targets of a step, and whether it is a blur by running sums.
fn wiring_of(gpu: &Gpu, step: &EffectStep) -> Wiring {
    ([step.from, step.base, step.to], is_summed(gpu, step))
}

/// Returns a further target. `is_stored`: whether compute passes may write it.
fn scratch(gpu: &Gpu, size: [u32; 2], is_stored: bool) -> Result<ScratchTarget, GpuError> {
    let mut usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
    usage.set(wgpu::TextureUsages::STORAGE_BINDING, is_stored);
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
            usage,
            view_formats: &[],
        },
    )?;
    let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
    Ok(ScratchTarget { view, is_stored })
}

/// Returns the entries that all steps have: a record, and the targets that it reads.
fn layout_entries(visibility: wgpu::ShaderStages) -> [wgpu::BindGroupLayoutEntry; 3] {
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
    [(0, uniform), (1, texture), (2, texture)].map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty,
        count: None,
    })
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
        gpu.refusable(|device| {
            let bindings = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some("effects"),
                entries: &layout_entries(wgpu::ShaderStages::FRAGMENT),
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
                blur: None,
            }
        })
    }

    fn of(&self, kind: StepKind) -> Option<&wgpu::RenderPipeline> {
        let found = self.compiled.iter().find(|(has, _)| *has == kind);
        found.map(|(_, pipeline)| pipeline)
    }

    /// Compiles the pipeline of a step, if it is not compiled yet.
    fn compile(&mut self, gpu: &Gpu, step: &EffectStep) -> Result<(), GpuError> {
        if is_summed(gpu, step) {
            if self.blur.is_none() {
                self.blur = Some(BlurShaders::new(gpu)?);
            }
            return Ok(());
        }
        let kind = step.kind;
        if self.of(kind).is_some() {
            return Ok(());
        }
        let pipeline = gpu.refusable(|device| {
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some("effects"),
                layout: Some(&self.layout),
                vertex: wgpu::VertexState {
                    module: &self.module,
                    entry_point: Some("cover_view"),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    buffers: &[],
                },
                primitive: wgpu::PrimitiveState::default(),
                depth_stencil: None,
                multisample: wgpu::MultisampleState::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &self.module,
                    entry_point: Some(entry_of(kind)),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    targets: &[Some(BYTES.into())],
                }),
                multiview_mask: None,
                cache: None,
            })
        })?;
        self.compiled.push((kind, pipeline));
        Ok(())
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
        StepKind::ThinOutline => "thin_outline",
        StepKind::OutlineAcross => "outline_across",
        StepKind::OutlineDown => "outline_down",
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
    }
}
