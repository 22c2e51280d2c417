//! Reads the state of the game from pixels of the screen, by colour: the positions of the ship and its bullets, the
//! heads-up display and the current screen.

use std::time::Duration;

use damselfly::Color;

use crate::xserver::{Area, BACKDROP, Display, SCREEN, Screenshot};

/// Size of the view in pixels. The window opens in this size.
pub(crate) const VIEW: [u32; 2] = [640, 384];

pub(crate) const SHIP: Color = Color::rgb(200, 230, 255);
pub(crate) const BULLET: Color = Color::rgb(160, 255, 240);
pub(crate) const RETICLE: Color = Color::rgb(255, 96, 128);
const DISPLAYED: Color = Color::TERMINAL_YELLOW;

/// Area in which the ship moves.
const SHIP_AREA: Area = Area([0, 48, 110, 384]);
/// Area that the ship's bullets cross.
pub(crate) const FLIGHT_AREA: Area = Area([110, 48, 640, 384]);
/// Area of the heads-up display. Nothing else in it has the colour `DISPLAYED`.
const DISPLAY_AREA: Area = Area([0, 0, 640, 48]);
/// Area of the frame rate, area of the debug overlay, and the colours of the frame rate.
const FPS_AREA: Area = Area([584, 0, 640, 16]);
const DEBUG_AREA: Area = Area([0, 240, 200, 384]);
pub(crate) const FPS_COLORS: [Color; 3] = [
    Color::TERMINAL_GREEN,
    Color::TERMINAL_YELLOW,
    Color::TERMINAL_RED,
];

/// Colours of the splash screen's first letter and of a row of the title.
const SPLASH: Color = Color::rgb(94, 234, 212);
const TITLE: Color = Color::rgb(255, 79, 120);
/// Tints of saucers.
const SAUCERS: [Color; 4] = [
    Color::TERMINAL_GREEN,
    Color::TERMINAL_CYAN,
    Color::TERMINAL_MAGENTA,
    Color::TERMINAL_RED,
];
/// Area of the letters of "game over".
const GAME_OVER_AREA: Area = Area([64, 124, 576, 196]);

pub(crate) fn look(display: &Display) -> Screenshot {
    display.client.look(VIEW)
}

/// Returns whether the splash screen is visible.
pub(crate) fn splash(display: &Display) -> bool {
    sees(display, SPLASH)
}

/// Returns whether the start screen is visible.
pub(crate) fn title(display: &Display) -> bool {
    sees(display, TITLE)
}

fn sees(display: &Display, color: Color) -> bool {
    let [width, height] = VIEW;
    let seen = look(display).extent(Area([0, 0, width, height]), color);
    seen.is_some()
}

/// Returns the leftmost pixel of all saucers in the flight area.
pub(crate) fn saucers_in(seen: &Screenshot) -> Option<[u32; 2]> {
    let places = SAUCERS.map(|color| seen.places(FLIGHT_AREA, color));
    places.into_iter().flatten().min()
}

/// Returns whether the ship is gone and the big letters "game over" are shown.
pub(crate) fn is_game_over(seen: &Screenshot) -> bool {
    let letters = seen.extent(GAME_OVER_AREA, Color::TERMINAL_RED);
    let wide = |Area([left, _, right, _]): Area| right - left > 450;
    letters.is_some_and(wide) && ship_in(seen).is_none()
}

/// Returns the centre of the ship.
pub(crate) fn ship(display: &Display) -> Option<[u32; 2]> {
    ship_in(&look(display))
}

pub(crate) fn ship_in(seen: &Screenshot) -> Option<[u32; 2]> {
    seen.extent(SHIP_AREA, SHIP).map(Area::center)
}

/// Returns the x positions of bullets, from left to right.
pub(crate) fn bullets(display: &Display) -> Vec<u32> {
    let seen = look(display);
    let mut columns: Vec<u32> = seen
        .places(FLIGHT_AREA, BULLET)
        .into_iter()
        .map(|[x, _]| x)
        .collect();
    columns.sort_unstable();
    // A bullet is 24 pixels long. Stars behind it may interrupt its colour.
    columns.dedup_by(|column, last| *column - *last < 4);
    let mut fronts: Vec<u32> = Vec::new();
    for column in columns {
        if fronts.last().is_none_or(|&front| column - front > 30) {
            fronts.push(column);
        }
    }
    fronts
}

pub(crate) fn wait_for_bullets(display: &Display) {
    display.wait_for("a bullet", || (!bullets(display).is_empty()).then_some(()));
}

/// Returns the pixels of the lettering in the left half of the heads-up display, which shows the number of nukes.
pub(crate) fn nukes(display: &Display) -> Vec<[u32; 2]> {
    look(display).places(Area([0, 0, 320, 48]), DISPLAYED)
}

pub(crate) fn shows_fps(display: &Display) -> bool {
    let seen = look(display);
    let is_there = |&color: &Color| !seen.places(FPS_AREA, color).is_empty();
    FPS_COLORS.iter().any(is_there)
}

/// Returns whether the frame rate is shown in white only, as while a film is captured.
pub(crate) fn shows_recording(display: &Display) -> bool {
    let seen = look(display);
    let count = |color: Color| seen.places(FPS_AREA, color).len();
    // A star behind the frame rate adds a few white pixels.
    FPS_COLORS.iter().all(|&color| count(color) == 0) && count(Color::WHITE) > 60
}

/// Returns whether the debug overlay shows the number of contacts.
pub(crate) fn shows_debug_overlay(display: &Display) -> bool {
    !look(display)
        .places(DEBUG_AREA, Color::TERMINAL_MAGENTA)
        .is_empty()
}

/// Waits until the screen changes. It always does while the game runs, because the stars drift.
pub(crate) fn wait_for_life(display: &Display) {
    let before = look(display);
    display.wait_for("another picture", || {
        (look(display) != before).then_some(())
    });
}

/// Waits until the screen stays the same, as in a pause.
pub(crate) fn wait_for_rest(display: &Display) {
    display.wait_for("the picture to stand", || {
        let first = look(display);
        let stands = (0..8).all(|_| {
            std::thread::sleep(Duration::from_millis(60));
            look(display) == first
        });
        stands.then_some(())
    });
}

/// Returns the extent of the heads-up display's lettering.
pub(crate) fn lettering(display: &Display) -> Area {
    let seen = look(display).extent(DISPLAY_AREA, DISPLAYED);
    seen.expect("the heads-up display is always seen")
}

/// Area of the view in a window, and its magnification as a fraction.
struct Letterbox {
    view: Area,
    scale: [u32; 2],
}

impl Letterbox {
    /// Centres the view, magnified by the largest possible whole number, or shrunk evenly if the window is smaller than
    /// the view.
    fn within(size: [u32; 2]) -> Self {
        let times = (size[0] / VIEW[0]).min(size[1] / VIEW[1]);
        let narrower = usize::from(size[1] * VIEW[0] < size[0] * VIEW[1]);
        let scale = if times > 0 {
            [times, 1]
        } else {
            [size[narrower], VIEW[narrower]]
        };
        let side = |axis: usize| (VIEW[axis] * scale[0] + scale[1] / 2) / scale[1];
        let [left, top] = [0, 1].map(|axis| (size[axis] - side(axis)) / 2);
        let view = Area([left, top, left + side(0), top + side(1)]);
        Self { view, scale }
    }

    /// Returns the expected edges of an area of the view.
    fn edges(&self, Area(edges): Area) -> [u32; 4] {
        let Area([left, top, ..]) = self.view;
        let edge =
            |edge: usize| edges[edge] * self.scale[0] / self.scale[1] + [left, top][edge % 2];
        [0, 1, 2, 3].map(edge)
    }
}

/// Returns whether the window has this size and shows the whole view, centred between black bars. `lettering` is the
/// extent of the heads-up display in an unmagnified view.
pub(crate) fn is_letterboxed(display: &Display, size: [u32; 2], lettering: Area) -> bool {
    let seen = display.client.look(SCREEN);
    let ([width, height], [right, bottom]) = (size, SCREEN);
    let letterbox = Letterbox::within(size);
    let Area([left, top, view_right, view_bottom]) = letterbox.view;
    let outside = [
        Area([width, 0, right, bottom]),
        Area([0, height, right, bottom]),
    ];
    let bars = [
        Area([0, 0, left, height]),
        Area([view_right, 0, width, height]),
        Area([0, 0, width, top]),
        Area([0, view_bottom, width, height]),
    ];
    // Shrinking skips some pixel rows and columns of the view.
    let tolerance = if letterbox.scale[1] == 1 { 0 } else { 3 };
    let in_place = |Area(found): Area| {
        let both = found.into_iter().zip(letterbox.edges(lettering));
        both.into_iter()
            .all(|(found, expected)| found.abs_diff(expected) <= tolerance)
    };
    let Area([_, _, _, display_bottom]) = DISPLAY_AREA;
    let rows = letterbox.edges(Area([0, 0, 0, display_bottom]))[3];
    outside.iter().all(|&area| seen.is_all(area, BACKDROP))
        && bars.iter().all(|&area| seen.is_all(area, Color::BLACK))
        && seen
            .places(Area([0, 0, width, height]), BACKDROP)
            .is_empty()
        && seen
            .extent(Area([0, 0, width, rows]), DISPLAYED)
            .is_some_and(in_place)
}
