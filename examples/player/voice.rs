//! The film's sound: follows the film's time, forwards and backwards.

use core::time::Duration;

use damselfly::capture::Film;
use damselfly::prelude::*;
use damselfly::sound::{Sound, SoundId};

use super::playback::Playback;

/// Labels of the clips: the film's sound, and the same backwards.
const LABELS: [&str; 2] = ["film", "film, backwards"];
/// Distance of the sound from the film at which it is moved.
const TOLERANCE: Duration = Duration::from_millis(5);

/// Plays a film's sound.
#[derive(Clone, Debug, Checksum)]
pub(crate) struct Voice {
    length: Duration,
    sound: Option<SoundId>,
    /// Whether `sound` is the one that plays backwards.
    is_backwards: bool,
}

impl Voice {
    /// Adds the clips. `None` if the film has no sound.
    ///
    /// # Errors
    /// Another clip has the label.
    pub(crate) fn new(film: &Film, assets: &mut Assets) -> Result<Option<Self>, Error> {
        let Some(sound) = film.sound() else {
            return Ok(None);
        };
        assets.add_sound(LABELS[1], sound.reversed())?;
        let id = assets.add_sound(LABELS[0], sound)?;
        Ok(assets.clip(id).map(|clip| Self {
            length: clip.duration(),
            sound: None,
            is_backwards: false,
        }))
    }

    /// Brings the sound to the film's time. It is silent where the film has none, and while the film stands still.
    pub(crate) fn follow(&mut self, playback: &Playback, is_moving: bool, cx: &mut Context<'_>) {
        let is_backwards = playback.is_backwards();
        let place = if is_backwards {
            self.length.checked_sub(playback.time())
        } else {
            Some(playback.time())
        };
        let place = place.filter(|place| is_moving && *place < self.length);
        if let Some(mut sound) = self.sound.and_then(|id| cx.sound(id)) {
            let stays = place.filter(|_| is_backwards == self.is_backwards);
            if stays.is_some_and(|place| sound.position().abs_diff(place) < TOLERANCE) {
                if sound.rate() != playback.rate() {
                    sound.set_rate(playback.rate(), Duration::ZERO);
                }
                return;
            }
            sound.stop();
        }
        self.is_backwards = is_backwards;
        self.sound = place.map(|place| {
            let sound = Sound::new(LABELS[usize::from(is_backwards)]);
            cx.play(sound.start_at(place).rate(playback.rate()))
        });
    }
}
