//! Paints a frame by the rules in `docs/pixels.md` alone: tests every pixel against every sprite, one channel at a
//! time.
//!
//! Nothing in this folder uses the engine, its dependencies or a platform's mathematics. The test in `independence`
//! checks this. The code is simple and slow.

mod blend;
mod cameras;
mod canvas;
mod clip;
mod cover;
mod effects;
mod lamp;
mod light;
mod material;
mod place;
mod scene;
mod sine;
mod texel;

pub(crate) use blend::{Blend, Pixel};
use canvas::Canvas;
pub(crate) use effects::Effect;
pub(crate) use material::Material;
pub(crate) use place::{FAR, flags};
pub(crate) use scene::{
    Camera, Group, Lamp, Layer, LightMap, Page, Record, Scene, Sprite, View, kind,
};
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
    /// Number of pixels of the view that it covers outside of its layer's clip rectangle.
    pub(crate) clipped: u32,
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
    /// Whether effects changed pixels that may have several values, in linear light.
    pub(crate) is_vague: bool,
}

/// Paints a scene: the view in its background colour, black around it, and the sprites in painting order. Before that,
/// the images of cameras become texels of the scene.
pub(crate) fn paint(scene: &mut Scene) -> Painting {
    let nowhere = |layer: &Layer| vec![Coverage::default(); layer.sprites.len()];
    let mut coverage: Vec<_> = scene.layers.iter().map(nowhere).collect();
    let is_image_vague = cameras::paint(scene, &mut coverage);
    let scene = &*scene;
    let [r, g, b] = scene.background;
    let colors = [[r, g, b, 255], BLACK];
    let mut canvas = Canvas::new(scene.size, scene.view, colors, scene.is_linear_light);
    let layers = [0, scene.own_layers];
    let is_vague = paint_layers(
        &mut canvas,
        scene,
        layers,
        &scene.groups,
        &scene.views,
        &mut coverage,
    );
    Painting {
        pixels: canvas.pixels,
        slack: canvas.slack,
        is_vague: is_vague || is_image_vague,
        coverage,
    }
}

const BLACK: [u8; 4] = [0, 0, 0, 255];

/// Paints layers from a number up to another, with their groups and effects of the view. Returns whether effects
/// read pixels that are not exact.
fn paint_layers(
    canvas: &mut Canvas,
    scene: &Scene,
    [start, end]: [usize; 2],
    groups: &[Group],
    views: &[Group],
    coverage: &mut [Vec<Coverage>],
) -> bool {
    let mut groups = groups.iter().peekable();
    let mut views = views.iter().peekable();
    let mut number = start;
    let mut is_vague = false;
    loop {
        while let Some(view) = views.next_if(|view| view.layers[1] == number) {
            is_vague |= !view.effects.is_empty() && !canvas.is_exact();
            effects::apply(canvas, &view.effects, 0);
            let black = Canvas::new(canvas.size, canvas.view, [BLACK; 2], canvas.is_linear_light);
            let below = core::mem::replace(canvas, black);
            canvas.mix_group(&below, None, view);
        }
        if number == end {
            return is_vague;
        }
        let Some(group) = groups.next_if(|group| group.layers[0] == number) else {
            if !scene.layers[number].is_mask {
                coverage[number] = paint_layer(canvas, scene, number, 0);
            }
            number += 1;
            continue;
        };
        let mut painted = |mut target: Canvas, [start, end]: [usize; 2], halvings| {
            for (number, of_it) in (start..end).zip(&mut coverage[start..end]) {
                *of_it = paint_layer(&mut target, scene, number, halvings);
            }
            target
        };
        let empty = || canvas.coarser(group.halvings, [0; 4]);
        let mask = group
            .mask
            .map(|mask| painted(empty(), mask, group.halvings));
        let mut target = painted(empty(), group.layers, group.halvings);
        if let Some(light) = &group.light {
            let [r, g, b] = light.ambient;
            let dark = target.coarser(light.halvings, [r, g, b, 255]);
            let halvings = group.halvings + light.halvings;
            let mut map = painted(dark, light.layers.unwrap_or_default(), halvings);
            lamp::add_all(&mut map, light, halvings);
            let multiplied = Group {
                layers: [0, 0],
                tint: [255; 4],
                blend: Blend::Multiply,
                is_smooth: light.is_smooth,
                halvings: light.halvings,
                mask: None,
                light: None,
                effects: Vec::new(),
            };
            target.mix_group(&map, None, &multiplied);
        }
        is_vague |= !group.effects.is_empty() && !target.is_exact();
        effects::apply(&mut target, &group.effects, group.halvings);
        canvas.mix_group(&target, mask.as_ref(), group);
        number = group.layers[1];
    }
}

/// Paints the layer of this number on a target whose sides were halved this often.
fn paint_layer(canvas: &mut Canvas, scene: &Scene, number: usize, halvings: u32) -> Vec<Coverage> {
    let layer = &scene.layers[number];
    let view = layer.view.halved(halvings);
    let coverage = layer.sprites.iter().map(|sprite| {
        let record = scene.record(layer, sprite);
        let placed = record.and_then(|record| place(sprite, record, &view));
        placed.map_or_else(Coverage::default, |placed| {
            let is_shown = |pixel| {
                let clip = layer.clip.as_ref();
                clip.is_none_or(|clip| clip::contains(clip, halvings, pixel))
            };
            paint_sprite(canvas, scene, sprite, &placed, is_shown)
        })
    });
    coverage.collect()
}

/// Paints a sprite as two triangles, one after the other, each on all pixels that it covers and that `is_shown`
/// returns true for.
fn paint_sprite(
    canvas: &mut Canvas,
    scene: &Scene,
    sprite: &Sprite,
    placed: &Placed,
    is_shown: impl Fn([i64; 2]) -> bool,
) -> Coverage {
    let mut covered = Coverage {
        is_placed: true,
        ..Coverage::default()
    };
    let [a, b, c, d] = placed.corners;
    for triangle in [[a, b, c], [c, b, d]] {
        let [columns, rows] = cover::around(triangle, canvas.size);
        for [x, y] in rows.flat_map(|y| columns.clone().map(move |x| [x, y])) {
            if !cover::covers(triangle, [x, y]) {
                continue;
            }
            if !canvas.is_in_view([x, y]) {
                covered.cut += 1;
                continue;
            }
            if !is_shown([x, y]) {
                covered.clipped += 1;
                continue;
            }
            covered.painted += 1;
            let source = material::shown(scene, placed, sprite, [x, y]);
            canvas.mix([x, y], source, placed.blend);
        }
    }
    covered
}
