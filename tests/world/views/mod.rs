//! The rules of bars, buttons and text entries in the heads-up display.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod bars;
mod buttons;
mod custom;
mod entries;
mod places;
mod rest;
mod values;

use damselfly::app::{App, Harness, Options};
use damselfly::hud::{TextEntered, TextEntry, WidgetId};
use damselfly::input::{InputEvent, Key, MouseButton};
use damselfly::prelude::*;

const LEFT: MouseButton = MouseButton::Left;

/// Records what it receives and polls, in the label of a widget that is never drawn.
#[derive(Clone)]
struct Recorder(WidgetId);

impl Recorder {
    fn note(&self, world: &mut World, what: &str) {
        let log = world.hud.get_mut(self.0).unwrap();
        let label = log.label.to_mut();
        if !label.is_empty() {
            label.push(' ');
        }
        label.push_str(what);
    }
}

impl Behavior for Recorder {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<ButtonPressed>().and::<TextEntered>()
    }

    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        let way = |pressed| if pressed { "down" } else { "up" };
        let what = match event {
            InputEvent::Key { key, pressed, .. } => {
                format!("{key}-{}", way(*pressed))
            }
            InputEvent::MouseButton {
                button, pressed, ..
            } => {
                format!("{button}-{}", way(*pressed))
            }
            InputEvent::Click { .. } => "click".into(),
            InputEvent::Wheel { .. } => "wheel".into(),
            _ => return,
        };
        self.note(cx, &what);
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(pressed) = event.get::<ButtonPressed>() {
            self.note(cx, &format!("<{}>", pressed.label));
        }
        if let Some(entered) = event.get::<TextEntered>() {
            self.note(cx, &format!("{}={}", entered.label, entered.text));
        }
    }
}

/// A game with widgets in its display, and the widget that holds the recorder's log.
struct Play {
    game: Harness<'static>,
    log: WidgetId,
    ids: Vec<WidgetId>,
}

impl Play {
    fn of(app: App, views: Vec<Widget>) -> Self {
        let mut game = Harness::start(app, |_| Ok(())).unwrap().thorough();
        let mut cx = game.context();
        let log = cx.hud.add(Widget {
            levels: 999.into(),
            ..Widget::default()
        });
        let ids = views.into_iter().map(|view| cx.hud.add(view));
        let ids = ids.collect();
        cx.spawn_with(Object::default(), Recorder(log));
        game.step();
        Self { game, log, ids }
    }

    fn new(views: Vec<Widget>) -> Self {
        Self::of(App::new("Views", Options::default()).cells(60, 20), views)
    }

    fn received(&self) -> String {
        self.game
            .world()
            .hud
            .get(self.log)
            .unwrap()
            .label
            .to_string()
    }

    /// Takes a step. Returns what the recorder received in it.
    fn receive(&mut self) -> String {
        let log = self.log;
        self.game.world_mut().hud.get_mut(log).unwrap().label = "".into();
        self.game.step();
        self.received()
    }

    /// Presses the left button at this position.
    fn press_at(&mut self, place: Vec2) {
        self.game.point_at(place);
        self.game.press_button(LEFT);
    }

    /// Releases the left button at this position.
    fn release_at(&mut self, place: Vec2) {
        self.game.point_at(place);
        self.game.release_button(LEFT);
    }

    fn key(&mut self, key: Key, character: Option<char>, repeat: bool) {
        self.game.input(InputEvent::Key {
            key,
            character,
            pressed: true,
            repeat,
        });
    }

    fn text_of(&self, index: usize) -> (String, usize) {
        let entry = self.game.world().hud.get(self.ids[index]).unwrap().entry();
        let entry = entry.unwrap();
        (entry.text.clone(), entry.cursor)
    }

    fn focus(&self) -> Option<usize> {
        let focus = self.game.world().hud.focused()?;
        self.ids.iter().position(|&id| id == focus)
    }
}

/// Returns a button. Its box is 14 × 3 characters, from (13, 4) to (27, 7): "│ Button one │".
fn button(label: &'static str) -> Widget {
    Widget {
        label: label.into(),
        anchor: vec2(20.0, 5.5).into(),
        kind: Button::default().into(),
        ..Widget::default()
    }
}

const ON_BUTTON: Vec2 = vec2(20.0, 5.5);
const BESIDE: Vec2 = vec2(28.0, 5.5);

/// Returns a text entry: "│ Name 12345678 │". Its box is from (2, 9) to (19, 12). Its field of 8 characters begins at
/// (9, 10).
fn entry(label: &'static str) -> Widget {
    Widget {
        label: label.into(),
        anchor: vec2(10.5, 10.5).into(),
        kind: TextEntry {
            width: 8,
            max_length: 12,
            ..TextEntry::default()
        }
        .into(),
        ..Widget::default()
    }
}

fn bar(bar: ProgressBar, value: i64) -> Widget {
    Widget {
        label: "HP".into(),
        value: value.into(),
        kind: bar.into(),
        ..Widget::default()
    }
}

type Script = fn(&mut Play);
