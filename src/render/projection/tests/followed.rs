//! Tests of a camera that follows an object: the object stays in its pixels while it pushes the view, sprites at rest
//! keep their distances, and none of them moves in the same direction as the object.

use proptest::prelude::*;

use super::super::*;
use super::pixel;
use crate::assets::FrameId;
use crate::base::id::ObjectId;
use crate::geometry::Rect;
use crate::render::quad::Quad;
use crate::render::{Fit, ViewSettings};

/// A camera that follows a sprite.
#[derive(Clone, Debug)]
struct Chase {
    /// Width and height of the view, in pixels.
    view: [u16; 2],
    /// Pixels per world unit at zoom 1.
    unit: Vec2,
    /// Width and height of the sprite, in pixels.
    sprite: [u16; 2],
    /// Position of the object in its sprite, as fractions of the sprite's width and height: (0, 0) is the upper left
    /// corner.
    anchor: Vec2,
    /// Factors of the sprite's width and height.
    scale: Vec2,
    /// Quarter turns of the sprite and of the camera.
    turns: [u16; 2],
    flip: [bool; 2],
    /// Width and height of the dead zone, in pixels at zoom 1.
    dead_zone: Vec2,
    /// Distance of the view's edges from the boundary at the beginning, in pixels at zoom 1.
    room: f32,
    from: Vec2,
    /// Pixels per step at zoom 1 and magnification 1, one item per step.
    velocities: Vec<Vec2>,
    zoom: f32,
    magnified: u16,
    smoothing: Smoothed,
    /// Whether the velocity changes after the movement of a step, not before.
    late: bool,
    /// Number of frames per step.
    frames: u8,
}

/// How frames between steps are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Smoothed {
    Not,
    /// Between the positions of two steps.
    Between,
    /// Along the velocity, from the position before or at the last step.
    Backward,
    Forward,
}

/// One frame: the sprite of the followed object and two sprites at rest.
struct Seen {
    /// Whether the followed object's position is nearly half way between two multiples of 1/256 pixel.
    is_tie: bool,
    followed: Quad,
    /// A sprite that is attached to the followed object, a whole number of pixels from it.
    attached: Quad,
    resting: [Quad; 2],
    /// The followed object's drawn position, along the axes of the view, in pixels of the screen.
    drawn: Vec2,
    /// The edge of the dead zone that the object pushes, along the axes of the view: -1 or 1, or 0 for none.
    pushes: [i8; 2],
}

impl Default for Chase {
    fn default() -> Self {
        Self {
            view: [320, 240],
            unit: Vec2::ONE,
            sprite: [8, 8],
            anchor: Vec2::splat(0.5),
            scale: Vec2::ONE,
            turns: [0; 2],
            flip: [false; 2],
            dead_zone: Vec2::ZERO,
            room: 1e6,
            from: Vec2::new(160.0, 120.0),
            velocities: vec![Vec2::ZERO; 12],
            zoom: 1.0,
            magnified: 1,
            smoothing: Smoothed::Not,
            late: false,
            frames: 1,
        }
    }
}

impl Chase {
    /// Returns a chase of 40 steps at one velocity, of which the first leaves the dead zone.
    fn at(velocity: Vec2) -> Self {
        let mut velocities = vec![velocity + velocity.signum() * 300.0];
        velocities.resize(40, velocity);
        Self {
            velocities,
            ..Self::default()
        }
    }

    fn record(&self) -> FrameRecord {
        let [width, height] = self.sprite.map(f32::from);
        // Anchors are at whole or half texels, as in an atlas.
        let [left, top] = [
            -(self.anchor.x * width * 2.0).round() / 2.0,
            -(self.anchor.y * height * 2.0).round() / 2.0,
        ];
        let (right, bottom) = (left + width, top + height);
        FrameRecord {
            origin: 0,
            size: u32::from(self.sprite[0]) | u32::from(self.sprite[1]) << 16,
            page_kind: 0,
            mirror: 0,
            corners: [[left, top], [right, top], [left, bottom], [right, bottom]],
        }
    }

    /// Returns the smoothing factors of the frames of a step, in order.
    fn factors(&self) -> Vec<f32> {
        let part = |number: u8| f32::from(number) / f32::from(self.frames);
        let all = 0..self.frames;
        match self.smoothing {
            Smoothed::Not => vec![0.0; self.frames.into()],
            Smoothed::Forward => all.map(part).collect(),
            Smoothed::Between | Smoothed::Backward => all.map(|n| part(n + 1) - 1.0).collect(),
        }
    }

    /// Pixels per world unit on the screen.
    fn pixels(&self) -> Vec2 {
        self.unit * self.zoom * f32::from(self.magnified)
    }

    /// Turns a vector in pixels to the axes of the view.
    fn to_view(&self, v: Vec2) -> Vec2 {
        match self.turns[1] {
            0 => v,
            1 => Vec2::new(v.y, -v.x),
            2 => -v,
            _ => Vec2::new(-v.y, v.x),
        }
    }

    /// Half of the dead zone in pixels of the screen, along the axes of the view.
    fn reach(&self) -> Vec2 {
        self.dead_zone / 2.0 * self.zoom * f32::from(self.magnified)
    }

    fn camera(&self) -> Camera {
        let size = self.size();
        let mut camera = Camera::new(size).with_unit(self.unit);
        let around = size / self.zoom + 2.0 * self.room / self.unit;
        camera.set_boundary(Rect::centered(self.from, around));
        camera.set_zoom(self.zoom);
        camera.set_angle(f32::from(self.turns[1]) * core::f32::consts::FRAC_PI_2);
        camera.follow(ObjectId::new(0, 1), self.dead_zone / self.unit);
        camera.cut_to(self.from);
        camera
    }

    /// Returns the size of the view in world units at zoom 1.
    fn size(&self) -> Vec2 {
        Vec2::new(self.view[0].into(), self.view[1].into()) / self.unit
    }

    fn frames(&self) -> Vec<Seen> {
        let target = self
            .view
            .map(|side| u32::from(side) * u32::from(self.magnified));
        let viewport = ViewSettings {
            size: self.size(),
            unit: self.unit,
            fit: Fit::Letterbox,
        }
        .viewport(target);
        let mut camera = self.camera();
        let frame = self.record();
        let mut hero = Instance::new(self.from, FrameId(0));
        hero.set_scale(self.scale);
        hero.turn = Turn(self.turns[0] << 14);
        hero.set_flip(self.flip[0], self.flip[1]);
        let scale = self.pixels();
        let resting = [11.3, -7.9].map(|apart| {
            let mut near =
                (0..20_u8).map(|n| self.from + apart + f32::from(n) * f32::from(n) * 0.0007);
            let at = near.find(|&at| !is_near_tie(at, scale, 0.02));
            Instance::new(at.expect("one in twenty is no tie"), FrameId(0))
        });
        let mut seen = Vec::new();
        let mut before = [0; 2];
        for (step, &velocity) in self.velocities.iter().enumerate() {
            camera.begin_step(self.unit);

            let (from, center) = (hero.position, camera.center());
            hero.position += velocity / self.unit;
            let next = self.velocities.get(step + 1).unwrap_or(&velocity);
            hero.motion = match self.smoothing {
                Smoothed::Backward | Smoothed::Forward if self.late => *next / self.unit,
                _ => hero.position - from,
            };
            camera.track(hero.position, hero.motion);
            camera.end_step(1.0);
            let moved = [hero.position - from, camera.center() - center].map(|by| self.to_view(by));
            let edge = self.edge(hero.position - camera.center());
            let now = [0, 1].map(|axis| {
                let rests = moved[0][axis] == 0.0 && edge[axis] == before[axis];
                if rests || moved[1][axis] != 0.0 {
                    edge[axis]
                } else {
                    0
                }
            });

            for k in self.factors() {
                let view = Projection::of_following_camera(
                    &camera,
                    self.unit,
                    &viewport,
                    1.0,
                    k,
                    Some(FollowedSprite {
                        instance: &hero,
                        frames: &[frame],
                    }),
                );
                let quad = |instance| project(instance, &frame, &view).expect("it is in view");
                let hat = Instance {
                    position: hero.position + Vec2::new(4.0, -6.0) / scale,
                    ..hero
                };
                seen.push(Seen {
                    is_tie: is_near_tie(hero.position + hero.motion * k, scale, 0.15),
                    followed: quad(&hero),
                    attached: quad(&hat),
                    resting: [&resting[0], &resting[1]].map(quad),
                    drawn: self.to_view((hero.position + hero.motion * k) * scale),
                    pushes: self.pushes([before, now], hero.motion, k),
                });
            }
            before = now;
        }
        seen
    }

    /// Returns the edge of the dead zone where an object is that is this far from the view's centre, in world units.
    fn edge(&self, offset: Vec2) -> [i8; 2] {
        let offset = self.to_view(offset * self.pixels());
        let reach = self.reach();
        [0, 1].map(|axis| {
            let is_at = |edge: f32| (offset[axis] - edge * reach[axis]).abs() < 1.0 / 128.0;
            i8::from(is_at(1.0)) - i8::from(is_at(-1.0) && reach[axis] > 0.0)
        })
    }

    /// Returns the pushed edge at a smoothing factor, where the object was at these edges at the ends of the last two
    /// steps. Ahead of the step, it pushes if it goes on outward.
    fn pushes(&self, [before, now]: [[i8; 2]; 2], motion: Vec2, k: f32) -> [i8; 2] {
        let motion = self.to_view(motion);
        [0, 1].map(|axis| {
            let goes_on = motion[axis] * f32::from(now[axis]) >= 0.0 || self.reach()[axis] == 0.0;
            let is_pushed = if k > 0.0 {
                goes_on
            } else {
                before[axis] == now[axis] || k == 0.0
            };
            if is_pushed { now[axis] } else { 0 }
        })
    }
}

/// Returns whether a position is nearly half way between two multiples of 1/256 pixel, within `margin` of that unit. The
/// rounding errors of single precision then decide to which of them the position is snapped.
fn is_near_tie(position: Vec2, scale: Vec2, margin: f32) -> bool {
    let parts = position.as_dvec2() * scale.as_dvec2() * 256.0;
    let from_tie = (parts - parts.floor() - 0.5).abs();
    from_tie.min_element() < margin.into()
}

/// Returns the first column and row of pixels whose centres are in a quad.
fn first_pixel(quad: &Quad) -> [i32; 2] {
    quad.bounds()[0].map(|at| (at + 127) >> 8)
}

/// Returns velocities of some steps: constant ones, with acceleration, stops and turns.
fn velocities() -> impl Strategy<Value = Vec<Vec2>> {
    let step = prop_oneof![
        -8.0f32..8.0,
        (-64i8..64).prop_map(|n| f32::from(n) / 8.0),
        (-99i8..99).prop_map(|n| f32::from(n) / 10.0),
    ];
    let leg = ((step.clone(), step), (-1i8..2, -1i8..2), 1usize..10);
    let steps = |((x, y), (ax, ay), count): ((f32, f32), (i8, i8), usize)| {
        let (from, by) = (Vec2::new(x, y), Vec2::new(ax.into(), ay.into()) * 0.13);
        (0..count).map(move |n| from + by * n as f32)
    };
    let legs = prop::collection::vec(
        prop_oneof![4 => leg.clone(), 1 => leg.prop_map(|leg| ((0.0, 0.0), (0, 0), leg.2))],
        1..5,
    );
    legs.prop_map(move |legs| legs.into_iter().flat_map(steps).collect())
}

/// Returns a width or height of a dead zone in pixels, up to one that is larger than the view.
fn dead_zone() -> impl Strategy<Value = f32> {
    prop_oneof![
        Just(0.0),
        0.0f32..8.0,
        (0u16..40).prop_map(f32::from),
        (0u16..200).prop_map(|n| f32::from(n) / 8.0),
        0.0f32..400.0,
    ]
}

fn chase() -> impl Strategy<Value = Chase> {
    let zoom = prop_oneof![Just(1.0), Just(2.0), Just(0.5), Just(1.5), 0.3f32..4.0];
    let at = prop_oneof![
        -4000.0f32..4000.0,
        (-8000i16..8000).prop_map(|n| f32::from(n) / 4.0)
    ];
    let smoothing = [
        Smoothed::Not,
        Smoothed::Between,
        Smoothed::Backward,
        Smoothed::Forward,
    ];
    let factor = prop::sample::select(vec![1.0f32, 2.0, 0.5, 1.5, -1.0, -0.5]);
    let look = (
        [1u16..40, 1u16..40],
        (0u8..=2, 0u8..=2),
        prop::array::uniform2(factor),
        [0u16..4, 0u16..4],
        prop::array::uniform2(any::<bool>()),
    );
    let screen = (
        [100u16..330, 100u16..250],
        prop::sample::select(vec![Vec2::ONE, Vec2::ONE, Vec2::new(8.0, 16.0)]),
        zoom,
        1u16..=3,
        (dead_zone(), dead_zone()),
        prop_oneof![Just(1e6), 0.0f32..60.0],
    );
    let game = (
        (at.clone(), at),
        velocities(),
        prop::sample::select(smoothing.to_vec()),
        any::<bool>(),
        1u8..=5,
    );
    (look, screen, game).prop_map(|(look, screen, game)| {
        let (sprite, anchor, scale, turns, flip) = look;
        let (view, unit, zoom, magnified, dead_zone, room) = screen;
        let (from, velocities, smoothing, late, frames) = game;
        Chase {
            view,
            unit,
            sprite,
            anchor: Vec2::new(anchor.0.into(), anchor.1.into()) / 2.0,
            scale: scale.into(),
            turns,
            flip,
            dead_zone: dead_zone.into(),
            room,
            from: Vec2::from(from) / unit,
            velocities,
            zoom,
            magnified,

            smoothing,
            late,
            frames,
        }
    })
}

/// Checks that an object that pushes an edge of the dead zone is always in the same column or row of pixels, and that
/// the columns of two edges are as far apart as whole pixels fit into the dead zone. Returns the number of frames with
/// an object that pushes.
fn check_pixels(chase: &Chase) -> usize {
    let (mut found, mut count) = ([[None; 2]; 2], 0);
    for seen in chase.frames().iter().filter(|seen| !seen.is_tie) {
        let at = first_pixel(&seen.followed);
        let attached = first_pixel(&seen.attached);
        for axis in 0..2 {
            let edge = match seen.pushes[axis] {
                0 => continue,
                edge => usize::from(edge > 0),
            };
            count += 1;
            let expected = *found[axis][edge].get_or_insert(at[axis]);
            assert_eq!(at[axis], expected, "axis {axis}, edge {edge}");

            // Farther away, the sum of two positions is too inexact.
            if seen.drawn.abs().max_element() < 2000.0 {
                let apart = chase.to_view(Vec2::new(4.0, -6.0))[axis];
                assert_eq!(
                    (attached[axis] - at[axis]) as f32,
                    apart,
                    "what is attached"
                );
            }
        }
    }
    for (axis, edges) in found.into_iter().enumerate() {
        if let [Some(left), Some(right)] = edges {
            let snapped = (chase.reach()[axis] * 256.0).round() / 256.0;
            assert_eq!((right - left) as f32, (snapped * 2.0).floor());
        }
    }
    count
}

/// Checks that things at rest move against the followed object or not at all.
fn check_rest(chase: &Chase) {
    let seen = chase.frames();
    for pair in seen.windows(2) {
        let [old, new] = [0, 1].map(|at| first_pixel(&pair[at].resting[0]));
        for axis in 0..2 {
            let moved = new[axis] - old[axis];
            let by = pair[1].drawn[axis] - pair[0].drawn[axis];
            assert!(
                moved == 0 || moved as f32 * by < 0.0,
                "{moved} by {by} on axis {axis}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn a_followed_object_stays_in_its_pixels(chase in chase()) {

        // At the boundary, the object leaves the edge of the dead zone.
        check_pixels(&Chase { room: 1e6, ..chase });
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

        // The object itself may be drawn on its way back, if it is drawn before the step by a later velocity.
        let late = chase.late && chase.smoothing != Smoothed::Backward;
        check_rest(&Chase { late, ..chase });
    }
}

#[test]
fn a_hero_at_half_pixels_stays_in_its_column() {
    for velocity in [0.5, 0.25, 0.3, 1.0] {
        let chase = Chase {
            velocities: vec![Vec2::new(velocity, 0.0); 12],
            ..Chase::default()
        };
        for seen in chase.frames() {
            assert_eq!(first_pixel(&seen.followed), [156, 116], "{velocity}");
        }
    }
}

#[test]
fn a_hero_at_the_edge_of_the_dead_zone_stays_in_its_column() {
    for (side, zoom) in [
        (21.0, 1.0),
        (20.0, 1.25),
        (0.7, 1.0),
        (500.0, 1.0),
        (33.3, 2.0),
    ] {
        for speed in [0.25, 0.3, 0.4, 0.5, 0.6, 0.7] {
            for velocity in [Vec2::new(speed, speed), Vec2::new(-speed, 0.3 * speed)] {
                let chase = Chase {
                    dead_zone: Vec2::splat(side),
                    zoom,
                    ..Chase::at(velocity)
                };
                check_rest(&chase);
                assert!(check_pixels(&chase) > 20, "{side} {zoom} {velocity}");
            }
        }
    }
}

#[test]
fn a_hero_of_odd_size_stays_in_its_column_in_turned_views() {
    for turns in (0..16).map(|n| [n % 4, n / 4]) {
        for sprite in [[7, 7], [7, 4], [8, 5]] {
            let chase = Chase {
                sprite,
                turns,
                ..Chase::at(Vec2::new(0.3, -0.7))
            };
            assert!(check_pixels(&chase) > 20, "{turns:?} {sprite:?}");
        }
    }
}

#[test]
fn a_hero_that_spins_does_not_move_the_world() {
    let chase = Chase {
        sprite: [7, 4],
        ..Chase::default()
    };
    let (frame, mut camera) = (chase.record(), chase.camera());
    camera.begin_step(Vec2::ONE);
    camera.track(chase.from + 0.7, Vec2::ZERO);
    let viewport = ViewSettings {
        size: chase.size(),
        unit: Vec2::ONE,
        fit: Fit::Letterbox,
    }
    .viewport([320, 240]);
    let translation = |turn: u16, spin: i16| {
        let mut hero = Instance::new(chase.from, FrameId(0));
        (hero.turn, hero.turn_motion) = (Turn(turn), TurnMotion(spin));
        let followed = FollowedSprite {
            instance: &hero,
            frames: &[frame],
        };
        Projection::of_following_camera(&camera, Vec2::ONE, &viewport, 1.0, 0.0, Some(followed))
            .translation
    };
    let still = translation(0, 0);
    for turn in (0..u16::MAX).step_by(512) {
        assert_eq!(translation(turn, 512), still);
    }
    assert_eq!(translation(0x4321, 0), still, "an angle between");
    assert_ne!(
        translation(0x4000, 0),
        still,
        "a quarter turn has another first column"
    );
}

/// In the middle of a half turn, the axes of the view are not those along which the object has pushed it.
#[test]
fn a_view_that_turns_shows_its_own_centre() {
    for (turns, k) in [(1_u8, -1.0), (3, -1.0), (2, -0.5), (2, -1.0), (1, -0.5)] {
        let chase = Chase {
            dead_zone: Vec2::new(200.0, 40.0),
            ..Chase::default()
        };
        let mut camera = chase.camera();
        camera.begin_step(Vec2::ONE);
        camera.track(chase.from + 130.0, Vec2::splat(130.0));
        camera.begin_step(Vec2::ONE);
        let angle = f32::from(turns) * core::f32::consts::FRAC_PI_2;
        assert!(camera.set_angle(angle).is_done());
        camera.track(chase.from + 260.0, Vec2::splat(130.0));
        let (pose, frame) = (camera.pose(k), chase.record());
        let hero = Instance::new(chase.from + 260.0, FrameId(0));
        let followed = FollowedSprite {
            instance: &hero,
            frames: &[frame],
        };
        let viewport = ViewSettings {
            size: chase.size(),
            unit: Vec2::ONE,
            fit: Fit::Letterbox,
        }
        .viewport([320, 240]);
        let one = Vec2::ONE;
        let view = Projection::of_following_camera(&camera, one, &viewport, 1.0, k, Some(followed));
        let middle = pixel(&view, pose.center);
        let expected = Vec2::new(160.0, 120.0);
        assert!(middle.abs_diff_eq(expected, 1.5), "{turns} {k}: {middle}");
    }
}
