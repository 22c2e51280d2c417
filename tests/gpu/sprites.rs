//! Random sprites: the shader and the software backend calculate the same pixels.
#![cfg(feature = "gpu")]

use crate::pictures;
use crate::scenes::{SCENES, SceneData};
use crate::tolerance;
use damselfly::Color;
use damselfly::assets::{Assets, DrawnShape, FrameId};
use damselfly::geometry::turns::{Turn, TurnMotion};
use damselfly::glam::vec2;
use damselfly::render::Projection;
use damselfly::render::gpu::OffscreenRenderer;
use damselfly::scene::{Instance, InstanceFlags};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

const SIDE: u32 = 256;
/// Number of images, of 60 sprites each. A run with 6000 images, which takes two minutes, found no difference either.
const ROUNDS: usize = 120;
const FLAGS: [InstanceFlags; 6] = [
    InstanceFlags::FLIP_X,
    InstanceFlags::FLIP_Y,
    InstanceFlags::ADDITIVE,
    InstanceFlags::OPAQUE,
    InstanceFlags::LINEAR,
    InstanceFlags::FILLED,
];

struct Dice(Pcg32);

impl Dice {
    fn below(&mut self, end: u32) -> u32 {
        self.0.next_u32() % end
    }

    /// Returns a number from `min` to `max`, in steps of 2^-24 of the range.
    fn between(&mut self, min: f32, max: f32) -> f32 {
        min + (max - min) * (self.below(1 << 24) as f32 / (1 << 24) as f32)
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }

    /// Returns any angle.
    fn turn(&mut self) -> u16 {
        let [low, high, ..] = self.0.next_u32().to_le_bytes();
        u16::from_le_bytes([low, high])
    }

    /// Returns any sprite, mostly in the ranges that games use.
    fn sprite(&mut self, frames: u32, largest: f32) -> Instance {
        let far = if self.one_in(10) { 4.0 } else { 1.0 };
        let side = SIDE as f32 * far;
        let place = vec2(self.between(-20.0, side), self.between(-20.0, side));
        let place = if self.one_in(3) { place.round() } else { place };
        let mut sprite = Instance::new(place, FrameId(self.below(frames)));
        sprite.motion = vec2(self.between(-9.0, 9.0), self.between(-9.0, 9.0));
        sprite.turn = Turn(if self.one_in(3) { 0 } else { self.turn() });
        sprite.turn_motion = TurnMotion(if self.one_in(3) {
            0
        } else {
            self.turn().cast_signed()
        });
        if !self.one_in(4) {
            let scale = self.between(-largest, largest);
            let stretch = self.between(0.2, 1.8);
            sprite.set_scale(vec2(scale, scale * stretch));
        }
        sprite.tint = self.tint();
        let chosen = FLAGS.into_iter().filter(|_| self.one_in(3));
        let flags = chosen
            .collect::<Vec<_>>()
            .into_iter()
            .fold(InstanceFlags::default(), InstanceFlags::with);
        sprite.set_flags(flags);
        sprite
    }

    /// Returns a premultiplied tint.
    fn tint(&mut self) -> [u8; 4] {
        let [r, g, b, a] = self.0.next_u32().to_le_bytes();
        [r.min(a), g.min(a), b.min(a), a]
    }

    fn projection(&mut self) -> Projection {
        let zoom = self.between(0.5, 1.5);
        let [c, s] = [self.between(-1.5, 1.5), self.between(-1.5, 1.5)];
        let (matrix, turn) = match self.below(3) {
            0 => ([1.0, 0.0, 0.0, 1.0], 0),
            1 => ([zoom, 0.0, 0.0, zoom], 0),
            _ => ([c, -s, s, c], self.turn()),
        };
        Projection {
            matrix,
            translation: [self.between(-40.0, 40.0), self.between(-40.0, 40.0)],
            texel_scale: [zoom, self.between(0.5, 2.0)],
            turn: turn.into(),
            k: self.between(-1.0, 1.0),
            ..Projection::IDENTITY
        }
    }
}

/// Returns the images of a scene with several pages, some characters and shapes, and the number of frames.
fn assets() -> (Assets, u32) {
    let pages = SCENES
        .iter()
        .find(|scene| scene.name == "atlas_pages")
        .expect("the scene is there");
    let (mut assets, _) = pages.build();
    for character in "Damselfly@─█".chars() {
        assets.glyph(character);
    }
    let arrow = [
        vec2(30.0, 0.0),
        vec2(-20.0, 25.5),
        vec2(-8.0, 0.0),
        vec2(-20.0, -25.5),
    ];
    let shapes = [
        DrawnShape::polygon(&arrow).outlined(3.5, Color::rgba(200, 100, 30, 200)),
        DrawnShape::circle(9.3).filled(Color::RED),
    ];
    for (label, shape) in ["arrow", "circle"].into_iter().zip(&shapes) {
        assets.add_shape(label, shape).expect("the shape is simple");
    }
    let frames = u32::try_from(assets.frames().records().len()).unwrap_or(0);
    (assets, frames)
}

fn check(
    gpu: &mut OffscreenRenderer,
    dice: &mut Dice,
    sprites: u32,
    largest: f32,
) -> Result<(), String> {
    let (assets, frames) = assets();
    let projection = dice.projection();
    let sprites: Vec<_> = (0..sprites).map(|_| dice.sprite(frames, largest)).collect();
    let data = SceneData::sized([SIDE, SIDE]).with_layer(projection, sprites);
    let is_hardware = gpu.adapter().hardware;
    data.with_frame(&assets, |frame| {
        let (got, _) = pictures::draw(gpu, frame);
        let expected = pictures::draw_in_software(frame);
        tolerance::same("random_sprites", frame, is_hardware, &got, &expected)
    })
}

#[test]
fn both_backends_draw_random_sprites_alike() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let mut dice = Dice(Pcg32::new(7, 0));
    let mut wrong = Vec::new();
    for round in 0..ROUNDS {
        let largest = [1.0, 3.0, 20.0][round % 3];
        if let Err(text) = check(&mut gpu, &mut dice, 60, largest) {
            wrong.push(format!("round {round}: {text}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} rounds:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
