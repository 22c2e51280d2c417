//! The rules: title, levels, lives and coins, and the camera that follows the hero.

use damselfly::prelude::*;
use damselfly::scene::Instance;

use super::hero::{self, hero};
use super::level::{self, Levels};
use super::{SIGNS, SPARKS, art, sounds, volume};

/// Number of lives in a game.
const LIVES: u32 = 3;
/// Number of steps before another hero or another level.
const PAUSE: u32 = 50;

const KEYS: &str = "Arrows run   Space jumps   Escape quits";

/// Group of the volume's bar.
const VOLUME: &str = "volume";

/// Event from the hero or the objects that it touches.
#[derive(Clone)]
pub(super) enum Happened {
    Coin,
    Death,
    /// The hero has reached this flag.
    Flag(ObjectId),
    /// The hero has gone through the door.
    Exit,
}

/// State of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Checksum)]
pub(crate) enum Phase {
    #[default]
    Title,
    Game,
    Won,
    Over,
}

/// Begins and ends games and levels, and counts lives and coins.
#[derive(Clone, Default, Checksum)]
pub(crate) struct Rules {
    pub(crate) phase: Phase,
    /// Number of the level, from 0.
    pub(crate) level: usize,
    pub(crate) lives: u32,
    pub(crate) coins: u32,
    /// Start position of the next hero.
    pub(crate) checkpoint: Vec2,
    /// Whether the hero has reached the exit of the level.
    done: bool,
    /// Steps since there was a hero in the level.
    waited: u32,
}

impl Rules {
    fn begin(&mut self, cx: &mut Context<'_>) {
        *self = Self {
            phase: Phase::Game,
            lives: LIVES,
            ..Self::default()
        };
        cx.hud.remove_group(VOLUME);
        self.enter(0, cx);
    }

    fn enter(&mut self, number: usize, cx: &mut Context<'_>) {
        self.level = number;
        sounds::begin_tune(cx);
        self.done = false;
        if let Some(at) = level::build(number, cx) {
            self.checkpoint = at;
            self.send_hero(cx);
        }
    }

    fn send_hero(&self, cx: &mut Context<'_>) {
        hero::spawn(self.checkpoint, cx);
        cx.camera.cut_to(self.checkpoint);
    }

    /// After a pause without a hero, starts the next level, spawns another hero, or ends the game.
    fn play(&mut self, cx: &mut Context<'_>) {
        self.waited += 1;
        if hero(cx).is_some() {
            self.waited = 0;
        }
        if self.waited < PAUSE {
            return;
        }
        self.waited = 0;
        let count = cx.resource().map_or(0, |Levels(levels)| levels.len());
        if self.done && self.level + 1 < count {
            self.enter(self.level + 1, cx);
        } else if self.done {
            self.finish(Phase::Won, cx);
        } else if self.lives == 0 {
            sounds::end_tune(cx);
            self.finish(Phase::Over, cx);
        } else {
            self.send_hero(cx);
        }
    }

    fn reach(&mut self, flag: ObjectId, cx: &mut Context<'_>) {
        let Some(mut flag) = cx
            .object_mut(flag)
            .filter(|flag| flag.animation().is_none())
        else {
            return;
        };
        flag.play("raised");
        let id = flag.id();
        self.checkpoint = flag.position();
        cx.lights.attach(id, level::lamp(90.0));
        cx.burst(SPARKS, self.checkpoint, &art::glitter());
        cx.play("checkpoint");
    }

    /// Ends the game, and shows the volume below its result.
    fn finish(&mut self, phase: Phase, cx: &mut Context<'_>) {
        self.phase = phase;
        show_volume(cx);
    }

    /// Moves the camera smoothly to a point ahead of the hero.
    fn follow(&self, cx: &mut Context<'_>) {
        let center = cx.camera.center();
        let goal = hero(cx).map(|hero| {
            let side = if hero.flip().0 { -1.0 } else { 1.0 };
            hero.position() + vec2(40.0 * side, -12.0)
        });
        if let Some(goal) = goal {
            cx.camera
                .move_to(center + vec2(0.06, 0.1) * (goal - center));
        }
    }

    /// Writes the title, or the end of the game.
    fn announce(&self, cx: &mut Context<'_>) {
        let all = cx.resource().map_or(0, |Levels(levels)| {
            levels
                .iter()
                .flat_map(|level| &level.objects)
                .filter(|object| object.name == "coin")
                .count()
        });
        let coins = format!("{} of {all} coins", self.coins);
        let mut canvas = cx.canvas(SIGNS);
        let mut say = |y: f32, text: &str, scale: u8, color: Color| {
            // The shadow keeps the text readable in front of clouds.
            let style = TextStyle::from(art::INK).scaled(scale.into()).centered();
            canvas.text(vec2(320.0, y) + f32::from(scale.min(3)), text, style);
            let style = TextStyle::from(color).scaled(scale.into()).centered();
            canvas.text(vec2(320.0, y), text, style);
        };
        let (white, gold) = (Color::WHITE, Color::hex(0xffd84a));
        match self.phase {
            Phase::Title => {
                say(64.0, "LITTLE LEAPS", 5, gold);
                say(176.0, "Space begins", 2, white);
                say(224.0, KEYS, 1, white);
            }
            Phase::Game => {}
            Phase::Won => {
                say(80.0, "YOU MADE IT", 5, gold);
                say(176.0, &coins, 2, white);
                say(224.0, "Space plays again", 2, white);
            }
            Phase::Over => {
                say(80.0, "GAME OVER", 5, Color::hex(0xff7a6a));
                say(176.0, &coins, 2, white);
                say(224.0, "Space plays again", 2, white);
            }
        }
    }

    /// Shows lives, coins and the level's number.
    fn show_state(&self, cx: &mut Context<'_>) {
        let frames = ["heart", "coin"].map(|label| cx.assets.frame(label, 0));
        let (coins, level) = (
            format!("{:02}", self.coins),
            format!("Level {}", self.level + 1),
        );
        let mut canvas = cx.canvas(SIGNS);
        let icon = |x: f32, frame, canvas: &mut damselfly::world::Canvas<'_>| {
            let mut icon = Instance::new(vec2(x, 24.0), frame);
            icon.set_scale(Vec2::splat(super::ZOOM));
            canvas.instance(icon);
        };
        for life in 0..self.lives {
            icon(28.0 + 30.0 * life as f32, frames[0], &mut canvas);
        }
        icon(548.0, frames[1], &mut canvas);
        for (offset, color) in [(2.0, art::INK), (0.0, Color::WHITE)] {
            let style = TextStyle::from(color).scaled(2.0);
            canvas.text(vec2(570.0, 8.0) + offset, &coins, style);
            canvas.text(vec2(320.0, 8.0) + offset, &level, style.centered());
        }
    }
}

/// Shows the volume's bar until the next game.
fn show_volume(cx: &mut Context<'_>) {
    let bar = volume::bar(cx).border(false).group(VOLUME);
    cx.hud.add(bar.at(HudAnchor::BottomCenter));
}

impl Behavior for Rules {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<Happened>()
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        match event.get() {
            Some(Happened::Coin) => self.coins += 1,
            Some(Happened::Death) => self.lives -= 1,
            Some(&Happened::Flag(flag)) => self.reach(flag, cx),
            Some(Happened::Exit) => {
                self.done = true;
                sounds::end_tune(cx);
            }
            None => {}
        }
    }

    fn attached(&mut self, cx: &mut Context<'_>) {
        // Builds the first level, which is shown behind the title.
        level::build(0, cx);
        sounds::begin_tune(cx);
        show_volume(cx);
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

    fn after(&mut self, cx: &mut Context<'_>) {
        self.follow(cx);
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
