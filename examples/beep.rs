//! Plays beeps, for examples. Include it with `#[path = "../beep.rs"] mod beep;`.
//!
//! A game sends beeps as signals, and does not depend on their receiver. With the feature `sound`, `rodio` plays them.
//! Without the feature or without an audio device, the game is silent.

use damselfly::prelude::*;

/// A beep: its pitch in hertz and its length in milliseconds, both above 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Beep(pub(crate) f32, pub(crate) u64);

/// Returns the app of the game `name`, which plays beeps. `about` describes the game in the help.
///
/// # Errors
/// The command line is not valid.
pub(crate) fn open(name: &str, about: &str) -> Result<App, Error> {
    let app = App::from_args_with(name, about, &[])?;
    // A headless run has no pauses between steps, so all sounds would play at once.
    let audible = !app.options().headless;
    Ok(app.on_signal(player(audible)))
}

/// Returns a handler that ignores beeps.
#[cfg(not(feature = "sound"))]
fn player(_audible: bool) -> impl FnMut(&Beep) + Send + 'static {
    |_| ()
}

/// Returns a handler that plays beeps if `audible` is set.
#[cfg(feature = "sound")]
fn player(audible: bool) -> impl FnMut(&Beep) + Send + 'static {
    let mut speaker = None;
    move |beep| {
        if !audible {
            return;
        }
        // Opens the device with the first beep, so that a run without sounds opens no device.
        let speaker = speaker.get_or_insert_with(rodio_thread::start);
        // Sending fails if there is no audio device.
        let _ = speaker.send(*beep);
    }
}

#[cfg(feature = "sound")]
mod rodio_thread {
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    use rodio::{DeviceSinkBuilder, DeviceSinkError, Source, source::SineWave};

    use super::Beep;

    /// Starts a thread that plays the beeps sent to it. On the game's thread, opening a device would delay a step.
    pub(super) fn start() -> Sender<Beep> {
        let (sender, beeps) = channel();
        std::thread::spawn(move || {
            if let Err(error) = play(&beeps) {
                log::warn!("no sound: {error}");
            }
        });
        sender
    }

    /// Plays beeps until the sender is dropped.
    fn play(beeps: &Receiver<Beep>) -> Result<(), DeviceSinkError> {
        let mut device = DeviceSinkBuilder::open_default_sink()?;
        device.log_on_drop(false);
        for Beep(hertz, milliseconds) in beeps {
            let length = Duration::from_millis(milliseconds);
            let beep = SineWave::new(hertz).take_duration(length);
            device.mixer().add(beep.fade_out(length).amplify(0.3));
        }
        Ok(())
    }
}
