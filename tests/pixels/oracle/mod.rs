//! Paints a frame by the rules in `docs/pixels.md` alone: tests every pixel against every sprite, one channel at a
//! time.
//!
//! Nothing in this folder uses the engine, its dependencies or a platform's mathematics. The test in `independence`
//! checks this. The code is simple and slow.

mod blend;
mod cover;
mod light;
mod place;
mod scene;
mod sine;
mod texel;

use blend::Blend;
pub(crate) use blend::Pixel;
pub(crate) use place::{FAR, flags};
pub(crate) use scene::{Layer, Page, Record, Scene, Sprite, View, kind};
pub(crate) use sine::sine;

use place::{Placed, place};

/// The pixels that a sprite has painted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Coverage {
    /// Whether the sprite is drawn at all, even if it is outside the target.
    pub(crate) is_placed: bool,
    /// Number of pixels of the view that it covers.
    pub(crate) painted: u32,
    /// Number of pixels that it covers outside the view, but in the target or next to it.
    pub(crate) cut: u32,
}

/// A painted target, and data about how it was painted.
pub(crate) struct Painting {
    /// Pixels, row by row.
    pub(crate) pixels: Vec<Pixel>,
    /// The difference that rounding may make in each pixel: 1 for each sprite that was blended onto it since one
    /// replaced it. In linear light a sprite that subtracts widens the difference that was there before: near black,
    /// the sRGB curve is 12.92 times as steep as light.
    pub(crate) slack: Vec<u32>,
    /// Coverage of each sprite, by layer.
    pub(crate) coverage: Vec<Vec<Coverage>>,
}

/// Paints a scene: the view in its background colour, black around it, and the sprites in painting order.
pub(crate) fn paint(scene: &Scene) -> Painting {
    let places = (0..scene.size[1]).flat_map(|y| (0..scene.size[0]).map(move |x| [x, y]));
    let pixels: Vec<_> = places
        .map(|place| match scene.is_in_view(place) {
            true => Pixel::exactly(scene.background),
            false => Pixel::exactly([0; 3]),
        })
        .collect();
    let mut painting = Painting {
        slack: vec![0; pixels.len()],
        pixels,
        coverage: Vec::new(),
    };
    for layer in &scene.layers {
        let coverage = layer.sprites.iter().map(|sprite| {
            let record = scene.record(layer, sprite);
            let placed = record.and_then(|record| place(sprite, record, &layer.view));
            placed.map_or_else(Coverage::default, |placed| {
                paint_sprite(&mut painting, scene, sprite, &placed)
            })
        });
        let coverage = coverage.collect();
        painting.coverage.push(coverage);
    }
    painting
}

/// Paints a sprite as two triangles, one after the other, each on all pixels that it covers.
fn paint_sprite(
    painting: &mut Painting,
    scene: &Scene,
    sprite: &Sprite,
    placed: &Placed,
) -> Coverage {
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
            let beneath = painting.pixels[at];
            painting.pixels[at] = match scene.is_linear_light {
                true => light::mixed(beneath, source, placed.blend),
                false => blend::mixed(beneath, source, placed.blend),
            };
            let slack = painting.slack[at];
            painting.slack[at] = match placed.blend {
                Blend::Replace => 1,
                Blend::Subtract if scene.is_linear_light => 13 * slack + 1,
                _ => slack + 1,
            };
        }
    }
    covered
}
