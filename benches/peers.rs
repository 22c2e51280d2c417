//! Whole steps of many moving solid boxes, compared with rapier2d's collision pipeline. Boxes of 16 × 16 fill a tenth
//! of the world, and all of them move in every step.
//!
//! The engine takes a whole step, with ordered notifications to handlers that only count. rapier2d moves its colliders,
//! and finds and updates its contacts, without notifications.
//!
//! Run with `cargo bench --bench peers`.

#![expect(clippy::print_stdout, reason = "it is what this is for")]

mod common;

use common::table::{self, Contender};
use core::cell::Cell;
use damselfly::Random;
use damselfly::assets::{AssetSettings, Assets};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{
    Behavior, Bounds, Collision, Context, Core, CoreSettings, Object, Solidness, StepInput,
};
use rapier2d::prelude as rapier;

const SIDE: f32 = 16.0;
/// Steps per pass. The engine does some of its work only in some steps, so a pass needs several.
const STEPS: u32 = 8;

thread_local! {
    static NOTIFIED: Cell<u64> = const { Cell::new(0) };
}

#[derive(Clone)]
struct Notified;

impl Behavior for Notified {
    fn collision(&mut self, _: &Collision, _: &mut Context<'_>) {
        NOTIFIED.set(NOTIFIED.get() + 1);
    }
}

/// Position and velocity of a box.
#[derive(Clone, Copy)]
struct Mover {
    at: Vec2,
    velocity: Vec2,
}

/// Returns the side of the world, and its boxes.
fn scene(count: u16) -> (f32, Vec<Mover>) {
    let side = (f32::from(count) * SIDE * SIDE * 10.0).sqrt();
    let mut random = Random::new(1);
    let mut mover = || Mover {
        at: vec2(random.range(0.0..side), random.range(0.0..side)),
        velocity: vec2(random.range(-2.0..2.0), random.range(-2.0..2.0)),
    };
    (side, (0..count).map(|_| mover()).collect())
}

/// Returns the velocity, reversed along each axis on which the box is outside the world and moves outwards.
fn turned(at: Vec2, velocity: Vec2, side: f32) -> Vec2 {
    let outwards = (at - side / 2.0) * velocity;
    let out = at.cmplt(Vec2::ZERO) | at.cmpgt(Vec2::splat(side));
    Vec2::select(out & outwards.cmpgt(Vec2::ZERO), -velocity, velocity)
}

fn engine(count: u16) -> (f32, Core) {
    let (side, movers) = scene(count);
    let settings = CoreSettings {
        view: Vec2::splat(side),
        unit: Vec2::ONE,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
    let mut cx = core.context();
    for Mover { at, velocity } in movers {
        let object = Object {
            position: at,
            velocity,
            bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::splat(SIDE))),
            solidness: Solidness::Soft,
            ..Object::default()
        };
        cx.spawn_with(object, Notified);
    }
    (side, core)
}

fn step_engine(side: f32, core: &mut Core) {
    core.step_with(StepInput::next(core), |cx| {
        let columns = cx.velocities_mut(2_u16);
        for (instance, velocity) in columns.instances.iter().zip(columns.velocities) {
            *velocity = turned(instance.position, *velocity, side);
        }
    });
}

struct Rapier {
    side: f32,
    movers: Vec<(rapier::ColliderHandle, Mover)>,
    islands: rapier::IslandManager,
    bodies: rapier::RigidBodySet,
    colliders: rapier::ColliderSet,
    broad_phase: rapier::BroadPhaseBvh,
    narrow_phase: rapier::NarrowPhase,
    pipeline: rapier::CollisionPipeline,
}

impl Rapier {
    fn new(count: u16) -> Self {
        let (side, movers) = scene(count);
        let mut colliders = rapier::ColliderSet::new();
        let movers = movers.into_iter().map(|mover| {
            let half = SIDE / 2.0;
            let collider = rapier::ColliderBuilder::cuboid(half, half)
                .translation(rapier::Vector::new(mover.at.x, mover.at.y))
                .active_collision_types(rapier::ActiveCollisionTypes::all());
            (colliders.insert(collider), mover)
        });
        let movers = movers.collect();
        Self {
            side,
            movers,
            islands: rapier::IslandManager::new(),
            bodies: rapier::RigidBodySet::new(),
            colliders,
            broad_phase: rapier::BroadPhaseBvh::new(),
            narrow_phase: rapier::NarrowPhase::new(),
            pipeline: rapier::CollisionPipeline::new(),
        }
    }

    fn step(&mut self) {
        for (handle, mover) in &mut self.movers {
            mover.velocity = turned(mover.at, mover.velocity, self.side);
            mover.at += mover.velocity;
            if let Some(collider) = self.colliders.get_mut(*handle) {
                collider.set_translation(rapier::Vector::new(mover.at.x, mover.at.y));
            }
        }
        self.pipeline.step(
            0.0,
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &(),
            &(),
        );
    }

    fn contacts(&self) -> usize {
        let pairs = self.narrow_phase.contact_pairs();
        pairs.filter(|pair| pair.has_any_active_contact()).count()
    }
}

fn main() {
    let Some(wanted) = table::wanted() else {
        return;
    };
    for count in [1_000, 10_000, 50_000] {
        let name = format!("boxes/{count}");
        if !name.contains(&*wanted) {
            continue;
        }
        let (side, mut core) = engine(count);
        let mut peer = Rapier::new(count);
        for _ in 0..3 {
            step_engine(side, &mut core);
            peer.step();
        }
        NOTIFIED.set(0);
        step_engine(side, &mut core);
        peer.step();
        println!(
            "{name}: {:.3} notifications and {:.3} of rapier2d's contacts for each object",
            f64::from(u32::try_from(NOTIFIED.get()).unwrap_or(0)) / f64::from(count),
            f64::from(u32::try_from(peer.contacts()).unwrap_or(0)) / f64::from(count),
        );
        let contenders = vec![
            Contender::repeated("rapier2d", STEPS, || peer.step()),
            Contender::repeated("engine", STEPS, || step_engine(side, &mut core)),
        ];
        table::print(&name, usize::from(count), contenders);
    }
}
