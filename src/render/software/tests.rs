//! The renderer against [`oracle`](super::oracle), and rules that a picture has to keep.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a test's picture is small"
)]

mod occlusion;

use core::num::NonZeroUsize;
use core::ops::Range;
use glam::Vec2;
use proptest::prelude::*;

use super::*;
use crate::assets::frame::FrameRecord;
use crate::assets::{Anchor, AssetSettings, Assets, DrawnShape, FrameId, ImageLayout, Pixels};
use crate::base::color::Color;
use crate::geometry::turns::Turn;
use crate::render::frame::{Blending, PaintedLayer, Projection};
use crate::render::software::oracle;
use crate::render::software::place::PlacedSprite;
use crate::render::viewport::Viewport;
use crate::scene::{Instance, InstanceFlags, Layer};

/// A frame's ingredients, so that tests can change one of them.
struct Scene {
    assets: Assets,
    target: [u32; 2],
    viewport: Viewport,
    background: Color,
    layers: Vec<(Layer, Projection)>,
    cull: bool,
    blending: Blending,
}

impl Scene {
    fn new(target: [u32; 2]) -> Self {
        Self {
            assets: assets(),
            target,
            viewport: viewport([0, 0], target),
            background: Color::rgb(10, 40, 90),
            layers: vec![(Layer::new(), Projection::IDENTITY)],
            cull: false,
            blending: Blending::Srgb,
        }
    }

    fn add(&mut self, instance: Instance) {
        self.layers[0].0.push(None, instance, Vec2::ZERO);
    }

    fn with_frame<T>(&self, use_frame: impl FnOnce(&Frame<'_>) -> T) -> T {
        let painted: Vec<PaintedLayer<'_>> = self
            .layers
            .iter()
            .map(|(layer, projection)| PaintedLayer {
                layer,
                projection: *projection,
                cull: self.cull,
                is_display: false,
            })
            .collect();
        use_frame(&Frame {
            target: self.target,
            viewport: self.viewport,
            background: self.background,
            layers: &painted,
            atlas: self.assets.atlas(),
            frames: self.assets.frames(),
            blending: self.blending,
        })
    }

    fn draw(&self, renderer: &mut SoftwareRenderer) -> Vec<u32> {
        self.with_frame(|frame| renderer.render(frame));
        let [width, height] = renderer.size();
        let mut picture = vec![0; (width * height) as usize];
        renderer.copy_rgba(&mut picture);
        picture
    }

    fn expected(&self) -> Vec<u32> {
        self.with_frame(|frame| oracle::picture(frame, &self.assets))
    }
}

fn viewport(origin: [u32; 2], size: [u32; 2]) -> Viewport {
    Viewport {
        origin,
        size,
        scale: Vec2::ONE,
        units: Vec2::new(size[0] as f32, size[1] as f32),
    }
}

fn renderer(threads: usize) -> SoftwareRenderer {
    SoftwareRenderer::new(SoftwareSettings {
        threads: NonZeroUsize::new(threads),
    })
}

/// A disc, a ramp of colours and alphas, a wide solid strip, a single texel.
fn assets() -> Assets {
    let mut assets = Assets::new(AssetSettings::default());
    let disc = pixels(16, 16, |x, y| {
        let (dx, dy) = (2 * x - 15, 2 * y - 15);
        let out = dx * dx + dy * dy - 180;
        [
            255,
            (x * 16) as u8,
            (y * 16) as u8,
            (260 - out).clamp(0, 255) as u8,
        ]
    });
    assets.add_pixels("disc", &disc).unwrap();
    let ramp = pixels(7, 5, |x, y| {
        [(x * 40) as u8, 200, (y * 50) as u8, (x * 42) as u8]
    });
    assets.add_pixels("ramp", &ramp).unwrap();
    let strip = pixels(100, 3, |x, _| [(x * 2) as u8, 100, 50, 255]);
    let last = assets.add_pixels("strip", &strip).unwrap();
    assert_eq!(assets.sprite(last).unwrap().frames.first, FRAMES[4]);
    let corners = [[30.0, 0.0], [-20.0, 25.5], [-8.0, 0.0], [-20.0, -25.5]];
    let arrow = DrawnShape::polygon(&corners.map(Vec2::from_array))
        .filled(Color::rgba(200, 100, 30, 200))
        .outlined(3.5, Color::WHITE);
    let arrow = assets.add_shape("arrow", &arrow).unwrap();
    assert_eq!(assets.sprite(arrow).unwrap().frames.first, FRAMES[5]);
    assert_eq!(assets.sprite(arrow).unwrap().frames.tiles, 6);
    assets
}

fn pixels(width: u32, height: u32, color: impl Fn(i32, i32) -> [u8; 4]) -> Pixels {
    Pixels::from_fn(width, height, |x, y| {
        let [r, g, b, a] = color(x as i32, y as i32);
        Color::rgba(r, g, b, a)
    })
}

/// The frames of `assets()`: the first two built-in ones, the three above, and two of the arrow's six.
const FRAMES: [FrameId; 7] = [
    FrameId::SOLID,
    FrameId::PLACEHOLDER,
    FrameId(3),
    FrameId(4),
    FrameId(5),
    FrameId(6),
    FrameId(10),
];

fn disc_at(x: f32, y: f32) -> Instance {
    Instance::new(Vec2::new(x, y), FRAMES[2])
}

fn any_scale() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => Just(1.0),
        1 => prop::sample::select(vec![-1.0, 2.0, 3.0, -2.0, 0.5, 4.0, 20.0]),
        1 => -3.0f32..3.0,
    ]
}

fn any_turn() -> impl Strategy<Value = u16> {
    prop_oneof![3 => Just(0), 1 => prop::sample::select(vec![16384, 32768, 49152, 8192]), 1 => any::<u16>()]
}

fn any_tint() -> impl Strategy<Value = Color> {
    let alpha = prop_oneof![Just(254), any::<u8>()];
    prop_oneof![
        2 => Just(Color::WHITE),
        2 => any::<[u8; 3]>().prop_map(|[r, g, b]| Color::rgb(r, g, b)),
        1 => (any::<[u8; 3]>(), alpha).prop_map(|([r, g, b], a)| Color::rgba(r, g, b, a)),
    ]
}

/// In pixels; mostly where edges meet the centres of pixels.
fn any_place(range: Range<i32>) -> impl Strategy<Value = f32> {
    let halves = range.start * 2..range.end * 2;
    let parts = range.start * 256..range.end * 256;
    prop_oneof![
        halves.prop_map(|at| at as f32 / 2.0),
        parts.prop_map(|at| at as f32 / 256.0)
    ]
}

fn any_flags() -> impl Strategy<Value = InstanceFlags> {
    (0u32..128, 0u32..6).prop_map(|(bits, unusual)| {
        // Mostly without flags, and seldom hidden.
        let bits = if unusual < 3 { 0 } else { bits };
        InstanceFlags(if unusual == 5 {
            bits << 24
        } else {
            (bits & !1) << 24
        })
    })
}

fn any_sprite() -> impl Strategy<Value = Instance> {
    let place = (any_place(-60..230), any_place(-60..180));
    let looks = (0usize..8, any_tint(), any_flags());
    (place, (any_scale(), any_scale()), any_turn(), looks).prop_map(
        |((x, y), (scale_x, scale_y), turn, (frame, tint, flags))| {
            let frame = FRAMES.get(frame).copied().unwrap_or(FrameId(999));
            let mut sprite = Instance::new(Vec2::new(x, y), frame);
            sprite.set_scale(Vec2::new(scale_x, scale_y));
            sprite.turn = Turn(turn);
            sprite.set_tint(tint);
            sprite.set_flags(flags);
            sprite
        },
    )
}

/// Of a shape of a layer's own: convex or not.
fn any_corners() -> impl Strategy<Value = [[f32; 2]; 4]> {
    let place = (any_place(-40..40), any_place(-40..40));
    prop::array::uniform4(place.prop_map(|(x, y)| [x, y]))
}

/// Adds a sprite to a layer, or a shape of the layer's own that looks like it.
fn push(layer: &mut Layer, assets: &Assets, sprite: Instance, corners: Option<[[f32; 2]; 4]>) {
    match corners {
        None => {
            layer.push(None, sprite, Vec2::ZERO);
        }
        Some(corners) => {
            let solid = &assets.frames().records()[0];
            layer.push_shape(sprite, FrameRecord::shape(solid, corners));
        }
    }
}

fn any_projection() -> impl Strategy<Value = Projection> {
    let turned = any::<u16>().prop_map(|turn| Projection {
        matrix: [0.8, -0.3, 0.3, 0.8],
        translation: [20.0, -3.5],
        texel_scale: [0.9, 0.9],
        turn: turn.into(),
        ..Projection::IDENTITY
    });
    prop_oneof![3 => Just(Projection::IDENTITY), 1 => turned]
}

fn any_scene() -> impl Strategy<Value = Scene> {
    let sprite = (any_sprite(), prop::option::weighted(0.2, any_corners()));
    let layer = (prop::collection::vec(sprite, 0..20), any_projection());
    let bars = (0u32..40, 0u32..40, 0u32..40, 0u32..40);
    (
        prop::collection::vec(layer, 0..4),
        (1u32..170, 1u32..130),
        bars,
        any::<bool>(),
    )
        .prop_map(
            |(layers, (width, height), (left, top, right, bottom), cull)| {
                let mut scene = Scene::new([left + width + right, top + height + bottom]);
                scene.viewport = viewport([left, top], [width, height]);
                scene.cull = cull;
                scene.layers.clear();
                for (sprites, projection) in layers {
                    let mut layer = Layer::new();
                    for (sprite, corners) in sprites {
                        push(&mut layer, &scene.assets, sprite, corners);
                    }
                    scene.layers.push((layer, projection));
                }
                scene
            },
        )
}

impl core::fmt::Debug for Scene {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let rows = self
            .layers
            .iter()
            .map(|(layer, projection)| (layer.columns().instances, projection));
        write!(
            f,
            "{:?} in {:?}: {:#?}",
            self.viewport,
            self.target,
            rows.collect::<Vec<_>>()
        )
    }
}

/// Says where two pictures part, not what all their pixels are.
fn same(drawn: &[u32], expected: &[u32], width: u32) -> Result<(), TestCaseError> {
    prop_assert_eq!(drawn.len(), expected.len());
    for (at, (drawn, expected)) in drawn.iter().zip(expected).enumerate() {
        let (x, y) = (at as u32 % width, at as u32 / width);
        prop_assert!(
            drawn == expected,
            "pixel {}, {}: {:08x} instead of {:08x}",
            x,
            y,
            drawn,
            expected
        );
    }
    Ok(())
}

fn off_by(drawn: u32, expected: u32) -> u8 {
    let (drawn, expected) = (drawn.to_le_bytes(), expected.to_le_bytes());
    (0..4)
        .map(|channel| drawn[channel].abs_diff(expected[channel]))
        .max()
        .unwrap_or(0)
}

#[test]
fn a_placed_sprite_is_24_bytes() {
    // Every band copies those that touch it.
    assert_eq!(size_of::<PlacedSprite>(), 24);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn every_pixel_matches_the_reference_rules(scene in any_scene(), threads in 1usize..5) {
        let drawn = scene.draw(&mut renderer(threads));
        same(&drawn, &scene.expected(), scene.target[0])?;
    }

    #[test]
    fn a_renderer_that_has_drawn_another_frame_draws_the_same(first in any_scene(), mut second in any_scene()) {
        // One atlas for a renderer's life.
        let mut renderer = renderer(2);
        let assets = core::mem::replace(&mut second.assets, Assets::new(AssetSettings::default()));
        let first = Scene { assets, ..first };
        first.draw(&mut renderer);
        second.assets = first.assets;
        same(&second.draw(&mut renderer), &second.expected(), second.target[0])?;
    }

    #[test]
    fn linear_light_is_true_to_one_step_for_each_sprite(sprite in any_sprite()) {
        let mut scene = Scene::new([150, 100]);
        scene.blending = Blending::Linear;
        scene.add(sprite);
        let (drawn, expected) = (scene.draw(&mut renderer(1)), scene.expected());
        for (&drawn, &expected) in drawn.iter().zip(&expected) {
            prop_assert!(off_by(drawn, expected) <= 1, "{drawn:08x} instead of {expected:08x}");
        }
    }

    #[test]
    fn an_upright_sprite_covers_as_many_pixels_as_it_has_texels(x in 0i32..256, y in 0i32..256) {
        let mut scene = Scene::new([40, 40]);
        scene.background = Color::BLACK;
        let mut sprite = disc_at(20.0 + x as f32 / 256.0, 20.0 + y as f32 / 256.0);
        sprite.set_flags(InstanceFlags::OPAQUE);
        // Red, and with it a red channel of 0 in transparent texels: count what is not background.
        scene.background = Color::rgb(1, 2, 3);
        scene.add(sprite);
        let covered = scene.draw(&mut renderer(1)).iter().filter(|&&pixel| pixel != 0xff03_0201).count();
        prop_assert_eq!(covered, 256);
    }
}

#[test]
fn the_last_texel_is_repeated_where_a_sprite_is_a_little_larger_than_its_frame() {
    let mut scene = Scene::new([720, 8]);
    let wide = pixels(700, 2, |x, _| [x as u8, (x >> 8) as u8, 0, 255]);
    let layout = ImageLayout {
        anchor: Anchor::TopLeft,
        ..ImageLayout::default()
    };
    let wide = scene
        .assets
        .add_pixels_with("wide", &wide, &layout)
        .unwrap();
    let frame = scene.assets.sprite(wide).unwrap().frames.first;
    scene.add(Instance::new(Vec2::new(0.5, 2.0), frame));
    // 1/256 pixel more: too little to change the step from texel to texel.
    scene.layers[0].1.texel_scale[0] = 700.004 / 700.0;
    let drawn = scene.draw(&mut renderer(1));
    same(&drawn, &scene.expected(), 720).unwrap();
    assert_eq!(drawn[2 * 720 + 699], drawn[2 * 720 + 700]);
}

#[test]
fn a_frame_without_size_changes_nothing() {
    let mut renderer = renderer(2);
    let mut scene = Scene::new([8, 8]);
    scene.add(disc_at(4.0, 4.0));
    let drawn = scene.draw(&mut renderer);
    scene.target = [0, 8];
    assert_eq!(scene.draw(&mut renderer), drawn);
    assert_eq!(renderer.size(), [8, 8]);
}

#[test]
fn a_picture_for_a_window_has_red_above_green_above_blue() {
    let mut renderer = renderer(1);
    let mut scene = Scene::new([3, 2]);
    scene.background = Color::rgb(1, 2, 3);
    scene.draw(&mut renderer);
    let mut picture = [0; 6];
    renderer.copy_xrgb(&mut picture);
    assert_eq!(picture, [0x0001_0203; 6]);
}

#[test]
fn a_frame_that_does_not_change_is_not_copied_again() {
    let mut renderer = renderer(1);
    let mut scene = Scene::new([64, 64]);
    for _ in 0..3000 {
        scene.add(disc_at(32.0, 32.0));
    }
    let render = |scene: &Scene, renderer: &mut SoftwareRenderer| {
        scene.with_frame(|frame| renderer.render(frame))
    };
    let first = render(&scene, &mut renderer);
    assert_eq!(
        (first.sprites, first.draw_calls, first.instance_bytes),
        (3000, 1, 3000 * 32)
    );
    assert!(first.upload_bytes > first.instance_bytes);
    let again = render(&scene, &mut renderer);
    assert_eq!((again.sprites, again.instance_bytes), (3000, 0));
    // The chunk table and the projections.
    assert_eq!(again.upload_bytes, 3 * 16 + 48);
    scene.layers.clear();
    assert_eq!(render(&scene, &mut renderer), RenderStats::default());
}
