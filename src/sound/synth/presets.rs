//! Ready-made sounds.

use super::Synth;
use crate::base::random::Random;

// The kinds are those of sfxr's buttons (Tomas Pettersson, 2007). The numbers are our own, chosen for equal loudness.
impl Synth {
    /// Returns the sound of picking up a coin: two bright notes. Each seed gives a variation.
    pub fn coin(seed: u64) -> Self {
        let mut random = Random::new(seed).stream("coin");
        let low = Self::square()
            .pitch(random.range(880.0..1100.0))
            .duty(random.range(0.3..0.5))
            .low_pass(7000.0)
            .volume(-15.0)
            .envelope(0.002, 0.05, 0.02);
        // A fourth, a fifth or an octave.
        let interval = random.pick(&[4.0 / 3.0, 1.5, 2.0]).copied().unwrap_or(1.5);
        let high = Self {
            pitch: low.pitch * interval,
            ..low.clone()
        };
        low.then(
            high.envelope(0.002, 0.08, random.range(0.2..0.35))
                .punch(0.3),
        )
    }

    /// Returns the shot of a laser: a fast slide downwards. Each seed gives a variation.
    pub fn laser(seed: u64) -> Self {
        let mut random = Random::new(seed).stream("laser");
        Self::square()
            .pitch(random.range(1000.0..1600.0))
            .slide(random.range(-120.0..-90.0))
            .slide_change(random.range(100.0..250.0))
            .duty(random.range(0.3..0.5))
            .duty_slide(random.range(-0.5..0.5))
            .low_pass(7000.0)
            .low_pass_slide(-3.0)
            .volume(-12.0)
            .envelope(0.002, random.range(0.07..0.1), random.range(0.12..0.18))
    }

    /// Returns an explosion: noise that becomes dull. Each seed gives a variation.
    pub fn explosion(seed: u64) -> Self {
        let mut random = Random::new(seed).stream("explosion");
        Self::noise()
            .seed(seed)
            .pitch(random.range(150.0..300.0))
            .slide(random.range(-20.0..-8.0))
            .low_pass(random.range(2500.0..4500.0))
            .low_pass_slide(random.range(-4.0..-2.5))
            .punch(random.range(0.3..0.6))
            .volume(-10.5)
            .envelope(0.003, random.range(0.1..0.2), random.range(0.5..0.9))
    }

    /// Returns a jump: a slide upwards. Each seed gives a variation.
    pub fn jump(seed: u64) -> Self {
        let mut random = Random::new(seed).stream("jump");
        Self::square()
            .pitch(random.range(240.0..340.0))
            .slide(random.range(35.0..55.0))
            .duty(random.range(0.3..0.5))
            .low_pass(3500.0)
            .volume(-11.0)
            .envelope(0.004, random.range(0.08..0.12), random.range(0.1..0.16))
    }

    /// Returns a hit: a short thump with noise. Each seed gives a variation.
    pub fn hit(seed: u64) -> Self {
        let mut random = Random::new(seed).stream("hit");
        let thump = Self::triangle()
            .pitch(random.range(260.0..360.0))
            .slide(random.range(-150.0..-100.0))
            .volume(-8.0)
            .envelope(0.002, 0.03, random.range(0.08..0.14));
        let crack = Self::noise()
            .seed(seed)
            .pitch(random.range(200.0..400.0))
            .slide(-60.0)
            .low_pass(5000.0)
            .volume(-10.0)
            .envelope(0.002, 0.02, random.range(0.06..0.1));
        thump.with(crack)
    }

    /// Returns the sound of a power-up: a rising arpeggio. Each seed gives a variation.
    pub fn power_up(seed: u64) -> Self {
        let mut random = Random::new(seed).stream("power up");
        let time = random.range(0.06..0.09);
        // Major, or with a sixth instead of the fifth.
        let fifth = random.pick(&[7.0, 9.0]).copied().unwrap_or(7.0);
        Self::square()
            .pitch(random.range(380.0..520.0))
            .arpeggio([0.0, 4.0, fifth, 12.0, 16.0, 12.0 + fifth], time)
            .duty(0.4)
            .low_pass(6000.0)
            .vibrato(0.15, 8.0)
            .volume(-15.0)
            .envelope(0.004, 4.0 * time, 2.0 * time)
    }

    /// Returns a click, for buttons. Each seed gives a variation.
    pub fn click(seed: u64) -> Self {
        let mut random = Random::new(seed).stream("click");
        Self::triangle()
            .pitch(random.range(1100.0..1500.0))
            .slide(-60.0)
            .volume(-3.0)
            .envelope(0.001, 0.012, 0.035)
    }
}
