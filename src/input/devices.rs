//! Values of custom devices.

use crate::base::checksum::summed;

/// The latest value of each control that is not at rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Devices {
    /// Sorted by the numbers of device and control. No value is 0.
    values: Vec<((u32, u32), f32)>,
}

/// Maximum number of controls that are not at rest. Further ones stay at 0. Bounds the memory of a game with endless
/// control numbers.
const MAX_CONTROLS: usize = 1024;

impl Devices {
    /// Stores the value of a control. Returns false if there are too many.
    pub(super) fn set(&mut self, control: (u32, u32), value: f32) -> bool {
        match self.find(control) {
            // A control at rest is removed, so that the checksum does not depend on which controls have ever moved.
            Ok(at) if value == 0.0 => {
                self.values.remove(at);
            }
            Ok(at) => self.values[at].1 = value,
            Err(_) if value == 0.0 => {}
            Err(at) if self.values.len() < MAX_CONTROLS => {
                self.values.insert(at, (control, value));
            }
            Err(_) => return false,
        }
        true
    }

    /// Returns the value of a control. 0 at rest.
    pub(super) fn get(&self, control: (u32, u32)) -> f32 {
        self.find(control).map_or(0.0, |at| self.values[at].1)
    }

    /// Returns the controls that are not at rest, sorted by their numbers.
    pub(super) fn values(&self) -> &[((u32, u32), f32)] {
        &self.values
    }

    fn find(&self, control: (u32, u32)) -> Result<usize, usize> {
        self.values.binary_search_by_key(&control, |entry| entry.0)
    }
}

summed!(Devices: values);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_at_rest_use_no_memory() {
        let mut devices = Devices::default();
        assert!(devices.set((1, 2), 0.5) && devices.set((1, 1), -1.0));
        assert_eq!(
            [(1, 2), (1, 1), (2, 1)].map(|at| devices.get(at)),
            [0.5, -1.0, 0.0]
        );
        assert!(devices.set((1, 2), 0.0) && devices.set((1, 1), -0.0));
        assert_eq!(devices, Devices::default());
    }

    #[test]
    fn controls_without_end_use_bounded_memory() {
        let mut devices = Devices::default();
        let kept = (0..5000).filter(|&control| devices.set((0, control), 1.0));
        assert_eq!(kept.count(), MAX_CONTROLS);
        assert!(devices.set((0, 3), 2.0), "known ones change all the same");
        assert!(devices.set((0, 3), 0.0) && devices.set((9, 9), 1.0));
    }
}
