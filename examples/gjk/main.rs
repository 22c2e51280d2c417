//! GJK: two convex shapes to drag and turn, their distance or depth, and the algorithms that compute it.
//!
//! Run `cargo run --release --example gjk`. `-- --demo` plays the demonstration, `-- --help` lists all options.
//!
//! `shapes.rs` defines the shapes, `hand.rs` moves them, and `trace.rs` records the steps of the algorithms. `world.rs`
//! and `difference.rs` draw the two panels.

mod demo;
mod difference;
pub(crate) mod hand;
mod shapes;
mod trace;
mod world;

use damselfly::prelude::*;

pub(crate) use demo::demo;

/// The panels, in pixels.
const WORLD: Rect = Rect {
    min: vec2(12.0, 44.0),
    max: vec2(560.0, 424.0),
};
const DIFFERENCE: Rect = Rect {
    min: vec2(572.0, 44.0),
    max: vec2(948.0, 424.0),
};

/// Altitude of all drawings.
const SHOWN: u16 = 2;

const GROUND: Color = Color::hex(0x0f1219);
const PANEL: Color = Color::hex(0x171c27);
const FRAME: Color = Color::hex(0x303a4c);
const PALE: Color = Color::hex(0x8b98ae);
/// Colours of the first and the second shape.
const COLORS: [Color; 2] = [Color::hex(0x5cc8ff), Color::hex(0xffa657)];

fn main() -> std::process::ExitCode {
    damselfly::app::main(|| {
        let about = "shows how GJK and EPA test two convex shapes: drag them with the mouse";
        App::from_args_with("GJK", about, &[])?
            .pixels(960, 540)
            .background(GROUND)
            .sound(false)
            .demo(demo)
            .run(start)
    })
}

/// Spawns two shapes next to each other.
///
/// # Errors
/// Never fails.
#[expect(clippy::unnecessary_wraps, reason = "`App::run` expects a `Result`")]
pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    let [first, second] = [
        ("A", shapes::Kind::Pentagon, vec2(200.0, 220.0)),
        ("B", shapes::Kind::Box, vec2(400.0, 270.0)),
    ]
    .map(|(name, kind, at)| shapes::spawn(name, kind, at, cx));
    let hand = hand::Hand::new([first, second]);
    cx.spawn_with(Object::new("Hand").spectral(), hand);
    Ok(())
}

/// Returns a number as text, rounded, and 0 without a sign.
fn number(number: f32, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    let is_zero = text.bytes().all(|byte| b"-0.".contains(&byte));
    text[usize::from(is_zero && text.starts_with('-'))..].to_owned()
}

/// Returns a position as text.
fn place(place: Vec2) -> String {
    format!("({}, {})", number(place.x, 1), number(place.y, 1))
}
