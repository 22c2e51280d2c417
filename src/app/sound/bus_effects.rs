//! The effects of a bus: low-pass filter, reverb and volume, in this order.

mod switch;

use core::time::Duration;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kira::effect::filter::{FilterBuilder, FilterHandle};
use kira::effect::reverb::ReverbBuilder;
use kira::effect::{Effect, EffectBuilder};
use kira::info::Info;
use kira::{Frame, Mix, Tween};

use super::FADE;
use super::ramp::Ramp;
use crate::sound::BusStep;
use switch::EffectSwitch;

/// Cutoff frequencies of the filter, in hertz. Those of a damaged replay are clamped.
const CUTOFFS: [f32; 2] = [20.0, 20_000.0];

/// Settings of a bus, shared by the mixer and kira. Both run on one thread, so the lock is always free.
#[derive(Clone)]
pub(super) struct EffectSettings(Arc<Mutex<BusEffectState>>);

struct BusEffectState {
    /// `None` before the first list.
    gain: Option<Ramp>,
    low_pass: Option<f32>,
    reverb: f32,
}

/// The effects of a bus, as one effect of kira.
pub(super) struct BusEffects {
    settings: EffectSettings,
    low_pass: EffectSwitch,
    /// Changes the filter's frequency. `None` while it is off.
    filter: Option<FilterHandle>,
    reverb: EffectSwitch,
}

impl EffectSettings {
    /// Sets volume and effects. The volume is reached after `length` frames, but not before 5 ms; effects after 5 ms.
    pub(super) fn set(&self, bus: &BusStep, length: u64) {
        let mut state = self.lock();
        match &mut state.gain {
            Some(gain) => gain.head_for(bus.gain, length),
            None => state.gain = Some(Ramp::at(bus.gain)),
        }
        let cutoff = bus.low_pass.filter(|hertz| !hertz.is_nan());
        state.low_pass = cutoff.map(|hertz| hertz.clamp(CUTOFFS[0], CUTOFFS[1]));
        state.reverb = if bus.reverb > 0.0 {
            bus.reverb.min(1.0)
        } else {
            0.0
        };
    }

    fn lock(&self) -> MutexGuard<'_, BusEffectState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for EffectSettings {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(BusEffectState {
            gain: None,
            low_pass: None,
            reverb: 0.0,
        })))
    }
}

impl BusEffects {
    /// Returns the effects of these settings.
    pub(super) fn new(settings: EffectSettings) -> Self {
        Self {
            settings,
            low_pass: EffectSwitch::default(),
            filter: None,
            reverb: EffectSwitch::default(),
        }
    }

    fn set_low_pass(&mut self, cutoff: Option<f32>) {
        let Some(hertz) = cutoff.map(f64::from) else {
            self.low_pass.set(1.0, 0.0);
            return;
        };
        self.low_pass.set(0.0, 1.0);
        match &mut self.filter {
            Some(filter) if self.low_pass.is_on() => filter.set_cutoff(hertz, fade()),
            _ => {
                let (effect, filter) = FilterBuilder::new().cutoff(hertz).build();
                self.low_pass.switch_on(effect);
                self.filter = Some(filter);
            }
        }
    }

    /// Sets the reverb's share, by kira's law of equal power.
    fn set_reverb(&mut self, share: f32) {
        self.reverb.set((1.0 - share).sqrt(), share.sqrt());
        if share > 0.0 && !self.reverb.is_on() {
            let (effect, _) = ReverbBuilder::new().mix(Mix::WET).build();
            self.reverb.switch_on(effect);
        }
    }
}

impl Effect for BusEffects {
    fn on_start_processing(&mut self) {
        let (cutoff, share) = {
            let state = self.settings.lock();
            (state.low_pass, state.reverb)
        };
        self.set_low_pass(cutoff);
        self.set_reverb(share);
        self.low_pass.on_start_processing();
        self.reverb.on_start_processing();
    }

    fn process(&mut self, frames: &mut [Frame], dt: f64, info: &Info) {
        self.low_pass.process(frames, dt, info);
        self.reverb.process(frames, dt, info);
        if let Some(gain) = &mut self.settings.lock().gain {
            for frame in frames {
                *frame *= gain.advance();
            }
        }
    }
}

/// Returns the tween of a changed frequency.
fn fade() -> Tween {
    Tween {
        duration: Duration::from_millis(u64::from(FADE) / 48),
        ..Tween::default()
    }
}
