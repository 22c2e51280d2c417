//! Once warm, attachments, chains, drawings and forces allocate nothing either.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{core, ghost_at, on, spawn, steps};
use damselfly::glam::{Vec2, vec2};
use damselfly::hud::{ProgressBar, ViewEvent, ViewObject, ViewPlace};
use damselfly::scene::TextStyle;
use damselfly::world::{Attachment, Core, Force, Integrator, Interest, Object};
use damselfly::{Color, ObjectId};

/// Tanks that wander about a spring, each with a turret that changes tanks, and a barrel on it.
fn battlefield() -> (Core, Vec<ObjectId>) {
    let mut core = core();
    core.world.hud.add(ViewObject {
        label: "Orders".into(),
        ..ViewObject::default()
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
                cx.world.send_up(barrel, ViewEvent::add("Orders", 1));
                cx.world.send_down(others[0], ViewEvent::add("Orders", 1));
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

#[test]
fn a_display_whose_values_change_allocates_nothing_once_warm() {
    let mut core = core();
    for (label, place, group) in [
        ("Points", ViewPlace::TopRight, "list"),
        ("Weapon", ViewPlace::TopRight, "list"),
        ("Lives", ViewPlace::Center, "menu"),
        ("Two\nlines", ViewPlace::Center, "menu"),
    ] {
        let hud = &mut core.world.hud;
        hud.add(ViewObject::new(label).at(place).group(group));
    }
    let bar = ViewObject::new("Power").kind(ProgressBar::default());
    core.world.hud.add(bar.at(ViewPlace::BottomLeft));
    let play = |core: &mut Core, count: u64| {
        for _ in 0..count {
            let number = i64::try_from(core.step_number()).unwrap_or(0);
            let weapon = if number % 2 == 0 { "Laser" } else { "Net" };
            core.world.send(ViewEvent::set("Weapon", weapon));
            for label in ["Points", "Power", "Two\nlines"] {
                core.world.send(ViewEvent::add(label, 17));
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
