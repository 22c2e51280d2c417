//! Input events that the program's own threads push for its own devices.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use damselfly::app::{App, Backend, Game, Harness, Options};
use damselfly::input::InputEvent;
use damselfly::prelude::*;

/// Returns an event of the pedal, a control of the game's own device.
fn pedal(value: f32) -> InputEvent {
    InputEvent::Device {
        device: 3,
        control: 1,
        value,
    }
}

/// Sends the values of the pedal in each step: those of the step's events, then the polled one.
struct Watching {
    seen: Sender<Vec<f32>>,
    /// Each step waits for a message on this channel, so that the test decides when its thread pushes events.
    go_on: Option<Receiver<()>>,
}

impl Game for Watching {
    fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let value = |event: &InputEvent| match *event {
            InputEvent::Device { value, .. } => Some(value),
            _ => None,
        };
        let mut seen: Vec<_> = cx.input.events().iter().filter_map(value).collect();
        seen.push(cx.input.device_value(3, 1));
        self.seen.send(seen).unwrap();
        if let Some(go_on) = &self.go_on {
            // An error means that the sender is gone because nothing is left to push.
            let _ = go_on.recv();
        }
    }
}

#[test]
fn what_a_thread_pushes_reaches_the_running_game_in_its_next_step() {
    let options = Options {
        headless: true,
        steps: Some(3),
        backend: Backend::Software,
        ..Options::default()
    };
    let app = App::new("Pedal", options).cells(10, 2);
    let queue = app.input_queue();
    let (seen, steps) = channel();
    let (pushed, go_on) = channel();
    let pushing = thread::spawn(move || {
        let first = steps.recv().unwrap();
        queue.push(pedal(0.25));
        queue.push(pedal(0.75));
        pushed.send(()).unwrap();
        let second = steps.recv().unwrap();
        drop(pushed);
        [first, second, steps.recv().unwrap()]
    });
    let mut game = Watching {
        seen,
        go_on: Some(go_on),
    };
    app.run_game(&mut game).unwrap();
    let steps = pushing.join().unwrap();
    assert_eq!(steps, [vec![0.0], vec![0.25, 0.75, 0.75], vec![0.75]]);
}

#[test]
fn what_a_thread_pushes_reaches_a_game_under_test() {
    let app = App::new("Pedal", Options::default());
    let queue = app.input_queue();
    let (seen, steps) = channel();
    let game = Watching { seen, go_on: None };
    let mut game = Harness::of(app, game).unwrap().thorough();
    game.input(pedal(0.5));
    thread::spawn(move || queue.push(pedal(1.0)))
        .join()
        .unwrap();
    game.step();
    game.step();
    drop(game);
    // The harness is thorough: it takes each step twice. Both times, the step sees the same values.
    let steps: Vec<_> = steps.iter().collect();
    let first = vec![0.5, 1.0, 1.0];
    assert_eq!(steps, [first.clone(), first, vec![1.0], vec![1.0]]);
}

#[test]
fn objects_receive_devices_as_they_do_the_mouse() {
    #[derive(Clone)]
    struct Follow;

    impl Behavior for Follow {
        fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
            if let InputEvent::Device { value, .. } = event {
                cx.me().set_position(vec2(*value, 0.0));
            }
        }
    }

    let app = App::new("Pedal", Options::default());
    let mut game = Harness::start(app, |cx| {
        let follower = cx.spawn(Object {
            kind: "Follower",
            ..Object::default()
        });
        cx.attach(follower, Follow);
        Ok(())
    })
    .unwrap();
    game.input(pedal(5.0));
    game.step();
    let follower = game.only("Follower");
    let follower = game
        .world()
        .object(follower)
        .map(|object| object.position());
    assert_eq!(follower, Some(vec2(5.0, 0.0)));
}
