//! The description of an object to spawn.

use glam::Vec2;

use crate::assets::SpriteId;
use crate::base::checksum::summed;
use crate::base::color::Color;
use crate::base::valid::is_valid;
use crate::collision::Shape;
use crate::geometry::Rect;
use crate::scene::{Blend, Material, SpriteFill};
use crate::world::object::integrator::{Force, Integrator};

/// Whether an object collides, and what stops it.
///
/// ```
/// # use damselfly::prelude::*;
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// # let mut cx = core.context();
/// let bounds = Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::ONE));
/// cx.spawn(Object { position: vec2(8.0, 4.0), bounds, ..Object::default() }); // a wall: hard by default
/// let [runner, ghost] = [Solidness::Hard, Solidness::Spectral].map(|solidness| {
///     let (position, velocity) = (vec2(7.0, 4.0), vec2(0.5, 0.0));
///     cx.spawn(Object { position, velocity, bounds, solidness, ..Object::default() })
/// });
/// # core.step(damselfly::world::StepInput::next(&core));
/// assert_eq!(core.world.object(runner).map(|object| object.position()), Some(vec2(7.0, 4.0)));
/// assert_eq!(core.world.object(ghost).map(|object| object.position()), Some(vec2(7.5, 4.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[doc(alias("body type", "RigidBody", "Collider"))]
pub enum Solidness {
    /// Collides, and stays in place if its move would overlap another hard object: it does not slide. The default. A
    /// hard object that already overlaps another one, such as a background, cannot move, which is logged. Make
    /// backgrounds spectral. An overlap of at most 1/1024, as rounding leaves it, stops no move along the other object
    /// or away from it, and is no contact of that move.
    #[default]
    Hard,
    /// Collides, and is blocked by nothing.
    Soft,
    /// Never collides.
    Spectral,
    /// Hard only for objects that come down onto it from above (y grows downwards). Others pass through it, for example
    /// when they jump from below. Uses its box, even if it has shapes.
    OneWay,
}

summed!(enum Solidness: 0 Hard, 1 Soft, 2 Spectral, 3 OneWay);
summed!(enum Movement: 0 Smooth, 1 WholeCells);

impl Solidness {
    /// Returns whether it collides at all.
    pub const fn is_solid(self) -> bool {
        !matches!(self, Self::Spectral)
    }

    /// Returns whether it stops hard objects.
    pub(crate) const fn is_hard(self) -> bool {
        matches!(self, Self::Hard | Self::OneWay)
    }
}

/// How the engine moves an object along its velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Movement {
    /// In each step, by any distance, drawn smoothly in between. The default.
    #[default]
    Smooth,
    /// By whole units, in each step in which its velocities have added up to one or more: a velocity of −0.25 moves it
    /// at steps 4, 8 and 12, one of 0.2 at steps 5, 10 and 15. A new velocity starts to add up from 0. Such moves are
    /// drawn without smoothing.
    WholeCells,
}

/// An object's bounding box, for collisions and for the world's boundary. It stays upright when the object turns: for
/// collisions that turn with it, use [`Object::shapes`](Object#method.shapes).
///
/// ```
/// # use damselfly::prelude::*;
/// // Narrower than the picture, so that near misses are not hits.
/// let hero = Object::new("Hero").bounds(Rect::new(vec2(-4.0, -6.0), vec2(4.0, 8.0)));
/// assert_ne!(hero.bounds, Bounds::Sprite);
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// let hero = core.context().spawn(hero.at(vec2(20.0, 10.0)));
/// let area = core.world.object(hero).map(|hero| hero.world_box());
/// assert_eq!(area, Some(Rect::new(vec2(16.0, 4.0), vec2(24.0, 18.0))));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Bounds {
    /// The rectangle of its sprite, scaled; a single point without a sprite. The default.
    #[default]
    Sprite,
    /// This rectangle in world units, relative to the object's position. It does not scale with the object, and
    /// mirroring does not move it.
    Fixed(Rect),
}

impl From<Rect> for Bounds {
    /// Returns [`Bounds::Fixed`].
    fn from(rect: Rect) -> Self {
        Self::Fixed(rect)
    }
}

impl Bounds {
    /// Returns whether every coordinate is valid and no edge lies beyond the opposite one.
    pub(crate) fn is_valid(&self) -> bool {
        match self {
            Self::Sprite => true,
            Self::Fixed(rect) => {
                is_valid(rect.min) && is_valid(rect.max) && rect.min.cmple(rect.max).all()
            }
        }
    }
}

/// How a sprite's texels are read when it is stretched or turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FilterMode {
    /// The nearest texel: crisp pixels. The default.
    #[default]
    Nearest,
    /// A mix of the four nearest texels.
    Linear,
}

/// A description of an object to spawn. Set the fields that differ from the default:
///
/// ```
/// # use damselfly::prelude::*;
/// let saucer = Object { kind: "Saucer", velocity: vec2(-0.25, 0.0), ..Object::default() };
/// assert_eq!(saucer, Object::new("Saucer").velocity(vec2(-0.25, 0.0)));
/// ```
///
/// An invalid field (not finite, or out of its range) gets its default, and is counted and logged.
#[doc(alias("Entity", "Node", "Node2D", "GameObject", "game object", "actor"))]
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The name of its kind, for example `"Saucer"`. Defaults to an empty name. For a name that is known only at run
    /// time, use [`intern`](crate::intern).
    pub kind: &'static str,
    /// Its position in world units, at most 1e9 in size. Defaults to (0, 0).
    pub position: Vec2,
    /// Its velocity in world units per step, at most 1e9 in size. Defaults to (0, 0). The object moves up to the
    /// coordinate 1e9, and no further.
    pub velocity: Vec2,
    /// Its constant acceleration in world units per step, each step, at most 1e9 in size. Defaults to (0, 0).
    pub acceleration: Vec2,
    /// An acceleration that depends on its position, velocity or time, added to the constant one. Defaults to none.
    pub force: Option<Force>,
    /// How accelerations are integrated. Defaults to semi-implicit Euler.
    pub integrator: Integrator,
    /// The altitude, counted from 0, at most the world's highest. Objects of higher altitudes are painted over lower
    /// ones and act after them. Defaults to 2, the middle of the default five.
    #[doc(alias = "z_index")]
    pub altitude: u16,
    /// Whether it collides, and whether it is blocked. Defaults to hard.
    pub solidness: Solidness,
    /// Whether all its moves are tested along their whole displacement, and not only those by its velocity that are
    /// longer than its size. Defaults to false. See [`Object::bullet`](Object#method.bullet).
    pub bullet: bool,
    /// Whether the beginning and the end of its overlaps send notifications, even if it is spectral. Defaults to false.
    /// See [`Object::sensor`](Object#method.sensor).
    pub sensor: bool,
    /// Whether its moves carry the objects that stand on it. Defaults to false. See
    /// [`Object::platform`](Object#method.platform).
    pub platform: bool,
    /// How the engine moves it. Defaults to smooth.
    pub movement: Movement,
    /// The collision groups that it belongs to, one bit each: any bits. Defaults to 1, the first group.
    pub groups: u32,
    /// The groups it collides with, any bits: two solid objects collide when each is in a group that the other
    /// collides with. Defaults to all.
    pub collides_with: u32,
    /// Its bounding box. Defaults to its sprite's.
    pub bounds: Bounds,
    /// Its collision shapes, as [`ObjectMut::set_shapes`](crate::world::ObjectMut::set_shapes) sets them. Defaults to
    /// none: its bounding box collides.
    pub shapes: Vec<Shape>,
    /// The sprite that it shows. Defaults to none.
    pub sprite: Option<SpriteId>,
    /// How its sprite fills an area. Defaults to none: the sprite is shown once.
    pub fill: Option<SpriteFill>,
    /// The first frame of its sprite to show, counted from 0; a larger number wraps around. Defaults to 0.
    pub frame: u16,
    /// The number of steps for which each frame is shown, 0 to 65 535. 1 changes the frame in every step, 0 never.
    /// Defaults to the sprite's value.
    pub slowdown: Option<u16>,
    /// Its angle in radians, clockwise, at most 1e9 in size. Defaults to 0.
    pub angle: f32,
    /// How fast it turns, in radians per step, at most 1e9 in size. Defaults to 0.
    ///
    /// Objects turn after all have moved. A turn tests no collisions: nothing stops it, and thin objects may be passed.
    /// If the object's shapes overlap another object after a turn, both are notified when one of the two moves next,
    /// with a time of contact of 0. A hard object cannot move while it overlaps another hard one.
    pub spin: f32,
    /// Its scale factors along x and y, each at most 65 504 in size; a negative factor mirrors about the position.
    /// Defaults to (1, 1).
    pub scale: Vec2,
    /// Its depth on altitudes that are [sorted by depth](crate::scene::SortBy::Depth), at most 1e9 in size: objects of larger
    /// depths are painted in front. Defaults to 0.
    pub depth: f32,
    /// The colour that every texel is multiplied by. Defaults to white, which has no effect.
    pub tint: Color,
    /// Whether its tint replaces the colours of its texels, which keep their alpha: a silhouette, as in the flash of a
    /// hit. Defaults to false.
    pub filled: bool,
    /// How it is blended with the pixels beneath it. Defaults to alpha blending.
    pub blend: Blend,
    /// A change of its sprite's colours. Defaults to none.
    pub material: Option<Material>,
    /// How its texels are read when it is scaled or turned. Defaults to nearest.
    pub filter: FilterMode,
    /// Whether the sprite is mirrored left to right, within its rectangle. Defaults to false.
    pub flip_x: bool,
    /// Whether the sprite is mirrored top to bottom, within its rectangle. Defaults to false.
    pub flip_y: bool,
    /// Number of steps after which it is removed, in its layer's time: see
    /// [`ObjectMut::set_lifetime`](crate::world::ObjectMut::set_lifetime). Defaults to none: it stays.
    pub lifetime: Option<u32>,
    /// Whether it is drawn. Defaults to true.
    pub visible: bool,
    /// Whether it belongs to every level, and is painted first within its altitude. Defaults to false.
    pub persistent: bool,
    /// The number of the level that it belongs to, counted from 1; 0 means every level. Ignored if `persistent` is
    /// true. Defaults to none: the current level.
    pub level: Option<u16>,
}

/// An object that shows a sprite, with all other defaults.
impl From<SpriteId> for Object {
    fn from(sprite: SpriteId) -> Self {
        Self::default().sprite(sprite)
    }
}

impl Default for Object {
    fn default() -> Self {
        Self {
            kind: "",
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            acceleration: Vec2::ZERO,
            force: None,
            integrator: Integrator::default(),
            altitude: 2,
            solidness: Solidness::default(),
            bullet: false,
            sensor: false,
            platform: false,
            movement: Movement::default(),
            groups: 1,
            collides_with: u32::MAX,
            bounds: Bounds::default(),
            shapes: Vec::new(),
            sprite: None,
            fill: None,
            frame: 0,
            slowdown: None,
            angle: 0.0,
            spin: 0.0,
            scale: Vec2::ONE,
            depth: 0.0,
            tint: Color::WHITE,
            filled: false,
            blend: Blend::default(),
            material: None,
            filter: FilterMode::default(),
            flip_x: false,
            flip_y: false,
            lifetime: None,
            visible: true,
            persistent: false,
            level: None,
        }
    }
}
