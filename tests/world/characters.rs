//! Characters of games: a body that falls, walks and jumps by `move_and_slide`, in rooms of boxes and polygons.

use crate::common::{in_empty_world, spawn, steps};
use damselfly::ObjectId;
use damselfly::collision::Shape;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, ivec2, vec2};
use damselfly::math;
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::{Behavior, Bounds, Context, Core, Object, Slide, SlideSettings};

/// Outline of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Box,
    Circle,
    Capsule,
    Polygon,
}

pub(crate) const FORMS: [Form; 4] = [Form::Box, Form::Circle, Form::Capsule, Form::Polygon];

impl Form {
    /// Gives a body this form. A capsule fits into a box of 10 × 14, any other form into one of 10 × 10.
    pub(crate) fn give(self, core: &mut Core, id: ObjectId) {
        if let Some(shape) = self.shape() {
            let outcome = core.object_mut(id).expect("it exists").set_shapes(&[shape]);
            assert!(outcome.is_done());
        }
    }

    /// Returns the shape of a body of this form. `None` for its box.
    pub(crate) fn shape(self) -> Option<Shape> {
        Some(match self {
            Self::Box => return None,
            Self::Circle => Shape::circle(5.0),
            Self::Capsule => Shape::capsule(vec2(0.0, -2.0), vec2(0.0, 2.0), 5.0),
            Self::Polygon => {
                let corners = [
                    (-5.0, -5.0),
                    (5.0, -5.0),
                    (5.0, 2.0),
                    (2.0, 5.0),
                    (-2.0, 5.0),
                    (-5.0, 2.0),
                ];
                Shape::polygon(&corners.map(Vec2::from)).expect("it is convex")
            }
        })
    }

    /// Returns the size of a body of this form.
    pub(crate) fn size(self) -> Vec2 {
        match self {
            Self::Capsule => vec2(10.0, 14.0),
            _ => vec2(10.0, 10.0),
        }
    }
}

/// Walks at a constant speed and falls. If `next` is set, it is the vertical velocity of the next step.
#[derive(Clone)]
pub(crate) struct Walker {
    pub(crate) vx: f32,
    pub(crate) velocity: Vec2,
    pub(crate) next: Option<f32>,
    pub(crate) settings: SlideSettings,
    pub(crate) slide: Option<Slide>,
}

impl Behavior for Walker {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.velocity.y = self.next.take().unwrap_or(self.velocity.y + 0.3);
        self.velocity.x = self.vx;
        let me = cx.me().id();
        let slide = cx.move_and_slide(me, self.velocity, &self.settings);
        self.velocity = slide.velocity;
        self.slide = Some(slide);
    }
}

/// A behaviour that does nothing. Its object can ride on platforms, because a behaviour may move its object.
#[derive(Clone)]
pub(crate) struct Idle;

impl Behavior for Idle {}

/// Returns a hard object with this upper left corner and size.
pub(crate) fn block(x: f32, y: f32, w: f32, h: f32) -> Object {
    let size = vec2(w, h);
    Object {
        position: vec2(x, y) + size / 2.0,
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, size)),
        ..Object::default()
    }
}

pub(crate) fn body(size: Vec2, at: Vec2) -> Object {
    block(at.x - size.x / 2.0, at.y - size.y / 2.0, size.x, size.y)
}

/// Spawns a walker with this centre and default settings.
pub(crate) fn walker(core: &mut Core, size: (f32, f32), at: (f32, f32), vx: f32) -> ObjectId {
    let walker = Walker {
        vx,
        velocity: Vec2::ZERO,
        next: None,
        settings: SlideSettings::default(),
        slide: None,
    };
    core.context()
        .spawn_with(body(size.into(), at.into()), walker)
}

/// Spawns an object at rest with this convex outline at a position.
pub(crate) fn polygon(core: &mut Core, at: Vec2, corners: &[(f32, f32)]) -> ObjectId {
    let corners: Vec<Vec2> = corners.iter().copied().map(Vec2::from).collect();
    let id = spawn(core, Object::default().at(at));
    let shape = Shape::polygon(&corners).expect("it is convex");
    assert!(
        core.object_mut(id)
            .expect("it exists")
            .set_shapes(&[shape])
            .is_done()
    );
    id
}

pub(crate) fn place(core: &Core, id: ObjectId) -> Vec2 {
    core.world.object(id).expect("it exists").position()
}

pub(crate) fn state(core: &Core, id: ObjectId) -> &Walker {
    core.world.behavior::<Walker>(id).expect("it walks")
}

pub(crate) fn edit(core: &mut Core, id: ObjectId, change: impl FnOnce(&mut Walker)) {
    change(core.world.behavior_mut::<Walker>(id).expect("it walks"));
}

pub(crate) fn is_on_floor(core: &Core, id: ObjectId) -> bool {
    state(core, id)
        .slide
        .is_some_and(|slide| slide.is_on_floor())
}

/// Returns the tangent of an angle in degrees.
pub(crate) fn tan(degrees: f32) -> f32 {
    math::tan(degrees.to_radians())
}

pub(crate) fn assert_near(one: Vec2, other: Vec2, case: &str) {
    assert!(
        (one - other).length() < 0.02,
        "{case}: {one}, expected {other}"
    );
}

/// Spawns an object at rest: a slope whose left end is at `at`. It rises to the right at an angle in degrees, and is
/// `length` wide. Returns its right end.
fn slope(core: &mut Core, at: Vec2, degrees: f32, length: f32) -> Vec2 {
    let end = vec2(length, -length * tan(degrees));
    polygon(
        core,
        at,
        &[(0.0, 0.0), end.into(), (end.x, 300.0), (0.0, 300.0)],
    );
    at + end
}

#[test]
fn a_jump_does_not_climb_a_slope_that_is_too_steep() {
    for (degrees, vx) in [
        (60.0, 2.0),
        (50.0, 2.0),
        (70.0, 2.0),
        (80.0, 4.0),
        (60.0, -2.0),
    ] {
        for form in [Form::Box, Form::Capsule] {
            in_empty_world(|core| {
                let side = f32::signum(vx);
                let flat = [(0.0, 0.0), (60.0, 0.0), (60.0, 300.0), (0.0, 300.0)];
                let mut steep = [(60.0, 0.0), (1060.0, 0.0), (1060.0, 300.0), (60.0, 300.0)];
                steep[1].1 = -1000.0 * tan(degrees);
                for corners in [flat, steep] {
                    polygon(core, Vec2::ZERO, &corners.map(|(x, y)| (side * x, y)));
                }
                let hero = walker(core, (10.0, 14.0), (side * 15.0, -8.0), vx);
                form.give(core, hero);
                for step in 0..400 {
                    if step == 26 {
                        edit(core, hero, |hero| hero.next = Some(-5.0));
                    }
                    steps(core, 1);
                    let at = place(core, hero);
                    assert!(
                        at.y > -60.0,
                        "{degrees}° at {vx}, {form:?}, step {step}: {at}"
                    );
                }
                // The hero has come down again.
                assert!(
                    place(core, hero).y > -15.0,
                    "{degrees}° at {vx}, {form:?}: {}",
                    place(core, hero)
                );
            });
        }
    }
}

#[test]
fn a_walker_stops_where_a_slope_becomes_too_steep() {
    for (first, second) in [
        (20.0, 60.0),
        (42.0, 46.0),
        (42.0, 46.5),
        (0.0, 60.0),
        (30.0, 75.0),
    ] {
        for form in [Form::Box, Form::Capsule] {
            in_empty_world(|core| {
                slope(core, vec2(-200.0, 0.0), 0.0, 200.0);
                let corner = slope(core, Vec2::ZERO, first, 60.0);
                slope(core, corner, second, 1000.0);
                let hero = walker(core, (10.0, 14.0), (-20.0, -7.0), 2.0);
                form.give(core, hero);
                for step in 0..400 {
                    steps(core, 1);
                    let case = format!("{first}° then {second}°, {form:?}, step {step}");
                    assert!(
                        place(core, hero).x < corner.x + 1.0,
                        "{case}: {}",
                        place(core, hero)
                    );
                    assert!(
                        is_on_floor(core, hero) || step < 2,
                        "{case}: {}",
                        place(core, hero)
                    );
                }
                assert!(
                    place(core, hero).x > corner.x - 8.0,
                    "{first}°: {}",
                    place(core, hero)
                );
            });
        }
    }
}

#[test]
fn walking_down_a_ledge_stays_on_the_floor() {
    for form in FORMS {
        for (height, vx) in [(4.0, 0.5), (4.0, 1.0), (2.0, 0.25), (3.0, 2.0), (2.0, 0.1)] {
            in_empty_world(|core| {
                spawn(core, block(0.0, 100.0, 100.0, 30.0));
                spawn(core, block(100.0, 100.0 + height, 900.0, 30.0));
                let half = form.size().y / 2.0;
                let hero = walker(core, form.size().into(), (90.0, 100.0 - half), vx);
                form.give(core, hero);
                edit(core, hero, |hero| hero.settings.step_height = 4.0);
                for step in 0..250 {
                    steps(core, 1);
                    let at = place(core, hero);
                    assert!(
                        is_on_floor(core, hero),
                        "{form:?} down {height} at {vx}, step {step}: {at}"
                    );
                }
                let y = place(core, hero).y - (100.0 + height - half);
                assert!(y.abs() < 0.02, "{form:?} down {height} at {vx}: {y}");
            });
        }
    }
}

#[test]
fn round_characters_climb_steps_at_every_speed() {
    for form in FORMS {
        for height in [2.0, 3.0, 4.0, 5.0, 5.2, 8.0] {
            for vx in [0.25, 0.5, 1.0, 1.5, 3.0] {
                in_empty_world(|core| {
                    spawn(core, block(0.0, 100.0, 100.0, 20.0));
                    spawn(core, block(100.0, 100.0 - height, 900.0, 20.0 + height));
                    let half = form.size().y / 2.0;
                    let hero = walker(core, form.size().into(), (85.0, 100.0 - half), vx);
                    form.give(core, hero);
                    edit(core, hero, |hero| hero.settings.step_height = 5.0);
                    for step in 0..200 {
                        steps(core, 1);
                        let case = format!("{form:?} up {height} at {vx}, step {step}");
                        assert!(is_on_floor(core, hero), "{case}: {}", place(core, hero));
                    }
                    let at = place(core, hero);
                    let climbed = at.x > 110.0 && (at.y + half - 100.0 + height).abs() < 0.02;
                    assert_eq!(climbed, height <= 5.0, "{form:?} up {height} at {vx}: {at}");
                });
            }
        }
    }
}

#[test]
fn a_wall_overlapped_by_a_hair_does_not_hold_a_falling_body() {
    for form in FORMS {
        for overlap in [
            0.0,
            1e-3,
            1.0 / 512.0,
            1.0 / 1024.0,
            1.0 / 2048.0,
            1e-5,
            7.7e-6,
        ] {
            for (left, sign) in [(100.0, 1.0), (70.0, -1.0)] {
                in_empty_world(|core| {
                    spawn(core, block(left, 0.0, 20.0, 400.0));
                    let x = 95.0;
                    let hero = walker(core, form.size().into(), (x + sign * overlap, 50.0), 0.0);
                    form.give(core, hero);
                    steps(core, 20);
                    let at = place(core, hero);
                    assert!(
                        (at.y - 113.0).abs() < 0.1,
                        "{form:?} in {left} by {overlap}: {at}"
                    );
                });
            }
        }
    }
}

#[test]
fn a_floor_overlapped_by_a_hair_does_not_hold_a_walker() {
    for overlap in [1.0 / 2048.0, 1e-5, 1e-3] {
        in_empty_world(|core| {
            for x in 0..40_u8 {
                spawn(core, block(10.0 * f32::from(x), 100.0, 10.0, 20.0));
            }
            let hero = walker(core, (10.0, 10.0), (50.0, 95.0 + overlap), 2.0);
            steps(core, 9);
            assert_near(place(core, hero), vec2(68.0, 95.0), &format!("{overlap}"));
        });
        in_empty_world(|core| {
            spawn(core, block(100.0, 0.0, 20.0, 400.0));
            let hero = spawn(core, body(Vec2::splat(10.0), vec2(95.0 + overlap, 50.0)));
            for _ in 0..10 {
                core.context()
                    .move_and_slide(hero, Vec2::ONE, &SlideSettings::top_down());
            }
            assert_near(
                place(core, hero),
                vec2(95.0, 60.0),
                &format!("from above, {overlap}"),
            );
        });
    }
}

#[test]
fn a_body_fits_into_a_shaft_of_its_own_width() {
    for x in [0.37, 7.3, 1234.1, 0.0] {
        for width in [16.0, 9.7] {
            in_empty_world(|core| {
                spawn(core, block(x - 20.0, 0.0, 20.0, 400.0));
                spawn(core, block(x + width, 0.0, 20.0, 400.0));
                spawn(core, block(x - 20.0, 400.0, 90.0, 20.0));
                let hero = walker(core, (width, 16.0), (x + width / 2.0, 50.0), 0.0);
                steps(core, 20);
                let at = place(core, hero);
                assert!((at.y - 113.0).abs() < 0.1, "{width} at {x}: {at}");
                steps(core, 60);
                assert!((place(core, hero).y - 392.0).abs() < 0.02 && is_on_floor(core, hero));
            });
        }
    }
}

#[test]
fn a_body_put_into_a_wall_leaves_it_and_falls() {
    for form in FORMS {
        for number in 0..100_u8 {
            let depth = 0.01 + f32::from(number) * 0.0399;
            in_empty_world(|core| {
                let corners = [(0.0, 0.0), (20.0, 3.0), (23.0, 400.0), (0.0, 400.0)];
                polygon(core, vec2(100.0, 0.0), &corners);
                let at = (126.0 - depth, 50.0 + f32::from(number % 7));
                let hero = walker(core, form.size().into(), at, 0.0);
                form.give(core, hero);
                steps(core, 15);
                let fell = place(core, hero).y - at.1;
                assert!(fell > 30.0, "{form:?} in by {depth}: fell {fell}");
            });
        }
    }
}

#[test]
fn a_body_in_a_wall_of_several_boxes_leaves_all_of_them() {
    for (x, end) in [
        (120.0, [95.0, 95.0]),
        (140.0, [95.0, 185.0]),
        (160.0, [185.0, 185.0]),
        (103.0, [95.0, 95.0]),
    ] {
        in_empty_world(|core| {
            spawn(core, block(100.0, 0.0, 40.0, 200.0));
            spawn(core, block(140.0, 0.0, 40.0, 200.0));
            let hero = walker(core, (10.0, 14.0), (x, 50.0), 0.0);
            steps(core, 20);
            let at = place(core, hero);
            assert!(end.contains(&at.x) && at.y > 100.0, "from {x}: {at}");
        });
    }
    // Four boxes form a square. The way out to the left is the shortest.
    in_empty_world(|core| {
        for (x, y) in [(0.0, 0.0), (30.0, 0.0), (0.0, 30.0), (30.0, 30.0)] {
            spawn(core, block(x, y, 30.0, 30.0));
        }
        let hero = spawn(core, body(vec2(10.0, 14.0), vec2(27.0, 30.0)));
        core.context()
            .move_and_slide(hero, Vec2::ZERO, &SlideSettings::default());
        assert_eq!(place(core, hero), vec2(-5.0, 30.0));
    });
}

#[test]
fn slopes_are_walked_at_large_coordinates() {
    for form in [Form::Box, Form::Capsule] {
        for y in [0.0, 1e4, 1e5, 1e6] {
            for x in [0.0, 1e6] {
                in_empty_world(|core| {
                    let corners = [(0.0, 0.0), (600.0, -300.0), (600.0, 100.0), (0.0, 100.0)];
                    polygon(core, vec2(x, y), &corners);
                    let hero = walker(core, (10.0, 14.0), (x + 50.0, y - 60.0), 3.0);
                    form.give(core, hero);
                    steps(core, 30);
                    let from = place(core, hero).x;
                    steps(core, 100);
                    let way = place(core, hero).x - from;
                    assert!((way - 240.0).abs() < 6.0, "{form:?} at ({x}, {y}): {way}");
                    assert!(is_on_floor(core, hero), "{form:?} at ({x}, {y})");
                });
            }
        }
    }
}

#[test]
fn walls_and_ceilings_count_while_they_are_touched() {
    in_empty_world(|core| {
        spawn(core, block(0.0, 100.0, 300.0, 10.0));
        spawn(core, block(50.0, 80.0, 50.0, 10.0));
        spawn(core, block(200.0, 0.0, 10.0, 100.0));
        // The hero walks through a gap of exactly its height, and on to a wall.
        let hero = walker(core, (10.0, 10.0), (20.0, 95.0), 2.0);
        for _ in 0..100 {
            steps(core, 1);
            let slide = state(core, hero).slide.expect("it has moved");
            let x = place(core, hero).x;
            assert!(slide.is_on_floor());
            assert_eq!(
                slide.is_on_ceiling(),
                x > 45.0 && x < 105.0,
                "ceiling at {x}"
            );
            assert_eq!(slide.is_on_wall(), x > 194.9, "wall at {x}");
        }
        edit(core, hero, |hero| hero.vx = 0.0);
        steps(core, 2);
        let slide = state(core, hero).slide.expect("it has moved");
        assert!(slide.is_on_wall() && slide.wall.is_none());
        edit(core, hero, |hero| hero.vx = -1.0);
        steps(core, 1);
        assert!(
            state(core, hero)
                .slide
                .is_some_and(|slide| !slide.is_on_wall())
        );
    });
}

#[test]
fn characters_drop_through_one_way_platforms_and_tiles() {
    for tiles in [false, true] {
        for form in FORMS {
            in_empty_world(|core| {
                if tiles {
                    let mut map = TileMap::new(Vec2::splat(20.0), 10, 2);
                    let tile = map.add(Tile::default().one_way());
                    for column in 0..10 {
                        map.set(ivec2(column, 0), Some(tile));
                    }
                    let id = spawn(core, Object::default().at(vec2(0.0, 100.0)));
                    assert!(
                        core.object_mut(id)
                            .expect("it exists")
                            .set_tiles(map)
                            .is_done()
                    );
                } else {
                    spawn(core, block(0.0, 100.0, 200.0, 20.0).one_way());
                }
                spawn(core, block(0.0, 200.0, 200.0, 20.0));
                let half = form.size().y / 2.0;
                let hero = walker(core, form.size().into(), (50.0, 100.0 - half), 0.0);
                form.give(core, hero);
                steps(core, 3);
                assert!(is_on_floor(core, hero) && place(core, hero).y < 100.1 - half);
                edit(core, hero, |hero| hero.settings.drops_through = true);
                steps(core, 1);
                assert!(!is_on_floor(core, hero), "{form:?}, tiles: {tiles}");
                edit(core, hero, |hero| hero.settings.drops_through = false);
                steps(core, 60);
                // The hero stands on the solid floor, which nothing drops through.
                edit(core, hero, |hero| hero.settings.drops_through = true);
                steps(core, 5);
                assert_near(
                    place(core, hero),
                    vec2(50.0, 200.0 - half),
                    &format!("{form:?}, tiles: {tiles}"),
                );
                assert!(is_on_floor(core, hero));
            });
        }
    }
}
