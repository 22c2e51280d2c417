//! Nine-slice and repeated sprites. Both backends draw them like the same pieces drawn by hand, at any scale and angle:
//! like a large image that the test composes, and that the engine cuts at the same places.
#![cfg(feature = "gpu")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::pictures::{self, Picture};
use damselfly::Color;
use damselfly::assets::{
    Anchor, AssetSettings, Assets, AtlasSettings, ImageLayout, Pixels, SpriteId,
};
use damselfly::glam::{Vec2, vec2};
use damselfly::prelude::Rect;
use damselfly::render::gpu::OffscreenRenderer;
use damselfly::render::{Blending, Frame, PaintedLayer, Projection, Viewport};
use damselfly::scene::{Borders, NineSlice, SpriteFill};
use damselfly::world::{Core, CoreSettings, FilterMode, Object};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const SIZE: [u32; 2] = [200, 160];

/// Side of an atlas page of the core that cuts large images, and of a repeated image.
const PAGE: u16 = 64;

/// A core and the renderer of its assets.
struct Stage {
    core: Core,
    gpu: Option<OffscreenRenderer>,
}

impl Stage {
    fn new(page_size: u16) -> Self {
        let assets = Assets::new(AssetSettings {
            atlas: AtlasSettings {
                page_size,
                max_page_size: page_size,
                max_pages: 64,
            },
            ..AssetSettings::default()
        });
        let settings = CoreSettings {
            view: vec2(SIZE[0] as f32, SIZE[1] as f32),
            unit: Vec2::ONE,
            ..CoreSettings::default()
        };
        Self {
            core: Core::new(&settings, assets),
            gpu: pictures::gpu(),
        }
    }

    /// Adds an image whose upper left corner is at its object.
    fn image(&mut self, pixels: &Pixels) -> SpriteId {
        let label = format!("image {}", self.core.assets.sprites().count());
        let layout = ImageLayout {
            anchor: Anchor::TopLeft,
            ..ImageLayout::default()
        };
        self.core
            .assets
            .add_image_with(&label, pixels.clone(), &layout)
            .unwrap()
    }

    /// Returns the image of the software backend. If there is a GPU, its image must be the same.
    fn picture(&mut self, projection: Projection) -> Picture {
        let Self { core, gpu } = self;
        let painted = core.world.scene().painted(core.world.level());
        let layers: Vec<_> = painted
            .map(|(layer, _)| PaintedLayer {
                layer,
                projection,
                cull: true,
                is_display: false,
                clip: None,
            })
            .collect();
        let frame = Frame {
            target: SIZE,
            viewport: Viewport {
                origin: [0, 0],
                size: SIZE,
                scale: Vec2::ONE,
                units: vec2(SIZE[0] as f32, SIZE[1] as f32),
            },
            background: Color::rgb(16, 24, 56),
            layers: &layers,
            groups: &[],
            effects: &[],
            cameras: &[],
            atlas: core.assets.atlas(),
            frames: core.assets.frames(),
            blending: Blending::Srgb,
        };
        let software = pictures::draw_in_software(&frame);
        if let Some(gpu) = gpu {
            let (picture, _) = pictures::draw(gpu, &frame);
            pictures::same("pieces", &picture, &software, pictures::exactly).unwrap();
        }
        software
    }
}

/// Returns irregular colours. Some are transparent.
fn color(x: u32, y: u32) -> Color {
    let [r, g, b, holes] = (x * 7919 + y * 104_729 + 31)
        .wrapping_mul(2_654_435_761)
        .to_le_bytes();
    match holes {
        0..40 => Color::TRANSPARENT,
        _ => Color::rgb(r, g, b),
    }
}

/// A placement on the screen: of the canvas, and of the view.
#[derive(Clone, Copy, Debug)]
struct Pose {
    at: Vec2,
    angle: f32,
    scale: f32,
    view: Projection,
}

prop_compose! {
    fn poses()(
        at in [0.0..150.0_f32, 0.0..120.0],
        angles in prop::option::of([-4.0..4.0_f32, -4.0..4.0]),
        scale in prop_oneof![Just(1.0_f32), Just(2.0), 0.2..3.0_f32],
        zoom in prop_oneof![Just(1.0_f32), 0.4..2.0_f32],
    ) -> Pose {
        let [angle, turn] = angles.unwrap_or_default();
        let view = turned(turn, zoom);
        Pose { at: Vec2::from(at), angle, scale, view }
    }
}

/// Returns a projection that is turned about the middle of the target.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "angles wrap"
)]
fn turned(angle: f32, zoom: f32) -> Projection {
    let (sin, cos) = damselfly::math::sin_cos(angle);
    let (sin, cos) = (zoom * sin, zoom * cos);
    let middle = vec2(SIZE[0] as f32, SIZE[1] as f32) / 2.0;
    let moved = vec2(
        cos * middle.x - sin * middle.y,
        sin * middle.x + cos * middle.y,
    );
    Projection {
        matrix: [cos, -sin, sin, cos],
        translation: (middle - moved).to_array(),
        texel_scale: [zoom; 2],
        turn: u32::from((angle / std::f32::consts::TAU * 65536.0) as i32 as u16),
        ..Projection::IDENTITY
    }
}

/// Runs a test for random values, the same ones in each run.
fn check<S: Strategy>(cases: u32, values: S, test: impl Fn(S::Value)) {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, rng)
        .run(&values, |value| {
            test(value);
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_repeated_sprite_equals_its_repetitions_at_any_pose() {
    let page = u32::from(PAGE);
    let tile = Pixels::from_fn(page, page, color);
    // At least as large as two pages, so that the composed image is cut, too.
    let sizes = [PAGE + 1..200, 1_u16..150];
    check(60, (sizes, poses()), |([width, height], pose)| {
        let [mut repeated, mut composed] = [Stage::new(256), Stage::new(PAGE)];
        let by_hand = Pixels::from_fn(width.into(), height.into(), |x, y| {
            color(x % page, y % page)
        });
        let (one, other) = (repeated.image(&tile), composed.image(&by_hand));
        let area = Rect::from_size(Vec2::ZERO, vec2(width.into(), height.into()));
        let mut cx = repeated.core.context();
        let mut canvas = cx.canvas(0);
        canvas
            .translate(pose.at)
            .rotate(pose.angle)
            .scale(pose.scale);
        canvas.repeat(area, one, Vec2::ZERO, Color::WHITE);
        let mut cx = composed.core.context();
        let mut canvas = cx.canvas(0);
        canvas
            .translate(pose.at)
            .rotate(pose.angle)
            .scale(pose.scale);
        canvas.frame(Vec2::ZERO, other, 0, Color::WHITE);
        let [got, expected] = [&mut repeated, &mut composed].map(|stage| stage.picture(pose.view));
        pictures::same("repeated", &got, &expected, pictures::exactly).unwrap();
    });
}

#[test]
fn an_unstretched_nine_slice_sprite_equals_its_image_at_any_pose() {
    let side = 3 * u32::from(PAGE);
    let image = Pixels::from_fn(side, side, color);
    check(40, poses(), |pose| {
        let [mut sliced, mut composed] = [Stage::new(256), Stage::new(PAGE)];
        let (one, other) = (sliced.image(&image), composed.image(&image));
        let area = Rect::from_size(Vec2::ZERO, Vec2::splat(side as f32));
        let mut cx = sliced.core.context();
        let mut canvas = cx.canvas(0);
        canvas
            .translate(pose.at)
            .rotate(pose.angle)
            .scale(pose.scale);
        canvas.nine_slice(area, NineSlice::new(one, PAGE), Color::WHITE);
        let mut cx = composed.core.context();
        let mut canvas = cx.canvas(0);
        canvas
            .translate(pose.at)
            .rotate(pose.angle)
            .scale(pose.scale);
        canvas.frame(Vec2::ZERO, other, 0, Color::WHITE);
        let [got, expected] = [&mut sliced, &mut composed].map(|stage| stage.picture(pose.view));
        pictures::same("nine slices", &got, &expected, pictures::exactly).unwrap();
    });
}

/// Returns the texel of an image of `length` texels with these borders that is shown at `at` of `area` texels. The part
/// between the borders is stretched to `area`, which is at least as long as the borders.
fn texel(at: u32, area: u32, length: u32, [before, after]: [u32; 2]) -> u32 {
    let (stretched, between) = (area - before - after, length - before - after);
    match at {
        at if at < before => at,
        at if at >= area - after => length - (area - at),
        // The texel at the middle of the pixel.
        at => before + (2 * (at - before) + 1) * between / (2 * stretched),
    }
}

#[test]
fn nine_slice_borders_keep_their_texels_at_any_size() {
    let values = (
        [0_u16..6, 0_u16..6, 0_u16..6, 0_u16..6],
        [1_u32..7, 1_u32..7],
        [12_u32..120, 12_u32..100],
    );
    check(60, values, |([left, top, right, bottom], middle, area)| {
        let borders = Borders {
            left,
            top,
            right,
            bottom,
        };
        let across = [left, right].map(u32::from);
        let down = [top, bottom].map(u32::from);
        let (width, height) = (
            middle[0] + across[0] + across[1],
            middle[1] + down[0] + down[1],
        );
        let [mut sliced, mut composed] = [Stage::new(256), Stage::new(256)];
        let panel = sliced.image(&Pixels::from_fn(width, height, color));
        // Each texel of the middle is stretched to a whole number of pixels: at other sizes, positions are rounded.
        let fit = |area: u32, [one, other]: [u32; 2], middle: u32| {
            one + other + (area - one - other).div_ceil(middle) * middle
        };
        let area = [
            fit(area[0], across, middle[0]),
            fit(area[1], down, middle[1]),
        ];
        let by_hand = Pixels::from_fn(area[0], area[1], |x, y| {
            color(
                texel(x, area[0], width, across),
                texel(y, area[1], height, down),
            )
        });
        let whole = composed.image(&by_hand);
        let at = vec2(7.0, 5.0);
        let rect = Rect::from_size(at, vec2(area[0] as f32, area[1] as f32));
        let panel = NineSlice::new(panel, borders);
        sliced
            .core
            .context()
            .canvas(0)
            .nine_slice(rect, panel, Color::WHITE);
        composed
            .core
            .context()
            .canvas(0)
            .frame(at, whole, 0, Color::WHITE);
        let [got, expected] =
            [&mut sliced, &mut composed].map(|stage| stage.picture(Projection::IDENTITY));
        pictures::same("borders", &got, &expected, pictures::exactly).unwrap();
    });
}

#[test]
fn an_offset_scrolls_a_repeated_sprite() {
    let values = (
        [1_u32..9, 1_u32..9],
        [1_u32..70, 1_u32..50],
        [-20..20_i32, -20..20_i32],
    );
    check(60, values, |(tile, area, offset)| {
        let [mut repeated, mut composed] = [Stage::new(256), Stage::new(256)];
        let image = repeated.image(&Pixels::from_fn(tile[0], tile[1], color));
        let within = |at: u32, axis: usize| {
            let [at, length] = [at, tile[axis]].map(u32::cast_signed);
            (at - offset[axis]).rem_euclid(length).cast_unsigned()
        };
        let by_hand = Pixels::from_fn(area[0], area[1], |x, y| color(within(x, 0), within(y, 1)));
        let whole = composed.image(&by_hand);
        let at = vec2(7.0, 5.0);
        let rect = Rect::from_size(at, vec2(area[0] as f32, area[1] as f32));
        let offset = vec2(offset[0] as f32, offset[1] as f32);
        repeated
            .core
            .context()
            .canvas(0)
            .repeat(rect, image, offset, Color::WHITE);
        composed
            .core
            .context()
            .canvas(0)
            .frame(at, whole, 0, Color::WHITE);
        let [got, expected] =
            [&mut repeated, &mut composed].map(|stage| stage.picture(Projection::IDENTITY));
        pictures::same("offset", &got, &expected, pictures::exactly).unwrap();
    });
}

/// Returns an object at a pose of the canvas, with these flips.
fn posed(sprite: SpriteId, pose: Pose, flips: [bool; 2], filter: FilterMode) -> Object {
    Object {
        sprite: Some(sprite),
        position: pose.at,
        angle: pose.angle,
        scale: Vec2::splat(pose.scale),
        flip_x: flips[0],
        flip_y: flips[1],
        filter,
        ..Object::default()
    }
    .spectral()
}

#[test]
fn filled_objects_equal_their_pieces_at_any_pose() {
    let page = u32::from(PAGE);
    let tile = Pixels::from_fn(page, page, color);
    let panel = Pixels::from_fn(3 * page, 3 * page, color);
    let values = (
        any::<bool>(),
        [PAGE + 1..200, 1_u16..150],
        any::<[bool; 2]>(),
        any::<bool>(),
        poses(),
    );
    check(
        60,
        values,
        |(is_panel, [width, height], flips, is_linear, pose)| {
            let [mut filled, mut composed] = [Stage::new(256), Stage::new(PAGE)];
            let (by_hand, image, fill) = match is_panel {
                true => {
                    let size = Vec2::splat((3 * page) as f32);
                    (panel.clone(), &panel, SpriteFill::nine_slice(PAGE, size))
                }
                false => {
                    let by_hand = Pixels::from_fn(width.into(), height.into(), |x, y| {
                        color(x % page, y % page)
                    });
                    let size = vec2(width.into(), height.into());
                    (by_hand, &tile, SpriteFill::repeat(size))
                }
            };
            let (one, other) = (filled.image(image), composed.image(&by_hand));
            let filter = match is_linear {
                true => FilterMode::Linear,
                false => FilterMode::Nearest,
            };
            let object = posed(one, pose, flips, filter).fill(fill);
            filled.core.context().spawn(object);
            composed
                .core
                .context()
                .spawn(posed(other, pose, flips, filter));
            let [got, expected] =
                [&mut filled, &mut composed].map(|stage| stage.picture(pose.view));
            pictures::same("filled", &got, &expected, pictures::exactly).unwrap();
        },
    );
}
