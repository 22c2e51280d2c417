//! The input of steps as bytes.
//!
//! Most steps have no input: any number of them in a row takes a few bytes.

use core::time::Duration;

use glam::Vec2;

use super::inputs::{read_event, read_file, read_job, write_event, write_file, write_job};
use crate::files::bytes::{BadRecord, ByteReader, ByteWriter};
use crate::input::InputEvent;
use crate::jobs::JobUpdate;
use crate::world::{FileUpdate, StepInput};

/// The recorded input of one step.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedStep {
    /// The step's number. The first step is 1.
    pub number: u64,
    /// The step's length in nominal steps: 1 for policies with a fixed step, otherwise at least 0.
    pub dt: f32,
    /// The view's size in world units.
    pub view: Vec2,
    /// The player's input, in order.
    pub events: Vec<InputEvent>,
    /// Job updates.
    pub jobs: Vec<JobUpdate>,
    /// Results of file requests, including the bytes that were read.
    pub files: Vec<FileUpdate>,
}

impl RecordedStep {
    /// Returns the input for [`Core::step`](crate::world::Core::step). `start` is the game's time at which the step
    /// begins.
    pub fn input(&self, start: Duration) -> StepInput<'_> {
        StepInput {
            number: self.number,
            dt: self.dt,
            start,
            view: self.view,
            events: &self.events,
            jobs: &self.jobs,
            files: &self.files,
        }
    }
}

/// Maximum number of steps in a block: bounds the work that a damaged file can request.
const MAX_STEPS: u64 = 1 << 16;

/// A block ends once it has this many bytes, because the recorder forgets the input of a long run block by block.
const MAX_BYTES: usize = 64 << 10;

/// Bits of a step's first byte, which show the values that follow. A byte of 0 stands for several steps without input.
const DT: u8 = 1;
const VIEW: u8 = 2;
const EVENTS: u8 = 4;
const JOBS: u8 = 8;
const FILES: u8 = 16;
const ALL: u8 = DT | VIEW | EVENTS | JOBS | FILES;

/// Consecutive steps as bytes.
#[derive(Clone, Debug)]
pub(super) struct StepBlock {
    bytes: ByteWriter,
    first: u64,
    next: u64,
    /// Number of steps without input since the last written one.
    quiet: u64,
    /// Length of the latest step, in nominal steps, and size of its view.
    dt: f32,
    view: Vec2,
}

impl StepBlock {
    /// Returns an empty block. `view` is the view's size at the run's start.
    pub(super) fn new(first: u64, view: Vec2) -> Self {
        let mut bytes = ByteWriter::default();
        bytes.number(first);
        Self {
            bytes,
            first,
            next: first,
            quiet: 0,
            dt: 1.0,
            view,
        }
    }

    /// Returns the number of steps.
    pub(super) fn len(&self) -> u64 {
        self.next - self.first
    }

    pub(super) fn is_full(&self) -> bool {
        self.len() >= MAX_STEPS || self.bytes.0.len() >= MAX_BYTES
    }

    /// Appends the input of the next step.
    pub(super) fn push(&mut self, input: &StepInput<'_>) {
        self.next += 1;
        // Sizes and lengths are compared by bits, because −0 and 0 are different input, and a NaN does not equal
        // itself.
        let same_view = bits(input.view) == bits(self.view);
        let parts = [
            (DT, input.dt.to_bits() != self.dt.to_bits()),
            (VIEW, !same_view),
            (EVENTS, !input.events.is_empty()),
            (JOBS, !input.jobs.is_empty()),
            (FILES, !input.files.is_empty()),
        ];
        let flags = parts
            .iter()
            .filter(|(_, is_there)| *is_there)
            .fold(0, |flags, (flag, _)| flags | flag);
        if flags == 0 {
            self.quiet += 1;
            return;
        }
        write_quiet(&mut self.bytes, core::mem::take(&mut self.quiet));
        self.bytes.u8(flags);
        if flags & DT != 0 {
            self.dt = input.dt;
            self.bytes.f32(input.dt);
        }
        if flags & VIEW != 0 {
            self.view = input.view;
            self.bytes.vec2(input.view);
        }
        write_list(&mut self.bytes, input.events, write_event);
        write_list(&mut self.bytes, input.jobs, write_job);
        write_list(&mut self.bytes, input.files, write_file);
    }

    /// Returns the bytes of the block.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        write_quiet(&mut bytes, self.quiet);
        bytes.0
    }
}

/// Reads a block. `view` is the view's size at the run's start. Calls `push(first, count)` for `count` consecutive
/// steps that have no input and the length and view of the step before, and `push(step, 1)` for each other step.
pub(super) fn read_steps(
    bytes: &mut ByteReader<'_>,
    mut view: Vec2,
    mut push: impl FnMut(RecordedStep, u64),
) -> Result<(), BadRecord> {
    let mut number = bytes.number()?;
    let mut left = MAX_STEPS;
    let mut dt = 1.0;
    while !bytes.is_empty() {
        let flags = bytes.u8()?;
        if flags & !ALL != 0 {
            return Err(BadRecord);
        }
        let count = if flags == 0 { bytes.number()? } else { 1 };
        left = left.checked_sub(count).ok_or(BadRecord)?;
        let next = number.checked_add(count).ok_or(BadRecord)?;
        if flags & DT != 0 {
            dt = bytes.f32()?;
        }
        if flags & VIEW != 0 {
            view = bytes.vec2()?;
        }
        let step = RecordedStep {
            number,
            dt,
            view,
            events: read_list(flags & EVENTS != 0, bytes, read_event)?,
            jobs: read_list(flags & JOBS != 0, bytes, read_job)?,
            files: read_list(flags & FILES != 0, bytes, read_file)?,
        };
        if count > 0 {
            push(step, count);
        }
        number = next;
    }
    Ok(())
}

/// Writes a list, unless it is empty.
fn write_list<T>(bytes: &mut ByteWriter, list: &[T], write: impl Fn(&mut ByteWriter, &T)) {
    if !list.is_empty() {
        bytes.number(list.len() as u64);
        list.iter().for_each(|item| write(bytes, item));
    }
}

/// Reads a list if `is_there`; otherwise returns an empty one.
fn read_list<T>(
    is_there: bool,
    bytes: &mut ByteReader<'_>,
    read: impl Fn(&mut ByteReader<'_>) -> Result<T, BadRecord>,
) -> Result<Vec<T>, BadRecord> {
    let count = if is_there { bytes.count()? } else { 0 };
    (0..count).map(|_| read(bytes)).collect()
}

fn bits(vector: Vec2) -> [u32; 2] {
    [vector.x.to_bits(), vector.y.to_bits()]
}

fn write_quiet(bytes: &mut ByteWriter, count: u64) {
    if count > 0 {
        bytes.u8(0);
        bytes.number(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Key, MouseButton, PadAxis, PadButton, PadChange, TouchPhase, WheelUnit};
    use crate::jobs::JobId;
    use crate::world::{FileFailure, FileOutcome};
    use glam::vec2;
    use proptest::collection::vec;
    use proptest::prelude::*;

    const VIEW_AT_START: Vec2 = vec2(80.0, 24.0);

    fn round_trip(steps: &[RecordedStep]) -> (Vec<u8>, Vec<RecordedStep>) {
        let first = steps.first().map_or(1, |step| step.number);
        let mut block = StepBlock::new(first, VIEW_AT_START);
        for step in steps {
            block.push(&step.input(Duration::ZERO));
        }
        assert_eq!(block.len(), steps.len() as u64);
        let bytes = block.bytes();
        let mut read = crate::replay::RecordedSteps::default();
        read_steps(&mut ByteReader(&bytes), VIEW_AT_START, |step, count| {
            read.push(step, count);
        })
        .unwrap();
        (bytes, read.iter().collect())
    }

    fn quiet(number: u64) -> RecordedStep {
        RecordedStep {
            number,
            dt: 1.0,
            view: VIEW_AT_START,
            events: vec![],
            jobs: vec![],
            files: vec![],
        }
    }

    fn number() -> impl Strategy<Value = f32> {
        prop_oneof![Just(0.0), Just(-0.0), Just(1.0), -1e9..1e9_f32]
    }

    fn place() -> impl Strategy<Value = Vec2> {
        (number(), number()).prop_map(|(x, y)| vec2(x, y))
    }

    fn button() -> impl Strategy<Value = MouseButton> {
        let named = (0..MouseButton::NAMED.len()).prop_map(|at| MouseButton::NAMED[at].0);
        prop_oneof![named, any::<u16>().prop_map(MouseButton::Other)]
    }

    fn event() -> impl Strategy<Value = InputEvent> {
        let key = prop_oneof![
            (0..Key::ALL.len()).prop_map(|at| Key::ALL[at]),
            any::<u32>().prop_map(Key::Unknown)
        ];
        let character = proptest::option::of(any::<char>());
        prop_oneof![
            (key, character, any::<bool>(), any::<bool>()).prop_map(
                |(key, character, pressed, repeat)| InputEvent::Key {
                    key,
                    character,
                    pressed,
                    repeat
                }
            ),
            place().prop_map(|position| InputEvent::MouseMoved { position }),
            (button(), any::<bool>(), place()).prop_map(|(button, pressed, position)| {
                InputEvent::MouseButton {
                    button,
                    pressed,
                    position,
                }
            }),
            (button(), place())
                .prop_map(|(button, position)| InputEvent::Click { button, position }),
            (place(), any::<bool>()).prop_map(|(delta, lines)| InputEvent::Wheel {
                delta,
                unit: if lines {
                    WheelUnit::Lines
                } else {
                    WheelUnit::Pixels
                },
            }),
            Just(InputEvent::MouseEntered),
            Just(InputEvent::MouseLeft),
            any::<bool>().prop_map(InputEvent::Focus),
            (any::<u32>(), any::<u32>(), number()).prop_map(|(device, control, value)| {
                InputEvent::Device {
                    device,
                    control,
                    value,
                }
            }),
            (any::<u8>(), pad_change()).prop_map(|(pad, change)| InputEvent::Pad { pad, change }),
            text_or_touch(),
        ]
    }

    fn text_or_touch() -> impl Strategy<Value = InputEvent> {
        let phase = proptest::sample::select(TouchPhase::ALL.to_vec());
        let force = proptest::option::of(number());
        prop_oneof![
            ".{0,9}".prop_map(InputEvent::text),
            (".{0,9}", proptest::option::of(any::<u32>())).prop_map(|(text, caret)| {
                InputEvent::Preedit {
                    text: text.into(),
                    caret,
                }
            }),
            ".{0,9}".prop_map(InputEvent::paste),
            any::<bool>().prop_map(InputEvent::FilesHovered),
            (".{0,9}", vec(any::<u8>(), 0..300))
                .prop_map(|(name, bytes)| InputEvent::dropped_file(name, bytes)),
            (any::<u64>(), phase, place(), force).prop_map(|(id, phase, position, force)| {
                InputEvent::Touch {
                    id,
                    phase,
                    position,
                    force,
                }
            }),
        ]
    }

    fn pad_change() -> impl Strategy<Value = PadChange> {
        let button = proptest::sample::select(PadButton::ALL);
        let axis = proptest::sample::select(PadAxis::ALL);
        prop_oneof![
            Just(PadChange::Connected),
            Just(PadChange::Disconnected),
            (button, any::<bool>())
                .prop_map(|(button, pressed)| PadChange::Button { button, pressed }),
            (axis, number()).prop_map(|(axis, value)| PadChange::Axis { axis, value }),
        ]
    }

    fn job_update() -> impl Strategy<Value = JobUpdate> {
        let job = any::<u64>().prop_map(JobId::from_number);
        (job, proptest::option::of(0..=1000_u16)).prop_map(|(job, permille)| match permille {
            Some(permille) => JobUpdate::Progress { job, permille },
            None => JobUpdate::Done { job },
        })
    }

    fn file() -> impl Strategy<Value = FileUpdate> {
        let outcome = prop_oneof![
            vec(any::<u8>(), 0..300).prop_map(|bytes| FileOutcome::Read(bytes.into())),
            Just(FileOutcome::Missing),
            Just(FileOutcome::Written),
            ".{0,9}".prop_map(|text| FileOutcome::Failed(FileFailure::new(text))),
        ];
        (any::<u64>(), outcome).prop_map(|(request, outcome)| FileUpdate { request, outcome })
    }

    fn steps() -> impl Strategy<Value = Vec<RecordedStep>> {
        let view = prop_oneof![3 => Just(VIEW_AT_START), 1 => place()];
        let dt = prop_oneof![3 => Just(1.0_f32), 1 => 0.0..2.0_f32];
        let events = prop_oneof![2 => Just(vec![]), 1 => vec(event(), 0..5)];
        let jobs = prop_oneof![4 => Just(vec![]), 1 => vec(job_update(), 0..3)];
        let files = prop_oneof![4 => Just(vec![]), 1 => vec(file(), 0..3)];
        let step = (dt, view, events, jobs, files);
        (0..u64::MAX / 2, vec(step, 0..40)).prop_map(|(first, steps)| {
            let numbered = (first..).zip(steps);
            let step = |(number, (dt, view, events, jobs, files))| RecordedStep {
                number,
                dt,
                view,
                events,
                jobs,
                files,
            };
            numbered.map(step).collect()
        })
    }

    proptest! {
        #[test]
        fn steps_are_read_as_they_were_written(steps in steps()) {
            let (_, read) = round_trip(&steps);
            // The steps are compared as text, because the numbers −0 and 0 are equal.
            prop_assert_eq!(format!("{read:?}"), format!("{steps:?}"));
            // The text leaves out the content of files.
            prop_assert_eq!(read, steps);
        }

        #[test]
        fn any_bytes_are_steps_or_refused(bytes: Vec<u8>) {
            let mut steps = 0;
            let _ = read_steps(&mut ByteReader(&bytes), VIEW_AT_START, |_, count| steps += count);
            prop_assert!(steps <= MAX_STEPS);
        }
    }

    #[test]
    fn a_minute_without_input_takes_a_few_bytes() {
        let steps: Vec<_> = (1..=3600).map(quiet).collect();
        let (bytes, read) = round_trip(&steps);
        assert_eq!(read, steps);
        assert!(bytes.len() <= 4, "{}", bytes.len());
    }

    #[test]
    fn a_step_with_parts_that_are_unknown_is_refused() {
        let mut bytes = ByteWriter::default();
        bytes.number(1);
        bytes.u8(32);
        let read = read_steps(&mut ByteReader(&bytes.0), VIEW_AT_START, |_, _| ());
        assert_eq!(read, Err(BadRecord));
    }

    #[test]
    fn more_steps_than_a_block_has_are_refused() {
        let mut bytes = ByteWriter::default();
        bytes.number(1);
        bytes.u8(0);
        bytes.number(u64::MAX);
        let read = read_steps(&mut ByteReader(&bytes.0), VIEW_AT_START, |_, _| ());
        assert_eq!(read, Err(BadRecord));
    }
}
