//! Tests of a camera that follows an object: the object stays in its pixels, sprites at rest keep their distances, and
//! none of them moves in the same direction as the camera.

use proptest::prelude::*;

use super::super::*;
use crate::assets::FrameId;
use crate::base::id::ObjectId;
use crate::geometry::Rect;
use crate::render::quad::{self, Quad};
use crate::render::{Fit, ViewSettings};

/// A camera that follows a sprite at constant velocity.
#[derive(Clone, Debug)]
struct Chase {
    /// Width and height of the view, in pixels.
    view: [u16; 2],
    /// Width and height of the sprite, in pixels.
    sprite: [u16; 2],
    /// Position of the object in its sprite, as fractions of the sprite's width and height: (0, 0) is the upper left
    /// corner.
    anchor: Vec2,
    /// Factors of the sprite's width and height.
    scale: Vec2,
    from: Vec2,
    velocity: Vec2,
    zoom: f32,
    magnified: u16,
    /// Smoothing factors of the frames of a step, in order.
    factors: Vec<f32>,
    steps: usize,
}

/// One frame: the sprite of the followed object and two sprites at rest.
struct Seen {
    /// Whether the followed object's position is nearly half way between two multiples of 1/256 pixel.
    is_tie: bool,
    followed: Quad,
    resting: [Quad; 2],
}

impl Chase {
    fn record(size: [u16; 2], anchor: Vec2) -> FrameRecord {
        let [width, height] = size.map(f32::from);
        // Anchors are at whole or half texels, as in an atlas.
        let [left, top] = [
            -(anchor.x * width * 2.0).round() / 2.0,
            -(anchor.y * height * 2.0).round() / 2.0,
        ];
        let (right, bottom) = (left + width, top + height);
        FrameRecord {
            origin: 0,
            size: u32::from(size[0]) | u32::from(size[1]) << 16,
            page_kind: 0,
            mirror: 0,
            corners: [[left, top], [right, top], [left, bottom], [right, bottom]],
        }
    }

    fn frames(&self) -> Vec<Seen> {
        let size = Vec2::new(self.view[0].into(), self.view[1].into());
        let target = self
            .view
            .map(|side| u32::from(side) * u32::from(self.magnified));
        let viewport = ViewSettings {
            size,
            unit: Vec2::ONE,
            fit: Fit::Letterbox,
        }
        .viewport(target);
        let mut camera = Camera::new(size);
        camera.set_boundary(Rect::centered(Vec2::ZERO, Vec2::splat(1e6)));
        camera.set_zoom(self.zoom);
        camera.follow(ObjectId::new(0, 1), Vec2::ZERO);
        camera.cut_to(self.from);
        let frame = Self::record(self.sprite, self.anchor);
        let mut hero = Instance::new(self.from, FrameId(0));
        hero.set_scale(self.scale);
        let scale = self.zoom * f32::from(self.magnified);
        let resting = [11.3, -7.9].map(|apart| {
            let mut near =
                (0..20_u8).map(|n| self.from + apart + f32::from(n) * f32::from(n) * 0.0007);
            let at = near.find(|&at| !is_near_tie(at, scale));
            Instance::new(at.expect("one in twenty is no tie"), FrameId(0))
        });
        let mut seen = Vec::new();
        for _ in 0..self.steps {
            camera.begin_step(Vec2::ONE);
            let before = hero.position;
            hero.position += self.velocity;
            hero.motion = hero.position - before;
            camera.track(hero.position, hero.motion);
            camera.end_step(1.0);
            for &k in &self.factors {
                let followed = FollowedCorner::of(&hero, &frame);
                let view = Projection::of_following_camera(
                    &camera,
                    Vec2::ONE,
                    &viewport,
                    1.0,
                    k,
                    followed,
                );
                let quad =
                    |instance| quad::project(instance, &frame, &view).expect("it is in view");
                seen.push(Seen {
                    is_tie: is_near_tie(hero.position + hero.motion * k, scale),
                    followed: quad(&hero),
                    resting: [&resting[0], &resting[1]].map(quad),
                });
            }
        }
        seen
    }
}

/// Returns whether a position is nearly half way between two multiples of 1/256 pixel. The rounding errors of single
/// precision then decide to which of them the position is snapped.
fn is_near_tie(position: Vec2, scale: f32) -> bool {
    let parts = position.as_dvec2() * f64::from(scale) * 256.0;
    let from_tie = (parts - parts.floor() - 0.5).abs();
    from_tie.min_element() < 0.02
}

/// Returns the first column and row of pixels whose centres are in a quad.
fn first_pixel(quad: &Quad) -> [i32; 2] {
    quad.origin.map(|at| (at + 127) >> 8)
}

fn chase() -> impl Strategy<Value = Chase> {
    let zoom = prop_oneof![Just(1.0), Just(2.0), Just(0.5), Just(1.5), 0.3f32..4.0];
    let step = prop_oneof![
        -8.0f32..8.0,
        (-64i8..64).prop_map(|n| f32::from(n) / 8.0),
        (-99i8..99).prop_map(|n| f32::from(n) / 10.0),
    ];
    let at = prop_oneof![
        -4000.0f32..4000.0,
        (-8000i16..8000).prop_map(|n| f32::from(n) / 4.0)
    ];
    // There are 1 to 5 frames per step, smoothed backwards, forwards, or not at all.
    let factors = (1u8..=5, prop::sample::select(vec![-1.0, 0.0, 1.0])).prop_map(|(count, way)| {
        let part = |number: u8| f32::from(number) / f32::from(count);
        (1..=count)
            .map(|number| match way {
                -1.0 => part(number) - 1.0,
                1.0 => part(number - 1),
                _ => 0.0,
            })
            .collect()
    });
    (
        (
            [100u16..330, 100u16..250],
            [1u16..40, 1u16..40],
            (0u8..=2, 0u8..=2),
            prop::array::uniform2(prop::sample::select(vec![1.0f32, 2.0, 0.5, 1.5])),
        ),
        (
            (at.clone(), at),
            (step.clone(), step),
            zoom,
            1u16..=3,
            factors,
            5usize..12,
        ),
    )
        .prop_map(
            |((view, sprite, anchor, scale), (from, velocity, zoom, magnified, factors, steps))| {
                Chase {
                    view,
                    sprite,
                    anchor: Vec2::new(anchor.0.into(), anchor.1.into()) / 2.0,
                    scale: scale.into(),
                    from: from.into(),
                    velocity: velocity.into(),
                    zoom,
                    magnified,
                    factors,
                    steps,
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn a_followed_object_stays_in_its_pixels(chase in chase()) {
        let seen = chase.frames();
        let mut seen = seen.iter().filter(|seen| !seen.is_tie);
        let first = seen.next().map(|seen| first_pixel(&seen.followed)).unwrap_or_default();
        for seen in seen {
            prop_assert_eq!(first_pixel(&seen.followed), first);
        }
    }

    #[test]
    fn things_at_rest_keep_their_distances_in_pixels(chase in chase()) {
        let apart = |seen: &Seen| {
            let [one, other] = [0, 1].map(|number| first_pixel(&seen.resting[number]));
            [0, 1].map(|axis| one[axis] - other[axis])
        };
        let seen = chase.frames();
        for frame in &seen {
            prop_assert_eq!(apart(frame), apart(&seen[0]));
        }
    }

    #[test]
    fn nothing_at_rest_moves_with_the_camera(chase in chase()) {
        let at: Vec<_> = chase.frames().iter().map(|seen| first_pixel(&seen.resting[0])).collect();
        for pair in at.windows(2) {
            for axis in 0..2 {
                let moved = pair[1][axis] - pair[0][axis];
                prop_assert!(moved == 0 || (moved > 0) == (chase.velocity[axis] < 0.0), "{:?}", pair);
            }
        }
    }
}

#[test]
fn a_hero_at_half_pixels_stays_in_its_column() {
    for velocity in [0.5, 0.25, 0.3, 1.0] {
        let chase = Chase {
            view: [320, 240],
            sprite: [8, 8],
            anchor: Vec2::splat(0.5),
            scale: Vec2::ONE,
            from: Vec2::new(160.0, 120.0),
            velocity: Vec2::new(velocity, 0.0),
            zoom: 1.0,
            magnified: 1,
            factors: vec![0.0],
            steps: 12,
        };
        for seen in chase.frames() {
            assert_eq!(first_pixel(&seen.followed), [156, 116], "{velocity}");
        }
    }
}
