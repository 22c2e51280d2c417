//! The example `loops` with real keys: every policy and smoothing as the example shows it, a pause, and single steps.

use std::time::{Duration, Instant};

use damselfly::Color;
use damselfly::app::{App, Harness, Options};
use damselfly::glam::vec2;
use damselfly::time::{PolicyName, Smoothing};

use crate::play::alone_on_each_backend;
use crate::xserver::{Area, Display, Game, Key, Program};

const VIEW: [u32; 2] = [960, 540];
/// Area of the moving objects.
const STAGE: Area = Area([14, 86, 946, 338]);
/// Colour of the ball that bounces.
const BALL: Color = Color::hex(0x5cc8ff);

/// Colour of the highlighted choice.
const LIT: Color = BALL;
/// Area of the bars that show the frame times, and the colour of the steps in them.
const GRAPH: Area = Area([398, 384, 940, 518]);
const STEPS: Color = Color::hex(0xff7b72);
/// Characters of the panel's numbers, 8 × 16 pixels each.
const CHARACTERS: &str = "0123456789., ms";

/// Reads the panel from the screen.
struct Panel<'a> {
    display: &'a Display,
    /// Each character, with its lit pixels.
    letters: Vec<(char, Vec<[u32; 2]>)>,
}

impl<'a> Panel<'a> {
    fn new(display: &'a Display) -> Self {
        let app = App::new("Letters", Options::default()).pixels(8 * 15, 16);
        let mut game = Harness::start(app, |_| Ok(())).expect("nothing starts");
        let at = vec2(0.0, 0.0);
        game.context().canvas(0).text(at, CHARACTERS, Color::WHITE);
        let picture = game.image();
        let pixels = |number: u32| {
            let places = (0..16).flat_map(|y| (0..8).map(move |x| [x, y]));
            let is_white =
                |[x, y]: &[u32; 2]| picture.get(8 * number + x, *y) == Some(Color::WHITE);
            places.filter(is_white).collect()
        };
        let letters = CHARACTERS.chars().zip((0..).map(pixels)).collect();
        Self { display, letters }
    }

    /// Returns the numbers in a row of the panel. Row 0 is the top one. Empty if the row cannot be read.
    fn numbers(&self, row: u32) -> Vec<f64> {
        let seen = self.display.client.look(VIEW);
        let character = |column: u32| {
            let (left, top) = (336 - 8 * column, 360 + 18 * row);
            let cell = Area([left, top, left + 8, top + 16]);
            let places = seen.places(cell, Color::WHITE).into_iter();
            let places: Vec<_> = places.map(|[x, y]| [x - left, y - top]).collect();
            let letter = self.letters.iter().find(|(_, known)| *known == places);
            letter.map_or('?', |&(character, _)| character)
        };
        let text: String = (1..=22).rev().map(character).collect();
        let number = |part: &str| part.trim().trim_end_matches(" ms").parse();
        let numbers: Result<_, _> = text.split(',').map(number).collect();
        // The panel may be about to change: then the row is read again later.
        numbers.unwrap_or_default()
    }

    /// Waits until the panel shows numbers that fit the policy.
    fn wait_for(&self, policy: PolicyName) {
        self.display.wait_for(&format!("{policy}'s numbers"), || {
            let rows = [0, 1, 2].map(|row| self.numbers(row));
            let [&[steps, _wanted], &[frames], &[length]] = rows.each_ref().map(Vec::as_slice)
            else {
                return None;
            };
            let is_step_a_frame = (steps - frames).abs() < 2.0;
            let is_of_policy = match policy {
                PolicyName::Variable => steps > 21.0 && is_step_a_frame && length < 0.95,
                PolicyName::Paced | PolicyName::Elastic => is_step_a_frame && length == 1.0,
                _ => frames > steps + 2.0 && length == 1.0,
            };
            is_of_policy.then_some(())
        });
    }

    /// Waits until only the chosen box of a row is highlighted. `[left, top]` is the corner of the first box.
    fn wait_for_lit(&self, [mut left, top]: [u32; 2], names: &[String], chosen: usize) {
        let boxes = names.iter().map(|name| {
            let length = u32::try_from(name.len()).expect("names are short");
            // Looks at the part of the box to the left of its first letter.
            let area = Area([left + 2, top + 2, left + 8, top + 24]);
            left += 8 * length + 26;
            area
        });
        let boxes: Vec<_> = boxes.collect();
        self.display.wait_for(&names[chosen], || {
            let seen = self.display.client.look(VIEW);
            let is_lit = |number: &usize| seen.is_all(boxes[*number], LIT);
            (0..boxes.len()).filter(is_lit).eq([chosen]).then_some(())
        });
    }
}

/// Returns the ball's area.
fn ball(display: &Display) -> Option<Area> {
    display.client.look(VIEW).extent(STAGE, BALL)
}

/// Waits until the ball has moved. Returns its area.
fn wait_for_move(display: &Display, what: &str) -> Area {
    let before = display.wait_for("the ball", || ball(display));
    display.wait_for(what, || ball(display).filter(|&now| now != before))
}

/// Waits until the ball rests, as in a pause. Returns its area.
fn wait_for_rest(display: &Display) -> Area {
    // Takes several looks, which must be equal, because a frame may still be on its way to the screen.
    display.wait_for("the ball to stand", || {
        let places = [(); 8].map(|()| {
            std::thread::sleep(Duration::from_millis(60));
            ball(display)
        });
        places[0].filter(|_| places.iter().all(|place| *place == places[0]))
    })
}

/// Checks that the game uses less processor time than `limit` in at least one of five seconds. On a busy machine the
/// others may take longer.
fn leaves_the_processor_alone(game: &Game<'_>, what: &str, limit: Duration) {
    let mut used = Vec::new();
    while used.iter().all(|used| *used >= limit) {
        assert!(used.len() < 5, "{what} takes {used:?} of each second");
        let before = game.processor_time();
        std::thread::sleep(Duration::from_secs(1));
        used.push(game.processor_time() - before);
    }
    eprintln!("{what} takes {used:?} of each second");
}

#[test]
fn real_keys_select_every_policy_and_smoothing() {
    alone_on_each_backend(|display, backend| {
        let panel = Panel::new(display);
        let program = Program::example("loops", backend);
        let game = program.on(display).opened("Loops");
        let keys = [
            Key::Digit1,
            Key::Digit2,
            Key::Digit3,
            Key::Digit4,
            Key::Digit5,
        ];
        let names = (1..).zip(PolicyName::ALL);
        let names: Vec<_> = names.map(|(key, name)| format!("{key} {name}")).collect();
        for (number, (key, policy)) in keys.into_iter().zip(PolicyName::ALL).enumerate() {
            display.client.tap(key);
            panel.wait_for_lit([16, 12], &names, number);
            wait_for_move(display, "the ball to move on");
            panel.wait_for(policy);
        }
        let names = Smoothing::ALL.map(|smoothing| smoothing.to_string());
        for number in [2, 3, 0, 1] {
            display.client.tap(Key::S);
            panel.wait_for_lit([32, 46], &names, number);
        }
        // The last policy drops the time that it cannot catch up with.
        let steps = || display.client.look(VIEW).places(GRAPH, STEPS).len();
        let before = steps();
        display.client.tap(Key::L);
        display.wait_for("slow steps in the graph", || {
            (steps() > before + 1000).then_some(())
        });
        display.wait_for("dropped time", || {
            let [_, dropped] = panel.numbers(8)[..] else {
                return None;
            };
            (dropped > 0.0).then_some(())
        });
        display.client.tap(Key::Escape);
        game.ended().well();
    });
}

#[test]
fn real_keys_pause_step_and_resume() {
    alone_on_each_backend(|display, backend| {
        let game = Program::example("loops", backend)
            .on(display)
            .opened("Loops");
        wait_for_move(display, "the ball to move");
        display.client.tap(Key::P);
        let paused = wait_for_rest(display);
        // A paused game still reads input, and draws two frames a second.
        let limit = Duration::from_millis(100);
        leaves_the_processor_alone(&game, &format!("{backend}: a pause"), limit);
        let a_step_from = |place: Area| {
            display.client.tap(Key::N);
            display.wait_for("the ball a step further", || {
                ball(display).filter(|&now| now != place)
            })
        };
        // At an edge the ball turns back within a step, so its displacement is shorter.
        let mut paused = paused;
        let is_near_edge = |Area([left, ..])| !(60..860).contains(&left);
        while is_near_edge(paused) {
            paused = a_step_from(paused);
        }
        let stepped = a_step_from(paused);
        // The ball has moved by one step of 16 pixels, however many frames were drawn in the meantime.
        let [from, to] = [paused, stepped].map(|Area([left, ..])| left);
        assert!((15..=17).contains(&from.abs_diff(to)), "{from} {to}");
        assert_eq!(ball(display), Some(stepped), "it stands again");
        // Rewinding works in a pause, and the game is paused again afterwards.
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

/// The game draws only five frames a second, because a driver that draws on the processor takes long for each. A loop
/// that does not sleep takes a whole processor at any frame rate.
#[test]
fn an_idle_game_uses_little_processor_time_under_every_policy() {
    alone_on_each_backend(|display, backend| {
        for policy in PolicyName::ALL {
            let program = Program::example("loops", backend);
            let options = ["--draw-rate", "5", "--loop", policy.name()];
            let game = program.with(&options).on(display).opened("Loops");
            wait_for_move(display, "the ball to move");
            let limit = Duration::from_millis(250);
            leaves_the_processor_alone(&game, &format!("{backend}: {policy}"), limit);
            // A game that has ended would use no processor time either.
            wait_for_move(display, "the ball to move on");
            game.close().well();
        }
    });
}

/// A paused game draws twice a second and after each step. If the frame of a step reached the screen only with the next
/// frame, it would be half a second late. Up to four of the nine steps may be delayed by other work on the machine.
#[test]
fn a_step_in_a_pause_is_seen_before_another_picture_is_drawn() {
    alone_on_each_backend(|display, backend| {
        let program = Program::example("loops", backend);
        let game = program.on(display).opened("Loops");
        wait_for_move(display, "the ball to move");
        display.client.tap(Key::P);
        let mut place = wait_for_rest(display);
        let mut times = [(); 9].map(|()| {
            let begun = Instant::now();
            display.client.tap(Key::N);
            place = display.wait_for("the ball a step further", || {
                ball(display).filter(|&now| now != place)
            });
            begun.elapsed()
        });
        times.sort();
        assert!(
            times[4] < Duration::from_millis(300),
            "{backend}: {times:?}"
        );
        game.close().well();
    });
}

/// The game takes 20 steps a second. On X11, no event reports that its window is minimised.
#[test]
fn a_minimised_game_pauses_until_its_window_is_restored() {
    alone_on_each_backend(|display, backend| {
        let program = Program::example("loops", backend).with(&["--checksum"]);
        let game = program.on(display).opened("Loops");
        let begun = Instant::now();
        wait_for_move(display, "the ball to move");
        display.client.minimise(game.window, true);
        let minimised = Duration::from_secs(4);
        std::thread::sleep(minimised);
        display.client.minimise(game.window, false);
        wait_for_move(display, "the ball to go on");
        let ended = game.close();
        // The game takes a moment to notice that it is minimised.
        let played = begun.elapsed() - minimised + Duration::from_secs(1);
        let most = played.as_secs_f64() * 20.0;
        assert!((ended.steps() as f64) < most, "{} steps", ended.steps());
    });
}
