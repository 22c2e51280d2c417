//! An object's data outside the columns of its layer.

use glam::Vec2;

use super::description::{Bounds, Movement, Object, Solidness};
use super::fraction_counter::FractionCounter;
use super::hierarchy::HierarchyLink;
use super::whole_cells::WholeCells;
use crate::assets::{FrameId, FrameIds, Sprite, SpriteId};
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::geometry::Rect;
use crate::geometry::turns::Turn;
use crate::scene::{Instance, InstanceFlags, RowFlags, SpriteFill};
use crate::world::object::integrator::Integration;
use crate::world::object::playing::PlayingAnimation;

/// The frame that an object shows. Separate from its body, because objects that show different frames may share a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownFrame {
    pub(crate) frame: u16,
    /// Elapsed share of the frame's time.
    pub(crate) time: FractionCounter,
}

/// The frames of an object's sprite, and the settings that decide when the next frame follows.
#[derive(Clone, Debug)]
pub(crate) struct AnimationState {
    // A sprite's frames never change. They are copied here, so that the row's frame follows from the body and the frame
    // number alone.
    /// The frames of the sprite; [`FrameIds::SOLID`] without a sprite.
    pub(crate) frames: FrameIds,
    /// Number of steps for which each frame is shown. 0 if frames do not change.
    pub(crate) slowdown: u16,
    /// The named animation, which replaces the slowdown. Boxed, because few objects have one.
    pub(crate) playing: Option<Box<PlayingAnimation>>,
}

/// How the engine moves an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    /// In another way, which its body decides: with an acceleration or a force, by whole cells, with its parent, as a
    /// platform, or not at all.
    Other,
    /// By its velocity alone.
    Plain,
    /// By its velocity alone, with a swept test.
    Bullet,
}

/// The part of an object that is outside its row, because loops over all rows do not need it.
///
/// The values of the object's row that follow from the body are derived only here: flags by [`Body::row_flags`]; turn,
/// scale, frame and the hidden flag by [`Body::write_row`].
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) kind: &'static str,
    pub(crate) solidness: Solidness,
    pub(crate) movement: Movement,
    pub(crate) groups: u32,
    pub(crate) collides_with: u32,
    /// Whether all its moves are tested along their whole displacement.
    pub(crate) bullet: bool,
    /// Whether its overlaps send notifications, even if it is spectral.
    pub(crate) sensor: bool,
    /// Whether its moves carry the objects that stand on it.
    pub(crate) platform: bool,
    pub(crate) visible: bool,
    /// Whether one of its behaviours, or its force, panicked.
    pub(crate) disabled: bool,
    pub(crate) sprite: Option<SpriteId>,
    /// The bounding box relative to the position, in world units.
    pub(crate) bounds: Rect,
    /// Whether the bounds are the sprite's, and change with it.
    pub(crate) bounds_of_sprite: bool,
    pub(crate) acceleration: Vec2,
    pub(crate) integration: Integration,
    pub(crate) link: HierarchyLink,
    /// Fractions of a cell that the object has covered, if it moves by whole cells.
    pub(crate) whole_cells: WholeCells,
    pub(crate) angle: f32,
    pub(crate) spin: f32,
    pub(crate) scale: Vec2,
    pub(crate) animation: AnimationState,
    /// Sort key for painting, on altitudes sorted by depth.
    pub(crate) depth: f32,
    /// The pieces of its sprite, if that fills an area.
    pub(crate) pieces: Option<PieceRows>,
}

/// The pieces of a sprite that fills an area: records among the shapes of the object's layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceRows {
    /// Index of the first record.
    pub(crate) first: u32,
    /// Number of records. 0 if nothing is drawn.
    pub(crate) count: u32,
}

/// Adds an object to a checksum. `World::checksum` adds its sprite, depth and flags bullet, sensor and platform. The
/// link is left out because it follows from the hierarchy, and the pieces because they are drawings.
pub(crate) fn sum_object(
    body: &Body,
    is_leaving: bool,
    shown: &ShownFrame,
    sum: &mut ChecksumWriter,
) {
    let Body {
        kind,
        solidness,
        movement,
        groups,
        collides_with,
        bullet: _,
        sensor: _,
        platform: _,
        visible,
        disabled,
        sprite: _,
        bounds,
        bounds_of_sprite,
        acceleration,
        integration,
        link: _,
        whole_cells,
        angle,
        spin,
        scale,
        animation,
        depth: _,
        pieces: _,
    } = body;
    (kind, solidness, movement, groups, collides_with).write_checksum(sum);
    (visible, is_leaving, disabled, bounds, bounds_of_sprite).write_checksum(sum);
    (acceleration, integration, whole_cells, angle, spin, scale).write_checksum(sum);
    let AnimationState {
        frames,
        slowdown,
        playing,
    } = animation;
    (shown.frame, frames, slowdown, &shown.time).write_checksum(sum);
    // Most objects have no named animation, and add nothing for it.
    if let Some(playing) = playing {
        playing.write_checksum(sum);
    }
}

impl Body {
    /// Returns the body of a new object with this sprite. `unit` is the number of pixels per world unit, along each
    /// axis.
    #[inline]
    pub(crate) fn new(object: &Object, sprite: Option<&Sprite>, unit: Vec2) -> Self {
        let slowdown = object.slowdown.or(sprite.map(|sprite| sprite.slowdown));
        let animation = AnimationState {
            frames: sprite.map_or(FrameIds::SOLID, |sprite| sprite.frames),
            slowdown: slowdown.unwrap_or(0),
            playing: None,
        };
        let bounds = match object.bounds {
            Bounds::Fixed(bounds) => bounds,
            Bounds::Sprite => sprite.map_or(Rect::point(Vec2::ZERO), |sprite| {
                sprite_bounds(sprite, unit, object.scale, object.fill.as_ref())
            }),
        };
        Self {
            kind: object.kind,
            solidness: object.solidness,
            movement: object.movement,
            groups: object.groups,
            collides_with: object.collides_with,
            bullet: object.bullet,
            sensor: object.sensor,
            platform: object.platform,
            visible: object.visible,
            disabled: false,
            sprite: object.sprite,
            bounds,
            bounds_of_sprite: object.bounds == Bounds::Sprite,
            acceleration: object.acceleration,
            integration: Integration {
                integrator: object.integrator,
                force: object.force,
            },
            link: HierarchyLink::default(),
            whole_cells: WholeCells::default(),
            angle: object.angle,
            spin: object.spin,
            scale: object.scale,
            animation,
            depth: object.depth,
            pieces: object.fill.map(|_| PieceRows::default()),
        }
    }

    /// Returns whether equal objects may share this body: no step changes it, and no collision reads it.
    #[inline]
    pub(crate) fn may_be_shared(&self) -> bool {
        !self.has_collider()
            && self.movement == Movement::Smooth
            && self.spin == 0.0
            && self.integration.force.is_none()
            && self.animation.playing.is_none()
            && self.link == HierarchyLink::default()
            && self.whole_cells.is_new()
            && self.pieces.is_none()
    }

    /// Returns whether this body may be shared and equals, bit by bit, another body that may be shared.
    // The fields are compared word by word and without arrays: a block comparison of memory that was just written would
    // wait for the writes (bench `objects`).
    #[inline]
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let bits = |one: Vec2| u64::from(one.x.to_bits()) << 32 | u64::from(one.y.to_bits());
        let same = |one: Vec2, other: Vec2| bits(one) == bits(other);
        let angles = |body: &Self| Vec2::new(body.angle, body.spin);
        self.sprite == other.sprite
            && (core::ptr::eq(self.kind, other.kind) || self.kind == other.kind)
            && self.solidness == other.solidness
            && (self.groups == other.groups && self.collides_with == other.collides_with)
            && (self.bullet == other.bullet && self.platform == other.platform)
            && (self.visible == other.visible && self.disabled == other.disabled)
            && self.bounds_of_sprite == other.bounds_of_sprite
            && same(self.bounds.min, other.bounds.min)
            && same(self.bounds.max, other.bounds.max)
            && same(self.acceleration, other.acceleration)
            && self.integration.integrator == other.integration.integrator
            && same(self.scale, other.scale)
            && same(angles(self), angles(other))
            && self.animation.frames == other.animation.frames
            && self.depth.to_bits() == other.depth.to_bits()
            && self.animation.slowdown == other.animation.slowdown
            && self.may_be_shared()
    }

    /// Returns the flags of the object's row that follow from this body, and from whether the object is being removed:
    /// [`RowFlags::DERIVED`].
    pub(crate) fn row_flags(&self, is_leaving: bool) -> RowFlags {
        RowFlags::default()
            .with(
                RowFlags::MOVED_INDIVIDUALLY,
                is_leaving || self.moves_individually(),
            )
            .with(RowFlags::SOLID, self.solidness.is_solid())
            .with(RowFlags::SPINS, self.spin != 0.0)
            .with(RowFlags::ANIMATED, self.animation.is_playing())
    }

    /// Returns the turn of the object's row.
    pub(crate) fn row_turn(&self) -> Turn {
        Turn::from_radians(self.angle)
    }

    /// Returns the frame of the object's row while the object shows the frame `shown` of its sprite.
    ///
    /// If the sprite fills an area, this is the number of its first piece.
    pub(crate) fn row_frame(&self, shown: &ShownFrame) -> FrameId {
        if let Some(pieces) = self.pieces {
            return FrameId(pieces.first);
        }
        self.animation.frames.wrapping(u32::from(shown.frame))
    }

    /// Returns the number of quad rows after the object's own row: one for each further quad of a shape, or for each
    /// further slice of a frame that is larger than an atlas page, or for each further piece of a filled area.
    pub(crate) fn quad_rows(&self) -> usize {
        if let Some(pieces) = self.pieces {
            return pieces.count.saturating_sub(1) as usize;
        }
        self.animation.frames.slices.saturating_sub(1) as usize
    }

    /// Writes the values that follow from this body to the instance of the object's row. The motion is not among them.
    #[inline]
    pub(crate) fn write_row(&self, shown: &ShownFrame, instance: &mut Instance) {
        instance.turn = self.row_turn();
        instance.set_scale(self.scale);
        instance.set_frame(self.row_frame(shown));
        instance.set_flag(InstanceFlags::SHAPE, self.pieces.is_some());
        instance.set_flag(InstanceFlags::HIDDEN, self.is_hidden());
    }

    /// Returns whether the object's sprite is not drawn.
    fn is_hidden(&self) -> bool {
        let has_no_piece = |pieces: PieceRows| pieces.count == 0;
        !self.visible || self.sprite.is_none() || self.pieces.is_some_and(has_no_piece)
    }

    /// Sets its bounds to a sprite's, or to the area that the sprite fills.
    pub(crate) fn fit_bounds(&mut self, sprite: &Sprite, unit: Vec2, fill: Option<&SpriteFill>) {
        self.bounds = sprite_bounds(sprite, unit, self.scale, fill);
    }

    /// Returns whether the object must be moved individually. Bulk movement ignores collisions, accelerations and
    /// cells, and would also move objects that are disabled or attached.
    fn moves_individually(&self) -> bool {
        self.disabled
            || self.link.attached
            || self.has_collider()
            || self.movement == Movement::WholeCells
            || self.is_driven()
    }

    /// Returns whether an acceleration or a force drives the object, so that it may start to move without a velocity.
    pub(crate) fn is_driven(&self) -> bool {
        self.acceleration != Vec2::ZERO || self.integration.force.is_some()
    }

    /// Returns whether the object has a collider, by which spatial searches find it: it is solid or a sensor.
    pub(crate) fn has_collider(&self) -> bool {
        self.solidness.is_solid() || self.sensor
    }

    /// Returns how the engine moves the object.
    pub(crate) fn motion(&self) -> Motion {
        let is_plain = self.movement == Movement::Smooth
            && !self.is_driven()
            && !(self.platform || self.disabled || self.link.attached);
        match is_plain {
            false => Motion::Other,
            true if self.bullet => Motion::Bullet,
            true => Motion::Plain,
        }
    }

    /// Returns the properties that decide the object's collider, except its hierarchy link and data outside the body,
    /// such as its position and shapes.
    pub(crate) fn collides_as(&self) -> impl PartialEq + use<> {
        let groups = (self.groups, self.collides_with);
        let motion = (self.movement, self.motion());
        (self.solidness, self.sensor, self.bounds, groups, motion)
    }

    /// Returns the object's box in the world at a position. The box of a point that moves by whole cells is its cell.
    pub(crate) fn collision_box(&self, position: Vec2) -> Rect {
        if self.movement == Movement::WholeCells && self.bounds.size() == Vec2::ZERO {
            return Rect::from_size((self.bounds.min + position).floor(), Vec2::ONE);
        }
        self.bounds.translated(position)
    }
}

impl AnimationState {
    /// Returns whether the frame may change as time passes.
    fn is_playing(&self) -> bool {
        match &self.playing {
            None => self.advances_by_slowdown(),
            Some(playing) => !playing.has_ended(),
        }
    }

    fn advances_by_slowdown(&self) -> bool {
        self.slowdown > 0 && self.frames.count > 1
    }
}

impl ShownFrame {
    /// Returns the state of an object that shows a frame of a sprite with these frames, at the beginning of the frame's
    /// time. A larger number wraps around.
    pub(crate) fn new(frame: u16, frames: FrameIds) -> Self {
        Self {
            frame: u16::try_from(u32::from(frame) % frames.count).unwrap_or(0),
            time: FractionCounter::default(),
        }
    }

    /// Advances the time by nominal steps, for an object without a named animation. Returns whether the frame changed.
    pub(crate) fn advance(&mut self, by: &AnimationState, dt: f32) -> bool {
        if !by.advances_by_slowdown() {
            return false;
        }
        // The new frame is computed at once and not frame by frame: a step may be of any length, times a time scale of
        // up to 1000.
        let forward = self.time.add(f64::from(dt) / f64::from(by.slowdown));
        if forward == 0.0 {
            return false;
        }
        self.frame = wrapped_frame(self.frame, forward, by.frames.count);
        true
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a remainder of at most 4096 frames"
)]
fn wrapped_frame(frame: u16, forward: f64, count: u32) -> u16 {
    // The cast saturates, so an infinite `forward` gives a valid frame too.
    let count = u64::from(count);
    ((u64::from(frame) + forward as u64 % count) % count) as u16
}

/// Returns the rectangle of a sprite, or of the area that it fills, relative to the object's position, in world units.
/// An endless side counts as one of the sprite.
fn sprite_bounds(sprite: &Sprite, unit: Vec2, scale: Vec2, fill: Option<&SpriteFill>) -> Rect {
    let own = Vec2::new(f32::from(sprite.size_px.0), f32::from(sprite.size_px.1)) / unit;
    let size = fill.map_or(own, SpriteFill::size);
    let size = Vec2::select(size.cmpeq(Vec2::INFINITY), own, size);
    let min = size * Vec2::from_array(sprite.anchor.corner());
    // `Rect::new` sorts the corners, which a negative scale swaps.
    Rect::new(min * scale, (min + size) * scale)
}

#[cfg(test)]
mod tests {
    use super::wrapped_frame;

    #[test]
    fn an_animation_always_shows_a_valid_frame() {
        assert_eq!(wrapped_frame(1, 1.0, 2), 0);
        assert_eq!(wrapped_frame(3, 9.0, 5), 2);
        for forward in [1e18, 1e20, f64::MAX, f64::INFINITY] {
            assert!(wrapped_frame(4095, forward, 4096) < 4096, "{forward}");
        }
    }
}
