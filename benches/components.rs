//! Components: queries, access to one object, inserting and taking; compared with the same in `hecs`.
//!
//! `README.md` says what each bench measures; the ratios are printed last.

mod components {
    pub(crate) mod engine;
    pub(crate) mod hecs;
    pub(crate) mod ratios;
}

use components::{engine::Engine, hecs::Hecs};
use criterion::{BenchmarkId, Criterion, Throughput};

/// The number of objects.
pub(crate) const COUNT: usize = 100_000;

#[derive(Clone, Copy)]
pub(crate) struct Position(pub(crate) f32);

#[derive(Clone, Copy)]
pub(crate) struct Velocity(pub(crate) f32);

/// A third component, which is inserted and taken.
#[derive(Clone, Copy)]
#[expect(dead_code, reason = "it is given and taken, and never looked at")]
pub(crate) struct Poison(pub(crate) i32);

/// A component that half of the objects have.
#[derive(Clone, Copy)]
pub(crate) struct Health(pub(crate) i32);

/// A task that both contenders do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// Visits all objects with two components in a `for` loop, and changes one of the two.
    For,
    /// Does the same with `for_each`.
    ForEach,
    /// Does the same with slices of whole columns.
    Columns,
    /// Visits all objects that have one component, with an optional second one that half of them have. They are spread
    /// over four archetypes.
    Mixed,
    /// Gets one component of every object, in random order.
    Get,
    /// Inserts a third component into every object and takes it, in random order.
    Churn,
    /// Inserts two components at once into empty objects, then takes one after the other.
    Pair,
}

impl Work {
    /// All tasks.
    pub(crate) const ALL: [Self; 7] = [
        Self::For,
        Self::ForEach,
        Self::Columns,
        Self::Mixed,
        Self::Get,
        Self::Churn,
        Self::Pair,
    ];

    /// Returns the bench's name.
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

/// A library that does the tasks.
pub(crate) trait Contender {
    /// Name in the tables.
    const NAME: &'static str;
    /// Creates the objects, with the components that the task needs.
    fn new(work: Work) -> Self;
    /// Does the task once.
    fn work(&mut self, work: Work);
}

/// Shuffles a list. The order is the same for both contenders.
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
