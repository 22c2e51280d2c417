//! The finished game of the guide. Runs the tests that chapter 10 describes.

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/guide/11_testing.rs"]
mod game;
