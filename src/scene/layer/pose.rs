//! Where a row is and how it came there: what is handed from an object to whatever is carried with it.

use glam::Vec2;

use super::{CHUNK, Layer};
use crate::geometry::turns::Turn;

/// Where a row is after a step, and how the step brought it there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pose {
    /// World units.
    pub(crate) position: Vec2,
    /// The displacement that drawing shows, in world units; nothing after a jump.
    pub(crate) motion: Vec2,
    pub(crate) turn: Turn,
    /// The turn that drawing shows, in 1/65536 of a turn.
    pub(crate) turn_motion: i16,
}

impl Layer {
    /// Where a row is in step `step`: the motion of an earlier one does not count.
    pub(crate) fn pose(&self, row: usize, step: u64) -> Pose {
        let instance = &self.instances[row];
        let fresh = self.chunks[row / CHUNK].motion_of == Some(step);
        Pose {
            position: instance.position,
            motion: if fresh { instance.motion } else { Vec2::ZERO },
            turn: instance.turn,
            turn_motion: if fresh { instance.turn_motion } else { 0 },
        }
    }

    /// Brings a row into a pose in step `step`. A chunk in which nothing changes by it does not count as changed.
    pub(crate) fn carry_row(&mut self, row: usize, pose: Pose, step: u64) {
        if self.pose(row, step) == pose {
            return;
        }
        self.freshen(row / CHUNK, step);
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.touch();
        if pose.motion != Vec2::ZERO || pose.turn_motion != 0 {
            chunk.motion_of = Some(step);
        }
        let instance = &mut self.instances[row];
        instance.position = pose.position;
        instance.motion = pose.motion;
        instance.turn = pose.turn;
        instance.turn_motion = pose.turn_motion;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::FrameId;
    use crate::scene::Instance;

    fn one_row() -> Layer {
        let mut layer = Layer::new();
        layer.push(None, Instance::new(Vec2::ONE, FrameId::SOLID), Vec2::ZERO);
        layer
    }

    #[test]
    fn the_motion_of_an_earlier_step_is_not_handed_on() {
        let mut layer = one_row();
        layer.move_row(0, Vec2::new(3.0, 1.0), 7);
        assert_eq!(layer.pose(0, 7).motion, Vec2::new(2.0, 0.0));
        assert_eq!(layer.pose(0, 8).motion, Vec2::ZERO);
        assert_eq!(layer.pose(0, 8).position, Vec2::new(3.0, 1.0));
    }

    #[test]
    fn a_row_that_is_carried_nowhere_is_not_copied_again() {
        let mut layer = one_row();
        let pose = Pose {
            position: Vec2::new(4.0, 4.0),
            motion: Vec2::new(1.0, 0.0),
            turn: Turn(5),
            turn_motion: -3,
        };
        layer.carry_row(0, pose, 2);
        let version = layer.chunk_version(0);
        layer.carry_row(0, pose, 2);
        assert_eq!((layer.pose(0, 2), layer.chunk_version(0)), (pose, version));
        layer.settle(3);
        assert_eq!(layer.pose(0, 3).motion, Vec2::ZERO);
    }
}
