//! Playing named animations of a sprite on objects.

use super::fraction_counter::FractionCounter;
use super::playing::PlayingAnimation;
use crate::assets::Assets;
use crate::base::id::ObjectId;
use crate::world::{Outcome, World};

impl World {
    /// Plays an animation: see [`ObjectMut::play`](crate::world::ObjectMut::play).
    pub(in crate::world) fn play(&mut self, id: ObjectId, name: &str, assets: &Assets) -> Outcome {
        let Some(body) = self.slots.get(id) else {
            return Outcome::Gone;
        };
        let playing = body.animation.playing.as_deref();
        if playing.is_some_and(|playing| playing.name() == name && !playing.has_ended()) {
            return Outcome::Done;
        }
        let sprite = body.sprite;
        let found = sprite.and_then(|sprite| assets.shared_animation(sprite, name));
        let Some(animation) = found.cloned() else {
            let near = sprite.and_then(|sprite| assets.nearest_animation(sprite, name));
            let what = match near {
                Some(near) => format!("animation `{name}` (is `{near}` meant?)"),
                None => format!("animation `{name}`"),
            };
            self.refuse(&id, &what);
            return Outcome::Refused;
        };
        self.edit(id, |body, _| {
            let playing = PlayingAnimation::new(animation);
            body.animation.frame = playing.frame();
            body.animation.playing = Some(Box::new(playing));
        })
    }

    /// Stops the animation that plays.
    pub(in crate::world) fn stop_animation(&mut self, id: ObjectId) -> Outcome {
        self.edit(id, |body, _| {
            if body.animation.playing.take().is_some() {
                body.animation.shown = FractionCounter::default();
            }
        })
    }

    /// Returns the name of the animation that the object plays, or that has ended; `None` without one.
    pub(in crate::world) fn animation(&self, id: ObjectId) -> Option<&str> {
        let playing = self.slots.body(id)?.animation.playing.as_deref()?;
        Some(playing.name())
    }

    /// Whether the named animation of the object has ended: its last frame stays. `None` without one.
    pub(in crate::world) fn has_animation_ended(&self, id: ObjectId) -> Option<bool> {
        let playing = self.slots.body(id)?.animation.playing.as_deref()?;
        Some(playing.has_ended())
    }
}

#[cfg(test)]
mod tests;
