//! Checksums of a game's own types, by the derive macro.

use core::marker::PhantomData;
use damselfly::glam::{Vec2, vec2};
use damselfly::prelude::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Returns the checksum of a value.
fn of(value: &impl Checksum) -> u64 {
    let mut sum = ChecksumWriter::new();
    value.write_checksum(&mut sum);
    sum.finish()
}

/// Returns the checksum of fields that `write` adds by hand.
fn by_hand(write: impl FnOnce(&mut ChecksumWriter)) -> u64 {
    let mut sum = ChecksumWriter::new();
    write(&mut sum);
    sum.finish()
}

/// A type that implements no `Checksum`.
#[derive(Clone, Debug)]
struct Opaque;

#[derive(Clone, Debug, Checksum)]
struct Inner {
    // A field with the name of a variable in the macro's code: they must not clash.
    sum: u16,
    at: Vec2,
}

#[derive(Clone, Debug, Checksum)]
enum State {
    Idle,
    Walking(Inner, #[checksum(skip)] Opaque),
    Jumping { steps: u8, name: String },
}

#[derive(Clone, Debug, Checksum)]
struct Outer<'a, T, M, const N: usize>
where
    T: Clone,
{
    values: Vec<T>,
    grid: [u8; N],
    state: State,
    name: &'a str,
    by_name: BTreeMap<String, Option<i32>>,
    #[checksum(skip)]
    skipped: M,
    #[checksum(skip)]
    marker: PhantomData<M>,
}

#[derive(Clone, Checksum)]
struct Empty;

#[derive(Clone, Checksum)]
enum Never {}

#[derive(Clone, Checksum)]
struct Pair(u8, u32);

fn any_state() -> impl Strategy<Value = State> {
    prop_oneof![
        Just(State::Idle),
        (any::<u16>(), any::<[f32; 2]>()).prop_map(|(sum, at)| {
            let inner = Inner { sum, at: at.into() };
            State::Walking(inner, Opaque)
        }),
        (any::<u8>(), ".{0,4}").prop_map(|(steps, name)| State::Jumping { steps, name }),
    ]
}

fn write_state(state: &State, sum: &mut ChecksumWriter) {
    match state {
        State::Idle => sum.u32(0),
        State::Walking(inner, Opaque) => {
            sum.u32(1);
            sum.u16(inner.sum);
            sum.vec2(inner.at);
        }
        State::Jumping { steps, name } => {
            sum.u32(2);
            sum.u8(*steps);
            sum.str(name);
        }
    }
}

proptest! {
    #[test]
    fn derived_checksums_equal_those_written_by_hand(
        values in proptest::collection::vec(any::<u64>(), 0..5),
        grid in any::<[u8; 3]>(),
        state in any_state(),
        name in ".{0,4}",
        by_name in proptest::collection::btree_map(".{0,3}", any::<Option<i32>>(), 0..4),
    ) {
        let outer = Outer {
            values: values.clone(),
            grid,
            state: state.clone(),
            name: &name,
            by_name: by_name.clone(),
            skipped: Opaque,
            marker: PhantomData,
        };
        let expected = by_hand(|sum| {
            sum.usize(values.len());
            values.iter().for_each(|&value| sum.u64(value));
            grid.iter().for_each(|&value| sum.u8(value));
            write_state(&state, sum);
            sum.str(&name);
            sum.usize(by_name.len());
            for (key, value) in &by_name {
                sum.str(key);
                sum.bool(value.is_some());
                value.iter().for_each(|&value| sum.i32(value));
            }
        });
        prop_assert_eq!(of(&outer), expected, "{:?}", outer.skipped);
    }
}

#[test]
fn types_without_fields_add_nothing() {
    assert_eq!(of(&Empty), by_hand(|_| {}));
    assert_eq!(of(&None::<Never>), by_hand(|sum| sum.bool(false)));
}

#[test]
fn tuple_structs_add_their_fields_in_order() {
    let expected = by_hand(|sum| {
        sum.u8(1);
        sum.u32(2);
    });
    assert_eq!(of(&Pair(1, 2)), expected);
}

#[test]
fn pointers_count_as_the_values_behind_them() {
    let inner = Inner {
        sum: 7,
        at: vec2(1.0, -0.0),
    };
    let boxed = Box::new(inner.clone());
    let shared = std::sync::Arc::new(inner.clone());
    assert_eq!([of(&boxed), of(&shared)], [of(&inner); 2]);
}
