//! The same work without the engine: a struct of arrays, one loop, one copy.

use damselfly::geometry::turns::{Turn, TurnMotion};
use damselfly::glam::Vec2;
use damselfly::scene::Instance;
use std::hint::black_box;

use super::scene::{bounced, start};

/// Sprites of a game without an engine.
pub(crate) struct Hand {
    positions: Vec<Vec2>,
    velocities: Vec<Vec2>,
    tints: Vec<[u8; 4]>,
    frames: Vec<u32>,
    packed: Vec<Instance>,
    /// Stands for mapped memory of the GPU.
    target: Vec<Instance>,
}

impl Hand {
    /// Returns `count` sprites.
    pub(crate) fn new(count: usize) -> Self {
        let (positions, velocities) = start(count).unzip();
        let blank: Instance = bytemuck::Zeroable::zeroed();
        Self {
            positions,
            velocities,
            tints: vec![[255; 4]; count],
            frames: vec![1; count],
            packed: vec![blank; count],
            target: vec![blank; count],
        }
    }

    /// Moves and bounces the sprites, packs each into 32 bytes, and copies these.
    pub(crate) fn step(&mut self) {
        self.packed();
        self.target.copy_from_slice(&self.packed);
        black_box(&mut self.target);
    }

    /// Like `step`, but packs the sprites directly into the target: the minimum of work.
    pub(crate) fn step_directly(&mut self) {
        core::mem::swap(&mut self.packed, &mut self.target);
        self.pack();
        core::mem::swap(&mut self.packed, &mut self.target);
        black_box(&mut self.target);
    }

    /// Moves and bounces the sprites, and packs each into 32 bytes.
    pub(crate) fn packed(&mut self) -> &[Instance] {
        self.pack();
        black_box(&self.packed)
    }

    fn pack(&mut self) {
        let one = [half::f16::ONE; 2];
        let sprites = self
            .positions
            .iter_mut()
            .zip(&mut self.velocities)
            .zip(&self.tints)
            .zip(&self.frames)
            .zip(&mut self.packed);
        for ((((position, velocity), &tint), &frame), packed) in sprites {
            let motion = *velocity;
            let moved = *position + motion;
            (*position, *velocity) = (moved, bounced(moved, motion));
            *packed = Instance {
                position: moved,
                motion,
                scale: one,
                turn: Turn::ZERO,
                turn_motion: TurnMotion::ZERO,
                tint,
                frame_and_flags: frame,
            };
        }
    }
}
