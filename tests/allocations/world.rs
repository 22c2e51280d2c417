//! After a warm-up, attachments, events along the hierarchy, drawings, forces, sensors, platforms and the heads-up
//! display allocate nothing.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{Moment, core, crate_at, ghost_at, on, spawn, steps, to_the_right};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::hud::{HudAnchor, HudEvent, ProgressBar, Widget};
use damselfly::scene::TextStyle;
use damselfly::world::{
    Attachment, Bounds, Core, Event, Force, Integrator, Interest, Object, Solidness,
};
use damselfly::{Color, ObjectId};

/// Builds tanks that a force pulls towards one point. Each has a turret, which moves to another tank and back, and a
/// barrel on the turret.
fn battlefield() -> (Core, Vec<ObjectId>) {
    let mut core = core();
    core.world.hud.add(Widget {
        label: "Orders".into(),
        ..Widget::default()
    });
    let how = Attachment {
        offset: vec2(0.5, 0.25),
        ..Attachment::default()
    };
    let tanks: Vec<ObjectId> = (0..100_u8)
        .map(|number| {
            let tank = Object {
                position: vec2(f32::from(number) * 0.7, 10.0),
                spin: 0.05,
                force: Some(Force(|at| (vec2(40.0, 12.0) - at.position) * 0.001)),
                integrator: Integrator::Rk4,
                ..ghost_at(0.0, 0.0)
            };
            spawn(&mut core, tank)
        })
        .collect();
    for (number, &tank) in tanks.iter().enumerate() {
        let [turret, barrel] = [Vec2::ZERO; 2].map(|at| spawn(&mut core, ghost_at(at.x, at.y)));
        core.object_mut(turret).unwrap().set_parent(tank, how);
        core.object_mut(barrel).unwrap().set_parent(turret, how);
        let others = [tank, tanks[(number + 1) % tanks.len()]];
        on(
            &mut core,
            turret,
            &[Interest::Step],
            move |me, moment, cx| {
                if !moment.is_step() {
                    return;
                }
                let style = TextStyle::from(Color::CYAN).centered();
                cx.canvas_on(me).text(vec2(0.0, -1.0), "turret", style);
                cx.send_up(barrel, HudEvent::add("Orders", 1));
                cx.send_down(others[0], HudEvent::add("Orders", 1));
                let next = others[usize::from(cx.time.number.is_multiple_of(2))];
                cx.object_mut(me).unwrap().set_parent(next, how);
            },
        );
    }
    (core, tanks)
}

#[test]
fn once_warm_hierarchies_chains_drawings_and_forces_allocate_nothing() {
    let (mut core, tanks) = battlefield();
    steps(&mut core, 60);
    let counted = allocation_counter::measure(|| steps(&mut core, 60));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    assert_eq!(core.world.hud.value("Orders"), Some(200 * 120));
    assert_eq!(core.world.scene().altitudes()[2].drawn().len(), 600);
    assert!(tanks.iter().any(|&tank| {
        core.world
            .object(tank)
            .is_some_and(|tank| tank.children().next().is_some())
    }));
}

/// Builds crates that move through a row of zones again and again, and other crates on a platform that moves in a
/// square. Returns the platform and the crates on it.
fn factory() -> (Core, ObjectId, Vec<ObjectId>) {
    let mut core = core();
    core.world.hud.add(Widget {
        label: "Overlaps".into(),
        ..Widget::default()
    });
    for number in 0..20_u8 {
        let zone = Object {
            sensor: true,
            ..ghost_at(f32::from(number) * 4.0, 4.0)
        };
        let zone = spawn(&mut core, zone);
        on(&mut core, zone, &[], |_, moment, cx| {
            let by = match moment {
                Moment::Event(Event::OverlapBegun(_)) => 1,
                Moment::Event(Event::OverlapEnded(_)) => -1,
                _ => return,
            };
            cx.send(HudEvent::add("Overlaps", by));
        });
    }
    for number in 0..300_u16 {
        let walker = Object {
            solidness: Solidness::Soft,
            groups: 2,
            collides_with: 1,
            ..crate_at(f32::from(number) / 4.0, 4.0)
        };
        let walker = spawn(&mut core, to_the_right(walker));
        on(&mut core, walker, &[Interest::Step], |me, moment, cx| {
            if moment.is_step() && cx.me().position().x > 75.0 {
                cx.object_mut(me).unwrap().set_position(vec2(0.0, 4.0));
            }
        });
    }
    let bounds = Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(60.0, 2.0)));
    let platform = spawn(
        &mut core,
        Object {
            bounds,
            ..crate_at(40.0, 20.0)
        }
        .platform(),
    );
    on(&mut core, platform, &[Interest::Step], |me, moment, cx| {
        if moment.is_step() {
            let ways = [
                vec2(0.125, 0.0),
                vec2(0.0, -0.125),
                vec2(-0.125, 0.0),
                vec2(0.0, 0.125),
            ];
            let quarter = usize::try_from(cx.time.number / 8 % 4).unwrap();
            cx.object_mut(me).unwrap().set_velocity(ways[quarter]);
        }
    });
    let riders = (0..24_u8).map(|number| {
        let rider = Object {
            acceleration: vec2(0.0, 0.01),
            ..crate_at(12.0 + 2.25 * f32::from(number), 18.0)
        };
        spawn(&mut core, rider)
    });
    let riders = riders.collect();
    (core, platform, riders)
}

#[test]
fn once_warm_sensors_and_platforms_allocate_nothing() {
    let (mut core, platform, riders) = factory();
    steps(&mut core, 320);
    let counted = allocation_counter::measure(|| steps(&mut core, 68));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    // Some overlaps have begun and not yet ended, and the crates on the platform moved with it.
    assert!(core.world.hud.value("Overlaps") > Some(20));
    let at = |id| core.world.object(id).unwrap().position();
    assert_eq!(at(platform).x, 40.5);
    for (number, &rider) in (0..24_u8).zip(&riders) {
        let from = vec2(-28.0 + 2.25 * f32::from(number), -2.0);
        assert!(
            (at(rider) - at(platform)).abs_diff_eq(from, 0.1),
            "{number}: {:?}",
            at(rider)
        );
    }
}

#[test]
fn a_display_whose_values_change_allocates_nothing_once_warm() {
    let mut core = core();
    for (label, place, group) in [
        ("Points", HudAnchor::TopRight, "list"),
        ("Weapon", HudAnchor::TopRight, "list"),
        ("Lives", HudAnchor::Center, "menu"),
        ("Two\nlines", HudAnchor::Center, "menu"),
    ] {
        let hud = &mut core.world.hud;
        hud.add(Widget::new(label).at(place).group(group));
    }
    let bar = Widget::new("Power").kind(ProgressBar::default());
    core.world.hud.add(bar.at(HudAnchor::BottomLeft));
    let play = |core: &mut Core, count: u64| {
        for _ in 0..count {
            let number = i64::try_from(core.step_number()).unwrap_or(0);
            let weapon = if number % 2 == 0 { "Laser" } else { "Net" };
            core.world.send(HudEvent::set("Weapon", weapon));
            for label in ["Points", "Power", "Two\nlines"] {
                core.world.send(HudEvent::add(label, 17));
            }
            core.world.hud.set("Lives", number % 100);
            steps(core, 1);
        }
    };
    play(&mut core, 120);
    let counted = allocation_counter::measure(|| play(&mut core, 120));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    assert_eq!(core.world.hud.value("Points"), Some(17 * 240));
}
