//! Names that are known only at run time.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// All interned names. Nothing depends on their order: names are compared by their text.
static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// Returns a name that lasts as long as the program, for example the kind of an object that a level file names. The
/// first call for a name keeps a copy of it, and later calls return that copy. So intern names, not generated texts.
///
/// ```
/// # use damselfly::prelude::*;
/// let line = String::from("Troll 30 40");
/// let kind = damselfly::intern(line.split(' ').next().unwrap_or_default());
/// assert_eq!(Object::new(kind), Object::new("Troll"));
/// ```
pub fn intern(name: &str) -> &'static str {
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let kept: &'static str = Box::leak(name.into());
    names.insert(kept);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_share_one_copy() {
        for name in ["", "Troll", "Grüße", "a name with spaces"] {
            let (one, other) = (intern(name), intern(&String::from(name)));
            assert_eq!(one, name);
            assert!(core::ptr::eq(one, other), "{name}");
        }
        assert_ne!(intern("Troll"), intern("troll"));
    }
}
