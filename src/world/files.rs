//! File requests of a game, and their results, which are input of a later step.

use core::fmt;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;

use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::world::events::event::Event;

/// The files of a game: its saved games and settings. They belong to a world ([`World::files`](super::World::files)),
/// and a game uses them as `cx.files`.
///
/// Nothing is read or written during a step. The result of a request arrives in the next step as [`FileRead`] or
/// [`FileWritten`], sent to all. It is input: a recording includes the bytes that were read, so that a replay needs no
/// file, and writes none. Files are accessed between two steps, on the game's thread: a large file on a slow disk
/// delays the next step.
///
/// The files are in the game's own folder, see [`save_folder`](crate::files::save_folder). A demonstration, a run
/// without a window and a [`Harness`](crate::app::Harness) have files in memory instead, which start empty and are
/// dropped at the end.
///
/// ```
/// # use damselfly::prelude::*;
/// use damselfly::world::FileRead;
///
/// #[derive(Clone)]
/// struct Best(u32);
///
/// impl Behavior for Best {
///     fn subscriptions(&self) -> EventTypes {
///         EventTypes::of::<FileRead>()
///     }
///
///     fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
///         if let Some(text) = event.get::<FileRead>().and_then(|file| file.text_of("best.txt")) {
///             self.0 = text.trim().parse().unwrap_or(0);
///             cx.files.write("best.txt", (self.0 + 1).to_string());
///         }
///     }
/// }
/// # let app = App::new("Docs", Default::default()).cells(80, 24);
/// # let mut game = damselfly::app::Harness::start(app, |cx| {
/// cx.files.read("best.txt");
/// # cx.spawn_with(Object::default(), Best(0));
/// # Ok(())
/// # })?;
/// # game.put_file("best.txt", "41");
/// # game.step();
/// # assert_eq!(game.file("best.txt"), Some(&b"42"[..]));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameFiles {
    /// Number of requests, which is the number of the latest.
    requested: u64,
    /// Requests without a result, in the order of their numbers.
    waiting: VecDeque<FileRequest>,
    /// Results that arrived in this step.
    arrived: Vec<Event>,
}

/// A file request. The program that steps a core carries it out between two steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRequest {
    /// Its number, counted from 1.
    pub number: u64,
    /// The file's name in the game's folder.
    pub name: Cow<'static, str>,
    /// The bytes to write; `None` to read.
    pub bytes: Option<Arc<[u8]>>,
}

/// The result of a request: input of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileUpdate {
    /// The [number](FileRequest::number) of the request.
    pub request: u64,
    /// The outcome of the request.
    pub outcome: FileOutcome,
}

/// The outcome of a file request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileOutcome {
    /// The file was read: its bytes.
    Read(Arc<[u8]>),
    /// There is no file with this name.
    Missing,
    /// The file was written.
    Written,
    /// The file could not be read or written.
    Failed(FileFailure),
}

/// A message that explains why a file of the game could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFailure {
    /// The reason, with the file's path.
    pub message: Arc<str>,
}

impl FileFailure {
    /// Returns a failure with this message.
    pub fn new(message: impl fmt::Display) -> Self {
        Self {
            message: message.to_string().into(),
        }
    }
}

impl fmt::Display for FileFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for FileFailure {}

/// A file requested with [`GameFiles::read`] was read, or could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRead {
    /// The file's name.
    pub name: Cow<'static, str>,
    /// Its bytes; `None` without such a file, for example before a game is saved for the first time. An error if the
    /// file could not be read.
    pub bytes: Result<Option<Arc<[u8]>>, FileFailure>,
}

impl FileRead {
    /// Returns the text of the file, if it has this name, could be read, and is UTF-8.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        let bytes = self.bytes.as_ref().ok()?.as_deref()?;
        (self.name == name)
            .then(|| core::str::from_utf8(bytes).ok())
            .flatten()
    }
}

/// A file requested with [`GameFiles::write`] was written, or could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileWritten {
    /// The file's name.
    pub name: Cow<'static, str>,
    /// Whether it was written. After a failure, a previous file is unchanged.
    pub result: Result<(), FileFailure>,
}

impl GameFiles {
    /// Requests to read a file of at most [16 MiB](crate::files::MAX_FILE_BYTES) of the game's folder. [`FileRead`] is
    /// sent to all in the next step.
    pub fn read(&mut self, name: impl Into<Cow<'static, str>>) {
        self.request(name.into(), None);
    }

    /// Requests to write a file of at most [16 MiB](crate::files::MAX_FILE_BYTES) to the game's folder. It replaces an
    /// existing file as a whole or not at all. [`FileWritten`] is sent to all in the next step.
    pub fn write(&mut self, name: impl Into<Cow<'static, str>>, bytes: impl AsRef<[u8]>) {
        self.request(name.into(), Some(bytes.as_ref().into()));
    }

    /// Returns the result of reading the file of this name, if it has arrived in this step: for games that poll instead
    /// of handling [`FileRead`].
    pub fn just_read(&self, name: &str) -> Option<&FileRead> {
        let mut reads = self.arrived.iter().filter_map(Event::get::<FileRead>);
        reads.find(|read| read.name == name)
    }

    /// Returns the text of the file of this name, if it has arrived in this step, could be read, and is UTF-8.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// #[derive(Clone)]
    /// struct Rules {
    ///     best: i64,
    /// }
    ///
    /// impl Behavior for Rules {
    ///     fn step(&mut self, cx: &mut Context<'_>) {
    ///         if let Some(text) = cx.files.just_read_text("best.txt") {
    ///             self.best = text.trim().parse().unwrap_or(0);
    ///             cx.hud.set("Best", self.best);
    ///         }
    ///     }
    /// }
    /// # let app = App::new("Docs", Default::default()).cells(80, 24);
    /// # let mut game = damselfly::app::Harness::start(app, |cx| {
    /// #     cx.hud.add(Widget::new("Best"));
    /// #     cx.spawn_with(Object::default(), Rules { best: 0 });
    /// #     cx.files.read("best.txt");
    /// #     Ok(())
    /// # })?;
    /// # game.put_file("best.txt", "41\n");
    /// # game.step();
    /// # assert_eq!(game.world().hud.value("Best"), Some(41));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn just_read_text(&self, name: &str) -> Option<&str> {
        self.just_read(name)?.text_of(name)
    }

    /// Returns the requests without a result, in order. The program that steps a core carries them out, and passes the
    /// updates to the next step: see [`StepInput::files`](super::StepInput::files).
    pub fn waiting(&self) -> impl Iterator<Item = &FileRequest> {
        self.waiting.iter()
    }

    fn request(&mut self, name: Cow<'static, str>, bytes: Option<Arc<[u8]>>) {
        self.requested += 1;
        self.waiting.push_back(FileRequest {
            number: self.requested,
            name,
            bytes,
        });
    }

    /// Takes the updates of a step's input. Updates of requests that do not wait are ignored.
    pub(super) fn apply_updates(&mut self, updates: &[FileUpdate]) {
        self.arrived.clear();
        for update in updates {
            let numbers = self.waiting.iter().map(|request| request.number);
            let at = numbers.into_iter().position(|one| one == update.request);
            match at.and_then(|at| self.waiting.remove(at)) {
                Some(request) => {
                    self.arrived.push(event_of(request, update.outcome.clone()));
                }
                None => log::debug!("{update:?} names no request that waits: ignored"),
            }
        }
    }

    /// Returns the event of the result with this index among the results that arrived in this step.
    pub(super) fn event(&self, at: usize) -> Option<Event> {
        self.arrived.get(at).cloned()
    }
}

/// Returns the event that reports a request's result: [`FileRead`] or [`FileWritten`].
fn event_of(request: FileRequest, outcome: FileOutcome) -> Event {
    let FileRequest { name, bytes, .. } = request;
    if bytes.is_some() {
        let result = match outcome {
            FileOutcome::Failed(failure) => Err(failure),
            _ => Ok(()),
        };
        return Event::custom(FileWritten { name, result });
    }
    let bytes = match outcome {
        FileOutcome::Read(bytes) => Ok(Some(bytes)),
        FileOutcome::Missing | FileOutcome::Written => Ok(None),
        FileOutcome::Failed(failure) => Err(failure),
    };
    Event::custom(FileRead { name, bytes })
}

impl Checksum for GameFiles {
    // Adds nothing while no request waits: the number of past requests affects only the numbers of later requests,
    // which count while those wait.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        if self.waiting.is_empty() {
            return;
        }
        sum.usize(self.waiting.len());
        for FileRequest {
            number,
            name,
            bytes,
        } in &self.waiting
        {
            (*number, &**name).write_checksum(sum);
            sum.bool(bytes.is_some());
            sum.bytes(bytes.as_deref().unwrap_or_default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(request: u64, outcome: FileOutcome) -> FileUpdate {
        FileUpdate { request, outcome }
    }

    #[test]
    fn only_updates_of_waiting_requests_become_events() {
        let mut files = GameFiles::default();
        files.read("a");
        files.write("b", "1");
        files.read("c");
        let failure = FileFailure::new("the disk is full");
        files.apply_updates(&[
            update(2, FileOutcome::Failed(failure.clone())),
            update(1, FileOutcome::Missing),
            update(1, FileOutcome::Missing),
            update(9, FileOutcome::Written),
        ]);
        let written = FileWritten {
            name: "b".into(),
            result: Err(failure),
        };
        let missing = FileRead {
            name: "a".into(),
            bytes: Ok(None),
        };
        let events = [0, 1].map(|at| files.event(at).unwrap());
        assert_eq!(events[0].get(), Some(&written));
        assert_eq!(events[1].get(), Some(&missing));
        assert!(files.event(2).is_none());
        assert_eq!(files.just_read("a"), Some(&missing));
        assert!(files.just_read("b").is_none() && files.just_read("c").is_none());
        assert!(files.waiting().map(|request| &*request.name).eq(["c"]));
    }

    #[test]
    fn requests_count_in_the_checksum_while_they_wait() {
        let sum = |files: &GameFiles| {
            let mut sum = ChecksumWriter::new();
            files.write_checksum(&mut sum);
            sum.finish()
        };
        let mut files = GameFiles::default();
        assert_eq!(sum(&files), ChecksumWriter::new().finish());
        let after = |act: fn(&mut GameFiles)| {
            let mut files = GameFiles::default();
            act(&mut files);
            sum(&files)
        };
        let sums = [
            after(|files| files.read("a")),
            after(|files| files.read("b")),
            after(|files| files.write("a", "")),
            after(|files| files.write("a", "1")),
        ];
        for (at, one) in sums.iter().enumerate() {
            assert!(!sums[..at].contains(one), "{at}");
        }
        files.read("a");
        files.apply_updates(&[update(1, FileOutcome::Missing)]);
        assert_eq!(sum(&files), ChecksumWriter::new().finish());
    }
}
