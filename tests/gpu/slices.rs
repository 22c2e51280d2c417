//! Sprites larger than an atlas page. Every backend shows them whole and in painting order, like a game with larger
//! pages, and like an image that the test composes.
#![cfg(feature = "gpu")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places within a small picture"
)]

use crate::pictures::{self, Picture};
use damselfly::Color;
use damselfly::assets::{
    Anchor, AssetSettings, Assets, AtlasSettings, FrameLayout, ImageLayout, PixelRect, Pixels,
    SpriteId,
};
use damselfly::glam::{Vec2, vec2};
use damselfly::math;
use damselfly::prelude::{ObjectId, Rect};
use damselfly::render::gpu::OffscreenRenderer;
use damselfly::render::{Blending, Frame, PaintedLayer, Projection, Viewport};
use damselfly::world::{Core, CoreSettings, Object, Solidness, StepInput};

const SIZE: [u32; 2] = [260, 220];
const BACKGROUND: Color = Color::rgb(16, 24, 56);
/// Width and height of the large image: 3 × 3 slices with pages of 64 texels.
const LARGE: [u32; 2] = [150, 130];

fn core(page_size: u16) -> Core {
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
    Core::new(&settings, assets)
}

/// Returns an image of irregular colours. Some texels are transparent.
fn picture(width: u32, height: u32, seed: u32) -> Pixels {
    Pixels::from_fn(width, height, |x, y| {
        let [r, g, b, holes] = (x * 7919 + y * 104_729 + seed * 31)
            .wrapping_mul(2_654_435_761)
            .to_le_bytes();
        if holes < 40 {
            Color::TRANSPARENT
        } else {
            Color::rgb(r, g, b)
        }
    })
}

/// Calls `show` with a frame of the world's visible layers, drawn by `projection` instead of the camera.
fn with_frame<T>(core: &Core, projection: Projection, show: impl FnOnce(&Frame<'_>) -> T) -> T {
    let painted = core.world.scene().painted(core.world.level());
    let layers: Vec<PaintedLayer<'_>> = painted
        .map(|(layer, _)| PaintedLayer {
            layer,
            projection,
            cull: true,
            is_display: false,
            clip: None,
        })
        .collect();
    show(&Frame {
        target: SIZE,
        viewport: Viewport {
            origin: [0, 0],
            size: SIZE,
            scale: Vec2::ONE,
            units: vec2(SIZE[0] as f32, SIZE[1] as f32),
        },
        background: BACKGROUND,
        layers: &layers,
        groups: &[],
        effects: &[],
        cameras: &[],
        atlas: core.assets.atlas(),
        frames: core.assets.frames(),
        blending: Blending::Srgb,
    })
}

/// Returns the image of the software backend. If there is a GPU, its image must be the same.
fn drawn(
    core: &Core,
    projection: Projection,
    gpu: &mut Option<OffscreenRenderer>,
    what: &str,
) -> Picture {
    let software = with_frame(core, projection, pictures::draw_in_software);
    if let Some(gpu) = gpu {
        let (picture, _) = with_frame(core, projection, |frame| pictures::draw(gpu, frame));
        pictures::same("slices", &picture, &software, pictures::exactly)
            .unwrap_or_else(|fault| panic!("{what}: {fault}"));
    }
    software
}

/// Expected state of an object.
#[derive(Clone)]
struct Placed {
    id: ObjectId,
    pixels: Pixels,
    /// Centre of the object.
    at: Vec2,
    flips: [bool; 2],
    tint: Color,
    visible: bool,
}

/// The same game with and without slices, and the expected objects from bottom to top.
struct Play {
    cores: [Core; 2],
    sprites: [SpriteId; 2],
    shown: Vec<Placed>,
    /// A renderer for each core, because their assets differ.
    gpus: [Option<OffscreenRenderer>; 2],
}

impl Play {
    fn new() -> Self {
        let mut cores = [64, 256].map(core);
        let pixels = [picture(LARGE[0], LARGE[1], 1), picture(20, 16, 2)];
        let mut sprites = [SpriteId::PLACEHOLDER; 2];
        for core in &mut cores {
            let labels = ["large", "small"];
            for ((sprite, label), pixels) in sprites.iter_mut().zip(labels).zip(&pixels) {
                *sprite = core.assets.add_image(label, pixels).unwrap();
            }
        }
        let slices = |core: &Core| core.assets.sprite(sprites[0]).unwrap().frames.slices;
        assert_eq!([slices(&cores[0]), slices(&cores[1])], [9, 1]);
        Self {
            cores,
            sprites,
            shown: Vec::new(),
            gpus: [pictures::gpu(), pictures::gpu()],
        }
    }

    fn spawn(&mut self, is_large: bool, at: Vec2) -> ObjectId {
        let sprite = self.sprites[usize::from(!is_large)];
        let pixels = match is_large {
            true => picture(LARGE[0], LARGE[1], 1),
            false => picture(20, 16, 2),
        };
        let mut id = None;
        for core in &mut self.cores {
            let object = Object {
                sprite: Some(sprite),
                position: at,
                solidness: Solidness::Spectral,
                ..Object::default()
            };
            id = Some(core.context().spawn(object));
        }
        let id = id.unwrap();
        self.shown.push(Placed {
            id,
            pixels,
            at,
            flips: [false; 2],
            tint: Color::WHITE,
            visible: true,
        });
        id
    }

    fn each(&mut self, mut act: impl FnMut(&mut Core)) {
        self.cores.iter_mut().for_each(&mut act);
    }

    fn step(&mut self) {
        self.each(|core| core.step(StepInput::next(core)));
    }

    fn of(&mut self, id: ObjectId) -> &mut Placed {
        self.shown.iter_mut().find(|shown| shown.id == id).unwrap()
    }

    fn raise(&mut self, id: ObjectId) {
        let at = self.shown.iter().position(|shown| shown.id == id).unwrap();
        let shown = self.shown.remove(at);
        self.shown.push(shown);
    }

    /// Compares the images of all backends and both cores with the composed image.
    fn check(&mut self, what: &str) {
        let expected = composed(&self.shown);
        for (core, gpu) in self.cores.iter().zip(&mut self.gpus) {
            let picture = drawn(core, Projection::IDENTITY, gpu, what);
            pictures::same("slices", &picture, &expected, pictures::exactly)
                .unwrap_or_else(|fault| panic!("{what}: {fault}"));
        }
        let [one, other] = &self.cores;
        assert_eq!(one.checksum(), other.checksum(), "{what}");
    }
}

/// Composes an image of the objects in order, texel by texel.
fn composed(shown: &[Placed]) -> Picture {
    let [width, height] = SIZE.map(|side| i32::try_from(side).unwrap());
    let mut pixels = vec![BACKGROUND; (width * height) as usize];
    for shown in shown.iter().filter(|shown| shown.visible) {
        let size =
            [shown.pixels.width, shown.pixels.height].map(|side| i32::try_from(side).unwrap());
        let [left, top] = [
            shown.at.x as i32 - size[0] / 2,
            shown.at.y as i32 - size[1] / 2,
        ];
        let texels = shown.pixels.rgba.as_chunks::<4>().0;
        for (x, y) in (0..size[0]).flat_map(|x| (0..size[1]).map(move |y| (x, y))) {
            let u = if shown.flips[0] { size[0] - 1 - x } else { x };
            let v = if shown.flips[1] { size[1] - 1 - y } else { y };
            let [r, g, b, a] = texels[(v * size[0] + u) as usize];
            let (x, y) = (left + x, top + y);
            if a == 0 || !(0..width).contains(&x) || !(0..height).contains(&y) {
                continue;
            }
            let times = |value: u8, by: u8| {
                u8::try_from((u32::from(value) * u32::from(by) + 127) / 255).unwrap()
            };
            let Color {
                r: red,
                g: green,
                b: blue,
                ..
            } = shown.tint;
            pixels[(y * width + x) as usize] =
                Color::rgb(times(r, red), times(g, green), times(b, blue));
        }
    }
    Picture {
        size: SIZE,
        pixels: pixels
            .into_iter()
            .map(|Color { r, g, b, .. }| u32::from_le_bytes([r, g, b, 255]))
            .collect(),
    }
}

#[test]
fn a_large_sprite_keeps_its_place_in_paint_order() {
    let mut play = Play::new();
    // Spawns small objects at the borders between the slices, and across the outer border.
    let middle = vec2(130.0, 110.0);
    let corner = middle - vec2(75.0, 65.0);
    let beneath = play.spawn(false, corner + vec2(64.0, 64.0));
    play.spawn(false, corner + vec2(0.0, 100.0));
    let large = play.spawn(true, middle);
    let above = play.spawn(false, corner + vec2(128.0, 64.0));
    play.spawn(false, corner + vec2(64.0, 128.0));
    play.check("as spawned");

    play.each(|core| {
        core.object_mut(large)
            .unwrap()
            .set_velocity(vec2(3.0, -2.0));
    });
    for steps in 1..=3 {
        play.step();
        play.of(large).at += vec2(3.0, -2.0);
        play.check(&format!("moved for {steps} steps"));
    }
    play.each(|core| {
        core.object_mut(large).unwrap().set_velocity(Vec2::ZERO);
        core.object_mut(large).unwrap().set_position(middle);
    });
    play.of(large).at = middle;
    play.check("placed");

    for flips in [[true, false], [true, true], [false, true], [false, false]] {
        play.each(|core| {
            core.object_mut(large).unwrap().set_flip(flips[0], flips[1]);
        });
        play.of(large).flips = flips;
        play.check(&format!("mirrored {flips:?}"));
    }
    play.each(|core| {
        core.object_mut(large)
            .unwrap()
            .set_tint(Color::rgb(255, 128, 0));
    });
    play.of(large).tint = Color::rgb(255, 128, 0);
    play.check("tinted");

    for visible in [false, true] {
        play.each(|core| {
            core.object_mut(large).unwrap().set_visible(visible);
        });
        play.of(large).visible = visible;
        play.check(if visible { "shown" } else { "hidden" });
    }

    // The object gets another sprite and then its own again, between steps and in a step. It keeps its place in the
    // painting order.
    let sprites = play.sprites;
    for (is_large, in_step) in [(false, false), (true, true), (false, true), (true, false)] {
        let sprite = sprites[usize::from(!is_large)];
        play.each(|core| {
            let input = StepInput::next(core);
            if in_step {
                core.step_with(input, |cx| {
                    cx.object_mut(large).unwrap().set_sprite(sprite);
                });
            } else {
                core.object_mut(large).unwrap().set_sprite(sprite);
            }
        });
        let seed = [1, 2][usize::from(!is_large)];
        let [width, height] = if is_large { LARGE } else { [20, 16] };
        play.of(large).pixels = picture(width, height, seed);
        play.check(&format!("large: {is_large}"));
    }

    let saved = [play.cores[0].snapshot(), play.cores[1].snapshot()];
    let shown = play.shown.clone();
    for altitude in [3, 2] {
        play.each(|core| {
            core.object_mut(large).unwrap().set_altitude(altitude);
        });
        play.raise(large);
        play.check(&format!("altitude {altitude}"));
    }
    play.each(|core| {
        core.object_mut(large).unwrap().set_level(2);
    });
    play.of(large).visible = false;
    play.check("on another level");
    play.each(|core| core.context().change_level(2));
    play.shown
        .iter_mut()
        .for_each(|shown| shown.visible = shown.id == large);
    play.check("on its level");

    for (core, saved) in play.cores.iter_mut().zip(&saved) {
        core.restore(saved);
    }
    play.shown = shown;
    play.check("restored");

    // Removed objects leave gaps in the rows, which are closed later.
    for id in [beneath, above] {
        play.each(|core| {
            core.world.remove(id);
        });
        play.shown.retain(|shown| shown.id != id);
        play.step();
        play.check("without one");
    }
    play.each(|core| {
        core.world.remove(large);
    });
    play.shown.retain(|shown| shown.id != large);
    play.step();
    play.check("without the large one");
    play.spawn(true, middle + vec2(10.0, 0.0));
    play.check("with another large one");
}

/// Returns a core with a large sprite of one colour, and its object.
fn plain(color: Color, anchor: Anchor) -> (Core, ObjectId) {
    let mut core = core(64);
    let layout = ImageLayout {
        anchor,
        ..ImageLayout::default()
    };
    let pixels = Pixels::filled(LARGE[0], LARGE[1], color);
    let sprite = core
        .assets
        .add_image_with("plain", &pixels, &layout)
        .unwrap();
    let object = Object {
        sprite: Some(sprite),
        ..Object::default()
    };
    let id = core.context().spawn(object);
    (core, id)
}

/// Returns the colours of all pixels that are inside the object's rectangle, at least 1.5 pixels from its edge.
fn inside(core: &Core, id: ObjectId, picture: &Picture, anchor: Anchor, zoom: f32) -> Vec<u32> {
    let object = core.world.object(id).unwrap();
    let size = vec2(LARGE[0] as f32, LARGE[1] as f32);
    let first = match anchor {
        Anchor::TopLeft => Vec2::ZERO,
        Anchor::BottomRight => -size,
        _ => -size / 2.0,
    };
    let (sin, cos) = math::sin_cos(object.angle());
    let scale = object.scale() * zoom;
    let mut colors = Vec::new();
    for (x, y) in (0..SIZE[0]).flat_map(|x| (0..SIZE[1]).map(move |y| (x, y))) {
        let d = vec2(x as f32, y as f32) + 0.5 - object.position() * zoom;
        let at = vec2(cos * d.x + sin * d.y, cos * d.y - sin * d.x) - first * scale;
        let end = size * scale;
        let (low, high) = (end.min(Vec2::ZERO) + 1.5, end.max(Vec2::ZERO) - 1.5);
        if at.cmpgt(low).all() && at.cmplt(high).all() {
            colors.push(picture.pixels[(y * SIZE[0] + x) as usize]);
        }
    }
    assert!(colors.len() > 1000, "{} pixels inside", colors.len());
    colors
}

fn zoomed(zoom: f32) -> Projection {
    Projection {
        matrix: [zoom, 0.0, 0.0, zoom],
        texel_scale: [zoom; 2],
        ..Projection::IDENTITY
    }
}

#[test]
fn nothing_shows_through_a_large_sprite_that_is_turned_and_scaled() {
    for anchor in [Anchor::Center, Anchor::TopLeft, Anchor::BottomRight] {
        let mut gpu = pictures::gpu();
        let (mut core, id) = plain(Color::WHITE, anchor);
        let mut object = core.object_mut(id).unwrap();
        object.set_position(vec2(130.3, 110.7));
        for number in 0_u8..40 {
            let angle = f32::from(number) * 0.37;
            let scale = vec2(
                0.6 + f32::from(number % 7) * 0.23,
                0.9 + f32::from(number % 5) * 0.31,
            );
            let mut object = core.object_mut(id).unwrap();
            object.set_angle(angle);
            object.set_scale(scale);
            object.set_flip(number % 2 == 1, number % 3 == 1);
            let zoom = 0.7 + f32::from(number % 4) * 0.17;
            let what = format!("{anchor:?} {angle} {scale}");
            let picture = drawn(&core, zoomed(zoom), &mut gpu, &what);
            let colors = inside(&core, id, &picture, anchor, zoom);
            let holes = colors.iter().filter(|&&color| color != u32::MAX).count();
            assert_eq!(holes, 0, "{what}");
        }
    }
}

#[test]
fn translucent_slices_never_overlap_at_any_scale_and_angle() {
    for anchor in [Anchor::Center, Anchor::TopLeft, Anchor::BottomRight] {
        let mut gpu = pictures::gpu();
        let (mut core, id) = plain(Color::rgba(255, 255, 255, 128), anchor);
        for number in 0_u8..120 {
            let part = f32::from(number) / 120.0;
            let mut object = core.object_mut(id).unwrap();
            object.set_angle(if number < 30 { 0.0 } else { part * 5.0 });
            object.set_position(vec2(120.0 + part * 13.1, 100.0 - part * 7.3));
            object.set_scale(vec2(0.5 + part * 1.7, 2.1 - part * 1.9));
            object.set_flip(number % 2 == 1, number % 3 == 1);
            let what = format!("{anchor:?} {number}");
            let zoom = 0.8 + part * 0.9;
            let picture = drawn(&core, zoomed(zoom), &mut gpu, &what);
            let colors = inside(&core, id, &picture, anchor, zoom);
            assert!(colors.iter().all(|&color| color == colors[0]), "{what}");
        }
    }
}

#[test]
fn an_animation_of_frames_large_and_small_shows_each_whole() {
    let rects = [[150, 130], [20, 16], [64, 130], [65, 3]].map(|[width, height]| PixelRect {
        x: 0,
        y: 0,
        width,
        height,
    });
    let layout = ImageLayout {
        frames: FrameLayout::Rects(rects.to_vec()),
        anchor: Anchor::TopLeft,
        slowdown: 1,
        transparent: None,
    };
    let mut gpus = [pictures::gpu(), pictures::gpu()];
    let mut cores = [64, 256].map(core);
    for core in &mut cores {
        let pixels = picture(LARGE[0], LARGE[1], 5);
        let sprite = core.assets.add_image_with("all", &pixels, &layout).unwrap();
        for x in [40.0, 70.0] {
            let position = vec2(x, 50.0);
            let sprite = Some(sprite);
            core.context().spawn(Object {
                sprite,
                position,
                flip_x: x > 50.0,
                ..Object::default()
            });
        }
    }
    for step in 0..9 {
        let what = format!("step {step}");
        let [cut, whole] = [0, 1].map(|index: usize| {
            drawn(&cores[index], Projection::IDENTITY, &mut gpus[index], &what)
        });
        pictures::same("slices", &cut, &whole, pictures::exactly)
            .unwrap_or_else(|fault| panic!("{what}: {fault}"));
        for core in &mut cores {
            core.step(StepInput::next(core));
        }
    }
}

#[test]
fn a_canvas_draws_all_slices_of_a_frame() {
    let pictures = [64, 256].map(|page_size| {
        let mut gpu = pictures::gpu();
        let mut core = core(page_size);
        let pixels = picture(LARGE[0], LARGE[1], 3);
        let sprite = core.assets.add_image("large", &pixels).unwrap();
        let carrier = core.context().spawn(Object {
            position: vec2(150.0, 120.0),
            velocity: vec2(-4.0, 2.0),
            ..Object::default()
        });
        let mut shown = Vec::new();
        for step in 0..3 {
            core.step_with(StepInput::next(&core), |cx| {
                cx.canvas(2_u16)
                    .frame(vec2(100.0, 90.0), sprite, 0, Color::WHITE)
                    .rect(Rect::new(vec2(90.0, 80.0), vec2(120.0, 100.0)), Color::RED);
                cx.canvas_on(carrier)
                    .frame(vec2(5.0, 5.0), sprite, 0, Color::YELLOW);
            });
            let what = format!("step {step}");
            shown.push(drawn(&core, Projection::IDENTITY, &mut gpu, &what).pixels);
        }
        shown
    });
    assert!(pictures[0] == pictures[1]);
    assert!(pictures[0][0] != pictures[0][1]);
}

#[test]
fn an_image_of_the_usual_page_size_and_more_is_shown_whole() {
    // With default settings, the image is larger than a page of 2048 texels.
    let mut core = Core::new(
        &CoreSettings {
            unit: Vec2::ONE,
            ..CoreSettings::default()
        },
        Assets::new(AssetSettings::default()),
    );
    let pixels = Pixels::from_fn(2600, 2100, |x, y| {
        let [r, g, ..] = (x * 7 + y * 151).to_le_bytes();
        Color::rgb(r, g, u8::try_from(y % 256).unwrap())
    });
    let layout = ImageLayout {
        anchor: Anchor::TopLeft,
        ..ImageLayout::default()
    };
    let map = core.assets.add_image_with("map", &pixels, &layout).unwrap();
    let sprite = core.assets.sprite(map).unwrap();
    assert_eq!((sprite.size_px, sprite.frames.slices), ((2600, 2100), 4));
    assert_eq!(core.assets.atlas().page_size(), 2048);
    // The view shows the surroundings of the corner where all four slices meet.
    let position = vec2(-1950.0, -1980.0);
    core.context().spawn(Object {
        sprite: Some(map),
        position,
        ..Object::default()
    });
    let picture = drawn(&core, Projection::IDENTITY, &mut pictures::gpu(), "map");
    for (index, &pixel) in picture.pixels.iter().enumerate() {
        let [x, y] = [index as u32 % SIZE[0] + 1950, index as u32 / SIZE[0] + 1980];
        let expected = match y < 2100 {
            true => {
                let [r, g, ..] = (x * 7 + y * 151).to_le_bytes();
                [r, g, u8::try_from(y % 256).unwrap(), 255]
            }
            false => [BACKGROUND.r, BACKGROUND.g, BACKGROUND.b, 255],
        };
        assert_eq!(pixel.to_le_bytes(), expected, "at ({x}, {y})");
    }
}
