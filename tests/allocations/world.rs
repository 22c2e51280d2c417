//! Once warm, attachments, chains, drawings and forces allocate nothing either.

use crate::common::{core, ghost_at, on, spawn, steps};
use damselfly::glam::{Vec2, vec2};
use damselfly::hud::{ViewEvent, ViewObject};
use damselfly::scene::TextStyle;
use damselfly::world::{Attachment, Core, Force, Integrator, Interest, Object};
use damselfly::{Color, ObjectId};

/// Tanks that wander about a spring, each with a turret that changes tanks, and a barrel on it.
fn battlefield() -> (Core, Vec<ObjectId>) {
    let mut core = core();
    core.world.add_view(ViewObject {
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
        core.world.attach_to(turret, tank, how);
        core.world.attach_to(barrel, turret, how);
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
                cx.world.attach_to(me, next, how);
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
    assert_eq!(core.world.view_value("Orders"), Some(200 * 120));
    assert_eq!(core.world.scene().altitudes()[2].drawn().len(), 600);
    assert!(
        tanks
            .iter()
            .any(|&tank| core.world.children_of(tank).next().is_some())
    );
}
