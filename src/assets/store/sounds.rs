//! The store's sounds: adding, looking up, and unloading.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::error::AssetError;
use super::super::path::open_capped;
use super::super::sound::{Clip, ClipData, ClipId, ClipSource};
use super::Assets;
use crate::base::nearest::nearest;

/// Maximum size of a sound file in bytes: 256 MiB.
pub const MAX_SOUND_FILE_BYTES: u64 = 256 << 20;

/// Why a sound is not played that neither the store nor a job has. A similar label is suggested then.
pub(crate) const UNKNOWN_CLIP: &str = "no sound is labelled so";

/// Reads the bytes of a file. If it is long, they are read again from `opened` while it plays.
#[cfg(feature = "sound")]
pub(in crate::assets) fn sound_file(
    name: &str,
    bytes: Vec<u8>,
    opened: Option<File>,
) -> Result<ClipSource, AssetError> {
    ClipSource::of_file(name, bytes, opened).map_err(AssetError::SoundFile)
}

/// Refuses the file, because nothing decodes it.
#[cfg(not(feature = "sound"))]
pub(in crate::assets) fn sound_file(
    name: &str,
    _: Vec<u8>,
    _: Option<File>,
) -> Result<ClipSource, AssetError> {
    Err(AssetError::Sound {
        file: name.to_owned(),
        what: "loading sound files needs the feature `sound` of damselfly".to_owned(),
    })
}

/// A clip, its number of uses, and its samples.
#[derive(Debug)]
pub(super) struct ClipEntry {
    clip: Clip,
    /// Number of loads minus unloads.
    uses: u32,
    /// Path below the root, if there is a file to read again.
    path: Option<PathBuf>,
    /// Checksum of the content.
    sum: u64,
    /// The samples. `None` while it is unloaded.
    data: Option<Arc<ClipData>>,
}

impl Assets {
    /// Adds a sound from the program: a [`Synth`](crate::sound::Synth), a [`Tune`](crate::sound::Tune), or samples.
    /// Adding the same again adds one use of the clip. An unloaded clip may be added again with other samples of the
    /// same length.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::sound::Synth;
    ///
    /// # let mut assets = Assets::new(Default::default());
    /// let laser = assets.add_sound("laser", Synth::laser(1))?;
    /// assert_eq!(assets.find_clip("laser"), Some(laser));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// The label is empty, another clip has it, or the source is not valid. The message names the reason.
    pub fn add_sound(
        &mut self,
        label: &str,
        source: impl Into<ClipSource>,
    ) -> Result<ClipId, AssetError> {
        self.insert_own_clip(label, label, None, source.into())
    }

    /// Loads a sound from a file below the root: WAV, Ogg Vorbis, FLAC, or with the feature `mp3` MP3. A file of more than
    /// ten seconds stays open, and is read and decoded while it plays: it must not change meanwhile. Loading the same
    /// file under the same label again adds one use of the clip and returns the same id; see [`Assets::unload_sound`].
    ///
    /// # Errors
    /// Another clip has the label, the file cannot be read, is not a sound or is damaged, or the engine is built without
    /// the feature `sound`.
    pub fn load_sound(
        &mut self,
        label: &str,
        path: impl AsRef<Path>,
    ) -> Result<ClipId, AssetError> {
        let path = path.as_ref();
        let (bytes, opened) = open_capped(&self.root, path, MAX_SOUND_FILE_BYTES)?;
        let file = path.display().to_string();
        let source = sound_file(&file, bytes, Some(opened))?;
        self.insert_own_clip(label, &file, Some(path.to_path_buf()), source)
    }

    /// Adds a sound from the bytes of a file, for files that are embedded with `include_bytes!`. `file` names them in
    /// errors. Reads the formats of [`Assets::load_sound`]. A long sound stays compressed in memory. Adding the same again
    /// adds one use of the clip.
    ///
    /// # Errors
    /// Like [`Assets::load_sound`].
    pub fn add_sound_file(
        &mut self,
        label: &str,
        file: &str,
        bytes: &[u8],
    ) -> Result<ClipId, AssetError> {
        let source = sound_file(file, bytes.to_vec(), None)?;
        self.insert_own_clip(label, file, None, source)
    }

    /// Like [`Self::insert_clip`], for a clip that no job adds: every world knows it from now on.
    fn insert_own_clip(
        &mut self,
        label: &str,
        file: &str,
        path: Option<PathBuf>,
        source: ClipSource,
    ) -> Result<ClipId, AssetError> {
        let id = self.insert_clip(label, file, path, source)?;
        self.clips[id.index()].clip.by_job = false;
        Ok(id)
    }

    /// Adds a clip, or counts one more use if it exists. `file` names the source in errors.
    pub(in crate::assets) fn insert_clip(
        &mut self,
        label: &str,
        file: &str,
        path: Option<PathBuf>,
        source: ClipSource,
    ) -> Result<ClipId, AssetError> {
        let error = |what: String| AssetError::Sound {
            file: file.to_owned(),
            what,
        };
        let data = source.data.map_err(error)?;
        if label.is_empty() {
            return Err(error(
                "the sound's label is empty: give it a name".to_owned(),
            ));
        }
        let Some(id) = self.find_clip(label) else {
            let id = ClipId(u32::try_from(self.clips.len()).unwrap_or(u32::MAX));
            self.clip_labels.insert(label.to_owned(), id);
            let clip = Clip {
                label: label.into(),
                length: data.length_q16(),
                rate: data.rate,
                channels: data.channels(),
                max_voices: Clip::MAX_VOICES,
                by_job: false,
            };
            self.clips.push(ClipEntry {
                clip,
                uses: 1,
                path,
                sum: source.sum,
                data: Some(Arc::new(data)),
            });
            return Ok(id);
        };
        let entry = &mut self.clips[id.index()];
        let same_file = entry.path.is_some() && entry.path == path;
        if entry.uses > 0 && entry.sum != source.sum && !same_file {
            return Err(error(format!(
                "another sound is labelled `{label}`: choose another label, or share that sound"
            )));
        }
        if entry.uses == 0 {
            // A length is part of the state of all steps that have played the sound.
            if entry.clip.length != data.length_q16() {
                return Err(error(format!(
                    "sound `{label}`: its length has changed: choose another label"
                )));
            }
            (entry.clip.rate, entry.clip.channels) = (data.rate, data.channels());
            (entry.sum, entry.data) = (source.sum, Some(Arc::new(data)));
        }
        entry.path = entry.path.take().or(path);
        entry.uses = entry.uses.saturating_add(1);
        Ok(id)
    }

    /// Returns the clip with this id, loaded or unloaded. `None` if the store does not have it.
    pub fn clip(&self, id: ClipId) -> Option<&Clip> {
        self.clips.get(id.index()).map(|entry| &entry.clip)
    }

    /// Returns the clip with this label, loaded or unloaded. Returns `None` without logging if there is none.
    pub fn find_clip(&self, label: &str) -> Option<ClipId> {
        self.clip_labels.get(label).copied()
    }

    /// Returns all clips in the order of adding.
    pub fn clips(&self) -> impl Iterator<Item = (ClipId, &Clip)> {
        (0..)
            .map(ClipId)
            .zip(self.clips.iter().map(|entry| &entry.clip))
    }

    /// Sets how often a clip can be heard at the same time, at least 1. Once more of it are played, the oldest one ends.
    /// Defaults to [`Clip::MAX_VOICES`]. Set it before the clip is played: steps that are taken again use the new number.
    pub fn set_max_voices(&mut self, id: ClipId, voices: u8) {
        if let Some(entry) = self.clips.get_mut(id.index()) {
            entry.clip.max_voices = voices.max(1);
        }
    }

    /// Returns the number of loads minus unloads of a clip: 0 for an unloaded one and for an id that the store does not
    /// have.
    pub fn sound_uses(&self, id: ClipId) -> u32 {
        self.clips.get(id.index()).map_or(0, |entry| entry.uses)
    }

    /// Removes one use of a clip, and returns the number of uses left. The last one drops its samples. Its id and its
    /// length stay: playing it is silent then, and steps have the same results.
    pub fn unload_sound(&mut self, id: ClipId) -> u32 {
        let Some(entry) = self.clips.get_mut(id.index()) else {
            return 0;
        };
        entry.uses = entry.uses.saturating_sub(1);
        if entry.uses == 0 {
            entry.data = None;
        }
        entry.uses
    }

    /// Returns the samples of a clip. `None` while it is unloaded.
    pub(crate) fn clip_data(&self, id: ClipId) -> Option<&Arc<ClipData>> {
        self.clips.get(id.index())?.data.as_ref()
    }

    /// Records that a job has added a clip.
    pub(crate) fn set_clip_by_job(&mut self, id: ClipId) {
        if let Some(entry) = self.clips.get_mut(id.index()) {
            entry.clip.by_job = true;
        }
    }

    /// Logs that a clip is not heard, once for each label and reason.
    pub(crate) fn log_silent_clip(&self, label: &str, reason: &str) {
        // A panic while logging poisons the lock, but the labels are still valid.
        let silent = self.silent_clips.lock();
        let mut silent = silent.unwrap_or_else(std::sync::PoisonError::into_inner);
        if !silent.is_new_formatted(format_args!("{label}: {reason}")) {
            return;
        }
        let labels = self.clip_labels.keys().map(String::as_str);
        let hint = match nearest(label, labels).filter(|_| reason == UNKNOWN_CLIP) {
            Some(near) => format!(": is `{near}` meant?"),
            None => String::new(),
        };
        log::error!("sound `{label}` is not played: {reason}{hint}");
    }
}
