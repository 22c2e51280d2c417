//! Leaf modules: any module of the crate may import them. They import only `math`, `platform`, and an error
//! type of `files`.

pub(crate) mod checksum;
pub(crate) mod color;
pub mod css;
pub(crate) mod id;
pub(crate) mod intern;
pub(crate) mod level;
pub mod logging;
pub(crate) mod memory;
pub(crate) mod nearest;
pub(crate) mod outcome;
pub(crate) mod panics;
pub(crate) mod printable;
pub(crate) mod random;
pub(crate) mod random_range;
pub(crate) mod signals;
pub(crate) mod unknown_name;
pub(crate) mod usage_error;
pub(crate) mod valid;
