//! A recording of input, read from its file.

use std::borrow::Cow;
use std::path::Path;

use super::digest::StateDigest;
use super::error::{ReplayError, ReplayFault};
use super::packed::{packed, unpacked};
use super::settings::RunSettings;
use super::step::read_steps;
use super::steps::RecordedSteps;
use crate::files::bytes::{BadRecord, ByteReader};
use crate::files::{RecordDamage, RecordFault, RecordFormat, RecordOpenError, RecordReader};

/// The file format. Since version 2, blocks of steps may be packed. Since version 3, steps may be taken back. Since
/// version 4, there are texts, files and touches.
pub(super) const FORMAT: RecordFormat = RecordFormat {
    kind: *b"INPT",
    version: 4,
    oldest: 3,
};

/// First byte of a record: its kind.
pub(super) mod tag {
    pub(in crate::replay) const SETTINGS: u8 = 0;
    pub(in crate::replay) const STEPS: u8 = 1;
    pub(in crate::replay) const CHECKPOINT: u8 = 2;
    pub(in crate::replay) const END: u8 = 3;
    /// A packed block of steps.
    pub(in crate::replay) const PACKED_STEPS: u8 = 4;
    /// Takes back all steps after the given one, from which the run then continued: a reader removes them. This is a
    /// record of its own, because files are only appended to.
    pub(in crate::replay) const TAKEN_BACK: u8 = 5;
}

/// Returns a record with a block of steps, packed if that makes it smaller.
pub(super) fn record_of(block: &[u8]) -> Vec<u8> {
    let packed = packed(block);
    let (tag, bytes) = match &packed {
        Some(packed) => (tag::PACKED_STEPS, &packed[..]),
        None => (tag::STEPS, block),
    };
    [&[tag], bytes].concat()
}

/// Returns the block of steps of a record.
pub(super) fn block_of(record: &[u8]) -> Result<Cow<'_, [u8]>, BadRecord> {
    match record.split_first() {
        Some((&tag::STEPS, block)) => Ok(Cow::Borrowed(block)),
        Some((&tag::PACKED_STEPS, packed)) => unpacked(packed).map(Cow::Owned),
        _ => Err(BadRecord),
    }
}

/// The checksum of the state after a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The step's number.
    pub step: u64,
    /// The result of [`Core::checksum`](crate::world::Core::checksum) after it: any number.
    pub checksum: u64,
    pub(super) digest: StateDigest,
}

/// The input of a run: everything needed to repeat its steps.
///
/// ```
/// use damselfly::app::{Harness, Options};
/// use damselfly::prelude::*;
/// use damselfly::replay::InputRecording;
///
/// # fn main() -> Result<(), Error> {
/// # let folder = std::env::temp_dir().join(format!("damselfly-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let file = folder.join("run.replay");
/// fn app(options: Options) -> App {
///     App::new("Ship", options).pixels(320, 240)
/// }
/// # #[derive(Clone)]
/// # struct Ship;
/// # impl Behavior for Ship {
/// #     fn step(&mut self, cx: &mut Context<'_>) {
/// #         let x = cx.input.axis(Key::Left, Key::Right);
/// #         cx.me().set_velocity(vec2(x, 0.0));
/// #     }
/// # }
/// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
/// #   cx.spawn_with(Object::new("Ship"), Ship);
///     // …
/// #   Ok(())
/// }
///
/// // As `--record run.replay` does:
/// # let (headless, steps) = (true, Some(90));
/// let options = Options { record: Some(file.clone()), headless, steps, ..Options::default() };
/// app(options).demo(|_, _| vec![InputEvent::press(Key::Right)]).run(start)?;
///
/// let recording = InputRecording::read(&file)?;
/// assert_eq!(recording.steps().len(), 90);
/// // In a test of the game: the same input leads to the same state.
/// let mut game = Harness::start(app(recording.options()), start)?;
/// game.replay(&recording)?;
/// assert_eq!(game.core().step_number(), 90);
/// # std::fs::remove_dir_all(folder).unwrap();
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct InputRecording {
    settings: RunSettings,
    steps: RecordedSteps,
    checkpoints: Vec<Checkpoint>,
    is_complete: bool,
    damage: Option<RecordDamage>,
}

impl InputRecording {
    /// Reads a file that was written by `--record`, the key F10 or the game's request. A file that is cut off or
    /// damaged is read up to that point.
    ///
    /// # Errors
    /// The file cannot be read, is not a recording of input or has another version of the format; or its settings are
    /// damaged.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ReplayError> {
        let path = path.as_ref();
        let fail = |fault| ReplayError::new(path, fault);
        let mut reader = RecordReader::open(path, FORMAT).map_err(|error| {
            fail(match error {
                RecordOpenError::Io(error) => ReplayFault::Io(error),
                RecordOpenError::Foreign => ReplayFault::Foreign,
                RecordOpenError::Version(version) => ReplayFault::Version {
                    file: version,
                    engine: FORMAT.version,
                },
            })
        })?;
        let mut record = Vec::new();
        let mut damage = None;
        let mut next = |record: &mut Vec<u8>| {
            let at = reader.at();
            match reader.next(record) {
                Ok(is_there) => is_there.then_some(at),
                Err(found) => {
                    damage = Some(found);
                    None
                }
            }
        };
        let settings = next(&mut record).and_then(|_| read_settings(&record).ok());
        let Some(settings) = settings else {
            return Err(fail(ReplayFault::Foreign));
        };
        let mut recording = Self {
            settings,
            steps: RecordedSteps::default(),
            checkpoints: Vec::new(),
            is_complete: false,
            damage: None,
        };
        while let Some(at) = next(&mut record) {
            let steps = recording.steps.len();
            if recording.take(&record).is_err() {
                recording.steps.truncate(steps);
                let fault = RecordFault::Changed;
                damage = Some(RecordDamage { at, fault });
                break;
            }
        }
        recording.damage = damage;
        Ok(recording)
    }

    /// Adds a record.
    fn take(&mut self, record: &[u8]) -> Result<(), BadRecord> {
        let mut bytes = ByteReader(record);
        if self.is_complete {
            return Err(BadRecord);
        }
        let block;
        match bytes.u8()? {
            tag::STEPS | tag::PACKED_STEPS => {
                block = block_of(record)?;
                bytes = ByteReader(&block);
                let mut expected = self.last_step();
                let mut is_in_order = true;
                read_steps(&mut bytes, self.settings.view, |step, count| {
                    expected = expected.saturating_add(1);
                    is_in_order &= step.number == expected;
                    expected = expected.saturating_add(count - 1);
                    self.steps.push(step, count);
                })?;
                if !is_in_order {
                    return Err(BadRecord);
                }
            }
            tag::CHECKPOINT => {
                let step = bytes.number()?;
                let before = self.checkpoints.last().map_or(0, |last| last.step);
                if step != self.last_step() || step <= before {
                    return Err(BadRecord);
                }
                let checksum = bytes.u64()?;
                let earlier = self.checkpoints.last().map(|last| &last.digest);
                let digest = StateDigest::read(earlier, &mut bytes)?;
                self.checkpoints.push(Checkpoint {
                    step,
                    checksum,
                    digest,
                });
            }
            tag::TAKEN_BACK => {
                let step = bytes.number()?;
                if step > self.last_step() || !bytes.is_empty() {
                    return Err(BadRecord);
                }
                self.steps.truncate(step);
                self.checkpoints.retain(|point| point.step <= step);
            }
            tag::END => self.is_complete = true,
            _ => return Err(BadRecord),
        }
        if bytes.is_empty() {
            Ok(())
        } else {
            Err(BadRecord)
        }
    }

    /// Returns the settings with which the run was started.
    pub fn settings(&self) -> &RunSettings {
        &self.settings
    }

    /// Returns the input of its steps, beginning with step 1.
    pub fn steps(&self) -> &RecordedSteps {
        &self.steps
    }

    /// Returns the recorded checksums, in the order of their steps.
    pub fn checkpoints(&self) -> &[Checkpoint] {
        &self.checkpoints
    }

    /// Returns whether the recording was completed, by the end of the run or by the game. If not, its program was
    /// killed or still runs, or the file could not be written or is damaged.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns where the file is cut off or damaged, if it is.
    pub fn damage(&self) -> Option<RecordDamage> {
        self.damage
    }

    /// Returns the number of the last step. 0 if there are no steps.
    pub(crate) fn last_step(&self) -> u64 {
        self.steps.len()
    }
}

fn read_settings(record: &[u8]) -> Result<RunSettings, BadRecord> {
    let mut bytes = ByteReader(record);
    if bytes.u8()? != tag::SETTINGS {
        return Err(BadRecord);
    }
    let settings = RunSettings::read(&mut bytes)?;
    if bytes.is_empty() {
        Ok(settings)
    } else {
        Err(BadRecord)
    }
}
