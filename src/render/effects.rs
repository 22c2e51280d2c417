//! Effects of groups as lists of steps, each with whole numbers. Both backends carry out the same steps.

mod numbers;
mod outline;

use core::ops::Range;

use glam::Vec2;

use super::frame::Frame;
use super::groups;
use crate::assets::EffectId;
use crate::scene::{GroupEffect, GroupLook, MAX_EFFECTS};

/// Effects of the whole view, or of a part of it: of all layers below a number.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewEffects {
    /// Number of layers, from the lowest on, that are drawn to a target of their own, over the background.
    pub layers: usize,
    /// Effects of the target, in their order: see [`LayerGroup::effects`](super::LayerGroup::effects).
    pub effects: Vec<GroupEffect>,
}

/// Number of whole numbers of a step. The shader has as many.
pub(super) const NUMBERS: usize = 24;

/// Number of further targets that the steps of a group may need: a step reads up to two, and writes another one.
pub(super) const SCRATCH_TARGETS: usize = 3;

/// Longest side of a view with effects, in pixels. Integers of 32 bits suffice up to there.
const LONGEST_SIDE: u32 = 16_384;

/// What a step does with each pixel. Each kind has a function in `render::software::effects` and an entry in
/// `shaders/effects.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepKind {
    ColorMatrix,
    BlurAcross,
    BlurDown,
    /// First step of a glow: keeps bright pixels.
    Shine,
    /// Last step of a glow: adds the light.
    AddLight,
    /// An outline that is a pixel wide.
    ThinOutline,
    /// First step of a wider outline: the largest alpha of some runs of pixels.
    OutlineAcross,
    /// Last step of a wider outline.
    OutlineDown,
    /// First step of a shadow: displaced, in one colour.
    Shadow,
    /// Last step of a shadow: the group over it.
    Cover,
    Pixelate,
    Wave,
    Palette,
    Dissolve,
    Vignette,
    Crt,
    Fade,
    Wipe,
    Circle,
    /// The function of an effect of the game's own. Its numbers are the bits of floats.
    Custom(EffectId),
}

/// A step: reads up to two targets, and writes another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EffectStep {
    pub(super) kind: StepKind,
    /// The target that it changes: 0 for the group's own, from 1 on for a further one.
    pub(super) from: usize,
    /// The target before the first step of the effect.
    pub(super) base: usize,
    /// The target that it writes: neither `from` nor `base`.
    pub(super) to: usize,
    pub(super) numbers: [i32; NUMBERS],
}

/// Lists the steps of a group's effects. `view` is the part of the group's target that shows the view: x, y, width,
/// height. `is_known`: whether the backend has the function of an effect of the game's own.
pub(super) fn list_steps(
    steps: &mut Vec<EffectStep>,
    effects: &[GroupEffect],
    look: &GroupLook,
    view: [u32; 4],
    is_known: impl Fn(EffectId) -> bool,
) {
    steps.clear();
    let [_, _, width, height] = view;
    if width.max(height) > LONGEST_SIDE || width.min(height) == 0 {
        return;
    }
    let scale = Vec2::splat(1.0 / (1 << look.resolution.halvings()) as f32);
    for effect in effects.iter().take(MAX_EFFECTS) {
        let base = steps.last().map_or(0, |step| step.to);
        let effect = effect.scaled(scale);
        numbers::of_effect(&effect, [width, height], |kind, numbers| {
            if matches!(kind, StepKind::Custom(shader) if !is_known(shader)) {
                return;
            }
            let from = steps.last().map_or(0, |step| step.to);
            let mut free = 1..=SCRATCH_TARGETS;
            let to = free.find(|to| *to != from && *to != base);
            let mut all = [0; NUMBERS];
            all[..numbers.len()].copy_from_slice(numbers);
            steps.push(EffectStep {
                kind,
                from,
                base,
                to: to.unwrap_or(1),
                numbers: all,
            });
        });
    }
}

/// Returns the effects of the view that are drawn: those that begin between groups, and not below earlier ones.
pub(super) fn valid<'a>(frame: &Frame<'a>) -> impl Iterator<Item = &'a ViewEffects> {
    let count = frame.layers.len();
    let mut least = 0;
    let all = frame.groups;
    frame.effects.iter().filter(move |effects| {
        let end = effects.layers;
        let splits = |layers: &Range<usize>| layers.start < end && end < layers.end;
        let is_valid = (least..=count).contains(&end)
            && !effects.effects.is_empty()
            && !groups::valid(all, count).any(|group| splits(&group.layers));
        if is_valid {
            least = end;
        }
        is_valid
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::color::Color;
    use crate::scene::Resolution;

    #[test]
    fn no_step_writes_a_target_that_it_reads() {
        let effects = [
            GroupEffect::glow(4.0),
            GroupEffect::drop_shadow(Vec2::ONE),
            GroupEffect::outline(Color::RED),
            GroupEffect::glow(2.0),
            GroupEffect::blur(2.0),
        ];
        let mut steps = Vec::new();
        list_steps(
            &mut steps,
            &effects,
            &GroupLook::default(),
            [0, 0, 9, 9],
            |_| true,
        );
        assert_eq!(steps.len(), 4 + 4 + 1 + 4 + 2);
        let mut last = 0;
        for step in steps {
            assert!(step.to != step.from && step.to != step.base && step.to > 0);
            assert_eq!(step.from, last);
            last = step.to;
        }
    }

    #[test]
    fn unknown_effects_of_a_game_are_left_out() {
        let mut steps = Vec::new();
        let effects = [0, 1].map(|id| GroupEffect::custom(EffectId(id), [f32::NAN; 8]));
        list_steps(
            &mut steps,
            &effects,
            &GroupLook::default(),
            [0, 0, 9, 9],
            |id| id.0 == 1,
        );
        let step = steps.pop().unwrap();
        assert_eq!(step.kind, StepKind::Custom(EffectId(1)));
        assert_eq!(step.numbers[..3], [1.0_f32.to_bits().cast_signed(), 0, 0]);
        assert_eq!(steps, []);
    }

    #[test]
    fn lengths_shrink_with_the_resolution_of_a_group() {
        let mut steps = Vec::new();
        let look = GroupLook {
            resolution: Resolution::Quarter,
            ..GroupLook::default()
        };
        let effects = [GroupEffect::pixelate(12.0)];
        list_steps(&mut steps, &effects, &look, [0, 0, 9, 9], |_| true);
        assert_eq!(steps[0].numbers[0], 3);
        list_steps(&mut steps, &effects, &look, [0, 0, 9, 20_000], |_| true);
        assert_eq!(steps, []);
        let outlines = [1.0, 0.0, -1.0, f32::NAN].map(|width| GroupEffect::Outline {
            width,
            color: Color::RED,
        });
        list_steps(&mut steps, &outlines, &look, [0, 0, 9, 9], |_| true);
        let widths: Vec<_> = steps.iter().map(|step| step.numbers[0]).collect();
        assert_eq!(widths, [1], "a pixel at least, unless there is none");
    }
}
