//! Texts that a text entry receives as a whole, and its use of the clipboard.

use glam::Vec2;

use super::clipboard_keys::ClipboardCommand;
use super::composed_line::ComposedLine;
use super::display::Hud;
use super::event::HudSent;
use super::input::{InputContext, Response};
use super::measure::WidgetMeasure;
use super::widget::Widget;
use crate::assets::Assets;
use crate::geometry::Rect;
use crate::input::Preedit;

impl Hud {
    /// Sets the text that an input method composes. Returns whether it is shown.
    pub(super) fn compose(&mut self, preedit: Preedit) -> Response {
        self.keyboard.preedit = preedit;
        self.keyboard.blink_start = self.step;
        self.mark_drawn_changed();
        if self.is_typing() {
            Response::Consumed
        } else {
            Response::Ignored
        }
    }

    /// Inserts the allowed characters of a text into the focused text entry, up to its maximum length.
    pub(super) fn insert_text(&mut self, text: &str, cx: &InputContext<'_>) -> Response {
        self.keyboard.blink_start = self.step;
        let font = self.style().font;
        let focused = self.typing();
        let Some(entry) = focused.and_then(|id| self.get_mut(id)?.entry_mut()) else {
            return Response::Ignored;
        };
        entry.insert(text, |character| cx.assets.can_draw(font, character));
        Response::Consumed
    }

    /// Carries out a command of the focused text entry.
    pub(super) fn use_clipboard(&mut self, command: ClipboardCommand) -> Response {
        if command == ClipboardCommand::Paste {
            self.send(HudSent::PasteWanted);
            return Response::Consumed;
        }
        let focused = self.typing();
        let Some(entry) = focused.and_then(|id| self.get_mut(id)?.entry_mut()) else {
            return Response::Ignored;
        };
        if entry.text.is_empty() {
            return Response::Consumed;
        }
        let copied = if command == ClipboardCommand::Copy {
            entry.text.clone()
        } else {
            entry.cursor = 0;
            core::mem::take(&mut entry.text)
        };
        self.send(HudSent::Copied(copied));
        Response::Consumed
    }

    /// Returns the character cell at the cursor of the focused text entry, in view units. `None` if no text entry has
    /// the focus, or if it is not drawn yet.
    pub(crate) fn text_caret(&self, assets: &Assets) -> Option<Rect> {
        let id = self.typing()?;
        let layout = self.layout(id)?;
        let (start, width) = layout.field;
        let entry = self.get(id).and_then(Widget::entry)?;
        let measure = WidgetMeasure {
            assets,
            style: self.style(),
        };
        let preedit = &self.keyboard.preedit;
        let line = ComposedLine::write(&mut String::new(), entry, preedit, width, &measure);
        let at = layout.at(start, 0) + Vec2::new(line.cursor, 0.0);
        let size = Vec2::new(1.0, layout.line_rows as f32);
        let [min, max] = [at, at + size].map(|corner| layout.shown(corner) * self.cell);
        Some(Rect { min, max })
    }
}
