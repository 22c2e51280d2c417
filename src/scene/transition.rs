//! The description of a transition between two levels.

use super::group_effect::GroupEffect;
use crate::base::color::Color;
use crate::math::Ease;

/// How the view closes before a change of level, and opens again after it: see
/// [`World::change_level_with`](crate::world::Context::change_level_with).
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::scene::{GroupEffect, Transition};
///
/// // A white fade, black for ten steps more, and a circle that opens around a place in the view.
/// let white = Transition::fade(20).color(Color::WHITE);
/// let slow = Transition { hold: 10, ..Transition::wipe(30) };
/// let circle = GroupEffect::Circle {
///     amount: 0.0,
///     center: vec2(0.25, 0.5),
///     softness: 4.0,
///     color: Color::BLACK,
/// };
/// let around = Transition { effect: circle, ..Transition::circle(20) };
/// # assert_eq!((white.closing, slow.opening, around.hold), (20, 30, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("fade", "iris", "SceneTransition"))]
pub struct Transition {
    /// The effect of the view, heads-up display included. Its amount is set by the transition. An effect without an
    /// amount has no effect on the picture.
    pub effect: GroupEffect,
    /// Steps in which the view closes.
    pub closing: u32,
    /// Further steps for which it stays closed on the new level. Defaults to 0: it is closed for one step on each
    /// level.
    pub hold: u32,
    /// Steps in which the view opens.
    pub opening: u32,
    /// The curve of the amount. Opening follows it backwards. Defaults to [`Ease::Linear`].
    pub ease: Ease,
}

impl Transition {
    /// Returns a fade to black and back, of this many steps each.
    pub const fn fade(steps: u32) -> Self {
        Self::new(GroupEffect::fade(0.0), steps)
    }

    /// Returns a wipe from left to right, which closes and opens in this many steps each.
    pub const fn wipe(steps: u32) -> Self {
        Self::new(GroupEffect::wipe(0.0), steps)
    }

    /// Returns a circle that closes on the middle of the view and opens again, in this many steps each.
    pub const fn circle(steps: u32) -> Self {
        Self::new(GroupEffect::circle(0.0), steps)
    }

    const fn new(effect: GroupEffect, steps: u32) -> Self {
        Self {
            effect,
            closing: steps,
            hold: 0,
            opening: steps,
            ease: Ease::Linear,
        }
    }

    /// Sets the colour of the closed view.
    #[must_use]
    pub const fn color(mut self, to: Color) -> Self {
        match &mut self.effect {
            GroupEffect::Fade { color, .. }
            | GroupEffect::Wipe { color, .. }
            | GroupEffect::Circle { color, .. }
            | GroupEffect::Dissolve { color, .. } => *color = to,
            _ => {}
        }
        self
    }

    /// Sets the curve.
    #[must_use]
    pub const fn ease(self, ease: Ease) -> Self {
        Self { ease, ..self }
    }

    /// Returns whether both are wipes of one angle.
    pub(crate) fn moves_like(&self, other: &Self) -> bool {
        let angle = |it: &Self| match it.effect {
            GroupEffect::Wipe { angle, .. } => Some(angle),
            _ => None,
        };
        angle(self).is_some() && angle(self) == angle(other)
    }

    /// Returns the effect at a share of the way to the closed view. `None` for an effect without an amount. A wipe
    /// begins at the other side if `is_turned` is true.
    pub(crate) fn effect_at(&self, share: f32, is_turned: bool) -> Option<GroupEffect> {
        let mut effect = self.effect;
        *effect.amount_mut()? = self.ease.at(share);
        if let GroupEffect::Wipe { angle, .. } = &mut effect
            && is_turned
        {
            *angle += core::f32::consts::PI;
        }
        Some(effect)
    }
}
