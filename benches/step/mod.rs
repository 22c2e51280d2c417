//! The contenders of the benches `step` and `frame`.

pub(crate) mod engine;
pub(crate) mod hand;
pub(crate) mod scene;
