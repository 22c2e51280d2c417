//! Rules of stacks, groups and places, against what is drawn nowhere: rectangles.

use super::*;
use crate::geometry::Rect;
use crate::hud::{Button, WidgetValue};
use proptest::prelude::*;

const SCREEN: Vec2 = Vec2::new(80.0, 24.0);

/// Every place but the free ones.
const PLACES: [HudAnchor; 13] = [
    HudAnchor::TopLeft,
    HudAnchor::TopCenter,
    HudAnchor::TopRight,
    HudAnchor::CenterLeft,
    HudAnchor::Center,
    HudAnchor::CenterRight,
    HudAnchor::BottomLeft,
    HudAnchor::BottomCenter,
    HudAnchor::BottomRight,
    HudAnchor::TopOneSixth,
    HudAnchor::TopFiveSixths,
    HudAnchor::BottomOneSixth,
    HudAnchor::BottomFiveSixths,
];

fn placed(views: impl IntoIterator<Item = Widget>) -> Vec<PlacedWidget> {
    let views = (0..).zip(views);
    views
        .map(|(id, view)| PlacedWidget::new(WidgetId(id), view))
        .collect()
}

/// Where they are on level 1 of a view of this size.
fn arranged(views: impl IntoIterator<Item = Widget>, screen: Vec2) -> Vec<Option<Rect>> {
    let mut views = placed(views);
    Arranger::default().arrange(&mut views, 1, screen);
    bounds(&views)
}

fn bounds(views: &[PlacedWidget]) -> Vec<Option<Rect>> {
    let layouts = views.iter().map(|placed| placed.layout);
    layouts
        .map(|layout| layout.map(|layout| layout.bounds))
        .collect()
}

/// Where one is, alone.
fn alone(view: Widget) -> Rect {
    arranged([view], SCREEN)[0].unwrap()
}

fn overlap(one: Rect, other: Rect) -> bool {
    one.min.cmplt(other.max).all() && other.min.cmplt(one.max).all()
}

#[test]
fn the_nine_anchors_are_the_corners_the_edges_and_the_middle_of_the_view() {
    // "│ abc 7 │": 9 × 3 characters in a view of 80 × 24.
    let corners = [
        (0.0, 0.0),
        (36.0, 0.0),
        (71.0, 0.0),
        (0.0, 11.0),
        (36.0, 11.0),
        (71.0, 11.0),
        (0.0, 21.0),
        (36.0, 21.0),
        (71.0, 21.0),
    ];
    for (place, corner) in PLACES.into_iter().zip(corners) {
        let bounds = alone(Widget::new("abc").value(7).at(place));
        assert_eq!(bounds.min, Vec2::from(corner), "{place:?}");
        assert_eq!(bounds.size(), Vec2::new(9.0, 3.0));
    }
}

#[test]
fn a_margin_is_kept_free_at_every_edge() {
    let mut arranger = Arranger {
        margin: (3, 2),
        ..Arranger::default()
    };
    let free = Rect {
        min: Vec2::new(3.0, 2.0),
        max: SCREEN - Vec2::new(3.0, 2.0),
    };
    for place in PLACES {
        let mut views = placed([Widget::new("abc").at(place)]);
        arranger.arrange(&mut views, 1, SCREEN);
        let Rect { min, max } = bounds(&views)[0].unwrap();
        assert!(min.cmpge(free.min).all() && max.cmple(free.max).all());
        let stack = place.stack().unwrap();
        assert!(stack.column != AnchorColumn::Left || min.x == free.min.x);
        assert!(stack.column != AnchorColumn::Right || max.x == free.max.x);
        assert!(stack.row != AnchorRow::Top || min.y == free.min.y);
        assert!(stack.row != AnchorRow::Bottom || max.y == free.max.y);
    }
}

#[test]
fn a_free_place_is_the_left_end_the_middle_or_the_right_end() {
    let at = Vec2::new(40.0, 12.5);
    let bounds = |align| alone(Widget::new("abcd").value(7).at((at, align)));
    assert_eq!(bounds(Align::Left).min, Vec2::new(40.0, 11.0));
    assert_eq!(bounds(Align::Center).min, Vec2::new(35.0, 11.0));
    assert_eq!(bounds(Align::Right).max, Vec2::new(40.0, 14.0));
    assert_eq!(
        alone(Widget::new("abcd").value(7).at(at)),
        bounds(Align::Center)
    );
}

#[test]
fn a_stack_grows_down_from_the_top_up_from_the_bottom_and_about_the_middle() {
    for (place, tops) in [
        (HudAnchor::TopRight, [0.0, 3.0, 7.0]),
        (HudAnchor::TopOneSixth, [0.0, 3.0, 7.0]),
        (HudAnchor::Center, [8.0, 11.0, 15.0]),
        (HudAnchor::BottomLeft, [21.0, 17.0, 16.0]),
    ] {
        let views = [
            Widget::new("One"),
            Widget::text("Two\nlines"),
            Widget::new("Three").border(false),
        ];
        let bounds = arranged(views.map(|view| view.at(place)), SCREEN);
        let found = bounds.iter().map(|bounds| bounds.unwrap().min.y);
        assert_eq!(found.collect::<Vec<_>>(), tops, "{place:?}");
    }
}

#[test]
fn stacked_view_objects_are_the_set_spacing_apart() {
    let mut arranger = Arranger {
        spacing: 2,
        ..Arranger::default()
    };
    for (place, tops) in [
        (HudAnchor::TopLeft, [0.0, 5.0]),
        (HudAnchor::CenterLeft, [8.0, 13.0]),
        (HudAnchor::BottomLeft, [21.0, 16.0]),
    ] {
        let mut views = placed(["One", "Two"].map(|label| Widget::new(label).at(place)));
        arranger.arrange(&mut views, 1, SCREEN);
        let found = bounds(&views).into_iter();
        let found = found.map(|bounds| bounds.unwrap().min.y);
        assert_eq!(found.collect::<Vec<_>>(), tops);
    }
}

#[test]
#[expect(
    clippy::reversed_empty_ranges,
    reason = "a mistake that a game may make"
)]
fn what_is_not_shown_takes_up_no_room() {
    let one = || Widget::new("One").at(HudAnchor::TopLeft);
    for hidden in [
        one().visible(false),
        one().levels(2),
        one().levels([]),
        one().levels(3..=1),
    ] {
        let bounds = arranged([one(), hidden, one()], SCREEN);
        assert_eq!(bounds[1], None);
        assert_eq!(bounds[2].unwrap().min.y, 3.0);
    }
    for shown in [one().levels(0..=5), one().levels([9, 1])] {
        assert!(arranged([one(), shown], SCREEN)[1].is_some());
    }
}

/// Sets the number of the first, which was added with another.
fn with_number(view: Widget, number: i64) -> WidgetLayout {
    let mut views = placed([view]);
    views[0].view.value = number.into();
    Arranger::default().arrange(&mut views, 1, SCREEN);
    views[0].layout.unwrap()
}

#[test]
fn text_stands_still_while_digits_are_added() {
    let numbers = [0, 7, 10, 123, 99_999, -1_000_000, 5];
    for place in PLACES {
        let first = with_number(Widget::new("Points").at(place), 0);
        for number in numbers {
            let now = with_number(Widget::new("Points").at(place), number);
            if place.align() == Align::Right {
                assert_eq!(now.bounds.max, first.bounds.max);
            } else {
                assert_eq!(now.bounds.min, first.bounds.min, "{place:?} {number}");
                assert_eq!(now.at(now.label.0, 0), first.at(first.label.0, 0));
            }
        }
    }
}

#[test]
fn at_a_free_place_the_right_end_stands_still_while_digits_are_added() {
    let at = || Widget::new("Points").at((Vec2::new(40.0, 12.5), Align::Right));
    for number in [0, 10, 99_999, -1_000_000] {
        assert_eq!(with_number(at(), number).bounds.max.x, 40.0, "{number}");
    }
}

#[test]
fn within_its_room_a_number_moves_nothing() {
    for place in PLACES {
        for view in [
            Widget::new("Lives").digits(4),
            Widget::new("Lives").value(1000),
        ] {
            let view = view.at(place);
            let first = with_number(view.clone(), 0);
            for number in [7, 10, 999, -999, 9999] {
                assert_eq!(with_number(view.clone(), number), first, "{place:?}");
            }
        }
    }
}

#[test]
fn a_text_has_the_room_that_it_needs_and_is_centred_with_it() {
    let weapon = |name: &'static str| Widget::new("Weapon").value(name).at(HudAnchor::Center);
    for name in ["", "Net", "Flamethrower", "Rocket\nlauncher"] {
        let Rect { min, max } = alone(weapon(name));
        assert!((min.x - (80.0 - max.x)).abs() <= 1.0, "{name}");
        let longest = name.lines().map(str::len).max().unwrap_or(0) as f32;
        let gap = if longest > 0.0 { 1.0 } else { 0.0 };
        assert_eq!(max.x - min.x, 6.0 + gap + longest + 4.0);
    }
}

#[test]
fn at_a_standard_place_a_view_object_stays_within_a_narrow_view() {
    for place in PLACES {
        let view = || Widget::new("Points").at(place);
        let bounds = arranged([view()], Vec2::new(20.0, 6.0))[0].unwrap();
        assert!(bounds.min.x >= 0.0 && bounds.max.x <= 20.0);
        let narrow = arranged([view()], Vec2::new(7.0, 1.0))[0].unwrap();
        assert_eq!(narrow.min.x, 0.0);
    }
}

#[test]
fn an_invalid_place_has_no_layout() {
    for bad in [f32::NAN, f32::INFINITY, -3e38] {
        let view = Widget::default().at(Vec2::new(3.0, bad));
        assert_eq!(arranged([view], SCREEN), [None]);
    }
}

/// A widget of any size, of a few labels, places and groups.
fn any_view() -> impl Strategy<Value = Widget> {
    let place = (0..14_usize, 0.0..80.0_f32, 0.0..24.0_f32).prop_map(|(index, x, y)| {
        let free = HudAnchor::from(Vec2::new(x, y));
        PLACES.get(index).copied().unwrap_or(free)
    });
    let label = prop::sample::select(vec!["", "a", "Points", "Two\nlines", "One\n\nthree"]);
    let group = prop::sample::select(vec!["", "", "menu", "list"]);
    let value = prop_oneof![
        any::<i64>().prop_map(WidgetValue::from),
        Just("Laser".into()),
        Just("of\nlines".into())
    ];
    let flags = (any::<[bool; 3]>(), 0..4_u16, 0..12_u8);
    (place, label, group, value, flags).prop_map(
        |(place, label, group, value, ([border, visible, is_button], level, digits))| {
            let view = Widget::new(label)
                .value(value)
                .at(place)
                .group(group)
                .border(border)
                .visible(visible || border)
                .levels([level, 1])
                .digits(digits);
            if is_button {
                view.kind(Button::default())
            } else {
                view
            }
        },
    )
}

proptest! {
    #[test]
    fn view_objects_at_one_place_do_not_overlap_and_keep_their_order(
        views in prop::collection::vec(any_view(), 0..24), width in 1..120_u8, height in 1..60_u8,
        margin in (0..4_u16, 0..4_u16), spacing in 0..3_u16,
    ) {
        let mut views = placed(views);
        let mut arranger = Arranger { margin, spacing, ..Arranger::default() };
        arranger.arrange(&mut views, 1, Vec2::new(width.into(), height.into()));
        let shown = views.iter().filter_map(|placed| Some((placed.view.place.stack()?, placed.layout?.bounds)));
        let shown: Vec<(StackPlace, Rect)> = shown.collect();
        for (index, &(place, bounds)) in shown.iter().enumerate() {
            for &(_, other) in shown[..index].iter().filter(|(other, _)| *other == place) {
                prop_assert!(!overlap(bounds, other), "{:?}: {:?} {:?}", place, other, bounds);
                let is_below = other.max.y + f32::from(spacing) <= bounds.min.y;
                let is_above = bounds.max.y + f32::from(spacing) <= other.min.y;
                let is_in_order = if place.row == AnchorRow::Bottom { is_above } else { is_below };
                prop_assert!(is_in_order);
            }
        }
    }

    #[test]
    fn all_of_a_group_at_one_place_are_as_wide_as_the_widest_and_others_as_they_are(
        views in prop::collection::vec(any_view(), 0..24),
    ) {
        let mut views = placed(views);
        Arranger::default().arrange(&mut views, 1, SCREEN);
        for placed in &views {
            let Some(layout) = &placed.layout else {
                continue;
            };
            let is_alike = |other: &&PlacedWidget| {
                let is_same = other.id == placed.id;
                let is_grouped = !placed.view.group.is_empty() && other.view.group == placed.view.group;
                is_same || is_grouped && other.stack_index() == placed.stack_index()
            };
            let sizes = views.iter().filter(is_alike).filter_map(|other| other.size.as_ref());
            let widest = sizes.map(WidgetSize::width).max();
            prop_assert_eq!(Some(layout.bounds.size().x), widest.map(|width| width as f32));
        }
    }
}
