//! Playing sounds, and changing them.

use crate::sound::{ClipName, Sound, SoundId, SoundMut, StepSounds};
use crate::world::core::Core;
use crate::world::{Context, World};

impl Context<'_> {
    /// Plays a sound: the label or the id of a clip, or a [`Sound`] with volume, panning, rate, loop, fade and bus. It is
    /// heard from the first frame of this step on. The id gives access to the sound while it plays: see
    /// [`World::sound`]. If the clip is unknown or still loading, or a value is not valid, nothing is played, the refusal
    /// is counted, and the id is stale at once.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::sound::{Sound, Synth};
    ///
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |cx| {
    /// cx.assets.add_sound("laser", Synth::laser(1))?;
    /// cx.play("laser");
    /// let other = cx.play(Sound::new("laser").panning(-1.0).looped());
    /// # assert!(cx.sound(other).is_some_and(|sound| sound.is_looping()));
    /// # Ok(())
    /// # })?;
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("play_sound", "audio", "sound effect"))]
    pub fn play<'s>(&mut self, sound: impl Into<Sound<'s>>) -> SoundId {
        let sound = sound.into();
        let found = match sound.clip {
            ClipName::Id(id) => Some(id),
            ClipName::Label(label) => self.assets.find_clip(label),
        };
        let found = found.and_then(|id| Some((id, self.assets.clip(id)?)));
        let step = self.world.step;
        let arrived = &self.world.arrived_sounds;
        let Some((id, clip)) = found.filter(|(_, clip)| arrived.knows(clip)) else {
            return self.refuse_clip(sound.clip);
        };
        if self.assets.clip_data(id).is_none() {
            let label = clip.label();
            self.assets
                .log_unknown_clip(label, "it is unloaded: load it again");
        }
        let World { sounds, buses, .. } = &mut *self.world;
        sounds.play(&sound, (id, clip), buses, step, self.me)
    }

    fn refuse_clip(&mut self, clip: ClipName<'_>) -> SoundId {
        let label = match clip {
            ClipName::Label(label) => label.to_owned(),
            ClipName::Id(id) => match self.assets.clip(id) {
                Some(clip) => clip.label().to_owned(),
                None => return self.world.sounds.refuse_sound("no clip has this id"),
            },
        };
        let is_loading = self.world.jobs.loads(&label) || self.assets.find_clip(&label).is_some();
        let reason = if is_loading {
            "it is still loading"
        } else {
            "no sound is labelled so"
        };
        self.assets.log_unknown_clip(&label, reason);
        self.world.sounds.count_refusal();
        SoundId::REFUSED
    }
}

impl World {
    /// Lets `frames` frames pass at the beginning of a step.
    pub(in crate::world) fn advance_sounds(&mut self, frames: u64) {
        self.sounds.advance(&mut self.buses, frames);
    }

    /// Returns a playing sound to change: its volume, panning and rate, pause, seek and stop. `None` once it has ended.
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use damselfly::prelude::*;
    /// # use damselfly::sound::SoundId;
    /// fn fade(engine: SoundId, cx: &mut Context<'_>) {
    ///     if let Some(mut engine) = cx.sound(engine) {
    ///         engine.set_rate(0.5, Duration::from_millis(300));
    ///         engine.stop_in(Duration::from_millis(300));
    ///     }
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |cx| {
    /// #     cx.assets.add_sound("engine", damselfly::sound::Synth::saw().envelope(0.0, 9.0, 0.0))?;
    /// #     let engine = cx.play("engine");
    /// #     fade(engine, cx);
    /// #     Ok(())
    /// # })?;
    /// # game.steps(17);
    /// # assert_eq!(game.world().sounds.len(), 1);
    /// # game.step();
    /// # assert!(game.world().sounds.is_empty());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn sound(&mut self, id: SoundId) -> Option<SoundMut<'_>> {
        self.sounds.get_mut(id)
    }
}

impl Core {
    /// Returns the number of frames at 48 000 per second that pass before the latest step.
    #[cfg_attr(
        not(feature = "sound"),
        expect(dead_code, reason = "only outputs play steps")
    )]
    pub(crate) fn sound_frames(&self) -> u64 {
        self.counter.sound_frames()
    }

    /// Fills `into` with what has to be mixed from the latest step's first frame on.
    #[cfg_attr(
        not(feature = "sound"),
        expect(dead_code, reason = "only outputs play steps")
    )]
    pub(crate) fn list_sounds(&self, into: &mut StepSounds) {
        into.step = self.step_number();
        let frames = self.counter.frames_of_next();
        self.world.sounds.list(&self.world.buses, frames, into);
    }

    /// Fills `into` with what has to be mixed until the next step, which is `dt` nominal steps long.
    #[cfg(feature = "sound")]
    pub(crate) fn list_sounds_until(&self, dt: f32, into: &mut StepSounds) {
        into.step = self.step_number();
        let frames = self.counter.frames_of(dt);
        self.world.sounds.list(&self.world.buses, frames, into);
    }
}
