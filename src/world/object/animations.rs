//! Playing named animations of a sprite on objects.

use super::playing::PlayingAnimation;
use crate::assets::Assets;
use crate::base::id::ObjectId;
use crate::world::{Outcome, World};

impl World {
    /// Plays an animation of the object's sprite by its name, from its first frame on. If that plays already it goes
    /// on, so this may be called in every step; once it has ended it begins anew. Time passes as for movement:
    /// multiplied by the time scale of the object's altitude, and not at all while that is disabled or while another
    /// level is current. What plays stops with [`World::set_frame`], [`World::set_sprite`] and
    /// [`World::stop_animation`].
    ///
    /// Refused if the object has no sprite, or its sprite no animation of this name.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::assets::Animation;
    /// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    ///     let flag = cx.assets.add_text_sprite("flag", "flag.spr",
    ///         b"frames 2\nwidth 1\nheight 1\ncolor red\n>\nend\n)\nend\neof\n")?;
    ///     cx.assets.add_animations(flag, [Animation::new("wave", [0, 1], 10.0)])?;
    ///     let id = cx.spawn(Object { sprite: Some(flag), ..Object::default() });
    ///     cx.world.play(id, "wave", cx.assets);
    ///     assert_eq!(cx.world.animation(id), Some("wave"));
    ///     Ok(())
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Flag", Default::default()), start)?;
    /// # game.step();
    /// # Ok::<(), Error>(())
    /// ```
    pub fn play(&mut self, id: ObjectId, name: &str, assets: &Assets) -> Outcome {
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

    /// Stops the named animation that plays, or has ended, at its frame. From there on frames follow by the object's
    /// slowdown.
    pub fn stop_animation(&mut self, id: ObjectId) -> Outcome {
        self.edit(id, |body, _| {
            if body.animation.playing.take().is_some() {
                body.animation.remaining = f32::from(body.animation.slowdown);
            }
        })
    }

    /// Returns the name of the animation that the object plays, or that has ended; `None` without one.
    pub fn animation(&self, id: ObjectId) -> Option<&str> {
        let playing = self.slots.body(id)?.animation.playing.as_deref()?;
        Some(playing.name())
    }

    /// Whether the named animation of the object has ended: its last frame stays. `None` without one.
    pub fn has_animation_ended(&self, id: ObjectId) -> Option<bool> {
        let playing = self.slots.body(id)?.animation.playing.as_deref()?;
        Some(playing.has_ended())
    }
}

#[cfg(test)]
mod tests;
