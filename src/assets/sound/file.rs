//! Sound files as sources of clips: short ones are decoded at once, long ones while they play.

use std::fs::File;
use std::sync::{Arc, Mutex};

use xxhash_rust::xxh64::xxh64;

use super::data::{ClipData, ClipFrames, StreamReader, StreamSource, Streamed};
use super::decode::{SoundFile, SoundFileError};
use super::source::ClipSource;
use super::stream::FileReader;
use crate::base::logging::LogOnce;

/// Files that are longer are decoded while they play, in seconds.
const STREAMED_FROM: u64 = 10;

impl ClipSource {
    /// Reads a file. `name` is for error messages. The bytes of a long one are freed if it was `opened`.
    pub(in crate::assets) fn of_file(
        name: &str,
        bytes: Vec<u8>,
        opened: Option<File>,
    ) -> Result<Self, SoundFileError> {
        let sum = xxh64(&bytes, 0);
        let mut file = SoundFile::open(name, bytes)?;
        let (rate, frames) = (file.rate(), file.length());
        let source = if frames > STREAMED_FROM * u64::from(rate) {
            if let Some(opened) = opened {
                file.read_from(opened);
            }
            ClipFrames::Stream(Streamed::new(FileStream(Arc::new(file)), frames))
        } else {
            let samples = file.decode()?.into();
            match file.channels() {
                1 => ClipFrames::Mono(samples),
                _ => ClipFrames::Stereo(samples),
            }
        };
        let data = ClipData {
            rate,
            frames,
            source,
        };
        Ok(Self {
            data: Ok(data),
            sum,
        })
    }
}

/// A file that is decoded while it plays.
#[derive(Debug)]
pub(super) struct FileStream(pub(super) Arc<SoundFile>);

impl StreamSource for FileStream {
    fn open(&self) -> Box<dyn StreamReader> {
        Box::new(FileReader::new(Arc::clone(&self.0)))
    }
}

impl StreamReader for FileReader {
    fn read(&mut self, first_frame: u64, into: &mut [[f32; 2]]) {
        // PCM and FLAC were checked when the file was opened. Packets of Vorbis and MP3 were only listed, so that a
        // damaged one is found here.
        static LOGGED: Mutex<LogOnce> = Mutex::new(LogOnce::new());
        if let Err(error) = self.read_frames(first_frame, into) {
            let message = error.to_string();
            let logged = LOGGED.lock();
            let mut logged = logged.unwrap_or_else(std::sync::PoisonError::into_inner);
            if logged.is_new(&message) {
                log::error!("{message}; it is silent there");
            }
        }
    }
}
