//! The game: what there is at the start, and the rounds.

#![expect(
    unreachable_pub,
    reason = "a program has no outside: here, `pub` marks what the other files may use"
)]

mod art;
mod ball;
mod demo;
mod menu;
mod paddle;

use damselfly::prelude::*;

pub use demo::demo;

/// Altitudes, from far to near. Those between are still while the game is paused.
const BRICKS: u16 = 1;
const PLAY: u16 = 2;
const SPARKS: u16 = 3;
const MENU: u16 = 4;

/// What a round has come to.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Playing,
    Paused,
    Won,
    Lost,
}

#[derive(Clone, Default)]
struct Round {
    state: State,
    lives: u32,
    points: i64,
}

impl Resource for Round {
    fn checksum(&self, sum: &mut Checksum) {
        sum.u8(self.state as u8);
        sum.u32(self.lives);
        sum.i64(self.points);
    }
}

impl Round {
    /// Changes the round, and shows it.
    fn change(cx: &mut Context<'_>, change: impl FnOnce(&mut Self)) {
        let round = cx.resource_or_default::<Self>();
        change(round);
        let (lives, points) = (round.lives, round.points);
        cx.hud.set("Balls", i64::from(lives));
        cx.hud.set("Points", points);
    }
}

/// Sets up the game and its first round.
///
/// # Errors
/// The atlas has no room for its pictures.
pub fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    art::load(cx.assets)?;
    let [backdrop, side, top] = ["backdrop", "side", "top"].map(|it| cx.assets.sprite_named(it));
    cx.spawn(
        Object::from(backdrop)
            .at(vec2(320.0, 240.0))
            .altitude(0)
            .spectral(),
    );
    for x in [4.0, 636.0] {
        cx.spawn(Object::from(side).at(vec2(x, 240.0)).altitude(BRICKS));
    }
    cx.spawn(Object::from(top).at(vec2(320.0, 36.0)).altitude(BRICKS));
    let shown = |label| ViewObject::new(label).border(false).color(Color::YELLOW);
    cx.hud.add(shown("Points").at(ViewPlace::TopLeft).digits(4));
    cx.hud.add(shown("Balls").at(ViewPlace::TopRight));
    menu::add(cx);
    paddle::add(cx);
    begin(cx);
    Ok(())
}

/// Builds the wall and serves the first ball.
fn begin(cx: &mut Context<'_>) {
    let old: Vec<_> = cx.of_kind("Brick").chain(cx.of_kind("Ball")).collect();
    for id in old {
        cx.remove(id);
    }
    let brick = cx.assets.sprite_named("brick");
    for (row, y) in (0_u8..).zip([72.0, 92.0, 112.0, 132.0, 152.0, 172.0]) {
        let tint = art::brick_color(row);
        for column in 0..12_u8 {
            let at = vec2(45.0 + 50.0 * f32::from(column), y);
            cx.spawn(
                Object::new("Brick")
                    .sprite(brick)
                    .at(at)
                    .tint(tint)
                    .altitude(BRICKS),
            );
        }
    }
    Round::change(cx, |round| {
        *round = Round {
            lives: 3,
            ..Round::default()
        };
    });
    ball::serve(cx);
}
