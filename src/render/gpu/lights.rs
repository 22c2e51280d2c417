//! Draws the lights of light maps on the device: one instanced draw call for each map.

use crate::render::light::{LightRecord, LightTable};

use super::device::Gpu;
use super::error::GpuError;
use super::pipeline::Variant;
use super::shaders;

/// The part of a frame's constants that lights need. Mirrors `LightView` in `shaders/light.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct LightConstants {
    pub(super) clip_middle: [i32; 2],
    pub(super) clip_reach: i32,
    pub(super) clip_per_256: f32,
}

/// The lights of a frame on the device.
#[derive(Debug, Default)]
pub(super) struct DeviceLights {
    /// The lights to draw.
    pub(super) table: LightTable,
    /// Copies of what the device has.
    held: LightTable,
    held_constants: Option<LightConstants>,
    buffers: Option<LightBuffers>,
    /// Created with the first light.
    shader: Option<LightShader>,
}

/// Buffers of lights, and their sizes in bytes.
#[derive(Debug)]
struct LightBuffers {
    constants: wgpu::Buffer,
    lights: (wgpu::Buffer, u64),
    wedges: (wgpu::Buffer, u64),
    bind_group: wgpu::BindGroup,
}

#[derive(Clone, Debug)]
struct LightShader {
    bindings: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
    module: wgpu::ShaderModule,
    compiled: Vec<(Variant, wgpu::RenderPipeline)>,
}

impl LightBuffers {
    /// Returns the bytes of all buffers.
    fn bytes(&self) -> u64 {
        self.constants.size() + self.lights.1 + self.wedges.1
    }
}

/// Size of a buffer without contents.
const LEAST_BYTES: u64 = 4096;

impl DeviceLights {
    /// Returns the bytes of its buffers.
    pub(super) fn bytes(&self) -> u64 {
        self.buffers.as_ref().map_or(0, LightBuffers::bytes)
    }

    /// Returns an empty list with the same shader and pipelines.
    pub(super) fn with_same_shader(&self) -> Self {
        Self {
            shader: self.shader.clone(),
            ..Self::default()
        }
    }

    /// Returns the number of draw calls.
    pub(super) fn draw_calls(&self) -> usize {
        self.table
            .maps
            .iter()
            .filter(|lights| !lights.is_empty())
            .count()
    }

    /// Copies the table to the device, if it has changed. Returns the bytes written.
    ///
    /// # Errors
    /// If the device has no memory, or the driver refuses the shader.
    pub(super) fn upload(
        &mut self,
        gpu: &Gpu,
        constants: LightConstants,
    ) -> Result<usize, GpuError> {
        if self.table.lights.is_empty() {
            return Ok(0);
        }
        if self.shader.is_none() {
            self.shader = Some(LightShader::new(gpu)?);
        }
        let lights: &[u8] = bytemuck::cast_slice(&self.table.lights);
        let wedges: &[u8] = bytemuck::cast_slice(&self.table.wedges);
        let sizes = [lights, wedges].map(|bytes| bytes.len() as u64);
        let fits =
            |buffers: &LightBuffers| sizes[0] <= buffers.lights.1 && sizes[1] <= buffers.wedges.1;
        if let Some(shader) = &self.shader
            && !self.buffers.as_ref().is_some_and(fits)
        {
            self.buffers = Some(LightBuffers::new(gpu, shader, sizes)?);
            self.held.clear();
            self.held_constants = None;
        }
        let Some(buffers) = &self.buffers else {
            return Ok(0);
        };
        let mut written = 0;
        let mut write = |buffer: &wgpu::Buffer, bytes: &[u8]| {
            gpu.queue.write_buffer(buffer, 0, bytes);
            written += bytes.len();
        };
        if self.held.lights != self.table.lights {
            write(&buffers.lights.0, lights);
            self.held.lights.clone_from(&self.table.lights);
        }
        if self.held.wedges != self.table.wedges {
            write(&buffers.wedges.0, wedges);
            self.held.wedges.clone_from(&self.table.wedges);
        }
        if self.held_constants.replace(constants) != Some(constants) {
            write(&buffers.constants, bytemuck::bytes_of(&constants));
        }
        Ok(written)
    }

    /// Compiles the pipeline of a variant, if it is not compiled yet.
    ///
    /// # Errors
    /// If the driver refuses the pipeline.
    pub(super) fn compile(&mut self, gpu: &Gpu, variant: Variant) -> Result<(), GpuError> {
        let Some(shader) = &mut self.shader else {
            return Ok(());
        };
        let variant = variant.without_sprites();
        if shader.compiled.iter().all(|(has, _)| *has != variant) {
            let pipeline = gpu.refusable(|device| shader.compile(device, variant))?;
            shader.compiled.push((variant, pipeline));
        }
        Ok(())
    }

    /// Draws the lights of the light map of this number.
    pub(super) fn draw(&self, pass: &mut wgpu::RenderPass<'_>, map: usize, variant: Variant) {
        let lights = self.table.maps.get(map).cloned().unwrap_or_default();
        let variant = variant.without_sprites();
        let mut compiled = self.shader.iter().flat_map(|shader| &shader.compiled);
        let found = compiled.find(|(has, _)| *has == variant);
        if let (Some((_, pipeline)), Some(buffers)) = (found, &self.buffers)
            && !lights.is_empty()
        {
            let [from, to] = [lights.start, lights.end].map(count);
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &buffers.bind_group, &[]);
            pass.draw(0..4, from..to);
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "lights of one frame are far fewer than 2^32"
)]
fn count(lights: usize) -> u32 {
    lights as u32
}

impl LightBuffers {
    fn new(gpu: &Gpu, shader: &LightShader, sizes: [u64; 2]) -> Result<Self, GpuError> {
        let storage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        let uniform = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let limit = gpu.limits.max_storage_buffer_binding_size;
        for (what, wanted) in ["lights", "shadows"].into_iter().zip(sizes) {
            if wanted > limit {
                return Err(GpuError::Limit {
                    what,
                    wanted,
                    limit,
                });
            }
        }
        let [lights, wedges] =
            sizes.map(|bytes| bytes.next_power_of_two().min(limit).max(LEAST_BYTES));
        let constants = size_of::<LightConstants>() as u64;
        let constants = gpu.buffer("view of lights", constants, uniform, false)?;
        let lights = (gpu.buffer("lights", lights, storage, false)?, lights);
        let wedges = (gpu.buffer("shadows", wedges, storage, false)?, wedges);
        let buffers = [&constants, &lights.0, &wedges.0];
        let mut number = 0;
        let entries = buffers.map(|buffer| {
            number += 1;
            wgpu::BindGroupEntry {
                binding: number - 1,
                resource: buffer.as_entire_binding(),
            }
        });
        let bind_group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("lights"),
            layout: &shader.bindings,
            entries: &entries,
        });
        Ok(Self {
            constants,
            lights,
            wedges,
            bind_group,
        })
    }
}

impl LightShader {
    fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let source = wgpu::ShaderModuleDescriptor {
            label: Some("light.wgsl"),
            source: wgpu::ShaderSource::Wgsl(shaders::LIGHT.into()),
        };
        let module = gpu.refusable(|device| device.create_shader_module(source))?;
        let both = wgpu::ShaderStages::VERTEX_FRAGMENT;
        let fragment = wgpu::ShaderStages::FRAGMENT;
        let entry = |binding, visibility, ty, bytes| wgpu::BindGroupLayoutEntry {
            binding,
            visibility,
            ty: wgpu::BindingType::Buffer {
                ty,
                has_dynamic_offset: false,
                min_binding_size: wgpu::BufferSize::new(bytes),
            },
            count: None,
        };
        let storage = wgpu::BufferBindingType::Storage { read_only: true };
        let entries = [
            entry(
                0,
                wgpu::ShaderStages::VERTEX,
                wgpu::BufferBindingType::Uniform,
                size_of::<LightConstants>() as u64,
            ),
            entry(1, both, storage, size_of::<LightRecord>() as u64),
            entry(2, fragment, storage, 16),
        ];
        gpu.refusable(|device| {
            let bindings = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some("lights"),
                entries: &entries,
            });
            let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some("lights"),
                bind_group_layouts: &[Some(&bindings)],
                immediate_size: 0,
            });
            Self {
                bindings,
                layout,
                module,
                compiled: Vec::new(),
            }
        })
    }

    fn compile(&self, device: &wgpu::Device, variant: Variant) -> wgpu::RenderPipeline {
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("lights"),
            layout: Some(&self.layout),
            vertex: wgpu::VertexState {
                module: &self.module,
                entry_point: Some("place_light"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState {
                topology: wgpu::PrimitiveTopology::TriangleStrip,
                ..wgpu::PrimitiveState::default()
            },
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &self.module,
                entry_point: Some("shade_light"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(variant.target())],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}
