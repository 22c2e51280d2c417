//! The rules of the camera and of the heads-up display.

use crate::common::{Notes, core, ghost_at, on, spawn, steps};
use damselfly::app::{App, Harness, Options};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::hud::{HudAnchor, HudEvent, Widget, WidgetId};
use damselfly::input::InputEvent;
use damselfly::scene::{Camera, Layer, Shake};
use damselfly::time::Smoothing;
use damselfly::world::{Core, Interest, Movement, Object, StepInput};
use damselfly::{Color, ObjectId};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Returns the layer of the heads-up display.
fn display(core: &Core) -> &Layer {
    let first = core.world.hud.layers().next();
    first.expect("the display has a widget").0
}

/// Returns a world of 200 × 100 with a view of 80 × 24, and an object in its centre that the camera follows.
fn chase(dead_zone: Vec2) -> (Core, ObjectId) {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(100.0, 50.0));
    let camera = &mut core.world.camera;
    assert!(
        camera
            .set_boundary(Rect::from_size(Vec2::ZERO, vec2(200.0, 100.0)))
            .is_done()
    );
    assert!(camera.cut_to(vec2(100.0, 50.0)).is_done());
    camera.follow(id, dead_zone);
    (core, id)
}

#[test]
fn the_boundary_defaults_to_the_view() {
    let core = core();
    let all = Rect::from_size(Vec2::ZERO, vec2(80.0, 24.0));
    assert_eq!(
        (core.world.camera.view(), core.world.camera.boundary()),
        (all, all)
    );
}

#[test]
fn the_camera_follows_and_its_motion_is_that_of_the_object() {
    let (mut core, id) = chase(Vec2::ZERO);
    core.object_mut(id).unwrap().set_velocity(vec2(1.5, -0.5));
    for _ in 0..5 {
        steps(&mut core, 1);
        let camera = &core.world.camera;
        assert_eq!(
            Some(camera.center()),
            core.world.object(id).map(|object| object.position())
        );
        assert_eq!(camera.motion(), vec2(1.5, -0.5));
    }
    core.object_mut(id).unwrap().set_velocity(Vec2::ZERO);
    steps(&mut core, 1);
    assert_eq!(core.world.camera.motion(), Vec2::ZERO);
}

#[test]
fn the_boundary_follows_the_view_until_it_is_set() {
    let seen = |core: &mut Core, view| {
        let input = StepInput {
            view,
            ..StepInput::next(core)
        };
        core.step(input);
        core.world.camera.boundary().max
    };
    let mut core = core();
    assert_eq!(seen(&mut core, vec2(100.0, 30.0)), vec2(100.0, 30.0));
    let before = core.checksum();
    let boundary = core.world.camera.boundary();
    assert!(core.world.camera.set_boundary(boundary).is_done());
    assert_ne!(core.checksum(), before, "another run from here on");
    assert_eq!(seen(&mut core, vec2(90.0, 30.0)), vec2(100.0, 30.0));
}

#[test]
fn the_camera_is_not_drawn_on_its_way_to_what_is_not() {
    let (mut core, _) = chase(Vec2::ZERO);
    // The hero moves by whole cells and is drawn in one cell, then in the next. The camera must not glide between them.
    let hero = Object {
        movement: Movement::WholeCells,
        velocity: vec2(0.5, 0.0),
        ..ghost_at(100.0, 50.0)
    };
    let id = spawn(&mut core, hero);
    core.world.camera.follow(id, Vec2::ZERO);
    for step in 1..=6 {
        steps(&mut core, 1);
        let camera = &core.world.camera;
        assert_eq!(camera.motion(), Vec2::ZERO, "{step}");
        let hero = core.world.object(id).map(|object| object.position());
        assert_eq!(Some(camera.center()), hero);
    }
    let (mut core, id) = chase(Vec2::ZERO);
    steps(&mut core, 1);
    core.object_mut(id).unwrap().set_position(vec2(130.0, 50.0));
    steps(&mut core, 1);
    let camera = &core.world.camera;
    assert_eq!((camera.center().x, camera.motion()), (130.0, Vec2::ZERO));
}

#[test]
fn an_extrapolated_camera_stays_with_the_followed_object() {
    let (mut core, id) = chase(Vec2::ZERO);
    core.object_mut(id).unwrap().set_velocity(vec2(2.0, 1.0));
    core.set_smoothing(Smoothing::Forward);
    // A handler reverses the object after it has moved.
    on(&mut core, id, &[Interest::After], |_, _, cx| {
        assert!(cx.me().set_velocity(vec2(-2.0, 1.0)).is_done());
    });
    steps(&mut core, 1);
    assert_eq!(core.world.camera.center(), vec2(102.0, 51.0));
    assert_eq!(core.world.camera.motion(), vec2(-2.0, 1.0));
}

#[test]
fn within_the_dead_zone_the_camera_rests() {
    let (mut core, id) = chase(vec2(10.0, 4.0));
    core.object_mut(id).unwrap().set_velocity(vec2(2.0, 0.0));
    let mut centers = Vec::new();
    for _ in 0..4 {
        steps(&mut core, 1);
        centers.push(core.world.camera.center().x);
    }
    // The object is at 102, 104, 106 and 108. It may be 5 to either side of the camera's centre.
    assert_eq!(centers, [100.0, 100.0, 101.0, 103.0]);
}

#[test]
fn the_camera_stays_within_the_world_and_does_not_tremble_there() {
    let (mut core, id) = chase(Vec2::ZERO);
    core.object_mut(id).unwrap().set_velocity(vec2(7.0, 0.0));
    steps(&mut core, 20);
    let camera = &core.world.camera;
    assert_eq!(
        camera.view(),
        Rect::from_size(vec2(120.0, 38.0), vec2(80.0, 24.0))
    );
    assert_eq!(camera.motion(), Vec2::ZERO);
}

#[test]
fn the_camera_does_not_follow_a_reused_slot() {
    let (mut core, id) = chase(Vec2::ZERO);
    steps(&mut core, 1);
    core.world.remove(id);
    steps(&mut core, 1);
    assert_eq!(core.world.camera.followed(), None);
    let tenant = spawn(&mut core, ghost_at(10.0, 10.0));
    assert_eq!(tenant.slot(), id.slot());
    steps(&mut core, 2);
    assert_eq!(core.world.camera.center(), vec2(100.0, 50.0));
}

#[test]
fn the_camera_jumps_with_its_object_and_at_a_cut() {
    let (mut core, id) = chase(Vec2::ZERO);
    core.object_mut(id).unwrap().set_position(vec2(120.0, 50.0));
    steps(&mut core, 1);
    let camera = &core.world.camera;
    assert_eq!(
        (camera.center(), camera.motion()),
        (vec2(120.0, 50.0), Vec2::ZERO)
    );
    // A handler moves the object, and cuts the camera to it.
    on(&mut core, id, &[Interest::After], |me, _, cx| {
        cx.object_mut(me).unwrap().set_position(vec2(60.0, 30.0));
        assert!(cx.camera.cut_to(vec2(60.0, 30.0)).is_done());
    });
    steps(&mut core, 1);
    let camera = &core.world.camera;
    assert_eq!(
        (camera.center(), camera.motion()),
        (vec2(60.0, 30.0), Vec2::ZERO)
    );
}

#[test]
fn zooming_at_the_worlds_edge_stays_there() {
    let (mut core, id) = chase(Vec2::ZERO);
    core.object_mut(id).unwrap().set_velocity(vec2(-5.0, 0.0));
    steps(&mut core, 10);
    assert_ne!(core.world.camera.motion(), Vec2::ZERO);
    assert!(core.world.camera.set_zoom(0.75).is_done());
    assert_eq!(core.world.camera.view().min.x, 0.0);
}

#[test]
fn the_camera_turns_about_the_object_it_follows() {
    let (mut core, id) = chase(Vec2::ZERO);
    core.object_mut(id).unwrap().set_velocity(vec2(1.5, -0.5));
    on(&mut core, id, &[Interest::After], |_, _, cx| {
        assert!(cx.camera.turn_by(0.3).is_done());
    });
    for _ in 0..20 {
        steps(&mut core, 1);
        let camera = &core.world.camera;
        let place = core
            .world
            .object(id)
            .map(|object| object.position())
            .expect("it lives");
        assert_eq!(camera.world_to_view(place), vec2(40.0, 12.0));
    }
}

#[test]
fn a_click_finds_the_object_with_every_camera_pose_and_shake() {
    let (mut core, id) = chase(Vec2::ZERO);
    let aims = Notes::new();
    let noted = aims.clone();
    on(&mut core, id, &[Interest::After], move |_, _, cx| {
        noted.note(cx.mouse_in_world());
    });
    let target = vec2(110.0, 47.0);
    for angle in [0.0, 1.0, -2.5] {
        for shaken in [false, true] {
            let camera = &mut core.world.camera;
            assert!(camera.set_angle(angle).is_done() && camera.set_zoom(1.5).is_done());
            if shaken {
                assert!(camera.shake(Shake::default()).is_done());
            }
            let position = camera.world_to_view(target);
            core.step(StepInput {
                events: &[InputEvent::MouseMoved { position }],
                ..StepInput::next(&core)
            });
            let aim = aims.take()[0];
            assert!(aim.abs_diff_eq(target, 1e-3), "{angle}: {aim}");
        }
    }
}

#[test]
fn the_view_of_a_steps_input_is_its_size_at_zoom_1() {
    let mut core = core();
    let full = core.world.camera.view_size();
    assert!(core.world.camera.set_zoom(2.0).is_done());
    assert_eq!(StepInput::next(&core).view, full);
    core.step(StepInput::next(&core));
    assert_eq!(core.world.camera.view_size(), full / 2.0);
    // The window now shows half as much. The new size equals the zoomed size before, but it counts as a size at zoom 1.
    core.step(StepInput {
        view: full / 2.0,
        ..StepInput::next(&core)
    });
    assert_eq!(core.world.camera.view_size(), full / 4.0);
}

#[test]
fn a_camera_set_by_the_game_turns_in_the_worlds_pixels() {
    let mut core = core();
    for _ in 0..2 {
        assert!(
            core.world
                .camera
                .set_angle(core::f32::consts::FRAC_PI_2)
                .is_done()
        );
        // 8 columns to the right are 64 pixels, which are 4 rows.
        let seen = core.world.camera.world_to_view(vec2(48.0, 12.0));
        assert!(seen.abs_diff_eq(vec2(40.0, 8.0), 1e-4), "{seen}");
        core.world.camera = Camera::new(vec2(80.0, 24.0));
        steps(&mut core, 1);
    }
}

#[test]
fn a_shake_does_not_affect_the_steps() {
    let (mut shaken, id) = chase(Vec2::ZERO);
    shaken
        .context()
        .object_mut(id)
        .unwrap()
        .set_velocity(vec2(1.5, -0.5));
    let (mut calm, id) = chase(Vec2::ZERO);
    calm.context()
        .object_mut(id)
        .unwrap()
        .set_velocity(vec2(1.5, -0.5));
    assert!(shaken.world.camera.shake(Shake::default()).is_done());
    for _ in 0..30 {
        steps(&mut shaken, 1);
        steps(&mut calm, 1);
        assert_eq!(shaken.checksum(), calm.checksum());
        assert_eq!(shaken.world.camera.view(), calm.world.camera.view());
    }
}

#[test]
fn a_camera_with_an_invalid_size_is_still_valid() {
    for bad in [
        vec2(f32::NAN, 1.0),
        Vec2::ZERO,
        vec2(-1.0, 5.0),
        Vec2::INFINITY,
    ] {
        let mut camera = Camera::new(bad);
        assert!(camera.cut_to(vec2(5.0, 5.0)).is_done() && camera.view().size() == Vec2::ONE);
        camera.follow(some_id(), vec2(f32::NAN, 1.0));
        assert!(camera.center().is_finite());
    }
}

fn some_id() -> ObjectId {
    spawn(&mut core(), Object::default())
}

/// Returns the heads-up display as text, row by row.
fn screen(core: &mut Core) -> Vec<String> {
    core.draw_views();
    let characters = "┌─┐│└┘ -0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let names: BTreeMap<u32, char> = characters
        .chars()
        .map(|character| (core.assets.glyph(character).0, character))
        .collect();
    let mut cells = vec![vec![' '; 80]; 24];
    for instance in display(core).columns().instances {
        let (column, row) = (0..80_u8)
            .flat_map(|column| (0..24_u8).map(move |row| (column, row)))
            .find(|&(column, row)| vec2(f32::from(column), f32::from(row)) == instance.position)
            .expect("every character is in a cell of the view");
        let cell = &mut cells[usize::from(row)][usize::from(column)];
        assert_eq!(*cell, ' ', "one character a cell");
        *cell = names[&instance.frame().0];
    }
    cells
        .into_iter()
        .map(|row| row.into_iter().collect())
        .collect()
}

fn view(label: &'static str, place: HudAnchor) -> Widget {
    Widget {
        label: Cow::Borrowed(label),
        value: 7.into(),
        anchor: place,
        ..Widget::default()
    }
}

#[test]
fn a_view_object_has_a_label_a_value_and_a_border() {
    let mut core = core();
    let id = core.world.hud.add(view("Points", HudAnchor::TopCenter));
    let rows = screen(&mut core);
    assert_eq!(rows[0].trim(), "┌──────────┐");
    assert_eq!(rows[1].trim(), "│ Points 7 │");
    assert_eq!(rows[2].trim(), "└──────────┘");
    assert!(rows[3..].iter().all(|row| row.trim().is_empty()));
    for (change, expected) in [
        ((|view| view.border = false) as fn(&mut Widget), "Points 7"),
        (|view| view.show_value = false, "Points"),
        (
            |view| (view.label, view.show_value) = (Cow::Borrowed(""), true),
            "7",
        ),
    ] {
        core.world.hud.get_mut(id).map(change);
        assert_eq!(screen(&mut core)[0].trim(), expected);
    }
    core.world.hud.get_mut(id).expect("it is there").color = Some(Color::RED);
    core.draw_views();
    let drawn = display(&core).columns().instances;
    let red = Color::RED.premultiplied();
    assert!(!drawn.is_empty() && drawn.iter().all(|glyph| glyph.tint == red));
}

#[test]
fn six_places_are_at_one_three_and_five_sixths_of_the_view() {
    for (place, sixths, row) in [
        (HudAnchor::TopOneSixth, 1, 0),
        (HudAnchor::TopCenter, 3, 0),
        (HudAnchor::TopFiveSixths, 5, 0),
        (HudAnchor::BottomOneSixth, 1, 21),
        (HudAnchor::BottomCenter, 3, 21),
        (HudAnchor::BottomFiveSixths, 5, 21),
    ] {
        let mut core = core();
        core.world.hud.add(view("abc", place));
        let rows = screen(&mut core);
        let line: Vec<char> = rows[row].chars().collect();
        let left = line.iter().position(|&cell| cell != ' ');
        let right = line.iter().rposition(|&cell| cell != ' ');
        let middle = left.zip(right).map(|(left, right)| (left + right + 1) * 3);
        let off = middle.map(|middle| middle.abs_diff(80 * sixths));
        assert!(off.is_some_and(|off| off <= 3), "{place:?}: {line:?}");
        assert!(rows[row + 2].contains('└'));
    }
    assert_eq!(Widget::default().anchor, HudAnchor::TopCenter);
}

#[test]
fn a_free_place_is_the_middle() {
    let mut core = core();
    core.world.hud.add(view("abc", vec2(40.0, 12.5).into()));
    let rows = screen(&mut core);
    assert_eq!(
        rows[12].chars().position(|cell| cell == 'a'),
        Some(38),
        "{rows:?}"
    );
}

fn values(core: &Core, ids: &[WidgetId]) -> Vec<i64> {
    ids.iter()
        .filter_map(|&id| core.world.hud.get(id))
        .filter_map(|view| view.value.number())
        .collect()
}

#[test]
fn a_view_event_changes_every_view_object_of_its_label_once() {
    let mut core = core();
    let ids = ["Points", "Lives", "Points"]
        .map(|label| core.world.hud.add(view(label, HudAnchor::TopLeft)));
    for (event, expected) in [
        (HudEvent::add("Points", 10), [17, 7, 17]),
        (HudEvent::add("Points", -20), [-3, 7, -3]),
        (HudEvent::set("Lives", 3), [-3, 3, -3]),
        (HudEvent::set("Nukes", 3), [-3, 3, -3]),
        (HudEvent::set("Points", i64::MAX), [i64::MAX, 3, i64::MAX]),
        (HudEvent::add("Points", 1), [i64::MAX, 3, i64::MAX]),
    ] {
        core.world.send(event);
        steps(&mut core, 1);
        assert_eq!(values(&core, &ids), expected);
    }
    assert_eq!(core.world.hud.value("Lives"), Some(3));
    assert_eq!(core.world.hud.value("Nukes"), None);
}

#[test]
fn a_view_event_can_be_scheduled() {
    let mut core = core();
    let id = core.world.hud.add(view("Points", HudAnchor::TopLeft));
    core.world.send_after(3, HudEvent::add("Points", 1));
    let seen: Vec<_> = (0..4)
        .flat_map(|_| {
            steps(&mut core, 1);
            values(&core, &[id])
        })
        .collect();
    assert_eq!(seen, [7, 7, 8, 8]);
}

#[test]
fn a_view_object_of_a_level_is_shown_and_changed_only_there() {
    let mut core = core();
    let own = Widget {
        levels: 2.into(),
        ..view("Own", HudAnchor::TopLeft)
    };
    let ids = [
        core.world.hud.add(own),
        core.world.hud.add(view("Every", HudAnchor::TopRight)),
    ];
    let shown = |core: &mut Core| {
        let rows = screen(core).concat();
        (rows.contains("Own"), rows.contains("Every"))
    };
    core.world.send(HudEvent::add("Own", 1));
    steps(&mut core, 1);
    assert_eq!(
        (shown(&mut core), values(&core, &ids)),
        ((false, true), vec![7, 7])
    );
    core.context().change_level(2);
    core.world.send(HudEvent::add("Own", 1));
    steps(&mut core, 1);
    assert_eq!(
        (shown(&mut core), values(&core, &ids)),
        ((true, true), vec![8, 7])
    );
    assert!(core.world.hud.remove(ids[1]).is_done() && !core.world.hud.remove(ids[1]).is_done());
    assert_eq!(shown(&mut core), (true, false));
}

#[test]
fn a_step_that_changes_no_value_does_not_redraw_the_display() {
    let mut core = core();
    core.world.hud.add(view("Points", HudAnchor::TopLeft));
    steps(&mut core, 1);
    let version = |core: &Core| display(core).chunk_version(0);
    let before = version(&core);
    core.world.send(HudEvent::add("Points", 0));
    core.world.send(HudEvent::add("Lives", 5));
    steps(&mut core, 3);
    assert_eq!(version(&core), before);
    core.world.send(HudEvent::add("Points", 1));
    steps(&mut core, 1);
    assert_ne!(version(&core), before);
}

#[test]
fn an_altitude_that_stands_still_counts_from_the_corner_at_any_zoom() {
    let app = App::new("Sky", Options::default()).pixels(160, 80);
    let mut game = Harness::start(app, |cx| {
        let star = cx.assets.add_rect("star", 2, 2, Color::RED)?;
        cx.altitude_settings_mut(0_u16).parallax = 0.0;
        cx.spawn(
            Object::from(star)
                .altitude(0_u16)
                .spectral()
                .at(vec2(11.0, 21.0)),
        );
        Ok(())
    })
    .unwrap();
    for (zoom, center) in [
        (1_u16, vec2(80.0, 40.0)),
        (2, vec2(300.0, -70.0)),
        (3, Vec2::ZERO),
    ] {
        let mut cx = game.context();
        cx.camera.set_zoom(zoom.into());
        cx.camera.move_to(center);
        game.step();
        let image = game.image();
        let [x, y] = [10, 20].map(|at| at * u32::from(zoom));
        assert_eq!(image.get(x, y), Some(Color::RED), "{zoom}");
        assert_eq!(image.get(x - 1, y), Some(Color::BLACK), "{zoom}");
        assert_eq!(
            image.count(Color::RED),
            4 * usize::from(zoom).pow(2),
            "{zoom}"
        );
    }
}
