//! The rules of rooms.

use proptest::prelude::*;

use super::*;
use crate::base::id::ObjectId;

const VIEW: Vec2 = Vec2::new(40.0, 20.0);

/// Rooms of two views each, beside one another, that overlap by 4.
fn rooms() -> [Rect; 3] {
    [0.0, 76.0, 152.0].map(|x| Rect::from_size(Vec2::new(x, 0.0), Vec2::new(80.0, 20.0)))
}

/// A camera whose object is at a position.
struct Visit {
    camera: Camera,
    at: Vec2,
}

impl Visit {
    fn new(steps: u32) -> Self {
        let mut camera = Camera::new(VIEW);
        assert!(camera.set_rooms(rooms(), steps).is_done());
        camera.follow(ObjectId::new(0, 1), Vec2::ZERO);
        let at = Vec2::new(20.0, 10.0);
        let mut visit = Self { camera, at };
        visit.step(Vec2::ZERO);
        visit
    }

    /// Takes a step, and returns the view's centre.
    fn step(&mut self, by: Vec2) -> Vec2 {
        self.camera.begin_step(Vec2::ONE);
        self.at += by;
        // A leap has no motion that drawing smooths.
        let motion = if by.length() > 20.0 { Vec2::ZERO } else { by };
        self.camera.track(self.at, motion);
        self.camera.advance_rig(self.at, 1.0);
        self.camera.end_step(1.0);
        self.camera.center()
    }
}

#[test]
fn the_view_stays_in_the_room_and_glides_to_the_next_one() {
    let mut visit = Visit::new(8);
    assert_eq!(visit.camera.center(), Vec2::new(20.0, 10.0));
    // Held at the end of the room, also in the overlap.
    for _ in 0..60 {
        visit.step(Vec2::X);
    }
    assert_eq!((visit.at.x, visit.camera.center().x), (80.0, 60.0));
    let mut last = visit.step(Vec2::X).x;
    assert_eq!((last, visit.camera.room()), (60.0, Some(rooms()[1])));
    for step in 1..=8 {
        let now = visit.step(Vec2::X).x;
        assert!(now > last, "{step}");
        // Drawing shows the glide, and begins where the last step ended.
        assert_eq!(visit.camera.pose(-1.0).center.x, last);
        assert_eq!(visit.camera.pose(0.0).center.x, now);
        last = now;
    }
    assert_eq!(last, 96.0);
    // On the way back, the overlap still belongs to the room.
    for _ in 0..12 {
        visit.step(-Vec2::X);
    }
    assert_eq!((visit.at.x, visit.camera.room()), (77.0, Some(rooms()[1])));
    visit.step(-2.0 * Vec2::X);
    assert_eq!(visit.camera.room(), Some(rooms()[0]));
}

#[test]
fn a_leap_and_rooms_without_steps_jump() {
    let mut visit = Visit::new(8);
    assert_eq!(visit.step(Vec2::new(180.0, 0.0)).x, 200.0);
    assert_eq!(visit.camera.pose(-1.0).center.x, 200.0);
    let mut visit = Visit::new(0);
    visit.step(Vec2::new(19.0, 0.0));
    visit.step(Vec2::new(19.0, 0.0));
    visit.step(Vec2::new(19.0, 0.0));
    assert_eq!(visit.step(Vec2::new(10.0, 0.0)).x, 96.0);
}

#[test]
fn outside_of_all_rooms_the_last_one_counts() {
    let mut visit = Visit::new(4);
    for _ in 0..30 {
        visit.step(Vec2::new(0.0, 5.0));
    }
    assert_eq!(visit.camera.center(), Vec2::new(20.0, 10.0));
    visit.camera.unfollow();
    assert_eq!(visit.camera.room(), None);
}

#[test]
fn invalid_rooms_and_leads_are_refused() {
    let mut camera = Camera::new(VIEW);
    let empty = Rect {
        min: Vec2::ZERO,
        max: Vec2::new(0.0, 5.0),
    };
    assert!(!camera.set_rooms([empty], 3).is_done());
    assert!(!camera.look_ahead(Vec2::new(-1.0, 0.0), 3).is_done());
    assert!(!camera.look_ahead(Vec2::new(f32::NAN, 0.0), 3).is_done());
    assert_eq!(camera.refusals(), 3);
}

#[test]
fn the_checksum_contains_lead_and_room() {
    let sum = |camera: &Camera| {
        let mut sum = ChecksumWriter::new();
        camera.write_checksum(&mut sum);
        sum.finish()
    };
    let mut visit = Visit::new(8);
    let before = sum(&visit.camera);
    visit.camera.set_rooms(rooms(), 9);
    assert_ne!(sum(&visit.camera), before);
    let before = sum(&visit.camera);
    visit.camera.look_ahead(Vec2::X, 9);
    assert_ne!(sum(&visit.camera), before);
}

proptest! {
    /// The view never moves faster between rooms than the glide and the object allow, and is still at its end.
    #[test]
    fn the_view_never_jumps_while_its_object_walks(
        path in prop::collection::vec((-3.0_f32..3.0, 1_usize..30), 1..20), steps in 4_u32..20,
    ) {
        let mut visit = Visit::new(steps);
        for (speed, count) in path {
            for _ in 0..count {
                let before = visit.camera.center();
                let by = (visit.at.x + speed).clamp(0.0, 232.0) - visit.at.x;
                let now = visit.step(Vec2::new(by, 0.0));
                // The smooth curve is at most one and a half times as fast as a steady one.
                let most = 3.0 + 1.5 * 80.0 / steps as f32;
                prop_assert!((now - before).length() <= most, "{} {}", before, now);
                let drawn = visit.camera.pose(-1.0).center;
                prop_assert!(drawn.abs_diff_eq(before, 1e-3), "{} {}", before, drawn);
            }
        }
        for _ in 0..=steps {
            visit.step(Vec2::ZERO);
        }
        let room = visit.camera.room().unwrap_or_default();
        prop_assert!(room.contains_rect(&visit.camera.view()));
    }
}
