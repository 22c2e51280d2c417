//! What part of the world is seen.

use glam::Vec2;

use crate::geometry::Rect;
use crate::id::ObjectId;

/// What part of the world is seen: a view held within the world's boundary, which may follow an object.
///
/// It moves once a step and is smoothed like an object; a cut ([`Camera::cut_to`]) is not.
#[derive(Clone, Debug)]
pub struct Camera {
    /// The world: the view never leaves it, and objects that do hear of it.
    boundary: Rect,
    /// World units seen at zoom 1.
    size: Vec2,
    /// The view's centre.
    center: Vec2,
    /// How far the last step moved the centre.
    motion: Vec2,
    zoom: f32,
    /// Kept in view until it dies.
    follow: Option<ObjectId>,
    /// Half of the area about the centre in which the followed object moves freely, in world units.
    dead_zone: Vec2,
}

impl Camera {
    /// Sees `size` world units from the origin; the world is as large. A size that is not finite or has no area
    /// counts as one unit each way.
    pub fn new(size: Vec2) -> Self {
        let size = if is_size(size) { size } else { Vec2::ONE };
        Self {
            boundary: Rect::from_size(Vec2::ZERO, size),
            size,
            center: size / 2.0,
            motion: Vec2::ZERO,
            zoom: 1.0,
            follow: None,
            dead_zone: Vec2::ZERO,
        }
    }

    /// The world's boundary. At first the view's size, from the origin.
    pub fn boundary(&self) -> Rect {
        self.boundary
    }

    /// Changes the world's boundary. Refused (answers false) unless it is finite and has a size.
    pub fn set_boundary(&mut self, boundary: Rect) -> bool {
        let sound = boundary.min.is_finite()
            && boundary.max.is_finite()
            && boundary.min.cmplt(boundary.max).all();
        if sound {
            self.boundary = boundary;
            self.cut_to(self.center);
        }
        sound
    }

    /// World units that are seen, zoom included.
    pub fn view_size(&self) -> Vec2 {
        self.size / self.zoom
    }

    /// The part of the world that is seen.
    pub fn view(&self) -> Rect {
        Rect::centered(self.center, self.view_size())
    }

    /// The view's centre, in world units.
    pub fn center(&self) -> Vec2 {
        self.center
    }

    /// How far the last step moved the view's centre.
    pub fn motion(&self) -> Vec2 {
        self.motion
    }

    /// The zoom: 2 shows everything twice as large. 1 at first.
    pub fn zoom(&self) -> f32 {
        self.zoom
    }

    /// Changes the zoom. Refused (answers false) unless it is within 1/64 to 64. Where the view had to move to stay
    /// within the boundary, drawing shows it jump.
    pub fn set_zoom(&mut self, zoom: f32) -> bool {
        let sound = (1.0 / 64.0..=64.0).contains(&zoom);
        if sound {
            self.zoom = zoom;
            let held = self.held(self.center);
            if held != self.center {
                self.center = held;
                self.motion = Vec2::ZERO;
            }
        }
        sound
    }

    /// Changes how much of the world is seen at zoom 1: the window's shape changed.
    pub(crate) fn set_size(&mut self, size: Vec2) {
        if is_size(size) && size != self.size {
            let top_left = self.view().min;
            self.size = size;
            self.cut_to(top_left + self.view_size() / 2.0);
        }
    }

    /// Follows an object from the next step on, until it dies. It moves freely within `dead_zone` (width and
    /// height in world units) about the view's centre.
    pub fn follow(&mut self, object: ObjectId, dead_zone: Vec2) {
        self.follow = Some(object);
        self.dead_zone = if dead_zone.is_finite() {
            dead_zone.max(Vec2::ZERO) / 2.0
        } else {
            Vec2::ZERO
        };
    }

    /// Follows nothing.
    pub fn unfollow(&mut self) {
        self.follow = None;
    }

    /// Whom it follows.
    pub fn followed(&self) -> Option<ObjectId> {
        self.follow
    }

    pub(crate) fn dead_zone(&self) -> Vec2 {
        self.dead_zone * 2.0
    }

    /// Centres on a place at once, as near as the boundary lets it; drawing shows it jump. Refused (answers false)
    /// unless it is finite.
    pub fn cut_to(&mut self, center: Vec2) -> bool {
        let sound = center.is_finite();
        if sound {
            self.center = self.held(center);
            self.motion = Vec2::ZERO;
        }
        sound
    }

    /// Moves to a place, as near as the boundary lets it; drawing shows it travel. Refused (answers false) unless it
    /// is finite.
    pub fn move_to(&mut self, center: Vec2) -> bool {
        let sound = center.is_finite();
        if sound {
            let from = self.center;
            self.center = self.held(center);
            self.motion += self.center - from;
        }
        sound
    }

    /// Begins a step: what is drawn from here on is this step's motion.
    pub(crate) fn begin_step(&mut self) {
        self.motion = Vec2::ZERO;
    }

    /// Keeps the followed object's place within the dead zone.
    pub(crate) fn track(&mut self, place: Vec2) {
        let offset = place - self.center;
        let free = offset.clamp(-self.dead_zone, self.dead_zone);
        self.move_to(self.center + offset - free);
    }

    /// The nearest centre at which the view stays within the boundary. A view larger than the world starts
    /// where the world does.
    fn held(&self, center: Vec2) -> Vec2 {
        let half = self.view_size() / 2.0;
        let hold = |at: f32, half: f32, min: f32, max: f32| {
            if half * 2.0 >= max - min {
                min + half
            } else {
                at.clamp(min + half, max - half)
            }
        };
        Vec2::new(
            hold(center.x, half.x, self.boundary.min.x, self.boundary.max.x),
            hold(center.y, half.y, self.boundary.min.y, self.boundary.max.y),
        )
    }

    /// Where a place of the world is in the view, in view units from its top left corner.
    pub fn world_to_view(&self, place: Vec2) -> Vec2 {
        (place - self.view().min) * self.zoom
    }

    /// The place of the world at a place of the view.
    pub fn view_to_world(&self, place: Vec2) -> Vec2 {
        self.view().min + place / self.zoom
    }
}

fn is_size(size: Vec2) -> bool {
    size.is_finite() && size.cmpgt(Vec2::ZERO).all()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera() -> Camera {
        let mut camera = Camera::new(Vec2::new(80.0, 24.0));
        assert!(camera.set_boundary(Rect::from_size(Vec2::ZERO, Vec2::new(200.0, 100.0))));
        camera
    }

    #[test]
    fn the_view_stays_within_the_world() {
        let mut camera = camera();
        camera.cut_to(Vec2::new(-50.0, 500.0));
        assert_eq!(
            camera.view(),
            Rect::from_size(Vec2::new(0.0, 76.0), Vec2::new(80.0, 24.0))
        );
    }

    #[test]
    fn a_view_larger_than_the_world_starts_where_the_world_does() {
        let mut camera = camera();
        assert!(camera.set_zoom(0.1));
        camera.cut_to(Vec2::new(150.0, 50.0));
        assert_eq!(camera.view().min, Vec2::ZERO);
    }

    #[test]
    fn the_followed_object_moves_freely_within_the_dead_zone() {
        let mut camera = camera();
        camera.cut_to(Vec2::new(100.0, 50.0));
        camera.dead_zone = Vec2::new(5.0, 5.0);
        camera.track(Vec2::new(104.0, 50.0));
        assert_eq!(camera.center(), Vec2::new(100.0, 50.0));
        camera.track(Vec2::new(107.0, 50.0));
        assert_eq!(
            (camera.center(), camera.motion()),
            (Vec2::new(102.0, 50.0), Vec2::new(2.0, 0.0))
        );
    }

    #[test]
    fn a_cut_is_not_smoothed() {
        let mut camera = camera();
        camera.move_to(Vec2::new(100.0, 50.0));
        assert_ne!(camera.motion(), Vec2::ZERO);
        camera.cut_to(Vec2::new(120.0, 50.0));
        assert_eq!(camera.motion(), Vec2::ZERO);
    }

    #[test]
    fn view_and_world_places_are_each_others_inverse() {
        let mut camera = camera();
        camera.set_zoom(2.0);
        camera.cut_to(Vec2::new(100.0, 50.0));
        assert_eq!(
            camera.world_to_view(Vec2::new(100.0, 50.0)),
            Vec2::new(40.0, 12.0)
        );
        assert_eq!(
            camera.view_to_world(Vec2::new(40.0, 12.0)),
            Vec2::new(100.0, 50.0)
        );
    }

    #[test]
    fn nonsense_leaves_the_camera_as_it_was() {
        let mut camera = camera();
        let before = camera.view();
        assert!(!camera.cut_to(Vec2::NAN) && !camera.move_to(Vec2::INFINITY));
        assert!(!camera.set_zoom(f32::NAN) && !camera.set_zoom(0.0));
        assert!(!camera.set_boundary(Rect {
            min: Vec2::ONE,
            max: Vec2::ZERO
        }));
        assert_eq!(camera.view(), before);
    }
}
