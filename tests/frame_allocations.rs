//! Once warm, a software frame allocates nothing; a GPU frame allocates as much for many sprites as for few.
//!
//! Counted on the thread that draws: the software backend draws on it alone here.

use core::num::NonZeroUsize;

use allocation_counter::measure;
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, FrameId};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::software::{SoftwareRenderer, SoftwareSettings};
use damselfly::render::{Blending, Fit, Frame, PaintedLayer, Projection, View};
use damselfly::scene::{Instance, Layer};

/// Frames to warm up, and frames that are counted.
const FRAMES: u64 = 20;

fn layer(sprites: u16) -> Layer {
    let mut layer = Layer::new();
    for number in 0..sprites {
        let place = vec2(f32::from(number % 300), f32::from(number / 300) * 3.0);
        layer.push(None, Instance::new(place, FrameId::PLACEHOLDER), Vec2::ZERO);
    }
    layer
}

/// Moves everything and hands it to `draw` as a frame, so often.
fn draw_moving(
    sprites: u16,
    mut draw: impl FnMut(&Frame<'_>),
    mut count: impl FnMut(&mut dyn FnMut()),
) {
    let assets = Assets::new(AssetSettings::default());
    let mut layer = layer(sprites);
    let view = View {
        size: vec2(320.0, 200.0),
        unit: Vec2::ONE,
        fit: Fit::Letterbox,
    };
    let mut frames = || {
        for frame in 0..FRAMES {
            // To and fro: what is in view stays what it was.
            let by = if frame % 2 == 0 { 1.25 } else { -1.25 };
            for instance in layer.columns_mut().instances {
                instance.step_by(vec2(by, by));
            }
            draw(&Frame {
                target: [320, 200],
                viewport: view.viewport([320, 200]),
                background: Color::BLACK,
                layers: &[PaintedLayer {
                    layer: &layer,
                    projection: Projection::IDENTITY,
                    cull: false,
                }],
                atlas: assets.atlas(),
                frames: assets.frames(),
                blending: Blending::Srgb,
            });
        }
    };
    frames();
    count(&mut frames);
}

#[test]
fn once_warm_a_software_frame_allocates_nothing() {
    let mut renderer = SoftwareRenderer::new(SoftwareSettings {
        threads: NonZeroUsize::new(1),
    });
    let mut total = None;
    draw_moving(
        10_000,
        |frame| {
            renderer.render(frame);
        },
        |frames| total = Some(measure(frames).count_total),
    );
    assert_eq!(total, Some(0), "over {FRAMES} frames");
}

#[cfg(feature = "gpu")]
mod gpu {
    use super::*;
    use damselfly::render::gpu::{GpuError, GpuInstance, OffscreenRenderer, OffscreenSettings};

    /// Allocations of a frame, on average; `None` without an adapter.
    fn per_frame(sprites: u16) -> Option<u64> {
        let made = GpuInstance::new()
            .and_then(|instance| OffscreenRenderer::new(&instance, OffscreenSettings::default()));
        let mut renderer = match made {
            Ok(renderer) => renderer,
            Err(error @ GpuError::NoAdapter { .. }) => {
                let required =
                    std::env::var("DAMSELFLY_REQUIRE_GPU").is_ok_and(|value| value == "1");
                assert!(!required, "DAMSELFLY_REQUIRE_GPU=1, and {error}");
                eprintln!("SKIPPED: {error}");
                return None;
            }
            Err(error) => panic!("{error}"),
        };
        let mut total = 0;
        draw_moving(
            sprites,
            |frame| {
                renderer.render(frame).expect("the frame is drawn");
                renderer.wait().expect("the frame is done");
            },
            |frames| total = measure(frames).count_total,
        );
        Some(total.div_ceil(FRAMES))
    }

    const BARE_SHADER: &str = "
        @group(0) @binding(0) var<storage, read> places: array<vec4<f32>>;
        @vertex fn place(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> { return places[i]; }
        @fragment fn shade() -> @location(0) vec4<f32> { return vec4(1.0); }
    ";

    /// What wgpu itself allocates for the least that such a frame can be: a copy into a buffer from mapped memory, a
    /// pass that clears and draws from it, a submit.
    fn bare_frame() -> Option<u64> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapter =
            pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default()))
                .ok()?;
        let (device, queue) =
            pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor::default())).ok()?;
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d {
                width: 320,
                height: 200,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let buffer = |usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: 1024,
                usage,
                mapped_at_creation: false,
            })
        };
        let source = buffer(wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::MAP_WRITE);
        let target = buffer(wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::STORAGE);
        let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(BARE_SHADER.into()),
        });
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: None,
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
        });
        let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: target.as_entire_binding(),
            }],
        });
        let frame = || {
            let slice = source.slice(..);
            slice.map_async(wgpu::MapMode::Write, |_| {});
            let wait = wgpu::PollType::Wait {
                submission_index: None,
                timeout: None,
            };
            device.poll(wait).expect("mapped");
            slice
                .get_mapped_range_mut()
                .expect("mapped")
                .copy_from_slice(&[7; 1024]);
            source.unmap();
            let mut encoder =
                device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            encoder.copy_buffer_to_buffer(&source, 0, &target, 0, 1024);
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..wgpu::RenderPassDescriptor::default()
            });
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &bindings, &[]);
            pass.draw(0..6, 0..1);
            drop(pass);
            queue.submit([encoder.finish()]);
            device
                .poll(wgpu::PollType::Wait {
                    submission_index: None,
                    timeout: None,
                })
                .expect("done");
        };
        let frames = || (0..FRAMES).for_each(|_| frame());
        frames();
        Some(measure(frames).count_total.div_ceil(FRAMES))
    }

    #[test]
    fn a_gpu_frame_allocates_as_much_for_many_sprites_as_for_few() {
        let (Some(few), Some(many), Some(bare)) = (per_frame(10), per_frame(20_000), bare_frame())
        else {
            return;
        };
        println!(
            "allocations a frame: {few} for 10 sprites, {many} for 20000, {bare} for a bare frame of wgpu"
        );
        assert!(
            many <= few + FURTHER_COPY,
            "{few} for 10 sprites, {many} for 20000"
        );
        assert!(
            few <= bare + SLACK,
            "{few} for 10 sprites, {bare} for a bare frame"
        );
    }

    /// What one more copy of the instances takes: no copy is longer than the staging memory.
    const FURTHER_COPY: u64 = 4;

    /// Beside a bare frame, ours has labels, and copies what changed in several buffers.
    const SLACK: u64 = 16;
}
