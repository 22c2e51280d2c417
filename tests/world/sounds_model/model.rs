//! The slow model: for each sound a list of facts, from which its position is computed anew each time.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "small and not negative"
)]

use damselfly::ObjectId;

/// A sound as it was played.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) id: u64,
    pub(super) clip: usize,
    pub(super) length: u64,
    pub(super) voices: usize,
    pub(super) loop_start: Option<u64>,
    pub(super) start: u64,
    pub(super) rate: f32,
    pub(super) bus: usize,
    pub(super) object: Option<ObjectId>,
}

/// A sound, and everything that has happened to it.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    played: Played,
    /// Position at the latest jump, and the frame of it.
    anchor: (u64, u64),
    /// Playback rates in 1/65 536 since the latest jump, each from a frame on: at the first and at the last frame.
    rates: Vec<(u64, [u64; 2])>,
    speed: Speed,
    pub(super) paused: bool,
    /// The frame at which a fade ends.
    silent_at: Option<u64>,
    layer_time: f32,
}

/// A playback rate that goes evenly from one value to another.
#[derive(Clone, Copy, Debug)]
struct Speed {
    from: f32,
    to: f32,
    /// First frame and length in frames.
    since: u64,
    length: u64,
}

impl Speed {
    fn at(&self, frame: u64) -> f32 {
        let passed = frame - self.since;
        if passed >= self.length {
            return self.to;
        }
        let share = passed as f32 / self.length as f32;
        self.from * (1.0 - share) + self.to * share
    }
}

/// All sounds that play, by facts.
#[derive(Clone, Debug)]
pub(super) struct Model {
    rate: (u32, u32),
    frame: u64,
    facts: Vec<Fact>,
    pub(super) ended: Vec<u64>,
    pub(super) paused: [bool; 3],
    pub(super) time_scale: f32,
    pub(super) layer_time: f32,
    pub(super) level: u16,
    /// Number of voices that gave way in a full game: those with an end, and others.
    pub(super) displaced: [usize; 2],
}

/// The bus that does not follow the time scale.
const INTERFACE: usize = 2;
const MUSIC: usize = 1;

impl Model {
    pub(super) fn new(rate: (u32, u32)) -> Self {
        Self {
            rate,
            frame: 0,
            facts: Vec::new(),
            ended: Vec::new(),
            paused: [false; 3],
            time_scale: 1.0,
            layer_time: 1.0,
            level: 1,
            displaced: [0; 2],
        }
    }

    /// Returns number and position of each playing sound.
    pub(super) fn playing(&self) -> impl Iterator<Item = (u64, u64)> {
        self.facts
            .iter()
            .map(|fact| (fact.played.id, self.position(fact)))
    }

    fn position(&self, fact: &Fact) -> u64 {
        let (from, _) = fact.anchor;
        let mut moved = 0_u128;
        for (at, &(since, [first, last])) in fact.rates.iter().enumerate() {
            let until = fact.rates.get(at + 1).map_or(self.frame, |next| next.0);
            moved += u128::from(until - since) * u128::from(first + last) / 2;
        }
        wrapped(&fact.played, u128::from(from) + moved)
    }

    pub(super) fn play(&mut self, mut played: Played) {
        // A clip without frames does not repeat, and a loop that begins behind the end begins at 0.
        played.loop_start = played.loop_start.filter(|_| played.length > 0);
        played.loop_start = played
            .loop_start
            .map(|start| if start < played.length { start } else { 0 });
        let same = |fact: &Fact| fact.played.clip == played.clip;
        if self.facts.iter().filter(|fact| same(fact)).count() >= played.voices {
            let one_shot = |fact: &Fact| {
                same(fact) && fact.played.loop_start.is_none() && fact.played.bus != MUSIC
            };
            let oldest = self.facts.iter().position(one_shot);
            let oldest = oldest.or(self.facts.iter().position(same));
            self.facts.remove(oldest.unwrap());
        } else if self.facts.len() == 64 {
            let gives_way =
                |fact: &Fact| fact.played.loop_start.is_none() && fact.played.bus != MUSIC;
            let oldest = self.facts.iter().position(gives_way);
            self.displaced[usize::from(oldest.is_none())] += 1;
            self.facts.remove(oldest.unwrap_or(0));
        }
        let start = wrapped(&played, played.start.into());
        self.facts.push(Fact {
            anchor: (start, self.frame),
            rates: Vec::new(),
            speed: Speed {
                from: played.rate,
                to: played.rate,
                since: self.frame,
                length: 0,
            },
            paused: false,
            silent_at: None,
            layer_time: match played.object {
                Some(_) => self.layer_time,
                None => 1.0,
            },
            played,
        });
    }

    pub(super) fn stop(&mut self, id: u64) {
        self.facts.retain(|fact| fact.played.id != id);
    }

    pub(super) fn fade(&mut self, id: u64, frames: u64) {
        let silent_at = Some(self.frame + frames);
        self.change(id, |fact| fact.silent_at = silent_at);
    }

    /// Changes the playback rate evenly over `length` frames.
    pub(super) fn glide(&mut self, id: u64, to: f32, length: u64) {
        let since = self.frame;
        self.change(id, |fact| {
            fact.speed = Speed {
                from: fact.speed.at(since),
                to,
                since,
                length,
            };
        });
    }

    pub(super) fn seek(&mut self, id: u64, to: u64) {
        let frame = self.frame;
        self.change(id, |fact| {
            fact.anchor = (wrapped(&fact.played, to.into()), frame);
            fact.rates.clear();
        });
    }

    pub(super) fn change(&mut self, id: u64, change: impl FnOnce(&mut Fact)) {
        change(
            self.facts
                .iter_mut()
                .find(|fact| fact.played.id == id)
                .unwrap(),
        );
    }

    /// Advances to the first frame of step `number`.
    pub(super) fn step(&mut self, number: u64, alive: impl Fn(ObjectId) -> bool) {
        let (steps, seconds) = (u128::from(self.rate.0), u128::from(self.rate.1));
        let end = u64::try_from(u128::from(number) * 48_000 * seconds / steps).unwrap();
        let rates = self.facts.iter();
        let rates = rates.map(|fact| [self.frame, end].map(|frame| self.rate_of(fact, frame)));
        let rates: Vec<_> = rates.collect();
        for (fact, rates) in self.facts.iter_mut().zip(rates) {
            let goes_on = |last: &(u64, [u64; 2])| last.1 == rates && rates[0] == rates[1];
            if !fact.rates.last().is_some_and(goes_on) {
                fact.rates.push((self.frame, rates));
            }
        }
        self.frame = end;
        self.ended.clear();
        let facts = self.facts.clone();
        for fact in &facts {
            let faded = fact.silent_at.is_some_and(|at| at <= self.frame);
            let at_end =
                fact.played.loop_start.is_none() && self.position(fact) >= fact.played.length;
            if faded || at_end {
                self.stop(fact.played.id);
                if fact.silent_at.is_none() {
                    self.ended.push(fact.played.id);
                }
            }
        }
        self.hear(alive);
    }

    /// Ends attached sounds whose object is gone or on another level.
    pub(super) fn hear(&mut self, alive: impl Fn(ObjectId) -> bool) {
        let (level, layer_time) = (self.level, self.layer_time);
        self.facts.retain_mut(|fact| match fact.played.object {
            None => true,
            Some(object) => {
                fact.layer_time = layer_time;
                // The object is on level 1.
                alive(object) && level == 1
            }
        });
    }

    /// Returns the playback rate of a sound at a frame of the next step.
    fn rate_of(&self, fact: &Fact, frame: u64) -> u64 {
        if fact.paused || self.paused[fact.played.bus] {
            return 0;
        }
        let q16 = |speed: f32| (f64::from(speed) * 65_536.0).floor() as u64;
        let scale = match fact.played.bus {
            INTERFACE => (f64::from(self.time_scale) * 65_536.0).round() as u64,
            _ => 65_536,
        };
        ((q16(fact.speed.at(frame)) * q16(fact.layer_time)) >> 16) * 65_536 / scale
    }
}

/// Wraps a position into the loop, or stops it at the end.
fn wrapped(played: &Played, position: u128) -> u64 {
    let length = u128::from(played.length);
    let position = match played.loop_start.map(u128::from) {
        Some(start) if position >= length => start + (position - start) % (length - start),
        _ => position.min(length),
    };
    u64::try_from(position).unwrap()
}
