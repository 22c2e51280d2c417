//! The thread `sound`, which plays frames on the system's device and opens the device again after a loss.
//!
//! On Linux, the device is a PulseAudio server (PipeWire has one, too), or else ALSA with the feature `alsa`. On
//! Windows and macOS, it is the default device of cpal.

use core::convert::Infallible;
use core::time::Duration;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::Thread;

#[cfg(any(windows, target_os = "macos", feature = "alsa"))]
use super::cpal_output;
use super::fill::Fill;
#[cfg(target_os = "linux")]
use super::pulse;
use super::session::{OutputSession, OutputShared};
use super::shared_fill::SharedFill;
use super::statistics::OutputStatistics;

/// Longest wait for the end of the thread when an output is dropped.
const EXIT_WAIT: Duration = Duration::from_millis(40);

/// Plays frames on the system's sound device until it is dropped. Without a device, it tries again until there is one.
#[derive(Debug)]
pub(crate) struct SoundOutput {
    shared: Arc<OutputShared>,
    /// `None` if no thread could be spawned.
    thread: Option<Thread>,
    /// Disconnected when the thread has ended.
    running: Receiver<Infallible>,
    /// The latest statistics that could be read without a wait.
    statistics: OutputStatistics,
}

impl SoundOutput {
    /// Starts a thread that plays the frames of `fill`. `name` is the game's name in the system's volume control. If
    /// no thread can be spawned, that is logged, and the game is silent.
    pub(crate) fn start(name: &str, fill: impl Fill + 'static) -> Self {
        let mut device = SystemDevice::new(name);
        Self::start_with(fill, move |session, fill| device.play(session, fill))
    }

    /// Starts a thread that calls `play` again and again. `play` opens a device, plays the source's frames while it
    /// can, and returns why it can play no longer.
    pub(super) fn start_with(
        fill: impl Fill + 'static,
        mut play: impl FnMut(&mut OutputSession, &SharedFill) -> String + Send + 'static,
    ) -> Self {
        let shared = Arc::new(OutputShared::default());
        let mut session = OutputSession::new(Arc::clone(&shared));
        let fill: SharedFill = Arc::new(Mutex::new(fill));
        let (ends, running) = channel();
        let spawned = std::thread::Builder::new()
            .name("sound".into())
            .spawn(move || {
                while !session.is_stopped() {
                    let reason = play(&mut session, &fill);
                    if !session.is_stopped() {
                        session.report_loss(&reason);
                        session.wait_for_retry();
                    }
                }
                drop(ends);
            });
        let thread = spawned
            .inspect_err(|error| log::warn!("no sound: no thread: {error}"))
            .ok()
            .map(|thread| thread.thread().clone());
        Self {
            shared,
            thread,
            running,
            statistics: OutputStatistics::default(),
        }
    }

    /// Returns the latest statistics. Never waits: while the thread writes them, the previous ones are returned.
    pub(crate) fn statistics(&mut self) -> &OutputStatistics {
        if let Ok(statistics) = self.shared.statistics.try_lock() {
            self.statistics.clone_from(&statistics);
        }
        &self.statistics
    }
}

impl Drop for SoundOutput {
    /// Stops the thread, and waits at most 40 ms for its end.
    fn drop(&mut self) {
        self.shared.is_stopped.store(true, Ordering::Release);
        if let Some(thread) = &self.thread {
            thread.unpark();
        }
        // Either the thread has ended, or it hangs in a call of the system and ends with the process.
        self.running.recv_timeout(EXIT_WAIT).ok();
    }
}

/// The system's device.
struct SystemDevice {
    #[cfg(target_os = "linux")]
    pulse: pulse::PulseClient,
}

#[cfg(target_os = "linux")]
impl SystemDevice {
    fn new(name: &str) -> Self {
        Self {
            pulse: pulse::PulseClient::new(name),
        }
    }

    /// Plays until the device is lost. Returns the reason.
    fn play(&mut self, session: &mut OutputSession, fill: &SharedFill) -> String {
        let sockets = pulse::sockets(|variable| std::env::var_os(variable));
        let reason = self.pulse.play(session, fill, &sockets);
        #[cfg(feature = "alsa")]
        let reason = format!("{reason}; ALSA: {}", cpal_output::play(session, fill));
        reason
    }
}

#[cfg(any(windows, target_os = "macos"))]
impl SystemDevice {
    fn new(_name: &str) -> Self {
        Self {}
    }

    /// Plays until the device is lost. Returns the reason.
    fn play(&mut self, session: &mut OutputSession, fill: &SharedFill) -> String {
        cpal_output::play(session, fill)
    }
}

#[cfg(test)]
mod tests;
