//! Key choosers: the keys of an action, and a way to choose another one.

use glam::Vec2;
use std::borrow::Cow;

use super::command::WidgetCommand;
use super::custom::{WidgetContent, WidgetInput, WidgetReply};
use super::custom_pen::WidgetPen;
use super::measure::WidgetMeasure;
use super::value::WidgetValue;
use crate::base::checksum::summed;
use crate::geometry::Rect;
use crate::input::{ActionMap, Binding, Key, MouseButton};

/// Text while it waits for a key.
const WAITING: &str = "press a key";

/// The keys and buttons of an action, and a way to choose others: see
/// [`Widget::key_chooser`](super::Widget::key_chooser).
///
/// Enter, the south button of a gamepad or a click makes it wait. The next key or button that the player presses, on
/// any device, is bound by [`ActionMap::rebind`]; Escape keeps the old binding. Its widget's value becomes the name of
/// the key, and a [`ValueChanged`](super::ValueChanged) is sent, even if the action map refuses the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyChooser {
    action: Cow<'static, str>,
    width: u16,
    /// The bindings that it shows.
    bindings: Vec<Binding>,
    is_waiting: bool,
    chosen: Option<Binding>,
}

// The bindings follow from the action map.
summed!(KeyChooser: action, width, is_waiting, chosen; not bindings);

impl KeyChooser {
    /// Returns a chooser for the keys of an action, 24 characters wide.
    pub fn new(action: impl Into<Cow<'static, str>>) -> Self {
        Self {
            action: action.into(),
            width: 24,
            bindings: Vec::new(),
            is_waiting: false,
            chosen: None,
        }
    }

    /// Sets the width of the space for the names of keys, in characters. Names that do not fit are left out.
    #[must_use]
    pub fn width(self, width: u16) -> Self {
        Self { width, ..self }
    }

    /// Returns whether it waits for a key.
    pub fn is_waiting(&self) -> bool {
        self.is_waiting
    }
}

impl WidgetContent for KeyChooser {
    fn draw(&self, pen: &mut WidgetPen<'_>) {
        let (size, color) = (pen.size(), pen.color());
        if self.is_waiting {
            pen.row(Rect::from_size(Vec2::ZERO, size), WAITING, true);
            return;
        }
        if self.bindings.is_empty() {
            pen.label(Vec2::X, '-', color);
        }
        let mut x = 1.0;
        for binding in &self.bindings {
            let columns = pen.columns(binding) as f32;
            if x + columns > size.x {
                break;
            }
            pen.label(Vec2::new(x, 0.0), binding, color);
            x += columns + 2.0;
        }
    }

    fn size(&self, measure: &WidgetMeasure<'_>) -> Option<(usize, usize)> {
        let columns = usize::from(self.width).max(measure.columns(WAITING) + 2);
        Some((columns, measure.line_rows()))
    }

    fn is_animated(&self) -> bool {
        true
    }

    /// Follows the action map.
    fn step(&mut self, actions: &ActionMap, _: &mut WidgetValue) -> WidgetReply {
        let bindings = actions.bindings(&self.action);
        if bindings == self.bindings {
            return WidgetReply::Ignored;
        }
        self.bindings.clear();
        self.bindings.extend_from_slice(bindings);
        WidgetReply::Consumed
    }

    fn is_capturing(&self) -> bool {
        self.is_waiting
    }

    fn chosen_binding(&self) -> Option<(&str, Binding)> {
        self.chosen.map(|binding| (&*self.action, binding))
    }

    fn input(&mut self, input: WidgetInput, value: &mut WidgetValue) -> WidgetReply {
        match input {
            WidgetInput::Captured(Binding::Key(Key::Escape)) => {
                self.is_waiting = false;
                WidgetReply::Consumed
            }
            WidgetInput::Captured(binding) => {
                self.is_waiting = false;
                self.chosen = Some(binding);
                *value = binding.to_string().into();
                WidgetReply::Changed
            }
            WidgetInput::Command(WidgetCommand::Accept)
            | WidgetInput::Released {
                button: MouseButton::Left,
                is_on_it: true,
                ..
            } => {
                self.is_waiting = true;
                WidgetReply::Consumed
            }
            WidgetInput::Pressed { .. } => WidgetReply::Consumed,
            _ => WidgetReply::Ignored,
        }
    }
}
