//! Screenshots and films are written completely or not at all.

use std::fs;
use std::io::Cursor;

use image::AnimationDecoder;
use image::codecs::gif::GifDecoder;

use super::examples::{EXAMPLES, SPRITE_MARK, VIEWER};
use super::folder::Folder;
use super::gpu;
use super::program::Program;

const SHORT: &str = "--steps 3 --seed 1 --log off --backend";

/// Returns the duration of each frame of a film in milliseconds.
fn delays(file: &str) -> Vec<u32> {
    let bytes = Cursor::new(fs::read(file).unwrap());
    let decoder = GifDecoder::new(bytes).unwrap();
    let frames = decoder.into_frames().collect_frames().unwrap();
    let delay = |frame: &image::Frame| {
        let (upper, lower) = frame.delay().numer_denom_ms();
        upper / lower
    };
    frames.iter().map(delay).collect()
}

#[test]
fn a_screenshot_has_the_views_size_and_shows_something() {
    let folder = Folder::new("screenshot");
    let backends: &[_] = match gpu::is_there("a screenshot by the GPU") {
        true => &["software", "gpu"],
        false => &["software"],
    };
    for example in EXAMPLES {
        for backend in backends {
            let file = folder.file(&format!("{}-{backend}.PNG", example.name));
            let options = format!("{SHORT} {backend} --screenshot {file}");
            example.headless(&options).expect(0);
            let picture = image::open(&file).unwrap().into_rgb8();
            assert_eq!(picture.dimensions(), example.size);
            let first = picture.get_pixel(0, 0);
            assert!(picture.pixels().any(|pixel| pixel != first), "{file}");
            assert!(picture.pixels().any(|pixel| pixel.0 != [0; 3]), "{file}");
        }
    }
}

#[test]
fn the_same_run_gives_the_same_picture() {
    let folder = Folder::new("same");
    // Leaves out `loops`, because it shows measured times.
    for example in EXAMPLES.iter().filter(|example| example.name != "loops") {
        let shot = |name: &str| {
            let file = folder.file(name);
            let options = format!("{SHORT} software --screenshot {file}");
            example.headless(&options).expect(0);
            fs::read(file).unwrap()
        };
        assert!(shot("one.png") == shot("two.png"), "{}", example.name);
    }
}

#[test]
fn a_gif_has_a_frame_for_every_draw_that_changed_the_picture() {
    let folder = Folder::new("film");
    let file = folder.file("a.gif");
    // The film has a frame for every two steps.
    let options =
        format!("--steps 12 --draw-rate 30 --log off --backend software --capture {file}");
    SPRITE_MARK.headless(&options).expect(0);
    let delays = delays(&file);
    assert_eq!(delays.len(), 6, "{delays:?}");
    let total: u32 = delays.iter().sum();
    assert_eq!(total, 200, "{delays:?}");
    assert_eq!(folder.names(), ["a.gif"]);
}

#[test]
fn merged_frames_do_not_shorten_a_gif() {
    let folder = Folder::new("still");
    let file = folder.file("a.gif");
    // The viewer takes 30 steps per second, and shows a new picture every third step.
    let options = format!("--steps 14 --log off --backend software --capture {file}");
    VIEWER.headless(&options).expect(0);
    let delays = delays(&file);
    assert!((4..=6).contains(&delays.len()), "{delays:?}");
    let total: u32 = delays.iter().sum();
    assert!((450..=550).contains(&total), "{delays:?}");
}

#[test]
fn an_unwritable_path_is_refused_before_the_game_starts() {
    let folder = Folder::new("missing");
    for (option, name) in [("--screenshot", "no/a.png"), ("--capture", "no/a.gif")] {
        let file = folder.file(name);
        // Without the error, the run would take hours.
        let options = format!("--log off --steps 1000000000 {option} {file}");
        let ran = VIEWER.headless(&options).expect(1);
        let line = ran.only_line();
        assert!(line.contains(&file), "{ran}");
        assert_eq!(ran.stdout, "");
    }
    assert!(folder.names().is_empty());
}

#[test]
fn a_folder_is_not_written_over() {
    let folder = Folder::new("folder");
    fs::create_dir(folder.path().join("a.png")).unwrap();
    let options = format!("{SHORT} software --screenshot {}", folder.file("a.png"));
    VIEWER.headless(&options).expect(1).only_line();
    assert_eq!(folder.names(), ["a.png"]);
}

#[test]
fn the_old_file_stays_when_the_run_fails() {
    let folder = Folder::new("stays");
    let (film, picture) = (folder.put("a.gif", "old"), folder.put("a.png", "old"));
    let bad = folder.put("bad.spr", "frames 1\nwidth 2\n");
    // The film could be written, but the folder of the screenshot is missing. Neither file may change.
    let missing = folder.file("no/b.png");
    let options = format!("{SHORT} software --capture {film} --screenshot {missing}");
    VIEWER.headless(&options).expect(1);
    // The game does not start, because its sprite file is invalid.
    Program::example("viewer")
        .options(&format!(
            "--headless --capture {film} --screenshot {picture} {bad}"
        ))
        .expect(1);
    for file in [&film, &picture] {
        assert_eq!(fs::read_to_string(file).unwrap(), "old");
    }
    assert_eq!(folder.names(), ["a.gif", "a.png", "bad.spr"]);
    // A run without errors replaces both files.
    let options = format!("{SHORT} software --capture {film} --screenshot {picture}");
    VIEWER.headless(&options).expect(0);
    for file in [&film, &picture] {
        image::open(file).unwrap();
    }
    assert_eq!(folder.names(), ["a.gif", "a.png", "bad.spr"]);
}

#[test]
fn the_old_file_stays_when_the_program_is_killed() {
    let folder = Folder::new("killed");
    let film = folder.put("a.gif", "old");
    let options = format!("--steps 1000000000 --backend software --capture {film}");
    let mut running = VIEWER.headless(&options).start();
    running.wait_for("seed");
    running.signal("KILL");
    assert_eq!(running.end().code, None);
    assert_eq!(fs::read_to_string(&film).unwrap(), "old");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_is_a_failure() {
    let folder = Folder::new("full");
    for name in ["a.png", "a.gif"] {
        let link = folder.path().join(name);
        std::os::unix::fs::symlink("/dev/full", &link).unwrap();
    }
    for (option, name) in [("--screenshot", "a.png"), ("--capture", "a.gif")] {
        let options = format!("{SHORT} software {option} {}", folder.file(name));
        let ran = VIEWER.headless(&options).expect(1);
        assert!(ran.only_line().contains(name), "{ran}");
    }
}

#[test]
fn a_log_file_has_the_lines_and_standard_error_has_none() {
    let folder = Folder::new("log-file");
    let file = folder.file("a.log");
    for (level, has_debug) in [("debug", true), ("info", false)] {
        let options =
            format!("--steps 3 --seed 7 --backend software --log {level} --log-file {file}");
        let ran = Program::example(SPRITE_MARK.name)
            .options("--headless")
            .options(&options)
            .expect(0);
        assert_eq!(ran.stderr, "");
        // The file is replaced, not appended to.
        let log = fs::read_to_string(&file).unwrap();
        assert_eq!(log.matches("seed 7").count(), 1, "{log}");
        assert_eq!(log.contains("DEBUG"), has_debug, "{log}");
    }
    let missing = folder.file("no-such-folder/a.log");
    let options = format!("--headless --steps 3 --log-file {missing}");
    let ran = Program::example(SPRITE_MARK.name)
        .options(&options)
        .expect(1);
    assert!(ran.stderr.contains("open log file"), "{ran}");
}
