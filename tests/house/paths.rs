//! The imports of each file of `src`, with re-exports followed to their definition.
//!
//! Imports are found in `use` declarations, and in paths that start with `crate` or `super`.

use crate::source::{Source, Token, is_word, production};
use std::collections::{BTreeMap, BTreeSet};

/// Names from the root of the crate down.
pub(crate) type Path = Vec<String>;

/// A name that one module imports from another.
pub(crate) struct Import {
    pub(crate) from: Path,
    pub(crate) to: Path,
    /// Imported name; `*` for everything.
    pub(crate) name: String,
    source: &'static Source,
    at: usize,
}

impl Import {
    /// Returns `file:line`, for messages.
    pub(crate) fn place(&self) -> String {
        self.source.place(self.at)
    }
}

/// Defined, exported and used names of a file.
struct Module {
    source: &'static Source,
    defined: BTreeSet<String>,
    exported: BTreeMap<String, Path>,
    /// Each used path, and its offset in the file.
    named: Vec<(Path, usize)>,
}

type Modules = BTreeMap<Path, Module>;

/// Returns every import between files, except in tests.
pub(crate) fn imports() -> Vec<Import> {
    let known: BTreeSet<_> = production().map(Source::module).collect();
    let modules: Modules = production()
        .map(|source| (source.module(), read(source, &known)))
        .collect();
    let mut imports = Vec::new();
    for (from, module) in &modules {
        for (path, at) in &module.named {
            let Some((to, name)) = resolve(&modules, path, 8) else {
                continue;
            };
            if to != *from {
                imports.push(Import {
                    from: from.clone(),
                    to,
                    name,
                    source: module.source,
                    at: *at,
                });
            }
        }
    }
    imports
}

fn read(source: &'static Source, known: &BTreeSet<Path>) -> Module {
    let here = source.module();
    let tokens = source.tokens();
    let mut module = Module {
        source,
        defined: BTreeSet::new(),
        exported: BTreeMap::new(),
        named: Vec::new(),
    };
    for (index, (at, token)) in tokens.iter().enumerate() {
        let next = tokens.get(index + 1).map_or("", |(_, next)| *next);
        let before = index.checked_sub(1).map_or("", |i| tokens[i].1);
        match *token {
            "use" => {
                let is_exported = before == "pub" || before == ")";
                let mut paths = Vec::new();
                tree(&tokens, index + 1, &[], &mut paths);
                for path in paths.iter().filter_map(|path| absolute(path, &here, known)) {
                    if let Some(last) = path.last().filter(|_| is_exported) {
                        module.exported.insert(last.clone(), path.clone());
                    }
                    module.named.push((path, *at));
                }
            }
            "crate" | "super" if before != ":" && next == ":" => {
                let path = straight(&tokens[index..]);
                let path = absolute(&path, &here, known);
                module.named.extend(path.map(|path| (path, *at)));
            }
            "struct" | "enum" | "trait" | "fn" | "const" | "static" | "type" | "union" => {
                module.defined.insert(next.to_owned());
            }
            _ => {}
        }
    }
    module
}

/// Adds the paths of a `use` tree to `paths`. Returns the index of the token after the tree.
pub(crate) fn tree(
    tokens: &[Token<'_>],
    start: usize,
    prefix: &[String],
    paths: &mut Vec<Path>,
) -> usize {
    let mut path = prefix.to_vec();
    let mut index = start;
    loop {
        match tokens[index].1 {
            "{" => {
                while tokens[index].1 != "}" {
                    index += 1;
                    if tokens[index].1 != "}" {
                        index = tree(tokens, index, &path, paths);
                    }
                }
                return index + 1;
            }
            "as" => index += 1,
            ":" => {}
            word if word == "*" || word.starts_with(is_word) => path.push(word.to_owned()),
            _ => {
                paths.push(path);
                return index;
            }
        }
        index += 1;
    }
}

/// Returns the names joined by `::` at the start of the tokens.
fn straight(tokens: &[Token<'_>]) -> Path {
    let mut path = vec![tokens[0].1.to_owned()];
    for step in tokens[1..].chunks(3) {
        match step {
            [(_, ":"), (_, ":"), (_, name)] if name.starts_with(is_word) => {
                path.push((*name).to_owned());
            }
            _ => break,
        }
    }
    path
}

/// Returns the path from the root of the crate. `None` for a path into another crate.
fn absolute(path: &[String], here: &[String], known: &BTreeSet<Path>) -> Option<Path> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([here, rest].concat()),
        "super" => {
            let supers = path.iter().take_while(|name| *name == "super").count();
            let base = &here[..here.len().saturating_sub(supers)];
            Some([base, &path[supers..]].concat())
        }
        _ => {
            let child = [here, &path[..1]].concat();
            known.contains(&child).then(|| [here, path].concat())
        }
    }
}

/// Returns the defining module and the name of a path's item. `None` for a module.
fn resolve(modules: &Modules, path: &[String], most_steps: usize) -> Option<(Path, String)> {
    let prefixes = (0..=path.len()).rev().map(|length| path.split_at(length));
    let (base, rest) = prefixes
        .into_iter()
        .find(|(base, _)| modules.contains_key(*base))?;
    let (name, below) = rest.split_first()?;
    let module = &modules[base];
    match module.exported.get(name) {
        Some(target) if !module.defined.contains(name) && target != path && most_steps > 0 => {
            resolve(modules, &[target, below].concat(), most_steps - 1)
        }
        _ => Some((base.to_vec(), name.clone())),
    }
}
