//! Adds lights to a light map: every light to every pixel, with every edge in between.

use super::blend::Blend;
use super::canvas::Canvas;
use super::scene::{Lamp, LightMap};
use super::sine::sine;

type Point = [i64; 2];

/// Offsets of the samples of a source, in 1/4096 of its radius.
const SAMPLES: [Point; 8] = [
    [1024, 0],
    [-1308, 1198],
    [200, -2281],
    [1648, 2150],
    [-3025, -535],
    [2866, -1823],
    [-958, 3566],
    [-1828, -3520],
];

/// A light and the edges around it, in 1/256 pixel of the light map.
struct Placed {
    centre: Point,
    radius: i64,
    source: i64,
    /// Edges within reach, relative to the light. None: no shadows.
    edges: Vec<[Point; 2]>,
    /// The points of the source that shine, relative to the light.
    samples: Vec<Point>,
    depth: i64,
}

/// Adds all lights of a light map whose sides were halved so often.
pub(super) fn add_all(canvas: &mut Canvas, map: &LightMap, halvings: u32) {
    for lamp in &map.lamps {
        let Some(placed) = place(lamp, map, halvings) else {
            continue;
        };
        let [start, end] = canvas.view;
        for at in (start[1]..end[1]).flat_map(|y| (start[0]..end[0]).map(move |x| [x, y])) {
            let brightness = brightness(lamp, &placed, at);
            if let Some(brightness) = brightness {
                let channel = |color: i64| (color * brightness + 32_768) / 65_536;
                let [r, g, b] = lamp
                    .color
                    .map(|color| u8::try_from(channel(color).min(255)).expect("at most 255"));
                canvas.mix(at, [r, g, b, 0], Blend::Add);
            }
        }
    }
}

fn place(lamp: &Lamp, map: &LightMap, halvings: u32) -> Option<Placed> {
    let halved = |number: f32| (0..halvings).fold(number, |number, _| number / 2.0);
    let point = |at: [f32; 2]| {
        let at = at.map(halved);
        at.iter()
            .all(|at| at.abs() < 1_048_576.0)
            .then(|| at.map(snapped))
    };
    let length = |length: f32| {
        let length = halved(length);
        (!length.is_nan()).then(|| snapped(length.clamp(0.0, 8192.0)))
    };
    let radius = length(lamp.radius)?.clamp(256, 4096 * 256);
    let centre = point(lamp.position)?;
    let source = lamp.source.and_then(length);
    let edges = map.edges.iter().filter(|_| source.is_some());
    let edges = edges.filter_map(|&[start, end]| Some([point(start)?, point(end)?]));
    let mut edges: Vec<_> = edges
        .filter_map(|edge| within(edge.map(|end| minus(end, centre)), radius + 256))
        .collect();
    if edges.len() > 4096 {
        edges.sort_by_key(|edge| (square_distance(*edge), *edge));
        edges.truncate(4096);
    }
    let source = source.unwrap_or(0).min(radius);
    let offsets = SAMPLES.map(|sample| sample.map(|part| (part * source).div_euclid(1 << 12)));
    let mut samples = offsets.to_vec();
    samples.retain(|sample| source > 0 && !edges.iter().any(|edge| separates(*edge, *sample)));
    if samples.is_empty() {
        samples.push([0, 0]);
    }
    Some(Placed {
        centre,
        radius,
        source,
        edges,
        samples,
        depth: length(map.depth).unwrap_or(0),
    })
}

/// Returns the square of an edge's distance from the light, rounded down.
fn square_distance([a, b]: [Point; 2]) -> i128 {
    let [a, b] = [a, b].map(|end| end.map(i128::from));
    let square = |[x, y]: [i128; 2]| x * x + y * y;
    let (way, cross) = ([b[0] - a[0], b[1] - a[1]], a[0] * b[1] - a[1] * b[0]);
    // How far the point next to the light is from `a`, times the edge's length.
    let along = -(a[0] * way[0] + a[1] * way[1]);
    match along > 0 && along < square(way) {
        true => cross * cross / square(way),
        false => square(a).min(square(b)),
    }
}

/// Returns an edge without what is further than `limit` from the light, along either axis.
fn within(edge: [Point; 2], limit: i64) -> Option<[Point; 2]> {
    let mut edge = edge;
    // To the left, to the right, above, below: each is cut in a picture that is turned so that it is at the left.
    for (axis, sign) in [(0, 1), (0, -1), (1, 1), (1, -1)] {
        let [a, b] = edge.map(|end| end[axis] * sign);
        if a < -limit && b < -limit {
            return None;
        }
        let cut = |end: usize| {
            let [from, to] = [edge[end], edge[1 - end]];
            let share = (-limit - from[axis] * sign, (to[axis] - from[axis]) * sign);
            let rise = to[1 - axis] - from[1 - axis];
            let mut cut = from;
            cut[axis] = -limit * sign;
            cut[1 - axis] += (rise * share.0).div_euclid(share.1);
            cut
        };
        edge = match (a < -limit, b < -limit) {
            (true, _) => [cut(0), edge[1]],
            (_, true) => [edge[0], cut(1)],
            _ => edge,
        };
    }
    Some(edge)
}

/// Returns whether an edge is between the light and a point.
fn separates([a, b]: [Point; 2], point: Point) -> bool {
    let sides = [
        cross(a, point),
        cross(point, b),
        cross(minus(point, a), minus(b, a)),
    ];
    match cross(a, b) {
        0 => false,
        1.. => sides.iter().all(|side| *side >= 0),
        _ => sides.iter().all(|side| *side <= 0),
    }
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

#[expect(clippy::cast_possible_truncation, reason = "less than 2^29")]
fn snapped(pixels: f32) -> i64 {
    (pixels * 256.0 + 0.5).floor() as i64
}

/// Returns the brightness of a light at a pixel, 0 to 65 536. `None` if it is out of reach.
fn brightness(lamp: &Lamp, placed: &Placed, pixel: Point) -> Option<i64> {
    let at = [0, 1].map(|axis| 256 * pixel[axis] + 128 - placed.centre[axis]);
    // The pixel touches the square around the light.
    if at.iter().any(|at| at.abs() >= placed.radius + 128) {
        return None;
    }
    let factor = (1 << 27) / placed.radius;
    let part = at.map(|at| (at * factor).div_euclid(1 << 15));
    let square = part[0] * part[0] + part[1] * part[1];
    if square >= 1 << 24 {
        return None;
    }
    let rest = ((1 << 24) - square) / 512;
    let mut brightness = rest * rest / (1 << 14);
    if let Some(beam) = lamp.beam {
        brightness = brightness * in_beam(beam, part, square) / (1 << 14);
    }
    if !placed.edges.is_empty() {
        let seen = placed.samples.iter();
        let seen = seen.filter(|&&offset| !is_hidden(placed, offset, at));
        let seen = i64::try_from(seen.count()).expect("at most 8");
        brightness = brightness * seen / i64::try_from(placed.samples.len()).expect("at most 8");
    }
    Some(brightness)
}

fn in_beam([direction, outer, inner]: [i64; 3], part: Point, square: i64) -> i64 {
    let cosine = |turn: i64| snapped(sine(turn + 16_384) * 128.0);
    let direction = [cosine(direction), cosine(direction - 16_384)];
    let (edge, fade) = (cosine(outer), (cosine(inner) - cosine(outer)).max(1));
    let distance = (square * 64).isqrt();
    let cosine = match distance {
        0 => 32_768,
        _ => 8 * (part[0] * direction[0] + part[1] * direction[1]) / distance,
    };
    (1 << 14) * (cosine - edge).clamp(0, fade) / fade
}

/// Returns whether any edge hides the sample of this offset from a point.
fn is_hidden(placed: &Placed, offset: Point, point: Point) -> bool {
    let at = [0, 1].map(|axis| point[axis] - offset[axis]);
    let mut bits = 0;
    while bits < 14 && (2 << bits) * (placed.radius + placed.source + 256) <= 1 << 30 {
        bits += 1;
    }
    placed.edges.iter().any(|&[a, b]| {
        let (a, b) = (minus(a, offset), minus(b, offset));
        let (a, b, depth) = match cross(a, b) {
            0 => return false,
            1.. => (a, b, 0),
            _ => (b, a, placed.depth),
        };
        let across = direction([b[1] - a[1], a[0] - b[0]], bits);
        let length = (across[0] * across[0] + across[1] * across[1]).isqrt();
        cross(direction(a, bits), at) >= 0
            && cross(at, direction(b, bits)) >= 0
            && dot(across, at) > dot(across, a) + depth * length
    })
}

fn direction(way: Point, bits: u32) -> Point {
    let most = way[0].abs().max(way[1].abs()).max(1);
    way.map(|part| (part * (2 << bits) + most).div_euclid(2 * most))
}

fn cross(a: Point, b: Point) -> i64 {
    a[0] * b[1] - a[1] * b[0]
}

fn dot(a: Point, b: Point) -> i64 {
    a[0] * b[0] + a[1] * b[1]
}
