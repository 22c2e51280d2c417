//! One name for one type, private types too: a reader of one file has to know what a name means in another.

use crate::definitions::{Definition, definitions};
use crate::source::production;
use std::collections::BTreeMap;

const TYPES: [&str; 5] = ["struct", "enum", "trait", "type", "union"];

/// Types that are built in two ways, one at a time.
const BUILT_IN_TWO_WAYS: [&str; 1] = ["OutlineFont"];

#[test]
fn no_two_types_have_one_name() {
    let mut places = BTreeMap::<_, Vec<_>>::new();
    for source in production() {
        // A `type` within braces is an associated one, whose name its trait chooses.
        let is_type = |found: &Definition<'_>| {
            TYPES.contains(&found.kind) && (found.kind != "type" || found.depth == 0)
        };
        for found in definitions(source).into_iter().filter(is_type) {
            let here = source.place(found.at);
            places.entry(found.name.to_owned()).or_default().push(here);
        }
    }
    places.retain(|name, places| places.len() > 1 && !BUILT_IN_TWO_WAYS.contains(&name.as_str()));
    assert!(
        places.is_empty(),
        "a search for such a name finds two types; name all but one for what sets them apart: {places:#?}"
    );
}
