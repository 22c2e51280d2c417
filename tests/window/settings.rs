//! The initial settings of a window as the X server receives them.

use crate::fits::{wait_for_own_size, wait_for_twice_the_size};
use crate::play::{TITLE, gpu_is_there, play, saucer_shoot};
use crate::xserver::{Display, Ended, Game, Key, Program};

/// Flags of `WM_NORMAL_HINTS`: the minimum and the maximum size are set.
const SIZES: u32 = 1 << 4 | 1 << 5;

/// Returns the only size that a window manager may give the window; `None` if it may choose the size.
fn only_size(display: &Display, game: &Game<'_>) -> Option<[u32; 2]> {
    let hints = display.client.property(game.window, "WM_NORMAL_HINTS");
    let (least, most) = ([hints[5], hints[6]], [hints[7], hints[8]]);
    (hints[0] & SIZES == SIZES && least == most).then_some(most)
}

#[test]
fn a_window_is_resizable_unless_the_game_says_otherwise() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let mark = Program::example("sprite_mark", "software").with(&["--sprites", "10"]);
    let game = mark.on(display).opened("Sprite mark");
    assert_eq!(only_size(display, &game), Some([1280, 720]));
    game.close().well();
    let mark = mark.with(&["--size", "900x500"]);
    let game = mark.on(display).opened("Sprite mark");
    assert_eq!(only_size(display, &game), Some([900, 500]));
    game.close().well();
    let game = saucer_shoot("software").on(display).opened(TITLE);
    assert_eq!(only_size(display, &game), None);
    game.close().well();
}

#[test]
fn sprite_mark_is_not_magnified_on_a_larger_screen() {
    let Some(display) = &Display::own(&["-screen", "0", "2800x1600x24"]) else {
        return;
    };
    let mark = Program::example("sprite_mark", "software").with(&["--sprites", "10"]);
    let game = mark.on(display).opened("Sprite mark");
    assert_eq!(only_size(display, &game), Some([1280, 720]));
    game.close().well();
}

#[test]
fn a_hidden_cursor_is_hidden_over_the_games_window_only() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let is_seen = || display.client.cursor().iter().any(|pixel| pixel >> 24 > 0);
    let when = |seen, what| display.wait_for(what, || (is_seen() == seen).then_some(()));
    let game = play(display, &saucer_shoot("software"));
    assert!(is_seen());
    display.client.point_at([100, 100]);
    when(false, "a cursor that is hidden");
    display.client.point_at([1399, 799]);
    when(true, "a cursor elsewhere");
    display.client.point_at([100, 100]);
    when(false, "a cursor that is hidden again");
    display.client.tap(Key::Escape);
    when(true, "a cursor on the start screen");
    game.close().well();
}

#[test]
fn the_icon_is_sent_to_the_window_manager() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let game = saucer_shoot("software").on(display).opened(TITLE);
    let icon = display.client.property(game.window, "_NET_WM_ICON");
    let [width, height, pixels @ ..] = &icon[..] else {
        panic!("no icon: {icon:?}");
    };
    assert_eq!(pixels.len(), (width * height) as usize);
    let is_seen = |pixel: &&u32| **pixel >> 24 > 0;
    let seen = pixels.iter().filter(is_seen).count();
    assert!(seen > 20 && seen < pixels.len(), "{seen}");
    game.close().well();
}

#[test]
fn what_started_first_stops_last() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let game = saucer_shoot("software").with(&["--log", "debug"]);
    let ended = game.on(display).opened(TITLE).close();
    ended.well();
    let parts = |word| -> Vec<_> {
        let after = |line: &'_ str| Some(line.split_once(word)?.1.to_owned());
        ended.said.lines().filter_map(after).collect()
    };
    let (started, mut stopped) = (parts(" started: "), parts(" stopped: "));
    stopped.reverse();
    assert_eq!(
        started,
        ["log", "window", "screen", "recorder", "core", "game"]
    );
    assert_eq!(started, stopped);
}

/// Returns the present modes of the window's surface in order, without repetitions in a row.
fn present_modes(ended: &Ended) -> Vec<&str> {
    let lines = ended.said.lines();
    let configured = lines.filter(|line| line.contains("the window's surface has"));
    let mut modes: Vec<_> = configured
        .filter_map(|line| line.rsplit(", ").next())
        .collect();
    modes.dedup();
    modes
}

#[test]
fn a_window_waits_for_the_display_unless_told_otherwise() {
    if !gpu_is_there() {
        return;
    }
    let Some(display) = &Display::shared() else {
        return;
    };
    let debug = ["--log", "debug"];
    let game = Program::example("window", "gpu").with(&debug);
    let game = game.on(display).opened("Window");
    display.client.tap(Key::F2);
    display.client.tap(Key::F5);
    wait_for_own_size(display);
    display.client.tap(Key::F2);
    display.client.tap(Key::F6);
    wait_for_twice_the_size(display);
    let ended = game.close();
    ended.well();
    assert_eq!(present_modes(&ended), ["Fifo", "Immediate", "Fifo"]);

    let mark = ["--sprites", "10", "--frames", "30", "--json"];
    let mark = Program::example("sprite_mark", "gpu")
        .with(&mark)
        .with(&debug);
    let ended = mark.on(display).ended();
    ended.well();
    assert_eq!(present_modes(&ended), ["Immediate"]);
}
