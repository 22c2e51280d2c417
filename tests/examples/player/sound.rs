//! The sound of films in the player: it follows the film, and no key makes it click.

use damselfly::Random;
use damselfly::assets::ClipSource;

use super::*;

impl FilmFile {
    /// Records a film of this many steps, at 60 per second, with a sound that begins in step 0.
    fn sounding(name: &str, steps: u64, sound: ClipSource) -> Self {
        let name = format!("damselfly-player-{}-{name}.dfrec", std::process::id());
        let file = Self(std::env::temp_dir().join(name));
        let options = Options {
            headless: true,
            steps: Some(steps),
            capture: Some(file.0.clone()),
            ..Options::default()
        };
        let start = move |cx: &mut Context<'_>| {
            cx.assets.add_sound("hum", sound.clone())?;
            cx.play("hum");
            Ok(())
        };
        App::new("Hum", options).pixels(80, 48).run(start).unwrap();
        file
    }
}

/// Returns the labels, the frames and the rates of the playing sounds.
fn sounds(play: &Play) -> Vec<(String, u64, f32)> {
    let sounds = play.world().sounds.iter();
    sounds
        .map(|sound| {
            (
                sound.label().to_owned(),
                sound.position_q16() >> 16,
                sound.rate(),
            )
        })
        .collect()
}

#[test]
fn the_sound_follows_the_film_in_both_directions() {
    let hum = ClipSource::samples(48_000, 1, vec![0.1; 96_000]);
    let file = FilmFile::sounding("sound", 60, hum);
    assert_eq!(file.film().sound().unwrap().len(), 48_000);

    let mut play = file.open();
    let forwards = |frame: u64, rate: f32| [("film".to_owned(), frame, rate)];
    let backwards = |frame: u64| [("film, backwards".to_owned(), 48_000 - frame, 1.0)];
    play.steps(10);
    assert_eq!(sounds(&play), forwards(8000, 1.0));
    tap(&mut play, Key::R);
    assert_eq!(sounds(&play), backwards(7200));
    play.steps(3);
    assert_eq!(sounds(&play), backwards(4800));
    tap(&mut play, Key::Space);
    assert_eq!(sounds(&play), []);
    tap(&mut play, Key::R);
    tap(&mut play, Key::Up);
    play.step();
    assert_eq!(sounds(&play)[0].1, 4800 + 800 + 1600 + 1600);
    assert_eq!(sounds(&play)[0].2, 2.0);
    // It jumps with the film.
    tap(&mut play, Key::Home);
    // The film's time is in whole nanoseconds, so the sound may be one sample frame behind.
    let is_at = |play: &Play, frame: u64| {
        let found = sounds(play);
        found == forwards(frame, 2.0) || found == forwards(frame - 1, 2.0)
    };
    assert!(is_at(&play, 1600), "{:?}", sounds(&play));
    // A held seek bar and the end of the film are silent.
    play.point_at(layout(&file).place_of(Control::Seek));
    play.press_button(MouseButton::Left);
    play.steps(3);
    assert_eq!(sounds(&play), []);
    play.release_button(MouseButton::Left);
    play.step();
    assert!(is_at(&play, 24_000 + 1600), "{:?}", sounds(&play));
    play.steps(40);
    assert_eq!(sounds(&play), []);
}

/// Frames per turn of the hum: 20 Hz, so that it is smooth at 16 times its speed, too.
const PERIOD: f64 = 2400.0;
const AMPLITUDE: f64 = 0.3;
/// Highest speed of the player.
const FASTEST: f64 = 16.0;

/// Returns a tone of three seconds that begins and ends in silence.
fn hum() -> ClipSource {
    let (turn, length) = (core::f64::consts::TAU / PERIOD, 144_000);
    let samples = (0..length).map(|at| {
        // The film has no picture of step 0, and thus not its 800 frames.
        let edge = (at.max(800) - 800).min(length - at).min(9600);
        let volume = 0.5 - 0.5 * libm::cos(core::f64::consts::PI * f64::from(edge) / 9600.0);
        (AMPLITUDE * volume * libm::sin(turn * f64::from(at))) as f32
    });
    ClipSource::samples(48_000, 1, samples.collect::<Vec<_>>())
}

/// Returns the largest second difference. 1 is the largest sample.
fn roughness(frames: &[[i16; 2]]) -> f64 {
    let second = |window: &[[i16; 2]], side: usize| {
        let [a, b, c] = [0, 1, 2].map(|at| f64::from(window[at][side]) / 32_768.0);
        (a - 2.0 * b + c).abs()
    };
    let all = frames.windows(3);
    all.flat_map(|window| [0, 1].map(|side| second(window, side)))
        .fold(0.0, f64::max)
}

#[test]
fn no_key_of_the_player_makes_the_sound_click() {
    let file = FilmFile::sounding("clicks", 180, hum());
    let layout = layout(&file);
    let mut play = file.open().with_sound();
    // R plays on in the other direction, also from an end.
    let keys = [
        Key::R,
        Key::R,
        Key::R,
        Key::Up,
        Key::Down,
        Key::Space,
        Key::Left,
        Key::Right,
        Key::Home,
        Key::End,
    ];
    let mut random = Random::new(4);
    // A key in each step, and then in every third and seventh.
    for (pause, count) in [(0, 150), (2, 100), (6, 60)] {
        for number in 0..count {
            tap(&mut play, keys[random.range(0..keys.len())]);
            play.steps(pause);
            if number % 10 == 9 {
                // Drags the seek bar, and plays on.
                play.point_at(layout.place_of(Control::Seek) + vec2(number as f32 - 60.0, 0.0));
                play.press_button(MouseButton::Left);
                play.steps(2);
                play.release_button(MouseButton::Left);
                tap(&mut play, if number % 20 == 9 { Key::R } else { Key::Down });
            }
        }
    }
    let samples = play.samples(0..u64::MAX);
    let loud = samples.iter().filter(|frame| frame[0].abs() > 1000);
    let loud = loud.count();
    assert!(loud > samples.len() / 5, "{loud} of {}", samples.len());
    let turn = FASTEST * core::f64::consts::TAU / PERIOD;
    // Two sounds overlap, each with a fade. Two rounded samples are between any two.
    let limit = 2.0 * (AMPLITUDE * turn * turn + AMPLITUDE / 240.0) + 8.0 / 32_768.0;
    let found = roughness(&samples);
    assert!(found < limit, "{found} > {limit}");
}
