//! A step of a game with a horde. 2 000 enemies chase a hero who walks in a circle, and push each other away: at most
//! four others push an enemy in a step. 500 bullets teleport the enemies that they hit.
//!
//! The engine's contender has soft objects with behaviours; its bullets are swept. The hand-written contender has plain
//! arrays, and sorts the enemies into a grid in each step.
//!
//! Run with `cargo bench --bench horde`.

#![expect(clippy::print_stdout, reason = "it is what this is for")]

mod common;

use common::table::{self, Contender};
use core::cell::Cell;
use damselfly::assets::{AssetSettings, Assets};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::math;
use damselfly::world::{
    Behavior, Bounds, Collision, Context, Core, CoreSettings, Object, Resource, Solidness,
    StepInput,
};
use damselfly::{ChecksumWriter, Random};

/// Steps per pass. The engine does some of its work only in some steps, so a pass needs several.
const STEPS: u32 = 8;
const ENEMIES: u16 = 2_000;
const BULLETS: u16 = 500;
/// Side of the square world in world units.
const FIELD: f32 = 2_000.0;
/// Sides of an enemy and of a bullet, which are squares.
const ENEMY: f32 = 24.0;
const BULLET: f32 = 4.0;
/// Maximum number of enemies that push an enemy in a step.
const MOST: u8 = 4;

thread_local! {
    static PUSHES: Cell<u64> = const { Cell::new(0) };
    static HITS: Cell<u64> = const { Cell::new(0) };
}

fn count(counter: &'static std::thread::LocalKey<Cell<u64>>) {
    counter.set(counter.get() + 1);
}

/// Returns the position of the hero in a step.
#[expect(clippy::cast_precision_loss, reason = "steps are few")]
fn hero(step: u64) -> Vec2 {
    Vec2::splat(FIELD / 2.0) + 400.0 * math::from_angle(step as f32 / 100.0)
}

fn anywhere(random: &mut Random) -> Vec2 {
    vec2(random.range(0.0..FIELD), random.range(0.0..FIELD))
}

/// Returns the velocity of an enemy: towards the hero, and away from enemies that push it.
fn chase(at: Vec2, hero: Vec2, push: Vec2) -> Vec2 {
    (hero - at).normalize_or_zero() * 1.5 + push.clamp_length_max(6.0)
}

/// Returns the new position of a bullet that has left the field.
fn wrapped(at: Vec2) -> Vec2 {
    at.rem_euclid(Vec2::splat(FIELD))
}

#[derive(Clone, Default)]
struct Enemy {
    push: Vec2,
    pushes: u8,
}

impl Behavior for Enemy {
    fn step(&mut self, cx: &mut Context<'_>) {
        let at = cx.me().position();
        if let Some(&Hero(hero)) = cx.resource() {
            cx.me().set_velocity(chase(at, hero, self.push));
        }
        *self = Self::default();
    }

    fn collision(&mut self, hit: &Collision, _: &mut Context<'_>) {
        // When an object moves into another, both are notified. An enemy counts only contacts of its own move, so that
        // each neighbour pushes it once.
        if hit.is_mover && self.pushes < MOST {
            self.pushes += 1;
            self.push += hit.normal * 3.0;
            count(&PUSHES);
        }
    }
}

/// Position of the hero.
#[derive(Clone, Debug)]
struct Hero(Vec2);

impl Resource for Hero {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.vec2(self.0);
    }
}

#[derive(Clone)]
struct Bullet;

impl Behavior for Bullet {
    fn step(&mut self, cx: &mut Context<'_>) {
        let at = cx.me().position();
        if wrapped(at) != at {
            cx.me().set_position(wrapped(at));
        }
    }

    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        let to = anywhere(cx.random());
        if let Some(mut enemy) = cx.object_mut(hit.other) {
            enemy.set_position(to);
            count(&HITS);
        }
    }
}

fn engine() -> Core {
    let settings = CoreSettings {
        view: Vec2::splat(FIELD),
        unit: Vec2::ONE,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
    let mut random = Random::new(5);
    let mut cx = core.context();
    let object = |at: Vec2, side: f32| Object {
        position: at,
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::splat(side))),
        solidness: Solidness::Soft,
        ..Object::default()
    };
    for _ in 0..ENEMIES {
        let enemy = object(anywhere(&mut random), ENEMY);
        cx.spawn_with(enemy, Enemy::default());
    }
    for _ in 0..BULLETS {
        let velocity = random.unit_vector() * 10.0;
        // Bullets collide with enemies only.
        let bullet = object(anywhere(&mut random), BULLET).groups(2, 1);
        cx.spawn_with(bullet.velocity(velocity).bullet(), Bullet);
    }
    core
}

fn step_engine(core: &mut Core) {
    core.step_with(StepInput::next(core), |cx| {
        let at = hero(cx.time.number);
        cx.insert_resource(Hero(at));
    });
}

/// The hand-written contender. Its grid has cells as large as an enemy, and a list of the enemies sorted by cell.
struct Hand {
    step: u64,
    random: Random,
    enemies: Vec<Vec2>,
    pushes: Vec<Vec2>,
    bullets: Vec<(Vec2, Vec2)>,
    /// Start of each cell in `sorted`.
    starts: Vec<u32>,
    sorted: Vec<u32>,
}

/// Number of cells along each side of the field.
const COLUMNS: usize = 84;
const _: () = assert!(COLUMNS as f32 * ENEMY > FIELD);

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the field"
)]
fn cell(at: Vec2) -> (usize, usize) {
    let cell = (at / ENEMY).clamp(Vec2::ZERO, Vec2::splat(COLUMNS as f32 - 1.0));
    (cell.x as usize, cell.y as usize)
}

impl Hand {
    fn new() -> Self {
        let mut random = Random::new(5);
        let enemies = (0..ENEMIES).map(|_| anywhere(&mut random)).collect();
        let bullets = (0..BULLETS).map(|_| {
            let velocity = random.unit_vector() * 10.0;
            (anywhere(&mut random), velocity)
        });
        Self {
            step: 0,
            bullets: bullets.collect(),
            random,
            enemies,
            pushes: vec![Vec2::ZERO; usize::from(ENEMIES)],
            starts: vec![0; COLUMNS * COLUMNS + 1],
            sorted: vec![0; usize::from(ENEMIES)],
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "2 000 enemies")]
    fn sort(&mut self) {
        self.starts.fill(0);
        let index = |at: Vec2| {
            let (x, y) = cell(at);
            y * COLUMNS + x
        };
        for &at in &self.enemies {
            self.starts[index(at)] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        for (number, &at) in self.enemies.iter().enumerate() {
            let start = &mut self.starts[index(at)];
            *start -= 1;
            self.sorted[*start as usize] = number as u32;
        }
    }

    /// Calls `visit` with the enemies near a position until it returns false.
    fn near(&self, at: Vec2, mut visit: impl FnMut(usize) -> bool) {
        let (x, y) = cell(at);
        for y in y.saturating_sub(1)..=(y + 1).min(COLUMNS - 1) {
            let row = y * COLUMNS;
            let from = self.starts[row + x.saturating_sub(1)] as usize;
            let to = self.starts[row + (x + 1).min(COLUMNS - 1) + 1] as usize;
            for &number in &self.sorted[from..to] {
                if !visit(number as usize) {
                    return;
                }
            }
        }
    }

    fn step(&mut self) {
        self.step += 1;
        let hero = hero(self.step);
        for (at, push) in self.enemies.iter_mut().zip(&self.pushes) {
            *at += chase(*at, hero, *push);
        }
        self.sort();
        for one in 0..self.enemies.len() {
            let at = self.enemies[one];
            let (mut push, mut pushes) = (Vec2::ZERO, 0);
            self.near(at, |other| {
                let apart = at - self.enemies[other];
                let deep = ENEMY - apart.abs();
                if other != one && deep.cmpgt(Vec2::ZERO).all() {
                    push += if deep.x < deep.y {
                        vec2(apart.x.signum(), 0.0)
                    } else {
                        vec2(0.0, apart.y.signum())
                    } * 3.0;
                    pushes += 1;
                    count(&PUSHES);
                }
                pushes < MOST
            });
            self.pushes[one] = push;
        }
        for bullet in 0..self.bullets.len() {
            let (from, velocity) = self.bullets[bullet];
            self.bullets[bullet].0 = wrapped(from + velocity);
            let mut hit = None;
            // The displacement is shorter than a cell, so the cells around its middle are enough.
            let middle = from + velocity / 2.0;
            self.near(middle, |enemy| {
                let apart = (self.enemies[enemy] - middle).abs();
                let reach = Vec2::splat((ENEMY + BULLET) / 2.0) + velocity.abs() / 2.0;
                if apart.cmplt(reach).all() {
                    hit = Some(enemy);
                }
                hit.is_none()
            });
            if let Some(enemy) = hit {
                self.enemies[enemy] = anywhere(&mut self.random);
                count(&HITS);
            }
        }
    }
}

fn main() {
    let Some(wanted) = table::wanted() else {
        return;
    };
    if !"horde".contains(&*wanted) {
        return;
    }
    let (mut hand, mut core) = (Hand::new(), engine());
    let report = |name: &str, step: &mut dyn FnMut()| {
        (0..600).for_each(|_| step());
        PUSHES.set(0);
        HITS.set(0);
        (0..100).for_each(|_| step());
        #[expect(clippy::cast_precision_loss, reason = "for reading")]
        let [pushes, hits] = [PUSHES.take(), HITS.take()].map(|count| count as f64 / 100.0);
        println!("{name}: {pushes:.0} pushes and {hits:.1} hits in a step");
    };
    report("by hand", &mut || hand.step());
    report("engine", &mut || step_engine(&mut core));
    let contenders = vec![
        Contender::repeated("by hand", STEPS, || hand.step()),
        Contender::repeated("engine", STEPS, || step_engine(&mut core)),
    ];
    table::print("horde", usize::from(ENEMIES + BULLETS), contenders);
}
