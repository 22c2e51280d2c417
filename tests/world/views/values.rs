//! Values: numbers and texts, and widgets that do not move while their values change.

use damselfly::world::Outcome;

use super::*;

#[test]
fn a_value_may_be_a_text() {
    let mut play = Play::new(vec![Widget::new("Weapon").value("Laser")]);
    assert!(play.game.shows("│ Weapon Laser │"));
    for (event, shown) in [
        (HudEvent::set("Weapon", "Net"), "│ Weapon Net │"),
        (
            HudEvent::set("Weapon", String::from("Bow")),
            "│ Weapon Bow │",
        ),
        (HudEvent::set("Weapon", 5), "│ Weapon 5 │"),
        (HudEvent::add("Weapon", 1), "│ Weapon 6 │"),
        (HudEvent::set("Weapon", ""), "│ Weapon │"),
    ] {
        play.game.world_mut().send(event);
        play.game.step();
        assert!(play.game.shows(shown), "{}", play.game.text());
    }
    assert_eq!(play.game.world().refusals(), 0);
}

#[test]
fn values_can_be_set_at_once() {
    let mut play = Play::new(vec![Widget::new("Points"), Widget::new("Weapon").levels(7)]);
    let hud = &mut play.game.world_mut().hud;
    assert!(hud.set("Points", 5).is_done() && hud.add_to("Points", 10).is_done());
    assert_eq!((hud.value("Points"), hud.text("Points")), (Some(15), None));
    assert!(hud.set("Weapon", "Net").is_done(), "on another level, too");
    assert_eq!(
        (hud.value("Weapon"), hud.text("Weapon")),
        (None, Some("Net"))
    );
    assert!(!hud.set("Lives", 1).is_done() && !hud.add_to("Lives", 1).is_done());
    assert_eq!((hud.value("Lives"), hud.text("Lives")), (None, None));
    play.game.step();
    assert!(play.game.shows("│ Points 15 │"));
    assert_eq!(play.game.world().refusals(), 0);
}

#[test]
fn what_a_value_cannot_be_is_refused_and_counted() {
    let mut play = Play::new(vec![
        Widget::new("Weapon").value("Laser"),
        bar(ProgressBar::default(), 30),
    ]);
    let added = HudEvent {
        change: damselfly::hud::HudChange::Add,
        ..HudEvent::set("HP", "1")
    };
    let events = [
        HudEvent::add("Weapon", 1),
        HudEvent::set("HP", "full"),
        added,
    ];
    for (count, event) in (1..).zip(events) {
        play.game.world_mut().send(event);
        play.game.step();
        assert_eq!(play.game.world().refusals(), count);
    }
    let hud = &mut play.game.world_mut().hud;
    assert_eq!(hud.add_to("Weapon", 1), Outcome::Refused);
    assert_eq!(hud.set("HP", "full"), Outcome::Refused);
    assert_eq!(hud.text("Weapon"), Some("Laser"));
    assert_eq!(hud.value("HP"), Some(30));
    assert_eq!(play.game.world().refusals(), 5);
}

#[test]
fn a_bar_shows_a_text_as_empty() {
    let play = Play::new(vec![Widget::new("HP").value("full").kind(ProgressBar {
        width: 4,
        ..ProgressBar::default()
    })]);
    assert!(play.game.shows("│ HP        0% │"), "{}", play.game.text());
}

#[test]
fn labels_and_edges_stand_still_while_digits_are_added() {
    let place = |place| Widget::new("Points").at(place);
    for (view, shown) in [
        (
            place(HudAnchor::TopLeft),
            ["│ Points 9 │", "│ Points 10 │", "│ Points 9 │"],
        ),
        (
            place(HudAnchor::TopLeft).digits(3),
            ["│ Points   9 │", "│ Points  10 │", "│ Points   9 │"],
        ),
        (
            place(HudAnchor::Center).value(10),
            ["│ Points  9 │", "│ Points 10 │", "│ Points  9 │"],
        ),
        (
            place(HudAnchor::Center),
            ["│ Points 9 │", "│ Points 10 │", "│ Points 9 │"],
        ),
    ] {
        let mut play = Play::new(vec![view]);
        let mut columns = vec![];
        for (number, shown) in [9, 10, 9].into_iter().zip(shown) {
            play.game.world_mut().send(HudEvent::set("Points", number));
            play.game.step();
            assert!(play.game.shows(shown), "{}", play.game.text());
            let bounds = play.game.world().hud.bounds(play.ids[0]).unwrap();
            columns.push(bounds.min.x);
        }
        assert!(columns.iter().all(|&column| column == columns[0]));
    }
}

#[test]
fn the_values_of_a_group_end_below_each_other() {
    let view = |label| Widget::new(label).at(HudAnchor::TopRight).group("list");
    let play = Play::new(vec![
        view("Points").value(1200),
        view("Lives").value(3),
        view("Weapon").value("Laser"),
    ]);
    let text = play.game.text();
    assert_eq!(text.line(1).trim(), "│ Points  1200 │");
    assert_eq!(text.line(4).trim(), "│ Lives      3 │");
    assert_eq!(text.line(7).trim(), "│ Weapon Laser │");
}
