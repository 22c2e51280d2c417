//! Carries out a game's file requests, between two steps.

use crate::files::FileStore;
use crate::world::{Core, FileFailure, FileOutcome, FileRequest, FileUpdate};

/// Reads and writes a game's files.
#[derive(Debug)]
pub(crate) struct FileDesk {
    pub(super) store: FileStore,
    /// Results of the core's requests, for its next step.
    done: Vec<FileUpdate>,
    /// Whether a failure was logged. Only the first failure is logged, but the game receives all of them.
    has_failed: bool,
    /// Why files are kept in memory. `None` if they are not, and once it was logged.
    memory_because: Option<&'static str>,
}

impl FileDesk {
    pub(crate) fn new(store: FileStore) -> Self {
        Self {
            store,
            done: Vec::new(),
            has_failed: false,
            memory_because: None,
        }
    }

    /// Sets the reason why files are kept in memory. It is logged once the game has written a file.
    pub(crate) fn in_memory_because(self, reason: Option<&'static str>) -> Self {
        Self {
            memory_because: reason,
            ..self
        }
    }

    /// Carries out waiting requests. Call it after each step: the requests of the last step have no later
    /// [`FileDesk::take_updates`].
    pub(crate) fn carry_out(&mut self, core: &Core) {
        for request in core.world.files.waiting() {
            let is_done = |update: &FileUpdate| update.request == request.number;
            if !self.done.iter().any(is_done) {
                let outcome = self.outcome(request);
                self.done.push(FileUpdate {
                    request: request.number,
                    outcome,
                });
            }
        }
    }

    /// Carries out waiting requests, and moves the results of all requests to `updates`, for the next step's input.
    pub(crate) fn take_updates(&mut self, core: &Core, updates: &mut Vec<FileUpdate>) {
        self.carry_out(core);
        updates.append(&mut self.done);
    }

    /// Forgets the results: the core has gone back, and its waiting requests are carried out again.
    pub(crate) fn rewound(&mut self) {
        self.done.clear();
    }

    fn outcome(&mut self, request: &FileRequest) -> FileOutcome {
        let name = &*request.name;
        let result = match &request.bytes {
            None => self.store.read(name).map(|bytes| match bytes {
                Some(bytes) => FileOutcome::Read(bytes.into()),
                None => FileOutcome::Missing,
            }),
            Some(bytes) => {
                let written = self.store.write(name, bytes);
                if written.is_ok()
                    && let Some(reason) = self.memory_because.take()
                {
                    log::info!(
                        "`{name}` and later files are kept in memory and lost at the end: {reason}"
                    );
                }
                written.map(|()| FileOutcome::Written)
            }
        };
        result.unwrap_or_else(|error| {
            // Only the first failure is logged, because a game may save in every step.
            if !core::mem::replace(&mut self.has_failed, true) {
                log::error!("{error}");
            }
            FileOutcome::Failed(FileFailure::new(error))
        })
    }
}
