//! Progress bars.

use super::{Play, bar};
use damselfly::prelude::*;

#[test]
fn a_bar_fills_by_eighths_of_a_character() {
    for (value, expected) in [
        (-5, "│ HP    │"),
        (0, "│ HP    │"),
        (1, "│ HP ▏  │"),
        (2, "│ HP ▎  │"),
        (3, "│ HP ▍  │"),
        (4, "│ HP ▌  │"),
        (5, "│ HP ▋  │"),
        (6, "│ HP ▊  │"),
        (7, "│ HP ▉  │"),
        (8, "│ HP █  │"),
        (15, "│ HP █▉ │"),
        (16, "│ HP ██ │"),
        (17, "│ HP ██ │"),
        (i64::MAX, "│ HP ██ │"),
    ] {
        let sixteen = ProgressBar {
            max: 16,
            width: 2,
            ..ProgressBar::default()
        };
        let play = Play::new(vec![Widget {
            show_value: false,
            ..bar(sixteen, value)
        }]);
        assert_eq!(play.game.text().line(1).trim(), expected, "{value}");
    }
}

#[test]
fn a_bars_value_or_percentage_keeps_its_place() {
    for (percent, value, expected) in [
        (true, -100, "│ HP        0% │"),
        (true, 99, "│ HP ███▉  99% │"),
        (true, 100, "│ HP ████ 100% │"),
        (false, -100, "│ HP      -100 │"),
        (false, 7, "│ HP ██▏     7 │"),
    ] {
        let range = ProgressBar {
            min: -100,
            max: 100,
            width: 4,
            percent,
        };
        let value = if percent { value * 2 - 100 } else { value };
        let play = Play::new(vec![bar(range, value)]);
        assert_eq!(play.game.text().line(1).trim(), expected, "{value}");
    }
}

#[test]
fn view_events_change_a_bar_within_its_range() {
    let range = ProgressBar {
        min: 10,
        max: 20,
        ..ProgressBar::default()
    };
    let mut play = Play::new(vec![bar(range, 15), bar(ProgressBar::default(), 15)]);
    for (event, expected) in [
        (HudEvent::add("HP", 3), [18, 18]),
        (HudEvent::add("HP", i64::MAX), [20, 100]),
        (HudEvent::add("HP", -1), [19, 99]),
        (HudEvent::set("HP", i64::MIN), [10, 0]),
        (HudEvent::add("MP", 5), [10, 0]),
    ] {
        play.game.world_mut().send(event);
        play.game.step();
        let world = play.game.world();
        let values = [0, 1].map(|index| world.hud.get(play.ids[index]).unwrap().value.number());
        assert_eq!(values, expected.map(Some));
    }
}
