//! The film player without a window: its keys, its buttons and its seek bar.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places in small pictures"
)]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/player/main.rs"]
mod game;
#[cfg(feature = "sound")]
mod sound;

use std::fs;
use std::path::PathBuf;

use damselfly::app::{App, Backend, Harness, Options};
use damselfly::capture::Film;
use damselfly::prelude::*;

use game::controls::{Control, Layout};
use game::player::Player;

type Play = Harness<'static>;

/// Changes its colour and its text in each step.
#[derive(Clone)]
struct Chameleon;

impl Behavior for Chameleon {
    fn step(&mut self, cx: &mut Context<'_>) {
        let number = cx.time.number;
        let [red, ..] = number.to_le_bytes();
        let Rect { min, max } = cx.camera.view();
        let left = Rect {
            min,
            max: vec2(max.x / 2.0, max.y),
        };
        cx.canvas(1)
            .rect(Rect { min, max }, Color::rgb(0, 200, red))
            .rect(left, Color::rgb(red, 100, 0));
        cx.canvas(2)
            .text(vec2(8.0, 0.0), &format!("n{number}"), Color::WHITE);
    }
}

/// The path of a temporary film. Dropping it removes the file.
#[derive(Debug)]
struct FilmFile(PathBuf);

impl FilmFile {
    /// Records a film of this size, with a frame for each step, at 30 steps per second. `last` is the index of its last
    /// frame. Tests must use different names.
    fn of(name: &str, width: u16, height: u16, last: u64) -> Self {
        Self::at_rate(name, [width, height], last, 30)
    }

    /// Like `of`, at `rate` steps per second.
    fn at_rate(name: &str, [width, height]: [u16; 2], last: u64, rate: u16) -> Self {
        let name = format!("damselfly-player-{}-{name}.dfrec", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::remove_file(&path).ok();
        let options = Options {
            headless: true,
            steps: Some(last + 1),
            capture: Some(path.clone()),
            backend: Backend::Software,
            ..Options::default()
        };
        let app = App::new("Chameleon", options).pixels(width, height);
        let start = |cx: &mut Context<'_>| {
            cx.spawn_with(Object::default(), Chameleon);
            Ok(())
        };
        app.steps_per_second(rate).run(start).unwrap();
        Self(path)
    }

    fn film(&self) -> Film {
        Film::open(&self.0).unwrap()
    }

    /// Opens the player with this film, in a thorough harness.
    fn open(&self) -> Play {
        let film = self.film();
        let layout = Layout::of(film.settings().size);
        let [width, height] = layout.view();
        let app = App::new("Player", Options::default()).pixels(width, height);
        let start = move |cx: &mut Context<'_>| Player::start("a film", film, layout, cx);
        Harness::start(app, start).unwrap().thorough()
    }
}

impl Drop for FilmFile {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}

fn layout(file: &FilmFile) -> Layout {
    Layout::of(file.film().settings().size)
}

/// Returns the index of the shown frame, found by comparing all of its pixels. The film must not be shrunk.
fn shown(play: &mut Play, file: &FilmFile) -> usize {
    let mut film = file.film();
    let layout = layout(file);
    let picture = play.image();
    let [width, height] = film.settings().size.map(|side| side as f32);
    let corner = layout.middle() - vec2(width, height) * layout.scale() / 2.0;
    let at = |x: u32, y: u32| {
        let place = corner + (vec2(x as f32, y as f32) + 0.5) * layout.scale();
        picture.get(place.x as u32, place.y as u32).unwrap()
    };
    let count = film.len();
    let is_shown = |index: &usize| {
        let frame = film.read(*index).unwrap();
        frame.pixels.iter().enumerate().all(|(number, pixel)| {
            let [r, g, b, _] = pixel.to_le_bytes();
            let (x, y) = (number as u32 % width as u32, number as u32 / width as u32);
            at(x, y) == Color::rgb(r, g, b)
        })
    };
    let found: Vec<usize> = (0..count).filter(is_shown).collect();
    assert_eq!(found.len(), 1, "exactly one frame is shown: {found:?}");
    found[0]
}

fn tap(play: &mut Play, key: Key) {
    play.tap(key);
    play.step();
}

#[test]
fn a_film_plays_at_its_own_rate_and_stops() {
    let file = FilmFile::of("plays", 80, 48, 20);
    let mut play = file.open();
    // Each frame is shown for two steps.
    for step in 1..=39 {
        play.step();
        if step % 5 == 0 {
            assert_eq!(shown(&mut play, &file), step / 2);
        }
    }
    play.steps(30);
    assert_eq!(shown(&mut play, &file), 20);
    // Space at the end plays the film again from its start.
    tap(&mut play, Key::Space);
    assert_eq!(shown(&mut play, &file), 0);
    play.steps(5);
    assert_eq!(shown(&mut play, &file), 3);
}

#[test]
fn single_steps_show_each_frame_of_the_fastest_film_and_no_other() {
    for rate in [1000, 997, 481] {
        let file = FilmFile::at_rate(&format!("fast-{rate}"), [80, 48], 40, rate);
        let mut play = file.open();
        tap(&mut play, Key::Home);
        tap(&mut play, Key::Space);
        tap(&mut play, Key::Home);
        for frame in 1..=40 {
            tap(&mut play, Key::Right);
            assert_eq!(shown(&mut play, &file), frame, "at {rate}");
        }
        for frame in (0..40).rev() {
            tap(&mut play, Key::Left);
            assert_eq!(shown(&mut play, &file), frame, "back, at {rate}");
        }
    }
}

#[test]
fn keys_pause_step_and_seek() {
    let file = FilmFile::of("keys", 80, 48, 20);
    let mut play = file.open();
    play.steps(7);
    tap(&mut play, Key::Space);
    let paused = shown(&mut play, &file);
    assert_eq!(paused, 3);
    play.steps(9);
    assert_eq!(shown(&mut play, &file), paused);
    for (key, frame) in [
        (Key::Right, 4),
        (Key::Right, 5),
        (Key::Left, 4),
        (Key::End, 20),
        (Key::Right, 20),
        (Key::Left, 19),
        (Key::Home, 0),
        (Key::Left, 0),
        (Key::Right, 1),
    ] {
        tap(&mut play, key);
        assert_eq!(shown(&mut play, &file), frame, "{key:?}");
    }
    tap(&mut play, Key::Space);
    play.steps(4);
    assert_eq!(shown(&mut play, &file), 3);
    play.tap(Key::Q);
    play.step();
    assert!(play.is_over());
}

#[test]
fn it_plays_faster_slower_and_backwards() {
    let file = FilmFile::of("speeds", 80, 48, 60);
    let mut play = file.open();
    tap(&mut play, Key::Up);
    tap(&mut play, Key::Up);
    play.steps(10);
    // The film has played at double speed for one step, then at four times the speed for eleven.
    assert_eq!(shown(&mut play, &file), (2 + 4 * 11) / 2);
    tap(&mut play, Key::R);
    play.steps(4);
    assert_eq!(shown(&mut play, &file), 23 - 2 * 5);
    for _ in 0..5 {
        tap(&mut play, Key::Down);
    }
    assert!(play.shows("1/8x"), "{}", play.text());
    let slow = shown(&mut play, &file);
    play.steps(15);
    assert_eq!(shown(&mut play, &file), slow - 1);
    for _ in 0..9 {
        tap(&mut play, Key::Up);
    }
    assert!(play.shows("16x"));
    play.steps(20);
    assert_eq!(shown(&mut play, &file), 0, "it stops at the start");
    tap(&mut play, Key::R);
    play.steps(20);
    assert_eq!(shown(&mut play, &file), 60);
}

#[test]
fn the_mouse_presses_buttons_and_drags_the_seek_bar() {
    let file = FilmFile::of("mouse", 80, 48, 40);
    let layout = layout(&file);
    let mut play = file.open();
    let click = |play: &mut Play, control| {
        play.click_at(layout.place_of(control));
        play.step();
    };
    click(&mut play, Control::Play);
    let paused = shown(&mut play, &file);
    play.steps(6);
    assert_eq!(shown(&mut play, &file), paused);
    click(&mut play, Control::Forward);
    assert_eq!(shown(&mut play, &file), paused + 1);
    click(&mut play, Control::Back);
    assert_eq!(shown(&mut play, &file), paused);
    // Drags the seek bar to its middle and beyond, with the button held.
    let middle = layout.place_of(Control::Seek);
    play.point_at(middle);
    play.press_button(MouseButton::Left);
    play.step();
    assert_eq!(shown(&mut play, &file), 20);
    play.point_at(vec2(middle.x * 1.5, 0.0));
    play.steps(3);
    assert!((28..=32).contains(&shown(&mut play, &file)));
    play.point_at(vec2(-50.0, middle.y));
    play.step();
    assert_eq!(shown(&mut play, &file), 0);
    play.release_button(MouseButton::Left);
    play.point_at(middle);
    play.steps(3);
    assert_eq!(shown(&mut play, &file), 0, "released, and paused as before");
    click(&mut play, Control::Faster);
    click(&mut play, Control::Play);
    play.steps(3);
    assert_eq!(shown(&mut play, &file), 4);
    click(&mut play, Control::ToStart);
    assert!(shown(&mut play, &file) <= 1);
    click(&mut play, Control::Slower);
    click(&mut play, Control::Reverse);
    play.steps(4);
    assert_eq!(shown(&mut play, &file), 0);
}

#[test]
fn the_films_text_can_be_shown_instead_of_its_pixels() {
    let file = FilmFile::of("text", 80, 48, 20);
    let mut play = file.open();
    play.steps(9);
    assert!(!play.shows("n4"), "as pixels: {}", play.text());
    tap(&mut play, Key::T);
    let frame = file.film().frame_at(core::time::Duration::from_millis(167));
    let text = file.film().read(frame).unwrap().cells.line(0);
    let number: String = text.chars().filter(char::is_ascii_digit).collect();
    let lines = play.text().to_string();
    let found = lines.lines().any(|line| {
        let only: String = line.chars().filter(char::is_ascii_digit).collect();
        only == number
    });
    assert!(found, "{number}: {lines}");
    tap(&mut play, Key::T);
    assert_eq!(shown(&mut play, &file), 5);
}

#[test]
fn a_damaged_film_plays_what_is_there_and_says_so() {
    let file = FilmFile::of("damaged", 80, 48, 40);
    let bytes = fs::read(&file.0).unwrap();
    fs::write(&file.0, &bytes[..bytes.len() / 2]).unwrap();
    let film = file.film();
    let last = film.len() - 1;
    assert!((5..35).contains(&last), "{last}");
    let mut play = file.open();
    play.step();
    assert!(
        play.shows("damaged") || play.shows("byte"),
        "{}",
        play.text()
    );
    play.steps(100);
    assert_eq!(shown(&mut play, &file), last);
}

#[test]
fn a_film_larger_than_a_page_is_shown_whole() {
    let file = FilmFile::of("large", 2600, 200, 3);
    let mut play = file.open();
    play.steps(5);
    let [width, height] = layout(&file).view();
    assert_eq!(width, 1280);
    let picture = play.image();
    let middle = u32::from(height - 84) / 2;
    for x in [3, 400, 630] {
        assert_eq!(picture.get(x, middle), Some(Color::rgb(3, 100, 0)), "{x}");
        let right = 1279 - x;
        assert_eq!(picture.get(right, middle), Some(Color::rgb(0, 200, 3)));
    }
}
