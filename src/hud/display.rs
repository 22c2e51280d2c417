//! The display itself: the list of widgets, their values and the focus, and the layer they are drawn in.

use core::fmt;
use glam::Vec2;

use super::arrange::{Arranger, PlacedWidget};
use super::draw::{DisplayPen, DisplayState, draw_view};
use super::event::{HudChange, HudEvent};
use super::focus::{KeyboardFocus, MouseCapture, PolledMouse};
use super::kind::WidgetKind;
use super::layout::WidgetLayout;
use super::value::WidgetValue;
use super::widget::{Widget, WidgetId};
use crate::assets::Assets;
use crate::base::checksum::summed;
use crate::base::color::Color;
use crate::base::outcome::Outcome;
use crate::geometry::Rect;
use crate::input::{InputState, Key};
use crate::scene::Layer;

/// No more unknown labels are noted in a step.
const MAX_UNKNOWN: usize = 64;

/// The heads-up display of a world: `cx.world.hud`.
///
/// Places of the mouse are in view units, like those of input events; places and sizes of widgets are in
/// characters of the built-in font, 8 × 16 pixels. What a label shows can be changed at once, by [`Hud::set`] and
/// [`Hud::add_to`], or by a [`HudEvent`], which can be sent later, too.
///
/// ```
/// # use damselfly::app::{Harness, Options};
/// use damselfly::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// # let app = App::new("Weapons", Options::default());
/// let mut game = Harness::start(app, |cx| {
///     let hud = &mut cx.world.hud;
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
#[derive(Clone, Debug)]
pub struct Hud {
    /// In the order of their ids; the last is on top.
    views: Vec<PlacedWidget>,
    next_id: u32,
    arranger: Arranger,
    /// Its unit is one character.
    layer: Layer,
    /// The level and the view's size that widgets were arranged for. `None` when they have changed since.
    arranged_for: Option<(u16, Vec2)>,
    /// What the layer was drawn for. `None` when anything else that it shows has changed since.
    drawn_for: Option<DisplayState>,
    pub(super) keyboard: KeyboardFocus,
    pub(super) mouse: MouseCapture,
    polled: PolledMouse,
    /// Of widgets that have none of their own.
    color: Color,
    /// Where lines are put together, so that a value that changes in every step allocates nothing.
    line: String,
    refused: u64,
    /// Labels of changes at once that no widget had, each once, until the world takes them.
    unknown: Vec<String>,
    // The world's own, noted here whenever they change.
    /// The current level.
    pub(super) level: u16,
    /// The number of the step.
    pub(super) step: u64,
    /// The size of a character, in view units.
    pub(super) cell: Vec2,
}

summed!(Hud: views, next_id, arranger, keyboard, mouse; not layer, arranged_for, drawn_for, polled, color, line, refused,
    unknown, level, step, cell);

/// The list.
impl Hud {
    /// Adds a widget, on top of the others and at the end of the stack at its place.
    pub fn add(&mut self, view: Widget) -> WidgetId {
        let id = WidgetId(self.next_id);
        self.next_id += 1;
        self.views.push(PlacedWidget::new(id, view));
        self.note_change();
        id
    }

    /// Sets the colour of all widgets that have none of their own. Defaults to white, or what
    /// [`App::color`](crate::app::App::color) sets.
    pub fn set_color(&mut self, color: Color) {
        self.color = color;
        self.drawn_for = None;
    }

    /// Returns the colour of all widgets that have none of their own.
    pub fn color(&self) -> Color {
        self.color
    }

    /// Returns a widget, or `None` if it was removed.
    pub fn get(&self, id: WidgetId) -> Option<&Widget> {
        self.row(id).map(|row| &self.views[row].view)
    }

    /// Returns a widget to change, or `None` if it was removed.
    pub fn get_mut(&mut self, id: WidgetId) -> Option<&mut Widget> {
        // Assumed to change, because the writes are not seen.
        self.note_change();
        self.row(id).map(|row| &mut self.views[row].view)
    }

    /// Removes a widget.
    pub fn remove(&mut self, id: WidgetId) -> Outcome {
        self.note_change();
        // Not `swap_remove`: the list is in the order of ids, which is the painting order, and `row` searches it.
        let removed = self.row(id).map(|row| self.views.remove(row));
        Outcome::of_existing(removed.is_some())
    }

    /// Removes all widgets of a group, at whatever place: those of a menu that is closed. Returns the number of
    /// widgets.
    ///
    /// ```
    /// # use damselfly::app::{App, Harness, Options};
    /// # use damselfly::prelude::*;
    /// # let mut game = Harness::start(App::new("Menu", Options::default()), |_| Ok(()))?;
    /// # let cx = game.context();
    /// for label in ["Play", "Settings"] {
    ///     cx.world.hud.add(Widget::button(label).at(HudAnchor::Center).group("menu"));
    /// }
    /// assert_eq!(cx.world.hud.remove_group("menu"), 2);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias = "clear")]
    pub fn remove_group(&mut self, group: &str) -> usize {
        let before = self.views.len();
        self.note_change();
        self.views.retain(|placed| placed.view.group != group);
        before - self.views.len()
    }

    /// Returns the number of columns that are kept free at the left and right of the view, and of rows at its top and
    /// bottom. Defaults to (0, 0).
    pub fn margin(&self) -> (u16, u16) {
        self.arranger.margin
    }

    /// Keeps columns free at the left and right of the view, and rows at its top and bottom, any number of each: no view
    /// object is put there, but for those at free places.
    pub fn set_margin(&mut self, columns: u16, rows: u16) {
        self.arranger.margin = (columns, rows);
        self.note_change();
    }

    /// Returns the number of rows that are kept free between two widgets at the same place. Defaults to 0.
    pub fn spacing(&self) -> u16 {
        self.arranger.spacing
    }

    /// Keeps this many rows free between any two widgets at the same place, from 0 to 65 535.
    pub fn set_spacing(&mut self, rows: u16) {
        self.arranger.spacing = rows;
        self.note_change();
    }

    fn row(&self, id: WidgetId) -> Option<usize> {
        self.views
            .binary_search_by_key(&id, |placed| placed.id)
            .ok()
    }

    fn note_change(&mut self) {
        self.arranged_for = None;
        self.drawn_for = None;
    }

    /// Returns the labels of all widgets.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> + Clone {
        self.views.iter().map(|placed| &*placed.view.label)
    }

    /// Returns the widgets that are shown on the current level. The last is on top.
    pub(super) fn shown(&self) -> impl DoubleEndedIterator<Item = &PlacedWidget> {
        let level = self.level;
        let views = self.views.iter();
        views.filter(move |placed| placed.view.is_shown_on(level))
    }
}

/// Values.
impl Hud {
    /// Returns the number that the first widget with a label has, on any level, in units of the game; `None` if
    /// there is none, or if its value is a text.
    pub fn value(&self, label: &str) -> Option<i64> {
        self.first(label)?.value.number()
    }

    /// Returns the text that the first widget with a label has as its value, on any level; `None` if there is
    /// none, or if its value is a number.
    pub fn text(&self, label: &str) -> Option<&str> {
        self.first(label)?.value.text()
    }

    /// Sets the value of every widget with a label, on all levels, to a number or a text: `Gone` if there is none.
    /// A text is refused and counted for a progress bar; a number is clamped to its range. A label that no widget
    /// has is logged, once, after 120 steps.
    pub fn set(&mut self, label: &str, value: impl Into<WidgetValue>) -> Outcome {
        self.change(label, HudChange::Set, &value.into(), false)
    }

    /// Adds a number, in units of the game, to the value of every widget with a label, on all levels: `Gone` if
    /// there is none, which is logged as by [`Hud::set`]. It stops at the ends of `i64` or of a progress bar's range;
    /// refused and counted where the value is a text.
    pub fn add_to(&mut self, label: &str, number: i64) -> Outcome {
        self.change(label, HudChange::Add, &number.into(), false)
    }

    /// Applies a HUD event to every widget with its label on the current level.
    pub(crate) fn apply(&mut self, event: &HudEvent) {
        self.change(&event.label, event.change, &event.value, true);
    }

    /// Returns the number of changes of values that were refused.
    pub(crate) fn refusals(&self) -> u64 {
        self.refused
    }

    fn first(&self, label: &str) -> Option<&Widget> {
        let mut views = self.views.iter().map(|placed| &placed.view);
        views.find(|view| view.label == label)
    }

    /// Changes the value of every widget with a label, on the current level or on all. `Refused` if one of
    /// them keeps its value.
    fn change(
        &mut self,
        label: &str,
        change: HudChange,
        value: &WidgetValue,
        current_level: bool,
    ) -> Outcome {
        let level = self.level;
        let (mut found, mut refused, mut is_changed) = (false, 0, false);
        let views = self.views.iter_mut().map(|placed| &mut placed.view);
        let is_meant =
            |view: &Widget| view.label == label && (!current_level || view.levels.contains(level));
        for view in views.filter(|view| is_meant(view)) {
            found = true;
            match change_value(view, change, value) {
                Some(differs) => is_changed |= differs,
                None => refused += 1,
            }
        }
        if is_changed {
            self.note_change();
        }
        for _ in 0..refused {
            self.refuse(&format_args!(
                "the value of the widget {label:?} keeps its number or text: a text is neither added to nor shown by a bar"
            ));
        }
        // A HUD event without a widget is noted by the world, which delivers it.
        if !found && !current_level {
            self.note_unknown(label);
        }
        match refused {
            0 => Outcome::of_existing(found),
            _ => Outcome::Refused,
        }
    }

    /// Notes a label that no widget has. A game that makes up labels without end is not followed.
    fn note_unknown(&mut self, label: &str) {
        let is_new = !self.unknown.iter().any(|known| known == label);
        if is_new && self.unknown.len() < MAX_UNKNOWN {
            self.unknown.push(label.to_owned());
        }
    }

    /// Takes the labels of changes that no widget had.
    pub(crate) fn take_unknown(&mut self) -> Vec<String> {
        core::mem::take(&mut self.unknown)
    }

    /// Counts what was refused, and logs the first ten.
    fn refuse(&mut self, message: &dyn fmt::Display) {
        self.refused += 1;
        // A game may try the same in every step, which must not fill the log.
        if self.refused <= 10 {
            log::warn!("{message}");
        }
    }
}

/// Changes a value. Returns whether it is another now; `None` if that was refused.
fn change_value(view: &mut Widget, change: HudChange, by: &WidgetValue) -> Option<bool> {
    let number = match (change, by, &view.value) {
        (HudChange::Set, WidgetValue::Number(new), _) => *new,
        (HudChange::Add, WidgetValue::Number(more), WidgetValue::Number(old)) => {
            old.saturating_add(*more)
        }
        (HudChange::Set, WidgetValue::Text(_), _) if !matches!(view.kind, WidgetKind::Bar(_)) => {
            return Some(view.value.assign(by));
        }
        _ => return None,
    };
    let number = view.kind.clamped(number);
    Some(view.value.assign(&number.into()))
}

/// Focus and input. Of widgets: the buttons and text entries that are shown on the current level.
impl Hud {
    /// Returns the topmost button or text entry at a place of the view, in view units: where it was drawn last.
    pub fn at(&self, place: Vec2) -> Option<WidgetId> {
        self.widget_at(place / self.cell)
    }

    /// Returns where a widget was drawn last, border included, in view units; `None` if it was not. The mouse is on
    /// a widget within these bounds.
    pub fn bounds(&self, id: WidgetId) -> Option<Rect> {
        let Rect { min, max } = self.views[self.row(id)?].layout?.shown_bounds();
        Some(Rect {
            min: min * self.cell,
            max: max * self.cell,
        })
    }

    /// Returns the button or text entry that has the keyboard's focus.
    pub fn focused(&self) -> Option<WidgetId> {
        // Checked here and not where a widget becomes disabled or changes its level, because games change widgets
        // directly.
        let widget = self.keyboard.widget;
        widget.filter(|&id| self.focusable(id).is_some())
    }

    /// Gives the keyboard's focus to a button or a text entry, whose cursor goes to the text's end; `None` removes the
    /// focus. `Gone` if there is no such widget on the current level, or it is invisible or disabled.
    pub fn focus(&mut self, id: Option<WidgetId>) -> Outcome {
        if id.is_some_and(|id| self.focusable(id).is_none()) {
            return Outcome::Gone;
        }
        self.keyboard.widget = id;
        // A key that is still held was pressed for something else: its repeats are no text.
        self.keyboard.typed_key = None;
        self.keyboard.blink_start = self.step;
        let view = id.and_then(|id| self.get_mut(id));
        if let Some(entry) = view.and_then(Widget::entry_mut) {
            entry.edit(Key::End);
        }
        Outcome::Done
    }

    /// Whether a text entry has the focus: keys are typed text then, and not meant for the game.
    pub fn is_typing(&self) -> bool {
        self.typing().is_some()
    }

    /// Whether the mouse is over a button or a text entry, or went down on one and is still held: what it does is not
    /// meant for the game. For code that polls [`Context::input`](crate::world::Context::input); objects are not sent
    /// what the display consumes.
    pub fn is_mouse_taken(&self) -> bool {
        let is_interactive = |&place: &Vec2| self.at(place).is_some();
        // Presses of this step, too: the game's own part of a step runs before the display has handled them, and a
        // press may be released again in the same step.
        !self.mouse.presses.is_empty()
            || self.polled.position.as_ref().is_some_and(is_interactive)
            || self.polled.presses.iter().any(is_interactive)
    }

    /// Returns the topmost widget at a place in characters, where it was arranged last: the mouse is aimed at what is on
    /// the screen.
    pub(super) fn widget_at(&self, place: Vec2) -> Option<WidgetId> {
        let is_there = |placed: &&PlacedWidget| {
            let layout = placed.widget_layout(self.level);
            layout.is_some_and(|layout| layout.contains(place))
        };
        self.views
            .iter()
            .rev()
            .find(is_there)
            .map(|placed| placed.id)
    }

    /// Returns a widget that is shown, and where it was arranged.
    pub(super) fn widget(&self, id: WidgetId) -> Option<(&Widget, &WidgetLayout)> {
        let placed = &self.views[self.row(id)?];
        Some((&placed.view, placed.widget_layout(self.level)?))
    }

    fn focusable(&self, id: WidgetId) -> Option<&Widget> {
        let view = self.get(id)?;
        (view.is_shown_on(self.level) && view.is_focusable()).then_some(view)
    }

    /// Returns the text entry that has the focus.
    pub(super) fn typing(&self) -> Option<WidgetId> {
        let id = self.keyboard.widget?;
        self.focusable(id)?.entry().map(|_| id)
    }
}

/// What the world does with its display.
impl Hud {
    /// Returns an empty display; `cell` is the size of a character, in view units.
    pub(crate) fn new(level: u16, cell: Vec2) -> Self {
        Self {
            views: Vec::new(),
            next_id: 0,
            arranger: Arranger::default(),
            layer: Layer::default(),
            arranged_for: None,
            drawn_for: None,
            keyboard: KeyboardFocus::default(),
            mouse: MouseCapture::default(),
            polled: PolledMouse::default(),
            color: Color::WHITE,
            line: String::new(),
            refused: 0,
            unknown: Vec::new(),
            level,
            step: 0,
            cell,
        }
    }

    /// Notes where the world is: its level, the number of its step, and the size of a character, in view units.
    pub(crate) fn follow_world(&mut self, level: u16, step: u64, cell: Vec2) {
        (self.level, self.step, self.cell) = (level, step, cell);
    }

    /// Notes what the mouse does in this step.
    pub(crate) fn poll(&mut self, input: &InputState) {
        self.polled.poll(input);
    }

    /// Returns everything drawn, as a layer whose unit is one character of the built-in font.
    pub fn layer(&self) -> &Layer {
        &self.layer
    }

    /// Arranges and draws everything anew if anything of it has changed. `screen` is the view's size in characters.
    pub(crate) fn redraw(&mut self, assets: &mut Assets, screen: Vec2) {
        let level = self.level;
        if self.arranged_for.replace((level, screen)) != Some((level, screen)) {
            self.arranger.arrange(&mut self.views, level, screen);
        }
        let state = self.state(screen);
        if self.drawn_for.replace(state) == Some(state) {
            return;
        }
        self.layer.clear();
        let mut pen = DisplayPen {
            layer: &mut self.layer,
            assets,
            line: &mut self.line,
        };
        for placed in &self.views {
            if let Some(layout) = &placed.layout {
                draw_view(
                    &mut pen,
                    placed.id,
                    &placed.view,
                    layout,
                    &state,
                    self.color,
                );
            }
        }
    }

    fn state(&self, screen: Vec2) -> DisplayState {
        let pointer = self.mouse.pointer;
        DisplayState {
            level: self.level,
            screen,
            hovered: pointer.and_then(|place| self.widget_at(place)),
            held: self.mouse.held(),
            focused: self.focused(),
            cursor_visible: self.is_typing() && self.keyboard.is_cursor_visible(self.step),
        }
    }
}
