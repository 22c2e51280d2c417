//! M mutes every example that plays sounds, and so do the programs of the guide.

use std::collections::BTreeMap;

use crate::source::sources;

/// Returns the code of each program. A program is a folder, or a file of the guide.
fn programs() -> BTreeMap<String, String> {
    let mut programs = BTreeMap::<_, String>::new();
    for source in sources("examples") {
        let parts: Vec<_> = source.path.split('/').collect();
        let name = match parts[..] {
            ["examples", "guide", "tests.rs"] => continue,
            ["examples", "guide", file] => format!("guide/{file}"),
            ["examples", folder, _, ..] => folder.to_owned(),
            _ => continue,
        };
        programs.entry(name).or_default().push_str(&source.code);
    }
    programs
}

#[test]
fn m_mutes_every_example_that_plays_sounds() {
    let mut count = 0;
    for (name, code) in programs() {
        let plays = code.contains(".add_sound(") || code.contains(".load_sound(");
        let is_muted = code.contains(".mute_key(Key::M)");
        assert_eq!(plays, is_muted, "{name}: plays sounds, is muted by M");
        count += usize::from(plays);
    }
    assert!(count >= 13, "{count} programs: update the rule");
}
