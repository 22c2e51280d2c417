//! A step of objects with a running tween each, and the same step without tweens.
//!
//! Prints a table. The difference of a row and `at rest` is the cost of the tweens.

mod common;

use common::table::{Contender, print, wanted};
use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::{Vec2, vec2};
use damselfly::math::Ease;
use damselfly::prelude::*;
use damselfly::world::{Core, CoreSettings, StepInput};

/// Number of objects.
const COUNT: usize = 10_000;

/// Returns a world of spectral objects, after `start` has started their tweens.
fn world(start: impl Fn(&mut Context<'_>, ObjectId)) -> Core {
    let settings = CoreSettings {
        view: vec2(1280.0, 720.0),
        unit: Vec2::ONE,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
    let mut cx = core.context();
    for number in 0..COUNT {
        let at = vec2((number % 100) as f32, (number / 100) as f32);
        let id = cx.spawn(
            Object::new("Dot")
                .sprite(SpriteId::PLACEHOLDER)
                .at(at)
                .spectral(),
        );
        start(&mut cx, id);
    }
    core
}

fn contender<'a>(name: &'a str, start: impl Fn(&mut Context<'_>, ObjectId)) -> Contender<'a> {
    let mut core = world(start);
    Contender::repeated(name, 20, move || core.step(StepInput::next(&core)))
}

fn main() {
    if wanted().is_none() {
        return;
    }
    let by = vec2(50.0, 20.0);
    print(
        "tweens",
        COUNT,
        vec![
            contender("at rest", |_, _| ()),
            contender("position, linear", |cx, id| {
                cx.tween(id).position_by(by).over(97).ping_pong().forever();
            }),
            contender("position, back", |cx, id| {
                let tween = cx.tween(id).position_by(by).over(97);
                tween.ease(Ease::BackOut).ping_pong().forever();
            }),
            contender("position, sine", |cx, id| {
                let tween = cx.tween(id).position_by(by).over(97);
                tween.ease(Ease::SineInOut).ping_pong().forever();
            }),
            contender("angle", |cx, id| {
                cx.tween(id).angle_by(6.0).over(97).ping_pong().forever();
            }),
            contender("tint", |cx, id| {
                cx.tween(id).tint(Color::RED).over(97).ping_pong().forever();
            }),
            contender("scale", |cx, id| {
                cx.tween(id)
                    .scale(Vec2::splat(2.0))
                    .over(97)
                    .ping_pong()
                    .forever();
            }),
            contender("waiting", |cx, id| {
                cx.tween(id).delay(u32::MAX).angle(1.0);
            }),
        ],
    );
}
