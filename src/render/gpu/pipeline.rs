//! The render pipeline, compiled once for each format of render target and each set of shader features that a frame
//! needs.
//!
//! A frame needs only one pipeline for all blends: the shader's colours are premultiplied, and it sets their alpha to 0
//! for additive sprites and to 1 for opaque ones. So sprites of all blends are drawn in painting order, without a
//! change of state, in one draw call.

use crate::render::frame::{Blending, Frame};

use super::device::Gpu;
use super::error::GpuError;

/// Number of storage buffers that the vertex shader reads.
pub(super) const STORAGE_BUFFERS: u32 = 6;

/// The shader, as the device and the tests read it.
pub(super) const SHADER: &str = include_str!("../../../shaders/sprite.wgsl");

/// The layout of the shader's one bind group, whose bindings are numbered in the shader's order.
#[derive(Clone, Debug)]
pub(super) struct ShaderLayout {
    bindings: wgpu::BindGroupLayout,
    pipeline: wgpu::PipelineLayout,
}

impl ShaderLayout {
    /// Creates the layout from a list of bindings: a layout derived from the shader would belong to a single pipeline,
    /// and so would its bind groups.
    fn new(gpu: &Gpu) -> Self {
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
        let mut entries = Vec::new();
        for (binding, (visibility, ty)) in (0..).zip(kinds) {
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

    /// Returns a bind group of these resources, which are in the order of the shader's bindings.
    pub(super) fn bind_group(
        &self,
        gpu: &Gpu,
        resources: [wgpu::BindingResource<'_>; 8],
    ) -> wgpu::BindGroup {
        let mut entries = Vec::with_capacity(resources.len());
        for (binding, resource) in (0..).zip(resources) {
            entries.push(wgpu::BindGroupEntry { binding, resource });
        }
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("sprites"),
            layout: &self.bindings,
            entries: &entries,
        })
    }
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
}

impl Variant {
    /// Returns the features that a frame needs on a target of this format, and no more. `linear_filter`: whether any
    /// sprite may be filtered linearly.
    pub(super) fn of(frame: &Frame<'_>, format: wgpu::TextureFormat, linear_filter: bool) -> Self {
        Self {
            format,
            linear_light: frame.blending == Blending::Linear,
            linear_filter,
        }
    }

    /// Returns the shader's constants for this variant.
    fn constants(self) -> [(&'static str, f64); 2] {
        [
            ("linear_light", f64::from(u8::from(self.linear_light))),
            ("linear_filter", f64::from(u8::from(self.linear_filter))),
        ]
    }
}

/// The pipelines compiled so far.
#[derive(Clone, Debug)]
pub(super) struct Pipelines {
    layout: ShaderLayout,
    shader: wgpu::ShaderModule,
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
        let source = wgpu::ShaderModuleDescriptor {
            label: Some("sprite.wgsl"),
            source: wgpu::ShaderSource::Wgsl(SHADER.into()),
        };
        gpu.refusable(|device| device.create_shader_module(source))
            .and_then(|shader| {
                let layout = gpu.refusable(|_| ShaderLayout::new(gpu))?;
                Ok(Self {
                    layout,
                    shader,
                    compiled: Vec::new(),
                })
            })
    }

    /// Returns the shader's bindings.
    pub(super) fn layout(&self) -> &ShaderLayout {
        &self.layout
    }

    /// Returns the pipeline of a variant; compiles it if there is none yet.
    ///
    /// # Errors
    /// If the driver refuses the pipeline.
    pub(super) fn of(
        &mut self,
        gpu: &Gpu,
        variant: Variant,
    ) -> Result<&wgpu::RenderPipeline, GpuError> {
        let at = match self.compiled.iter().position(|(has, _)| *has == variant) {
            Some(at) => at,
            None => {
                let pipeline = gpu.refusable(|device| self.compile(device, variant))?;
                self.compiled.push((variant, pipeline));
                self.compiled.len() - 1
            }
        };
        Ok(&self.compiled[at].1)
    }

    fn compile(&self, device: &wgpu::Device, variant: Variant) -> wgpu::RenderPipeline {
        let constants = variant.constants();
        let target = wgpu::ColorTargetState {
            format: variant.format,
            blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
            write_mask: wgpu::ColorWrites::ALL,
        };
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("sprites"),
            layout: Some(&self.layout.pipeline),
            vertex: wgpu::VertexState {
                module: &self.shader,
                entry_point: Some("project"),
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
                module: &self.shader,
                entry_point: Some("shade"),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &constants,
                    ..wgpu::PipelineCompilationOptions::default()
                },
                targets: &[Some(target)],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}
