//! The player: a watchman who walks, and aims a lantern.

use damselfly::collision::Shape;
use damselfly::math;
use damselfly::prelude::*;
use damselfly::scene::{Cone, Light};
use damselfly::world::{LightId, SlideSettings};

use super::PEOPLE;
use super::crypt::shown;

/// Speed in pixels per step.
const SPEED: f32 = 1.6;

/// Rotation in radians per step.
const TURN: f32 = 0.12;

#[derive(Clone)]
pub(crate) struct Watchman {
    beam: LightId,
}

impl Watchman {
    /// Spawns the watchman. The beam of his lantern has shadows; a weak light around him has none.
    pub(crate) fn add(at: Vec2, cx: &mut Context<'_>) {
        let watchman = shown("Watchman", at, PEOPLE, cx).shapes([Shape::circle(6.0)]);
        let watchman = cx.spawn(watchman);
        let color = Color::hex(0xfff0cc);
        let beam = Light {
            color,
            radius: 260.0,
            energy: 1.5,
            offset: vec2(8.0, 0.0),
            cone: Some(Cone {
                width: 0.8,
                softness: 0.5,
                ..Cone::default()
            }),
            shadows: true,
            source: 5.0,
        };
        let beam = cx.lights.attach(watchman, beam);
        let near = Light {
            color,
            radius: 36.0,
            energy: 0.6,
            ..Light::default()
        };
        cx.lights.attach(watchman, near);
        cx.attach(watchman, Self { beam });
    }
}

impl Behavior for Watchman {
    fn step(&mut self, cx: &mut Context<'_>) {
        let (me, at) = (cx.me().id(), cx.me().position());
        let way = vec2(cx.input.axis(Key::A, Key::D), cx.input.axis(Key::W, Key::S));
        let velocity = SPEED * way.normalize_or_zero();
        let settings = SlideSettings {
            up: Vec2::ZERO,
            ..SlideSettings::default()
        };
        cx.move_and_slide(me, velocity, &settings);
        let target = math::angle_of(cx.mouse_in_world() - at);
        let angle = math::turn_towards(cx.me().angle(), target, TURN);
        cx.me().set_angle(angle);
        if cx.input.just_pressed(Key::Digit4) {
            cx.lights.change(self.beam, |beam| {
                beam.energy = if beam.energy > 0.0 { 0.0 } else { 1.5 };
            });
        }
    }
}
