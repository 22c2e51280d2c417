//! The pose of a row: its position and angle, and its motion in the step. An attached object derives its pose from its
//! parent's.

use glam::Vec2;

use super::{CHUNK, Layer};
use crate::geometry::turns::{Turn, TurnMotion};

/// The position and angle of a row after a step, and its motion in that step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pose {
    /// World units.
    pub(crate) position: Vec2,
    /// The displacement that drawing smooths, in world units; zero after a jump.
    pub(crate) motion: Vec2,
    pub(crate) turn: Turn,
    /// The change of the angle that drawing smooths.
    pub(crate) turn_motion: TurnMotion,
}

impl Layer {
    /// Returns the pose of a row in step `step`; the motion of an earlier step counts as none.
    pub(crate) fn pose(&self, row: usize, step: u64) -> Pose {
        let instance = &self.instances[row];
        let fresh = self.chunks[row / CHUNK].motion_of == Some(step);
        Pose {
            position: instance.position,
            motion: if fresh { instance.motion } else { Vec2::ZERO },
            turn: instance.turn,
            turn_motion: if fresh {
                instance.turn_motion
            } else {
                TurnMotion::ZERO
            },
        }
    }

    /// Sets the pose of a row in step `step`. Setting the same pose again does not count as a change of its chunk.
    pub(crate) fn set_pose(&mut self, row: usize, pose: Pose, step: u64) {
        // Attached objects get a pose in every step. At rest, this must not count as a change, or their chunks would be
        // copied in vain.
        if self.pose(row, step) == pose {
            return;
        }
        self.clear_stale_motion(row / CHUNK, step);
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.touch(&mut self.changes);
        if pose.motion != Vec2::ZERO || pose.turn_motion != TurnMotion::ZERO {
            chunk.motion_of = Some(step);
        }
        let instance = &mut self.instances[row];
        instance.position = pose.position;
        instance.motion = pose.motion;
        instance.turn = pose.turn;
        instance.turn_motion = pose.turn_motion;
        self.sync_quad_rows_of(row);
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
    fn a_pose_has_no_motion_of_an_earlier_step() {
        let mut layer = one_row();
        layer.move_row(0, Vec2::new(3.0, 1.0), 7);
        assert_eq!(layer.pose(0, 7).motion, Vec2::new(2.0, 0.0));
        assert_eq!(layer.pose(0, 8).motion, Vec2::ZERO);
        assert_eq!(layer.pose(0, 8).position, Vec2::new(3.0, 1.0));
    }

    #[test]
    fn setting_the_same_pose_changes_no_version() {
        let mut layer = one_row();
        let pose = Pose {
            position: Vec2::new(4.0, 4.0),
            motion: Vec2::new(1.0, 0.0),
            turn: Turn(5),
            turn_motion: TurnMotion(-3),
        };
        layer.set_pose(0, pose, 2);
        let version = layer.chunk_version(0);
        layer.set_pose(0, pose, 2);
        assert_eq!((layer.pose(0, 2), layer.chunk_version(0)), (pose, version));
        layer.end_step(3);
        assert_eq!(layer.pose(0, 3).motion, Vec2::ZERO);
    }
}
