//! A compact record of the lists of a run, from which its sound can be mixed again.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::assets::{ClipData, ClipId};
use crate::files::bytes::{BadRecord, ByteReader, ByteWriter};
use crate::sound::{BusStep, SoundId, StepSounds, VoiceStep};

/// Maximum size of the record in bytes.
const MAX_BYTES: usize = 64 << 20;

/// Parts of an entry that differ from the expected ones.
mod differs {
    pub(super) const STEP: u8 = 1;
    pub(super) const LENGTH: u8 = 2;
    pub(super) const BUSES: u8 = 4;
    pub(super) const VOICES: u8 = 8;
    /// The entry sets a clip. It has nothing else.
    pub(super) const CLIP: u8 = 16;
}

/// Parts of a voice that differ from the expected ones.
mod voice_differs {
    pub(super) const SOUND: u8 = 1;
    pub(super) const POSITION: u8 = 2;
    pub(super) const RATE: u8 = 4;
    pub(super) const GAIN: u8 = 8;
}

/// An entry of a [`TrackLog`].
#[derive(Debug)]
pub(super) enum LogEntry<'a> {
    /// The samples of a clip from now on.
    Clip(ClipId, &'a Option<Arc<ClipData>>),
    /// A step, and its length in the track in nominal steps.
    Step(&'a StepSounds, f32),
}

/// The lists of a run in order, and the clips that they play. A step without changes takes one byte.
///
/// Unloaded clips keep their samples here: earlier steps need them when they are mixed again.
#[derive(Debug, Default)]
pub(super) struct TrackLog {
    bytes: ByteWriter,
    clips: Vec<(ClipId, Option<Arc<ClipData>>)>,
    latest: Latest,
}

/// The latest entry, which predicts the next one. Only differences from the prediction are stored.
#[derive(Clone, Debug, Default)]
struct Latest {
    list: StepSounds,
    shown_for: f32,
}

impl TrackLog {
    /// Adds the new samples of a clip.
    pub(super) fn set_clip(&mut self, id: ClipId, clip: Option<Arc<ClipData>>) {
        self.bytes.u8(differs::CLIP);
        self.clips.push((id, clip));
    }

    /// Adds a step that is `shown_for` nominal steps long in the track.
    pub(super) fn push(&mut self, list: &StepSounds, shown_for: f32) {
        self.latest.write(&mut self.bytes, list, shown_for);
    }

    /// Returns whether no more entries may be added.
    pub(super) fn is_full(&self) -> bool {
        self.bytes.0.len() > MAX_BYTES
    }

    /// Calls `visit` with each entry in order, until it returns false.
    pub(super) fn visit(&self, mut visit: impl FnMut(LogEntry<'_>) -> bool) {
        let mut bytes = ByteReader(&self.bytes.0);
        let mut latest = Latest::default();
        let mut clips = self.clips.iter();
        // The bytes were written here, so that nothing in them is unreadable.
        while let Ok(parts) = bytes.u8() {
            let goes_on = if parts == differs::CLIP {
                clips
                    .next()
                    .is_some_and(|(id, clip)| visit(LogEntry::Clip(*id, clip)))
            } else {
                latest.read(&mut bytes, parts).is_ok()
                    && visit(LogEntry::Step(&latest.list, latest.shown_for))
            };
            if !goes_on {
                break;
            }
        }
    }
}

impl Latest {
    /// Writes the difference to this entry, and becomes it.
    fn write(&mut self, bytes: &mut ByteWriter, list: &StepSounds, shown_for: f32) {
        self.expect_next();
        let length =
            list.frames != self.list.frames || shown_for.to_bits() != self.shown_for.to_bits();
        let parts = [
            (list.step != self.list.step, differs::STEP),
            (length, differs::LENGTH),
            (list.buses != self.list.buses, differs::BUSES),
            (list.voices != self.list.voices, differs::VOICES),
        ];
        let parts = parts.map(|(differs, part)| if differs { part } else { 0 });
        let parts = parts.into_iter().fold(0, |all, part| all | part);
        bytes.u8(parts);
        if parts & differs::STEP != 0 {
            bytes.number(list.step);
        }
        if parts & differs::LENGTH != 0 {
            bytes.number(list.frames);
            bytes.f32(shown_for);
        }
        if parts & differs::BUSES != 0 {
            bytes.number(list.buses.len() as u64);
            for bus in &list.buses {
                bytes.f32(bus.gain);
                // No filter has a frequency of 0.
                bytes.f32(bus.low_pass.unwrap_or(0.0));
                bytes.f32(bus.reverb);
            }
        }
        if parts & differs::VOICES != 0 {
            bytes.number(list.voices.len() as u64);
            for (index, voice) in list.voices.iter().enumerate() {
                write_voice(bytes, voice, self.list.voices.get(index));
            }
        }
        self.list.clone_from(list);
        self.shown_for = shown_for;
    }

    /// Reads the entry that follows this one, and becomes it.
    fn read(&mut self, bytes: &mut ByteReader<'_>, parts: u8) -> Result<(), BadRecord> {
        self.expect_next();
        if parts & differs::STEP != 0 {
            self.list.step = bytes.number()?;
        }
        if parts & differs::LENGTH != 0 {
            self.list.frames = bytes.number()?;
            self.shown_for = bytes.f32()?;
        }
        if parts & differs::BUSES != 0 {
            let count = bytes.count()?;
            self.list.buses.resize(count, BusStep::default());
            for bus in &mut self.list.buses {
                bus.gain = bytes.f32()?;
                bus.low_pass = Some(bytes.f32()?).filter(|hertz| *hertz != 0.0);
                bus.reverb = bytes.f32()?;
            }
        }
        if parts & differs::VOICES != 0 {
            let count = bytes.count()?;
            self.list.voices.resize(count, SILENT);
            for voice in &mut self.list.voices {
                read_voice(bytes, voice)?;
            }
        }
        Ok(())
    }

    /// Becomes the entry that follows if nothing happens.
    fn expect_next(&mut self) {
        self.list.step = self.list.step.wrapping_add(1);
        let frames = self.list.frames;
        for voice in &mut self.list.voices {
            let [from, to] = voice.rate.map(u128::from);
            let moved = u128::from(frames) * (from + to) / 2;
            let moved = u64::try_from(moved).unwrap_or(u64::MAX);
            voice.position = voice.position.saturating_add(moved);
            if let Some([start, end]) = voice.loop_range
                && voice.position >= end
                && end > start
            {
                voice.position = start + (voice.position - start) % (end - start);
            }
            voice.rate = [voice.rate[1]; 2];
        }
    }
}

/// The voice that an additional one is compared with.
const SILENT: VoiceStep = VoiceStep {
    id: SoundId(0),
    clip: ClipId(0),
    position: 0,
    rate: [0; 2],
    gain: [0.0; 2],
    bus: 0,
    loop_range: None,
};

/// Writes the difference of a voice to the expected one.
fn write_voice(bytes: &mut ByteWriter, voice: &VoiceStep, expected: Option<&VoiceStep>) {
    let expected = expected.unwrap_or(&SILENT);
    let sound = |voice: &VoiceStep| (voice.id, voice.clip, voice.bus, voice.loop_range);
    let parts = [
        (sound(voice) != sound(expected), voice_differs::SOUND),
        (voice.position != expected.position, voice_differs::POSITION),
        (voice.rate != expected.rate, voice_differs::RATE),
        (voice.gain != expected.gain, voice_differs::GAIN),
    ];
    let parts = parts.map(|(differs, part)| if differs { part } else { 0 });
    let parts = parts.into_iter().fold(0, |all, part| all | part);
    bytes.u8(parts);
    if parts & voice_differs::SOUND != 0 {
        bytes.number(voice.id.0);
        bytes.number(voice.clip.0.into());
        bytes.u8(voice.bus);
        // A loop that ends where it begins is none.
        for end in voice.loop_range.unwrap_or_default() {
            bytes.number(end);
        }
    }
    if parts & voice_differs::POSITION != 0 {
        bytes.number(voice.position);
    }
    if parts & voice_differs::RATE != 0 {
        for rate in voice.rate {
            bytes.number(rate.into());
        }
    }
    if parts & voice_differs::GAIN != 0 {
        for gain in voice.gain {
            bytes.f32(gain);
        }
    }
}

/// Changes the expected voice to the written one.
fn read_voice(bytes: &mut ByteReader<'_>, voice: &mut VoiceStep) -> Result<(), BadRecord> {
    let parts = bytes.u8()?;
    if parts & voice_differs::SOUND != 0 {
        voice.id = SoundId(bytes.number()?);
        voice.clip = ClipId(bytes.within()?);
        voice.bus = bytes.u8()?;
        let range = [bytes.number()?, bytes.number()?];
        voice.loop_range = Some(range).filter(|[start, end]| start < end);
    }
    if parts & voice_differs::POSITION != 0 {
        voice.position = bytes.number()?;
    }
    if parts & voice_differs::RATE != 0 {
        voice.rate = [bytes.within()?, bytes.within()?];
    }
    if parts & voice_differs::GAIN != 0 {
        voice.gain = [bytes.f32()?, bytes.f32()?];
    }
    Ok(())
}
