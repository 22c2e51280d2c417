//! Arranges widgets in stacks at their anchors, and in groups of equal width.

use glam::Vec2;

use super::anchor::{AnchorColumn, AnchorRow, HudAnchor, HudStack};
use super::layout::{WidgetLayout, digits};
use super::measure::WidgetMeasure;
use super::scroll::ScrollAreas;
use super::size::WidgetSize;
use super::widget::{Widget, WidgetId};
use crate::base::checksum::summed;
use crate::base::valid::within;
use crate::geometry::Rect;
use crate::scene::Align;

/// Maximum coordinate, in characters. It is outside any view, and far below 2^24: beyond that, an `f32` cannot
/// distinguish neighbouring characters, and the difference of two edges would be wrong.
const FAR: f32 = 65_536.0;

/// Maximum step of a group's width, in characters: wider than any view.
const MAX_STEP: usize = 65_536;

/// A widget of the display and its position.
#[derive(Clone, Debug)]
pub(super) struct PlacedWidget {
    pub(super) id: WidgetId,
    pub(super) widget: Widget,
    /// Number of characters of the widget's initial number; 1 if its value was a text.
    first_digits: usize,
    /// Size of the widget. `None` while it is hidden.
    size: Option<WidgetSize>,
    /// Latest layout. `None` if the widget is hidden, or too far out.
    pub(super) layout: Option<WidgetLayout>,
    /// Whether the next arrangement shows it.
    pub(super) is_shown: bool,
    /// Visible rectangle of its scroll area, in characters. `None` without one.
    pub(super) scrolled_in: Option<Rect>,
}

// The latest layout is part of the checksum, because the mouse uses it until the next one.
summed!(PlacedWidget: id, widget, first_digits, layout; not size, is_shown, scrolled_in);

impl PlacedWidget {
    /// Returns a widget without a layout.
    pub(super) fn new(id: WidgetId, widget: Widget) -> Self {
        Self {
            first_digits: widget.value.number().map_or(1, digits),
            id,
            widget,
            size: None,
            layout: None,
            is_shown: false,
            scrolled_in: None,
        }
    }

    /// Returns the latest layout if the widget takes the mouse. It may have been hidden since that layout.
    pub(super) fn interactive_layout(&self) -> Option<&WidgetLayout> {
        let is_interactive = self.widget.kind.is_interactive();
        self.layout.as_ref().filter(|_| is_interactive)
    }

    /// Returns the clip rectangle in characters of the display. `cell` is the size of a character in view units.
    pub(super) fn shown_clip(&self, cell: Vec2) -> Option<Rect> {
        let layout = self.layout.as_ref()?;
        let own = self.widget.valid_clip().map(|clip| Rect {
            min: layout.bounds.min + clip.min / cell,
            max: layout.bounds.min + clip.max / cell,
        });
        match (own, self.scrolled_in) {
            (Some(own), Some(area)) => Some(Rect {
                min: own.min.max(area.min),
                max: own.max.min(area.max),
            }),
            (own, area) => own.or(area),
        }
    }

    /// Returns whether the clip rectangle hides a position, in characters of the display.
    pub(super) fn hides(&self, position: Vec2, cell: Vec2) -> bool {
        let clip = self.shown_clip(cell);
        clip.is_some_and(|Rect { min, max }| {
            !(position.cmpge(min).all() && position.cmplt(max).all())
        })
    }

    fn group_key(&self) -> GroupKey {
        (self.widget.group, self.stack_index())
    }

    /// Returns the index of the widget's stack. All free anchors share one index.
    fn stack_index(&self) -> usize {
        let stack = self.widget.anchor.stack();
        stack.map_or(HudStack::COUNT, HudStack::index)
    }
}

/// Width of a widget in characters, border included.
#[derive(Clone, Copy, Debug)]
struct WidgetWidth {
    whole: usize,
    /// Width without the growth of numbers beyond their reserved space.
    centered: usize,
    /// The width of a widget is a multiple of its scale. For a group, the least common multiple of the scales.
    step: usize,
}

impl WidgetWidth {
    fn of(size: &WidgetSize) -> Self {
        Self {
            whole: size.width(),
            centered: size.centered_width(),
            step: size.scale,
        }
    }

    /// Returns the maximum of each of the two widths.
    fn max(self, other: Self) -> Self {
        let mut multiples = (1..=other.step).map(|times| self.step * times);
        let common = multiples.find(|step| step.is_multiple_of(other.step));
        Self {
            whole: self.whole.max(other.whole),
            centered: self.centered.max(other.centered),
            step: common.map_or(self.step, |step| step.min(MAX_STEP)),
        }
    }

    /// Rounds the widths up to multiples of the step, unless a view of this width would be exceeded.
    fn rounded(self, view_width: f32) -> Self {
        let whole = self.whole.next_multiple_of(self.step);
        if whole > self.whole && whole as f32 > view_width {
            return self;
        }
        Self {
            whole,
            centered: self.centered.next_multiple_of(self.step),
            ..self
        }
    }
}

/// A group and the index of its stack.
type GroupKey = (&'static str, usize);

/// Arranges widgets. Lengths are in characters.
#[derive(Clone, Debug, Default)]
pub(super) struct Arranger {
    /// Free columns at the left and right, and free rows at the top and bottom.
    pub(super) margin: (u16, u16),
    /// Free rows between two stacked widgets.
    pub(super) spacing: u16,
    /// Widths of the groups, computed again by each call of `arrange`. Searched linearly, because displays have few
    /// groups.
    groups: Vec<(GroupKey, WidgetWidth)>,
    pub(super) scrolls: ScrollAreas,
}

summed!(Arranger: margin, spacing, scrolls; not groups);

impl Arranger {
    /// Arranges all visible widgets in a view of this size in characters. `focus` is scrolled into view.
    pub(super) fn arrange(
        &mut self,
        widgets: &mut [PlacedWidget],
        measure: &WidgetMeasure<'_>,
        view_size: Vec2,
        focus: Option<WidgetId>,
    ) {
        self.groups.clear();
        let reveal = self.scrolls.begin(focus);
        // Height of each stack, and whether it has a widget.
        let mut heights = [0.0_f32; HudStack::COUNT];
        let mut is_used = [false; HudStack::COUNT];
        let spacing = self.spacing();
        for placed in &mut *widgets {
            let room = placed.first_digits.max(placed.widget.digits.into());
            let size = || WidgetSize::of(&placed.widget, room, view_size, measure);
            placed.size = placed.is_shown.then(size);
            let Some(size) = &placed.size else {
                continue;
            };
            self.widen_group(placed, WidgetWidth::of(size));
            let (key, own) = (placed.group_key(), size.height() as f32);
            let Some(height) = heights.get_mut(key.1) else {
                continue;
            };
            let gap = if is_used[key.1] { spacing } else { 0.0 };
            is_used[key.1] = true;
            let reveals = reveal == Some(placed.id);
            // The height of a scroll area is added once, when all its widgets are known.
            match self.scrolls.add(key, own, spacing, reveals) {
                None => *height += gap + own,
                Some(true) => *height += gap,
                Some(false) => {}
            }
        }
        self.scrolls.fit(&mut heights);
        for (_, width) in &mut self.groups {
            *width = width.rounded(view_size.x);
        }
        // Height of the widgets placed so far in each stack.
        let mut filled = [0.0_f32; HudStack::COUNT];
        for placed in widgets {
            (placed.layout, placed.scrolled_in) = (None, None);
            let Some(size) = &placed.size else {
                continue;
            };
            let key = placed.group_key();
            let width = self.width(placed, WidgetWidth::of(size));
            let extent = Vec2::new(width.whole as f32, size.height() as f32);
            let corner = match (placed.widget.anchor, placed.widget.anchor.stack()) {
                (_, Some(stack)) => {
                    let index = stack.index();
                    let x = self.left(stack.column, width, view_size.x);
                    let area = self.scrolls.of(key);
                    let area = area.map(|area| (area.height(), area.bounds));
                    let top = if let Some((_, Some(bounds))) = area {
                        bounds.min.y
                    } else {
                        let height = area.map_or(extent.y, |(height, _)| height);
                        let before = filled[index];
                        filled[index] += height + spacing;
                        self.top(stack.row, heights[index], before, height, view_size.y)
                    };
                    let mut corner = Vec2::new(x, top);
                    if let Some(area) = self.scrolls.of(key) {
                        placed.scrolled_in = Some(area.extend(corner, extent.x));
                        corner.y += area.place(extent.y, spacing);
                    }
                    corner
                }
                (HudAnchor::Free(at, align), _) => free_corner(at, align, width, extent.y),
                // Unreachable: `stack` is `None` for free anchors only.
                _ => continue,
            };
            placed.layout =
                within(corner, FAR).then(|| size.layout(&placed.widget, width.whole, corner));
            let area = placed.layout.as_ref().map(|layout| layout.area().size());
            if let (Some(area), Some(custom)) = (area, placed.widget.custom_mut()) {
                custom.placed(area, measure);
            }
        }
    }

    fn spacing(&self) -> f32 {
        self.spacing.into()
    }

    /// Widens the group of a widget, if it has one, to at least this width.
    fn widen_group(&mut self, placed: &PlacedWidget, width: WidgetWidth) {
        let key = placed.group_key();
        if key.0.is_empty() {
            return;
        }
        match self.groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, widest)) => *widest = widest.max(width),
            None => self.groups.push((key, width)),
        }
    }

    /// Returns the width of a widget's group, or `own` if it has no group.
    fn width(&self, placed: &PlacedWidget, own: WidgetWidth) -> WidgetWidth {
        let key = placed.group_key();
        let mut groups = self.groups.iter();
        groups
            .find(|(known, _)| *known == key)
            .map_or(own, |(_, width)| *width)
    }

    /// Returns the left edge of a widget in a view of this width. Always a whole character, because the text mode has
    /// no other positions. The widget stays within the view if it fits.
    fn left(&self, column: AnchorColumn, width: WidgetWidth, view_width: f32) -> f32 {
        let margin = f32::from(self.margin.0);
        let farthest = (view_width - margin - width.whole as f32).floor();
        let sixths = match column {
            AnchorColumn::Left => return margin,
            AnchorColumn::Right => return farthest.max(margin),
            AnchorColumn::OneSixth => 1.0,
            AnchorColumn::Middle => 3.0,
            AnchorColumn::FiveSixths => 5.0,
        };
        let x = (view_width * sixths / 6.0 - width.centered as f32 / 2.0).round();
        // `max` comes last: a widget wider than the view shows its beginning. Not `clamp`, which would panic on the
        // reversed limits.
        x.min(farthest).max(margin)
    }

    /// Returns the upper edge of a widget in a view of this height. `stack` is the height of its stack, and `before`
    /// that of the widgets before it in the stack.
    fn top(&self, row: AnchorRow, stack: f32, before: f32, height: f32, view_height: f32) -> f32 {
        let margin = f32::from(self.margin.1);
        match row {
            AnchorRow::Top => margin + before,
            // A stack that is too high extends beyond the lower edge, because its widgets must not overlap one another.
            AnchorRow::Middle => ((view_height - stack) / 2.0).round().max(margin) + before,
            AnchorRow::Bottom => (view_height - margin).floor() - before - height,
        }
    }
}

/// Returns the top left corner of a widget at a free anchor, on whole characters.
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
