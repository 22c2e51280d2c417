//! The render pipeline, compiled once for each format of render target and each set of shader features that a frame
//! needs.
//!
//! A frame needs only one pipeline for all blends: the shader's colours are premultiplied, and it sets their alpha to 0
//! for additive sprites and to 1 for opaque ones. So sprites of these blends are drawn in painting order, without a
//! change of state, in one draw call. Frames with styles of rows use a second shader with two outputs, for the same
//! reason.

use crate::assets::shader::ShaderTable;
use crate::render::batch::{MaterialSet, Mixing};
use crate::render::frame::{Blending, Frame};

use super::custom::CustomMaterials;
use super::device::Gpu;
use super::error::GpuError;
use super::shaders;

/// Number of storage buffers that the vertex shader reads.
pub(super) const STORAGE_BUFFERS: u32 = 6;

/// Number of storage buffers that the vertex shader reads in frames with styles.
pub(super) const STORAGE_BUFFERS_WITH_STYLES: u32 = STORAGE_BUFFERS + 1;

/// The layout of the shader's one bind group, whose bindings are numbered in the shader's order.
#[derive(Clone, Debug)]
pub(super) struct ShaderLayout {
    bindings: wgpu::BindGroupLayout,
    pipeline: wgpu::PipelineLayout,
}

impl ShaderLayout {
    /// Creates the layout from a list of bindings: a layout derived from the shader would belong to a single pipeline,
    /// and so would its bind groups. `with_styles`: whether the shader reads styles of rows.
    fn new(gpu: &Gpu, with_styles: bool) -> Self {
        let vertex = wgpu::ShaderStages::VERTEX;
        let both = wgpu::ShaderStages::VERTEX_FRAGMENT;
        let storage = buffer_kind(wgpu::BufferBindingType::Storage { read_only: true });
        let atlas = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Uint,
            view_dimension: wgpu::TextureViewDimension::D2Array,
            multisampled: false,
        };
        let kinds = [
            // The order is that of `sprite.wgsl`: view, projections, chunks, instances, frames, shapes, sine, atlas.
            (both, buffer_kind(wgpu::BufferBindingType::Uniform)),
            (vertex, storage),
            (vertex, storage),
            (vertex, storage),
            (vertex, storage),
            (vertex, storage),
            (vertex, storage),
            (both, atlas),
        ];
        let styles = with_styles.then_some((vertex, storage));
        let mut entries = Vec::new();
        for (binding, (visibility, ty)) in (0..).zip(kinds.into_iter().chain(styles)) {
            entries.push(wgpu::BindGroupLayoutEntry {
                binding,
                visibility,
                ty,
                count: None,
            });
        }
        let bindings = gpu
            .device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some("sprites"),
                entries: &entries,
            });
        let pipeline = gpu
            .device
            .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some("sprites"),
                bind_group_layouts: &[Some(&bindings)],
                immediate_size: 0,
            });
        Self { bindings, pipeline }
    }

    /// Returns a bind group of these resources, which are in the order of the shader's bindings, and of the styles if
    /// the shader reads them.
    pub(super) fn bind_group(
        &self,
        gpu: &Gpu,
        resources: [wgpu::BindingResource<'_>; 8],
        styles: Option<wgpu::BindingResource<'_>>,
    ) -> wgpu::BindGroup {
        let mut entries = Vec::with_capacity(resources.len() + 1);
        for (binding, resource) in (0..).zip(resources.into_iter().chain(styles)) {
            entries.push(wgpu::BindGroupEntry { binding, resource });
        }
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("sprites"),
            layout: &self.bindings,
            entries: &entries,
        })
    }
}

/// Layouts of the shaders that draw a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layouts<'a> {
    pub(super) plain: &'a ShaderLayout,
    /// `None` in frames without styles.
    pub(super) with_styles: Option<&'a ShaderLayout>,
}

/// Returns the type of a binding to a whole buffer.
fn buffer_kind(ty: wgpu::BufferBindingType) -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty,
        has_dynamic_offset: false,
        min_binding_size: None,
    }
}

/// Features that a pipeline is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Variant {
    /// Format of the render target.
    pub(super) format: wgpu::TextureFormat,
    pub(super) linear_light: bool,
    /// Whether any sprite may be filtered linearly.
    pub(super) linear_filter: bool,
    mixing: Mixing,
    /// The materials that rows may have. 0: nothing reads them.
    materials: MaterialSet,
    /// Whether the frame has clip rectangles.
    clips: bool,
}

/// A shader of sprites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShaderKind {
    Plain,
    /// Reads the blend modes of rows.
    Mixed,
    /// Reads all styles of rows.
    Material,
}

impl Variant {
    /// Returns the features that draws of plain sprites need in a frame on a target of this format, and no more.
    /// `linear_filter`: whether any sprite may be filtered linearly.
    pub(super) fn of(frame: &Frame<'_>, format: wgpu::TextureFormat, linear_filter: bool) -> Self {
        Self {
            format,
            linear_light: frame.blending == Blending::Linear,
            linear_filter,
            mixing: Mixing::Flags,
            materials: 0,
            clips: false,
        }
    }

    /// Returns the features for another format of render target.
    pub(super) fn on(self, format: wgpu::TextureFormat) -> Self {
        Self { format, ..self }
    }

    /// Returns the features for draws whose rows are mixed in another way.
    pub(super) fn mixed(self, mixing: Mixing) -> Self {
        Self { mixing, ..self }
    }

    /// Returns the features for draws whose rows have these materials.
    pub(super) fn with_materials(self, materials: MaterialSet) -> Self {
        Self { materials, ..self }
    }

    /// Returns the features for draws of a frame with or without clip rectangles.
    pub(super) fn with_clips(self, clips: bool) -> Self {
        Self { clips, ..self }
    }

    fn shader(self) -> ShaderKind {
        match self.mixing {
            _ if self.materials != 0 => ShaderKind::Material,
            Mixing::Styles => ShaderKind::Mixed,
            _ => ShaderKind::Plain,
        }
    }

    /// Returns the entry points of its shader.
    fn entry_points(self) -> [&'static str; 2] {
        let is_mixed = self.mixing == Mixing::Styles;
        match (self.shader(), self.clips) {
            (ShaderKind::Plain, false) => ["project", "shade"],
            (ShaderKind::Plain, true) => ["project_clipped", "shade_clipped"],
            (ShaderKind::Mixed, false) => ["project_mixed", "shade_mixed"],
            (ShaderKind::Mixed, true) => ["project_mixed_clipped", "shade_mixed_clipped"],
            (ShaderKind::Material, false) if is_mixed => {
                ["project_material", "shade_material_mixed"]
            }
            (ShaderKind::Material, false) => ["project_material", "shade_material"],
            (ShaderKind::Material, true) if is_mixed => {
                ["project_material_clipped", "shade_material_mixed_clipped"]
            }
            (ShaderKind::Material, true) => ["project_material_clipped", "shade_material_clipped"],
        }
    }

    /// Returns the features for draws without sprites, which are neither filtered nor clipped.
    pub(super) fn without_sprites(self) -> Self {
        Self {
            linear_filter: false,
            clips: false,
            ..self
        }
    }

    /// Returns whether colours are blended in linear light.
    pub(super) fn is_linear_light(self) -> bool {
        self.linear_light
    }

    /// Returns how rows are mixed.
    pub(super) fn mixing(self) -> Mixing {
        self.mixing
    }

    /// Returns the constants of `color.wgsl` for this variant.
    pub(super) fn color_constants(self) -> [(&'static str, f64); 2] {
        let multiplies = self.mixing == Mixing::Multiply;
        [
            ("linear_light", self.linear_light),
            ("multiply", multiplies),
        ]
        .map(|(name, is_on)| (name, f64::from(u8::from(is_on))))
    }

    /// Returns the render target's state.
    pub(super) fn target(self) -> wgpu::ColorTargetState {
        wgpu::ColorTargetState {
            format: self.format,
            blend: Some(self.blend_state()),
            write_mask: wgpu::ColorWrites::ALL,
        }
    }

    /// Returns how the device mixes the shader's output with the pixel.
    fn blend_state(self) -> wgpu::BlendState {
        use wgpu::BlendFactor::{
            Dst, One, OneMinusSrc, OneMinusSrc1, OneMinusSrc1Alpha, OneMinusSrcAlpha, Zero,
        };
        use wgpu::BlendOperation::{Add, ReverseSubtract};
        let component = |src_factor, dst_factor, operation| wgpu::BlendComponent {
            src_factor,
            dst_factor,
            operation,
        };
        // Colours alone change.
        let keeps_alpha = |color| wgpu::BlendState {
            color,
            alpha: component(Zero, One, Add),
        };
        match self.mixing {
            Mixing::Flags | Mixing::Group => wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING,
            Mixing::Styles => wgpu::BlendState {
                color: component(One, OneMinusSrc1, Add),
                alpha: component(One, OneMinusSrc1Alpha, Add),
            },
            Mixing::Multiply => keeps_alpha(component(Dst, Zero, Add)),
            Mixing::Screen => wgpu::BlendState {
                color: component(One, OneMinusSrc, Add),
                alpha: component(One, OneMinusSrcAlpha, Add),
            },
            Mixing::Subtract => keeps_alpha(component(One, One, ReverseSubtract)),
        }
    }
}

/// The pipelines compiled so far.
#[derive(Clone, Debug)]
pub(super) struct Pipelines {
    layout: ShaderLayout,
    shader: wgpu::ShaderModule,
    /// The layout of shaders that read styles. `None` until a frame needs one.
    with_styles: Option<ShaderLayout>,
    /// The shader of frames with further blend modes. `None` until a frame needs it.
    mixed: Option<wgpu::ShaderModule>,
    /// The shader of frames with materials. `None` until a frame needs it.
    with_materials: Option<wgpu::ShaderModule>,
    /// The shaders of frames with clip rectangles, one of each kind. `None` until a frame needs it.
    clipped: [Option<wgpu::ShaderModule>; 3],
    /// The shader of frames with materials of the game's own.
    custom: CustomMaterials,
    /// One pipeline for each variant that a frame has needed: so few that a linear search is fast.
    compiled: Vec<(Variant, wgpu::RenderPipeline)>,
}

impl Pipelines {
    /// Compiles the shader. Pipelines are compiled when a frame first needs them: the format depends on the surface and
    /// on the frame's blending.
    ///
    /// # Errors
    /// If the driver refuses the shader or its layout.
    pub(super) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            shader: compile(gpu, "sprite.wgsl", shaders::SPRITE.into())?,
            layout: gpu.refusable(|_| ShaderLayout::new(gpu, false))?,
            with_styles: None,
            mixed: None,
            with_materials: None,
            clipped: [const { None }; 3],
            custom: CustomMaterials::default(),
            compiled: Vec::new(),
        })
    }

    /// Returns the shaders' bindings. `with_styles`: whether the frame has styles. Their layout must have been created.
    pub(super) fn layouts(&self, with_styles: bool) -> Layouts<'_> {
        let styled = self.with_styles.as_ref().filter(|_| with_styles);
        Layouts {
            plain: &self.layout,
            with_styles: styled,
        }
    }

    /// Creates the layout of shaders that read styles, if there is none yet.
    ///
    /// # Errors
    /// If the driver refuses it.
    pub(super) fn add_styles(&mut self, gpu: &Gpu) -> Result<(), GpuError> {
        if self.with_styles.is_none() {
            self.with_styles = Some(gpu.refusable(|_| ShaderLayout::new(gpu, true))?);
        }
        Ok(())
    }

    /// Compiles the shader of a variant, if it is not compiled yet.
    fn add_shader(&mut self, gpu: &Gpu, variant: Variant) -> Result<(), GpuError> {
        let kind = variant.shader();
        if kind != ShaderKind::Plain {
            self.add_styles(gpu)?;
            if kind == ShaderKind::Material && self.custom.are_in(variant.materials) {
                return self.custom.add_shader(gpu);
            }
        }
        let shader = match kind {
            _ if variant.clips => &mut self.clipped[kind as usize],
            ShaderKind::Plain => return Ok(()),
            ShaderKind::Mixed => &mut self.mixed,
            ShaderKind::Material => &mut self.with_materials,
        };
        if shader.is_some() {
            return Ok(());
        }
        let has_mixing = gpu.has_dual_source;
        let (label, source) = match (kind, variant.clips) {
            (ShaderKind::Mixed, false) => ("mixed.wgsl", shaders::mixed_sprite()),
            (ShaderKind::Mixed, true) => ("clip_mixed.wgsl", shaders::clipped_mixed_sprite()),
            (ShaderKind::Material, false) => {
                ("material.wgsl", shaders::material_sprite(has_mixing))
            }
            (ShaderKind::Material, true) => (
                "clip_material.wgsl",
                shaders::clipped_material_sprite(has_mixing),
            ),
            (ShaderKind::Plain, _) => ("clip_plain.wgsl", shaders::clipped_sprite()),
        };
        *shader = Some(compile(gpu, label, source.into())?);
        Ok(())
    }

    /// Compiles the pipeline of a variant, if there is none yet. Returns whether pipelines of other variants may have been
    /// removed, because the driver has refused a material of the game's own.
    ///
    /// # Errors
    /// If the driver refuses the pipeline.
    pub(super) fn add(&mut self, gpu: &Gpu, variant: Variant) -> Result<bool, GpuError> {
        let mut has_removed = false;
        while self.of(variant).is_none() {
            let is_custom = self.custom.are_in(variant.materials);
            let shader = self.add_shader(gpu, variant);
            let compile = |device: &_| self.compile(device, variant);
            let compiled = shader.and_then(|()| match is_custom {
                true => gpu.refusable_shader(compile),
                false => gpu.refusable(compile),
            });
            match compiled {
                Ok(pipeline) => {
                    self.compiled.push((variant, pipeline));
                    if is_custom && self.custom.accept() {
                        self.forget_materials();
                    }
                }
                Err(error @ GpuError::Refused(_)) if is_custom && self.custom.refuse(&error) => {
                    self.forget_materials();
                    has_removed = true;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(has_removed)
    }

    /// Sets the materials of the game's own that the next frames have.
    pub(super) fn set_custom(&mut self, materials: MaterialSet, shaders: &ShaderTable) {
        if self.custom.set(materials, shaders) {
            self.forget_materials();
        }
    }

    /// Removes pipelines with materials, whose shader has changed.
    fn forget_materials(&mut self) {
        self.compiled.retain(|(variant, _)| variant.materials == 0);
    }

    /// Returns the pipeline of a variant, if it was compiled.
    pub(super) fn of(&self, variant: Variant) -> Option<&wgpu::RenderPipeline> {
        let found = self.compiled.iter().find(|(has, _)| *has == variant);
        found.map(|(_, pipeline)| pipeline)
    }

    fn compile(&self, device: &wgpu::Device, variant: Variant) -> wgpu::RenderPipeline {
        let [light, multiply] = variant.color_constants();
        let filter = f64::from(u8::from(variant.linear_filter));
        let constants = [
            light,
            multiply,
            ("linear_filter", filter),
            ("materials", f64::from(variant.materials)),
        ];
        let kind = variant.shader();
        let custom = self.custom.module();
        let custom = custom.filter(|_| self.custom.are_in(variant.materials));
        let shader = match kind {
            ShaderKind::Material if custom.is_some() => custom,
            _ if variant.clips => self.clipped[kind as usize].as_ref(),
            ShaderKind::Plain => None,
            ShaderKind::Mixed => self.mixed.as_ref(),
            ShaderKind::Material => self.with_materials.as_ref(),
        };
        let [vertex, fragment] = variant.entry_points();
        // Shaders without materials do not have the last constant.
        let constants = &constants[..3 + usize::from(variant.materials != 0)];
        let shader = shader.unwrap_or(&self.shader);
        let styled = self
            .with_styles
            .as_ref()
            .filter(|_| kind != ShaderKind::Plain);
        let layout = styled.unwrap_or(&self.layout);
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("sprites"),
            layout: Some(&layout.pipeline),
            vertex: wgpu::VertexState {
                module: shader,
                entry_point: Some(vertex),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                // Instances are read as a storage buffer, because a chunk selects its own range of them.
                buffers: &[],
            },
            // Nothing is culled, because a mirrored sprite shows its back.
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            // There is one sample per pixel: coverage is decided at the pixel's centre, as in software.
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: shader,
                entry_point: Some(fragment),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants,
                    ..wgpu::PipelineCompilationOptions::default()
                },
                targets: &[Some(variant.target())],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

/// Compiles a shader.
fn compile(
    gpu: &Gpu,
    label: &'static str,
    source: std::borrow::Cow<'static, str>,
) -> Result<wgpu::ShaderModule, GpuError> {
    let source = wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(source),
    };
    gpu.refusable(|device| device.create_shader_module(source))
}
