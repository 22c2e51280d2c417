//! Mouse wheels that are buttons. On X11, the wheels of virtual machines, remote desktops and tests are buttons, and
//! winit reports a turn when such a button goes down and another turn when it goes up.

use winit::event::{DeviceEvent, ElementState};

/// The buttons that are wheels on X11: up, down, left, right.
const WHEEL: core::ops::RangeInclusive<u32> = 4..=7;

/// Finds wheel turns that stand for the release of a button.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WheelClicks {
    /// Whether a wheel's button was released. The next turn then stands for this release and is not real.
    released: bool,
}

impl WheelClicks {
    /// Tracks the events of devices, which arrive before those of the window.
    pub(super) fn follow(&mut self, event: &DeviceEvent) {
        // On other systems, these numbers are ordinary buttons.
        if !cfg!(all(unix, not(target_vendor = "apple"))) {
            return;
        }
        match event {
            DeviceEvent::Button { button, state } if WHEEL.contains(button) => {
                self.released = *state == ElementState::Released;
            }
            // This is a real wheel: it has no buttons, or none that winit reports.
            DeviceEvent::MouseWheel { .. } => self.released = false,
            _ => {}
        }
    }

    /// Returns whether the current turn stands for the release of a button.
    pub(super) fn take_release(&mut self) -> bool {
        core::mem::take(&mut self.released)
    }
}

#[cfg(all(test, unix, not(target_vendor = "apple")))]
mod tests;
