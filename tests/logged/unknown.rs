//! Log lines about altitudes, levels and sprites that do not exist: they say what exists.

use damselfly::assets::{AssetSettings, Assets, Pixels, SpriteId};
use damselfly::prelude::*;
use damselfly::world::{Core, CoreSettings, Outcome, StepInput};

use crate::logged::{keep_log, logged};

/// Calls a function with a world of five altitudes. Returns the new log lines that contain `part`, which no other test
/// may have.
fn lines(part: &str, act: impl FnOnce(&mut Core)) -> Vec<String> {
    keep_log();
    let assets = Assets::new(AssetSettings::default());
    let mut core = Core::new(&CoreSettings::default(), assets);
    act(&mut core);
    assert!(core.world.refusals() > 0);
    let lines = logged().into_iter();
    lines.filter(|line| line.contains(part)).collect()
}

/// Returns an id that the sprites of no store have.
fn unknown_sprite() -> SpriteId {
    let mut others = Assets::new(AssetSettings::default());
    let dot = Pixels::filled(1, 1, Color::RED);
    let ids = ["a", "b", "c"].map(|label| others.add_image(label, &dot).expect("there is room"));
    ids[2]
}

#[test]
fn a_missing_altitude_is_logged_with_the_highest() {
    let kinds = lines("`Balloon`", |core| {
        let id = core.context().spawn(Object::new("Balloon").altitude(9_u16));
        assert_eq!(core.object_mut(id).unwrap().altitude(), 2);
    });
    let expected = "a new `Balloon`: its altitude 9 is above the highest, 4; the default is used. \
        `App::altitudes` sets their number";
    assert_eq!(kinds, [expected]);
    let mut name = String::new();
    let kinds = lines("`Kite`", |core| {
        let id = core.context().spawn(Object::new("Kite"));
        let mut kite = core.object_mut(id).unwrap();
        for altitude in [9_u16, 5, 4] {
            let outcome = kite.set_altitude(altitude);
            assert_eq!(outcome.is_done(), altitude == 4);
        }
        kite.remove();
        core.step(StepInput::next(core));
        assert!(core.object_mut(id).is_none());
        name = format!("`Kite` ({id})");
    });
    let expected = |altitude: u16| {
        format!(
            "{name}: its new altitude {altitude} is above the highest, 4; the old one stays. `App::altitudes` sets \
            their number"
        )
    };
    assert_eq!(kinds, [9, 5].map(expected));
    let bursts = lines("the altitude 9 of a burst", |core| {
        let burst = core
            .context()
            .burst(9_u16, vec2(1.0, 2.0), &Emitter::default());
        assert_eq!(burst, Outcome::Refused);
    });
    assert_eq!(
        bursts,
        [
            "particles: the altitude 9 of a burst (there are 0 to 4) is not valid, and nothing is emitted"
        ]
    );
}

#[test]
fn a_missing_level_is_logged_with_the_highest() {
    let kinds = lines("`Ladder`", |core| {
        core.context().spawn(Object {
            level: Some(2000),
            ..Object::new("Ladder")
        });
    });
    let say = "level 2000 is above the highest, 1023";
    assert_eq!(
        kinds,
        [format!("a new `Ladder`: its {say}; the default is used")]
    );
    let mut name = String::new();
    let kinds = lines("`Stair`", |core| {
        let id = core.context().spawn(Object::new("Stair"));
        let mut stair = core.object_mut(id).unwrap();
        assert_eq!(stair.set_level(2000), Outcome::Refused);
        assert_eq!(stair.set_level(1023), Outcome::Done);
        name = format!("`Stair` ({id})");
    });
    assert_eq!(kinds, [format!("{name}: its new {say}; the old one stays")]);
}

#[test]
fn a_step_or_drawing_that_is_refused_says_why() {
    let steps = lines("a step has the number", |core| {
        let mut input = StepInput::next(core);
        input.number = 77;
        core.step(input);
        assert_eq!(core.world.step_number(), 0);
    });
    assert_eq!(
        steps,
        ["a step has the number 77, expected 1: it is not taken"]
    );
    let sprite = unknown_sprite();
    let canvas = lines("a canvas of altitude 1 ", |core| {
        let mut cx = core.context();
        cx.canvas(1_u16).frame(Vec2::ZERO, sprite, 0, Color::WHITE);
    });
    let expected = format!(
        "a canvas of altitude 1 (there are 0 to 4): there is no {sprite:?}; nothing is drawn"
    );
    assert_eq!(canvas, [expected]);
}
