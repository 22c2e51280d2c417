//! Smooth random numbers over a line or a plane.

use glam::{IVec2, Vec2};

use super::lerp;

/// Gradient noise: a number from −1 to 1 for each position, random at a large scale and smooth at a small one. For
/// terrain, clouds, flickering lights, drifting and shaking objects.
///
/// It depends only on its seed and the position, has no state, and is the same on every machine. Its hills are about 1
/// wide: for hills 20 wide, multiply the position by 0.05. **It is 0 at whole numbers**, like any gradient noise:
/// `noise.at_1d(step as f32)` is flat, `noise.at_1d(step as f32 * 0.05)` is not.
///
/// The method is Ken Perlin's (*Improving Noise*, 2002), with gradients from a hash instead of a table.
///
/// ```
/// use damselfly::glam::vec2;
/// use damselfly::math::{Noise, remap};
///
/// let hills = Noise::new(7);
/// let height = |column: f32| remap(hills.fractal_1d(column * 0.04, 4), -1.0..1.0, 4.0..20.0);
/// assert!((0..80).all(|column| (4.0..20.0).contains(&height(column as f32))));
/// assert_eq!(hills.at(vec2(2.5, 3.1)), Noise::new(7).at(vec2(2.5, 3.1)));
/// ```
#[doc(alias("FastNoiseLite", "perlin", "simplex"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Noise {
    seed: u32,
}

/// Half of √2: the length of each component of a diagonal unit vector.
const DIAGONAL: f32 = core::f32::consts::FRAC_1_SQRT_2;

/// Eight unit vectors.
const GRADIENTS: [Vec2; 8] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(DIAGONAL, DIAGONAL),
    Vec2::new(0.0, 1.0),
    Vec2::new(-DIAGONAL, DIAGONAL),
    Vec2::new(-1.0, 0.0),
    Vec2::new(-DIAGONAL, -DIAGONAL),
    Vec2::new(0.0, -1.0),
    Vec2::new(DIAGONAL, -DIAGONAL),
];

impl Noise {
    /// Maximum number of octaves in a fractal sum: 16. Finer ones are invisible.
    pub const MAX_OCTAVES: u32 = 16;

    /// Returns the noise of a seed. Every seed is valid.
    #[expect(clippy::cast_possible_truncation, reason = "takes both halves")]
    pub const fn new(seed: u64) -> Self {
        Self {
            seed: mixed(seed as u32) ^ (seed >> 32) as u32,
        }
    }

    /// Returns the noise at any position on a line: −1 to 1. 0 at whole numbers, NaN and infinity.
    pub fn at_1d(&self, x: f32) -> f32 {
        if !x.is_finite() {
            return 0.0;
        }
        let cell = cell(x);
        let inside = x - x.floor();
        let slope = |corner: i32| {
            // Takes 24 bits, which a float represents exactly, and scales them to −1 to 1.
            (self.hash(IVec2::new(corner, 0)) >> 8) as f32 / 8_388_608.0 - 1.0
        };
        let (left, right) = (slope(cell), slope(cell.wrapping_add(1)));
        let height = lerp(left * inside, right * (inside - 1.0), fade(inside));
        // Two opposite slopes of 1 meet at a height of 1/2.
        (height * 2.0).clamp(-1.0, 1.0)
    }

    /// Returns the noise at any position in the plane: −1 to 1. 0 where both coordinates are whole numbers, and where
    /// one is NaN or infinite.
    pub fn at(&self, position: Vec2) -> f32 {
        if !position.is_finite() {
            return 0.0;
        }
        let corner = IVec2::new(cell(position.x), cell(position.y));
        let inside = position - position.floor();
        let height = |x: i32, y: i32| {
            let corner = corner.wrapping_add(IVec2::new(x, y));
            let gradient = GRADIENTS[(self.hash(corner) >> 29) as usize];
            gradient.dot(inside - IVec2::new(x, y).as_vec2())
        };
        let across = fade(inside.x);
        let top = lerp(height(0, 0), height(1, 0), across);
        let bottom = lerp(height(0, 1), height(1, 1), across);
        let height = lerp(top, bottom, fade(inside.y));
        // Four gradients that point at the middle of a cell give a height of half a diagonal.
        (height / DIAGONAL).clamp(-1.0, 1.0)
    }

    /// Returns a sum of noises on a line, scaled to −1 to 1, for more detail than [`Noise::at_1d`]. Each octave is
    /// twice as fine and half as high as the previous one. The number of octaves is clamped to 1 to
    /// [`Noise::MAX_OCTAVES`].
    #[doc(alias("fbm", "octaves"))]
    pub fn fractal_1d(&self, x: f32, octaves: u32) -> f32 {
        sum(octaves, |seed, scale| self.octave(seed).at_1d(x * scale))
    }

    /// Like [`Noise::fractal_1d`], for a position in the plane.
    #[doc(alias("fbm", "octaves"))]
    pub fn fractal(&self, position: Vec2, octaves: u32) -> f32 {
        sum(octaves, |seed, scale| {
            self.octave(seed).at(position * scale)
        })
    }

    /// Returns the noise of an octave. Each octave has a seed of its own: otherwise, all octaves would be 0 at the same
    /// positions.
    fn octave(&self, number: u32) -> Self {
        Self {
            seed: self.seed ^ mixed(number),
        }
    }

    /// Returns 32 random bits for a corner of a cell.
    fn hash(&self, corner: IVec2) -> u32 {
        let [x, y] = corner.to_array().map(i32::cast_unsigned);
        mixed(x ^ mixed(y ^ mixed(self.seed)))
    }
}

/// Sums octaves with the weights 1, ½, ¼ …, and divides by the sum of the weights.
fn sum(octaves: u32, mut at: impl FnMut(u32, f32) -> f32) -> f32 {
    let (mut sum, mut weights, mut scale) = (0.0, 0.0, 1.0);
    for octave in 0..octaves.clamp(1, Noise::MAX_OCTAVES) {
        sum += at(octave, scale) / scale;
        weights += 1.0 / scale;
        scale *= 2.0;
    }
    sum / weights
}

/// Returns a value of Perlin's curve of 2002. Its slope and curvature are 0 at both ends, so that cells join without
/// edges.
fn fade(t: f32) -> f32 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

/// Returns the number of the cell that contains a coordinate.
#[expect(
    clippy::cast_possible_truncation,
    reason = "saturates in a range where floats have no fractions"
)]
fn cell(x: f32) -> i32 {
    x.floor() as i32
}

/// Mixes 32 bits: the function `lowbias32` of Chris Wellons (*Prospecting for Hash Functions*, 2018,
/// <https://nullprogram.com/blog/2018/07/31/>).
const fn mixed(bits: u32) -> u32 {
    let bits = (bits ^ (bits >> 16)).wrapping_mul(0x7feb_352d);
    let bits = (bits ^ (bits >> 15)).wrapping_mul(0x846c_a68b);
    bits ^ (bits >> 16)
}
