//! Import cycles are small: a reader of one file has to read its whole cycle.

use crate::paths::{Path, imports};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of files in a cycle.
const MOST: usize = 7;

type Graph = BTreeMap<Path, BTreeSet<Path>>;

/// Returns every module reached from a module by imports.
fn reached<'a>(graph: &'a Graph, from: &'a Path) -> BTreeSet<&'a Path> {
    let mut reached = BTreeSet::new();
    let mut left = vec![from];
    while let Some(module) = left.pop() {
        for next in graph.get(module).into_iter().flatten() {
            if reached.insert(next) {
                left.push(next);
            }
        }
    }
    reached
}

/// Returns the import cycles, the largest first.
fn cycles(graph: &Graph) -> Vec<Vec<&Path>> {
    let reached: BTreeMap<_, _> = graph
        .keys()
        .map(|from| (from, reached(graph, from)))
        .collect();
    let cycle = |from: &Path| {
        let is_both_ways = |to: &&Path| reached.get(*to).is_some_and(|back| back.contains(from));
        reached[from]
            .iter()
            .copied()
            .filter(is_both_ways)
            .collect::<Vec<_>>()
    };
    let unique: BTreeSet<_> = graph
        .keys()
        .map(cycle)
        .filter(|cycle| !cycle.is_empty())
        .collect();
    let mut cycles: Vec<_> = unique.into_iter().collect();
    cycles.sort_by_key(|cycle| std::cmp::Reverse(cycle.len()));
    cycles
}

#[test]
fn import_cycles_stay_within_the_file_limit() {
    let imports = imports();
    let mut graph = Graph::new();
    for import in &imports {
        let targets = graph.entry(import.from.clone()).or_default();
        targets.insert(import.to.clone());
    }
    // The first cycle is the largest.
    if let Some(cycle) = cycles(&graph).first().filter(|cycle| cycle.len() > MOST) {
        let inside = |module: &Path| cycle.contains(&module);
        let ties = imports
            .iter()
            .filter(|import| inside(&import.from) && inside(&import.to));
        let ties = ties.map(|import| {
            format!(
                "{}: {} of {}",
                import.place(),
                import.name,
                import.to.join("::")
            )
        });
        panic!(
            "{} files import one another, more than {MOST}: move what two of them share into a file of its own.\n{}",
            cycle.len(),
            ties.collect::<Vec<_>>().join("\n")
        );
    }
}

#[test]
fn a_cycle_is_found_and_what_hangs_on_it_is_not() {
    let module = |name: &str| vec![name.to_owned()];
    let ways = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "a")];
    let mut graph = Graph::new();
    for (from, to) in ways {
        graph.entry(module(from)).or_default().insert(module(to));
    }
    let expected = ["a", "b", "c"].map(module);
    assert_eq!(cycles(&graph), [expected.iter().collect::<Vec<_>>()]);
}
