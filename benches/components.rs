//! Data on objects: loops over all that have it, asking for one, giving and taking; beside the same in `hecs`.
//!
//! `README.md` says what each bench measures; the ratios are printed last.

mod components {
    pub(crate) mod engine;
    pub(crate) mod hecs;
    pub(crate) mod ratios;
}

use components::{engine::Engine, hecs::Hecs};
use criterion::{BenchmarkId, Criterion, Throughput};

/// How many objects.
pub(crate) const COUNT: usize = 100_000;

/// Where something is.
#[derive(Clone, Copy)]
pub(crate) struct Position(pub(crate) f32);

/// How fast it is.
#[derive(Clone, Copy)]
pub(crate) struct Velocity(pub(crate) f32);

/// What some have besides.
#[derive(Clone, Copy)]
#[expect(dead_code, reason = "it is given and taken, and never looked at")]
pub(crate) struct Poison(pub(crate) i32);

/// What half of them have.
#[derive(Clone, Copy)]
pub(crate) struct Health(pub(crate) i32);

/// One piece of work, done by both.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// `for` over all that have two of their data, of which one changes.
    For,
    /// The same by `for_each`.
    ForEach,
    /// The same in slices.
    Columns,
    /// `for` over all that have one, of four sets of data, with a second one that only half have.
    Mixed,
    /// Asks every object for one of its data, in random order.
    Get,
    /// Gives a third one to every object, and takes it away, in random order.
    Churn,
    /// Gives the first two together to objects that have none, and takes one after the other.
    Pair,
}

impl Work {
    /// All there is.
    pub(crate) const ALL: [Self; 7] = [
        Self::For,
        Self::ForEach,
        Self::Columns,
        Self::Mixed,
        Self::Get,
        Self::Churn,
        Self::Pair,
    ];

    /// The bench's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::For => "for",
            Self::ForEach => "for_each",
            Self::Columns => "columns",
            Self::Mixed => "mixed",
            Self::Get => "get",
            Self::Churn => "churn",
            Self::Pair => "pair",
        }
    }
}

/// A contender.
pub(crate) trait Contender {
    /// Its name.
    const NAME: &'static str;
    /// As many objects with what the work wants of them.
    fn new(work: Work) -> Self;
    /// Does it once.
    fn work(&mut self, work: Work);
}

/// The same order for both, without a pattern.
pub(crate) fn shuffled<T>(mut list: Vec<T>) -> Vec<T> {
    damselfly::Random::new(1).shuffle(&mut list);
    list
}

fn bench<C: Contender>(criterion: &mut Criterion, work: Work) {
    let mut group = criterion.benchmark_group(work.name());
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function(BenchmarkId::new(C::NAME, COUNT), |bencher| {
        let mut contender = C::new(work);
        bencher.iter(|| contender.work(work));
    });
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for work in Work::ALL {
        bench::<Hecs>(&mut criterion, work);
        bench::<Engine>(&mut criterion, work);
    }
    criterion.final_summary();
    components::ratios::print();
}
