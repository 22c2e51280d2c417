//! Tests of both backends, in random scenes: the camera follows an object. In the images, an object that pushes the
//! view stays in its column and row of pixels. Two objects at rest keep their distance, and never move in the object's
//! direction.

use super::*;
use crate::assets::DrawnShape;
use crate::base::random::Random;
use crate::geometry::Rect;
use crate::time::{DrawTime, Smoothing};
use crate::world::{Attachment, Object};
use core::f32::consts::FRAC_PI_2;
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

/// Colours of the followed object, of an object that is attached to it, and of the two objects at rest.
const COLORS: [Color; 4] = [Color::WHITE, Color::BLUE, Color::RED, Color::GREEN];

/// A random game in which a camera follows an object.
struct Chase {
    core: Core,
    hero: crate::ObjectId,
    /// Pixels per step, along the axes of the view.
    velocities: [Vec2; 5],
    /// Whether the followed object is always at the same edge of the dead zone.
    pushes: bool,
    /// Whether the dead zone is larger than the view, and the followed object out of sight.
    is_out: bool,
    /// Quarter turns of the camera.
    turns: u8,
    smoothing: Smoothing,
    frames_per_step: u8,
    /// Pixels per world unit.
    scale: f32,
    style: FrameStyle,
}

/// Measured positions in one drawn frame.
#[derive(Debug)]
struct Seen {
    /// Number of the frame. Frames that were left out are counted, too.
    number: usize,
    /// The first column and row of each object.
    first: [Option<[i32; 2]>; 4],
    /// The followed object's drawn position in pixels, along the axes of the view.
    drawn: Vec2,
    /// Whether rounding errors may decide the attached object's pixels: its position and its product with the scale, of
    /// up to 3 000 pixels, are rounded on their own.
    is_hat_near_tie: bool,
}

/// Turns a vector clockwise by quarter turns.
fn turned(v: Vec2, quarters: u8) -> Vec2 {
    (0..quarters).fold(v, |v, _| vec2(-v.y, v.x))
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
        let mut core = Core::new(
            &CoreSettings {
                view: view.size,
                unit: Vec2::ONE,
                ..CoreSettings::default()
            },
            Assets::new(AssetSettings::default()),
        );
        let smoothing = Smoothing::ALL[random.index(4)];
        core.set_smoothing(smoothing);
        let turns = [0, 0, random.range(0_u8..4)][random.index(3)];
        let to_world = |v: Vec2| turned(v, turns) / scale;
        let is_out = random.chance(0.1);
        let mut side = || {
            if is_out {
                1000.0
            } else {
                [0.0, random.range(0_u8..24).into(), random.range(0.0..24.0)][random.index(3)]
            }
        };
        let dead_zone = vec2(side(), side());
        let edge = vec2(random.sign(), random.sign());
        let mut at = |most: f32| vec2(number(random, most), number(random, most));
        let from = at(900.0);
        let [near, far] =
            [1.0, -1.0].map(|side| from + to_world(vec2(52.0 * side, 10.0) + at(2.0)));
        let mut velocities = [0; 5].map(|_| at(3.0));
        velocities[0] = edge * velocities[0].abs().max(Vec2::splat(0.25));
        let pushes = random.chance(0.7);
        let is_steady = random.chance(0.5);
        for step in 1..5 {
            velocities[step] = match (pushes, is_steady) {
                (_, true) => velocities[0],
                (true, _) => edge * velocities[step].abs(),
                _ => velocities[step],
            };
        }
        if random.chance(0.2) {
            velocities[3] = Vec2::ZERO;
        }

        let [width, height] = [0; 2].map(|_| random.range(3_u8..8));
        let mut assets = |name: &str, color| {
            let size = vec2(width.into(), height.into());
            let shape = DrawnShape::rect(size).filled(color);
            match random.chance(0.2) {
                true => core.assets.add_shape(name, &shape),
                false => core
                    .assets
                    .add_rect(name, width.into(), height.into(), color),
            }
            .expect("it fits")
        };
        let sprites = COLORS.map(|color| assets(&format!("{color:?}"), color));
        let mut cx = core.context();
        let resting = [(sprites[2], near), (sprites[3], far)];
        for (sprite, at) in resting {
            let object = Object::from(sprite).at(at).spectral();
            cx.spawn(object.scale(Vec2::splat(1.0 / scale.min(1.0))));
        }

        // Both objects are at most 19 pixels wide and high, so that they do not overlap.
        let most = 19.0 / f32::from(width.max(height)) / scale;
        let own_scale = Vec2::splat([1.0_f32, 2.0, 1.5][random.index(3)].min(most));
        let angle = f32::from([0, 0, random.range(0_u8..4)][random.index(3)]) * FRAC_PI_2;
        let flip = [random.chance(0.3), random.chance(0.3)];
        let look = |object: Object| {
            object
                .spectral()
                .scale(own_scale)
                .angle(angle)
                .flip(flip[0], flip[1])
        };
        let hero = cx.spawn(look(
            Object::from(sprites[0]).at(from + to_world(edge * dead_zone / 2.0)),
        ));
        let hat = cx.spawn(look(Object::from(sprites[1])));
        let offset = vec2(0.0, -20.0) / scale;
        let attached = cx.object_mut(hat).map(|mut hat| {
            hat.set_parent(
                hero,
                Attachment {
                    offset,
                    ..Attachment::default()
                },
            )
        });
        assert!(attached.is_some_and(|attached| attached.is_done()));
        let camera = &mut core.world.camera;
        let boundary = Rect::centered(Vec2::ZERO, Vec2::splat(1e5));
        assert!(camera.set_boundary(boundary).is_done());
        assert!(camera.set_zoom(zoom).is_done());
        assert!(camera.set_angle(f32::from(turns) * FRAC_PI_2).is_done());
        camera.follow(hero, dead_zone / scale);
        camera.cut_to(from);
        Self {
            core,
            hero,
            velocities,
            pushes: pushes || is_steady || dead_zone == Vec2::ZERO,
            is_out,
            turns,
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

    /// Returns the followed object's drawn position in pixels, along the axes of the world.
    fn drawn(&self, k: f32) -> Vec2 {
        let hero = self
            .core
            .world
            .followed_instance(&self.core.world.camera)
            .expect("it is followed");
        (hero.position + hero.motion * k) * self.scale
    }

    /// Returns how far the followed object's nearer coordinate is from half way between two multiples of 1/256 pixel, in
    /// this unit. Nearby, the rounding errors of single precision decide whether it is snapped up or down.
    fn distance_from_tie(&self, k: f32) -> f64 {
        let parts = self.drawn(k).as_dvec2() * 256.0;
        (parts - parts.floor() - 0.5).abs().min_element()
    }

    /// Draws the frames of the steps after the first. Leaves out frames that a rounding error may change.
    fn frames(&mut self, draw: Draw<'_>) -> Vec<Seen> {
        let mut seen = Vec::new();
        let mut number = 0;
        for (step, velocity) in self.velocities.into_iter().enumerate() {
            let velocity = turned(velocity, self.turns) / self.scale;
            let moves = self
                .core
                .object_mut(self.hero)
                .map(|mut hero| hero.set_velocity(velocity));
            assert!(moves.is_some());
            let input = StepInput::next(&self.core);
            self.core.step_with(input, |_| ());
            for frame in 0..self.frames_per_step {
                let alpha = f32::from(frame) / f32::from(self.frames_per_step);
                let k = DrawTime {
                    alpha,
                    ..DrawTime::default()
                }
                .factor(self.smoothing);
                number += 1;
                let distance_from_tie = self.distance_from_tie(k);
                // Camera and sprite multiply position and scale alike. Only two operations of the sprite round
                // otherwise, with results of at most 512 pixels: by 1/64 unit together.
                if step == 0 || distance_from_tie < 1.0 / 64.0 {
                    continue;
                }
                let overlays = &mut Overlays::default();
                let pixels = paint(&self.core, &self.style, overlays, SIZE, k, &mut *draw);
                seen.push(Seen {
                    number,
                    first: COLORS.map(|color| first_pixel(&pixels, color)),
                    drawn: turned(self.drawn(k), 4 - self.turns),
                    is_hat_near_tie: distance_from_tie < 0.25,
                });
            }
        }
        seen
    }
}

/// Returns the first column and row of pixels of a colour.
fn first_pixel(pixels: &[u32], color: Color) -> Option<[i32; 2]> {
    let wanted = u32::from_le_bytes(color.premultiplied());
    let width = SIZE[0] as usize;
    let found = (0..pixels.len()).filter(|&at| pixels[at] == wanted);
    let column = found.clone().map(|at| at % width).min()?;
    let row = found.map(|at| at / width).min()?;
    // An object at the edge of the image may be cut off, and its first pixel would mean nothing.
    assert!(column > 0 && row > 0, "{color:?} reaches the edge");
    Some([column, row].map(|at| i32::try_from(at).expect("the image is small")))
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
        for pair in seen.windows(2) {
            let what = format!(
                "case {case}, {:?} by {:?}, {} quarter turns: {pair:?}",
                chase.smoothing, chase.velocities, chase.turns
            );
            // In a frame that was left out, an object that does not push all the time may have turned back.
            let is_complete = chase.pushes || pair[0].number + 1 == pair[1].number;
            let [old, new] = [&pair[0].first, &pair[1].first];
            let is_seen = [new[0].is_some(), new[1].is_some()];
            assert_eq!(
                is_seen, [!chase.is_out; 2],
                "the object is in sight in {what}"
            );
            if chase.pushes {
                let hat_may_move = pair[0].is_hat_near_tie || pair[1].is_hat_near_tie;
                let count = if hat_may_move { 1 } else { 2 };
                assert_eq!(
                    old[..count],
                    new[..count],
                    "the followed object moved in {what}"
                );
            }
            let [old, new] =
                [old, new].map(|first| [first[2], first[3]].map(|at| at.expect("it is in view")));
            for axis in [0, 1] {
                let apart = |first: [[i32; 2]; 2]| first[0][axis] - first[1][axis];
                assert_eq!(apart(old), apart(new), "a distance changed in {what}");
                let moved = new[0][axis] - old[0][axis];
                let by = pair[1].drawn[axis] - pair[0].drawn[axis];
                assert!(
                    moved == 0 || moved as f32 * by < 0.0 || !is_complete,
                    "a thing went along in {what}"
                );
            }
        }
        assert_eq!(chase.core.world.camera.followed(), Some(chase.hero));
    }
    assert!(count > usize::from(CASES) * 5, "only {count} frames");
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
