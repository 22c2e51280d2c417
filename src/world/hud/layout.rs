//! Which characters each part of a view object takes.

use glam::Vec2;

use super::kind::ViewKind;
use crate::geometry::Rect;
use crate::world::{ViewObject, ViewPlace};

/// Places further out than this many characters are nowhere: there, a number no longer tells one from the next.
const FAR: f32 = 65_536.0;

/// A percentage's characters.
const PERCENT: usize = 4;

/// Which characters each part of a view object takes. What is longer than the view is wide is cut to its width, so that
/// no label makes a frame slow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    /// All of it, border included, in characters from the view's top left corner.
    pub(super) whole: Rect,
    /// Where its one line of text starts.
    pub(super) start: Vec2,
    /// Characters of the label, which stands first.
    pub(super) label: usize,
    /// Where the bar or the field starts within the line, and its characters. None of both: 0 characters.
    pub(super) field: (usize, usize),
    /// Where the value starts within the line, and its characters.
    pub(super) value: (usize, usize),
}

impl Layout {
    /// `None` where the place is not finite or far out: it is not drawn, and nothing finds it.
    pub(super) fn of(view: &ViewObject, screen: Vec2) -> Option<Self> {
        let most = whole(screen.x.ceil()).max(1);
        let label = view.label.chars().take(most).count();
        let field = match &view.kind {
            ViewKind::Bar(bar) => usize::from(bar.width).clamp(1, most),
            ViewKind::Entry(entry) => usize::from(entry.width).clamp(1, most),
            ViewKind::Value | ViewKind::Button(_) => 0,
        };
        let value = match &view.kind {
            ViewKind::Value if view.show_value => digits(view.value),
            ViewKind::Bar(bar) if view.show_value && bar.percent => PERCENT,
            ViewKind::Bar(bar) if view.show_value => digits(bar.min).max(digits(bar.max)),
            _ => 0,
        };
        // A blank between each two parts that there are.
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
        is_near(corner).then(|| Self {
            whole: Rect::from_size(corner, size),
            start: corner + Vec2::new(1.0 + border, border),
            label,
            field,
            value,
        })
    }

    /// Whether a place in characters is on it.
    pub(super) fn has(&self, place: Vec2) -> bool {
        let Rect { min, max } = self.whole;
        place.cmpge(min).all() && place.cmplt(max).all()
    }

    /// Where a character of the line is.
    pub(super) fn at(&self, column: usize) -> Vec2 {
        self.start + Vec2::new(column as f32, 0.0)
    }
}

/// The upper left corner of a view object of this size, on whole characters. At a standard place it stays within the
/// view, if it fits.
fn corner(place: ViewPlace, view: Vec2, size: Vec2) -> Vec2 {
    let top = 0.0;
    let bottom = view.y - size.y;
    let (sixths, y) = match place {
        ViewPlace::TopLeft => (1.0, top),
        ViewPlace::TopCenter => (3.0, top),
        ViewPlace::TopRight => (5.0, top),
        ViewPlace::BottomLeft => (1.0, bottom),
        ViewPlace::BottomCenter => (3.0, bottom),
        ViewPlace::BottomRight => (5.0, bottom),
        ViewPlace::Free(at) => return (at - size / 2.0).round(),
    };
    let x = (view.x * sixths / 6.0 - size.x / 2.0).round();
    Vec2::new(x.min((view.x - size.x).floor()).max(0.0), y.floor())
}

/// The characters of a number.
fn digits(value: i64) -> usize {
    let digits = value
        .unsigned_abs()
        .checked_ilog10()
        .map_or(1, |log| log + 1);
    digits as usize + usize::from(value < 0)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "held to what fits; not a number becomes 0"
)]
pub(super) fn whole(length: f32) -> usize {
    length.clamp(0.0, 65_535.0) as usize
}

/// False for what is not a number, too.
fn is_near(corner: Vec2) -> bool {
    corner.abs().cmple(Vec2::splat(FAR)).all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{ProgressBar, TextEntry};

    #[test]
    fn a_number_has_as_many_digits_as_it_is_written_with() {
        for value in [0, 1, 9, 10, 99, 100, -1, -10, i64::MAX, i64::MIN] {
            assert_eq!(digits(value), value.to_string().len(), "{value}");
        }
    }

    #[test]
    fn no_part_is_longer_than_the_view_is_wide() {
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
            let layout = Layout::of(&view, screen).unwrap();
            assert!(layout.label == 13 && layout.field.1 <= 13, "{layout:?}");
        }
    }

    #[test]
    fn at_a_standard_place_it_stays_within_a_narrow_view() {
        let view = |place| ViewObject {
            label: "Points".into(),
            place,
            ..ViewObject::default()
        };
        for place in [ViewPlace::TopLeft, ViewPlace::TopRight] {
            let layout = Layout::of(&view(place), Vec2::new(20.0, 6.0)).unwrap();
            assert!(layout.whole.min.x >= 0.0 && layout.whole.max.x <= 20.0);
            let narrow = Layout::of(&view(place), Vec2::new(7.0, 1.0)).unwrap();
            assert_eq!(narrow.whole.min.x, 0.0);
        }
    }

    #[test]
    fn a_place_that_makes_no_sense_is_nowhere() {
        for bad in [f32::NAN, f32::INFINITY, -3e38] {
            let view = ViewObject {
                place: ViewPlace::Free(Vec2::new(3.0, bad)),
                ..ViewObject::default()
            };
            assert_eq!(Layout::of(&view, Vec2::new(80.0, 24.0)), None);
        }
    }
}
