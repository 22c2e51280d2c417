//! The rules of altitudes as layers: which objects are visible, which act, and how fast time runs.

use crate::common::{self, Notes, core, drawn, ghost_at, on, spawn, steps};
use damselfly::ObjectId;
use damselfly::assets::{AssetSettings, Assets, SpriteId};
use damselfly::glam::{Vec2, vec2};
use damselfly::scene::{AltitudeSettings, Layer};
use damselfly::world::{Core, CoreSettings, Event, Interest, Movement, Object, Timer};

/// Time scales that are set, each with the scale in effect. Invalid ones count as 1.
const SCALES: [(f32, f32); 8] = [
    (1.0, 1.0),
    (0.5, 0.5),
    (0.25, 0.25),
    (2.0, 2.0),
    (0.0, 0.0),
    (-1.0, 1.0),
    (f32::NAN, 1.0),
    (f32::INFINITY, 1.0),
];

/// For each time scale, spawns an object at altitude 3, takes eight steps, and calls `check` with the scale in effect.
fn each_scale(object: impl Fn(&mut Core) -> Object, check: impl Fn(&Core, ObjectId, f32)) {
    for (scale, worth) in SCALES {
        let mut core = core();
        core.world.altitude_settings_mut(3).time_scale = scale;
        let object = Object {
            altitude: 3,
            ..object(&mut core)
        };
        let id = spawn(&mut core, object);
        steps(&mut core, 8);
        check(&core, id, worth);
    }
}

/// Returns a sprite of 8 frames that last one step each.
fn film(assets: &mut Assets) -> SpriteId {
    let file = b"8\n1\n1\n1\ncyan\n1\n2\n3\n4\n5\n6\n7\n8\n";
    let film = assets.add_text_sprite("film", "film.spr", file);
    film.expect("the file is right")
}

#[test]
fn a_time_scale_scales_movement() {
    let mover = |_: &mut Core| Object {
        velocity: vec2(1.0, -0.5),
        ..ghost_at(10.0, 10.0)
    };
    each_scale(mover, |core, id, scale| {
        let place = vec2(10.0 + 8.0 * scale, 10.0 - 4.0 * scale);
        assert_eq!(core.world.object(id).unwrap().position(), place);
        // The motion that smooths between steps is scaled, too.
        assert_eq!(drawn(core, id).motion, vec2(scale, -0.5 * scale));
    });
}

#[test]
fn a_time_scale_scales_movement_that_can_be_stopped() {
    let mover = |_: &mut Core| Object {
        velocity: vec2(1.0, -0.5),
        ..common::crate_at(10.0, 10.0)
    };
    each_scale(mover, |core, id, scale| {
        let place = vec2(10.0 + 8.0 * scale, 10.0 - 4.0 * scale);
        assert_eq!(core.world.object(id).unwrap().position(), place);
    });
}

#[test]
fn a_time_scale_scales_movement_by_whole_cells() {
    let mover = |_: &mut Core| Object {
        velocity: vec2(-0.5, 0.0),
        movement: Movement::WholeCells,
        ..ghost_at(40.0, 10.0)
    };
    each_scale(mover, |core, id, scale| {
        // The object moves by a cell once its velocity has covered the whole cell.
        let cells = (8.0 * 0.5 * scale).floor();
        assert_eq!(
            core.world.object(id).unwrap().position(),
            vec2(40.0 - cells, 10.0)
        );
    });
}

#[test]
fn a_time_scale_scales_acceleration() {
    let faller = |_: &mut Core| Object {
        acceleration: vec2(0.0, 0.25),
        ..ghost_at(10.0, 0.0)
    };
    each_scale(faller, |core, id, scale| {
        let velocity = vec2(0.0, 0.25 * 8.0 * scale);
        assert_eq!(core.world.object(id).unwrap().velocity(), velocity);
    });
}

#[test]
fn a_time_scale_scales_spin() {
    let spinner = |_: &mut Core| Object {
        spin: 0.125,
        ..ghost_at(10.0, 10.0)
    };
    each_scale(spinner, |core, id, scale| {
        assert_eq!(core.world.object(id).unwrap().angle(), scale);
    });
}

#[test]
fn a_time_scale_scales_animation() {
    let player = |core: &mut Core| Object {
        sprite: Some(film(&mut core.assets)),
        ..ghost_at(10.0, 10.0)
    };
    each_scale(player, |core, id, scale| {
        let frames = [(0.0, 0), (0.25, 2), (0.5, 4), (1.0, 0), (2.0, 0)];
        let (_, frame) = frames.into_iter().find(|(of, _)| *of == scale).unwrap();
        assert_eq!(core.world.object(id).unwrap().frame(), frame, "{scale}");
    });
}

#[test]
fn a_time_scale_scales_timers() {
    for (scale, worth) in SCALES {
        let mut core = core();
        core.world.altitude_settings_mut(3).time_scale = scale;
        let object = |lifetime| Object {
            altitude: 3,
            lifetime,
            ..ghost_at(10.0, 10.0)
        };
        let id = spawn(&mut core, object(None));
        let mortal = spawn(&mut core, object(Some(4)));
        let received = Notes::new();
        let notes = received.clone();
        on(&mut core, id, &[], move |_, moment, cx| {
            if let Some(()) = moment.get() {
                notes.note(cx.time.number);
            }
        });
        core.world
            .start_timer(Timer::once(4).to(id).in_layer_time(), Event::custom(()));
        // `send_to_after` counts steps, and not the layer time of its receiver.
        core.world.send_to_after(40, id, Event::custom(()));
        steps(&mut core, 40);
        let due: Vec<u64> = [(0.25, 16), (0.5, 8), (1.0, 4), (2.0, 2)]
            .into_iter()
            .filter_map(|(of, step)| (of == worth).then_some(step))
            .chain([40])
            .collect();
        assert_eq!(received.take(), due, "{scale}");
        assert_eq!(core.world.contains(mortal), worth == 0.0, "{scale}");
    }
}

#[test]
fn a_time_scale_slows_one_altitude_and_no_other() {
    let mut core = core();
    core.world.altitude_settings_mut(1).time_scale = 0.5;
    let ids = [0, 1, 2].map(|altitude| {
        let object = Object {
            velocity: vec2(1.0, 0.0),
            altitude,
            ..ghost_at(0.0, 10.0)
        };
        spawn(&mut core, object)
    });
    steps(&mut core, 4);
    let places = ids.map(|id| core.world.object(id).unwrap().position().x);
    assert_eq!(places, [4.0, 2.0, 4.0]);
    let times = [0, 1, 2, 9].map(|altitude| core.context().layer_time(altitude));
    assert_eq!(times, [1.0, 0.5, 1.0, 0.0]);
}

#[test]
fn altitudes_have_visible_and_enabled_apart_both_on_by_default() {
    let first = AltitudeSettings::default();
    assert!(first.visible && first.enabled && first.time_scale == 1.0);
    for (visible, enabled) in [(true, true), (true, false), (false, true), (false, false)] {
        let mut core = core();
        let object = Object {
            velocity: vec2(1.0, 0.0),
            spin: 0.125,
            sprite: Some(film(&mut core.assets)),
            slowdown: Some(2),
            lifetime: Some(6),
            ..ghost_at(10.0, 10.0)
        };
        let id = spawn(&mut core, object);
        let received = Notes::new();
        let notes = received.clone();
        let interests = [Interest::Step, Interest::After, Interest::Finish];
        on(&mut core, id, &interests, move |_, _, _| notes.note(()));
        let settings = core.world.altitude_settings_mut(2);
        (settings.visible, settings.enabled) = (visible, enabled);
        steps(&mut core, 4);

        let seen = |core: &Core| {
            let level = core.world.level();
            core.world.scene().painted(level).count()
        };
        assert_eq!(seen(&core), usize::from(visible));
        let steps_acted = if enabled { 4.0 } else { 0.0 };
        let time = core.context().layer_time(2);
        assert_eq!(time, if enabled { 1.0 } else { 0.0 });
        assert_eq!(
            core.world.object(id).unwrap().position(),
            vec2(10.0 + steps_acted, 10.0)
        );
        assert_eq!(core.world.object(id).unwrap().angle(), 0.125 * steps_acted);
        assert_eq!(
            core.world.object(id).unwrap().frame(),
            if enabled { 2 } else { 0 }
        );
        assert_eq!(
            core.world.object(id).unwrap().lifetime(),
            Some(6.0 - steps_acted)
        );
        assert_eq!(received.take().len(), if enabled { 12 } else { 0 });
        // A frozen object has no motion left to be drawn.
        if !enabled {
            assert_eq!(drawn(&core, id).motion, Vec2::ZERO);
        }
        // With the first settings restored, the layer is visible and acts again.
        *core.world.altitude_settings_mut(2) = first;
        steps(&mut core, 1);
        assert_eq!(seen(&core), 1);
        assert_eq!(
            core.world.object(id).unwrap().position(),
            vec2(11.0 + steps_acted, 10.0)
        );
    }
}

#[test]
fn there_are_five_altitudes_or_as_many_as_a_game_requests() {
    assert_eq!(Object::default().altitude, 2);
    assert_eq!(core().world.scene().altitudes().len(), 5);
    for (asked, are) in [(0, 1), (1, 1), (9, 9), (300, 300)] {
        let settings = CoreSettings {
            altitudes: asked,
            ..CoreSettings::default()
        };
        let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
        assert_eq!(core.world.scene().altitudes().len(), are);
        let highest = u16::try_from(are).unwrap() - 1;
        let high = Object {
            altitude: highest,
            ..ghost_at(1.0, 1.0)
        };
        let id = spawn(&mut core, high.clone());
        assert_eq!(core.world.object(id).unwrap().altitude(), highest);
        let too_high = Object {
            altitude: highest + 1,
            ..high
        };
        let id = spawn(&mut core, too_high);
        assert_eq!(core.world.object(id).unwrap().altitude(), 2.min(highest));
        assert_eq!(core.world.refusals(), 1);
    }
}

#[test]
fn within_an_altitude_persistent_objects_come_first() {
    let mut core = core();
    let ids: Vec<ObjectId> = [(3, false), (1, false), (1, true), (3, true), (1, false)]
        .into_iter()
        .map(|(altitude, persistent)| {
            let object = Object {
                altitude,
                persistent,
                ..ghost_at(1.0, 1.0)
            };
            spawn(&mut core, object)
        })
        .collect();
    let order = [2, 1, 4, 3, 0].map(|number| ids[number]);
    let painted = |core: &Core| {
        let layers = core.world.scene().painted(1);
        let rows = |layer: &Layer| layer.columns().ids.to_vec();
        let all = layers.flat_map(|(layer, _)| rows(layer)).flatten();
        all.collect::<Vec<ObjectId>>()
    };
    assert_eq!(painted(&core), order);
    assert_eq!(core.world.objects().collect::<Vec<_>>(), order);
    // On another level, only its own objects and the persistent ones remain.
    core.context().change_level(2);
    let layers = core.world.scene().painted(2);
    assert_eq!(layers.count(), 2);
    assert_eq!(core.world.objects().collect::<Vec<_>>(), [ids[2], ids[3]]);
}
