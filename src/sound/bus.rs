//! Buses: groups of sounds with a volume, filters, and switches.

use core::fmt::Display;
use core::time::Duration;
use std::borrow::Cow;

use super::glide::{Glide, Tween};
use super::playing::{MAX_DECIBELS, SILENCE};
use super::refusals::Refusals;
use crate::assets::position_of;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::outcome::Outcome;

/// A group of sounds. All buses are mixed into [`Bus::MAIN`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bus(pub(super) u8);

summed!(Bus: 0);

impl Bus {
    /// The sum of all buses. Its volume is the game's volume.
    pub const MAIN: Self = Self(0);
    /// Music. Its sounds give way to others last: see [`Sounds`](super::Sounds).
    pub const MUSIC: Self = Self(1);
    /// Sounds of the game. The default of a sound.
    pub const EFFECTS: Self = Self(2);
    /// Sounds of menus. The time scale does not change their rate.
    pub const INTERFACE: Self = Self(3);

    /// Maximum number of buses, with these four.
    pub const MAX: usize = 16;

    /// Returns the bus's index in the order of adding.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for Bus {
    /// Returns [`Bus::EFFECTS`].
    fn default() -> Self {
        Self::EFFECTS
    }
}

/// Lowers a bus while sounds of another one can be heard. Paused, muted and silent sounds lower nothing; neither do
/// attached sounds out of reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duck {
    /// The bus whose sounds lower this one.
    pub by: Bus,
    /// How far the bus is lowered, in decibels, from −60 to 0. Defaults to −12.
    pub volume: f32,
    /// Game time until it is lowered. Defaults to 0.05 seconds.
    pub fall: Duration,
    /// Game time until it is back at its volume. Defaults to 0.4 seconds.
    pub rise: Duration,
}

summed!(Duck: by, volume, fall, rise);

impl Duck {
    /// Returns a duck with the defaults.
    pub const fn by(bus: Bus) -> Self {
        Self {
            by: bus,
            volume: -12.0,
            fall: Duration::from_millis(50),
            rise: Duration::from_millis(400),
        }
    }
}

/// The buses of a world. Part of snapshots, and of the checksum once a sound has played or a setting was changed.
///
/// ```
/// use core::time::Duration;
/// use damselfly::prelude::*;
/// use damselfly::sound::{Bus, Duck};
///
/// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
///     let voice = cx.buses.add("voice").expect("there is room for 16 buses");
///     cx.buses.duck(Bus::MUSIC, Some(Duck::by(voice)));
///     cx.buses.set_volume(Bus::MUSIC, -6.0, Duration::from_secs(1));
///     Ok(())
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), start)?;
/// # game.steps(60);
/// # assert_eq!(game.world().buses.volume(Bus::MUSIC), -6.0);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias("AudioServer", "mixer", "track"))]
pub struct Buses {
    pub(super) all: Vec<BusState>,
    refusals: Refusals,
    /// Whether a setting was ever changed.
    changed: bool,
}

#[derive(Clone, Debug)]
pub(super) struct BusState {
    name: Cow<'static, str>,
    pub(super) volume: Glide,
    pub(super) muted: bool,
    pub(super) paused: bool,
    /// Whether the time scale changes the playback rate.
    pub(super) time_scaled: bool,
    pub(super) low_pass: Option<f32>,
    pub(super) reverb: f32,
    pub(super) duck: Option<Duck>,
    /// How far it is lowered: 0 at its own volume, 1 at the duck's.
    pub(super) ducked: f32,
}

summed!(BusState: name, volume, muted, paused, time_scaled, low_pass, reverb, duck, ducked);

impl BusState {
    fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            volume: Glide::volume(0.0),
            muted: false,
            paused: false,
            time_scaled: true,
            low_pass: None,
            reverb: 0.0,
            duck: None,
            ducked: 0.0,
        }
    }

    /// Advances volume and ducking by `frames` frames.
    pub(super) fn advance(&mut self, frames: u64, lowered: bool) {
        self.volume.advance(frames);
        let Some(duck) = &self.duck else {
            self.ducked = 0.0;
            return;
        };
        let (target, time) = if lowered {
            (1.0, duck.fall)
        } else {
            (0.0, duck.rise)
        };
        let whole = (position_of(time) >> 16).max(1);
        let change = frames as f32 / whole as f32;
        self.ducked += (target - self.ducked).clamp(-change, change);
    }

    /// Returns whether its sounds can be heard, as far as its own settings decide. Ducking does not count, so that two
    /// buses that lower each other do so in any order.
    pub(super) fn can_be_heard(&self) -> bool {
        !self.muted && !self.paused && self.volume.value() > SILENCE
    }

    /// Returns its volume in decibels, with everything that lowers it.
    pub(super) fn decibels(&self) -> f32 {
        if self.muted {
            return SILENCE;
        }
        let duck = self.duck.map_or(0.0, |duck| duck.volume * self.ducked);
        self.volume.value() + duck
    }
}

impl Default for Buses {
    /// Returns the four buses of [`Bus`], at 0 decibels.
    fn default() -> Self {
        let mut interface = BusState::new("interface");
        interface.time_scaled = false;
        Self {
            all: vec![
                BusState::new("main"),
                BusState::new("music"),
                BusState::new("effects"),
                interface,
            ],
            refusals: Refusals::default(),
            changed: false,
        }
    }
}

impl Buses {
    /// Adds a bus, or returns the one that has this name. `None`, counted as a refusal, if there are [`Bus::MAX`].
    pub fn add(&mut self, name: impl Into<Cow<'static, str>>) -> Option<Bus> {
        let name = name.into();
        if let Some(bus) = self.named(&name) {
            return Some(bus);
        }
        if self.all.len() >= Bus::MAX {
            let subject = format_args!("bus `{name}`");
            let reason = "expected at most 16 buses";
            self.refusals.refuse(subject, reason, self.all.len() + 1);
            return None;
        }
        self.changed = true;
        self.all.push(BusState::new(name));
        u8::try_from(self.all.len() - 1).ok().map(Bus)
    }

    /// Returns the bus with this name: "main", "music", "effects", "interface", or one that the game has added.
    pub fn named(&self, name: &str) -> Option<Bus> {
        let at = self.all.iter().position(|bus| bus.name == name)?;
        u8::try_from(at).ok().map(Bus)
    }

    /// Returns the name of a bus, and an empty text for one that the world does not have.
    pub fn name(&self, bus: Bus) -> &str {
        self.get(bus).map_or("", |bus| &bus.name)
    }

    /// Returns a bus's volume in decibels as it is now, without mute and duck.
    pub fn volume(&self, bus: Bus) -> f32 {
        self.get(bus).map_or(0.0, |bus| bus.volume.value())
    }

    /// Returns the volume that a bus has at the end of its tween.
    pub fn target_volume(&self, bus: Bus) -> f32 {
        self.get(bus).map_or(0.0, |bus| bus.volume.target())
    }

    /// Returns the volume that a bus is heard with, in decibels: with mute and duck.
    pub fn heard_volume(&self, bus: Bus) -> f32 {
        self.get(bus).map_or(SILENCE, BusState::decibels)
    }

    /// Sets a bus's volume in decibels: 0 leaves its sounds as they are, −6 halves their samples, and −60 and below is
    /// silent. Refused above 24 and if it is NaN.
    pub fn set_volume(&mut self, bus: Bus, decibels: f32, tween: impl Into<Tween>) -> Outcome {
        if !is_volume(decibels) {
            return self.refuse(bus, VOLUME_REASON, decibels);
        }
        let tween = tween.into();
        self.edit(bus, |bus| bus.volume.glide_to(decibels, tween))
    }

    /// Returns whether a bus is muted.
    pub fn is_muted(&self, bus: Bus) -> bool {
        self.get(bus).is_some_and(|bus| bus.muted)
    }

    /// Mutes a bus, or lets it be heard again. Its sounds play on.
    pub fn set_muted(&mut self, bus: Bus, muted: bool) -> Outcome {
        self.edit(bus, |bus| bus.muted = muted)
    }

    /// Returns whether the sounds of a bus stand still.
    pub fn is_paused(&self, bus: Bus) -> bool {
        self.get(bus).is_some_and(|bus| bus.paused)
    }

    /// Pauses or resumes the sounds of a bus. [`Bus::MAIN`] pauses all.
    pub fn set_paused(&mut self, bus: Bus, paused: bool) -> Outcome {
        self.edit(bus, |bus| bus.paused = paused)
    }

    /// Sets whether [`Context::set_time_scale`](crate::world::Context::set_time_scale) changes the playback rate of a
    /// bus's sounds. Defaults to true, and to false for [`Bus::INTERFACE`].
    pub fn set_time_scaled(&mut self, bus: Bus, scaled: bool) -> Outcome {
        self.edit(bus, |bus| bus.time_scaled = scaled)
    }

    /// Returns the cut-off frequency of a bus's low-pass filter, in hertz. `None` without one.
    pub fn low_pass(&self, bus: Bus) -> Option<f32> {
        self.get(bus)?.low_pass
    }

    /// Dampens all frequencies of a bus above `hertz`, from 20 to 20 000, or none. Changes heard sound only. Refused out
    /// of this range.
    pub fn set_low_pass(&mut self, bus: Bus, hertz: Option<f32>) -> Outcome {
        if hertz.is_some_and(|hertz| !(20.0..=20_000.0).contains(&hertz)) {
            return self.refuse(
                bus,
                "expected a frequency from 20 to 20000",
                hertz.unwrap_or_default(),
            );
        }
        self.edit(bus, |bus| bus.low_pass = hertz)
    }

    /// Returns the share of reverb of a bus, from 0 to 1.
    pub fn reverb(&self, bus: Bus) -> f32 {
        self.get(bus).map_or(0.0, |bus| bus.reverb)
    }

    /// Sets the share of reverb of a bus, from 0 (none) to 1. Changes heard sound only. Refused out of this range.
    pub fn set_reverb(&mut self, bus: Bus, share: f32) -> Outcome {
        if !(0.0..=1.0).contains(&share) {
            return self.refuse(bus, "expected a share of reverb from 0 to 1", share);
        }
        self.edit(bus, |bus| bus.reverb = share)
    }

    /// Lowers a bus while another one can be heard. `None` ends it. Refused if the duck's volume is not from −60
    /// to 0, or a bus would lower itself.
    pub fn duck(&mut self, bus: Bus, duck: Option<Duck>) -> Outcome {
        if let Some(Duck { by, volume, .. }) = duck {
            if !(SILENCE..=0.0).contains(&volume) {
                return self.refuse(bus, "expected a duck's volume from -60 to 0", volume);
            }
            if by == bus || by == Bus::MAIN {
                let by = by.index();
                return self.refuse(
                    bus,
                    "expected the index of a bus other than this one and 0 (main)",
                    by,
                );
            }
            if self.get(by).is_none() {
                return Outcome::Gone;
            }
        }
        self.edit(bus, |bus| bus.duck = duck)
    }

    /// Returns all buses in the order of adding.
    pub fn iter(&self) -> impl Iterator<Item = Bus> {
        (0_u8..).map(Bus).take(self.all.len())
    }

    /// Returns the number of refused values. [`World::refusals`](crate::world::World::refusals) contains them too.
    pub fn refusals(&self) -> u64 {
        self.refusals.count()
    }

    pub(super) fn get(&self, bus: Bus) -> Option<&BusState> {
        self.all.get(bus.index())
    }

    /// Returns whether a setting was ever changed.
    pub(super) fn are_changed(&self) -> bool {
        self.changed
    }

    fn edit(&mut self, bus: Bus, edit: impl FnOnce(&mut BusState)) -> Outcome {
        let Some(state) = self.all.get_mut(bus.index()) else {
            return Outcome::Gone;
        };
        self.changed = true;
        edit(state);
        Outcome::Done
    }

    fn refuse(&mut self, bus: Bus, reason: &str, value: impl Display) -> Outcome {
        let name = self.all.get(bus.index()).map_or("", |bus| &bus.name);
        self.refusals
            .refuse(format_args!("bus `{name}`"), reason, value)
    }
}

impl Checksum for Buses {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        self.all.write_checksum(sum);
    }
}

/// Why a volume is refused.
pub(super) const VOLUME_REASON: &str = "expected a volume of at most 24";

/// Returns whether a volume is allowed: everything that is silent, and up to [`MAX_DECIBELS`].
pub(super) fn is_volume(decibels: f32) -> bool {
    decibels <= MAX_DECIBELS
}
