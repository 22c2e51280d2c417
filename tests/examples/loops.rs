//! The display of the example `loops`, without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/loops/main.rs"]
mod game;

use core::time::Duration;
use std::fs;
use std::path::PathBuf;

use damselfly::app::{App, Harness, Options};
use damselfly::capture::Film;
use damselfly::prelude::*;
use damselfly::time::{FrameTimes, PolicyName, Smoothing, Statistics, TimeScale};
use damselfly::world::Canvas;

use game::panel::PanelContent;
use game::{graph, panel};

type Play = Harness<'static>;

/// Colour of the current choice, and of the ball.
const LIT: Color = Color::hex(0x5cc8ff);

/// Keys that select a policy, in the order of the policies.
const KEYS: [Key; 5] = [
    Key::Digit1,
    Key::Digit2,
    Key::Digit3,
    Key::Digit4,
    Key::Digit5,
];

const CHOICE: game::Choice = game::Choice {
    policy: PolicyName::Interpolated,
    smoothing: Smoothing::Interpolate,
};

fn app(options: Options) -> App {
    App::new("Loops", options)
        .pixels(960, 540)
        .steps_per_second(game::STEPS_PER_SECOND)
}

fn opened() -> Play {
    let app = app(Options::default());
    let monitor = app.monitor();
    let mut play = Harness::start(app, move |cx| game::start(cx, CHOICE, monitor)).unwrap();
    play.step();
    play
}

/// A run at 60 frames per second without a window, with a key press in its first step. Dropping it removes its film.
#[derive(Debug)]
struct FilmedRun(PathBuf);

impl FilmedRun {
    fn new(key: Key, smoothing: Smoothing, size: [u32; 2], steps: u64) -> Self {
        let name = format!(
            "damselfly-loops-{}-{key:?}-{smoothing}.dfrec",
            std::process::id()
        );
        let path = std::env::temp_dir().join(name);
        let app = app(Options {
            headless: true,
            steps: Some(steps),
            draw_rate: Some(60.0),
            capture: Some(path.clone()),
            size: Some(size),
            ..Options::default()
        });
        let (monitor, choice) = (
            app.monitor(),
            game::Choice {
                smoothing,
                ..CHOICE
            },
        );
        app.input_queue().push(InputEvent::press(key));
        app.run(move |cx| game::start(cx, choice, monitor)).unwrap();
        Self(path)
    }

    fn film(&self) -> Film {
        Film::open(&self.0).unwrap()
    }
}

impl Drop for FilmedRun {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}

/// Starts an empty game with this drawing.
fn drawing(draw: impl FnOnce(&mut Canvas<'_>)) -> Play {
    let mut play = Harness::start(app(Options::default()), |_| Ok(())).unwrap();
    draw(&mut play.context().canvas(3));
    play
}

/// Returns the panel's text next to a name.
fn value(text: &str, name: &str) -> String {
    // The background of the panel consists of block characters.
    let text = text.replace('█', " ");
    let row = text.lines().find(|line| line.contains(name)).unwrap();
    let shown: String = row.chars().take(43).collect();
    let (_, value) = shown.split_once(name).unwrap();
    value.trim().to_owned()
}

fn tap(play: &mut Play, key: Key) {
    play.tap(key);
    play.step();
}

/// Returns the choices that are highlighted.
fn lit_of<T: Copy + ToString>(play: &mut Play, all: &[T]) -> Vec<T> {
    let (text, picture) = (play.text(), play.image());
    let is_lit = |one: &&T| {
        let name = one.to_string();
        // Searches from below, because "interpolate" is part of "interpolated", which is above it.
        let (column, row) = (0..text.rows())
            .rev()
            .find_map(|row| {
                let line = text.line(row);
                Some((line[..line.find(&name)?].chars().count(), row))
            })
            .unwrap();
        // Reads the background of the box, left of the first letter.
        let [x, y] = [8 * column - 4, 16 * row].map(|at| u32::try_from(at).unwrap());
        picture.get(x, y) == Some(LIT)
    };
    all.iter().filter(is_lit).copied().collect()
}

/// Returns the number of pixels in the colour of the current choice.
fn lit(play: &mut Play) -> usize {
    play.image().count(LIT)
}

#[test]
fn five_keys_choose_the_policy_and_s_the_smoothing() {
    let mut play = opened();
    for (key, policy) in KEYS.into_iter().zip(PolicyName::ALL) {
        tap(&mut play, key);
        let requested = play.core_mut().requests.policy.take();
        assert_eq!(requested, Some(policy.settings().into()));
        assert_eq!(lit_of(&mut play, &PolicyName::ALL), [policy]);
    }
    let mut seen = vec![];
    for _ in Smoothing::ALL {
        tap(&mut play, Key::S);
        let requested = play.core_mut().requests.smoothing.take().unwrap();
        assert_eq!(lit_of(&mut play, &Smoothing::ALL), [requested]);
        seen.push(requested.to_string());
    }
    assert_eq!(seen, ["backward", "forward", "none", "interpolate"]);
}

/// Plays each policy at 20 steps and 60 frames per second. The panel must show the steps and frames per second, and the
/// length of a step.
#[test]
fn under_every_policy_the_panel_shows_its_numbers() {
    for (key, expected) in KEYS.into_iter().zip([
        ["60.0, 20", "60.0", "0.333"],
        ["20.0, 20", "60.0", "1.000"],
        ["20.0, 20", "60.0", "1.000"],
        ["20.0, 20", "20.0", "1.000"],
        ["20.0, 20", "20.0", "1.000"],
    ]) {
        let played = FilmedRun::new(key, Smoothing::None, [240, 135], 130);
        let mut film = played.film();
        let last = film.len() - 1;
        let text = film.read(last).unwrap().cells.to_string();
        let names = [
            "steps per second, wanted",
            "frames per second",
            "length of a step",
        ];
        assert_eq!(names.map(|name| value(&text, name)), expected, "{key:?}");
    }
}

#[test]
fn the_panel_shows_every_number_beside_its_name() {
    let ms = Duration::from_millis;
    let statistics = Statistics {
        updates_per_second: 19.5,
        frames_per_second: 57.25,
        update_time: ms(1),
        render_time: ms(2),
        present_time: ms(3),
        wait_time: ms(400),
        over_sleep: ms(5),
        backlog: ms(60),
        dropped: ms(7000),
        ..Statistics::default()
    };
    let shown = PanelContent {
        choice: CHOICE,
        scale: 0.5,
        is_slow: false,
        dt: 0.75,
        statistics,
    };
    let play = drawing(|canvas| panel::draw(canvas, &shown));
    let text = play.text().to_string();
    for (name, expected) in [
        ("steps per second, wanted", "19.5, 20"),
        ("frames per second", "57.2"),
        ("length of a step", "0.750"),
        ("a step takes", "1.00 ms"),
        ("a frame: draw", "2.00 ms"),
        ("a frame: present", "3.00 ms"),
        ("waiting, of a second", "400.00 ms"),
        ("over-sleep", "5.00 ms"),
        ("backlog, dropped", "60.00 ms, 7000.00 ms"),
    ] {
        assert_eq!(value(&text, name), expected, "{name}");
    }
}

/// In the graph, a bar is 3 pixels wide, and 80 ms are 134 pixels high.
#[test]
fn a_bar_of_the_graph_is_as_high_as_its_frame_took() {
    let ms = Duration::from_millis;
    let red = Color::hex(0xff7b72);
    let bars = |frames: &[FrameTimes]| {
        let mut play = drawing(|canvas| graph::draw(canvas, frames));
        play.image().count(red)
    };
    let took = |update| FrameTimes {
        update: ms(update),
        ..FrameTimes::default()
    };
    let none = bars(&[]);
    for (frames, expected) in [
        (vec![took(0)], 0),
        (vec![took(20)], 3 * 33),
        (vec![took(40)], 3 * 67),
        (vec![took(20), took(40), took(20)], 3 * 134),
        // A longer bar ends at the edge of the graph.
        (vec![took(500)], 3 * 134),
    ] {
        let seen = bars(&frames) - none;
        assert!(seen.abs_diff(expected) <= 9, "{seen}: {frames:?}");
    }
}

/// The offsets of the ball in the three frames after a step, in fractions of a step's displacement, follow the chosen
/// smoothing.
#[test]
fn s_chooses_where_the_ball_is_drawn_between_two_steps() {
    for (number, expected) in [
        [0.0, 0.0, 0.0],
        [-1.0, -0.67, -0.33],
        // `Smoothing::Backward` moves the ball back along the velocity of the last step.
        [-1.0, -0.67, -0.33],
        [0.0, 0.33, 0.67],
    ]
    .into_iter()
    .enumerate()
    {
        // The press of S selects the smoothing after this one.
        let before = Smoothing::ALL[(number + 3) % 4];
        let played = FilmedRun::new(Key::S, before, [960, 540], 12);
        let mut film = played.film();
        for (frame, part) in (15_u16..).zip(expected) {
            // Reads the film at the middle of the frame's time. The film's first frame shows the game after one frame.
            let time = Duration::from_secs(1) * (2 * u32::from(frame) - 1) / 120;
            let at = film.frame_at(time);
            let seen = film.read(at).unwrap();
            let row = &seen.pixels[116 * 960..][..960];
            let ball = u32::from_le_bytes(LIT.premultiplied());
            let left = row.iter().position(|&pixel| pixel == ball).unwrap();
            // The ball moves 16 pixels per step from its start.
            let place = 20.0 + 16.0 * (f32::from(frame / 3) + part);
            let is_there = (left as f32 - place).abs() < 1.5;
            assert!(
                is_there,
                "{} {frame}: {left} {place}",
                Smoothing::ALL[number]
            );
        }
    }
}

#[test]
fn what_is_chosen_is_lit() {
    let mut play = opened();
    let before = lit(&mut play);
    tap(&mut play, Key::T);
    let scaled = lit(&mut play);
    assert!(scaled > before + 500, "{before} {scaled}");
    assert!(play.shows("0.5 x"));
    let scale = play.core_mut().requests.time_scale.take();
    assert_eq!(scale, Some(TimeScale::new(0.5).unwrap()));
}

#[test]
fn the_scene_moves_by_itself_and_stays_on_its_stage() {
    let mut play = opened();
    let mut jumps = 0;
    let mut before = vec2(0.0, 0.0);
    for _ in 0..400 {
        play.step();
        for kind in ["Ball", "Square", "Falling", "Jumper"] {
            let at = play.world().object(play.only(kind)).unwrap().position();
            let is_inside = (0.0..=960.0).contains(&at.x) && (84.0..=345.0).contains(&at.y);
            assert!(is_inside, "{kind} is at {at}");
        }
        let jumper = play.world().object(play.only("Jumper")).unwrap().position();
        jumps += usize::from(jumper != before);
        before = jumper;
    }
    assert!((20..=21).contains(&jumps), "{jumps}");
    assert_eq!(play.world().refusals(), 0);
}

#[test]
fn escape_ends_it() {
    let mut play = opened();
    tap(&mut play, Key::Escape);
    assert!(play.is_over());
}

#[test]
fn the_demonstration_is_deterministic_and_stateless() {
    let mut play = opened().thorough();
    let mut chosen = 0;
    while play.core().step_number() < 600 {
        let next = play.core().step_number() + 1;
        for event in game::demo(next, play.world()) {
            play.input(event);
        }
        play.step();
        chosen += usize::from(play.core_mut().requests.policy.take().is_some());
    }
    assert_eq!(chosen, 8);
    assert_eq!(
        format!("{:016x}", play.core().checksum()),
        "12c8eba71f78c691"
    );
}

#[test]
fn loops_runs_backwards_exactly() {
    crate::rewinding::there_and_back(opened(), game::demo, 300);
}
