//! Games filmed by both backends, frame by frame the same.
#![cfg(feature = "gpu")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use crate::pictures::{self, Picture};
use damselfly::app::{App, Backend, Options};
use damselfly::capture::Film;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec4Swizzles, ivec2};
use damselfly::prelude::*;
use damselfly::scene::{Material, Space};
use damselfly::tiles::{Tile, TileMap};

const STEPS: u64 = 24;
const VIEW: [u16; 2] = [160, 96];
/// The view's size, and two that are no multiples of it.
const SIZES: [[u32; 2]; 3] = [[160, 96], [101, 77], [350, 190]];

/// A game of two functions.
struct Scripted {
    start: fn(&mut Context<'_>) -> Result<(), Error>,
    step: fn(&mut Context<'_>),
}

impl Game for Scripted {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        (self.start)(cx)
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        (self.step)(cx);
    }
}

/// Films a game without a window, and returns its frames.
fn film(name: &str, backend: Backend, size: [u32; 2], game: &mut Scripted) -> Vec<Picture> {
    let file = format!("{name}_{backend:?}.dfrec");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    std::fs::remove_file(&path).ok();
    let options = Options {
        headless: true,
        backend,
        seed: Some(5),
        steps: Some(STEPS),
        size: Some(size),
        capture: Some(path.clone()),
        ..Options::default()
    };
    let app = App::new(name, options).pixels(VIEW[0], VIEW[1]);
    app.steps_per_second(30).run_game(game).unwrap();
    let mut film = Film::open(&path).unwrap();
    let frames = (0..film.len()).map(|index| Picture {
        size,
        pixels: film.read(index).unwrap().pixels.to_vec(),
    });
    let frames = frames.collect();
    std::fs::remove_file(&path).unwrap();
    frames
}

/// Compares films of a game in these sizes. At least ten frames have to differ from those before.
fn check(name: &str, sizes: &[[u32; 2]], mut game: Scripted) {
    if pictures::gpu().is_none() {
        return;
    }
    for &size in sizes {
        let [got, expected] =
            [Backend::Gpu, Backend::Software].map(|backend| film(name, backend, size, &mut game));
        assert_eq!(got.len(), expected.len());
        for (index, (got, expected)) in got.iter().zip(&expected).enumerate() {
            let name = format!("{name} {index}");
            let same = pictures::same(&name, got, expected, pictures::exactly);
            assert_eq!(same, Ok(()), "{size:?}");
        }
        let changes = expected.windows(2).filter(|pair| pair[0] != pair[1]);
        assert!(changes.count() >= 10, "{size:?}");
    }
}

/// Returns a map of tiles with a column of holes, as wide as two views.
fn map(tile: SpriteId) -> TileMap {
    let mut map = TileMap::new(vec2(16.0, 16.0), 40, 40);
    let tile = map.add(Tile::new(tile));
    for (x, y) in (0..40).flat_map(|x| (0..40).map(move |y| (x, y))) {
        map.set(ivec2(x, y), (x % 3 > 0 || y % 5 > 0).then_some(tile));
    }
    map
}

#[test]
fn clips_of_tile_maps_and_levels_look_alike_on_film() {
    let game = Scripted {
        start: |cx| {
            let boundary = Rect::from_size(Vec2::ZERO, Vec2::splat(640.0));
            cx.camera.set_boundary(boundary);
            for (level, color) in [(1, Color::RED), (2, Color::GREEN)] {
                let name = format!("tile {level}");
                let tile = cx.assets.add_rect(&name, 16, 15, color)?;
                let ground = cx.spawn(Object::new("Ground").altitude(1).spectral());
                if let Some(mut ground) = cx.object_mut(ground) {
                    ground.set_tiles(map(tile));
                    ground.set_level(level);
                }
            }
            Ok(())
        },
        step: |cx| {
            let number = cx.time.number;
            let step = number as f32;
            match number {
                8 => cx.change_level(2),
                16 => cx.change_level(1),
                _ => {}
            }
            cx.camera
                .move_to(vec2(80.0 + 7.5 * step, 60.0 + 4.25 * step));
            let settings = cx.altitude_settings_mut(1_u16);
            settings.clip_space = match number / 6 % 2 {
                0 => Space::Screen,
                _ => Space::World,
            };
            let corner = vec2(10.0 + 5.0 * step, 20.0 + 2.0 * step);
            settings.clip = Some(Rect::from_size(corner, vec2(90.5, 51.0)));
        },
    };
    check("clips_of_tiles", &SIZES, game);
}

#[test]
fn clips_of_widgets_look_alike_on_film() {
    let game = Scripted {
        start: |cx| {
            let shown = Rect::new(vec2(3.0, 2.0), vec2(90.5, 25.0));
            let points = Widget::new("Points").panel(Color::BLUE).clipped(shown);
            cx.hud.add(points.at(HudAnchor::TopLeft));
            let bar = Widget::new("Health").panel(Color::RED);
            let shown = Rect::new(vec2(20.0, 5.0), vec2(100.0, 60.0));
            cx.hud.add(bar.clipped(shown).at(HudAnchor::BottomRight));
            cx.hud.add(Widget::text("Whole").at(HudAnchor::TopRight));
            Ok(())
        },
        step: |cx| {
            cx.hud.add_to("Points", 777);
            cx.hud.add_to("Health", 1);
        },
    };
    check("clips_of_widgets", &SIZES, game);
}

/// Moves discs over the view.
fn spawn_discs(cx: &mut Context<'_>) -> Result<(), Error> {
    let disc = cx.assets.add_disc("disc", 15, Color::YELLOW)?;
    for number in 0..6_u8 {
        let at = vec2(10.0 + 25.0 * f32::from(number), 40.0);
        let velocity = vec2(1.25, f32::from(number) - 2.5);
        let disc = Object::new("Disc").sprite(disc).altitude(1).at(at);
        cx.spawn(disc.velocity(velocity).spectral());
    }
    Ok(())
}

#[test]
fn sprite_cameras_look_alike_on_films_of_any_size() {
    let game = Scripted {
        start: |cx| {
            spawn_discs(cx)?;
            cx.altitude_settings_mut(3_u16).space = Space::Screen;
            for (label, size, at) in [
                ("map", [40, 24], vec2(130.0, 16.0)),
                ("half", [80, 96], vec2(40.0, 48.0)),
            ] {
                let sprite = cx.add_camera(label, size)?;
                if let Some(camera) = cx.camera_mut(sprite) {
                    camera.background = Color::rgb(0, 0, 90);
                    camera.camera.set_zoom(f32::from(size[0]) / 160.0);
                    camera.altitudes = 0..=1;
                }
                let shown = Object::new("Shown").sprite(sprite).at(at).altitude(3);
                cx.spawn(shown.spectral());
            }
            Ok(())
        },
        step: |cx| {
            let step = cx.time.number as f32;
            cx.camera.move_to(vec2(80.0 + step, 48.0));
        },
    };
    check("sprite_cameras", &SIZES, game);
}

#[test]
fn text_sprites_and_particles_show_custom_materials_on_film() {
    const SWAP: &str =
        "fn material(sprite: SpriteTexel) -> vec4<f32> { return sprite.color.gbra; }";
    const SPRITE: &[u8] = b"frames 1\nwidth 4\nheight 1\ncolor red\n<@#>\nend\neof\n";
    let game = Scripted {
        start: |cx| {
            let shader = cx.assets.add_material("swap", SWAP)?;
            cx.assets
                .set_material_function(shader, |sprite| sprite.color.yzxw());
            let material = Material::Custom {
                shader,
                color: Color::WHITE,
                parameters: [0.0; 4],
            };
            let text = cx.assets.add_text_sprite("text", "text.spr", SPRITE)?;
            let text = Object::new("Text").sprite(text).at(vec2(30.0, 40.0));
            let text = text.velocity(vec2(2.0, 0.5)).spectral();
            let text = cx.spawn(text.material(material));
            let sparks = Emitter::new()
                .count(3)
                .life(5.0..20.0)
                .speed(1.0..4.0)
                .colors([Color::YELLOW, Color::RED]);
            cx.emitters.attach(text, sparks.material(material));
            Ok(())
        },
        step: |_| {},
    };
    check("custom_materials", &SIZES[..1], game);
}
