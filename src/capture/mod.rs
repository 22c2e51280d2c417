//! Pictures and films of what was drawn. Is handed pixels, knows no game.
