//! One name for one type.

use crate::definitions::definitions;
use crate::source::production;
use std::collections::BTreeMap;

const TYPES: [&str; 5] = ["struct", "enum", "trait", "type", "union"];

/// Types that are built in two ways, one at a time.
const BUILT_IN_TWO_WAYS: [&str; 1] = ["OutlineFont"];

#[test]
fn no_two_types_have_one_name() {
    let mut places = BTreeMap::<_, Vec<_>>::new();
    for source in production() {
        let types = definitions(source).into_iter();
        // Deeper ones are types that a trait asks for, or a function's own. A private one is known to its file alone.
        for found in types
            .filter(|found| TYPES.contains(&found.kind) && found.depth == 0 && found.is_visible)
        {
            let here = source.place(found.at);
            places.entry(found.name.to_owned()).or_default().push(here);
        }
    }
    places.retain(|name, places| places.len() > 1 && !BUILT_IN_TWO_WAYS.contains(&name.as_str()));
    assert!(
        places.is_empty(),
        "who searches for a name finds two types; name all but one for what sets them apart: {places:#?}"
    );
}
