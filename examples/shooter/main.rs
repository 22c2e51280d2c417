//! Shooter: a hero, a gun, and two thousand monsters that come from all sides.
//!
//! Run `cargo run --release --example shooter`. `-- --demo` plays the demonstration, `-- --help` lists all options.
//!
//! All objects are spectral, because none blocks another. A shot searches for the monster that it hits, and a monster
//! checks only the distance to the hero.

mod art;
pub(crate) mod demo;
mod sounds;
#[path = "../volume.rs"]
mod volume;

use damselfly::prelude::*;
use damselfly::{hud::ProgressBar, math, scene::Shake, world::ObjectRef};

/// Altitudes, from far to near.
const GROUND: u16 = 0;
const HORDE: u16 = 1;
const FRONT: u16 = 2;

/// Distance in pixels at which a shot hits a monster and a monster bites the hero.
const REACH: f32 = 15.0;

/// Group of the volume's bar, which is shown after a game.
const VOLUME: &str = "volume";

fn main() -> std::process::ExitCode {
    damselfly::app::main(|| {
        App::from_args_with("Shooter", "WASD runs, the mouse aims and fires", &[])?
            .pixels(640, 360)
            .mute_key(Key::M)
            .demo(demo::demo)
            .run(start)
    })
}

pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    art::load(cx.assets)?;
    sounds::load(cx.assets)?;
    let field = Rect::new(Vec2::ZERO, vec2(1920.0, 1440.0));
    cx.camera.set_boundary(field);
    for tile in 0..12 {
        let at = 240.0 + 480.0 * vec2((tile % 4) as f32, (tile / 4) as f32);
        cx.spawn(object("Tile", at, GROUND, cx).persistent());
    }
    let health = Widget::new("Health").kind(ProgressBar::default());
    let score = Widget::new("Score").digits(5);
    cx.hud.add(health.at(HudAnchor::TopLeft));
    cx.hud.add(score.at(HudAnchor::TopRight));
    cx.spawn_with(Object::new("Referee").persistent().spectral(), Referee);
    begin(cx);
    Ok(())
}

/// Returns the description of an object of a kind. The label of its sprite is the kind.
fn object(kind: &'static str, at: Vec2, altitude: u16, cx: &Context<'_>) -> Object {
    let sprite = cx.assets.sprite_named(kind);
    let object = Object::new(kind).sprite(sprite).at(at);
    object.altitude(altitude).spectral()
}

/// Begins a game: spawns a hero in the middle of a new horde.
fn begin(cx: &mut Context<'_>) {
    cx.clear_level(1);
    cx.hud.remove_group(VOLUME);
    cx.hud.set("Health", 100);
    cx.hud.set("Score", 0);
    let at = cx.camera.boundary().center();
    let hero = cx.spawn_with(object("Hero", at, FRONT, cx), Hero);
    cx.camera.follow(hero, vec2(80.0, 50.0));
    cx.camera.cut_to(at);
    for _ in 0..2000 {
        spawn_monster(at, cx);
    }
}

/// Adds a monster in a random direction from a position, out of sight from there.
fn spawn_monster(of: Vec2, cx: &mut Context<'_>) {
    let side = cx.random().unit_vector();
    let at = of + side * cx.random().range(420.0..2200.0);
    let fury = cx.random().range(0.0..1.0);
    let velocity = math::lerp(0.5, 1.7, fury) * cx.random().unit_vector();
    let tint = Color::TERMINAL_MAGENTA.lerp(Color::TERMINAL_YELLOW, fury);
    let monster = object("Monster", at, HORDE, cx).velocity(velocity);
    cx.spawn_with(monster.tint(tint), Monster);
}

/// Lets a monster burst, and spawns another one.
fn kill(monster: ObjectId, cx: &mut Context<'_>) {
    if let Some((at, tint)) = cx.object(monster).map(|it| (it.position(), it.tint())) {
        cx.remove(monster);
        sounds::play_at("hit", at, cx);
        cx.burst(FRONT, at, &art::splinters(24, 2.4, tint));
        cx.camera.shake(Shake::new(1.0, 6));
        spawn_monster(at, cx);
    }
}

/// Returns the living hero. The camera follows it.
pub(crate) fn hero(world: &World) -> Option<ObjectRef<'_>> {
    let hero = world.object(world.camera.followed()?)?;
    Some(hero).filter(|hero| !hero.is_being_removed())
}

#[derive(Clone)]
struct Hero;

impl Behavior for Hero {
    fn step(&mut self, cx: &mut Context<'_>) {
        let at = cx.me().position();
        let x = cx.input.axis(Key::A, Key::D);
        let to = at + 3.0 * vec2(x, cx.input.axis(Key::W, Key::S)).normalize_or_zero();
        let field = cx.camera.boundary().expanded(-20.0);
        let angle = math::angle_of(cx.mouse_in_world() - at);
        cx.me().set_velocity(field.nearest(to) - at);
        cx.me().set_angle(angle);
        let fires = cx.input.button_is_down(MouseButton::Left) || cx.input.is_down(Key::Space);
        // Fires in every fourth step: 15 shots per second.
        if fires && cx.time.number.is_multiple_of(4) {
            let angle = angle + cx.random().range(-0.06..0.06);
            let way = math::from_angle(angle);
            let shot = object("Shot", at + 16.0 * way, FRONT, cx).velocity(12.0 * way);
            cx.spawn_with(shot.angle(angle).lifetime(40), Shot);
            cx.play("shot");
        }
    }
}

#[derive(Clone)]
struct Shot;

impl Behavior for Shot {
    fn after(&mut self, cx: &mut Context<'_>) {
        let at = cx.me().position();
        let is_hit = |it: ObjectRef<'_>| it.position().distance(at) < REACH;
        let mut horde = cx.of_kind("Monster");
        let hit = horde.find(|&id| cx.object(id).is_some_and(is_hit));
        drop(horde);
        if let Some(monster) = hit {
            cx.me().remove();
            cx.hud.add_to("Score", 10);
            kill(monster, cx);
        }
    }
}

/// Steers towards the hero at constant speed, and bites.
#[derive(Clone)]
struct Monster;

impl Behavior for Monster {
    fn step(&mut self, cx: &mut Context<'_>) {
        let (me, at, velocity) = (cx.me().id(), cx.me().position(), cx.me().velocity());
        let Some(hero) = hero(cx) else { return };
        let (id, way) = (hero.id(), hero.position() - at);
        let turned = (velocity + 0.06 * way.normalize_or_zero()).normalize_or_zero();
        cx.me().set_velocity(velocity.length() * turned);
        if way.length() < REACH {
            kill(me, cx);
            cx.hud.add_to("Health", -10);
            cx.play("bite");
            cx.camera.shake(Shake::new(5.0, 16));
            if cx.hud.value("Health") == Some(0) {
                cx.remove(id);
                cx.play("end");
                let bar = volume::bar(cx).group(VOLUME);
                cx.hud.add(bar.at(HudAnchor::BottomCenter));
                let splinters = art::splinters(300, 5.0, Color::TERMINAL_CYAN);
                cx.burst(FRONT, at + way, &splinters);
            }
        }
    }
}

/// Announces the end of a game, and begins another one when the player presses R.
#[derive(Clone)]
struct Referee;

impl Behavior for Referee {
    fn step(&mut self, cx: &mut Context<'_>) {
        let is_over = hero(cx).is_none();
        if is_over && cx.input.just_pressed(Key::R) {
            begin(cx);
        } else if is_over {
            volume::adjust(cx);
            let style = TextStyle::from(Color::WHITE).centered();
            let (view, middle) = (cx.camera.view(), cx.camera.center());
            cx.canvas(FRONT)
                .rect(view.expanded(20.0), Color::BLACK.with_alpha(170))
                .text(middle - vec2(0.0, 80.0), "Game over", style.scaled(5.0))
                .text(middle + vec2(0.0, 20.0), "R runs again", style.scaled(2.0));
        }
    }
}
