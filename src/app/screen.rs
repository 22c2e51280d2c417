//! Where frames go: a window or a picture, by the GPU or the processor.

use std::time::{Duration, Instant};

use crate::Error;
use crate::render::software::{SoftwareRenderer, SoftwareSettings};
use crate::render::{Frame, RenderStats};

#[cfg(feature = "gpu")]
use crate::render::gpu::OffscreenRenderer;
#[cfg(all(feature = "gpu", feature = "window"))]
use crate::render::gpu::{Presented, WindowRenderer};

#[cfg(feature = "window")]
use super::present::SoftwareWindow;

/// Where frames go.
#[derive(Debug)]
pub(crate) enum Screen {
    /// A window, drawn by the GPU.
    #[cfg(all(feature = "gpu", feature = "window"))]
    GpuWindow(Box<WindowRenderer>),
    /// A window, drawn by the processor.
    #[cfg(feature = "window")]
    SoftwareWindow(Box<SoftwareWindow>),
    /// A picture, drawn by the GPU.
    #[cfg(feature = "gpu")]
    GpuPicture(Box<OffscreenRenderer>),
    /// A picture, drawn by the processor.
    SoftwarePicture(Box<SoftwareRenderer>),
}

/// What became of a frame.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(feature = "window"),
    expect(dead_code, reason = "only windows are hidden")
)]
pub(crate) enum Shown {
    /// It is on its way to the screen.
    Yes(Drawn),
    /// There was nothing to draw on just now; the next try can wait a while.
    NotNow,
    /// The surface is lost: a new one has to be asked for.
    #[cfg(feature = "window")]
    #[cfg_attr(
        not(feature = "gpu"),
        expect(dead_code, reason = "only GPUs lose surfaces")
    )]
    SurfaceLost,
}

/// What a frame took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Drawn {
    pub(crate) stats: RenderStats,
    /// Batch, upload, encode, submit; for the software backend the whole picture.
    pub(crate) render: Duration,
    pub(crate) present: Duration,
}

impl Screen {
    /// A picture drawn by the processor.
    pub(crate) fn software_picture() -> Self {
        Self::SoftwarePicture(Box::new(SoftwareRenderer::new(SoftwareSettings::default())))
    }

    /// `gpu` or `software`.
    pub(crate) fn backend(&self) -> &'static str {
        match self {
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::GpuWindow(_) => "gpu",
            #[cfg(feature = "gpu")]
            Self::GpuPicture(_) => "gpu",
            #[cfg(feature = "window")]
            Self::SoftwareWindow(_) => "software",
            Self::SoftwarePicture(_) => "software",
        }
    }

    /// What draws, by name.
    pub(crate) fn adapter(&self) -> String {
        match self {
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::GpuWindow(window) => window.adapter().to_string(),
            #[cfg(feature = "gpu")]
            Self::GpuPicture(picture) => picture.adapter().to_string(),
            #[cfg(feature = "window")]
            Self::SoftwareWindow(window) => processors(window.threads()),
            Self::SoftwarePicture(picture) => processors(picture.threads()),
        }
    }

    /// Whether drawing into it waits for the monitor by itself: hardware does, programs on the processor do not.
    #[cfg(feature = "window")]
    pub(crate) fn waits_for_monitor(&self) -> bool {
        match self {
            #[cfg(feature = "gpu")]
            Self::GpuWindow(window) => window.adapter().hardware,
            _ => false,
        }
    }

    /// The window has another size.
    pub(crate) fn resize(&mut self, size: [u32; 2]) {
        #[cfg(all(feature = "gpu", feature = "window"))]
        if let Self::GpuWindow(window) = self {
            window.resize(size);
        }
        // The others take every frame's size as it comes.
        let _ = size;
    }

    /// Draws a frame.
    pub(crate) fn show(&mut self, frame: &Frame<'_>) -> Result<Shown, Error> {
        match self {
            #[cfg(all(feature = "gpu", feature = "window"))]
            Self::GpuWindow(window) => Ok(match window.render(frame)? {
                Presented::Drawn(drawn) => Shown::Yes(Drawn {
                    stats: drawn.stats,
                    render: drawn.render,
                    present: drawn.present,
                }),
                Presented::Skipped(_) => Shown::NotNow,
                Presented::SurfaceLost => Shown::SurfaceLost,
            }),
            #[cfg(feature = "window")]
            Self::SoftwareWindow(window) => Ok(window.show(frame)),
            #[cfg(feature = "gpu")]
            Self::GpuPicture(picture) => {
                let start = Instant::now();
                let stats = picture.render(frame)?;
                Ok(Shown::Yes(Drawn {
                    stats,
                    render: start.elapsed(),
                    present: Duration::ZERO,
                }))
            }
            Self::SoftwarePicture(picture) => {
                let start = Instant::now();
                let stats = picture.render(frame);
                Ok(Shown::Yes(Drawn {
                    stats,
                    render: start.elapsed(),
                    present: Duration::ZERO,
                }))
            }
        }
    }

    /// Waits until what was drawn into a picture is done: for measuring whole frames.
    pub(crate) fn finish(&mut self) -> Result<(), Error> {
        match self {
            #[cfg(feature = "gpu")]
            Self::GpuPicture(picture) => Ok(picture.wait()?),
            _ => Ok(()),
        }
    }

    /// The picture's pixels, if this is one.
    pub(crate) fn read(&mut self, pixels: &mut Vec<u32>) -> Result<bool, Error> {
        match self {
            #[cfg(feature = "gpu")]
            Self::GpuPicture(picture) => picture.read_rgba(pixels)?,
            Self::SoftwarePicture(picture) => read_software(picture, pixels),
            #[cfg(feature = "window")]
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The pixels of what a software renderer drew last.
pub(crate) fn read_software(picture: &SoftwareRenderer, pixels: &mut Vec<u32>) {
    let [width, height] = picture.size();
    pixels.resize(width as usize * height as usize, 0);
    picture.copy_rgba(pixels);
}

fn processors(threads: usize) -> String {
    let s = if threads == 1 { "" } else { "s" };
    format!("processor ({threads} thread{s})")
}
