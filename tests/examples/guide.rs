//! The finished game of the guide, without and with light. Runs the tests that chapter 11 describes.

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/guide/11_testing.rs"]
mod game;
#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/guide/13_light.rs"]
mod lit_game;
