//! Tests of a camera that looks ahead of the object that it follows.

use proptest::prelude::*;
use proptest::sample;

use super::super::*;
use crate::assets::FrameId;
use crate::base::id::ObjectId;
use crate::geometry::Rect;
use crate::render::{Fit, ViewSettings};

const VIEW: Vec2 = Vec2::new(320.0, 240.0);

/// Smoothing factors of the frames of a step, in order.
const FACTORS: [f32; 4] = [-0.75, -0.5, -0.25, 0.0];

/// A sprite of 8 × 6 pixels around its position.
const FRAME: FrameRecord = FrameRecord {
    origin: 0,
    size: 8 | 6 << 16,
    page_kind: 0,
    mirror: 0,
    corners: [[-4.0, -3.0], [4.0, -3.0], [-4.0, 3.0], [4.0, 3.0]],
};

/// A hero, and the camera that looks ahead of it.
struct Run {
    camera: Camera,
    hero: Instance,
    zoom: f32,
}

impl Run {
    fn new(lead: f32, steps: u32, dead_zone: f32, zoom: f32) -> Self {
        let mut camera = Camera::new(VIEW);
        camera.set_boundary(Rect::centered(Vec2::ZERO, Vec2::splat(1e5)));
        camera.set_zoom(zoom);
        camera.cut_to(Vec2::ZERO);
        camera.follow(ObjectId::new(0, 1), Vec2::splat(dead_zone));
        camera.look_ahead(Vec2::new(lead, 0.0), steps);
        let hero = Instance::new(Vec2::ZERO, FrameId(0));
        let mut run = Self { camera, hero, zoom };
        run.step(Vec2::ZERO);
        run
    }

    /// Takes a step, and returns the first column of the hero on the screen in each frame.
    fn step(&mut self, by: Vec2) -> [i32; 4] {
        self.camera.begin_step(Vec2::ONE);
        self.hero.position += by;
        self.hero.motion = by;
        self.camera.track(self.hero.position, by);
        self.camera.advance_rig(self.hero.position, 1.0);
        let viewport = ViewSettings {
            size: VIEW,
            unit: Vec2::ONE,
            fit: Fit::Letterbox,
        }
        .viewport([320, 240]);
        FACTORS.map(|k| {
            let followed = FollowedSprite {
                instance: &self.hero,
                frames: &[FRAME],
            };
            let camera = &self.camera;
            let view = Projection::of_following_camera(
                camera,
                Vec2::ONE,
                &viewport,
                Vec2::ONE,
                k,
                Some(followed),
            );
            let quad = project(&self.hero, &FRAME, &view);
            // The first column whose centre is on the edge or right of it.
            quad.map_or(0, |quad| -(128 - quad.bounds()[0][0]).div_euclid(256))
        })
    }
}

#[test]
fn a_view_of_another_size_keeps_its_corner_and_lead() {
    let mut run = Run::new(40.0, 1, 0.0, 1.0);
    for _ in 0..20 {
        run.step(Vec2::X);
    }
    let corner = run.camera.view().min;
    for size in [Vec2::new(400.0, 240.0), Vec2::new(300.0, 200.0), VIEW] {
        run.camera.set_size(size);
        assert_eq!(run.camera.view(), Rect::from_size(corner, size));
    }
}

proptest! {
    /// One way only while the lead grows, and not at all once it is full.
    #[test]
    fn a_led_hero_never_trembles(
        speed in sample::select(vec![0.25_f32, 0.3, 0.5, 0.7, 1.0, 1.3, 2.7]),
        lead in sample::select(vec![10.0_f32, 33.3, 60.0]),
        steps in sample::select(vec![1_u32, 20, 45]),
        dead_zone in sample::select(vec![0.0_f32, 7.0, 20.0]),
        zoom in sample::select(vec![1.0_f32, 2.0, 1.5]),
        to_the_left in any::<bool>(),
    ) {
        let mut run = Run::new(lead, steps, dead_zone, zoom);
        let side = if to_the_left { -1.0 } else { 1.0 };
        let by = Vec2::new(side * speed, 0.0);
        // Until the hero pushes the view and the lead has begun, only the hero moves.
        while run.camera.center().x * side < 0.01 + lead * 0.1 {
            run.step(by);
        }
        let mut last = run.step(by)[3];
        let mut moved = 0;
        for step in 0..200 {
            for column in run.step(by) {
                let by = column - last;
                prop_assert!(by == 0 || (by as f32) * side < 0.0, "{by} in step {step}");
                prop_assert!(step < 120 || by == 0, "{by} in step {step}");
                moved += by.abs();
                last = column;
            }
        }
        let most = lead * run.zoom + 2.0;
        prop_assert!(moved as f32 <= most, "{moved} of {most}");
    }

    #[test]
    fn a_hero_that_trembles_does_not_move_the_lead(
        lead in 10.0_f32..60.0, size in 0.01_f32..2.0,
    ) {
        let mut run = Run::new(lead, 20, 0.0, 1.0);
        for _ in 0..200 {
            run.step(Vec2::X);
        }
        let at = run.camera.center() - run.hero.position;
        for _ in 0..40 {
            run.step(Vec2::new(-size, 0.0));
            run.step(Vec2::new(size, 0.0));
            let now = run.camera.center() - run.hero.position;
            prop_assert!(now.abs_diff_eq(at, 1e-3), "{now} {at}");
        }
    }
}

#[test]
fn the_lead_grows_stays_and_turns() {
    let mut run = Run::new(40.0, 20, 0.0, 1.0);
    let lead = |run: &Run| run.camera.center().x - run.hero.position.x;
    for _ in 0..11 {
        run.step(Vec2::X);
    }
    assert_eq!(lead(&run), 2.0);
    for _ in 0..30 {
        run.step(Vec2::X);
    }
    assert_eq!(lead(&run), 40.0);
    run.step(Vec2::ZERO);
    assert_eq!(lead(&run), 40.0);
    // A quarter of the distance back turns it.
    for _ in 0..10 {
        run.step(-Vec2::X);
    }
    assert_eq!(lead(&run), 40.0);
    for _ in 0..50 {
        run.step(-Vec2::X);
    }
    assert_eq!(lead(&run), -40.0);
    run.camera.look_ahead(Vec2::ZERO, 0);
    assert_eq!(lead(&run), 0.0);
}
