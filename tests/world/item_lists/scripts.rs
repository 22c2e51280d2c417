//! Random scripts that compare an item list with a plain vector.

use super::{Brood, Hook, Mayfly};
use damselfly::ChecksumWriter;
use damselfly::world::{Context, Item, Keep, Shrink};
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Do {
    Add(u32),
    AddMany(usize, u32),
    End(usize),
    Update,
    Prune,
    Draw,
    Clear,
    Reserve(usize),
    Maximum(usize),
    Shrink(Option<(u8, u32)>),
    Expire,
}

fn any_do() -> impl Strategy<Value = Do> {
    prop_oneof![
        8 => (1..6_u32).prop_map(Do::Add),
        4 => (0..8_usize, 1..6_u32).prop_map(|(count, left)| Do::AddMany(count, left)),
        6 => (0..20_usize).prop_map(Do::End),
        10 => Just(Do::Update),
        2 => Just(Do::Prune),
        2 => Just(Do::Draw),
        1 => Just(Do::Clear),
        1 => (0..40_usize).prop_map(Do::Reserve),
        1 => (0..30_usize).prop_map(Do::Maximum),
        1 => prop::option::of((0..120_u8, 0..4_u32)).prop_map(Do::Shrink),
        1 => prop_oneof![9 => Just(Do::Update), 1 => Just(Do::Expire)],
    ]
}

/// The model of a list: a plain vector.
struct Plain {
    keep: Keep,
    all: Vec<(u32, u32)>,
    maximum: usize,
    ended: bool,
    hooks: Vec<Hook>,
}

impl Plain {
    /// Adds an item, unless the list is full or has ended. Returns whether it did.
    fn add(&mut self, number: u32, left: u32) -> bool {
        let taken = !self.ended && self.all.len() < self.maximum;
        if taken {
            self.hooks.push(Hook::Added(number));
            self.all.push((number, left));
        }
        taken
    }

    /// Updates each item if `acts` is true. Then removes it if it has expired.
    fn pass(&mut self, acts: bool) {
        let mut at = 0;
        while at < self.all.len() {
            let (number, left) = &mut self.all[at];
            if acts && *left > 0 {
                *left -= 1;
                self.hooks.push(Hook::Updated(*number));
            }
            if self.all[at].1 > 0 {
                at += 1;
                continue;
            }
            self.hooks.push(Hook::Expired(self.all[at].0));
            let last = self.all.len() - 1;
            match self.keep {
                Keep::Order => drop(self.all.remove(at)),
                Keep::Swap => {
                    self.all.swap(at, last);
                    self.all.pop();
                }
            }
        }
    }

    fn clear(&mut self) {
        for (number, _) in self.all.drain(..) {
            self.hooks.push(Hook::Expired(number));
        }
    }

    fn update(&mut self) {
        if self.ended {
            self.clear();
        }
        self.pass(true);
    }
}

fn play(keep: Keep, script: Vec<Do>) -> Result<(), TestCaseError> {
    let mut brood = Brood::new();
    let mut list = brood.list(keep, &[]);
    let mut plain = Plain {
        keep,
        all: Vec::new(),
        maximum: usize::MAX,
        ended: false,
        hooks: Vec::new(),
    };
    for act in script {
        let shown = format!("{act:?}");
        match act {
            Do::Add(left) => {
                let one = brood.mayfly(left);
                let taken = plain.add(one.number, left);
                prop_assert_eq!(list.add(one, &mut brood.core.context()), taken);
            }
            Do::AddMany(count, left) => {
                let all: Vec<Mayfly> = (0..count).map(|_| brood.mayfly(left)).collect();
                let taken = all.iter().filter(|one| plain.add(one.number, left)).count();
                let make = |number: usize, _: &mut Context<'_>| all[number].clone();
                prop_assert_eq!(list.add_many(count, &mut brood.core.context(), make), taken);
            }
            Do::End(who) => {
                if let Some(one) = list.get_mut(who) {
                    one.left = 0;
                    plain.all[who].1 = 0;
                }
            }
            Do::Update => {
                list.update(&mut brood.core.context());
                plain.update();
            }
            Do::Prune => {
                let before = plain.all.len();
                plain.pass(false);
                let gone = before - plain.all.len();
                prop_assert_eq!(list.prune(&mut brood.core.context()), gone);
            }
            Do::Draw => {
                list.draw(&mut brood.core.context());
                let seen = plain.all.iter().filter(|(_, left)| *left > 0);
                let seen = seen.filter(|_| !plain.ended);
                plain
                    .hooks
                    .extend(seen.map(|&(number, _)| Hook::Draw(number)));
            }
            Do::Clear => {
                list.clear(&mut brood.core.context());
                plain.clear();
            }
            Do::Reserve(more) => {
                list.reserve(more);
                let wanted = (list.len() + more).min(plain.maximum);
                prop_assert!(list.capacity() >= wanted);
            }
            Do::Maximum(maximum) => {
                list.settings.maximum = maximum;
                plain.maximum = maximum;
            }
            Do::Shrink(shrink) => {
                list.settings.shrink = shrink.map(|(below_percent, updates)| Shrink {
                    below_percent,
                    updates,
                });
            }
            Do::Expire => {
                list.expire();
                plain.ended = true;
            }
        }
        let seen: Vec<(u32, u32)> = list.iter().map(|one| (one.number, one.left)).collect();
        prop_assert_eq!(&seen, &plain.all, "after {}", shown);
        prop_assert_eq!(brood.notes.take(), core::mem::take(&mut plain.hooks));
        // A copy has the same checksum.
        let (mut sum, mut other) = (ChecksumWriter::new(), ChecksumWriter::new());
        list.checksum(&mut sum);
        list.clone().checksum(&mut other);
        prop_assert_eq!(sum.finish(), other.finish());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn an_ordered_list_matches_a_vector(script in prop::collection::vec(any_do(), 1..80)) {
        play(Keep::Order, script)?;
    }

    #[test]
    fn a_swap_list_matches_a_vector(script in prop::collection::vec(any_do(), 1..80)) {
        play(Keep::Swap, script)?;
    }
}
