//! Collision tests of two shapes, compared with another library and with brute force, and with degenerate inputs.

mod brute_force;
mod degenerate;
mod laws;
mod oracle;
mod outlines;
mod peer;
mod shapes;
mod stepping;
mod tunnelling;
