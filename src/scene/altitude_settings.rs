//! Settings that hold for all objects of one altitude.

use glam::Vec2;

use super::sort_by::SortBy;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::valid::is_valid;
use crate::geometry::Rect;

/// Whether the engine or the game moves the objects of an altitude.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MovedBy {
    /// The engine adds velocities to positions in each step. The default.
    #[default]
    Engine,
    /// The game moves them itself, in loops over whole columns ([`Layer::columns_mut`](super::Layer::columns_mut)). The
    /// engine does not apply their velocities. `move_by`, `move_to`, `set_position`, parents and platforms move them as
    /// usual.
    Game,
}

/// Space of an altitude's positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Space {
    /// World units, seen through the camera. The default.
    #[default]
    World,
    /// View units from the view's top left corner. They are as large as world units at zoom 1, and the camera neither
    /// scrolls, zooms, turns nor shakes them. [`mouse_position`](crate::input::InputState::mouse_position) is in the
    /// same units.
    ///
    /// Only drawing differs. A step compares positions as numbers, whatever their space: objects in this space should
    /// be spectral, and they leave the world at its boundary.
    Screen,
}

/// Settings that hold for all objects of one altitude.
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::scene::{AltitudeSettings, Space};
///
/// fn slow_motion(world: &mut World) {
///     let ships = world.altitude_settings_mut(2_u16);
///     ships.time_scale = 0.25;
///     let stars = world.altitude_settings_mut(0_u16);
///     *stars = AltitudeSettings { parallax: 0.2, ..AltitudeSettings::default() };
///     world.altitude_settings_mut(4_u16).space = Space::Screen;
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
/// #     slow_motion(cx);
/// #     cx.spawn(Object::new("Ship").velocity(vec2(1.0, 0.0)));
/// #     Ok(())
/// # })?;
/// # game.steps(8);
/// # let ship = game.only("Ship");
/// # assert_eq!(game.world().object(ship).map(|ship| ship.position().x), Some(2.0));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AltitudeSettings {
    /// Whether its objects are drawn, in the view and by sprite cameras. A sprite camera may show them even so: see
    /// [`SpriteCamera::shows_hidden`](super::SpriteCamera::shows_hidden). Defaults to true.
    pub visible: bool,
    /// Whether its objects act, move and animate. Defaults to true.
    ///
    /// If it was false at the beginning of every step, the log names the kinds of the objects with behaviours there at
    /// the end of the run, once each. It does not name a kind if one of its objects came from or went to an altitude
    /// that was enabled in a step, or is on such an altitude at the end.
    pub enabled: bool,
    /// Factor of movement, spin, animation, lifetimes, particles and timers in layer time, from 0 to
    /// [`AltitudeSettings::FASTEST`]. Larger values count as the largest one, and values that are negative or not
    /// finite as 1. Defaults to 1.
    pub time_scale: f32,
    /// Factor of the camera's movement: 1 for the world itself, 0 for a distant sky that stands still. Such a sky still
    /// zooms, turns and shakes with the camera. Values that are not finite count as 1. Has no effect on an altitude in
    /// [`Space::Screen`]. Defaults to 1.
    ///
    /// A position of the altitude is drawn `position − parallax × corner` world units from the view's top left corner,
    /// where `corner` is the minimum of [`Camera::view`](crate::scene::Camera::view). So with 0, positions count from
    /// that corner at any zoom, and a zoom enlarges the altitude from there, not about the middle of the view.
    pub parallax: f32,
    /// Like [`parallax`](Self::parallax), for the camera's movement along y. `None`: the same factor. A value that is not
    /// finite counts as 1. Defaults to `None`.
    pub parallax_y: Option<f32>,
    /// Space of the positions of its objects and of its canvas. Defaults to [`Space::World`].
    pub space: Space,
    /// Painting order of its objects. Defaults to `None`: the order of insertion, persistent objects first.
    ///
    /// Sorted objects of the current level and persistent ones are painted in one order, above the altitude's tile
    /// maps. Objects with equal keys keep the order of insertion. The order is the last step's; objects added since are
    /// on top. Only painting differs: objects act, collide and are found in the same order as before.
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::scene::SortBy;
    ///
    /// # let app = App::new("Docs", Default::default()).pixels(80, 60);
    /// let mut game = damselfly::app::Harness::start(app, |cx| {
    ///     cx.altitude_settings_mut(2_u16).sort = Some(SortBy::Base);
    ///     let [hero, tree] = [(Color::RED, "hero"), (Color::GREEN, "tree")]
    ///         .map(|(color, label)| cx.assets.add_rect(label, 20, 20, color));
    ///     cx.spawn(Object::from(hero?).at(vec2(40.0, 34.0)).spectral());
    ///     cx.spawn(Object::from(tree?).at(vec2(40.0, 26.0)).spectral());
    ///     Ok(())
    /// })?;
    /// game.step();
    /// assert_eq!(game.image().get(40, 30), Some(Color::RED), "the hero is in front of the tree");
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("y_sort", "y_sort_enabled", "z-order"))]
    pub sort: Option<SortBy>,
    /// Whether the engine or the game moves its objects. Defaults to the engine.
    pub moved_by: MovedBy,
    /// Clip rectangle: nothing of the altitude is drawn on pixels whose centres are outside. In view units from the
    /// view's top left corner, or in world units: see [`clip_space`](Self::clip_space). Defaults to `None`: only the
    /// view bounds the altitude.
    ///
    /// A rectangle that changed in the latest step is drawn between the old and the new one, like a moving object. It is
    /// never extrapolated. A rectangle that was `None` before appears at once. So does one in view units if the main
    /// camera was cut in the same step ([`Camera::cut`](crate::scene::Camera::cut)).
    ///
    /// With swapped corners or without area, it hides the whole altitude. With a coordinate that is not finite, or
    /// beyond ±10⁹, it counts as `None`. Only drawing differs: objects act, collide and shine outside of it. If the
    /// altitude belongs to a group, effects and light of the group reach beyond it.
    ///
    /// ```
    /// use damselfly::geometry::Rect;
    /// use damselfly::prelude::*;
    ///
    /// # let app = App::new("Docs", Default::default()).pixels(80, 24);
    /// let mut game = damselfly::app::Harness::start(app, |cx| {
    ///     // The list of a menu, which scrolls inside of its frame.
    ///     let window = Rect::from_size(vec2(10.0, 2.0), vec2(30.0, 20.0));
    ///     cx.altitude_settings_mut(3_u16).clip = Some(window);
    ///     cx.canvas(3).rect(Rect::from_size(vec2(0.0, 0.0), vec2(80.0, 80.0)), Color::RED);
    ///     Ok(())
    /// })?;
    /// assert_eq!(game.image().count(Color::RED), 30 * 20);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("scissor", "clip_contents", "Overflow"))]
    pub clip: Option<Rect>,
    /// Space of the clip rectangle. Defaults to [`Space::Screen`]: the camera does not move the rectangle.
    ///
    /// In [`Space::World`] the main camera projects it, with the altitude's parallax. If the camera is turned, the
    /// rectangle is the smallest upright one in the view around its four corners. For a rectangle that follows an
    /// object, set it in the object's [`Behavior::draw`](crate::world::Behavior::draw): objects have moved by then. In
    /// [`Game::step`](crate::app::Game::step) they have not, and the rectangle would trail behind by a step.
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::scene::Space;
    ///
    /// /// Shows altitude 2 only around its object.
    /// #[derive(Clone)]
    /// struct Window;
    ///
    /// impl Behavior for Window {
    ///     fn draw(&mut self, cx: &mut Context<'_>) {
    ///         let at = cx.me().position();
    ///         let settings = cx.altitude_settings_mut(2_u16);
    ///         settings.clip_space = Space::World;
    ///         settings.clip = Some(Rect::centered(at, vec2(8.0, 8.0)));
    ///     }
    /// }
    /// # let app = App::new("Docs", Default::default()).pixels(80, 24);
    /// # let mut game = damselfly::app::Harness::start(app, |cx| {
    /// #     let white = cx.assets.add_rect("white", 80, 24, Color::WHITE)?;
    /// #     cx.spawn(Object::new("Wall").sprite(white).at(vec2(40.0, 12.0)).altitude(2).spectral());
    /// #     cx.spawn_with(Object::new("Hero").at(vec2(20.0, 12.0)).velocity(vec2(3.0, 0.0)), Window);
    /// #     Ok(())
    /// # })?;
    /// # game.steps(2);
    /// # assert_eq!(game.image().get(22, 12), Some(Color::WHITE));
    /// # assert_eq!(game.image().count(Color::WHITE), 64);
    /// # Ok::<(), Error>(())
    /// ```
    pub clip_space: Space,
}

impl AltitudeSettings {
    /// The largest time scale: a factor of 1000. Its product with a valid velocity, at most 10⁹, stays far from
    /// infinity.
    pub const FASTEST: f32 = 1000.0;

    /// Returns the effective time scale: valid and in range.
    pub(crate) fn valid_time_scale(&self) -> f32 {
        // The value is checked at each read, because the field is public. `clamp` alone would let NaN through.
        if self.time_scale.is_finite() && self.time_scale >= 0.0 {
            self.time_scale.min(Self::FASTEST)
        } else {
            1.0
        }
    }

    /// Returns the effective clip rectangle: finite.
    pub(crate) fn valid_clip(&self) -> Option<Rect> {
        self.clip
            .filter(|clip| is_valid(clip.min) && is_valid(clip.max))
    }

    /// Returns the effective parallax along both axes: finite.
    pub(crate) fn valid_parallax(&self) -> Vec2 {
        let valid = |factor: f32| if factor.is_finite() { factor } else { 1.0 };
        let y = self.parallax_y.unwrap_or(self.parallax);
        Vec2::new(valid(self.parallax), valid(y))
    }

    /// Returns the layer time that passes in one nominal step: the effective time scale, or 0 while disabled.
    pub(crate) fn time_passing(&self) -> f32 {
        if self.enabled {
            self.valid_time_scale()
        } else {
            0.0
        }
    }
}

summed!(enum MovedBy: 0 Engine, 1 Game);

impl Checksum for AltitudeSettings {
    /// Leaves out visibility, parallax, space, painting order and clip rectangle, which only change drawing.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        (self.enabled, self.valid_time_scale(), self.moved_by).write_checksum(sum);
    }
}

impl Default for AltitudeSettings {
    fn default() -> Self {
        Self {
            visible: true,
            enabled: true,
            time_scale: 1.0,
            parallax: 1.0,
            parallax_y: None,
            space: Space::World,
            sort: None,
            moved_by: MovedBy::Engine,
            clip: None,
            clip_space: Space::Screen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parallax_that_is_not_finite_counts_as_1() {
        for (parallax, counts_as) in [
            (f32::NAN, 1.0),
            (f32::INFINITY, 1.0),
            (-0.5, -0.5),
            (0.0, 0.0),
        ] {
            let settings = AltitudeSettings {
                parallax,
                ..AltitudeSettings::default()
            };
            assert_eq!(settings.valid_parallax(), Vec2::splat(counts_as));
            let apart = AltitudeSettings {
                parallax: 0.25,
                parallax_y: Some(parallax),
                ..settings
            };
            assert_eq!(apart.valid_parallax(), Vec2::new(0.25, counts_as));
        }
    }
}
