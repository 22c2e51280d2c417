//! A list of effects, with the values at the last step.

use super::{GroupEffect, MAX_EFFECTS};
use glam::Vec2;

/// A list of effects, and the list at the end of the step before.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EffectList {
    pub(crate) now: Vec<GroupEffect>,
    before: Vec<GroupEffect>,
}

impl EffectList {
    /// Keeps the values of the last step, before a new one changes them.
    pub(crate) fn begin_step(&mut self) {
        self.before.clone_from(&self.now);
    }

    /// Returns the effects at a smoothing factor, on a target with `scale` pixels per pixel of the view. If the length
    /// of the list has changed, no effect is interpolated.
    pub(crate) fn shown(&self, k: f32, scale: Vec2) -> Vec<GroupEffect> {
        let is_same = self.before.len() == self.now.len();
        let shown = self.now.iter().take(MAX_EFFECTS).enumerate();
        let shown = shown.map(|(at, effect)| match self.before.get(at) {
            Some(before) if is_same && k != 0.0 => effect.between(*before, k),
            _ => *effect,
        });
        shown.map(|effect| effect.scaled(scale)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_with_a_new_effect_is_not_interpolated() {
        let mut list = EffectList {
            now: vec![GroupEffect::fade(0.0)],
            ..EffectList::default()
        };
        list.begin_step();
        list.now = vec![GroupEffect::fade(1.0)];
        assert_eq!(list.shown(-0.5, Vec2::ONE), [GroupEffect::fade(0.5)]);
        list.now.push(GroupEffect::crt());
        assert_eq!(list.shown(-0.5, Vec2::ONE)[0], GroupEffect::fade(1.0));
        list.now.resize(20, GroupEffect::blur(1.0));
        assert_eq!(list.shown(0.0, Vec2::ONE).len(), MAX_EFFECTS);
    }
}
