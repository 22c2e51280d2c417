//! The atlas on a device that has no memory for another page, or that is lost while the atlas grows: the game goes on.
#![cfg(feature = "gpu")]

use crate::logged;
use crate::pictures;
use crate::scenes::SceneData;
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, AtlasSettings, FrameId, Pixels, SpriteId};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::Projection;
use damselfly::render::gpu::{GpuError, GpuLimits, OffscreenRenderer};
use damselfly::scene::{Instance, InstanceFlags};

/// Width and height of an atlas page. Each test uses a different one, and so finds its own lines in the log.
type PageSize = u16;

/// Returns a renderer on a device whose textures hold at most this many pages. Targets have the same limit, so images
/// must be smaller.
fn gpu_for(pages: u64, page_size: PageSize) -> Option<OffscreenRenderer> {
    logged::keep_log();
    let limits = GpuLimits {
        texture_memory: Some(pages * page_bytes(page_size)),
        ..GpuLimits::default()
    };
    pictures::limited_gpu(limits)
}

fn page_bytes(page_size: PageSize) -> u64 {
    4 * u64::from(page_size).pow(2)
}

/// Images that need one atlas page each.
struct Game {
    assets: Assets,
    page_size: PageSize,
    sprites: Vec<SpriteId>,
}

impl Game {
    fn new(page_size: PageSize) -> Self {
        let atlas = AtlasSettings {
            page_size,
            max_page_size: page_size,
            max_pages: 9,
        };
        let settings = AssetSettings {
            atlas,
            ..AssetSettings::default()
        };
        Self {
            assets: Assets::new(settings),
            page_size,
            sprites: Vec::new(),
        }
    }

    /// Adds an image, which needs another page.
    fn add(&mut self) {
        let number = self.sprites.len();
        let pages = self.assets.atlas().pages().len();
        let side = u32::from(self.page_size) * 5 / 8;
        let shade = u8::try_from(number * 25).unwrap_or(255);
        let pixels = Pixels::filled(side, side, Color::rgb(shade, 255 - shade, 77));
        let label = number.to_string();
        let added = self.assets.add_image(&label, &pixels);
        self.sprites.push(added.expect("there is room for it"));
        let opened = self.assets.atlas().pages().len() - pages;
        assert!(opened == 1 || number == 0, "a picture is to open a page");
    }

    fn frame(&self, number: usize) -> FrameId {
        let sprite = self.assets.sprite(self.sprites[number]);
        sprite.expect("it is there").frames.first
    }

    /// Returns a scene of the images for which `shows` is true, as plain, opaque and additive sprites.
    fn scene(&self, shows: impl Fn(usize) -> bool) -> SceneData {
        let side = f32::from(self.page_size);
        let kinds = [
            InstanceFlags::default(),
            InstanceFlags::OPAQUE,
            InstanceFlags::ADDITIVE,
        ];
        let shown = (0..self.sprites.len()).filter(|&number| shows(number));
        let sprites = shown.flat_map(|number| {
            (0_u8..).zip(kinds).map(move |(row, flags)| {
                let place = vec2(5.0 + 10.0 * number as f32, 5.0 + 10.0 * f32::from(row));
                let mut sprite = Instance::new(place, self.frame(number));
                sprite.set_scale(Vec2::splat(12.0 / side));
                sprite.set_flags(flags);
                sprite
            })
        });
        SceneData::sized([100, 30]).with_layer(Projection::IDENTITY, sprites)
    }

    /// Checks that the device draws all images except those on missing pages.
    fn check(&self, gpu: &mut OffscreenRenderer, pages: usize) {
        let drawn = self.scene(|_| true);
        let seen = self.scene(|number| number < pages);
        let (picture, _) = drawn.with_frame(&self.assets, |frame| pictures::draw(gpu, frame));
        let expected = seen.with_frame(&self.assets, pictures::draw_in_software);
        pictures::same("missing_pages", &picture, &expected, pictures::exactly).unwrap_or_else(
            |what| {
                panic!("{} pictures, {pages} pages: {what}", self.sprites.len());
            },
        );
    }
}

fn said(words: &str) -> usize {
    let lines = logged::logged();
    lines.iter().filter(|line| line.contains(words)).count()
}

#[test]
fn a_page_without_memory_is_logged_once_and_earlier_pages_stay() {
    let Some(mut gpu) = gpu_for(3, 128) else {
        return;
    };
    let mut game = Game::new(128);
    for number in 0..7 {
        game.add();
        for _ in 0..3 {
            game.check(&mut gpu, 3);
        }
        let warnings = said("not enough memory for atlas page 4 (64 KiB)");
        assert_eq!(warnings, usize::from(number >= 3), "{number}");
    }
}

#[test]
fn a_missing_spare_page_is_logged_once() {
    let Some(mut gpu) = gpu_for(4, 136) else {
        return;
    };
    let mut game = Game::new(136);
    for _ in 0..4 {
        game.add();
        for _ in 0..4 {
            game.check(&mut gpu, 4);
        }
    }
    assert_eq!(said("no memory for a spare atlas page (73 KiB)"), 1);
    assert_eq!(said("not enough memory for atlas page 5 (73 KiB)"), 0);
}

#[test]
fn of_many_pages_at_once_those_with_memory_are_drawn() {
    for drawn_before in [0, 1, 2] {
        let Some(mut gpu) = gpu_for(4, 144) else {
            return;
        };
        let mut game = Game::new(144);
        for number in 0..7 {
            game.add();
            if number < drawn_before {
                game.check(&mut gpu, 4);
            }
        }
        for _ in 0..3 {
            game.check(&mut gpu, 4);
        }
    }
    assert_eq!(said("not enough memory for atlas page 5 (81 KiB)"), 3);
}

#[test]
fn without_memory_for_a_single_page_nothing_can_be_drawn() {
    let Some(mut gpu) = gpu_for(1, 128) else {
        return;
    };
    let mut game = Game::new(256);
    game.add();
    let scene = game.scene(|_| true);
    for _ in 0..2 {
        let error = scene.with_frame(&game.assets, |frame| gpu.render(frame));
        let bytes = page_bytes(256);
        let what = "atlas pages";
        assert_eq!(error, Err(GpuError::OutOfMemory { what, bytes }));
    }
}

#[test]
fn a_new_device_has_the_whole_atlas_after_a_loss_during_growth() {
    for frames_after in 0..5 {
        let Some(mut gpu) = gpu_for(9, 152) else {
            return;
        };
        let mut game = Game::new(152);
        // The fifth page needs a larger texture, which is filled over several frames.
        for _ in 0..5 {
            game.add();
            game.check(&mut gpu, 9);
        }
        for _ in 0..frames_after {
            game.check(&mut gpu, 9);
        }
        gpu.lose_device();
        let scene = game.scene(|_| true);
        let lost = scene.with_frame(&game.assets, |frame| gpu.render(frame));
        assert!(matches!(lost, Err(GpuError::DeviceLost(_))), "{lost:?}");
        let Some(mut gpu) = gpu_for(9, 152) else {
            return;
        };
        for _ in 0..4 {
            game.check(&mut gpu, 9);
            game.add();
        }
    }
}

#[test]
fn pages_without_memory_on_one_device_may_fit_on_the_next() {
    let (Some(mut small), Some(mut large)) = (gpu_for(2, 160), gpu_for(9, 160)) else {
        return;
    };
    let mut game = Game::new(160);
    for _ in 0..4 {
        game.add();
        game.check(&mut small, 2);
    }
    game.check(&mut large, 4);
}

#[test]
fn sprites_without_memory_are_refused_in_one_line() {
    let memory = 1 << 20;
    let limits = GpuLimits {
        buffer_memory: Some(memory),
        ..GpuLimits::default()
    };
    let Some(mut gpu) = pictures::limited_gpu(limits) else {
        return;
    };
    let mut game = Game::new(168);
    game.add();
    game.check(&mut gpu, 1);
    // The instances, of 32 bytes each, need more than the buffer memory.
    let sprite = |number: u16| Instance::new(vec2(f32::from(number % 100), 3.0), game.frame(0));
    let many = (0..40_000).map(sprite);
    let many = SceneData::sized([100, 30]).with_layer(Projection::IDENTITY, many);
    for _ in 0..2 {
        let refused = many.with_frame(&game.assets, |frame| gpu.render(frame));
        let Err(error @ GpuError::OutOfMemory { bytes, .. }) = refused else {
            panic!("{refused:?}");
        };
        assert!(bytes > memory, "{error}");
        let text = error.to_string();
        assert_eq!(text, "not enough graphics memory for instances (2049 KiB)");
    }
}
