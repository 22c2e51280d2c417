//! For how long a plan of moves is used.

/// A plan is used for this many steps.
const STEPS: u8 = 4;
/// A plan is used no longer if in a step one of this many objects or more was not where it was expected.
const MOST_ASTRAY: usize = 4;
/// After such a plan, this many are for one step. Twice as many after the next one, up to the most.
const SHORT_PLANS: u8 = 16;
const MOST_SHORT: u8 = 128;

/// How old a plan is, and how well it was kept to.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlanLife {
    /// For how many steps it was made, and how many it was used for before this one.
    steps: u8,
    age: u8,
    /// How many of the next plans are for one step.
    short: u8,
    /// How many were after the last plan that was not kept to, and none since that was.
    last_short: u8,
    /// How often an object was not where it was expected, or a move had to search all the same, since the step began.
    astray: usize,
}

impl PlanLife {
    /// Begins a plan.
    pub(super) fn begin(&mut self) {
        self.steps = if self.short == 0 { STEPS } else { 1 };
        self.short = self.short.saturating_sub(1);
        (self.age, self.astray) = (0, 0);
    }

    /// For how many steps the plan is made.
    pub(super) fn steps(&self) -> u8 {
        self.steps
    }

    /// Begins another step. Returns whether a plan is used in it that `fits` and is for so many objects.
    pub(super) fn goes_on(&mut self, fits: bool, objects: usize) -> bool {
        let astray = core::mem::take(&mut self.astray);
        self.age = self.age.saturating_add(1);
        if self.age >= self.steps {
            if self.steps == STEPS {
                self.last_short = 0;
            }
            return false;
        }
        let goes_on = fits && astray * MOST_ASTRAY < objects;
        if !goes_on {
            self.fail();
        }
        goes_on
    }

    /// Notes that a plan for several steps is not used for all of them: the next ones are for one step each.
    pub(super) fn fail(&mut self) {
        if self.steps > 1 {
            let more = self.last_short.saturating_mul(2);
            self.last_short = more.clamp(SHORT_PLANS, MOST_SHORT);
            self.short = self.last_short;
        }
        self.steps = 0;
    }

    /// Whether the plan is not used in the next step.
    pub(super) fn is_over(&self) -> bool {
        self.age + 1 >= self.steps
    }

    /// Notes that an object was not where it was expected, or that a move had to search.
    pub(super) fn note_astray(&mut self) {
        self.astray += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_for_some_steps_unless_many_objects_go_astray() {
        let mut life = PlanLife::default();
        assert!(!life.goes_on(true, 100), "none was made");
        life.begin();
        assert_eq!(life.steps(), STEPS);
        for step in 1..STEPS {
            assert!(!life.is_over());
            // One less than a quarter of them.
            (0..24).for_each(|_| life.note_astray());
            assert!(life.goes_on(true, 100), "step {step}");
        }
        assert!(life.is_over() && !life.goes_on(true, 100));
        life.begin();
        assert_eq!(life.steps(), STEPS);
        (0..25).for_each(|_| life.note_astray());
        assert!(!life.goes_on(true, 100));
        for _ in 0..SHORT_PLANS {
            life.begin();
            assert_eq!(life.steps(), 1);
            assert!(life.is_over() && !life.goes_on(true, 100));
        }
        life.begin();
        assert_eq!(life.steps(), STEPS);
        assert!(!life.goes_on(false, 100), "it is for another level");
        for _ in 0..2 * SHORT_PLANS {
            life.begin();
            assert_eq!(life.steps(), 1);
        }
        // One that is kept to makes up for both.
        life.begin();
        assert!((1..STEPS).all(|_| life.goes_on(true, 100)) && !life.goes_on(true, 100));
        life.begin();
        assert!(!life.goes_on(false, 100));
        (0..SHORT_PLANS).for_each(|_| life.begin());
        assert_eq!(life.steps(), 1);
        life.begin();
        assert_eq!(life.steps(), STEPS);
    }

    #[test]
    fn plans_that_are_never_kept_to_become_rare_but_not_endlessly() {
        let mut life = PlanLife::default();
        let mut short = Vec::new();
        for _ in 0..6 {
            life.begin();
            assert!(!life.goes_on(false, 100));
            short.push(0);
            while life.short > 0 {
                life.begin();
                *short.last_mut().unwrap() += 1;
            }
        }
        assert_eq!(short, [16, 32, 64, 128, 128, 128]);
    }
}
