//! Pitch, duty and cutoff over time: the settings of a sound that its oscillator and filter follow.

use core::num::NonZeroU32;

use super::Synth;
use crate::assets::SOUND_RATE as RATE;
use crate::geometry::sine::SineTable;
use crate::geometry::turns::Turn;

/// Number of frames between two changes of pitch, duty and cutoff: a third of a millisecond, too short to be heard as
/// steps.
pub(super) const TICK: u32 = 16;

/// 2³²: a whole cycle, in units of a phase.
pub(super) const CYCLE: f64 = 4_294_967_296.0;

/// Pitch, duty and cutoff of a sound at any tick.
#[derive(Debug)]
pub(super) struct Contour<'a> {
    synth: &'a Synth,
    /// Frequency at the start, in hertz.
    pitch: f64,
    /// Ticks for each interval of the arpeggio.
    arpeggio: NonZeroU32,
}

impl<'a> Contour<'a> {
    /// Returns a sound's contour. `transposed` is a factor of its frequency.
    pub(super) fn new(synth: &'a Synth, transposed: f64) -> Self {
        let arpeggio = whole(f64::from(synth.arpeggio_time) * f64::from(RATE / TICK));
        Self {
            synth,
            pitch: f64::from(synth.pitch) * transposed,
            arpeggio: NonZeroU32::new(arpeggio).unwrap_or(NonZeroU32::MIN),
        }
    }

    /// Returns the advance of the oscillator's phase per frame; 2³² is a cycle. Always below half a cycle.
    pub(super) fn increment(&self, tick: u32) -> u32 {
        let frequency = self.pitch * libm::exp2(self.semitones(tick) / 12.0);
        whole(frequency.clamp(1.0, 20_000.0) / f64::from(RATE) * CYCLE)
    }

    /// Returns the duty.
    #[expect(clippy::cast_possible_truncation, reason = "rounds to nearest")]
    pub(super) fn duty(&self, tick: u32) -> f32 {
        let slid = f64::from(self.synth.duty_slide) * middle(tick);
        (f64::from(self.synth.duty) + slid).clamp(0.01, 0.99) as f32
    }

    /// Returns the filter's cutoff frequency in hertz. `None` if there is no filter.
    pub(super) fn cutoff(&self, tick: u32) -> Option<f64> {
        let octaves = f64::from(self.synth.low_pass_slide) * middle(tick);
        let cutoff = f64::from(self.synth.low_pass?) * libm::exp2(octaves);
        Some(cutoff.clamp(20.0, 20_000.0))
    }

    /// Returns the pitch in semitones above that of the start.
    fn semitones(&self, tick: u32) -> f64 {
        let time = middle(tick);
        let slide = f64::from(self.synth.slide);
        let slide_change = f64::from(self.synth.slide_change);
        let vibrato = f64::from(self.synth.vibrato_depth) * self.vibrato(time);
        (slide + slide_change * time / 2.0) * time + vibrato + self.interval(tick)
    }

    /// Returns the vibrato at a time in seconds, −1 to 1.
    fn vibrato(&self, time: f64) -> f64 {
        let cycles = f64::from(self.synth.vibrato_rate) * time;
        f64::from(SineTable::sin(turn(whole(cycles.fract() * CYCLE))))
    }

    /// Returns the arpeggio's interval in semitones.
    fn interval(&self, tick: u32) -> f64 {
        let intervals = &self.synth.arpeggio;
        let number = (tick / self.arpeggio) as usize;
        // `checked_rem` is `None` without intervals.
        let index = number.checked_rem(intervals.len());
        index.map_or(0.0, |index| f64::from(intervals[index]))
    }
}

/// Returns the mean time of a tick's frames, in seconds. With the time of its start, a slide would fall
/// ever further behind one that changes in every frame.
fn middle(tick: u32) -> f64 {
    (f64::from(tick * TICK) + f64::from(TICK - 1) / 2.0) / f64::from(RATE)
}

/// Returns the turn of a phase whose cycle is 2³².
pub(super) fn turn(phase: u32) -> Turn {
    Turn((phase >> 16) as u16)
}

/// Rounds to the nearest integer of at least 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates"
)]
pub(super) fn whole(number: f64) -> u32 {
    number.round() as u32
}
