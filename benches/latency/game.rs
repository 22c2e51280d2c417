//! The game: a press of the space bar makes a square jump to its other position within one step. That step reports the
//! time of the press.

use std::time::{SystemTime, UNIX_EPOCH};

use damselfly::app::{Backend, Options, print_line};
use damselfly::prelude::*;
use damselfly::time::Smoothing;

/// Argument that makes this program the game. The backend and the smoothing mode follow as further arguments.
pub(crate) const ARGUMENT: &str = "--game";
pub(crate) const TITLE: &str = "Latency";

/// Side of the square, and its left edge at its two positions, in pixels of the view and of the window.
pub(crate) const SIDE: u16 = 32;
pub(crate) const PLACES: [u16; 2] = [64, 192];
/// Size of the view.
const VIEW: [u16; 2] = [320, 240];

/// Returns the nanoseconds since 1970: a clock shared by both programs.
pub(crate) fn now() -> u128 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_nanos())
}

/// Plays until the process is killed.
///
/// # Errors
/// Fails if the backend is not available, or if the window cannot be opened.
pub(crate) fn run(arguments: &[String]) -> Result<(), Error> {
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let options = Options {
        backend: if has("gpu") {
            Backend::Gpu
        } else {
            Backend::Software
        },
        smoothing: Smoothing::ALL
            .into_iter()
            .find(|smoothing| has(&smoothing.to_string())),
        ..Options::default()
    };
    let [width, height] = VIEW;
    App::new(TITLE, options)
        .pixels(width, height)
        .rewind(0)
        .window(|window| window.size = Some(VIEW.map(u32::from)))
        .run(start)
}

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    let square = cx
        .assets
        .add_rect("square", SIDE.into(), SIDE.into(), Color::WHITE)?;
    let half = f32::from(SIDE) / 2.0;
    let at = vec2(f32::from(PLACES[0]) + half, half);
    cx.spawn_with(Object::from(square).at(at).spectral(), Jumper(false));
    Ok(())
}

/// Whether the square is at its second position.
#[derive(Clone)]
struct Jumper(bool);

impl Behavior for Jumper {
    fn step(&mut self, cx: &mut Context<'_>) {
        let mut velocity = Vec2::ZERO;
        if cx.input.just_pressed(Key::Space) {
            print_line(now());
            self.0 = !self.0;
            let way = f32::from(PLACES[1]) - f32::from(PLACES[0]);
            velocity.x = if self.0 { way } else { -way };
        }
        // Moves instead of teleporting, because smoothing ignores teleports.
        cx.me().set_velocity(velocity);
    }
}
