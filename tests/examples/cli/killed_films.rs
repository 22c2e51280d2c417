//! Films and recordings of a program that is killed repeatedly.

use std::fs;
use std::time::{Duration, Instant};

use damselfly::capture::Film;
use damselfly::replay::InputRecording;

use super::examples::{SAUCER_SHOOT, VIEWER};
use super::films::pictures;
use super::folder::Folder;
use crate::moments::moments;

/// Number of kills that must arrive while the film is recorded.
const KILLS: u32 = 30;
/// Maximum number of kills, including those before the first frame or after the last one.
const TRIES: u32 = 180;

/// The signal arrives at a random moment of a run that is filmed and recorded.
#[test]
fn a_killed_programs_film_plays_to_its_last_whole_frame() {
    let folder = Folder::new("killed-films");
    let recorded = |name: &str| {
        let endings = ["dfrec", "replay"];
        let [film, run] = endings.map(|ending| folder.file(&format!("{name}.{ending}")));
        let options = "--demo --seed 1 --steps 150 --size 160x96 --log off --checksum-every 1";
        let options = format!("{options} --capture {film} --record {run}");
        (SAUCER_SHOOT.headless(&options), film, run)
    };
    let (whole, film, _) = recorded("whole");
    let begun = Instant::now();
    let checksums = whole.expect(0).stdout;
    let whole_run = begun.elapsed();
    let expected = pictures(&mut Film::open(&film).unwrap());
    let (mut kills, mut replayed, mut tries) = (0, 0, 0);
    let mut moments = moments();
    while kills < KILLS {
        tries += 1;
        assert!(tries <= TRIES, "{kills} kills came in time");
        let (killed, film, run) = recorded(&tries.to_string());
        let running = killed.start();
        std::thread::sleep(whole_run.mul_f64(moments.range(0.0..1.0)));
        // Reads the content that reached the files before the kill.
        let before = [&film, &run].map(|file| fs::read(file).unwrap_or_default());
        running.signal("KILL");
        assert_ne!(running.end().code, Some(1));
        for (file, before) in [&film, &run].into_iter().zip(&before) {
            let after = fs::read(file).unwrap_or_default();
            // The first sound of a film changes the version in its header of 16 bytes.
            let records = |bytes: &[u8]| bytes.get(16..).unwrap_or_default().to_vec();
            let kept = records(&after).starts_with(&records(before));
            assert!(
                kept && after.len() >= before.len(),
                "{tries}: {file} lost bytes"
            );
        }
        let flushed = folder.put("flushed.dfrec", &before[0]);
        let flushed = Film::open(flushed).map_or(0, |film| film.len());
        let (played, is_complete) = Film::open(&film).map_or((Vec::new(), false), |mut film| {
            (pictures(&mut film), film.is_complete())
        });
        assert!(played.len() >= flushed, "{tries}: {flushed}");
        assert!(played == expected[..played.len()], "{tries}");
        let is_in_time = !played.is_empty() && !is_complete;
        kills += u32::from(is_in_time);
        let flushed = folder.put("flushed.replay", &before[1]);
        let flushed = InputRecording::read(flushed).map_or(0, |run| run.steps().len());
        // An empty file has no settings, so it is not a recording.
        if fs::metadata(&run).is_ok_and(|found| found.len() > 0) {
            let options = format!("--replay {run} --checksum-every 1 --log off");
            let ran = SAUCER_SHOOT.headless(&options).expect(0);
            assert!(checksums.starts_with(&ran.stdout), "{tries}: {ran}");
            assert!(
                ran.stdout.lines().count() as u64 >= flushed,
                "{tries}: {ran}"
            );
            replayed += u32::from(is_in_time && !ran.stdout.is_empty());
        }
        for file in [film, run] {
            fs::remove_file(file).ok();
        }
    }
    eprintln!("{kills} kills in {tries} tries; {replayed} recordings had steps");
    assert!(replayed >= KILLS / 2, "{replayed} of {kills}");
}

/// A film that the player requested is kept even if the program is killed, because it may be the only trace of a long
/// run.
#[test]
fn the_film_of_a_killed_program_plays_in_every_format() {
    let folder = Folder::new("killed-formats");
    for name in ["a.gif", "a.apng", "a.raw"] {
        let kept = folder.file(&format!("{name}.dfrec"));
        let options = "--steps 1000000000 --size 64x48 --backend software --capture";
        let running = VIEWER
            .headless(options)
            .arguments(&[folder.file(name)])
            .start();
        let deadline = Instant::now() + Duration::from_secs(60);
        while !Film::open(&kept).is_ok_and(|film| film.len() > 20) {
            assert!(Instant::now() < deadline, "no frames");
            std::thread::sleep(Duration::from_millis(5));
        }
        running.signal("KILL");
        running.end();
        assert_eq!(folder.names(), [format!("{name}.dfrec")]);
        let mut film = Film::open(&kept).unwrap();
        assert!(pictures(&mut film).len() > 20);
        fs::remove_file(kept).unwrap();
    }
}
