//! A window filled with the first pixel of an image, drawn by the GPU, or by the processor without a GPU. It uses no
//! engine: its build time is the yardstick for the engine's.

use std::error::Error;
use std::num::NonZeroU32;
use std::sync::Arc;

use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop, OwnedDisplayHandle};
use winit::window::{Window, WindowId};

const PICTURE: &[u8] = include_bytes!("../../assets/samples/planet.png");

/// Red, green, blue.
type Rgb = [u8; 3];

struct Gpu {
    surface: wgpu::Surface<'static>,
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Gpu {
    fn open(window: &Arc<Window>) -> Result<Self, Box<dyn Error>> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let surface = instance.create_surface(Arc::clone(window))?;
        let options = wgpu::RequestAdapterOptions {
            compatible_surface: Some(&surface),
            ..wgpu::RequestAdapterOptions::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options))?;
        let device = wgpu::DeviceDescriptor::default();
        let (device, queue) = pollster::block_on(adapter.request_device(&device))?;
        let size = window.inner_size();
        let configuration = surface
            .get_default_config(&adapter, size.width, size.height)
            .ok_or("the adapter cannot draw on the window")?;
        surface.configure(&device, &configuration);
        Ok(Self {
            surface,
            device,
            queue,
        })
    }

    fn clear(&self, color: Rgb) {
        let wgpu::CurrentSurfaceTexture::Success(picture) = self.surface.get_current_texture()
        else {
            return;
        };
        let view = picture
            .texture
            .create_view(&wgpu::TextureViewDescriptor::default());
        let [r, g, b] = color.map(|channel| f64::from(channel) / 255.0);
        let attachment = wgpu::RenderPassColorAttachment {
            view: &view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a: 1.0 }),
                store: wgpu::StoreOp::Store,
            },
        };
        let mut encoder = self
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        drop(encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(attachment)],
            ..wgpu::RenderPassDescriptor::default()
        }));
        self.queue.submit([encoder.finish()]);
        self.queue.present(picture);
    }
}

struct Software(softbuffer::Surface<OwnedDisplayHandle, Arc<Window>>);

impl Software {
    fn open(window: &Arc<Window>, display: OwnedDisplayHandle) -> Result<Self, Box<dyn Error>> {
        let context = softbuffer::Context::new(display)?;
        Ok(Self(softbuffer::Surface::new(
            &context,
            Arc::clone(window),
        )?))
    }

    fn clear(&mut self, size: [u32; 2], [r, g, b]: Rgb) -> Result<(), Box<dyn Error>> {
        let [Some(width), Some(height)] = size.map(NonZeroU32::new) else {
            return Ok(());
        };
        self.0.resize(width, height)?;
        let mut pixels = self.0.buffer_mut()?;
        pixels.fill(u32::from_be_bytes([0, r, g, b]));
        Ok(pixels.present()?)
    }
}

enum Screen {
    Gpu(Gpu),
    Software(Software),
}

struct Program {
    color: Rgb,
    display: OwnedDisplayHandle,
    shown: Option<(Arc<Window>, Screen)>,
}

impl Program {
    fn open(&self, event_loop: &ActiveEventLoop) -> Result<(Arc<Window>, Screen), Box<dyn Error>> {
        let window = Arc::new(event_loop.create_window(Window::default_attributes())?);
        let screen = match Gpu::open(&window) {
            Ok(gpu) => Screen::Gpu(gpu),
            Err(_) => Screen::Software(Software::open(&window, self.display.clone())?),
        };
        Ok((window, screen))
    }

    fn draw(&mut self) -> Result<(), Box<dyn Error>> {
        match &mut self.shown {
            Some((_, Screen::Gpu(gpu))) => gpu.clear(self.color),
            Some((window, Screen::Software(software))) => {
                software.clear(window.inner_size().into(), self.color)?;
            }
            None => {}
        }
        Ok(())
    }
}

impl ApplicationHandler for Program {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        match self.open(event_loop) {
            Ok(shown) => self.shown = Some(shown),
            Err(_) => event_loop.exit(),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::RedrawRequested if self.draw().is_ok() => {}
            WindowEvent::RedrawRequested | WindowEvent::CloseRequested => event_loop.exit(),
            _ => {}
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let picture = image::load_from_memory(PICTURE)?.into_rgb8();
    let event_loop = EventLoop::new()?;
    let mut program = Program {
        color: picture.get_pixel(0, 0).0,
        display: event_loop.owned_display_handle(),
        shown: None,
    };
    Ok(event_loop.run_app(&mut program)?)
}
