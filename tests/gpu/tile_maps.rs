//! Drawing of tile maps: without seams, the same on all backends, and copied only where cells have changed.
#![cfg(feature = "gpu")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::pictures::{self, Picture};
use damselfly::assets::{AssetSettings, Assets, FrameLayout, ImageLayout, Pixels, SpriteId};
use damselfly::geometry::Rect;
use damselfly::glam::{IVec2, Vec2, ivec2, vec2};
use damselfly::render::{
    Blending, Cells, Frame, PaintedLayer, Projection, RenderStats, SoftwareRenderer, Viewport,
};
use damselfly::tiles::{Tile, TileId, TileMap};
use damselfly::world::{Core, CoreSettings, Object, StepInput};
use damselfly::{Color, ObjectId, Random};

const SIZE: [u32; 2] = [200, 160];
const BACKGROUND: Color = Color::rgb(255, 0, 255);

fn core() -> Core {
    core_of(Vec2::ONE)
}

/// Returns a core whose unit has this many pixels.
fn core_of(unit: Vec2) -> Core {
    let assets = Assets::new(AssetSettings::default());
    let settings = CoreSettings {
        view: VIEWPORT.units / unit,
        unit,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, assets);
    let everywhere = Rect::centered(Vec2::ZERO, Vec2::splat(1e6));
    assert!(core.world.camera.set_boundary(everywhere).is_done());
    core
}

/// Returns a sprite of opaque frames in irregular colours, none of which is magenta.
fn sprite(core: &mut Core, side: u32, frames: u32) -> SpriteId {
    let pixels = Pixels::from_fn(side * frames, side, |x, y| {
        let [r, g, b, _] = (x * 7919 + y * 104_729)
            .wrapping_mul(2_654_435_761)
            .to_le_bytes();
        Color::rgb(r / 2, 100 + g / 2, b / 2)
    });
    let layout = ImageLayout {
        frames: FrameLayout::Grid {
            columns: frames.try_into().unwrap(),
            rows: 1,
        },
        ..ImageLayout::default()
    };
    core.assets
        .add_image_with("tiles", &pixels, &layout)
        .unwrap()
}

fn spawn_tiles(core: &mut Core, position: Vec2, map: TileMap) -> ObjectId {
    let mut cx = core.context();
    let id = cx.spawn(Object::new("Ground").at(position));
    assert!(cx.object_mut(id).unwrap().set_tiles(map).is_done());
    id
}

fn step(core: &mut Core) {
    core.step(StepInput::next(core));
}

const VIEWPORT: Viewport = Viewport {
    origin: [0, 0],
    size: SIZE,
    scale: Vec2::ONE,
    units: vec2(SIZE[0] as f32, SIZE[1] as f32),
};

/// Calls `show` with a frame of the layers that the camera sees.
fn with_frame<T>(core: &Core, k: f32, show: impl FnOnce(&Frame<'_>) -> T) -> T {
    let unit = core.world.unit();
    let viewport = Viewport {
        units: VIEWPORT.units / unit,
        ..VIEWPORT
    };
    let painted = core.world.scene().painted(core.world.level());
    let layers: Vec<_> = painted
        .map(|(layer, settings)| PaintedLayer {
            layer,
            projection: Projection::of_camera(
                &core.world.camera,
                unit,
                &viewport,
                settings.parallax,
                k,
            ),
            cull: true,
            is_display: false,
            clip: None,
        })
        .collect();
    show(&Frame {
        target: SIZE,
        viewport,
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

fn shown(core: &Core) -> Picture {
    with_frame(core, 0.0, pictures::draw_in_software)
}

fn pixel(picture: &Picture, x: u32, y: u32) -> [u8; 4] {
    picture.pixels[(y * SIZE[0] + x) as usize].to_le_bytes()
}

#[test]
fn a_map_shows_each_tile_in_its_cell() {
    let mut core = core();
    let sprite = sprite(&mut core, 8, 3);
    let mut map = TileMap::new(vec2(8.0, 8.0), 5, 4);
    let tiles: Vec<TileId> = (0..3)
        .map(|frame| map.add(Tile::new(sprite).frame(frame)))
        .collect();
    let [left, down] = [
        Tile::new(sprite).flipped(true, false),
        Tile {
            transposed: true,
            ..Tile::new(sprite)
        },
    ];
    let (left, down) = (map.add(left), map.add(down));
    map.set(ivec2(0, 0), Some(tiles[0]));
    map.set(ivec2(4, 3), Some(tiles[2]));
    map.set(ivec2(1, 1), Some(left));
    map.set(ivec2(2, 1), Some(down));
    spawn_tiles(&mut core, vec2(20.0, 30.0), map);
    let picture = with_frame(&core, 0.0, |frame| {
        // Draws one pixel per unit, from the view's upper left corner.
        let layers: Vec<_> = frame.layers.to_vec();
        let layers: Vec<_> = layers
            .into_iter()
            .map(|layer| PaintedLayer {
                projection: Projection::IDENTITY,
                ..layer
            })
            .collect();
        pictures::draw_in_software(&Frame {
            layers: &layers,
            ..*frame
        })
    });
    let texel = |x: u32, y: u32| {
        let [r, g, b, _] = (x * 7919 + y * 104_729)
            .wrapping_mul(2_654_435_761)
            .to_le_bytes();
        [r / 2, 100 + g / 2, b / 2, 255]
    };
    for (y, x) in (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| (y, x))) {
        let (cell, within) = ((x as i32 - 20).div_euclid(8), (x + 76) % 8);
        let (row, below) = ((y as i32 - 30).div_euclid(8), (y + 66) % 8);
        let expected = match (cell, row) {
            (0, 0) => texel(within, below),
            (4, 3) => texel(16 + within, below),
            (1, 1) => texel(7 - within, below),
            (2, 1) => texel(below, within),
            _ => [255, 0, 255, 255],
        };
        assert_eq!(pixel(&picture, x, y), expected, "{x} {y} in {cell} {row}");
    }
}

/// Returns a map of 60 × 50 opaque tiles.
fn full_map(core: &mut Core, cell: Vec2) -> TileMap {
    let sprite = sprite(core, 8, 4);
    let mut map = TileMap::new(cell, 60, 50);
    let mut random = Random::new(5);
    for number in 0..8 {
        let tile = Tile::new(sprite)
            .frame(number % 4)
            .flipped(number % 3 == 0, number > 4);
        map.add(Tile {
            transposed: number == 6,
            ..tile
        });
    }
    map.add(Tile::new(sprite).animated([1, 2, 3], 2));
    let ids: Vec<_> = map.tiles().map(|(id, _)| id).collect();
    for cell in (0..50).flat_map(|y| (0..60).map(move |x| ivec2(x, y))) {
        map.set(cell, random.pick(&ids).copied());
    }
    map
}

#[test]
fn no_camera_sees_a_gap_between_tiles() {
    let mut random = Random::new(1);
    let mut gpu = pictures::gpu();
    for case in 0..36 {
        // Some worlds are in cells of text.
        let unit = [Vec2::ONE, vec2(8.0, 16.0)][usize::from(case % 5 == 4)];
        let mut core = core_of(unit);
        let zoom = match case % 4 {
            0 => 1.0,
            1 => random.range(0.25..1.0),
            _ => random.range(1.0..2.5),
        };
        // Cells are larger when zoomed out, so that a cell is at least about 6 pixels wide and high on the screen.
        let cell = vec2(random.range(6.0..14.0), random.range(6.0..14.0)) / f32::min(zoom, 1.0);
        let cell = if case % 2 == 0 { cell.round() } else { cell } / unit;
        let map = full_map(&mut core, cell);
        let middle = vec2(60.0, 50.0) * cell / 2.0;
        let corner = vec2(random.range(-900.0..900.0), random.range(-900.0..900.0)) / unit;
        let ground = spawn_tiles(&mut core, corner, map);
        let camera = &mut core.world.camera;
        assert!(
            camera
                .cut_to(corner + middle + vec2(random.range(0.0..3.0), 0.4) / unit)
                .is_done()
        );
        assert!(camera.set_zoom(zoom).is_done());
        if case % 3 == 0 {
            assert!(camera.set_angle(random.angle()).is_done());
        }
        // The map moves, and is drawn between two steps.
        core.object_mut(ground)
            .unwrap()
            .set_velocity(vec2(1.3, 0.7) / unit);
        step(&mut core);
        let k = random.range(-1.0..0.0);
        let picture = with_frame(&core, k, pictures::draw_in_software);
        let magenta = u32::from_le_bytes([255, 0, 255, 255]);
        assert!(!picture.pixels.contains(&magenta), "case {case}: a gap");
        if let Some(gpu) = &mut gpu {
            let (drawn, _) = with_frame(&core, k, |frame| pictures::draw(gpu, frame));
            pictures::same("tile_maps", &drawn, &picture, pictures::exactly)
                .unwrap_or_else(|fault| panic!("case {case}: {fault}"));
        }
    }
}

#[test]
fn see_through_tiles_never_overlap_and_leave_no_gap() {
    let mut random = Random::new(2);
    let mut gpu = pictures::gpu();
    let zooms = [1.0, 1.0 / 1.939_262_6, 3.3];
    for case in 0_u8..48 {
        let mut core = core();
        let zoom = zooms[usize::from(case % 3)];
        let cell =
            [vec2(32.0, 32.0), vec2(16.0, 24.0), vec2(12.5, 17.0)][usize::from(case / 3 % 3)];
        let pixels = Pixels::filled(8, 4, Color::rgba(0, 255, 0, 128));
        let sprite = core.assets.add_image("green", &pixels).unwrap();
        let mut map = TileMap::new(cell, 60, 50);
        let tile = Tile::new(sprite);
        let turned = Tile {
            transposed: true,
            ..Tile::new(sprite).flipped(true, false)
        };
        let ids = [map.add(tile), map.add(turned)];
        for at in (0..50).flat_map(|y| (0..60).map(move |x| ivec2(x, y))) {
            map.set(at, random.pick(&ids).copied());
        }
        let corner = match case % 4 {
            0 => vec2(40.0, -120.0),
            _ => vec2(random.range(-9000.0..9000.0), random.range(-900.0..900.0)),
        };
        let ground = spawn_tiles(&mut core, corner, map);
        let camera = &mut core.world.camera;
        let middle = corner + vec2(30.0, 25.0) * cell;
        assert!(camera.cut_to(middle + vec2(0.3, 0.7)).is_done());
        assert!(camera.set_zoom(zoom).is_done());
        let angle = [0.0, 0.01, 0.1, 0.3, random.angle()][usize::from(case % 5)];
        assert!(camera.set_angle(angle).is_done());
        if case % 2 == 1 {
            let velocity = vec2(1.3, 0.7);
            core.object_mut(ground).unwrap().set_velocity(velocity);
        }
        step(&mut core);
        let k = random.range(-1.0..0.0);
        let picture = with_frame(&core, k, pictures::draw_in_software);
        let first = picture.pixels[0];
        let wrong = picture.pixels.iter().filter(|&&pixel| pixel != first);
        assert_eq!(wrong.count(), 0, "case {case}, zoom {zoom}, angle {angle}");
        if let Some(gpu) = &mut gpu {
            let (drawn, _) = with_frame(&core, k, |frame| pictures::draw(gpu, frame));
            pictures::same("see_through", &drawn, &picture, pictures::exactly)
                .unwrap_or_else(|fault| panic!("case {case}: {fault}"));
        }
    }
}

/// Draws a frame with the software backend. Returns its counts.
fn drawn(core: &Core, renderer: &mut SoftwareRenderer) -> RenderStats {
    with_frame(core, 0.0, |frame| renderer.render(frame))
}

#[test]
fn only_changed_tile_chunks_in_view_are_copied() {
    let mut core = core();
    let sprite = sprite(&mut core, 8, 4);
    let mut map = TileMap::new(vec2(8.0, 8.0), 1000, 1000);
    let still = map.add(Tile::new(sprite));
    let animated = map.add(Tile::new(sprite).animated([0, 1, 2, 3], 3));
    map.fill(IVec2::ZERO, ivec2(999, 999), Some(still));
    map.fill(ivec2(300, 300), ivec2(400, 400), Some(animated));
    let ground = spawn_tiles(&mut core, Vec2::ZERO, map);
    assert!(core.world.camera.cut_to(vec2(600.0, 500.0)).is_done());
    step(&mut core);
    let mut renderer = SoftwareRenderer::default();
    let first = drawn(&core, &mut renderer);
    // A chunk is 32 × 32 cells, 256 pixels wide and high. At most four of 32 × 32 chunks are in view. One more chunk
    // holds the object itself.
    assert_eq!(first.chunks_drawn + first.chunks_skipped, 1025);
    assert!(
        first.chunks_drawn <= 4 && first.chunks_drawn >= 1,
        "{first:?}"
    );
    assert_eq!(first.instance_bytes, first.chunks_drawn * 1024 * 32);
    for _ in 0..4 {
        step(&mut core);
        assert_eq!(drawn(&core, &mut renderer).instance_bytes, 0);
    }
    // If a cell in view changes, only its chunk is copied. If a cell out of view changes, nothing is copied.
    let set = |core: &mut Core, cell, tile| {
        assert!(
            core.object_mut(ground)
                .unwrap()
                .set_tile(cell, tile)
                .is_done()
        );
        step(core);
    };
    set(&mut core, ivec2(75, 62), None);
    assert_eq!(drawn(&core, &mut renderer).instance_bytes, 1024 * 32);
    set(&mut core, ivec2(900, 900), None);
    set(&mut core, ivec2(75, 62), None);
    assert_eq!(drawn(&core, &mut renderer).instance_bytes, 0);
    // Animated cells change by the records of their tiles, so that no chunk is copied.
    assert!(core.world.camera.cut_to(vec2(2800.0, 2800.0)).is_done());
    step(&mut core);
    drawn(&core, &mut renderer);
    let mut pictures = Vec::new();
    for _ in 0..12 {
        step(&mut core);
        let stats = drawn(&core, &mut renderer);
        assert_eq!(stats.instance_bytes, 0);
        assert!(stats.upload_bytes < 1000, "{stats:?}");
        let mut pixels = vec![0; (SIZE[0] * SIZE[1]) as usize];
        renderer.copy_rgba(&mut pixels);
        pictures.push(pixels);
    }
    let changes = pictures
        .windows(2)
        .filter(|pair| pair[0] != pair[1])
        .count();
    assert!((3..=4).contains(&changes), "{changes}");
    // On a disabled altitude, tiles are not animated.
    core.world.altitude_settings_mut(2).enabled = false;
    let before = shown(&core).pixels;
    (0..4).for_each(|_| step(&mut core));
    assert_eq!(shown(&core).pixels, before);
}

#[test]
fn a_map_is_drawn_like_its_object_and_below_its_level() {
    let mut core = core();
    let sprite = sprite(&mut core, 8, 1);
    let red = core
        .assets
        .add_rect("red", 8, 8, Color::rgb(255, 0, 0))
        .unwrap();
    let mut map = TileMap::new(vec2(20.0, 20.0), 20, 20);
    let tile = map.add(Tile::new(sprite));
    map.fill(IVec2::ZERO, ivec2(19, 19), Some(tile));
    assert!(core.world.camera.cut_to(vec2(100.0, 80.0)).is_done());
    // The hero is spawned before the map, but painted above it.
    let hero = Object::new("Hero")
        .sprite(red)
        .at(vec2(100.0, 80.0))
        .spectral();
    core.context().spawn(hero);
    let ground = spawn_tiles(&mut core, vec2(-20.0, -20.0), map);
    step(&mut core);
    let at = |core: &Core, x, y| pixel(&shown(core), x, y);
    assert_eq!(at(&core, 100, 80), [255, 0, 0, 255]);
    let green = at(&core, 10, 10);
    assert_ne!(green, [255, 0, 255, 255]);
    let set = |core: &mut Core, act: &dyn Fn(&mut damselfly::prelude::ObjectMut<'_>)| {
        act(&mut core.object_mut(ground).unwrap());
        step(core);
    };
    set(&mut core, &|ground| {
        assert!(ground.set_tint(Color::rgb(0, 0, 255)).is_done())
    });
    assert_eq!(at(&core, 10, 10)[..2], [0, 0]);
    set(&mut core, &|ground| {
        assert!(ground.set_tint(Color::WHITE).is_done())
    });
    assert_eq!(at(&core, 10, 10), green);
    let is_gone = |core: &Core| at(core, 10, 10) == [255, 0, 255, 255];
    set(&mut core, &|ground| {
        assert!(ground.set_visible(false).is_done())
    });
    assert!(is_gone(&core));
    set(&mut core, &|ground| {
        assert!(ground.set_visible(true).is_done())
    });
    assert!(!is_gone(&core));
    set(&mut core, &|ground| assert!(ground.set_level(2).is_done()));
    assert!(is_gone(&core));
    core.context().change_level(2);
    assert!(!is_gone(&core));
    set(&mut core, &|ground| {
        assert!(ground.set_position(vec2(50.0, 50.0)).is_done())
    });
    assert!(is_gone(&core) && at(&core, 60, 60) != [255, 0, 255, 255]);
    // On a higher altitude, the map covers the hero.
    core.context().change_level(1);
    set(&mut core, &|ground| {
        assert!(ground.set_persistent(true).is_done())
    });
    set(&mut core, &|ground| {
        assert!(ground.set_altitude(4_u16).is_done())
    });
    assert_ne!(at(&core, 100, 80), [255, 0, 0, 255]);
    let saved = core.snapshot();
    set(&mut core, &|ground| {
        assert!(ground.set_tiles(None).is_done())
    });
    assert_eq!(at(&core, 100, 80), [255, 0, 0, 255]);
    core.restore(&saved);
    assert_ne!(at(&core, 100, 80), [255, 0, 0, 255]);
    core.world.remove(ground);
    step(&mut core);
    assert_eq!(at(&core, 100, 80), [255, 0, 0, 255]);
}

#[test]
fn a_map_follows_the_camera_by_the_parallax_of_its_altitude() {
    let mut core = core();
    let map = full_map(&mut core, vec2(8.0, 8.0));
    spawn_tiles(&mut core, Vec2::ZERO, map);
    let seen = |core: &mut Core, parallax: f32, x: f32| {
        core.world.altitude_settings_mut(2).parallax = parallax;
        assert!(core.world.camera.cut_to(vec2(x, 200.0)).is_done());
        shown(core)
    };
    let near = seen(&mut core, 1.0, 240.0);
    let moved = seen(&mut core, 1.0, 256.0);
    assert_eq!(pixel(&near, 116, 80), pixel(&moved, 100, 80));
    // With a parallax of 0.5, the map moves by half as many pixels.
    let (far, moved) = (seen(&mut core, 0.5, 240.0), seen(&mut core, 0.5, 256.0));
    let row = |picture: &Picture, from: u32| {
        (from..from + 100)
            .map(|x| pixel(picture, x, 80))
            .collect::<Vec<_>>()
    };
    assert_eq!(row(&far, 58), row(&moved, 50));
    assert_ne!(row(&far, 66), row(&moved, 50));
}

#[test]
fn a_copy_of_a_world_is_not_mistaken_for_the_world() {
    let mut core = core();
    let map = full_map(&mut core, vec2(8.0, 8.0));
    let ground = spawn_tiles(&mut core, Vec2::ZERO, map);
    assert!(core.world.camera.cut_to(vec2(100.0, 80.0)).is_done());
    let mut renderer = SoftwareRenderer::default();
    let mut random = Random::new(3);
    let mut saved = core.snapshot();
    for round in 0..60 {
        match random.range(0..4) {
            0 => saved = core.snapshot(),
            1 => core.restore(&saved),
            _ => {
                let cell = ivec2(random.range(0..25), random.range(0..20));
                assert!(
                    core.object_mut(ground)
                        .unwrap()
                        .set_tile(cell, None)
                        .is_done()
                );
            }
        }
        // A backend with earlier copies must draw the same as a new one.
        with_frame(&core, 0.0, |frame| renderer.render(frame));
        let mut pixels = vec![0; (SIZE[0] * SIZE[1]) as usize];
        renderer.copy_rgba(&mut pixels);
        assert!(pixels == shown(&core).pixels, "round {round}");
    }
}

#[test]
fn as_text_a_tile_is_its_characters() {
    let mut core = core();
    let file = "frames 2\nwidth 1\nheight 1\ncolor white\nslowdown 0\n=\nend\n~\nend\neof\n";
    let sprite = core
        .assets
        .add_text_sprite("tile", "tile.txt", file.as_bytes());
    let sprite = match sprite {
        Ok(sprite) => sprite,
        Err(error) => panic!("{error}"),
    };
    let image = self::sprite(&mut core, 8, 1);
    let mut map = TileMap::new(vec2(8.0, 16.0), 6, 3);
    let [wall, wave] = [0, 1].map(|frame| map.add(Tile::new(sprite).frame(frame).solid()));
    let picture = map.add(Tile::new(image));
    map.fill(ivec2(0, 1), ivec2(2, 1), Some(wall));
    map.fill(ivec2(1, 2), ivec2(2, 2), Some(wave));
    map.set(ivec2(5, 0), Some(picture));
    spawn_tiles(&mut core, Vec2::ZERO, map);
    assert!(core.world.camera.cut_to(vec2(100.0, 80.0)).is_done());
    let mut cells = Cells::new(1, 1);
    with_frame(&core, 0.0, |frame| cells.render(frame, &core.assets));
    let lines = [0, 1, 2, 3].map(|line| cells.line(line));
    assert_eq!(lines, ["     #", "===", " ~~", ""]);
}
