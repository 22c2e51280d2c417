//! The screen of key bindings, the file that stores them, and the one that stores the volume.

use std::collections::BTreeMap;

use damselfly::input::{Binding, MouseButton, PadButton, PadDirection};
use damselfly::prelude::*;
use damselfly::saves::{from_toml, to_toml};

use super::{MENU, volume};

const FILE: &str = "settings.toml";
/// File with the volume, from 0 to 10.
const VOLUME_FILE: &str = "volume.txt";
/// Name of a copy of an invalid settings file. The player may have written the file by hand, and the next save replaces
/// it.
const KEPT: &str = "settings.kept.toml";

/// The actions: name in the game, and text for the player.
const ACTIONS: [(&str, &str); 4] = [
    ("left", "Move left"),
    ("right", "Move right"),
    ("serve", "Serve"),
    ("pause", "Pause"),
];

/// Layout of the list of actions in pixels: x of the middle, y of the first row, row height, half of the width.
const MIDDLE: f32 = 320.0;
const TOP: f32 = 190.0;
const ROW: f32 = 40.0;
const HALF: f32 = 210.0;

/// Contents of the file: tables of key names.
type Settings = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// State of the open screen.
#[derive(Clone, Checksum)]
struct Screen {
    /// Index of the selected action.
    selected: usize,
    /// Whether the next pressed key is bound to the action.
    is_asking: bool,
    /// Mouse button that was just pressed to bind it. Its release must not count as a click on a row.
    chosen: Option<MouseButton>,
}

impl Resource for Screen {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Binds the default keys, and reads the files with the player's own bindings and volume.
pub fn start(cx: &mut Context<'_>) {
    bind_defaults(cx);
    cx.files.read(FILE);
    cx.files.read(VOLUME_FILE);
}

fn bind_defaults(cx: &mut Context<'_>) {
    cx.actions.bind("left", [Key::Left, Key::A]);
    cx.actions.bind("right", [Key::Right, Key::D]);
    cx.actions.bind("serve", [Key::Space]);
    cx.actions.add("serve", MouseButton::Left);
    cx.actions.bind("pause", [Key::P, Key::Escape]);
    cx.actions.add("left", PadDirection::LeftStickLeft);
    cx.actions.add("right", PadDirection::LeftStickRight);
    cx.actions.add("serve", PadButton::South);
    cx.actions.add("pause", PadButton::Start);
}

/// Stores the volume.
pub fn save_volume(cx: &mut Context<'_>) {
    let level = volume::level(cx);
    cx.files.write(VOLUME_FILE, level.to_string());
}

/// Applies volume and bindings of the files, once they have been read.
pub fn load(cx: &mut Context<'_>) {
    let level = cx.files.just_read_text(VOLUME_FILE);
    if let Some(level) = level.and_then(|text| text.trim().parse().ok()) {
        volume::set(level, cx);
    }
    let Some(file) = cx.files.just_read(FILE) else {
        return;
    };
    let bytes = match &file.bytes {
        Ok(Some(bytes)) => bytes.to_vec(),
        // There is no file before the player has chosen a key.
        Ok(None) => return,
        Err(failure) => return log::warn!("{FILE}: {failure}"),
    };
    let text = file.text_of(FILE);
    let problems = match text.map(|text| from_toml::<Settings>(FILE, text)) {
        None => vec![format!("{FILE} is not valid UTF-8")],
        Some(Err(error)) => vec![error.to_string()],
        Some(Ok(settings)) => {
            let keys = settings.get("keys");
            let problems = keys.map(|keys| cx.actions.bind_names(keys));
            let problems = problems.into_iter().flatten();
            problems
                .map(|problem| format!("{FILE}: {problem}"))
                .collect()
        }
    };
    if !problems.is_empty() {
        for problem in problems {
            log::warn!("{problem}");
        }
        // The next save replaces the file, so a copy is kept.
        log::warn!("saving a copy of {FILE} as {KEPT}");
        cx.files.write(KEPT, bytes);
    }
}

fn save(cx: &mut Context<'_>) {
    let settings = Settings::from([("keys".to_owned(), cx.actions.to_names())]);
    match to_toml(FILE, &settings) {
        Ok(text) => cx.files.write(FILE, text),
        Err(error) => log::error!("{error}"),
    }
}

/// Returns the name of the first key or button of an action.
pub fn first_of(action: &str, cx: &Context<'_>) -> String {
    let bindings = cx.actions.bindings(action);
    bindings
        .first()
        .map_or("nothing".into(), Binding::to_string)
}

/// Returns the first keyboard key of an action.
pub fn key_of(action: &str, cx: &Context<'_>) -> Option<Key> {
    let bindings = cx.actions.bindings(action).iter();
    bindings.copied().find_map(|binding| match binding {
        Binding::Key(key) => Some(key),
        _ => None,
    })
}

/// Returns whether an event is a press of a key or button of an action.
pub fn is_press_of(action: &str, event: &InputEvent, cx: &Context<'_>) -> bool {
    let pressed = Binding::pressed_in(event);
    pressed.is_some_and(|pressed| cx.actions.bindings(action).contains(&pressed))
}

pub fn open(cx: &mut Context<'_>) {
    cx.insert_resource(Screen {
        selected: 0,
        is_asking: false,
        chosen: None,
    });
}

pub fn is_open(cx: &Context<'_>) -> bool {
    cx.resource::<Screen>().is_some()
}

/// Handles input while the screen is open.
pub fn input(event: &InputEvent, cx: &mut Context<'_>) {
    let Some(mut screen) = cx.resource::<Screen>().cloned() else {
        return;
    };
    let pressed = Binding::pressed_in(event);
    if pressed.is_some() {
        screen.chosen = None;
    }
    if screen.is_asking {
        if let Some(pressed) = pressed {
            if let InputEvent::MouseButton { button, .. } = *event {
                screen.chosen = Some(button);
            }
            let is_taken_back = pressed == Key::Escape.into();
            screen.is_asking = !is_taken_back && !choose(ACTIONS[screen.selected].0, pressed, cx);
        }
    } else {
        let rows = ACTIONS.len();
        match (pressed, event) {
            (Some(Binding::Key(Key::Escape)), _) => {
                cx.take_resource::<Screen>();
                return;
            }
            (Some(Binding::Key(Key::Up) | Binding::PadButton(PadButton::DPadUp)), _) => {
                screen.selected = (screen.selected + rows - 1) % rows
            }
            (Some(Binding::Key(Key::Down) | Binding::PadButton(PadButton::DPadDown)), _) => {
                screen.selected = (screen.selected + 1) % rows;
            }
            (
                Some(Binding::Key(Key::Enter | Key::Space) | Binding::PadButton(PadButton::South)),
                _,
            ) => screen.is_asking = true,
            (Some(Binding::Key(Key::Backspace)), _) => {
                bind_defaults(cx);
                save(cx);
            }
            (_, InputEvent::MouseMoved { position }) => {
                screen.selected = row_at(*position).unwrap_or(screen.selected);
            }
            (_, InputEvent::Click { button, .. }) if screen.chosen == Some(*button) => {
                screen.chosen = None;
            }
            (_, InputEvent::Click { position, .. }) => {
                if let Some(row) = row_at(*position) {
                    screen.selected = row;
                    screen.is_asking = true;
                }
            }
            _ => {}
        }
    }
    cx.insert_resource(screen);
}

/// Binds a key to one action only, and saves the bindings. A key replaces the action's keys, and a gamepad button its
/// gamepad buttons. If another action would be left with gamepad buttons only, changes nothing and returns false,
/// because not every player has a gamepad.
fn choose(action: &'static str, key: Binding, cx: &mut Context<'_>) -> bool {
    let is_last_of = |other: &str| {
        let keys = cx.actions.bindings(other);
        let has_others = || keys.iter().any(|&known| known != key && !known.is_of_pad());
        other != action && keys.contains(&key) && !key.is_of_pad() && !has_others()
    };
    if ACTIONS.iter().any(|(other, _)| is_last_of(other)) {
        return false;
    }
    for (other, _) in ACTIONS {
        let mut keys = cx.actions.bindings(other).to_vec();
        keys.retain(|&known| known != key);
        cx.actions.bind(other, keys);
    }
    let mut keys = cx.actions.bindings(action).to_vec();
    keys.retain(|known| known.is_of_pad() != key.is_of_pad());
    let at = if key.is_of_pad() { keys.len() } else { 0 };
    keys.insert(at, key);
    cx.actions.bind(action, keys);
    save(cx);
    true
}

fn row_at(place: Vec2) -> Option<usize> {
    (0..ACTIONS.len()).find(|&row| rect_of(row).contains(place))
}

pub fn rect_of(row: usize) -> Rect {
    let top = vec2(MIDDLE - HALF, TOP + ROW * row as f32);
    Rect::from_size(top, vec2(2.0 * HALF, ROW - 6.0))
}

pub fn draw(cx: &mut Context<'_>) {
    let Some(screen) = cx.resource::<Screen>().cloned() else {
        return;
    };
    let keys = ACTIONS.map(|(action, _)| {
        let bindings = cx.actions.bindings(action).iter().map(Binding::to_string);
        bindings.collect::<Vec<_>>().join("  ")
    });
    let mut canvas = cx.canvas(MENU);
    for (row, ((_, name), keys)) in ACTIONS.iter().zip(&keys).enumerate() {
        let (rect, is_selected) = (rect_of(row), row == screen.selected);
        let (panel, color) = match is_selected {
            true => (Color::hex(0x2a4a8c), Color::WHITE),
            false => (Color::hex(0x141a30), Color::hex(0xb8c0d8)),
        };
        canvas.rect(rect, panel);
        let left = rect.min + vec2(16.0, 9.0);
        canvas.text(left, name, TextStyle::from(color));
        let (text, color) = match is_selected && screen.is_asking {
            true => ("press a key", Color::TERMINAL_YELLOW),
            false if keys.is_empty() => ("-", Color::TERMINAL_RED),
            false => (&**keys, Color::TERMINAL_CYAN),
        };
        canvas.text(left + vec2(160.0, 0.0), text, TextStyle::from(color));
    }
    let help = match screen.is_asking {
        true => "Escape keeps what it was",
        false => "Enter chooses another key    Backspace resets all    Escape goes back",
    };
    let at = vec2(MIDDLE, TOP + ROW * ACTIONS.len() as f32 + 24.0);
    canvas.text(at, help, TextStyle::from(Color::WHITE).centered());
}
