//! Records the input of a run, in memory and to a file.

use core::mem;
use std::io;
use std::path::{Path, PathBuf};

use super::digest::StateDigest;
use super::recording::{FORMAT, block_of, record_of, tag};
use super::settings::RunSettings;
use super::step::{RecordedStep, StepBlock, read_steps};
use super::steps::RecordedSteps;
use crate::base::logging::LogOnce;
use crate::files::bytes::{ByteReader, ByteWriter};
use crate::files::{FileError, RecordWriter};
use crate::world::{Core, StepInput};
use core::time::Duration;

/// Maximum memory for the records of a run, in bytes: enough for hours of play.
const MAX_MEMORY: usize = 64 << 20;

/// A record in memory.
#[derive(Clone, Debug)]
struct KeptRecord {
    /// `None` if the record was dropped to free memory, or stands for steps up to `last_step` that were not recorded.
    payload: Option<Vec<u8>>,
    last_step: u64,
    is_checkpoint: bool,
}

/// The file that is being written.
#[derive(Debug)]
struct Output {
    writer: RecordWriter,
    path: PathBuf,
}

/// Records the input of a run from its start: in memory, so that a file can be begun at any time, and then to that
/// file, too. [`Rewinder`](super::Rewinder) reads the input in memory.
#[derive(Debug)]
pub(crate) struct InputRecorder {
    settings: RunSettings,
    /// Steps between two checkpoints, at least 1.
    every: u64,
    records: Vec<KeptRecord>,
    /// Number of bytes of the records in memory, and their limit.
    memory: usize,
    max_memory: usize,
    /// The step of the latest checkpoint.
    checkpointed: u64,
    /// Digest of the latest checkpoint. If it is `None`, the next digest is written as a whole.
    digest: Option<StateDigest>,
    /// Whether the input of any step is no longer in memory.
    forgotten: bool,
    /// Types without a checksum that were logged.
    reported: LogOnce,
    /// The steps since the latest record.
    block: StepBlock,
    /// Steps of the block that [`InputRecorder::get`] read last.
    read: RecordedSteps,
    output: Option<Output>,
    /// Error that ended the file before the run's end.
    failure: Option<FileError>,
}

impl InputRecorder {
    /// Returns a recorder for a run that begins. A checkpoint is made every `every` steps; 0 counts as 1.
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
            reported: LogOnce::new(),
            block: StepBlock::new(1, view),
            read: RecordedSteps::default(),
            output: None,
            failure: None,
        };
        recorder.keep(first.0, 0);
        recorder
    }

    /// Begins a file with all input since the run's start.
    ///
    /// # Errors
    /// The file cannot be created, or the run's start has been forgotten.
    pub(crate) fn write_to(&mut self, path: &Path, core: &Core) -> Result<(), FileError> {
        let create = || -> io::Result<RecordWriter> {
            if self.forgotten {
                let what = "the run's start is no longer in memory: start the game with --record";
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
        // Adds a checkpoint after the steps so far.
        self.checkpoint(core);
        Ok(())
    }

    /// Returns whether a file is being written.
    pub(crate) fn is_writing(&self) -> bool {
        self.output.is_some()
    }

    /// Records the input of a step that was taken, and its state if a checkpoint is due. A step that is recorded
    /// already is replaced, and later ones are forgotten: the game has gone back.
    pub(crate) fn step(&mut self, input: &StepInput<'_>, core: &Core) {
        let next = self.last_step() + self.block.len() + 1;
        if input.number < next {
            self.truncate(input.number.saturating_sub(1));
        } else if input.number > next {
            // The steps in between were not recorded.
            self.end_block();
            self.begin_after_gap(input.number);
        }
        self.block.push(input);
        // Checkpoints are made only while a file is written, because the checksum of many objects takes time.
        if self.is_writing() && input.number.is_multiple_of(self.every) {
            self.checkpoint(core);
        } else if self.block.is_full() {
            self.end_block();
        }
    }

    /// Records the state after the latest step, if a file is written and the state is not recorded yet.
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
        let (sum, missing) = core.checksum_and_missing();
        self.report_missing(&missing);
        checkpoint.u64(sum);
        let digest = StateDigest::of(core);
        digest.write(self.digest.as_ref(), &mut checkpoint);
        self.digest = Some(digest);
        self.keep(checkpoint.0, step);
        self.write(RecordWriter::flush);
    }

    /// Logs types that have fields and no checksum, each once.
    fn report_missing(&mut self, missing: &[&str]) {
        for name in missing {
            if self.reported.is_new(name) {
                log::warn!(
                    "no checksum for `{name}`: a replay cannot notice a difference in its fields; derive `Checksum` and \
                     write `self.write_checksum(sum)` in its `checksum`"
                );
            }
        }
    }

    /// Returns the last step of the latest record.
    fn last_step(&self) -> u64 {
        self.records.last().map_or(0, |record| record.last_step)
    }

    /// Removes all steps after this one: the run continues from there. In the file they stay, followed by a record that
    /// removes them.
    pub(crate) fn truncate(&mut self, step: u64) {
        self.read = RecordedSteps::default();
        let kept = self
            .records
            .iter()
            .take_while(|record| record.last_step <= step);
        let kept = kept.count().max(1);
        let mut cut = self.records.split_off(kept);
        let last = self.last_step();
        // The latest remaining checkpoint becomes the latest one, so that a run that ends at this step gets a
        // checkpoint at its end.
        let checkpoints = self
            .records
            .iter()
            .rev()
            .find(|record| record.is_checkpoint);
        self.checkpointed = checkpoints.map_or(0, |record| record.last_step);
        self.digest = None;
        if cut.is_empty() {
            // The remaining steps of the block are written at once, so that the file has them even if the program is
            // killed.
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
                // This never fails, because the recorder packed this block itself.
                let block = block_of(&payload).unwrap_or_default();
                self.begin_block(last, step, &block);
                if let Some((record, last_step)) = self.take_block() {
                    self.remember(record, last_step);
                }
            }
            // The steps up to `step` were in a record that has been forgotten.
            None if last < step => self.begin_after_gap(step + 1),
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

    /// Begins a block after step `after`, and copies the steps of another block up to step `to` to it.
    fn begin_block(&mut self, after: u64, to: u64, block: &[u8]) {
        self.block = StepBlock::new(after + 1, self.settings.view);
        let steps = self.steps_of(block);
        for recorded in steps.iter().take_while(|recorded| recorded.number <= to) {
            self.block.push(&recorded.input(Duration::ZERO));
        }
    }

    /// Begins a block with step `first`. The steps between the latest record and this step are missing, and count as
    /// forgotten.
    fn begin_after_gap(&mut self, first: u64) {
        self.forgotten = true;
        self.records.push(KeptRecord {
            payload: None,
            last_step: first - 1,
            is_checkpoint: false,
        });
        self.block = StepBlock::new(first, self.settings.view);
    }

    /// Returns the steps of a block. The recorder wrote it itself, so nothing in it is damaged.
    fn steps_of(&self, block: &[u8]) -> RecordedSteps {
        let mut steps = RecordedSteps::default();
        let _ = read_steps(&mut ByteReader(block), self.settings.view, |step, count| {
            steps.push(step, count)
        });
        steps
    }

    /// Returns the input of a step; `None` if it is not in memory.
    pub(crate) fn get(&mut self, number: u64) -> Option<RecordedStep> {
        if let Some(step) = self.read.get(number) {
            return Some(step);
        }
        let records = &self.records;
        let at = records.partition_point(|record| record.last_step < number);
        self.read = match records.get(at) {
            Some(record) => self.steps_of(&block_of(record.payload.as_ref()?).ok()?),
            None => self.steps_of(&self.block.bytes()),
        };
        self.read.get(number)
    }

    /// Returns the last step whose input is no longer in memory; 0 if all of it is.
    pub(crate) fn forgotten_until(&self) -> u64 {
        let records = self.records.iter();
        let forgotten = records.take_while(|record| record.payload.is_none());
        forgotten.last().map_or(0, |record| record.last_step)
    }

    /// Ends the file with the latest step. The recording goes on in memory, and another file can be begun. Returns the
    /// file's path; `None` if none was written.
    ///
    /// # Errors
    /// The file is incomplete. The part that was written is kept.
    pub(crate) fn end_file(&mut self, core: &Core) -> Result<Option<PathBuf>, FileError> {
        self.checkpoint(core);
        self.write(|writer| writer.push(&[tag::END]));
        let Some(Output { writer, path }) = self.output.take() else {
            return Ok(None);
        };
        match writer.finish() {
            Ok(()) => Ok(Some(path)),
            Err(error) => Err(FileError::new("record to", &path, error)),
        }
    }

    /// Discards the recording of a game that did not start.
    pub(crate) fn discard(self) {
        if let Some(output) = self.output {
            output.writer.discard();
        }
    }

    /// Ends the recording.
    ///
    /// # Errors
    /// The file is incomplete. The part that was written is kept.
    pub(crate) fn finish(mut self) -> Result<(), FileError> {
        self.end_block();
        self.keep(vec![tag::END], u64::MAX);
        if let Some(Output { writer, path }) = self.output {
            let finished = writer.finish();
            finished.map_err(|error| FileError::new("record to", &path, error))?;
        }
        self.failure.map_or(Ok(()), Err)
    }

    /// Ends the block of steps since the latest record.
    fn end_block(&mut self) {
        if let Some((record, last_step)) = self.take_block() {
            self.keep(record, last_step);
        }
    }

    /// Returns a record of the steps since the latest one, and the number of the last step. `None` if there are none.
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

    /// Writes a record and keeps it in memory.
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

    /// Forgets the oldest records, until the rest takes at most half of the allowed memory. The latest ones stay,
    /// because `truncate` needs them.
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

    /// Writes to the file. On failure the file ends there, and the game continues.
    fn write(&mut self, act: impl FnOnce(&mut RecordWriter) -> io::Result<()>) {
        let Some(output) = &mut self.output else {
            return;
        };
        if let Err(error) = act(&mut output.writer) {
            let step = self.records.last().map_or(0, |record| record.last_step);
            let failure = FileError::new("record to", &output.path, error);
            log::error!("{failure}: the recording ends after step {step}, the game continues");
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

    /// Returns whether the input of any step is no longer in memory.
    pub(super) fn has_forgotten(&self) -> bool {
        self.forgotten
    }

    /// Returns the number of bytes in memory.
    pub(super) fn memory(&self) -> usize {
        self.memory + self.block.bytes().len()
    }

    /// Continues the recording in another file, for example in `/dev/full`.
    #[cfg(target_os = "linux")]
    pub(super) fn write_next_to(&mut self, path: &Path) {
        if let Some(output) = &mut self.output {
            output.writer.flush().unwrap();
            output.writer = RecordWriter::create(path, FORMAT).unwrap();
        }
    }
}
