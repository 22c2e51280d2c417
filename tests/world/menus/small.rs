//! Widgets in views that are too small for them.

use super::*;
use damselfly::hud::{Dialogue, Slider};

/// Starts a game with one widget in a view of 20 × 8 characters. The widget has the focus.
fn small(widget: Widget) -> Harness<'static> {
    let app = App::new("Small", Options::default()).cells(20, 8);
    let mut game = Harness::start(app, |cx| {
        let id = cx.hud.add(widget.at(HudAnchor::TopLeft));
        cx.spawn_with(Object::default(), Listener);
        cx.hud.focus(Some(id));
        Ok(())
    })
    .unwrap();
    game.step();
    game
}

#[test]
fn titles_of_tabs_do_not_run_into_one_another() {
    let game = small(Widget::tabs("", ["Alphabetical", "Best"]));
    let text = game.text().to_string();
    assert!(text.contains("Alphabe Best"), "{text}");
}

#[test]
fn items_of_a_list_end_before_its_edge() {
    let long = "an item that is far too long";
    let game = small(Widget::list("", [long; 3]));
    let text = game.text().to_string();
    for row in 1..3 {
        let line: Vec<char> = text.lines().nth(row).unwrap().chars().collect();
        let item: String = line[3..].iter().collect();
        let shown = item.trim_end_matches([' ', '║']);
        assert!(long.starts_with(shown), "{text}");
    }
}

#[test]
fn a_slider_wider_than_the_view_reaches_its_ends() {
    let mut game = small(Widget {
        show_value: false,
        ..Widget::slider("", 0..=100)
    });
    let id = id_of(&game, "");
    let mut cx = game.context();
    let slider = cx.hud.get_mut(id).unwrap().custom_mut().unwrap();
    slider.content_mut::<Slider>().unwrap().width = 300;
    game.step();
    for (key, value) in [(Key::End, 100), (Key::Home, 0)] {
        game.tap(key);
        game.step();
        let text = game.text().to_string();
        assert!(text.contains('█'), "{text}");
        let widget = game.world().hud.get(id).unwrap();
        assert_eq!(widget.value.number(), Some(value));
    }
}

#[test]
fn a_dialogue_longer_than_the_view_shows_its_choice() {
    let names = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];
    let text = "Which letter of the alphabet do you like?";
    let dialogue = Dialogue::new(text).width(12).pace(0);
    let dialogue = names.iter().fold(dialogue, |it, &name| it.choice(name));
    let mut game = small(Widget::dialogue("", dialogue));
    let seen = |game: &Harness<'_>| -> String {
        let is_name = |character: &char| names.concat().contains(*character);
        let text = game.text().to_string();
        text.chars().filter(is_name).collect()
    };
    // Six rows are left for nine choices.
    let before = seen(&game);
    assert!(before.starts_with('A') && !before.contains('I'), "{before}");
    for _ in 1..names.len() {
        game.tap(Key::Down);
        game.step();
    }
    let after = seen(&game);
    assert!(after.ends_with('I') && !after.contains('A'), "{after}");
    game.tap(Key::Enter);
    assert_eq!(events(&mut game), "=8");
    // A press chooses the visible choice under the mouse.
    let text = game.text().to_string();
    let y = text.lines().position(|line| line.contains('F'));
    game.click_at(vec2(4.5, y.unwrap() as f32 + 0.5));
    assert_eq!(events(&mut game), "=5");
}

#[test]
fn a_long_text_of_a_dialogue_shows_its_latest_lines() {
    let words: Vec<String> = (10..40).map(|number| format!("word{number}")).collect();
    let dialogue = Dialogue::new(words.join(" ")).width(12);
    let mut game = small(Widget::dialogue("", dialogue));
    game.steps(20);
    assert!(game.shows("word10"), "{}", game.text());
    game.steps(400);
    let text = game.text().to_string();
    assert!(
        text.contains("word39") && !text.contains("word10"),
        "{text}"
    );
}
