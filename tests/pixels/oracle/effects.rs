//! Changes the finished target of a group, effect by effect.

use super::blend::Pixel;
use super::canvas::Canvas;
use super::sine::sine;

/// An effect, with the numbers that a game gives. Colours are straight: red, green, blue, alpha.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    ColorMatrix([[f32; 5]; 4]),
    Blur(f32),
    /// Radius, threshold and strength.
    Glow([f32; 3], [u8; 4]),
    Outline(f32, [u8; 4]),
    /// Offset and radius.
    DropShadow([f32; 2], f32, [u8; 4]),
    Pixelate(f32),
    /// Amplitudes, length and phase.
    Wave([f32; 2], f32, f32),
    Palette(Vec<[u8; 4]>),
    /// Amount, size and edge, with the seed.
    Dissolve([f32; 3], u32, [u8; 4]),
    /// Inner and outer distance, and strength.
    Vignette([f32; 3], [u8; 4]),
    /// Curvature, line, darkness and fringe.
    Crt([f32; 4]),
    Fade(f32, [u8; 4]),
    /// Amount and softness, with the angle in 1/65536 turn.
    Wipe([f32; 2], i64, [u8; 4]),
    /// Amount and softness, with the centre.
    Circle([f32; 2], [f32; 2], [u8; 4]),
}

/// Channels of a pixel.
type Color = [i64; 4];

/// Pixels of a view, row by row.
#[derive(Clone)]
struct Picture {
    size: [i64; 2],
    pixels: Vec<Color>,
}

/// Applies effects to a target, with lengths that are halved this often.
pub(super) fn apply(canvas: &mut Canvas, effects: &[Effect], halvings: u32) {
    let [start, end] = canvas.view;
    let size = [end[0] - start[0], end[1] - start[1]];
    if size[0].max(size[1]) > 16_384 {
        return;
    }
    let target_size = canvas.size;
    let places: Vec<_> = (start[1]..end[1])
        .flat_map(|y| (start[0]..end[0]).map(move |x| canvas_index(target_size, [x, y])))
        .collect();
    let read = |channels: fn(&Pixel) -> [u8; 4]| Picture {
        size,
        pixels: places
            .iter()
            .map(|&at| channels(&canvas.pixels[at]).map(i64::from))
            .collect(),
    };
    // In linear light, both ends of what is allowed are painted.
    let mut ends = [read(|pixel| pixel.least), read(|pixel| pixel.most)];
    let mut slack = places.iter().map(|&at| canvas.slack[at]).max();
    for effect in effects.iter().take(8) {
        for picture in &mut ends {
            *picture = changed(picture, effect, halvings);
        }
        let widened = match effect {
            Effect::Palette(_) => 255,
            Effect::ColorMatrix(_) | Effect::Glow(..) => 16,
            _ => 1,
        };
        slack = slack.map(|slack| slack.saturating_mul(widened).saturating_add(1));
    }
    for (number, at) in places.into_iter().enumerate() {
        let [one, other] = [0, 1].map(|end| ends[end].pixels[number]);
        let bytes = |pick: fn(i64, i64) -> i64| {
            core::array::from_fn(|channel| {
                u8::try_from(pick(one[channel], other[channel])).expect("a byte")
            })
        };
        canvas.pixels[at] = Pixel {
            least: bytes(i64::min),
            most: bytes(i64::max),
        };
        if !effects.is_empty() {
            canvas.slack[at] = slack.unwrap_or(0);
        }
    }
}

fn canvas_index(size: [i64; 2], [x, y]: [i64; 2]) -> usize {
    usize::try_from(y * size[0] + x).expect("it is in the target")
}

/// Returns the nearest whole number to `value * factor`, within limits.
fn whole(value: f32, factor: f32, least: i64, most: i64) -> i64 {
    let product = value * factor;
    let nearest = (product + 0.5).floor();
    if nearest.is_nan() {
        return 0_i64.clamp(least, most);
    }
    let nearest = f64::from(nearest).clamp(-1e12, 1e12);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a whole number within limits"
    )]
    let nearest = nearest as i64;
    nearest.clamp(least, most)
}

fn share(value: f32) -> i64 {
    whole(value, 256.0, 0, 256)
}

fn whole_part(value: f32) -> i64 {
    whole(value, 65_536.0, 0, 65_536)
}

fn premultiplied([r, g, b, a]: [u8; 4]) -> Color {
    times([r, g, b, 255].map(i64::from), i64::from(a))
}

fn solid([r, g, b, _]: [u8; 4]) -> Color {
    [r, g, b, 255].map(i64::from)
}

/// Returns `round(a * b / 255)`.
fn product(a: i64, b: i64) -> i64 {
    (2 * a * b + 255) / 510
}

fn times(color: Color, factor: i64) -> Color {
    color.map(|channel| product(channel, factor))
}

fn over(above: Color, below: Color) -> Color {
    let sum = |channel: usize| above[channel] + product(below[channel], 255 - above[3]);
    [0, 1, 2, 3].map(|channel| sum(channel).min(255))
}

fn mixed(first: Color, second: Color, share: i64) -> Color {
    let mix = |channel: usize| first[channel] * (256 - share) + second[channel] * share;
    [0, 1, 2, 3].map(|channel| (mix(channel) + 128) / 256)
}

fn straight(color: Color) -> Color {
    let alpha = color[3];
    [0, 1, 2, 3].map(|channel| match (channel, alpha) {
        (3, _) => alpha,
        (_, 0) => 0,
        _ => ((color[channel] * 255 + alpha / 2) / alpha).min(255),
    })
}

/// Returns the root of a whole number, rounded down.
fn root(square: i64) -> i64 {
    let (mut low, mut high) = (0, 1 << 20);
    while low + 1 < high {
        let middle = (low + high) / 2;
        if middle * middle <= square {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

impl Picture {
    /// Returns the nearest pixel.
    fn at(&self, place: [i64; 2]) -> Color {
        let inside = [0, 1].map(|axis| place[axis].clamp(0, self.size[axis] - 1));
        self.pixels[canvas_index(self.size, inside)]
    }

    /// Returns a picture of the same size.
    fn map(&self, pixel: impl Fn([i64; 2]) -> Color) -> Self {
        let [width, height] = self.size;
        let places = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
        Self {
            size: self.size,
            pixels: places.map(pixel).collect(),
        }
    }

    /// Returns the mean around a position in 1/256 pixel.
    fn mean(&self, place: [i64; 2]) -> Color {
        let [x, y] = place.map(|at| at.div_euclid(256));
        let [right, below] = place.map(|at| at.rem_euclid(256));
        let four = [
            (self.at([x, y]), (256 - right) * (256 - below)),
            (self.at([x + 1, y]), right * (256 - below)),
            (self.at([x, y + 1]), (256 - right) * below),
            (self.at([x + 1, y + 1]), right * below),
        ];
        [0, 1, 2, 3].map(|channel| {
            let sum: i64 = four
                .iter()
                .map(|(color, weight)| color[channel] * weight)
                .sum();
            (sum + 32_768) / 65_536
        })
    }

    fn blurred(&self, radius: f32) -> Self {
        let reach = whole(radius, 16.0, 0, 1024) + 16;
        let weights: Vec<_> = (-65..=65_i64)
            .map(|away| (away, (reach - 16 * away.abs()).max(0)))
            .filter(|(_, weight)| *weight > 0)
            .collect();
        let all: i64 = weights.iter().map(|(_, weight)| weight).sum();
        let line = |picture: &Self, along: [i64; 2]| {
            picture.map(|[x, y]| {
                [0, 1, 2, 3].map(|channel| {
                    let weighted = |(away, weight): &(i64, i64)| {
                        picture.at([x + away * along[0], y + away * along[1]])[channel] * weight
                    };
                    let sum: i64 = weights.iter().map(weighted).sum();
                    (2 * sum + all) / (2 * all)
                })
            })
        };
        line(&line(self, [1, 0]), [0, 1])
    }

    fn off_center(&self, place: [i64; 2]) -> [i64; 2] {
        [0, 1].map(|axis| 2 * place[axis] + 1 - self.size[axis])
    }
}

/// Returns a picture with an effect.
fn changed(picture: &Picture, effect: &Effect, halvings: u32) -> Picture {
    let scaled = |length: f32| (0..halvings).fold(length, |length, _| length / 2.0);
    let [width, height] = picture.size;
    match effect {
        Effect::ColorMatrix(rows) => picture.map(|place| {
            let color = straight(picture.at(place));
            let [r, g, b, a] = rows.map(|row| {
                let row = row.map(|factor| whole(factor, 1024.0, -32_768, 32_768));
                let sum: i64 = row
                    .iter()
                    .zip(color)
                    .map(|(factor, part)| factor * part)
                    .sum();
                (sum + 255 * row[4] + 512).div_euclid(1024).clamp(0, 255)
            });
            [product(r, a), product(g, a), product(b, a), a]
        }),
        Effect::Blur(radius) => picture.blurred(scaled(*radius)),
        Effect::Glow([radius, threshold, strength], color) => {
            let threshold = whole(*threshold, 255.0, 0, 255);
            let color = premultiplied(*color);
            let bright = picture.map(|place| {
                let pixel = picture.at(place);
                let most = pixel[0].max(pixel[1]).max(pixel[2]);
                [0, 1, 2, 3].map(|channel| match most <= threshold {
                    true => 0,
                    false => {
                        let part = (pixel[channel] * (most - threshold) + most / 2) / most;
                        product(part.min(255), color[channel])
                    }
                })
            });
            let light = bright.blurred(scaled(*radius));
            let strength = whole(*strength, 256.0, 0, 1024);
            picture.map(|place| {
                let (pixel, light) = (picture.at(place), light.at(place));
                let sum = |at: usize| (pixel[at] + (light[at] * strength + 128) / 256).min(255);
                [sum(0), sum(1), sum(2), pixel[3]]
            })
        }
        Effect::Outline(width, color) => {
            // A line that is not seen at all in a coarse target would be a surprise.
            let width = match scaled(*width) {
                width if width > 0.0 => whole(width, 1.0, 1, 8),
                _ => 0,
            };
            let color = premultiplied(*color);
            picture.map(|[x, y]| {
                let offsets =
                    (-width..=width).flat_map(|dy| (-width..=width).map(move |dx| [dx, dy]));
                let near =
                    offsets.filter(|[dx, dy]| dx * dx + dy * dy <= width * width + width / 2);
                let alpha = near.map(|[dx, dy]| picture.at([x + dx, y + dy])[3]).max();
                match width {
                    0 => picture.at([x, y]),
                    _ => over(picture.at([x, y]), times(color, alpha.unwrap_or(0))),
                }
            })
        }
        Effect::DropShadow(offset, radius, color) => {
            let offset = offset.map(|length| whole(scaled(length), 1.0, -1024, 1024));
            let shadow = picture.map(|place| {
                let from = [0, 1].map(|axis| place[axis] - offset[axis]);
                match (0..2).all(|axis| (0..picture.size[axis]).contains(&from[axis])) {
                    true => times(premultiplied(*color), picture.at(from)[3]),
                    false => [0; 4],
                }
            });
            let shadow = shadow.blurred(scaled(*radius));
            picture.map(|place| over(picture.at(place), shadow.at(place)))
        }
        Effect::Pixelate(side) => {
            let side = whole(scaled(*side), 1.0, 1, 1024);
            picture.map(|place| picture.at(place.map(|at| at / side * side + side / 2)))
        }
        Effect::Wave(amplitude, length, phase) => {
            let amplitude = amplitude.map(|most| whole(scaled(most), 256.0, -16_384, 16_384));
            let per_pixel = whole(65_536.0 / scaled(*length).max(2.0), 1.0, 0, 32_768);
            let phase = whole_part(*phase - phase.floor());
            let sine = |place: i64| {
                let turn = (place * per_pixel + phase).rem_euclid(65_536);
                let half = turn % 32_768;
                let arch = half * (32_768 - half) / 8192;
                let sine = arch * (25_395 + 7373 * arch / 32_768) / 32_768;
                if turn < 32_768 { sine } else { -sine }
            };
            picture.map(|[x, y]| {
                let moved = |at: i64, axis: usize, across: i64| {
                    256 * at + (amplitude[axis] * sine(across)).div_euclid(32_768)
                };
                picture.mean([moved(x, 0, y), moved(y, 1, x)])
            })
        }
        Effect::Palette(colors) => picture.map(|place| {
            let pixel = picture.at(place);
            let straight = straight(pixel);
            let distance = |color: &&[u8; 4]| {
                let square =
                    |channel: usize| (i64::from(color[channel]) - straight[channel]).pow(2);
                square(0) + square(1) + square(2)
            };
            let nearest = colors.iter().min_by_key(distance);
            nearest.map_or(pixel, |color| times(solid(*color), pixel[3]))
        }),
        Effect::Dissolve([amount, side, edge], seed, color) => {
            let side = whole(scaled(*side), 1.0, 1, 1024);
            let (amount, edge) = (whole_part(*amount), whole_part(*edge));
            picture.map(|place| {
                let pixel = picture.at(place);
                let noise = noise(place.map(|at| at / side), *seed);
                if noise < amount {
                    [0; 4]
                } else if amount > 0 && noise < amount + edge {
                    times(premultiplied(*color), pixel[3])
                } else {
                    pixel
                }
            })
        }
        Effect::Vignette([inner, outer, strength], color) => {
            let [inner, outer] = [*inner, *outer].map(|from| whole(from, 1024.0, 0, 4096));
            let wide = (outer - inner).max(1);
            picture.map(|place| {
                let [cx, cy] = picture.off_center(place);
                let (x, y) = (cx.abs() * 1024 / width, cy.abs() * 1024 / height);
                let reached = (root(x * x + y * y) - inner).clamp(0, wide);
                let by = (reached * 256 / wide * share(*strength) + 128) / 256;
                let pixel = picture.at(place);
                mixed(pixel, times(solid(*color), pixel[3]), by)
            })
        }
        Effect::Crt([curvature, line, darkness, fringe]) => {
            let curvature = whole(*curvature, 8192.0, 0, 8192);
            let line = whole(scaled(*line), 1.0, 1, 64);
            let fringe = whole(scaled(*fringe), 256.0, 0, 4096);
            picture.map(|place| {
                let [cx, cy] = picture.off_center(place);
                let (u, v) = (cx * 16_384 / width, cy * 16_384 / height);
                let bent = |u: i64, v: i64| {
                    let factor = curvature * (v * v / 16_384) / 16_384;
                    u + (u * factor).div_euclid(16_384)
                };
                let (x, y) = (bent(u, v), bent(v, u));
                let from = match curvature {
                    0 => place.map(|at| 256 * at),
                    _ if x.abs() > 16_384 || y.abs() > 16_384 => return [0; 4],
                    _ => [
                        (x + 16_384) * width / 128 - 128,
                        (y + 16_384) * height / 128 - 128,
                    ],
                };
                let mean = |right: i64| picture.mean([from[0] + right, from[1]]);
                let color = [mean(-fringe)[0], mean(0)[1], mean(fringe)[2], mean(0)[3]];
                let is_dark = place[1] / line % 2 == 1;
                let light = if is_dark { 256 - share(*darkness) } else { 256 };
                let [r, g, b, a] = color;
                let dimmed = |channel: i64| (channel * light + 128) / 256;
                [dimmed(r), dimmed(g), dimmed(b), a]
            })
        }
        Effect::Fade(amount, color) => {
            picture.map(|place| mixed(picture.at(place), premultiplied(*color), share(*amount)))
        }
        Effect::Wipe([amount, softness], angle, color) => {
            let [dx, dy] =
                [sine(angle + 16_384), sine(*angle)].map(|part| whole(part, 256.0, -256, 256));
            let soft = whole(scaled(*softness), 512.0, 1, 1 << 21);
            let reach = width * dx.abs() + height * dy.abs();
            let edge = whole_part(*amount) * (2 * reach + soft) / 65_536 - reach;
            picture.map(|place| {
                let [cx, cy] = picture.off_center(place);
                let by = (edge - cx * dx - cy * dy).clamp(0, soft) * 256 / soft;
                mixed(picture.at(place), premultiplied(*color), by)
            })
        }
        Effect::Circle([amount, softness], center, color) => {
            let sides = [2 * width, 2 * height];
            #[expect(clippy::cast_precision_loss, reason = "a short side")]
            let center = [0, 1].map(|axis| whole(center[axis], sides[axis] as f32, 0, sides[axis]));
            let soft = whole(scaled(*softness), 2.0, 1, 8192);
            let distance = |[x, y]: [i64; 2]| root((x - center[0]).pow(2) + (y - center[1]).pow(2));
            let corners = [[0, 0], [sides[0], 0], [0, sides[1]], sides];
            let far = corners.into_iter().map(distance).max().unwrap_or(0) + 1;
            let radius = far - whole_part(*amount) * (far + soft) / 65_536;
            picture.map(|place| {
                let beyond = distance(place.map(|at| 2 * at + 1)) - radius;
                let by = beyond.clamp(0, soft) * 256 / soft;
                mixed(picture.at(place), premultiplied(*color), by)
            })
        }
    }
}

/// Returns the noise of a square.
fn noise([x, y]: [i64; 2], seed: u32) -> i64 {
    let times = |a: u64, b: u64| (a * b) % (1 << 32);
    let number = |at: i64| u64::try_from(at).expect("in the view");
    let bits = times(number(x), 0x8da6_b343)
        ^ times(number(y), 0xd816_3841)
        ^ times(seed.into(), 0xcb1a_b31f);
    let bits = times(bits ^ (bits >> 15), 0x2c1b_3c6d);
    let bits = times(bits ^ (bits >> 12), 0x297a_2d39);
    i64::try_from((bits ^ (bits >> 15)) >> 16).expect("16 bits")
}
