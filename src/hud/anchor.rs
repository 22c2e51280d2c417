//! Where widgets are placed, and which of them are stacked on each other.

use glam::Vec2;

use crate::base::checksum::{Checksum, Summed};
use crate::scene::Align;

/// The place of a widget. Defaults to [`HudAnchor::TopCenter`].
///
/// Widgets at the same place are stacked in the order of adding: downwards at the top, upwards at the bottom,
/// downwards about the middle of the view in between. A free place converts from a `Vec2`, its middle, and from a pair
/// of a `Vec2` and an [`Align`]; widgets at free places are not stacked.
///
/// ```text
/// TopLeft     TopOneSixth     TopCenter     TopFiveSixths     TopRight
/// CenterLeft                   Center                      CenterRight
/// BottomLeft BottomOneSixth BottomCenter BottomFiveSixths  BottomRight
/// ```
///
/// ```
/// # use damselfly::prelude::*;
/// # fn start(cx: &mut Context<'_>) {
/// cx.hud.add(Widget::new("Lives").at(HudAnchor::BottomLeft));
/// # }
/// assert_eq!(HudAnchor::from(vec2(40.0, 12.0)), HudAnchor::Free(vec2(40.0, 12.0), Align::Center));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum HudAnchor {
    /// In the view's top left corner.
    TopLeft,
    /// In the middle of the view's top edge, which is one of the six places of *Dragonfly*, too. The default.
    #[default]
    TopCenter,
    /// In the view's top right corner.
    TopRight,
    /// In the middle of the view's left edge.
    CenterLeft,
    /// In the middle of the view.
    Center,
    /// In the middle of the view's right edge.
    CenterRight,
    /// In the view's bottom left corner.
    BottomLeft,
    /// In the middle of the view's bottom edge, which is one of the six places of *Dragonfly*, too.
    BottomCenter,
    /// In the view's bottom right corner.
    BottomRight,
    /// Centred at 1/6 of the view's width, at the top: the top left of *Dragonfly*.
    TopOneSixth,
    /// Centred at 5/6 of the view's width, at the top: the top right of *Dragonfly*.
    TopFiveSixths,
    /// Centred at 1/6 of the view's width, at the bottom: the bottom left of *Dragonfly*.
    BottomOneSixth,
    /// Centred at 5/6 of the view's width, at the bottom: the bottom right of *Dragonfly*.
    BottomFiveSixths,
    /// With its left end, middle or right end at this place, in characters of the built-in font from the view's top
    /// left corner; the place is half-way up. If it is not finite, or further out than 65 536 characters, the view
    /// object is hidden.
    Free(Vec2, Align),
}

impl From<Vec2> for HudAnchor {
    fn from(middle: Vec2) -> Self {
        Self::Free(middle, Align::Center)
    }
}

impl From<(Vec2, Align)> for HudAnchor {
    fn from((at, align): (Vec2, Align)) -> Self {
        Self::Free(at, align)
    }
}

/// From left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnchorColumn {
    Left,
    OneSixth,
    Middle,
    FiveSixths,
    Right,
}

/// From top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnchorRow {
    Top,
    Middle,
    Bottom,
}

/// A place at which widgets are stacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StackPlace {
    pub(super) column: AnchorColumn,
    pub(super) row: AnchorRow,
}

impl StackPlace {
    /// How many there are: three rows of five columns.
    pub(super) const COUNT: usize = 15;

    /// Returns its index, below [`StackPlace::COUNT`].
    pub(super) fn index(self) -> usize {
        self.row as usize * 5 + self.column as usize
    }
}

impl HudAnchor {
    /// Returns the place as one of a stack; `None` if it is free.
    pub(super) fn stack(self) -> Option<StackPlace> {
        use AnchorColumn as Column;
        let (column, row) = match self {
            Self::TopLeft => (Column::Left, AnchorRow::Top),
            Self::TopOneSixth => (Column::OneSixth, AnchorRow::Top),
            Self::TopCenter => (Column::Middle, AnchorRow::Top),
            Self::TopFiveSixths => (Column::FiveSixths, AnchorRow::Top),
            Self::TopRight => (Column::Right, AnchorRow::Top),
            Self::CenterLeft => (Column::Left, AnchorRow::Middle),
            Self::Center => (Column::Middle, AnchorRow::Middle),
            Self::CenterRight => (Column::Right, AnchorRow::Middle),
            Self::BottomLeft => (Column::Left, AnchorRow::Bottom),
            Self::BottomOneSixth => (Column::OneSixth, AnchorRow::Bottom),
            Self::BottomCenter => (Column::Middle, AnchorRow::Bottom),
            Self::BottomFiveSixths => (Column::FiveSixths, AnchorRow::Bottom),
            Self::BottomRight => (Column::Right, AnchorRow::Bottom),
            Self::Free(..) => return None,
        };
        Some(StackPlace { column, row })
    }

    /// Returns which end of a widget keeps its place when its size changes.
    pub(super) fn align(self) -> Align {
        match (self, self.stack().map(|place| place.column)) {
            (Self::Free(_, align), _) => align,
            (_, Some(AnchorColumn::Left)) => Align::Left,
            (_, Some(AnchorColumn::Right)) => Align::Right,
            _ => Align::Center,
        }
    }
}

impl Summed for HudAnchor {
    /// The index of its stack; for a free place one that no stack has, then the place.
    fn add_to(&self, sum: &mut Checksum) {
        let stack = self.stack().map_or(StackPlace::COUNT, StackPlace::index);
        sum.usize(stack);
        if let Self::Free(at, align) = self {
            sum.vec2(*at);
            sum.u8(match align {
                Align::Left => 0,
                Align::Center => 1,
                Align::Right => 2,
            });
        }
    }
}
