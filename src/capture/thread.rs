//! Writes a film on a thread, so that a slow disk or encoder does not slow down the game.
//!
//! Memory is bounded: the thread returns frames to a pool, from which new frames are taken. If the pool is empty, a
//! game that may wait (without a window) waits for a frame. Otherwise, the frame is dropped and counted.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};

use super::encoder::Encoder;
use super::error::{CaptureError, CaptureFault};
use super::film::{Film, FilmSettings};
use crate::files::{keep_abandoned, with_ending};
use crate::render::Cells;

/// Maximum memory of the pool's frames, in bytes. The pool has at least 2 frames, however large they are.
const MAX_BYTES: usize = 64 << 20;

/// A frame to be filled and sent.
#[derive(Debug, Default)]
pub(crate) struct CapturedFrame {
    /// Time of the frame, in frames from the film's start. Must increase.
    pub(crate) number: u64,
    /// Width × height words.
    pub(crate) pixels: Vec<u32>,
    /// Text of the frame, for formats that store it.
    pub(crate) cells: Cells,
}

/// A message to the thread.
enum Message {
    Frame(CapturedFrame),
    /// The next frames of sound.
    #[cfg(feature = "sound")]
    Sound(Vec<[i16; 2]>),
    /// The number that the next frame would have, and the number of dropped frames.
    End(u64, u64),
}

/// Sends frames to the thread.
#[derive(Clone, Debug)]
pub(crate) struct FrameSender(Option<Sender<Message>>);

impl FrameSender {
    /// Sends a frame to be written.
    pub(crate) fn send(&self, frame: CapturedFrame) {
        if let Some(frames) = &self.0 {
            // An error means that the film has stopped, which `is_over` reports.
            let _ = frames.send(Message::Frame(frame));
        }
    }

    /// Sends the next frames of sound to be written, at most [`MAX_SOUND_FRAMES`](super::MAX_SOUND_FRAMES).
    #[cfg(feature = "sound")]
    pub(crate) fn send_sound(&self, frames: Vec<[i16; 2]>) {
        if let Some(messages) = &self.0 {
            let _ = messages.send(Message::Sound(frames));
        }
    }
}

/// Behaviour of the game while the thread is busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WhenBusy {
    /// The game waits, so that every frame is written.
    Wait,
    /// The game continues, and frames are dropped while the pool is empty.
    Drop,
}

/// A film and the thread that writes it. If dropped before the end, a film in the engine's own format stays without an
/// end, and other films are removed.
#[derive(Debug)]
pub(crate) struct CaptureThread {
    path: PathBuf,
    when_busy: WhenBusy,
    /// `None` after the film was ended.
    frames: Option<Sender<Message>>,
    /// Frames that the thread has returned.
    pool: Receiver<CapturedFrame>,
    /// Number of frames that may still be allocated for the pool.
    to_allocate: usize,
    dropped: u64,
    thread: Option<JoinHandle<Result<(), StoppedCapture>>>,
}

/// A film that could not be completed.
#[derive(Debug)]
pub(crate) struct StoppedCapture {
    /// Number of frames written.
    pub(crate) frames: u64,
    pub(crate) error: CaptureError,
}

impl StoppedCapture {
    /// Adds the path of the recorded frames to the error, if that file exists.
    fn kept_in(mut self, kept: PathBuf) -> Self {
        if kept.is_file() {
            let fault = Box::new(self.error.fault);
            self.error.fault = CaptureFault::Kept { fault, kept };
        }
        self
    }
}

impl CaptureThread {
    /// Creates a film and starts its thread.
    ///
    /// # Errors
    /// Fails if the film cannot be created, or if the thread cannot be started.
    pub(crate) fn start(
        path: &Path,
        settings: &FilmSettings,
        when_busy: WhenBusy,
    ) -> Result<Self, CaptureError> {
        let encoder = Encoder::create(path, settings)?;
        Self::of(encoder, path, settings, when_busy)
    }

    /// Like [`CaptureThread::start`], but first writes a file in the engine's own format, at the film's path with
    /// `.dfrec` added. That file can be played after any end of the program. When the film is over, the file is
    /// exported to the film's path and removed. If the export fails, or if the disk fills up before, the file stays,
    /// and the error contains its path.
    ///
    /// # Errors
    /// Like [`CaptureThread::start`], for both files.
    pub(crate) fn start_safe(
        path: &Path,
        settings: &FilmSettings,
        when_busy: WhenBusy,
    ) -> Result<Self, CaptureError> {
        // The film is written last, but created now for a check: errors would otherwise appear only after the game.
        drop(Encoder::create(path, settings)?);
        let written = with_ending(path, ".dfrec");
        // Renames the file of a killed program, because it has the only frames of that film.
        keep_abandoned(&written).map_err(|error| CaptureFault::Io(error).at(&written))?;
        let encoder = Encoder::create(&written, settings)?;
        Self::of(encoder, path, settings, when_busy)
    }

    fn of(
        encoder: Encoder,
        path: &Path,
        settings: &FilmSettings,
        when_busy: WhenBusy,
    ) -> Result<Self, CaptureError> {
        let path = path.to_owned();
        let becomes = (encoder.path() != path).then(|| path.clone());
        let (frames, messages) = channel();
        let (done, pool) = channel();
        let builder = thread::Builder::new().name("capture".into());
        let thread = builder
            .spawn(move || match becomes {
                Some(path) => {
                    let written = encoder.path().to_owned();
                    write(encoder, Some(&path), &messages, &done, when_busy)
                        .map_err(|stopped| stopped.kept_in(written))
                }
                None => write(encoder, None, &messages, &done, when_busy),
            })
            .map_err(|error| CaptureFault::Io(error).at(&path))?;
        let [width, height] = settings.size.map(|side| side as usize);
        let bytes = width.saturating_mul(height).saturating_mul(4).max(1);
        Ok(Self {
            path,
            when_busy,
            frames: Some(frames),
            pool,
            to_allocate: (MAX_BYTES / bytes).clamp(2, 32),
            dropped: 0,
            thread: Some(thread),
        })
    }

    /// Returns a frame to be filled. Its memory may contain an older frame. `None` if the film has ended. With
    /// [`WhenBusy::Drop`] also `None` while all frames are in use: then the frame counts as dropped.
    pub(crate) fn frame(&mut self) -> Option<CapturedFrame> {
        match self.pool.try_recv() {
            Ok(frame) => return Some(frame),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => {}
        }
        if self.to_allocate > 0 {
            self.to_allocate -= 1;
            return Some(CapturedFrame::default());
        }
        match self.when_busy {
            WhenBusy::Wait => self.pool.recv().ok(),
            WhenBusy::Drop => {
                self.dropped += 1;
                None
            }
        }
    }

    /// Counts a frame as dropped.
    pub(crate) fn drop_frame(&mut self) {
        self.dropped += 1;
    }

    /// Returns a sender of frames. All frames must be sent before the film ends.
    pub(crate) fn sender(&self) -> FrameSender {
        FrameSender(self.frames.clone())
    }

    /// Ends the film without waiting. `end` is the number that the next frame would have.
    pub(crate) fn end(&mut self, end: u64) {
        if let Some(frames) = self.frames.take() {
            let _ = frames.send(Message::End(end, self.dropped));
        }
    }

    /// Returns whether the film has ended or failed.
    pub(crate) fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits until everything is written, and returns the number of dropped frames. Call it after
    /// [`CaptureThread::end`].
    ///
    /// # Errors
    /// Fails if the film could not be written completely.
    pub(crate) fn join(mut self) -> Result<u64, StoppedCapture> {
        self.frames = None;
        let panicked = || StoppedCapture {
            frames: 0,
            error: CaptureFault::Encoding("the encoder panicked".into()).at(&self.path),
        };
        let ended = self.thread.take().map(JoinHandle::join);
        ended.map_or(Ok(()), |ended| ended.unwrap_or_else(|_| Err(panicked())))?;
        Ok(self.dropped)
    }

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for CaptureThread {
    fn drop(&mut self) {
        self.frames = None;
        // Waits until the thread has closed the film, which removes it in all formats but the engine's own.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Writes the frames that arrive until the end of the film or the first error. If all senders are dropped before, the
/// film is abandoned. A finished film is exported to the path `becomes`, if there is one.
fn write(
    mut encoder: Encoder,
    becomes: Option<&Path>,
    messages: &Receiver<Message>,
    done: &Sender<CapturedFrame>,
    when_busy: WhenBusy,
) -> Result<(), StoppedCapture> {
    let mut next = None;
    let mut frames = 0;
    while let Some(message) = next.take().or_else(|| messages.recv().ok()) {
        next = messages.try_recv().ok();
        // If another frame waits already, this one is compressed quickly: a larger file is better than missing frames.
        let is_late = matches!(next, Some(Message::Frame(_)));
        encoder.hurry(is_late && when_busy == WhenBusy::Drop);
        let written = match message {
            Message::Frame(frame) => {
                let CapturedFrame {
                    number,
                    pixels,
                    cells,
                } = &frame;
                let written = encoder.push(*number, pixels, cells);
                let _ = done.send(frame);
                frames += u64::from(written.is_ok());
                written
            }
            #[cfg(feature = "sound")]
            Message::Sound(sound) => encoder.push_sound(&sound),
            Message::End(..) if frames == 0 && encoder.is_film() => {
                // A film without a frame cannot be opened.
                log::warn!(
                    "{}: no frame was recorded",
                    becomes.unwrap_or(encoder.path()).display()
                );
                encoder.discard();
                return Ok(());
            }
            Message::End(end, dropped) => {
                let written = encoder.path().to_owned();
                let finished = encoder.finish(end, dropped);
                let done = match becomes {
                    Some(path) => finished.and_then(|()| convert(&written, path)),
                    None => finished,
                };
                return done.map_err(|error| StoppedCapture { frames, error });
            }
        };
        written.map_err(|error| StoppedCapture { frames, error })?;
    }
    Ok(())
}

/// Exports the finished film at `written` to `path`, then removes `written`.
fn convert(written: &Path, path: &Path) -> Result<(), CaptureError> {
    let opened = Film::open(written).map_err(|error| CaptureFault::Film(error).at(path));
    opened.and_then(|mut film| film.export(path))?;
    // Errors are ignored: a file that cannot be removed stays.
    std::fs::remove_file(written).ok();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Scratch;

    fn settings() -> FilmSettings {
        FilmSettings {
            game: "A test".into(),
            size: [64, 64],
            rate: 10.0,
        }
    }

    /// Returns a frame that compresses badly.
    fn filled(mut frame: CapturedFrame, number: u64) -> CapturedFrame {
        let mut random = crate::base::random::Random::new(number);
        frame.number = number;
        frame.pixels.clear();
        frame
            .pixels
            .extend((0..64 * 64).map(|_| random.range(0..u32::MAX)));
        frame
    }

    #[test]
    fn a_waiting_game_writes_every_frame_in_any_format() {
        let folder = Scratch::new("thread");
        for name in ["a.gif", "a.apng", "a.dfrec", "a.raw"] {
            let path = folder.path(name);
            let mut film = CaptureThread::start(&path, &settings(), WhenBusy::Wait).unwrap();
            for number in 0..100 {
                let frame = film.frame().unwrap();
                film.sender().send(filled(frame, number));
            }
            film.end(100);
            assert_eq!(film.join().unwrap(), 0);
            assert!(path.is_file(), "{name}");
        }
        let film = Film::open(folder.path("a.dfrec")).unwrap();
        assert_eq!(film.len(), 100);
        assert!(film.is_complete());
        let raw = std::fs::metadata(folder.path("a.raw")).unwrap();
        assert_eq!(raw.len(), 100 * 64 * 64 * 4);
    }

    /// The film goes to a pipe, whose reader reads nothing until the film has ended.
    #[cfg(unix)]
    #[test]
    fn dropped_frames_are_counted_and_memory_is_bounded() {
        use std::io::Read;

        let folder = Scratch::new("slow");
        let pipe = folder.pipe("a.raw");
        let reader = {
            let pipe = pipe.clone();
            thread::spawn(move || std::fs::File::open(pipe).unwrap())
        };
        let mut film = CaptureThread::start(&pipe, &settings(), WhenBusy::Drop).unwrap();
        let mut reader = reader.join().unwrap();
        let mut sent = Vec::new();
        for number in 0..500 {
            if let Some(frame) = film.frame() {
                film.sender().send(filled(frame, number));
                sent.push(number);
            }
        }
        // Some frames fit into the buffer of the system's pipe, and others into the pool.
        assert!((32..50).contains(&sent.len()), "{}", sent.len());
        film.end(500);
        assert!(!film.is_over());
        let counted = thread::spawn(move || film.join().unwrap());
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).unwrap();
        assert_eq!(counted.join().unwrap(), 500 - sent.len() as u64);
        // Each frame is shown until the next one that was not dropped.
        assert_eq!(bytes.len(), 500 * 64 * 64 * 4);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_ends_the_film_and_reports_the_frame() {
        for when_busy in [WhenBusy::Wait, WhenBusy::Drop] {
            let folder = Scratch::new("disk");
            let path = folder.path("a.raw");
            std::os::unix::fs::symlink("/dev/full", &path).unwrap();
            let mut film = CaptureThread::start(&path, &settings(), when_busy).unwrap();
            let mut number = 0;
            while !film.is_over() {
                if let Some(frame) = film.frame() {
                    film.sender().send(filled(frame, number));
                    number += 1;
                }
            }
            assert!(film.frame().is_none_or(|frame| frame.number < number));
            film.end(number);
            let stopped = film.join().unwrap_err();
            assert_eq!(stopped.frames, 0);
            assert!(
                stopped.error.to_string().contains("No space left"),
                "{}",
                stopped.error
            );
        }
    }

    #[test]
    fn a_film_without_frames_is_removed_and_the_older_one_stays() {
        let folder = Scratch::new("no-frame");
        let path = folder.path("a.dfrec");
        let film = |frames| {
            let mut film = CaptureThread::start(&path, &settings(), WhenBusy::Drop).unwrap();
            for number in 0..frames {
                let frame = film.frame().unwrap();
                film.sender().send(filled(frame, number));
            }
            film.end(frames);
            film.join().unwrap();
        };
        film(0);
        assert_eq!(folder.names(), [""; 0]);
        film(1);
        film(0);
        assert_eq!(folder.names(), ["a.dfrec"]);
        assert_eq!(Film::open(&path).unwrap().len(), 1);
    }

    #[test]
    fn a_safe_film_has_the_engines_own_format_until_it_is_over() {
        let folder = Scratch::new("safe");
        for (name, frames) in [("a.gif", 9), ("a.apng", 1), ("a.raw", 9), ("a.gif", 0)] {
            let path = folder.path(name);
            let settings = settings();
            let mut film = CaptureThread::start_safe(&path, &settings, WhenBusy::Wait).unwrap();
            assert_eq!(film.path(), path);
            for number in 0..frames {
                let frame = film.frame().unwrap();
                film.sender().send(filled(frame, number));
            }
            let safe = format!("{name}.dfrec");
            assert_eq!(folder.names(), [&*safe]);
            film.end(frames);
            assert_eq!(film.join().unwrap(), 0);
            if frames == 0 {
                assert_eq!(folder.names(), [""; 0]);
                continue;
            }
            assert_eq!(folder.names(), [name]);
            let direct = folder
                .path("direct")
                .with_extension(path.extension().unwrap());
            let mut film = CaptureThread::start(&direct, &settings, WhenBusy::Wait).unwrap();
            for number in 0..frames {
                let frame = film.frame().unwrap();
                film.sender().send(filled(frame, number));
            }
            film.end(frames);
            film.join().unwrap();
            assert!(std::fs::read(&path).unwrap() == std::fs::read(&direct).unwrap());
            std::fs::remove_file(path).unwrap();
            std::fs::remove_file(direct).unwrap();
        }
        // Errors of the target file are reported at once.
        let missing = folder.path("missing/a.gif");
        assert!(CaptureThread::start_safe(&missing, &settings(), WhenBusy::Wait).is_err());
        // The film of a killed program is renamed and kept, even if the next film has no frames.
        std::fs::write(folder.path("c.gif.dfrec"), "a film").unwrap();
        let mut film =
            CaptureThread::start_safe(&folder.path("c.gif"), &settings(), WhenBusy::Wait);
        film.as_mut().unwrap().end(0);
        film.unwrap().join().unwrap();
        assert_eq!(folder.names(), ["c.gif.dfrec-1"]);
        assert_eq!(
            std::fs::read(folder.path("c.gif.dfrec-1")).unwrap(),
            b"a film"
        );
        // If the export fails, nothing is lost.
        let path = folder.path("b.gif");
        let mut film = CaptureThread::start_safe(&path, &settings(), WhenBusy::Wait).unwrap();
        let frame = film.frame().unwrap();
        film.sender().send(filled(frame, 0));
        std::fs::create_dir(&path).unwrap();
        film.end(1);
        let stopped = film.join().unwrap_err();
        let kept = folder.path("b.gif.dfrec");
        let names_it = format!("; the recorded frames are in {}", kept.display());
        assert!(
            stopped.error.to_string().ends_with(&names_it),
            "{}",
            stopped.error
        );
        assert_eq!(Film::open(kept).unwrap().len(), 1);
    }

    #[test]
    fn an_abandoned_film_only_stays_if_it_can_be_played() {
        let folder = Scratch::new("given-up");
        for name in ["a.gif", "a.apng", "a.dfrec"] {
            let mut film =
                CaptureThread::start(&folder.path(name), &settings(), WhenBusy::Wait).unwrap();
            let frame = film.frame().unwrap();
            film.sender().send(filled(frame, 0));
            drop(film);
        }
        assert_eq!(folder.names(), ["a.dfrec"]);
        let film = Film::open(folder.path("a.dfrec")).unwrap();
        assert!(!film.is_complete());
    }
}
