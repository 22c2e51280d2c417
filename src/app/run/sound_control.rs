//! The sound of a run: sends steps to the device, if the run has one, and mutes it by a key.

use core::time::Duration;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crate::app::builder::App;
#[cfg(feature = "sound")]
use crate::app::sound::live::LiveSound;
use crate::files;
use crate::input::{InputEvent, Key};
use crate::platform::{self, Instant};
use crate::time::SoundStatistics;
use crate::world::Core;

/// Name of the file with the player's setting, in the game's save folder.
const FILE: &str = "sound";

/// Content of the file while the game is muted.
const MUTED: &str = "muted\n";

/// Longest wait for a slow disk at the game's end.
const WRITE_TIME: Duration = Duration::from_secs(2);

/// The sound of a run.
#[derive(Debug)]
pub(crate) struct SoundControl {
    /// `None` in a run without a device.
    #[cfg(feature = "sound")]
    live: Option<LiveSound>,
    mute_key: Option<Key>,
    setting: MuteSetting,
    /// Threads that write the setting.
    writers: Vec<JoinHandle<()>>,
}

/// Whether the player has muted the game, and the file that keeps it. Copies share both.
#[derive(Clone, Debug, Default)]
struct MuteSetting {
    is_muted: Arc<AtomicBool>,
    /// `None` if nothing is kept. Locked while it is written.
    file: Option<Arc<Mutex<PathBuf>>>,
}

impl SoundControl {
    /// Starts the sound of a run. Without a device, only the key is handled.
    pub(crate) fn start(app: &App, has_device: bool) -> Self {
        let has_device = has_device && wants_device(app);
        let setting = match app.mute_key {
            Some(_) if has_device => MuteSetting::read(&app.name),
            _ => MuteSetting::default(),
        };
        if let (Some(key), true) = (app.mute_key, setting.is_muted()) {
            log::info!("sound is off, as in the last run: {key:?} turns it on");
        }
        #[cfg(feature = "sound")]
        let live = has_device.then(|| {
            let live = LiveSound::start(&app.name, app.rate, plays_backwards(app));
            live.set_muted(setting.is_muted());
            live
        });
        Self {
            #[cfg(feature = "sound")]
            live,
            mute_key: app.mute_key,
            setting,
            writers: Vec::new(),
        }
    }

    /// Plays the latest step. `scale` is the speed of the game's time.
    pub(crate) fn step(&mut self, core: &Core, scale: f64) {
        #[cfg(feature = "sound")]
        if let Some(live) = &mut self.live {
            live.send(core, scale);
        }
        #[cfg(not(feature = "sound"))]
        let _ = (core, scale);
    }

    /// Plays backwards up to the latest step.
    pub(crate) fn go_back(&self, core: &Core) {
        #[cfg(feature = "sound")]
        if let Some(live) = &self.live {
            live.go_back(core);
        }
        #[cfg(not(feature = "sound"))]
        let _ = core;
    }

    /// Ends running backwards.
    pub(crate) fn go_on(&self) {
        #[cfg(feature = "sound")]
        if let Some(live) = &self.live {
            live.go_on();
        }
    }

    /// Falls silent, or plays on.
    pub(crate) fn set_paused(&self, is_paused: bool) {
        #[cfg(feature = "sound")]
        if let Some(live) = &self.live {
            live.set_paused(is_paused);
        }
        #[cfg(not(feature = "sound"))]
        let _ = is_paused;
    }

    /// Handles the key that mutes the game. Returns whether the event belongs to that key, so that the game does not
    /// receive it. A text entry with the focus receives it as text.
    pub(crate) fn take(&mut self, event: &InputEvent, core: &Core) -> bool {
        let InputEvent::Key {
            key,
            pressed,
            repeat,
            ..
        } = *event
        else {
            return false;
        };
        if self.mute_key != Some(key) || core.world.hud.is_typing() {
            return false;
        }
        if pressed && !repeat {
            self.toggle();
            let is_muted = self.setting.is_muted();
            log::info!("sound is {}", if is_muted { "off" } else { "on" });
            #[cfg(feature = "sound")]
            if let Some(live) = &self.live {
                live.set_muted(is_muted);
            }
        }
        true
    }

    /// Returns measurements. All are 0 in a run without a device.
    pub(crate) fn statistics(&mut self) -> SoundStatistics {
        #[cfg(feature = "sound")]
        if let Some(live) = &mut self.live {
            return live.statistics();
        }
        SoundStatistics::default()
    }

    /// Mutes the game, or no longer. Writes the setting on another thread, because a disk may be slow.
    fn toggle(&mut self) {
        self.setting.is_muted.fetch_xor(true, Ordering::AcqRel);
        if self.setting.file.is_none() {
            return;
        }
        self.writers.retain(|writer| !writer.is_finished());
        let setting = self.setting.clone();
        let thread = std::thread::Builder::new().name("sound-setting".into());
        match thread.spawn(move || setting.write()) {
            Ok(writer) => self.writers.push(writer),
            Err(error) => log::warn!("the sound setting is not kept: no thread: {error}"),
        }
    }

    /// Fades out and closes the device, for at most 50 ms. Waits until the setting is written, for at most two seconds.
    pub(crate) fn close(&mut self) {
        #[cfg(feature = "sound")]
        {
            self.live = None;
        }
        let end = Instant::now() + WRITE_TIME;
        while !self.writers.iter().all(JoinHandle::is_finished) && Instant::now() < end {
            platform::sleep(Duration::from_millis(1));
        }
    }
}

/// Returns whether a game plays on a device, if its run has one.
fn wants_device(app: &App) -> bool {
    app.sound && !app.options.no_sound
}

/// Returns whether a game that runs backwards is heard.
#[cfg(feature = "sound")]
fn plays_backwards(app: &App) -> bool {
    app.rewind > 0 && app.rewind_sound
}

impl MuteSetting {
    /// Reads the setting of a game. A game without a file is not muted.
    fn read(game: &str) -> Self {
        let folder = files::save_folder(game)
            .inspect_err(|error| log::warn!("the sound setting is not kept: {error}"));
        let Ok(folder) = folder else {
            return Self::default();
        };
        Self::of_file(folder.join(FILE))
    }

    fn of_file(file: PathBuf) -> Self {
        let is_muted = match files::read(&file, 64) {
            Ok(content) => content.is_some_and(|content| content == MUTED.as_bytes()),
            Err(error) => {
                log::warn!("{error}");
                false
            }
        };
        Self {
            is_muted: Arc::new(is_muted.into()),
            file: Some(Arc::new(Mutex::new(file))),
        }
    }

    fn is_muted(&self) -> bool {
        self.is_muted.load(Ordering::Acquire)
    }

    /// Writes the setting as it is now.
    fn write(&self) {
        let Some(file) = &self.file else { return };
        let file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let content = if self.is_muted() { MUTED } else { "on\n" };
        if let Err(error) = files::write_atomically(&*file, content) {
            log::warn!("the sound setting is not kept: {error}");
        }
    }
}

#[cfg(test)]
mod tests;
