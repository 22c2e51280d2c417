//! The menu, which is shown while the game is paused and after a round. It sets the volume, too.

use damselfly::prelude::*;

use super::{BRICKS, MENU, PLAY, SPARKS, begin, keys, sounds, volume};

const PAUSED: &str = "Paused";

/// Title of the menu. Exists while the menu is open.
#[derive(Clone, Checksum)]
struct Title(&'static str);

impl Resource for Title {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Returns the title of the menu, if it is open.
pub fn title(world: &World) -> Option<&'static str> {
    world.resource().map(|&Title(title)| title)
}

/// Opens the menu over the paused game.
pub fn open(title: &'static str, cx: &mut Context<'_>) {
    cx.insert_resource(Title(title));
    cx.change_altitudes([BRICKS, PLAY, SPARKS], |settings| settings.enabled = false);
    sounds::muffle(true, cx);
    // The key that paused the game also resumes it.
    let pause = keys::key_of("pause", cx).unwrap_or(Key::P);
    let resume = (title == PAUSED).then_some(("Resume", Some(pause)));
    let others = [("Keys", Key::K), ("Again", Key::R), ("Quit", Key::Q)];
    let others = others.map(|(label, key)| (label, (key != pause).then_some(key)));
    for (label, key) in resume.into_iter().chain(others) {
        let mut button = Widget::button(label).panel(Color::BLACK);
        if let Some(key) = key {
            button = button.hot_key(key);
        }
        cx.hud.add(button.at(HudAnchor::Center).group("menu"));
    }
    let bar = volume::bar(cx).panel(Color::BLACK);
    cx.hud.add(bar.at(HudAnchor::Center).group("menu"));
}

fn close(cx: &mut Context<'_>) {
    cx.take_resource::<Title>();
    sounds::muffle(false, cx);
    cx.change_altitudes([BRICKS, PLAY, SPARKS], |settings| settings.enabled = true);
    cx.hud.remove_group("menu");
}

#[derive(Clone)]
pub struct Menu;

impl Behavior for Menu {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<ButtonPressed>()
    }

    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        if keys::is_open(cx) {
            keys::input(event, cx);
            if !keys::is_open(cx)
                && let Some(title) = title(cx)
            {
                open(title, cx);
            }
        } else if keys::is_press_of("pause", event, cx) {
            match title(cx) {
                None => open(PAUSED, cx),
                Some(PAUSED) => close(cx),
                Some(_) => return,
            }
            sounds::click(cx);
        }
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        let Some(pressed) = event.get::<ButtonPressed>() else {
            return;
        };
        sounds::click(cx);
        match &*pressed.label {
            "Quit" => cx.stop(),
            "Keys" => {
                cx.hud.remove_group("menu");
                keys::open(cx);
            }
            "Again" => {
                begin(cx);
                close(cx);
            }
            _ => close(cx),
        }
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        keys::load(cx);
        if title(cx).is_some() && !keys::is_open(cx) && volume::adjust(cx) {
            sounds::click(cx);
            keys::save_volume(cx);
        }
    }

    fn draw(&mut self, cx: &mut Context<'_>) {
        if let Some(title) = title(cx) {
            let (view, style) = (cx.camera.view(), TextStyle::from(Color::TERMINAL_YELLOW));
            let is_open = keys::is_open(cx);
            let mut canvas = cx.canvas(MENU);
            canvas.rect(view, Color::BLACK.with_alpha(150));
            let title = if is_open { "Keys" } else { title };
            canvas.text(vec2(320.0, 110.0), title, style.scaled(4.0).centered());
        }
        keys::draw(cx);
    }
}
