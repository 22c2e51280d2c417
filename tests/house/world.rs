//! How `src/world` is divided: types apart from what is done to the whole world, and its folders in one order.

use crate::paths::imports;
use crate::source::{Source, Token, closing, is_word, production, tokens};

/// Files that hold types and name the world all the same, and why no part of them could go to a file that does not.
const NAME_THE_WORLD: [(&str, &str); 7] = [
    ("world.rs", "is the world"),
    ("context.rs", "lends it: a field of a context is the world"),
    (
        "core.rs",
        "owns it: a field of a core, and of a snapshot, is a world",
    ),
    (
        "behaviors/behavior.rs",
        "the hooks of a behaviour are called with it",
    ),
    (
        "handles/object.rs",
        "an object is read and changed through it: its fields borrow the world",
    ),
    (
        "collide/queries.rs",
        "questions are asked of it: a field of a space borrows the world",
    ),
    (
        "items.rs",
        "the hooks of an item are called with it, by its list, which is generic over them",
    ),
];

/// What the game and the phases of a step are handed, and what owns it.
const WHOLE: [&str; 3] = ["World", "Context", "Core"];

/// The folders of the world, each with those that it may import.
const FOLDERS: [(&str, &[&str]); 6] = [
    ("object", &[]),
    ("collide", &["object"]),
    ("behaviors", &["object"]),
    ("events", &["object", "collide", "behaviors"]),
    ("handles", &["object", "collide", "behaviors", "events"]),
    ("step", &["object", "collide", "behaviors", "events"]),
];

/// What every file may name: the messages themselves, plain data that the hooks of behaviours are called with.
const MESSAGES: &str = "world/events/event";

/// Files with a function or an `impl` that takes the whole world to change it.
const MOST_THAT_CHANGE_THE_WORLD: usize = 24;

fn files_of_the_world() -> impl Iterator<Item = (&'static str, &'static Source)> {
    production().filter_map(|source| Some((source.path.strip_prefix("src/world/")?, source)))
}

/// The `impl` items of a file, of traits too: where each starts, and the name of the type that it is for.
fn impls<'a>(tokens: &'a [Token<'a>]) -> impl Iterator<Item = (usize, &'a str)> {
    let before = [""].into_iter().chain(tokens.iter().map(|token| token.1));
    let found = tokens.iter().zip(before).enumerate();
    // Behind anything else it is part of a type: `act: impl FnOnce(&mut World)`.
    let items = found.filter(|(_, (token, before))| {
        token.1 == "impl" && ["", "}", ";", "]", "{", "unsafe"].contains(before)
    });
    items.map(|(index, _)| (index, type_of_impl(&tokens[index + 1..])))
}

/// The last word of the type that an `impl` with this head is for, its generics left out: `World` of
/// `<T> Trait<T> for crate::World`.
fn type_of_impl<'a>(head: &[Token<'a>]) -> &'a str {
    let (mut depth, mut name, mut before) = (0_usize, "", "");
    for (_, token) in head {
        match *token {
            "{" | "where" => break,
            "<" => depth += 1,
            ">" if before != "-" => depth -= 1,
            word if depth == 0 && word.starts_with(is_word) => name = word,
            _ => {}
        }
        before = token;
    }
    name
}

/// Where the file has an `impl` of the whole, the first of them.
fn impl_of_the_whole(tokens: &[Token<'_>]) -> Option<usize> {
    let mut impls = impls(tokens).filter(|(_, name)| WHOLE.contains(name));
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

/// How a file breaks the rule that it holds types or what is done to the world, if it does.
fn fault_of(source: &Source) -> Option<String> {
    let tokens = source.tokens();
    let own = type_of_its_own(&tokens)?;
    let own = format!(
        "{} defines {}",
        source.place(tokens[own].0),
        tokens[own + 1].1
    );
    if let Some(index) = impl_of_the_whole(&tokens) {
        let at = source.place(tokens[index].0);
        return Some(format!("{own}, and {at} is an `impl` of the whole"));
    }
    let (at, named) = tokens.iter().find(|token| WHOLE.contains(&token.1))?;
    Some(format!("{own}, and {} names {named}", source.place(*at)))
}

#[test]
fn a_file_of_the_world_holds_types_or_what_is_done_to_the_world() {
    // A phase of the step may own its private types.
    let files = files_of_the_world()
        .filter(|(name, _)| !name.starts_with("step/"))
        .filter(|(name, _)| NAME_THE_WORLD.iter().all(|(file, _)| file != name));
    let faults: Vec<_> = files.filter_map(|(_, source)| fault_of(source)).collect();
    assert!(
        faults.is_empty(),
        "types of their own belong in a file that names no world; move them there: {faults:#?}"
    );
}

#[test]
fn the_exceptions_are_files_that_need_one() {
    for (name, _) in NAME_THE_WORLD {
        let file = files_of_the_world().find(|(file, _)| *file == name);
        let fault = file.and_then(|(_, source)| fault_of(source));
        assert!(
            fault.is_some(),
            "{name} is gone, or keeps the rule: take it from the table"
        );
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

/// Whether some function or `impl` of the file takes the whole world to change it: an `impl` of the whole with a method
/// on `&mut self`, or a parameter or a field of a type such as `&mut World`.
fn changes_the_world(tokens: &[Token<'_>]) -> bool {
    let of_the_whole = impls(tokens).filter(|(_, name)| WHOLE.contains(name));
    let mut bodies = of_the_whole.map(|(index, _)| {
        let open = tokens[index..].iter().position(|(_, token)| *token == "{");
        let open = index + open.unwrap_or(0);
        &tokens[open..closing(tokens, open)]
    });
    bodies.any(|body| borrows_to_change(body, &["self", "Self"]))
        || borrows_to_change(tokens, &WHOLE)
}

/// Whether `&mut` stands before one of these names, with or without a lifetime and a path: `&'a mut super::World`.
fn borrows_to_change(tokens: &[Token<'_>], names: &[&str]) -> bool {
    let is = |index: usize, words: &[&str]| {
        tokens
            .get(index)
            .is_some_and(|token| words.contains(&token.1))
    };
    (0..tokens.len()).filter(|&at| is(at, &["&"])).any(|at| {
        let lifetime = if is(at + 1, &["'"]) { 2 } else { 0 };
        let mut name = at + lifetime + 2;
        while is(name + 1, &[":"]) && is(name + 2, &[":"]) {
            name += 3;
        }
        is(at + lifetime + 1, &["mut"]) && is(name, names)
    })
}

#[test]
fn every_way_to_change_the_world_is_seen_and_no_other() {
    let changes = |text: &str| changes_the_world(&tokens(text));
    for text in [
        "impl World { fn a(&mut self) {} }",
        "impl World { fn a(&self) {} } impl World { fn b(self: &mut Self) {} }",
        "impl<'a> Context<'a> { fn a(&'a mut self) {} }",
        "impl<T: Fn() -> T> Trait<T> for crate::World where T: Copy { fn a(&mut self) {} }",
        "fn a(world: &mut super::World) {}",
        "fn a(act: impl FnOnce(&mut Context<'_>)) {}",
        "struct A<'a> { core: &'a mut Core }",
    ] {
        assert!(changes(text), "{text}");
    }
    for text in [
        "impl World { fn a(&self) {} } impl A { fn b(&mut self) {} }",
        "impl From<World> for A { fn a(&mut self, world: &World) {} }",
        "fn a(act: impl FnOnce(&World)) { let b = &mut c; }",
    ] {
        assert!(!changes(text), "{text}");
    }
}

#[test]
fn a_type_beside_any_impl_of_the_whole_breaks_the_rule() {
    let fault = |text: &str| fault_of(&Source::new("src/world/a.rs".to_owned(), text.to_owned()));
    for text in [
        "struct A; impl World {}",
        "enum A {} impl Core {}",
        "impl<'a> Context<'a> {} trait A {}",
        "struct A; impl Copy for World {}",
        "struct A { world: World }",
    ] {
        assert!(fault(text).is_some(), "{text}");
    }
    for text in [
        "struct A; impl A {}",
        "impl Core {}",
        "type A = fn(&mut World);",
    ] {
        assert_eq!(fault(text), None, "{text}");
    }
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
