//! The output of a game that has ended: the last step as text, and its checksum.

use super::overlays::Shown;
use super::text::view_as_text;
use crate::app::options::Options;
use crate::app::process::{print_checksum, print_line};
use crate::error::Error;
use crate::world::FrameDrawings;

/// The output of a game that has ended.
#[derive(Default)]
pub(super) struct RunOutput {
    /// The last step as text.
    text: Option<String>,
    /// The last step's checksum and number.
    checksum: Option<(u64, u64)>,
    /// The reason why a recording or capture is incomplete.
    unrecorded: Option<Error>,
}

impl RunOutput {
    /// Returns the output of a game that was played to its end.
    pub(super) fn of(
        options: &Options,
        shown: Shown<'_>,
        drawn: &mut FrameDrawings,
        unrecorded: Option<Error>,
    ) -> Self {
        let core = shown.core;
        Self {
            text: options.text.then(|| view_as_text(shown, drawn).to_string()),
            checksum: options
                .checksum
                .then(|| (core.checksum(), core.step_number())),
            unrecorded,
        }
    }

    /// Prints the output; the checksum comes last. An incomplete recording does not change the output.
    ///
    /// # Errors
    /// A recording or capture is incomplete.
    pub(super) fn print(self) -> Result<(), Error> {
        if let Some(text) = self.text {
            print_line(text);
        }
        if let Some((checksum, step)) = self.checksum {
            print_checksum(checksum, step);
        }
        self.unrecorded.map_or(Ok(()), Err)
    }
}
