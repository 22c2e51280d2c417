//! The mixer against a plain loop in `f64` that sums the voices.

use proptest::prelude::*;

use super::*;

/// A sound of the small world.
#[derive(Clone, Debug)]
struct Scripted {
    clip: usize,
    /// Steps in which it plays.
    start: u64,
    end: u64,
    /// Start position in frames.
    offset: u64,
    /// Playback rates, one per step, in 1/65 536. The next one is the end of a step's glide.
    rates: Vec<u32>,
    /// Gains, one per step.
    gains: Vec<[f32; 2]>,
    /// Loop in source frames.
    looped: Option<[u64; 2]>,
}

/// A clip of the small world.
struct Known {
    rate: u64,
    left: Vec<f32>,
    right: Vec<f32>,
}

const STEPS: u64 = 6;

/// The volume of one side, which moves to each step's volume within the step, but at least 240 frames.
struct Level {
    now: f64,
    target: f64,
    /// Frames until the target is reached.
    rest: u64,
}

impl Level {
    fn at(value: f32) -> Self {
        Self {
            now: value.into(),
            target: value.into(),
            rest: 0,
        }
    }

    fn begin_step(&mut self, target: f32, frames: u64) {
        let frames = frames.max(240);
        if self.target != f64::from(target) || self.rest > frames {
            (self.target, self.rest) = (target.into(), frames);
        }
    }

    fn next(&mut self) -> f64 {
        let now = self.now;
        if self.rest > 0 {
            self.now += (self.target - now) / self.rest as f64;
            self.rest -= 1;
        }
        now
    }
}

/// Source rates in hertz, and lengths in source frames.
const CLIPS: [(u32, usize); 7] = [
    (1, 3),
    (8000, 900),
    (11_025, 3000),
    (44_100, 9000),
    (48_000, 12_000),
    (96_000, 20_000),
    (192_000, 60_000),
];

fn known_clips() -> (Vec<Known>, Vec<Arc<ClipData>>) {
    let mut known = Vec::new();
    let mut data = Vec::new();
    for (index, (rate, frames)) in CLIPS.into_iter().enumerate() {
        let both = noise(frames * 2 + index);
        let [left, right] = [0, 1].map(|side| {
            (0..frames)
                .map(|at| both[at * 2 + side] * 0.2)
                .collect::<Vec<_>>()
        });
        if index % 2 == 0 {
            let woven: Vec<_> = (0..frames).flat_map(|at| [left[at], right[at]]).collect();
            data.push(Arc::new(ClipData {
                rate,
                frames: frames as u64,
                source: ClipFrames::Stereo(woven.into()),
            }));
            known.push(Known {
                rate: u64::from(rate),
                left,
                right,
            });
        } else {
            data.push(clip(rate, left.clone()));
            known.push(Known {
                rate: u64::from(rate),
                right: left.clone(),
                left,
            });
        }
    }
    (known, data)
}

/// Returns a source frame as a position.
fn position_of(frame: u64, rate: u64) -> u64 {
    (frame * 48_000 * ONE).div_ceil(rate)
}

impl Scripted {
    fn loop_range(&self, known: &[Known]) -> Option<[u64; 2]> {
        let rate = known[self.clip].rate;
        self.looped
            .map(|range| range.map(|frame| position_of(frame, rate)))
    }

    /// Returns the positions at the start of each step, by the world's rule.
    fn positions(&self, known: &[Known], step_rate: [u64; 2]) -> Vec<u64> {
        let range = self.loop_range(known);
        let wrap = |position: u64| match range {
            Some([start, end]) if position >= end => start + (position - start) % (end - start),
            _ => position,
        };
        let mut position = wrap(self.offset * ONE);
        let mut all = Vec::new();
        for step in self.start..=STEPS {
            all.push(position);
            let frames = first_frame(step + 1, step_rate) - first_frame(step, step_rate);
            let [from, to] = self.rate(step);
            position = wrap(position + ((frames * (u64::from(from) + u64::from(to))) >> 1));
        }
        all
    }

    fn rate(&self, step: u64) -> [u32; 2] {
        [step, step + 1].map(|at| self.rates[usize::try_from(at).unwrap()])
    }

    fn gain(&self, step: u64) -> [f32; 2] {
        self.gains[usize::try_from(step).unwrap()]
    }

    fn is_over(&self, known: &[Known], position: u64) -> bool {
        let clip = &known[self.clip];
        self.looped.is_none() && position >= clip.left.len() as u64 * 48_000 * ONE / clip.rate
    }

    /// Adds the sound to `out`, frame by frame.
    fn add(&self, known: &[Known], step_rate: [u64; 2], out: &mut [[f64; 2]]) {
        let positions = self.positions(known, step_rate);
        let mut gain = self.gain(self.start).map(Level::at);
        let mut age = 0;
        for (step, &position) in (self.start..self.end).zip(&positions) {
            if self.is_over(known, position) {
                return;
            }
            let begin = first_frame(step, step_rate);
            let frames = first_frame(step + 1, step_rate) - begin;
            let [from, to] = self.rate(step).map(f64::from);
            for (level, target) in gain.iter_mut().zip(self.gain(step)) {
                level.begin_step(target, frames);
            }
            for k in 0..frames {
                let t = k as f64;
                let moved = from * t + (to - from) * t * t / (2.0 * frames as f64);
                let fade = if self.offset == 0 {
                    1.0
                } else {
                    (f64::from(age) / 240.0).min(1.0)
                };
                let level = gain.each_mut().map(|level| level.next() * fade);
                self.add_frame(
                    known,
                    position as f64 + moved,
                    level,
                    &mut out[usize::try_from(begin + k).unwrap()],
                );
                age += 1;
            }
        }
        self.add_fade_out(known, step_rate, &positions, gain, age, out);
    }

    /// Adds the 240 frames behind a stop.
    fn add_fade_out(
        &self,
        known: &[Known],
        step_rate: [u64; 2],
        positions: &[u64],
        mut gain: [Level; 2],
        age: u32,
        out: &mut [[f64; 2]],
    ) {
        let position = positions[usize::try_from(self.end - self.start).unwrap()];
        if self.is_over(known, position) {
            return;
        }
        let rate = f64::from(self.rate(self.end - 1)[1]);
        let full = if self.offset == 0 { 240 } else { age.min(240) };
        for k in 0..u64::from(full) {
            let share = (f64::from(full) - k as f64) / 240.0;
            let level = gain.each_mut().map(|level| level.next() * share);
            let at = usize::try_from(first_frame(self.end, step_rate) + k).unwrap();
            if let Some(out) = out.get_mut(at) {
                self.add_frame(known, position as f64 + rate * k as f64, level, out);
            }
        }
    }

    /// Adds the clip at a position.
    fn add_frame(&self, known: &[Known], position: f64, level: [f64; 2], out: &mut [f64; 2]) {
        let clip = &known[self.clip];
        let scale = clip.rate as f64 / 48_000.0 / 65_536.0;
        let mut at = position * scale;
        if let Some([start, end]) = self
            .loop_range(known)
            .map(|range| range.map(|at| at as f64 * scale))
            && at >= end
        {
            at = start + (at - start) % (end - start);
        }
        let index = at.floor();
        let x = at - index;
        for (side, samples) in [&clip.left, &clip.right].into_iter().enumerate() {
            let [a, b, c, d] = [-1, 0, 1, 2].map(|by| self.tap(samples, index as i64 + by));
            let slopes = [(c - a) / 2.0, (d - b) / 2.0];
            // Cubic Hermite spline by its four basis polynomials.
            let value = b * (2.0 * x * x * x - 3.0 * x * x + 1.0)
                + slopes[0] * (x * x * x - 2.0 * x * x + x)
                + c * (3.0 * x * x - 2.0 * x * x * x)
                + slopes[1] * (x * x * x - x * x);
            out[side] += value * level[side];
        }
    }

    fn tap(&self, samples: &[f32], index: i64) -> f64 {
        let mut index = index;
        if let Some([start, end]) = self.looped.map(|range| range.map(|at| at as i64)) {
            while index >= end {
                index -= end - start;
            }
            if index < 0 && start == 0 {
                index += end;
            }
        }
        usize::try_from(index)
            .ok()
            .and_then(|at| samples.get(at))
            .copied()
            .map_or(0.0, f64::from)
    }
}

fn rate() -> impl Strategy<Value = u32> {
    prop_oneof![
        Just(65_536_u32),
        1024_u32..262_144,
        Just(32 * 65_536),
        Just(32_768)
    ]
}

fn scripted() -> impl Strategy<Value = Scripted> {
    let rates = prop_oneof![
        rate().prop_map(|rate| vec![rate; 8]),
        prop::collection::vec(rate(), 8)
    ];
    let gains = prop::collection::vec([0.0_f32..1.0, 0.0_f32..1.0], 8);
    (
        0..CLIPS.len(),
        0..STEPS,
        1..=STEPS,
        0_u64..3,
        rates,
        gains,
        any::<bool>(),
        0_u64..100,
        1_u64..100,
    )
        .prop_map(
            |(clip, start, length, offset, rates, gains, looped, from, to)| {
                let frames = CLIPS[clip].1 as u64;
                let [from, to] = [from * frames / 100, to * frames / 100 + 1];
                Scripted {
                    clip,
                    start,
                    end: (start + length).min(STEPS),
                    offset: offset * 500,
                    rates,
                    gains,
                    looped: (looped && from < to).then_some([from, to]),
                }
            },
        )
}

/// Returns the list of a step.
fn list_of(sounds: &[Scripted], known: &[Known], step: u64, step_rate: [u64; 2]) -> StepSounds {
    let frames = first_frame(step + 1, step_rate) - first_frame(step, step_rate);
    let mut voices = Vec::new();
    for (id, of) in (0..)
        .zip(sounds)
        .filter(|(_, of)| (of.start..of.end).contains(&step))
    {
        let position = of.positions(known, step_rate)[usize::try_from(step - of.start).unwrap()];
        if !of.is_over(known, position) {
            voices.push(VoiceStep {
                clip: ClipId(u32::try_from(of.clip).unwrap()),
                rate: of.rate(step),
                gain: of.gain(step),
                loop_range: of.loop_range(known),
                // Ids are in the order of playing.
                ..sound(of.start * 100 + id, position)
            });
        }
    }
    list(frames, &voices)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn voices_sound_where_a_plain_loop_puts_them(
        sounds in prop::collection::vec(scripted(), 1..5),
        step_rate in prop::sample::select(&STEP_RATES[..]),
    ) {
        let (known, data) = known_clips();
        let mut mixer = mixer(&data);
        let mut expected = vec![[0.0; 2]; usize::try_from(first_frame(STEPS, step_rate)).unwrap()];
        for sound in &sounds {
            sound.add(&known, step_rate, &mut expected);
        }
        let mut found = Vec::new();
        for step in 0..STEPS {
            found.extend(mix(&mut mixer, &list_of(&sounds, &known, step, step_rate)));
        }
        prop_assert_eq!(found.len(), expected.len());
        for (frame, (expected, found)) in expected.iter().zip(&found).enumerate() {
            for side in [0, 1] {
                let error = (expected[side].clamp(-1.0, 1.0) - f64::from(found[side])).abs();
                prop_assert!(error < 1e-4, "frame {frame}: expected {expected:?}, found {found:?}");
            }
        }
    }
}

#[test]
fn whole_frames_at_the_normal_rate_are_copies() {
    let samples = noise(5000);
    let mut mixer = mixer(&[mono(samples.clone())]);
    let found = mix_steps(&mut mixer, 6, |_, _| ());
    assert_eq!(found.len(), 4800);
    for (found, sample) in found.iter().zip(&samples) {
        assert_eq!(*found, [*sample; 2]);
    }
}
