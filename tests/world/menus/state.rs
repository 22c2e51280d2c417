//! Menus and widgets are state of the world: snapshots, rewinding, replays, and pauses.

use super::*;
use damselfly::hud::TextEntry;
use damselfly::input::MouseButton;
use damselfly::replay::InputRecording;
use std::path::Path;

/// A menu with a slider, a list and a text entry.
fn settings() -> Vec<Widget> {
    let entry = TextEntry {
        width: 8,
        ..TextEntry::default()
    };
    vec![
        Widget::slider("Volume", 0..=15).menu("menu"),
        Widget::list("Level", ["One", "Two", "Three"]).menu("menu"),
        Widget::new("Name").kind(entry).menu("menu"),
        Widget::button("Done").menu("menu").closes_menu(),
    ]
}

fn open() -> Harness<'static> {
    let mut game = play(settings());
    game.context().hud.open_menu("menu");
    game.step();
    game
}

#[test]
fn slider_list_and_entry_survive_snapshot_and_restore() {
    let mut game = open();
    // Half-way: the mouse drags the slider, the list is chosen from, and a name is being typed.
    game.context().hud.set("Level", 1);
    let entry = id_of(&game, "Name");
    game.context().hud.focus(Some(entry));
    game.type_text("Ann");
    game.tap(Key::Left);
    game.step();
    let bounds = game.world().hud.bounds(id_of(&game, "Volume")).unwrap();
    let line = |value: f32| vec2(bounds.max.x - 21.0 + 0.5 + value, bounds.min.y + 1.5);
    game.point_at(line(4.0));
    game.press_button(MouseButton::Left);
    game.step();
    let before = game.core().snapshot();
    let finish = |game: &mut Harness<'_>| {
        game.point_at(line(9.0));
        game.step();
        game.release_button(MouseButton::Left);
        let list = id_of(game, "Level");
        game.context().hud.focus(Some(list));
        game.tap(Key::Down);
        game.step();
        let entry = id_of(game, "Name");
        game.context().hud.focus(Some(entry));
        game.type_text("e");
        game.step();
        let hud = &game.world().hud;
        let text = hud.get(entry).unwrap().entry().unwrap().text.clone();
        (
            hud.value("Volume"),
            hud.value("Level"),
            text,
            game.checksum(),
        )
    };
    let first = finish(&mut game);
    assert_eq!((first.0, first.1, &*first.2), (Some(9), Some(2), "Anne"));
    game.core_mut().restore(&before);
    assert_eq!(finish(&mut game), first);
}

#[test]
fn each_state_of_a_widget_is_in_the_checksum() {
    // Each script changes one thing of the display that a later step depends on.
    type Script = fn(&mut Harness<'_>);
    let scripts: [(&str, Script); 8] = [
        ("nothing", |_| {}),
        ("a menu", |game| {
            game.context().hud.close_menu();
        }),
        ("the focus", |game| game.tap(Key::Down)),
        ("a value", |game| game.tap(Key::Right)),
        ("a tilted stick", |game| {
            game.pad_axis(0, PadAxis::LeftStickX, 0.5);
        }),
        ("a held direction", |game| {
            game.pad_button(0, PadButton::DPadUp, true);
        }),
        ("a held slider", |game| {
            let bounds = game.world().hud.bounds(id_of(game, "Volume")).unwrap();
            game.point_at(vec2(bounds.max.x - 20.5, bounds.min.y + 1.5));
            game.press_button(MouseButton::Left);
        }),
        ("a scroll area", |game| {
            game.context().hud.set_scroll_area("menu", Some(5));
        }),
    ];
    let sums = scripts.map(|(name, script)| {
        let mut game = open();
        script(&mut game);
        game.step();
        (name, game.checksum())
    });
    for (at, (name, sum)) in sums.iter().enumerate() {
        for (other, earlier) in &sums[..at] {
            assert_ne!(sum, earlier, "{name} and {other}");
        }
    }
}

#[test]
fn a_menu_works_while_the_game_is_paused_and_rewound() {
    let mut game = open().rewindable(1 << 26);
    let pause = |game: &mut Harness<'_>| {
        let mut cx = game.context();
        let is_open = cx.hud.open_menu_name().is_some();
        cx.change_altitudes([1], |settings| settings.enabled = !is_open);
    };
    let hero_x = |game: &Harness<'_>| {
        let hero = game.only("Hero");
        game.world().object(hero).unwrap().position().x
    };
    pause(&mut game);
    game.step();
    let start = hero_x(&game);
    let mut seen = Vec::new();
    for key in [Key::Right, Key::Right, Key::Down, Key::Down, Key::Tab] {
        game.tap(key);
        game.step();
        let hud = &game.world().hud;
        seen.push((focus(&game), hud.value("Volume"), game.checksum()));
        assert_eq!(hero_x(&game), start, "the game stands still");
    }
    assert_eq!(game.world().hud.value("Volume"), Some(2));
    // Backwards through the same states, then forwards with other keys.
    for expected in seen.iter().rev().skip(1) {
        assert!(game.step_back());
        let hud = &game.world().hud;
        let now = (focus(&game), hud.value("Volume"), game.checksum());
        assert_eq!(now, *expected);
    }
    game.tap(Key::Left);
    game.step();
    assert_eq!(game.world().hud.value("Volume"), Some(0));
    game.tap(Key::Escape);
    game.step();
    pause(&mut game);
    game.steps(4);
    assert_eq!(hero_x(&game), start + 1.0);
}

/// Sums up what the player sees of the menu.
fn seen(world: &World) -> (Option<&'static str>, Option<i64>, Option<i64>) {
    let hud = &world.hud;
    (
        hud.open_menu_name(),
        hud.value("Volume"),
        hud.value("Level"),
    )
}

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    for widget in settings() {
        cx.hud.add(widget);
    }
    cx.hud.open_menu("menu");
    Ok(())
}

/// Moves the slider by a held stick, chooses from the list by keys, and leaves the menu.
fn demo(step: u64, _: &World) -> Vec<InputEvent> {
    let stick = |value| InputEvent::Pad {
        pad: 1,
        change: damselfly::input::PadChange::Axis {
            axis: PadAxis::LeftStickX,
            value,
        },
    };
    let tap = |key| vec![InputEvent::press(key), InputEvent::release(key)];
    match step {
        2 => vec![stick(1.0)],
        40 => vec![stick(0.0)],
        42 | 44 => tap(Key::Down),
        46 => vec![InputEvent::pad_button(1, PadButton::East, true)],
        _ => Vec::new(),
    }
}

#[test]
fn a_menu_is_replayed_as_it_was_played() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("menu.replay");
    std::fs::remove_file(&file).ok();
    let options = Options {
        headless: true,
        steps: Some(60),
        record: Some(file.clone()),
        ..Options::default()
    };
    let app = App::new("Menus", options).cells(60, 24);
    app.demo(demo).run(start).unwrap();
    let recording = InputRecording::read(&file).unwrap();
    let app = App::new("Menus", recording.options()).cells(60, 24);
    let mut game = Harness::start(app, start).unwrap();
    game.replay(&recording).unwrap();
    // One by the press, one after 15 steps, and then every 4 steps.
    assert_eq!(seen(game.world()), (None, Some(7), Some(1)));
}

#[test]
fn a_hidden_menu_has_no_rows_and_copies_nothing() {
    let mut game = play(settings());
    game.step();
    let drawn = |game: &Harness<'_>| {
        let layers = game.world().hud.layers();
        layers.map(|(layer, _)| layer.len()).sum::<usize>()
    };
    assert_eq!(drawn(&game), 0);
    game.context().hud.open_menu("menu");
    game.step();
    assert!(drawn(&game) > 100);
    game.tap(Key::Escape);
    game.step();
    assert_eq!(drawn(&game), 0);
    // Another widget's layer stays as it is, step by step, although the hidden menu's values change.
    game.context().hud.add(Widget::new("Points"));
    game.step();
    // Keys are new in each step, because the harness restores snapshots.
    let version = |game: &Harness<'_>| {
        let layers = game.world().hud.layers();
        layers
            .map(|(layer, _)| layer.chunk_version(0))
            .collect::<Vec<_>>()
    };
    let before = version(&game);
    game.steps(20);
    assert_eq!(version(&game), before);
}
