//! The settings of a run: the first record of a recording.

use glam::Vec2;

#[cfg(doc)]
use crate::base::random::Random;
use crate::files::bytes::{BadRecord, ByteReader, ByteWriter};

/// The settings of a run. A replay needs the same settings, except for the engine's version.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSettings {
    /// The game's name, see [`App::new`](crate::app::App::new).
    pub game: String,
    /// Version of Damselfly that recorded the run.
    pub engine: String,
    /// The version of the random sequences, see [`Random::VERSION`].
    pub random: u32,
    /// The seed of the game's random numbers: any number.
    pub seed: u64,
    /// Nominal steps per second, from 0.001 to 1000.
    pub steps_per_second: f64,
    /// The view's size at the start, in world units.
    pub view: Vec2,
    /// Pixels per world unit.
    pub unit: Vec2,
    /// The options and arguments of the program, as on a command line: `--count=3`, `--fast`, `level.txt`.
    pub arguments: Vec<String>,
    /// The number of altitudes, at least 1. `None` in recordings of earlier versions.
    pub altitudes: Option<u16>,
    /// How far the mouse may move for a click, at least 0 pixels: see
    /// [`App::click_slack`](crate::app::App::click_slack). `None` in recordings of earlier versions.
    pub click_slack: Option<f32>,
}

impl RunSettings {
    pub(super) fn write(&self, bytes: &mut ByteWriter) {
        bytes.text(&self.game);
        bytes.text(&self.engine);
        bytes.number(u64::from(self.random));
        bytes.u64(self.seed);
        bytes.u64(self.steps_per_second.to_bits());
        bytes.vec2(self.view);
        bytes.vec2(self.unit);
        bytes.number(self.arguments.len() as u64);
        for argument in &self.arguments {
            bytes.text(argument);
        }
        if let (Some(altitudes), Some(click_slack)) = (self.altitudes, self.click_slack) {
            bytes.number(u64::from(altitudes));
            bytes.f32(click_slack);
        }
    }

    pub(super) fn read(bytes: &mut ByteReader<'_>) -> Result<Self, BadRecord> {
        let mut settings = Self {
            game: bytes.text()?,
            engine: bytes.text()?,
            random: bytes.within()?,
            seed: bytes.u64()?,
            steps_per_second: f64::from_bits(bytes.u64()?),
            view: bytes.vec2()?,
            unit: bytes.vec2()?,
            arguments: (0..bytes.count()?)
                .map(|_| bytes.text())
                .collect::<Result<_, _>>()?,
            altitudes: None,
            click_slack: None,
        };
        // Earlier versions ended here.
        if !bytes.is_empty() {
            settings.altitudes = Some(bytes.within()?);
            settings.click_slack = Some(bytes.f32()?);
        }
        Ok(settings)
    }

    /// Returns the difference between a program's settings and the recording's, in words; `None` if they match. The
    /// seed, the view's size and the arguments come from the recording. The engine's version is not compared: checksums
    /// are.
    pub(crate) fn difference(&self, program: &Self) -> Option<String> {
        // A value that was not recorded counts as the program's.
        let altitudes = |of: &Self| of.altitudes.or(program.altitudes).unwrap_or_default();
        let click_slack = |of: &Self| of.click_slack.or(program.click_slack).unwrap_or_default();
        let values = |of: &Self| {
            [
                ("the game", format!("{:?}", of.game)),
                ("a rate per second of", of.steps_per_second.to_string()),
                ("a unit of", format!("{} × {} pixels", of.unit.x, of.unit.y)),
                ("version of random numbers", of.random.to_string()),
                ("a number of altitudes of", altitudes(of).to_string()),
                ("a click slack of", format!("{} pixels", click_slack(of))),
            ]
        };
        first_difference(values(self), values(program))
    }

    /// Like [`RunSettings::difference`], for a program that was started separately: its seed, view and arguments must
    /// match, too.
    pub(crate) fn difference_at_start(&self, program: &Self) -> Option<String> {
        let values = |of: &Self| {
            [
                ("the seed", of.seed.to_string()),
                ("arguments", format!("{:?}", of.arguments)),
                ("a view of", of.view.to_string()),
            ]
        };
        self.difference(program)
            .or_else(|| first_difference(values(self), values(program)))
    }
}

/// Returns the first values that differ, in words.
fn first_difference<const COUNT: usize>(
    recorded: [(&str, String); COUNT],
    program: [(&str, String); COUNT],
) -> Option<String> {
    let mut pairs = recorded.into_iter().zip(program);
    let differing = pairs.find(|(recorded, here)| recorded != here);
    differing.map(|((what, recorded), (_, here))| {
        format!("{what} {recorded} was recorded, this program has {here}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    fn settings() -> RunSettings {
        RunSettings {
            game: "Größe".into(),
            engine: "1.2.3".into(),
            random: 1,
            seed: 7,
            steps_per_second: 59.94,
            view: vec2(320.0, 240.0),
            unit: Vec2::ONE,
            arguments: vec!["--count=12".into(), "--flag".into(), String::new()],
            altitudes: Some(5),
            click_slack: Some(4.0),
        }
    }

    #[test]
    fn settings_are_read_as_they_were_written() {
        let mut bytes = ByteWriter::default();
        settings().write(&mut bytes);
        let mut reader = ByteReader(&bytes.0);
        assert_eq!(RunSettings::read(&mut reader), Ok(settings()));
        assert!(reader.is_empty());
        let mut old = RunSettings {
            altitudes: None,
            click_slack: None,
            ..settings()
        };
        let mut written = ByteWriter::default();
        old.write(&mut written);
        for length in 0..bytes.0.len() {
            let read = RunSettings::read(&mut ByteReader(&bytes.0[..length]));
            let expected = match length == written.0.len() {
                true => Ok(old.clone()),
                false => Err(BadRecord),
            };
            assert_eq!(read, expected, "{length}");
        }
        // The recordings of earlier versions replay, whatever the program's settings.
        assert_eq!(old.difference(&settings()), None);
        old.seed = 8;
        assert_eq!(old.difference(&settings()), None);
    }

    #[test]
    fn what_differs_is_named_with_both_sides() {
        let recorded = settings();
        let difference = |change: fn(&mut RunSettings)| {
            let mut program = settings();
            change(&mut program);
            recorded.difference(&program)
        };
        assert_eq!(difference(|_| ()), None);
        assert_eq!(difference(|program| program.seed = 8), None);
        assert_eq!(
            difference(|program| program.game = "Other".into()).unwrap(),
            "the game \"Größe\" was recorded, this program has \"Other\""
        );
        assert_eq!(
            difference(|program| program.steps_per_second = 30.0).unwrap(),
            "a rate per second of 59.94 was recorded, this program has 30"
        );
        assert_eq!(
            difference(|program| program.unit = vec2(8.0, 16.0)).unwrap(),
            "a unit of 1 × 1 pixels was recorded, this program has 8 × 16 pixels"
        );
        assert!(difference(|program| program.random = 9).is_some());
        assert_eq!(
            difference(|program| program.altitudes = Some(8)).unwrap(),
            "a number of altitudes of 5 was recorded, this program has 8"
        );
        assert_eq!(
            difference(|program| program.click_slack = Some(0.5)).unwrap(),
            "a click slack of 4 pixels was recorded, this program has 0.5 pixels"
        );
    }
}
