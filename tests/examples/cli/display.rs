//! Without a display or a driver, a program reports what is missing and does what is possible.

#[cfg(target_os = "linux")]
use super::examples::SPRITE_MARK;
use super::examples::{EXAMPLES, VIEWER};
use super::folder::Folder;
use super::gpu;
#[cfg(all(target_os = "linux", feature = "gpu"))]
use super::program::Program;
use super::program::Ran;

/// A display that does not exist.
#[cfg(target_os = "linux")]
const DEAD: &str = ":7791";
/// A driver that does not exist.
#[cfg(all(target_os = "linux", feature = "gpu"))]
const NOWHERE: &str = "/nonexistent/driver.json";

fn lines_with<'a>(text: &'a str, what: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.contains(what)).collect()
}

/// Expects one log line about the missing display, and a film with this name in the folder, which one line of standard
/// output names.
fn check_fallback(ran: &Ran, folder: &Folder, name: &str) {
    assert_eq!(lines_with(&ran.stderr, "no display").len(), 1, "{ran}");
    let said = lines_with(&ran.stdout, name);
    assert_eq!(said.len(), 1, "{ran}");
    // None of the programs checked here has a demonstration.
    assert!(said[0].contains("played the game without input"), "{ran}");
    image::open(folder.path().join(name)).unwrap();
}

#[test]
fn without_a_display_the_demonstration_is_saved_as_a_gif() {
    let folder = Folder::new("no-display");
    let ran = VIEWER
        .with("--checksum --backend software")
        .in_folder(folder.path())
        .expect(0);
    check_fallback(&ran, &folder, "target/viewer.gif");
    assert_eq!(ran.checksum().1, 600);
}

#[cfg(target_os = "linux")]
#[test]
fn a_display_without_a_server_counts_as_none() {
    let folder = Folder::new("dead-display");
    let ran = SPRITE_MARK
        .with("--steps 5 --backend software")
        .env("DISPLAY", DEAD)
        .in_folder(folder.path())
        .expect(0);
    check_fallback(&ran, &folder, "target/sprite_mark.gif");
}

#[test]
fn without_a_display_the_gif_goes_to_the_path_of_the_option() {
    let folder = Folder::new("own-film");
    let ran = VIEWER
        .with("--steps 5 --backend software --capture own.gif")
        .in_folder(folder.path())
        .expect(0);
    check_fallback(&ran, &folder, "own.gif");
    assert_eq!(folder.names(), ["own.gif"]);
}

#[test]
fn without_a_display_and_a_writable_folder_one_line_reports_it() {
    let folder = Folder::new("no-place");
    folder.put("target", "a file where a folder would be made");
    let ran = VIEWER
        .with("--steps 5 --log off")
        .in_folder(folder.path())
        .expect(1);
    assert!(ran.only_line().contains("target"), "{ran}");
}

#[cfg(all(target_os = "linux", feature = "window"))]
#[test]
fn a_scale_factor_that_is_not_a_number_is_refused() {
    for value in ["abc", "0", "-1", "NaN", "inf"] {
        let ran = VIEWER
            .with("--steps 5 --log off")
            .env("DISPLAY", DEAD)
            .env("WINIT_X11_SCALE_FACTOR", value)
            .expect(1);
        let line = ran.only_line();
        assert!(line.contains("WINIT_X11_SCALE_FACTOR"), "{ran}");
        assert!(line.contains(value), "{ran}");
    }
}

/// Hides all GPU drivers from the program.
#[cfg(all(target_os = "linux", feature = "gpu"))]
fn without_driver(program: Program) -> Program {
    program
        .env("VK_DRIVER_FILES", NOWHERE)
        .env("VK_ICD_FILENAMES", NOWHERE)
}

#[cfg(all(target_os = "linux", feature = "gpu"))]
#[test]
fn without_a_driver_the_software_backend_draws_unless_the_gpu_is_required() {
    let folder = Folder::new("no-driver");
    let file = folder.file("a.png");
    let options = format!("--steps 2 --screenshot {file}");
    let ran = without_driver(VIEWER.headless(&options)).expect(0);
    let lines = lines_with(&ran.stderr, "backend software");
    assert_eq!((lines.len(), ran.stderr.lines().count()), (1, 2), "{ran}");
    image::open(&file).unwrap();
    let options = "--json --frames 2 --steps 40";
    let ran = without_driver(SPRITE_MARK.headless(options)).expect(0);
    let lines = lines_with(&ran.stderr, "software backend");
    assert_eq!(lines.len(), 1, "what is measured asks for a GPU: {ran}");
    let options = "--steps 2 --log off --backend gpu";
    let ran = without_driver(VIEWER.headless(options)).expect(1);
    let line = ran.only_line();
    assert!(line.contains("driver"), "what is missing: {ran}");
    assert!(line.contains("--backend software"), "what to do: {ran}");
}

#[test]
fn a_headless_run_asks_no_driver_and_prints_only_its_own_lines() {
    let folder = Folder::new("no-window");
    let shot = folder.file("a.png");
    for example in EXAMPLES {
        let quiet = |options: &str| {
            example
                .headless(options)
                // With this setting, the Vulkan loader prints lines if it runs.
                .env("VK_LOADER_DEBUG", "all")
                .without_env("XDG_RUNTIME_DIR")
        };
        let ran = quiet("--steps 3 --checksum --log off").expect(0);
        assert_eq!(ran.stderr, "", "{ran}");
        let ran = quiet(&format!("--steps 3 --screenshot {shot}")).expect(0);
        let lines = lines_with(&ran.stderr, "backend software");
        // Standard error has the banner and one line after it.
        assert_eq!((lines.len(), ran.stderr.lines().count()), (1, 2), "{ran}");
    }
}

#[test]
fn the_gpu_draws_with_the_option_for_it() {
    if !gpu::is_there("the_gpu_draws_with_the_option_for_it") {
        return;
    }
    let ran = VIEWER.headless("--steps 2 --backend gpu").expect(0);
    let lines = lines_with(&ran.stderr, "backend gpu");
    assert_eq!(lines.len(), 1, "{ran}");
    let adapter = lines[0].split_once("backend gpu on ");
    assert!(
        adapter.is_some_and(|(_, name)| !name.trim().is_empty()),
        "{ran}"
    );
}
