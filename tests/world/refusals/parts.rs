//! Refused settings of parts of the world other than objects: camera, heads-up display, jobs, item lists, screens,
//! altitudes.

use damselfly::ObjectId;
use damselfly::assets::FrameId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::hud::{Button, Widget};
use damselfly::scene::{Instance, Shake};
use damselfly::screens::{LoadingScreen, Splash};
use damselfly::world::JobSettings;
use damselfly::world::{Context, Core, ItemList, ListSettings, Outcome, Shrink};

use super::BAD;
use crate::common::{core, ghost_at, spawn, steps};

/// Name of a call, and a function that makes the call with an invalid number.
type Ask = (&'static str, fn(&mut Core, f32) -> Outcome);

const CAMERA: [Ask; 11] = [
    ("boundary", |core, n| {
        let boundary = Rect {
            min: Vec2::ZERO,
            max: vec2(n, 10.0),
        };
        core.world.camera.set_boundary(boundary)
    }),
    ("boundary without size", |core, n| {
        let boundary = Rect {
            min: vec2(n, n),
            max: vec2(n, n),
        };
        core.world.camera.set_boundary(boundary)
    }),
    ("cut", |core, n| core.world.camera.cut_to(vec2(n, 1.0))),
    ("move", |core, n| core.world.camera.move_to(vec2(1.0, n))),
    ("zoom", |core, n| core.world.camera.set_zoom(n)),
    ("angle", |core, n| core.world.camera.set_angle(n)),
    ("turn", |core, n| core.world.camera.turn_by(n)),
    ("shake", |core, n| {
        core.world.camera.shake(Shake {
            strength: vec2(n, 1.0),
            ..Shake::default()
        })
    }),
    ("twisting shake", |core, n| {
        core.world.camera.shake(Shake {
            angle: n,
            ..Shake::default()
        })
    }),
    ("shake without a period", |core, _| {
        core.world.camera.shake(Shake {
            period: 0,
            ..Shake::default()
        })
    }),
    ("size of the view", |core, n| {
        core.set_view_size(vec2(n, 10.0));
        core.set_view_size(vec2(n, n));
        Outcome::Refused
    }),
];

fn finite(core: &Core) -> bool {
    let camera = &core.world.camera;
    let [view, seen] = [camera.view(), camera.seen()];
    let numbers = [view.min, view.max, seen.min, seen.max, camera.center()];
    let places = [camera.view_to_world(Vec2::ONE), core.characters()];
    numbers.into_iter().chain(places).all(Vec2::is_finite) && camera.angle().is_finite()
}

#[test]
fn the_camera_refuses_invalid_values_and_keeps_its_view() {
    for (name, ask) in CAMERA {
        for bad in BAD {
            let mut core = core();
            let followed = spawn(&mut core, ghost_at(10.0, 10.0));
            core.world.camera.follow(followed, vec2(bad, bad));
            let (before, seen) = (core.checksum(), core.world.camera.seen());
            let taken = ask(&mut core, bad).is_done();
            assert!(!taken || bad.is_finite(), "{name}: {bad}");
            if !taken {
                assert_eq!(core.checksum(), before, "{name}: {bad}");
                assert_eq!(core.world.camera.seen(), seen, "{name}: {bad}");
            }
            steps(&mut core, 2);
            assert!(finite(&core), "{name}: {bad}");
        }
    }
}

/// Name of a call, and a function that makes the call with an unknown altitude or an invalid number.
type Odd = (&'static str, fn(&mut Context<'_>, f32));

const IGNORED: [Odd; 8] = [
    ("an instance nowhere", |cx, n| {
        cx.canvas(2)
            .instance(Instance::new(vec2(n, 1.0), FrameId::SOLID));
    }),
    ("an instance too high", |cx, _| {
        cx.canvas(5)
            .instance(Instance::new(Vec2::ONE, FrameId::SOLID));
    }),
    ("time passing where nothing is", |cx, _| {
        assert_eq!(cx.layer_time(5), 0.0);
    }),
    ("objects where nothing is", |cx, _| {
        assert_eq!(cx.objects_at(5).count(), 0);
        assert!(cx.altitude_settings(5).is_none());
    }),
    ("room where nothing is", |cx, _| cx.reserve(u16::MAX, 9)),
    ("columns of the highest", |cx, _| {
        assert!(cx.columns_mut(u16::MAX).ids.is_empty());
        cx.velocities_mut(u16::MAX);
    }),
    ("parallax", |cx, n| {
        cx.altitude_settings_mut(4).parallax = n;
    }),
    ("what a game may not change", |cx, n| {
        let settings = cx.change_altitudes([0, 5], |settings| settings.time_scale = n);
        assert_eq!(settings, Outcome::Refused);
    }),
];

#[test]
fn other_invalid_values_do_not_affect_a_step() {
    for (name, ask) in IGNORED {
        for bad in BAD {
            let mut core = core();
            spawn(&mut core, ghost_at(10.0, 10.0));
            let before = core.world.columns_mut(2).ids.to_vec();
            ask(&mut core.context(), bad);
            steps(&mut core, 2);
            assert_eq!(core.world.columns_mut(2).ids.to_vec(), before, "{name}");
            assert_eq!(core.world.camera.view_size(), vec2(80.0, 24.0), "{name}");
        }
    }
}

#[test]
fn the_id_of_a_removed_widget_is_never_reused() {
    let mut core = core();
    let button = || Widget {
        kind: Button::default().into(),
        ..Widget::default()
    };
    let gone = core.world.hud.add(button());
    assert!(core.world.hud.focus(Some(gone)).is_done());
    assert!(core.world.hud.remove(gone).is_done());
    let next = core.world.hud.add(button());
    assert_ne!(next, gone);
    assert!(core.world.hud.get(gone).is_none() && core.world.hud.get_mut(gone).is_none());
    assert_eq!(core.world.hud.focus(Some(gone)), Outcome::Gone);
    assert_eq!(core.world.hud.remove(gone), Outcome::Gone);
    assert_eq!(core.world.hud.focused(), None);
    steps(&mut core, 1);
    assert!(core.world.hud.get(next).is_some());
}

#[test]
fn operations_on_a_finished_or_cancelled_job_return_gone() {
    let mut core = core();
    let job = core.context().start_job(JobSettings::default(), |_| 1_u32);
    assert_eq!(core.world.cancel_job(job), Outcome::Done);
    assert_eq!(core.world.cancel_job(job), Outcome::Gone);
    assert_eq!(core.world.job_progress(job), None);
    assert_eq!(core.world.job_name(job), None);
    let next = core.context().start_job(JobSettings::default(), |_| 1_u32);
    assert_ne!(next, job);
    assert_eq!(core.world.jobs().collect::<Vec<_>>(), [next]);
}

#[test]
fn a_list_with_extreme_settings_works() {
    for maximum in [0, 1, usize::MAX] {
        for (below_percent, updates) in [(0, 0), (255, 0), (255, u32::MAX), (100, 1)] {
            let settings = ListSettings {
                maximum,
                shrink: Some(Shrink {
                    below_percent,
                    updates,
                }),
                ..ListSettings::default()
            };
            let mut core = core();
            let ids: Vec<ObjectId> = (0..3)
                .map(|_| spawn(&mut core, ghost_at(1.0, 1.0)))
                .collect();
            let cx = &mut core.context();
            let mut list = ItemList::with(settings);
            list.reserve(0);
            for &id in &ids {
                list.add(id, cx);
            }
            assert_eq!(list.len(), maximum.min(3));
            assert!(list.get(usize::MAX).is_none() && list.get_mut(3).is_none());
            for _ in 0..3 {
                list.update(cx);
                list.draw(cx);
                list.prune(cx);
            }
            assert_eq!(list.len(), maximum.min(3));
            list.clear(cx);
            assert!(list.is_empty());
        }
    }
}

#[test]
fn screens_with_extreme_settings_end() {
    for number in [0, 1, u16::MAX] {
        let mut core = core();
        let cx = &mut core.context();
        let loading = LoadingScreen {
            width: number,
            altitude: number,
            fill: number.min(9),
            hold: number.min(9),
            ..LoadingScreen::default()
        };
        let splash = Splash {
            title: "".into(),
            subtitle: "\n\u{4e00}".into(),
            altitude: number,
            fly: number.min(9),
            hold: number.min(9),
            fade: number.min(9),
            ..Splash::default()
        };
        let screens = [loading.show(cx), splash.show(cx).unwrap()];
        steps(&mut core, 400);
        assert!(screens.iter().all(|&id| !core.world.contains(id)));
        assert!(core.world.is_empty());
    }
}

#[test]
fn the_world_counts_refusals_of_the_camera() {
    let mut core = core();
    assert!(!core.world.camera.set_zoom(f32::NAN).is_done());
    core.set_view_size(vec2(1e9, 1e9));
    assert_eq!(core.world.refusals(), 2);
    let untouched = crate::common::core().characters();
    assert_eq!(core.characters(), untouched);
}

#[test]
fn a_view_object_far_outside_is_not_drawn() {
    for at in [1e3_f32, 1e5, 1e7, 1e8, 1e9, -1e8, -1e9] {
        for place in [vec2(at, 1.0), vec2(1.0, at)] {
            for label in ["", "x", "Points"] {
                let mut core = core();
                core.world.hud.add(Widget {
                    label: label.into(),
                    show_value: false,
                    anchor: place.into(),
                    ..Widget::default()
                });
                steps(&mut core, 1);
                let layers = core.world.hud.layers();
                let drawn: Vec<_> = layers
                    .flat_map(|(layer, _)| layer.columns().instances.to_vec())
                    .collect();
                let seen = |row: &Instance| row.position.abs().max_element() < 100.0;
                assert!(!drawn.iter().any(seen), "{place} {label:?}");
                assert!(place.abs().max_element() < 65_536.0 || drawn.is_empty());
            }
        }
    }
}

#[test]
fn time_runs_a_thousand_times_as_fast_at_most() {
    for scale in [1000.0, 1001.0, 1e20, f32::MAX] {
        let mut core = core();
        let fast = spawn(
            &mut core,
            damselfly::world::Object {
                velocity: vec2(1e-3, 0.0),
                ..ghost_at(1.0, 1.0)
            },
        );
        let settings = core.world.altitude_settings_mut(2_u16);
        settings.time_scale = scale;
        steps(&mut core, 1);
        let position = core.world.object(fast).unwrap().position();
        assert_eq!(position, vec2(2.0, 1.0), "{scale}");
    }
}

#[test]
fn an_object_with_an_unknown_sprite_has_none() {
    let mut other = core();
    let file = b"1\n1\n1\n1\ncyan\n*\n";
    let added = other.assets.add_text_sprite("star", "star.spr", file);
    let unknown = added.expect("the file is right");
    let mut core = core();
    let id = spawn(
        &mut core,
        damselfly::world::Object {
            sprite: Some(unknown),
            ..ghost_at(1.0, 1.0)
        },
    );
    assert_eq!(core.world.refusals(), 1);
    assert_eq!(
        core.world.object(id).and_then(|object| object.sprite()),
        None
    );
}
