//! The lights of a frame and the edges that hide them, in pixels.

use core::ops::Range;

use glam::Vec2;

use crate::geometry::Rect;
use crate::geometry::turns::Turn;
use crate::render::{Beam, GroupLight, PixelLight, Projection, Viewport};
use crate::scene::AltitudeGroup;
use crate::world::World;
use crate::world::lights::shown::ShownLight;

/// Lights and edges that all lit groups of a frame share.
pub(super) struct FrameLights {
    lights: Vec<PixelLight>,
    edges: Vec<[Vec2; 2]>,
    /// Lowest altitudes of lit groups, with their pixels per world unit along the x axis.
    scales: Vec<(u16, f32)>,
}

/// Lists the lights of a frame. `None` if no group is lit. `projection` returns that of an altitude.
pub(super) fn list(
    world: &World,
    viewport: &Viewport,
    k: f32,
    projection: impl Fn(u16) -> Projection,
) -> Option<FrameLights> {
    let groups = world.scene().groups();
    if groups.iter().all(|group| group.light.is_none()) {
        return None;
    }
    let origin = viewport.origin.map(|at| at as f32);
    let size = viewport.size.map(|side| side as f32);
    let view = Rect::from_size(Vec2::from_array(origin), Vec2::from_array(size));
    // The area where edges matter.
    let mut reach: Option<Rect> = None;
    let mut lights = Vec::new();
    world.each_light(k, |shown| {
        let light = pixel_light(&shown, &projection(shown.altitude));
        let size = Vec2::splat(light.radius + light.source.unwrap_or(0.0));
        let area = Rect {
            min: light.position - size,
            max: light.position + size,
        };
        if !area.touches(&view) || light.radius <= 0.0 {
            return;
        }
        if let Some(source) = light.source {
            // An edge hides light from the view only if it is between the source and the view.
            let source = Rect::centered(light.position, Vec2::splat(2.0 * source));
            let area = area.intersection(&source.union(view)).unwrap_or(area);
            reach = Some(reach.map_or(area, |reach| reach.union(area)));
        }
        lights.push(light);
    });
    let mut edges = Vec::new();
    if let Some(reach) = reach {
        let seen = |altitude| units(&projection(altitude), reach);
        // Most edges are of one altitude.
        let mut last: Option<(u16, Projection)> = None;
        world.each_shadow_edge(k, seen, |altitude, edge| {
            let known = last.filter(|(number, _)| *number == altitude);
            let (_, projection) = known.unwrap_or_else(|| (altitude, projection(altitude)));
            last = Some((altitude, projection));
            edges.push(edge.map(|end| pixel(&projection, end)));
        });
    }
    let lit = groups.iter().filter(|group| group.light.is_some());
    Some(FrameLights {
        lights,
        edges,
        scales: lit
            .map(|group| (group.first, scale(&projection(group.first))))
            .collect(),
    })
}

impl FrameLights {
    /// Returns the light map of a group, if it is lit. `sprites` are the layers of its lights. Call it for the groups in
    /// their order: the last lit one takes the lists, so that a single one copies nothing.
    pub(super) fn of_group(
        &mut self,
        group: &AltitudeGroup,
        sprites: Range<usize>,
        k: f32,
    ) -> Option<GroupLight> {
        let [now, before] = group.light?;
        let map = now.smoothed(&before, k.min(0.0));
        let own = self.scales.iter().find(|(first, _)| *first == group.first);
        let scale = own.map_or(1.0, |(_, scale)| *scale);
        let last = self.scales.last();
        let (lights, edges) = match last.is_some_and(|(first, _)| *first == group.first) {
            true => (
                core::mem::take(&mut self.lights),
                core::mem::take(&mut self.edges),
            ),
            false => (self.lights.clone(), self.edges.clone()),
        };
        Some(GroupLight {
            ambient: map.ambient,
            resolution: map.resolution,
            is_smooth: map.is_smooth,
            layers: map.sprites.map(|_| sprites),
            lights,
            edges,
            depth: map.depth * scale,
        })
    }
}

fn pixel_light(shown: &ShownLight, projection: &Projection) -> PixelLight {
    let light = &shown.light;
    let scale = scale(projection);
    let beam = light.cone.and_then(|cone| {
        let half = Turn::from_radians((cone.width / 2.0).min(core::f32::consts::PI));
        let inner = Turn::from_radians(half.to_radians() * (1.0 - cone.softness));
        let inner = inner.min(half);
        // A whole circle without soft edges has no edge: rounding would leave a dark ray behind the light.
        (inner != Turn::HALF).then(|| Beam {
            direction: Turn::from_radians(cone.direction) + shown.turn + projection.turn(),
            outer: half,
            inner,
        })
    });
    let [r, g, b, _] = light.color.premultiplied();
    PixelLight {
        position: pixel(projection, shown.position),
        radius: light.radius * scale,
        color: [r, g, b].map(|channel| brightness(f32::from(channel) * light.energy)),
        beam,
        source: light.shadows.then_some(light.source * scale),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates"
)]
fn brightness(channel: f32) -> u16 {
    (channel + 0.5) as u16
}

/// Returns the pixels of a world unit along the x axis.
fn scale(projection: &Projection) -> f32 {
    let [xx, _, yx, _] = projection.matrix;
    Vec2::new(xx, yx).length()
}

fn pixel(projection: &Projection, at: Vec2) -> Vec2 {
    let [xx, xy, yx, yy] = projection.matrix;
    Vec2::new(xx * at.x + xy * at.y, yx * at.x + yy * at.y)
        + Vec2::from_array(projection.translation)
}

/// Returns an area in world units around a rectangle of pixels. Empty if the projection has no area.
fn units(projection: &Projection, pixels: Rect) -> Rect {
    let [xx, xy, yx, yy] = projection.matrix;
    let area = xx * yy - xy * yx;
    let corners = [
        pixels.min,
        Vec2::new(pixels.max.x, pixels.min.y),
        pixels.max,
        Vec2::new(pixels.min.x, pixels.max.y),
    ];
    let corners = corners.map(|corner| {
        let at = corner - Vec2::from_array(projection.translation);
        Vec2::new(yy * at.x - xy * at.y, xx * at.y - yx * at.x) / area
    });
    Rect::around(corners).unwrap_or_default()
}
