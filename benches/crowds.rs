//! Whole steps of crowds with each broad phase: 1 000, 10 000 and 50 000 moving solid boxes at the same density. Each
//! overlaps about one other box and is notified. For comparison: the same boxes in a group with which none of them
//! collides, and as spectral objects. Also 100 000 solid boxes at rest, compared with spectral ones.
//!
//! Run with `cargo bench --bench crowds`.

#![expect(clippy::print_stdout, reason = "it is what this is for")]

mod common;

use common::table::{self, Contender};
use core::cell::Cell;
use damselfly::Random;
use damselfly::assets::{AssetSettings, Assets};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{
    Behavior, Bounds, BroadPhase, Collision, Context, Core, CoreSettings, Object, Solidness,
    StepInput,
};
use std::rc::Rc;

/// Area per object in world units: a fifth of the space is covered.
const ROOM: f32 = 10.0;

thread_local! {
    static CONTACTS: Cell<u64> = const { Cell::new(0) };
}

#[derive(Clone)]
struct Notified;

impl Behavior for Notified {
    fn collision(&mut self, _: &Collision, _: &mut Context<'_>) {
        CONTACTS.set(CONTACTS.get() + 1);
    }
}

/// How the boxes of a crowd collide with each other.
#[derive(Clone, Copy, PartialEq)]
enum Crowd {
    Soft,
    /// Solid, but in a group with which none of them collides.
    Strangers,
    Spectral,
}

fn crowd(count: u16, phase: BroadPhase, of: Crowd) -> Core {
    let side = (f32::from(count) * ROOM).sqrt();
    let settings = CoreSettings {
        view: Vec2::splat(side),
        unit: Vec2::ONE,
        broad_phase: phase,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
    let mut random = Random::new(1);
    let mut cx = core.context();
    for _ in 0..count {
        let size = vec2(random.range(1.0..2.0), random.range(1.0..2.0));
        let object = Object {
            position: vec2(random.range(0.0..side), random.range(0.0..side)),
            velocity: vec2(random.range(-0.2..0.2), random.range(-0.2..0.2)),
            bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, size)),
            solidness: match of {
                Crowd::Spectral => Solidness::Spectral,
                Crowd::Soft | Crowd::Strangers => Solidness::Soft,
            },
            collides_with: match of {
                Crowd::Strangers => 2,
                Crowd::Soft | Crowd::Spectral => 1,
            },
            ..Object::default()
        };
        cx.spawn_with(object, Notified);
    }
    core
}

/// Returns a world of boxes that neither move nor overlap.
fn still(count: u32, solidness: Solidness, phase: BroadPhase) -> Core {
    let settings = CoreSettings {
        broad_phase: phase,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
    let mut cx = core.context();
    for number in 0..count {
        #[expect(clippy::cast_precision_loss, reason = "below 2^24")]
        let at = vec2((number % 400) as f32, (number / 400) as f32);
        cx.spawn(Object {
            position: at * 2.0,
            bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::ONE)),
            solidness,
            ..Object::default()
        });
    }
    core
}

/// Takes one step. Boxes outside the area turn back.
fn step(core: &mut Core) {
    core.step_with(StepInput::next(core), |cx| {
        let size = cx.camera.boundary().size();
        let columns = cx.velocities_mut(2_u16);
        for (instance, velocity) in columns.instances.iter().zip(columns.velocities) {
            let outwards = (instance.position - size / 2.0) * *velocity;
            let out = instance.position.cmplt(Vec2::ZERO) | instance.position.cmpgt(size);
            *velocity = Vec2::select(out & outwards.cmpgt(Vec2::ZERO), -*velocity, *velocity);
        }
    });
}

/// Steps per pass. The engine does some of its work only in some steps, so a pass needs several.
const STEPS: u32 = 8;

fn main() {
    let Some(wanted) = table::wanted() else {
        return;
    };
    let name = "still/100000";
    if name.contains(&*wanted) {
        let contenders = [
            ("spectral", Solidness::Spectral, BroadPhase::Grid),
            ("solid, grid", Solidness::Soft, BroadPhase::Grid),
            (
                "solid, sweep and prune",
                Solidness::Soft,
                BroadPhase::SweepAndPrune,
            ),
        ];
        let contenders = contenders.map(|(label, solidness, phase)| {
            let mut core = still(100_000, solidness, phase);
            Contender::new(label, move || core.step(StepInput::next(&core)))
        });
        table::print(name, 100_000, contenders.into());
    }
    for count in [1_000, 10_000, 50_000] {
        let name = format!("crowd/{count}");
        if !name.contains(&*wanted) {
            continue;
        }
        let steps = Rc::new(Cell::new(0_u64));
        let contenders = [
            ("grid", BroadPhase::Grid, Crowd::Soft),
            ("sweep and prune", BroadPhase::SweepAndPrune, Crowd::Soft),
            ("strangers, grid", BroadPhase::Grid, Crowd::Strangers),
            ("spectral", BroadPhase::Grid, Crowd::Spectral),
        ];
        let contenders = contenders.map(|(label, phase, of)| {
            let mut core = crowd(count, phase, of);
            let steps = steps.clone();
            Contender::repeated(label, STEPS, move || {
                step(&mut core);
                steps.set(steps.get() + u64::from(of == Crowd::Soft));
            })
        });
        table::print(&name, usize::from(count), contenders.into());
        #[expect(clippy::cast_precision_loss, reason = "for reading")]
        let per_object = CONTACTS.take() as f64 / steps.get() as f64 / f64::from(count);
        println!("{per_object:.2} notifications for each object and step");
    }
}
