//! The lights of a frame as integers, and the wedges in their shadow.

use core::ops::Range;

use super::shadow::{Wedge, cut, direction_bits, is_behind};
use super::{Beam, GroupLight, PixelLight};

/// A light. Mirrors `Light` in `shaders/light.wgsl`. Lengths are in 1/256 pixel of the light map.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::render) struct LightRecord {
    /// Its pixels: left, top, right, bottom.
    pub(in crate::render) bounds: [i32; 4],
    /// Red, green, blue.
    pub(in crate::render) color: [u32; 3],
    /// Converts distances to parts of the radius.
    pub(in crate::render) per_radius: i32,
    pub(in crate::render) centre: [i32; 2],
    /// Direction of the beam. 32 768 is the length 1, as it is for the next two.
    pub(in crate::render) beam: [i32; 2],
    /// Cosine at the beam's edges, and its increase to where the beam is not faded.
    pub(in crate::render) edge: i32,
    pub(in crate::render) fade: i32,
    /// Index of its first sample among the wedges.
    pub(in crate::render) first: u32,
    /// Number of points of the source.
    pub(in crate::render) samples: u32,
}

/// The lights of all light maps of a frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::render) struct LightTable {
    pub(in crate::render) lights: Vec<LightRecord>,
    /// For each sample of a light a header and its wedges. The header is a wedge whose first two rays are the offset of
    /// the sample in 1/256 pixel, x and y in 32 bits each, and whose `beyond` is the number of wedges.
    pub(in crate::render) wedges: Vec<Wedge>,
    /// Ranges of `lights`, one for each light map.
    pub(in crate::render) maps: Vec<Range<usize>>,
    /// Scratch: ends of edges in 1/256 pixel.
    edges: Vec<[[i64; 2]; 2]>,
    /// Scratch: the parts of edges within a light's reach, relative to the light.
    near: Vec<[[i64; 2]; 2]>,
}

/// Lights with a coordinate of at least this many pixels are not drawn.
const FAR: f32 = 1_048_576.0;

/// Largest radius, in 1/256 pixel.
const MOST_RADIUS: i32 = 4096 * 256;

/// Maximum number of edges that cast shadows of one light. Each edge costs time for each pixel, and the system resets a
/// device that is busy for seconds.
const MOST_EDGES: usize = 4096;

/// Points of a source of radius 4096, spread evenly by the golden angle (Vogel, "A better way to construct the sunflower
/// head", 1979).
const SAMPLES: [[i64; 2]; 8] = [
    [1024, 0],
    [-1308, 1198],
    [200, -2281],
    [1648, 2150],
    [-3025, -535],
    [2866, -1823],
    [-958, 3566],
    [-1828, -3520],
];

/// The header of a sample.
fn header(offset: [i32; 2], count: usize) -> Wedge {
    let [x, y] = offset.map(bytemuck::cast::<_, [i16; 2]>);
    Wedge {
        rays: [x, y, [0; 2]],
        beyond: i32::try_from(count).unwrap_or(i32::MAX),
    }
}

impl Wedge {
    /// Returns the offset and the number of wedges of a header.
    pub(in crate::render) fn sample(&self) -> ([i32; 2], usize) {
        let [x, y, _] = self.rays.map(bytemuck::cast::<_, i32>);
        ([x, y], usize::try_from(self.beyond).unwrap_or(0))
    }
}

impl LightTable {
    /// Removes all light maps.
    pub(in crate::render) fn clear(&mut self) {
        self.lights.clear();
        self.wedges.clear();
        self.maps.clear();
    }

    /// Adds a light map. `halvings` says how often the sides of the frame's target were halved, and `view` is the part
    /// that shows the view: left, top, right, bottom.
    pub(in crate::render) fn add(&mut self, map: &GroupLight, halvings: u32, view: [i32; 4]) {
        let first = self.lights.len();
        let factor = 1.0 / (1 << halvings) as f32;
        let mut edges = core::mem::take(&mut self.edges);
        edges.clear();
        let ends = map.edges.iter().map(|edge| {
            let [start, end] = edge.map(|end| snapped((end * factor).to_array()));
            Some([start?, end?].map(|end| end.map(i64::from)))
        });
        edges.extend(ends.flatten());
        let depth = distance(map.depth * factor).unwrap_or(0);
        for light in &map.lights {
            self.add_light(light, factor, view, &edges, depth);
        }
        self.edges = edges;
        self.maps.push(first..self.lights.len());
    }

    fn add_light(
        &mut self,
        light: &PixelLight,
        factor: f32,
        view: [i32; 4],
        edges: &[[[i64; 2]; 2]],
        depth: i32,
    ) {
        let centre = snapped((light.position * factor).to_array());
        let (Some(centre), Some(radius)) = (centre, distance(light.radius * factor)) else {
            return;
        };
        let radius = radius.clamp(256, MOST_RADIUS);
        let [x, y] = centre;
        let bounds = [
            ((x - radius) >> 8).max(view[0]),
            ((y - radius) >> 8).max(view[1]),
            ((x + radius + 255) >> 8).min(view[2]),
            ((y + radius + 255) >> 8).min(view[3]),
        ];
        if bounds[0] >= bounds[2] || bounds[1] >= bounds[3] || light.color == [0; 3] {
            return;
        }
        let [beam, [edge, fade]] = beam_of(light.beam);
        let source = light.source.and_then(|source| distance(source * factor));
        let samples = self.wedges.len();
        let count = match source {
            Some(source) => self.add_shadows(centre, radius, source.min(radius), edges, depth),
            None => 0,
        };
        self.lights.push(LightRecord {
            bounds,
            color: light.color.map(|channel| u32::from(channel.min(4080))),
            per_radius: (1 << 27) / radius,
            centre,
            beam,
            edge,
            fade,
            first: u32::try_from(samples).unwrap_or(0),
            samples: count,
        });
    }

    /// Adds the samples of a light, with the shadows of all edges within its reach. Returns the number of samples: 0 if
    /// there is no such edge.
    fn add_shadows(
        &mut self,
        centre: [i32; 2],
        radius: i32,
        source: i32,
        edges: &[[[i64; 2]; 2]],
        depth: i32,
    ) -> u32 {
        let centre = centre.map(i64::from);
        let relative = |end: [i64; 2], to: [i64; 2]| [end[0] - to[0], end[1] - to[1]];
        // Directions to far ends would be too coarse.
        let limit = i64::from(radius) + 256;
        let mut near = core::mem::take(&mut self.near);
        near.clear();
        near.extend(
            edges
                .iter()
                .filter_map(|edge| cut(edge.map(|end| relative(end, centre)), limit)),
        );
        if near.len() > MOST_EDGES {
            near.select_nth_unstable_by_key(MOST_EDGES, |edge| (square_distance(*edge), *edge));
            near.truncate(MOST_EDGES);
        }
        let bits = direction_bits(radius + source + 256);
        // Points of the source behind an edge would shine through it.
        let of_source = |sample: [i64; 2]| {
            let offset = sample.map(|part| (part * i64::from(source)) >> 12);
            let is_seen = !near.iter().any(|edge| is_behind(offset, *edge));
            is_seen.then_some(offset)
        };
        let mut count = 0;
        let all = SAMPLES.iter().filter(|_| source > 0);
        let mut offsets = all.filter_map(|sample| of_source(*sample)).peekable();
        let own = offsets.peek().is_none().then_some([0, 0]);
        for offset in own.into_iter().chain(offsets).filter(|_| !near.is_empty()) {
            let first = self.wedges.len();
            self.wedges.push(header(offset.map(small), 0));
            let wedges = near.iter().filter_map(|edge| {
                let edge = edge.map(|end| relative(end, offset));
                Wedge::of(edge, bits, depth.into())
            });
            self.wedges.extend(wedges);
            self.wedges[first] = header(offset.map(small), self.wedges.len() - first - 1);
            count += 1;
        }
        self.near = near;
        count
    }
}

/// Returns the square of the distance between a light and an edge, rounded down.
fn square_distance([a, b]: [[i64; 2]; 2]) -> i128 {
    let dot = |a: [i64; 2], b: [i64; 2]| i128::from(a[0] * b[0] + a[1] * b[1]);
    let way = [b[0] - a[0], b[1] - a[1]];
    let (length, nearest) = (dot(way, way), -dot(a, way));
    if nearest <= 0 || nearest >= length {
        return dot(a, a).min(dot(b, b));
    }
    let cross = i128::from(a[0] * b[1] - a[1] * b[0]);
    cross * cross / length
}

#[expect(clippy::cast_possible_truncation, reason = "within a light's source")]
fn small(part: i64) -> i32 {
    part as i32
}

/// Returns a beam's direction, the cosine at its edges, and its increase to where the beam is not faded.
fn beam_of(beam: Option<Beam>) -> [[i32; 2]; 2] {
    let Some(Beam {
        direction,
        outer,
        inner,
    }) = beam
    else {
        // Every direction is within the edges.
        return [[0; 2], [-65_536, 1]];
    };
    let (sine, cosine) = direction.sin_cos();
    let [outer, inner] = [outer, inner].map(|turn| turn.sin_cos().1);
    let [x, y, outer, inner] = [cosine, sine, outer, inner].map(|part| whole(part * 32_768.0));
    [[x, y], [outer, (inner - outer).max(1)]]
}

/// Returns a position in 1/256 pixel. `None` if it is too far away.
fn snapped(position: [f32; 2]) -> Option<[i32; 2]> {
    let is_near = position.iter().all(|at| at.abs() < FAR);
    is_near.then(|| position.map(|at| whole(at * 256.0)))
}

/// Returns a distance of at least 0 in 1/256 pixel. `None` if it is NaN.
fn distance(pixels: f32) -> Option<i32> {
    (!pixels.is_nan()).then(|| whole(pixels.clamp(0.0, 8192.0) * 256.0))
}

#[expect(clippy::cast_possible_truncation, reason = "less than 2^29")]
fn whole(number: f32) -> i32 {
    (number + 0.5).floor() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::color::Color;
    use crate::scene::Resolution;
    use glam::{Vec2, vec2};

    /// Returns a map with a light at (500, 500) that reaches 400 pixels, without edges.
    fn light_map(source: f32) -> GroupLight {
        GroupLight {
            ambient: Color::BLACK,
            resolution: Resolution::Full,
            is_smooth: false,
            layers: None,
            lights: vec![PixelLight {
                position: vec2(500.0, 500.0),
                radius: 400.0,
                color: [255; 3],
                beam: None,
                source: Some(source),
            }],
            edges: Vec::new(),
            depth: 0.0,
        }
    }

    /// Returns the wedges of a light at (500, 500) that reaches 400 pixels, without headers.
    fn wedges(edge: [Vec2; 2], source: f32) -> Vec<Wedge> {
        let map = GroupLight {
            edges: vec![edge],
            ..light_map(source)
        };
        let mut table = LightTable::default();
        table.add(&map, 0, [0, 0, 1000, 1000]);
        let count = table.lights[0].samples;
        assert_eq!(table.wedges.len() % 2, 0);
        assert_eq!(table.wedges.len(), 2 * usize::try_from(count).unwrap());
        table.wedges.into_iter().skip(1).step_by(2).collect()
    }

    #[test]
    fn the_shadow_of_a_long_slanted_edge_is_exact() {
        // Through (600, 500), about a pixel down for each 3 to the right.
        for reach in [500.0, 5_000.0, 30_000.0_f32] {
            let way = vec2(3.0, 1.0) * (reach / 3.0);
            let through = vec2(600.0, 500.0);
            let wedges = wedges([through - way, through + way], 0.0);
            let mut near = 0;
            for (x, y) in (-390..390)
                .step_by(13)
                .flat_map(|x| (-390..390).map(move |y| (x, y)))
            {
                // Distance below the line in pixels, nearly.
                let below = f64::from(y) - (f64::from(x) - 100.0) / 3.0;
                let hides = wedges.iter().any(|wedge| wedge.hides([256 * x, 256 * y]));
                if below.abs() > 0.25 {
                    assert_eq!(hides, below < 0.0, "{reach} {x} {y}");
                } else {
                    near += 1;
                }
            }
            assert!(near > 0);
        }
    }

    #[test]
    fn only_the_nearest_edges_cast_shadows() {
        // The farthest posts come first. The long wall on the left is the nearest edge, although its ends are far.
        let post = |number: u32| {
            let x = 890.0 - 0.05 * number as f32;
            [vec2(x, 500.0), vec2(x, 501.0)]
        };
        let wall = [vec2(490.0, 900.0), vec2(490.0, 100.0)];
        let map = GroupLight {
            edges: (0..5000).map(post).chain([wall]).collect(),
            ..light_map(0.0)
        };
        let mut table = LightTable::default();
        table.add(&map, 0, [0, 0, 1000, 1000]);
        assert_eq!(table.wedges.len(), MOST_EDGES + 1);
        let hiding = |x: i32| {
            let wedges = table.wedges[1..].iter();
            wedges.filter(|wedge| wedge.hides([256 * x, 100])).count()
        };
        assert_eq!((hiding(-5), hiding(-20)), (0, 1));
        // The nearest post is at 140, and the farthest one that counts at 345.
        assert_eq!((hiding(138), hiding(347)), (0, MOST_EDGES - 1));
        assert!(hiding(343) < MOST_EDGES - 1);
    }

    #[test]
    fn points_of_a_source_behind_an_edge_do_not_shine() {
        let at = |x: f32| [vec2(x, 0.0), vec2(x, 1000.0)];
        assert_eq!(wedges(at(600.0), 50.0).len(), 8);
        // Three points are 22 pixels or more to the right.
        let right = SAMPLES.iter().filter(|[x, _]| *x > 1000).count();
        assert_eq!(wedges(at(512.0), 50.0).len(), 8 - right);
        // A point on an edge would shine to both sides.
        let left = SAMPLES.iter().filter(|[x, _]| *x < 1024).count();
        assert_eq!(wedges(at(504.0), 16.0).len(), left);
        // The light itself, where all points are hidden.
        let box_ = [vec2(500.0, 499.9), vec2(520.0, 540.0)];
        assert!(!wedges(box_, 50.0).is_empty());
    }
}
