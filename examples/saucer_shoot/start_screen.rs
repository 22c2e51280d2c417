//! The start screen: the title, the instructions, two buttons, and the volume. Saucers drift behind them.

use damselfly::prelude::*;

use super::scene::{self, Scene};
use super::{altitude, score, sounds, visitors, volume};

/// Labels of the buttons.
const PLAY: &str = "P to play";
const QUIT: &str = "Q to quit";

/// Offset of the title's shadow in cells: a quarter of a letter's stroke.
const SHADOW: Vec2 = vec2(0.5, 0.25);

/// The instructions, each with its row of the view.
const MANUAL: [(f32, &str); 2] = [
    (18.5, "W and S or the arrows fly  ·  the mouse aims"),
    (19.5, "Space or a click fires  ·  Enter: your only nuke"),
];

/// Waits for the player's choice between play and quit.
#[derive(Clone, Debug)]
struct StartScreen;

/// Adds the buttons and the volume's bar, once for all rounds. They are shown on this screen only; keys and the mouse press them.
pub fn add_buttons(world: &mut World) {
    for (label, hot_key, column, color) in [
        (PLAY, Key::P, 30.0, Color::TERMINAL_YELLOW),
        (QUIT, Key::Q, 50.0, Color::rgb(160, 170, 190)),
    ] {
        let button = Widget::button(label).hot_key(hot_key).color(color);
        let button = button
            .panel(Color::rgba(0, 0, 0, 160))
            .levels(Scene::Start as u16);
        world.hud.add(button.at(vec2(column, 15.5)));
    }
    let bar = volume::bar(world).border(false).levels(Scene::Start as u16);
    world.hud.add(bar.at(HudAnchor::BottomRight));
}

/// Sets up the start screen.
pub fn begin(cx: &mut Context<'_>) {
    visitors::invite(cx);
    let shadow = title(SHADOW, Color::rgb(48, 40, 96), cx);
    cx.spawn(shadow);
    let title = title(Vec2::ZERO, Color::WHITE, cx);
    cx.spawn_with(title, StartScreen);
    score::note_best(cx);
}

/// Returns the title in a tint: white for the title itself, dark for its shadow.
fn title(offset: Vec2, tint: Color, cx: &Context<'_>) -> Object {
    let view = cx.camera.view();
    Object {
        kind: "Title",
        position: vec2(view.center().x, view.min.y + 7.5) + offset,
        altitude: altitude::FRONT,
        solidness: Solidness::Spectral,
        sprite: cx.assets.find("title"),
        tint,
        ..Object::default()
    }
}

impl Behavior for StartScreen {
    fn step(&mut self, cx: &mut Context<'_>) {
        if volume::adjust(cx) {
            sounds::press(cx);
        }
        if cx.input.just_pressed(Key::Escape) {
            cx.stop();
        }
    }

    fn draw(&mut self, cx: &mut Context<'_>) {
        let view = cx.camera.view();
        for (row, line) in MANUAL {
            let at = vec2(view.center().x, view.min.y + row);
            let style = TextStyle::from(Color::rgb(170, 180, 205)).centered();
            cx.canvas(altitude::FRONT).text(at, line, style);
        }
    }

    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<ButtonPressed>()
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(button) = event.get::<ButtonPressed>() {
            match &*button.label {
                PLAY => {
                    sounds::press(cx);
                    scene::change_to(Scene::Play, cx);
                }
                QUIT => cx.stop(),
                _ => {}
            }
        }
    }
}
