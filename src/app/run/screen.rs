//! The target of frames: a window or a picture, drawn by the GPU or by the software backend.
//!
//! Owns the choice between the two backends: [`Screen::open`]. The runner draws to any screen alike; only recordings
//! ask whether it can be read.

use std::time::{Duration, Instant};

use super::measure::DrawnFrame;
use crate::app::options::Backend;
use crate::error::Error;
use crate::render::software::{SoftwareRenderer, SoftwareSettings};
use crate::render::{Frame, RenderStats};

#[cfg(feature = "window")]
use crate::app::window::present::SoftwareWindow;
#[cfg(feature = "gpu")]
use crate::render::gpu::{
    AdapterChoice, GpuError, GpuInstance, OffscreenRenderer, OffscreenSettings,
};
#[cfg(all(feature = "gpu", feature = "window"))]
use crate::render::gpu::{Presented, Skip, Vsync, WindowRenderer};

/// The target of frames.
#[derive(Debug)]
pub(crate) enum Screen {
    /// A window, drawn by the GPU.
    #[cfg(all(feature = "gpu", feature = "window"))]
    GpuWindow(Box<WindowRenderer>),
    /// A window that the GPU cannot draw any more, until the software backend does.
    #[cfg(all(feature = "gpu", feature = "window"))]
    Abandoned(Abandoned),
    /// A window, drawn by the software backend.
    #[cfg(feature = "window")]
    SoftwareWindow(Box<SoftwareWindow>),
    /// A picture, drawn by the GPU.
    #[cfg(feature = "gpu")]
    GpuPicture(Box<OffscreenRenderer>),
    /// A picture, drawn by the software backend.
    SoftwarePicture(Box<SoftwareRenderer>),
    /// Nothing: for tests of the frame loop.
    #[cfg(test)]
    Scripted(ScriptedScreen),
}

/// What becomes of a window that the GPU cannot draw any more.
#[cfg(all(feature = "gpu", feature = "window"))]
#[derive(Debug)]
pub(crate) enum Abandoned {
    /// Nobody knows yet.
    Unsaid,
    /// The software backend was asked for.
    Waiting,
    /// It cannot draw into the window either.
    Refused(Error),
}

/// What becomes of frames, as a test says.
#[cfg(test)]
pub(crate) struct ScriptedScreen {
    /// Waits for a picture. Returns whether there is one.
    pub(crate) acquire: Box<dyn FnMut() -> bool + Send>,
    pub(crate) draw: Box<dyn FnMut(&Frame<'_>) -> FrameOutcome + Send>,
    pub(crate) notes: ScreenNotes,
}

/// What a scripted screen was told, in order.
#[cfg(test)]
#[derive(Clone, Default)]
pub(crate) struct ScreenNotes {
    pub(crate) sizes: std::sync::Arc<std::sync::Mutex<Vec<[u32; 2]>>>,
    pub(crate) vsync: std::sync::Arc<std::sync::Mutex<Vec<bool>>>,
}

#[cfg(test)]
impl core::fmt::Debug for ScriptedScreen {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("ScriptedScreen")
    }
}

/// A window or a picture, for which either backend can open a screen.
pub(crate) trait Target {
    /// Opens a screen drawn by the GPU.
    ///
    /// # Errors
    /// No adapter of this kind can draw into it, or the device cannot be opened.
    #[cfg(feature = "gpu")]
    fn gpu_screen(
        &mut self,
        instance: GpuInstance,
        adapter: AdapterChoice,
    ) -> Result<Screen, Error>;

    /// Opens a screen drawn by the software backend.
    ///
    /// # Errors
    /// The window's system does not allow it. A picture can always be drawn.
    fn software_screen(&mut self) -> Result<Screen, Error>;
}

/// A picture in memory.
pub(crate) struct PictureTarget;

impl Target for PictureTarget {
    #[cfg(feature = "gpu")]
    fn gpu_screen(
        &mut self,
        instance: GpuInstance,
        adapter: AdapterChoice,
    ) -> Result<Screen, Error> {
        let settings = OffscreenSettings {
            adapter,
            ..OffscreenSettings::default()
        };
        let renderer = OffscreenRenderer::new(&instance, settings)?;
        Ok(Screen::GpuPicture(Box::new(renderer)))
    }

    fn software_screen(&mut self) -> Result<Screen, Error> {
        let renderer = SoftwareRenderer::new(SoftwareSettings::default());
        Ok(Screen::SoftwarePicture(Box::new(renderer)))
    }
}

/// The result of drawing a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FrameOutcome {
    /// It is drawn, and on its way to the display.
    Complete(DrawnFrame),
    /// There is nothing to draw into for now; drawing again can wait a while.
    Skipped,
    /// The window has changed: the next frame fits it.
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
    /// The GPU cannot draw into the window any more: request the software backend's surface. Told once.
    #[cfg(feature = "window")]
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "only the GPU fails"))]
    GpuFailed,
}

impl Screen {
    /// Opens the screen of the backend that `--backend` selects. [`Backend::Auto`] takes the GPU if there is a hardware
    /// one that can be used, else the software backend, which is logged.
    ///
    /// # Errors
    /// [`Backend::Gpu`] without a GPU that can be used, or the software backend cannot draw into the window.
    pub(crate) fn open(backend: Backend, target: &mut impl Target) -> Result<Self, Error> {
        #[cfg(feature = "gpu")]
        if backend != Backend::Software {
            match Self::open_gpu(backend, target) {
                Ok(Some(screen)) => return Ok(screen),
                Ok(None) => log::info!("no hardware GPU: drawing with the software backend"),
                Err(error) if backend == Backend::Gpu => return Err(error),
                Err(error) => log::warn!("{error}; drawing with the software backend"),
            }
        }
        #[cfg(not(feature = "gpu"))]
        if backend == Backend::Gpu {
            return Err(Error::Setting(
                "--backend gpu: this program was built without the feature `gpu`".into(),
            ));
        }
        target.software_screen()
    }

    /// Opens a screen drawn by the GPU. `None` if hardware is required and there is none.
    #[cfg(feature = "gpu")]
    fn open_gpu(backend: Backend, target: &mut impl Target) -> Result<Option<Self>, Error> {
        let instance = GpuInstance::new()?;
        // A driver that draws on the CPU is slower than the software backend: used only on request.
        let adapter = if backend == Backend::Gpu {
            AdapterChoice::Any
        } else if instance.adapters().iter().any(|adapter| adapter.hardware) {
            AdapterChoice::Hardware
        } else {
            return Ok(None);
        };
        target.gpu_screen(instance, adapter).map(Some)
    }

    /// Returns the backend's name: `gpu` or `software`.
    pub(crate) fn backend(&self) -> &'static str {
        match self {
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::GpuWindow(_) => "gpu",
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::Abandoned(_) => "none",
            #[cfg(feature = "gpu")]
            Self::GpuPicture(_) => "gpu",
            #[cfg(feature = "window")]
            Self::SoftwareWindow(_) => "software",
            Self::SoftwarePicture(_) => "software",
            #[cfg(test)]
            Self::Scripted(_) => "scripted",
        }
    }

    /// Returns the name of the GPU, or the number of the software backend's threads.
    pub(crate) fn adapter(&self) -> String {
        let threads = match self {
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::GpuWindow(window) => return window.adapter().to_string(),
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::Abandoned(_) => return "none".to_owned(),
            #[cfg(feature = "gpu")]
            Self::GpuPicture(picture) => return picture.adapter().to_string(),
            #[cfg(feature = "window")]
            Self::SoftwareWindow(window) => window.threads(),
            Self::SoftwarePicture(picture) => picture.threads(),
            #[cfg(test)]
            Self::Scripted(_) => 0,
        };
        let s = if threads == 1 { "" } else { "s" };
        format!("processor ({threads} thread{s})")
    }

    /// Returns whether drawing waits for the display's refresh by itself, while it is to: only hardware GPUs do.
    #[cfg(feature = "window")]
    pub(crate) fn waits_for_refresh(&self) -> bool {
        match self {
            #[cfg(feature = "gpu")]
            Self::GpuWindow(window) => window.waits_for_refresh(),
            _ => false,
        }
    }

    /// Sets the window's width and height in pixels. One without an area, as of a minimised window, is not drawn.
    pub(crate) fn resize(&mut self, size: [u32; 2]) {
        #[cfg(all(feature = "gpu", feature = "window"))]
        if let Self::GpuWindow(window) = self {
            window.resize(size);
        }
        #[cfg(test)]
        if let Self::Scripted(script) = self {
            script.notes.sizes.lock().unwrap().push(size);
        }
        // The others take the size of each frame.
        let _ = size;
    }

    /// Sets whether drawing waits for the display's refresh, from the next frame on. The software backend never does by itself.
    pub(crate) fn set_vsync(&mut self, waits: bool) {
        #[cfg(all(feature = "gpu", feature = "window"))]
        if let Self::GpuWindow(window) = self {
            window.set_vsync(if waits { Vsync::On } else { Vsync::Off });
        }
        #[cfg(test)]
        if let Self::Scripted(script) = self {
            script.notes.vsync.lock().unwrap().push(waits);
        }
        let _ = waits;
    }

    /// Loses the device of what the GPU draws, as a failing driver would. For tests.
    pub(crate) fn lose_device(&self) {
        match self {
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::GpuWindow(window) => window.lose_device(),
            #[cfg(feature = "gpu")]
            Self::GpuPicture(picture) => picture.lose_device(),
            _ => {}
        }
    }

    /// Loses the surface of a window that the GPU draws, as when a compositor restarts. For tests.
    pub(crate) fn lose_surface(&mut self) {
        #[cfg(all(feature = "gpu", feature = "window"))]
        if let Self::GpuWindow(window) = self {
            window.lose_surface();
        }
    }

    /// Loses the GPU of a window for good, as a driver that does not come back would. For tests.
    pub(crate) fn lose_gpu(&mut self) {
        #[cfg(all(feature = "gpu", feature = "window"))]
        if let Self::GpuWindow(window) = self {
            window.lose_gpu();
        }
    }

    /// Gives up drawing a window by the GPU. Its surface is dropped: a window has one at a time.
    #[cfg(all(feature = "gpu", feature = "window"))]
    fn abandon(&mut self, error: &GpuError, told: Abandoned) {
        log::warn!("{error}; the software backend goes on in the same window");
        *self = Self::Abandoned(told);
    }

    /// Goes on with the software backend if this is a picture whose device was lost: its pixels are the same, and a run
    /// without a window has no other device to wait for.
    ///
    /// # Errors
    /// The error, if it is another one.
    #[cfg(feature = "gpu")]
    fn survive(&mut self, error: GpuError) -> Result<(), Error> {
        if !matches!(self, Self::GpuPicture(_)) || !matches!(error, GpuError::DeviceLost(_)) {
            return Err(error.into());
        }
        log::warn!("{error}; drawing with the software backend");
        *self = PictureTarget.software_screen()?;
        Ok(())
    }

    /// Gets a picture of a window for the next frame, which may wait for the display's refresh. Returns false if there is
    /// none: drawing will tell why.
    ///
    /// # Errors
    /// As [`Screen::draw`].
    pub(crate) fn acquire(&mut self) -> Result<bool, Error> {
        #[cfg(all(feature = "gpu", feature = "window"))]
        match self {
            Self::GpuWindow(window) => match window.acquire() {
                Ok(is_there) => return Ok(is_there),
                Err(error) => {
                    self.abandon(&error, Abandoned::Unsaid);
                    return Ok(false);
                }
            },
            Self::Abandoned(_) => return Ok(false),
            _ => {}
        }
        #[cfg(test)]
        if let Self::Scripted(script) = self {
            return Ok((script.acquire)());
        }
        Ok(true)
    }

    /// Draws a frame. In a window it may wait for the display's refresh, unless a picture was acquired.
    ///
    /// # Errors
    /// The GPU fails to draw a picture in a way that another try will not mend, or the software backend cannot take the place of a
    /// window's.
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
                Ok(Presented::Submitted(drawn)) => FrameOutcome::Complete(DrawnFrame {
                    stats: drawn.stats,
                    render: drawn.render,
                    present: drawn.present,
                }),
                Ok(Presented::Skipped(Skip::Outdated)) => FrameOutcome::Outdated,
                Ok(Presented::Skipped(_)) => FrameOutcome::Skipped,
                Ok(Presented::SurfaceLost) => FrameOutcome::SurfaceLost,
                Err(error) => {
                    self.abandon(&error, Abandoned::Waiting);
                    FrameOutcome::GpuFailed
                }
            },
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::Abandoned(told) => match core::mem::replace(told, Abandoned::Waiting) {
                Abandoned::Unsaid => FrameOutcome::GpuFailed,
                Abandoned::Waiting => FrameOutcome::Skipped,
                Abandoned::Refused(error) => return Err(error),
            },
            #[cfg(feature = "window")]
            Self::SoftwareWindow(window) => window
                .draw(frame)
                .map_or(FrameOutcome::Skipped, FrameOutcome::Complete),
            #[cfg(feature = "gpu")]
            Self::GpuPicture(picture) => {
                let waited = picture.wait_for_frame_slot().map(|()| start.elapsed());
                match waited.and_then(|waited| Ok((picture.render(frame)?, waited))) {
                    Ok((stats, waited)) => drawn(stats, waited),
                    Err(error) => {
                        self.survive(error)?;
                        return self.draw(frame);
                    }
                }
            }
            Self::SoftwarePicture(picture) => drawn(picture.render(frame), Duration::ZERO),
            #[cfg(test)]
            Self::Scripted(script) => (script.draw)(frame),
        })
    }

    /// Waits until the picture is drawn: for measuring whole frames.
    pub(crate) fn finish(&mut self) -> Result<(), Error> {
        match self {
            #[cfg(feature = "gpu")]
            Self::GpuPicture(picture) => Ok(picture.wait()?),
            // The software backend is done when `draw` returns.
            _ => Ok(()),
        }
    }

    /// Copies the picture's pixels, row after row, each `u32::from_le_bytes([r, g, b, a])`. Returns false if this is a
    /// window, or the picture went with its device.
    pub(crate) fn read(&mut self, pixels: &mut Vec<u32>) -> Result<bool, Error> {
        match self {
            #[cfg(feature = "gpu")]
            Self::GpuPicture(picture) => {
                if let Err(error) = picture.read_rgba(pixels) {
                    return self.survive(error).map(|()| false);
                }
            }
            // Nothing is drawn yet, if it takes the place of a device that was lost.
            Self::SoftwarePicture(picture) if picture.size().contains(&0) => return Ok(false),
            Self::SoftwarePicture(picture) => read_software(picture, pixels),
            #[cfg(any(feature = "window", test))]
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Copies the pixels of the frame that a software renderer drew last.
pub(crate) fn read_software(picture: &SoftwareRenderer, pixels: &mut Vec<u32>) {
    let [width, height] = picture.size();
    pixels.resize(width as usize * height as usize, 0);
    picture.copy_rgba(pixels);
}
