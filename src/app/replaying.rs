//! Connects a program with recordings of its input: settings of a run, and options from a recording.

use std::path::PathBuf;
use std::sync::Arc;

use glam::Vec2;

use super::builder::App;
use super::options::{ExtraValues, Options};
use super::run::start::file_name;
use crate::base::random::Random;
use crate::platform;
use crate::replay::{InputRecording, ReplayError, ReplayFault, Replayer, RunSettings};

impl InputRecording {
    /// Returns the options that start the same run, for example in a test: the seed and the program's own options.
    pub fn options(&self) -> Options {
        Options {
            seed: Some(self.settings().seed),
            extra: ExtraValues::from_arguments(&self.settings().arguments),
            ..Options::default()
        }
    }
}

impl App {
    /// Reads the recording to replay, if there is one, and takes its seed and options.
    pub(super) fn load_replay(&mut self) -> Result<(), ReplayError> {
        let (Some(path), None) = (&self.options.replay, &self.replay) else {
            return Ok(());
        };
        let recording = InputRecording::read(path)?;
        let recorded = recording.options();
        self.options.seed = recorded.seed;
        if self.options.extra == ExtraValues::default() {
            self.options.extra = recorded.extra;
        }
        self.replay = Some(Arc::new(recording));
        Ok(())
    }

    /// Returns the settings of a run of this program.
    pub(super) fn run_settings(&self, view: Vec2) -> RunSettings {
        RunSettings {
            game: self.name.clone(),
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            random: Random::VERSION,
            seed: self.options.seed.unwrap_or_default(),
            steps_per_second: self.rate.as_f64(),
            view,
            unit: self.view.unit,
            arguments: self.options.extra.arguments(),
            altitudes: Some(self.altitudes),
            click_slack: Some(self.click_slack),
        }
    }

    /// Returns the replayer of the recording, if there is one. Fails if another program, or this one with other
    /// settings or options, made the recording.
    pub(super) fn replayer(&self) -> Result<Option<Replayer>, ReplayError> {
        let Some(recording) = &self.replay else {
            return Ok(None);
        };
        let path = self.options.replay.clone().unwrap_or_default();
        let settings = recording.settings();
        let refuse = |what| Err(ReplayError::new(&path, ReplayFault::Settings(what)));
        let program = self.run_settings(settings.view);
        if let Some(difference) = settings.difference(&program) {
            return refuse(difference);
        }
        if program.arguments != settings.arguments {
            let [recorded, here] =
                [&settings.arguments, &program.arguments].map(|all| all.join(" "));
            return refuse(format!(
                "the options {recorded:?} were recorded, here they are {here:?}"
            ));
        }
        if settings.engine != program.engine {
            let (recorded, here) = (&settings.engine, &program.engine);
            log::warn!("recorded by damselfly {recorded}, this is {here}: the run may differ");
        }
        let steps = recording.steps().len();
        if let Some(damage) = recording.damage() {
            log::warn!(
                "{}: {damage}; {steps} steps before that are replayed",
                path.display()
            );
        } else if !recording.is_complete() {
            log::warn!(
                "{}: the run did not end in order; its {steps} steps are replayed",
                path.display()
            );
        }
        Ok(Some(Replayer::new(Arc::clone(recording))))
    }
}

/// Returns the name of a new file that the player requested: the game's name, the time, and this extension.
pub(super) fn file_of_now(game: &str, extension: &str) -> PathBuf {
    let time = humantime::format_rfc3339_seconds(platform::system_time()).to_string();
    let time = time
        .trim_end_matches('Z')
        .replace(':', "-")
        .replace('T', "_");
    let name = format!("{}_{time}", file_name(game));
    // Several files in one second get numbers.
    let names = (1..).map(|number| match number {
        1 => format!("{name}.{extension}"),
        _ => format!("{name}_{number}.{extension}"),
    });
    names
        .map(PathBuf::from)
        .find(|path| !path.exists())
        .unwrap_or_default()
}
