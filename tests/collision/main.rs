//! Tests of pairs of shapes: against another library, against brute force, and with degenerate inputs.

mod brute_force;
mod degenerate;
mod laws;
mod oracle;
mod outlines;
mod peer;
mod shapes;
mod stepping;
mod tunnelling;
