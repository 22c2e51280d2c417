//! Tweened objects: how they are drawn, collide, carry, and follow their parents.

use super::*;
use crate::common::{crate_at, drawn, edit};
use damselfly::collision::Shape;
use damselfly::geometry::Circle;
use damselfly::scene::SpriteFill;

#[test]
fn drawing_smooths_a_tween_and_jumps_when_it_starts_again() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 5.0));
    core.context()
        .tween(id)
        .position(vec2(8.0, 5.0))
        .angle(1.0)
        .over(4)
        .forever();
    for step in 1..9 {
        let before = position(&core, id);
        steps(&mut core, 1);
        let row = drawn(&core, id);
        let is_start = step % 4 == 0;
        let motion = if is_start { Vec2::ZERO } else { vec2(2.0, 0.0) };
        assert_eq!(row.motion, motion, "{step} from {before}");
        assert_eq!(row.turn_motion.0 != 0, !is_start, "{step}");
    }
    // A whole turn starts again without a jump.
    let id = spawn(&mut core, ghost_at(0.0, 5.0));
    core.context()
        .tween(id)
        .angle_by(core::f32::consts::TAU)
        .over(4)
        .forever();
    for _ in 0..12 {
        steps(&mut core, 1);
        assert_eq!(drawn(&core, id).turn_motion.0, 0x4000);
    }
}

#[test]
fn a_tween_scales_each_object_as_its_setter_does() {
    let kinds = [
        ghost_at(5.0, 5.0),
        crate_at(5.0, 5.0),
        ghost_at(5.0, 5.0).sensor(),
        ghost_at(5.0, 5.0).shapes([Shape::circle(1.0)]),
        crate_at(5.0, 5.0).shapes([Shape::circle(1.0)]),
        ghost_at(5.0, 5.0).fill(SpriteFill::repeat(vec2(4.0, 4.0))),
    ];
    for (number, object) in kinds.into_iter().enumerate() {
        let [mut tweened, mut set] = [core(), core()];
        let both = [&mut tweened, &mut set].map(|core| spawn(core, object.clone()));
        let to = vec2(3.0, -0.5);
        tweened.context().tween(both[0]).scale(to).over(1);
        steps(&mut tweened, 1);
        let mut context = set.context();
        let mut object = context.object_mut(both[1]).unwrap();
        assert!(object.set_scale(to).is_done());
        steps(&mut set, 1);
        let seen = |core: &Core, id: ObjectId| {
            let object = core.world.object(id).unwrap();
            let near = |x: u8| Circle::new(vec2(5.0 + 0.25 * f32::from(x), 5.0), 0.1);
            let found = (0..40).map(|x| core.world.space().in_circle(near(x)));
            let found: Vec<_> = found.collect();
            (object.scale(), object.bounds(), drawn(core, id), found)
        };
        assert_eq!(seen(&tweened, both[0]), seen(&set, both[1]), "{number}");
    }
}

#[test]
fn a_solid_object_stops_and_a_platform_carries() {
    let mut core = core();
    let lift = spawn(&mut core, crate_at(20.0, 10.0).platform());
    // What rides has weight.
    let rider = spawn(
        &mut core,
        crate_at(20.0, 8.0).acceleration(vec2(0.0, 1.0 / 1024.0)),
    );
    spawn(&mut core, crate_at(40.5, 10.0));
    core.context()
        .tween(lift)
        .position_by(vec2(30.0, 0.0))
        .over(30);
    steps(&mut core, 10);
    let near = |one: f32, other: f32| (one - other).abs() < 1e-3;
    assert!(near(position(&core, lift).x, 30.0));
    let carried = position(&core, rider).x;
    assert!(near(carried, 30.0), "{carried}");
    assert!(near(drawn(&core, lift).motion.x, 1.0));
    // The wall stops it, also when the tween is beyond.
    steps(&mut core, 20);
    let stopped = position(&core, lift).x;
    assert!((37.9..38.6).contains(&stopped), "{stopped}");
}

#[test]
fn an_attached_object_moves_and_turns_relative_to_its_parent() {
    let mut core = core();
    let tank = spawn(&mut core, crate::common::to_the_right(ghost_at(0.0, 5.0)));
    let turret = spawn(&mut core, ghost_at(0.0, 0.0));
    edit(&mut core.context(), turret, |it| {
        it.set_parent(tank, Attachment::default())
    });
    core.context()
        .tween(turret)
        .position(vec2(0.0, -4.0))
        .angle(1.0)
        .over(4);
    steps(&mut core, 2);
    assert_eq!(position(&core, turret), vec2(2.0, 3.0));
    assert_eq!(drawn(&core, turret).motion, vec2(1.0, -1.0));
    assert!(drawn(&core, turret).turn_motion.0 > 0);
    steps(&mut core, 2);
    let object = core.world.object(turret).unwrap();
    assert_eq!((object.position(), object.angle()), (vec2(4.0, 1.0), 1.0));
}

#[test]
fn a_tint_fades_out_and_in_with_its_colour() {
    let mut core = core();
    let orange = Color::rgb(250, 130, 10);
    let id = spawn(
        &mut core,
        Object {
            tint: orange,
            ..ghost_at(0.0, 5.0)
        },
    );
    core.context().tween(id).alpha(0).over(7).ping_pong();
    steps(&mut core, 7);
    assert_eq!(drawn(&core, id).tint, [0; 4]);
    steps(&mut core, 7);
    assert_eq!(drawn(&core, id).tint_color(), orange);
    core.context()
        .tween(id)
        .tint(Color::BLUE)
        .over(4)
        .ease(Ease::BackOut);
    steps(&mut core, 4);
    assert_eq!(drawn(&core, id).tint_color(), Color::BLUE);
}
