//! The finished game of the guide: a saved score is input of the run, so its recording contains it.

use std::fs;
use std::path::PathBuf;

use crate::play::on_each_backend;
use crate::replays::Recording;
use crate::xserver::Program;

const PROGRAM: &str = "guide_10_saving";

#[test]
fn a_saved_score_is_input_that_a_recording_has() {
    on_each_backend(|display, backend| {
        let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("best-{backend}"));
        fs::create_dir_all(home.join("Fireflies")).expect("a folder for saved games");
        let file = home.join("Fireflies/best.txt");
        fs::write(&file, "321\n").expect("a saved score");
        let path = home
            .to_str()
            .expect("a temporary folder has a name in UTF-8");
        let recording = Recording::new(&format!("best-{backend}.replay"));
        let played = Program::example(PROGRAM, backend)
            .with(&["--steps", "20", "--checksum", "--record", recording.file()])
            .under("XDG_DATA_HOME", path)
            .on(display)
            .ended();
        played.well();
        fs::remove_dir_all(&home).ok();

        // The replay must not read the file, which is gone.
        let replayed = Program::example(PROGRAM, "software")
            .with(&["--headless", "--checksum", "--text", "--replay"])
            .with(&[recording.file()])
            .under("XDG_DATA_HOME", path)
            .on(display)
            .ended();
        replayed.well();
        assert!(
            replayed.printed.contains("Best 321"),
            "{}",
            replayed.printed
        );
        assert!(
            replayed.printed.ends_with(&played.printed),
            "{}",
            replayed.printed
        );
        assert!(!home.exists(), "a replay has written");
    });
}
