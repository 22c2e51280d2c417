//! Who would overlap whom.
