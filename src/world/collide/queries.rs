//! Spatial queries: objects in an area, along a ray, near a point.

use core::fmt;
use glam::Vec2;

use super::outline::{Form, Outline};
use crate::base::id::ObjectId;
use crate::collision::{Impact, Shape};
use crate::geometry::{Circle, Rect};
use crate::scene::RowFlags;
use crate::space::Collider;
use crate::world::World;
use crate::world::altitudes::AltitudeName;
use crate::world::object::description::Solidness;

/// Maximum number of pieces into which a ray is split.
const MOST_PIECES: f32 = 512.0;
/// Number of searches for the nearest object before the whole distance is searched. Each reaches [`GROWTH`] times as
/// far as the one before.
const GROWTHS: u32 = 6;
const GROWTH: f32 = 4.0;

/// An object on a ray: returned by [`SpaceQuery::ray`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The object.
    pub id: ObjectId,
    /// Distance from the start, in world units; 0 if the ray starts inside.
    pub distance: f32,
    /// The point at which the ray meets the object, in world units.
    pub position: Vec2,
    /// The direction out of the object there, with a length of 1.
    pub normal: Vec2,
}

/// Spatial queries, from [`World::space`]: they find objects in the current level and persistent ones by their boxes or
/// shapes. Objects that are being removed are skipped. Lists are in act order, unless documented otherwise.
///
/// Queries only find solid objects, and do not visit the others, unless [`with_spectral`](SpaceQuery::with_spectral) or
/// [`solidness`](SpaceQuery::solidness) changes this. All other filters only exclude objects.
///
/// ```
/// # use damselfly::prelude::*;
/// fn sees(cx: &Context<'_>, guard: ObjectId, thief: ObjectId) -> bool {
///     let position = |id| cx.object(id).map(|object| object.position()).unwrap_or_default();
///     let displacement = position(thief) - position(guard);
///     let others = |id| id != guard;
///     let hit = cx.space().filter(&others).first_hit(position(guard), displacement);
///     hit.is_some_and(|hit| hit.id == thief)
/// }
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// # let mut cx = core.context();
/// # let bounds = Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::ONE));
/// # let object = Object { bounds, ..Object::default() };
/// # let [guard, thief, wall] = [1.0, 9.0, 5.0].map(|x| cx.spawn(object.clone().at(vec2(x, 1.0))));
/// assert!(!sees(&cx, guard, thief));
/// cx.object_mut(wall).map(|mut wall| wall.set_position(vec2(5.0, 9.0)));
/// assert!(sees(&cx, guard, thief));
/// ```
#[doc(alias("query", "raycast", "overlap", "physics"))]
#[derive(Clone, Copy)]
pub struct SpaceQuery<'a> {
    world: &'a World,
    groups: u32,
    kind: Option<&'a str>,
    altitude: Option<u16>,
    solidness: Option<Solidness>,
    spectral: bool,
    filter: Option<&'a dyn Fn(ObjectId) -> bool>,
}

impl fmt::Debug for SpaceQuery<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpaceQuery")
            .field("groups", &self.groups)
            .field("kind", &self.kind)
            .field("altitude", &self.altitude)
            .field("solidness", &self.solidness)
            .finish_non_exhaustive()
    }
}

impl World {
    /// Returns spatial queries: objects in an area, along a ray, near a point.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let bounds = Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::ONE));
    /// let rock = cx.spawn(Object { bounds, ..Object::new("Rock") }.at(vec2(4.0, 2.0)));
    /// let ship = cx.spawn(Object { bounds, ..Object::new("Ship") }.at(vec2(9.0, 2.0)));
    /// let left = Rect::from_size(vec2(0.0, 0.0), vec2(6.0, 6.0));
    /// assert_eq!(cx.space().in_box(left), [rock]);
    /// assert_eq!(cx.space().kind("Ship").nearest(vec2(0.0, 2.0), 100.0), Some((ship, 8.5)));
    /// ```
    pub fn space(&self) -> SpaceQuery<'_> {
        SpaceQuery {
            world: self,
            groups: u32::MAX,
            kind: None,
            altitude: None,
            solidness: None,
            spectral: false,
            filter: None,
        }
    }
}

/// Filters.
impl<'a> SpaceQuery<'a> {
    /// Keeps only objects in at least one of these groups, a bit for each. Defaults to all groups. Objects without a
    /// group are never found.
    #[must_use]
    pub fn groups(self, groups: u32) -> Self {
        Self { groups, ..self }
    }

    /// Keeps only objects of this kind.
    #[must_use]
    pub fn kind(self, kind: &'a str) -> Self {
        Self {
            kind: Some(kind),
            ..self
        }
    }

    /// Keeps only objects on this altitude.
    #[must_use]
    pub fn altitude(self, altitude: impl AltitudeName) -> Self {
        Self {
            altitude: Some(altitude.altitude()),
            ..self
        }
    }

    /// Keeps only objects of this solidness. Spectral objects are found by a linear scan.
    #[must_use]
    pub fn solidness(self, solidness: Solidness) -> Self {
        Self {
            solidness: Some(solidness),
            spectral: solidness == Solidness::Spectral,
            ..self
        }
    }

    /// Includes spectral objects by a linear scan.
    #[must_use]
    pub fn with_spectral(self) -> Self {
        Self {
            spectral: true,
            ..self
        }
    }

    /// Keeps only objects for which `filter` returns true. It is called after all other filters, for objects with boxes
    /// nearby, and before their shapes are tested.
    #[must_use]
    pub fn filter(self, filter: &'a dyn Fn(ObjectId) -> bool) -> Self {
        Self {
            filter: Some(filter),
            ..self
        }
    }
}

/// Queries.
impl SpaceQuery<'_> {
    /// Returns the objects that overlap a box, in world units. Touching is not overlapping.
    pub fn in_box(&self, area: Rect) -> Vec<ObjectId> {
        let outline = Outline {
            form: Form::Box,
            one_way: false,
            drops: false,
            area,
            position: area.min,
        };
        self.list(area, |other| outline.overlaps(other))
    }

    /// Returns the objects that overlap a circle, in world units. Touching is not overlapping.
    pub fn in_circle(&self, circle: Circle) -> Vec<ObjectId> {
        let shapes = [Shape::circle(circle.radius)];
        let outline = Outline {
            form: Form::Shapes(&shapes),
            one_way: false,
            drops: false,
            area: shapes[0].at(circle.center).bounds(),
            position: circle.center,
        };
        self.list(outline.area, |other| outline.overlaps(other))
    }

    /// Returns the objects that contain a point, in world units, or touch it.
    #[doc(alias = "pick")]
    pub fn at_point(&self, point: Vec2) -> Vec<ObjectId> {
        self.list(around(point, point), |other| other.contains(point))
    }

    /// Returns the objects that an object overlaps at its position. See [`would_overlap`](SpaceQuery::would_overlap).
    pub fn overlapping(&self, id: ObjectId) -> Vec<ObjectId> {
        let position = self.world.position(id);
        position.map_or_else(Vec::new, |position| self.would_overlap(id, position))
    }

    /// Returns the objects that an object would overlap at a position, in world units.
    /// [`Context::move_to`](crate::world::Context::move_to) would collide with them there, unless the object is a
    /// bullet, which is tested along its path. The world's collision filter is called after all other filters. If it
    /// panics, so does this function. One-way platforms are found from all sides, one-way tiles never. The object
    /// itself may be spectral. The result is empty if the object is gone, or on a level that is not current.
    pub fn would_overlap(&self, id: ObjectId, position: Vec2) -> Vec<ObjectId> {
        let world = self.world;
        let outline = world.sources().outline_at(id, position);
        let (Some(outline), Some(body)) = (outline, world.slots.body(id)) else {
            return Vec::new();
        };
        if !world.is_awake(id) {
            return Vec::new();
        }
        let may_meet = |other: ObjectId| {
            let groups_meet = world.slots.body(other).is_some_and(|other| {
                other.groups & body.collides_with != 0 && body.groups & other.collides_with != 0
            });
            groups_meet
                && other != id
                && !world.are_related(id, other)
                && self.filter.is_none_or(|filter| filter(other))
                && world.filter.is_none_or(|filter| filter(world, id, other))
        };
        let query = SpaceQuery {
            filter: Some(&may_meet),
            ..*self
        };
        query.list(outline.area, |other| outline.overlaps(other))
    }

    /// Returns the hits of a ray from `start` along `displacement`, in world units, the nearest first. Objects that the
    /// ray only touches are not hit.
    #[doc(alias = "raycast")]
    pub fn ray(&self, start: Vec2, displacement: Vec2) -> Vec<RayHit> {
        let pieces = self.pieces(displacement);
        let mut ids = Vec::new();
        for piece in 0..pieces {
            ids.extend(self.list(piece_of(start, displacement, piece, pieces), |_| true));
        }
        self.sort(&mut ids);
        ids.dedup();
        let hit = |id| self.hit(id, start, displacement);
        let mut hits: Vec<(f32, RayHit)> = ids.into_iter().filter_map(hit).collect();
        // A stable sort keeps equally near objects in act order.
        hits.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        hits.into_iter().map(|(_, hit)| hit).collect()
    }

    /// Returns the first hit of a ray from `start` along `displacement`, in world units: the first element of
    /// [`ray`](SpaceQuery::ray). Without spectral objects, it does not test objects far behind this hit.
    #[doc(alias("raycast", "line_of_sight"))]
    pub fn first_hit(&self, start: Vec2, displacement: Vec2) -> Option<RayHit> {
        let pieces = self.pieces(displacement);
        let mut first: Option<(f32, RayHit)> = None;
        let mut before = Vec::new();
        for piece in 0..pieces {
            let near = self.list(piece_of(start, displacement, piece, pieces), |_| true);
            for &id in &near {
                // An object that is also in the piece before was already tested against the whole ray, which is slow
                // for large tile maps.
                if before.contains(&id) {
                    continue;
                }
                let Some(hit) = self.hit(id, start, displacement) else {
                    continue;
                };
                let is_nearer = |(time, first): (f32, RayHit)| {
                    let near = hit.0.total_cmp(&time);
                    near.then_with(|| self.key(hit.1.id).cmp(&self.key(first.id)))
                        .is_lt()
                };
                if first.is_none_or(is_nearer) {
                    first = Some(hit);
                }
            }
            // Objects that are only in later pieces are behind this hit.
            if first.is_some_and(|(time, _)| time < share(piece + 1, pieces)) {
                break;
            }
            before = near;
        }
        first.map(|(_, hit)| hit)
    }

    /// Returns the object nearest to a point within a distance, and its distance, in world units. The distance is 0
    /// inside of an object. `None` for a distance below 0. If several objects are equally near, returns the first one
    /// in act order.
    pub fn nearest(&self, point: Vec2, within: f32) -> Option<(ObjectId, f32)> {
        if !point.is_finite() || within.is_nan() {
            return None;
        }
        let mut reach = self.stride();
        for growth in 0..=GROWTHS {
            let reaches_all = growth == GROWTHS || self.spectral || reach >= within;
            if reaches_all {
                reach = within;
            }
            // The searched box is slightly larger than the reach, because of rounding.
            let half = Vec2::splat(reach * 1.001) + point.abs() * f32::EPSILON;
            let ids = self.list(around(point - half, point + half), |_| true);
            let near = ids
                .into_iter()
                .map(|id| (id, self.distance_of(id, point, reach)));
            // Keeps the first of several equally near objects.
            let nearest = near.reduce(|near, next| if next.1 < near.1 { next } else { near });
            let nearest = nearest.filter(|&(_, distance)| distance <= reach);
            if nearest.is_some() || reaches_all {
                return nearest;
            }
            reach *= GROWTH;
        }
        None
    }
}

impl SpaceQuery<'_> {
    /// Lists the objects in an area that pass this query's filters and `test`, in act order.
    fn list(&self, area: Rect, test: impl Fn(&Outline<'_>) -> bool) -> Vec<ObjectId> {
        let (world, sources) = (self.world, self.world.sources());
        let mut list = Vec::new();
        if self.solidness != Some(Solidness::Spectral) {
            let wanted = |collider: &Collider| collider.groups & self.groups != 0;
            let mut found = Vec::new();
            world
                .colliders
                .list_in(area, world.level, sources, wanted, &mut found);
            list.extend(found.iter().map(|collider| collider.id));
        }
        if self.spectral {
            self.list_spectral(area, &mut list);
            self.sort(&mut list);
            // A spectral sensor has a collider, so it was found twice.
            list.dedup();
        }
        list.retain(|&id| {
            self.is_wanted(id)
                && self.filter.is_none_or(|filter| filter(id))
                && sources.outline(id).is_some_and(|outline| test(&outline))
        });
        list
    }

    /// Appends the spectral objects with boxes that overlap an area, if `is_wanted` accepts them.
    fn list_spectral(&self, area: Rect, list: &mut Vec<ObjectId>) {
        let sources = self.world.sources();
        for altitude in self.world.scene.altitudes() {
            for layer in altitude.active(self.world.level) {
                let rows = layer.columns().ids.iter().zip(layer.row_flags());
                // These include spectral sensors, although they have colliders.
                let spectral = rows.filter(|(_, flags)| !flags.has(RowFlags::SOLID));
                list.extend(spectral.filter_map(|(id, _)| *id).filter(|&id| {
                    // The filters are tested before any geometry, because they cost less.
                    if !self.is_wanted(id) {
                        return false;
                    }
                    let outline = sources.outline(id);
                    outline.is_some_and(|outline| area.overlaps(&outline.area))
                }));
            }
        }
    }

    fn is_wanted(&self, id: ObjectId) -> bool {
        let Some(body) = self.world.slots.get(id) else {
            return false;
        };
        !body.is_leaving
            && (self.spectral || body.solidness.is_solid())
            && body.groups & self.groups != 0
            && self
                .solidness
                .is_none_or(|solidness| body.solidness == solidness)
            && self
                .altitude
                .is_none_or(|altitude| body.address.altitude == altitude)
            && self.kind.is_none_or(|kind| body.kind == kind)
    }

    /// Returns the sort key of the act order.
    fn key(&self, id: ObjectId) -> Option<(u16, u16, u32)> {
        self.world.slots.act_order(id)
    }

    fn sort(&self, list: &mut [ObjectId]) {
        list.sort_unstable_by_key(|&id| self.key(id));
    }

    /// Returns a size for search areas that contain only few objects, in world units.
    fn stride(&self) -> f32 {
        self.world.colliders.stride(self.world.level)
    }

    /// Returns the number of pieces into which a ray is split. The box around a whole long ray would contain too many
    /// objects.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and 512"
    )]
    fn pieces(&self, displacement: Vec2) -> u16 {
        if self.spectral {
            // The ray is not split, because each piece would visit all spectral objects.
            return 1;
        }
        let pieces = displacement.abs().max_element() / (self.stride() * 4.0);
        pieces.clamp(1.0, MOST_PIECES) as u16
    }

    /// Returns the hit of a ray on an object, and its time: the share of the ray before the hit, from 0 to 1.
    fn hit(&self, id: ObjectId, start: Vec2, displacement: Vec2) -> Option<(f32, RayHit)> {
        let outline = self.world.sources().outline(id)?;
        let Impact {
            time,
            position,
            normal,
        } = outline.cast_ray(start, displacement)?;
        // The distance is computed in `f64`, because in `f32` the square of a large coordinate is infinite.
        let [x, y] = [displacement.x, displacement.y].map(f64::from);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "rounds to the nearest, or to infinity"
        )]
        let distance = ((x * x + y * y).sqrt() * f64::from(time)) as f32;
        let hit = RayHit {
            id,
            distance,
            position,
            normal,
        };
        Some((time, hit))
    }

    /// Returns the distance of an object from a point. Infinity for tiles that are further away than `within`.
    fn distance_of(&self, id: ObjectId, point: Vec2, within: f32) -> f32 {
        let outline = self.world.sources().outline(id);
        outline.map_or(f32::INFINITY, |outline| outline.distance(point, within))
    }
}

/// Returns the share of a ray that lies before a piece, from 0 to 1.
fn share(piece: u16, pieces: u16) -> f32 {
    f32::from(piece) / f32::from(pieces)
}

/// Returns a box around a piece of a ray.
fn piece_of(start: Vec2, displacement: Vec2, piece: u16, pieces: u16) -> Rect {
    let at = |piece| start + displacement * share(piece, pieces);
    // Covers the rounding error of the piece's ends.
    let slack = start.abs().max(displacement.abs()) * (4.0 * f32::EPSILON);
    let (from, to) = (at(piece), at(piece + 1));
    around(from.min(to) - slack, from.max(to) + slack)
}

/// Returns a box slightly larger than the box between two corners. It overlaps all objects that only touch the smaller
/// box.
fn around(min: Vec2, max: Vec2) -> Rect {
    Rect {
        min: Vec2::new(min.x.next_down(), min.y.next_down()),
        max: Vec2::new(max.x.next_up(), max.y.next_up()),
    }
}
