//! Nothing passes through anything, however fast it is.

use crate::shapes::pairs;
use damselfly::collision::{Shape, sweep};
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::{Random, math};

#[test]
fn no_bullet_passes_a_thin_wall() {
    let mut random = Random::new(9);
    let bullets = [
        Shape::circle(0.5),
        Shape::rect(Vec2::ONE),
        Shape::capsule(vec2(-0.5, 0.0), vec2(0.5, 0.0), 0.0),
    ];
    let (mut index, mut crossing_shots) = (0_u64, 0);
    while crossing_shots < pairs() * 5 {
        index += 1;
        let wall = Shape::rect(vec2(0.1, 400.0));
        let turn = Turn(random.range(0..=u16::MAX));
        let place = vec2(random.range(-1e5..1e5), random.range(-1e5..1e5));
        // As many slow ones as fast ones.
        let speed =
            [1.0, 10.0, 100.0, 1000.0_f32][random.range(0..4_usize)] * random.range(1.0..10.0);
        let bullet = random.pick(&bullets).expect("there are bullets");
        let bullet = bullet.transformed(Turn(random.range(0..=u16::MAX)), Vec2::ONE);
        // Along the wall's normal or at an angle to it of up to 60 degrees, and beside its middle.
        let across = math::from_angle(turn.to_radians());
        let way = math::from_angle(turn.to_radians() + random.range(-1.0..1.0));
        let along = across.perp() * random.range(-150.0..150.0);
        let part = random.range(0.0..1.0);
        let start = place + along - way * (speed * part);
        let wall = wall.transformed(turn, Vec2::ONE);
        let ends = [start, start + way * speed].map(|end| (end - place).dot(across));
        let beyond = 0.05 + 0.75;
        if ends[0] > -beyond || ends[1] < beyond {
            continue;
        }
        crossing_shots += 1;
        let crossing = place + along;
        let hit = sweep(bullet.at(start), way * speed, wall.at(place), Vec2::ZERO);
        let hit = hit.unwrap_or_else(|| panic!("{index}: {start} by {way} × {speed} past {place}"));
        // In front of the wall, and where it crosses it.
        let stopped = start + way * speed * hit.time;
        assert!(
            (stopped - place).dot(across) < 0.02 * 2.0,
            "{index}: {hit:?}"
        );
        assert!(
            stopped.distance(crossing) < 4.0,
            "{index}: {hit:?} {crossing}"
        );
        assert!(hit.normal.dot(across) < -0.99, "{index}: {hit:?}");
    }
}
