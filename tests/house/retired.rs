//! Names that were replaced by the usual terms of the field, and may not come back.

use crate::definitions::{Definition, definitions_and_tests};
use crate::source::sources;

/// Retired names, each with what to call it instead.
///
/// Left out, because they name something else now: `Gate` (tests hold jobs back with one), `hand_over` (of one policy
/// of time to the next), `headless` (a GPU without a window) and `mark`.
const RETIRED: [(&str, &str); 62] = [
    ("is_sound", "is_valid"),
    ("made_sound", "sanitized"),
    ("Data", "Component"),
    ("Piece", "ComponentInfo"),
    ("PieceId", "ComponentId"),
    ("PieceKind", "ComponentKind"),
    ("Parcel", "ComponentMessage"),
    ("News", "ComponentChange"),
    ("parting", "detaching"),
    ("spent", "finished"),
    ("Course", "Recipients"),
    ("Entity", "Item"),
    ("EntityList", "ItemList"),
    ("strayed", "left_bounds"),
    ("tell_strayed", "dispatch_out_of_bounds"),
    ("rows_astray", "rows_maybe_outside"),
    ("WATCHED", "NOTIFY_BOUNDS"),
    ("disturb", "mark_dirty"),
    ("carry_everybody", "update_transforms"),
    ("carried", "child_pose"),
    ("Family", "Hierarchy"),
    ("Kin", "HierarchyLink"),
    ("let_go", "detach"),
    ("freshen", "clear_stale_motion"),
    ("settle", "end_step"),
    ("restless", "may_move"),
    ("keep_up", "sync_settings"),
    ("bury", "despawn_now"),
    ("doomed", "pending_despawn"),
    ("Roles", "RowFlags"),
    ("SINGLE", "MOVED_INDIVIDUALLY"),
    ("Stage", "Phase"),
    ("Sent", "QueuedEvent"),
    ("Later", "DelayedEvent"),
    ("put_off", "schedule"),
    ("pump", "dispatch_queue"),
    ("flooded", "queue_full"),
    ("endless", "event_limits"),
    ("tend", "apply_requests"),
    ("obey", "handle_control"),
    ("longest_nap", "max_sleep"),
    ("MOST_UNDER_WAY", "MAX_FRAMES_IN_FLIGHT"),
    ("await_oldest", "wait_for_frame_slot"),
    ("unsure", "device_state_unknown"),
    ("told", "warned"),
    ("Held", "the name of what it holds"),
    ("Shown", "the name of what it holds"),
    ("Drawn", "the name of what it holds"),
    ("Known", "the name of what it holds"),
    ("Share", "SpriteBin"),
    ("Machine", "SharedState"),
    ("hire", "spawn_worker"),
    ("strand", "orphan"),
    ("Workshop", "GlyphBaker"),
    ("listen", "subscribe"),
    ("ignore", "unsubscribe"),
    ("still_asks", "is_still_subscribed"),
    ("reaches", "can_receive"),
    ("welcome", "register"),
    ("Home", "Location"),
    ("DrawOn", "Canvas"),
    ("draw_on", "canvas_on"),
];

/// Words that mean nothing else here, and so may not be a part of a name either.
const RETIRED_WORDS: [(&str, &str); 8] = [
    ("family", "hierarchy"),
    ("families", "hierarchies"),
    ("news", "ComponentChange, or job notes"),
    ("parcel", "message"),
    ("parcels", "messages"),
    ("reminder", "delayed event"),
    ("reminders", "delayed events"),
    ("strayed", "left_bounds"),
];

/// Variants that have a retired name, and another meaning.
const MEANT_OTHERWISE: [&str; 1] = [
    // A kind of component: data only.
    "Data",
];

/// A name as one word: `MaxSleep` and `max_sleep` are `maxsleep`.
fn as_word(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// Whether a name has this word in it: `StepNews` and `step_with_news` have `news`.
fn has_word(name: &str, word: &str) -> bool {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && snake.ends_with(|before: char| before.is_lowercase()) {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake.split('_').any(|part| part == word)
}

/// The word for what has this name; `None` unless the name is retired.
fn better(kind: &str, name: &str) -> Option<&'static str> {
    // Modules and variants are named after types and functions, in another case.
    let is_retired = |retired: &str| match kind {
        "mod" => as_word(name) == as_word(retired),
        "variant" => as_word(name) == as_word(retired) && !MEANT_OTHERWISE.contains(&name),
        _ => name == retired,
    };
    let whole = RETIRED.iter().find(|(retired, _)| is_retired(retired));
    let part = || RETIRED_WORDS.iter().find(|(word, _)| has_word(name, word));
    whole.or_else(part).map(|(_, better)| *better)
}

#[test]
fn no_retired_name_is_defined_again() {
    let mut faults = Vec::new();
    for source in ["src", "examples", "benches", "tests"]
        .into_iter()
        .flat_map(sources)
    {
        for Definition { kind, name, at, .. } in definitions_and_tests(&source) {
            if let Some(better) = better(kind, name) {
                let place = source.place(at);
                faults.push(format!("{place}: {kind} {name}; the word is {better}"));
            }
        }
        for name in source.path.split(['/', '.']) {
            if let Some(better) = better("mod", name) {
                let path = &source.path;
                faults.push(format!("{path}: file {name}; the word is {better}"));
            }
        }
    }
    assert!(faults.is_empty(), "retired names: {faults:#?}");
}

#[test]
fn retired_names_are_found_in_any_case_and_words_within_names() {
    assert_eq!(better("fn", "strand"), Some("orphan"));
    assert_eq!(better("mod", "entity_list"), Some("ItemList"));
    assert_eq!(better("variant", "Listen"), Some("subscribe"));
    assert_eq!(better("fn", "a_family_moves"), Some("hierarchy"));
    assert_eq!(
        better("struct", "StepNews"),
        Some("ComponentChange, or job notes")
    );
    assert_eq!(better("variant", "Data"), None);
    assert_eq!(better("fn", "newsletter"), None);
}
