//! The finished game of the guide. Its own tests, of which chapter 10 tells, run here.

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/guide/10_testing.rs"]
mod game;
