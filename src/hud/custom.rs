//! Widgets of a game's own kind, with their own size, drawing and input.

use core::any::{Any, type_name};
use core::fmt;
use glam::Vec2;

use super::command::WidgetCommand;
use super::custom_pen::WidgetPen;
use super::measure::WidgetMeasure;
use super::value::WidgetValue;
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::panics::{caught, last_location, message};
use crate::input::{ActionMap, Binding, Key, MouseButton, WheelUnit};

/// The drawing and the input of a [`CustomWidget`].
///
/// A panic in a method is caught and logged; the content is then neither drawn nor given input.
///
/// ```
/// # use damselfly::app::{Harness, Options};
/// use damselfly::hud::{CustomWidget, WidgetContent, WidgetInput, WidgetPen, WidgetReply, WidgetValue};
/// use damselfly::prelude::*;
///
/// /// A slider from 0 to 10, which the mouse drags.
/// #[derive(Clone, Checksum)]
/// struct Slider {
///     is_held: bool,
/// }
///
/// impl WidgetContent for Slider {
///     fn draw(&self, pen: &mut WidgetPen<'_>) {
///         let (size, color) = (pen.size(), pen.color());
///         let knob = pen.value().number().unwrap_or(0) as f32;
///         pen.fill(Rect::from_size(vec2(0.0, 0.45), vec2(size.x, 0.1)), color)
///             .fill(Rect::from_size(vec2(knob, 0.0), vec2(1.0, 1.0)), color);
///     }
///
///     fn input(&mut self, input: WidgetInput, value: &mut WidgetValue) -> WidgetReply {
///         match input {
///             WidgetInput::Pressed { .. } => self.is_held = true,
///             WidgetInput::Released { .. } | WidgetInput::Cancelled { .. } => self.is_held = false,
///             _ => {}
///         }
///         if let (true, Some(at)) = (self.is_held, input.position()) {
///             *value = WidgetValue::Number(at.x.clamp(0.0, 10.0) as i64);
///         }
///         WidgetReply::Consumed
///     }
/// }
///
/// # fn main() -> Result<(), Error> {
/// # let app = App::new("Volume", Options::default()).cells(40, 10);
/// let mut game = Harness::start(app, |cx| {
///     let slider = CustomWidget::new(11, 1, Slider { is_held: false }).mouse(true);
///     cx.hud.add(Widget::new("Volume").kind(slider).at(HudAnchor::TopLeft));
///     Ok(())
/// })?;
/// game.step();
/// // The border, a blank, the label and another blank are left of the slider.
/// game.click_at(vec2(2.0 + 7.0 + 4.5, 1.5));
/// game.step();
/// assert_eq!(game.world().hud.value("Volume"), Some(4));
/// # Ok(())
/// # }
/// ```
#[doc(alias("ViewObject", "Control", "_draw", "_gui_input"))]
pub trait WidgetContent: CloneContent + Send {
    /// Draws the content. Called only when the display has changed, so the drawing may depend on nothing but the
    /// content and the pen. A game changes the content by [`CustomWidget::content_mut`].
    fn draw(&self, pen: &mut WidgetPen<'_>);

    /// Handles input that the widget takes: see [`CustomWidget::mouse`] and [`CustomWidget::keys`]. `value` is the
    /// widget's value, which the game reads by [`Hud::value`](super::Hud::value). Does nothing by default.
    fn input(&mut self, input: WidgetInput, value: &mut WidgetValue) -> WidgetReply {
        let _ = (input, value);
        WidgetReply::Ignored
    }

    /// Returns the size of its area in columns and rows, which follows from the display's style. `None`, the default,
    /// keeps [`CustomWidget::columns`] and [`CustomWidget::rows`]. Called only when the display has changed.
    fn size(&self, measure: &WidgetMeasure<'_>) -> Option<(usize, usize)> {
        let _ = measure;
        None
    }

    /// Reports the size of its area in characters, after each layout. Does nothing by default.
    fn placed(&mut self, size: Vec2, measure: &WidgetMeasure<'_>) {
        let _ = (size, measure);
    }

    /// Returns the number of characters reserved for the widget's value, which the display then shows to the right of
    /// the area. 0, the default, shows no value.
    fn value_digits(&self) -> usize {
        0
    }

    /// Returns the valid number nearest to this one, for the widget's value. By default, every number is valid.
    fn clamped(&self, number: i64) -> i64 {
        number
    }

    /// Returns whether [`WidgetContent::step`] is called. Defaults to false.
    fn is_animated(&self) -> bool {
        false
    }

    /// Advances the content. Called once per step, after the hooks `after`, while the widget is visible and animated.
    /// Any reply except `Ignored` also redraws the display. Does nothing by default.
    fn step(&mut self, actions: &ActionMap, value: &mut WidgetValue) -> WidgetReply {
        let _ = (actions, value);
        WidgetReply::Ignored
    }

    /// Returns whether the widget waits for any key or button. While it also has the focus, the next press goes to it
    /// as [`WidgetInput::Captured`] and nowhere else. Defaults to false.
    fn is_capturing(&self) -> bool {
        false
    }

    /// Returns an action and its new key or button. The display binds it by [`ActionMap::rebind`]. Called after each
    /// [`WidgetReply::Changed`]. Defaults to `None`.
    fn chosen_binding(&self) -> Option<(&str, Binding)> {
        None
    }
}

/// Input of a [`CustomWidget`]. Positions are in the widget's characters, from the top left corner of its area. They
/// are outside of it on the label and the border, and may be anywhere while a button is held.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum WidgetInput {
    /// A mouse button went down on the widget.
    Pressed {
        /// The button.
        button: MouseButton,
        /// Position of the mouse.
        at: Vec2,
    },
    /// A mouse button that was pressed on the widget went up, wherever the mouse is.
    Released {
        /// The button.
        button: MouseButton,
        /// Position of the mouse.
        at: Vec2,
        /// Whether the mouse is on the widget, its label and border included.
        is_on_it: bool,
    },
    /// Like `Released`, but not by the player: the window lost the keyboard focus, or input was muted.
    Cancelled {
        /// The button.
        button: MouseButton,
    },
    /// The mouse moved on the widget, or anywhere while a button that was pressed on it is held. While buttons that
    /// were pressed on other widgets are held, only those widgets receive moves.
    Moved {
        /// Position of the mouse.
        at: Vec2,
    },
    /// The wheel turned while the mouse was on the widget.
    Wheel {
        /// Distance in lines or view units, as `unit` says: x right, y down.
        delta: Vec2,
        /// Unit of `delta`.
        unit: WheelUnit,
    },
    /// A command of the keyboard or a gamepad while the widget had the focus. If the widget ignores it, the focus moves
    /// or the menu closes. A key is first sent as `Key`, and only becomes a command if that is ignored.
    Command(WidgetCommand),
    /// Any key or button was pressed while the widget was [capturing](WidgetContent::is_capturing).
    Captured(Binding),
    /// A key went down while the widget had the keyboard's focus. Tab moves the focus and is not sent, except with
    /// modifiers other than Shift.
    Key {
        /// The key, by its position on the keyboard.
        key: Key,
        /// Character that the key types in the player's layout, if any.
        character: Option<char>,
        /// Whether the keyboard repeats a held key.
        repeat: bool,
    },
}

impl WidgetInput {
    /// Returns the position of the mouse in the widget's characters, for presses, releases and moves.
    pub fn position(&self) -> Option<Vec2> {
        match *self {
            Self::Pressed { at, .. } | Self::Released { at, .. } | Self::Moved { at } => Some(at),
            _ => None,
        }
    }
}

/// Reply of a [`CustomWidget`] to input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WidgetReply {
    /// The input also goes to the game. Only keys and the wheel can be ignored: presses on the widget and their
    /// releases never go to the game, moves always do.
    Ignored,
    /// The input does not go to the game, except moves.
    Consumed,
    /// Like `Consumed`; also sends a [`ButtonPressed`](super::ButtonPressed) with the widget's label, unless it replies
    /// to `Moved` or `Cancelled`.
    Pressed,
    /// Like `Consumed`; also sends a [`ValueChanged`](super::ValueChanged) with the widget's value.
    Changed,
}

/// A widget of a game's own kind: an area of the display whose content draws itself and handles input.
///
/// The area is to the right of the label. [`WidgetContent`] has an example.
#[derive(Clone)]
pub struct CustomWidget {
    /// Width of the area, in characters. 0 counts as 1, and the view's width is the maximum.
    pub columns: u16,
    /// Height of the area, in characters. 0 counts as 1, and the view's height is the maximum.
    pub rows: u16,
    /// Whether it takes the mouse: see [`CustomWidget::mouse`]. Defaults to false.
    pub takes_mouse: bool,
    /// Whether it takes keys: see [`CustomWidget::keys`]. Defaults to false.
    pub takes_keys: bool,
    content: Box<dyn WidgetContent>,
    /// Whether the content has panicked.
    has_failed: bool,
}

impl CustomWidget {
    /// Returns a widget with an area of this many characters, which takes no input.
    pub fn new(columns: u16, rows: u16, content: impl WidgetContent) -> Self {
        Self {
            columns,
            rows,
            takes_mouse: false,
            takes_keys: false,
            content: Box::new(content),
            has_failed: false,
        }
    }

    /// Sets whether it takes the mouse: presses and their releases, moves, and the wheel. It then blocks presses from
    /// widgets and objects behind it. Its label and its border take the mouse, too.
    #[must_use]
    pub fn mouse(self, takes_mouse: bool) -> Self {
        Self {
            takes_mouse,
            ..self
        }
    }

    /// Sets whether it can have the keyboard's focus, and then takes keys. Tab and [`Hud::focus`](super::Hud::focus)
    /// give it the focus, and so does a press of the left mouse button if it also takes the mouse.
    #[must_use]
    pub fn keys(self, takes_keys: bool) -> Self {
        Self { takes_keys, ..self }
    }

    /// Returns a widget like the built-in kinds: it takes the mouse and keys, and its content returns its size.
    pub(super) fn of(content: impl WidgetContent) -> Self {
        Self::new(1, 1, content).mouse(true).keys(true)
    }

    /// Returns the content. `None` if it is of another type.
    pub fn content<C: WidgetContent>(&self) -> Option<&C> {
        let content: &dyn Any = &*self.content;
        content.downcast_ref()
    }

    /// Returns the content for changes. `None` if it is of another type.
    pub fn content_mut<C: WidgetContent>(&mut self) -> Option<&mut C> {
        let content: &mut dyn Any = &mut *self.content;
        content.downcast_mut()
    }

    /// Draws the content.
    pub(super) fn draw(&mut self, pen: &mut WidgetPen<'_>) {
        self.run(|content| content.draw(pen));
    }

    /// Returns the size of its area, in columns and rows.
    pub(super) fn size(&self, measure: &WidgetMeasure<'_>) -> (usize, usize) {
        let own = || (self.columns.into(), self.rows.into());
        self.ask(None, |content| content.size(measure))
            .unwrap_or_else(own)
    }

    pub(super) fn placed(&mut self, size: Vec2, measure: &WidgetMeasure<'_>) {
        self.run(|content| content.placed(size, measure));
    }

    pub(super) fn value_digits(&self) -> usize {
        self.ask(0, |content| content.value_digits())
    }

    pub(super) fn clamped(&self, number: i64) -> i64 {
        self.ask(number, |content| content.clamped(number))
    }

    pub(super) fn is_animated(&self) -> bool {
        self.ask(false, |content| content.is_animated())
    }

    pub(super) fn is_capturing(&self) -> bool {
        self.ask(false, |content| content.is_capturing())
    }

    pub(super) fn chosen_binding(&self) -> Option<(&str, Binding)> {
        self.ask(None, |content| content.chosen_binding())
    }

    /// Calls a method of the content that changes nothing. `default` if it panics, or has panicked before.
    fn ask<'a, R>(&'a self, default: R, call: impl FnOnce(&'a dyn WidgetContent) -> R) -> R {
        if self.has_failed {
            return default;
        }
        caught(|| call(&*self.content)).unwrap_or_else(|panic| {
            log_panic(&*self.content, &*panic);
            default
        })
    }

    /// Advances the content by a step.
    pub(super) fn step(&mut self, actions: &ActionMap, value: &mut WidgetValue) -> WidgetReply {
        let reply = self.run(|content| content.step(actions, value));
        reply.unwrap_or(WidgetReply::Ignored)
    }

    /// Passes input to the content.
    pub(super) fn input(&mut self, input: WidgetInput, value: &mut WidgetValue) -> WidgetReply {
        let reply = self.run(|content| content.input(input, value));
        reply.unwrap_or(WidgetReply::Ignored)
    }

    /// Calls a method of the content. `None` if it panics, or has panicked before.
    fn run<R>(&mut self, call: impl FnOnce(&mut dyn WidgetContent) -> R) -> Option<R> {
        if self.has_failed {
            return None;
        }
        let outcome = caught(|| call(&mut *self.content));
        if let Err(panic) = &outcome {
            self.has_failed = true;
            log_panic(&*self.content, &**panic);
        }
        outcome.ok()
    }
}

/// Logs a panic of a content.
fn log_panic(content: &dyn WidgetContent, panic: &(dyn Any + Send)) {
    let (name, location) = (content.name(), last_location());
    let message = message(panic);
    log::error!("the widget content {name} panicked{location}: {message}; it is not called again");
}

impl Checksum for CustomWidget {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        (self.columns, self.rows).write_checksum(sum);
        (self.takes_mouse, self.takes_keys, self.has_failed).write_checksum(sum);
        self.content.add_checksum(sum);
    }
}

impl fmt::Debug for CustomWidget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CustomWidget")
            .field("columns", &self.columns)
            .field("rows", &self.rows)
            .field("takes_mouse", &self.takes_mouse)
            .field("takes_keys", &self.takes_keys)
            .field("content", &self.content.name())
            .finish_non_exhaustive()
    }
}

/// Two custom widgets are equal if their checksums are equal, because contents of different types cannot be compared
/// otherwise.
impl PartialEq for CustomWidget {
    fn eq(&self, other: &Self) -> bool {
        let sum = |widget: &Self| {
            let mut sum = ChecksumWriter::new();
            widget.write_checksum(&mut sum);
            sum.finish()
        };
        sum(self) == sum(other)
    }
}

impl Eq for CustomWidget {}

/// Copies, names and sums a [`WidgetContent`]. Implemented for every content that is `Clone` and
/// [`Checksum`](crate::Checksum).
pub trait CloneContent: Any {
    /// Returns a copy.
    fn boxed_clone(&self) -> Box<dyn WidgetContent>;

    /// Returns the name of the type.
    fn name(&self) -> &'static str;

    /// Adds the type's name and everything in the value that can affect a later step.
    fn add_checksum(&self, sum: &mut ChecksumWriter);
}

impl<C: WidgetContent + Clone + Checksum> CloneContent for C {
    fn boxed_clone(&self) -> Box<dyn WidgetContent> {
        Box::new(self.clone())
    }

    fn name(&self) -> &'static str {
        type_name::<C>()
    }

    fn add_checksum(&self, sum: &mut ChecksumWriter) {
        sum.type_name(self.name());
        sum.add_caught(self.name(), |sum| self.write_checksum(sum));
    }
}

impl Clone for Box<dyn WidgetContent> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}
