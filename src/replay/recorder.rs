//! Recording the input of a run, in memory and to a file.

use core::mem;
use std::io;
use std::path::{Path, PathBuf};

use super::digest::StateDigest;
use super::recording::{FORMAT, block_of, record_of, tag};
use super::settings::RunSettings;
use super::step::{StepBlock, read_steps};
use super::steps::RecordedSteps;
use crate::files::bytes::{ByteReader, ByteWriter};
use crate::files::{FileError, RecordWriter};
use crate::world::{Core, StepInput};
use core::time::Duration;

/// Memory for the records of a run that is not recorded to a file: hours of play.
const MAX_MEMORY: usize = 64 << 20;

/// A record, and the last step that is in it or before it.
#[derive(Clone, Debug)]
struct KeptRecord {
    /// `None` once there were too many.
    payload: Option<Vec<u8>>,
    last_step: u64,
    is_checkpoint: bool,
}

/// The file that is written.
#[derive(Debug)]
struct Output {
    writer: RecordWriter,
    path: PathBuf,
}

/// Records the input of a run: in memory from its start, so that a file can be begun at any time, and to that file.
#[derive(Debug)]
pub(crate) struct InputRecorder {
    settings: RunSettings,
    /// Steps between two checkpoints, at least 1.
    every: u64,
    records: Vec<KeptRecord>,
    /// Bytes of them, and at most.
    memory: usize,
    max_memory: usize,
    /// The step of the latest checkpoint.
    checkpointed: u64,
    /// Of the latest checkpoint. `None`: the next one is written as a whole.
    digest: Option<StateDigest>,
    /// Whether any have been forgotten.
    forgotten: bool,
    /// The steps since the latest record.
    block: StepBlock,
    output: Option<Output>,
    /// Why the file ends before the run did.
    failure: Option<FileError>,
}

impl InputRecorder {
    /// Returns a recorder of a run that begins. A checkpoint is made every so many steps; 0 counts as 1.
    pub(crate) fn new(settings: RunSettings, every: u64) -> Self {
        let view = settings.view;
        let mut first = ByteWriter::default();
        first.u8(tag::SETTINGS);
        settings.write(&mut first);
        let mut recorder = Self {
            settings,
            every: every.max(1),
            records: Vec::new(),
            memory: 0,
            max_memory: MAX_MEMORY,
            checkpointed: 0,
            digest: None,
            forgotten: false,
            block: StepBlock::new(1, view),
            output: None,
            failure: None,
        };
        recorder.keep(first.0, 0);
        recorder
    }

    /// Begins a file with everything since the run's start.
    ///
    /// # Errors
    /// A file is written already, it cannot be created, or the run is too long: its start has been forgotten.
    pub(crate) fn write_to(&mut self, path: &Path, core: &Core) -> Result<(), FileError> {
        let create = || -> io::Result<RecordWriter> {
            if self.forgotten {
                let what =
                    "the run's start is no longer in memory: record from the start with --record";
                return Err(io::Error::new(io::ErrorKind::OutOfMemory, what));
            }
            let mut writer = RecordWriter::create(path, FORMAT)?;
            for record in &self.records {
                writer.push(record.payload.as_deref().unwrap_or_default())?;
            }
            writer.flush()?;
            Ok(writer)
        };
        let writer = create().map_err(|error| FileError::new("record to", path, error))?;
        let path = path.to_owned();
        self.output = Some(Output { writer, path });
        // Of what was played before, its end is compared.
        self.checkpoint(core);
        Ok(())
    }

    /// Returns whether a file is written.
    pub(crate) fn is_writing(&self) -> bool {
        self.output.is_some()
    }

    /// Records the input of a step that was taken, and its state if it is time for a checkpoint.
    pub(crate) fn step(&mut self, input: &StepInput<'_>, core: &Core) {
        self.block.push(input);
        // Only while a file is written: the state of many objects takes its time.
        if self.is_writing() && input.number.is_multiple_of(self.every) {
            self.checkpoint(core);
        } else if self.block.is_full() {
            self.end_block();
        }
    }

    /// Records the state after the latest step, unless that was recorded.
    pub(crate) fn checkpoint(&mut self, core: &Core) {
        let step = core.step_number();
        self.end_block();
        let is_new = step > self.checkpointed && step == self.last_step();
        if !is_new || !self.is_writing() {
            return;
        }
        self.checkpointed = step;
        let mut checkpoint = ByteWriter::default();
        checkpoint.u8(tag::CHECKPOINT);
        checkpoint.number(step);
        checkpoint.u64(core.checksum());
        let digest = StateDigest::of(core);
        digest.write(self.digest.as_ref(), &mut checkpoint);
        self.digest = Some(digest);
        self.keep(checkpoint.0, step);
        self.write(RecordWriter::flush);
    }

    /// The last step of the latest record.
    fn last_step(&self) -> u64 {
        self.records.last().map_or(0, |record| record.last_step)
    }

    /// Takes back all steps after this one: the run goes on from there. They are forgotten in memory; in the file they stay, and are
    /// followed by a record that says so.
    pub(crate) fn truncate(&mut self, step: u64) {
        let kept = self
            .records
            .iter()
            .take_while(|record| record.last_step <= step);
        let kept = kept.count().max(1);
        let mut cut = self.records.split_off(kept);
        let last = self.last_step();
        // Those that are kept: a run that ends here has a checkpoint at its end, too.
        let checkpoints = self
            .records
            .iter()
            .rev()
            .find(|record| record.is_checkpoint);
        self.checkpointed = checkpoints.map_or(0, |record| record.last_step);
        self.digest = None;
        if cut.is_empty() {
            // Of the steps that wait. At once, so that they are in the file however the program ends.
            let waiting = self.block.bytes();
            self.begin_block(last, step, &waiting);
            self.end_block();
            self.write(RecordWriter::flush);
            return;
        }
        let first_cut = cut.first_mut().and_then(|record| record.payload.take());
        let bytes = |record: &KeptRecord| record.payload.as_ref().map_or(0, Vec::len);
        self.memory -= cut.iter().map(bytes).sum::<usize>();
        match first_cut {
            Some(payload) => {
                self.memory -= payload.len();
                // What this recorder wrote itself.
                let block = block_of(&payload).unwrap_or_default();
                self.begin_block(last, step, &block);
                if let Some((record, last_step)) = self.take_block() {
                    self.remember(record, last_step);
                }
            }
            None if last < step => {
                // They are among those that were forgotten.
                self.forgotten = true;
                self.records.push(KeptRecord {
                    payload: None,
                    last_step: step,
                    is_checkpoint: false,
                });
            }
            None => {}
        }
        self.block = StepBlock::new(step + 1, self.settings.view);
        self.write(|writer| {
            let mut record = ByteWriter::default();
            record.u8(tag::TAKEN_BACK);
            record.number(step);
            let taken_back = writer.push(&record.0).and_then(|()| writer.flush());
            taken_back.map_err(|error| {
                let what = format!("{error}; the steps after step {step} still count in it");
                io::Error::new(error.kind(), what)
            })
        });
    }

    /// Begins the block that follows a step with those steps of another block that are not after one.
    fn begin_block(&mut self, after: u64, to: u64, block: &[u8]) {
        let view = self.settings.view;
        let mut steps = RecordedSteps::default();
        let _ = read_steps(&mut ByteReader(block), view, |step, count| {
            steps.push(step, count);
        });
        self.block = StepBlock::new(after + 1, view);
        for recorded in steps.iter().take_while(|recorded| recorded.number <= to) {
            self.block.push(&recorded.input(Duration::ZERO));
        }
    }

    /// Ends the run of a game that did not start: there is nothing to record.
    pub(crate) fn discard(self) {
        if let Some(output) = self.output {
            output.writer.discard();
        }
    }

    /// Ends the run.
    ///
    /// # Errors
    /// The file could not be written to the end. What was written before is kept.
    pub(crate) fn finish(mut self) -> Result<(), FileError> {
        self.end_block();
        self.keep(vec![tag::END], u64::MAX);
        if let Some(Output { writer, path }) = self.output {
            let finished = writer.finish();
            finished.map_err(|error| FileError::new("record to", &path, error))?;
        }
        self.failure.map_or(Ok(()), Err)
    }

    /// Makes a record of the steps since the latest one.
    fn end_block(&mut self) {
        if let Some((record, last_step)) = self.take_block() {
            self.keep(record, last_step);
        }
    }

    /// Returns a record of the steps since the latest one, and the last of them. `None` if there are none.
    fn take_block(&mut self) -> Option<(Vec<u8>, u64)> {
        let count = self.block.len();
        if count == 0 {
            return None;
        }
        let last = self.last_step() + count;
        let next = StepBlock::new(last + 1, self.settings.view);
        let block = mem::replace(&mut self.block, next);
        Some((record_of(&block.bytes()), last))
    }

    /// Writes a record, and keeps it in memory.
    fn keep(&mut self, payload: Vec<u8>, last_step: u64) {
        self.write(|writer| writer.push(&payload));
        self.remember(payload, last_step);
    }

    /// Keeps a record in memory.
    fn remember(&mut self, payload: Vec<u8>, last_step: u64) {
        self.memory += payload.len();
        let is_checkpoint = payload.first() == Some(&tag::CHECKPOINT);
        self.records.push(KeptRecord {
            payload: Some(payload),
            last_step,
            is_checkpoint,
        });
        if self.memory > self.max_memory {
            self.forget();
        }
    }

    /// Forgets the older half: the latest records are kept, for `truncate`.
    fn forget(&mut self) {
        for record in &mut self.records {
            if self.memory <= self.max_memory / 2 {
                return;
            }
            if let Some(payload) = record.payload.take() {
                self.memory -= payload.len();
                self.forgotten = true;
            }
        }
    }

    /// Does something with the file. If it fails, the file ends there, and the game goes on.
    fn write(&mut self, act: impl FnOnce(&mut RecordWriter) -> io::Result<()>) {
        let Some(output) = &mut self.output else {
            return;
        };
        if let Err(error) = act(&mut output.writer) {
            let step = self.records.last().map_or(0, |record| record.last_step);
            let failure = FileError::new("record to", &output.path, error);
            log::error!("{failure}: the recording ends after step {step}, the game goes on");
            self.failure = Some(failure);
            self.output = None;
        }
    }
}

#[cfg(test)]
impl InputRecorder {
    pub(super) fn with_memory(mut self, bytes: usize) -> Self {
        self.max_memory = bytes;
        self
    }

    /// Whether the run's start is no longer in memory.
    pub(super) fn has_forgotten(&self) -> bool {
        self.forgotten
    }

    /// Bytes that are held.
    pub(super) fn memory(&self) -> usize {
        self.memory + self.block.bytes().len()
    }

    /// Goes on in another file, as if the disk had become another.
    #[cfg(target_os = "linux")]
    pub(super) fn write_next_to(&mut self, path: &Path) {
        if let Some(output) = &mut self.output {
            output.writer.flush().unwrap();
            output.writer = RecordWriter::create(path, FORMAT).unwrap();
        }
    }
}
