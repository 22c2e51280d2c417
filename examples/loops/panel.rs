//! The choices above the stage, and the measurements below it.

use core::time::Duration;

use damselfly::prelude::*;
use damselfly::time::{PolicyName, Statistics};
use damselfly::world::Canvas;

use super::scene::STAGE;
use super::{Choice, FRAME, LIT, PALE, PANEL, SMOOTHINGS, STEPS_PER_SECOND};

/// Area of the statistics in pixels.
const NUMBERS: Rect = Rect {
    min: vec2(12.0, 352.0),
    max: vec2(348.0, 528.0),
};

/// Content of the panel.
pub(crate) struct PanelContent {
    pub(crate) choice: Choice,
    pub(crate) scale: f64,
    pub(crate) is_slow: bool,
    /// Length of this step in nominal steps.
    pub(crate) dt: f32,
    pub(crate) statistics: Statistics,
}

/// Draws the panel, the choices and the stage's border.
pub(crate) fn draw(canvas: &mut Canvas<'_>, shown: &PanelContent) {
    canvas.outline(STAGE, 1.0, FRAME);
    choices(canvas, shown);
    canvas.rect(NUMBERS, PANEL).outline(NUMBERS, 1.0, FRAME);
    let rows = rows(shown);
    for (row, (name, value)) in (0_u8..).zip(&rows) {
        let at = NUMBERS.min + vec2(12.0, 8.0 + 18.0 * f32::from(row));
        canvas.text(at, name, PALE);
        let end = vec2(NUMBERS.max.x - 12.0, at.y);
        let right = TextStyle::from(Color::WHITE).aligned(Align::Right);
        canvas.text(end, value, right);
    }
}

/// Draws two rows of keys with their meaning. The current choices are highlighted.
fn choices(canvas: &mut Canvas<'_>, shown: &PanelContent) {
    let mut at = vec2(16.0, 12.0);
    for (number, policy) in (1..).zip(PolicyName::ALL) {
        let text = format!("{number} {policy}");
        at.x = tab(canvas, at, &text, policy == shown.choice.policy);
    }
    at = vec2(16.0, 46.0);
    at.x = label(canvas, at, "S");
    for smoothing in SMOOTHINGS {
        let name = smoothing.to_string();
        at.x = tab(canvas, at, &name, smoothing == shown.choice.smoothing);
    }
    at.x = label(canvas, at + vec2(16.0, 0.0), "T");
    at.x = tab(
        canvas,
        at,
        &format!("{} x", shown.scale),
        shown.scale != 1.0,
    );
    at.x = label(canvas, at + vec2(16.0, 0.0), "L");
    at.x = tab(canvas, at, "slow steps", shown.is_slow);
    label(canvas, at + vec2(16.0, 0.0), "P pause, N step");
}

/// Draws a text in a box. Returns the x position for the next box.
fn tab(canvas: &mut Canvas<'_>, at: Vec2, text: &str, is_chosen: bool) -> f32 {
    let width = 8.0 * text.len() as f32 + 20.0;
    let area = Rect {
        min: at,
        max: at + vec2(width, 26.0),
    };
    let (ground, color) = if is_chosen {
        (LIT, Color::BLACK)
    } else {
        (PANEL, PALE)
    };
    canvas.rect(area, ground).outline(area, 1.0, FRAME);
    canvas.text(at + vec2(10.0, 5.0), text, color);
    area.max.x + 6.0
}

/// Writes a text. Returns the x position for a box after it.
fn label(canvas: &mut Canvas<'_>, at: Vec2, text: &str) -> f32 {
    canvas.text(at + vec2(0.0, 5.0), text, Color::WHITE);
    at.x + 8.0 * text.len() as f32 + 8.0
}

/// Returns the names and values of the statistics.
fn rows(shown: &PanelContent) -> [(&'static str, String); 9] {
    let of = &shown.statistics;
    [
        (
            "steps per second, wanted",
            format!("{:.1}, {STEPS_PER_SECOND}", of.updates_per_second),
        ),
        ("frames per second", format!("{:.1}", of.frames_per_second)),
        ("length of a step", format!("{:.3}", shown.dt)),
        ("a step takes", time(of.update_time)),
        ("a frame: draw", time(of.render_time)),
        ("a frame: present", time(of.present_time)),
        ("waiting, of a second", time(of.wait_time)),
        ("over-sleep", time(of.over_sleep)),
        (
            "backlog, dropped",
            format!("{}, {}", time(of.backlog), time(of.dropped)),
        ),
    ]
}

/// Returns a duration as text in milliseconds.
fn time(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
