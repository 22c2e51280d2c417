//! Builder methods of descriptions, and the shapes of objects in the world.

use crate::common::{core, spawn};
use core::f32::consts::FRAC_PI_2;
use damselfly::collision::Shape;
use damselfly::prelude::*;
use damselfly::scene::{Material, SpriteFill};
use damselfly::world::{Force, Integrator, MoveOutcome, Outcome};
use proptest::prelude::*;

#[test]
fn every_field_of_an_object_has_a_builder() {
    let area = Rect::centered(Vec2::ZERO, Vec2::ONE);
    let force = Force(|_| Vec2::X);
    let built = Object::new("All")
        .at(vec2(1.0, 2.0))
        .velocity(vec2(3.0, 4.0))
        .acceleration(vec2(5.0, 6.0))
        .force(force)
        .integrator(Integrator::Rk4)
        .altitude(3)
        .soft()
        .bullet()
        .sensor()
        .platform()
        .movement(Movement::WholeCells)
        .groups(2, 4)
        .bounds(area)
        .shapes([Shape::circle(2.0)])
        .sprite(SpriteId::PLACEHOLDER)
        .repeated(vec2(8.0, 9.0))
        .frame(1)
        .slowdown(7)
        .angle(0.5)
        .spin(0.25)
        .scale(vec2(2.0, 3.0))
        .depth(4.0)
        .tint(Color::RED)
        .filled()
        .blend(Blend::Additive)
        .material(Material::Greyscale { amount: 1.0 })
        .filter(FilterMode::Linear)
        .flip(true, true)
        .lifetime(9)
        .hidden()
        .persistent()
        .level(2);
    // Lists all fields, so that this test does not compile after a field is added.
    let expected = Object {
        kind: "All",
        position: vec2(1.0, 2.0),
        velocity: vec2(3.0, 4.0),
        acceleration: vec2(5.0, 6.0),
        force: Some(force),
        integrator: Integrator::Rk4,
        altitude: 3,
        solidness: Solidness::Soft,
        bullet: true,
        sensor: true,
        platform: true,
        movement: Movement::WholeCells,
        groups: 2,
        collides_with: 4,
        bounds: Bounds::Fixed(area),
        shapes: vec![Shape::circle(2.0)],
        sprite: Some(SpriteId::PLACEHOLDER),
        fill: Some(SpriteFill::repeat(vec2(8.0, 9.0))),
        frame: 1,
        slowdown: Some(7),
        angle: 0.5,
        spin: 0.25,
        scale: vec2(2.0, 3.0),
        depth: 4.0,
        tint: Color::RED,
        filled: true,
        blend: Blend::Additive,
        material: Some(Material::Greyscale { amount: 1.0 }),
        filter: FilterMode::Linear,
        flip_x: true,
        flip_y: true,
        lifetime: Some(9),
        visible: false,
        persistent: true,
        level: Some(2),
    };
    assert_eq!(built, expected);
    assert_eq!(Object::new("").bounds(Bounds::Sprite), Object::default());
}

#[test]
fn shapes_of_a_description_collide_like_those_set_later() {
    let mut core = core();
    let rock = Object::new("Rock").shapes([Shape::circle(2.0)]);
    let rock = spawn(&mut core, rock.at(vec2(4.0, 0.0)));
    let ball = spawn(&mut core, Object::new("Ball").shapes([Shape::circle(1.0)]));
    let mut cx = core.context();
    assert_eq!(cx.move_to(ball, vec2(1.8, 2.1)), MoveOutcome::Moved);
    assert_eq!(cx.move_to(ball, vec2(1.8, 1.9)), MoveOutcome::Blocked);
    let set = cx.spawn(Object::new("Rock").at(vec2(4.0, 50.0)));
    cx.object_mut(set)
        .unwrap()
        .set_shapes(&[Shape::circle(2.0)]);
    assert_eq!(
        cx.object(rock).unwrap().shapes(),
        cx.object(set).unwrap().shapes()
    );
}

#[test]
fn an_invalid_shape_of_a_description_is_refused() {
    let mut core = core();
    for bad in [f32::NAN, 2e9] {
        let before = core.world.refusals();
        let id = spawn(&mut core, Object::new("Bad").shapes([Shape::circle(bad)]));
        assert_eq!(core.world.refusals(), before + 1, "{bad}");
        assert_eq!(core.world.object(id).unwrap().shapes(), []);
    }
}

#[test]
fn world_shapes_are_those_that_collide() {
    let mut core = core();
    let square = Rect::centered(Vec2::ZERO, Vec2::splat(2.0));
    let bar = Shape::rect(vec2(6.0, 2.0));
    let arm = Shape::capsule(Vec2::ZERO, vec2(4.0, 1.0), 0.5);
    let plain = || Object::new("Any").at(vec2(10.0, 5.0));
    let at = |shape: Shape| vec![shape.translated(vec2(10.0, 5.0))];
    for (object, expected) in [
        (plain().bounds(square), at(Shape::rect_at(square))),
        // A fixed box neither turns nor scales.
        (
            plain().bounds(square).scale(Vec2::splat(2.0)).angle(1.0),
            at(Shape::rect_at(square)),
        ),
        (
            plain().shapes([bar]).angle(FRAC_PI_2),
            at(bar.turned(FRAC_PI_2)),
        ),
        (plain().shapes([arm]).angle(0.7), at(arm.turned(0.7))),
        (
            plain().shapes([Shape::circle(1.5)]).scale(vec2(2.0, 2.0)),
            at(Shape::circle(3.0)),
        ),
        (
            plain().bounds(square).shapes([bar]).one_way(),
            at(Shape::rect_at(square)),
        ),
        (
            plain().movement(Movement::WholeCells),
            vec![Shape::rect_at(Rect::from_size(vec2(10.0, 5.0), Vec2::ONE))],
        ),
    ] {
        let id = spawn(&mut core, object.clone());
        let shapes = core.world.object(id).unwrap().world_shapes();
        assert_eq!(shapes, expected, "{object:?}");
        core.object_mut(id).unwrap().remove();
    }
    let both = Object::new("Two").shapes([bar, Shape::circle(1.0)]);
    let both = spawn(&mut core, both);
    assert_eq!(core.world.object(both).unwrap().world_shapes().len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn attaching_in_place_moves_and_turns_nothing(
        parent in (-100.0..100.0_f32, -100.0..100.0_f32, -7.0..7.0_f32),
        child in (-100.0..100.0_f32, -100.0..100.0_f32, -7.0..7.0_f32),
        by in -3.0..3.0_f32,
    ) {
        let mut core = core();
        let pose = |(x, y, angle)| Object::new("Any").spectral().at(vec2(x, y)).angle(angle);
        let above = spawn(&mut core, pose(parent));
        let id = spawn(&mut core, pose(child));
        let outcome = core.object_mut(id).unwrap().set_parent_in_place(above);
        prop_assert_eq!(outcome, Outcome::Done);
        let check = |core: &damselfly::world::Core, expected: Vec2, angle: f32| {
            let child = core.world.object(id).unwrap();
            let away = (child.position() - expected).length();
            let turned = math::angle_difference(child.angle(), angle).abs();
            (away < 1e-3 && turned < 1e-3, away, turned)
        };
        let start = vec2(child.0, child.1);
        let kept = check(&core, start, child.2);
        prop_assert!(kept.0, "{:?}", kept);
        // Then the child moves and turns with its parent. Its offset is turned in pixels, because units are not square.
        let mut moved = core.object_mut(above).unwrap();
        moved.set_position(vec2(parent.0 + 5.0, parent.1));
        moved.set_angle(parent.2 + by);
        let unit = core.world.unit();
        let offset = math::rotate((start - vec2(parent.0, parent.1)) * unit, by) / unit;
        let expected = vec2(parent.0 + 5.0, parent.1) + offset;
        let (_, away, turned) = check(&core, expected, child.2 + by);
        // Angles are rounded to 1/65536 of a turn, about 0.0001 radians. The offset is at most 3600 pixels long, which
        // are 450 units along the x-axis. So each rounding moves the child by less than 0.05.
        prop_assert!(away < 0.2 && turned < 1e-3, "{} {}", away, turned);
    }
}

#[test]
fn attaching_in_place_follows_the_rules_of_attaching() {
    let mut core = core();
    let [parent, child] = [0.0, 3.0].map(|x| spawn(&mut core, Object::new("Any").at(vec2(x, 0.0))));
    assert_eq!(
        core.object_mut(child).unwrap().set_parent_in_place(parent),
        Outcome::Done
    );
    assert_eq!(
        core.object_mut(parent).unwrap().set_parent_in_place(child),
        Outcome::Refused
    );
    assert_eq!(
        core.object_mut(child).unwrap().set_parent_in_place(child),
        Outcome::Refused
    );
}
