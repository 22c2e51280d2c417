//! The rules of item lists.

mod scripts;

use crate::common::{Notes, core, ghost_at, spawn, steps};
use core::ops::Bound;
use damselfly::ObjectId;
use damselfly::assets::FrameId;
use damselfly::glam::vec2;
use damselfly::scene::Instance;
use damselfly::world::{
    Context, Core, Item, ItemLayers, ItemList, Keep, ListHooks, ListSettings, Shrink, StepInput,
};
use damselfly::{Checksum, ChecksumWriter};

/// A callback of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hook {
    Added(u32),
    Updated(u32),
    Draw(u32),
    Expired(u32),
}

/// Lives for some updates, and records its callbacks.
#[derive(Clone, Debug)]
struct Mayfly {
    number: u32,
    left: u32,
    notes: Notes<Hook>,
}

impl Item for Mayfly {
    fn added(&mut self, _: &mut Context<'_>) {
        self.notes.note(Hook::Added(self.number));
    }

    fn update(&mut self, _: &mut Context<'_>) {
        self.left -= 1;
        self.notes.note(Hook::Updated(self.number));
    }

    fn draw(&self, _: &mut Context<'_>) {
        self.notes.note(Hook::Draw(self.number));
    }

    fn is_expired(&self, _: &Context<'_>) -> bool {
        self.left == 0
    }

    fn expired(&mut self, _: &mut Context<'_>) {
        self.notes.note(Hook::Expired(self.number));
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u32(self.number);
        sum.u32(self.left);
    }
}

/// Makes mayflies that share one list of notes.
struct Brood {
    core: Core,
    notes: Notes<Hook>,
    born: u32,
}

impl Brood {
    fn new() -> Self {
        Self {
            core: core(),
            notes: Notes::new(),
            born: 0,
        }
    }

    fn mayfly(&mut self, left: u32) -> Mayfly {
        self.born += 1;
        Mayfly {
            number: self.born,
            left,
            notes: self.notes.clone(),
        }
    }

    /// Returns a list of mayflies 1, 2, 3, … that live for this many updates.
    fn list(&mut self, keep: Keep, lives: &[u32]) -> ItemList<Mayfly> {
        let mut list = ItemList::new(keep);
        for &left in lives {
            let one = self.mayfly(left);
            assert!(list.add(one, &mut self.core.context()));
        }
        list
    }
}

fn numbers(list: &ItemList<Mayfly>) -> Vec<u32> {
    list.iter().map(|one| one.number).collect()
}

fn sum_of(value: &impl Checksum) -> u64 {
    let mut sum = ChecksumWriter::new();
    value.write_checksum(&mut sum);
    sum.finish()
}

#[test]
fn expired_items_are_pruned_in_one_pass_and_the_order_is_kept() {
    let mut brood = Brood::new();
    let mut list = brood.list(Keep::Order, &[1, 5, 1, 5, 1, 5]);
    brood.notes.take();
    list.update(&mut brood.core.context());
    assert_eq!(numbers(&list), [2, 4, 6]);
    use Hook::{Expired, Updated};
    let hooks = [
        Updated(1),
        Expired(1),
        Updated(2),
        Updated(3),
        Expired(3),
        Updated(4),
    ];
    let hooks = [&hooks[..], &[Updated(5), Expired(5), Updated(6)]].concat();
    assert_eq!(
        brood.notes.take(),
        hooks,
        "each leaves before the next one's update"
    );
}

/// Records the callbacks of a list.
#[derive(Clone, Debug, Default)]
struct Watch(Vec<String>);

impl ListHooks<Mayfly> for Watch {
    fn added(&mut self, index: usize, item: &mut Mayfly, _: &mut Context<'_>) {
        self.0.push(format!("{} at {index}", item.number));
    }

    fn updated(&mut self, items: &mut [Mayfly], _: &mut Context<'_>) {
        self.0.push(format!("{} left", items.len()));
    }

    fn expired(&mut self, item: &mut Mayfly, _: &mut Context<'_>) {
        assert!(
            !item.notes.peek().contains(&Hook::Expired(item.number)),
            "the list's hook runs first"
        );
        self.0.push(format!("{} over", item.number));
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u64(self.0.len() as u64);
    }
}

#[test]
fn a_list_has_hooks_for_add_update_and_expire() {
    for keep in [Keep::Order, Keep::Swap] {
        let mut brood = Brood::new();
        let settings = ListSettings {
            keep,
            ..ListSettings::default()
        };
        let mut list = ItemList::with_hooks(settings, Watch::default());
        let flies = [3, 1, 3].map(|left| brood.mayfly(left));
        let mut cx = brood.core.context();
        list.add_many(3, &mut cx, |number, _| flies[number].clone());
        let before = sum_of(&list);
        list.hooks.0.push(String::new());
        assert_ne!(sum_of(&list), before, "the hooks count");
        list.hooks.0.pop();
        list.update(&mut cx);
        let left = list.hooks.0.split_off(3);
        assert_eq!(list.hooks.0, ["1 at 0", "2 at 1", "3 at 2"]);
        assert_eq!(left, ["2 over", "2 left"]);
        list.clear(&mut cx);
        assert_eq!(list.hooks.0[3..], ["1 over", "3 over"]);
        assert_ne!(before, sum_of(&list));
        // The hooks of an outer list are notified when the list itself expires.
        let mut outer = ItemList::with_hooks(ListSettings::default(), Nests::default());
        list.expire();
        outer.add(list, &mut cx);
        outer.update(&mut cx);
        assert_eq!(outer.hooks.0, 1);
    }
}

#[derive(Clone, Debug, Default)]
struct Nests(u32);

impl ListHooks<ItemList<Mayfly, Watch>> for Nests {
    fn expired(&mut self, _: &mut ItemList<Mayfly, Watch>, _: &mut Context<'_>) {
        self.0 += 1;
    }
}

#[test]
fn items_are_found_removed_and_drained_without_callbacks() {
    for (keep, rest) in [(Keep::Order, [1, 3, 4]), (Keep::Swap, [1, 4, 3])] {
        let mut brood = Brood::new();
        let flies = [brood.mayfly(9)];
        let mut list = brood.list(keep, &[9; 4]);
        for fly in &mut *list {
            fly.number -= 1;
        }
        brood.notes.take();
        let second = list.find(|fly| fly.number == 2);
        assert_eq!(second, Some(1));
        assert_eq!(list.find(|fly| fly.number == 7), None);
        assert_eq!(list.remove(1).map(|fly| fly.number), Some(2));
        assert_eq!(numbers(&list), rest);
        assert!(list.remove(3).is_none() && list.remove(usize::MAX).is_none());
        let drained: Vec<u32> = list.drain(1..).map(|fly| fly.number).collect();
        assert_eq!(drained, rest[1..]);
        for range in [(5, 9), (1, 0), (usize::MAX, usize::MAX)] {
            assert_eq!(list.drain(range.0..range.1).count(), 0);
        }
        list.add_many(3, &mut brood.core.context(), |_, _| flies[0].clone());
        brood.notes.take();
        let between = (Bound::Excluded(0), Bound::Excluded(3));
        assert_eq!(list.drain(between).count(), 2);
        assert_eq!(
            list.drain((Bound::Excluded(0), Bound::Unbounded)).count(),
            1
        );
        assert_eq!(list.drain(..=usize::MAX).count(), 1);
        assert!(list.is_empty() && brood.notes.is_empty());
    }
}

#[test]
fn items_move_to_another_list_as_far_as_it_has_room() {
    for keep in [Keep::Order, Keep::Swap] {
        let mut brood = Brood::new();
        let mut list = brood.list(keep, &[9; 6]);
        let mut other = ItemList::with_hooks(ListSettings::default(), Watch::default());
        other.settings.maximum = 2;
        brood.notes.take();
        let mut cx = brood.core.context();
        let moved = list.move_to(&mut other, &mut cx, |fly| fly.number % 2 == 0);
        assert_eq!((moved, other.len()), (2, 2));
        assert_eq!(numbers(&list), [1, 3, 5, 6]);
        assert_eq!(other.hooks.0, ["2 at 0", "4 at 1"]);
        assert_eq!(list.move_to(&mut other, &mut cx, |_| true), 0);
        other.settings.maximum = 9;
        let before = sum_of(&other);
        other.expire();
        assert_ne!(sum_of(&other), before, "an ended list counts as such");
        assert_eq!(
            list.move_to(&mut other, &mut cx, |_| true),
            0,
            "it takes no more"
        );
        assert!(brood.notes.is_empty());
    }
}

#[test]
fn a_vector_becomes_a_list_without_callbacks() {
    let mut brood = Brood::new();
    let flies = [1, 9].map(|left| brood.mayfly(left));
    let mut list = ItemList::from(flies.to_vec());
    assert!(brood.notes.is_empty());
    list.update(&mut brood.core.context());
    assert_eq!(numbers(&list), [2]);
}

#[test]
fn a_layer_of_lists_can_be_cleared_alone() {
    let mut brood = Brood::new();
    let mut layers = ItemLayers::new(3, ListSettings::default());
    for (index, left) in [(2, 9), (0, 9), (1, 1), (2, 9)] {
        let one = brood.mayfly(left);
        layers[index].add(one, &mut brood.core.context());
    }
    brood.notes.take();
    use Hook::{Draw, Expired, Updated};
    let mut cx = brood.core.context();
    layers.update(&mut cx);
    layers.draw(&mut cx);
    let updates = [Updated(2), Updated(3), Expired(3), Updated(1), Updated(4)];
    assert_eq!(
        brood.notes.take(),
        [&updates[..], &[Draw(2), Draw(1), Draw(4)]].concat()
    );
    let sum = sum_of(&layers);
    layers[2].clear(&mut cx);
    assert_eq!(
        (layers.count(), brood.notes.take()),
        (1, vec![Expired(1), Expired(4)])
    );
    assert_ne!(sum, sum_of(&layers));
    layers.clear(&mut cx);
    assert_eq!(layers.count(), 0);
}

#[test]
fn in_a_swap_list_the_last_item_fills_the_gap() {
    let mut brood = Brood::new();
    let mut list = brood.list(Keep::Swap, &[1, 5, 5, 1, 5, 5]);
    list.update(&mut brood.core.context());
    assert_eq!(numbers(&list), [6, 2, 3, 5]);
}

#[test]
fn a_list_that_is_filled_in_small_bursts_doubles_its_capacity() {
    let mut brood = Brood::new();
    for burst in 1..=3 {
        let mut list = ItemList::new(Keep::Order);
        let mut growths = 0;
        for _ in 0..1000 {
            let before = list.capacity();
            let items: Vec<_> = (0..burst).map(|_| brood.mayfly(9)).collect();
            let make = |number: usize, _: &mut Context<'_>| items[number].clone();
            let taken = list.add_many(burst, &mut brood.core.context(), make);
            assert_eq!(taken, burst);
            growths += usize::from(list.capacity() != before);
        }
        assert!(growths <= 11, "grew {growths} times in bursts of {burst}");
    }
}

#[test]
fn a_full_list_returns_how_many_it_took_and_makes_no_more() {
    let mut brood = Brood::new();
    let mut list = ItemList::with(ListSettings {
        maximum: 3,
        ..ListSettings::default()
    });
    let first = brood.mayfly(9);
    assert!(list.add(first, &mut brood.core.context()));
    let (notes, mut made) = (brood.notes.clone(), 0);
    let taken = list.add_many(5, &mut brood.core.context(), |number, _| {
        made += 1;
        Mayfly {
            number: 10 + u32::try_from(number).unwrap(),
            left: 9,
            notes: notes.clone(),
        }
    });
    assert_eq!((taken, made), (2, 2));
    assert_eq!(numbers(&list), [1, 10, 11]);
    brood.notes.take();
    let one_more = brood.mayfly(9);
    assert!(!list.add(one_more.clone(), &mut brood.core.context()));
    let never = |_: usize, _: &mut Context<'_>| -> Mayfly { panic!("it is not needed") };
    assert_eq!(list.add_many(9, &mut brood.core.context(), never), 0);
    assert!(brood.notes.is_empty(), "who is not taken receives nothing");
    // A higher maximum makes room. A maximum below the length accepts no item, and drops none.
    list.settings.maximum = 4;
    assert!(list.add(one_more.clone(), &mut brood.core.context()));
    list.settings.maximum = 1;
    assert_eq!(list.add_many(2, &mut brood.core.context(), never), 0);
    assert_eq!((list.len(), list.room()), (4, 0));
}

#[test]
fn clearing_runs_every_last_callback_once_and_keeps_the_memory() {
    let mut brood = Brood::new();
    let mut list = brood.list(Keep::Order, &[3, 3, 3]);
    let memory = list.capacity();
    brood.notes.take();
    for _ in 0..2 {
        list.clear(&mut brood.core.context());
    }
    use Hook::Expired;
    assert_eq!(brood.notes.take(), [Expired(1), Expired(2), Expired(3)]);
    assert_eq!((list.len(), list.capacity()), (0, memory));
}

#[test]
fn expired_items_are_neither_updated_nor_drawn() {
    let mut brood = Brood::new();
    let mut list = brood.list(Keep::Order, &[2, 2]);
    brood.notes.take();
    list.get_mut(0).unwrap().left = 0;
    list.draw(&mut brood.core.context());
    list.update(&mut brood.core.context());
    use Hook::{Draw, Expired, Updated};
    assert_eq!(brood.notes.take(), [Draw(2), Expired(1), Updated(2)]);
}

#[test]
fn an_expired_list_expires_its_children_each_once() {
    let mut brood = Brood::new();
    let mut outer: ItemList<ItemList<ItemList<Mayfly>>> = ItemList::default();
    for _ in 0..2 {
        let mut middle = ItemList::default();
        for _ in 0..2 {
            let inner = brood.list(Keep::Order, &[9]);
            middle.add(inner, &mut brood.core.context());
        }
        outer.add(middle, &mut brood.core.context());
    }
    brood.notes.take();
    outer.get_mut(0).unwrap().expire();
    for _ in 0..2 {
        outer.update(&mut brood.core.context());
    }
    use Hook::{Expired, Updated};
    let twice = [Updated(3), Updated(4)].repeat(2);
    let all = [&[Expired(1), Expired(2)][..], &twice].concat();
    assert_eq!(brood.notes.take(), all);
    assert_eq!(outer.len(), 1);
    // The outermost list has no parent: it expires with its own update.
    outer.expire();
    for _ in 0..2 {
        outer.update(&mut brood.core.context());
    }
    assert_eq!(brood.notes.take(), [Expired(3), Expired(4)]);
    assert!(outer.is_empty() && outer.is_expired());
    let late = brood.list(Keep::Order, &[9]);
    let mut wrapped = ItemList::default();
    wrapped.add(late, &mut brood.core.context());
    assert!(
        !outer.add(wrapped, &mut brood.core.context()),
        "it takes no more"
    );
}

#[test]
fn a_list_may_expire_when_it_is_empty() {
    let mut brood = Brood::new();
    let mut outer = ItemList::default();
    for lives in [[1, 1], [1, 3]] {
        let mut inner = brood.list(Keep::Order, &lives);
        inner.settings.expires_when_empty = true;
        outer.add(inner, &mut brood.core.context());
    }
    outer.update(&mut brood.core.context());
    assert_eq!(outer.len(), 1);
    assert_eq!(numbers(outer.first().unwrap()), [4]);
}

#[test]
fn memory_that_is_not_used_for_long_is_given_back() {
    let mut brood = Brood::new();
    let mut list = brood.list(Keep::Order, &[50; 3]);
    list.settings.shrink = Some(Shrink {
        below_percent: 25,
        updates: 4,
    });
    list.reserve(97);
    assert!(list.capacity() >= 100);
    let mut update = |list: &mut ItemList<Mayfly>| {
        list.update(&mut brood.core.context());
        list.capacity()
    };
    for _ in 0..3 {
        assert!(update(&mut list) >= 100);
    }
    assert_eq!(update(&mut list), 6, "twice of what is used");
    // Half of the capacity is used, so that the list shrinks no further.
    for _ in 0..10 {
        assert_eq!(update(&mut list), 6);
    }
}

#[test]
fn a_list_never_grows_past_its_maximum() {
    let mut brood = Brood::new();
    let mut list = brood.list(Keep::Order, &[]);
    list.settings.maximum = 21;
    list.reserve(1000);
    assert_eq!(list.capacity(), 21);
    let mut list = brood.list(Keep::Order, &[]);
    list.settings.maximum = 21;
    for _ in 0..30 {
        let one = brood.mayfly(1);
        list.add(one, &mut brood.core.context());
    }
    assert_eq!((list.len(), list.capacity()), (21, 21));
}

#[test]
fn an_item_list_drops_removed_ids_and_clears_its_objects() {
    let mut core = core();
    let ids: Vec<ObjectId> = (0..4)
        .map(|x| spawn(&mut core, ghost_at(x as f32, 0.0)))
        .collect();
    let mut group = ItemList::default();
    assert_eq!(
        group.add_many(4, &mut core.context(), |number, _| ids[number]),
        4
    );
    core.world.remove(ids[1]);
    group.update(&mut core.context());
    assert_eq!(*group, [ids[0], ids[2], ids[3]]);
    steps(&mut core, 1);
    group.update(&mut core.context());
    assert_eq!(group.len(), 3);
    group.clear(&mut core.context());
    steps(&mut core, 1);
    assert!(core.world.is_empty());
}

#[test]
fn drawings_of_a_list_are_smoothed_and_last_until_the_next_step() {
    #[derive(Clone)]
    struct Dot(Instance);
    impl Item for Dot {
        fn update(&mut self, cx: &mut Context<'_>) {
            self.0.step_by(vec2(2.0, 0.0) * cx.layer_time(3));
        }
        fn draw(&self, cx: &mut Context<'_>) {
            cx.canvas(3).instance(self.0);
        }
        fn is_expired(&self, _: &Context<'_>) -> bool {
            false
        }
    }
    let mut core = core();
    core.world.altitude_settings_mut(3).time_scale = 0.25;
    let mut list = ItemList::default();
    let dot = Dot(Instance::new(vec2(7.0, 8.0), FrameId::SOLID));
    list.add(dot, &mut core.context());
    let step = |core: &mut Core, list: &mut ItemList<Dot>| {
        core.step_with(StepInput::next(core), |cx| {
            list.update(cx);
            list.draw(cx);
        });
        let drawn = core.world.scene().altitudes()[3].drawn().columns();
        drawn.instances.to_vec()
    };
    for x in [7.5, 8.0] {
        let drawn = step(&mut core, &mut list);
        assert_eq!(drawn.len(), 1);
        assert_eq!(drawn[0].position, vec2(x, 8.0));
        assert_eq!(drawn[0].motion, vec2(0.5, 0.0));
    }
    core.world.altitude_settings_mut(3).enabled = false;
    let drawn = step(&mut core, &mut list);
    assert_eq!((drawn[0].position.x, drawn[0].motion.x), (8.0, 0.0));
    list.clear(&mut core.context());
    assert!(step(&mut core, &mut list).is_empty());
}
