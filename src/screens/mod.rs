//! Screens for any game: a splash screen and a loading screen.
//!
//! The screens are written like code of a game: they use only the public API of the world and the assets. Only the
//! crate's root imports this module.

mod loading;
mod splash;

pub use loading::{LoadingOver, LoadingScreen};
pub use splash::{Splash, SplashOver};

use crate::base::color::Color;
use crate::world::World;

/// Default colours of a title and a bar: teal and violet.
const COLORS: [Color; 2] = [Color::rgb(94, 234, 212), Color::rgb(167, 139, 250)];

/// Returns this altitude, or the highest one if it does not exist.
fn existing_altitude(world: &World, altitude: u16) -> u16 {
    // The world rejects drawings at missing altitudes. Without this limit, a game with fewer altitudes than the default
    // of 5 would see no bar and get rejected calls, although it did nothing wrong.
    altitude.min(world.altitudes().end - 1)
}
