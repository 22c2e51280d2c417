//! The rules: title, waves, ships, score and the end of a game.

use damselfly::prelude::*;

use super::{CENTER, SIGNS, art, rock, ship, volume};

/// Number of ships in a game.
const SHIPS: u32 = 3;
/// Number of large rocks in the first wave. Each further wave has one more.
const ROCKS: u32 = 4;
/// Number of steps before a new ship or a new wave.
const PAUSE: u32 = 100;

const KEYS: &str = "Arrows turn and thrust   Space fires   Escape quits";

/// Group of the volume's bar.
const VOLUME: &str = "volume";

/// State of the game.
#[derive(Clone, Copy, Default, PartialEq, Checksum)]
enum Phase {
    #[default]
    Title,
    Game,
    Over,
}

/// Begins and ends games, spawns ships and rocks, and keeps the score.
#[derive(Clone, Default, Checksum)]
pub(crate) struct Referee {
    phase: Phase,
    pub(crate) score: u32,
    /// Number of spare ships.
    pub(crate) reserve: u32,
    /// Number of waves before this one.
    wave: u32,
    /// Number of steps for which the ship or the rocks have been missing.
    waited: u32,
}

impl Referee {
    fn begin(&mut self, cx: &mut Context<'_>) {
        cx.clear_level(1);
        cx.hud.remove_group(VOLUME);
        *self = Self {
            phase: Phase::Game,
            reserve: SHIPS - 1,
            ..Self::default()
        };
        ship::spawn(cx);
        rock::spawn_wave(ROCKS, cx);
    }

    /// After a pause, spawns a new wave if all rocks are gone. If the ship is gone, spawns a spare ship, or ends the
    /// game if there is none.
    fn play(&mut self, cx: &mut Context<'_>) {
        let has_rocks = cx.of_kind("Rock").next().is_some();
        let has_ship = ship::ship(cx).is_some();
        self.waited += 1;
        if has_rocks && has_ship {
            self.waited = 0;
        }
        if self.waited < PAUSE {
            return;
        }
        self.waited = 0;
        if !has_rocks {
            self.wave += 1;
            rock::spawn_wave(ROCKS + self.wave, cx);
        }
        if !has_ship && self.reserve == 0 {
            self.phase = Phase::Over;
            show_volume(cx);
        } else if !has_ship {
            self.reserve -= 1;
            ship::spawn(cx);
        }
    }

    /// Writes the title, the number of the next wave, or the end of the game.
    fn announce(&self, cx: &mut Context<'_>) {
        let is_clear = cx.of_kind("Rock").next().is_none();
        let mut canvas = cx.canvas(SIGNS);
        let mut say = |line: f32, text: &str, scale: u8| {
            let style = TextStyle::from(Color::WHITE)
                .scaled(scale.into())
                .centered();
            canvas.text(CENTER + vec2(0.0, 16.0 * line), text, style);
        };
        match self.phase {
            Phase::Title => {
                say(-5.0, "ASTEROIDS", 6);
                say(3.0, "Space begins", 2);
                say(6.0, KEYS, 1);
            }
            Phase::Game if is_clear => say(-4.0, &format!("Wave {}", self.wave + 2), 3),
            Phase::Game => {}
            Phase::Over => {
                say(-4.0, "GAME OVER", 5);
                say(3.0, "Space plays again", 2);
            }
        }
    }

    /// Shows the score and the spare ships.
    fn show_state(&self, cx: &mut Context<'_>) {
        let (score, style) = (format!("{:05}", self.score), TextStyle::from(Color::WHITE));
        let mut canvas = cx.canvas(SIGNS);
        canvas.text(vec2(16.0, 12.0), &score, style.scaled(2.0));
        for ship in 0..self.reserve {
            let at = vec2(616.0 - 26.0 * ship as f32, 28.0);
            canvas.polygon_outline(&art::upright_ship(at), 1.5, Color::WHITE);
        }
    }
}

/// Shows the volume's bar until the next game.
fn show_volume(cx: &mut Context<'_>) {
    let bar = volume::bar(cx).border(false).group(VOLUME);
    cx.hud.add(bar.at(HudAnchor::BottomCenter));
}

impl Behavior for Referee {
    fn attached(&mut self, cx: &mut Context<'_>) {
        show_volume(cx);
    }

    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<rock::Broken>()
    }

    fn event(&mut self, event: &CustomEvent, _: &mut Context<'_>) {
        if let Some(&rock::Broken(points)) = event.get() {
            self.score += points;
        }
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.actions.just_pressed("leave") {
            cx.stop();
        }
        if self.phase == Phase::Game {
            self.play(cx);
        } else if cx.actions.just_pressed("begin") {
            self.begin(cx);
        } else if volume::adjust(cx) {
            cx.play("click");
        }
    }

    fn draw(&mut self, cx: &mut Context<'_>) {
        self.announce(cx);
        if self.phase != Phase::Title {
            self.show_state(cx);
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
