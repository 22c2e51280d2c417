//! Commands of gamepads: presses of buttons, tilts of the left stick, and the repeats of held directions.

use glam::Vec2;

use super::command::WidgetCommand;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::input::{InputEvent, PadAxis, PadButton, PadChange};

const PADS: usize = InputEvent::MAX_PADS as usize;

/// Tilt of a stick that gives a command, from 0 to 1.
const TILTED: f32 = 0.6;
/// Tilt below which a stick can give the next command.
const UPRIGHT: f32 = 0.4;
// Both delays are in steps, so that a replay repeats alike on every machine.
/// Number of steps until a held direction repeats.
const DELAY: u16 = 15;
/// Number of steps between repeats.
const INTERVAL: u16 = 4;

/// The left sticks of all gamepads, and the direction that is held.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PadCommands {
    sticks: [Vec2; PADS],
    /// Direction of each stick since it was last upright.
    tilted: [Option<WidgetCommand>; PADS],
    held: Option<HeldDirection>,
}

/// A direction that is held on a gamepad.
#[derive(Clone, Copy, Debug, PartialEq)]
struct HeldDirection {
    pad: u8,
    /// The button that holds it. `None` for the stick.
    button: Option<PadButton>,
    command: WidgetCommand,
    /// Number of steps since the press.
    steps: u16,
    /// Whether it does not repeat, because it was captured.
    is_silent: bool,
}

summed!(HeldDirection: pad, button, command, steps, is_silent);

impl Checksum for PadCommands {
    // Adds nothing in the initial state, so that older recordings have the same checksums.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        if *self != Self::default() {
            (&self.sticks, &self.tilted, &self.held).write_checksum(sum);
        }
    }
}

impl PadCommands {
    /// Handles a change of a gamepad. Returns the resulting command.
    pub(super) fn take(&mut self, pad: u8, change: PadChange) -> Option<WidgetCommand> {
        let slot = self.sticks.get_mut(usize::from(pad))?;
        match change {
            PadChange::Button { button, pressed } => {
                if !pressed {
                    self.release(pad, Some(button));
                    return None;
                }
                let command = WidgetCommand::of_pad(button)?;
                if command.is_direction() {
                    self.hold(pad, Some(button), command);
                }
                Some(command)
            }
            PadChange::Axis { axis, value } => {
                match axis {
                    PadAxis::LeftStickX => slot.x = value,
                    PadAxis::LeftStickY => slot.y = value,
                    _ => return None,
                }
                let tilt = *slot;
                self.take_tilt(pad, tilt)
            }
            PadChange::Disconnected => {
                *slot = Vec2::ZERO;
                self.tilted[usize::from(pad)] = None;
                self.held = self.held.filter(|held| held.pad != pad);
                None
            }
            PadChange::Connected => None,
        }
    }

    /// Returns the command that a tilt of a stick gives: once per direction until the stick is upright again.
    fn take_tilt(&mut self, pad: u8, tilt: Vec2) -> Option<WidgetCommand> {
        let is_vertical = tilt.y.abs() >= tilt.x.abs();
        let command = match (is_vertical, tilt.x > 0.0, tilt.y > 0.0) {
            (true, _, false) => WidgetCommand::Up,
            (true, _, true) => WidgetCommand::Down,
            (false, false, _) => WidgetCommand::Left,
            (false, true, _) => WidgetCommand::Right,
        };
        let strength = tilt.abs().max_element();
        let tilted = self.tilted.get_mut(usize::from(pad))?;
        if strength < UPRIGHT {
            *tilted = None;
            self.release(pad, None);
        } else if strength >= TILTED && *tilted != Some(command) {
            *tilted = Some(command);
            self.hold(pad, None, command);
            return Some(command);
        }
        None
    }

    fn hold(&mut self, pad: u8, button: Option<PadButton>, command: WidgetCommand) {
        self.held = Some(HeldDirection {
            pad,
            button,
            command,
            steps: 0,
            is_silent: false,
        });
    }

    fn release(&mut self, pad: u8, button: Option<PadButton>) {
        let is_other = |held: &HeldDirection| held.pad != pad || held.button != button;
        self.held = self.held.filter(is_other);
    }

    /// Keeps the held direction from repeating until its release.
    pub(super) fn silence(&mut self) {
        if let Some(held) = &mut self.held {
            held.is_silent = true;
        }
    }

    /// Resets all sticks and stops repeats. Called when the window loses the focus, and while gamepads are muted.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Advances by a step. Returns the held direction if it repeats now.
    pub(super) fn step(&mut self) -> Option<WidgetCommand> {
        let held = self.held.as_mut().filter(|held| !held.is_silent)?;
        // Wraps within the repeats, so that it never overflows.
        if held.steps == DELAY + INTERVAL {
            held.steps = DELAY;
        }
        held.steps += 1;
        let repeats = held.steps == DELAY || held.steps == DELAY + INTERVAL;
        repeats.then_some(held.command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tilt(pads: &mut PadCommands, axis: PadAxis, value: f32) -> Option<WidgetCommand> {
        pads.take(0, PadChange::Axis { axis, value })
    }

    #[test]
    fn a_stick_gives_one_command_until_it_is_upright() {
        let mut pads = PadCommands::default();
        let table = [
            (PadAxis::LeftStickY, 0.5, None),
            (PadAxis::LeftStickY, 0.7, Some(WidgetCommand::Down)),
            (PadAxis::LeftStickY, 1.0, None),
            (PadAxis::LeftStickY, 0.5, None),
            (PadAxis::LeftStickY, 0.7, None),
            (PadAxis::LeftStickY, 0.1, None),
            (PadAxis::LeftStickY, 0.7, Some(WidgetCommand::Down)),
            (PadAxis::LeftStickX, -1.0, Some(WidgetCommand::Left)),
            (PadAxis::LeftStickX, 0.0, Some(WidgetCommand::Down)),
            (PadAxis::RightStickX, 1.0, None),
        ];
        for (axis, value, expected) in table {
            assert_eq!(tilt(&mut pads, axis, value), expected, "{axis:?} {value}");
        }
    }

    #[test]
    fn a_held_direction_repeats_after_a_delay() {
        let mut pads = PadCommands::default();
        let button = PadButton::DPadUp;
        let press = |pressed| PadChange::Button { button, pressed };
        assert_eq!(pads.take(1, press(true)), Some(WidgetCommand::Up));
        let repeats: Vec<u16> = (1..40).filter(|_| pads.step().is_some()).collect();
        assert_eq!(repeats, [15, 19, 23, 27, 31, 35, 39]);
        // Another pad's release does not end it.
        assert_eq!(pads.take(0, press(false)), None);
        assert!((0..4).any(|_| pads.step().is_some()));
        assert_eq!(pads.take(1, press(false)), None);
        assert!((0..40).all(|_| pads.step().is_none()));
        assert_eq!(pads, PadCommands::default());
    }

    #[test]
    fn a_silenced_direction_repeats_only_after_its_release() {
        let mut pads = PadCommands::default();
        tilt(&mut pads, PadAxis::LeftStickY, 1.0);
        pads.silence();
        assert!((0..40).all(|_| pads.step().is_none()));
        assert_eq!(tilt(&mut pads, PadAxis::LeftStickY, 0.9), None);
        tilt(&mut pads, PadAxis::LeftStickY, 0.0);
        tilt(&mut pads, PadAxis::LeftStickY, 1.0);
        assert!((0..40).any(|_| pads.step().is_some()));
    }

    #[test]
    fn trembling_sticks_give_one_command_each() {
        let mut pads = PadCommands::default();
        let mut given = Vec::new();
        for value in [0.7, 0.8, 0.9, 0.8, 0.7, 0.9] {
            for pad in [0, 1] {
                let axis = PadAxis::LeftStickY;
                given.extend(pads.take(pad, PadChange::Axis { axis, value }));
            }
        }
        assert_eq!(given, [WidgetCommand::Down; 2]);
    }

    #[test]
    fn a_tilted_stick_gives_nothing_after_another_direction() {
        let mut pads = PadCommands::default();
        tilt(&mut pads, PadAxis::LeftStickX, 1.0);
        let button = PadButton::DPadUp;
        for (pressed, expected) in [(true, Some(WidgetCommand::Up)), (false, None)] {
            assert_eq!(
                pads.take(0, PadChange::Button { button, pressed }),
                expected
            );
        }
        assert_eq!(tilt(&mut pads, PadAxis::LeftStickX, 0.9), None);
    }

    #[test]
    fn a_lost_pad_releases_its_direction() {
        let mut pads = PadCommands::default();
        tilt(&mut pads, PadAxis::LeftStickX, 1.0);
        assert_eq!(pads.take(0, PadChange::Disconnected), None);
        assert_eq!(pads, PadCommands::default());
        assert_eq!(pads.take(200, PadChange::Connected), None);
    }
}
