//! Asteroids: a ship, rocks that break into smaller ones, and a world without edges.
//!
//! `cargo run --release --example asteroids`, and with `-- --demo` it plays by itself. `--help` lists all options.
//!
//! `ship.rs` and `rock.rs` are what flies, `torus.rs` is the world without edges, `art.rs` makes the pictures.

mod art;
pub(crate) mod demo;
pub(crate) mod rock;
pub(crate) mod ship;
pub(crate) mod torus;

use damselfly::prelude::*;

/// Altitudes, from far to near.
const STARS: u16 = 0;
const ROCKS: u16 = 1;
const FLIGHT: u16 = 2;
const FIRE: u16 = 3;
const SIGNS: u16 = 4;

/// Collision groups: rocks pass through each other, and so do the ship and its shots.
const ROCK: u32 = 1;
const OURS: u32 = 2;

/// Ships of a game.
pub(crate) const SHIPS: u32 = 3;
/// Steps before a new ship or a new wave of rocks.
const PAUSE: u32 = 100;

pub(crate) const CENTER: Vec2 = vec2(320.0, 240.0);

fn main() -> std::process::ExitCode {
    damselfly::app::main(|| {
        let about = "arrows turn and thrust, Space fires, Escape quits";
        App::from_args_with("Asteroids", about, &[])?
            .pixels(640, 480)
            .background(Color::hex(0x06070d))
            .demo(demo::demo)
            .run(start)
    })
}

/// Sets up the sky, and the title with some rocks behind it.
///
/// # Errors
/// The atlas has no room for the pictures.
pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    let star = art::load(cx)?;
    for _ in 0..120 {
        let at = cx.random().point_in(torus::FIELD);
        let glow = cx.random().range(0.05..0.5);
        let star = Object::from(star)
            .at(at)
            .tint(Color::BLACK.lerp(Color::WHITE, glow));
        cx.spawn(star.altitude(STARS).spectral().persistent());
    }
    rock::spawn_wave(5, cx);
    let referee = Object::new("Referee").altitude(SIGNS);
    cx.spawn_with(referee.spectral().persistent(), Referee::default());
    Ok(())
}

/// What is going on.
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Title,
    Game,
    Over,
}

/// Rules the game: begins and ends it, sends ships and rocks, and keeps the score.
#[derive(Clone)]
pub(crate) struct Referee {
    stage: Stage,
    pub(crate) score: u32,
    /// Ships that wait for their turn.
    pub(crate) reserve: u32,
    pub(crate) wave: u32,
    /// Steps since there was no ship or no rock.
    waited: u32,
}

impl Default for Referee {
    fn default() -> Self {
        Self {
            stage: Stage::Title,
            score: 0,
            reserve: 0,
            wave: 0,
            waited: 0,
        }
    }
}

impl Referee {
    fn begin(&mut self, cx: &mut Context<'_>) {
        cx.clear_level(1);
        *self = Self {
            stage: Stage::Game,
            reserve: SHIPS - 1,
            wave: 1,
            ..Self::default()
        };
        ship::spawn(cx);
        rock::spawn_wave(4, cx);
    }

    /// Sends what is missing, after a pause.
    fn play(&mut self, cx: &mut Context<'_>) {
        let has_rocks = cx.of_kind("Rock").next().is_some();
        let has_ship = ship::ship(cx).is_some();
        if has_rocks && has_ship {
            self.waited = 0;
            return;
        }
        self.waited += 1;
        if self.waited < PAUSE {
            return;
        }
        self.waited = 0;
        if !has_rocks {
            self.wave += 1;
            rock::spawn_wave(3 + self.wave, cx);
        }
        if !has_ship && self.reserve == 0 {
            self.stage = Stage::Over;
        } else if !has_ship {
            self.reserve -= 1;
            ship::spawn(cx);
        }
    }

    fn draw(&self, cx: &mut Context<'_>) {
        let white = TextStyle::from(Color::WHITE);
        let below = |lines: f32| CENTER + vec2(0.0, 16.0 * lines);
        let is_clear = cx.of_kind("Rock").next().is_none();
        let mut canvas = cx.canvas(SIGNS);
        if self.stage != Stage::Title {
            canvas.text(
                vec2(16.0, 12.0),
                &format!("{:05}", self.score),
                white.scaled(2),
            );
            for ship in 0..self.reserve {
                let at = vec2(616.0 - 26.0 * ship as f32, 28.0);
                canvas.polygon_outline(&art::upright_ship(at), 1.5, Color::WHITE);
            }
        }
        match self.stage {
            Stage::Title => {
                let keys = "Arrows turn and thrust   Space fires   Escape quits";
                canvas
                    .text(below(-5.0), "ASTEROIDS", white.scaled(6).centered())
                    .text(below(3.0), "Space begins", white.scaled(2).centered())
                    .text(
                        below(6.0),
                        keys,
                        TextStyle::from(Color::hex(0x8e9cb4)).centered(),
                    );
            }
            Stage::Game if is_clear => {
                let wave = format!("Wave {}", self.wave + 1);
                canvas.text(below(-4.0), &wave, white.scaled(3).centered());
            }
            Stage::Game => {}
            Stage::Over => {
                canvas
                    .text(below(-4.0), "GAME OVER", white.scaled(5).centered())
                    .text(below(3.0), "Space plays again", white.scaled(2).centered());
            }
        }
    }
}

impl Behavior for Referee {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.input.just_pressed(Key::Escape) {
            cx.stop();
        }
        match self.stage {
            Stage::Game => self.play(cx),
            Stage::Title | Stage::Over => {
                if cx.input.just_pressed(Key::Space) {
                    self.begin(cx);
                }
            }
        }
    }

    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<rock::Broken>()
    }

    fn event(&mut self, event: &CustomEvent, _: &mut Context<'_>) {
        if let Some(&rock::Broken(points)) = event.get() {
            self.score += points;
        }
    }

    fn after(&mut self, cx: &mut Context<'_>) {
        self.draw(cx);
    }

    fn checksum(&self, sum: &mut Checksum) {
        let stage = self.stage as u32;
        for number in [stage, self.score, self.reserve, self.wave, self.waited] {
            sum.u32(number);
        }
    }
}
