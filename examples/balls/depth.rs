//! The distance of a ball: five layers, each with its own size, pace and haze.

use damselfly::prelude::*;

/// A layer of balls. Farther layers are smaller, slower, dimmer and painted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Checksum)]
pub enum Depth {
    Farthest,
    Far,
    Middle,
    Near,
    Nearest,
}

/// Colour into which distant balls fade.
const HAZE: Color = Color::rgb(26, 30, 66);

impl AltitudeName for Depth {
    /// Returns the number of the layer, above the backdrop, which has altitude 0.
    fn altitude(self) -> u16 {
        self as u16 + 1
    }
}

impl Depth {
    /// Number of layers.
    pub const COUNT: u16 = 5;

    pub const ALL: [Self; Self::COUNT as usize] = [
        Self::Farthest,
        Self::Far,
        Self::Middle,
        Self::Near,
        Self::Nearest,
    ];

    /// Returns the radius of a ball, in pixels.
    pub const fn radius(self) -> u16 {
        [4, 6, 8, 11, 15][self as usize]
    }

    /// Returns the percentage of all balls that are in this layer. Farther layers have more room.
    pub const fn share(self) -> usize {
        [28, 24, 20, 16, 12][self as usize]
    }

    /// Returns the drawn length of a distance, relative to the same distance in the nearest layer.
    pub fn scale(self) -> f32 {
        0.45 + 0.55 * self.nearness()
    }

    /// Returns the y coordinate of the ground in pixels. The ground of farther layers is closer to the horizon.
    pub fn ground(self) -> f32 {
        600.0 + 110.0 * self.nearness()
    }

    /// Returns the y coordinate of a ball's centre when it lies on the ground.
    pub fn lowest(self) -> f32 {
        self.ground() - f32::from(self.radius())
    }

    /// Returns a colour as it looks at this distance.
    pub fn tinted(self, color: Color) -> Color {
        let clear = 0.4 + 0.6 * self.nearness();
        let mix =
            |near: u8, far: u8| byte(f32::from(near) * clear + f32::from(far) * (1.0 - clear));
        Color::rgb(
            mix(color.r, HAZE.r),
            mix(color.g, HAZE.g),
            mix(color.b, HAZE.b),
        )
    }

    /// Returns the nearness, from 0 (farthest) to 1.
    fn nearness(self) -> f32 {
        f32::from(self as u16) / f32::from(Self::COUNT - 1)
    }
}

/// Sets the time scale of all layers: the layer's own pace times `pace`.
pub fn set_pace(world: &mut World, pace: f32) {
    for depth in Depth::ALL {
        let own = 0.7 + 0.3 * depth.nearness();
        world.change_altitudes([depth], |settings| settings.time_scale = pace * own);
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to 255"
)]
pub fn byte(value: f32) -> u8 {
    (value + 0.5) as u8
}
