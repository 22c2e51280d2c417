//! Counts the features that have changed pixels of random scenes: a feature that never occurs is not tested.

use crate::fixtures::DRAWINGS;
use crate::oracle::{Blend, Coverage, Effect, FAR, Layer, Painting, Scene, Sprite, flags, kind};
use std::collections::BTreeMap;

/// Least number of times that each feature has to occur in a thousand scenes.
const LEAST: u32 = 10;

/// Name of the fixture or drawing that each sprite of a layer comes from.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) names: Vec<&'static str>,
}

/// Number of times that each feature has occurred.
#[derive(Debug, Default)]
pub(crate) struct Features {
    counts: BTreeMap<&'static str, u32>,
}

/// All features that have to occur, besides the kinds of drawings by hand.
const ALL: [&str; 76] = [
    "additive",
    "bars",
    "built-in picture",
    "camera",
    "capsule sprite",
    "circle sprite",
    "clipped",
    "clipped away",
    "clipped in a coarser group",
    "cut off by the view",
    "dissolve",
    "far place",
    "filled",
    "filtered and turned",
    "filtered",
    "flash",
    "flipped down",
    "flipped right",
    "greyscale",
    "group",
    "group that covers all",
    "group that is added",
    "group that multiplies",
    "group that screens",
    "group with a mask",
    "group that subtracts",
    "group with coarse pixels",
    "group with smooth pixels",
    "hidden",
    "larger",
    "line sprite",
    "mirrored by its scale",
    "moving",
    "multiplied",
    "negative place",
    "no number",
    "no such frame",
    "opaque",
    "outline",
    "palette",
    "picture",
    "polygon sprite",
    "quarter turn",
    "rectangle sprite",
    "screened",
    "smaller",
    "solid picture",
    "subtracted",
    "tile map",
    "tile map in a turned view",
    "tiled picture",
    "tile that is flipped",
    "tile that is turned",
    "tinted",
    "too far away",
    "translucent",
    "turned",
    "turning",
    "view is turned",
    "wave",
    "effects of the view",
    "two effects of a group",
    "effect: colour matrix",
    "effect: blur",
    "effect: glow",
    "effect: outline",
    "effect: drop shadow",
    "effect: pixelate",
    "effect: wave",
    "effect: palette",
    "effect: dissolve",
    "effect: vignette",
    "effect: crt",
    "effect: fade",
    "effect: wipe",
    "effect: circle transition",
];

impl Features {
    /// Counts the features of a scene: those of sprites that have painted a pixel, and the reasons why other sprites
    /// are not drawn.
    pub(crate) fn count(&mut self, scene: &Scene, painting: &Painting, seen: &[Seen]) {
        let has_bars =
            (0..2).any(|axis| scene.view[0][axis] > 0 || scene.view[1][axis] < scene.size[axis]);
        self.note("bars", has_bars);
        for group in &scene.groups {
            self.note("group", true);
            self.note("group with a mask", group.mask.is_some());
            self.note("group with coarse pixels", group.halvings > 0);
            let is_smooth = group.halvings > 0 && group.is_smooth;
            self.note("group with smooth pixels", is_smooth);
            self.note("group that is added", group.blend == Blend::Add);
            self.note("group that covers all", group.blend == Blend::Replace);
            self.note("group that multiplies", group.blend == Blend::Multiply);
            self.note("group that screens", group.blend == Blend::Screen);
            self.note("group that subtracts", group.blend == Blend::Subtract);
            self.note("two effects of a group", group.effects.len() > 1);
            group
                .effects
                .iter()
                .for_each(|effect| self.note(name_of(effect), true));
        }
        for group in scene.groups.iter().filter(|group| group.halvings > 0) {
            let [start, end] = group.layers;
            let covered = painting.coverage[start..end].iter().flatten();
            let is_clipped = covered.clone().any(|covered| covered.clipped > 0)
                && covered.clone().any(|covered| covered.painted > 0);
            self.note("clipped in a coarser group", is_clipped);
        }
        for view in &scene.views {
            self.note("effects of the view", true);
            view.effects
                .iter()
                .for_each(|effect| self.note(name_of(effect), true));
        }
        for ((layer, coverage), seen) in scene.layers.iter().zip(&painting.coverage).zip(seen) {
            assert_eq!(seen.names.len(), layer.sprites.len());
            let coverage = coverage.iter().zip(&seen.names);
            for (sprite, (covered, name)) in layer.sprites.iter().zip(coverage) {
                self.note(name, covered.painted > 0);
                let is_turned_map = *name == "tile map" && layer.view.turn % 16_384 != 0;
                self.note(
                    "tile map in a turned view",
                    is_turned_map && covered.painted > 0,
                );
                self.note("clipped away", covered.clipped > 0 && covered.painted == 0);
                if covered.painted > 0 {
                    self.count_painted(scene, layer, sprite, *covered);
                } else if !covered.is_placed {
                    self.count_refused(scene, layer, sprite);
                }
            }
        }
    }

    fn note(&mut self, feature: &'static str, occurs: bool) {
        if occurs {
            *self.counts.entry(feature).or_default() += 1;
        }
    }

    fn count_painted(&mut self, scene: &Scene, layer: &Layer, sprite: &Sprite, covered: Coverage) {
        let has = |flag: u32| sprite.flags & flag != 0;
        let scales = sprite.scale.map(f32::abs);
        let is_turned = !sprite.turn.is_multiple_of(16_384);
        let is_tile = scene
            .record(layer, sprite)
            .is_some_and(|record| record.kind == kind::SLICE);
        let is_view_turned = layer.view.turn % 16_384 != 0;
        let is_flipped = has(flags::FLIP_X) || has(flags::FLIP_Y);
        self.note("additive", has(flags::ADDITIVE) && sprite.style == 0);
        self.note("multiplied", sprite.style == 1);
        self.note("screened", sprite.style == 2);
        self.note("subtracted", sprite.style == 3);
        let materials = [
            "flash",
            "greyscale",
            "outline",
            "dissolve",
            "palette",
            "wave",
        ];
        for (number, material) in (1..).zip(materials) {
            self.note(material, sprite.material.number == number);
        }
        self.note("cut off by the view", covered.cut > 0);
        self.note("clipped", covered.clipped > 0);
        self.note(
            "far place",
            sprite.position.iter().any(|at| at.abs() > 65_536.0),
        );
        self.note("filled", has(flags::FILLED));
        self.note("filtered", has(flags::LINEAR));
        self.note("filtered and turned", has(flags::LINEAR) && is_turned);
        self.note("flipped right", has(flags::FLIP_X));
        self.note("flipped down", has(flags::FLIP_Y));
        self.note("larger", scales.iter().any(|&scale| scale > 1.0));
        self.note("smaller", scales.iter().any(|&scale| scale < 1.0));
        self.note(
            "mirrored by its scale",
            sprite.scale.iter().any(|&scale| scale < 0.0),
        );
        self.note("moving", sprite.motion != [0.0; 2] && layer.view.k != 0.0);
        self.note("turning", sprite.turn_motion != 0 && layer.view.k != 0.0);
        self.note("negative place", sprite.position.iter().any(|&at| at < 0.0));
        self.note("opaque", has(flags::OPAQUE) && !has(flags::ADDITIVE));
        self.note("quarter turn", sprite.turn != 0 && !is_turned);
        self.note("turned", is_turned);
        self.note("tile that is flipped", is_tile && is_flipped);
        self.note("tile that is turned", is_tile && is_turned);
        self.note("tinted", sprite.tint[..3] != [sprite.tint[3]; 3]);
        self.note("translucent", (1..255).contains(&sprite.tint[3]));
        self.note("view is turned", is_view_turned);
    }

    fn count_refused(&mut self, scene: &Scene, layer: &Layer, sprite: &Sprite) {
        let is_far = |at: &f32| at.is_finite() && at.abs() >= FAR;
        self.note("hidden", sprite.flags & flags::HIDDEN != 0);
        self.note("no number", sprite.position.iter().any(|at| at.is_nan()));
        self.note("too far away", sprite.position.iter().any(is_far));
        self.note("no such frame", scene.record(layer, sprite).is_none());
    }

    /// Fails if any feature has occurred too rarely.
    pub(crate) fn assert_each_occurs(&self) {
        let count = |feature: &str| self.counts.get(feature).copied().unwrap_or_default();
        let seldom = ALL
            .iter()
            .chain(&DRAWINGS)
            .filter(|feature| count(feature) < LEAST);
        let seldom: Vec<_> = seldom.collect();
        assert!(
            seldom.is_empty(),
            "too seldom: {seldom:?}\n{:#?}",
            self.counts
        );
    }
}

fn name_of(effect: &Effect) -> &'static str {
    match effect {
        Effect::ColorMatrix(_) => "effect: colour matrix",
        Effect::Blur(_) => "effect: blur",
        Effect::Glow(..) => "effect: glow",
        Effect::Outline(..) => "effect: outline",
        Effect::DropShadow(..) => "effect: drop shadow",
        Effect::Pixelate(_) => "effect: pixelate",
        Effect::Wave(..) => "effect: wave",
        Effect::Palette(_) => "effect: palette",
        Effect::Dissolve(..) => "effect: dissolve",
        Effect::Vignette(..) => "effect: vignette",
        Effect::Crt(_) => "effect: crt",
        Effect::Fade(..) => "effect: fade",
        Effect::Wipe(..) => "effect: wipe",
        Effect::Circle(..) => "effect: circle transition",
    }
}
