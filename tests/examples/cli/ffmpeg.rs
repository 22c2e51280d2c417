//! The commands in `docs/running.md` that join a film and its sound track by ffmpeg.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::examples::SAUCER_SHOOT;
use super::folder::Folder;
use super::program::Program;

/// Steps of the run, 30 per second.
const STEPS: usize = 90;
/// Frames of sound in a step.
const FRAMES: usize = 1600;
/// Frames of sound before the first picture, at 60 pictures per second.
const BEFORE: usize = 800;
/// Size of the header of a sound track's file.
const HEADER: usize = 80;

/// Returns the block of commands with a sound track.
fn commands() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/running.md");
    let page = fs::read_to_string(page).unwrap();
    let blocks = page.split("```").skip(1).step_by(2);
    let mut blocks = blocks.filter_map(|block| block.strip_prefix("sh\n"));
    let block = blocks.find(|block| block.contains("-i run.wav"));
    block.expect("the page has the commands").to_owned()
}

/// Decodes a file by ffmpeg, into a raw format on standard output.
fn decoded(file: &str, options: &str) -> Vec<u8> {
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg.args(["-loglevel", "error", "-i", file]);
    ffmpeg.args(options.split(' ')).arg("-");
    let ran = ffmpeg.stdin(Stdio::null()).output().unwrap();
    assert!(ran.status.success(), "{ran:?}");
    ran.stdout
}

/// Returns the left samples of 16 bits, stereo.
fn left(bytes: &[u8]) -> Vec<f64> {
    let frames = bytes.as_chunks::<4>().0.iter();
    frames
        .map(|frame| i16::from_le_bytes([frame[0], frame[1]]).into())
        .collect()
}

/// Returns the normalised correlation: 1 for the same sound, about 0 for another one.
fn likeness(a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

#[test]
fn the_documented_ffmpeg_commands_make_a_synchronous_video() {
    let version = Command::new("ffmpeg").arg("-version").output();
    if !version.is_ok_and(|ran| ran.status.success()) {
        eprintln!("SKIPPED: ffmpeg is missing: a video with sound");
        return;
    }
    let folder = Folder::new("ffmpeg");
    let options = format!("--demo --seed 3 --steps {STEPS} --record run.replay --log off");
    let recorded = SAUCER_SHOOT.headless(&options).in_folder(folder.path());
    recorded.expect(0);
    let example = "cargo run --release --example saucer_shoot --";
    let script = commands()
        .replace(example, "\"$0\" --log off")
        .replace("ffmpeg ", "ffmpeg -loglevel error ");
    let ran = Program::in_shell(&format!("set -e\n{script}"), SAUCER_SHOOT.name)
        .in_folder(folder.path())
        .expect(0);
    assert_eq!(ran.stderr, "", "{ran}");

    let film = folder.file("film.mp4");
    // Grey pixels take a byte. Two pictures show each step.
    let pictures = decoded(&film, "-f rawvideo -pix_fmt gray").len() / (640 * 384);
    assert!(pictures.abs_diff(2 * STEPS) <= 2, "{pictures} pictures");
    let heard = left(&decoded(&film, "-f s16le -ac 2 -ar 48000"));
    let length = heard.len().abs_diff(STEPS * FRAMES);
    assert!(length <= 2 * FRAMES, "{} frames of sound", heard.len());
    // The sound and the pictures begin together, within a millisecond. The compression loses some of the sound.
    let track = fs::read(folder.file("run.wav")).unwrap();
    let track = left(&track[HEADER..]);
    let likenesses = (-800..=800_isize).step_by(16).map(|late| {
        let from = BEFORE.checked_add_signed(late).unwrap();
        let part = &track[from..from + 80 * FRAMES];
        (likeness(part, &heard[..80 * FRAMES]), late)
    });
    let best = likenesses.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
    assert!(best.0 > 0.9 && best.1.abs() <= 48, "{best:?}");
}
