//! Tests of both backends, in random scenes: the camera follows an object. In the images, the object stays in its
//! column and row of pixels. Two objects at rest keep their distance, and never move in the object's direction.

use super::*;
use crate::base::random::Random;
use crate::geometry::Rect;
use crate::time::{DrawTime, Smoothing};
use crate::world::Object;
use glam::vec2;

/// Size of the images. It is so large that the objects do not meet: in five steps, the followed one moves at most 15
/// pixels.
const SIZE: [u32; 2] = [160, 100];
const CASES: u16 = 200;

/// Draws a frame on a backend, and returns its pixels.
type Draw<'a> = &'a mut dyn FnMut(&Frame<'_>) -> Vec<u32>;

/// Returns a random number from -`most` to `most`: a multiple of 1/4, 1/8, 1/10 or 1/997. The first three make ties in
/// rounding likely.
fn number(random: &mut Random, most: f32) -> f32 {
    let parts = [4.0, 8.0, 10.0, 997.0][random.index(4)];
    (random.range(-most..most) * parts).round() / parts
}

/// Colours of the followed object and of the two objects at rest.
const COLORS: [Color; 3] = [Color::WHITE, Color::RED, Color::GREEN];

/// A random game in which a camera follows an object at constant velocity.
struct Chase {
    core: Core,
    hero: crate::ObjectId,
    velocity: Vec2,
    smoothing: Smoothing,
    frames_per_step: u8,
    /// Pixels per world unit.
    scale: f32,
    style: FrameStyle,
}

impl Chase {
    fn new(random: &mut Random) -> Self {
        let magnified = [1_u8, 1, 2][random.index(3)];
        let zoom = [1.0, 2.0, 0.5, 1.25, random.range(0.6..1.5)][random.index(5)];
        let view = ViewSettings {
            size: vec2(SIZE[0] as f32, SIZE[1] as f32) / f32::from(magnified),
            unit: Vec2::ONE,
            fit: Fit::Letterbox,
        };
        let scale = zoom * f32::from(magnified);
        let hero_scale = random.range(1_u8..3);
        let mut core = Core::new(
            &CoreSettings {
                view: view.size,
                unit: Vec2::ONE,
                ..CoreSettings::default()
            },
            Assets::new(AssetSettings::default()),
        );
        let camera = &mut core.world.camera;
        assert!(
            camera
                .set_boundary(Rect::centered(Vec2::ZERO, Vec2::splat(1e5)))
                .is_done()
        );
        assert!(camera.set_zoom(zoom).is_done());
        let smoothing = Smoothing::ALL[random.index(4)];
        core.set_smoothing(smoothing);
        let mut at = |most: f32| vec2(number(random, most), number(random, most));
        let (from, velocity) = (at(900.0), at(3.0) / scale);
        let [near, far] =
            [1.0, -1.0].map(|side| from + (vec2(52.0 * side, 10.0) + at(2.0)) / scale);
        let mut add = |name: &str, at: Vec2, color, scale: f32| {
            let [width, height] = [0; 2].map(|_| random.range(3_u32..8));
            let sprite = core.assets.add_rect(name, width, height, color);
            let object = Object::from(sprite.expect("it fits")).at(at).spectral();
            core.context().spawn(object.scale(Vec2::splat(scale)))
        };
        let hero = add("hero", from, COLORS[0], f32::from(hero_scale));
        add("near", near, COLORS[1], 1.0 / scale.min(1.0));
        add("far", far, COLORS[2], 1.0 / scale.min(1.0));
        core.world.camera.follow(hero, Vec2::ZERO);
        core.world.camera.cut_to(from);
        let moved = core
            .object_mut(hero)
            .map(|mut hero| hero.set_velocity(velocity));
        assert!(moved.is_some());
        Self {
            core,
            hero,
            velocity,
            smoothing,
            frames_per_step: random.range(1_u8..5),
            scale,
            style: FrameStyle {
                view,
                background: Color::BLACK,
                blending: Blending::Srgb,
            },
        }
    }

    /// Returns whether a coordinate of the followed object is nearly half way between two multiples of 1/256 pixel. The
    /// rounding errors of single precision then decide whether it is snapped up or down.
    fn is_near_tie(&self, k: f32) -> bool {
        let hero = self.core.world.followed_instance().expect("it is followed");
        let parts = (hero.position + hero.motion * k).as_dvec2() * f64::from(self.scale) * 256.0;
        (parts - parts.floor() - 0.5).abs().min_element() < 0.02
    }

    /// Draws the frames of five steps. Leaves out frames that a rounding error may change. Returns for each the first
    /// column and row of the followed object and of the two objects at rest.
    fn frames(&mut self, draw: Draw<'_>) -> Vec<[[i32; 2]; 3]> {
        let mut seen = Vec::new();
        for _ in 0..5 {
            let input = StepInput::next(&self.core);
            self.core.step_with(input, |_| ());
            for frame in 0..self.frames_per_step {
                let alpha = f32::from(frame) / f32::from(self.frames_per_step);
                let k = DrawTime {
                    alpha,
                    ..DrawTime::default()
                }
                .factor(self.smoothing);
                if self.is_near_tie(k) {
                    continue;
                }
                let overlays = &mut Overlays::default();
                let pixels = paint(&self.core, &self.style, overlays, SIZE, k, &mut *draw);
                seen.push(COLORS.map(|color| first_pixel(&pixels, color)));
            }
        }
        seen
    }
}

/// Returns the first column and row of pixels of a colour.
fn first_pixel(pixels: &[u32], color: Color) -> [i32; 2] {
    let wanted = u32::from_le_bytes(color.premultiplied());
    let width = SIZE[0] as usize;
    let found = (0..pixels.len()).filter(|&at| pixels[at] == wanted);
    let [column, row] = [
        found.clone().map(|at| at % width).min(),
        found.map(|at| at / width).min(),
    ]
    .map(|at| {
        at.and_then(|at| i32::try_from(at).ok())
            .expect("it is in view")
    });
    // An object at the edge of the image may be cut off, and its first pixel would mean nothing.
    assert!(column > 0 && row > 0, "{color:?} reaches the edge");
    [column, row]
}

/// Checks the frames of all cases as a backend draws them. `with_renderer` calls its closure with a new renderer's
/// drawing function: a renderer belongs to the assets of one game.
fn check(mut with_renderer: impl FnMut(&mut dyn FnMut(Draw<'_>))) {
    let mut random = Random::new(16);
    let mut count = 0;
    for case in 0..CASES {
        let mut chase = Chase::new(&mut random);
        let mut seen = Vec::new();
        with_renderer(&mut |draw| seen = chase.frames(draw));
        count += seen.len();
        let apart = |frame: &[[i32; 2]; 3]| [0, 1].map(|axis| frame[1][axis] - frame[2][axis]);
        for pair in seen.windows(2) {
            let what = format!(
                "case {case}, {:?} by {}: {pair:?}",
                chase.smoothing, chase.velocity
            );
            assert_eq!(
                pair[0][0], pair[1][0],
                "the followed object moved in {what}"
            );
            assert_eq!(
                apart(&pair[0]),
                apart(&pair[1]),
                "a distance changed in {what}"
            );
            for axis in [0, 1] {
                let moved = pair[1][1][axis] - pair[0][1][axis];
                let forward = (moved > 0) == (chase.velocity[axis] < 0.0);
                assert!(moved == 0 || forward, "a thing went along in {what}");
            }
        }
        assert_eq!(chase.core.world.camera.followed(), Some(chase.hero));
    }
    assert!(count > usize::from(CASES) * 10, "only {count} frames");
}

#[test]
fn pictures_show_a_followed_object_in_its_pixels() {
    check(|run| {
        let mut renderer = SoftwareRenderer::default();
        run(&mut |frame| {
            let mut pixels = vec![0; (SIZE[0] * SIZE[1]) as usize];
            renderer.render(frame);
            renderer.copy_rgba(&mut pixels);
            pixels
        });
    });
}

#[cfg(feature = "gpu")]
#[test]
fn the_gpu_shows_a_followed_object_in_its_pixels() {
    let Some(gpu) = crate::render::gpu::gpu_or_skip() else {
        return;
    };
    check(|run| {
        let mut renderer = gpu.on_same_device().expect("the device has memory");
        run(&mut |frame| {
            let mut pixels = Vec::new();
            renderer.render(frame).expect("the frame is drawn");
            renderer.read_rgba(&mut pixels).expect("the image is read");
            pixels
        });
    });
}
