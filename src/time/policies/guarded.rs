//! The guard of a game's own policy: replaces it by the default policy if it fails.

use core::time::Duration;
use std::sync::Arc;

use super::policy::{Action, Handover, LoopPolicy};
use crate::base::panics::{caught, last_location, message};
use crate::time::{DrawTime, StepRate};

/// A function that makes a policy for a step rate.
pub(super) type MakePolicy = dyn Fn(StepRate) -> Box<dyn LoopPolicy> + Send + Sync;

/// Longest real time without a step or without a draw, unless [`MAX_IDLE_STEPS`] take longer. Not game time: a time
/// scale would change how long a faulty policy stops the game.
const MAX_IDLE: Duration = Duration::from_secs(10);

/// Longest game time without a step or without a draw, in nominal steps, at slow step rates and time scales.
const MAX_IDLE_STEPS: u64 = 5;

/// Longest single wait, in game time. Waking early does no harm, and lets the guard check the time.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// Maximum number of actions at the same time. On a simulated clock, time passes only by draws and waits, so many steps
/// can have the same time.
const MAX_ACTIONS: u32 = 10_000;

/// Maximum length of a step, in nominal steps: longer ones would take minutes of sound and of a film at once.
const MAX_STEP: f32 = 1000.0;

/// A point in time on both clocks. A time limit must be exceeded on both.
#[derive(Clone, Copy, Debug, Default)]
struct Moment {
    /// The game's time.
    game: Duration,
    /// Real time, without pauses and gaps.
    real: Duration,
}

/// Runs the game's own policy. After its first failure, logs one line and continues with the default policy. A failure
/// is a panic, a fault from [`GuardedPolicy::fault_of`], or a handover that [`GuardedPolicy::is_valid`] rejects.
#[derive(Debug)]
pub(super) struct GuardedPolicy {
    policy: Box<dyn LoopPolicy>,
    rate: StepRate,
    /// Whether `policy` is the default policy, after a failure.
    has_failed: bool,
    /// Latest time passed to `next`.
    now: Option<Duration>,
    /// Latest real time. `None` without a run, where game time counts as real time.
    real: Option<Duration>,
    stepped: Moment,
    drawn: Moment,
    /// Number of updates since the latest draw.
    undrawn: u32,
    /// Number of actions at `now`.
    actions: u32,
    /// Total dropped time, as of the last action of `policy` or the last takeover.
    dropped: Duration,
    /// Handover of the policy before.
    taken: Handover,
}

impl GuardedPolicy {
    pub(super) fn new(make: &Arc<MakePolicy>, rate: StepRate) -> Self {
        let made = caught(|| make(rate));
        let mut guarded = Self {
            policy: default_policy(rate),
            rate,
            has_failed: true,
            now: None,
            real: None,
            stepped: Moment::default(),
            drawn: Moment::default(),
            undrawn: 0,
            actions: 0,
            dropped: Duration::ZERO,
            taken: Handover::default(),
        };
        match made {
            Ok(policy) => (guarded.policy, guarded.has_failed) = (policy, false),
            Err(panic) => guarded.report(&panicked(&*panic)),
        }
        guarded
    }

    fn report(&self, fault: &str) {
        log::error!("the game's loop policy {fault}; the default policy goes on");
    }

    /// Continues with the default policy.
    fn fail(&mut self, fault: &str) {
        self.report(fault);
        self.has_failed = true;
        self.policy = default_policy(self.rate);
        self.policy.take_over(Handover {
            now: self.now,
            backlog: Duration::ZERO,
            dropped: self.dropped,
            undrawn: self.undrawn,
        });
    }

    /// Calls the policy. `None` if it panicked.
    fn call<R>(&mut self, call: impl FnOnce(&mut dyn LoopPolicy) -> R) -> Option<R> {
        match caught(|| call(&mut *self.policy)) {
            Ok(result) => Some(result),
            Err(panic) => {
                self.fail(&panicked(&*panic));
                None
            }
        }
    }

    /// Calls a method that only reads. A panic is reported by the next call of `next`, which can replace the policy.
    fn read<R>(&self, call: impl FnOnce(&dyn LoopPolicy) -> R) -> Option<R> {
        caught(|| call(&*self.policy)).ok()
    }

    /// Returns whether a handover has no time after the latest one, and has dropped no more than the time that passed.
    fn is_valid(&self, handover: &Handover) -> bool {
        let taken = &self.taken;
        let now = self.now.or(taken.now).unwrap_or_default();
        let before = taken.backlog.saturating_add(taken.dropped);
        let most = now.saturating_add(before);
        handover.now.is_none_or(|at| at <= now)
            && handover.backlog <= most
            && handover.dropped <= most
    }

    /// Returns why an action must not be carried out.
    fn fault_of(&self, action: Action, now: Moment) -> Option<String> {
        if let Action::Update { dt } = action
            && !(0.0..=MAX_STEP).contains(&dt)
        {
            return Some(format!(
                "takes a step of the length {dt}: expected 0 to {MAX_STEP}"
            ));
        }
        if self.actions > MAX_ACTIONS {
            return Some(format!("has taken {MAX_ACTIONS} actions at the same time"));
        }
        let idle_since = |since: Moment| {
            let game = now.game.saturating_sub(since.game);
            let real = now.real.saturating_sub(since.real);
            (game > self.rate.time_of(MAX_IDLE_STEPS) && real > MAX_IDLE).then_some(real)
        };
        let is_update = matches!(action, Action::Update { .. });
        if let Some(idle) = idle_since(self.stepped).filter(|_| !is_update) {
            return Some(format!("has taken no step for {:.1} s", idle.as_secs_f64()));
        }
        let is_draw = matches!(action, Action::Draw(_));
        let idle = idle_since(self.drawn).filter(|_| !is_draw)?;
        Some(format!(
            "has drawn no frame for {:.1} s",
            idle.as_secs_f64()
        ))
    }

    /// Records an action that is carried out.
    fn record(&mut self, action: Action, now: Moment) {
        match action {
            Action::Update { .. } => {
                self.stepped = now;
                self.undrawn = self.undrawn.saturating_add(1);
            }
            Action::Draw(_) => (self.drawn, self.undrawn) = (now, 0),
            Action::Wait(_) => {}
        }
    }
}

impl LoopPolicy for GuardedPolicy {
    fn next(&mut self, now: Duration) -> Action {
        if self.has_failed {
            return self.policy.next(now);
        }
        let moment = Moment {
            game: now,
            real: self.real.unwrap_or(now),
        };
        let Some(before) = self.now else {
            // The policy starts, or continues for another one.
            (self.now, self.stepped, self.drawn) = (Some(now), moment, moment);
            return self.next(now);
        };
        let now = now.max(before);
        self.actions = if now == before { self.actions + 1 } else { 0 };
        self.now = Some(now);
        // The methods that only read are called here, too. Later calls of them take `&self`, and cannot replace a
        // policy that panics.
        let action = self.call(|policy| {
            let action = policy.next(now);
            (
                policy.draw_time(),
                policy.until_update(),
                policy.hand_over(),
                action,
            )
        });
        let Some((_, _, handover, action)) = action else {
            return self.policy.next(now);
        };
        let fault = match self.is_valid(&handover) {
            true => self.fault_of(action, moment),
            false => Some(format!(
                "hands over more time than has passed, {now:?}: {handover:?}"
            )),
        };
        if let Some(fault) = fault {
            self.fail(&fault);
            return self.policy.next(now);
        }
        self.dropped = handover.dropped;
        self.record(action, moment);
        match action {
            Action::Wait(time) => Action::Wait(time.min(MAX_WAIT)),
            action => action,
        }
    }

    fn set_real_time(&mut self, now: Duration) {
        self.real = Some(now);
        self.call(|policy| policy.set_real_time(now));
    }

    fn draw_time(&self) -> DrawTime {
        self.read(|policy| policy.draw_time()).unwrap_or_default()
    }

    fn until_update(&self) -> Duration {
        let until = self.read(|policy| policy.until_update());
        until.unwrap_or_default().min(MAX_WAIT)
    }

    fn hand_over(&self) -> Handover {
        let kept = Handover {
            now: self.now,
            backlog: Duration::ZERO,
            dropped: self.dropped,
            undrawn: self.undrawn,
        };
        let handover = self.read(|policy| policy.hand_over());
        handover
            .filter(|handover| self.has_failed || self.is_valid(handover))
            .unwrap_or(kept)
    }

    fn take_over(&mut self, from: Handover) {
        // The first call of `next` sets the guard's own times.
        self.now = None;
        (self.undrawn, self.dropped) = (from.undrawn, from.dropped);
        self.taken = from;
        if self.call(|policy| policy.take_over(from)).is_none() {
            self.policy.take_over(from);
        }
    }
}

/// Returns the default policy, which accepts every step rate.
fn default_policy(rate: StepRate) -> Box<dyn LoopPolicy> {
    use super::fixed_step::FixedStep;
    Box::new(FixedStep::interpolated(rate, 5, false))
}

fn panicked(panic: &(dyn core::any::Any + Send)) -> String {
    let (message, location) = (message(panic), last_location());
    format!("panicked{location}: {message}")
}

#[cfg(test)]
mod tests;
