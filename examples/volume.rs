//! The volume in the menus of the examples: a bar, and the keys + and −.
//!
//! It is the volume of the bus into which all others are mixed: three decibels for each tenth of the bar, and silence
//! at 0.

#![expect(
    unreachable_pub,
    reason = "an example is not a library: `pub` items are for its other modules"
)]

use core::time::Duration;

use damselfly::prelude::*;
use damselfly::sound::Bus;

/// Label of the bar.
const LABEL: &str = "- Volume +";
/// The loudest level, and the default.
const FULL: i8 = 10;
const LOUDER: [Key; 2] = [Key::Equal, Key::NumpadAdd];
const SOFTER: [Key; 2] = [Key::Minus, Key::NumpadSubtract];

/// Returns the bar. The game decides where and when it is shown.
pub fn bar(world: &World) -> Widget {
    let bar = ProgressBar {
        max: FULL.into(),
        width: 10,
        ..ProgressBar::default()
    };
    Widget::new(LABEL).kind(bar).value(level(world))
}

/// Returns the volume, from 0 to 10.
pub fn level(world: &World) -> i8 {
    let volume = world.buses.target_volume(Bus::MAIN);
    let mut levels = (0..=FULL).rev();
    levels.find(|&it| decibels(it) <= volume).unwrap_or(0)
}

/// Sets the volume, from 0 to 10, and shows it on the bar.
pub fn set(level: i8, world: &mut World) {
    let level = level.clamp(0, FULL);
    let soon = Duration::from_millis(100);
    world.buses.set_volume(Bus::MAIN, decibels(level), soon);
    if world.hud.value(LABEL).is_some() {
        world.hud.set(LABEL, level);
    }
}

/// Changes the volume by the keys + and −. A game calls it in each step in which a menu is open. Returns whether the
/// player has pressed one.
pub fn adjust(cx: &mut Context<'_>) -> bool {
    let is_pressed = |keys: [Key; 2]| keys.iter().any(|&key| cx.input.just_pressed(key));
    let change = i8::from(is_pressed(LOUDER)) - i8::from(is_pressed(SOFTER));
    if change != 0 {
        set(level(cx) + change, cx);
    }
    change != 0
}

fn decibels(level: i8) -> f32 {
    match level {
        0 => -60.0,
        _ => 3.0 * f32::from(level - FULL),
    }
}
