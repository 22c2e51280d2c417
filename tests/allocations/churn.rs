//! After a warm-up, replacing short-lived objects, particles and items allocates nothing.

use crate::common::{self, core, ghost_at};
use damselfly::assets::{FrameId, SpriteId};
use damselfly::glam::vec2;
use damselfly::scene::{Instance, Layer};
use damselfly::world::{Behavior, Context, Core, Item, ItemList, Keep, Object, StepInput};

/// Number of objects or items added in each step.
const NEW: usize = 3000;
/// Number of measured steps.
const STEPS: u32 = 60;

/// Runs 120 steps with this game to warm up, then `STEPS` steps that must not allocate.
fn check(core: &mut Core, mut game: impl FnMut(&mut Context<'_>)) {
    let mut play = |steps: u32| {
        for _ in 0..steps {
            core.step_with(StepInput::next(core), &mut game);
        }
    };
    play(120);
    let counted = allocation_counter::measure(|| play(STEPS));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
}

/// Returns 1 to 19 steps, 10 on average.
fn lifetime(cx: &mut Context<'_>) -> u32 {
    1 + cx.random().next_u32() % 19
}

fn spark(lifetime: Option<u32>, number: usize) -> Object {
    Object {
        velocity: vec2(0.25, 0.0),
        sprite: Some(SpriteId::PLACEHOLDER),
        altitude: if number.is_multiple_of(2) { 2 } else { 3 },
        lifetime,
        ..ghost_at(3.0, 3.0)
    }
}

#[test]
fn objects_that_come_and_go_with_lifetimes_keep_memory_flat() {
    let mut core = core();
    check(&mut core, |cx| {
        for number in 0..NEW {
            let left = lifetime(cx);
            cx.spawn(spark(Some(left), number));
        }
    });
    let layer = |altitude: usize| core.world.scene().altitudes()[altitude].level(1);
    let rows: usize = [2, 3].into_iter().filter_map(layer).map(Layer::len).sum();
    assert!((9 * NEW..11 * NEW).contains(&core.world.len()));
    assert!(rows < 2 * core.world.len(), "gaps are closed: {rows} rows");
}

/// This test checks the memory only. The bench `churn` measures whether some steps take much longer than others.
#[test]
fn replacing_a_tenth_of_a_million_objects_per_step_keeps_memory_flat() {
    let mut core = core();
    let mut play = |steps: u32| {
        for _ in 0..steps {
            core.step_with(StepInput::next(&core), |cx| {
                for number in 0..100_000 {
                    cx.spawn(spark(Some(10), number));
                }
            });
        }
    };
    play(25);
    let counted = allocation_counter::measure(|| play(10));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    assert_eq!(core.world.len(), 1_000_000);
}

#[test]
fn objects_that_are_removed_by_hand_keep_memory_flat() {
    let mut core = core();
    let mut ids = std::collections::VecDeque::with_capacity(11 * NEW);
    check(&mut core, |cx| {
        for number in 0..NEW {
            ids.push_back(cx.spawn(spark(None, number)));
        }
        for id in ids.drain(..ids.len().saturating_sub(10 * NEW)) {
            assert!(cx.remove(id).is_done());
        }
    });
    assert_eq!(core.world.len(), 10 * NEW);
}

/// A particle type that a game could have written.
#[derive(Clone)]
struct Particle {
    instance: Instance,
    left: u32,
}

impl Item for Particle {
    fn update(&mut self, _: &mut Context<'_>) {
        self.instance.step_by(vec2(1.0, 0.5));
        self.left -= 1;
    }

    fn draw(&self, cx: &mut Context<'_>) {
        cx.canvas(2).instance(self.instance);
    }

    fn is_expired(&self, _: &Context<'_>) -> bool {
        self.left == 0
    }
}

/// Owns an item list of particles, and adds `NEW` of them in each step.
#[derive(Clone)]
struct Fountain(ItemList<Particle>);

impl Behavior for Fountain {
    fn step(&mut self, cx: &mut Context<'_>) {
        let taken = self.0.add_many(NEW, cx, |_, cx| Particle {
            instance: Instance::new(vec2(3.0, 3.0), FrameId::SOLID),
            left: lifetime(cx),
        });
        assert_eq!(taken, NEW);
        self.0.update(cx);
        self.0.draw(cx);
    }
}

#[test]
fn items_that_come_and_go_keep_memory_flat() {
    for keep in [Keep::Order, Keep::Swap] {
        let mut core = core();
        let id = common::spawn(&mut core, ghost_at(0.0, 0.0));
        core.context().attach(id, Fountain(ItemList::new(keep)));
        check(&mut core, |_| ());
        let drawn = core.world.scene().altitudes()[2].drawn();
        assert!((8 * NEW..10 * NEW).contains(&drawn.len()));
    }
}
