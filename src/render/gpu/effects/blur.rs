//! Blurs by running sums in compute passes.
//!
//! A draw call reads each pixel below a blur, so that its cost grows with the radius. Running sums read three, and
//! `shaders/blur.wgsl` computes the same numbers. Small blurs stay draw calls: they read hardly more, and a strip has
//! fewer pixels in flight than a triangle. So do all blurs on devices without compute passes, or whose compute passes
//! cannot write bytes. There, sums by doubling would need wider targets and about seven passes along each axis.

use crate::render::effects::{EffectStep, StepKind};

use super::super::device::Gpu;
use super::super::error::GpuError;
use super::super::shaders;
use super::{BYTES, layout_entries};

/// Number of lines of a workgroup, as in `shaders/blur.wgsl`.
const LINES: u32 = 64;

/// Length of a strip, as in `shaders/blur.wgsl`.
const STRIP: u32 = 64;

/// Least reach of a blur that is summed, in 1/16 pixel.
const LEAST_REACH: i32 = 3 * 16;

/// The shader with its pipelines.
#[derive(Clone, Debug)]
pub(super) struct BlurShaders {
    pub(super) bindings: wgpu::BindGroupLayout,
    across: wgpu::ComputePipeline,
    down: wgpu::ComputePipeline,
}

/// Returns whether a step is a blur by running sums on this device.
pub(super) fn is_summed(gpu: &Gpu, step: &EffectStep) -> bool {
    let is_blur = matches!(step.kind, StepKind::BlurAcross | StepKind::BlurDown);
    is_blur && gpu.stores_bytes && step.numbers[0] > LEAST_REACH
}

impl BlurShaders {
    /// Compiles the shader.
    ///
    /// # Errors
    /// If the driver refuses it.
    pub(super) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let module = gpu.refusable(|device| {
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("blur.wgsl"),
                source: wgpu::ShaderSource::Wgsl(shaders::BLUR.into()),
            })
        })?;
        gpu.refusable(|device| {
            let [record, source, base] = layout_entries(wgpu::ShaderStages::COMPUTE);
            let blurred = wgpu::BindGroupLayoutEntry {
                binding: 3,
                visibility: wgpu::ShaderStages::COMPUTE,
                ty: wgpu::BindingType::StorageTexture {
                    access: wgpu::StorageTextureAccess::WriteOnly,
                    format: BYTES,
                    view_dimension: wgpu::TextureViewDimension::D2,
                },
                count: None,
            };
            let bindings = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some("blur"),
                entries: &[record, source, base, blurred],
            });
            let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some("blur"),
                bind_group_layouts: &[Some(&bindings)],
                immediate_size: 0,
            });
            let pipeline = |entry| {
                device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: Some("blur"),
                    layout: Some(&layout),
                    module: &module,
                    entry_point: Some(entry),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    cache: None,
                })
            };
            Self {
                across: pipeline("blur_strips_across"),
                down: pipeline("blur_strips_down"),
                bindings,
            }
        })
    }

    /// Records a compute pass. `size` is the view's.
    pub(super) fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        kind: StepKind,
        bind_group: &wgpu::BindGroup,
        size: [u32; 2],
    ) {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("blur"),
            timestamp_writes: None,
        });
        let [width, height] = size;
        let (pipeline, length, lines) = match kind {
            StepKind::BlurAcross => (&self.across, width, height),
            _ => (&self.down, height, width),
        };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, bind_group, &[]);
        pass.dispatch_workgroups(lines.div_ceil(LINES), length.div_ceil(STRIP), 1);
    }
}
