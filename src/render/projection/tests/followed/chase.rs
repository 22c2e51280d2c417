//! A camera that follows a sprite, and the frames of it that are drawn.

use super::super::super::*;
use crate::assets::FrameId;
use crate::base::id::ObjectId;
use crate::geometry::Rect;
use crate::render::quad::{Quad, project_position};
use crate::render::{Fit, ViewSettings};

/// A camera that follows a sprite.
#[derive(Clone, Debug)]
pub(super) struct Chase {
    /// Width and height of the view, in pixels.
    pub(super) view: [u16; 2],
    /// Pixels per world unit at zoom 1.
    pub(super) unit: Vec2,
    /// Width and height of the sprite, in pixels.
    pub(super) sprite: [u16; 2],
    /// Position of the object in its sprite, as fractions of the sprite's width and height: (0, 0) is the upper left
    /// corner.
    pub(super) anchor: Vec2,
    /// Factors of the sprite's width and height.
    pub(super) scale: Vec2,
    /// Quarter turns of the sprite and of the camera.
    pub(super) turns: [u16; 2],
    pub(super) flip: [bool; 2],
    /// Width and height of the dead zone, in pixels at zoom 1.
    pub(super) dead_zone: Vec2,
    /// Distance of the view's edges from the boundary at the beginning, in pixels at zoom 1.
    pub(super) room: f32,
    pub(super) from: Vec2,
    /// Pixels per step at zoom 1 and magnification 1, one item per step.
    pub(super) velocities: Vec<Vec2>,
    pub(super) zoom: f32,
    pub(super) magnified: u16,
    pub(super) smoothing: Smoothed,
    /// Whether the velocity changes after the movement of a step, not before.
    pub(super) late: bool,
    /// Steps and draws per second.
    pub(super) rates: [f64; 2],
    /// Part of a frame's duration from the first step to the first frame after it, from 0 to 1.
    pub(super) phase: f64,
    /// Steps in which the camera changes, modulo the number of steps, and the changes.
    pub(super) changes: Vec<(usize, Change)>,
}

/// A change of the camera in a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    Zoom(f32),
    /// Quarter turns of the camera.
    Turns(u16),
}

/// How frames between steps are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Smoothed {
    Not,
    /// Between the positions of two steps.
    Between,
    /// Along the velocity, from the position before or at the last step.
    Backward,
    Forward,
}

/// One frame: the sprite of the followed object and two sprites at rest.
pub(super) struct Seen {
    /// The camera's zoom and quarter turns, or `None` while one of them changes.
    pub(super) view: Option<(u32, u16)>,
    pub(super) followed: Corner,
    /// A sprite that is attached to the followed object, 4 pixels to the right and 6 up.
    pub(super) attached: Corner,
    pub(super) resting: [Corner; 2],
    /// The followed object's drawn position, along the axes of the view, in pixels of the screen.
    pub(super) drawn: Vec2,
    /// The part of the followed object's movement in the step that drawing smooths, along the same axes in pixels.
    pub(super) motion: Vec2,
    /// The edge of the dead zone that the object pushes, along the axes of the view: -1 or 1, or 0 for none.
    pub(super) pushes: [i8; 2],
}

/// The upper left corner of a drawn sprite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    /// The first column and row of pixels whose centres are in the sprite.
    pub(super) first: [i32; 2],
    /// Displacement of the sprite's position, in pixels, from where an exact camera would draw it.
    pub(super) error: DVec2,
    /// Distance of the position, times the scale, from half way between two multiples of 1/256 pixel, in this unit.
    from_tie: DVec2,
    /// Largest rounding error of the drawn position, in 1/256 pixel.
    rounding: DVec2,
    /// Largest rounding error of the product of position and scale, in 1/256 pixel.
    product_rounding: f64,
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
            rates: [60.0; 2],
            phase: 0.0,
            changes: Vec::new(),
        }
    }
}

impl Chase {
    /// Returns a chase of 40 steps at one velocity, of which the first leaves the dead zone.
    pub(super) fn at(velocity: Vec2) -> Self {
        let mut velocities = vec![velocity + velocity.signum() * 300.0];
        velocities.resize(40, velocity);
        Self {
            velocities,
            ..Self::default()
        }
    }

    pub(super) fn record(&self) -> FrameRecord {
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

    /// Returns the smoothing factors of the frames of a step, in order. The step itself is always among them: between
    /// two steps, an object may turn back.
    #[expect(clippy::cast_possible_truncation, reason = "factors are below 1")]
    fn factors(&self, step: usize) -> Vec<f32> {
        let [steps, draws] = self.rates;
        let (from, per_step) = (step as f64, draws / steps);
        let first = (from * per_step - self.phase).ceil();
        let alphas = (0..=8)
            .map(|n| (first + f64::from(n) + self.phase) / per_step - from)
            .filter(|alpha| (0.0..1.0).contains(alpha))
            .map(|alpha| alpha as f32);
        match self.smoothing {
            Smoothed::Not => vec![0.0],
            Smoothed::Forward => core::iter::once(0.0).chain(alphas).collect(),
            Smoothed::Between | Smoothed::Backward => {
                alphas.map(|alpha| alpha - 1.0).chain([0.0]).collect()
            }
        }
    }

    /// Pixels per world unit on the screen.
    fn pixels(&self) -> Vec2 {
        self.unit * self.zoom * f32::from(self.magnified)
    }

    /// Turns a vector in pixels to the axes of the view.
    fn to_view(&self, v: Vec2) -> Vec2 {
        Self::turned(v, self.turns[1])
    }

    /// Turns a vector to the axes of a view with this many quarter turns.
    pub(super) fn turned(v: Vec2, turns: u16) -> Vec2 {
        match turns {
            0 => v,
            1 => Vec2::new(v.y, -v.x),
            2 => -v,
            _ => Vec2::new(-v.y, v.x),
        }
    }

    /// Returns this chase with a zoom and an angle: see [`Seen::view`].
    pub(super) fn with_view(&self, (zoom, turns): (u32, u16)) -> Self {
        Self {
            zoom: f32::from_bits(zoom),
            turns: [self.turns[0], turns],
            ..self.clone()
        }
    }

    pub(super) fn is_backward(&self) -> bool {
        self.smoothing == Smoothed::Backward
    }

    /// Half of the dead zone in pixels of the screen, along the axes of the view.
    pub(super) fn reach(&self) -> Vec2 {
        self.dead_zone / 2.0 * self.zoom * f32::from(self.magnified)
    }

    pub(super) fn camera(&self) -> Camera {
        let size = self.size();
        let mut camera = Camera::new(size).with_unit(self.unit);
        let around = size / self.zoom + 2.0 * self.room / self.unit;
        camera.set_boundary(Rect::centered(self.from, around));
        camera.set_zoom(self.zoom);
        camera.set_angle(angle(self.turns[1]));
        camera.follow(ObjectId::new(0, 1), self.dead_zone / self.unit);
        camera.cut_to(self.from);
        camera
    }

    /// Returns the size of the view in world units at zoom 1.
    pub(super) fn size(&self) -> Vec2 {
        Vec2::new(self.view[0].into(), self.view[1].into()) / self.unit
    }

    /// Returns the viewport, in whose middle the view is.
    pub(super) fn viewport(&self) -> Viewport {
        let target = self
            .view
            .map(|side| u32::from(side) * u32::from(self.magnified));
        ViewSettings {
            size: self.size(),
            unit: self.unit,
            fit: Fit::Letterbox,
        }
        .viewport(target)
    }

    /// Returns two sprites at rest. No rounding error decides their pixels in view.
    fn resting(&self) -> [Instance; 2] {
        let zooms = self.changes.iter().filter_map(|(_, change)| match change {
            Change::Zoom(zoom) => Some(*zoom),
            Change::Turns(_) => None,
        });
        let zooms: Vec<f32> = zooms.chain([self.zoom]).collect();
        let scale = self.unit * f32::from(self.magnified);
        [11.3, -7.9].map(|apart| {
            let mut near =
                (0..90_u8).map(|n| self.from + apart + f32::from(n) * f32::from(n) * 0.0007);
            let is_clear = |&at: &Vec2| {
                let mut ties = zooms
                    .iter()
                    .map(|&zoom| from_tie((at * (scale * zoom)).as_dvec2()));
                ties.all(|from_tie| {
                    (from_tie.cmpeq(DVec2::ZERO) | from_tie.cmpgt(DVec2::splat(0.02))).all()
                })
            };
            let at = near.find(is_clear);
            Instance::new(at.expect("one in ninety is no tie"), FrameId(0))
        })
    }

    /// Returns all drawn frames.
    pub(super) fn frames(&self) -> Vec<Seen> {
        let mut scene = Scene::new(self);
        let steps = 0..self.velocities.len();
        steps.flat_map(|step| scene.step(step)).collect()
    }

    /// Returns the edge of the dead zone where an object is that is this far from the view's centre, in world units. At
    /// the largest coordinates and scales of random chases, rounding moves an object at an edge by 1/150 pixel, so none
    /// is missed.
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

/// The state of a chase.
struct Scene {
    /// The chase, with the zoom and the angle of the current step.
    chase: Chase,
    viewport: Viewport,
    camera: Camera,
    frame: FrameRecord,
    hero: Instance,
    resting: [Instance; 2],
    /// The edges of the dead zone where the object is that it has pushed, along the axes of the view.
    edge: [i8; 2],
}

impl Scene {
    fn new(chase: &Chase) -> Self {
        let mut hero = Instance::new(chase.from, FrameId(0));
        hero.set_scale(chase.scale);
        hero.turn = Turn(chase.turns[0] << 14);
        hero.set_flip(chase.flip[0], chase.flip[1]);
        Self {
            chase: chase.clone(),
            viewport: chase.viewport(),
            camera: chase.camera(),
            frame: chase.record(),
            hero,
            resting: chase.resting(),
            edge: [0; 2],
        }
    }

    /// Takes a step, and returns the frames that are drawn after it.
    fn step(&mut self, step: usize) -> Vec<Seen> {
        self.camera.begin_step(self.chase.unit);
        let was = (self.chase.zoom, self.chase.turns[1]);
        self.change(step);
        let is_settled = was == (self.chase.zoom, self.chase.turns[1]);
        if was.1 != self.chase.turns[1] {
            self.edge = [0; 2];
        }
        let before = self.edge;
        self.walk(step);
        let chase = &self.chase;
        let view = (chase.zoom.to_bits(), chase.turns[1]);
        let factors = chase.factors(step).into_iter();
        let frames = factors.map(|k| Seen {
            view: (is_settled || k == 0.0).then_some(view),
            pushes: chase.pushes([before, self.edge], self.hero.motion, k),
            ..self.draw(k)
        });
        frames.collect()
    }

    /// Makes the first change of a step.
    fn change(&mut self, step: usize) {
        let count = self.chase.velocities.len();
        let mut changes = self.chase.changes.iter();
        match changes.find(|(at, _)| at % count == step) {
            Some(&(_, Change::Zoom(zoom))) => {
                self.chase.zoom = zoom;
                assert!(self.camera.set_zoom(zoom).is_done());
            }
            Some(&(_, Change::Turns(turns))) => {
                self.chase.turns[1] = turns;
                assert!(self.camera.set_angle(angle(turns)).is_done());
            }
            None => {}
        }
    }

    /// Moves the followed object and the camera.
    fn walk(&mut self, step: usize) {
        let (chase, hero, camera) = (&self.chase, &mut self.hero, &mut self.camera);
        let velocity = chase.velocities[step];
        let (from, center) = (hero.position, camera.center());
        hero.position += velocity / chase.unit;
        let next = chase.velocities.get(step + 1).unwrap_or(&velocity);
        hero.motion = match chase.smoothing {
            Smoothed::Backward | Smoothed::Forward if chase.late => *next / chase.unit,
            _ => hero.position - from,
        };
        camera.track(hero.position, hero.motion);
        camera.end_step(1.0);
        let moved = [hero.position - from, camera.center() - center];
        let moved = moved.map(|by| chase.to_view(by));
        let edge = chase.edge(hero.position - camera.center());
        self.edge = [0, 1].map(|axis| {
            let rests = moved[0][axis] == 0.0 && edge[axis] == self.edge[axis];
            if rests || moved[1][axis] != 0.0 {
                edge[axis]
            } else {
                0
            }
        });
    }

    /// Draws a frame.
    fn draw(&self, k: f32) -> Seen {
        let (chase, hero) = (&self.chase, &self.hero);
        let followed = FollowedSprite {
            instance: hero,
            frames: &[self.frame],
        };
        let view = Projection::of_following_camera(
            &self.camera,
            chase.unit,
            &self.viewport,
            Vec2::ONE,
            k,
            Some(followed),
        );
        let corner = |instance: &Instance| {
            let quad = project(instance, &self.frame, &view).expect("it is in view");
            Corner::new(instance, &quad, &view, self.exact(instance, k))
        };
        let hat = Instance {
            position: hero.position + Vec2::new(4.0, -6.0) / chase.pixels(),
            ..*hero
        };
        Seen {
            view: None,
            followed: corner(hero),
            attached: corner(&hat),
            resting: [&self.resting[0], &self.resting[1]].map(corner),
            motion: chase.to_view(hero.motion * chase.pixels()),
            drawn: chase.to_view((hero.position + hero.motion * k) * chase.pixels()),
            pushes: [0; 2],
        }
    }

    /// Returns the position on the screen of a sprite that an exact camera draws without rounding, in pixels.
    fn exact(&self, instance: &Instance, k: f32) -> DVec2 {
        let pose = self.camera.pose(k);
        let position = instance.position.as_dvec2() + instance.motion.as_dvec2() * f64::from(k);
        let scale = (self.chase.unit * self.viewport.scale).as_dvec2() * f64::from(pose.zoom);
        let at = (position - pose.center.as_dvec2()) * scale;
        let (sin, cos) = pose.turn.sin_cos();
        let (sin, cos) = (f64::from(sin), f64::from(cos));
        let view = self.chase.view.map(f64::from);
        let middle = DVec2::from(view) * f64::from(self.chase.magnified) / 2.0;
        let origin = DVec2::from(self.viewport.origin.map(f64::from));
        origin + middle + DVec2::new(cos * at.x - sin * at.y, sin * at.x + cos * at.y)
    }
}

impl Corner {
    fn new(instance: &Instance, quad: &Quad, view: &Projection, exact: DVec2) -> Self {
        let unmoved = Projection {
            translation: [0.0; 2],
            ..*view
        };
        let drawn = Vec2::from(project_position(instance, view)).as_dvec2();
        let product = Vec2::from(project_position(instance, &unmoved)).as_dvec2();
        Self {
            first: first_pixel(quad),
            from_tie: from_tie(product),
            rounding: drawn.abs() * 2.0 * ROUNDING,
            product_rounding: product.abs().max_element() * ROUNDING,
            error: drawn - exact,
        }
    }

    /// Returns whether rounding errors decide its column or row. Camera and sprite compute the same product of position
    /// and scale, bit for bit. The camera goes on in double precision, without an error. For the sprite, two more
    /// operations of single precision round: the sum with the translation, and the one that rounds to 1/256 pixel. Both
    /// are exact for a position that is exactly half way.
    pub(super) fn is_tie(&self, axis: usize) -> bool {
        let from_tie = self.from_tie[axis];
        from_tie > 0.0 && from_tie < self.rounding[axis]
    }

    /// Returns whether rounding errors decide the distance to a sprite whose position and drawn position are rounded on
    /// their own: five operations more.
    pub(super) fn is_tie_beside_others(&self, axis: usize) -> bool {
        self.from_tie[axis] < self.rounding[axis] + 5.0 * self.product_rounding
    }
}

/// Largest relative error of an operation of single precision, times 256: for results in 1/256 pixel.
const ROUNDING: f64 = 256.0 / 16_777_216.0;

/// Returns how far a position in pixels is from half way between two multiples of 1/256 pixel, in this unit.
fn from_tie(position: DVec2) -> DVec2 {
    let parts = position * 256.0;
    (parts - parts.floor() - 0.5).abs()
}

fn angle(quarters: u16) -> f32 {
    f32::from(quarters) * core::f32::consts::FRAC_PI_2
}

/// Returns the first column and row of pixels whose centres are in a quad.
fn first_pixel(quad: &Quad) -> [i32; 2] {
    quad.bounds()[0].map(|at| (at + 127) >> 8)
}
