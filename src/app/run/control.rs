//! Inputs of the game's thread: a [`Session`] at its start, [`Control`] messages while it runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::frame_pace::RefreshRates;
use super::target::FrameTarget;
use crate::geometry::Rect;
use crate::input::InputQueue;
use crate::platform::{self, Instant};
use crate::render::ViewSettings;
use crate::time::TimeScale;
use crate::world::WindowRequest;

/// Inputs of the game's thread at its start, from the window's thread or from a run without a window.
pub(crate) struct Session {
    /// Target of frames.
    pub(crate) target: FrameTarget,
    /// Size of the window's or the image's area, in pixels.
    pub(crate) size: [u32; 2],
    pub(crate) link: WindowLink,
    /// Refresh rates of the window's display. `None` does not limit the frame rate.
    pub(crate) refresh_rates: Option<RefreshRates>,
    /// Whether the game runs without a window.
    pub(crate) headless: bool,
    /// Whether the game can be heard.
    pub(crate) is_heard: bool,
}

/// The game's thread's connection to the window's thread.
pub(crate) struct WindowLink {
    /// The player's input, and events that the program pushes itself.
    pub(crate) queue: InputQueue,
    /// Messages from the window's thread, signals and loop controls.
    pub(crate) receiver: ControlReceiver,
    /// Requests a new surface for the window.
    #[cfg_attr(
        not(feature = "window"),
        expect(dead_code, reason = "only surfaces of windows get lost")
    )]
    pub(crate) request_surface: Box<dyn Fn(WantedSurface) + Send>,
    /// Requests a change of the window.
    pub(crate) change: Box<dyn Fn(WindowRequest) + Send>,
    /// Sets the view by which positions of the mouse are converted.
    pub(crate) change_view: Box<dyn Fn(ViewSettings) + Send>,
    /// Notifies the window of the character cell at the cursor of the focused text entry, in view units. `None` if no
    /// text entry has the focus.
    pub(crate) show_caret: Box<dyn Fn(Option<Rect>) + Send>,
    /// Shakes gamepads.
    pub(crate) rumble: Box<dyn Fn(RumbleCommand) + Send>,
}

/// A command for the motors of gamepads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RumbleCommand {
    /// Shakes a gamepad instead of its earlier rumble.
    Start {
        /// Index of the pad, from 0.
        pad: u8,
        /// Strengths, from 0 to 1.
        strong: f32,
        weak: f32,
        time: Duration,
    },
    /// Stops all gamepads.
    StopAll,
}

impl Session {
    /// Returns a session without a window: frames of `size` pixels go to the target, and the program itself pushes all
    /// input.
    pub(crate) fn headless(
        target: FrameTarget,
        size: [u32; 2],
        queue: InputQueue,
        receiver: ControlReceiver,
    ) -> Self {
        Self {
            target,
            size,
            link: WindowLink {
                queue,
                receiver,
                request_surface: Box::new(|_| {}),
                change: Box::new(|_| {}),
                change_view: Box::new(|_| {}),
                show_caret: Box::new(|_| {}),
                rumble: Box::new(|_| {}),
            },
            refresh_rates: None,
            headless: true,
            is_heard: false,
        }
    }
}

/// The backend for a requested surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "window"),
    expect(dead_code, reason = "only surfaces of windows get lost")
)]
pub(crate) enum WantedSurface {
    /// The GPU, as before.
    Gpu,
    /// The software backend, because the GPU has failed.
    Software,
}

/// Replaces the surface of a render target. A function, so that this file names no backend's surface.
pub(crate) struct ReplaceSurface(pub(crate) Box<dyn FnOnce(&mut FrameTarget) + Send>);

impl core::fmt::Debug for ReplaceSurface {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("ReplaceSurface")
    }
}

/// A message to the game's thread.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "window"),
    expect(dead_code, reason = "most of them come from a window's thread")
)]
pub(crate) enum Control {
    /// The window has a new size, in pixels.
    Resized([u32; 2]),
    /// The window's content has a new position on the desktop, in pixels.
    Moved([i32; 2]),
    /// Call this function with the render target, for example to replace a surface that was lost.
    ReplaceSurface(ReplaceSurface),
    /// The window is hidden, or visible again.
    Hidden(bool),
    /// Show or hide the frame rate.
    ToggleFps,
    /// Show or hide the debug overlay.
    ToggleDebugOverlay,
    /// Begin a film, or end it.
    ToggleRecording,
    /// Run backwards (true) until the key is released (false).
    Rewind(bool),
    /// Write the input of the run to a file.
    RecordInput,
    /// Pause the game, or resume it.
    Pause(bool),
    /// Take a single step, if the game is paused.
    Step,
    /// Change the speed of the game's time.
    Scale(TimeScale),
    /// End the game in order.
    Quit,
}

/// The game's end of the channel. The game sleeps by waiting on it, so any message wakes it.
#[derive(Clone, Debug)]
pub(crate) struct ControlReceiver {
    /// Shared, because a program without a display first tries to run with a window, then runs without one, and both
    /// attempts need the receiver. The mutex is never contended.
    receiver: Arc<Mutex<Receiver<Control>>>,
    /// Whether the game's thread has received [`Control::Quit`]. Shared with the sender.
    quit: Arc<AtomicBool>,
}

/// The other end of the channel. Sending to a game that has ended does nothing.
#[derive(Clone, Debug)]
pub(crate) struct ControlSender {
    sender: Sender<Control>,
    /// Whether the game's thread has received [`Control::Quit`].
    quit: Arc<AtomicBool>,
}

/// Returns a new channel to a game's thread.
pub(crate) fn channel() -> (ControlSender, ControlReceiver) {
    // The channel is unbounded: the window's thread must never wait for the game's thread, or the window would not
    // respond.
    let (sender, receiver) = std::sync::mpsc::channel();
    let receiver = Arc::new(Mutex::new(receiver));
    let quit = Arc::new(AtomicBool::new(false));
    let receiver = ControlReceiver {
        receiver,
        quit: quit.clone(),
    };
    (ControlSender { sender, quit }, receiver)
}

/// Pauses, steps and ends a running game, and sets the speed of its time, from any thread, even while the game sleeps.
/// Made by [`App::loop_control`](crate::app::App::loop_control).
///
/// Requests take effect before the game's next step. Except for [`LoopControl::stop`], they have no effect without a
/// window, where time passes by steps alone.
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::time::TimeScale;
///
/// let app = App::new("Chess", Default::default());
/// let control = app.loop_control();
/// std::thread::spawn(move || {
///     control.pause();
///     control.step(); // one step while it is paused
///     control.resume();
///     control.set_time_scale(TimeScale::new(0.5)?);
///     Ok::<(), damselfly::time::TimeScaleError>(())
/// });
/// # assert!(TimeScale::new(0.5).is_ok());
/// ```
#[doc(alias("exit", "quit"))]
#[derive(Clone, Debug)]
pub struct LoopControl(pub(crate) ControlSender);

impl LoopControl {
    /// Ends the game before its next step or frame. Does not wait for the end. Does nothing if the game has ended.
    pub fn stop(&self) {
        self.0.send(Control::Quit);
    }

    /// Pauses the game: no time passes for it until it is resumed.
    pub fn pause(&self) {
        self.0.send(Control::Pause(true));
    }

    /// Resumes the game, unless its window pauses it, too (see [`PauseSettings`](crate::app::PauseSettings)).
    pub fn resume(&self) {
        self.0.send(Control::Pause(false));
    }

    /// Takes a single step, one nominal step long, or the next recorded step in a replay. Does nothing unless the game
    /// is paused.
    pub fn step(&self) {
        self.0.send(Control::Step);
    }

    /// Sets the speed of the game's time. Defaults to [`TimeScale::NORMAL`].
    pub fn set_time_scale(&self, scale: TimeScale) {
        self.0.send(Control::Scale(scale));
    }
}

impl ControlSender {
    /// Returns whether the game's thread has received [`Control::Quit`].
    pub(crate) fn is_ending(&self) -> bool {
        self.quit.load(Ordering::Relaxed)
    }

    /// Sends a message. Never blocks.
    pub(crate) fn send(&self, control: Control) {
        // An error means that the game has ended already.
        let _ = self.sender.send(control);
    }
}

impl ControlReceiver {
    fn lock(&self) -> MutexGuard<'_, Receiver<Control>> {
        self.receiver.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records whether the message ends the game.
    fn record_quit(&self, control: &Control) {
        if matches!(control, Control::Quit) {
            self.quit.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the next message, if one has arrived.
    pub(crate) fn next(&self) -> Option<Control> {
        self.lock()
            .try_recv()
            .ok()
            .inspect(|control| self.record_quit(control))
    }

    /// Like `wait`, for waits that must end exactly.
    pub(crate) fn wait_exactly(&self, time: Duration) -> Option<Control> {
        // On Windows a wait for a message ends with a tick of the system, up to 16 ms late. A sleep does not, so the
        // wait ends with sleeps there.
        if cfg!(windows) {
            self.wait_in_pieces(time)
        } else {
            self.wait(time)
        }
    }

    /// Like `wait`, but ends with short sleeps, and checks for a message between them.
    fn wait_in_pieces(&self, time: Duration) -> Option<Control> {
        const TWO_TICKS: Duration = Duration::from_millis(32);
        const PIECE: Duration = Duration::from_millis(1);
        let start = Instant::now();
        if let Some(long) = time.checked_sub(TWO_TICKS)
            && let Some(control) = self.wait(long)
        {
            return Some(control);
        }
        loop {
            if let Some(control) = self.next() {
                return Some(control);
            }
            let left = time.saturating_sub(start.elapsed());
            if left.is_zero() {
                return None;
            }
            platform::sleep(left.min(PIECE));
        }
    }

    /// Sleeps for about this long or until a message arrives. Returns the message.
    pub(crate) fn wait(&self, time: Duration) -> Option<Control> {
        match platform::receive(&self.lock(), time) {
            Ok(control) => {
                self.record_quit(&control);
                Some(control)
            }
            Err(RecvTimeoutError::Timeout) => None,
            // Impossible while an `App` lives, because it has a sender. Without the sleep, every wait would be a busy
            // loop.
            Err(RecvTimeoutError::Disconnected) => {
                platform::sleep(time);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_waits_end_on_time_or_with_a_message() {
        let (sender, receiver) = channel();
        for millis in [0, 3, 40] {
            let (start, time) = (Instant::now(), Duration::from_millis(millis));
            assert!(receiver.wait_in_pieces(time).is_none());
            assert!(start.elapsed() >= time);
        }
        for millis in [5, 3_600_000] {
            sender.send(Control::Step);
            let woken = receiver.wait_in_pieces(Duration::from_millis(millis));
            assert!(matches!(woken, Some(Control::Step)));
        }
    }

    #[test]
    fn stopping_a_game_wakes_its_thread() {
        let (sender, receiver) = channel();
        let stopper = LoopControl(sender);
        std::thread::scope(|scope| {
            scope.spawn(|| stopper.stop());
            // The wait is longer than any test may take, so only the message can end it.
            let woken = receiver.wait(Duration::from_secs(3600));
            assert!(matches!(woken, Some(Control::Quit)));
        });
    }
}
