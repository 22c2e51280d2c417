//! Scenes of text, particles and tiles.

use damselfly::assets::{FrameLayout, ImageLayout};
use damselfly::glam::ivec2;
use damselfly::prelude::*;
use damselfly::tiles::{Tile, TileMap};

use super::sprites::view;

/// The start of a scene that draws everything in its steps.
pub(crate) fn nothing(_: &mut Context<'_>, _: usize) -> Result<(), Error> {
    Ok(())
}

/// A line of 50 glyphs without blanks.
const LINE: &str = "The(quick)brown-fox_jumps+over*the=lazy#dog;42/7!?";

/// Width and height of a glyph in pixels.
const GLYPH: Vec2 = vec2(8.0, 16.0);

/// Writes this many glyphs, line after line, page over page. All of them move in every step.
pub(crate) fn write_text(cx: &mut Context<'_>, glyphs: usize) {
    let wobble = (cx.time.number % 8) as f32;
    let columns = 3;
    let rows = 44;
    let width = GLYPH.x * LINE.len() as f32;
    let mut canvas = cx.canvas(0);
    for line in 0..glyphs.div_ceil(LINE.len()) {
        let (column, row) = (line % columns, line / columns % rows);
        let corner = vec2(column as f32 * width, row as f32 * GLYPH.y);
        let left = glyphs - line * LINE.len();
        let shade = u8::try_from(line / columns / rows * 16 % 256).unwrap_or(0);
        let color = Color::rgb(255 - shade, 128 + shade / 2, 128);
        let text = &LINE[..left.min(LINE.len())];
        canvas.text(corner + Vec2::splat(wobble), text, color);
    }
}

/// A burst of particles that live for the whole run. They drift, turn and change their colours.
pub(crate) fn particles(cx: &mut Context<'_>, count: usize) -> Result<(), Error> {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let emitter = Emitter {
        area: view(),
        limit: count,
        drag: 0.01,
        ..Emitter::new()
            .count(count)
            .life(10_000.0..20_000.0)
            .speed(0.2..2.0)
            .turning(0.0..core::f32::consts::TAU, -0.1..0.1)
            .colors([Color::YELLOW, Color::RED, Color::BLUE])
    };
    let emitter = Emitter {
        sizes: 4.0.into(),
        ..emitter
    };
    cx.burst(0, view() / 2.0, &emitter);
    Ok(())
}

/// Side of a tile in pixels.
const TILE: u16 = 16;

/// A square map of at most this many tiles. The camera moves through it.
pub(crate) fn tiles(cx: &mut Context<'_>, count: usize) -> Result<(), Error> {
    let frames = 16;
    let side = u32::from(TILE);
    let pixels = Pixels::from_fn(side * frames, side, |x, y| {
        let (tile, x) = (x / side, x % side);
        let edge = x == 0 || y == 0;
        let byte = |value: u32| u8::try_from(value).unwrap_or(u8::MAX);
        let shade = byte(if edge { 30 } else { 60 + 10 * tile });
        Color::rgb(shade, byte(90 + 8 * ((x ^ y) % 8)), byte(4 * tile))
    });
    let layout = ImageLayout {
        frames: FrameLayout::Grid {
            columns: u16::try_from(frames).unwrap_or(1),
            rows: 1,
        },
        ..ImageLayout::default()
    };
    let sheet = cx.assets.add_image_with("tiles", pixels, &layout)?;
    let columns = u32::try_from(count.isqrt()).unwrap_or(1).max(1);
    let mut map = TileMap::new(Vec2::splat(TILE.into()), columns, columns);
    let kinds = (0..u16::try_from(frames).unwrap_or(1)).map(|frame| Tile::new(sheet).frame(frame));
    let kinds: Vec<_> = kinds.map(|tile| map.add(tile)).collect();
    let last = columns.cast_signed();
    for (y, x) in (0..last).flat_map(|y| (0..last).map(move |x| (y, x))) {
        let kind = (x * 7 + y * 13 + x * y % 5) % 16;
        map.set(
            ivec2(x, y),
            kinds.get(usize::try_from(kind).unwrap_or(0)).copied(),
        );
    }
    let ground = cx.spawn(Object {
        kind: "Ground",
        altitude: 0,
        ..Object::default()
    });
    let extent = Vec2::splat(columns as f32 * f32::from(TILE)).max(view());
    cx.camera.set_boundary(Rect::new(Vec2::ZERO, extent));
    if let Some(mut ground) = cx.object_mut(ground) {
        ground.set_tiles(map);
    }
    Ok(())
}

/// Moves the camera along the diagonal of the map, and back.
pub(crate) fn scroll(cx: &mut Context<'_>, _: usize) {
    let room = cx.camera.boundary().size() - view();
    let way = cx.time.number as f32 * 5.0;
    let back_and_forth = |room: f32| (way % (2.0 * room).max(1.0) - room).abs();
    let corner = vec2(back_and_forth(room.x), back_and_forth(room.y));
    cx.camera.move_to(corner + view() / 2.0);
}
