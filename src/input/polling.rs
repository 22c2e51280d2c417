//! Touches, texts and files, for code that polls.

use glam::Vec2;

use super::dropped_file::DroppedFile;
use super::events::InputEvent;
use super::state::InputState;
use super::touch::{Touch, TouchPhase};

/// Methods for touches.
impl InputState {
    /// Returns the fingers on the screen after this step's events, in order of their start.
    ///
    /// ```
    /// use damselfly::glam::vec2;
    /// use damselfly::input::{InputEvent, InputState, TouchPhase};
    ///
    /// let mut input = InputState::new();
    /// input.begin_step(&[InputEvent::touch(7, TouchPhase::Began, vec2(3.0, 4.0))]);
    /// input.begin_step(&[InputEvent::touch(7, TouchPhase::Moved, vec2(5.0, 4.0))]);
    /// let finger = input.touches()[0];
    /// assert_eq!(finger.position - finger.start, vec2(2.0, 0.0));
    /// ```
    #[doc(alias("finger", "multitouch"))]
    pub fn touches(&self) -> &[Touch] {
        self.touches.down()
    }

    /// Returns the ids and positions of the touches that began in this step, in view units. They may already have
    /// ended.
    pub fn touches_just_began(&self) -> impl Iterator<Item = (u64, Vec2)> + '_ {
        self.touches_in(TouchPhase::Began)
    }

    /// Returns the ids and positions of the fingers that were lifted in this step, in view units. Excludes cancelled
    /// touches.
    pub fn touches_just_ended(&self) -> impl Iterator<Item = (u64, Vec2)> + '_ {
        self.touches_in(TouchPhase::Ended)
    }

    fn touches_in(&self, wanted: TouchPhase) -> impl Iterator<Item = (u64, Vec2)> + '_ {
        self.events().iter().filter_map(move |event| match *event {
            InputEvent::Touch {
                id,
                phase,
                position,
                ..
            } if phase == wanted => Some((id, position)),
            _ => None,
        })
    }
}

/// Methods for texts and files.
impl InputState {
    /// Returns the text that an input method is composing, after this step's events. Empty while it composes none. A
    /// focused text entry of the heads-up display also shows it.
    #[doc(alias("ime", "composition"))]
    pub fn preedit(&self) -> &str {
        if self.is_muted() {
            return "";
        }
        &self.preedit.text
    }

    /// Returns the last text that arrived from the clipboard in this step: see
    /// [`Context::paste_text`](crate::world::Context::paste_text).
    #[doc(alias = "clipboard")]
    pub fn pasted_text(&self) -> Option<&str> {
        self.events().iter().rev().find_map(|event| match event {
            InputEvent::Paste(text) => Some(&**text),
            _ => None,
        })
    }

    /// Returns the files dropped on the window whose content arrived in this step, in order.
    ///
    /// ```
    /// use damselfly::input::{InputEvent, InputState};
    ///
    /// let mut input = InputState::new();
    /// input.begin_step(&[InputEvent::dropped_file("level.txt", "#..#")]);
    /// let file = input.dropped_files().next().ok_or("no file")?;
    /// assert_eq!((&*file.name, &*file.bytes), ("level.txt", b"#..#".as_slice()));
    /// # Ok::<(), &str>(())
    /// ```
    #[doc(alias("drag and drop", "drop"))]
    pub fn dropped_files(&self) -> impl Iterator<Item = &DroppedFile> {
        self.events().iter().filter_map(|event| match event {
            InputEvent::FileDropped(file) => Some(&**file),
            _ => None,
        })
    }

    /// Returns whether the player is dragging files over the window, after this step's events.
    pub fn files_are_hovering(&self) -> bool {
        self.files_hover && !self.is_muted()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::checksum::{Checksum, ChecksumWriter};
    use crate::input::Preedit;

    #[test]
    fn pasted_text_and_dropped_files_last_for_one_step() {
        let mut input = InputState::new();
        input.begin_step(&[
            InputEvent::paste("one"),
            InputEvent::paste("two"),
            InputEvent::dropped_file("a.png", [1, 2]),
        ]);
        assert_eq!(input.pasted_text(), Some("two"));
        let names: Vec<_> = input.dropped_files().map(|file| &*file.name).collect();
        assert_eq!(names, ["a.png"]);
        input.begin_step(&[]);
        assert_eq!(input.pasted_text(), None);
        assert_eq!(input.dropped_files().count(), 0);
    }

    #[test]
    fn composing_ends_with_the_focus_and_with_muting() {
        let composing = InputEvent::Preedit {
            text: "ni".into(),
            caret: Some(2),
        };
        let ended = Preedit::default().event();
        let mut input = InputState::new();
        input.begin_step(std::slice::from_ref(&composing));
        assert_eq!(input.preedit(), "ni");
        let lost = InputEvent::Focus(false);
        input.begin_step(std::slice::from_ref(&lost));
        assert_eq!(input.events(), [lost, ended.clone()]);
        assert_eq!(input.preedit(), "");
        input.begin_step(std::slice::from_ref(&composing));
        input.set_muted(true);
        input.begin_step(std::slice::from_ref(&composing));
        assert_eq!(input.events(), [ended]);
        assert_eq!(input.preedit(), "");
    }

    #[test]
    fn input_without_texts_and_touches_has_the_checksum_of_earlier_versions() {
        let sum = |input: &InputState| {
            let mut sum = ChecksumWriter::new();
            input.write_checksum(&mut sum);
            sum.finish()
        };
        let mut input = InputState::new();
        let before = sum(&input);
        for (event, end) in [
            (
                InputEvent::FilesHovered(true),
                InputEvent::FilesHovered(false),
            ),
            (
                InputEvent::Preedit {
                    text: "a".into(),
                    caret: None,
                },
                Preedit::default().event(),
            ),
        ] {
            input.begin_step(&[event]);
            assert_ne!(sum(&input), before);
            input.begin_step(&[end]);
            assert_eq!(sum(&input), before);
        }
    }
}
