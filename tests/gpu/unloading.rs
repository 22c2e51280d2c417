//! Loading and unloading of sprites: both backends draw the current ones, whatever they copied earlier.
#![cfg(feature = "gpu")]

use crate::pictures;
use crate::scenes::SceneData;
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, AtlasSettings, Pixels, SpriteId};
use damselfly::glam::vec2;
use damselfly::render::gpu::OffscreenRenderer;
use damselfly::render::{Projection, SoftwareRenderer};
use damselfly::scene::Instance;

const SIZE: [u32; 2] = [64, 32];

/// Backends that draw every frame of a test, so that an outdated copy would be seen.
struct Backends {
    software: SoftwareRenderer,
    gpu: Option<OffscreenRenderer>,
}

impl Backends {
    fn new() -> Self {
        Self {
            software: SoftwareRenderer::default(),
            gpu: pictures::gpu(),
        }
    }

    /// Draws a frame. All backends must agree, including a new software backend.
    fn draw(&mut self, data: &SceneData, assets: &Assets) -> Vec<u32> {
        let fresh = data.with_frame(assets, pictures::draw_in_software).pixels;
        let mut pixels = vec![0; fresh.len()];
        data.with_frame(assets, |frame| self.software.render(frame));
        self.software.copy_rgba(&mut pixels);
        assert!(pixels == fresh, "the software backend missed something");
        if let Some(gpu) = &mut self.gpu {
            let (picture, _) = data.with_frame(assets, |frame| pictures::draw(gpu, frame));
            assert!(picture.pixels == fresh, "the GPU missed something");
        }
        fresh
    }
}

fn assets() -> Assets {
    Assets::new(AssetSettings {
        atlas: AtlasSettings {
            page_size: 64,
            max_page_size: 64,
            max_pages: 1,
        },
        ..AssetSettings::default()
    })
}

/// Adds an image of 16 × 16 pixels.
fn square(assets: &mut Assets, label: &str, color: Color) -> SpriteId {
    assets
        .add_image(label, Pixels::filled(16, 16, color))
        .expect("it fits")
}

/// Returns a scene of sprites in a row, 20 pixels apart.
fn show(assets: &Assets, sprites: &[SpriteId]) -> SceneData {
    let shown = sprites.iter().enumerate().map(|(index, &id)| {
        let place = vec2(10.0 + 20.0 * index as f32, 16.0);
        Instance::new(place, assets.sprite(id).expect("it is there").frames.first)
    });
    SceneData::sized(SIZE).with_layer(Projection::IDENTITY, shown)
}

fn pixel(picture: &[u32], x: usize, y: usize) -> [u8; 4] {
    picture[y * SIZE[0] as usize + x].to_le_bytes()
}

#[test]
fn an_unloaded_sprite_shows_the_placeholder_until_reloaded() {
    let (mut assets, mut backends) = (assets(), Backends::new());
    let (green, blue) = (Color::rgb(0, 255, 0), Color::rgb(0, 0, 255));
    let sprites = [
        square(&mut assets, "green", green),
        square(&mut assets, "blue", blue),
    ];
    let data = show(&assets, &sprites);
    let whole = backends.draw(&data, &assets);
    assert_eq!(pixel(&whole, 10, 16), [0, 255, 0, 255]);

    assets.unload(sprites[0]);
    let gone = backends.draw(&data, &assets);
    // The placeholder is a chequered sprite of 8 × 16, stretched to 16 × 16.
    assert_eq!(pixel(&gone, 4, 9), [255, 0, 255, 255]);
    assert_eq!(pixel(&gone, 16, 9), [0, 0, 0, 255]);
    assert_eq!(pixel(&gone, 30, 16), [0, 0, 255, 255]);

    // A new sprite takes the free position in the atlas. Objects with the old sprite do not show it.
    let red = square(&mut assets, "red", Color::rgb(255, 0, 0));
    let three = show(&assets, &[sprites[0], sprites[1], red]);
    let picture = backends.draw(&three, &assets);
    assert_eq!(pixel(&picture, 50, 16), [255, 0, 0, 255]);
    assert_eq!(pixel(&picture, 4, 9), [255, 0, 255, 255]);

    assert_eq!(square(&mut assets, "green", green), sprites[0]);
    assert!(backends.draw(&data, &assets) == whole);
}

#[test]
fn reused_atlas_places_always_show_their_latest_pixels() {
    let (mut assets, mut backends) = (assets(), Backends::new());
    let labels = ["a", "b", "c"];
    let color = |round: u8, index: u8| Color::rgb(round * 4, 80 * index, 255 - round);
    let mut ids = Vec::new();
    for round in 0..50 {
        ids = (0..3)
            .map(|index| square(&mut assets, labels[usize::from(index)], color(round, index)))
            .collect();
        let picture = backends.draw(&show(&assets, &ids), &assets);
        for index in 0..3 {
            let Color { r, g, b, .. } = color(round, index);
            let x = 10 + 20 * usize::from(index);
            assert_eq!(pixel(&picture, x, 16), [r, g, b, 255], "round {round}");
        }
        // The order of unloading differs from round to round.
        ids.rotate_left(usize::from(round % 3));
        for &id in &ids {
            assert_eq!(assets.unload(id), 0);
        }
    }
    assert_eq!((ids.len(), assets.atlas().pages().len()), (3, 1));
    assert_eq!(assets.sprites().count(), 3);
}

#[test]
fn a_renderer_draws_frames_of_several_assets_in_turn() {
    let mut backends = Backends::new();
    // The sprites of both have the same ids, and both atlases and frame tables have changed equally often.
    let [red, blue] = [Color::RED, Color::BLUE].map(|color| {
        let mut assets = assets();
        let small = square(&mut assets, "small", color);
        let side = if color == Color::RED { 4 } else { 30 };
        let other = Pixels::filled(side, 30, color);
        let other = assets.add_image("other", other).expect("it fits");
        (assets, [small, other])
    });
    assert_eq!(red.1, blue.1);
    let [one, two] = red
        .1
        .map(|id| red.0.sprite(id).expect("it is there").frames.first);
    // The second sprite reaches into the view only if it is wide.
    let shown = [(vec2(20.0, 16.0), one), (vec2(-10.0, 16.0), two)];
    let shown = shown.map(|(place, frame)| Instance::new(place, frame));
    let mut data = SceneData::sized(SIZE).with_layer(Projection::IDENTITY, shown);
    data.layers[0].cull = true;
    for (assets, colour, count) in [
        (&red.0, [255, 0, 0, 255], 16 * 16),
        (&blue.0, [0, 0, 255, 255], 16 * 16 + 5 * 30),
        (&red.0, [255, 0, 0, 255], 16 * 16),
        (&red.0, [255, 0, 0, 255], 16 * 16),
        (&blue.0, [0, 0, 255, 255], 16 * 16 + 5 * 30),
    ] {
        let picture = backends.draw(&data, assets);
        let pixels = picture.iter().filter(|pixel| pixel.to_le_bytes() == colour);
        assert_eq!(pixels.count(), count, "{colour:?}");
    }
}
