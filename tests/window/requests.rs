//! What a game changes about its window while it runs.

use crate::play::on_each_backend;
use crate::xserver::{Area, Client, Key, Program, SCREEN};
use damselfly::Color;

/// The viewer's background.
const BACKGROUND: Color = Color::rgb(36, 36, 48);

#[test]
fn a_game_gives_its_window_another_title_and_size() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples/dragonfly.spr");
    on_each_backend(|display, backend| {
        let game = Program::example("viewer", backend)
            .with(&[file])
            .on(display)
            .opened("dragonfly.spr - Viewer");
        let [width, height] = SCREEN;
        let whole = Area([0, 0, width, height]);
        let seen = || display.client.look(SCREEN).extent(whole, BACKGROUND);
        display.wait_for("the view in its size", || {
            (seen() == Some(Area([0, 0, 640, 384]))).then_some(())
        });
        display.client.tap(Key::Digit2);
        display.wait_for("a view twice as large", || {
            (seen() == Some(Area([0, 0, 1280, 768]))).then_some(())
        });
        game.close().well();
    });
}

#[test]
fn a_game_fills_the_screen_and_gives_it_back() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples/dragonfly.spr");
    on_each_backend(|display, backend| {
        let game = Program::example("viewer", backend)
            .with(&[file])
            .on(display)
            .opened("dragonfly.spr - Viewer");
        let [width, height] = SCREEN;
        let whole = Area([0, 0, width, height]);
        let seen = || display.client.look(SCREEN).extent(whole, BACKGROUND);
        let wait_for = |what, area| {
            display.wait_for(what, || (seen() == Some(Area(area))).then_some(()));
        };
        wait_for("the view in its size", [0, 0, 640, 384]);
        // In the place of a window manager.
        let manager = Client::connect(display.number()).unwrap();
        manager.receive_requests();
        display.client.tap(Key::F);
        assert!(manager.grant_full_screen(game.window, SCREEN));
        // As large as a whole number makes it, in the middle.
        wait_for("the view over the screen", [60, 16, 1340, 784]);
        display.client.tap(Key::F);
        assert!(!manager.grant_full_screen(game.window, [640, 384]));
        display.wait_for("the view in its size again", || {
            let look = display.client.look([640, 384]);
            let view = Area([0, 0, 640, 384]);
            (look.extent(view, BACKGROUND) == Some(view)).then_some(())
        });
        game.close().well();
    });
}
