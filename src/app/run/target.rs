//! The target of frames: a window or an image, drawn by the GPU or by the software backend.
//!
//! Owns the choice between the two backends: [`FrameTarget::open`]. The runner draws to all targets in the same way;
//! only captures ask whether a target can be read.

use std::time::Duration;

use super::monitor::DrawnFrame;
use crate::app::builder::App;
use crate::app::options::Backend;
use crate::assets::shader::ShaderTable;
use crate::error::Error;
use crate::platform::Instant;
use crate::render::software::{SoftwareRenderer, SoftwareSettings};
use crate::render::{DrawCost, Frame, RenderStats};

#[cfg(feature = "window")]
use crate::app::window::present::SoftwareWindow;
#[cfg(feature = "gpu")]
use crate::render::gpu::{
    AdapterChoice, GpuError, GpuInstance, OffscreenRenderer, OffscreenSettings,
};
#[cfg(all(feature = "gpu", feature = "window"))]
use crate::render::gpu::{PresentOutcome, Skip, Vsync, WindowRenderer};

/// The target of frames.
pub(crate) enum FrameTarget {
    /// A window, drawn by the GPU.
    #[cfg(all(feature = "gpu", feature = "window"))]
    GpuWindow(Box<WindowRenderer>),
    /// A window whose GPU failed, until the software backend draws it.
    #[cfg(all(feature = "gpu", feature = "window"))]
    GpuFailure(GpuFailure),
    /// A window, drawn by the software backend.
    #[cfg(feature = "window")]
    SoftwareWindow(Box<SoftwareWindow>),
    /// An image, drawn by the GPU.
    #[cfg(feature = "gpu")]
    GpuImage(Box<OffscreenRenderer>),
    /// An image, drawn by the software backend.
    SoftwareImage(Box<SoftwareRenderer>),
    /// A target that a test has scripted.
    #[cfg(test)]
    Scripted(ScriptedTarget),
}

/// State of a window whose GPU failed.
#[cfg(all(feature = "gpu", feature = "window"))]
#[derive(Debug)]
pub(crate) enum GpuFailure {
    /// Not reported to the loop yet.
    NotReported,
    /// The software backend was requested.
    Waiting,
    /// The software backend cannot draw into the window either.
    Refused(Error),
}

/// Results of frames, scripted by a test.
#[cfg(test)]
pub(crate) struct ScriptedTarget {
    /// Waits for a surface texture. Returns whether there is one.
    pub(crate) acquire: Box<dyn FnMut() -> bool + Send>,
    pub(crate) draw: Box<dyn FnMut(&Frame<'_>) -> FrameOutcome + Send>,
    pub(crate) calls: ScriptedCalls,
}

/// Calls that a scripted target received, in order.
#[cfg(test)]
#[derive(Clone, Default)]
pub(crate) struct ScriptedCalls {
    pub(crate) sizes: std::sync::Arc<std::sync::Mutex<Vec<[u32; 2]>>>,
    pub(crate) vsync: std::sync::Arc<std::sync::Mutex<Vec<bool>>>,
}

/// The choice of a backend and an adapter.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Selection {
    pub(crate) backend: Backend,
    /// Number of the adapter, see [`App::adapter`].
    #[cfg_attr(
        not(feature = "gpu"),
        expect(dead_code, reason = "only the GPU backend needs it")
    )]
    pub(crate) adapter: Option<usize>,
    /// Whether GPU times are measured.
    #[cfg_attr(
        not(feature = "gpu"),
        expect(dead_code, reason = "only the GPU backend needs it")
    )]
    pub(crate) measure_gpu: bool,
}

impl Selection {
    /// Returns the choice of an app. `backend` is the one that it requests.
    pub(crate) fn of(app: &App, backend: Backend) -> Self {
        Self {
            backend,
            adapter: app.adapter,
            measure_gpu: app.is_observed(),
        }
    }
}

/// A window or an image that either backend can open.
pub(crate) trait OpenTarget {
    /// Opens a target drawn by the GPU.
    ///
    /// # Errors
    /// No adapter of this kind can draw into it, or the device cannot be opened.
    #[cfg(feature = "gpu")]
    fn gpu_target(
        &mut self,
        instance: GpuInstance,
        adapter: AdapterChoice,
        measure_gpu: bool,
    ) -> Result<FrameTarget, Error>;

    /// Opens a target drawn by the software backend.
    ///
    /// # Errors
    /// The window system does not allow it. An image can always be drawn.
    fn software_target(&mut self) -> Result<FrameTarget, Error>;
}

/// Opens targets that draw into an image in memory.
pub(crate) struct ImageTarget;

impl OpenTarget for ImageTarget {
    #[cfg(feature = "gpu")]
    fn gpu_target(
        &mut self,
        instance: GpuInstance,
        adapter: AdapterChoice,
        measure_gpu: bool,
    ) -> Result<FrameTarget, Error> {
        let settings = OffscreenSettings {
            adapter,
            measure_gpu,
            ..OffscreenSettings::default()
        };
        let renderer = OffscreenRenderer::new(&instance, settings)?;
        Ok(FrameTarget::GpuImage(Box::new(renderer)))
    }

    fn software_target(&mut self) -> Result<FrameTarget, Error> {
        let renderer = SoftwareRenderer::new(SoftwareSettings::default());
        Ok(FrameTarget::SoftwareImage(Box::new(renderer)))
    }
}

/// The result of drawing a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FrameOutcome {
    /// The frame is drawn and submitted to the display.
    Complete(DrawnFrame),
    /// Nothing can be drawn now. The next attempt can wait.
    Skipped,
    /// The window has changed, and the frame did not fit it. The next frame fits.
    #[cfg_attr(
        not(all(feature = "gpu", feature = "window")),
        expect(dead_code, reason = "only GPU surfaces have to be made to fit")
    )]
    Outdated,
    /// The surface is lost: request a new one.
    #[cfg(feature = "window")]
    #[cfg_attr(
        not(feature = "gpu"),
        expect(dead_code, reason = "only GPU surfaces get lost")
    )]
    SurfaceLost,
    /// The GPU has failed: request the software backend's surface. Reported once.
    #[cfg(feature = "window")]
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "only the GPU fails"))]
    GpuFailed,
}

impl FrameTarget {
    /// Opens the target with the backend that `--backend` selects. [`Backend::Auto`] selects a usable hardware GPU if
    /// there is one, or the adapter of a number, else the software backend, which is logged.
    ///
    /// # Errors
    /// [`Backend::Gpu`] without a usable GPU, an adapter that does not exist, or the software backend cannot draw into
    /// the window.
    pub(crate) fn open(selection: Selection, target: &mut impl OpenTarget) -> Result<Self, Error> {
        let backend = selection.backend;
        #[cfg(feature = "gpu")]
        if backend != Backend::Software {
            match Self::open_gpu(selection, target) {
                Ok(Some(target)) => return Ok(target),
                Ok(None) => log::info!("no hardware GPU: drawing with the software backend"),
                Err(error) if backend == Backend::Gpu || selection.adapter.is_some() => {
                    return Err(error);
                }
                Err(error) => log::warn!("{error}; drawing with the software backend"),
            }
        }
        #[cfg(not(feature = "gpu"))]
        if backend == Backend::Gpu {
            return Err(Error::Setting(
                "--backend gpu: this program was built without the feature `gpu`".into(),
            ));
        }
        target.software_target()
    }

    /// Opens a target drawn by the GPU. `None` if hardware is required and there is none.
    #[cfg(feature = "gpu")]
    fn open_gpu(selection: Selection, target: &mut impl OpenTarget) -> Result<Option<Self>, Error> {
        let instance = GpuInstance::new()?;
        // A driver that draws on the CPU is slower than the software backend, and is used only on request.
        let adapter = if let Some(number) = selection.adapter {
            AdapterChoice::Number(number)
        } else if selection.backend == Backend::Gpu {
            AdapterChoice::Any
        } else if instance.adapters().iter().any(|adapter| adapter.hardware) {
            AdapterChoice::Hardware
        } else {
            return Ok(None);
        };
        let target = target.gpu_target(instance, adapter, selection.measure_gpu)?;
        Ok(Some(target))
    }

    /// Returns the backend's name: `gpu` or `software`; `none` while a GPU that failed is not replaced yet.
    pub(crate) fn backend(&self) -> &'static str {
        match self {
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::GpuWindow(_) => "gpu",
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::GpuFailure(_) => "none",
            #[cfg(feature = "gpu")]
            Self::GpuImage(_) => "gpu",
            #[cfg(feature = "window")]
            Self::SoftwareWindow(_) => "software",
            Self::SoftwareImage(_) => "software",
            #[cfg(test)]
            Self::Scripted(_) => "scripted",
        }
    }

    /// Returns the name of the GPU, or the number of the software backend's threads; `none` as in
    /// [`FrameTarget::backend`].
    pub(crate) fn adapter(&self) -> String {
        let threads = match self {
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::GpuWindow(window) => return window.adapter().to_string(),
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::GpuFailure(_) => return "none".to_owned(),
            #[cfg(feature = "gpu")]
            Self::GpuImage(image) => return image.adapter().to_string(),
            #[cfg(feature = "window")]
            Self::SoftwareWindow(window) => window.threads(),
            Self::SoftwareImage(image) => image.threads(),
            #[cfg(test)]
            Self::Scripted(_) => 0,
        };
        let s = if threads == 1 { "" } else { "s" };
        format!("processor ({threads} thread{s})")
    }

    /// Returns whether drawing itself waits for the display's refresh when vsync is on. Only hardware GPUs do.
    #[cfg(feature = "window")]
    pub(crate) fn waits_for_refresh(&self) -> bool {
        match self {
            #[cfg(feature = "gpu")]
            Self::GpuWindow(window) => window.waits_for_refresh(),
            _ => false,
        }
    }

    /// Sets the window's width and height in pixels. A window without an area is not drawn.
    pub(crate) fn resize(&mut self, size: [u32; 2]) {
        #[cfg(all(feature = "gpu", feature = "window"))]
        if let Self::GpuWindow(window) = self {
            window.resize(size);
        }
        #[cfg(test)]
        if let Self::Scripted(script) = self {
            script.calls.sizes.lock().unwrap().push(size);
        }
        // Other targets use the size of each frame.
        let _ = size;
    }

    /// Sets whether drawing waits for the display's refresh, beginning with the next frame. The software backend never
    /// does.
    pub(crate) fn set_vsync(&mut self, waits: bool) {
        #[cfg(all(feature = "gpu", feature = "window"))]
        if let Self::GpuWindow(window) = self {
            window.set_vsync(if waits { Vsync::On } else { Vsync::Off });
        }
        #[cfg(test)]
        if let Self::Scripted(script) = self {
            script.calls.vsync.lock().unwrap().push(waits);
        }
        let _ = waits;
    }

    /// Stops drawing a window by the GPU: `state` replaces the target. The GPU's surface is dropped, because a window
    /// has only one surface at a time.
    #[cfg(all(feature = "gpu", feature = "window"))]
    fn abandon(&mut self, error: &GpuError, state: GpuFailure) {
        log::warn!("{error}; the software backend continues in the same window");
        *self = Self::GpuFailure(state);
    }

    /// Continues with the software backend, which draws the same pixels, if this is an image whose device was lost or
    /// hangs.
    ///
    /// # Errors
    /// Returns any other error.
    #[cfg(feature = "gpu")]
    fn survive(&mut self, error: GpuError, shaders: &ShaderTable) -> Result<(), Error> {
        if !matches!(self, Self::GpuImage(_)) || !is_loss(&error) {
            return Err(error.into());
        }
        log_shaders(&error, shaders);
        log::warn!("{error}; drawing with the software backend");
        *self = ImageTarget.software_target()?;
        Ok(())
    }

    /// Acquires the surface texture of a window for the next frame, which may wait for the display's refresh. Returns
    /// false if there is none: drawing reports the reason.
    ///
    /// # Errors
    /// The same as [`FrameTarget::draw`].
    pub(crate) fn acquire(&mut self) -> Result<bool, Error> {
        #[cfg(all(feature = "gpu", feature = "window"))]
        match self {
            Self::GpuWindow(window) => match window.acquire() {
                Ok(is_there) => return Ok(is_there),
                Err(error) => {
                    self.abandon(&error, GpuFailure::NotReported);
                    return Ok(false);
                }
            },
            Self::GpuFailure(_) => return Ok(false),
            _ => {}
        }
        #[cfg(test)]
        if let Self::Scripted(script) = self {
            return Ok((script.acquire)());
        }
        Ok(true)
    }

    /// Draws a frame. In a window it may wait for the display's refresh, unless a surface texture was acquired.
    ///
    /// # Errors
    /// The GPU cannot draw an image, and another attempt would fail, too; or the software backend cannot replace the
    /// GPU in a window.
    pub(crate) fn draw(&mut self, frame: &Frame<'_>) -> Result<FrameOutcome, Error> {
        let start = Instant::now();
        let drawn = |stats: RenderStats, waited: Duration| {
            FrameOutcome::Complete(DrawnFrame {
                stats,
                render: start.elapsed() - waited,
                present: waited,
            })
        };
        Ok(match self {
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::GpuWindow(window) => match window.render(frame) {
                Ok(PresentOutcome::Submitted(drawn)) => FrameOutcome::Complete(DrawnFrame {
                    stats: drawn.stats,
                    render: drawn.render,
                    present: drawn.present,
                }),
                Ok(PresentOutcome::Skipped(Skip::Outdated)) => FrameOutcome::Outdated,
                Ok(PresentOutcome::Skipped(_)) => FrameOutcome::Skipped,
                Ok(PresentOutcome::SurfaceLost) => FrameOutcome::SurfaceLost,
                Err(error) => {
                    log_shaders(&error, frame.frames.shaders());
                    self.abandon(&error, GpuFailure::Waiting);
                    FrameOutcome::GpuFailed
                }
            },
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::GpuFailure(state) => match core::mem::replace(state, GpuFailure::Waiting) {
                GpuFailure::NotReported => {
                    log_drawn(frame.frames.shaders());
                    FrameOutcome::GpuFailed
                }
                GpuFailure::Waiting => FrameOutcome::Skipped,
                GpuFailure::Refused(error) => return Err(error),
            },
            #[cfg(feature = "window")]
            Self::SoftwareWindow(window) => window
                .draw(frame)
                .map_or(FrameOutcome::Skipped, FrameOutcome::Complete),
            #[cfg(feature = "gpu")]
            Self::GpuImage(image) => {
                let waited = image.wait_for_frame_slot().map(|()| start.elapsed());
                match waited.and_then(|waited| Ok((image.render(frame)?, waited))) {
                    Ok((stats, waited)) => drawn(stats, waited),
                    Err(error) => {
                        self.survive(error, frame.frames.shaders())?;
                        return self.draw(frame);
                    }
                }
            }
            Self::SoftwareImage(image) => drawn(image.render(frame), Duration::ZERO),
            #[cfg(test)]
            Self::Scripted(script) => (script.draw)(frame),
        })
    }

    /// Waits until the GPU has drawn the image, for measurements of whole frames. Does not wait for a window.
    pub(crate) fn finish(&mut self) -> Result<(), Error> {
        match self {
            #[cfg(feature = "gpu")]
            Self::GpuImage(image) => Ok(image.wait()?),
            // The software backend has drawn the image when `draw` returns.
            _ => Ok(()),
        }
    }

    /// Returns the cost of the last frame, with the latest GPU time that has arrived.
    pub(crate) fn cost(&mut self) -> DrawCost {
        match self {
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::GpuWindow(window) => window.cost(),
            #[cfg(feature = "gpu")]
            Self::GpuImage(image) => image.cost(),
            #[cfg(feature = "window")]
            Self::SoftwareWindow(window) => window.cost(),
            Self::SoftwareImage(image) => image.cost(),
            #[cfg(any(test, all(feature = "gpu", feature = "window")))]
            _ => DrawCost::default(),
        }
    }

    /// Copies the image's pixels, row by row, each `u32::from_le_bytes([r, g, b, a])`. Returns false for a window, for
    /// an image that was lost with its device, and before the software backend's first frame.
    pub(crate) fn read(
        &mut self,
        pixels: &mut Vec<u32>,
        #[cfg_attr(
            not(feature = "gpu"),
            expect(unused_variables, reason = "named if a GPU fails")
        )]
        shaders: &ShaderTable,
    ) -> Result<bool, Error> {
        match self {
            #[cfg(feature = "gpu")]
            Self::GpuImage(image) => {
                if let Err(error) = image.read_rgba(pixels) {
                    return self.survive(error, shaders).map(|()| false);
                }
            }
            // The software backend has drawn nothing yet: it is new, or has just replaced a lost device.
            Self::SoftwareImage(image) if image.size().contains(&0) => return Ok(false),
            Self::SoftwareImage(image) => read_software(image, pixels),
            #[cfg(any(feature = "window", test))]
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Logs the materials and effects of the game's own that a GPU that failed has drawn: one may have been too slow for it.
#[cfg(feature = "gpu")]
fn log_shaders(error: &GpuError, shaders: &ShaderTable) {
    if is_loss(error) {
        log_drawn(shaders);
    }
}

#[cfg(feature = "gpu")]
fn log_drawn(shaders: &ShaderTable) {
    if let Some(names) = shaders.drawn_names() {
        log::warn!("the GPU failed while it drew with these shaders: {names}");
    }
}

/// Returns whether a device was lost or hangs.
#[cfg(feature = "gpu")]
fn is_loss(error: &GpuError) -> bool {
    matches!(error, GpuError::DeviceLost(_) | GpuError::TooSlow { .. })
}

/// Copies the pixels of the frame that a software renderer drew last.
pub(crate) fn read_software(image: &SoftwareRenderer, pixels: &mut Vec<u32>) {
    let [width, height] = image.size();
    pixels.resize(width as usize * height as usize, 0);
    image.copy_rgba(pixels);
}

#[cfg(test)]
mod tests;
