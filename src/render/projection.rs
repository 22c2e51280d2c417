//! Converts a camera to a projection: zoom, parallax, rotation, shake and whole pixels, computed here for all backends.
//!
//! The camera's pose, already smoothed and shaken, comes from `scene`; the position of the view in the target comes
//! from the viewport.

use glam::{BVec2, DVec2, Vec2};

use super::frame::Projection;
use super::quad::{project, turn_by};
use super::viewport::Viewport;
use crate::assets::frame::FrameRecord;
use crate::geometry::turns::{Turn, TurnMotion};
use crate::scene::{Camera, CameraPose, Instance, InstanceFlags};

/// The sprite of the object that the camera follows. Its first column and row decide when the camera moves on by a
/// pixel, so that the sprite stays in its pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FollowedSprite<'a> {
    pub(crate) instance: &'a Instance,
    /// The records of its frame and of the further quads of the same image or shape.
    pub(crate) frames: &'a [FrameRecord],
}

impl FollowedSprite<'_> {
    /// Returns the upper left corner of the box around the drawn sprite, in 1/256 pixel from the object's position. The
    /// angle of the view must be a multiple of 90°. A sprite that spins, or has an angle between, counts as not turned,
    /// so that it does not move the world.
    fn corner(&self, texel_scale: Vec2, turn: Turn) -> DVec2 {
        let mut seen = *self.instance;
        seen.set_flag(InstanceFlags::HIDDEN, false);
        (seen.position, seen.motion) = (Vec2::ZERO, Vec2::ZERO);
        if seen.turn_motion != TurnMotion::ZERO || !seen.turn.is_quarter() {
            (seen.turn, seen.turn_motion) = (Turn::ZERO, TurnMotion::ZERO);
        }
        let view = Projection {
            texel_scale: texel_scale.to_array(),
            turn: turn.0.into(),
            ..Projection::IDENTITY
        };
        let quads = self
            .frames
            .iter()
            .filter_map(|frame| project(&seen, frame, &view));
        let corners = quads.map(|quad| DVec2::from(quad.bounds()[0].map(f64::from)));
        corners.reduce(DVec2::min).unwrap_or_default()
    }
}

impl Projection {
    /// Returns the projection of a layer of the world by a camera.
    ///
    /// - `unit`: pixels per world unit, before magnification.
    /// - `parallax`: the fraction of the camera's movement that the layer follows, 1 for all of it, 0 for a layer that
    ///   stands still in the view.
    /// - `k`: the smoothing factor of camera and sprites, −1 to 1.
    ///
    /// Only the final translation is rounded to whole pixels, so that objects at rest relative to each other stay so on
    /// the screen. All layers are turned alike, about the view's middle, and shaken alike. If the angle of the view is
    /// not a multiple of 90°, nothing is rounded: edges then do not follow rows of pixels.
    pub fn of_camera(
        camera: &Camera,
        unit: Vec2,
        viewport: &Viewport,
        parallax: f32,
        k: f32,
    ) -> Self {
        Self::of_following_camera(camera, unit, viewport, parallax, k, None)
    }

    /// Like [`Projection::of_camera`], for a camera that follows an object. The object's sprite stays in one column and
    /// row of pixels as long as the object pushes the view.
    pub(crate) fn of_following_camera(
        camera: &Camera,
        unit: Vec2,
        viewport: &Viewport,
        parallax: f32,
        k: f32,
        followed: Option<FollowedSprite<'_>>,
    ) -> Self {
        let pose = camera.pose(k);
        let turn = pose.turn;
        let texel_scale = viewport.scale * pose.zoom;
        let scale = unit * texel_scale;
        let origin = Vec2::new(viewport.origin[0] as f32, viewport.origin[1] as f32);
        // The zoom is left out: a shake is in view units, and has the same strength at any zoom.
        let shift = pose.shift * unit * viewport.scale;
        let translation = if turn.is_quarter() {
            // A layer of another parallax moves against the followed object anyway.
            let followed = followed.filter(|_| parallax == 1.0);
            let corner = followed.map(|sprite| sprite.corner(texel_scale, turn));
            // The shake is rounded separately, so that it moves layers of every parallax by the same whole pixels. A
            // rounded sum would differ between layers by a pixel.
            whole_translation(&pose, origin, scale, parallax, corner) + shift.round()
        } else {
            let half = pose.size * 0.5 * scale;
            let corner = pose.center * parallax * scale - half * parallax;
            origin + half - turned(corner + half, turn) + shift
        };
        let (sin, cos) = turn.sin_cos();
        // The matrix scales first and turns second: the other order would shear units that are higher than wide.
        let matrix = [cos * scale.x, -sin * scale.y, sin * scale.x, cos * scale.y];
        Self {
            matrix,
            translation: translation.to_array(),
            texel_scale: texel_scale.to_array(),
            turn: turn.0.into(),
            k,
            units_per_texel: unit.recip().to_array(),
        }
    }

    /// Returns the projection of a layer in view space: positions are relative to the view's top left corner, in units
    /// of `unit` pixels before magnification. `k` is the smoothing factor of sprites, −1 to 1. The camera has no effect
    /// on it.
    pub fn of_view(unit: Vec2, viewport: &Viewport, k: f32) -> Self {
        let scale = unit * viewport.scale;
        Self {
            matrix: [scale.x, 0.0, 0.0, scale.y],
            translation: viewport.origin.map(|at| at as f32),
            texel_scale: viewport.scale.to_array(),
            k,
            units_per_texel: unit.recip().to_array(),
            ..Self::IDENTITY
        }
    }
}

/// Returns a vector on the screen turned clockwise.
fn turned(v: Vec2, turn: Turn) -> Vec2 {
    turn_by(turn, v.into()).into()
}

/// Returns the translation of a layer in whole pixels, without a shake. The angle of the view must be a multiple of 90°.
/// `origin` is the view's top left corner in the target, `scale` the number of pixels per world unit, and `corner` that
/// of the followed sprite: see [`FollowedSprite::corner`].
fn whole_translation(
    pose: &CameraPose,
    origin: Vec2,
    scale: Vec2,
    parallax: f32,
    corner: Option<DVec2>,
) -> Vec2 {
    let turn = pose.turn;
    let half = pose.size * 0.5 * scale;
    // Parallax scales the corner alone, the centre less half the view: the middle of the view, about which layers are
    // turned, is the same for every layer.
    let middle = snapped(origin + (half - turned(half, turn)) + turned(half * parallax, turn));
    let on_screen = |at: Vec2| snapped(turned(at * parallax * scale, turn));
    let unfollowed = |center: Vec2| {
        let zero = DVec2::ZERO;
        rounded(middle - on_screen(center), zero, zero, zero)
    };
    if parallax != 1.0 {
        return unfollowed(pose.center);
    }
    // Rounded on its own: the followed object then moves by whole pixels, and only against the lead.
    let lead = turned(pose.lead * scale, turn).round();
    let followed = rounded(
        middle - on_screen(pose.push.at),
        middle + corner.unwrap_or_default(),
        snapped(pose.dead_zone * scale),
        turned(pose.push.edge, turn).as_dvec2(),
    ) - lead;
    // The picture ends at the boundary, whatever pixels the object is in.
    let [one, other] = pose.limits.map(unfollowed);
    let at_limit = pose.center.cmpeq(pose.limits[0]) | pose.center.cmpeq(pose.limits[1]);
    let at_limit = match turn {
        Turn::ZERO | Turn::HALF => at_limit,
        _ => BVec2::new(at_limit.y, at_limit.x),
    };
    let within = followed.max(one.min(other)).min(one.max(other));
    Vec2::select(at_limit, unfollowed(pose.center), within)
}

/// Rounds a position in pixels to 1/256 pixel, and returns it in these units. Rounds like the corners of sprites do:
/// halves go up. In double precision every result is exact.
fn snapped(position: Vec2) -> DVec2 {
    (position.as_dvec2() * 256.0 + 0.5).floor()
}

/// Rounds a translation to whole pixels; halves go up. `translation`, `corner` and `reach` are in 1/256 pixel.
///
/// A pixel centre on a sprite's left or upper edge still belongs to the sprite. So an edge at whole pixels that moves
/// with the camera never reaches another centre. For a followed sprite, the translation is first moved by the distance
/// of the sprite's first corner from a whole pixel.
///
/// `corner` is the first corner of a followed sprite in the middle of the view. The sprite is `reach` to one side of
/// this position while it pushes the camera, and `edge` is the side, -1 or 1, or 0 before the first push. The distance
/// between the two sides is rounded down to whole pixels, so that the sprite can have whole pixels on both. Rounded
/// down, because the camera would otherwise go back by a pixel when the sprite begins to push the other side.
fn rounded(translation: DVec2, corner: DVec2, reach: DVec2, edge: DVec2) -> Vec2 {
    let slack = reach % 128.0;
    let first = corner - (reach - slack);
    let beside = first - (first / 256.0).round() * 256.0 + edge * slack;
    ((translation + edge * reach - beside + 128.0) / 256.0)
        .floor()
        .as_vec2()
}

#[cfg(test)]
mod tests {
    mod boundary;
    mod followed;
    mod lead;

    use super::*;
    use crate::geometry::Rect;
    use crate::render::{Fit, ViewSettings};
    use crate::scene::Shake;
    use core::f32::consts::{FRAC_PI_2, FRAC_PI_4};
    use proptest::prelude::*;

    const CELL: Vec2 = Vec2::new(8.0, 16.0);

    /// Returns the viewport of 20 × 10 cells, twice magnified, with a bar of 7 pixels on the left and one of 13 above.
    fn viewport() -> Viewport {
        let view = ViewSettings {
            size: Vec2::new(20.0, 10.0),
            unit: CELL,
            fit: Fit::Letterbox,
        };
        let viewport = view.viewport([334, 346]);
        assert_eq!(
            (viewport.origin, viewport.scale),
            ([7, 13], Vec2::splat(2.0))
        );
        viewport
    }

    fn camera() -> Camera {
        let mut camera = Camera::new(Vec2::new(20.0, 10.0)).with_unit(CELL);
        camera.set_boundary(Rect::from_size(Vec2::ZERO, Vec2::splat(500.0)));
        camera.begin_step(CELL);
        camera
    }

    fn seen(camera: &Camera, parallax: f32, k: f32) -> Projection {
        Projection::of_camera(camera, CELL, &viewport(), parallax, k)
    }

    fn pixel(projection: &Projection, point: Vec2) -> Vec2 {
        let [xx, xy, yx, yy] = projection.matrix;
        Vec2::new(xx * point.x + xy * point.y, yx * point.x + yy * point.y)
            + Vec2::from_array(projection.translation)
    }

    #[test]
    fn an_unturned_camera_moves_by_whole_pixels_and_turns_nothing() {
        let mut camera = camera();
        camera.cut_to(Vec2::new(100.3, 50.7));
        let projection = seen(&camera, 0.7, -0.3);
        assert_eq!(projection.matrix, [16.0, 0.0, 0.0, 32.0]);
        assert_eq!(projection.turn, 0);
        let translation = Vec2::from_array(projection.translation);
        assert_eq!(translation, translation.round());
    }

    #[test]
    fn the_view_projection_equals_that_of_an_idle_camera() {
        let still = Camera::new(Vec2::new(20.0, 10.0)).with_unit(CELL);
        for k in [-1.0, 0.0, 0.25] {
            assert_eq!(
                Projection::of_view(CELL, &viewport(), k),
                seen(&still, 1.0, k)
            );
        }
    }

    #[test]
    fn a_turned_picture_is_rigid_in_pixels() {
        let mut camera = camera();
        camera.set_angle(1.2345);
        let [xx, xy, yx, yy] = seen(&camera, 1.0, 0.0).matrix;
        let (column, row) = (Vec2::new(xx, yx), Vec2::new(xy, yy));
        assert!((column.length() - 16.0).abs() < 1e-4 && (row.length() - 32.0).abs() < 1e-4);
        assert!(column.dot(row).abs() < 1e-3);
    }

    #[test]
    fn every_layer_turns_about_the_views_middle() {
        let mut camera = camera();
        camera.cut_to(Vec2::new(100.0, 50.0));
        for parallax in [0.0, 0.25, 1.0] {
            let middle_of_layer = camera.view().min * parallax + camera.view_size() * 0.5;
            for angle in [0.0, 0.1, FRAC_PI_4, FRAC_PI_2, -2.0] {
                camera.set_angle(angle);
                let at = pixel(&seen(&camera, parallax, 0.0), middle_of_layer);
                let middle = Vec2::new(7.0 + 160.0, 13.0 + 160.0);
                assert!(at.abs_diff_eq(middle, 0.01), "{parallax} {angle}: {at}");
            }
        }
    }

    #[test]
    fn a_quarter_turn_keeps_whole_pixels() {
        let mut camera = camera();
        camera.cut_to(Vec2::new(100.3, 50.7));
        camera.set_angle(FRAC_PI_2);
        let projection = seen(&camera, 1.0, 0.0);
        assert_eq!(projection.matrix, [0.0, 32.0, -16.0, 0.0]);
        assert_eq!(projection.turn, 0xc000);
        let translation = Vec2::from_array(projection.translation);
        assert_eq!(translation, translation.round());
    }

    #[test]
    fn half_way_between_steps_the_camera_is_half_way() {
        let mut camera = camera();
        camera.cut_to(Vec2::new(100.0, 50.0));
        camera.begin_step(CELL);
        camera.move_to(Vec2::new(102.0, 50.0));
        camera.set_angle(0.5);
        camera.set_zoom(2.0);
        let mut between = camera.clone();
        between.cut_to(Vec2::new(101.0, 50.0));
        between.set_angle(0.25);
        between.set_zoom(1.5);
        let (got, expected) = (seen(&camera, 1.0, -0.5), seen(&between, 1.0, 0.0));
        assert_eq!(got.texel_scale, expected.texel_scale);
        assert!(got.turn.abs_diff(expected.turn) <= 1);
        let point = Vec2::new(105.0, 52.0);
        assert!(pixel(&got, point).abs_diff_eq(pixel(&expected, point), 0.1));
    }

    #[test]
    fn a_shake_moves_every_layer_alike_and_by_whole_pixels() {
        let mut camera = camera();
        camera.cut_to(Vec2::new(100.3, 50.7));
        camera.begin_step(CELL);
        let calm = [0.0, 0.3, 1.0].map(|parallax| seen(&camera, parallax, 0.0).translation);
        camera.shake(Shake::default());
        camera.end_step(1.0);
        let shaken = [0.0, 0.3, 1.0].map(|parallax| seen(&camera, parallax, 0.0).translation);
        let thrown: Vec<Vec2> = calm
            .into_iter()
            .zip(shaken)
            .map(|(calm, shaken)| Vec2::from_array(shaken) - Vec2::from_array(calm))
            .collect();
        assert!(thrown[0] != Vec2::ZERO && thrown[0] == thrown[0].round());
        assert!(thrown.iter().all(|&by| by == thrown[0]));
    }

    proptest! {
        #[test]
        fn what_is_drawn_is_where_the_camera_says(
            x in 0.0f32..500.0, y in 0.0f32..500.0, angle in -4.0f32..4.0, zoom in 0.3f32..5.0,
            dx in -20.0f32..20.0, dy in -20.0f32..20.0,
        ) {
            let mut camera = camera();
            camera.set_angle(angle);
            camera.set_zoom(zoom);
            camera.cut_to(Vec2::new(x, y));
            let point = Vec2::new(x + dx, y + dy);
            let viewport = viewport();
            let drawn = viewport.to_view(CELL, pixel(&seen(&camera, 1.0, 0.0), point));
            let told = camera.world_to_view(point);
            // The tolerance is half a pixel for the rounded translation, and the errors of single precision.
            prop_assert!(((drawn - told) * CELL * viewport.scale).abs().cmple(Vec2::splat(0.6)).all());
        }
    }
}
