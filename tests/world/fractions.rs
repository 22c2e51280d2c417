//! Movement by whole cells and animation, compared with integer arithmetic: rounding of velocities and time scales must
//! never delay them by a step, however long they run.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small numbers"
)]

use crate::common::{core, ghost_at, spawn, steps};
use damselfly::ObjectId;
use damselfly::glam::vec2;
use damselfly::world::{Core, Movement, Object};

/// An exact fraction of two integers.
#[derive(Clone, Copy, Debug)]
struct Fraction(u64, u64);

impl Fraction {
    fn as_f32(self) -> f32 {
        (self.0 as f64 / self.1 as f64) as f32
    }

    /// Returns the number of whole units covered at this speed after `steps` steps.
    fn units_after(self, steps: u64) -> u64 {
        steps * self.0 / self.1
    }

    fn times(self, other: Self) -> Self {
        Self(self.0 * other.0, self.1 * other.1)
    }
}

/// Spawns an object that moves to the right by whole cells, at this velocity.
fn mover(core: &mut Core, velocity: Fraction) -> ObjectId {
    let object = Object {
        velocity: vec2(velocity.as_f32(), 0.0),
        movement: Movement::WholeCells,
        ..ghost_at(0.0, 10.0)
    };
    spawn(core, object)
}

/// Takes `last` steps. Returns the numbers of those in which the state changed.
fn changes(core: &mut Core, last: u64, state: impl Fn(&Core) -> u64) -> Vec<u64> {
    let mut before = state(core);
    let mut found = Vec::new();
    for step in 1..=last {
        steps(core, 1);
        let now = state(core);
        if now != before {
            found.push(step);
        }
        before = now;
    }
    found
}

fn cells(core: &Core, id: ObjectId) -> u64 {
    core.world
        .object(id)
        .map(|object| object.position())
        .map_or(0, |position| position.x as u64)
}

#[test]
fn fractional_speed_moves_when_a_cell_is_covered() {
    let cases: [(Fraction, &[u64]); 6] = [
        (Fraction(1, 5), &[5, 10, 15]),
        (Fraction(1, 7), &[7, 14, 21, 28]),
        (Fraction(3, 20), &[7, 14, 20, 27]),
        (Fraction(1, 100), &[100, 200]),
        (Fraction(1, 60), &[60, 120, 180]),
        (Fraction(1, 3600), &[3600, 7200]),
    ];
    for (velocity, expected) in cases {
        let mut core = core();
        let id = mover(&mut core, velocity);
        let last = *expected.last().unwrap_or(&0);
        let found = changes(&mut core, last, |core| cells(core, id));
        assert_eq!(found, expected, "{velocity:?}");
    }
}

#[test]
fn many_fractions_agree_with_whole_numbers_in_every_step() {
    let mut core = core();
    let mut movers = Vec::new();
    for denominator in 1..=40 {
        for numerator in 1..=2 * denominator {
            let velocity = Fraction(numerator, denominator);
            movers.push((velocity, mover(&mut core, velocity)));
        }
    }
    for step in 1..=200 {
        steps(&mut core, 1);
        for &(velocity, id) in &movers {
            let expected = velocity.units_after(step);
            assert_eq!(cells(&core, id), expected, "{velocity:?} at step {step}");
        }
    }
}

#[test]
fn thousands_of_steps_do_not_drift() {
    let fractions = [
        (1, 3),
        (1, 5),
        (1, 7),
        (3, 20),
        (99, 100),
        (7, 60),
        (1, 1000),
        (257, 100),
        (37, 3),
    ];
    let mut core = core();
    let movers = fractions.map(|(numerator, denominator)| {
        let velocity = Fraction(numerator, denominator);
        (velocity, mover(&mut core, velocity))
    });
    for step in 1..=30_000 {
        steps(&mut core, 1);
        for (velocity, id) in movers {
            let expected = velocity.units_after(step);
            assert_eq!(cells(&core, id), expected, "{velocity:?} at step {step}");
        }
    }
}

const SCALES: [Fraction; 7] = [
    Fraction(1, 5),
    Fraction(1, 3),
    Fraction(7, 10),
    Fraction(1, 10),
    Fraction(3, 20),
    Fraction(13, 10),
    Fraction(1, 60),
];

#[test]
fn a_time_scale_is_a_fraction_as_exactly() {
    for scale in SCALES {
        let mut core = core();
        core.world.altitude_settings_mut(2).time_scale = scale.as_f32();
        let velocities = [(1, 1), (1, 2), (1, 3), (7, 5)].map(|(p, q)| Fraction(p, q));
        let movers = velocities.map(|velocity| (velocity, mover(&mut core, velocity)));
        for step in 1..=3000 {
            steps(&mut core, 1);
            for (velocity, id) in movers {
                let expected = velocity.times(scale).units_after(step);
                assert_eq!(
                    cells(&core, id),
                    expected,
                    "{velocity:?} × {scale:?} at step {step}"
                );
            }
        }
    }
}

#[test]
fn an_animation_in_slowed_time_changes_frames_when_whole_numbers_say() {
    let frames = "a\nend\n".repeat(251);
    let file = format!("frames 251\nwidth 1\nheight 1\ncolor cyan\nslowdown 1\n{frames}eof\n");
    for scale in SCALES {
        let mut core = core();
        let film = core
            .assets
            .add_text_sprite("film", "film.spr", file.as_bytes());
        let film = film.expect("the file is right");
        core.world.altitude_settings_mut(2).time_scale = scale.as_f32();
        let players = [1_u16, 2, 3, 7, 60].map(|slowdown| {
            let object = Object {
                sprite: Some(film),
                ..ghost_at(5.0, 5.0)
            };
            let id = spawn(&mut core, object);
            core.object_mut(id).unwrap().set_slowdown(slowdown);
            (Fraction(1, slowdown.into()).times(scale), id)
        });
        for step in 1..=3000 {
            steps(&mut core, 1);
            for (speed, id) in players {
                let expected = u16::try_from(speed.units_after(step) % 251).ok();
                assert_eq!(
                    core.world.object(id).map(|object| object.frame()),
                    expected,
                    "{speed:?} at step {step}"
                );
            }
        }
    }
}

#[test]
fn a_time_scale_of_a_fifth_shows_frames_five_steps() {
    let mut core = core();
    let file = b"8\n1\n1\n1\ncyan\n1\n2\n3\n4\n5\n6\n7\n8\n";
    let film = core.assets.add_text_sprite("film", "film.spr", file);
    let object = Object {
        sprite: film.ok(),
        ..ghost_at(5.0, 5.0)
    };
    let id = spawn(&mut core, object);
    core.world.altitude_settings_mut(2).time_scale = 0.2;
    let frame = |core: &Core| {
        core.world
            .object(id)
            .map(|object| object.frame())
            .map_or(0, u64::from)
    };
    assert_eq!(changes(&mut core, 16, frame), [5, 10, 15]);
}
