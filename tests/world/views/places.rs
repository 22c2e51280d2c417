//! Positions of widgets: anchors, stacks, groups, levels, and invisible widgets.

use super::*;
use damselfly::hud::WidgetLevels;

/// Returns the rows of the view that are not blank.
fn rows(game: &Harness<'_>) -> Vec<String> {
    let text = game.text().to_string();
    let rows = text.lines().filter(|line| !line.trim().is_empty());
    rows.map(str::to_owned).collect()
}

fn menu(labels: &[&'static str], place: HudAnchor) -> Vec<Widget> {
    let buttons = labels.iter().map(|&label| Widget::button(label));
    buttons
        .map(|button| button.at(place).group("menu"))
        .collect()
}

#[test]
fn nine_anchors_are_shown_in_nine_places() {
    let nine = [
        ("a", HudAnchor::TopLeft),
        ("b", HudAnchor::TopCenter),
        ("c", HudAnchor::TopRight),
        ("d", HudAnchor::CenterLeft),
        ("e", HudAnchor::Center),
        ("f", HudAnchor::CenterRight),
        ("g", HudAnchor::BottomLeft),
        ("h", HudAnchor::BottomCenter),
        ("i", HudAnchor::BottomRight),
    ];
    let views = nine.map(|(label, place)| Widget::text(label).at(place).border(false));
    let play = Play::new(views.into());
    let lines: Vec<String> = [0, 10, 19].map(|row| play.game.text().line(row)).into();
    let line = |[left, middle, right]: [char; 3]| format!(" {left}{middle:>29}{right:>28}");
    assert_eq!(
        lines,
        [['a', 'b', 'c'], ['d', 'e', 'f'], ['g', 'h', 'i']].map(line)
    );
}

#[test]
fn a_menu_stacks_buttons_of_equal_width() {
    let play = Play::new(menu(&["Play", "Settings", "Quit"], HudAnchor::Center));
    let shown: Vec<String> = rows(&play.game);
    assert_eq!(
        shown.iter().map(|row| row.trim()).collect::<Vec<_>>(),
        [
            "┌──────────┐",
            "│   Play   │",
            "└──────────┘",
            "┌──────────┐",
            "│ Settings │",
            "└──────────┘",
            "┌──────────┐",
            "│   Quit   │",
            "└──────────┘",
        ]
    );
}

#[test]
fn the_mouse_and_tab_find_what_is_stacked() {
    let mut play = Play::new(menu(&["Play", "Settings", "Quit"], HudAnchor::BottomRight));
    for (index, label) in [(0, "<Play>"), (1, "<Settings>"), (2, "<Quit>")] {
        let bounds = play.game.world().hud.bounds(play.ids[index]).unwrap();
        // The click is at the end of the button, beside its label: the whole width belongs to the button.
        play.game.click_at(bounds.max - vec2(0.5, 0.5));
        assert_eq!(play.receive(), label);
        play.game.tap(Key::Tab);
        play.game.step();
        assert_eq!(play.focus(), Some(index), "in the order of adding");
    }
}

#[test]
fn an_invisible_widget_leaves_its_place_in_the_group() {
    let mut play = Play::new(menu(&["Play", "Settings", "Quit"], HudAnchor::TopLeft));
    let [first, second, third] = [0, 1, 2].map(|index| play.ids[index]);
    let hud = &mut play.game.world_mut().hud;
    assert!(hud.focus(Some(second)).is_done());
    let view = hud.get_mut(second).unwrap();
    view.visible = false;
    view.button_mut().unwrap().hot_key = Some(Key::S);
    assert_eq!(hud.focused(), None);
    assert!(!hud.focus(Some(second)).is_done());
    assert_eq!(
        hud.at(vec2(2.0, 4.0)),
        None,
        "at once, where it still is seen"
    );
    play.game.tap(Key::S);
    assert_eq!(play.receive(), "S-down S-up");
    let hud = &play.game.world().hud;
    assert_eq!(hud.bounds(second), None);
    assert_eq!(hud.at(vec2(2.0, 1.0)), Some(first));
    assert_eq!(hud.at(vec2(2.0, 4.0)), Some(third));
    assert!(!play.game.shows("Settings"));
    // The widest button is not shown, so that the others are narrower.
    assert!(play.game.shows("│ Play │"));
}

#[test]
fn an_invisible_view_object_is_still_counted() {
    let mut play = Play::new(vec![Widget::new("Points").visible(false)]);
    play.game.world_mut().send(HudEvent::add("Points", 7));
    play.game.step();
    assert_eq!(play.game.world().hud.value("Points"), Some(7));
    assert!(!play.game.shows("Points"));
    play.game
        .world_mut()
        .hud
        .get_mut(play.ids[0])
        .unwrap()
        .visible = true;
    play.game.step();
    assert!(play.game.shows("│ Points 7 │"));
}

#[test]
fn a_view_object_is_shown_on_the_levels_that_it_names() {
    let all: [(WidgetLevels, &[u16]); 6] = [
        (0.into(), &[1, 2, 3, 4, 5]),
        (WidgetLevels::All, &[1, 2, 3, 4, 5]),
        (2.into(), &[2]),
        ((2..=4).into(), &[2, 3, 4]),
        ((2..=3).into(), &[2, 3]),
        ([1, 5].into(), &[1, 5]),
    ];
    for (levels, expected) in all {
        let button = Widget::button("Button").hot_key(Key::B);
        let mut play = Play::new(vec![button.levels(levels.clone())]);
        let recorder = play.game.world().objects().next().unwrap();
        play.game
            .context()
            .object_mut(recorder)
            .unwrap()
            .set_persistent(true);
        let shown = (1..=5).filter(|&level| {
            play.game.context().change_level(level);
            play.game.step();
            let shows = play.game.shows("Button");
            play.game.tap(Key::B);
            assert_eq!(play.receive().contains("<Button>"), shows);
            shows
        });
        assert_eq!(shown.collect::<Vec<_>>(), expected, "{levels:?}");
    }
}

#[test]
fn a_margin_and_a_spacing_are_kept_free() {
    let mut play = Play::new(menu(&["One", "Two"], HudAnchor::TopRight));
    let hud = &mut play.game.world_mut().hud;
    assert_eq!((hud.margin(), hud.spacing()), ((0, 0), 0));
    hud.set_margin(4, 2);
    hud.set_spacing(1);
    assert_eq!((hud.margin(), hud.spacing()), ((4, 2), 1));
    play.game.step();
    let hud = &play.game.world().hud;
    let bounds = [0, 1].map(|index| hud.bounds(play.ids[index]).unwrap());
    assert_eq!(
        bounds.map(|bounds| (bounds.min, bounds.max.x)),
        [(vec2(49.0, 2.0), 56.0), (vec2(49.0, 6.0), 56.0)]
    );
}

#[test]
fn in_a_view_of_pixels_bounds_are_pixels() {
    let app = App::new("Pixels", Options::default()).pixels(484, 330);
    let mut play = Play::of(app, menu(&["One", "Two"], HudAnchor::TopLeft));
    let bounds = play.game.world().hud.bounds(play.ids[1]).unwrap();
    assert_eq!(
        (bounds.min, bounds.max),
        (vec2(0.0, 48.0), vec2(56.0, 96.0))
    );
    play.game.click_at(bounds.center());
    assert_eq!(play.receive(), "<Two>");
}

#[test]
fn several_lines_are_drawn_one_below_the_other() {
    let play = Play::new(vec![
        Widget::text("Game over\npress Space").at(HudAnchor::Center),
        Widget::new("Items")
            .value("rope\nlamp")
            .at(HudAnchor::TopLeft),
        Widget::button("Play\nagain").at(HudAnchor::BottomRight),
        Widget::text("a\nlong")
            .at(HudAnchor::TopRight)
            .border(false),
    ]);
    let text = play.game.text();
    let found = [0, 1, 2, 3].map(|row| text.line(row));
    assert_eq!(found[0].split_once('┐').unwrap().0, "┌────────────");
    assert_eq!(found[0].split_once('┐').unwrap().1.trim(), "a");
    assert!(found[1].starts_with("│ Items rope │"), "{}", found[1]);
    assert!(
        found[1].ends_with("  long"),
        "at the right, lines end there"
    );
    assert!(found[2].starts_with("│       lamp │"), "{}", found[2]);
    assert_eq!(found[3], "└────────────┘");
    assert!(play.game.shows("│  Game over  │"), "{text}");
    assert!(play.game.shows("│ press Space │"));
    assert!(play.game.shows("│ Play  │") && play.game.shows("│ again │"));
}

#[test]
fn a_scaled_widget_is_found_where_it_is_drawn() {
    let mut play = Play::new(vec![
        Widget::button("Play")
            .scaled(2)
            .at(HudAnchor::Center)
            .group("menu"),
        Widget::button("Quit").at(HudAnchor::Center).group("menu"),
    ]);
    assert!(play.game.shows("Play") && play.game.shows("Quit"));
    let hud = &play.game.world().hud;
    let [large, small] = [0, 1].map(|at| hud.bounds(play.ids[at]).unwrap());
    // The box of the first button has four characters with a blank and a border on either side, in three lines, at
    // twice the size. The second one has the same width, because both are in one group.
    assert_eq!(large.size(), vec2(16.0, 6.0));
    assert_eq!(small.size(), vec2(16.0, 3.0), "of one group");
    assert!(!large.overlaps(&small));
    let corner = large.max - vec2(0.5, 0.5);
    assert_eq!(hud.at(corner), Some(play.ids[0]));
    play.press_at(corner);
    play.receive();
    play.release_at(corner);
    assert!(play.receive().contains("<Play>"));
}
