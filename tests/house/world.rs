//! The folders of `src/world` import each other without cycles, in one order.

use crate::paths::imports;

/// The folders of `src/world`, each with the folders that it may import.
const FOLDERS: [(&str, &[&str]); 6] = [
    ("object", &[]),
    ("collide", &["object"]),
    ("behaviors", &["object"]),
    ("events", &["object", "collide", "behaviors"]),
    ("handles", &["object", "collide", "behaviors", "events"]),
    ("step", &["object", "collide", "behaviors", "events"]),
];

/// Plain data that every folder may import: the arguments of a behaviour's hooks.
const MESSAGES: &str = "world/events/event";

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
