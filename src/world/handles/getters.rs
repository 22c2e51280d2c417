//! Getters of both handles.

use glam::Vec2;

use super::{ObjectMut, ObjectRef};
use crate::assets::SpriteId;
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::collision::Shape;
use crate::columns::Component;
use crate::geometry::Rect;
use crate::scene::{AfterImages, Blend, InstanceFlags, Material, SpriteFill};
use crate::tiles::TileMap;
use crate::world::{
    AttachedInfo, Attachment, Behavior, FilterMode, Force, Integrator, Interest, Movement,
    Solidness,
};

// The getters are inherent methods of both types, so that a game needs no trait in scope.
/// Implements the getters of a handle.
macro_rules! getters {
    ($handle:ty) => {
        impl $handle {
            /// Returns its id, which is safe to keep.
            pub fn id(&self) -> ObjectId {
                self.id
            }

            /// Returns the name of its kind.
            pub fn kind(&self) -> &'static str {
                self.body().kind
            }

            /// Returns its position in world units.
            #[doc(alias = "transform")]
            #[inline]
            pub fn position(&self) -> Vec2 {
                self.instance().position
            }

            /// Returns its velocity in world units per step.
            pub fn velocity(&self) -> Vec2 {
                self.velocity_column()
            }

            /// Returns its constant acceleration in world units per step, each step.
            pub fn acceleration(&self) -> Vec2 {
                self.body().acceleration
            }

            /// Returns its force, if it has one: an acceleration that depends on its position, velocity or time.
            pub fn force(&self) -> Option<Force> {
                self.body().integration.force
            }

            /// Returns how its accelerations are integrated.
            pub fn integrator(&self) -> Integrator {
                self.body().integration.integrator
            }

            /// Returns how it moves: smoothly or by whole cells.
            pub fn movement(&self) -> Movement {
                self.body().movement
            }

            /// Returns whether all its moves are tested along their whole displacement.
            pub fn is_bullet(&self) -> bool {
                self.body().bullet
            }

            /// Returns whether its moves carry the objects that stand on it.
            pub fn is_platform(&self) -> bool {
                self.body().platform
            }

            /// Returns whether its overlaps send notifications, even if it is spectral.
            pub fn is_sensor(&self) -> bool {
                self.body().sensor
            }

            /// Returns its altitude, counted from 0.
            pub fn altitude(&self) -> u16 {
                self.address().altitude
            }

            /// Returns its level, from 1 to [`World::HIGHEST_LEVEL`](crate::world::World::HIGHEST_LEVEL); 0 if it is
            /// persistent.
            pub fn level(&self) -> u16 {
                self.address().level
            }

            /// Returns whether it belongs to every level.
            pub fn is_persistent(&self) -> bool {
                self.address().level == 0
            }

            /// Returns its solidness: whether it collides, and what blocks it.
            pub fn solidness(&self) -> Solidness {
                self.body().solidness
            }

            /// Returns the groups it belongs to, one bit for each.
            #[doc(alias = "layer")]
            pub fn groups(&self) -> u32 {
                self.body().groups
            }

            /// Returns the groups it collides with, one bit for each.
            #[doc(alias = "mask")]
            pub fn collides_with(&self) -> u32 {
                self.body().collides_with
            }

            /// Returns whether it is drawn.
            pub fn is_visible(&self) -> bool {
                self.body().visible
            }

            /// Returns its angle in radians, clockwise.
            #[doc(alias = "rotation")]
            pub fn angle(&self) -> f32 {
                self.body().angle
            }

            /// Returns how fast it turns, in radians per step.
            pub fn spin(&self) -> f32 {
                self.body().spin
            }

            /// Returns its scale: the factors of its sprite's width and height.
            pub fn scale(&self) -> Vec2 {
                self.body().scale
            }

            /// Returns the colour that its texels are multiplied by: exact if it is opaque, otherwise rounded to the
            /// precision of its alpha.
            pub fn tint(&self) -> Color {
                self.instance().tint_color()
            }

            /// Returns whether its sprite is a silhouette, filled with its tint.
            pub fn is_filled(&self) -> bool {
                self.instance().flags().contains(InstanceFlags::FILLED)
            }

            /// Returns whether its sprite is mirrored left to right, and top to bottom.
            pub fn flip(&self) -> (bool, bool) {
                let flags = self.instance().flags();
                (
                    flags.contains(InstanceFlags::FLIP_X),
                    flags.contains(InstanceFlags::FLIP_Y),
                )
            }

            /// Returns its blend mode.
            pub fn blend(&self) -> Blend {
                self.blend_of_row()
            }

            /// Returns its material. Amounts are rounded to whole 1/255.
            pub fn material(&self) -> Option<Material> {
                self.material_of_row()
            }

            /// Returns how its texels are read.
            pub fn filter(&self) -> FilterMode {
                let linear = self.instance().flags().contains(InstanceFlags::LINEAR);
                if linear {
                    FilterMode::Linear
                } else {
                    FilterMode::Nearest
                }
            }

            /// Returns its sprite.
            pub fn sprite(&self) -> Option<SpriteId> {
                self.body().sprite
            }

            /// Returns the frame that it shows, counted from 0.
            pub fn frame(&self) -> u16 {
                let shown = self.world_ref().slots.shown(self.id);
                shown.map_or(0, |shown| shown.frame)
            }

            /// Returns the number of steps for which each frame is shown. 1 changes the frame in every step, 0 never.
            pub fn slowdown(&self) -> u16 {
                self.body().animation.slowdown
            }

            /// Returns whether its named animation has ended: its last frame stays. `None` without one.
            pub fn has_animation_ended(&self) -> Option<bool> {
                self.world_ref().has_animation_ended(self.id)
            }

            /// Returns its after-images; `None` without any.
            pub fn after_images(&self) -> Option<AfterImages> {
                let world = self.world_ref();
                world
                    .trails
                    .get(self.id)
                    .filter(|_| world.contains(self.id))
            }

            /// Returns its depth on altitudes that are sorted by depth.
            pub fn depth(&self) -> f32 {
                self.body().depth
            }

            /// Returns how its sprite fills an area, as it was set; `None` if the sprite is shown once.
            pub fn fill(&self) -> Option<SpriteFill> {
                let world = self.world_ref();
                let fill = world.fills.get(self.id).map(|fill| fill.fill);
                fill.filter(|_| world.contains(self.id))
            }

            /// Returns its bounding box in world units, relative to its position.
            pub fn bounds(&self) -> Rect {
                self.body().bounds
            }

            /// Returns its collision shapes as they were set, relative to its position. Empty without shapes, and if it
            /// is gone.
            pub fn shapes(&self) -> &[Shape] {
                let world = self.world_ref();
                let exists = world.contains(self.id);
                exists
                    .then(|| world.shapes.given(self.id))
                    .unwrap_or_default()
            }

            /// Returns its collision shapes in the world, in world units, turned and scaled as the object is now. If
            /// it has none or is a one-way platform, its box is the only one. The cells of a tile map are left out.
            /// Empty if the object is gone.
            ///
            /// ```
            /// # use damselfly::prelude::*;
            /// use damselfly::collision::{Shape, distance};
            ///
            /// # let assets = damselfly::assets::Assets::new(Default::default());
            /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
            /// # let mut cx = core.context();
            /// let ball = Object::new("Ball").shapes([Shape::circle(2.0)]).scale(Vec2::splat(1.5));
            /// let ball = cx.spawn(ball.at(vec2(10.0, 0.0)));
            /// let shapes = cx.object(ball).map(|ball| ball.world_shapes()).unwrap_or_default();
            /// assert_eq!(shapes, [Shape::circle(3.0).translated(vec2(10.0, 0.0))]);
            /// let origin = Shape::point();
            /// assert_eq!(distance(shapes[0].at(Vec2::ZERO), origin.at(Vec2::ZERO)), 7.0);
            /// ```
            pub fn world_shapes(&self) -> Vec<Shape> {
                self.world_ref().shapes_in_world(self.id)
            }

            /// Returns its bounding box in the world, in world units. The box of a point that moves by whole cells is
            /// its cell. Collisions use [`world_shapes`](Self::world_shapes), which may differ from it.
            #[doc(alias = "aabb")]
            pub fn world_box(&self) -> Rect {
                self.body().collision_box(self.position())
            }

            /// Returns how much of its lifetime is left, in steps of its layer's time; `None` if it has no limit.
            pub fn lifetime(&self) -> Option<f32> {
                self.world_ref().lifetime(self.id)
            }

            /// Returns whether it is removed at the step's end.
            pub fn is_being_removed(&self) -> bool {
                let found = self.world_ref().slots.get(self.id);
                found.is_some_and(|found| found.is_leaving)
            }

            /// Returns whether it was disabled because one of its behaviours, or its force, panicked.
            pub fn is_disabled(&self) -> bool {
                self.body().disabled
            }

            /// Returns the object that it is attached to.
            pub fn parent(&self) -> Option<ObjectId> {
                self.world_ref().parent_of(self.id)
            }

            /// Returns its position relative to its parent; `None` if it is not attached.
            pub fn attachment(&self) -> Option<Attachment> {
                self.world_ref().attachment(self.id)
            }

            /// Returns whether it receives events of a kind that are sent to all. True for the engine's kinds unless it
            /// unsubscribed.
            pub fn is_subscribed(&self, interest: Interest) -> bool {
                self.world_ref().is_subscribed(self.id, interest)
            }
        }
    };
}

getters!(ObjectRef<'_>);
getters!(ObjectMut<'_>);

// This is a separate macro, because the lifetimes differ: a getter of `ObjectRef` borrows the world, so that its result
// outlives the handle.
/// Implements the getters that return references.
macro_rules! borrowing_getters {
    ($handle:ty, $($life:lifetime)?) => {
        impl$(<$life>)? $handle {
            /// Returns its tiles. `None` without a tile map.
            pub fn tiles(&self) -> Option<&$($life)? TileMap> {
                let world = self.world_ref();
                world.tiles.get(self.id).filter(|_| world.contains(self.id))
            }

            /// Returns its component of a type, if it has one.
            pub fn get<T: Component>(&self) -> Option<&$($life)? T> {
                self.world_ref().get(self.id)
            }

            /// Returns its first behaviour of a type that is neither running nor being detached.
            pub fn behavior<B: Behavior>(&self) -> Option<&$($life)? B> {
                self.world_ref().behavior(self.id)
            }

            /// Returns its components, then its behaviours, groups and their members, in the order of attaching.
            pub fn attached(&self) -> impl Iterator<Item = AttachedInfo> $(+ use<$life>)? {
                self.world_ref().attached(self.id)
            }

            /// Returns its children, in the order of attaching.
            pub fn children(&self) -> impl Iterator<Item = ObjectId> $(+ use<$life>)? {
                self.world_ref().children_of(self.id)
            }

            /// Returns the name of the animation that it plays, or that has ended; `None` without one.
            pub fn animation(&self) -> Option<&$($life)? str> {
                self.world_ref().animation(self.id)
            }
        }
    };
}

borrowing_getters!(ObjectRef<'a>, 'a);
borrowing_getters!(ObjectMut<'_>,);
