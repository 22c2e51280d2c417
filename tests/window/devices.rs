//! The clipboard of the desktop, and files dropped on the window.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use damselfly::input::InputEvent;
use damselfly::replay::InputRecording;

use crate::fits::wait_for_twice_the_size;
use crate::replays::Recording;
use crate::xserver::{Display, Key, Program, is_set};

/// Returns `xclip` for the clipboard of this display. Without the program the test is skipped with a message, or fails
/// if `DAMSELFLY_REQUIRE_DISPLAY=1` is set.
fn xclip(display: &Display, way: &str) -> Option<Command> {
    let is_there = Command::new("xclip").arg("-version").output().is_ok();
    if !is_there {
        assert!(!is_set("DAMSELFLY_REQUIRE_DISPLAY"), "no xclip");
        eprintln!("SKIPPED: xclip is not installed");
        return None;
    }
    // Without a limit, `xclip` waits for ever if the clipboard gets another owner while a long text is read.
    let mut command = Command::new("timeout");
    command
        .args(["2", "xclip", way, "-selection", "clipboard"])
        .env("DISPLAY", display.name())
        .stderr(Stdio::null());
    Some(command)
}

/// Copies a text to the clipboard of this display, as another program does.
fn copy(display: &Display, text: &[u8]) -> Option<()> {
    let mut command = xclip(display, "-i")?;
    let mut running = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    running.stdin.take().unwrap().write_all(text).unwrap();
    assert!(running.wait().unwrap().success());
    Some(())
}

/// Opens the example `window`, and waits until it has the keyboard.
fn window<'d>(display: &'d Display, recording: &Recording) -> crate::xserver::Game<'d> {
    let program = Program::example("window", "software");
    let game = program
        .with(&["--seed", "1", "--record", recording.file()])
        .on(display)
        .opened("Window");
    display.client.tap(Key::F6);
    wait_for_twice_the_size(display);
    game
}

/// Gives the window the typed text as its title, and waits until the title contains this.
fn wait_for_typed(display: &Display, text: &str) {
    display.client.tap(Key::F11);
    display.wait_for(text, || {
        let found = display.client.find(text);
        if found.is_none() {
            // The text may have arrived after the title was set.
            display.client.tap(Key::F11);
        }
        found
    });
}

/// Waits until the clipboard has this text.
fn wait_for_copied(display: &Display, text: &str) {
    display.wait_for("the copied text", || {
        let output = xclip(display, "-o")?.output().ok()?;
        (output.stdout == text.as_bytes()).then_some(())
    });
}

#[test]
fn text_goes_through_the_clipboard_both_ways() {
    // The server ends with the test, and with it the programs that own the clipboard.
    let Some(display) = &Display::own(&[]) else {
        return;
    };
    if copy(display, "from \u{df}\u{5c3c}\n".as_bytes()).is_none() {
        return;
    }
    let recording = Recording::new("clipboard.replay");
    let game = window(display, &recording);
    display.client.tap(Key::PageDown);
    wait_for_typed(display, "from \u{df}");
    display.client.tap(Key::A);
    wait_for_typed(display, "a");
    display.client.tap(Key::PageUp);
    wait_for_copied(display, "from \u{df}\u{5c3c}a");
    game.close();
    let recording = InputRecording::read(recording.file()).unwrap();
    let events: Vec<_> = recording
        .steps()
        .iter()
        .flat_map(|step| step.events)
        .collect();
    let pasted = InputEvent::paste("from \u{df}\u{5c3c}\n");
    assert!(events.contains(&pasted), "{events:?}");
}

#[test]
fn huge_and_invalid_clipboards_are_one_line_or_nothing() {
    // The server ends with the test, and with it the programs that own the clipboard.
    let Some(display) = &Display::own(&[]) else {
        return;
    };
    let huge = vec![b'x'; InputEvent::MAX_TEXT_BYTES + 1];
    if copy(display, &huge).is_none() {
        return;
    }
    let recording = Recording::new("huge_clipboard.replay");
    let game = window(display, &recording);
    display.client.tap(Key::PageDown);
    display.client.tap(Key::PageDown);
    // A copied text proves that the earlier requests were carried out.
    display.client.tap(Key::A);
    wait_for_typed(display, "a");
    display.client.tap(Key::PageUp);
    wait_for_copied(display, "a");
    copy(display, b"bad \xff\xfe").unwrap();
    display.client.tap(Key::PageDown);
    copy(display, b"good").unwrap();
    display.wait_for("the good text", || {
        display.client.tap(Key::PageDown);
        display.client.tap(Key::F11);
        display.client.find("good")
    });
    let ended = game.close();
    let lines = ended
        .said
        .matches("the clipboard's text is not pasted")
        .count();
    assert!((1..=2).contains(&lines), "{}", ended.said);
    let recording = InputRecording::read(recording.file()).unwrap();
    let steps = recording.steps().iter();
    let longest = steps
        .flat_map(|step| step.events)
        .filter_map(|event| match event {
            InputEvent::Paste(text) => Some(text.len()),
            _ => None,
        });
    assert!(longest.max().unwrap() < 100);
}

#[test]
fn dropped_files_arrive_with_their_content() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (small, large) = (folder.join("drop \u{df}.bin"), folder.join("huge.bin"));
    fs::write(&small, [0, 255, 7]).unwrap();
    let huge = fs::File::create(&large).unwrap();
    huge.set_len(InputEvent::MAX_DROPPED_BYTES + 1).unwrap();
    let recording = Recording::new("drops.replay");
    let game = window(display, &recording);
    let folder = folder.display();
    let uris = format!("file://{folder}/huge.bin\r\nfile://{folder}/drop%20%C3%9F.bin\r\n");
    display.client.drag_files(game.window, &uris, false);
    display.client.drag_files(game.window, &uris, true);
    wait_for_typed(display, "drop \u{df}.bin: 3 bytes");
    let ended = game.close();
    assert_eq!(
        ended.said.matches("huge.bin is ignored").count(),
        1,
        "{}",
        ended.said
    );
    let recording = InputRecording::read(recording.file()).unwrap();
    let mut events: Vec<_> = recording
        .steps()
        .iter()
        .flat_map(|step| step.events)
        .collect();
    events.retain(|event| {
        matches!(
            event,
            InputEvent::FilesHovered(_) | InputEvent::FileDropped(_)
        )
    });
    // Each file hovers and is dropped. The game's state lists changes only, the recording all events.
    events.dedup();
    let expected = [
        InputEvent::FilesHovered(true),
        InputEvent::FilesHovered(false),
        InputEvent::FilesHovered(true),
        InputEvent::FilesHovered(false),
        InputEvent::dropped_file("drop \u{df}.bin", [0, 255, 7]),
    ];
    assert_eq!(events, expected);
    fs::remove_file(large).unwrap();
}
