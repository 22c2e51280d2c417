//! A step of many particles and all work up to the backend's copy. Its yardstick is `engine/columns` of bench `step`.
//!
//! `lasting`: the particles outlive the bench. `turning`: they also turn. `changing`: each step replaces some of them.

#[path = "common/mod.rs"]
mod common;
#[expect(dead_code, reason = "the yardstick alone is used")]
#[path = "step/mod.rs"]
mod step;

use common::table::{Contender, print, wanted};
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::{Vec2, vec2};
use damselfly::internals::Batch;
use damselfly::render::{Blending, Fit, Frame, PaintedLayer, Projection, ViewSettings};
use damselfly::scene::{Emitter, Instance, Layer};
use damselfly::world::{Core, CoreSettings, StepInput};
use std::hint::black_box;
use step::engine::{Engine, Mover};

const VIEW: Vec2 = Vec2::new(1280.0, 720.0);
const ALTITUDE: u16 = 2;
/// Mean lifetime of replaced particles, in steps.
const LIFE: usize = 60;

/// A world of particles, and the copy that a backend would make.
struct Particles {
    core: Core,
    /// Particles that each step emits.
    burst: Option<Emitter>,
    batch: Batch,
    /// Stands for the backend's memory.
    target: Vec<Instance>,
}

/// Returns the properties that all particles share.
fn sparks(count: usize) -> Emitter {
    Emitter::new()
        .count(u32::try_from(count).unwrap_or(u32::MAX))
        .limit(u32::MAX)
        .speed(0.5..3.0)
        .gravity(vec2(0.0, 0.01))
        .drag(0.01)
        .colors([Color::WHITE, Color::YELLOW, Color::RED.with_alpha(0)])
        .sizes([4.0, 1.0])
}

impl Particles {
    fn new() -> Self {
        let settings = CoreSettings {
            view: VIEW,
            unit: Vec2::ONE,
            ..CoreSettings::default()
        };
        Self {
            core: Core::new(&settings, Assets::new(AssetSettings::default())),
            burst: None,
            batch: Batch::new(),
            target: Vec::new(),
        }
    }

    /// Returns a world with one burst of the emitter, whose particles live as long as the bench runs.
    fn lasting(emitter: &Emitter) -> Self {
        let mut particles = Self::new();
        let lasting = emitter.clone().life(1e6..1e6);
        let _ = particles
            .core
            .context()
            .burst(ALTITUDE, VIEW / 2.0, &lasting);
        particles
    }

    /// Returns a world that always has about `count` particles, and replaces some of them in each step.
    fn changing(count: usize) -> Self {
        let mut particles = Self::new();
        let life = LIFE as f32;
        particles.burst = Some(sparks(count / LIFE).life(life * 0.5..life * 1.5));
        for _ in 0..2 * LIFE {
            particles.pass();
        }
        particles
    }

    /// Takes a step and draws its frame.
    fn pass(&mut self) {
        let Self { core, burst, .. } = self;
        core.step_with(StepInput::next(core), |cx| {
            if let Some(burst) = burst {
                cx.burst(ALTITUDE, VIEW / 2.0, burst);
            }
        });
        self.draw();
    }

    fn draw(&mut self) {
        let Some(layer) = layer(&self.core) else {
            return;
        };
        let view = ViewSettings {
            size: VIEW,
            unit: Vec2::ONE,
            fit: Fit::Letterbox,
        };
        let frame = Frame {
            target: [1280, 720],
            viewport: view.viewport([1280, 720]),
            background: Color::BLACK,
            layers: &[PaintedLayer {
                layer,
                projection: Projection::IDENTITY,
                cull: false,
                is_display: false,
                clip: None,
            }],
            groups: &[],
            effects: &[],
            cameras: &[],
            atlas: self.core.assets.atlas(),
            frames: self.core.assets.frames(),
            blending: Blending::Srgb,
        };
        self.batch.prepare(&frame);
        if self.target.len() < self.batch.capacity() {
            self.target
                .resize(self.batch.capacity(), bytemuck::Zeroable::zeroed());
        }
        for copy in self.batch.copies() {
            let source = self.batch.rows(copy, &frame);
            self.target[copy.to..copy.to + source.len()].copy_from_slice(source);
        }
        black_box(&mut self.target);
    }
}

fn layer(core: &Core) -> Option<&Layer> {
    core.world.scene().altitudes()[usize::from(ALTITUDE)].particles(1)
}

fn main() {
    if wanted().is_none() {
        return;
    }
    for count in [10_000, 100_000, 1_000_000] {
        let mut columns = Engine::new(count, Mover::Columns);
        let mut plain = Particles::lasting(&sparks(count));
        let mut turning = Particles::lasting(&sparks(count).turning(0.0..6.0, -0.1..0.1));
        let mut changing = Particles::changing(count);
        let contenders = vec![
            Contender::new("engine/columns", || columns.pass()),
            Contender::new("lasting", || plain.pass()),
            Contender::new("turning", || turning.pass()),
            Contender::new("changing", || changing.pass()),
        ];
        print("particles", count, contenders);
    }
}
