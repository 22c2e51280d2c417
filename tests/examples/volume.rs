//! The volume in the menus of games: keys change it, and a bar shows it.

use damselfly::app::Harness;
use damselfly::prelude::*;
use damselfly::sound::Bus;

fn decibels(play: &Harness<'_>) -> f32 {
    play.world().buses.target_volume(Bus::MAIN)
}

/// Checks a menu that shows the volume, which is full. Leaves it at 80 %.
pub(crate) fn keys_change_it_and_the_display_shows_it(play: &mut Harness<'_>) {
    assert!(play.shows("- Volume +"), "{}", play.text());
    for (key, level) in [
        (Key::Equal, 10),
        (Key::Minus, 9),
        (Key::NumpadSubtract, 8),
        (Key::NumpadAdd, 9),
        (Key::Minus, 8),
    ] {
        play.tap(key);
        play.step();
        assert!(play.shows(&format!("{level}0%")), "{}", play.text());
        assert_eq!(decibels(play), 3.0 * (level - 10) as f32);
    }
}

/// Checks a game without a menu: it shows no volume, and its keys do nothing.
pub(crate) fn keys_leave_it_alone(play: &mut Harness<'_>) {
    let before = decibels(play);
    for key in [
        Key::Minus,
        Key::Equal,
        Key::Equal,
        Key::NumpadSubtract,
        Key::NumpadSubtract,
    ] {
        play.tap(key);
        play.step();
        assert_eq!(decibels(play), before);
    }
    assert!(!play.shows("Volume"), "{}", play.text());
}
