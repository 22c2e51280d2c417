//! A named animation while an object plays it.

use std::sync::Arc;

use crate::assets::{Animation, Repeat};
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::scene::TIME_TOLERANCE;

/// An object's named animation has ended: its last frame stays. Sent to that object only.
///
/// ```
/// # use damselfly::prelude::*;
/// # use damselfly::world::AnimationEnded;
/// #[derive(Clone)]
/// struct Hero;
///
/// impl Behavior for Hero {
///     fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
///         if let Some(AnimationEnded { name }) = event.get() && name == "fall" {
///             cx.me().remove();
///         }
///     }
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
/// #     let hero = cx.assets.add_rect("hero", 4, 4, Color::RED)?;
/// #     let fall = damselfly::assets::Animation::new("fall", [0], 3.0).once();
/// #     cx.assets.add_animations(hero, [fall])?;
/// #     let hero = cx.spawn_with(Object::new("Hero").sprite(hero), Hero);
/// #     cx.object_mut(hero).map(|mut hero| hero.play("fall"));
/// #     Ok(())
/// # })?;
/// # game.steps(2);
/// # assert_eq!(game.all("Hero").len(), 1);
/// # game.steps(3);
/// # assert_eq!(game.all("Hero").len(), 0);
/// # Ok::<(), Error>(())
/// ```
#[doc(alias = "animation_finished")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnimationEnded {
    /// The animation's name.
    pub name: String,
}

/// An animation, and the progress of an object that plays it.
#[derive(Clone, Debug)]
pub(crate) struct PlayingAnimation {
    // The animation is shared with the asset store and all copies of the world, so that a step needs no assets.
    animation: Arc<Animation>,
    /// The index in the animation's frames.
    index: usize,
    /// Steps until the next frame, in layer time.
    remaining: f64,
    /// Rounds after the current one. Infinite for [`Repeat::Loop`].
    rounds_left: f64,
    /// Whether it has ended: its last frame stays.
    ended: bool,
}

impl Checksum for PlayingAnimation {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        let Self {
            animation,
            index,
            remaining,
            rounds_left,
            ended,
        } = self;
        // An animation counts by its name, like a sprite by its label.
        (&animation.name, index, remaining, ended).write_checksum(sum);
        // The number changes only in animations with a number of rounds.
        if let Repeat::Times(_) = animation.repeat {
            rounds_left.write_checksum(sum);
        }
    }
}

/// The result of advancing an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnimationProgress {
    /// The same frame is shown.
    Same,
    /// Another frame is shown.
    NextFrame,
    /// The last frame is shown, and its time is over.
    Ended,
}

impl PlayingAnimation {
    /// Returns an animation at its start. `animation` has at least one frame, because animations are checked when they
    /// are added.
    pub(crate) fn new(animation: Arc<Animation>) -> Self {
        let rounds_left = match animation.repeat {
            Repeat::Loop => f64::INFINITY,
            Repeat::Once => 0.0,
            Repeat::Times(rounds) => f64::from(rounds.saturating_sub(1)),
        };
        let mut playing = Self {
            animation,
            index: 0,
            remaining: 0.0,
            rounds_left,
            ended: false,
        };
        playing.remaining = playing.steps_of(0);
        playing
    }

    pub(crate) fn name(&self) -> &str {
        &self.animation.name
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns the sprite's frame that is shown.
    pub(crate) fn frame(&self) -> u16 {
        let frames = &self.animation.frames;
        frames.get(self.index).map_or(0, |shown| shown.frame)
    }

    /// Advances the time by nominal steps.
    pub(crate) fn advance(&mut self, dt: f32) -> AnimationProgress {
        if self.ended {
            return AnimationProgress::Same;
        }
        // The time is limited, because a step of infinite length would lead to NaN below.
        self.remaining -= f64::from(dt).min(1e12);
        if self.remaining > TIME_TOLERANCE {
            return AnimationProgress::Same;
        }
        // Skips whole rounds at once: a step may be of any length, times a time scale of up to 1000.
        let round = self.animation.steps();
        let skipped = (-self.remaining / round).floor().max(0.0);
        let skipped = skipped.min(self.rounds_left);
        self.remaining += skipped * round;
        self.rounds_left -= skipped;
        // The loop advances by at most one round, and by one more frame because of the tolerance.
        for _ in 0..=self.animation.frames.len() {
            if self.remaining > TIME_TOLERANCE {
                break;
            }
            let is_last = self.index + 1 >= self.animation.frames.len();
            if is_last && self.rounds_left < 1.0 {
                self.ended = true;
                self.remaining = 0.0;
                return AnimationProgress::Ended;
            }
            if is_last {
                self.rounds_left -= 1.0;
                self.index = 0;
            } else {
                self.index += 1;
            }
            self.remaining += self.steps_of(self.index);
        }
        AnimationProgress::NextFrame
    }

    fn steps_of(&self, index: usize) -> f64 {
        let frames = &self.animation.frames;
        frames
            .get(index)
            .map_or(1.0, |shown| f64::from(shown.steps))
    }
}

#[cfg(test)]
mod tests;
