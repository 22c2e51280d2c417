//! Tests of a camera that follows an object at the boundary of the world.

use proptest::prelude::*;
use proptest::{array, collection, sample};

use super::super::*;
use crate::assets::FrameId;
use crate::base::id::ObjectId;
use crate::geometry::Rect;
use crate::render::{Fit, ViewSettings};

const VIEW: Vec2 = Vec2::new(320.0, 240.0);

fn camera(boundary: Rect, turns: u8) -> Camera {
    let mut camera = Camera::new(VIEW);
    assert!(camera.set_boundary(boundary).is_done());
    let angle = f32::from(turns) * core::f32::consts::FRAC_PI_2;
    assert!(camera.set_angle(angle).is_done());
    camera.cut_to(boundary.min);
    camera
}

fn translation(camera: &Camera, followed: Option<FollowedSprite<'_>>, k: f32) -> Vec2 {
    let viewport = ViewSettings {
        size: VIEW,
        unit: Vec2::ONE,
        fit: Fit::Letterbox,
    }
    .viewport([320, 240]);
    Projection::of_following_camera(camera, Vec2::ONE, &viewport, Vec2::ONE, k, followed)
        .translation
        .into()
}

proptest! {
    /// The ends are where the view of an idle camera is.
    #[test]
    fn the_followed_view_ends_at_the_boundary(
        room in array::uniform2(sample::select(vec![0.0_f32, 0.5, 1.0, 7.0, 100.0, 320.0])),
        from in array::uniform2(sample::select(vec![0.0_f32, -0.5, 77.25, -1000.0])),
        sprite in array::uniform2(1_u16..12),
        dead_zone in array::uniform2(sample::select(vec![0.0_f32, 3.0, 20.0, 21.0, 500.0])),
        turns in 0_u8..4,
        path in collection::vec(array::uniform2(-60.0_f32..700.0), 1..20),
        k in sample::select(vec![-1.0_f32, -0.5, 0.0, 0.5]),
    ) {
        let boundary = Rect::from_size(from.into(), VIEW + Vec2::from(room));
        let ends = [boundary.min, boundary.max].map(|end| {
            let mut idle = camera(boundary, turns);
            idle.cut_to(end);
            (idle.center(), translation(&idle, None, 0.0))
        });
        let [low, high] = [ends[0].1.min(ends[1].1), ends[0].1.max(ends[1].1)];
        let mut camera = camera(boundary, turns);
        camera.follow(ObjectId::new(0, 1), dead_zone.into());
        let [width, height] = sprite.map(f32::from);
        let corners = [[0.0, 0.0], [width, 0.0], [0.0, height], [width, height]];
        let frame = FrameRecord {
            origin: 0,
            size: u32::from(sprite[0]) | u32::from(sprite[1]) << 16,
            page_kind: 0,
            mirror: 0,
            corners: corners.map(|[x, y]| [x - width / 2.0, y - height / 2.0]),
        };
        let mut hero = Instance::new(Vec2::from(from) + VIEW / 2.0, FrameId(0));
        for at in path {
            camera.begin_step(Vec2::ONE);
            let at = Vec2::from(from) + Vec2::from(at);
            (hero.motion, hero.position) = (at - hero.position, at);
            camera.track(hero.position, hero.motion);
            camera.end_step(1.0);
            let followed = FollowedSprite { instance: &hero, frames: &[frame] };
            let drawn = translation(&camera, Some(followed), k);
            prop_assert!(drawn.cmpge(low).all() && drawn.cmple(high).all(), "{drawn}: {low} to {high}");
            for (center, end) in ends {
                if k == 0.0 && camera.center() == center {
                    prop_assert_eq!(drawn, end);
                }
            }
        }
    }
}

/// The view cannot move, so every pixel is in the world.
#[test]
fn a_view_as_large_as_the_world_rests_for_every_sprite() {
    for (sprite, dead_zone) in [(8_u16, 21.0), (7, 0.0), (7, 20.0), (1, 3.0)] {
        let mut camera = camera(Rect::from_size(Vec2::ZERO, VIEW), 0);
        camera.follow(ObjectId::new(0, 1), Vec2::splat(dead_zone));
        camera.begin_step(Vec2::ONE);
        let hero = Instance::new(Vec2::new(100.3, 20.7), FrameId(0));
        camera.track(hero.position, Vec2::ZERO);
        let half = f32::from(sprite) / 2.0;
        let frame = FrameRecord {
            origin: 0,
            size: u32::from(sprite) | u32::from(sprite) << 16,
            page_kind: 0,
            mirror: 0,
            corners: [[-half, -half], [half, -half], [-half, half], [half, half]],
        };
        let followed = FollowedSprite {
            instance: &hero,
            frames: &[frame],
        };
        assert_eq!(
            translation(&camera, Some(followed), 0.0),
            Vec2::ZERO,
            "{sprite}"
        );
    }
}
