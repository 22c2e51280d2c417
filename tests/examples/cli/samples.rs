//! Draws the sample sheet and compares it with the file. With `DAMSELFLY_WRITE_SAMPLES=1` the test writes the file.

use image::{Rgba, RgbaImage};

const FRAMES: u32 = 8;
const SIDE: u32 = 32;

/// Returns a turning planet, lit from the upper left: eight frames in a row.
fn planet() -> RgbaImage {
    RgbaImage::from_fn(SIDE * FRAMES, SIDE, |x, y| {
        let half = f64::from(SIDE) / 2.0;
        let (dx, dy) = (
            (f64::from(x % SIDE) + 0.5 - half) / (half - 1.0),
            (f64::from(y) + 0.5 - half) / (half - 1.0),
        );
        let depth = 1.0 - dx * dx - dy * dy;
        if depth < 0.0 {
            return Rgba([0; 4]);
        }
        let z = depth.sqrt();
        let light = (z * 0.6 - dx * 0.55 - dy * 0.55).clamp(0.15, 1.0);
        let turn = f64::from(x / SIDE) / f64::from(FRAMES);
        let [r, g, b] = surface(dx, dy, z, turn).map(|part| shade(part, light));
        Rgba([r, g, b, 255])
    })
}

/// Returns the colour of the ground: two continents around the planet, and ice at the poles. Uses no trigonometric
/// functions, because their results differ between machines.
fn surface(x: f64, y: f64, z: f64, turn: f64) -> [u8; 3] {
    if y.abs() > 0.8 {
        return [232, 240, 248];
    }
    // The longitude is in turns. It grows by 1/2 across the visible half of the planet.
    let longitude = (1.0 + x / (x.abs() + z)) / 4.0 + turn;
    let place = (longitude * 2.0).fract() - 0.5;
    let coast = 0.28 - 0.2 * y * y + 0.08 * (y * 7.0).rem_euclid(1.0);
    match place.abs() < coast {
        true if place.abs() < coast * 0.5 => [124, 148, 64],
        true => [84, 160, 72],
        false => [40, 96, 184],
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "light is from 0 to 1"
)]
fn shade(part: u8, light: f64) -> u8 {
    // Rounds the brightness to a few levels, as on old machines.
    let level = (light * 6.0).ceil() / 6.0;
    (f64::from(part) * level) as u8
}

#[test]
fn the_sample_sheet_is_what_this_code_draws() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples/planet.png");
    if std::env::var_os("DAMSELFLY_WRITE_SAMPLES").is_some() {
        planet().save(path).unwrap();
    }
    let found = image::open(path).unwrap().into_rgba8();
    assert!(found == planet(), "{path} differs");
}
