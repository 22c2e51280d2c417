//! Where widgets are: stacked at their places, and in groups of equal widths.

use glam::Vec2;

use super::anchor::{AnchorColumn, AnchorRow, HudAnchor, StackPlace};
use super::layout::{WidgetLayout, WidgetSize, digits};
use super::widget::{Widget, WidgetId};
use crate::base::checksum::summed;
use crate::base::valid::within;
use crate::scene::Align;

/// The furthest place, in characters: outside of any view, and far below 2^24, from where on an `f32` does not tell
/// neighbouring characters apart and a width that is taken from two edges is wrong.
const FAR: f32 = 65_536.0;

/// A widget of the display, and where it is.
#[derive(Clone, Debug)]
pub(super) struct PlacedWidget {
    pub(super) id: WidgetId,
    pub(super) view: Widget,
    /// The characters that its number had when it was added.
    first_digits: usize,
    /// While it is shown.
    size: Option<WidgetSize>,
    /// Where it was arranged last. `None` if it is not shown, or too far out.
    pub(super) layout: Option<WidgetLayout>,
}

// Where it was arranged, because the mouse finds it there until it is arranged anew.
summed!(PlacedWidget: id, view, first_digits, layout; not size);

impl PlacedWidget {
    /// Returns a widget that is not arranged yet.
    pub(super) fn new(id: WidgetId, view: Widget) -> Self {
        Self {
            first_digits: view.value.number().map_or(1, digits),
            id,
            view,
            size: None,
            layout: None,
        }
    }

    /// Returns where it is, if it takes input there: it may have been hidden since it was arranged.
    pub(super) fn widget_layout(&self, level: u16) -> Option<&WidgetLayout> {
        let is_interactive = self.view.kind.is_interactive() && self.view.is_shown_on(level);
        self.layout.as_ref().filter(|_| is_interactive)
    }

    /// Returns the index of its stack; all free places have one of their own together.
    fn stack_index(&self) -> usize {
        let stack = self.view.place.stack();
        stack.map_or(StackPlace::COUNT, StackPlace::index)
    }
}

/// Characters from one edge of a widget to the other.
#[derive(Clone, Copy, Debug, Default)]
struct WidgetWidth {
    whole: usize,
    /// Without that by which numbers have outgrown their room.
    centered: usize,
}

impl WidgetWidth {
    fn of(size: &WidgetSize) -> Self {
        Self {
            whole: size.width(),
            centered: size.centered_width(),
        }
    }

    /// Returns the larger of both widths.
    fn max(self, other: Self) -> Self {
        Self {
            whole: self.whole.max(other.whole),
            centered: self.centered.max(other.centered),
        }
    }
}

/// How wide a group is at a place.
#[derive(Clone, Debug)]
struct GroupWidth {
    group: &'static str,
    stack_index: usize,
    width: WidgetWidth,
}

/// Arranges widgets. Lengths are in characters.
#[derive(Clone, Debug, Default)]
pub(super) struct Arranger {
    /// Free columns at the left and right, and free rows at the top and bottom.
    pub(super) margin: (u16, u16),
    /// Free rows between two widgets that are stacked.
    pub(super) spacing: u16,
    /// Empty between two calls. A list that is searched, because displays have few groups.
    groups: Vec<GroupWidth>,
}

summed!(Arranger: margin, spacing; not groups);

impl Arranger {
    /// Arranges all widgets that are shown on a level, in a view of this size.
    pub(super) fn arrange(&mut self, views: &mut [PlacedWidget], level: u16, screen: Vec2) {
        self.groups.clear();
        // How high each stack is.
        let mut heights = [0.0_f32; StackPlace::COUNT];
        for placed in &mut *views {
            let room = placed.first_digits.max(placed.view.digits.into());
            let is_shown = placed.view.is_shown_on(level);
            placed.size = is_shown.then(|| WidgetSize::of(&placed.view, room, screen));
            let Some(size) = &placed.size else {
                continue;
            };
            self.widen_group(placed, WidgetWidth::of(size));
            if let Some(height) = heights.get_mut(placed.stack_index()) {
                let gap = if *height > 0.0 { self.spacing() } else { 0.0 };
                *height += gap + size.height() as f32;
            }
        }
        // How much of each stack lies behind those that are placed.
        let mut filled = [0.0_f32; StackPlace::COUNT];
        for placed in views {
            placed.layout = None;
            let Some(size) = &placed.size else {
                continue;
            };
            let width = self.width(placed, WidgetWidth::of(size));
            let extent = Vec2::new(width.whole as f32, size.height() as f32);
            let corner = match (placed.view.place, placed.view.place.stack()) {
                (_, Some(place)) => {
                    let index = place.index();
                    let before = filled[index];
                    filled[index] += extent.y + self.spacing();
                    let x = self.left(place.column, width, screen.x);
                    let y = self.top(place.row, heights[index], before, extent.y, screen.y);
                    Vec2::new(x, y)
                }
                (HudAnchor::Free(at, align), _) => free_corner(at, align, width, extent.y),
                // No place is neither: `stack` is `None` for free ones alone.
                _ => continue,
            };
            placed.layout = within(corner, FAR)
                .then(|| WidgetLayout::new(&placed.view, size, width.whole, corner));
        }
    }

    fn spacing(&self) -> f32 {
        self.spacing.into()
    }

    /// Notes that the group of a widget, if it has one, is at least this wide.
    fn widen_group(&mut self, placed: &PlacedWidget, width: WidgetWidth) {
        let (group, stack_index) = (placed.view.group, placed.stack_index());
        if group.is_empty() {
            return;
        }
        match self.find_group(placed) {
            Some(at) => self.groups[at].width = self.groups[at].width.max(width),
            None => self.groups.push(GroupWidth {
                group,
                stack_index,
                width,
            }),
        }
    }

    /// Returns the width of the group of a widget, or its own.
    fn width(&self, placed: &PlacedWidget, own: WidgetWidth) -> WidgetWidth {
        self.find_group(placed)
            .map_or(own, |at| self.groups[at].width)
    }

    fn find_group(&self, placed: &PlacedWidget) -> Option<usize> {
        let key = (placed.view.group, placed.stack_index());
        self.groups
            .iter()
            .position(|known| (known.group, known.stack_index) == key)
    }

    /// Returns the left edge of a widget in a view of this width, on a whole character: the text mode has no other
    /// places. It stays within the view, if it fits.
    fn left(&self, column: AnchorColumn, width: WidgetWidth, view: f32) -> f32 {
        let margin = f32::from(self.margin.0);
        let farthest = (view - margin - width.whole as f32).floor();
        let sixths = match column {
            AnchorColumn::Left => return margin,
            AnchorColumn::Right => return farthest.max(margin),
            AnchorColumn::OneSixth => 1.0,
            AnchorColumn::Middle => 3.0,
            AnchorColumn::FiveSixths => 5.0,
        };
        let x = (view * sixths / 6.0 - width.centered as f32 / 2.0).round();
        // `max` comes last: what is wider than the view shows its beginning. Not `clamp`, which panics then, because its
        // ends are reversed.
        x.min(farthest).max(margin)
    }

    /// Returns the upper edge of a widget that has so much of its stack before it, in a view of this height.
    fn top(&self, row: AnchorRow, stack: f32, before: f32, height: f32, view: f32) -> f32 {
        let margin = f32::from(self.margin.1);
        match row {
            AnchorRow::Top => margin + before,
            // Beyond the edge rather than on another: what is stacked does not overlap.
            AnchorRow::Middle => ((view - stack) / 2.0).round().max(margin) + before,
            AnchorRow::Bottom => (view - margin).floor() - before - height,
        }
    }
}

/// Returns the top left corner of a widget at a free place, on whole characters.
fn free_corner(at: Vec2, align: Align, width: WidgetWidth, height: f32) -> Vec2 {
    let left_of_it = match align {
        Align::Left => 0.0,
        Align::Center => width.centered as f32 / 2.0,
        Align::Right => width.whole as f32,
    };
    (at - Vec2::new(left_of_it, height / 2.0)).round()
}

#[cfg(test)]
mod tests;
