//! Steps of a million short-lived objects. Every step replaces a tenth of them. They are objects with lifetimes, or
//! items of an item list. The longest step matters most.
//!
//! Prints a table. An argument selects rows by part of the name. `README.md` describes each row.

#![expect(clippy::print_stdout, reason = "it is what this is for")]

mod common;

use common::clock::Clock;
use core::time::Duration;
use damselfly::assets::{AssetSettings, Assets, FrameId, Pixels, SpriteId};
use damselfly::glam::{Vec2, vec2};
use damselfly::scene::Instance;
use damselfly::world::{
    Context, Core, CoreSettings, Item, ItemList, Keep, Object, Solidness, StepInput,
};
use damselfly::{Color, Random};

/// Number of living objects.
const ALIVE: usize = 1_000_000;
/// Number of objects replaced in a step.
const CHANGED: usize = 100_000;
/// Number of timed steps.
const STEPS: usize = 300;
/// Number of steps before the measurement: the world fills, and memory grows.
const WARM_UP: usize = 100;
/// Altitude of the objects.
const ALTITUDE: u16 = 2;

/// Lifetimes in steps, with a mean of `ALIVE / CHANGED`.
#[derive(Clone, Copy)]
enum Lives {
    /// All equal: the oldest objects end.
    Equal,
    /// Random: gaps appear everywhere.
    Various,
}

impl Lives {
    fn draw(self, random: &mut Random) -> u32 {
        let mean = u32::try_from(ALIVE / CHANGED).unwrap_or(1);
        match self {
            Self::Equal => mean,
            Self::Various => 1 + random.next_u32() % (2 * mean - 1),
        }
    }
}

fn main() {
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    // If this program runs as a test, its figures mean nothing.
    if std::env::args().any(|arg| arg == "--test" || arg == "--list") {
        return;
    }
    println!(
        "{:<24} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "ms a step", "least", "median", "longest", "ratio", "alive", "allocated"
    );
    let row = |name: &str, run: &dyn Fn() -> Run| {
        if wanted.as_ref().is_some_and(|part| !name.contains(&**part)) {
            return;
        }
        let Run {
            mut times,
            alive,
            allocated,
        } = run();
        times.sort_unstable();
        let ms = |at: usize| times[at].as_secs_f64() * 1e3;
        let (least, median, longest) = (ms(0), ms(times.len() / 2), ms(times.len() - 1));
        let ratio = longest / median;
        println!(
            "{name:<24} {least:>9.2} {median:>9.2} {longest:>9.2} {ratio:>9.2} {alive:>9} {allocated:>9}"
        );
    };
    row("objects/equal", &|| objects(Lives::Equal));
    row("objects/various", &|| objects(Lives::Various));
    row("list/order/equal", &|| list(Keep::Order, Lives::Equal));
    row("list/order/various", &|| list(Keep::Order, Lives::Various));
    row("list/swap/various", &|| list(Keep::Swap, Lives::Various));
}

fn world() -> (Core, SpriteId) {
    let settings = CoreSettings {
        view: vec2(1280.0, 720.0),
        unit: Vec2::ONE,
        ..CoreSettings::default()
    };
    let mut assets = Assets::new(AssetSettings::default());
    let sprite = assets.add_image("mark", Pixels::filled(16, 16, Color::WHITE));
    (
        Core::new(&settings, assets),
        sprite.expect("a small sprite fits"),
    )
}

/// Result of a run.
struct Run {
    /// The time of each timed step.
    times: Vec<Duration>,
    /// Number of living objects at the end.
    alive: usize,
    /// Total bytes that the timed steps allocated.
    allocated: u64,
}

/// Fills the world, then times steps. `first` is the game's part of a step.
fn run(core: &mut Core, mut first: impl FnMut(&mut Context<'_>)) -> Run {
    let clock = Clock::new();
    let mut run = Run {
        times: Vec::with_capacity(STEPS),
        alive: 0,
        allocated: 0,
    };
    for step in 0..WARM_UP + STEPS {
        let start = clock.now();
        let counted = allocation_counter::measure(|| {
            core.step_with(StepInput::next(core), &mut first);
        });
        let time = clock.now() - start;
        if step >= WARM_UP {
            run.times.push(time);
            run.allocated += counted.bytes_total;
        }
    }
    run
}

/// Measures objects that move, and that are removed when their lifetime ends.
fn objects(lives: Lives) -> Run {
    let (mut core, sprite) = world();
    let mut random = Random::new(1);
    let mut run = run(&mut core, |cx| {
        for _ in 0..CHANGED {
            let (position, velocity) = start(&mut random);
            cx.spawn(Object {
                position,
                velocity,
                altitude: ALTITUDE,
                solidness: Solidness::Spectral,
                sprite: Some(sprite),
                lifetime: Some(lives.draw(&mut random)),
                ..Object::default()
            });
        }
    });
    run.alive = core.world.len();
    run
}

fn start(random: &mut Random) -> (Vec2, Vec2) {
    let position = vec2(random.range(0.0..1280.0), random.range(0.0..720.0));
    let velocity = vec2(random.range(-3.0..3.0), random.range(-3.0..3.0));
    (position, velocity)
}

/// A particle with its drawn instance, its velocity and its remaining steps.
#[derive(Clone)]
struct Particle {
    instance: Instance,
    velocity: Vec2,
    left: u32,
}

impl Item for Particle {
    fn update(&mut self, _: &mut Context<'_>) {
        self.instance.step_by(self.velocity);
        self.left -= 1;
    }

    fn draw(&self, cx: &mut Context<'_>) {
        cx.canvas(ALTITUDE).instance(self.instance);
    }

    fn is_expired(&self, _: &Context<'_>) -> bool {
        self.left == 0
    }
}

/// Measures items of a list that draws them.
fn list(keep: Keep, lives: Lives) -> Run {
    let (mut core, _) = world();
    let mut random = Random::new(1);
    let mut list = ItemList::new(keep);
    let mut run = run(&mut core, |cx| {
        list.add_many(CHANGED, cx, |_, _| {
            let (position, velocity) = start(&mut random);
            Particle {
                instance: Instance::new(position, FrameId::SOLID),
                velocity,
                left: lives.draw(&mut random),
            }
        });
        list.update(cx);
        list.draw(cx);
    });
    run.alive = list.len();
    run
}
