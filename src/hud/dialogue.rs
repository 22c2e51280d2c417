//! Dialogue boxes: a text that is typed character by character, and choices.

use glam::Vec2;
use std::borrow::Cow;

use super::command::WidgetCommand;
use super::custom::{WidgetContent, WidgetInput, WidgetReply};
use super::custom_pen::WidgetPen;
use super::layout::count;
use super::measure::{WidgetMeasure, byte_of};
use super::value::WidgetValue;
use crate::base::checksum::summed;
use crate::geometry::Rect;
use crate::input::{ActionMap, MouseButton};

/// A text that is typed character by character, and choices below it: see
/// [`Widget::dialogue`](super::Widget::dialogue).
///
/// Enter, the south button of a gamepad or a click shows the rest of the text at once. Then, Up and Down select a
/// choice, and Enter, the button or a click confirms it. The widget's value becomes the index of the choice, from 0,
/// and a [`ValueChanged`](super::ValueChanged) is sent. Without choices, the value becomes 0. The game then shows the
/// next text by [`Dialogue::say`] or removes the widget.
///
/// ```
/// # use damselfly::app::{Harness, Options};
/// use damselfly::hud::Dialogue;
/// use damselfly::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// # let app = App::new("Talk", Options::default()).cells(60, 20);
/// let mut game = Harness::start(app, |cx| {
///     let dialogue = Dialogue::new("Will you help us?").choice("Yes").choice("No");
///     let dialogue = cx.hud.add(Widget::dialogue("Elder", dialogue));
///     cx.hud.focus(Some(dialogue));
///     Ok(())
/// })?;
/// game.steps(4);
/// assert!(game.shows("Will"));
/// assert!(!game.shows("help"));
/// for key in [Key::Enter, Key::Down, Key::Enter] {
///     game.tap(key);
///     game.step();
/// }
/// assert!(game.shows("Will you help us?"));
/// assert_eq!(game.world().hud.value("Elder"), Some(1));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Dialogue {
    text: Cow<'static, str>,
    choices: Vec<Cow<'static, str>>,
    width: u16,
    pace: u16,
    /// Number of characters of the text.
    length: usize,
    /// Number of characters typed so far.
    typed: usize,
    /// Number of steps since the last character.
    waited: u16,
    selected: usize,
    /// First visible choice.
    first: usize,
    // These two follow from the layout, which is in the checksum.
    /// Height of its area, in characters.
    height: f32,
    /// Height of a line, in characters.
    line_height: f32,
}

summed!(Dialogue: text, choices, width, pace, length, typed, waited, selected, first; not height, line_height);

impl Dialogue {
    /// Returns a box with this text, without choices, 40 characters wide, typed by a character per step.
    pub fn new(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        Self {
            length: text.chars().count(),
            text,
            choices: Vec::new(),
            width: 40,
            pace: 1,
            typed: 0,
            waited: 0,
            selected: 0,
            first: 0,
            height: 0.0,
            line_height: 0.0,
        }
    }

    /// Adds a choice.
    #[must_use]
    pub fn choice(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.choices.push(text.into());
        self
    }

    /// Sets the width of its lines, in characters.
    #[must_use]
    pub fn width(self, width: u16) -> Self {
        Self { width, ..self }
    }

    /// Sets the number of steps for each character. 0 shows the whole text at once.
    #[must_use]
    pub fn pace(self, steps: u16) -> Self {
        Self {
            pace: steps,
            ..self
        }
    }

    /// Replaces the text and the choices, and types the text from its beginning.
    pub fn say<T: Into<Cow<'static, str>>>(
        &mut self,
        text: impl Into<Cow<'static, str>>,
        choices: impl IntoIterator<Item = T>,
    ) {
        self.text = text.into();
        self.length = self.text.chars().count();
        self.choices.clear();
        self.choices.extend(choices.into_iter().map(Into::into));
        (self.typed, self.waited) = (0, 0);
        (self.selected, self.first) = (0, 0);
    }

    /// Returns whether the whole text is visible.
    pub fn is_complete(&self) -> bool {
        self.pace == 0 || self.typed >= self.length
    }

    fn columns(&self) -> usize {
        self.width.max(1).into()
    }

    /// Returns the number of lines of text.
    fn text_lines(&self, measure: &WidgetMeasure<'_>) -> usize {
        measure.lines(&self.text, self.columns()).count().max(1)
    }

    fn answer(&mut self, value: &mut WidgetValue) -> WidgetReply {
        if !self.is_complete() {
            self.typed = self.length;
            return WidgetReply::Consumed;
        }
        *value = self.selected.into();
        WidgetReply::Changed
    }

    /// Returns the number of rows of its area, and the number of these rows for the text. The choices take the last
    /// rows, even if the area is too low for the text and all choices.
    fn rows(&self) -> (usize, usize) {
        let rows = count(self.height / self.line_height.max(1.0));
        (rows, rows - self.choices.len().min(rows))
    }

    /// Selects a choice and scrolls it into view.
    fn select(&mut self, choice: usize) -> WidgetReply {
        self.selected = choice;
        self.reveal();
        WidgetReply::Consumed
    }

    fn reveal(&mut self) {
        let (rows, room) = self.rows();
        let least = (self.selected + 1).saturating_sub(rows - room);
        self.first = self.first.min(self.selected).max(least);
    }

    /// Returns the choice at a position of the area.
    fn choice_at(&self, at: Vec2) -> Option<usize> {
        let line = self.line_height;
        let is_inside = line > 0.0 && (0.0..self.height).contains(&at.y);
        let (_, room) = self.rows();
        let row = count(at.y / line).checked_sub(room)?;
        Some(self.first + row).filter(|&choice| is_inside && choice < self.choices.len())
    }
}

impl WidgetContent for Dialogue {
    fn draw(&self, pen: &mut WidgetPen<'_>) {
        let (size, color) = (pen.size(), pen.color());
        let measure = pen.measure();
        let height = measure.line_rows() as f32;
        let (rows, room) = self.rows();
        let is_complete = self.is_complete();
        let mut left = if is_complete { usize::MAX } else { self.typed };
        // The area may be smaller than the text: then its latest lines are visible.
        let columns = self.columns().min(count(size.x - 1.0).max(1));
        let lines = measure.lines(&self.text, columns);
        let begun = lines.clone().scan(left, |left, line| {
            let has_begun = *left > 0;
            *left = left.saturating_sub(line.chars().count() + 1);
            has_begun.then_some(())
        });
        let hidden = begun.count().saturating_sub(room);
        let mut end = Vec2::ZERO;
        for (number, line) in lines.enumerate() {
            let shown = &line[..byte_of(line, left)];
            if number >= hidden && number - hidden < room {
                let at = Vec2::new(0.0, (number - hidden) as f32 * height);
                end = at + Vec2::new(pen.columns(shown) as f32 + 1.0, 0.0);
                pen.label(at, shown, color);
            }
            // The blank or line feed between two lines counts as a typed character.
            left = left.saturating_sub(line.chars().count() + 1);
            if left == 0 {
                break;
            }
        }
        if !is_complete {
            return;
        }
        let choices = self.choices.iter().enumerate().skip(self.first);
        for (row, (number, choice)) in (room..rows).zip(choices) {
            let y = row as f32 * height;
            let rect = Rect::from_size(Vec2::new(0.0, y), Vec2::new(size.x, height));
            pen.row(rect, choice, number == self.selected);
        }
        if self.choices.is_empty() {
            // The mark stays within the area, also after a full line.
            let at = Vec2::new(end.x.min(size.x - 1.0), end.y);
            match pen.style().icons.more {
                Some(icon) => pen.icon(at, icon, color),
                None => pen.characters(at, '▼', color),
            };
        }
    }

    fn size(&self, measure: &WidgetMeasure<'_>) -> Option<(usize, usize)> {
        let all = self.text_lines(measure) + self.choices.len();
        let widest = self
            .choices
            .iter()
            .map(|choice| measure.columns(choice) + 2);
        // One more column for the mark after a full last line.
        let columns = widest.fold(self.columns() + 1, usize::max);
        Some((columns, all * measure.line_rows()))
    }

    fn placed(&mut self, size: Vec2, measure: &WidgetMeasure<'_>) {
        (self.height, self.line_height) = (size.y, measure.line_rows() as f32);
        self.reveal();
    }

    fn is_animated(&self) -> bool {
        !self.is_complete()
    }

    fn step(&mut self, _: &ActionMap, _: &mut WidgetValue) -> WidgetReply {
        self.waited += 1;
        if self.waited < self.pace {
            return WidgetReply::Ignored;
        }
        self.waited = 0;
        self.typed += 1;
        WidgetReply::Consumed
    }

    fn input(&mut self, input: WidgetInput, value: &mut WidgetValue) -> WidgetReply {
        let last = self.choices.len().saturating_sub(1);
        match input {
            WidgetInput::Command(WidgetCommand::Accept) => self.answer(value),
            // Beyond the first and last choice, the focus moves on.
            WidgetInput::Command(WidgetCommand::Up) if self.selected > 0 => {
                self.select(self.selected - 1)
            }
            WidgetInput::Command(WidgetCommand::Down) if self.selected < last => {
                self.select(self.selected + 1)
            }
            WidgetInput::Moved { at } => {
                self.selected = self.choice_at(at).unwrap_or(self.selected);
                WidgetReply::Consumed
            }
            WidgetInput::Released {
                button: MouseButton::Left,
                at,
                is_on_it: true,
            } => match self.choice_at(at) {
                Some(choice) => {
                    self.selected = choice;
                    self.answer(value)
                }
                // A click outside the choices only completes the text.
                None if self.choices.is_empty() || !self.is_complete() => self.answer(value),
                None => WidgetReply::Consumed,
            },
            WidgetInput::Pressed { .. } => WidgetReply::Consumed,
            _ => WidgetReply::Ignored,
        }
    }
}
