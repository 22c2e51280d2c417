//! Rules of stacks, groups and anchors, tested on rectangles without drawing.

use super::*;
use crate::assets::{AssetSettings, Assets};
use crate::geometry::Rect;
use crate::hud::{Button, HudStyle, WidgetValue};
use proptest::prelude::*;

const VIEW_SIZE: Vec2 = Vec2::new(80.0, 24.0);

/// Every anchor except free ones.
const ANCHORS: [HudAnchor; 13] = [
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

fn placed(widgets: impl IntoIterator<Item = Widget>) -> Vec<PlacedWidget> {
    let widgets = (0..).zip(widgets);
    widgets
        .map(|(id, widget)| PlacedWidget::new(WidgetId(id), widget))
        .collect()
}

/// Arranges widgets on level 1 in the default style.
fn arrange(arranger: &mut Arranger, widgets: &mut [PlacedWidget], view_size: Vec2) {
    for placed in &mut *widgets {
        placed.is_shown = placed.widget.is_shown_on(1);
    }
    // Creating assets takes longer than a short case of a test.
    thread_local! {
        static ASSETS: Assets = Assets::new(AssetSettings::default());
    }
    let style = HudStyle::default();
    ASSETS.with(|assets| {
        let measure = WidgetMeasure {
            assets,
            style: &style,
        };
        arranger.arrange(widgets, &measure, view_size, None);
    });
}

/// Returns the bounds of widgets, arranged on level 1 in a view of this size.
fn arranged(widgets: impl IntoIterator<Item = Widget>, view_size: Vec2) -> Vec<Option<Rect>> {
    let mut widgets = placed(widgets);
    arrange(&mut Arranger::default(), &mut widgets, view_size);
    bounds(&widgets)
}

fn bounds(widgets: &[PlacedWidget]) -> Vec<Option<Rect>> {
    let layouts = widgets.iter().map(|placed| placed.layout);
    layouts
        .map(|layout| layout.map(|layout| layout.bounds))
        .collect()
}

/// Returns the bounds of a single widget.
fn alone(widget: Widget) -> Rect {
    arranged([widget], VIEW_SIZE)[0].unwrap()
}

fn overlap(one: Rect, other: Rect) -> bool {
    one.min.cmplt(other.max).all() && other.min.cmplt(one.max).all()
}

#[test]
fn the_nine_anchors_are_corners_edges_and_middle() {
    // The widget is drawn as "│ abc 7 │": 9 × 3 characters in a view of 80 × 24.
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
    for (anchor, corner) in ANCHORS.into_iter().zip(corners) {
        let bounds = alone(Widget::new("abc").value(7).at(anchor));
        assert_eq!(bounds.min, Vec2::from(corner), "{anchor:?}");
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
        max: VIEW_SIZE - Vec2::new(3.0, 2.0),
    };
    for anchor in ANCHORS {
        let mut widgets = placed([Widget::new("abc").at(anchor)]);
        arrange(&mut arranger, &mut widgets, VIEW_SIZE);
        let Rect { min, max } = bounds(&widgets)[0].unwrap();
        assert!(min.cmpge(free.min).all() && max.cmple(free.max).all());
        let stack = anchor.stack().unwrap();
        assert!(stack.column != AnchorColumn::Left || min.x == free.min.x);
        assert!(stack.column != AnchorColumn::Right || max.x == free.max.x);
        assert!(stack.row != AnchorRow::Top || min.y == free.min.y);
        assert!(stack.row != AnchorRow::Bottom || max.y == free.max.y);
    }
}

#[test]
fn the_alignment_of_a_free_anchor_places_its_widget() {
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
fn stacks_grow_away_from_edges_and_around_the_middle() {
    for (anchor, tops) in [
        (HudAnchor::TopRight, [0.0, 3.0, 7.0]),
        (HudAnchor::TopOneSixth, [0.0, 3.0, 7.0]),
        (HudAnchor::Center, [8.0, 11.0, 15.0]),
        (HudAnchor::BottomLeft, [21.0, 17.0, 16.0]),
    ] {
        let widgets = [
            Widget::new("One"),
            Widget::text("Two\nlines"),
            Widget::new("Three").border(false),
        ];
        let bounds = arranged(widgets.map(|widget| widget.at(anchor)), VIEW_SIZE);
        let found = bounds.iter().map(|bounds| bounds.unwrap().min.y);
        assert_eq!(found.collect::<Vec<_>>(), tops, "{anchor:?}");
    }
}

#[test]
fn stacked_widgets_keep_the_spacing() {
    let mut arranger = Arranger {
        spacing: 2,
        ..Arranger::default()
    };
    for (anchor, tops) in [
        (HudAnchor::TopLeft, [0.0, 5.0]),
        (HudAnchor::CenterLeft, [8.0, 13.0]),
        (HudAnchor::BottomLeft, [21.0, 16.0]),
    ] {
        let mut widgets = placed(["One", "Two"].map(|label| Widget::new(label).at(anchor)));
        arrange(&mut arranger, &mut widgets, VIEW_SIZE);
        let found = bounds(&widgets).into_iter();
        let found = found.map(|bounds| bounds.unwrap().min.y);
        assert_eq!(found.collect::<Vec<_>>(), tops);
    }
}

#[test]
#[expect(
    clippy::reversed_empty_ranges,
    reason = "a mistake that a game may make"
)]
fn hidden_widgets_take_up_no_space() {
    let one = || Widget::new("One").at(HudAnchor::TopLeft);
    for hidden in [
        one().visible(false),
        one().levels(2),
        one().levels([]),
        one().levels(3..=1),
    ] {
        let bounds = arranged([one(), hidden, one()], VIEW_SIZE);
        assert_eq!(bounds[1], None);
        assert_eq!(bounds[2].unwrap().min.y, 3.0);
    }
    for shown in [one().levels(0..=5), one().levels([9, 1])] {
        assert!(arranged([one(), shown], VIEW_SIZE)[1].is_some());
    }
}

/// Returns the layout of a widget whose number is changed after it was added.
fn with_number(widget: Widget, number: i64) -> WidgetLayout {
    let mut widgets = placed([widget]);
    widgets[0].widget.value = number.into();
    arrange(&mut Arranger::default(), &mut widgets, VIEW_SIZE);
    widgets[0].layout.unwrap()
}

#[test]
fn text_stands_still_while_digits_are_added() {
    let numbers = [0, 7, 10, 123, 99_999, -1_000_000, 5];
    for anchor in ANCHORS {
        let first = with_number(Widget::new("Points").at(anchor), 0);
        for number in numbers {
            let now = with_number(Widget::new("Points").at(anchor), number);
            if anchor.align() == Align::Right {
                assert_eq!(now.bounds.max, first.bounds.max);
            } else {
                assert_eq!(now.bounds.min, first.bounds.min, "{anchor:?} {number}");
                assert_eq!(now.at(now.label.0, 0), first.at(first.label.0, 0));
            }
        }
    }
}

#[test]
fn the_right_end_of_a_free_anchor_stays_while_digits_are_added() {
    let at = || Widget::new("Points").at((Vec2::new(40.0, 12.5), Align::Right));
    for number in [0, 10, 99_999, -1_000_000] {
        assert_eq!(with_number(at(), number).bounds.max.x, 40.0, "{number}");
    }
}

#[test]
fn a_number_within_its_reserved_space_moves_nothing() {
    for anchor in ANCHORS {
        for widget in [
            Widget::new("Lives").digits(4),
            Widget::new("Lives").value(1000),
        ] {
            let widget = widget.at(anchor);
            let first = with_number(widget.clone(), 0);
            for number in [7, 10, 999, -999, 9999] {
                assert_eq!(with_number(widget.clone(), number), first, "{anchor:?}");
            }
        }
    }
}

#[test]
fn a_text_takes_its_own_width_and_is_centred_with_it() {
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
fn anchored_widgets_stay_within_a_narrow_view() {
    for anchor in ANCHORS {
        let widget = || Widget::new("Points").at(anchor);
        let bounds = arranged([widget()], Vec2::new(20.0, 6.0))[0].unwrap();
        assert!(bounds.min.x >= 0.0 && bounds.max.x <= 20.0);
        let narrow = arranged([widget()], Vec2::new(7.0, 1.0))[0].unwrap();
        assert_eq!(narrow.min.x, 0.0);
    }
}

#[test]
fn an_invalid_position_has_no_layout() {
    for bad in [f32::NAN, f32::INFINITY, -3e38] {
        let widget = Widget::default().at(Vec2::new(3.0, bad));
        assert_eq!(arranged([widget], VIEW_SIZE), [None]);
    }
}

/// Generates widgets at any anchor, with labels, groups and sizes from a small choice.
fn any_widget() -> impl Strategy<Value = Widget> {
    let anchor = (0..14_usize, 0.0..80.0_f32, 0.0..24.0_f32).prop_map(|(index, x, y)| {
        let free = HudAnchor::from(Vec2::new(x, y));
        ANCHORS.get(index).copied().unwrap_or(free)
    });
    let label = prop::sample::select(vec!["", "a", "Points", "Two\nlines", "One\n\nthree"]);
    let group = prop::sample::select(vec!["", "", "menu", "list"]);
    let value = prop_oneof![
        any::<i64>().prop_map(WidgetValue::from),
        Just("Laser".into()),
        Just("of\nlines".into())
    ];
    let flags = (any::<[bool; 3]>(), 0..4_u16, 0..12_u8);
    (anchor, label, group, value, flags).prop_map(
        |(anchor, label, group, value, ([border, visible, is_button], level, digits))| {
            let widget = Widget::new(label)
                .value(value)
                .at(anchor)
                .group(group)
                .border(border)
                .visible(visible || border)
                .levels([level, 1])
                .digits(digits);
            if is_button {
                widget.kind(Button::default())
            } else {
                widget
            }
        },
    )
}

proptest! {
    #[test]
    fn widgets_of_a_stack_keep_their_order_without_overlap(
        widgets in prop::collection::vec(any_widget(), 0..24), width in 1..120_u8, height in 1..60_u8,
        margin in (0..4_u16, 0..4_u16), spacing in 0..3_u16,
    ) {
        let mut widgets = placed(widgets);
        let mut arranger = Arranger { margin, spacing, ..Arranger::default() };
        arrange(&mut arranger, &mut widgets, Vec2::new(width.into(), height.into()));
        let shown = widgets.iter().filter_map(|placed| Some((placed.widget.anchor.stack()?, placed.layout?.bounds)));
        let shown: Vec<(HudStack, Rect)> = shown.collect();
        for (index, &(anchor, bounds)) in shown.iter().enumerate() {
            for &(_, other) in shown[..index].iter().filter(|(other, _)| *other == anchor) {
                prop_assert!(!overlap(bounds, other), "{:?}: {:?} {:?}", anchor, other, bounds);
                let is_below = other.max.y + f32::from(spacing) <= bounds.min.y;
                let is_above = bounds.max.y + f32::from(spacing) <= other.min.y;
                let is_in_order = if anchor.row == AnchorRow::Bottom { is_above } else { is_below };
                prop_assert!(is_in_order);
            }
        }
    }

    #[test]
    fn widgets_of_a_group_are_as_wide_as_the_widest(
        widgets in prop::collection::vec((any_widget(), 1..5_u8), 0..24),
    ) {
        let widgets = widgets.into_iter().map(|(widget, scale)| widget.scaled(scale));
        let mut widgets = placed(widgets);
        // The least common multiple of the scales is 12, and the view is wide enough for each group.
        arrange(&mut Arranger::default(), &mut widgets, Vec2::new(400.0, 24.0));
        for placed in &widgets {
            let Some(layout) = &placed.layout else {
                continue;
            };
            let is_alike = |other: &&PlacedWidget| {
                let is_same = other.id == placed.id;
                let is_grouped = !placed.widget.group.is_empty() && other.widget.group == placed.widget.group;
                is_same || is_grouped && other.stack_index() == placed.stack_index()
            };
            let sizes: Vec<_> = widgets.iter().filter(is_alike).filter_map(|other| other.size.as_ref()).collect();
            let widest = sizes.iter().map(|size| size.width()).max().unwrap_or(0);
            // The smallest width that is whole at each scale.
            let fits = |width: &usize| sizes.iter().all(|size| width.is_multiple_of(size.scale));
            let expected = (widest..widest + 12).find(fits);
            prop_assert_eq!(Some(layout.shown_bounds().size().x), expected.map(|width| width as f32));
        }
    }
}

#[test]
fn a_group_of_several_scales_is_not_wider_than_the_view() {
    let widget =
        |label: &str, scale: u8| Widget::button(label.to_owned()).group("menu").scaled(scale);
    // Boxes of 7, 2 × 7 and 3 × 7 characters: 21 is no multiple of 2, so the width is 24.
    let menu = || [widget("abc", 1), widget("abc", 2), widget("abc", 3)];
    for (view, widths) in [
        (80.0, [24.0, 24.0, 24.0]),
        (24.0, [24.0, 24.0, 24.0]),
        (23.0, [21.0, 20.0, 21.0]),
    ] {
        let mut widgets = placed(menu());
        arrange(
            &mut Arranger::default(),
            &mut widgets,
            Vec2::new(view, 24.0),
        );
        let shown: Vec<_> = widgets
            .iter()
            .map(|placed| placed.layout.unwrap().shown_bounds().size().x)
            .collect();
        assert_eq!(shown, widths, "{view}");
    }
    // Scales without a common width in any view do no harm.
    let mut widgets = placed((1..=64).map(|scale| widget("abc", scale)));
    arrange(&mut Arranger::default(), &mut widgets, VIEW_SIZE);
    assert!(widgets.iter().all(|placed| placed.layout.is_some()));
}
