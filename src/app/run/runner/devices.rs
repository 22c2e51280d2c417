//! Carries out the game's requests to the clipboard and to the motors of gamepads, and notifies the window of the text
//! entry that has the focus. None of this affects a step.

use std::time::Duration;

use super::Runner;
use crate::app::clipboard::Clipboard;
use crate::app::run::control::RumbleCommand;
use crate::app::run::source::Source;
use crate::geometry::Rect;
use crate::world::RumbleRequest;

/// Longest rumble, in seconds.
const MAX_RUMBLE: f64 = 60.0;

/// The player's devices that a game uses, except the screen and the speakers.
#[derive(Debug)]
pub(crate) struct PlayerDevices {
    clipboard: Clipboard,
    /// Nominal steps per second.
    rate: f64,
    /// Whether a gamepad may be shaking.
    may_shake: bool,
    /// Character cell at the cursor of the focused text entry, in view units, as last reported to the window.
    caret: Option<Rect>,
}

impl PlayerDevices {
    /// Returns the devices at the beginning of a run. `rate` is in steps per second.
    pub(crate) fn new(clipboard: Clipboard, rate: f64) -> Self {
        Self {
            clipboard,
            rate,
            may_shake: false,
            caret: None,
        }
    }
}

impl Runner<'_> {
    /// Carries out the requests of the latest steps. In a replay, they are dropped: the recording contains the pasted
    /// text.
    pub(super) fn apply_device_requests(&mut self) {
        let is_replay = matches!(self.source, Source::Replay(_));
        let requests = &mut self.core.requests;
        for request in requests.clipboard.drain(..) {
            if !is_replay {
                let devices = &mut self.devices;
                devices.clipboard.carry_out(request, &self.window.queue);
            }
        }
        let goes_back = self.rewinding.as_ref().is_some_and(|one| one.is_held());
        let is_still = is_replay || goes_back || self.pace.clock.is_paused();
        if is_still && core::mem::take(&mut self.devices.may_shake) {
            (self.window.rumble)(RumbleCommand::StopAll);
        }
        for RumbleRequest { pad, rumble } in requests.rumbles.drain(..) {
            if !is_still {
                self.devices.may_shake = true;
                let seconds = f64::from(rumble.steps) / self.devices.rate;
                let seconds = seconds.min(MAX_RUMBLE);
                (self.window.rumble)(RumbleCommand::Start {
                    pad,
                    strong: rumble.strong,
                    weak: rumble.weak,
                    time: Duration::from_secs_f64(seconds),
                });
            }
        }
        let caret = self.core.world.hud.text_caret(&self.core.assets);
        if caret != self.devices.caret {
            self.devices.caret = caret;
            (self.window.show_caret)(caret);
        }
    }

    /// Stops all gamepads at the end of the run.
    pub(super) fn end_devices(&mut self) {
        if core::mem::take(&mut self.devices.may_shake) {
            (self.window.rumble)(RumbleCommand::StopAll);
        }
    }
}
