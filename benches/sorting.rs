//! A step of moving objects on an altitude that is sorted, against one that is not, and the copy of its rows for a frame.
//!
//! `plain`: without sorting. `base` and `depth`: sorted. `teleporting`: sorted by the base, and each step gives each object
//! another y, so that the order of the step before is of no use. `resting`: sorted, and nothing moves.

#[path = "common/mod.rs"]
mod common;

use common::table::{Contender, print, wanted};
use damselfly::assets::{AssetSettings, Assets, SpriteId};
use damselfly::glam::{Vec2, vec2};
use damselfly::scene::SortBy;
use damselfly::world::{Core, CoreSettings, Object, StepInput};

const VIEW: Vec2 = Vec2::new(1280.0, 720.0);
const ALTITUDE: u16 = 2;

/// A world of objects that move up and down at different speeds.
struct Crowd {
    core: Core,
    teleports: bool,
}

impl Crowd {
    fn new(count: usize, sort: Option<SortBy>, speed: f32) -> Self {
        let settings = CoreSettings {
            view: VIEW,
            unit: Vec2::ONE,
            ..CoreSettings::default()
        };
        let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
        core.world.altitude_settings_mut(ALTITUDE).sort = sort;
        for _ in 0..count {
            let random = core.world.random();
            let at = vec2(random.range(0.0..1280.0), random.range(0.0..720.0));
            let velocity = vec2(0.0, random.range(-speed..=speed));
            let depth = random.range(-100.0..100.0);
            let object = Object {
                velocity,
                depth,
                ..Object::from(SpriteId::PLACEHOLDER)
            };
            core.context().spawn(object.at(at).spectral());
        }
        Self {
            core,
            teleports: false,
        }
    }

    fn pass(&mut self) {
        let Self { core, teleports } = self;
        core.step_with(StepInput::next(core), |cx| {
            // Objects turn back at the edges.
            let mut random = cx.random().clone();
            let columns = cx.columns_mut(ALTITUDE);
            for (instance, velocity) in columns.instances.iter_mut().zip(columns.velocities) {
                if *teleports {
                    instance.position.y = random.range(0.0..720.0);
                } else if !(0.0..720.0).contains(&instance.position.y) {
                    velocity.y = -velocity.y;
                }
            }
            *cx.random() = random;
        });
    }
}

fn main() {
    if wanted().is_none() {
        return;
    }
    for count in [1_000, 10_000, 100_000] {
        let mut plain = Crowd::new(count, None, 2.0);
        let mut base = Crowd::new(count, Some(SortBy::Base), 2.0);
        let mut depth = Crowd::new(count, Some(SortBy::Depth), 2.0);
        let mut resting = Crowd::new(count, Some(SortBy::Base), 0.0);
        let mut teleporting = Crowd::new(count, Some(SortBy::Base), 2.0);
        teleporting.teleports = true;
        let contenders = vec![
            Contender::new("plain", || plain.pass()),
            Contender::new("base", || base.pass()),
            Contender::new("depth", || depth.pass()),
            Contender::new("resting", || resting.pass()),
            Contender::new("teleporting", || teleporting.pass()),
        ];
        print("sorting", count, contenders);
    }
}
