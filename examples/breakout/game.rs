//! Breakout: a paddle, a ball that is served from it, and a wall of bricks.
//!
//! Bricks, the paddle, the ball and the menu are objects with behaviours. The score widget stores the points, and the
//! ball widget the number of balls. `art.rs` draws the sprites, `sounds.rs` has the sounds, `menu.rs` pauses and ends a round, and `keys.rs` is the
//! screen of key bindings.

#![expect(
    unreachable_pub,
    reason = "an example is not a library: `pub` items are for its other modules"
)]

mod art;
mod demo;
pub mod keys;
mod menu;
mod sounds;
#[path = "../volume.rs"]
mod volume;

use damselfly::prelude::*;
use damselfly::scene::Shake;
use damselfly::world::Attachment;

pub use demo::demo;
/// Exported for tests, which check the title of the menu.
#[cfg(test)]
pub use menu::title;

/// Altitudes, from far to near. Those below the menu stand still while it is open.
const BRICKS: u16 = 1;
const PLAY: u16 = 2;
const SPARKS: u16 = 3;
const MENU: u16 = 4;

/// Colours of the wall's rows, from the top.
const ROWS: [Color; 6] = [
    Color::TERMINAL_RED,
    Color::hex(0xf89848),
    Color::TERMINAL_YELLOW,
    Color::TERMINAL_GREEN,
    Color::TERMINAL_CYAN,
    Color::TERMINAL_BLUE,
];

/// In pixels per step: speed of the paddle; initial speed of the ball, its gain with each bounce, and its maximum.
const PADDLE_SPEED: f32 = 7.0;
const SERVE_SPEED: f32 = 5.0;
const GAIN: f32 = 0.025;
const TOP_SPEED: f32 = 9.0;

/// Sets up the permanent objects and the first round.
///
/// # Errors
/// Fails if the atlas has no room for the sprites, or if a sound has an invalid setting.
pub fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    let [backdrop, side, top, paddle] = art::load(cx.assets)?.map(Object::from);
    sounds::load(cx)?;
    cx.spawn(backdrop.at(vec2(320.0, 240.0)).altitude(0).spectral());
    cx.spawn(side.clone().at(vec2(4.0, 240.0)).altitude(BRICKS));
    cx.spawn(side.at(vec2(636.0, 240.0)).altitude(BRICKS));
    cx.spawn(top.at(vec2(320.0, 40.0)).altitude(BRICKS));
    let paddle = paddle.kind("Paddle").at(vec2(320.0, 452.0));
    cx.spawn_with(paddle.tint(Color::TERMINAL_CYAN).soft(), Paddle);
    cx.spawn_with(Object::new("Menu").spectral().altitude(MENU), menu::Menu);
    keys::start(cx);
    cx.hud.set_margin(1, 1);
    let shown = |label| {
        Widget::new(label)
            .border(false)
            .color(Color::TERMINAL_YELLOW)
    };
    cx.hud.add(shown("Points").at(HudAnchor::TopLeft).digits(4));
    cx.hud.add(shown("Balls").at(HudAnchor::TopRight));
    begin(cx);
    Ok(())
}

/// Begins a round: rebuilds the wall, removes the old ball, and resets the points and the number of balls.
fn begin(cx: &mut Context<'_>) {
    let old: Vec<_> = cx.of_kind("Brick").chain(cx.of_kind("Ball")).collect();
    for id in old {
        cx.remove(id);
    }
    let brick = Object::from(cx.assets.sprite_named("brick")).kind("Brick");
    for (row, &color) in ROWS.iter().enumerate() {
        for column in 0..12 {
            let at = vec2(45.0 + 50.0 * column as f32, 72.0 + 20.0 * row as f32);
            let brick = brick.clone().at(at).tint(color).altitude(BRICKS);
            cx.spawn_with(brick, Brick { row });
        }
    }
    cx.hud.set("Points", 0);
    cx.hud.set("Balls", 3);
}

#[derive(Clone, Checksum)]
struct Brick {
    /// Number of the row, from the top.
    row: usize,
}

impl Behavior for Brick {
    fn collision(&mut self, _: &Collision, cx: &mut Context<'_>) {
        let (at, color) = (cx.me().position(), cx.me().tint());
        cx.burst(SPARKS, at, &art::shards(color));
        cx.camera.shake(Shake::new(1.5, 6));
        cx.hud.add_to("Points", 10);
        sounds::brick(self.row, cx);
        cx.me().remove();
        if cx.of_kind("Brick").next().is_none() {
            cx.play("win");
            menu::open("You win!", cx);
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Moves by keys or by the mouse, and holds a ball while none is in play.
#[derive(Clone)]
struct Paddle;

impl Behavior for Paddle {
    fn step(&mut self, cx: &mut Context<'_>) {
        let (me, at) = (cx.me().id(), cx.me().position());
        let way = cx.actions.axis("left", "right");
        let x = match cx.input.mouse_is_moving() {
            true => cx.mouse_in_world().x,
            false => at.x + PADDLE_SPEED * way,
        };
        cx.move_to(me, vec2(x.clamp(48.0, 592.0), at.y));
        if cx.of_kind("Ball").next().is_none() {
            hold_ball(me, cx);
        }
    }
}

/// Attaches a ball to the paddle, which carries it until it is served.
fn hold_ball(paddle: ObjectId, cx: &mut Context<'_>) {
    let sprite = cx.assets.sprite_named("ball");
    let ball = cx.spawn_with(Object::new("Ball").sprite(sprite).soft(), Ball);
    if let Some(mut ball) = cx.object_mut(ball) {
        let offset = vec2(0.0, -12.5);
        let above = Attachment {
            offset,
            ..Attachment::default()
        };
        ball.set_parent(paddle, above);
    }
    cx.emitters.attach(ball, art::trail());
}

#[derive(Clone)]
struct Ball;

impl Ball {
    /// Sends the ball in a direction, a little faster than before.
    fn fly(way: Vec2, cx: &mut Context<'_>) {
        let speed = cx.me().velocity().length() + GAIN;
        // Limits flat angles: a flat ball would take too long to return.
        let way = vec2(way.x, way.y.signum() * way.y.abs().max(0.35)).normalize();
        cx.me()
            .set_velocity(way * speed.clamp(SERVE_SPEED, TOP_SPEED));
    }
}

impl Behavior for Ball {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.me().parent().is_some() && cx.actions.just_pressed("serve") {
            cx.me().clear_parent();
            let x = cx.random().range(-0.5..0.5);
            Self::fly(vec2(x, -1.0), cx);
        }
    }

    fn draw(&mut self, cx: &mut Context<'_>) {
        if cx.me().parent().is_none() {
            return;
        }
        let style = TextStyle::from(Color::WHITE).centered();
        if cx.hud.value("Points") == Some(0) {
            let title = TextStyle::from(Color::TERMINAL_YELLOW)
                .scaled(5.0)
                .centered();
            cx.canvas(PLAY).text(vec2(320.0, 220.0), "BREAKOUT", title);
        }
        let [serve, pause] = ["serve", "pause"].map(|action| keys::first_of(action, cx));
        let help = format!("{serve} serves, {pause} pauses");
        cx.canvas(PLAY).text(vec2(320.0, 320.0), &help, style);
    }

    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        let (at, way) = (cx.me().position(), cx.me().velocity());
        let paddle = cx
            .object(hit.other)
            .filter(|other| other.kind() == "Paddle");
        let middle = paddle.map(|paddle| paddle.position().x);
        // Bounces only if the ball moves towards the object: a second contact with the same object must not turn it
        // back.
        if way.dot(hit.normal) < 0.0 {
            let off = |middle| vec2((at.x - middle) / 32.0, -1.0);
            Self::fly(middle.map_or(way.reflect(hit.normal), off), cx);
            if middle.is_some() {
                cx.play("paddle");
            } else if !cx.is_kind(hit.other, "Brick") {
                cx.play("wall");
            }
        }
    }

    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        cx.me().remove();
        cx.camera.shake(Shake::new(5.0, 20));
        cx.hud.add_to("Balls", -1);
        cx.play("loss");
        if cx.hud.value("Balls") == Some(0) {
            menu::open("Game over", cx);
        }
    }
}
