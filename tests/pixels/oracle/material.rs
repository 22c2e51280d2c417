//! Changes a sprite's texels and its colour by its material.

use super::blend;
use super::place::{Placed, wrapped};
use super::scene::{Record, Scene, Sprite, kind};
use super::texel::mean;

/// The material of a sprite, as numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Material {
    /// 0: none. See [`number`].
    pub(crate) number: u8,
    /// Red, green, blue, alpha.
    pub(crate) color: [u8; 4],
    pub(crate) numbers: [u16; 4],
}

/// Numbers of materials.
pub(crate) mod number {
    pub(crate) const FLASH: u8 = 1;
    pub(crate) const GREYSCALE: u8 = 2;
    pub(crate) const OUTLINE: u8 = 3;
    pub(crate) const DISSOLVE: u8 = 4;
    pub(crate) const PALETTE: u8 = 5;
    pub(crate) const WAVE: u8 = 6;
}

/// Largest number of colours in a palette.
const MOST_COLORS: i64 = 64;

impl Material {
    /// Returns the number of transparent texels that it adds on each side of an image.
    pub(super) fn margin(&self) -> i64 {
        let first = i64::from(self.numbers[0]);
        match self.number {
            number::OUTLINE => first,
            number::WAVE => (first + 255).div_euclid(256),
            _ => 0,
        }
    }
}

/// Returns the colour of a sprite at a pixel: red, green, blue, alpha; premultiplied and tinted.
pub(super) fn shown(scene: &Scene, placed: &Placed, sprite: &Sprite, pixel: [i64; 2]) -> [u8; 4] {
    let material = &sprite.material;
    let [first, second, third] = [0, 1, 2].map(|at| i64::from(material.numbers[at]));
    let mut place = placed.texel_place(pixel);
    if placed.margin > 0 {
        place = within(placed, place);
    }
    if material.number == number::WAVE && placed.moves_over_texels() {
        let row = place[1].div_euclid(65_536);
        let angle = (row * second + third).rem_euclid(65_536);
        let half = angle % 32_768;
        let height = (half * (32_768 - half)).div_euclid(8192);
        let height = if angle < 32_768 { height } else { -height };
        place[0] = wrapped(place[0] + (first * height).div_euclid(128));
        place = within(placed, place);
    }
    let at = place.map(|at| at.div_euclid(65_536));
    let texel = |at: [i64; 2]| texel(scene, placed, at);
    let mut source = match placed.is_linear {
        true => mean(place, texel),
        false => texel(at),
    };
    if material.number == number::PALETTE {
        source = swapped(scene, material, source);
    }
    let source_alpha = match placed.is_filled {
        true => [source[3]; 4],
        false => source,
    }[3];
    let color = blend::tinted(source, sprite.tint, placed.is_filled);
    let other = material.color.map(i64::from);
    let premultiplied = || [0, 1, 2].map(|at| product(other[at], color[3].into()));
    match material.number {
        number::FLASH => mixed(color, premultiplied(), product(first, other[3])),
        number::GREYSCALE => {
            let [r, g, b, _] = color.map(i64::from);
            let grey = (r * 54 + g * 183 + b * 19 + 128).div_euclid(256);
            mixed(color, [grey; 3], first)
        }
        number::OUTLINE if first > 0 => {
            let disc = (-first..=first).flat_map(|y| (-first..=first).map(move |x| [x, y]));
            let near = disc.filter(|[x, y]| x * x + y * y <= first * first);
            let alphas = near.map(|[x, y]| texel([at[0] + x, at[1] + y])[3]);
            let around = i64::from(alphas.max().unwrap_or(0));
            let beside = product(around, i64::from(255 - source_alpha));
            let share = product(beside, sprite.tint[3].into());
            core::array::from_fn(|channel| {
                let outline = match channel {
                    3 => other[3],
                    _ => product(other[channel], other[3]),
                };
                let sum = i64::from(color[channel]) + product(outline, share);
                u8::try_from(sum.min(255)).expect("at most 255")
            })
        }
        number::DISSOLVE if first > 0 => {
            let cell = [0, 1].map(|axis| at[axis].clamp(0, placed.size[axis] - 1));
            let noise = noise(cell, third);
            match () {
                () if noise < first => [0; 4],
                () if noise < first + second => mixed(color, premultiplied(), other[3]),
                () => color,
            }
        }
        _ => color,
    }
}

/// Returns a texture position, limited to the image and its margin.
fn within(placed: &Placed, place: [i64; 2]) -> [i64; 2] {
    [0, 1].map(|axis| {
        let end = (placed.size[axis] + placed.margin) * 65_536;
        place[axis].clamp(-placed.margin * 65_536, end - 1)
    })
}

/// Returns a texel of the sprite's image. In an image with a margin, texels outside are transparent.
fn texel(scene: &Scene, placed: &Placed, at: [i64; 2]) -> [u8; 4] {
    let is_outside = (0..2).any(|axis| !(0..placed.size[axis]).contains(&at[axis]));
    if placed.margin > 0 && is_outside {
        return [0; 4];
    }
    super::texel::texel(&scene.pages, placed, at)
}

/// Returns a texel in the colours of the material's palette.
fn swapped(scene: &Scene, material: &Material, source: [u8; 4]) -> [u8; 4] {
    let [low, middle, high, _] = material.color;
    let frame = u32::from_le_bytes([low, middle, high, 0]);
    let record = usize::try_from(frame)
        .ok()
        .and_then(|frame| scene.records.get(frame));
    let row = i64::from(material.numbers[0]);
    let is_known = |record: &&Record| record.kind == kind::PICTURE && row < record.size[1];
    let Some(record) = record.filter(is_known) else {
        return source;
    };
    let page = &scene.pages[record.page];
    let color = |column: i64, row: i64| {
        let [x, y] = [record.origin[0] + column, record.origin[1] + row];
        let [x, y] = [x, y].map(|at| usize::try_from(at).expect("it is in the page"));
        let color = page.texels[y * page.side + x];
        color.map(|channel| product(channel.into(), source[3].into()))
    };
    for column in 0..record.size[0].min(MOST_COLORS) {
        let [r, g, b, _] = color(column, 0);
        if [r, g, b] == [source[0], source[1], source[2]].map(i64::from) {
            return color(column, row).map(|channel| u8::try_from(channel).expect("a product"));
        }
    }
    source
}

/// Returns a number from 0 to 255 for a texel.
fn noise(at: [i64; 2], seed: i64) -> i64 {
    let word = |number: i64| u64::try_from(number.rem_euclid(1 << 32)).expect("32 bits");
    let cut = |number: u64| number % (1 << 32);
    let [x, y, seed] = [at[0], at[1], seed].map(word);
    let mut v = cut(cut(x * 2_654_435_761) + cut(y * 2_246_822_519) + cut(seed * 3_266_489_917));
    v ^= v / (1 << 15);
    v = cut(v * 739_982_445);
    v ^= v / (1 << 12);
    v = cut(v * 695_872_825);
    v ^= v / (1 << 15);
    i64::try_from(v % 256).expect("a byte")
}

/// Returns a colour mixed with another one, which has `weight` parts of 255. Alpha stays.
fn mixed(color: [u8; 4], other: [i64; 3], weight: i64) -> [u8; 4] {
    let mut result = color;
    for channel in 0..3 {
        let sum = i64::from(color[channel]) * (255 - weight) + other[channel] * weight;
        result[channel] = u8::try_from(nearest(sum)).expect("a mean of bytes");
    }
    result
}

/// Returns the product of two numbers of 255 parts.
fn product(a: i64, b: i64) -> i64 {
    nearest(a * b)
}

/// Returns a 255th of a number, rounded to the nearest integer.
fn nearest(number: i64) -> i64 {
    (2 * number + 255).div_euclid(510)
}
