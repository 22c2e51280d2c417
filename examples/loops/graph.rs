//! The durations of the latest frames as bars. From below: steps, drawing, presenting and waiting.

use core::time::Duration;

use damselfly::prelude::*;
use damselfly::time::FrameTimes;
use damselfly::world::Canvas;

use super::{FRAME, PALE, PANEL};

/// Area of the graph in pixels.
const GRAPH: Rect = Rect {
    min: vec2(360.0, 352.0),
    max: vec2(948.0, 528.0),
};

/// Area of the bars within the graph. The latest bar is at the right.
const LEFT: f32 = 398.0;
const RIGHT: f32 = 940.0;
const TOP: f32 = 384.0;
const BOTTOM: f32 = 518.0;
const BAR: f32 = 3.0;

/// Duration in milliseconds of a bar that fills the graph.
const FULL: f32 = 80.0;

const KINDS: [(&str, Color); 4] = [
    ("steps", Color::hex(0xff7b72)),
    ("draw", Color::hex(0x5cc8ff)),
    ("present", Color::hex(0xd2a8ff)),
    ("wait", Color::hex(0x56657f)),
];

/// Draws the frame times. The last element is the most recent frame.
pub(crate) fn draw(canvas: &mut Canvas<'_>, frames: &[FrameTimes]) {
    canvas.rect(GRAPH, PANEL).outline(GRAPH, 1.0, FRAME);
    let mut at = GRAPH.min + vec2(12.0, 8.0);
    canvas.text(at, "milliseconds per frame:", PALE);
    at.x += 8.0 * 24.0;
    for (name, color) in KINDS {
        canvas.text(at, name, color);
        at.x += 8.0 * (name.len() as f32 + 2.0);
    }
    for milliseconds in [20.0, 40.0, 60.0] {
        let y = BOTTOM - height(milliseconds);
        canvas.line(vec2(LEFT, y), vec2(RIGHT, y), 1.0, FRAME);
        let right = TextStyle::from(PALE).aligned(Align::Right);
        canvas.text(vec2(LEFT - 6.0, y - 8.0), &format!("{milliseconds}"), right);
    }
    let mut x = RIGHT;
    for frame in frames.iter().rev() {
        x -= BAR + 1.0;
        if x < LEFT {
            break;
        }
        bar(canvas, x, frame);
    }
}

/// Draws the bar of one frame.
fn bar(canvas: &mut Canvas<'_>, x: f32, frame: &FrameTimes) {
    let mut y = BOTTOM;
    let parts = [frame.update, frame.render, frame.present, frame.wait];
    for (part, (_, color)) in parts.into_iter().zip(KINDS) {
        let top = (y - height(milliseconds(part))).max(TOP);
        let area = Rect {
            min: vec2(x, top),
            max: vec2(x + BAR, y),
        };
        canvas.rect(area, color);
        y = top;
    }
    // Draws a dot for each step before the frame, up to six.
    for step in 0..frame.updates.min(6) {
        let dot = vec2(x + BAR / 2.0, BOTTOM + 4.0 - 3.0 * step as f32);
        let half = Vec2::splat(1.0);
        let area = Rect {
            min: dot - half,
            max: dot + half,
        };
        canvas.rect(area, Color::WHITE);
    }
}

fn milliseconds(time: Duration) -> f32 {
    time.as_secs_f32() * 1e3
}

fn height(milliseconds: f32) -> f32 {
    milliseconds / FULL * (BOTTOM - TOP)
}
