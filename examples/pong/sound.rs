//! The sounds: what there is to hear, and who plays it.
//!
//! The game sends sounds out as effects, and never learns what becomes of them. With the feature `sound` they are played by
//! `rodio`; without it, and where there is no device to play them, the game is silent.

/// What there is to hear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sound {
    /// The ball flies off a paddle or a wall.
    Hit,
    /// The ball is out.
    Goal,
}

/// Returns a receiver of sounds that drops them.
#[cfg(not(feature = "sound"))]
pub(crate) fn player(_audible: bool) -> impl FnMut(&Sound) + Send + 'static {
    |_| ()
}

/// Returns a receiver of sounds that plays them, if they are to be audible.
#[cfg(feature = "sound")]
pub(crate) fn player(audible: bool) -> impl FnMut(&Sound) + Send + 'static {
    let mut speaker = None;
    move |sound| {
        if !audible {
            return;
        }
        // With the first sound, so that a run that makes none opens no device.
        let speaker = speaker.get_or_insert_with(rodio_thread::start);
        // Without a device, nobody listens.
        let _ = speaker.send(*sound);
    }
}

#[cfg(feature = "sound")]
mod rodio_thread {
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    use rodio::{DeviceSinkBuilder, DeviceSinkError, Source, source::SineWave};

    use super::Sound;

    /// Starts a thread that plays what is sent to it. On the game's own, opening a device would delay a step.
    pub(super) fn start() -> Sender<Sound> {
        let (sender, sounds) = channel();
        std::thread::spawn(move || {
            if let Err(error) = play(&sounds) {
                log::warn!("there will be no sound: {error}");
            }
        });
        sender
    }

    /// Plays until the sender is gone.
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
