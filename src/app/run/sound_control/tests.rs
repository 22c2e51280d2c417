//! Tests of the key that mutes a game, without a device.

use super::*;
use crate::app::Options;
use crate::files::Scratch;
use crate::hud::{TextEntry, Widget};

fn control(key: Option<Key>) -> (SoundControl, Core) {
    let mut app = App::new("A test", Options::default());
    app.mute_key = key;
    (SoundControl::start(&app, false), app.core(0))
}

fn press(key: Key) -> InputEvent {
    InputEvent::press(key)
}

#[test]
fn the_mute_key_toggles_and_never_reaches_the_game() {
    let (mut control, core) = control(Some(Key::M));
    let repeated = InputEvent::Key {
        key: Key::M,
        character: None,
        pressed: true,
        repeat: true,
    };
    let mut seen = vec![];
    for event in [
        press(Key::M),
        repeated,
        InputEvent::release(Key::M),
        press(Key::M),
    ] {
        assert!(control.take(&event, &core), "{event:?}");
        seen.push(control.setting.is_muted());
    }
    assert_eq!(seen, [true, true, true, false]);
    assert!(!control.take(&press(Key::N), &core));
}

#[test]
fn a_game_without_a_mute_key_receives_all_keys() {
    let (mut control, core) = control(None);
    assert!(!control.take(&press(Key::M), &core));
    assert!(!control.setting.is_muted());
}

#[test]
fn a_focused_text_entry_receives_the_mute_key() {
    let (mut control, mut core) = control(Some(Key::M));
    let entry = core
        .world
        .hud
        .add(Widget::new("Name").kind(TextEntry::default()));
    core.world.hud.focus(Some(entry));
    assert!(!control.take(&press(Key::M), &core));
    core.world.hud.focus(None);
    assert!(control.take(&press(Key::M), &core));
}

#[test]
fn the_mute_setting_lasts_in_a_file() {
    let folder = Scratch::new("mute");
    let file = folder.path("sound");
    let setting = MuteSetting::of_file(file.clone());
    assert!(!setting.is_muted(), "no file yet");
    for is_muted in [true, false, true] {
        setting.is_muted.store(is_muted, Ordering::Release);
        setting.write();
        assert_eq!(MuteSetting::of_file(file.clone()).is_muted(), is_muted);
    }
    // A damaged file does not mute.
    for content in ["", "MUTED", "muted\nmuted\n"] {
        std::fs::write(&file, content).unwrap();
        assert!(
            !MuteSetting::of_file(file.clone()).is_muted(),
            "{content:?}"
        );
    }
}

#[test]
fn a_key_before_the_end_changes_the_file() {
    let folder = Scratch::new("mute-key");
    let file = folder.path("sound");
    for round in 0..40 {
        let (mut control, core) = control(Some(Key::M));
        control.setting = MuteSetting::of_file(file.clone());
        assert_eq!(control.setting.is_muted(), round % 2 == 1);
        control.take(&press(Key::M), &core);
        control.close();
        let content = std::fs::read_to_string(&file).unwrap();
        assert_eq!(content == MUTED, round % 2 == 0);
    }
    let files = std::fs::read_dir(folder.path(".")).unwrap();
    assert_eq!(files.count(), 1, "nothing is left behind");
}

#[test]
#[cfg(feature = "sound")]
fn rewind_sound_decides_whether_a_rewinding_game_is_heard() {
    let app = || App::new("A test", Options::default());
    assert!(plays_backwards(&app()));
    assert!(!plays_backwards(&app().rewind_sound(false)));
    // A game that is never rewound keeps no sound.
    assert!(!plays_backwards(&app().rewind(0)));
}

#[test]
fn a_program_turned_off_opens_no_device_and_reads_no_setting() {
    let app = || App::new("A test", Options::default()).mute_key(Key::M);
    assert!(wants_device(&app()));
    let mut by_option = app();
    by_option.options.no_sound = true;
    for app in [app().sound(false), by_option] {
        assert!(!wants_device(&app));
        let control = SoundControl::start(&app, true);
        #[cfg(feature = "sound")]
        assert!(control.live.is_none());
        assert!(control.setting.file.is_none());
    }
}
