//! How `src/world` is divided: types apart from what is done to the whole world, and its folders in one order.

use crate::paths::imports;
use crate::source::{Source, Token, closing, production};
use std::collections::BTreeSet;

/// Files that hold types and name the world all the same, and why.
const NAME_THE_WORLD: [(&str, &str); 6] = [
    ("world.rs", "is the world"),
    ("context.rs", "lends it"),
    ("core.rs", "owns one"),
    ("snapshot.rs", "owns one"),
    ("behaviors/behavior.rs", "the hooks that are called with it"),
    ("items.rs", "a list calls the hooks of its items with it"),
];

/// What the game and the phases of a step are handed: `DrawOn` is a context for one object.
const WHOLE: [&str; 3] = ["World", "Context", "DrawOn"];

/// The folders of the world, each with those that it may import.
const FOLDERS: [(&str, &[&str]); 4] = [
    ("object", &[]),
    ("behaviors", &["object"]),
    ("events", &["object", "behaviors"]),
    ("step", &["object", "behaviors", "events"]),
];

/// What every file may name: the messages themselves, plain data that the hooks of behaviours are called with.
const MESSAGES: &str = "world/events/event";

/// Files with a function or an `impl` that takes the whole world to change it.
const MOST_THAT_CHANGE_THE_WORLD: usize = 22;

fn files_of_the_world() -> impl Iterator<Item = (&'static str, &'static Source)> {
    production().filter_map(|source| Some((source.path.strip_prefix("src/world/")?, source)))
}

/// Where the file has an `impl World` or `impl Context`, the first of them.
fn impl_of_the_whole(tokens: &[Token<'_>]) -> Option<usize> {
    let heads = tokens.windows(2).enumerate();
    let mut impls = heads.filter(|(_, pair)| pair[0].1 == "impl" && WHOLE.contains(&pair[1].1));
    impls.next().map(|(index, _)| index)
}

/// Where the file has a type of its own, but for an alias of a callback, which must name what it is called with.
fn type_of_its_own(tokens: &[Token<'_>]) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, (_, token)) in tokens.iter().enumerate() {
        match *token {
            "{" => depth += 1,
            "}" => depth -= 1,
            "struct" | "enum" | "trait" if depth == 0 => return Some(index),
            "type" if depth == 0 => {
                let end = tokens[index..].iter().position(|(_, token)| *token == ";");
                let alias = &tokens[index..index + end.unwrap_or(0)];
                if !alias
                    .iter()
                    .any(|(_, token)| ["fn", "Fn", "FnMut"].contains(token))
                {
                    return Some(index);
                }
            }
            _ => {}
        }
    }
    None
}

#[test]
fn a_file_of_the_world_holds_types_or_what_is_done_to_the_world() {
    let mut faults = Vec::new();
    for (name, source) in files_of_the_world() {
        let tokens = source.tokens();
        let excepted = NAME_THE_WORLD.iter().any(|(file, _)| *file == name);
        let Some(own) = type_of_its_own(&tokens).filter(|_| !excepted) else {
            continue;
        };
        let own = format!(
            "{} defines {}",
            source.place(tokens[own].0),
            tokens[own + 1].1
        );
        if let Some(index) = impl_of_the_whole(&tokens) {
            let at = source.place(tokens[index].0);
            faults.push(format!(
                "{own}, and {at} is an `impl {}`",
                tokens[index + 1].1
            ));
        } else if let Some((at, named)) = tokens.iter().find(|token| WHOLE.contains(&token.1)) {
            faults.push(format!("{own}, and {} names {named}", source.place(*at)));
        }
    }
    assert!(
        faults.is_empty(),
        "types of their own belong in a file that names no world; move them there: {faults:#?}"
    );
}

#[test]
fn the_exceptions_are_files_that_need_one() {
    let known: BTreeSet<_> = files_of_the_world().map(|(name, _)| name).collect();
    for (name, _) in NAME_THE_WORLD {
        assert!(known.contains(name), "{name} is gone: mend the table");
    }
}

#[test]
fn the_folders_of_the_world_import_one_another_in_one_order() {
    let mut faults = Vec::new();
    for import in imports() {
        let folder = |path: &[String]| {
            let folder = (path.first()? == "world").then(|| path.get(1)).flatten()?;
            FOLDERS.into_iter().find(|(name, _)| name == folder)
        };
        let [Some((from, allowed)), Some((to, _))] =
            [&import.from, &import.to].map(|path| folder(path))
        else {
            continue;
        };
        let is_a_message = import.to.join("/") == MESSAGES;
        if from != to && !is_a_message && !allowed.contains(&to) {
            faults.push(format!(
                "{}: {from} imports {} of {to}",
                import.place(),
                import.name
            ));
        }
    }
    assert!(
        faults.is_empty(),
        "move what is shared to the lower folder; they stand in the order {:?}: {faults:#?}",
        FOLDERS.map(|(name, _)| name)
    );
}

/// Whether some function or `impl` of the file takes the whole world to change it: an `impl World` or `impl Context` with
/// a method on `&mut self`, or a parameter or a field of the type `&mut World` or `&mut Context`.
fn changes_the_world(tokens: &[Token<'_>]) -> bool {
    let is = |index: usize, words: &[&str]| {
        tokens
            .get(index)
            .is_some_and(|token| words.contains(&token.1))
    };
    (0..tokens.len()).any(|index| {
        if is(index, &["impl"]) && is(index + 1, &WHOLE) {
            let open = (index..tokens.len()).find(|index| is(*index, &["{"]));
            let open = open.unwrap_or(index);
            let body = &tokens[open..closing(tokens, open)];
            let mut words = body.windows(3);
            return words
                .any(|words| words[0].1 == "&" && words[1].1 == "mut" && words[2].1 == "self");
        }
        // With or without a lifetime: `&'a mut World`.
        let lifetime = if is(index + 1, &["'"]) { 2 } else { 0 };
        is(index, &["&"])
            && is(index + 1 + lifetime, &["mut"])
            && is(index + 2 + lifetime, &WHOLE[..2])
    })
}

#[test]
fn few_files_change_the_whole_world() {
    let files = files_of_the_world().filter(|(_, source)| changes_the_world(&source.tokens()));
    let files: Vec<_> = files.map(|(name, _)| name).collect();
    assert!(
        files.len() <= MOST_THAT_CHANGE_THE_WORLD,
        "{} files of src/world take the world to change it, more than {MOST_THAT_CHANGE_THE_WORLD}; have some take only \
         the part that they need: {files:#?}",
        files.len()
    );
}
