//! The tests of two shapes: beside another library, beside brute force, and where naive versions fail.

mod brute_force;
mod degenerate;
mod laws;
mod oracle;
mod outlines;
mod peer;
mod shapes;
mod stepping;
mod tunnelling;
