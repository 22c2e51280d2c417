//! The sprites of a row: tinted discs of 16 × 16 texels with soft edges, at fractional positions.

use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, FrameId, Pixels};
use damselfly::geometry::turns::Turn;
use damselfly::glam::Vec2;
use damselfly::math;
use damselfly::render::{Blending, Frame, PaintedLayer, Projection, Viewport};
use damselfly::scene::{Instance, InstanceFlags, Layer};

use crate::{Kind, Row};

/// Size of the image.
pub(crate) const TARGET: [u32; 2] = [1280, 720];
/// Diameter of a disc in texels.
pub(crate) const TEXELS: u16 = 16;

pub(crate) struct Scene {
    assets: Assets,
    layer: Layer,
    blending: Blending,
}

impl Scene {
    pub(crate) fn new(row: &Row) -> Self {
        let mut assets = Assets::new(AssetSettings::default());
        let disc = assets.add_image("disc", disc()).expect("the disc fits");
        let frame = assets
            .sprite(disc)
            .map_or(FrameId::PLACEHOLDER, |sprite| sprite.frames.first);
        let mut layer = Layer::new();
        let mut random = damselfly::Random::new(1);
        for _ in 0..row.count {
            let place = Vec2::new(random.range(0.0..1280.0), random.range(0.0..720.0));
            let mut sprite = Instance::new(place, frame);
            let [r, g, b, _] = random.next_u32().to_le_bytes();
            sprite.set_tint(Color::rgb(r, g, b));
            sprite.set_scale(Vec2::splat(f32::from(row.side) / f32::from(TEXELS)));
            match row.kind {
                Kind::Turned => sprite.turn = Turn(random.range(0..u16::MAX)),
                Kind::Filtered => sprite.set_flags(InstanceFlags::LINEAR),
                Kind::Upright | Kind::LinearLight => {}
            }
            layer.push(None, sprite, Vec2::ZERO);
        }
        Self {
            assets,
            layer,
            blending: row.blending(),
        }
    }

    pub(crate) fn sprites(&self) -> &[Instance] {
        self.layer.columns().instances
    }

    pub(crate) fn with_frame<T>(&self, show: impl FnOnce(&Frame<'_>) -> T) -> T {
        show(&Frame {
            target: TARGET,
            viewport: Viewport {
                origin: [0, 0],
                size: TARGET,
                scale: Vec2::ONE,
                units: Vec2::new(TARGET[0] as f32, TARGET[1] as f32),
            },
            background: Color::BLACK,
            layers: &[PaintedLayer {
                layer: &self.layer,
                projection: Projection::IDENTITY,
                cull: false,
                is_display: false,
                clip: None,
            }],
            groups: &[],
            effects: &[],
            cameras: &[],
            atlas: self.assets.atlas(),
            frames: self.assets.frames(),
            blending: self.blending,
        })
    }
}

/// Returns a white disc with a soft edge and transparent corners.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "0 to 255"
)]
pub(crate) fn disc() -> Pixels {
    Pixels::from_fn(TEXELS.into(), TEXELS.into(), |x, y| {
        let [x, y] = [x, y].map(|at| at as f32 - 7.5);
        let inside = (8.0 - math::hypot(x, y)).clamp(0.0, 1.0);
        Color::rgba(255, 255, 255, (inside * 255.0) as u8)
    })
}
