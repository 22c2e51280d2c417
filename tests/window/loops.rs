//! The example of loops with real keys: a pause, single steps, and another policy.

use damselfly::Color;

use crate::play::on_each_backend;
use crate::xserver::{Area, Display, Key, Program};

const VIEW: [u32; 2] = [960, 540];
/// Where things move.
const STAGE: Area = Area([14, 86, 946, 338]);
/// Of the ball that moves to and fro.
const BALL: Color = Color::hex(0x5cc8ff);

/// Where the ball is.
fn ball(display: &Display) -> Option<Area> {
    display.client.look(VIEW).extent(STAGE, BALL)
}

/// Waits until the ball is elsewhere.
fn wait_for_move(display: &Display, what: &str) -> Area {
    let before = display.wait_for("the ball", || ball(display));
    display.wait_for(what, || ball(display).filter(|&now| now != before))
}

/// Waits until the ball stands, as it does in a pause.
fn wait_for_rest(display: &Display) -> Area {
    // A picture may be on its way.
    display.wait_for("the ball to stand", || {
        let places = [(); 8].map(|()| {
            std::thread::sleep(std::time::Duration::from_millis(60));
            ball(display)
        });
        places[0].filter(|_| places.iter().all(|place| *place == places[0]))
    })
}

#[test]
fn a_real_key_pauses_the_loop_another_takes_a_step_and_the_first_resumes() {
    on_each_backend(|display, backend| {
        let game = Program::example("loops", backend)
            .on(display)
            .opened("Loops");
        wait_for_move(display, "the ball to move");
        display.client.tap(Key::P);
        let paused = wait_for_rest(display);
        // A pause leaves the processor alone: a loop that spins takes all of it.
        let before = game.processor_time();
        std::thread::sleep(std::time::Duration::from_secs(2));
        let used = game.processor_time() - before;
        assert!(used.as_millis() < 1000, "{backend}: {used:?} of 2 s");
        let a_step_from = |place: Area| {
            display.client.tap(Key::N);
            display.wait_for("the ball a step further", || {
                ball(display).filter(|&now| now != place)
            })
        };
        // At an edge it turns back within a step.
        let mut paused = paused;
        let is_near_edge = |Area([left, ..])| !(60..860).contains(&left);
        while is_near_edge(paused) {
            paused = a_step_from(paused);
        }
        let stepped = a_step_from(paused);
        // One step of 16 pixels, whatever was drawn between two of them.
        let [from, to] = [paused, stepped].map(|Area([left, ..])| left);
        assert!((15..=17).contains(&from.abs_diff(to)), "{from} {to}");
        assert_eq!(ball(display), Some(stepped), "it stands again");
        // It runs backwards all the same, and is paused again.
        display.client.press(Key::F7);
        wait_for_move(display, "the ball to go back");
        display.client.release(Key::F7);
        let back = wait_for_rest(display);
        display.client.tap(Key::N);
        display.wait_for("a step from there", || {
            ball(display).filter(|&now| now != back)
        });
        display.client.tap(Key::P);
        wait_for_move(display, "the ball to go on");
        display.client.tap(Key::Digit2);
        wait_for_move(display, "the ball under another policy");
        display.client.tap(Key::Escape);
        game.ended().well();
    });
}
