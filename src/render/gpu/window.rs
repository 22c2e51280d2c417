//! Drawing into a window, with recovery from lost surfaces and devices.
//!
//! A frame that fails to acquire a surface texture does not try again, but returns. The next frame tries again, so that
//! the game continues. Only the window's thread can create a surface: [`PresentOutcome::SurfaceLost`] requests it.

use std::time::Duration;

use crate::platform::Instant;
use crate::render::cost::DrawCost;
use crate::render::frame::{Blending, Frame, RenderStats};

use super::adapter::{AdapterChoice, AdapterSummary};
use super::device::{Gpu, GpuLimits};
use super::error::GpuError;
use super::recovery::{Recovery, Remedy};
use super::renderer::{RenderTarget, Renderer};
use super::surface::{GpuSurface, Vsync};
use super::swapchain::{AcquireResult, PostAcquire, PreAcquire, Skip, Swapchain};

/// Settings of a [`WindowRenderer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowRendererSettings {
    /// Allowed kinds of adapter. Defaults to [`AdapterChoice::Any`].
    pub adapter: AdapterChoice,
    /// Whether frames wait for the display refresh. Defaults to [`Vsync::On`].
    pub vsync: Vsync,
    /// Number of frames that may be submitted and not shown yet, 1 to 3: values outside are clamped. Defaults to 2.
    pub frame_latency: u8,
    /// Bounds on the device's limits. Defaults to none.
    pub limits: GpuLimits,
    /// Whether passes write timestamps, for [`DrawCost::gpu`]. Defaults to false.
    pub measure_gpu: bool,
}

impl Default for WindowRendererSettings {
    fn default() -> Self {
        Self {
            adapter: AdapterChoice::default(),
            vsync: Vsync::default(),
            frame_latency: 2,
            limits: GpuLimits::default(),
            measure_gpu: false,
        }
    }
}

impl WindowRendererSettings {
    /// Returns the latency, within its limits.
    fn frame_latency(&self) -> u8 {
        self.frame_latency.clamp(1, 3)
    }
}

/// The result of drawing a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PresentOutcome {
    /// The frame was submitted and will be shown.
    Submitted(PresentedFrame),
    /// No surface texture was available.
    Skipped(Skip),
    /// The surface is lost, perhaps with the device: create a new one on the window's thread, and pass it to
    /// [`WindowRenderer::replace_surface`]. Until then every frame has this result.
    SurfaceLost,
}

/// Counts and times of a drawn and presented frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresentedFrame {
    /// Counts and bytes.
    pub stats: RenderStats,
    /// Time to prepare, upload, record and submit it. Excludes the drawing itself, which the device does at the same
    /// time.
    pub render: Duration,
    /// Time to wait for a surface texture and for frames in flight, and to present the frame. With [`Vsync::On`] it
    /// includes the wait for the display refresh.
    pub present: Duration,
}

/// Result of an attempt to acquire a surface texture.
#[derive(Debug)]
enum AcquireAttempt {
    Texture(AcquiredTexture),
    /// No texture: the next draw returns this result.
    Nothing(PresentOutcome),
}

/// A surface texture, to be drawn on and presented.
#[derive(Debug)]
struct AcquiredTexture {
    texture: wgpu::SurfaceTexture,
    /// Blending that the surface was configured for.
    blending: Blending,
    /// Time of the wait for it.
    waited: Duration,
}

/// Draws frames into a window. Lives on the game's thread. A frame of another `Assets` than the last one copies
/// everything again.
#[derive(Debug)]
pub struct WindowRenderer {
    /// Attempt for the next frame, if already made. Dropped before the surface.
    ahead: Option<AcquireAttempt>,
    // The surface is declared before `renderer`, so that it is dropped before the device.
    surface: GpuSurface,
    renderer: Renderer,
    swapchain: Swapchain,
    settings: WindowRendererSettings,
    /// Blending of the last frame. The surface is configured for it.
    blending: Blending,
    /// The format to draw in, once the surface is configured.
    format: Option<wgpu::TextureFormat>,
    /// Whether the device was lost and not replaced yet.
    device_lost: bool,
    recovery: Recovery,
    /// Whether opening a device fails. For tests.
    gone: bool,
}

impl WindowRenderer {
    /// Opens a device that can present to the window. Call [`WindowRenderer::resize`] next.
    ///
    /// # Errors
    /// If no adapter of an allowed kind can present to the window, or it cannot open a device.
    pub fn new(surface: GpuSurface, settings: WindowRendererSettings) -> Result<Self, GpuError> {
        let adapters = surface.instance().choose(settings.adapter)?;
        let renderer = open(&surface, settings, adapters)?;
        let swapchain = Swapchain::new(renderer.gpu().limits.max_texture_dimension_2d);
        Ok(Self {
            ahead: None,
            surface,
            renderer,
            swapchain,
            settings,
            blending: Blending::default(),
            format: None,
            device_lost: false,
            recovery: Recovery::default(),
            gone: false,
        })
    }

    /// Returns the adapter that draws.
    pub fn adapter(&self) -> &AdapterSummary {
        &self.renderer.gpu().summary
    }

    /// Returns the cost of the last frame. Its GPU time belongs to an earlier one, and is returned once.
    pub fn cost(&mut self) -> DrawCost {
        self.renderer.cost()
    }

    /// Returns whether drawing waits for the display's refresh while [`Vsync`] is on. Drivers that draw on the CPU do
    /// not wait. Nor does a window of a Wayland compositor that offers another mode without tearing.
    pub fn waits_for_refresh(&self) -> bool {
        let gpu = self.renderer.gpu();
        let latency = self.settings.frame_latency();
        let configuration =
            self.surface
                .configuration(gpu, [1, 1], Vsync::On, latency, self.blending);
        let waits = configuration.is_ok_and(|(it, _)| it.present_mode == wgpu::PresentMode::Fifo);
        gpu.summary.hardware && waits
    }

    /// Sets the window's size in pixels. The surface follows with the next frame, however often this is called.
    pub fn resize(&mut self, size: [u32; 2]) {
        self.swapchain.resize(size);
    }

    /// Returns the size in pixels that frames must have: the window's, or less if the device does not allow it.
    pub fn size(&self) -> [u32; 2] {
        self.swapchain.size()
    }

    /// Sets whether frames wait for the display refresh, starting with the next frame.
    pub fn set_vsync(&mut self, vsync: Vsync) {
        if self.settings.vsync != vsync {
            self.settings.vsync = vsync;
            self.swapchain.reconfigure();
        }
    }

    /// Replaces a lost surface with a new one of the same window. If the device was lost too, the next frame opens a
    /// new one, and everything is copied to it again.
    pub fn replace_surface(&mut self, surface: GpuSurface) {
        self.ahead = None;
        self.surface = surface;
        self.swapchain.replaced();
    }

    /// Acquires the surface texture for the next frame, unless it is already acquired: the contents of that frame can
    /// then be chosen after the wait for the display. May wait for the display refresh, or up to a second for a hidden
    /// window. Returns false if no texture is available; then [`WindowRenderer::render`] returns the reason.
    ///
    /// # Errors
    /// Like [`WindowRenderer::render`].
    pub fn acquire(&mut self) -> Result<bool, GpuError> {
        if self.ahead.is_none() && !self.swapchain.is_lost() {
            let tried = self.try_acquire();
            self.ahead =
                Some(self.recover(tried, AcquireAttempt::Nothing(PresentOutcome::SurfaceLost))?);
        }
        Ok(matches!(self.ahead, Some(AcquireAttempt::Texture(_))))
    }

    /// Draws a frame, at most once per call. May wait as [`WindowRenderer::acquire`] does, if that was not called
    /// before.
    ///
    /// # Errors
    /// If the failure is permanent: a limit of the device is exceeded; the device does not finish in time; several
    /// devices were lost in a row; or for ten seconds, a lost surface was not replaced or could not be configured, or
    /// no device could be opened.
    pub fn render(&mut self, frame: &Frame<'_>) -> Result<PresentOutcome, GpuError> {
        if self.swapchain.is_lost() {
            self.ahead = None;
            if self.recovery.is_late(Instant::now()) {
                let what = "it was lost, and there is no new one".to_owned();
                return Err(GpuError::Surface(what));
            }
            return Ok(PresentOutcome::SurfaceLost);
        }
        let shown = self.try_render(frame);
        let shown = self.recover(shown, PresentOutcome::SurfaceLost)?;
        if matches!(shown, PresentOutcome::Submitted(_)) {
            self.recovery.works();
        }
        Ok(shown)
    }

    /// Returns the value of `result`. After a failure that may be tried again, returns `lost`, and marks the surface as
    /// lost.
    fn recover<T>(&mut self, result: Result<T, GpuError>, lost: T) -> Result<T, GpuError> {
        let error = match result {
            Ok(done) => return Ok(done),
            Err(error) => error,
        };
        match self.recovery.failed(&error, Instant::now()) {
            Remedy::GiveUp => return Err(error),
            Remedy::NewSurface => log::warn!("{error}; trying again with a new surface"),
            Remedy::NewDevice => {
                log::warn!("{error}; opening a new graphics device");
                self.device_lost = true;
            }
        }
        self.ahead = None;
        // A new device needs a new surface, too: the old surface is configured for the lost device.
        self.swapchain.lose();
        Ok(lost)
    }

    /// Destroys the device, like a failing driver. For tests.
    #[doc(hidden)]
    pub fn lose_device(&self) {
        self.renderer.gpu().device.destroy();
    }

    /// Loses the surface, as when a compositor restarts. For tests.
    #[doc(hidden)]
    pub fn lose_surface(&mut self) {
        self.ahead = None;
        self.swapchain.lose();
    }

    /// Loses the device, and fails to open every further one, like a driver that does not come back. For tests.
    #[doc(hidden)]
    pub fn lose_gpu(&mut self) {
        self.gone = true;
        self.lose_device();
    }

    /// Tries once to draw a frame.
    fn try_render(&mut self, frame: &Frame<'_>) -> Result<PresentOutcome, GpuError> {
        // Another blending needs another format, and configuring the surface chooses the format.
        if self.blending != frame.blending {
            self.blending = frame.blending;
            self.swapchain.reconfigure();
        }
        let tried = match self.ahead.take() {
            Some(AcquireAttempt::Texture(acquired)) if !self.fits(&acquired) => {
                // The texture is dropped first, because the surface cannot be configured while its texture is in use.
                drop(acquired);
                self.try_acquire()?
            }
            Some(tried) => tried,
            None => self.try_acquire()?,
        };
        match tried {
            AcquireAttempt::Texture(acquired) => {
                // The device is checked first, because a lost device still accepts calls.
                self.renderer.gpu().check()?;
                self.draw(frame, acquired)
            }
            AcquireAttempt::Nothing(presented) => Ok(presented),
        }
    }

    /// Returns whether a surface texture can still be drawn on: window and blending are unchanged.
    fn fits(&self, acquired: &AcquiredTexture) -> bool {
        let AcquiredTexture {
            texture, blending, ..
        } = acquired;
        let size = [texture.texture.width(), texture.texture.height()];
        size == self.swapchain.size() && *blending == self.blending
    }

    /// Tries once to acquire a surface texture. If the last device was lost, opens a new one first.
    fn try_acquire(&mut self) -> Result<AcquireAttempt, GpuError> {
        if self.device_lost {
            if self.gone {
                return Err(GpuError::NoDevice("as a test demands".to_owned()));
            }
            let lost = &self.renderer.gpu().adapter;
            let instance = self.surface.instance();
            let adapters = instance.choose_again(self.settings.adapter, lost)?;
            self.renderer = open(&self.surface, self.settings, adapters)?;
            self.swapchain
                .allow(self.renderer.gpu().limits.max_texture_dimension_2d);
            self.device_lost = false;
        }
        // The device is checked before anything is acquired, because a lost device still accepts calls.
        self.renderer.gpu().check()?;
        let started = Instant::now();
        match self.swapchain.before() {
            PreAcquire::Skip(reason) => {
                return Ok(AcquireAttempt::Nothing(PresentOutcome::Skipped(reason)));
            }
            PreAcquire::Configure(size) => self.configure(size)?,
            PreAcquire::Acquire => {}
        }
        // Waits here, so that a frame shows the latest state after this wait.
        self.renderer.wait_for_frame_slot()?;
        let (result, acquired) = acquire(self.surface.wgpu()?);
        match (self.swapchain.after(result), acquired) {
            (PostAcquire::Draw, Some(texture)) => Ok(AcquireAttempt::Texture(AcquiredTexture {
                texture,
                blending: self.blending,
                waited: started.elapsed(),
            })),
            // The reason may be a lost device, whose error is then returned.
            (PostAcquire::Skip(reason), _) => {
                self.renderer.gpu().check()?;
                if matches!(reason, Skip::Occluded | Skip::Timeout) {
                    self.recovery.could_draw();
                }
                Ok(AcquireAttempt::Nothing(PresentOutcome::Skipped(reason)))
            }
            (PostAcquire::SurfaceLost, _) => {
                Ok(AcquireAttempt::Nothing(PresentOutcome::SurfaceLost))
            }
            (PostAcquire::Draw | PostAcquire::GiveUp, _) => {
                self.renderer.gpu().check()?;
                Err(GpuError::Surface(
                    "it has no texture to draw on, for an unknown reason".to_owned(),
                ))
            }
        }
    }

    /// Configures the surface for textures of this size in pixels.
    fn configure(&mut self, size: [u32; 2]) -> Result<(), GpuError> {
        let gpu = self.renderer.gpu();
        let (configuration, view) = self.surface.configuration(
            gpu,
            size,
            self.settings.vsync,
            self.settings.frame_latency(),
            self.blending,
        )?;
        let surface = self.surface.wgpu()?;
        gpu.refusable(|device| surface.configure(device, &configuration))?;
        let [width, height] = size;
        let (format, mode) = (configuration.format, configuration.present_mode);
        log::debug!("the window's surface has {width}x{height} px, {format:?}, {mode:?}");
        self.format = Some(view);
        self.swapchain.configured(size);
        Ok(())
    }

    /// Draws a frame on a surface texture and presents it.
    fn draw(
        &mut self,
        frame: &Frame<'_>,
        acquired: AcquiredTexture,
    ) -> Result<PresentOutcome, GpuError> {
        let AcquiredTexture {
            texture: acquired,
            waited,
            ..
        } = acquired;
        let started = Instant::now();
        let format = self.format.unwrap_or(acquired.texture.format());
        let view = acquired.texture.create_view(&wgpu::TextureViewDescriptor {
            format: Some(format),
            ..wgpu::TextureViewDescriptor::default()
        });
        let size = [acquired.texture.width(), acquired.texture.height()];
        let stats = self.renderer.render(
            frame,
            RenderTarget {
                view: &view,
                size,
                format,
            },
        )?;
        let render = started.elapsed();
        self.renderer.gpu().queue.present(acquired);
        let present = waited + (started.elapsed() - render);
        Ok(PresentOutcome::Submitted(PresentedFrame {
            stats,
            render,
            present,
        }))
    }
}

/// Returns a renderer on a new device of the first adapter that can present to the surface.
///
/// # Errors
/// Like [`WindowRenderer::new`].
fn open(
    surface: &GpuSurface,
    settings: WindowRendererSettings,
    adapters: Vec<(wgpu::Adapter, AdapterSummary)>,
) -> Result<Renderer, GpuError> {
    let WindowRendererSettings {
        limits,
        measure_gpu,
        ..
    } = settings;
    let latency = settings.frame_latency();
    Gpu::open(adapters, limits, measure_gpu, |gpu| {
        // Fails now, not with the first frame, if the adapter cannot present to this surface at all.
        surface.configuration(&gpu, [1, 1], settings.vsync, latency, Blending::default())?;
        let mut renderer = Renderer::new(gpu)?;
        renderer.limit_frames(latency);
        Ok(renderer)
    })
}

/// Tries once to acquire a surface texture.
fn acquire(surface: &wgpu::Surface<'static>) -> (AcquireResult, Option<wgpu::SurfaceTexture>) {
    use wgpu::CurrentSurfaceTexture as Current;
    match surface.get_current_texture() {
        Current::Success(acquired) => (AcquireResult::Good, Some(acquired)),
        Current::Suboptimal(acquired) => (AcquireResult::Suboptimal, Some(acquired)),
        Current::Timeout => (AcquireResult::Timeout, None),
        Current::Occluded => (AcquireResult::Occluded, None),
        Current::Outdated => (AcquireResult::Outdated, None),
        Current::Lost => (AcquireResult::Lost, None),
        Current::Validation => (AcquireResult::Unexplained, None),
    }
}
