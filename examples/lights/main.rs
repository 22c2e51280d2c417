//! Lights: a watchman with a lantern walks through a crypt at night. Torches, wisps and crystals shine, and walls and
//! pillars cast shadows.
//!
//! Run `cargo run --release --example lights`. `-- --demo` plays the demonstration, `-- --help` lists all options.
//!
//! The floor and the people are a lit group (`start`). `crypt.rs` has the map and its lights, `watchman.rs` the player,
//! and `art.rs` the images.

mod art;
mod crypt;
mod demo;
mod watchman;

use damselfly::prelude::*;
use damselfly::scene::{GroupLook, LightMap, Resolution};

pub(crate) use demo::demo;

/// Altitudes, from far to near. The group is lit. Drawings of `GLOW` are lights, and flames shine by themselves.
const FLOOR: u16 = 0;
const PEOPLE: u16 = 1;
const GLOW: u16 = 2;
const FLAMES: u16 = 3;

/// Name of the group that is lit.
const CRYPT: &str = "crypt";

fn main() -> std::process::ExitCode {
    damselfly::app::main(|| {
        let about = "WASD walks, the mouse aims the lantern, 1 to 4 change the light";
        App::from_args_with("Lights", about, &[])?
            .pixels(640, 360)
            .background(Color::BLACK)
            .sound(false)
            .demo(demo)
            .run(start)
    })
}

/// Builds the crypt, and lights it.
///
/// # Errors
/// The atlas is full.
pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    art::load(cx.assets)?;
    cx.set_group(CRYPT, FLOOR..=PEOPLE, GroupLook::default());
    cx.light_group(CRYPT, Some(night()));
    crypt::build(cx)?;
    cx.spawn_with(Object::new("Switches").spectral(), Switches { soft: true });
    let hint = "1 shadows  2 resolution  3 moon  4 lantern";
    let hint = Widget::text(hint)
        .border(false)
        .color(Color::hex(0xb8c0d8))
        .panel(Color::hex(0x101018));
    cx.hud.add(hint.at(HudAnchor::BottomCenter));
    Ok(())
}

/// Returns the light of the crypt without its lights. Walls are lit from outside, up to 9 pixels deep.
fn night() -> LightMap {
    LightMap {
        ambient: Color::rgb(36, 40, 66),
        depth: 9.0,
        sprites: Some(GLOW),
        ..LightMap::default()
    }
}

/// Changes the light by keys.
#[derive(Clone, Checksum)]
struct Switches {
    /// Whether shadows have soft edges.
    soft: bool,
}

impl Behavior for Switches {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.input.just_pressed(Key::Digit1) {
            self.soft = !self.soft;
            crypt::set_soft(self.soft, cx);
        }
        let Some(map) = cx.world.group_light_mut(CRYPT) else {
            return;
        };
        if cx.input.just_pressed(Key::Digit2) {
            map.resolution = match map.resolution {
                Resolution::Full => Resolution::Half,
                Resolution::Half => Resolution::Quarter,
                _ => Resolution::Full,
            };
        }
        if cx.input.just_pressed(Key::Digit3) {
            let moon = Color::rgb(84, 96, 132);
            map.ambient = if map.ambient == moon {
                night().ambient
            } else {
                moon
            };
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
