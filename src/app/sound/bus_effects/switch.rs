//! An effect that takes no time while it is off, and is switched on and off without a click.

use kira::Frame;
use kira::effect::Effect;
use kira::info::Info;

use super::super::FADE;
use super::super::bus::CHUNK;
use super::super::ramp::Ramp;
use crate::assets::SOUND_RATE as RATE;

/// Added to the effect's input: 1e-18, −360 dB. Without it, the state of a filter or a reverb decays in silence into
/// subnormal numbers, which many processors handle far more slowly.
const HUM: Frame = Frame {
    left: 1e-18,
    right: 1e-18,
};

/// An effect of kira and its share of the sound.
pub(super) struct EffectSwitch {
    dry: Ramp,
    wet: Ramp,
    /// `None` while off. An effect that is switched on begins in silence, whatever it played before.
    effect: Option<Box<dyn Effect>>,
    /// Output of the effect.
    frames: Vec<Frame>,
}

impl EffectSwitch {
    /// Sets the amplitudes without and with the effect, which are reached in 5 ms.
    pub(super) fn set(&mut self, dry: f32, wet: f32) {
        for (ramp, target) in [(&mut self.dry, dry), (&mut self.wet, wet)] {
            if ramp.target() != target {
                ramp.head_for(target, u64::from(FADE));
            }
        }
    }

    /// Returns whether there is an effect.
    pub(super) fn is_on(&self) -> bool {
        self.effect.is_some()
    }

    /// Installs the effect. It allocates memory, and the reverb about 100 KiB.
    pub(super) fn switch_on(&mut self, mut effect: Box<dyn Effect>) {
        effect.init(RATE, CHUNK);
        self.frames.resize(CHUNK, Frame::ZERO);
        self.effect = Some(effect);
    }

    /// Lets the effect read its new settings.
    pub(super) fn on_start_processing(&mut self) {
        if let Some(effect) = &mut self.effect {
            effect.on_start_processing();
        }
    }

    /// Adds the effect to the frames. Leaves them as they are while off.
    pub(super) fn process(&mut self, frames: &mut [Frame], dt: f64, info: &Info) {
        let Some(effect) = &mut self.effect else {
            return;
        };
        for chunk in frames.chunks_mut(CHUNK) {
            let wet = &mut self.frames[..chunk.len()];
            for (wet, dry) in wet.iter_mut().zip(&*chunk) {
                *wet = *dry + HUM;
            }
            effect.process(wet, dt, info);
            for (frame, wet) in chunk.iter_mut().zip(wet) {
                *frame = *frame * self.dry.advance() + *wet * self.wet.advance();
            }
        }
        if self.wet.target() == 0.0 && self.wet.is_settled() && self.dry.is_settled() {
            self.effect = None;
        }
    }
}

impl Default for EffectSwitch {
    fn default() -> Self {
        Self {
            dry: Ramp::at(1.0),
            wet: Ramp::at(0.0),
            effect: None,
            frames: Vec::new(),
        }
    }
}
