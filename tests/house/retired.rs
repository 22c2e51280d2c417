//! Names that were replaced by the usual terms of the field, and may not come back.

use crate::definitions::definitions;
use crate::source::sources;

/// Retired names, each with what to call it instead.
///
/// Left out, because they name something else now: `Gate` (tests hold jobs back with one), `hand_over` (of one policy
/// of time to the next), `headless` (a GPU without a window) and `mark`.
const RETIRED: [(&str, &str); 60] = [
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
];

#[test]
fn no_retired_name_is_defined_again() {
    let mut faults = Vec::new();
    for source in ["src", "examples", "benches", "tests"]
        .into_iter()
        .flat_map(sources)
    {
        let found = definitions(&source).into_iter();
        for found in found.filter(|found| found.kind != "mod") {
            if let Some((name, better)) = RETIRED.iter().find(|(name, _)| *name == found.name) {
                let place = source.place(found.at);
                faults.push(format!(
                    "{place}: {} {name}; the word is {better}",
                    found.kind
                ));
            }
        }
    }
    assert!(faults.is_empty(), "retired names: {faults:#?}");
}
