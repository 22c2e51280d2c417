//! Log lines about refused values of objects.

use damselfly::assets::{Animation, AssetSettings, Assets, FrameLayout, ImageLayout, Pixels};
use damselfly::prelude::*;
use damselfly::world::{Core, CoreSettings, Outcome};

use crate::logged::{keep_log, logged};

fn lines(part: &str) -> usize {
    let lines = logged();
    lines.iter().filter(|line| line.contains(part)).count()
}

#[test]
fn an_unknown_animation_is_logged_with_kind_and_nearest_name() {
    keep_log();
    let mut assets = Assets::new(AssetSettings::default());
    let layout = ImageLayout {
        frames: FrameLayout::Grid {
            columns: 2,
            rows: 1,
        },
        ..ImageLayout::default()
    };
    let sprite = assets
        .add_image_with("ooze", Pixels::filled(2, 1, Color::RED), &layout)
        .unwrap();
    let run = Animation::new("ooze along", [0, 1], 2.0);
    assets.add_animations(sprite, [run]).unwrap();
    let mut core = Core::new(&CoreSettings::default(), assets);
    let with = core.context().spawn(Object {
        sprite: Some(sprite),
        ..Object::new("Ooze")
    });
    let without = core.context().spawn(Object::new("Bare ooze"));
    for (id, name, expected) in [
        (
            with,
            "ooze alnog",
            "its sprite has no animation `ooze alnog`; is `ooze along` meant?",
        ),
        (with, "zzz", "its sprite has no animation `zzz`"),
        (
            without,
            "ooze along",
            "it has no sprite, so no animation `ooze along`",
        ),
    ] {
        let kind = if id == with { "Ooze" } else { "Bare ooze" };
        let outcome = core.object_mut(id).unwrap().play(name);
        assert_eq!(outcome, Outcome::Refused);
        assert_eq!(lines(&format!("`{kind}` ({id:?}): {expected}")), 1);
    }
    assert_eq!(lines("animation `ooze alnog` is not finite"), 0);
}

#[test]
fn a_refused_value_is_logged_with_the_objects_kind() {
    keep_log();
    let mut core = Core::new(
        &CoreSettings::default(),
        Assets::new(AssetSettings::default()),
    );
    let id = core.context().spawn(Object::new("Meteoroid"));
    let mut object = core.object_mut(id).unwrap();
    assert_eq!(object.set_velocity(vec2(f32::NAN, 0.0)), Outcome::Refused);
    assert_eq!(object.set_position(vec2(f32::NAN, 0.0)), Outcome::Refused);
    for field in ["velocity", "position"] {
        assert_eq!(lines(&format!("`Meteoroid` ({id:?}): its new {field}")), 1);
    }
    let id = core.context().spawn(Object::default());
    let mut object = core.object_mut(id).unwrap();
    assert_eq!(object.set_spin(f32::NAN), Outcome::Refused);
    assert_eq!(
        lines(&format!("{id}: its new spin")),
        1,
        "no kind is no empty name"
    );
}

#[test]
fn a_refused_style_of_text_is_logged_with_what_is_drawn() {
    keep_log();
    let mut core = Core::new(
        &CoreSettings::default(),
        Assets::new(AssetSettings::default()),
    );
    let style = TextStyle::new(Color::WHITE);
    let drawn = |core: &Core| core.world.scene().altitudes()[2].drawn().len();
    for (at, style, expected) in [
        (
            Vec2::ZERO,
            TextStyle { scale: 0, ..style },
            "the drawn text's scale is not finite or out of range; the nearest scale from 1 to 64 is used",
        ),
        (
            Vec2::ZERO,
            TextStyle {
                wrap: Some(-1.0),
                ..style
            },
            "the drawn text's width is not finite or out of range; its lines are not wrapped",
        ),
        (
            vec2(f32::NAN, 0.0),
            style,
            "the drawing's altitude, position or transform is not finite or out of range; nothing is drawn",
        ),
    ] {
        let (logged, rows) = (lines(expected), drawn(&core));
        core.context().canvas(2).text(at, "three", style);
        assert_eq!(lines(expected), logged + 1, "{expected}");
        let new = if at.is_finite() { 5 } else { 0 };
        assert_eq!(drawn(&core), rows + new, "{expected}");
    }
    assert_eq!(core.world.refusals(), 3);
}
