//! Plain quads with wgpu: one instance per sprite, with position, angle and colour in a vertex buffer, a sampler, and
//! alpha blending.

use std::time::Duration;

use wgpu::util::DeviceExt as _;

use crate::scene::{Scene, TARGET, TEXELS, disc};
use crate::{Kind, Row};

const SHADER: &str = "
    @group(0) @binding(0) var picture: texture_2d<f32>;
    @group(0) @binding(1) var texels: sampler;
    struct Vertex {
        @builtin(position) clip: vec4<f32>,
        @location(0) uv: vec2<f32>,
        @location(1) tint: vec4<f32>,
    }
    @vertex fn place(
        @builtin(vertex_index) vertex: u32,
        @location(0) position: vec2<f32>,
        @location(1) side: f32,
        @location(2) angle: f32,
        @location(3) tint: vec4<f32>,
    ) -> Vertex {
        let corner = vec2<f32>(vec2(vertex & 1u, vertex >> 1u));
        let arm = (corner - 0.5) * side;
        let along = vec2(cos(angle), sin(angle));
        let at = position + vec2(arm.x * along.x - arm.y * along.y, arm.x * along.y + arm.y * along.x);
        let clip = at / vec2(640.0, 360.0) - 1.0;
        return Vertex(vec4(clip.x, -clip.y, 0.0, 1.0), corner, tint);
    }
    @fragment fn shade(in: Vertex) -> @location(0) vec4<f32> {
        return textureSample(picture, texels, in.uv) * in.tint;
    }
";

/// A wgpu program that draws sprites, without an engine.
pub(crate) struct Plain {
    device: wgpu::Device,
    queue: wgpu::Queue,
    target: wgpu::TextureView,
    pipeline: wgpu::RenderPipeline,
    bindings: wgpu::BindGroup,
    instances: wgpu::Buffer,
    count: u32,
}

impl Plain {
    /// Returns a program that draws the scene's sprites. `None` without an adapter.
    pub(crate) fn new(scene: &Scene, row: &Row) -> Option<Self> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..wgpu::RequestAdapterOptions::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options)).ok()?;
        let (device, queue) =
            pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor::default())).ok()?;
        let format = match row.kind {
            Kind::LinearLight => wgpu::TextureFormat::Rgba8UnormSrgb,
            _ => wgpu::TextureFormat::Rgba8Unorm,
        };
        let mut bytes = Vec::new();
        for sprite in scene.sprites() {
            let turn = f32::from(sprite.turn.0) * (core::f32::consts::TAU / 65_536.0);
            let [x, y] = sprite.position.to_array();
            for number in [x, y, row.side.into(), turn] {
                bytes.extend_from_slice(&number.to_le_bytes());
            }
            bytes.extend_from_slice(&sprite.tint);
        }
        let instances = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some("sprites"),
            contents: &bytes,
            usage: wgpu::BufferUsages::VERTEX,
        });
        let pipeline = pipeline(&device, format);
        let filter = match row.kind {
            Kind::Filtered => wgpu::FilterMode::Linear,
            _ => wgpu::FilterMode::Nearest,
        };
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            mag_filter: filter,
            min_filter: filter,
            ..wgpu::SamplerDescriptor::default()
        });
        let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(&picture(&device, &queue, format)),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::Sampler(&sampler),
                },
            ],
        });
        let target = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("target"),
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            ..texture(TARGET, format)
        });
        Some(Self {
            target: target.create_view(&wgpu::TextureViewDescriptor::default()),
            pipeline,
            bindings,
            instances,
            count: row.count,
            device,
            queue,
        })
    }

    /// Submits a frame.
    pub(crate) fn frame(&self) {
        let mut encoder = self
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bindings, &[]);
        pass.set_vertex_buffer(0, self.instances.slice(..));
        pass.draw(0..4, 0..self.count);
        drop(pass);
        self.queue.submit([encoder.finish()]);
    }

    /// Waits until the device has finished.
    pub(crate) fn wait(&self) {
        let wait = wgpu::PollType::Wait {
            submission_index: None,
            timeout: Some(Duration::from_secs(60)),
        };
        self.device.poll(wait).expect("the device is done in time");
    }
}

/// Uploads the image of the disc.
fn picture(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    format: wgpu::TextureFormat,
) -> wgpu::TextureView {
    let descriptor = wgpu::TextureDescriptor {
        label: Some("disc"),
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        ..texture([TEXELS.into(); 2], format)
    };
    let mut rgba = disc().rgba;
    // Premultiplies the pixels: the disc is white, so each channel equals the alpha.
    for pixel in rgba.as_chunks_mut::<4>().0 {
        *pixel = [pixel[3]; 4];
    }
    let order = wgpu::util::TextureDataOrder::default();
    let texture = device.create_texture_with_data(queue, &descriptor, order, &rgba);
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

fn texture(
    [width, height]: [u32; 2],
    format: wgpu::TextureFormat,
) -> wgpu::TextureDescriptor<'static> {
    wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::empty(),
        view_formats: &[],
    }
}

fn pipeline(device: &wgpu::Device, format: wgpu::TextureFormat) -> wgpu::RenderPipeline {
    let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("plain"),
        source: wgpu::ShaderSource::Wgsl(SHADER.into()),
    });
    let attributes =
        wgpu::vertex_attr_array![0 => Float32x2, 1 => Float32, 2 => Float32, 3 => Unorm8x4];
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("plain"),
        layout: None,
        vertex: wgpu::VertexState {
            module: &shader,
            entry_point: Some("place"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[Some(wgpu::VertexBufferLayout {
                array_stride: 20,
                step_mode: wgpu::VertexStepMode::Instance,
                attributes: &attributes,
            })],
        },
        primitive: wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &shader,
            entry_point: Some("shade"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::ColorTargetState {
                format,
                blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}
