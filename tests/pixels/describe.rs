//! Converts a frame to the plain numbers that the oracle paints.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::iter::repeat;

use crate::oracle::{
    Blend, Camera, Effect, Group, Lamp, Layer, LightMap, Material, Page, Painting, Record, Scene,
    Sprite, View,
};
use damselfly::geometry::turns::Turn;
use damselfly::render::{
    Blending, Frame, LayerGroup, PaintedCamera, PaintedLayer, PixelLight, SoftwareRenderer,
};
use damselfly::scene::{GroupEffect, GroupLook, Instance, Resolution, RowStyle};

/// Returns a frame as plain numbers.
pub(crate) fn described(frame: &Frame<'_>) -> Scene {
    let size = frame.target.map(i64::from);
    let start = frame.viewport.origin.map(i64::from);
    let lengths = frame.viewport.size.map(i64::from);
    let side = usize::from(frame.atlas.page_size());
    let pages = frame.atlas.pages().iter().map(|page| Page {
        side,
        texels: page
            .pixels()
            .iter()
            .map(|texel| texel.to_le_bytes())
            .collect(),
    });
    let of_cameras = frame.cameras.iter().flat_map(|camera| {
        let image = image_of(frame, camera);
        let layers = (0..).zip(camera.layers);
        layers.map(move |(number, painted)| layer(painted, is_elsewhere(&image, number)))
    });
    Scene {
        size,
        view: [start, [start[0] + lengths[0], start[1] + lengths[1]]],
        background: [frame.background.r, frame.background.g, frame.background.b],
        is_linear_light: frame.blending == Blending::Linear,
        pages: pages.collect(),
        records: frame
            .frames
            .records()
            .iter()
            .map(|&record| self::record(bytemuck::cast(record)))
            .collect(),
        layers: (0..)
            .zip(frame.layers)
            .map(|(number, painted)| layer(painted, is_elsewhere(frame, number)))
            .chain(of_cameras)
            .collect(),
        own_layers: frame.layers.len(),
        cameras: cameras(frame),
        groups: drawn_groups(frame)
            .map(|of_it| group(frame, of_it))
            .collect(),
        views: views(frame),
    }
}

/// Returns the cameras that are drawn: the first sixteen whose frames are images.
fn cameras(frame: &Frame<'_>) -> Vec<Camera> {
    let mut next = frame.layers.len();
    let mut drawn = Vec::new();
    for (number, camera) in frame.cameras.iter().enumerate() {
        let layers = [next, next + camera.layers.len()];
        next = layers[1];
        let record = frame.frames.get(camera.frame);
        if number < 16 && record.is_some_and(|record| record.kind() == 0) {
            drawn.push(Camera {
                record: camera.frame.index(),
                background: camera.background.premultiplied(),
                groups: drawn_groups(&image_of(frame, camera))
                    .map(|of_it| moved(group(&image_of(frame, camera), of_it), layers[0]))
                    .collect(),
                layers,
            });
        }
    }
    drawn
}

/// Returns the image of a camera as a frame without effects of the view.
fn image_of<'a>(frame: &Frame<'a>, camera: &PaintedCamera<'a>) -> Frame<'a> {
    Frame {
        layers: camera.layers,
        groups: camera.groups,
        effects: &[],
        ..*frame
    }
}

/// Returns a group whose layers have higher numbers.
fn moved(group: Group, by: usize) -> Group {
    let moved = |layers: [usize; 2]| layers.map(|number| number + by);
    Group {
        layers: moved(group.layers),
        mask: group.mask.map(moved),
        light: group.light.map(|light| LightMap {
            layers: light.layers.map(moved),
            ..light
        }),
        ..group
    }
}

/// Returns the groups that are drawn: a group that is not within the frame, or that shares a layer with an earlier one
/// that is drawn, is not.
fn drawn_groups<'a>(frame: &Frame<'a>) -> impl Iterator<Item = &'a LayerGroup> {
    let mut is_free = vec![true; frame.layers.len()];
    frame.groups.iter().filter(move |group| {
        let layers = is_free.get_mut(group.layers.clone());
        let layers = layers.filter(|layers| !layers.is_empty() && layers.iter().all(|free| *free));
        let Some(layers) = layers else { return false };
        layers.fill(false);
        // Groups are in order, too.
        is_free[..group.layers.start].fill(false);
        true
    })
}

/// Returns the layers of a group's mask: none if they are not within the frame, or belong to a group.
fn mask_of(frame: &Frame<'_>, group: &LayerGroup) -> Option<[usize; 2]> {
    let mask = group.mask.clone()?;
    let is_within = mask.start <= mask.end && mask.end <= frame.layers.len();
    let is_grouped = |number| drawn_groups(frame).any(|group| group.layers.contains(&number));
    // An empty mask must not be inside a group either.
    let splits = drawn_groups(frame)
        .any(|group| group.layers.start < mask.start && mask.start < group.layers.end);
    let [start, end] = [mask.start, mask.end];
    let earlier = frame
        .groups
        .iter()
        .take_while(|other| !core::ptr::eq(*other, group));
    let earlier: Vec<_> = earlier.filter_map(|other| other.mask.clone()).collect();
    let is_taken = earlier
        .iter()
        .any(|other| mask.clone().any(|at| other.contains(&at)));
    (is_within && !is_taken && !splits && !mask.into_iter().any(is_grouped)).then_some([start, end])
}

/// Returns the layers of a group's light map: none if they are not within the frame, or belong to a group, to a mask of
/// one that is drawn, or to an earlier light map.
fn light_layers_of(frame: &Frame<'_>, group: &LayerGroup) -> Option<[usize; 2]> {
    let [start, end] = {
        let layers = group.light.as_ref()?.layers.clone()?;
        [layers.start, layers.end]
    };
    if start > end || end > frame.layers.len() {
        return None;
    }
    let masks = drawn_groups(frame).filter_map(|group| mask_of(frame, group));
    let groups = drawn_groups(frame).map(|group| [group.layers.start, group.layers.end]);
    let mut taken: Vec<_> = masks.chain(groups).collect();
    // An empty range must not be inside another one.
    if taken.iter().any(|taken| start < taken[1] && taken[0] < end) {
        return None;
    }
    taken.clear();
    let earlier = frame
        .groups
        .iter()
        .take_while(|other| !core::ptr::eq(*other, group));
    for other in earlier {
        let layers = other.light.as_ref().and_then(|light| light.layers.clone());
        taken.extend(layers.map(|layers| [layers.start, layers.end]));
    }
    let is_taken = taken.iter().any(|taken| start < taken[1] && taken[0] < end);
    (!is_taken).then_some([start, end])
}

/// Returns whether a layer belongs to any mask or light map.
fn is_elsewhere(frame: &Frame<'_>, number: usize) -> bool {
    let groups = frame.groups.iter();
    let mut ranges =
        groups.flat_map(|group| [mask_of(frame, group), light_layers_of(frame, group)]);
    ranges.any(|range| range.is_some_and(|[start, end]| (start..end).contains(&number)))
}

fn group(frame: &Frame<'_>, group: &LayerGroup) -> Group {
    let GroupLook {
        tint,
        blend,
        is_smooth,
        resolution,
    } = group.look;
    Group {
        layers: [group.layers.start, group.layers.end],
        tint: tint.premultiplied(),
        blend: match blend {
            damselfly::scene::Blend::Additive => Blend::Add,
            damselfly::scene::Blend::Opaque => Blend::Replace,
            damselfly::scene::Blend::Multiply => Blend::Multiply,
            damselfly::scene::Blend::Screen => Blend::Screen,
            damselfly::scene::Blend::Subtract => Blend::Subtract,
            _ => Blend::Over,
        },
        is_smooth,
        halvings: halvings(resolution),
        mask: mask_of(frame, group),
        light: group.light.as_ref().map(|light| LightMap {
            ambient: [light.ambient.r, light.ambient.g, light.ambient.b],
            halvings: halvings(light.resolution),
            is_smooth: light.is_smooth,
            layers: light_layers_of(frame, group),
            lamps: light.lights.iter().map(lamp).collect(),
            edges: light
                .edges
                .iter()
                .map(|edge| edge.map(|end| end.to_array()))
                .collect(),
            depth: light.depth,
        }),
        effects: group.effects.iter().map(effect).collect(),
    }
}

/// Returns the effects of the view that are drawn: they are in order, and do not end inside a group.
fn views(frame: &Frame<'_>) -> Vec<Group> {
    let mut drawn: Vec<Group> = Vec::new();
    for view in frame.effects {
        let end = view.layers;
        let is_in_order = drawn.last().is_none_or(|last| last.layers[1] <= end);
        let is_inside = |group: &LayerGroup| group.layers.start < end && end < group.layers.end;
        let is_drawn = is_in_order && end <= frame.layers.len() && !view.effects.is_empty();
        if is_drawn && !drawn_groups(frame).any(is_inside) {
            drawn.push(Group {
                layers: [0, end],
                tint: [255; 4],
                blend: Blend::Over,
                is_smooth: false,
                halvings: 0,
                mask: None,
                light: None,
                effects: view.effects.iter().map(effect).collect(),
            });
        }
    }
    drawn
}

fn effect(effect: &GroupEffect) -> Effect {
    let bytes = |color: damselfly::Color| [color.r, color.g, color.b, color.a];
    match *effect {
        GroupEffect::ColorMatrix { rows } => Effect::ColorMatrix(rows),
        GroupEffect::Blur { radius } => Effect::Blur(radius),
        GroupEffect::Glow {
            radius,
            threshold,
            strength,
            color,
        } => Effect::Glow([radius, threshold, strength], bytes(color)),
        GroupEffect::Outline { width, color } => Effect::Outline(width, bytes(color)),
        GroupEffect::DropShadow {
            offset,
            radius,
            color,
        } => Effect::DropShadow(offset.to_array(), radius, bytes(color)),
        GroupEffect::Pixelate { size } => Effect::Pixelate(size),
        GroupEffect::Wave {
            amplitude,
            length,
            phase,
        } => Effect::Wave(amplitude.to_array(), length, phase),
        GroupEffect::Palette { colors } => {
            Effect::Palette(colors.colors().iter().map(|color| bytes(*color)).collect())
        }
        GroupEffect::Dissolve {
            amount,
            size,
            seed,
            edge,
            color,
        } => Effect::Dissolve([amount, size, edge], seed, bytes(color)),
        GroupEffect::Vignette {
            inner,
            outer,
            strength,
            color,
        } => Effect::Vignette([inner, outer, strength], bytes(color)),
        GroupEffect::Crt {
            curvature,
            line,
            darkness,
            fringe,
        } => Effect::Crt([curvature, line, darkness, fringe]),
        GroupEffect::Fade { amount, color } => Effect::Fade(amount, bytes(color)),
        GroupEffect::Wipe {
            amount,
            angle,
            softness,
            color,
        } => {
            let angle = Turn::from_radians(angle).0;
            Effect::Wipe([amount, softness], angle.into(), bytes(color))
        }
        GroupEffect::Circle {
            amount,
            center,
            softness,
            color,
        } => Effect::Circle([amount, softness], center.to_array(), bytes(color)),
        ref other => panic!("{other:?} has no rule"),
    }
}

fn halvings(resolution: Resolution) -> u32 {
    match resolution {
        Resolution::Half => 1,
        Resolution::Quarter => 2,
        _ => 0,
    }
}

fn lamp(light: &PixelLight) -> Lamp {
    Lamp {
        position: light.position.to_array(),
        radius: light.radius,
        color: light.color.map(|channel| channel.min(4080).into()),
        beam: light
            .beam
            .map(|beam| [beam.direction, beam.outer, beam.inner].map(|turn| turn.0.into())),
        source: light.source,
    }
}

/// Returns a record of twelve words as plain numbers. A test in `render::gpu::layout_tests` checks the order of the
/// words.
fn record(words: [u32; 12]) -> Record {
    let [origin, size, page_kind, edge_sums, corners @ ..] = words;
    let halves = |word: u32| [word & 0xffff, word >> 16];
    let [page, kind] = halves(page_kind);
    let corner = |number: usize| [0, 1].map(|axis| f32::from_bits(corners[2 * number + axis]));
    Record {
        // The upper bits hold the number of further slices.
        kind: kind & 0xff,
        page: page.try_into().unwrap(),
        origin: halves(origin).map(i64::from),
        size: halves(size).map(i64::from),
        // The sums are signed.
        edge_sums: halves(edge_sums)
            .map(|sum| f32::from(u16::try_from(sum).unwrap().cast_signed())),
        pixel_scale: f32::from_bits(edge_sums),
        corners: [0, 1, 2, 3].map(corner),
    }
}

fn layer(painted: &PaintedLayer<'_>, is_mask: bool) -> Layer {
    let projection = painted.projection;
    Layer {
        view: View {
            matrix: projection.matrix,
            translation: projection.translation,
            texel_scale: projection.texel_scale,
            units_per_texel: projection.units_per_texel,
            turn: projection.turn.into(),
            k: projection.k,
        },
        shapes: painted
            .layer
            .shapes()
            .iter()
            .map(|&shape| record(bytemuck::cast(shape)))
            .collect(),
        sprites: painted
            .layer
            .columns()
            .instances
            .iter()
            .zip(painted.layer.styles().iter().map(Some).chain(repeat(None)))
            .map(|(instance, style)| sprite(instance, style))
            .collect(),
        is_mask,
        clip: painted
            .clip
            .map(|clip| [clip.min.to_array(), clip.max.to_array()]),
    }
}

fn sprite(instance: &Instance, style: Option<&RowStyle>) -> Sprite {
    let [blend, number, _, _, r, g, b, a, numbers @ ..]: [u8; 16] =
        style.map_or([0; 16], |style| bytemuck::cast(*style));
    Sprite {
        position: instance.position.to_array(),
        motion: instance.motion.to_array(),
        scale: instance.scale.map(|factor| factor.to_f32()),
        turn: instance.turn.0,
        turn_motion: instance.turn_motion.0,
        tint: instance.tint,
        frame: usize::try_from(instance.frame_and_flags & 0x00ff_ffff).unwrap(),
        flags: instance.frame_and_flags & 0xff00_0000,
        style: blend,
        material: Material {
            number,
            color: [r, g, b, a],
            numbers: bytemuck::cast(numbers),
        },
    }
}

/// Draws the frame with the backend. Returns an error that describes the first pixel which differs from the painting.
pub(crate) fn compare(
    renderer: &mut SoftwareRenderer,
    frame: &Frame<'_>,
    painting: &Painting,
) -> Result<(), String> {
    renderer.render(frame);
    let mut drawn = vec![0; painting.pixels.len()];
    renderer.copy_rgba(&mut drawn);
    let colors = drawn.iter().map(|pixel| pixel.to_le_bytes());
    let both: Vec<_> = colors.zip(&painting.pixels).collect();
    let Some(at) = both.iter().position(|(drawn, pixel)| !pixel.allows(*drawn)) else {
        return Ok(());
    };
    let wrong = both.iter().filter(|(drawn, pixel)| !pixel.allows(*drawn));
    let width = usize::try_from(frame.target[0]).unwrap();
    let (drawn, pixel) = both[at];
    Err(format!(
        "{} of {} pixels differ; the first, ({}, {}), is {drawn:?} and has to be {pixel:?}",
        wrong.count(),
        both.len(),
        at % width,
        at / width,
    ))
}
