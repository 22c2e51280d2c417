//! Changed shaders are read again while a game runs.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::assets::Assets;
use crate::assets::shader::CustomKind;

/// Step in which the game changes its shader.
const CHANGE: u64 = 3;
/// Last step: ten seconds after the start, if the run is in real time.
const LAST: u64 = 600;

/// A game that changes the file of its own material, and ends when it has been read again.
struct Editing {
    folder: PathBuf,
    text: &'static str,
    /// Version of the first shader.
    first: u64,
    /// Step in which another version was there.
    changed: Option<u64>,
}

fn version(assets: &Assets) -> u64 {
    assets.frames().shaders().all(CustomKind::Material)[0].version
}

impl Game for Editing {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.assets.load_material("edited.wgsl")?;
        self.first = version(cx.assets);
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.time.number == CHANGE {
            fs::write(self.folder.join("edited.wgsl"), self.text).unwrap();
        }
        if version(cx.assets) != self.first {
            self.changed.get_or_insert(cx.time.number);
        }
        if self.changed.is_some() || cx.time.number == LAST {
            cx.stop();
        }
    }
}

const PLAIN: &str = "fn material(sprite: SpriteTexel) -> vec4<f32> { return sprite.color; }";
const WHITE: &str = "fn material(sprite: SpriteTexel) -> vec4<f32> { return vec4(1.0); }";

/// Plays a game that changes its shader to this text. Returns the step in which it was read again.
fn edited(name: &str, text: &'static str, play: fn(&Path, &mut Editing)) -> Option<u64> {
    let folder = format!("damselfly-edited-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("edited.wgsl"), PLAIN).unwrap();
    let mut game = Editing {
        folder: folder.clone(),
        text,
        first: 0,
        changed: None,
    };
    play(&folder, &mut game);
    fs::remove_dir_all(&folder).unwrap();
    game.changed
}

fn in_real_time(folder: &Path, game: &mut Editing) {
    play_app(&live_app().asset_root(folder), game);
}

fn on_a_simulated_clock(folder: &Path, game: &mut Editing) {
    let app = live_app().asset_root(folder).frames_per_step(1);
    play_app(&app, game);
}

#[test]
fn a_running_game_reads_a_changed_shader_within_seconds() {
    let step = edited("live", WHITE, in_real_time);
    assert_eq!(step.is_some(), cfg!(debug_assertions), "{step:?}");
}

#[test]
fn a_game_on_a_simulated_clock_keeps_its_shaders() {
    assert_eq!(edited("simulated", WHITE, on_a_simulated_clock), None);
}
