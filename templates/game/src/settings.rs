//! The player's settings, in a file that players can edit.

use std::time::Duration;

use damselfly::log;
use damselfly::prelude::*;
use damselfly::saves::{from_toml, to_toml};
use damselfly::serde::{Deserialize, Serialize};
use damselfly::sound::Bus;
use damselfly::world::WindowRequest;

/// The file, in the game's folder of saved files.
pub const FILE: &str = "settings.toml";

/// The settings. A key that is missing in the file has its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Checksum)]
#[serde(crate = "damselfly::serde", default)]
pub struct Settings {
    /// Volume from 0 to 10.
    pub volume: u8,
    pub full_screen: bool,
    /// Most coins of one game.
    pub best: i64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            volume: 8,
            full_screen: false,
            best: 0,
        }
    }
}

impl Resource for Settings {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

impl Settings {
    /// Applies the settings to sound and window.
    pub fn apply(&self, cx: &mut Context<'_>) {
        let decibels = match self.volume {
            0 => -60.0,
            volume => 3.0 * (f32::from(volume) - 10.0),
        };
        cx.buses.set_volume(Bus::MAIN, decibels, Duration::ZERO);
        cx.change_window(WindowRequest::FullScreen(self.full_screen));
    }

    /// Writes the file.
    pub fn save(&self, cx: &mut Context<'_>) {
        match to_toml(FILE, self) {
            Ok(text) => cx.files.write(FILE, text),
            Err(error) => log::warn!("{error}"),
        }
    }
}

/// Returns the settings of the file, once it has been read. A file with a mistake counts as missing.
pub fn just_read(cx: &Context<'_>) -> Option<Settings> {
    let text = cx.files.just_read_text(FILE)?;
    from_toml(FILE, text)
        .inspect_err(|error| log::warn!("{error}"))
        .ok()
}
