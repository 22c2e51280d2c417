//! What a game that has ended came to: the report of a measured one, the last step as text, its checksum.

use super::measure::{Measure, Report};
use super::runner::Runner;
use super::text::screen_as_text;
use crate::app::builder::App;
use crate::app::process::{print_checksum, print_line};
use crate::error::Error;

/// The output of a game that has ended, to be printed.
#[derive(Default)]
pub(super) struct Finished {
    /// Of a measured game that was not stopped before its last frame.
    report: Option<Report>,
    /// The last step as text.
    text: Option<String>,
    /// The last step's checksum and number.
    checksum: Option<(u64, u64)>,
    /// Why a recording is not complete.
    unrecorded: Option<Error>,
}

impl Finished {
    /// Returns what is to be printed of a game that was played to its end. `unrecorded`: why a recording is not complete.
    ///
    /// # Errors
    /// Fewer frames were measured than requested.
    pub(super) fn of(
        app: &App,
        runner: &Runner<'_>,
        measure: Option<Measure>,
        adapter: String,
        unrecorded: Option<Error>,
    ) -> Result<Self, Error> {
        let (options, core) = (&app.options, &runner.core);
        let meter = runner.meter.as_ref();
        let mut report = meter.map(|meter| meter.report(runner.screen.backend(), adapter));
        if let (Some(few), Some(measure)) = (&report, measure)
            && few.frames < measure.frames
        {
            // A game that was stopped on purpose is no error.
            if runner.stop {
                report = None;
            } else {
                let what = format!(
                    "{} of {} frames were measured before the game ended: give it more --steps, or none",
                    few.frames, measure.frames
                );
                return Err(Error::Setting(what.into()));
            }
        }
        Ok(Self {
            report,
            text: options.text.then(|| screen_as_text(core).to_string()),
            checksum: options
                .checksum
                .then(|| (core.checksum(), core.step_number())),
            unrecorded,
        })
    }

    /// Prints it; the checksum comes last. A recording that is not complete changes nothing of that.
    ///
    /// # Errors
    /// A recording is not complete.
    pub(super) fn print(self, on_report: Option<&mut dyn FnMut(&Report)>) -> Result<(), Error> {
        if let (Some(on_report), Some(report)) = (on_report, &self.report) {
            on_report(report);
        }
        if let Some(text) = self.text {
            print_line(text);
        }
        if let Some((checksum, step)) = self.checksum {
            print_checksum(checksum, step);
        }
        self.unrecorded.map_or(Ok(()), Err)
    }
}
