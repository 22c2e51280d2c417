//! Tests the rules of software frames. `tests/pixels` compares whole frames with a second renderer.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a test's target is small"
)]

mod occlusion;

use core::num::NonZeroUsize;
use glam::Vec2;
use proptest::prelude::*;

use super::*;
use crate::assets::{Anchor, AssetSettings, Assets, FrameId, ImageLayout, Pixels};
use crate::base::color::Color;
use crate::render::frame::{Blending, PaintedLayer, Projection};
use crate::render::software::project::ProjectedSprite;
use crate::render::viewport::Viewport;
use crate::scene::{Instance, InstanceFlags, Layer};

/// The parts of a frame, each of which a test can change.
struct Scene {
    assets: Assets,
    target: [u32; 2],
    viewport: Viewport,
    background: Color,
    layers: Vec<(Layer, Projection)>,
}

impl Scene {
    fn new(target: [u32; 2]) -> Self {
        Self {
            assets: assets(),
            target,
            viewport: viewport([0, 0], target),
            background: Color::rgb(10, 40, 90),
            layers: vec![(Layer::new(), Projection::IDENTITY)],
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
                cull: false,
                is_display: false,
                clip: None,
            })
            .collect();
        use_frame(&Frame {
            target: self.target,
            viewport: self.viewport,
            background: self.background,
            layers: &painted,
            groups: &[],
            effects: &[],
            cameras: &[],
            atlas: self.assets.atlas(),
            frames: self.assets.frames(),
            blending: Blending::Srgb,
        })
    }

    fn draw(&self, renderer: &mut SoftwareRenderer) -> Vec<u32> {
        self.with_frame(|frame| renderer.render(frame));
        let [width, height] = renderer.size();
        let mut picture = vec![0; (width * height) as usize];
        renderer.copy_rgba(&mut picture);
        picture
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

/// Returns assets with a disc, whose frame is [`DISC`].
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
    let disc = assets.add_image("disc", &disc).unwrap();
    assert_eq!(assets.sprite(disc).unwrap().frames.first, DISC);
    assets
}

fn pixels(width: u32, height: u32, color: impl Fn(i32, i32) -> [u8; 4]) -> Pixels {
    Pixels::from_fn(width, height, |x, y| {
        let [r, g, b, a] = color(x as i32, y as i32);
        Color::rgba(r, g, b, a)
    })
}

/// The first frame after the built-in ones.
const DISC: FrameId = FrameId(3);

fn disc_at(x: f32, y: f32) -> Instance {
    Instance::new(Vec2::new(x, y), DISC)
}

#[test]
fn a_placed_sprite_is_24_bytes() {
    // Items are small, because every band copies the items that touch it.
    assert_eq!(size_of::<ProjectedSprite>(), 24);
}

proptest! {
    #[test]
    fn an_upright_sprite_covers_as_many_pixels_as_it_has_texels(x in 0i32..256, y in 0i32..256) {
        let mut scene = Scene::new([40, 40]);
        scene.background = Color::BLACK;
        let mut sprite = disc_at(20.0 + x as f32 / 256.0, 20.0 + y as f32 / 256.0);
        sprite.set_flags(InstanceFlags::OPAQUE);
        // An opaque sprite also draws its transparent texels, in black. The background has another colour, so that all
        // covered pixels can be counted.
        scene.background = Color::rgb(1, 2, 3);
        scene.add(sprite);
        let covered = scene.draw(&mut renderer(1)).iter().filter(|&&pixel| pixel != 0xff03_0201).count();
        prop_assert_eq!(covered, 256);
    }
}

#[test]
fn a_sprite_slightly_larger_than_its_frame_repeats_the_last_texel() {
    let mut scene = Scene::new([720, 8]);
    let wide = pixels(700, 2, |x, _| [x as u8, (x >> 8) as u8, 0, 255]);
    let layout = ImageLayout {
        anchor: Anchor::TopLeft,
        ..ImageLayout::default()
    };
    let wide = scene.assets.add_image_with("wide", &wide, &layout).unwrap();
    let frame = scene.assets.sprite(wide).unwrap().frames.first;
    scene.add(Instance::new(Vec2::new(0.5, 2.0), frame));
    // The sprite is 1/256 pixel wider: too little to change the step from texel to texel.
    scene.layers[0].1.texel_scale[0] = 700.004 / 700.0;
    let drawn = scene.draw(&mut renderer(1));
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
    // Only the table of the three chunks and the layer's projection are copied again.
    assert_eq!(again.upload_bytes, 3 * 16 + 48);
    scene.layers.clear();
    assert_eq!(render(&scene, &mut renderer), RenderStats::default());
}
