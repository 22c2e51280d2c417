//! Films in every format: their content, and what remains if the program is killed or the disk is full.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::time::{Duration, Instant};

use damselfly::capture::Film;
use image::AnimationDecoder;
use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;

#[cfg(target_os = "linux")]
use super::examples::SPRITE_MARK;
use super::examples::{EFFECTS, LIGHTS, PLAYER, SAUCER_SHOOT, VIEWER};
use super::folder::Folder;
use super::gpu;
use super::program::Program;

/// Pixels of an image, row after row.
pub(super) type Pixels = Vec<u32>;

/// Returns the frames of an animation, read by another library: whole images with durations in milliseconds.
pub(super) fn animation(file: &str) -> Vec<(Pixels, f64)> {
    let input = BufReader::new(File::open(file).unwrap());
    let frames = if file.ends_with(".gif") {
        GifDecoder::new(input).unwrap().into_frames()
    } else {
        let decoder = PngDecoder::new(input).unwrap().apng().unwrap();
        decoder.into_frames()
    };
    let frame = |frame: image::Frame| {
        let (upper, lower) = frame.delay().numer_denom_ms();
        let delay = f64::from(upper) / f64::from(lower);
        let pixels = frame.buffer().pixels();
        let pixels = pixels.map(|pixel| u32::from_le_bytes(pixel.0)).collect();
        (pixels, delay)
    };
    let frames = frames.collect_frames().unwrap();
    frames.into_iter().map(frame).collect()
}

/// Returns all images of a film in the engine's format.
pub(super) fn pictures(film: &mut Film) -> Vec<Pixels> {
    (0..film.len())
        .map(|index| film.read(index).unwrap().pixels.to_vec())
        .collect()
}

/// Merges consecutive equal images.
fn merged(pictures: &[Pixels]) -> Vec<&Pixels> {
    let mut merged: Vec<_> = pictures.iter().collect();
    merged.dedup();
    merged
}

#[test]
fn every_film_format_has_equal_pictures_and_length() {
    let folder = Folder::new("formats");
    let (own, raw) = (folder.file("a.dfrec"), folder.file("a.raw"));
    for file in ["a.dfrec", "a.gif", "a.apng", "a.raw"] {
        let options = format!(
            "--steps 45 --seed 1 --log off --capture {}",
            folder.file(file)
        );
        VIEWER.headless(&options).expect(0);
    }
    let mut film = Film::open(&own).unwrap();
    assert!(film.is_complete());
    assert_eq!(film.settings().game, "Viewer");
    assert_eq!(film.settings().size, [640, 384]);
    // The film has a frame for each step at 30 steps per second.
    assert_eq!((film.len(), film.settings().rate), (45, 30.0));
    let all = pictures(&mut film);
    for (file, tolerance) in [("a.gif", 20.0), ("a.apng", 0.5)] {
        let played = animation(&folder.file(file));
        let total: f64 = played.iter().map(|frame| frame.1).sum();
        let expected = 45.0 / 30.0 * 1000.0;
        assert!((total - expected).abs() < tolerance, "{file}: {total}");
        let shown: Vec<&Pixels> = played.iter().map(|frame| &frame.0).collect();
        assert!(shown == merged(&all), "{file}: {}", shown.len());
    }
    let raw = fs::read(raw).unwrap();
    let words: Vec<u8> = all
        .iter()
        .flatten()
        .flat_map(|word| word.to_le_bytes())
        .collect();
    assert!(raw == words, "{} bytes", raw.len());
    let text = film.read(20).unwrap().cells.to_string();
    assert!(text.contains("dragonfly.spr: token layout"), "{text}");
    assert_eq!(folder.names(), ["a.apng", "a.dfrec", "a.gif", "a.raw"]);
}

#[test]
fn raw_frames_go_to_standard_output_with_nothing_else() {
    let bytes = |folder: &Folder, options: &str| {
        let file = folder.file("out");
        let output = File::create(&file).unwrap();
        let program = Program::example("viewer")
            .arguments(VIEWER.arguments)
            .options(options)
            .in_folder(folder.path());
        program.stdout(output).expect(0);
        fs::read(file).unwrap()
    };
    let folder = Folder::new("standard-output");
    let size = 640 * 384 * 4;
    let frames = bytes(&folder, "--headless --steps 4 --capture -");
    assert_eq!(frames.len(), 4 * size);
    assert!(frames.chunks_exact(4).all(|pixel| pixel[3] == 255));
    // Without a display the program also runs without a window. Its message about that must not go to standard output.
    let without = bytes(&folder, "--steps 4 --capture -");
    assert!(without == frames, "{}", without.len());
    assert_eq!(folder.names(), ["out"]);
    // While standard output carries the film, the program's own output goes to standard error.
    let file = folder.file("out");
    let output = File::create(&file).unwrap();
    let options = "--headless --json --frames 3 --sprites 5 --size 8x8 --log off --capture -";
    let program = Program::example("sprite_mark").options(options);
    let ran = program.stdout(output).expect(0);
    assert!(ran.only_line().starts_with('{'), "{ran}");
    assert_eq!(fs::metadata(&file).unwrap().len() % (8 * 8 * 4), 0);
    let ran = VIEWER.headless("--capture - --checksum").expect(2);
    assert!(ran.only_line().contains("--capture -"), "{ran}");
}

#[test]
fn a_film_is_made_of_a_replay_at_any_size() {
    let folder = Folder::new("sizes");
    let run = folder.file("run.replay");
    let options = format!("--steps 40 --seed 3 --log off --demo --record {run} --checksum");
    let recorded = SAUCER_SHOOT.headless(&options).expect(0);
    for size in [[320, 192], [200, 300], [1, 1], [1280, 768], [1921, 1081]] {
        let [width, height] = size;
        let (film, shot) = (folder.file("a.dfrec"), folder.file("a.png"));
        let options = format!(
            "--log off --size {width}x{height} --replay {run} --checksum --capture {film} --screenshot {shot}"
        );
        let ran = SAUCER_SHOOT.headless(&options).expect(0);
        assert_eq!(ran.checksum(), recorded.checksum(), "{size:?}");
        let mut film = Film::open(film).unwrap();
        assert_eq!(film.settings().size, size);
        let shown = pictures(&mut film);
        let last = image::open(shot).unwrap().into_rgba8();
        assert_eq!([last.width(), last.height()], size);
        let last = last.pixels().map(|pixel| u32::from_le_bytes(pixel.0));
        assert!(shown.last().unwrap().iter().copied().eq(last), "{size:?}");
        let black = |pixel: &u32| pixel << 8 == 0;
        let lit = shown.iter().flatten().filter(|pixel| !black(pixel)).count();
        assert!(lit > 0 || width == 1, "{size:?}");
        // The view keeps its aspect ratio, between black bars.
        let bars = (u64::from(height) * 640).saturating_sub(u64::from(width) * 384) / 640 / 2;
        let bar = bars as usize * width as usize;
        let is_dark = |picture: &Pixels| picture[..bar].iter().all(black);
        assert!(shown.iter().all(is_dark), "{size:?}");
    }
    for format in ["gif", "apng", "raw"] {
        let film = folder.file(&format!("a.{format}"));
        let options = format!("--log off --size 160x96 --replay {run} --capture {film}");
        SAUCER_SHOOT.headless(&options).expect(0);
        let side = 160 * 96;
        if format == "raw" {
            assert_eq!(fs::metadata(&film).unwrap().len(), 40 * side as u64 * 4);
        } else {
            assert!(
                animation(&film)
                    .iter()
                    .all(|(shown, _)| shown.len() == side)
            );
        }
    }
    // A film has at most 2²⁶ pixels per frame.
    let film = folder.file("b.dfrec");
    let options = format!("--log off --size 16384x16384 --replay {run} --capture {film}");
    let ran = SAUCER_SHOOT.headless(&options).expect(1);
    assert!(ran.only_line().contains("16384"), "{ran}");
}

#[test]
fn films_of_effects_and_lights_are_equal_in_each_run() {
    let folder = Folder::new("effects-and-lights");
    let mut backends = vec!["software"];
    if gpu::is_there("films of effects and lights by the GPU") {
        backends.push("gpu");
    }
    for example in [EFFECTS, LIGHTS] {
        let run = folder.file(&format!("{}.replay", example.name));
        let film = folder.file("recorded.raw");
        let options = "--size 160x90 --log off --checksum --steps 90 --seed 4 --demo";
        let options = format!("{options} --backend software --record {run} --capture {film}");
        let recorded = example.headless(&options).expect(0);
        let expected = fs::read(film).unwrap();
        assert_eq!(expected.len(), 90 * 160 * 90 * 4);
        for backend in &backends {
            let film = folder.file("replayed.raw");
            let options = format!(
                "--size 160x90 --log off --checksum --backend {backend} --replay {run} --capture {film}"
            );
            let replayed = example.headless(&options).expect(0);
            assert_eq!(replayed.checksum(), recorded.checksum(), "{replayed}");
            assert!(
                fs::read(film).unwrap() == expected,
                "{} {backend}",
                example.name
            );
        }
    }
}

#[test]
fn a_film_is_made_of_a_replay_at_any_rate() {
    let folder = Folder::new("film-of-replay");
    let run = folder.file("run.replay");
    let options = format!("--steps 60 --seed 3 --log off --demo --record {run}");
    SAUCER_SHOOT.headless(&options).expect(0);
    // The recorded run takes two seconds.
    for (rate, frames, formats) in [
        (10, 20, &["gif", "apng", "dfrec", "raw"][..]),
        (30, 60, &["dfrec"]),
        (60, 120, &["dfrec"]),
    ] {
        for &format in formats {
            let file = folder.file(&format!("{rate}.{format}"));
            let options = format!("--log off --draw-rate {rate} --replay {run} --capture {file}");
            SAUCER_SHOOT.headless(&options).expect(0);
            let milliseconds = match format {
                "dfrec" => {
                    let film = Film::open(&file).unwrap();
                    assert_eq!(film.len(), frames, "{rate}");
                    film.duration().as_secs_f64() * 1000.0
                }
                "raw" => {
                    let length = fs::metadata(&file).unwrap().len();
                    (length / (640 * 384 * 4)) as f64 / f64::from(rate) * 1000.0
                }
                _ => animation(&file).iter().map(|frame| frame.1).sum(),
            };
            assert!(
                (1999.0..2001.0).contains(&milliseconds),
                "{file}: {milliseconds}"
            );
        }
    }
}

/// The duration is right at any frame rate, under several loop policies, and for replays of steps of different lengths.
#[test]
fn a_film_lasts_as_long_as_what_was_played() {
    let folder = Folder::new("speeds");
    let lasts = |options: &str, seconds: f64, rate: f64| {
        let film = folder.file("a.raw");
        let options = format!("--log off --size 2x2 {options} --draw-rate {rate} --capture {film}");
        Program::example("pong")
            .options("--headless")
            .options(&options)
            .expect(0);
        let frames = fs::metadata(&film).unwrap().len() / 16;
        assert!(
            (frames as f64 - seconds * rate).abs() < 1e-6,
            "{options}: {frames}"
        );
    };
    // The steps of these recordings take 1/240, 1/15 and 1/60 second. The nominal length of a step is 1/60 second.
    for (policy, rate, steps) in [
        ("variable", 240, 1200),
        ("variable", 15, 75),
        ("elastic", 60, 300),
    ] {
        let run = folder.file("run.replay");
        let options = format!("--headless --seed 1 --log off --loop {policy} --draw-rate {rate}");
        Program::example("pong")
            .options(&format!("{options} --steps {steps} --record {run}"))
            .expect(0);
        let seconds = f64::from(steps) / f64::from(if policy == "elastic" { 60 } else { rate });
        for rate in [2.0, 10.0, 60.0] {
            lasts(&format!("--replay {run}"), seconds, rate);
        }
        lasts(&format!("--replay {run} --loop variable"), seconds, 10.0);
    }
    for policy in ["interpolated", "fixed", "paced", "elastic"] {
        for rate in [1.0, 5.0, 10.0, 60.0, 90.0] {
            let options = format!("--seed 1 --steps 300 --loop {policy}");
            lasts(&options, 5.0, rate);
        }
    }
}

#[test]
fn the_player_writes_a_film_to_other_formats() {
    let folder = Folder::new("export");
    let mut film = Film::open(PLAYER.arguments[0]).unwrap();
    let all = pictures(&mut film);
    for name in ["a.gif", "a.apng", "a.dfrec", "a.raw"] {
        let file = folder.file(name);
        let ran = PLAYER.with("--capture").arguments(&[&file]).expect(0);
        assert_eq!((&*ran.stdout, &*ran.stderr), ("", ""));
    }
    let mut copy = Film::open(folder.file("a.dfrec")).unwrap();
    assert!(pictures(&mut copy) == all);
    assert_eq!(copy.duration(), film.duration());
    for name in ["a.gif", "a.apng"] {
        let played = animation(&folder.file(name));
        let total: f64 = played.iter().map(|frame| frame.1).sum();
        let expected = film.duration().as_secs_f64() * 1000.0;
        assert!((total - expected).abs() < 40.0, "{name}: {total}");
    }
    let shown = animation(&folder.file("a.apng"));
    let shown: Vec<&Pixels> = shown.iter().map(|frame| &frame.0).collect();
    assert!(shown == merged(&all));
    let length = fs::metadata(folder.file("a.raw")).unwrap().len();
    assert_eq!(length, 640 * 480 * 4 * all.len() as u64);
}

#[test]
fn the_player_reports_a_damaged_film_and_plays_it() {
    let folder = Folder::new("bad-films");
    let bytes = fs::read(PLAYER.arguments[0]).unwrap();
    let cut = folder.put("cut.dfrec", &bytes[..bytes.len() / 2]);
    let other = folder.put("other.dfrec", "no film");
    let player = |options: &str| Program::example("player").options(options);
    let ran = player("--headless --steps 3 --log off").arguments(&[&cut]);
    let ran = ran.expect(0);
    assert!(ran.only_line().contains("cut off at byte"), "{ran}");
    for file in [&other, &folder.file("missing.dfrec")] {
        let ran = player("--headless").arguments(&[file]).expect(1);
        assert!(ran.only_line().starts_with("cannot play "), "{ran}");
    }
    let ran = player("--headless").expect(2);
    assert!(ran.only_line().contains("FILE"), "{ran}");
    let film = folder.file("a.gif");
    player("--log off --capture")
        .arguments(&[&film, &cut])
        .expect(0);
    assert!(!animation(&film).is_empty());
}

/// The next film in a folder removes temporary files of killed programs, but not those of running ones.
#[test]
fn temporary_files_of_a_killed_program_are_removed_by_the_next() {
    let folder = Folder::new("left");
    let long = |name: &str| {
        let options = "--steps 1000000000 --backend software --screenshot";
        let mut running = VIEWER
            .headless(options)
            .arguments(&[folder.file(name)])
            .start();
        running.wait_for("backend");
        let deadline = Instant::now() + Duration::from_secs(60);
        let of_it = format!("-{}-", running.id());
        while !folder.names().iter().any(|name| name.contains(&of_it)) {
            assert!(Instant::now() < deadline, "no temporary file");
            std::thread::sleep(Duration::from_millis(5));
        }
        running
    };
    let (killed, living) = (long("a.png"), long("b.png"));
    killed.signal("KILL");
    killed.end();
    assert_eq!(folder.names().len(), 2);
    let options = format!("--steps 2 --log off --screenshot {}", folder.file("c.png"));
    VIEWER.headless(&options).expect(0);
    let names = folder.names();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names[0].contains(&format!("-{}-", living.id())));
    living.signal("TERM");
    assert_eq!(living.end().code, Some(0));
    assert_eq!(folder.names(), ["b.png", "c.png"]);
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_the_film_ends_and_the_game_goes_on() {
    let folder = Folder::new("full-films");
    let whole = SPRITE_MARK
        .headless("--steps 90 --seed 1 --size 320x180 --checksum")
        .run();
    for name in ["a.gif", "a.apng", "a.dfrec", "a.raw"] {
        std::os::unix::fs::symlink("/dev/full", folder.path().join(name)).unwrap();
        let shot = folder.file("a.png");
        let options = format!("--steps 90 --seed 1 --size 320x180 --screenshot {shot} --capture");
        let ran = SPRITE_MARK
            .headless(&options)
            .arguments(&[folder.file(name), "--checksum".into()])
            .run();
        assert_eq!(ran.code, Some(1), "{ran}");
        assert!(ran.stderr.contains("No space left on device"), "{ran}");
        // For `a.dfrec`, writing fails before the game starts.
        if name != "a.dfrec" {
            assert!(ran.stderr.contains("capture stopped at frame "), "{ran}");
            // The result of the game is printed anyway.
            assert!(ran.stdout.starts_with("checksum "), "{ran}");
            assert_eq!(ran.stdout, whole.stdout);
            image::open(&shot).unwrap();
            fs::remove_file(&shot).unwrap();
        }
    }
    // The engine's own film format keeps the frames that fit.
    let (own, shot) = (folder.file("b.dfrec"), folder.file("b.png"));
    for kept in ["b.dfrec", "b.dfrec.part"] {
        let script = r#"trap '' XFSZ; ulimit -f 1000; exec "$0" "$@""#;
        let ran = Program::in_shell(script, "sprite_mark")
            .options("--headless --steps 90 --seed 1 --log error --size 200x200")
            .options(&format!("--capture {own} --screenshot {shot}"))
            .run();
        assert_eq!(ran.code, Some(1), "{ran}");
        assert!(ran.stderr.contains("capture stopped at frame "), "{ran}");
        let film = Film::open(folder.file(kept)).unwrap();
        assert!((1..90).contains(&film.len()), "{}", film.len());
        image::open(&shot).unwrap();
    }
}

/// The disk is full during the game, or while the finished film is converted to its format, which may take more space.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_a_film_that_plays() {
    let folder = Folder::new("full-formats");
    let film = |blocks: u32, name: &str| {
        let script = format!(r#"trap '' XFSZ; ulimit -f {blocks}; exec "$0" "$@""#);
        let file = folder.file(name);
        let shot = folder.file("a.png");
        let ran = Program::in_shell(&script, "sprite_mark")
            .options("--headless --steps 90 --seed 1 --log error --size 200x200")
            .options(&format!("--capture {file} --screenshot {shot}"))
            .run();
        assert_eq!(ran.code, Some(1), "{ran}");
        let kept = format!("{file}.dfrec");
        let last = ran.stderr.lines().last().unwrap();
        let names_it = format!("; the recorded frames are in {kept}");
        assert!(
            last.contains("File too large") && last.ends_with(&names_it),
            "{ran}"
        );
        assert!(ran.stderr.contains("capture stopped at frame "), "{ran}");
        let mut expected = ["a.png".to_owned(), format!("{name}.dfrec")];
        expected.sort();
        assert_eq!(folder.names(), expected);
        image::open(shot).unwrap();
        let mut film = Film::open(&kept).unwrap();
        assert_eq!(pictures(&mut film).len(), film.len());
        fs::remove_file(kept).unwrap();
        (film.len(), film.is_complete())
    };
    for name in ["a.gif", "a.apng", "a.raw"] {
        let (frames, is_complete) = film(1000, name);
        assert!(
            (1..90).contains(&frames) && !is_complete,
            "{name}: {frames}"
        );
    }
    // The `.dfrec` file fits into 20 000 blocks of 512 bytes. The raw film does not: its 90 frames of 160 000 bytes
    // need 28 125 blocks.
    assert_eq!(film(20_000, "b.raw"), (90, true));
}

/// The player did not request this film, and it can be made again. So a killed program must not leave an unfinished
/// one.
#[test]
fn a_film_made_without_a_display_is_complete_or_absent() {
    let folder = Folder::new("killed-demo");
    let mut running = Program::example("viewer")
        .arguments(VIEWER.arguments)
        .options("--steps 1000000000 --backend software")
        .in_folder(folder.path())
        .start();
    running.wait_for("backend");
    let files = || {
        fs::read_dir(folder.path().join("target"))
            .into_iter()
            .flatten()
    };
    let deadline = Instant::now() + Duration::from_secs(60);
    while files().next().is_none() {
        assert!(Instant::now() < deadline, "no temporary file");
        std::thread::sleep(Duration::from_millis(5));
    }
    running.signal("KILL");
    running.end();
    let is_film = |name: &str| name.ends_with("gif") || name.ends_with("dfrec");
    let left: Vec<_> = files().map(|file| file.unwrap().file_name()).collect();
    assert!(
        !left.iter().any(|name| is_film(&name.to_string_lossy())),
        "{left:?}"
    );
}

/// The reader of the pipe is slower than the game, so the game waits.
#[test]
fn without_a_window_the_game_waits_for_its_film() {
    let folder = Folder::new("waits");
    let pipe = folder.pipe("a.raw");
    let options = format!("--steps 99 --log warn --seed 1 --capture {pipe}");
    let running = VIEWER.headless(&options).start();
    let mut input = File::open(&pipe).unwrap();
    let mut buffer = vec![0; 640 * 384 * 4];
    let mut frames = 0;
    while input.read_exact(&mut buffer).is_ok() {
        frames += 1;
        if frames < 10 {
            std::thread::sleep(Duration::from_millis(40));
        }
    }
    assert_eq!(frames, 99);
    let ran = running.end();
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran}");
}

/// If the reader of the pipe has exited, the film ends and the game continues.
#[test]
fn a_game_survives_its_film_reader() {
    let folder = Folder::new("gone");
    let shot = folder.file("a.png");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let options = format!("--steps 9 --log off --screenshot {shot} --capture -");
    let ran = VIEWER.headless(&options).stdout(writer).expect(1);
    assert!(ran.only_line().contains("Broken pipe"), "{ran}");
    image::open(shot).unwrap();
}
