//! Code shared by several benches.
#![expect(dead_code, reason = "not every bench needs all of it")]

pub(crate) mod clock;
pub(crate) mod table;
