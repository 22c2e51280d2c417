//! Law of overlaps by rounding: a body passes a wall that it overlaps by at most 1/1024, also at the seams of the wall.

use crate::characters::{FORMS, Form, Idle};
use crate::common::{in_empty_world, spawn, steps};
use damselfly::ObjectId;
use damselfly::collision::Shape;
use damselfly::geometry::Rect;
use damselfly::glam::{IVec2, Vec2, vec2};
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::{Bounds, Core, Object, SlideSettings};
use proptest::prelude::*;

/// Length of each piece of a wall, along the wall.
const PIECE: f32 = 20.0;

/// Form of a wall's pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    Box,
    Polygon,
    /// All pieces are tiles of one map.
    Tiles,
    /// Each piece is a map of its own.
    Maps,
    /// A polygon whose other side is slanted.
    Wedge,
    Capsule,
    Circle,
}

const PIECES: [Piece; 7] = [
    Piece::Box,
    Piece::Polygon,
    Piece::Tiles,
    Piece::Maps,
    Piece::Wedge,
    Piece::Capsule,
    Piece::Circle,
];

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    Velocity,
    Bullet,
    MoveBy,
    Collide,
    Slide,
    /// The body stands on a platform that moves along the wall.
    Rider,
}

const MODES: [Mode; 6] = [
    Mode::Velocity,
    Mode::Bullet,
    Mode::MoveBy,
    Mode::Collide,
    Mode::Slide,
    Mode::Rider,
];

/// A body beside a wall. In the case's own frame, the wall is at the right and the body moves down.
#[derive(Clone, Debug)]
struct Pass {
    form: Form,
    piece: Piece,
    pieces: u8,
    mode: Mode,
    overlap: f32,
    /// Position of the body's centre along the wall, from the wall's upper end.
    start: f32,
    speed: f32,
    /// Speed away from the wall.
    away: f32,
    /// Quarter turns of the case, clockwise.
    quarters: u8,
}

impl Pass {
    /// Returns a vector of the case's frame in the world.
    fn turned(&self, v: Vec2) -> Vec2 {
        (0..self.quarters).fold(v, |v, _| vec2(-v.y, v.x))
    }

    fn shape_turned(&self, shape: Shape) -> Shape {
        shape.turned(f32::from(self.quarters) * core::f32::consts::FRAC_PI_2)
    }

    fn movement(&self) -> Vec2 {
        self.turned(vec2(-self.away, self.speed))
    }

    fn spawn_wall(&self, core: &mut Core) {
        if self.piece == Piece::Tiles {
            return self.spawn_tiles(core, vec2(100.0, 0.0), self.pieces);
        }
        for number in 0..self.pieces {
            let at = vec2(100.0, PIECE * f32::from(number));
            let corners = |far: [f32; 2]| {
                let all = [(0.0, 0.0), (far[0], 0.0), (far[1], PIECE), (0.0, PIECE)];
                Shape::polygon(&all.map(Vec2::from)).expect("it is convex")
            };
            let shape = match self.piece {
                Piece::Tiles | Piece::Maps => {
                    self.spawn_tiles(core, at, 1);
                    continue;
                }
                Piece::Box => {
                    let rect = Rect::from_size(at, vec2(20.0, PIECE));
                    let ends = [rect.min, rect.max].map(|end| self.turned(end));
                    let rect = Rect::new(ends[0], ends[1]);
                    let block = Object {
                        bounds: Bounds::Fixed(rect.translated(-rect.center())),
                        ..Object::default().at(rect.center())
                    };
                    spawn(core, block);
                    continue;
                }
                Piece::Polygon => corners([20.0, 20.0]),
                Piece::Wedge => corners([20.0, 5.0]),
                Piece::Capsule => Shape::capsule(vec2(6.0, 6.0), vec2(6.0, PIECE - 6.0), 6.0),
                Piece::Circle => {
                    let half = PIECE / 2.0;
                    Shape::circle(half).translated(Vec2::splat(half))
                }
            };
            give(
                core,
                Object::default().at(self.turned(at)),
                self.shape_turned(shape),
            );
        }
    }

    fn spawn_tiles(&self, core: &mut Core, at: Vec2, rows: u8) {
        let ends = [at, at + vec2(20.0, PIECE * f32::from(rows))].map(|end| self.turned(end));
        let area = Rect::new(ends[0], ends[1]);
        let along = [1, u32::from(rows)];
        let [width, height] = if self.quarters.is_multiple_of(2) {
            along
        } else {
            [along[1], along[0]]
        };
        let mut map = TileMap::new(Vec2::splat(PIECE), width, height);
        let solid = map.add(Tile::default().solid());
        for cell in 0..i32::from(rows) {
            let cell = IVec2::splat(cell).min(map.size() - 1);
            map.set(cell, Some(solid));
        }
        let id = spawn(core, Object::default().at(area.min));
        let mut object = core.object_mut(id).expect("it exists");
        assert!(object.set_tiles(map).is_done());
    }

    fn spawn_body(&self, core: &mut Core, at: Vec2) -> ObjectId {
        let half = self.form.size() / 2.0;
        let ends = [-half, half].map(|end| self.turned(end));
        let bounds = Bounds::Fixed(Rect::new(ends[0], ends[1]));
        let by_velocity = matches!(self.mode, Mode::Velocity | Mode::Bullet);
        let object = Object {
            bounds,
            bullet: self.mode == Mode::Bullet,
            velocity: if by_velocity {
                self.movement()
            } else {
                Vec2::ZERO
            },
            ..Object::default().at(at)
        };
        let id = match self.mode {
            Mode::Rider => core.context().spawn_with(object, Idle),
            _ => spawn(core, object),
        };
        if let Some(shape) = self.form.shape() {
            let mut object = core.object_mut(id).expect("it exists");
            assert!(object.set_shapes(&[self.shape_turned(shape)]).is_done());
        }
        id
    }

    /// Returns how far the body is from where 20 free steps lead, along the wall and across it.
    fn error(&self) -> Vec2 {
        in_empty_world(|core| {
            self.spawn_wall(core);
            let start = self.turned(vec2(95.0 + self.overlap, self.start));
            let hero = self.spawn_body(core, start);
            let movement = self.movement();
            if self.mode == Mode::Rider {
                let foot = start.y + self.form.size().y / 2.0;
                let ends = [-30.0, 4.0].map(|x| self.turned(vec2(x, 0.0)).x);
                let lift = Object {
                    bounds: Bounds::Fixed(Rect::new(vec2(ends[0], 0.0), vec2(ends[1], 4.0))),
                    ..Object::default().at(vec2(start.x, foot))
                };
                spawn(core, lift.platform().velocity(movement));
            }
            for _ in 0..20 {
                match self.mode {
                    Mode::Velocity | Mode::Bullet | Mode::Rider => {}
                    Mode::MoveBy => {
                        core.context().move_by(hero, movement);
                    }
                    Mode::Collide => {
                        core.context().move_and_collide(hero, movement);
                    }
                    Mode::Slide => {
                        let settings = SlideSettings::top_down();
                        core.context().move_and_slide(hero, movement, &settings);
                    }
                }
                steps(core, 1);
            }
            let at = core.world.object(hero).expect("it exists").position();
            let off = at - start - 20.0 * movement;
            let along = self.turned(Vec2::Y);
            vec2(off.perp_dot(along), off.dot(along))
        })
    }
}

fn give(core: &mut Core, object: Object, shape: Shape) {
    let id = spawn(core, object);
    let mut object = core.object_mut(id).expect("it exists");
    assert!(object.set_shapes(&[shape]).is_done());
}

fn passes() -> impl Strategy<Value = Pass> {
    let overlap = prop_oneof![
        (0_u8..=16).prop_map(|n| f32::from(n) / 16384.0),
        0.0_f32..1.0 / 1024.0,
        prop::sample::select(vec![1e-5_f32, 7.7e-6]),
    ];
    // Near an end of a piece, so that the body passes or begins at a seam.
    let near = prop_oneof![
        (-60_i8..=60).prop_map(|n| f32::from(n) / 4.0),
        -12.0_f32..12.0
    ];
    let speed = prop_oneof![
        prop::sample::select(vec![0.001_f32, 0.05, 0.25, 1.0, 3.0, 7.0, 30.0]),
        0.01_f32..4.0,
    ];
    let away = prop::sample::select(vec![0.0_f32, 0.0, 0.0, 1e-6, 1e-5]);
    (
        (
            prop::sample::select(FORMS.to_vec()),
            prop::sample::select(PIECES.to_vec()),
            1..=3_u8,
            prop::sample::select(MODES.to_vec()),
        ),
        (overlap, 0..=3_u8, near, speed, away),
        0..4_u8,
    )
        .prop_map(
            |((form, piece, mut pieces, mode), (overlap, seam, near, speed, away), quarters)| {
                // A platform carries riders that are above it: the case's frame is the world's, upside down or not.
                let quarters = if mode == Mode::Rider {
                    quarters & 2
                } else {
                    quarters
                };
                let length = PIECE * f32::from(pieces);
                let mut start = PIECE * f32::from(seam.min(pieces)) + near;
                if !matches!(mode, Mode::Velocity | Mode::Bullet | Mode::MoveBy) {
                    start = start.clamp(0.0, length);
                }
                // A move that leaves overlaps first meets the next bulge of such a wall with a slanted normal, and may
                // stop there or slide around it.
                let stops = matches!(mode, Mode::Collide | Mode::Slide);
                let piece = match piece {
                    Piece::Capsule | Piece::Circle if stops => Piece::Box,
                    other => other,
                };
                // A swept move passes the seams of a wall that it overlaps already.
                if matches!(mode, Mode::Bullet | Mode::Rider) || speed > 5.0 {
                    start = start.clamp(0.0, length);
                    if matches!(piece, Piece::Capsule | Piece::Circle) {
                        pieces = 1;
                        start = PIECE / 2.0;
                    }
                }
                Pass {
                    form,
                    piece,
                    pieces,
                    mode,
                    overlap,
                    start,
                    speed,
                    away,
                    quarters,
                }
            },
        )
}

proptest! {
    #![proptest_config(crate::rooms::config(4000))]

    #[test]
    fn bodies_pass_seams_of_walls_overlapped_by_a_hair(pass in passes()) {
        let error = pass.error();
        prop_assert!(error.abs().max_element() < 0.02, "{error}");
    }
}

#[test]
fn bodies_meet_seams_that_they_overlap_by_more() {
    for form in FORMS {
        for (piece, mode) in [
            (Piece::Box, Mode::Velocity),
            (Piece::Polygon, Mode::Bullet),
            (Piece::Maps, Mode::MoveBy),
        ] {
            let pass = Pass {
                form,
                piece,
                pieces: 2,
                mode,
                overlap: 0.003,
                start: -10.0,
                speed: 1.0,
                away: 0.0,
                quarters: 0,
            };
            assert!(pass.error().y < -1.0, "{pass:?}");
        }
    }
}
