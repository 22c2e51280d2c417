//! The parts of a step's input as bytes: events, job updates and results of file requests.

use crate::files::bytes::{BadRecord, ByteReader, ByteWriter};
use crate::input::{
    InputEvent, Key, MouseButton, PadAxis, PadButton, PadChange, TouchPhase, WheelUnit,
};
use crate::jobs::{JobId, JobUpdate};
use crate::world::{FileFailure, FileOutcome, FileUpdate};

/// Codes of events. They never change; a new kind of event gets the next number.
mod code {
    pub(super) const KEY: u8 = 0;
    pub(super) const MOUSE_MOVED: u8 = 1;
    pub(super) const MOUSE_BUTTON: u8 = 2;
    pub(super) const CLICK: u8 = 3;
    pub(super) const WHEEL: u8 = 4;
    pub(super) const MOUSE_ENTERED: u8 = 5;
    pub(super) const MOUSE_LEFT: u8 = 6;
    pub(super) const FOCUS: u8 = 7;
    pub(super) const DEVICE: u8 = 8;
    pub(super) const PAD: u8 = 9;
    // Since version 4 of the format.
    pub(super) const TEXT: u8 = 10;
    pub(super) const PREEDIT: u8 = 11;
    pub(super) const PASTE: u8 = 12;
    pub(super) const FILES_HOVERED: u8 = 13;
    pub(super) const FILE_DROPPED: u8 = 14;
    pub(super) const TOUCH: u8 = 15;
    // Codes of a pad's changes.
    pub(super) const CONNECTED: u8 = 0;
    pub(super) const DISCONNECTED: u8 = 1;
    pub(super) const BUTTON: u8 = 2;
    pub(super) const AXIS: u8 = 3;
}

pub(super) fn write_event(bytes: &mut ByteWriter, event: &InputEvent) {
    match *event {
        InputEvent::Key {
            key,
            character,
            pressed,
            repeat,
        } => {
            bytes.u8(code::KEY);
            bytes.number(key.code());
            // 0 stands for no character; characters are stored as their number plus 1.
            bytes.number(character.map_or(0, |character| u64::from(character) + 1));
            bytes.u8(u8::from(pressed) | u8::from(repeat) << 1);
        }
        InputEvent::MouseMoved { position } => {
            bytes.u8(code::MOUSE_MOVED);
            bytes.vec2(position);
        }
        InputEvent::MouseButton {
            button,
            pressed,
            position,
        } => {
            bytes.u8(code::MOUSE_BUTTON);
            bytes.number(u64::from(button.code()));
            bytes.u8(u8::from(pressed));
            bytes.vec2(position);
        }
        InputEvent::Click { button, position } => {
            bytes.u8(code::CLICK);
            bytes.number(u64::from(button.code()));
            bytes.vec2(position);
        }
        InputEvent::Wheel { delta, unit } => {
            bytes.u8(code::WHEEL);
            bytes.u8(u8::from(unit == WheelUnit::Pixels));
            bytes.vec2(delta);
        }
        InputEvent::MouseEntered => bytes.u8(code::MOUSE_ENTERED),
        InputEvent::MouseLeft => bytes.u8(code::MOUSE_LEFT),
        InputEvent::Focus(focused) => {
            bytes.u8(code::FOCUS);
            bytes.u8(u8::from(focused));
        }
        InputEvent::Device {
            device,
            control,
            value,
        } => {
            bytes.u8(code::DEVICE);
            bytes.number(u64::from(device));
            bytes.number(u64::from(control));
            bytes.f32(value);
        }
        InputEvent::Pad { pad, change } => {
            bytes.u8(code::PAD);
            bytes.u8(pad);
            write_pad_change(bytes, change);
        }
        InputEvent::Text(ref text) => {
            bytes.u8(code::TEXT);
            bytes.text(text);
        }
        InputEvent::Preedit { ref text, caret } => {
            bytes.u8(code::PREEDIT);
            bytes.text(text);
            // 0 stands for no caret.
            bytes.number(caret.map_or(0, |caret| u64::from(caret) + 1));
        }
        InputEvent::Paste(ref text) => {
            bytes.u8(code::PASTE);
            bytes.text(text);
        }
        InputEvent::FilesHovered(hovered) => {
            bytes.u8(code::FILES_HOVERED);
            bytes.u8(u8::from(hovered));
        }
        InputEvent::FileDropped(ref file) => {
            bytes.u8(code::FILE_DROPPED);
            bytes.text(&file.name);
            bytes.bytes(&file.bytes);
        }
        InputEvent::Touch {
            id,
            phase,
            position,
            force,
        } => {
            bytes.u8(code::TOUCH);
            bytes.number(id);
            bytes.u8(phase.code() | u8::from(force.is_some()) << 7);
            bytes.vec2(position);
            if let Some(force) = force {
                bytes.f32(force);
            }
        }
    }
}

fn write_pad_change(bytes: &mut ByteWriter, change: PadChange) {
    match change {
        PadChange::Connected => bytes.u8(code::CONNECTED),
        PadChange::Disconnected => bytes.u8(code::DISCONNECTED),
        PadChange::Button { button, pressed } => {
            bytes.u8(code::BUTTON);
            bytes.u8(button.code());
            bytes.u8(u8::from(pressed));
        }
        PadChange::Axis { axis, value } => {
            bytes.u8(code::AXIS);
            bytes.u8(axis.code());
            bytes.f32(value);
        }
    }
}

fn read_pad_change(bytes: &mut ByteReader<'_>) -> Result<PadChange, BadRecord> {
    Ok(match bytes.u8()? {
        code::CONNECTED => PadChange::Connected,
        code::DISCONNECTED => PadChange::Disconnected,
        code::BUTTON => PadChange::Button {
            button: PadButton::from_code(bytes.u8()?).ok_or(BadRecord)?,
            pressed: bytes.u8()? != 0,
        },
        code::AXIS => PadChange::Axis {
            axis: PadAxis::from_code(bytes.u8()?).ok_or(BadRecord)?,
            value: bytes.f32()?,
        },
        _ => return Err(BadRecord),
    })
}

pub(super) fn read_event(bytes: &mut ByteReader<'_>) -> Result<InputEvent, BadRecord> {
    Ok(match bytes.u8()? {
        code::KEY => {
            let key = Key::from_code(bytes.number()?).ok_or(BadRecord)?;
            let character = match bytes.within::<u32>()?.checked_sub(1) {
                Some(number) => Some(char::from_u32(number).ok_or(BadRecord)?),
                None => None,
            };
            let state = bytes.u8()?;
            InputEvent::Key {
                key,
                character,
                pressed: state & 1 != 0,
                repeat: state & 2 != 0,
            }
        }
        code::MOUSE_MOVED => InputEvent::MouseMoved {
            position: bytes.vec2()?,
        },
        code::MOUSE_BUTTON => InputEvent::MouseButton {
            button: read_button(bytes)?,
            pressed: bytes.u8()? != 0,
            position: bytes.vec2()?,
        },
        code::CLICK => InputEvent::Click {
            button: read_button(bytes)?,
            position: bytes.vec2()?,
        },
        code::WHEEL => {
            let unit = match bytes.u8()? {
                0 => WheelUnit::Lines,
                _ => WheelUnit::Pixels,
            };
            let delta = bytes.vec2()?;
            InputEvent::Wheel { delta, unit }
        }
        code::MOUSE_ENTERED => InputEvent::MouseEntered,
        code::MOUSE_LEFT => InputEvent::MouseLeft,
        code::FOCUS => InputEvent::Focus(bytes.u8()? != 0),
        code::DEVICE => InputEvent::Device {
            device: bytes.within()?,
            control: bytes.within()?,
            value: bytes.f32()?,
        },
        code::PAD => InputEvent::Pad {
            pad: bytes.u8()?,
            change: read_pad_change(bytes)?,
        },
        code::TEXT => InputEvent::text(bytes.text()?),
        code::PREEDIT => InputEvent::Preedit {
            text: bytes.text()?.into(),
            caret: match bytes.number()?.checked_sub(1) {
                Some(caret) => Some(u32::try_from(caret).map_err(|_| BadRecord)?),
                None => None,
            },
        },
        code::PASTE => InputEvent::paste(bytes.text()?),
        code::FILES_HOVERED => InputEvent::FilesHovered(bytes.u8()? != 0),
        code::FILE_DROPPED => {
            let name = bytes.text()?;
            InputEvent::dropped_file(name, bytes.bytes()?)
        }
        code::TOUCH => {
            let id = bytes.number()?;
            let phase = bytes.u8()?;
            InputEvent::Touch {
                id,
                phase: TouchPhase::from_code(phase & 0x7f).ok_or(BadRecord)?,
                position: bytes.vec2()?,
                force: if phase & 0x80 != 0 {
                    Some(bytes.f32()?)
                } else {
                    None
                },
            }
        }
        _ => return Err(BadRecord),
    })
}

fn read_button(bytes: &mut ByteReader<'_>) -> Result<MouseButton, BadRecord> {
    MouseButton::from_code(bytes.within()?).ok_or(BadRecord)
}

pub(super) fn write_job(bytes: &mut ByteWriter, update: &JobUpdate) {
    match *update {
        JobUpdate::Progress { job, permille } => {
            bytes.u8(0);
            bytes.number(job.number());
            bytes.number(u64::from(permille));
        }
        JobUpdate::Done { job } => {
            bytes.u8(1);
            bytes.number(job.number());
        }
    }
}

pub(super) fn read_job(bytes: &mut ByteReader<'_>) -> Result<JobUpdate, BadRecord> {
    let kind = bytes.u8()?;
    let job = JobId::from_number(bytes.number()?);
    match kind {
        0 => Ok(JobUpdate::Progress {
            job,
            permille: bytes.within()?,
        }),
        1 => Ok(JobUpdate::Done { job }),
        _ => Err(BadRecord),
    }
}

pub(super) fn write_file(bytes: &mut ByteWriter, update: &FileUpdate) {
    bytes.number(update.request);
    match &update.outcome {
        FileOutcome::Read(read) => {
            bytes.u8(0);
            bytes.bytes(read);
        }
        FileOutcome::Missing => bytes.u8(1),
        FileOutcome::Written => bytes.u8(2),
        FileOutcome::Failed(failure) => {
            bytes.u8(3);
            bytes.text(&failure.message);
        }
    }
}

pub(super) fn read_file(bytes: &mut ByteReader<'_>) -> Result<FileUpdate, BadRecord> {
    let request = bytes.number()?;
    let outcome = match bytes.u8()? {
        0 => FileOutcome::Read(bytes.bytes()?.into()),
        1 => FileOutcome::Missing,
        2 => FileOutcome::Written,
        3 => FileOutcome::Failed(FileFailure::new(bytes.text()?)),
        _ => return Err(BadRecord),
    };
    Ok(FileUpdate { request, outcome })
}
