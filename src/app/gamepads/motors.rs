//! Motors of gamepads, by gilrs's force feedback.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use gilrs::ff::{BaseEffect, BaseEffectType, Effect, EffectBuilder, Repeat, Ticks};
use gilrs::{GamepadId, Gilrs};

use crate::app::run::control::RumbleCommand;
use crate::input::InputEvent;

/// Commands that wait for the thread that reads gamepads.
#[derive(Debug, Default)]
pub(super) struct RumbleInbox(Mutex<Vec<RumbleCommand>>);

/// Maximum number of waiting commands. Further ones are dropped, because a game may rumble in every step.
const MAX_WAITING: usize = 64;

impl RumbleInbox {
    /// Adds a command. A command to stop replaces all waiting ones.
    pub(super) fn push(&self, command: RumbleCommand) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if command == RumbleCommand::StopAll {
            waiting.clear();
        }
        if waiting.len() < MAX_WAITING {
            waiting.push(command);
        }
    }

    /// Takes the waiting commands.
    pub(super) fn take(&self) -> Vec<RumbleCommand> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        core::mem::take(&mut *waiting)
    }
}

/// The running effects of all pads. A dropped effect stops.
#[derive(Default)]
pub(super) struct Motors {
    effects: [Option<Effect>; InputEvent::MAX_PADS as usize],
    /// Whether a command has arrived.
    pub(super) are_used: bool,
    /// Whether a pad that cannot rumble was logged.
    is_reported: bool,
}

impl Motors {
    /// Carries out a command. `ids` are gilrs's ids of the engine's pads.
    pub(super) fn carry_out(
        &mut self,
        command: RumbleCommand,
        ids: &[Option<usize>],
        gilrs: &mut Gilrs,
    ) {
        self.are_used = true;
        let RumbleCommand::Start {
            pad,
            strong,
            weak,
            time,
        } = command
        else {
            self.effects = Default::default();
            return;
        };
        let at = usize::from(pad);
        let Some(effect) = self.effects.get_mut(at) else {
            return;
        };
        *effect = None;
        let id = ids.get(at).copied().flatten();
        let Some(id) = id.and_then(|id| find(gilrs, id)) else {
            return;
        };
        if time.is_zero() {
            return;
        }
        let started = rumble(strong, weak, time).gamepads(&[id]).finish(gilrs);
        let played = started.and_then(|started| started.play().map(|()| started));
        match played {
            Ok(started) => *effect = Some(started),
            Err(error) if !core::mem::replace(&mut self.is_reported, true) => {
                log::info!("gamepad {pad} does not rumble: {error}");
            }
            Err(_) => {}
        }
    }
}

/// Returns gilrs's id with this number.
fn find(gilrs: &Gilrs, number: usize) -> Option<GamepadId> {
    let mut pads = gilrs.gamepads();
    pads.find_map(|(id, _)| (usize::from(id) == number).then_some(id))
}

/// Returns the effect of a rumble, with strengths from 0 to 1.
fn rumble(strong: f32, weak: f32, time: Duration) -> EffectBuilder {
    let motor = |kind| BaseEffect {
        kind,
        ..BaseEffect::default()
    };
    let mut effect = EffectBuilder::new();
    effect
        .add_effect(motor(BaseEffectType::Strong {
            magnitude: magnitude(strong),
        }))
        .add_effect(motor(BaseEffectType::Weak {
            magnitude: magnitude(weak),
        }))
        .repeat(Repeat::For(Ticks::from(time)));
    effect
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, which is what is wanted"
)]
fn magnitude(strength: f32) -> u16 {
    (strength * f32::from(u16::MAX)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(pad: u8) -> RumbleCommand {
        RumbleCommand::Start {
            pad,
            strong: 1.0,
            weak: 0.0,
            time: Duration::from_millis(200),
        }
    }

    #[test]
    fn strengths_are_shares_of_the_motors_range() {
        for (strength, expected) in [(0.0, 0), (0.5, 32767), (1.0, u16::MAX), (9.0, u16::MAX)] {
            assert_eq!(magnitude(strength), expected);
        }
    }

    #[test]
    fn a_rumble_uses_both_motors_for_its_time() {
        let mut expected = EffectBuilder::new();
        expected
            .add_effect(BaseEffect {
                kind: BaseEffectType::Strong { magnitude: 65535 },
                ..BaseEffect::default()
            })
            .add_effect(BaseEffect {
                kind: BaseEffectType::Weak { magnitude: 0 },
                ..BaseEffect::default()
            })
            .repeat(Repeat::For(Ticks::from_ms(200)));
        assert_eq!(rumble(1.0, 0.0, Duration::from_millis(200)), expected);
    }

    #[test]
    fn a_stop_replaces_waiting_commands_and_the_inbox_is_bounded() {
        let inbox = RumbleInbox::default();
        inbox.push(start(1));
        inbox.push(RumbleCommand::StopAll);
        inbox.push(start(2));
        assert_eq!(inbox.take(), [RumbleCommand::StopAll, start(2)]);
        for _ in 0..1000 {
            inbox.push(start(0));
        }
        assert_eq!(inbox.take().len(), MAX_WAITING);
        assert_eq!(inbox.take(), []);
    }
}
