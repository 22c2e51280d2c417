//! Playing sounds, and changing them.

use crate::assets::{Clip, UNKNOWN_CLIP};
use crate::base::id::ObjectId;
use crate::sound::{ClipName, Hearing, Sound, SoundId, SoundMut, StepSounds};
use crate::world::core::Core;
use crate::world::sounds::hearing::Listener;
use crate::world::{Context, World};

impl Context<'_> {
    /// Plays a sound: the label or the id of a clip, or a [`Sound`] with volume, panning, rate, loop, fade and bus. It is
    /// heard from the first frame of this step on. The id gives access to the sound while it plays: see
    /// [`World::sound`]. If the clip is unknown or still loading, a value is not valid, or the sound's object is gone and
    /// the sound does not outlive it, nothing is played, the refusal is counted, and the id is stale at once. The log gets one line for each clip and reason.
    ///
    /// A behaviour that plays a sound receives [`SoundEnded`](crate::world::SoundEnded) in
    /// [`event`](crate::world::Behavior::event) once it has played to its end. No subscription is needed.
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
        let is_gone = |object: ObjectId| self.world.slots.address(object).is_none();
        if sound.object.is_some_and(is_gone) && !sound.outlives {
            let label = found.map_or("", |(_, clip)| clip.label());
            self.assets.log_silent_clip(label, "its object is gone");
            return self.world.sounds.count_refusal();
        }
        let step = self.world.step;
        let arrived = &self.world.arrived_sounds;
        let Some((id, clip)) = found.filter(|(_, clip)| arrived.knows(clip)) else {
            return self.refuse_clip(sound.clip);
        };
        if self.assets.clip_data(id).is_none() {
            self.assets
                .log_silent_clip(clip.label(), "it is unloaded: load it again");
        }
        let World {
            sounds,
            buses,
            slots,
            scene,
            camera,
            unit,
            level,
            ..
        } = &mut *self.world;
        let listener = Listener::new(slots, scene, camera, *unit, *level);
        let place = |hearing: &mut Hearing, time: &mut u32| listener.place_new(hearing, time);
        sounds.play(&sound, (id, clip), buses, step, self.me, place)
    }

    fn refuse_clip(&mut self, clip: ClipName<'_>) -> SoundId {
        let label = match clip {
            ClipName::Label(label) => Some(label),
            ClipName::Id(id) => self.assets.clip(id).map(Clip::label),
        };
        let (label, reason) = match label {
            None => ("", "no clip has this id"),
            Some(label) if self.is_loading(label) => (label, "it is still loading"),
            Some(label) => (label, UNKNOWN_CLIP),
        };
        self.assets.log_silent_clip(label, reason);
        self.world.sounds.count_refusal()
    }

    /// Returns whether a job loads a clip, or has loaded it before a step was taken again.
    fn is_loading(&self, label: &str) -> bool {
        self.world.jobs.loads(label) || self.assets.find_clip(label).is_some()
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

    /// Fills `into` with the sounds to mix, beginning with the latest step's first frame.
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
