//! Draws the frames of a film on a separate thread, for a run with a window, so that the game continues.
//!
//! The game's thread only copies the frame's data into the renderer's memory. Then the renderer moves to the thread,
//! which draws and returns it. So nothing is shared, and at most one frame is drawn at a time: the next one waits.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::pending_frame::PendingFrame;
use crate::app::run::target::read_software;
use crate::render::Frame;
use crate::render::software::{SoftwareRenderer, SoftwareSettings};

/// Draws frames one at a time.
#[derive(Debug, Default)]
pub(super) struct StepDrawer {
    /// `None` before the first frame, because creating a renderer starts threads, and while the drawing thread uses it.
    renderer: Option<Box<SoftwareRenderer>>,
    /// `None` before the first frame, and after the thread has panicked.
    thread: Option<DrawingThread>,
    /// Whether the thread has the renderer.
    is_drawing: bool,
}

/// A frame that waits to be drawn.
#[derive(Debug)]
struct DrawingJob {
    /// Holds a copy of the frame's data.
    renderer: Box<SoftwareRenderer>,
    frame: PendingFrame,
}

impl DrawingJob {
    /// Draws the frame, sends it to its film, and returns the renderer. `pixels` is memory for the image.
    fn draw(mut self, pixels: &mut Vec<u32>) -> Box<SoftwareRenderer> {
        self.renderer.draw_copied();
        read_software(&self.renderer, pixels);
        self.frame.complete(pixels);
        self.renderer
    }
}

impl StepDrawer {
    /// Starts drawing a frame of a film. Its data is copied and may change afterwards.
    pub(super) fn draw(&mut self, frame: PendingFrame, shown: &Frame<'_>) {
        let mut renderer = self.renderer();
        renderer.copy(shown);
        let mut job = DrawingJob { renderer, frame };
        if self.thread.is_none() {
            match DrawingThread::start() {
                Ok(thread) => self.thread = Some(thread),
                Err(error) => log::warn!("a frame is drawn without a thread of its own: {error}"),
            }
        }
        if let Some(thread) = &self.thread {
            match thread.jobs.send(job) {
                Ok(()) => {
                    self.is_drawing = true;
                    return;
                }
                // The thread has panicked, so the frame is drawn here.
                Err(refused) => job = refused.0,
            }
        }
        self.renderer = Some(job.draw(&mut Vec::new()));
    }

    /// Draws an image at once and copies its pixels.
    pub(super) fn draw_now(&mut self, shown: &Frame<'_>, pixels: &mut Vec<u32>) {
        let mut renderer = self.renderer();
        renderer.render(shown);
        read_software(&renderer, pixels);
        self.renderer = Some(renderer);
    }

    /// Waits until the current frame is drawn. All frames have then been sent to their films, unless the thread has
    /// panicked.
    pub(super) fn wait(&mut self) {
        if !core::mem::take(&mut self.is_drawing) {
            return;
        }
        let drawn = |thread: &DrawingThread| thread.drawn.recv().ok();
        self.renderer = self.thread.as_ref().and_then(drawn);
        if self.renderer.is_none() {
            // The thread panicked, which was logged. The next frame starts a new one.
            self.thread = None;
        }
    }

    fn renderer(&mut self) -> Box<SoftwareRenderer> {
        self.wait();
        let new = || Box::new(SoftwareRenderer::new(SoftwareSettings::default()));
        self.renderer.take().unwrap_or_else(new)
    }
}

/// A thread that draws. It ends when this value is dropped.
#[derive(Debug)]
struct DrawingThread {
    jobs: Sender<DrawingJob>,
    /// Renderers that the thread returns after drawing.
    drawn: Receiver<Box<SoftwareRenderer>>,
}

impl DrawingThread {
    fn start() -> io::Result<Self> {
        let (jobs, received) = channel::<DrawingJob>();
        let (done, drawn) = channel();
        let builder = thread::Builder::new().name("film".into());
        builder.spawn(move || {
            // This memory is reused for all frames, so that none of them allocates an image.
            let mut pixels = Vec::new();
            while let Ok(job) = received.recv() {
                let _ = done.send(job.draw(&mut pixels));
            }
        })?;
        Ok(Self { jobs, drawn })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::run::overlays::Overlays;
    use crate::app::run::paint::paint;
    use crate::app::run::paint::tests::STYLE;
    use crate::assets::{AssetSettings, Assets};
    use crate::base::color::Color;
    use crate::capture::{CaptureThread, Film, FilmSettings, WhenBusy};
    use crate::files::Scratch;
    use crate::world::{Core, CoreSettings, StepInput};
    use glam::Vec2;

    const SIZE: [u32; 2] = [640, 384];

    /// Takes a step whose text covers one more column than that of the step before.
    fn step(core: &mut Core) {
        core.step_with(StepInput::next(core), |cx| {
            let columns = usize::try_from(cx.time.number % 80).unwrap();
            for row in 0..24_u8 {
                let place = Vec2::new(0.0, row.into());
                cx.canvas(0).text(place, &"█".repeat(columns), Color::WHITE);
            }
        });
    }

    #[test]
    fn frames_of_the_drawing_thread_show_their_own_step() {
        let folder = Scratch::new("step-drawer");
        let path = folder.path("a.dfrec");
        let settings = FilmSettings {
            game: "A test".into(),
            size: SIZE,
            rate: 60.0,
        };
        let mut film = CaptureThread::start(&path, &settings, WhenBusy::Wait).unwrap();
        let mut core = Core::new(
            &CoreSettings::default(),
            Assets::new(AssetSettings::default()),
        );
        let overlays = &mut Overlays::default();
        let mut drawer = StepDrawer::default();
        let mut expected = Vec::new();
        for number in 0..40 {
            step(&mut core);
            let mut frame = film.frame().unwrap();
            frame.number = number;
            let frame = PendingFrame {
                frame,
                size: SIZE,
                reduced_by: 1,
                film: film.sender(),
            };
            paint(&core, &STYLE, overlays, SIZE, 0.0, |shown| {
                drawer.draw(frame, shown);
            });
            assert!(drawer.is_drawing && drawer.renderer.is_none());
            let mut reference = SoftwareRenderer::default();
            paint(&core, &STYLE, overlays, SIZE, 0.0, |shown| {
                reference.render(shown);
            });
            let mut pixels = Vec::new();
            read_software(&reference, &mut pixels);
            expected.push(pixels);
        }
        drawer.wait();
        film.end(40);
        film.join().unwrap();
        let mut film = Film::open(&path).unwrap();
        assert_eq!(film.len(), expected.len());
        for (index, expected) in expected.iter().enumerate() {
            assert!(film.read(index).unwrap().pixels == *expected, "{index}");
        }
        // A screenshot waits for the frame before it, and shows its own step.
        step(&mut core);
        let mut pixels = Vec::new();
        paint(&core, &STYLE, overlays, SIZE, 0.0, |shown| {
            drawer.draw_now(shown, &mut pixels);
        });
        let white = pixels.iter().filter(|&&pixel| pixel == u32::MAX).count();
        assert_eq!(white, 41 * 8 * 384);
    }
}
