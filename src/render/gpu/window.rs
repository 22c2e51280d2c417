//! Frames into a window, whatever becomes of its surface and of the device.

use std::time::{Duration, Instant};

use crate::render::frame::{Blending, Frame, RenderStats};

use super::adapter::{AdapterChoice, AdapterSummary};
use super::device::{Gpu, GpuLimits};
use super::error::GpuError;
use super::renderer::{Renderer, Target};
use super::surface::{GpuSurface, Vsync};
use super::swapchain::{After, Answer, Before, Skip, Swapchain};

/// Devices that may be lost one after the other without a frame in between before it is an error.
const MOST_LOSSES: u32 = 3;

/// How a window is drawn into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WindowSettings {
    /// Which kinds of adapter will do; any by default.
    pub adapter: AdapterChoice,
    /// Whether pictures wait for the screen; they do by default.
    pub vsync: Vsync,
    /// Bounds on what is asked of the device; none by default.
    pub limits: GpuLimits,
}

/// What became of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presented {
    /// It is on its way to the screen.
    Drawn(PresentedFrame),
    /// There was nothing to draw on just now.
    Skipped(Skip),
    /// The surface is lost, or the device and the surface with it: make a new one where the window is, and
    /// hand it to [`WindowRenderer::replace_surface`]. Until then every frame is answered so.
    SurfaceLost,
}

/// A frame that was drawn, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresentedFrame {
    /// Counts.
    pub stats: RenderStats,
    /// Time to prepare, upload, record and submit it.
    pub render: Duration,
    /// Time to wait for a picture to draw on, and to hand it over for showing.
    pub present: Duration,
}

/// Draws frames into a window. Lives on the game's thread.
///
/// Its frames are to be of one `Assets`: what is copied goes by versions, which start anew in another.
#[derive(Debug)]
pub struct WindowRenderer {
    // Dropped before the device is.
    surface: GpuSurface,
    renderer: Renderer,
    swapchain: Swapchain,
    settings: WindowSettings,
    blending: Blending,
    /// What the surface's pictures are drawn on as, once it is configured.
    format: Option<wgpu::TextureFormat>,
    /// The device was lost, and there is no new one yet.
    device_lost: bool,
    /// Devices lost since the last frame that was drawn.
    losses: u32,
}

impl WindowRenderer {
    /// Opens a device that can draw into the window. Tell it the window's size next.
    ///
    /// # Errors
    /// No adapter of the kind asked for can present to the window, or it gives no device.
    pub fn new(surface: GpuSurface, settings: WindowSettings) -> Result<Self, GpuError> {
        let renderer = open(&surface, settings)?;
        let swapchain = Swapchain::new(renderer.gpu().limits.max_texture_dimension_2d);
        Ok(Self {
            surface,
            renderer,
            swapchain,
            settings,
            blending: Blending::default(),
            format: None,
            device_lost: false,
            losses: 0,
        })
    }

    /// What draws.
    pub fn adapter(&self) -> &AdapterSummary {
        &self.renderer.gpu().summary
    }

    /// The window's size in pixels. Any number of times: the surface follows with the next frame.
    pub fn resize(&mut self, size: [u32; 2]) {
        self.swapchain.resize(size);
    }

    /// The size of the pictures, which frames are to have: the window's, or less where the device allows no
    /// more.
    pub fn size(&self) -> [u32; 2] {
        self.swapchain.size()
    }

    /// Whether pictures wait for the screen.
    pub fn set_vsync(&mut self, vsync: Vsync) {
        if self.settings.vsync != vsync {
            self.settings.vsync = vsync;
            self.swapchain.reconfigure();
        }
    }

    /// A new surface of the same window, in the place of one that was lost. If the device was lost too, the
    /// next frame opens a new one, and everything is copied to it again.
    pub fn replace_surface(&mut self, surface: GpuSurface) {
        self.surface = surface;
        self.swapchain.replaced();
    }

    /// Draws a frame, at most once a call; may wait for the screen, or up to a second for a hidden window.
    ///
    /// # Errors
    /// The driver fails in a way that trying again will not mend: there is no device any more, or one after
    /// the other is lost.
    pub fn render(&mut self, frame: &Frame<'_>) -> Result<Presented, GpuError> {
        if self.swapchain.is_lost() {
            return Ok(Presented::SurfaceLost);
        }
        match self.try_render(frame) {
            Err(GpuError::DeviceLost(text)) if self.losses < MOST_LOSSES => {
                log::warn!("the graphics device was lost ({text}): a new one is opened");
                self.losses += 1;
                self.device_lost = true;
                self.swapchain.lose();
                Ok(Presented::SurfaceLost)
            }
            shown => {
                if matches!(shown, Ok(Presented::Drawn(_))) {
                    self.losses = 0;
                }
                shown
            }
        }
    }

    /// Destroys the device, as a failing driver would, to see that this is survived.
    pub fn lose_device(&self) {
        self.renderer.gpu().device.destroy();
    }

    fn try_render(&mut self, frame: &Frame<'_>) -> Result<Presented, GpuError> {
        if self.device_lost {
            self.renderer = open(&self.surface, self.settings)?;
            self.swapchain
                .allow(self.renderer.gpu().limits.max_texture_dimension_2d);
            self.device_lost = false;
        }
        // Before anything is acquired: a lost device answers as if it were there.
        self.renderer.gpu().check()?;
        if self.blending != frame.blending {
            self.blending = frame.blending;
            self.swapchain.reconfigure();
        }
        let started = Instant::now();
        match self.swapchain.before() {
            Before::Skip(reason) => return Ok(Presented::Skipped(reason)),
            Before::Configure(size) => self.configure(size)?,
            Before::Acquire => {}
        }
        let (answer, picture) = acquire(self.surface.wgpu()?);
        match (self.swapchain.after(answer), picture) {
            (After::Draw, Some(picture)) => self.draw(frame, picture, started.elapsed()),
            (After::Skip(reason), _) => self
                .renderer
                .gpu()
                .check()
                .map(|()| Presented::Skipped(reason)),
            (After::SurfaceLost, _) => Ok(Presented::SurfaceLost),
            (After::Draw | After::GiveUp, _) => {
                self.renderer.gpu().check()?;
                Err(GpuError::Surface(
                    "it gives no picture, and does not say why".to_owned(),
                ))
            }
        }
    }

    fn configure(&mut self, size: [u32; 2]) -> Result<(), GpuError> {
        let gpu = self.renderer.gpu();
        let (configuration, view) =
            self.surface
                .configuration(gpu, size, self.settings.vsync, self.blending)?;
        let surface = self.surface.wgpu()?;
        gpu.refusable(|device| surface.configure(device, &configuration))?;
        self.format = Some(view);
        self.swapchain.configured(size);
        Ok(())
    }

    fn draw(
        &mut self,
        frame: &Frame<'_>,
        picture: wgpu::SurfaceTexture,
        acquired: Duration,
    ) -> Result<Presented, GpuError> {
        let started = Instant::now();
        let format = self.format.unwrap_or(picture.texture.format());
        let view = picture.texture.create_view(&wgpu::TextureViewDescriptor {
            format: Some(format),
            ..wgpu::TextureViewDescriptor::default()
        });
        let size = [picture.texture.width(), picture.texture.height()];
        let stats = self.renderer.render(
            frame,
            Target {
                view: &view,
                size,
                format,
            },
        )?;
        let render = started.elapsed();
        self.renderer.gpu().queue.present(picture);
        let present = acquired + (started.elapsed() - render);
        Ok(Presented::Drawn(PresentedFrame {
            stats,
            render,
            present,
        }))
    }
}

/// A renderer on a device that can present to the surface.
fn open(surface: &GpuSurface, settings: WindowSettings) -> Result<Renderer, GpuError> {
    let WindowSettings {
        adapter,
        vsync,
        limits,
    } = settings;
    let gpu = Gpu::open(surface.instance(), adapter, limits, Some(surface.wgpu()?))?;
    // Whether it can present at all is better known now than with the first frame.
    surface.configuration(&gpu, [1, 1], vsync, Blending::default())?;
    Renderer::new(gpu)
}

/// One try to get a picture to draw on.
fn acquire(surface: &wgpu::Surface<'static>) -> (Answer, Option<wgpu::SurfaceTexture>) {
    use wgpu::CurrentSurfaceTexture as Current;
    match surface.get_current_texture() {
        Current::Success(picture) => (Answer::Good, Some(picture)),
        Current::Suboptimal(picture) => (Answer::Suboptimal, Some(picture)),
        Current::Timeout => (Answer::Timeout, None),
        Current::Occluded => (Answer::Occluded, None),
        Current::Outdated => (Answer::Outdated, None),
        Current::Lost => (Answer::Lost, None),
        Current::Validation => (Answer::Nonsense, None),
    }
}
