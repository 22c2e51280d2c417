//! Events, which notify objects.

use core::any::{Any, TypeId};
use core::fmt;
use glam::Vec2;
use std::sync::Arc;

use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::id::ObjectId;
use crate::base::intern::intern;
use crate::columns::TypeInfo;
use crate::hud::HudEvent;
use crate::input::InputEvent;

/// An event that an object receives.
///
/// ```
/// # use damselfly::prelude::*;
/// struct Explosion { at: Vec2 }
///
/// fn explode(at: Vec2, world: &mut World) {
///     world.send(Event::custom(Explosion { at }));
/// }
///
/// fn place_of(event: &Event) -> Option<Vec2> {
///     event.get::<Explosion>().map(|explosion| explosion.at)
/// }
/// # assert_eq!(place_of(&Event::custom(Explosion { at: Vec2::ONE })), Some(Vec2::ONE));
/// # assert_eq!(place_of(&Event::Step), None);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
#[doc(alias("signal", "message", "Observer"))]
pub enum Event {
    /// A step begins; its number and length are in `cx.time`.
    Step,
    /// The player's input: a key, the mouse, the window's focus.
    Input(InputEvent),
    /// Two solid objects would overlap: see [`Behavior::collision`](crate::world::Behavior::collision).
    Collision(Collision),
    /// The receiver begins to overlap another object: see
    /// [`Behavior::overlap_begun`](crate::world::Behavior::overlap_begun).
    OverlapBegun(ObjectId),
    /// The receiver no longer overlaps another object: see
    /// [`Behavior::overlap_ended`](crate::world::Behavior::overlap_ended).
    OverlapEnded(ObjectId),
    /// A move took the receiver's box wholly outside the world.
    OutOfBounds,
    /// Changes the value of widgets: see [`Behavior::hud`](crate::world::Behavior::hud).
    Hud(HudEvent),
    /// The current level is about to be left: see [`Behavior::level_left`](crate::world::Behavior::level_left).
    LevelLeft(LevelChange),
    /// A new level is current: see [`Behavior::level_entered`](crate::world::Behavior::level_entered).
    LevelEntered(LevelChange),
    /// An event of one of the game's own types.
    Custom(CustomEvent),
}

/// A change of the current level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LevelChange {
    /// The number of the level that is left.
    pub from: u16,
    /// The number of the level that is entered.
    pub to: u16,
}

summed!(LevelChange: from, to);

impl Event {
    /// Returns an event of one of the game's own types.
    pub fn custom<T: Send + Sync + 'static>(value: T) -> Self {
        Self::with_payload(Payload { value, sum: None })
    }

    /// Like [`Event::custom`]; `sum` adds the value, as far as it can affect a later step, to the world's checksum
    /// while the event waits. An event made by [`Event::custom`] counts by its type alone.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// struct Damage(u32);
    ///
    /// fn hurt(amount: u32, cx: &mut Context<'_>) {
    ///     cx.send_after(30, Event::summed(Damage(amount), |damage, sum| sum.u32(damage.0)));
    /// }
    /// # let checksum_of = |amount| {
    /// #     let app = App::new("Docs", Default::default()).cells(80, 24);
    /// #     let mut game = damselfly::app::Harness::start(app, |_| Ok(()))?;
    /// #     hurt(amount, &mut game.context());
    /// #     Ok::<_, Error>(game.checksum())
    /// # };
    /// # assert_eq!(checksum_of(5)?, checksum_of(5)?);
    /// # assert_ne!(checksum_of(5)?, checksum_of(6)?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn summed<T: Send + Sync + 'static>(value: T, sum: fn(&T, &mut ChecksumWriter)) -> Self {
        let sum = Some(sum);
        Self::with_payload(Payload { value, sum })
    }

    /// Returns an event whose type is a name that may be known only at run time, for example from a level file. Each
    /// name is a type of its own: see [`EventTypes::and_named`] and [`CustomEvent::is_named`]. While the event waits,
    /// the value counts in the world's checksum.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// let line = "open-gate 3";
    /// let (name, gate) = line.split_once(' ').unwrap_or_default();
    /// let event = Event::named(name, gate.to_owned());
    /// assert_eq!(event.get::<String>().map(String::as_str), Some("3"));
    /// ```
    pub fn named<T: Checksum + Send + Sync + 'static>(name: &str, value: T) -> Self {
        let sum = Some(T::write_checksum as fn(&T, &mut ChecksumWriter));
        Self::of_type(CustomType::named(name), Payload { value, sum })
    }

    fn with_payload<T: Send + Sync + 'static>(payload: Payload<T>) -> Self {
        Self::of_type(CustomType::of::<T>(), payload)
    }

    fn of_type<T: Send + Sync + 'static>(kind: CustomType, payload: Payload<T>) -> Self {
        let value = Arc::new(payload);
        Self::Custom(CustomEvent { kind, value })
    }

    /// Returns the custom event's value, if it is of this type.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        match self {
            Self::Custom(event) => event.get(),
            _ => None,
        }
    }
}

summed!(enum Event:
    0 Step, 1 Input(input), 2 Collision(collision), 3 OutOfBounds, 4 Hud(change), 5 Custom(custom), 6 LevelLeft(change), 8 OverlapBegun(other), 9 OverlapEnded(other),
    7 LevelEntered(change));

/// An event of one of the game's own types.
///
/// ```
/// # use damselfly::prelude::*;
/// struct Damage(u32);
///
/// fn loss(event: &CustomEvent) -> u32 {
///     event.get::<Damage>().map_or(0, |damage| damage.0)
/// }
/// # let Event::Custom(event) = Event::custom(Damage(3)) else { unreachable!() };
/// # assert_eq!(loss(&event), 3);
/// ```
#[derive(Clone)]
pub struct CustomEvent {
    kind: CustomType,
    // The value is shared, because events are only read. A snapshot need not copy the values of waiting events, and the
    // game's types need not implement `Clone`.
    value: Arc<dyn AnyPayload>,
}

/// A value, and its contribution to the checksum.
struct Payload<T> {
    value: T,
    sum: Option<fn(&T, &mut ChecksumWriter)>,
}

/// A payload whose type is erased.
trait AnyPayload: Send + Sync {
    fn get(&self) -> &dyn Any;
    fn write_checksum(&self, sum: &mut ChecksumWriter);
}

impl<T: Send + Sync + 'static> AnyPayload for Payload<T> {
    fn get(&self) -> &dyn Any {
        &self.value
    }

    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        if let Some(add) = self.sum {
            add(&self.value, sum);
        }
    }
}

impl CustomEvent {
    /// Returns its value, if it is of this type.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        // Types are compared first: usually they differ, and the value need not be read.
        let fits = self.kind.0.id == TypeId::of::<T>() || self.kind.is_named();
        fits.then(|| self.value.get().downcast_ref()).flatten()
    }

    /// Returns its type.
    pub fn kind(&self) -> CustomType {
        self.kind
    }

    /// Returns whether it was made by [`Event::named`] with this name.
    pub fn is_named(&self, name: &str) -> bool {
        self.kind.is_named() && self.kind.name() == name
    }
}

impl Checksum for CustomEvent {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        self.kind.write_checksum(sum);
        self.value.write_checksum(sum);
    }
}

impl fmt::Debug for CustomEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CustomEvent({})", self.kind.name())
    }
}

/// A custom event type: one of the game's own, or a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CustomType(TypeInfo);

impl Checksum for CustomType {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        if self.is_named() {
            sum.str(self.0.name);
        } else {
            self.0.write_checksum(sum);
        }
    }
}

/// The Rust type behind all event types that are names.
enum NameOnly {}

impl CustomType {
    /// Returns the custom event type of `T`.
    pub fn of<T: 'static>() -> Self {
        Self(TypeInfo::of::<T>())
    }

    /// Returns the type of events with this name: see [`Event::named`].
    pub fn named(name: &str) -> Self {
        Self(TypeInfo {
            name: intern(name),
            ..TypeInfo::of::<NameOnly>()
        })
    }

    /// Returns the type's name.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    fn is_named(self) -> bool {
        self.0.id == TypeId::of::<NameOnly>()
    }
}

/// Custom event types: see [`Behavior::subscriptions`](crate::world::Behavior::subscriptions).
///
/// ```
/// # use damselfly::prelude::*;
/// struct Thunder;
///
/// let types = EventTypes::of::<Thunder>().and::<ButtonPressed>();
/// assert_eq!(types.iter().count(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventTypes(Vec<CustomType>);

impl EventTypes {
    /// Returns a list of this one type.
    pub fn of<T: 'static>() -> Self {
        Self(vec![CustomType::of::<T>()])
    }

    /// Adds another type.
    #[must_use]
    pub fn and<T: 'static>(mut self) -> Self {
        self.0.push(CustomType::of::<T>());
        self
    }

    /// Adds the type of events with this name: see [`Event::named`].
    #[must_use]
    pub fn and_named(mut self, name: &str) -> Self {
        self.0.push(CustomType::named(name));
        self
    }

    /// Returns the types, in the order of adding.
    pub fn iter(&self) -> impl Iterator<Item = CustomType> {
        self.0.iter().copied()
    }
}

/// A contact of two solid objects that would overlap, as one of them sees it. Both are notified, once per pair and
/// move.
///
/// ```
/// # use damselfly::prelude::*;
/// #[derive(Clone)]
/// struct Hero;
///
/// impl Behavior for Hero {
///     fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
///         if cx.is_kind(hit.other, "Coin") {
///             cx.remove(hit.other);
///         }
///     }
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
/// #     cx.spawn_with(Object::new("Hero").sprite(SpriteId::PLACEHOLDER).velocity(vec2(1.0, 0.0)).soft(), Hero);
/// #     for kind in ["Coin", "Stone"] {
/// #         cx.spawn(Object::new(kind).sprite(SpriteId::PLACEHOLDER).at(vec2(3.0, 0.0)).soft());
/// #     }
/// #     Ok(())
/// # })?;
/// # game.steps(5);
/// # assert_eq!((game.all("Coin").len(), game.all("Stone").len()), (0, 1));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("EventCollision", "contact", "manifold"))]
pub struct Collision {
    /// The other object.
    pub other: ObjectId,
    /// Whether this object moved into the other one; otherwise the other one moved.
    pub is_mover: bool,
    /// The centre of the overlap, or the point of contact, in world units.
    pub position: Vec2,
    /// The share of the mover's move before the contact, from 0 to 1. 0 if the objects overlapped or touched before the
    /// move. Objects move one after the other, so the other object stays in place during the move. Turning is not part
    /// of a move: see [`Object::spin`](crate::world::Object::spin).
    ///
    /// There are two exceptions. A swept object that leaves a tile may meet another tile of the same map later in its
    /// move: the time is then that of the other tile. A move along an object that it barely touches may have a time of
    /// 1 because of rounding.
    pub time: f32,
    /// Unit vector from the other object towards this one, along the axis of least overlap.
    pub normal: Vec2,
}

summed!(Collision: other, is_mover, position, time, normal);

impl From<HudEvent> for Event {
    fn from(event: HudEvent) -> Self {
        Self::Hud(event)
    }
}
