//! Targets of tweens: objects, the camera, widgets, values of the game's own and others.

use core::fmt;
use core::marker::PhantomData;

use super::field::{TweenField, TweenFields};
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::id::ObjectId;
use crate::columns::{Component, Tables, TypeInfo};
use crate::hud::WidgetId;
use crate::world::altitudes::AltitudeName;
use crate::world::lights::LightId;
use crate::world::resource_table::{Resource, ResourceTable};

/// The thing that a tween changes. Ids of objects, widgets and lights convert to it.
///
/// | target | properties |
/// |---|---|
/// | object | `position`, `angle`, `scale`, `tint`, `alpha` |
/// | [`camera`](Self::camera) | `position` (the centre), `zoom`, `angle` |
/// | widget | `position` (at a free anchor), `tint`, `alpha`, and the fields `value` and `panel` |
/// | light | `tint` is the field `color`; the fields `radius`, `energy`, `offset`, `source`, `direction`, `width`, `softness` |
/// | effects | the fields of the effect's variant: `amount`, `radius`, `color` … |
/// | [`group`](Self::group) | `tint`, `alpha`, and the fields of its light map: `ambient`, `depth` |
/// | [`altitude`](Self::altitude) | the fields `time_scale` and `parallax` |
/// | resources, components | the fields that their [`TweenFields`] names |
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TweenTarget(pub(super) TargetKind);

/// The kinds of targets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TargetKind {
    Object(ObjectId),
    Camera,
    Widget(WidgetId),
    Light(LightId),
    ViewEffect(u16),
    ScreenEffect(u16),
    GroupEffect {
        group: &'static str,
        index: u16,
    },
    Group(&'static str),
    Altitude(u16),
    Resource(ResourceFields),
    Component {
        object: ObjectId,
        fields: ComponentFields,
    },
}

summed!(enum TargetKind: 0 Object(id), 1 Camera, 2 Widget(id), 3 Light(id), 4 ViewEffect(index), 5 ScreenEffect(index),
    6 GroupEffect { group, index }, 7 Group(name), 8 Altitude(number), 9 Resource(fields),
    10 Component { object, fields });

summed!(TweenTarget: 0);

impl TweenTarget {
    /// Returns the camera.
    pub const fn camera() -> Self {
        Self(TargetKind::Camera)
    }

    /// Returns an effect of the view by its index: see [`World::view_effects`](crate::world::World::view_effects).
    pub const fn view_effect(index: u16) -> Self {
        Self(TargetKind::ViewEffect(index))
    }

    /// Returns an effect of the view with the heads-up display by its index: see
    /// [`World::screen_effects`](crate::world::World::screen_effects).
    pub const fn screen_effect(index: u16) -> Self {
        Self(TargetKind::ScreenEffect(index))
    }

    /// Returns an effect of a group of altitudes by its index.
    pub const fn group_effect(group: &'static str, index: u16) -> Self {
        Self(TargetKind::GroupEffect { group, index })
    }

    /// Returns a group of altitudes: its tint, and the fields of its light map.
    pub const fn group(name: &'static str) -> Self {
        Self(TargetKind::Group(name))
    }

    /// Returns the settings of an altitude.
    pub fn altitude(altitude: impl AltitudeName) -> Self {
        Self(TargetKind::Altitude(altitude.altitude()))
    }

    /// Returns the resource of a type.
    pub fn resource<T: Resource + TweenFields>() -> Self {
        Self(TargetKind::Resource(ResourceFields(Of::<T>::RESOURCE)))
    }

    /// Returns an object's component of a type.
    pub fn component<T: Component + TweenFields>(object: ObjectId) -> Self {
        let fields = ComponentFields(Of::<T>::COMPONENT);
        Self(TargetKind::Component { object, fields })
    }

    /// Returns the object, if the target is one or is a part of one.
    pub(super) fn object(self) -> Option<ObjectId> {
        match self.0 {
            TargetKind::Object(object) | TargetKind::Component { object, .. } => Some(object),
            _ => None,
        }
    }

    /// Returns a number that is equal for equal targets, and rarely for others.
    pub(super) fn code(self) -> u64 {
        let name = |name: &str| {
            name.bytes().fold(0, |sum: u64, byte| {
                sum.wrapping_mul(31).wrapping_add(byte.into())
            })
        };
        match self.0 {
            TargetKind::Object(id) | TargetKind::Component { object: id, .. } => {
                (id.slot() as u64) << 8
            }
            TargetKind::ViewEffect(index) => 1 | u64::from(index) << 8,
            TargetKind::ScreenEffect(index) => 2 | u64::from(index) << 8,
            TargetKind::Altitude(number) => 3 | u64::from(number) << 8,
            TargetKind::GroupEffect { group, .. } | TargetKind::Group(group) => name(group) % 1024,
            _ => 4,
        }
    }
}

impl From<ObjectId> for TweenTarget {
    fn from(id: ObjectId) -> Self {
        Self(TargetKind::Object(id))
    }
}

impl From<WidgetId> for TweenTarget {
    fn from(id: WidgetId) -> Self {
        Self(TargetKind::Widget(id))
    }
}

impl From<LightId> for TweenTarget {
    fn from(id: LightId) -> Self {
        Self(TargetKind::Light(id))
    }
}

/// Finds a field of a resource by its name.
type FindInResource = for<'a> fn(&'a mut ResourceTable, &str) -> Option<TweenField<'a>>;

/// Finds a field of an object's component by its name.
type FindInComponent = for<'a> fn(&'a mut Tables, ObjectId, &str) -> Option<TweenField<'a>>;

/// The fields of a type that tweens change.
struct FieldAccess<F> {
    kind: fn() -> TypeInfo,
    find: F,
}

/// The fields of a type of resources.
#[derive(Clone, Copy)]
pub(super) struct ResourceFields(&'static FieldAccess<FindInResource>);

/// The fields of a type of components.
#[derive(Clone, Copy)]
pub(super) struct ComponentFields(&'static FieldAccess<FindInComponent>);

impl ResourceFields {
    /// Finds a field by its name.
    pub(super) fn find<'a>(
        &self,
        table: &'a mut ResourceTable,
        name: &str,
    ) -> Option<TweenField<'a>> {
        (self.0.find)(table, name)
    }
}

impl ComponentFields {
    /// Finds a field of an object's component by its name.
    pub(super) fn find<'a>(
        &self,
        tables: &'a mut Tables,
        object: ObjectId,
        name: &str,
    ) -> Option<TweenField<'a>> {
        (self.0.find)(tables, object, name)
    }
}

/// Implements comparison, checksum and `Debug` by the type alone.
macro_rules! by_type {
    ($($fields:ty),+) => {
        $(impl PartialEq for $fields {
            fn eq(&self, other: &Self) -> bool {
                (self.0.kind)() == (other.0.kind)()
            }
        }

        impl Checksum for $fields {
            fn write_checksum(&self, sum: &mut ChecksumWriter) {
                (self.0.kind)().write_checksum(sum);
            }
        }

        impl fmt::Debug for $fields {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str((self.0.kind)().name)
            }
        })+
    };
}
by_type!(ResourceFields, ComponentFields);

/// The constants of a type.
struct Of<T>(PhantomData<T>);

impl<T: Resource + TweenFields> Of<T> {
    const RESOURCE: &'static FieldAccess<FindInResource> = &FieldAccess {
        kind: TypeInfo::of::<T>,
        find: find_in_resource::<T>,
    };
}

impl<T: Component + TweenFields> Of<T> {
    const COMPONENT: &'static FieldAccess<FindInComponent> = &FieldAccess {
        kind: TypeInfo::of::<T>,
        find: find_in_component::<T>,
    };
}

fn find_in_resource<'a, T: Resource + TweenFields>(
    table: &'a mut ResourceTable,
    name: &str,
) -> Option<TweenField<'a>> {
    table.get_mut::<T>()?.tween_field(name)
}

fn find_in_component<'a, T: Component + TweenFields>(
    tables: &'a mut Tables,
    object: ObjectId,
    name: &str,
) -> Option<TweenField<'a>> {
    tables.get_mut::<T>(object)?.tween_field(name)
}

/// A property of a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TweenProperty {
    Position,
    Angle,
    Scale,
    Tint,
    /// Alpha of the tint. When a part begins, `Tint` replaces it.
    Alpha,
    Zoom,
    Field(&'static str),
}

summed!(enum TweenProperty: 0 Position, 1 Angle, 2 Scale, 3 Tint, 4 Alpha, 5 Zoom, 6 Field(name));

impl TweenProperty {
    /// Returns whether both are stored in the same value.
    pub(super) fn shares(self, other: Self) -> bool {
        self.stored() == other.stored()
    }

    /// Returns the property that holds its value.
    pub(super) fn stored(self) -> Self {
        match self {
            Self::Alpha => Self::Tint,
            other => other,
        }
    }

    /// Returns a number that is equal for properties that share a value, and rarely for others.
    pub(super) fn code(self) -> u64 {
        match self.stored() {
            Self::Position => 0,
            Self::Angle => 1,
            Self::Scale => 2,
            Self::Tint | Self::Alpha => 3,
            Self::Zoom => 4,
            Self::Field(name) => name.len() as u64,
        }
    }
}

impl fmt::Display for TweenProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position => "position",
            Self::Angle => "angle",
            Self::Scale => "scale",
            Self::Tint => "tint",
            Self::Alpha => "alpha",
            Self::Zoom => "zoom",
            Self::Field(name) => name,
        })
    }
}
