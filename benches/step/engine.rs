//! The contender with the engine: a world of spectral objects, its step, the batch, and the copies of a backend.

use damselfly::assets::{AssetSettings, Assets, Pixels, SpriteId};
use damselfly::glam::Vec2;
use damselfly::internals::Batch;
use damselfly::render::{Blending, Fit, Frame, PaintedLayer, Projection, ViewSettings};
use damselfly::scene::{Instance, Layer, MovedBy};
use damselfly::time::Smoothing;
use damselfly::world::{Context, Core, CoreSettings, Object, Solidness, StepInput};
use damselfly::{Color, ObjectId};
use std::hint::black_box;

use super::scene::{bounced, start};

const VIEW: Vec2 = Vec2::new(1280.0, 720.0);
const ALTITUDE: u16 = 2;

/// How the sprites move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mover {
    /// The game moves the sprites, in one loop over the layer's columns.
    Columns,
    /// The engine moves the sprites, by velocities that the game reflects at the edges.
    Velocity,
    /// Like `Columns`, in a layer with culling.
    Culled,
    /// The sprites do not move.
    Nobody,
}

impl Mover {
    /// Modes in which sprites move.
    pub(crate) const ALL: [Self; 3] = [Self::Columns, Self::Velocity, Self::Culled];

    /// Returns the bench's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Columns => "engine/columns",
            Self::Velocity => "engine/velocity",
            Self::Culled => "engine/culled",
            Self::Nobody => "engine/nobody",
        }
    }
}

/// A world, and the copy that a backend would make.
pub(crate) struct Engine {
    core: Core,
    mover: Mover,
    batch: Batch,
    sprite: SpriteId,
    ids: Vec<ObjectId>,
    /// Smoothing mode. It determines the motion that steps store for sprites, and its factor in frames between steps.
    pub(crate) smoothing: Smoothing,
    /// Stands for the backend's memory.
    target: Vec<Instance>,
}

impl Engine {
    /// Returns a world of `count` sprites, moved by `mover`.
    pub(crate) fn new(count: usize, mover: Mover) -> Self {
        let settings = CoreSettings {
            view: VIEW,
            unit: Vec2::ONE,
            ..CoreSettings::default()
        };
        let mut assets = Assets::new(AssetSettings::default());
        let sprite = assets
            .add_image("mark", Pixels::filled(16, 16, Color::WHITE))
            .expect("a small sprite fits");
        let mut engine = Self {
            core: Core::new(&settings, assets),
            mover,
            batch: Batch::new(),
            sprite,
            ids: Vec::new(),
            smoothing: Smoothing::None,
            target: Vec::new(),
        };
        if mover != Mover::Velocity {
            engine.core.world.altitude_settings_mut(ALTITUDE).moved_by = MovedBy::Game;
        }
        engine.core.world.reserve(ALTITUDE, count);
        engine.spawn(count);
        engine
    }

    fn spawn(&mut self, count: usize) {
        let mut cx = self.core.context();
        for (position, velocity) in start(count) {
            self.ids.push(cx.spawn(Object {
                solidness: Solidness::Spectral,
                sprite: Some(self.sprite),
                position,
                velocity,
                ..Object::default()
            }));
        }
    }

    /// Takes a step and draws its frame.
    pub(crate) fn pass(&mut self) {
        self.step();
        self.draw();
    }

    /// Takes a step.
    pub(crate) fn step(&mut self) {
        self.core.set_smoothing(self.smoothing);
        let mover = self.mover;
        self.core
            .step_with(StepInput::next(&self.core), |cx| match mover {
                Mover::Columns | Mover::Culled => move_columns(cx),
                Mover::Velocity => turn_velocities(cx),
                Mover::Nobody => {}
            });
    }

    /// Calls `draw` with the frame right after a step.
    pub(crate) fn with_frame(&self, draw: impl FnOnce(&Frame<'_>)) {
        self.with_frame_between(0.0, draw);
    }

    /// Calls `draw` with the frame after the fraction `alpha` of a step.
    pub(crate) fn with_frame_between(&self, alpha: f32, draw: impl FnOnce(&Frame<'_>)) {
        let view = ViewSettings {
            size: VIEW,
            unit: Vec2::ONE,
            fit: Fit::Letterbox,
        };
        draw(&Frame {
            target: [1280, 720],
            viewport: view.viewport([1280, 720]),
            background: Color::BLACK,
            layers: &[PaintedLayer {
                layer: layer(&self.core),
                projection: Projection {
                    k: self.smoothing.factor(alpha),
                    ..Projection::IDENTITY
                },
                cull: self.mover == Mover::Culled,
                is_display: false,
                clip: None,
            }],
            groups: &[],
            effects: &[],
            cameras: &[],
            atlas: self.core.assets.atlas(),
            frames: self.core.assets.frames(),
            blending: Blending::Srgb,
        });
    }

    /// Prepares the batch, and makes the copies that it lists.
    pub(crate) fn draw(&mut self) {
        let mut batch = core::mem::take(&mut self.batch);
        let mut target = core::mem::take(&mut self.target);
        self.with_frame(|frame| {
            batch.prepare(frame);
            if target.len() < batch.capacity() {
                target.resize(batch.capacity(), bytemuck::Zeroable::zeroed());
            }
            for copy in batch.copies() {
                let source = batch.rows(copy, frame);
                target[copy.to..copy.to + source.len()].copy_from_slice(source);
            }
        });
        (self.batch, self.target) = (batch, target);
        black_box(&mut self.target);
    }

    /// Returns the number of bytes that the last frame copied.
    pub(crate) fn copied(&self) -> usize {
        self.batch.stats().instance_bytes
    }

    /// Replaces every object, with a step and a frame.
    pub(crate) fn renew(&mut self) {
        let count = self.ids.len();
        for id in self.ids.drain(..) {
            let _ = self.core.world.remove(id);
        }
        self.core.step(StepInput::next(&self.core));
        self.spawn(count);
        self.draw();
    }
}

/// Returns the layer of the sprites.
fn layer(core: &Core) -> &Layer {
    core.world.scene().altitudes()[usize::from(ALTITUDE)]
        .level(1)
        .expect("the sprites are in level 1")
}

/// The step of a game that moves its sprites itself.
fn move_columns(cx: &mut Context<'_>) {
    let columns = cx.columns_mut(ALTITUDE);
    for (instance, velocity) in columns.instances.iter_mut().zip(columns.velocities) {
        let motion = *velocity;
        instance.step_by(motion);
        *velocity = bounced(instance.position, motion);
    }
}

/// The step of a game whose sprites the engine moves.
fn turn_velocities(cx: &mut Context<'_>) {
    let columns = cx.velocities_mut(ALTITUDE);
    for (instance, velocity) in columns.instances.iter().zip(columns.velocities) {
        *velocity = bounced(instance.position, *velocity);
    }
}
