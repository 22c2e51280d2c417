//! One night: what the wizard has learnt, and the time that has passed.

use damselfly::prelude::*;

/// Steps from dusk to dawn: three minutes.
pub(crate) const NIGHT: u32 = 3 * 60 * 60;

/// State of the night.
#[derive(Clone, Checksum)]
pub(crate) struct Night {
    /// Steps since dusk.
    pub(crate) steps: u32,
    /// Gems collected since the last lesson.
    pub(crate) gems: u32,
    /// Lessons learnt, from 1.
    pub(crate) level: u32,
    /// Damage of a bolt.
    pub(crate) power: i32,
    /// Steps between two volleys.
    pub(crate) pause: u32,
    /// Bolts of a volley.
    pub(crate) bolts: u32,
    /// Largest distance of gems that fly to the wizard, in pixels.
    pub(crate) reach: f32,
    /// Speed of the wizard in pixels per step.
    pub(crate) speed: f32,
    /// Whether the wizard lives.
    pub(crate) is_alive: bool,
}

impl Default for Night {
    fn default() -> Self {
        Self {
            steps: 0,
            gems: 0,
            level: 1,
            power: 10,
            pause: 34,
            bolts: 1,
            reach: 46.0,
            speed: 1.7,
            is_alive: true,
        }
    }
}

impl Resource for Night {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Something that the wizard can learn.
#[derive(Clone, Copy)]
pub(crate) struct Lesson {
    pub(crate) name: &'static str,
    learn: fn(&mut Night),
}

/// All lessons.
pub(crate) const LESSONS: [Lesson; 5] = [
    Lesson {
        name: "Hotter bolts",
        learn: |night| night.power += 6,
    },
    Lesson {
        name: "One bolt more",
        learn: |night| night.bolts += 1,
    },
    Lesson {
        name: "Faster spells",
        learn: |night| night.pause = (night.pause * 4 / 5).max(6),
    },
    Lesson {
        name: "Longer arms",
        learn: |night| night.reach *= 1.5,
    },
    Lesson {
        name: "Lighter boots",
        learn: |night| night.speed += 0.25,
    },
];

impl Night {
    /// Returns the number of gems that the next lesson costs.
    pub(crate) fn price(&self) -> u32 {
        4 + 3 * self.level
    }

    /// Counts a gem. Returns whether it pays for a lesson.
    pub(crate) fn collect(&mut self) -> bool {
        self.gems += 1;
        let is_paid = self.gems >= self.price();
        if is_paid {
            self.gems = 0;
            self.level += 1;
        }
        is_paid
    }

    /// Learns the lesson with this name.
    pub(crate) fn learn(&mut self, name: &str) {
        if let Some(lesson) = LESSONS.iter().find(|lesson| lesson.name == name) {
            (lesson.learn)(self);
        }
    }

    /// Returns the time of day, from dusk at 0:00 to dawn at 3:00.
    pub(crate) fn clock(&self) -> String {
        let seconds = self.steps / 60;
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }

    /// Returns the health of new monsters in percent of the health at dusk: from 100 to 150.
    pub(crate) fn toughness(&self) -> i32 {
        let added = 50 * self.steps.min(NIGHT) / NIGHT;
        100 + i32::try_from(added).unwrap_or(50)
    }

    /// Returns how much of the night has passed, from 0 to 1.
    pub(crate) fn passed(&self) -> f32 {
        (self.steps as f32 / NIGHT as f32).min(1.0)
    }
}
