//! The hooks that each behaviour type implements. A behaviour does not subscribe to hooks: those that its type
//! implements are called.
//!
//! Rust cannot find out whether a type overrides a method with a default body. So the default body of most hooks
//! records, when it runs, that the type lacks the hook, which is then not called again for that type. This knowledge
//! saves calls and changes nothing else. It is in neither checksum nor snapshot, and lasts as long as the program.

use core::any::TypeId;
use core::cell::RefCell;
use core::fmt;
use core::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use std::sync::Mutex;

use crate::columns::TypeInfo;
use crate::scene::EventFlags;

/// A set of hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hooks(u16);

impl Hooks {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const STEP: Self = Self(1);
    pub(crate) const AFTER: Self = Self(1 << 1);
    pub(crate) const FINISH: Self = Self(1 << 2);
    pub(crate) const INPUT: Self = Self(1 << 3);
    pub(crate) const HUD: Self = Self(1 << 4);
    pub(crate) const EVENT: Self = Self(1 << 5);
    pub(crate) const COLLISION: Self = Self(1 << 6);
    pub(crate) const OUT_OF_BOUNDS: Self = Self(1 << 7);
    /// Last callbacks and sibling notifications. They are rare, so missing ones are not recorded.
    pub(crate) const OTHER: Self = Self(1 << 8);
    pub(crate) const LEVEL_LEFT: Self = Self(1 << 9);
    pub(crate) const LEVEL_ENTERED: Self = Self(1 << 10);
    pub(crate) const OVERLAP_BEGUN: Self = Self(1 << 11);
    pub(crate) const OVERLAP_ENDED: Self = Self(1 << 12);
    pub(crate) const DRAW: Self = Self(1 << 13);
    /// The `frame` hook, [`Behavior::frame`](crate::world::Behavior::frame).
    pub(crate) const FRAME: Self = Self(1 << 14);
    const ALL: Self = Self((1 << 15) - 1);

    /// Returns whether any of the other hooks is among these.
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the hooks of both sets.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the flags of events that are sent to all objects and call one of these hooks.
    pub(crate) const fn events(self) -> EventFlags {
        EventFlags(0)
            .with(EventFlags::STEP, self.has(Self::STEP))
            .with(EventFlags::AFTER, self.has(Self::AFTER))
            .with(EventFlags::FINISH, self.has(Self::FINISH))
            .with(EventFlags::KEYBOARD, self.has(Self::INPUT))
            .with(EventFlags::MOUSE, self.has(Self::INPUT))
            .with(EventFlags::HUD, self.has(Self::HUD))
            .with(EventFlags::CUSTOM, self.has(Self::EVENT))
            .with(
                EventFlags::LEVEL,
                self.has(Self::LEVEL_LEFT.and(Self::LEVEL_ENTERED)),
            )
    }
}

/// A behaviour type, with the hooks that it may implement as far as is known.
pub(crate) struct BehaviorType {
    pub(super) info: TypeInfo,
    hooks: AtomicU16,
}

/// Number of types that are known to lack the hook `frame`. Drawing a frame finds such types, but must not change a
/// world. So each world compares this number in its next step, and updates its set of objects with the hook then.
static FRAMELESS: AtomicU32 = AtomicU32::new(0);

/// Returns the number of types that are known to lack the hook `frame`.
pub(super) fn frameless() -> u32 {
    FRAMELESS.load(Ordering::Relaxed)
}

/// All behaviour types that were ever attached. Never shrinks: the program's source has a fixed number of them.
static TYPES: Mutex<Vec<&'static BehaviorType>> = Mutex::new(Vec::new());

thread_local! {
    // Attaching a behaviour looks up its type. Locking `TYPES` each time would take as long as everything else that
    // attaching does.
    /// Entries of [`TYPES`] that this thread has looked up, the latest first.
    static SEEN: RefCell<Vec<&'static BehaviorType>> = const { RefCell::new(Vec::new()) };
}

impl BehaviorType {
    /// Returns the entry of a behaviour type.
    pub(super) fn of<B: 'static>() -> &'static Self {
        let id = TypeId::of::<B>();
        SEEN.with_borrow_mut(|seen| {
            match seen.iter().position(|known| known.info.id == id) {
                Some(0) => {}
                Some(at) => seen.swap(0, at),
                None => seen.insert(0, Self::registered::<B>()),
            }
            seen[0]
        })
    }

    fn registered<B: 'static>() -> &'static Self {
        // Only the allocator can panic while the list is locked, and the list is intact then.
        let mut types = TYPES
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let info = TypeInfo::of::<B>();
        if let Some(known) = types.iter().find(|known| known.info.id == info.id) {
            return known;
        }
        let new: &'static Self = Box::leak(Box::new(Self {
            info,
            hooks: AtomicU16::new(Hooks::ALL.0),
        }));
        types.push(new);
        new
    }

    /// Returns the type's id.
    pub(in crate::world) fn id(&self) -> TypeId {
        self.info.id
    }

    /// Returns the type's name.
    pub(in crate::world) fn name(&self) -> &'static str {
        self.info.name
    }

    /// Returns the hooks that are not known to be missing.
    #[inline]
    pub(crate) fn hooks(&self) -> Hooks {
        Hooks(self.hooks.load(Ordering::Relaxed))
    }

    /// Records that a hook's default body ran for a value of type `id`. Returns whether `id` is this type: a behaviour
    /// may call the hooks of another one that it contains.
    pub(crate) fn record_missing(&self, id: TypeId, hook: Hooks) -> bool {
        if self.info.id == id {
            let before = Hooks(self.hooks.fetch_and(!hook.0, Ordering::Relaxed));
            if hook == Hooks::FRAME && before.has(hook) {
                FRAMELESS.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.info.id == id
    }
}

impl fmt::Debug for BehaviorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info.name)
    }
}

#[cfg(test)]
mod tests;
