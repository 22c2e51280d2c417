//! Menus, focus by keys, gamepads and mouse, and the kinds of widgets with input.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod kinds;
mod levels;
mod looks;
mod small;
mod state;

use damselfly::app::{App, Harness, Options};
use damselfly::hud::{MenuToggled, TextEntered, ValueChanged, WidgetId};
use damselfly::input::{InputEvent, PadAxis, PadButton};
use damselfly::prelude::*;

/// Size of the view, in characters.
const COLUMNS: u16 = 60;
const ROWS: u16 = 24;

/// Records the events of the display as text.
#[derive(Clone, Default, Checksum)]
struct Events(String);

impl Resource for Events {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Writes events of the display to [`Events`], and input that the display ignores.
#[derive(Clone)]
struct Listener;

impl Behavior for Listener {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<ButtonPressed>()
            .and::<ValueChanged>()
            .and::<MenuToggled>()
            .and::<TextEntered>()
    }

    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        if let InputEvent::Key {
            key, pressed: true, ..
        } = event
        {
            note(cx, &format!("key {key}"));
        }
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        let text = if let Some(pressed) = event.get::<ButtonPressed>() {
            format!("<{}>", pressed.label)
        } else if let Some(changed) = event.get::<ValueChanged>() {
            let value = match changed.value.text() {
                Some(text) => text.to_owned(),
                None => changed.value.number().unwrap().to_string(),
            };
            format!("{}={value}", changed.label)
        } else if let Some(toggled) = event.get::<MenuToggled>() {
            let sign = if toggled.is_open { '+' } else { '-' };
            format!("{sign}{}", toggled.menu)
        } else if let Some(entered) = event.get::<TextEntered>() {
            format!("{}: {}", entered.label, entered.text)
        } else {
            return;
        };
        note(cx, &text);
    }
}

fn note(cx: &mut Context<'_>, text: &str) {
    let mut events = cx.take_resource::<Events>().unwrap_or_default();
    if !events.0.is_empty() {
        events.0.push(' ');
    }
    events.0.push_str(text);
    cx.insert_resource(events);
}

/// A game with widgets, a listener, and a hero who moves by itself at altitude 1.
fn play(widgets: impl IntoIterator<Item = Widget>) -> Harness<'static> {
    let app = App::new("Menus", Options::default()).cells(COLUMNS, ROWS);
    let mut game = Harness::start(app, |_| Ok(())).unwrap().thorough();
    let mut cx = game.context();
    for widget in widgets {
        cx.hud.add(widget);
    }
    cx.spawn_with(Object::default(), Listener);
    let hero = Object::new("Hero").at(vec2(1.0, 1.0)).altitude(1);
    cx.spawn(hero.velocity(vec2(0.25, 0.0)));
    game.step();
    game
}

/// Takes a step, and returns the events since the last call.
fn events(game: &mut Harness<'_>) -> String {
    game.step();
    let events = game.world_mut().take_resource::<Events>();
    events.map_or(String::new(), |events| events.0)
}

fn id_of(game: &Harness<'_>, label: &str) -> WidgetId {
    game.world().hud.find(label).unwrap()
}

/// Returns the label of the focused widget.
fn focus(game: &Harness<'_>) -> String {
    let hud = &game.world().hud;
    let widget = hud.focused().and_then(|id| hud.get(id));
    widget.map_or(String::new(), |widget| widget.label.to_string())
}

/// Returns the middle of a widget, in world units of one character each.
fn middle_of(game: &Harness<'_>, label: &str) -> Vec2 {
    let bounds = game.world().hud.bounds(id_of(game, label)).unwrap();
    bounds.min.midpoint(bounds.max)
}

fn press_pad(game: &mut Harness<'_>, button: PadButton) {
    game.pad_button(0, button, true);
    game.pad_button(0, button, false);
}
