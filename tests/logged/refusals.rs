//! Log lines about refused values of objects.

use core::time::Duration;

use damselfly::assets::{Animation, AssetSettings, Assets, FrameLayout, ImageLayout, Pixels};
use damselfly::glam::ivec2;
use damselfly::prelude::*;
use damselfly::time::PolicySettings;
use damselfly::world::{Core, CoreSettings, Outcome};

use crate::common::core;
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
    let mut core = core();
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
    let mut core = core();
    let style = TextStyle::new(Color::WHITE);
    let drawn = |core: &Core| core.world.scene().altitudes()[2].drawn().len();
    for (at, style, expected) in [
        (
            Vec2::ZERO,
            TextStyle {
                scale: 0.0,
                ..style
            },
            "the drawn text's scale is not finite or out of range; the nearest scale from 1/64 to 64 is used",
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

/// Refused for another reason than a number out of range.
#[test]
fn a_refusal_says_why_and_what_happens() {
    keep_log();
    let mut core = core();
    let mut cx = core.context();
    let cart = cx.spawn(Object::new("Cart"));
    let wheel = cx.spawn(Object::new("Wheel"));
    let expect = |text: String, refuse: &mut dyn FnMut()| {
        let before = lines(&text);
        refuse();
        assert_eq!(lines(&text), before + 1, "{text}");
    };
    let attached = Attachment::default();
    expect(
        format!("`Wheel` ({wheel}): it is not attached, so its attachment cannot change"),
        &mut || {
            let outcome = cx.object_mut(wheel).unwrap().set_attachment(attached);
            assert_eq!(outcome, Outcome::Refused);
        },
    );
    let crossing = [(0.0, 0.0), (9.0, 9.0), (9.0, 0.0), (0.0, 9.0)].map(Vec2::from);
    expect(
        "the drawn polygon's outline crosses itself or has no area; nothing is drawn".to_owned(),
        &mut || _ = cx.canvas(2).polygon(&crossing, Color::WHITE),
    );
    expect(
        format!("`Cart` ({cart}): it cannot be attached to itself"),
        &mut || {
            let outcome = cx.object_mut(cart).unwrap().set_parent(cart, attached);
            assert_eq!(outcome, Outcome::Refused);
        },
    );
    assert_eq!(
        cx.object_mut(wheel).unwrap().set_parent(cart, attached),
        Outcome::Done
    );
    expect(
        format!("`Cart` ({cart}): it cannot be attached to `Wheel` ({wheel}), which it carries"),
        &mut || {
            let outcome = cx.object_mut(cart).unwrap().set_parent(wheel, attached);
            assert_eq!(outcome, Outcome::Refused);
        },
    );
    expect(
        format!("`Cart` ({cart}): it has no cell [2, 3], or no such tile"),
        &mut || {
            let outcome = cx.object_mut(cart).unwrap().set_tile(ivec2(2, 3), None);
            assert_eq!(outcome, Outcome::Refused);
        },
    );
    expect(
        format!("`Cart` ({cart}): it has no sprite, so no frames"),
        &mut || {
            let outcome = cx.object_mut(cart).unwrap().set_frame(1);
            assert_eq!(outcome, Outcome::Refused);
        },
    );
    assert_eq!(cx.world.refusals(), 6);
}

#[test]
fn a_refusal_names_what_does_not_exist() {
    keep_log();
    let mut core = core();
    let mut cx = core.context();
    let shortest = PolicySettings::Variable {
        max_elapsed: Duration::ZERO,
    };
    let outcome = cx.change_altitudes([0, 7], |altitude| altitude.enabled = false);
    assert_eq!(outcome, Outcome::Refused);
    assert!(cx.altitude_settings(0).unwrap().enabled, "nothing changes");
    assert_eq!(cx.set_policy(shortest), Outcome::Refused);
    cx.change_level(4000);
    assert_eq!(cx.clear_particles(5000), Outcome::Refused);
    assert_eq!(cx.me().set_spin(1.0), Outcome::Gone);
    let mut other = Assets::new(AssetSettings::default());
    let pixels = Pixels::filled(1, 1, Color::RED);
    let unknown = other.add_image("unknown", pixels).unwrap();
    let id = cx.spawn(Object {
        sprite: Some(unknown),
        ..Object::new("Ghost")
    });
    let outcome = cx.object_mut(id).unwrap().set_sprite(unknown);
    assert_eq!(outcome, Outcome::Refused);
    cx.spawn(Object {
        spin: f32::NAN,
        ..Object::new("Whirl")
    });
    for line in [
        "there is no altitude 7, only 0 to 4 (see `App::altitudes`); no altitude changes",
        "; the loop policy stays as it is",
        "there is no level 4000, only 0 to 1023; nothing changes",
        "there is no level 5000, only 0 to 1023; nothing changes",
        "`cx.me()` is called where no behaviour runs; nothing changes",
        "a new `Ghost`: its sprite is not among the assets; it has none",
        "its new sprite is not among the assets; the old one stays",
        "a new `Whirl`: its spin is not finite or out of range; the default is used",
    ] {
        assert_eq!(lines(line), 1, "{line}");
    }
    assert_eq!(cx.world.refusals(), 8);
}

/// A mistake that is made in every step does not fill the log.
#[test]
fn ten_refusals_are_logged_and_all_are_counted() {
    keep_log();
    let mut core = core();
    let id = core.context().spawn(Object::new("Stubborn"));
    for _ in 0..100 {
        let mut object = core.object_mut(id).unwrap();
        object.set_velocity(vec2(f32::NAN, 0.0));
    }
    assert_eq!(lines("`Stubborn`"), 10);
    let last = logged()
        .into_iter()
        .rfind(|line| line.contains("`Stubborn`"));
    assert!(last.unwrap().ends_with("(further ones are only counted)"));
    assert_eq!(core.world.refusals(), 100);
}

#[test]
fn refusals_of_a_sprite_camera_are_logged_with_its_label() {
    keep_log();
    let mut core = core();
    let mut cx = core.context();
    let map = cx.add_camera("map of refusals", [8, 8]).unwrap();
    let camera = &mut cx.camera_mut(map).unwrap().camera;
    assert_eq!(camera.set_zoom(f32::NAN), Outcome::Refused);
    assert_eq!(lines("camera `map of refusals`: the new zoom"), 1);
    cx.camera.set_zoom(f32::NAN);
    assert!(lines("the camera: the new zoom") >= 1);
}
