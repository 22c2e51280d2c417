//! Which characters each part of a view object occupies.

use glam::Vec2;

use super::kind::ViewKind;
use super::view_object::{ViewObject, ViewPlace};
use crate::base::valid::within;
use crate::geometry::Rect;

/// The furthest place, in characters: outside of any view, and far below 2^24, from where on an `f32` does not tell
/// neighbouring characters apart and a width that is taken from two edges is wrong.
const FAR: f32 = 65_536.0;

/// The characters of a percentage.
const PERCENT: usize = 4;

/// Which characters each part of a view object occupies. Parts longer than the view is wide are cut to its width, so
/// that no label makes a frame slow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ViewLayout {
    /// All of it, border included, in characters from the view's top left corner.
    pub(super) bounds: Rect,
    /// Where its one line of text starts.
    pub(super) start: Vec2,
    /// Characters of the label, which is first.
    pub(super) label: usize,
    /// Where the bar or the text field starts within the line, and its characters: 0 if there is neither.
    pub(super) field: (usize, usize),
    /// Where the value starts within the line, and its characters.
    pub(super) value: (usize, usize),
}

impl ViewLayout {
    /// Returns the layout in a view of `screen` characters; `None` if the place is not finite or too far out: the view
    /// object is then not drawn, and the mouse is never over it.
    pub(super) fn of(view: &ViewObject, screen: Vec2) -> Option<Self> {
        // A character that the edge of the view cuts is drawn, too.
        let most = count(screen.x.ceil()).max(1);
        let label = view.label.chars().take(most).count();
        let field = match &view.kind {
            ViewKind::Bar(bar) => usize::from(bar.width).clamp(1, most),
            ViewKind::Entry(entry) => usize::from(entry.width).clamp(1, most),
            ViewKind::Value | ViewKind::Button(_) => 0,
        };
        let value = match &view.kind {
            ViewKind::Value if view.show_value => digits(view.value),
            // Room for the longest value, so that the box of a bar keeps its width.
            ViewKind::Bar(bar) if view.show_value && bar.percent => PERCENT,
            ViewKind::Bar(bar) if view.show_value => digits(bar.min).max(digits(bar.max)),
            _ => 0,
        };
        // A blank between any two parts.
        let mut length = label;
        let mut place = |part: usize| {
            let gap = usize::from(length > 0 && part > 0);
            let start = length + gap;
            length = start + part;
            (start, part)
        };
        let field = place(field);
        let value = place(value);
        // A blank at either end, and the border around it.
        let border = if view.border { 1.0 } else { 0.0 };
        let size = Vec2::new(length as f32 + 2.0, 1.0) + border * 2.0;
        let corner = corner(view.place, screen, size);
        within(corner, FAR).then(|| Self {
            bounds: Rect::from_size(corner, size),
            start: corner + Vec2::new(1.0 + border, border),
            label,
            field,
            value,
        })
    }

    /// Returns whether a place in characters is on it.
    pub(super) fn contains(&self, place: Vec2) -> bool {
        let Rect { min, max } = self.bounds;
        // Without the far edges, so that no place is on two view objects that touch.
        place.cmpge(min).all() && place.cmplt(max).all()
    }

    /// Returns where a character of the line is.
    pub(super) fn at(&self, column: usize) -> Vec2 {
        self.start + Vec2::new(column as f32, 0.0)
    }

    /// Returns how many characters of the field are left of a place, to the nearest.
    pub(super) fn field_column(&self, place: Vec2) -> usize {
        let (start, width) = self.field;
        count((place.x - self.at(start).x).round()).min(width)
    }
}

/// Returns the top left corner of a view object of this size, on whole characters. At a standard place it stays within
/// the view, if it fits.
fn corner(place: ViewPlace, view: Vec2, size: Vec2) -> Vec2 {
    let bottom = view.y - size.y;
    let (sixths, y) = match place {
        ViewPlace::TopLeft => (1.0, 0.0),
        ViewPlace::TopCenter => (3.0, 0.0),
        ViewPlace::TopRight => (5.0, 0.0),
        ViewPlace::BottomLeft => (1.0, bottom),
        ViewPlace::BottomCenter => (3.0, bottom),
        ViewPlace::BottomRight => (5.0, bottom),
        ViewPlace::Free(at) => return (at - size / 2.0).round(),
    };
    let x = (view.x * sixths / 6.0 - size.x / 2.0).round();
    // `max` comes last: what is wider than the view shows its beginning. Not `clamp`, which panics then, because its
    // ends are reversed.
    Vec2::new(x.min((view.x - size.x).floor()).max(0.0), y.floor())
}

/// Returns the characters of a number.
fn digits(value: i64) -> usize {
    // Not the length of a formatted string, which would allocate whenever a value has changed.
    let log = value.unsigned_abs().checked_ilog10().unwrap_or(0);
    log as usize + 1 + usize::from(value < 0)
}

/// Returns a length in whole characters.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to what fits; NaN becomes 0"
)]
pub(super) fn count(length: f32) -> usize {
    length.clamp(0.0, 65_535.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hud::{ProgressBar, TextEntry};

    #[test]
    fn digits_of_a_number_are_counted_with_its_sign() {
        for value in [0, 1, 9, 10, 99, 100, -1, -10, i64::MAX, i64::MIN] {
            assert_eq!(digits(value), value.to_string().len(), "{value}");
        }
    }

    #[test]
    fn no_part_of_a_view_object_is_wider_than_the_view() {
        let screen = Vec2::new(12.5, 4.0);
        for kind in [
            ViewKind::Value,
            ProgressBar {
                width: u16::MAX,
                ..ProgressBar::default()
            }
            .into(),
            TextEntry {
                width: u16::MAX,
                ..TextEntry::default()
            }
            .into(),
        ] {
            let view = ViewObject {
                label: "x".repeat(10_000).into(),
                kind,
                ..ViewObject::default()
            };
            let layout = ViewLayout::of(&view, screen).unwrap();
            assert!(layout.label == 13 && layout.field.1 <= 13, "{layout:?}");
        }
    }

    #[test]
    fn at_a_standard_place_a_view_object_stays_within_a_narrow_view() {
        let view = |place| ViewObject {
            label: "Points".into(),
            place,
            ..ViewObject::default()
        };
        for place in [ViewPlace::TopLeft, ViewPlace::TopRight] {
            let layout = ViewLayout::of(&view(place), Vec2::new(20.0, 6.0)).unwrap();
            assert!(layout.bounds.min.x >= 0.0 && layout.bounds.max.x <= 20.0);
            let narrow = ViewLayout::of(&view(place), Vec2::new(7.0, 1.0)).unwrap();
            assert_eq!(narrow.bounds.min.x, 0.0);
        }
    }

    #[test]
    fn an_invalid_place_has_no_layout() {
        for bad in [f32::NAN, f32::INFINITY, -3e38] {
            let view = ViewObject {
                place: ViewPlace::Free(Vec2::new(3.0, bad)),
                ..ViewObject::default()
            };
            assert_eq!(ViewLayout::of(&view, Vec2::new(80.0, 24.0)), None);
        }
    }
}
