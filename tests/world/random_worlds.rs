//! Worlds of solid objects of every kind, generated from a number. Their hooks change nothing.
//!
//! `random_worlds.txt` has the hashes of each world's movement and contacts. A change of the engine that is not meant
//! to change these must leave the hashes as they are.

use damselfly::ObjectId;
use damselfly::collision::Shape;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, ivec2, vec2};
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::{
    Attachment, Behavior, Bounds, BroadPhase, Collision, Context, Core, Force, Integrator,
    Movement, Object, Solidness, StepInput,
};
use std::cell::Cell;

use crate::common::in_empty_world;

/// Steps of each world.
const STEPS: u32 = 200;
/// Without `DAMSELFLY_WORLDS`, the test plays only worlds whose number is a multiple of this.
const SAMPLE: usize = 8;

/// The generator SplitMix64. It is implemented here, so that its numbers never change.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// Returns an index below `end`.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "less than `end`, which is an index"
    )]
    fn index(&mut self, end: usize) -> usize {
        self.below(end as u64) as usize
    }

    fn one_in(&mut self, of: u64) -> bool {
        self.below(of) == 0
    }

    fn within(&mut self, from: f32, to: f32) -> f32 {
        let share = (self.next() >> 40) as f32 / (1_u32 << 24) as f32;
        from + (to - from) * share
    }

    fn vector(&mut self, from: f32, to: f32) -> Vec2 {
        let x = self.within(from, to);
        vec2(x, self.within(from, to))
    }
}

/// The hash function FNV-1a.
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn add(&mut self, number: u32) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn add_vector(&mut self, vector: Vec2) {
        self.add(vector.x.to_bits());
        self.add(vector.y.to_bits());
    }
}

thread_local! {
    /// Hash of the contacts so far, in order.
    static CONTACTS: Cell<u64> = const { Cell::new(0) };
}

/// Adds each of its contacts to `CONTACTS`.
#[derive(Clone)]
struct Listener;

impl Behavior for Listener {
    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        let mut hash = Hash(CONTACTS.get());
        let me = cx.me().id();
        for id in [me, hit.other] {
            hash.add(u32::try_from(id.slot()).unwrap_or(u32::MAX));
        }
        hash.add(u32::from(hit.is_mover));
        hash.add(hit.time.to_bits());
        hash.add_vector(hit.position);
        hash.add_vector(hit.normal);
        CONTACTS.set(hash.0);
    }
}

fn object(random: &mut Numbers, side: f32, speed: f32) -> Object {
    let size = match random.below(12) {
        0 => random.vector(0.0, side),
        1 => Vec2::ZERO,
        _ => random.vector(0.3, 3.0),
    };
    let velocity = match random.below(6) {
        0 => Vec2::ZERO,
        1 => random.vector(-6.0, 6.0),
        _ => random.vector(-speed, speed),
    };
    let solidness = match random.below(10) {
        0..4 => Solidness::Hard,
        4..8 => Solidness::Soft,
        8 => Solidness::OneWay,
        _ => Solidness::Spectral,
    };
    let (groups, collides_with) = match random.below(6) {
        0 => (2, 3),
        1 => (1, 2),
        _ => (1, 3),
    };
    Object {
        position: random.vector(0.0, side),
        velocity,
        bounds: Bounds::Fixed(Rect::centered(random.vector(-0.5, 0.5), size)),
        solidness,
        groups,
        collides_with,
        bullet: random.one_in(8),
        platform: random.one_in(12),
        altitude: u16::try_from(random.below(4)).unwrap_or(0),
        movement: if random.one_in(8) {
            Movement::WholeCells
        } else {
            Movement::Smooth
        },
        acceleration: if random.one_in(6) {
            vec2(0.0, 0.05)
        } else {
            Vec2::ZERO
        },
        force: random
            .one_in(20)
            .then_some(Force(|at| (Vec2::splat(10.0) - at.position) * 0.01)),
        integrator: match random.below(3) {
            0 => Integrator::Rk4,
            1 => Integrator::VelocityVerlet,
            _ => Integrator::SemiImplicitEuler,
        },
        spin: if random.one_in(6) { 0.1 } else { 0.0 },
        persistent: random.one_in(15),
        sensor: random.one_in(25),
        ..Object::default()
    }
}

/// Gives some objects collision shapes or a tile map.
fn shape(random: &mut Numbers, id: ObjectId, core: &mut Core) {
    let Some(mut object) = core.object_mut(id) else {
        return;
    };
    match random.below(16) {
        0 => {
            object.set_shapes(&[Shape::circle(random.within(0.2, 1.5))]);
        }
        1 => {
            let corners = [0, 1, 2, 3].map(|_| random.vector(-1.5, 1.5));
            if let Ok(polygon) = Shape::polygon(&corners) {
                object.set_shapes(&[polygon]);
            }
        }
        2 => {
            let (start, end) = (random.vector(-1.0, 0.0), random.vector(0.0, 1.0));
            object.set_shapes(&[Shape::capsule(start, end, 0.4)]);
        }
        3 => {
            let circle = Shape::circle(random.within(0.2, 0.8));
            object.set_shapes(&[circle, Shape::rect(random.vector(0.3, 2.0))]);
        }
        4 => {
            let mut map = TileMap::new(random.vector(0.6, 1.4), 6, 4);
            let solid = map.add(Tile::default().solid());
            let one_way = map.add(Tile::default().one_way());
            for cell in 0..24 {
                let tile = match random.below(5) {
                    0 | 1 => Some(solid),
                    2 => Some(one_way),
                    _ => None,
                };
                map.set(ivec2(cell % 6, cell / 6), tile);
            }
            object.set_tiles(map);
        }
        _ => {}
    }
}

/// Plays a world. Returns the hash of all positions after each step, and the hash of all contacts in order.
fn play(number: u64, core: &mut Core) -> [u64; 2] {
    let random = &mut Numbers(number);
    let count = match random.below(8) {
        // With this many objects, the engine may find the candidates of all moves in advance.
        0 | 1 => 70 + random.below(80),
        _ => 2 + random.below(30),
    };
    if random.one_in(3) {
        core.world.set_broad_phase(BroadPhase::SweepAndPrune);
    }
    let side = (count as f32).sqrt() * random.within(1.5, 5.0);
    let speed = random.within(0.1, 1.5);
    let plain = random.one_in(3);
    let mut ids = Vec::new();
    for _ in 0..count {
        let described = object(random, side, speed);
        let described = if plain {
            // In these worlds, all objects are boxes with plain movement, as in most games.
            Object {
                platform: false,
                movement: Movement::Smooth,
                acceleration: Vec2::ZERO,
                force: None,
                ..described
            }
        } else {
            described
        };
        let id = core.context().spawn_with(described, Listener);
        if !plain {
            shape(random, id, core);
            if random.one_in(10)
                && let Some(&parent) = ids.get(random.index(ids.len() + 1))
            {
                let attachment = Attachment {
                    offset: random.vector(-2.0, 2.0),
                    ..Attachment::default()
                };
                core.object_mut(id)
                    .map(|mut child| child.set_parent(parent, attachment));
            }
        }
        ids.push(id);
    }
    CONTACTS.set(Hash::new().0);
    let mut hash = Hash::new();
    for step in 0..STEPS {
        let dt = if number.is_multiple_of(5) { 0.75 } else { 1.0 };
        let input = StepInput {
            dt,
            ..StepInput::next(core)
        };
        core.step_with(input, |cx| {
            for &id in &ids {
                let Some(mut object) = cx.object_mut(id) else {
                    continue;
                };
                let (at, velocity) = (object.position(), object.velocity());
                // Objects that leave the square turn back.
                let outwards = (at - side / 2.0) * velocity;
                let out = at.cmplt(Vec2::ZERO) | at.cmpgt(Vec2::splat(side));
                let back = Vec2::select(out & outwards.cmpgt(Vec2::ZERO), -velocity, velocity);
                if back != velocity {
                    object.set_velocity(back);
                }
            }
            // Every seventh step, an object is teleported or makes a move of its own.
            if step % 7 == 3 {
                let id = ids[random.index(ids.len())];
                let to = random.vector(0.0, side);
                if random.one_in(2) {
                    cx.object_mut(id).map(|mut object| object.set_position(to));
                } else {
                    cx.move_by(id, random.vector(-2.0, 2.0));
                }
            }
        });
        for &id in &ids {
            let at = core.world.object(id).map(|object| object.position());
            hash.add_vector(at.unwrap_or(Vec2::NAN));
        }
    }
    [hash.0, CONTACTS.get()]
}

fn hashes(number: u64) -> [u64; 2] {
    in_empty_world(|core| play(number, core))
}

/// Returns a world's number, and whether its positions are as recorded. `None` if its hashes are those of the line.
fn difference((number, line): (u64, &str)) -> Option<(u64, bool)> {
    let [positions, contacts] = hashes(number);
    let positions = format!("{positions:016x}");
    let is_same = line == format!("{positions} {contacts:016x}");
    (!is_same).then(|| (number, line.starts_with(&positions)))
}

/// Compares worlds with their recorded hashes. `DAMSELFLY_WORLDS=all` tests all worlds. `DAMSELFLY_WORLDS=write` prints
/// a new file.
#[test]
fn random_worlds_match_their_recorded_hashes() {
    let wanted = std::env::var("DAMSELFLY_WORLDS").unwrap_or_default();
    if wanted == "write" {
        for number in 0..2_000 {
            let [positions, contacts] = hashes(number);
            println!("{positions:016x} {contacts:016x}");
        }
        return;
    }
    let known = include_str!("random_worlds.txt").lines();
    assert_eq!(known.clone().count(), 2000, "hashes in random_worlds.txt");
    let every = if wanted == "all" { 1 } else { SAMPLE };
    let wanted: Vec<_> = (0..).zip(known).step_by(every).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut differ = std::thread::scope(|scope| {
        let part = |part: usize| wanted.iter().skip(part).step_by(threads).copied();
        let threads: Vec<_> = (0..threads)
            .map(|number| scope.spawn(move || part(number).filter_map(difference).collect()))
            .collect();
        let differ = threads.into_iter().map(|thread| thread.join().unwrap());
        differ.collect::<Vec<Vec<_>>>().concat()
    });
    differ.sort_unstable();
    assert!(
        differ.is_empty(),
        "{} worlds differ (number, whether positions are the same): {:?}",
        differ.len(),
        &differ[..differ.len().min(40)]
    );
}
