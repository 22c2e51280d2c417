//! Screens that any game can show: a splash screen and a loading screen.
//!
//! They are written as a game could write them, with the public API of the world and of assets alone; no other room
//! knows them but the crate's root.

mod loading;
mod splash;

pub use loading::{LoadingOver, LoadingScreen};
pub use splash::{Splash, SplashOver};

use crate::base::color::Color;
use crate::world::World;

/// The default colours of a title and a bar: teal and violet.
const COLORS: [Color; 2] = [Color::rgb(94, 234, 212), Color::rgb(167, 139, 250)];

/// Returns this altitude, or the highest if there is none so high.
fn existing_altitude(world: &World, altitude: u16) -> u16 {
    // The world refuses drawings at an altitude that it lacks. A game with fewer altitudes than the default of 5 would
    // see no bar, and have refusals counted, although it set nothing wrong.
    altitude.min(world.altitudes().end - 1)
}

/// Returns the colour at `along` of the way between two, from 0 to 1. Each channel is rounded to the nearest byte; the
/// alpha is mixed as well.
fn mix(from: Color, to: Color, along: f32) -> Color {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between two bytes"
    )]
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * along + 0.5) as u8;
    Color::rgba(
        mix(from.r, to.r),
        mix(from.g, to.g),
        mix(from.b, to.b),
        mix(from.a, to.a),
    )
}
