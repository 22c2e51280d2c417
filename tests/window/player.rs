//! The film player with a real mouse.

use std::fs;
use std::time::Duration;

use crate::play::on_each_backend;
use crate::xserver::Program;

/// The film's image in the corner of the window; the seek bar is below it.
const PICTURE: [u32; 2] = [640, 384];
const SEEK_Y: u16 = 400;

#[test]
fn a_real_mouse_drags_the_seek_bar_to_and_fro() {
    on_each_backend(|display, backend| {
        let film = format!("{}/seek-{backend}.dfrec", env!("CARGO_TARGET_TMPDIR"));
        fs::remove_file(&film).ok();
        let made = Program::example("saucer_shoot", "software")
            .with(&["--headless", "--demo", "--seed", "7", "--steps", "240"])
            .with(&["--capture", &film])
            .on(display)
            .ended();
        made.well();
        let game = Program::example("player", backend)
            .with(&["--size", "640x468", &film])
            .on(display)
            .opened(&format!("seek-{backend}.dfrec - Player"));
        let picture = || display.client.look(PICTURE);
        let another = |than| {
            display.wait_for("another picture", || {
                Some(picture()).filter(|now| now != than)
            })
        };
        let first = picture();
        another(&first);
        // While the button is held, the film seeks to the mouse's position.
        display.client.point_at([40, SEEK_Y]);
        display.client.press_button();
        let stands = || {
            display.wait_for("a picture that stays", || {
                let before = picture();
                // Takes several looks, because a busy player seeks slowly.
                let stays = (0..5).all(|_| {
                    std::thread::sleep(Duration::from_millis(200));
                    picture() == before
                });
                stays.then_some(before)
            })
        };
        let early = stands();
        display.client.point_at([500, SEEK_Y]);
        another(&early);
        let late = stands();
        for (x, expected) in [(40, &early), (500, &late), (40, &early)] {
            display.client.point_at([x, SEEK_Y]);
            display.wait_for("the picture of the place", || {
                (picture() == *expected).then_some(())
            });
        }
        display.client.release_button();
        another(&early);
        game.close().well();
        fs::remove_file(&film).ok();
    });
}
