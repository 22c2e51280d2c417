//! Log lines about altitudes, levels, sprites and tiles that do not exist: they say what exists.

use std::time::Duration;

use damselfly::assets::{AssetSettings, Assets, Pixels, SpriteId};
use damselfly::glam::IVec2;
use damselfly::prelude::*;
use damselfly::tiles::{Tile, TileMap};
use damselfly::time::PolicySettings;
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
    let ids = ["a", "b", "c"].map(|label| others.add_image(label, &dot).unwrap());
    ids[2]
}

#[test]
fn a_missing_altitude_is_logged_with_the_highest() {
    let say = "altitude 9 is above the highest, 4 (`App::altitudes` sets their number)";
    let kinds = lines("`Balloon`", |core| {
        let id = core.context().spawn(Object::new("Balloon").altitude(9_u16));
        assert_eq!(core.object_mut(id).unwrap().altitude(), 2);
    });
    assert_eq!(
        kinds,
        [format!("a new `Balloon`: its {say}; the default is used")]
    );
    let mut name = String::new();
    let kinds = lines("`Kite`", |core| {
        let id = core.context().spawn(Object::new("Kite"));
        let mut kite = core.object_mut(id).unwrap();
        assert_eq!(kite.set_altitude(9_u16), Outcome::Refused);
        assert_eq!(kite.set_altitude(4_u16), Outcome::Done);
        name = format!("`Kite` ({id})");
    });
    assert_eq!(kinds, [format!("{name}: its new {say}; the old one stays")]);
    let changes = lines("no altitude is changed", |core| {
        let outcome = core.world.change_altitudes([0_u16, 9], |_| ());
        assert_eq!(outcome, Outcome::Refused);
    });
    assert_eq!(changes, [format!("no altitude is changed: {say}")]);
    let bursts = lines("burst", |core| {
        let burst = core
            .context()
            .burst(9_u16, vec2(1.0, 2.0), &Emitter::default());
        assert_eq!(burst, Outcome::Refused);
    });
    assert_eq!(
        bursts,
        [
            "particles: a burst at [1, 2], altitude 9 (there are 0 to 4) is not valid, and nothing is emitted"
        ]
    );
}

#[test]
fn a_missing_level_is_logged_with_the_highest() {
    let say = "level 2000 is above the highest, 1023";
    let kinds = lines("`Ladder`", |core| {
        core.context().spawn(Object {
            level: Some(2000),
            ..Object::new("Ladder")
        });
    });
    assert_eq!(
        kinds,
        [format!("a new `Ladder`: its {say}; the default is used")]
    );
    let mut name = String::new();
    let kinds = lines("`Stair`", |core| {
        let id = core.context().spawn(Object::new("Stair"));
        assert_eq!(
            core.object_mut(id).unwrap().set_level(2000),
            Outcome::Refused
        );
        name = format!("`Stair` ({id})");
    });
    assert_eq!(kinds, [format!("{name}: its new {say}; the old one stays")]);
    for (part, act) in [
        (
            "the level does not change",
            (|core| core.context().change_level(2000)) as fn(&mut Core),
        ),
        ("no particles are removed", |core| {
            core.world.clear_particles(2000);
        }),
    ] {
        assert_eq!(lines(part, act), [format!("{part}: {say}")]);
    }
}

#[test]
fn a_missing_sprite_is_logged_as_missing() {
    let sprite = unknown_sprite();
    let kinds = lines("`Ghost`", |core| {
        core.context().spawn(Object {
            sprite: Some(sprite),
            ..Object::new("Ghost")
        });
    });
    assert_eq!(
        kinds,
        [format!(
            "a new `Ghost`: there is no {sprite:?}; it is not drawn"
        )]
    );
    let mut name = String::new();
    let kinds = lines("`Shade`", |core| {
        let id = core.context().spawn(Object::new("Shade"));
        let mut shade = core.object_mut(id).unwrap();
        assert_eq!(shade.set_sprite(sprite), Outcome::Refused);
        assert_eq!(shade.set_frame(3), Outcome::Refused);
        name = format!("`Shade` ({id})");
    });
    assert_eq!(
        kinds,
        [
            format!("{name}: there is no {sprite:?}; the old sprite stays"),
            format!("{name}: it has no sprite, so no frame 3")
        ]
    );
}

#[test]
fn a_tile_that_cannot_be_set_is_logged_with_its_cell() {
    let mut name = String::new();
    let kinds = lines("`Masonry`", |core| {
        let id = core.context().spawn(Object::new("Masonry"));
        let mut map = TileMap::new(Vec2::ONE, 3, 2);
        let brick = map.add(Tile::default());
        let mut masonry = core.object_mut(id).unwrap();
        let cell = IVec2::new(2, 1);
        assert_eq!(masonry.set_tile(cell, Some(brick)), Outcome::Refused);
        masonry.set_tiles(map);
        assert_eq!(masonry.set_tile(cell, Some(brick)), Outcome::Done);
        assert_eq!(
            masonry.set_tile(IVec2::new(3, 1), Some(brick)),
            Outcome::Refused
        );
        name = format!("`Masonry` ({id})");
    });
    let say = "its tiles have no such cell, or no such tile; nothing changes";
    let expected = ["[2, 1]", "[3, 1]"].map(|cell| format!("{name}: cell {cell}: {say}"));
    assert_eq!(kinds, expected);
}

#[test]
fn other_refusals_say_what_was_wrong() {
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
    let me = lines("`me`", |core| {
        core.context().me().set_spin(1.0);
    });
    assert_eq!(
        me,
        ["`me` is used where no behaviour runs: its changes have no effect"]
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
    let policy = lines("loop policy", |core| {
        let max_elapsed = Duration::ZERO;
        let policy = PolicySettings::Variable { max_elapsed };
        assert_eq!(core.context().set_policy(policy), Outcome::Refused);
    });
    assert_eq!(
        policy,
        [
            "loop policy variable: expected a max_elapsed of at least 1ms, got 0ns; the old policy stays"
        ]
    );
}
