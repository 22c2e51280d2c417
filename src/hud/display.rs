//! The display: the list of widgets, their values, the focus, and the layers that show them.

use core::fmt;
use std::collections::VecDeque;

use glam::Vec2;

use super::arrange::{Arranger, PlacedWidget};
use super::display_pen::DisplayPen;
use super::draw::{DisplayState, draw_widget};
use super::event::{HudChange, HudEvent, HudSent};
use super::focus::{KeyboardFocus, MouseCapture, PolledMouse};
use super::kind::WidgetKind;
use super::layers::{HudLayers, LayerKind};
use super::layout::WidgetLayout;
use super::measure::WidgetMeasure;
use super::menu::MenuStack;
use super::pad_commands::PadCommands;
use super::polling::PlayerActs;
use super::style::HudStyle;
use super::value::WidgetValue;
use super::widget::{Widget, WidgetId};
use crate::assets::Assets;
use crate::base::checksum::summed;
use crate::base::color::Color;
use crate::base::outcome::Outcome;
use crate::geometry::Rect;
use crate::input::InputState;
use crate::scene::Layer;

/// Maximum number of unknown labels that are recorded per step.
const MAX_UNKNOWN: usize = 64;

/// The heads-up display of a world: `cx.hud`.
///
/// Mouse positions are in view units, as in input events. Positions and sizes of widgets are in characters of the
/// built-in font, 8 × 16 pixels. [`Hud::set`] and [`Hud::add_to`] change values immediately. A [`HudEvent`] also
/// changes them, and can be sent later.
///
/// ```
/// # use damselfly::app::{Harness, Options};
/// use damselfly::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// # let app = App::new("Weapons", Options::default());
/// let mut game = Harness::start(app, |cx| {
///     let hud = &mut cx.hud;
///     hud.add(Widget::new("Points").at(HudAnchor::TopLeft));
///     let weapon = hud.add(Widget::new("Weapon").at(HudAnchor::TopLeft).value("Laser"));
///     hud.add_to("Points", 100);
///     hud.set("Weapon", "Net");
///     assert_eq!((hud.value("Points"), hud.text("Weapon")), (Some(100), Some("Net")));
///     if let Some(weapon) = hud.get_mut(weapon) {
///         weapon.color = Some(Color::GREEN);
///     }
///     Ok(())
/// })?;
/// game.step();
/// assert!(game.shows("│ Points 100 │"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Hud {
    /// Sorted by id. The last is on top.
    pub(super) widgets: Vec<PlacedWidget>,
    next_id: u32,
    pub(super) arranger: Arranger,
    /// The drawn widgets, in layers whose unit is one character.
    layers: HudLayers,
    /// Level and view size of the latest arrangement. `None` if a widget, the margin or the spacing may have changed
    /// since.
    arranged_for: Option<(u16, Vec2)>,
    /// State at the latest drawing. `None` if anything else has changed since.
    drawn_for: Option<DisplayState>,
    pub(super) keyboard: KeyboardFocus,
    pub(super) mouse: MouseCapture,
    pub(super) pads: PadCommands,
    pub(super) menus: MenuStack,
    pub(super) acts: PlayerActs,
    /// Events that wait for delivery.
    pub(super) sent: VecDeque<HudSent>,
    pub(super) polled: PolledMouse,
    style: HudStyle,
    /// Buffer for a line: a value that changes in every step must not allocate.
    line: String,
    refused: u64,
    /// Labels of immediate changes without a matching widget, each once, until the world takes them.
    unknown: Vec<String>,
    // Copies of the world's values, updated whenever they change.
    /// Current level.
    pub(super) level: u16,
    /// Number of the step.
    pub(super) step: u64,
    /// Size of a character, in view units.
    pub(super) cell: Vec2,
}

// The style affects later steps only through the sizes of widgets, and `widgets` has their layouts. Events wait only if
// a game changes the display between steps.
summed!(Hud: widgets, next_id, arranger, keyboard, mouse, pads, menus, acts; not sent, layers, arranged_for, drawn_for,
    polled, style, line, refused, unknown, level, step, cell);

/// Methods for the list of widgets.
impl Hud {
    /// Adds a widget on top of the others, at the end of the stack at its anchor.
    pub fn add(&mut self, widget: Widget) -> WidgetId {
        let id = WidgetId(self.next_id);
        self.next_id += 1;
        self.widgets.push(PlacedWidget::new(id, widget));
        self.mark_changed();
        id
    }

    /// Sets the colour of all widgets without their own. Defaults to white, or to the colour set by
    /// [`App::color`](crate::app::App::color).
    pub fn set_color(&mut self, color: Color) {
        self.style.color = color;
        self.drawn_for = None;
    }

    /// Returns the colour of all widgets without their own.
    pub fn color(&self) -> Color {
        self.style.color
    }

    /// Sets the style of all widgets: font, frame, colours and icons.
    #[doc(alias = "set_theme")]
    pub fn set_style(&mut self, style: HudStyle) {
        self.style = style;
        self.mark_changed();
    }

    /// Returns the style of all widgets.
    pub fn style(&self) -> &HudStyle {
        &self.style
    }

    /// Returns a widget, or `None` if it was removed.
    pub fn get(&self, id: WidgetId) -> Option<&Widget> {
        self.row(id).map(|row| &self.widgets[row].widget)
    }

    /// Returns a widget for changes, or `None` if it was removed.
    pub fn get_mut(&mut self, id: WidgetId) -> Option<&mut Widget> {
        // Assumes a change, because the writes are not observed.
        self.mark_changed();
        self.row(id).map(|row| &mut self.widgets[row].widget)
    }

    /// Returns the first widget with a label, on any level and in any menu.
    pub fn find(&self, label: &str) -> Option<WidgetId> {
        let mut widgets = self.widgets.iter();
        let found = widgets.find(|placed| placed.widget.label == label);
        found.map(|placed| placed.id)
    }

    /// Removes a widget.
    pub fn remove(&mut self, id: WidgetId) -> Outcome {
        self.mark_changed();
        // Not `swap_remove`: the list is sorted by id, which is the painting order and needed by `row`.
        let removed = self.row(id).map(|row| self.widgets.remove(row));
        Outcome::of_existing(removed.is_some())
    }

    /// Removes all widgets of a group, at any anchor, for example of a closed menu. Returns the number of removed
    /// widgets.
    ///
    /// ```
    /// # use damselfly::app::{App, Harness, Options};
    /// # use damselfly::prelude::*;
    /// # let mut game = Harness::start(App::new("Menu", Options::default()), |_| Ok(()))?;
    /// # let mut cx = game.context();
    /// for label in ["Play", "Settings"] {
    ///     cx.hud.add(Widget::button(label).at(HudAnchor::Center).group("menu"));
    /// }
    /// assert_eq!(cx.hud.remove_group("menu"), 2);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias = "clear")]
    pub fn remove_group(&mut self, group: &str) -> usize {
        let before = self.widgets.len();
        self.mark_changed();
        self.widgets.retain(|placed| placed.widget.group != group);
        before - self.widgets.len()
    }

    /// Returns the margin: the number of free columns at the left and right of the view, and of free rows at its top
    /// and bottom. Defaults to (0, 0).
    pub fn margin(&self) -> (u16, u16) {
        self.arranger.margin
    }

    /// Sets the margin: columns at the left and right of the view and rows at its top and bottom that stay free, except
    /// for widgets at free anchors.
    pub fn set_margin(&mut self, columns: u16, rows: u16) {
        self.arranger.margin = (columns, rows);
        self.mark_changed();
    }

    /// Returns the number of free rows between two widgets at the same anchor. Defaults to 0.
    pub fn spacing(&self) -> u16 {
        self.arranger.spacing
    }

    /// Sets the number of free rows between two widgets at the same anchor, from 0 to 65 535.
    pub fn set_spacing(&mut self, rows: u16) {
        self.arranger.spacing = rows;
        self.mark_changed();
    }

    /// Shows the widgets of a group, stacked at an anchor, in a scroll area of at most this many rows. The wheel
    /// scrolls it. A widget that gets the focus is scrolled into view. `None` removes the area. The name of
    /// a menu is also the group of its widgets, unless they have another.
    ///
    /// ```
    /// # use damselfly::app::{Harness, Options};
    /// # use damselfly::prelude::*;
    /// # let mut game = Harness::start(App::new("Keys", Options::default()).cells(40, 10), |cx| {
    /// for name in ["One", "Two", "Three", "Four"] {
    ///     cx.hud.add(Widget::button(name).group("list").at(HudAnchor::TopLeft));
    /// }
    /// cx.hud.set_scroll_area("list", Some(6));
    /// # Ok(())
    /// # })?;
    /// # game.step();
    /// assert!(game.shows("Two") && !game.shows("Three"));
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("ScrollContainer", "ScrollArea"))]
    pub fn set_scroll_area(&mut self, group: &'static str, rows: Option<u16>) {
        self.arranger.scrolls.set(group, rows);
        self.mark_changed();
    }

    /// Returns the number of rows of a group's scroll area. `None` without one.
    pub fn scroll_area(&self, group: &str) -> Option<u16> {
        self.arranger.scrolls.rows_of(group)
    }

    /// Returns the latest layout of a widget. `None` if it was not drawn.
    pub(super) fn layout(&self, id: WidgetId) -> Option<&WidgetLayout> {
        self.widgets[self.row(id)?].layout.as_ref()
    }

    pub(super) fn row(&self, id: WidgetId) -> Option<usize> {
        self.widgets
            .binary_search_by_key(&id, |placed| placed.id)
            .ok()
    }

    /// Draws everything again at the next redraw.
    pub(super) fn mark_drawn_changed(&mut self) {
        self.drawn_for = None;
    }

    pub(super) fn mark_changed(&mut self) {
        self.arranged_for = None;
        self.drawn_for = None;
    }

    /// Returns the labels of all widgets.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> + Clone {
        self.widgets.iter().map(|placed| &*placed.widget.label)
    }

    /// Returns the visible widgets that take input. If a menu is open, only the topmost menu's. The last is on top.
    pub(super) fn active(&self) -> impl DoubleEndedIterator<Item = &PlacedWidget> + Clone {
        self.widgets
            .iter()
            .filter(|placed| self.is_active(&placed.widget))
    }

    /// Returns whether a widget is visible: on the current level, in the topmost menu or in none, and on the open tab.
    pub(super) fn is_shown(&self, widget: &Widget) -> bool {
        let is_open = widget.menu.is_empty() || self.menus.top() == Some(widget.menu);
        let is_on_tab = widget
            .tab
            .as_ref()
            .is_none_or(|(tabs, page)| self.page(tabs) == Some((*page).into()));
        is_open && widget.is_shown_on(self.level) && is_on_tab
    }

    /// Returns the chosen page of the first tabs with a label.
    fn page(&self, label: &str) -> Option<i64> {
        let tabs = self.find(label).and_then(|id| self.get(id))?;
        Some(tabs.kind.clamped(tabs.value.number()?))
    }

    /// Returns whether a widget is visible and takes input.
    pub(super) fn is_active(&self, widget: &Widget) -> bool {
        let top = self.menus.top();
        top.is_none_or(|top| widget.menu == top) && self.is_shown(widget)
    }
}

/// Methods for the values of widgets.
impl Hud {
    /// Returns the number of the first widget with a label, on any level, in units of the game. `None` if there is no
    /// such widget, or if its value is a text.
    pub fn value(&self, label: &str) -> Option<i64> {
        self.first(label)?.value.number()
    }

    /// Returns the text of the first widget with a label, on any level. `None` if there is no such widget, or if its
    /// value is a number.
    pub fn text(&self, label: &str) -> Option<&str> {
        self.first(label)?.value.text()
    }

    /// Sets the value of every widget with a label, on all levels, to a number or a text. `Gone` if there is none. A
    /// text for a progress bar is rejected and counted; a number is clamped to the bar's range. An unknown label is
    /// logged once, after 120 steps or at the end of the run.
    pub fn set(&mut self, label: &str, value: impl Into<WidgetValue>) -> Outcome {
        self.change(label, HudChange::Set, &value.into(), false)
    }

    /// Adds a number, in units of the game, to the value of every widget with a label, on all levels. `Gone` if there
    /// is none; this is logged as in [`Hud::set`]. The sum stops at the limits of `i64` or of a progress bar's
    /// range. Rejected and counted if the value is a text.
    pub fn add_to(&mut self, label: &str, number: i64) -> Outcome {
        self.change(label, HudChange::Add, &number.into(), false)
    }

    /// Applies a HUD event to every widget with its label on the current level.
    pub(crate) fn apply(&mut self, event: &HudEvent) {
        self.change(&event.label, event.change, &event.value, true);
    }

    /// Returns the number of rejected changes of values.
    pub(crate) fn refusals(&self) -> u64 {
        self.refused
    }

    fn first(&self, label: &str) -> Option<&Widget> {
        let mut widgets = self.widgets.iter().map(|placed| &placed.widget);
        widgets.find(|widget| widget.label == label)
    }

    /// Changes the value of every widget with a label, on the current level or on all levels. `Refused` if at least
    /// one value is rejected.
    fn change(
        &mut self,
        label: &str,
        change: HudChange,
        value: &WidgetValue,
        current_level: bool,
    ) -> Outcome {
        let level = self.level;
        let (mut found, mut refused, mut is_changed) = (false, 0, false);
        let widgets = self.widgets.iter_mut().map(|placed| &mut placed.widget);
        let is_meant = |widget: &Widget| {
            widget.label == label && (!current_level || widget.levels.contains(level))
        };
        for widget in widgets.filter(|widget| is_meant(widget)) {
            found = true;
            match change_value(widget, change, value) {
                Some(differs) => is_changed |= differs,
                None => refused += 1,
            }
        }
        if is_changed {
            self.mark_changed();
        }
        for _ in 0..refused {
            self.refuse(&format_args!(
                "cannot change the value of the widget {label:?}: a text cannot be added to, and a bar cannot show a text"
            ));
        }
        // The world records unknown labels of HUD events when it delivers the events.
        if !found && !current_level {
            self.record_unknown(label);
        }
        match refused {
            0 => Outcome::of_existing(found),
            _ => Outcome::Refused,
        }
    }

    /// Records an unknown label. The number is limited, in case a game generates labels.
    fn record_unknown(&mut self, label: &str) {
        let is_new = !self.unknown.iter().any(|known| known == label);
        if is_new && self.unknown.len() < MAX_UNKNOWN {
            self.unknown.push(label.to_owned());
        }
    }

    /// Takes the labels of changes without a matching widget.
    pub(crate) fn take_unknown(&mut self) -> Vec<String> {
        core::mem::take(&mut self.unknown)
    }

    /// Counts a rejected change, and logs the first ten.
    pub(super) fn refuse(&mut self, message: &dyn fmt::Display) {
        self.refused += 1;
        // Only ten are logged, because a game may repeat the same error in every step.
        if self.refused <= 10 {
            log::warn!("{message}");
        }
    }
}

/// Changes a widget's value. Returns whether the new value differs from the old one. `None` if the change is rejected.
fn change_value(widget: &mut Widget, change: HudChange, by: &WidgetValue) -> Option<bool> {
    let number = match (change, by, &widget.value) {
        (HudChange::Set, WidgetValue::Number(new), _) => *new,
        (HudChange::Add, WidgetValue::Number(more), WidgetValue::Number(old)) => {
            old.saturating_add(*more)
        }
        (HudChange::Set, WidgetValue::Text(_), _) if !matches!(widget.kind, WidgetKind::Bar(_)) => {
            return Some(widget.value.assign(by));
        }
        _ => return None,
    };
    let number = widget.kind.clamped(number);
    Some(widget.value.assign(&number.into()))
}

/// Methods for the world.
impl Hud {
    /// Returns an empty display. `cell` is the size of a character, in view units.
    pub(crate) fn new(level: u16, cell: Vec2) -> Self {
        Self {
            level,
            cell,
            ..Self::default()
        }
    }

    /// Updates the copies of the world's level, step number and size of a character in view units.
    pub(crate) fn follow_world(&mut self, level: u16, step: u64, cell: Vec2) {
        (self.level, self.step, self.cell) = (level, step, cell);
    }

    /// Updates the polled state of the mouse in this step.
    pub(crate) fn poll(&mut self, input: &InputState) {
        self.polled.poll(input);
    }

    /// Returns everything drawn above all altitudes, in painting order: layers whose unit is one character of the
    /// built-in font, each with its clip rectangle in the same unit. Widgets without clip rectangles share layers.
    pub fn layers(&self) -> impl Iterator<Item = (&Layer, Option<Rect>)> {
        self.layers.at(None)
    }

    /// Returns everything drawn at an altitude, like [`Hud::layers`].
    pub fn layers_at(&self, altitude: u16) -> impl Iterator<Item = (&Layer, Option<Rect>)> {
        self.layers.at(Some(altitude))
    }

    /// Returns whether any visible widget lies among the altitudes.
    pub(crate) fn is_among_altitudes(&self) -> bool {
        self.layers.are_among_altitudes()
    }

    /// Arranges and draws everything again if anything has changed. `view_size` is the view's size in characters.
    pub(crate) fn redraw(&mut self, assets: &mut Assets, view_size: Vec2) {
        let level = self.level;
        if self.arranged_for.replace((level, view_size)) != Some((level, view_size)) {
            for at in 0..self.widgets.len() {
                self.widgets[at].is_shown = self.is_shown(&self.widgets[at].widget);
            }
            let measure = WidgetMeasure {
                assets,
                style: &self.style,
            };
            self.arranger
                .arrange(&mut self.widgets, &measure, view_size, self.keyboard.widget);
        }
        let state = self.state(view_size);
        if self.drawn_for.replace(state) == Some(state) {
            return;
        }
        self.layers.clear();
        for placed in &mut self.widgets {
            let clip = placed.shown_clip(self.cell);
            let PlacedWidget {
                id, widget, layout, ..
            } = placed;
            if let Some(layout) = layout {
                let altitude = widget.altitude;
                let mut pen = DisplayPen {
                    layer: self.layers.of(LayerKind { altitude, clip }),
                    assets,
                    style: &self.style,
                    line: &mut self.line,
                };
                let preedit = &self.keyboard.preedit;
                draw_widget(&mut pen, *id, widget, layout, (&state, preedit));
            }
        }
        if !self.arranger.scrolls.is_empty() {
            self.arranger.scrolls.draw(&mut DisplayPen {
                layer: self.layers.of(LayerKind::TOP),
                assets,
                style: &self.style,
                line: &mut self.line,
            });
        }
    }

    fn state(&self, view_size: Vec2) -> DisplayState {
        let pointer = self.mouse.pointer;
        DisplayState {
            level: self.level,
            view_size,
            hovered: pointer.and_then(|position| self.interactive_at(position)),
            held: self.mouse.held(),
            focused: self.focused(),
            cursor_visible: self.is_typing() && self.keyboard.is_cursor_visible(self.step),
        }
    }
}
