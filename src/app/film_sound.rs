//! The sound of a film as a clip, which is read from the film's file while it plays.

use std::sync::{Mutex, PoisonError};

use xxhash_rust::xxh64::xxh64;

use crate::assets::{ClipSource, SOUND_RATE, StreamReader, StreamSource};
use crate::base::logging::LogOnce;
use crate::capture::FilmSound;

impl From<FilmSound> for ClipSource {
    /// Returns a clip of the sound. Where the film's file cannot be read any more, the clip is silent, and the log names
    /// the reason.
    fn from(sound: FilmSound) -> Self {
        let path = sound.path().as_os_str().as_encoded_bytes();
        let sum = xxh64(path, u64::from(sound.is_reversed()));
        Self::streamed(SOUND_RATE, sound.len(), sum, FilmStream(sound))
    }
}

/// Opens readers of a film's sound.
#[derive(Debug)]
struct FilmStream(FilmSound);

impl StreamSource for FilmStream {
    fn open(&self) -> Box<dyn StreamReader> {
        Box::new(FilmReader {
            sound: self.0.clone(),
            samples: Vec::new(),
        })
    }
}

/// Reads a film's sound for a voice.
struct FilmReader {
    sound: FilmSound,
    samples: Vec<[i16; 2]>,
}

impl StreamReader for FilmReader {
    fn read(&mut self, first_frame: u64, into: &mut [[f32; 2]]) {
        static LOGGED: Mutex<LogOnce> = Mutex::new(LogOnce::new());
        self.samples.resize(into.len(), [0; 2]);
        if let Err(error) = self.sound.read(first_frame, &mut self.samples) {
            let message = error.to_string();
            let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
            if logged.is_new(&message) {
                log::error!("{message}; the sound is silent there");
            }
        }
        for (frame, samples) in into.iter_mut().zip(&self.samples) {
            *frame = samples.map(|sample| f32::from(sample) / 32_767.0);
        }
    }
}
