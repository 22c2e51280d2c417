//! The targets of groups on the device, and the draw calls that mix them into the frame.

use crate::base::color::Color;
use crate::render::batch::Mixing;
use crate::render::cameras::TexelArea;
use crate::render::effects;
use crate::render::frame::{Blending, Frame};
use crate::render::groups::{PassKind, TargetPass};
use crate::scene::{Blend, GroupLook, InstanceFlags};

use super::device::Gpu;
use super::effects::{EffectShaders, EffectTargets, OwnTarget};
use super::error::GpuError;
use super::pipeline::Variant;
use super::shaders;

/// Format of the texels as they are read: the bytes that were written.
const BYTES: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// How a group's target is mixed. Mirrors `Group` in `shaders/group.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct GroupRecord {
    pub(super) view: [i32; 4],
    pub(super) tint: [u8; 4],
    pub(super) halvings: u32,
    pub(super) is_smooth: u32,
    pub(super) blend: u32,
}

/// A group's texture, with what a draw call needs to read it.
#[derive(Debug)]
pub(super) struct GroupTarget {
    size: [u32; 2],
    format: wgpu::TextureFormat,
    look: GroupLook,
    record: GroupRecord,
    /// Its resolution includes that of the target below.
    halvings: u32,
    clear: Color,
    /// Number of its light map, if it is one.
    light_map: Option<usize>,
    /// Width and height of the image that it is a part of, if it belongs to a camera.
    camera: Option<[u16; 2]>,
    /// The texels that it becomes, if it is the image of a camera.
    texels: Option<TexelArea>,
    attachment: wgpu::TextureView,
    /// A view of the bytes.
    read: wgpu::TextureView,
    records: wgpu::Buffer,
    /// `None` for a mask, and after it or its mask was created again.
    bind_group: Option<wgpu::BindGroup>,
    effects: EffectTargets,
    /// Number of frames since it was needed.
    unused_for: u32,
}

/// The targets of a frame's groups. They are used again by later frames of the same size.
#[derive(Debug, Default)]
pub(super) struct GroupTargets {
    /// Targets of this frame's masks and groups, and then those that later frames may need.
    targets: Vec<GroupTarget>,
    /// Number of this frame's.
    count: usize,
    /// Size and blending of the last frame.
    fitted: Option<([u32; 2], Blending)>,
    /// Created with the first group.
    shaders: Option<GroupShaders>,
    /// Created with the first effect.
    effects: Option<EffectShaders>,
}

/// Targets that were not needed in more than this many frames in a row are dropped: 4 seconds at 60 frames per second. So
/// a group that blinks does not create its target again.
pub(super) const PATIENT_FRAMES: u32 = 240;

/// Shaders and pipelines of groups.
#[derive(Clone, Debug)]
struct GroupShaders {
    bindings: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
    plain: wgpu::ShaderModule,
    /// The shader of targets that multiply or screen. `None` without dual-source blending.
    mixed: Option<wgpu::ShaderModule>,
    /// A pipeline for each variant, and for targets with or without effects.
    compiled: Vec<((Variant, bool), wgpu::RenderPipeline)>,
    has_view_formats: bool,
}

impl GroupTargets {
    /// Returns an empty list with the same shaders and pipelines.
    pub(super) fn with_same_shaders(&self) -> Self {
        Self {
            shaders: self.shaders.clone(),
            effects: self.effects.clone(),
            ..Self::default()
        }
    }

    /// Makes a target for each mask and group of a frame. `size` is that of the frame's target, and `view` the part that shows the view.
    ///
    /// Returns the bytes written to the device.
    ///
    /// # Errors
    /// If the device has no memory, or the driver refuses a shader.
    pub(super) fn fit<'a>(
        &mut self,
        gpu: &Gpu,
        passes: impl Iterator<Item = TargetPass<'a>>,
        size: [u32; 2],
        view: Option<[u32; 4]>,
        frame: &Frame<'_>,
    ) -> Result<usize, GpuError> {
        let (mut count, mut bytes, mut light_map) = (0, 0, 0);
        let fitted = Some((size, frame.blending));
        // Targets of the old size would only take memory while a window is resized.
        let keeps_unused = core::mem::replace(&mut self.fitted, fitted) == fitted;
        for pass in passes {
            let (kind, look, halvings) = (pass.kind, pass.look, pass.halvings());
            let has_mask = kind == PassKind::Group { has_mask: true };
            if self.shaders.is_none() {
                self.shaders = Some(GroupShaders::new(gpu)?);
            }
            let (size, view) = match pass.size.map(|size| size.map(u32::from)) {
                Some([width, height]) => ([width, height], Some([0, 0, width, height])),
                None => (size, view),
            };
            let size = size.map(|side| side.div_ceil(1 << halvings));
            let format = match frame.blending {
                Blending::Srgb => BYTES,
                Blending::Linear => wgpu::TextureFormat::Rgba8UnormSrgb,
            };
            let record = record(&look, halvings, view, has_mask);
            let is_new = !self.move_to(count, size, format);
            if is_new {
                let shaders = self.shaders.as_ref();
                let made = shaders.map(|shaders| shaders.target(gpu, size, format, look, record));
                let Some(made) = made.transpose()? else {
                    continue;
                };
                bytes += size_of::<GroupRecord>();
                self.targets.insert(count, made);
                // The group of a mask reads its target.
                if let Some(next) = self.targets.get_mut(count + 1) {
                    next.bind_group = None;
                }
            }
            if !pass.effects.is_empty() && self.effects.is_none() {
                self.effects = Some(EffectShaders::new(gpu)?);
            }
            let target = &mut self.targets[count];
            target.look = look;
            target.halvings = halvings;
            target.clear = pass.background;
            target.light_map = (kind == PassKind::Light).then_some(light_map);
            target.camera = pass.size;
            target.texels = pass.texels;
            light_map += usize::from(kind == PassKind::Light);
            if let Some(shaders) = &mut self.effects {
                shaders.add_custom(gpu, pass.effects, frame.frames.shaders())?;
                bytes += target.fit_effects(gpu, shaders, &pass, view, is_new)?;
            }
            if target.record != record {
                target.record = record;
                gpu.queue
                    .write_buffer(&target.records, 0, bytemuck::bytes_of(&record));
                bytes += size_of::<GroupRecord>();
                // It may have another mask, or none.
                target.bind_group = None;
            }
            if !matches!(kind, PassKind::Mask | PassKind::Camera) && target.bind_group.is_none() {
                let mask = if has_mask { count - 1 } else { count };
                let bind_group = self.bind(gpu, count, mask);
                self.targets[count].bind_group = bind_group;
            }
            count += 1;
        }
        self.count = count;
        let mut number = 0;
        self.targets.retain_mut(|target| {
            let is_needed = number < count;
            number += 1;
            target.unused_for = if is_needed { 0 } else { target.unused_for + 1 };
            is_needed || keeps_unused && target.unused_for <= PATIENT_FRAMES
        });
        Ok(bytes)
    }

    /// Moves a target of this size and format to a number: the first one from there on. Returns false if there is none.
    fn move_to(&mut self, number: usize, size: [u32; 2], format: wgpu::TextureFormat) -> bool {
        let fits = |target: &GroupTarget| target.size == size && target.format == format;
        let Some(further) = self.targets.iter().skip(number).position(fits) else {
            return false;
        };
        if further > 0 {
            self.targets[number..=number + further].rotate_right(1);
            // Each of them, and the one behind them, may read another mask.
            for target in self.targets.iter_mut().skip(number).take(further + 2) {
                target.bind_group = None;
            }
        }
        true
    }

    /// Returns the bind group of a target and of its mask, by their numbers.
    fn bind(&self, gpu: &Gpu, number: usize, mask: usize) -> Option<wgpu::BindGroup> {
        let shaders = self.shaders.as_ref()?;
        let target = &self.targets[number];
        let view = |number: usize| {
            let target = &self.targets[number];
            wgpu::BindingResource::TextureView(target.effects.result().unwrap_or(&target.read))
        };
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        Some(gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("group"),
            layout: &shaders.bindings,
            entries: &[
                entry(0, target.records.as_entire_binding()),
                entry(1, view(number)),
                entry(2, view(mask)),
            ],
        }))
    }

    /// Returns the bytes of all targets, and of the buffers that describe them.
    pub(super) fn bytes(&self) -> u64 {
        let bytes = |target: &GroupTarget| {
            let [width, height] = target.size.map(u64::from);
            4 * width * height + target.records.size() + target.effects.bytes()
        };
        self.targets.iter().map(bytes).sum()
    }

    /// Returns the number of masks and groups of the frame.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Records the passes of a target's effects. `view` is the part of the frame that shows the view.
    pub(super) fn record_effects(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        number: usize,
        view: Option<[u32; 4]>,
    ) {
        let target = &self.targets[number];
        if let (Some(shaders), Some(area)) = (&self.effects, target.view(view)) {
            target.effects.record(encoder, shaders, area);
        }
    }

    pub(super) fn target(&self, number: usize) -> &GroupTarget {
        &self.targets[number]
    }

    /// Compiles the pipeline of a variant, if it is not compiled yet.
    ///
    /// # Errors
    /// If the driver refuses the pipeline.
    pub(super) fn compile(
        &mut self,
        gpu: &Gpu,
        number: usize,
        variant: Variant,
    ) -> Result<(), GpuError> {
        let has_effects = self.targets[number].effects.result().is_some();
        let Some(shaders) = &mut self.shaders else {
            return Ok(());
        };
        let key = (variant.without_sprites(), has_effects);
        if shaders.compiled.iter().all(|(has, _)| *has != key) {
            let pipeline = gpu.refusable(|device| shaders.compile(device, key))?;
            shaders.compiled.push((key, pipeline));
        }
        Ok(())
    }

    /// Draws a group's target over the whole view.
    pub(super) fn draw(&self, pass: &mut wgpu::RenderPass<'_>, number: usize, variant: Variant) {
        let compiled = self.shaders.iter().flat_map(|shaders| &shaders.compiled);
        let has_effects = self.targets[number].effects.result().is_some();
        let key = (variant.without_sprites(), has_effects);
        let pipeline = compiled.filter(|(has, _)| *has == key);
        for (_, pipeline) in pipeline {
            if let Some(bind_group) = &self.targets[number].bind_group {
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, bind_group, &[]);
                pass.draw(0..3, 0..1);
            }
        }
    }
}

impl GroupTarget {
    /// Prepares the effects. Returns the bytes written to the device.
    fn fit_effects(
        &mut self,
        gpu: &Gpu,
        shaders: &mut EffectShaders,
        pass: &TargetPass<'_>,
        view: Option<[u32; 4]>,
        is_new: bool,
    ) -> Result<usize, GpuError> {
        let result = self.effects.result().cloned();
        let area = self.view(view).unwrap_or_default();
        let steps = &mut self.effects.steps;
        let is_known = |id| shaders.has_custom(id);
        effects::list_steps(steps, pass.effects, &self.look, area, is_known);
        let mut bytes = 0;
        if !steps.is_empty() {
            let [left, top, width, height] = area.map(u32::cast_signed);
            let own = OwnTarget {
                size: self.size,
                read: &self.read,
                is_light: !gpu.has_view_formats && self.format != BYTES,
                view: [left, top, left + width - 1, top + height - 1],
            };
            bytes = self.effects.fit(gpu, shaders, own, is_new)?;
        }
        self.effects.release_unused();
        if self.effects.result() != result.as_ref() {
            self.bind_group = None;
        }
        Ok(bytes)
    }

    /// Returns the number of passes of its effects.
    pub(super) fn step_count(&self) -> usize {
        self.effects.steps.len()
    }

    pub(super) fn format(&self) -> wgpu::TextureFormat {
        self.format
    }

    /// Returns the view that a pass draws on.
    pub(super) fn attachment(&self) -> &wgpu::TextureView {
        &self.attachment
    }

    /// Returns the part of the target that shows the view, for the frame's: x, y, width, height.
    pub(super) fn view(&self, frame: Option<[u32; 4]>) -> Option<[u32; 4]> {
        let frame = match self.camera {
            Some([width, height]) => Some([0, 0, width.into(), height.into()]),
            None => frame,
        };
        frame.map(|view| view_of(self.halvings, view))
    }

    /// Returns the colour of the target before anything is drawn.
    pub(super) fn clear(&self) -> Color {
        self.clear
    }

    /// Returns the texels that it becomes, if it is the image of a camera.
    pub(super) fn texels(&self) -> Option<&TexelArea> {
        self.texels.as_ref()
    }

    /// Returns the number of the light map, if it is one.
    pub(super) fn light_map(&self) -> Option<usize> {
        self.light_map
    }

    /// Returns how the target is mixed into the frame.
    pub(super) fn mixing(&self, has_dual_source: bool) -> Mixing {
        match self.look.blend {
            Blend::Alpha | Blend::Additive | Blend::Opaque => Mixing::Flags,
            Blend::Subtract => Mixing::Subtract,
            Blend::Multiply | Blend::Screen if has_dual_source => Mixing::Styles,
            Blend::Multiply => Mixing::Multiply,
            Blend::Screen => Mixing::Screen,
        }
    }
}

impl GroupShaders {
    fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let module = |label, source: String| {
            let source = wgpu::ShaderModuleDescriptor {
                label: Some(label),
                source: wgpu::ShaderSource::Wgsl(source.into()),
            };
            gpu.refusable(|device| device.create_shader_module(source))
        };
        let plain = module("group.wgsl", shaders::GROUP.into())?;
        let mixed = gpu
            .has_dual_source
            .then(|| module("group_mixed.wgsl", shaders::mixed_group()))
            .transpose()?;
        let fragment = wgpu::ShaderStages::FRAGMENT;
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: fragment,
            ty,
            count: None,
        };
        let texture = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let entries = [
            entry(
                0,
                wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
            ),
            entry(1, texture),
            entry(2, texture),
        ];
        gpu.refusable(|device| {
            let bindings = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some("groups"),
                entries: &entries,
            });
            let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some("groups"),
                bind_group_layouts: &[Some(&bindings)],
                immediate_size: 0,
            });
            Self {
                bindings,
                layout,
                plain,
                mixed,
                compiled: Vec::new(),
                has_view_formats: gpu.has_view_formats,
            }
        })
    }

    fn target(
        &self,
        gpu: &Gpu,
        size: [u32; 2],
        format: wgpu::TextureFormat,
        look: GroupLook,
        record: GroupRecord,
    ) -> Result<GroupTarget, GpuError> {
        let texture = gpu.texture(
            "target of a group of layers",
            "pixels of a side of a group of layers",
            &wgpu::TextureDescriptor {
                label: Some("group"),
                size: wgpu::Extent3d {
                    width: size[0],
                    height: size[1],
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT
                    | wgpu::TextureUsages::TEXTURE_BINDING
                    | wgpu::TextureUsages::COPY_SRC,
                view_formats: if gpu.has_view_formats { &[BYTES] } else { &[] },
            },
        )?;
        let view = |format| {
            texture.create_view(&wgpu::TextureViewDescriptor {
                format: Some(format),
                ..wgpu::TextureViewDescriptor::default()
            })
        };
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let bytes = size_of::<GroupRecord>() as u64;
        let records = gpu.buffer("look of a group", bytes, usage, false)?;
        gpu.queue
            .write_buffer(&records, 0, bytemuck::bytes_of(&record));
        Ok(GroupTarget {
            size,
            format,
            look,
            record,
            halvings: 0,
            clear: Color::rgba(0, 0, 0, 0),
            light_map: None,
            camera: None,
            texels: None,
            attachment: view(format),
            read: view(if gpu.has_view_formats { BYTES } else { format }),
            records,
            bind_group: None,
            effects: EffectTargets::default(),
            unused_for: 0,
        })
    }

    fn compile(
        &self,
        device: &wgpu::Device,
        (variant, has_effects): (Variant, bool),
    ) -> wgpu::RenderPipeline {
        let (module, entry) = match (&self.mixed, variant.mixing()) {
            (Some(mixed), Mixing::Styles) => (mixed, "shade_group_mixed"),
            _ => (&self.plain, "shade_group"),
        };
        let [light, multiply] = variant.color_constants();
        let reads_light = f64::from(u8::from(
            !self.has_view_formats && variant.is_linear_light() && !has_effects,
        ));
        let constants = [light, multiply, ("reads_light", reads_light)];
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("groups"),
            layout: Some(&self.layout),
            vertex: wgpu::VertexState {
                module,
                entry_point: Some("cover"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module,
                entry_point: Some(entry),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &constants,
                    ..wgpu::PipelineCompilationOptions::default()
                },
                targets: &[Some(variant.target())],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

/// Returns the record of a group. `view` is the part of the frame's target that shows the view.
fn record(look: &GroupLook, halvings: u32, view: Option<[u32; 4]>, has_mask: bool) -> GroupRecord {
    let [left, top, width, height] =
        view_of(halvings, view.unwrap_or_default()).map(u32::cast_signed);
    let (flags, number) = match look.blend {
        Blend::Alpha | Blend::Subtract => (InstanceFlags::default(), 0),
        Blend::Additive => (InstanceFlags::ADDITIVE, 0),
        Blend::Opaque => (InstanceFlags::OPAQUE, 0),
        Blend::Multiply => (InstanceFlags::default(), 1),
        Blend::Screen => (InstanceFlags::default(), 2),
    };
    GroupRecord {
        view: [left, top, left + width - 1, top + height - 1],
        tint: look.tint.premultiplied(),
        halvings: look.resolution.halvings(),
        is_smooth: u32::from(look.is_smooth),
        blend: flags.0 | number << 16 | u32::from(has_mask),
    }
}

/// Returns the part of a group's target that shows the view: rounded outwards.
fn view_of(halvings: u32, [x, y, width, height]: [u32; 4]) -> [u32; 4] {
    let [left, top] = [x, y].map(|at| at >> halvings);
    let [right, bottom] = [x + width, y + height].map(|at| at.div_ceil(1 << halvings));
    [left, top, right - left, bottom - top]
}
