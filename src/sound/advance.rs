//! Advances playing sounds by the time of a step.

use super::bus::{Bus, BusState, Buses};
use super::playing::{PlayingSound, UNITY};
use super::table::{EndedSound, Sounds};

impl PlayingSound {
    /// Returns the playback rates at the beginning and at the end of the next `frames` frames, in 1/65 536: by its own
    /// rate, the time of its altitude, and the time scale, unless its bus follows that. 0 while it is paused.
    pub(super) fn rates(&self, frames: u64, buses: &Buses, time_scale: u32) -> [u32; 2] {
        let bus = buses.get(self.bus);
        let paused = |bus: Bus| buses.is_paused(bus);
        if self.paused || paused(self.bus) || paused(Bus::MAIN) {
            return [0; 2];
        }
        let scaled = bus.is_none_or(|bus| bus.time_scaled);
        let time_scale = if scaled { UNITY } else { time_scale };
        [0, frames].map(|frames| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "from 1/64 to 32"
            )]
            let rate = (self.rate.after(frames) * UNITY as f32) as u64;
            let rate =
                ((rate * u64::from(self.time)) >> 16) * u64::from(UNITY) / u64::from(time_scale);
            u32::try_from(rate).unwrap_or(u32::MAX)
        })
    }

    /// Advances it. Returns whether it still plays.
    fn advance(&mut self, frames: u64, buses: &Buses, time_scale: u32) -> bool {
        let [from, to] = self.rates(frames, buses, time_scale);
        // Half of the sum of both rates: what a rate that changes evenly adds.
        let moved = u128::from(frames) * (u128::from(from) + u128::from(to)) / 2;
        let moved = u64::try_from(moved).unwrap_or(u64::MAX);
        self.set_position(self.position.saturating_add(moved));
        for glide in [&mut self.volume, &mut self.panning, &mut self.rate] {
            glide.advance(frames);
        }
        let has_faded = self.stopping && self.volume.is_over();
        let is_at_end = self.loop_start.is_none() && self.position >= self.length;
        !has_faded && !is_at_end
    }
}

impl Sounds {
    /// Lets `frames` frames pass: positions and tweens advance, and sounds at their end leave the table.
    pub(crate) fn advance(&mut self, buses: &mut Buses, frames: u64) {
        self.begin_step();
        let (time_scale, ended) = (self.time_scale, &mut self.ended);
        self.playing.retain_mut(|sound| {
            let plays = sound.advance(frames, buses, time_scale);
            if !plays && !sound.stopping {
                ended.push(EndedSound {
                    id: sound.id,
                    label: sound.label.clone(),
                    owner: sound.owner,
                });
            }
            plays
        });
        let heard = self.heard_buses(buses);
        for bus in &mut buses.all {
            let lowered = bus.duck.is_some_and(|duck| heard[duck.by.index()]);
            bus.advance(frames, lowered);
        }
    }

    /// Returns for each bus whether one of its sounds can be heard.
    fn heard_buses(&self, buses: &Buses) -> [bool; Bus::MAX] {
        let can_be_heard = |bus| buses.get(bus).is_some_and(BusState::can_be_heard);
        let mut heard = [false; Bus::MAX];
        if can_be_heard(Bus::MAIN) {
            for sound in &self.playing {
                heard[sound.bus.index()] |= sound.can_be_heard() && can_be_heard(sound.bus);
            }
        }
        heard
    }
}
