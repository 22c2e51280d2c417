//! No object passes through another one at any speed.

use crate::shapes::pairs;
use damselfly::Random;
use damselfly::collision::{Shape, sweep};
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};

/// Returns how far a shape extends from its position in a direction.
fn reach(shape: &Shape, way: Vec2) -> f32 {
    let corners = shape.corners().iter().map(|corner| corner.dot(way));
    corners.fold(f32::NEG_INFINITY, f32::max) + shape.radius()
}

/// Returns the direction of an angle, clockwise from the right.
fn direction(turn: Turn) -> Vec2 {
    let (sin, cos) = turn.sin_cos();
    vec2(cos, sin)
}

/// Returns the component of a vector along a normal, in `f64`: far from 0, `f32` is too coarse.
fn along_normal(vector: Vec2, normal: Vec2) -> f64 {
    f64::from(vector.x) * f64::from(normal.x) + f64::from(vector.y) * f64::from(normal.y)
}

#[test]
fn no_bullet_passes_a_thin_wall() {
    let mut random = Random::new(9);
    let bullets = [
        Shape::circle(0.5),
        Shape::rect(Vec2::ONE),
        Shape::capsule(vec2(-0.5, 0.0), vec2(0.5, 0.0), 0.0),
    ];
    let mut hits_by_step = [0; 5];
    for index in 0..pairs() * 5 {
        let turn = Turn(random.range(0..=u16::MAX));
        let wall = Shape::rect(vec2(0.1, 400.0)).transformed(turn, Vec2::ONE);
        let place = vec2(random.range(-1e5..1e5), random.range(-1e5..1e5));
        // The speed is from 1 to 10 000. Each of its four orders of magnitude is equally likely.
        let speed =
            [1.0, 10.0, 100.0, 1000.0_f32][random.range(0..4_usize)] * random.range(1.0..10.0);
        let bullet = random.pick(&bullets).expect("there are bullets");
        let bullet = bullet.transformed(Turn(random.range(0..=u16::MAX)), Vec2::ONE);
        // The bullet moves at an angle of up to one radian to the wall's normal, and hits the wall off its middle.
        let aslant = Turn::from_radians(random.range(-1.0_f32..1.0));
        let across = direction(turn);
        let way = direction(Turn(turn.0.wrapping_add(aslant.0)));
        let along = across.perp() * random.range(-150.0..150.0);
        // The bullet's front is up to four steps before the wall. A small gap keeps rounding from placing it inside.
        let front = reach(&bullet, across);
        let gap = 0.02 + speed * way.dot(across) * random.range(0.0..4.0);
        let mut start = place + along - way * ((0.05 + front + gap) / way.dot(across));
        let way = way * speed;
        let mut steps = 0;
        let hit = loop {
            if let Some(hit) = sweep(bullet.at(start), way, wall.at(place), Vec2::ZERO) {
                break hit;
            }
            start += way;
            steps += 1;
            assert!(steps < 5, "{index}: {start} by {way} past {place}");
        };
        hits_by_step[steps] += 1;
        // The bullet's front touches the wall, except for rounding of the time or of the last step's end.
        let rounding = if hit.time > 0.0 { 2e-3 } else { 0.02 };
        let [start, place, way] = [start, place, way].map(|it| along_normal(it, across));
        let beyond = start + way * f64::from(hit.time) - place + f64::from(front) + 0.05;
        assert!(beyond.abs() < rounding, "{index}: {beyond} {hit:?}");
        assert!(hit.normal.dot(across) < -0.99, "{index}: {hit:?}");
    }
    let fewest = pairs() / 2;
    assert!(
        hits_by_step[..4].iter().all(|&hits| hits > fewest),
        "{hits_by_step:?}"
    );
}
