//! The effects, one at a time.

use core::f32::consts::TAU;

use damselfly::math;
use damselfly::prelude::*;
use damselfly::scene::GroupEffect;

use super::GROUP;
use super::shaders::Shaders;

/// An effect of the gallery.
struct Shown {
    name: &'static str,
    /// Whether it changes the dragonflies alone, instead of the whole view.
    is_of_swarm: bool,
    /// Returns the effect. The argument moves from 0 to 1 and back.
    effect: fn(f32) -> GroupEffect,
}

const fn view(name: &'static str, effect: fn(f32) -> GroupEffect) -> Shown {
    Shown {
        name,
        is_of_swarm: false,
        effect,
    }
}

const fn swarm(name: &'static str, effect: fn(f32) -> GroupEffect) -> Shown {
    Shown {
        name,
        is_of_swarm: true,
        effect,
    }
}

const EFFECTS: [Shown; 14] = [
    view("saturation", |amount| GroupEffect::saturation(2.0 * amount)),
    view("blur", |amount| GroupEffect::blur(8.0 * amount)),
    view("glow", |amount| GroupEffect::Glow {
        radius: 12.0,
        threshold: 0.55,
        strength: 1.5 * amount,
        color: Color::hex(0xffe0b0),
    }),
    swarm("outline", |amount| GroupEffect::Outline {
        width: 1.0 + 2.0 * amount,
        color: Color::hex(0x101020),
    }),
    swarm("drop shadow", |amount| {
        GroupEffect::drop_shadow(vec2(4.0, 6.0) + 10.0 * amount)
    }),
    view("pixelate", |amount| {
        GroupEffect::pixelate(1.0 + 11.0 * amount)
    }),
    view("wave", |amount| GroupEffect::Wave {
        amplitude: vec2(6.0 * amount, 2.0 * amount),
        length: 60.0,
        phase: amount,
    }),
    view("palette", |_| {
        let colors = [
            0x181425, 0x3a4466, 0x9e2835, 0xe43b44, 0xf77622, 0xfee761, 0x63c74d, 0xead4aa,
        ];
        GroupEffect::palette(&colors.map(Color::hex))
    }),
    swarm("dissolve", |amount| GroupEffect::Dissolve {
        amount,
        size: 2.0,
        seed: 3,
        edge: 0.1,
        color: Color::hex(0xfff0a0),
    }),
    view("vignette", GroupEffect::vignette),
    view("CRT", |amount| GroupEffect::Crt {
        curvature: 0.15 + 0.1 * amount,
        line: 2.0,
        darkness: 0.35,
        fringe: 1.0 + amount,
    }),
    view("fade", GroupEffect::fade),
    view("wipe", |amount| GroupEffect::Wipe {
        amount,
        angle: 0.5,
        softness: 60.0,
        color: Color::hex(0x14101c),
    }),
    view("circle", |amount| GroupEffect::Circle {
        amount,
        center: vec2(0.5, 0.45),
        softness: 12.0,
        color: Color::hex(0x14101c),
    }),
];

/// Length of a round of an effect, in steps.
const ROUND: i64 = 90;

/// Shows one effect after the other.
#[derive(Clone, Checksum)]
pub(crate) struct Gallery {
    #[checksum(skip)]
    shaders: Shaders,
    /// Number of the effect.
    chosen: usize,
    /// Steps since it was chosen.
    time: i64,
    is_stopped: bool,
}

impl Gallery {
    pub(crate) fn new(shaders: Shaders) -> Self {
        Self {
            shaders,
            chosen: 0,
            time: 0,
            is_stopped: false,
        }
    }

    /// Returns the chosen effect's name, whether it changes the dragonflies alone, and the effect.
    fn effect(&self, amount: f32) -> (&'static str, bool, GroupEffect) {
        match EFFECTS.get(self.chosen) {
            Some(shown) => (shown.name, shown.is_of_swarm, (shown.effect)(amount)),
            // Whole cells: the side of a cell in between would be rounded down.
            None => (
                "halftone",
                false,
                self.shaders.halftone(4.0 + (5.0 * amount).floor()),
            ),
        }
    }
}

impl Behavior for Gallery {
    fn step(&mut self, cx: &mut Context<'_>) {
        // The last one is the example's own.
        let count = EFFECTS.len() + 1;
        for (key, forward) in [(Key::Right, 1), (Key::Left, count - 1)] {
            if cx.input.just_pressed(key) {
                self.chosen = (self.chosen + forward) % count;
                self.time = 0;
            }
        }
        if cx.input.just_pressed(Key::Space) {
            self.is_stopped = !self.is_stopped;
        }
        if !self.is_stopped {
            self.time += 1;
        }
        let turn = (self.time % ROUND) as f32 / ROUND as f32 * TAU;
        let (name, is_of_swarm, effect) = self.effect(0.5 - 0.5 * math::cos(turn));
        cx.view_effects().clear();
        if let Some(effects) = cx.group_effects(GROUP) {
            effects.clear();
            effects.extend(is_of_swarm.then_some(effect));
        }
        if !is_of_swarm {
            cx.view_effects().push(effect);
        }
        cx.hud
            .set("Effect", format!("{} of {count}: {name}", self.chosen + 1));
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
