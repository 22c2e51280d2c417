//! The sounds and their player.
//!
//! The game sends sounds as signals, and does not depend on their receiver. With the feature `sound`, `rodio` plays
//! them. Without the feature or without an audio device, the game is silent.

/// Sounds of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sound {
    /// The ball bounces off a paddle or a wall.
    Hit,
    /// The ball has left the field.
    Goal,
}

/// Returns a handler that ignores sounds.
#[cfg(not(feature = "sound"))]
pub(crate) fn player(_audible: bool) -> impl FnMut(&Sound) + Send + 'static {
    |_| ()
}

/// Returns a handler that plays sounds if `audible` is set.
#[cfg(feature = "sound")]
pub(crate) fn player(audible: bool) -> impl FnMut(&Sound) + Send + 'static {
    let mut speaker = None;
    move |sound| {
        if !audible {
            return;
        }
        // Opens the device with the first sound, so that a run without sounds opens no device.
        let speaker = speaker.get_or_insert_with(rodio_thread::start);
        // Sending fails if there is no audio device.
        let _ = speaker.send(*sound);
    }
}

#[cfg(feature = "sound")]
mod rodio_thread {
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    use rodio::{DeviceSinkBuilder, DeviceSinkError, Source, source::SineWave};

    use super::Sound;

    /// Starts a thread that plays the sounds sent to it. On the game's thread, opening a device would delay a step.
    pub(super) fn start() -> Sender<Sound> {
        let (sender, sounds) = channel();
        std::thread::spawn(move || {
            if let Err(error) = play(&sounds) {
                log::warn!("no sound: {error}");
            }
        });
        sender
    }

    /// Plays sounds until the sender is dropped.
    fn play(sounds: &Receiver<Sound>) -> Result<(), DeviceSinkError> {
        let mut device = DeviceSinkBuilder::open_default_sink()?;
        device.log_on_drop(false);
        for sound in sounds {
            let (hertz, milliseconds) = match sound {
                Sound::Hit => (440.0, 60),
                Sound::Goal => (220.0, 300),
            };
            let length = Duration::from_millis(milliseconds);
            let beep = SineWave::new(hertz).take_duration(length);
            device.mixer().add(beep.fade_out(length).amplify(0.3));
        }
        Ok(())
    }
}
