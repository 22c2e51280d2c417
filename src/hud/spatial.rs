//! The nearest widget in a direction.

use glam::Vec2;

use super::command::WidgetCommand;
use crate::geometry::Rect;

/// Displacement of the start of a search that wraps around, in characters: larger than any layout.
const OUTSIDE: f32 = 262_144.0;
/// A character is half as wide as it is high.
const SQUARE: Vec2 = Vec2::new(0.5, 1.0);

/// Returns the nearest candidate in a direction from a rectangle. If there is none, a search up or down wraps around.
/// `None` if no candidate is found, or if the command is not a direction. Lengths are in characters.
///
/// A candidate counts if it is ahead: along the direction, neither rectangle contains the middle of the other. The
/// distance is the gap in this direction plus twice the gap to the side. If distances are equal, the smaller sideways
/// distance of the middles wins, then the earlier candidate.
pub(super) fn nearest<I: Copy>(
    from: Rect,
    command: WidgetCommand,
    candidates: impl Iterator<Item = (I, Rect)> + Clone,
) -> Option<I> {
    let (along, wraps) = match command {
        WidgetCommand::Up => (Vec2::NEG_Y, true),
        WidgetCommand::Down => (Vec2::Y, true),
        WidgetCommand::Left => (Vec2::NEG_X, false),
        WidgetCommand::Right => (Vec2::X, false),
        _ => return None,
    };
    let found = nearest_along(from, along, candidates.clone());
    found.or_else(|| {
        let shift = along * OUTSIDE;
        let outside = Rect {
            min: from.min - shift,
            max: from.max - shift,
        };
        wraps.then(|| nearest_along(outside, along, candidates))?
    })
}

fn nearest_along<I: Copy>(
    from: Rect,
    along: Vec2,
    candidates: impl Iterator<Item = (I, Rect)>,
) -> Option<I> {
    let aside = along.perp().abs();
    let middle = |rect: Rect| rect.min.midpoint(rect.max) * SQUARE;
    let half = |rect: Rect| (rect.max - rect.min) / 2.0 * SQUARE;
    let distance = |to: Rect| {
        let apart = middle(to) - middle(from);
        let [to, from] = [half(to), half(from)];
        let halves = to + from;
        let ahead = apart.dot(along);
        let is_ahead = ahead > 0.0 && ahead >= to.max(from).dot(along.abs());
        let gap = (ahead - halves.dot(along.abs())).max(0.0);
        let side = apart.dot(aside).abs();
        let side_gap = (side - halves.dot(aside)).max(0.0);
        is_ahead.then_some((gap + 2.0 * side_gap, side))
    };
    let mut best: Option<(I, (f32, f32))> = None;
    for (id, rect) in candidates {
        if let Some(found) = distance(rect)
            && best.is_none_or(|(_, best)| found < best)
        {
            best = Some((id, found));
        }
    }
    best.map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A column of three boxes, with two side by side in its middle.
    const MENU: [(u8, Rect); 4] = [
        (0, rect(0.0, 0.0, 20.0)),
        (1, rect(0.0, 3.0, 8.0)),
        (2, rect(12.0, 3.0, 8.0)),
        (3, rect(0.0, 6.0, 20.0)),
    ];

    const fn rect(x: f32, y: f32, width: f32) -> Rect {
        Rect {
            min: Vec2::new(x, y),
            max: Vec2::new(x + width, y + 3.0),
        }
    }

    fn moved(from: u8, command: WidgetCommand) -> Option<u8> {
        let others = MENU.into_iter().filter(move |(id, _)| *id != from);
        nearest(MENU[usize::from(from)].1, command, others)
    }

    #[test]
    fn arrows_move_to_the_nearest_widget_in_their_direction() {
        use WidgetCommand::{Accept, Down, Left, Right, Up};
        for (from, command, expected) in [
            (1, Right, Some(2)),
            (2, Left, Some(1)),
            (1, Down, Some(3)),
            (2, Up, Some(0)),
            (3, Up, Some(1)),
            (1, Left, None),
            (0, Right, None),
            (3, Down, Some(0)),
            (0, Up, Some(3)),
            (0, Accept, None),
        ] {
            assert_eq!(moved(from, command), expected, "{from} {command:?}");
        }
    }

    proptest! {
        #[test]
        fn moving_down_through_a_column_visits_every_widget(heights in prop::collection::vec(1..5_u8, 2..12)) {
            let mut y = 0.0;
            let column: Vec<(usize, Rect)> = heights.iter().enumerate().map(|(id, &height)| {
                let rect = Rect::from_size(Vec2::new(0.0, y), Vec2::new(10.0, height.into()));
                y += f32::from(height);
                (id, rect)
            }).collect();
            let mut at = 0;
            for expected in (1..column.len()).chain([0]) {
                let from = column[at].1;
                let others = column.iter().copied().filter(|(id, _)| *id != at);
                at = nearest(from, WidgetCommand::Down, others).unwrap();
                prop_assert_eq!(at, expected);
            }
        }
    }
}
