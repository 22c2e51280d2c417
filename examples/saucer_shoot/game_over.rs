//! The end of a round: big letters and the points, then the start screen.

use damselfly::prelude::*;

use super::scene::{self, Scene};
use super::{altitude, score, sounds};

/// Number of steps in which the letters fade in.
const FADE_IN: u8 = 15;
/// Number of steps in which keys are ignored, so that a player who is still firing does not skip the screen.
const DEAF: u32 = 30;
/// Number of steps after which the screen closes.
const PATIENCE: u32 = 240;
/// Period in steps at which the prompt blinks. It is hidden in the last quarter of each period.
const BLINK: u32 = 24;

/// Opacity of the shade behind the letters, up to 255.
const SHADE: u8 = 165;

/// Shows the end of a round until a key or a mouse button is pressed, or for a limited time.
#[derive(Clone, Debug, Checksum)]
struct GameOver {
    shade: ObjectId,
    steps: u32,
}

/// Spawns the title in the middle of the view and a shade behind it. Later objects are drawn on top.
pub fn spawn(cx: &mut Context<'_>) {
    let view = cx.camera.view();
    let unseen = Object {
        position: view.center(),
        altitude: altitude::FRONT,
        solidness: Solidness::Spectral,
        tint: Color::TRANSPARENT,
        ..Object::default()
    };
    let shade = cx.spawn(Object {
        kind: "Shade",
        sprite: cx.assets.find("flash"),
        scale: view.size(),
        ..unseen.clone()
    });
    let lettering = Object {
        kind: "GameOver",
        position: view.center() - vec2(0.0, 2.0),
        sprite: cx.assets.find("game_over"),
        ..unseen
    };
    cx.spawn_with(lettering, GameOver { shade, steps: 0 });
}

impl Behavior for GameOver {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.steps += 1;
        self.show(cx);
        if self.steps > PATIENCE {
            scene::change_to(Scene::Start, cx);
        }
    }

    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        if self.steps > DEAF && is_press(event) {
            sounds::press(cx);
            scene::change_to(Scene::Start, cx);
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

impl GameOver {
    /// Dims the world and lights up the title. When both are complete, draws the text below the title.
    fn show(&self, cx: &mut Context<'_>) {
        let part = u8::try_from(self.steps).map_or(FADE_IN, |steps| steps.min(FADE_IN));
        let (light, dark) = (part * (255 / FADE_IN), part * (SHADE / FADE_IN));
        cx.me().set_tint(Color::TERMINAL_RED.with_alpha(light));
        if let Some(mut shade) = cx.object_mut(self.shade) {
            shade.set_tint(Color::BLACK.with_alpha(dark));
        }
        let place = cx.me().position();
        if part == FADE_IN {
            let points = cx.hud.value(score::POINTS).unwrap_or(0);
            let line = format!("You made {points} points");
            write(&line, place + vec2(0.0, 3.0), Color::WHITE, cx);
            if self.steps > DEAF && self.steps % BLINK < BLINK * 3 / 4 {
                let prompt = "Press any key";
                write(prompt, place + vec2(0.0, 5.0), Color::TERMINAL_YELLOW, cx);
            }
        }
    }
}

fn write(text: &str, at: Vec2, color: Color, cx: &mut Context<'_>) {
    cx.canvas(altitude::FRONT)
        .text(at, text, TextStyle::from(color).centered());
}

/// Returns whether an event is the press of a key or a mouse button.
fn is_press(input: &InputEvent) -> bool {
    matches!(
        input,
        InputEvent::Key {
            pressed: true,
            repeat: false,
            ..
        } | InputEvent::MouseButton { pressed: true, .. }
    )
}
