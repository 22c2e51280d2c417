//! What a frame looks like, by the rules under "Pixels" in `ARCHITECTURE.md` alone: every pixel is tested against every
//! sprite, one channel at a time.
//!
//! Nothing in this folder uses the engine, its dependencies or a platform's mathematics; a test reads the files to make
//! sure. It may be as slow as it is plain.

mod blend;
mod cover;
mod light;
mod place;
mod scene;
mod sine;
mod texel;

pub(crate) use blend::Pixel;
pub(crate) use place::{FAR, flags};
pub(crate) use scene::{Layer, Page, Record, Scene, Sprite, View, kind};
pub(crate) use sine::sine;

use place::{Placed, place};

/// What has become of a sprite.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Coverage {
    /// Whether it is drawn at all, be it outside of the picture.
    pub(crate) is_placed: bool,
    /// How many pixels of the view it covers.
    pub(crate) painted: u32,
    /// How many pixels it covers that are outside of the view, but in the picture or next to it.
    pub(crate) cut: u32,
}

/// A picture, and how it came about.
pub(crate) struct Painting {
    /// Row after row.
    pub(crate) pixels: Vec<Pixel>,
    /// Layer by layer, sprite by sprite.
    pub(crate) coverage: Vec<Vec<Coverage>>,
}

/// Paints a scene: the view in its background colour, black beside it, and the sprites in their order.
pub(crate) fn paint(scene: &Scene) -> Painting {
    let places = (0..scene.size[1]).flat_map(|y| (0..scene.size[0]).map(move |x| [x, y]));
    let mut painting = Painting {
        pixels: places
            .map(|place| match scene.is_in_view(place) {
                true => Pixel::exactly(scene.background),
                false => Pixel::exactly([0; 3]),
            })
            .collect(),
        coverage: Vec::new(),
    };
    for layer in &scene.layers {
        let coverage = layer.sprites.iter().map(|sprite| {
            let record = scene.record(layer, sprite);
            let placed = record.and_then(|record| place(sprite, record, &layer.view));
            placed.map_or_else(Coverage::default, |placed| {
                paint_sprite(&mut painting.pixels, scene, sprite, &placed)
            })
        });
        let coverage = coverage.collect();
        painting.coverage.push(coverage);
    }
    painting
}

/// Paints a sprite: a triangle after the other, each on all pixels that it covers.
fn paint_sprite(pixels: &mut [Pixel], scene: &Scene, sprite: &Sprite, placed: &Placed) -> Coverage {
    let mut covered = Coverage {
        is_placed: true,
        ..Coverage::default()
    };
    let [a, b, c, d] = placed.corners;
    for triangle in [[a, b, c], [c, b, d]] {
        let [columns, rows] = cover::around(triangle, scene.size);
        for [x, y] in rows.flat_map(|y| columns.clone().map(move |x| [x, y])) {
            if !cover::covers(triangle, [x, y]) {
                continue;
            }
            if !scene.is_in_view([x, y]) {
                covered.cut += 1;
                continue;
            }
            covered.painted += 1;
            let texel = texel::shown(&scene.pages, placed, [x, y]);
            let source = blend::tinted(texel, sprite.tint, placed.is_filled);
            let at = usize::try_from(y * scene.size[0] + x).expect("it is in the view");
            pixels[at] = match scene.is_linear_light {
                true => light::mixed(pixels[at], source, placed.blend),
                false => blend::mixed(pixels[at], source, placed.blend),
            };
        }
    }
    covered
}
