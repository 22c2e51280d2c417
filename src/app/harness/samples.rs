//! The samples of a game's sounds, for tests.

use core::ops::Range;

use super::Harness;
use crate::app::sound::run_track::{KnownClips, RunTrack};
use crate::sound::StepSounds;
use crate::time::StepRate;
use crate::world::Core;

/// The sound track so far.
#[derive(Debug)]
pub(super) struct MixedSounds {
    track: RunTrack<Vec<[i16; 2]>>,
    known: KnownClips,
    list: StepSounds,
}

impl MixedSounds {
    fn new(rate: StepRate) -> Self {
        Self {
            track: RunTrack::new(rate, Vec::new()),
            known: KnownClips::default(),
            list: StepSounds::default(),
        }
    }

    /// Mixes the latest step. The next one will be `dt` nominal steps long.
    pub(super) fn add(&mut self, core: &Core, dt: f32) {
        let Self { track, known, list } = self;
        core.list_sounds_until(dt, list);
        known.update(list, &core.assets, |id, clip| track.set_clip(id, clip));
        // Part of the world, unlike the loop's time scale, so that a step back restores it.
        let scale = core.world.sounds.time_scale();
        if let Err(error) = track.add(list, dt / scale) {
            panic!("{error}");
        }
    }
}

/// Methods for the samples of sounds. They need the feature `sound`.
impl Harness<'_> {
    /// Mixes the sounds of all later steps, for [`Harness::samples`]. Call it before the first step to hear what the
    /// game's start has played.
    #[must_use]
    pub fn with_sound(mut self) -> Self {
        self.mixed = Some(MixedSounds::new(self.core.context().time.rate));
        self
    }

    /// Returns samples of the sound track, left and right, at 48 000 frames per second, as `--sound` would write them.
    /// Step n begins at frame ⌊n · 48 000 / rate⌋. The frames of a step are known when the next step is taken: later
    /// ones are left out. After [`Harness::step_back`], the track is that of the steps that remain.
    ///
    /// ```
    /// use damselfly::app::{App, Harness, Options};
    /// use damselfly::prelude::*;
    /// use damselfly::sound::Synth;
    ///
    /// let mut game = Harness::start(App::new("Loud", Options::default()), |cx| {
    ///     cx.assets.add_sound("hello", Synth::coin(1))?;
    ///     Ok(())
    /// })?
    /// .with_sound();
    /// game.steps(2);
    /// game.context().play("hello");
    /// game.steps(2);
    /// // At 60 steps per second, a step has 800 frames.
    /// assert_eq!(game.samples(0..1600), [[0, 0]; 1600]);
    /// assert!(game.samples(1600..2400).iter().any(|frame| frame[0] > 1000));
    /// assert_eq!(game.samples(0..u64::MAX).len(), 3200);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Panics
    /// Without [`Harness::with_sound`].
    pub fn samples(&mut self, range: Range<u64>) -> Vec<[i16; 2]> {
        let Some(mixed) = &mut self.mixed else {
            panic!("call `with_sound` on the harness before its steps");
        };
        let samples = mixed.track.sink();
        let [start, end] = [range.start, range.end]
            .map(|at| usize::try_from(at).unwrap_or(usize::MAX).min(samples.len()));
        samples.get(start..end).unwrap_or_default().to_vec()
    }
}
