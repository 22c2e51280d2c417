//! Saucer Shoot: a ship, a sky full of saucers, one nuke.
//!
//! Up and down (or W and S) fly, Space fires, Enter sets off the nuke, the mouse aims. After the end P plays again;
//! Q and Escape quit.

// The path is for the tests, which play the same game from elsewhere.
#[path = "game.rs"]
mod game;

use damselfly::Error;
use damselfly::app::App;

fn main() -> Result<(), Error> {
    let about =
        "A ship, a sky full of saucers, one nuke. Arrows or W and S fly, Space fires, Enter nukes.";
    App::from_args_with("Saucer Shoot", about, &[])?
        .cells(80, 24)
        .steps_per_second(30)
        .demo(game::demo)
        .run(|cx| Ok(game::start(cx)?))
}
