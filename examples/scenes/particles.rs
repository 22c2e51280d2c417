//! Particles that a world has moved, between two steps.

use damselfly::assets::Assets;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::Projection;
use damselfly::scene::{Blend, Emitter, Instance};
use damselfly::world::{Core, CoreSettings, StepInput};
use damselfly::{Color, assets};

use super::SceneData;

/// Returns squares that grow, turn, fade and fly, half a step before their positions: one fountain for each blend mode.
pub(crate) fn fountains(_: &mut Assets) -> SceneData {
    let settings = CoreSettings {
        unit: Vec2::ONE,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, Assets::new(assets::AssetSettings::default()));
    let drops = Emitter::new()
        .count(20)
        .life(20.0..40.0)
        .speed(2.0..5.0)
        .toward(-1.5, 1.0)
        .gravity(vec2(0.0, 0.15))
        .turning(0.0..6.0, -0.3..0.3)
        .colors([
            Color::WHITE,
            Color::TERMINAL_YELLOW,
            Color::TERMINAL_RED.with_alpha(0),
        ])
        .sizes([3.0, 9.0]);
    for _ in 0..30 {
        core.step_with(StepInput::next(&core), |cx| {
            let all = [Blend::Alpha, Blend::Additive, Blend::Opaque];
            for (blend, x) in all.into_iter().zip([50.0, 130.0, 210.0]) {
                cx.burst(2, vec2(x, 150.0), &drops.clone().blend(blend));
            }
        });
    }
    let layer = core.world.scene().altitudes()[2].particles(1);
    let sprites: Vec<Instance> =
        layer.map_or_else(Vec::new, |layer| layer.columns().instances.to_vec());
    let half_way = Projection {
        k: -0.5,
        ..Projection::IDENTITY
    };
    SceneData::sized([256, 160]).with_layer(half_way, sprites)
}
