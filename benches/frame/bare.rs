//! A minimal wgpu frame: writes bytes into mapped memory, copies them, clears and draws in one pass, and submits.
//!
//! It makes only the wgpu calls that the engine's renderer cannot avoid, with the same labels and the same ring of
//! mapped buffers. The rest of the cost of a frame belongs to the engine. Shared by the bench `frame` and by
//! `tests/allocations/frames.rs`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const SHADER: &str = "
    @group(0) @binding(0) var<storage, read> sprites: array<vec4<f32>>;
    @vertex fn place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) chunk: u32)
        -> @builtin(position) vec4<f32> {
        return sprites[chunk * 2048u + vertex / 4u * 2u];
    }
    @fragment fn shade() -> @location(0) vec4<f32> { return vec4(1.0); }
";

/// Bytes of a sprite.
const SPRITE: u64 = 32;
/// Number of sprites per instance of the draw call.
const CHUNK: u32 = 1024;
/// Maximum number of frames that the device has not finished.
const UNDER_WAY: usize = 3;

/// A buffer of the ring, and whether it is mapped again.
struct Staging {
    buffer: wgpu::Buffer,
    mapped: Arc<AtomicBool>,
}

/// A wgpu program that draws sprites, without an engine.
pub(crate) struct Bare {
    device: wgpu::Device,
    queue: wgpu::Queue,
    view: wgpu::TextureView,
    pipeline: wgpu::RenderPipeline,
    corners: wgpu::Buffer,
    sprites: wgpu::Buffer,
    bindings: wgpu::BindGroup,
    staging: Vec<Staging>,
    turn: usize,
    chunks: u32,
    size: [u32; 2],
}

impl Bare {
    /// Returns a program that draws `sprites` sprites into a texture of this size. `None` without an adapter.
    pub(crate) fn new(sprites: u32, size: [u32; 2]) -> Option<Self> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapter =
            pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default()))
                .ok()?;
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        }))
        .ok()?;
        let chunks = sprites.div_ceil(CHUNK);
        let bytes = u64::from(chunks * CHUNK) * SPRITE;
        let buffer = |label, size, usage, mapped_at_creation| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size,
                usage,
                mapped_at_creation,
            })
        };
        use wgpu::BufferUsages as Usage;
        let room = |bytes| buffer("sprites", bytes, Usage::COPY_DST | Usage::STORAGE, false);
        let corners = buffer("corners", 12 * u64::from(CHUNK), Usage::INDEX, false);
        let staging = (0..UNDER_WAY).map(|_| Staging {
            buffer: buffer("staging", bytes, Usage::MAP_WRITE | Usage::COPY_SRC, true),
            mapped: Arc::new(AtomicBool::new(true)),
        });
        let staging = staging.collect();
        // A smaller buffer exists until the larger one is created, as in a program whose buffer has grown. It raises
        // the highest buffer index, which is the length of wgpu's list of used resources.
        let small = room(u64::from(CHUNK) * SPRITE);
        let target = room(bytes);
        drop(small);
        let pipeline = pipeline(&device);
        let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("sprites"),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: target.as_entire_binding(),
            }],
        });
        Some(Self {
            view: picture(&device, size),
            pipeline,
            corners,
            sprites: target,
            bindings,
            staging,
            turn: 0,
            chunks,
            size,
            device,
            queue,
        })
    }

    /// Writes sprites by `fill` and draws them in a frame, up to the end of the submission.
    pub(crate) fn frame(&mut self, bytes: usize, fill: impl FnOnce(wgpu::WriteOnly<'_, [u8]>)) {
        let staging = &self.staging[self.turn];
        while !staging.mapped.load(Ordering::Acquire) {
            self.wait();
        }
        let mut view = staging
            .buffer
            .get_mapped_range_mut(..)
            .expect("it is mapped");
        fill(view.slice(..bytes));
        drop(view);
        let label = wgpu::CommandEncoderDescriptor {
            label: Some("frame"),
        };
        let mut encoder = self.device.create_command_encoder(&label);
        encoder.copy_buffer_to_buffer(&staging.buffer, 0, &self.sprites, 0, bytes as u64);
        staging.buffer.unmap();
        self.record(&mut encoder);
        self.queue.submit([encoder.finish()]);
        staging.mapped.store(false, Ordering::Release);
        let mapped = Arc::clone(&staging.mapped);
        staging
            .buffer
            .map_async(wgpu::MapMode::Write, .., move |result| {
                mapped.store(result.is_ok(), Ordering::Release);
            });
        self.turn = (self.turn + 1) % UNDER_WAY;
    }

    fn record(&self, encoder: &mut wgpu::CommandEncoder) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("sprites"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        let [width, height] = self.size;
        pass.set_pipeline(&self.pipeline);
        pass.set_index_buffer(self.corners.slice(..), wgpu::IndexFormat::Uint16);
        pass.set_viewport(0.0, 0.0, width as f32, height as f32, 0.0, 1.0);
        pass.set_scissor_rect(0, 0, width, height);
        pass.set_bind_group(0, &self.bindings, &[]);
        pass.draw_indexed(0..6 * CHUNK, 0, 0..self.chunks);
    }

    /// Waits until the device has finished.
    pub(crate) fn wait(&self) {
        let wait = wgpu::PollType::Wait {
            submission_index: None,
            timeout: Some(Duration::from_secs(10)),
        };
        self.device.poll(wait).expect("the device is done in time");
    }
}

fn picture(device: &wgpu::Device, [width, height]: [u32; 2]) -> wgpu::TextureView {
    device
        .create_texture(&wgpu::TextureDescriptor {
            label: Some("picture"),
            size: wgpu::Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        })
        .create_view(&wgpu::TextureViewDescriptor::default())
}

fn pipeline(device: &wgpu::Device) -> wgpu::RenderPipeline {
    let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("bare"),
        source: wgpu::ShaderSource::Wgsl(SHADER.into()),
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("bare"),
        layout: None,
        vertex: wgpu::VertexState {
            module: &shader,
            entry_point: Some("place"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &shader,
            entry_point: Some("shade"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::TextureFormat::Rgba8Unorm.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
