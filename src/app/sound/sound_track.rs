//! Writes the sound track of a run to a WAV file (`--sound`).

use std::io;
use std::path::{Path, PathBuf};

use super::track::{TrackSink, WavWriter};
use super::track_thread::TrackThread;
use crate::capture::{CaptureError, CaptureFault};
use crate::error::Error;
use crate::files::PartFile;
use crate::time::StepRate;
use crate::world::Core;

/// The sound track of a run. If dropped before [`SoundTrack::finish`], the file stays if it has sound.
#[derive(Debug)]
pub(crate) struct SoundTrack {
    path: PathBuf,
    thread: TrackThread,
}

impl SoundTrack {
    /// Creates the file. An existing file is replaced at the end. `waits` makes the run wait for the mixer.
    ///
    /// # Errors
    /// The file cannot be created, or the thread cannot be started.
    pub(crate) fn start(path: &Path, rate: StepRate, waits: bool) -> Result<Self, Error> {
        let name = path.display().to_string();
        let failed = move |error: &io::Error| {
            // Without a window, the run returns the error. A game in a window logs it, because it may run for long.
            if !waits {
                log::error!("the sound track {name} ends: {error}");
            }
        };
        let file = TrackFile::create(path);
        let thread = file.and_then(|file| TrackThread::start(rate, file, waits, failed));
        Ok(Self {
            path: path.to_owned(),
            thread: thread.map_err(|error| at(path, error))?,
        })
    }

    /// Adds the latest step. The next one will be `dt` nominal steps long, and `shown_for` in the track.
    pub(crate) fn add(&mut self, core: &Core, dt: f32, shown_for: f32) {
        self.thread.add(core, dt, shown_for);
    }

    /// Completes the file.
    ///
    /// # Errors
    /// The file cannot be written, now or earlier. It is readable up to the last full second, and an older file of its
    /// name is unchanged.
    pub(crate) fn finish(mut self) -> Result<(), Error> {
        let finished = self.thread.finish();
        finished.map_err(|error| at(&self.path, error))
    }
}

fn at(path: &Path, error: io::Error) -> Error {
    Error::Capture(CaptureError {
        path: path.to_owned(),
        fault: CaptureFault::Io(error),
    })
}

/// A WAV file that replaces an older one at its end.
struct TrackFile {
    wav: WavWriter,
    part: PartFile,
    has_sound: bool,
}

impl TrackFile {
    fn create(path: &Path) -> io::Result<Self> {
        let (file, part) = PartFile::create(path)?;
        let wav = WavWriter::new(file).inspect_err(|_| part.remove())?;
        Ok(Self {
            wav,
            part,
            has_sound: false,
        })
    }
}

impl TrackSink for TrackFile {
    fn write(&mut self, frames: &[[i16; 2]]) -> io::Result<()> {
        self.has_sound = true;
        let written = self.wav.write(frames);
        written.map_err(|error| self.part.named_in(error))
    }

    fn can_be_cut(&self) -> bool {
        self.wav.can_be_cut()
    }

    fn cut(&mut self, frames: u64) -> io::Result<()> {
        self.wav.cut(frames)
    }

    fn end(&mut self, is_complete: bool) -> io::Result<()> {
        if !is_complete && !self.has_sound {
            self.part.remove();
            return Ok(());
        }
        self.wav.finish()?;
        if is_complete {
            self.part.replace(self.wav.file())?;
        }
        Ok(())
    }
}
