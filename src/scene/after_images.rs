//! After-images: a trail of fading copies of an object's look.

use crate::base::checksum::summed;
use crate::scene::instance::{Instance, InstanceFlags};

/// A trail of fading copies behind an object. Each copy shows the object's look a few steps earlier, and is smoothed
/// like the object. The copies are painted beneath the objects of the altitude and level, above its tile maps, and
/// vanish with the object. [`ObjectMut::set_after_images`](crate::world::ObjectMut::set_after_images) sets it.
///
/// Steps count only while the altitude's layer time passes; otherwise, the copies stand still. A copy of a filled area
/// shows the present area. Each copy takes as many rows as the object. Objects without after-images cost nothing.
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::scene::AfterImages;
///
/// # let app = App::new("Docs", Default::default()).pixels(80, 60);
/// let mut game = damselfly::app::Harness::start(app, |cx| {
///     let dot = cx.assets.add_rect("dot", 2, 2, Color::WHITE)?;
///     let dash = cx.spawn(Object::from(dot).at(vec2(10.0, 30.0)).velocity(vec2(4.0, 0.0)));
///     cx.object_mut(dash).map(|mut dash| dash.set_after_images(AfterImages::new(3)));
///     Ok(())
/// })?;
/// game.steps(8);
/// assert_eq!(game.image().count(Color::BLACK), 80 * 60 - 4 * 2 * 2);
/// # Ok::<(), Error>(())
/// ```
#[doc(alias("trail", "ghost", "motion blur", "dash"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AfterImages {
    /// Number of copies, 1 to 64.
    pub count: u8,
    /// Steps from one copy to the next, 1 to 16. Defaults to 2.
    pub spacing: u8,
    /// Opacity of the first copy relative to the object's, 0 to 1. Further copies fade evenly. Defaults to 0.5. Copies
    /// with a multiplying or opaque blend mode do not fade.
    pub opacity: f32,
}

summed!(AfterImages: count, spacing, opacity);

impl AfterImages {
    /// The largest number of copies.
    pub const MAX_COUNT: u8 = 64;

    /// The largest number of steps from one copy to the next.
    pub const MAX_SPACING: u8 = 16;

    /// Returns a trail of this many copies, 1 to 64.
    pub const fn new(count: u8) -> Self {
        Self {
            count,
            spacing: 2,
            opacity: 0.5,
        }
    }

    /// Sets the number of steps from one copy to the next, 1 to 16.
    #[must_use]
    pub const fn spacing(self, spacing: u8) -> Self {
        Self { spacing, ..self }
    }

    /// Sets the opacity of the first copy, 0 to 1.
    #[must_use]
    pub const fn opacity(self, opacity: f32) -> Self {
        Self { opacity, ..self }
    }

    /// Returns whether each number is in its range.
    pub(crate) fn is_valid(&self) -> bool {
        (1..=Self::MAX_COUNT).contains(&self.count)
            && (1..=Self::MAX_SPACING).contains(&self.spacing)
            && (0.0..=1.0).contains(&self.opacity)
    }

    /// Returns the age of the oldest copy, in steps.
    pub(crate) fn steps(&self) -> usize {
        usize::from(self.count) * usize::from(self.spacing)
    }

    /// Returns a copy of a look, faded like the copy of this number, counted from 1.
    pub(crate) fn faded(&self, mut look: Instance, number: u8) -> Instance {
        let left = f32::from(self.count - number + 1) / f32::from(self.count);
        let part = self.opacity * left;
        look.tint = look.tint.map(|channel| scaled(channel, part));
        look
    }
}

/// Returns whether a look shows anything.
pub(crate) fn is_shown(look: &Instance) -> bool {
    !look.flags().contains(InstanceFlags::HIDDEN)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most 255"
)]
fn scaled(channel: u8, part: f32) -> u8 {
    (f32::from(channel) * part + 0.5).floor() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::FrameId;
    use glam::Vec2;

    #[test]
    fn copies_fade_evenly_from_the_first_to_the_last() {
        let look = Instance::new(Vec2::ZERO, FrameId::SOLID);
        let trail = AfterImages::new(4).opacity(0.8);
        let faded = [1, 2, 3, 4].map(|number| trail.faded(look, number).tint);
        assert_eq!(faded, [[204; 4], [153; 4], [102; 4], [51; 4]]);
    }

    #[test]
    fn only_numbers_in_range_are_valid() {
        assert!(AfterImages::new(64).spacing(16).opacity(1.0).is_valid());
        for trail in [
            AfterImages::new(0),
            AfterImages::new(65),
            AfterImages::new(1).spacing(0),
            AfterImages::new(1).spacing(17),
            AfterImages::new(1).opacity(1.1),
            AfterImages::new(1).opacity(-0.1),
            AfterImages::new(1).opacity(f32::NAN),
        ] {
            assert!(!trail.is_valid(), "{trail:?}");
        }
    }
}
