//! Whether the window cannot be seen. Covering is reported by an event; minimising only on macOS, and is polled
//! elsewhere.

use std::time::{Duration, Instant};

/// Time between two polls. On X11 each waits for the server's reply.
const LOOK_TIME: Duration = Duration::from_millis(250);

/// Known state of the window.
#[derive(Debug)]
pub(super) struct Hidden {
    covered: bool,
    minimised: bool,
    /// `None` if the system does not know.
    next_look: Option<Instant>,
}

impl Hidden {
    /// Returns the state of a visible window.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            covered: false,
            minimised: false,
            next_look: Some(now),
        }
    }

    /// Sets whether the window is covered. Returns whether it is hidden.
    pub(super) fn set_covered(&mut self, covered: bool) -> bool {
        self.covered = covered;
        self.is_hidden()
    }

    /// Polls whether the window is minimised, if a poll is due. Returns whether it is hidden, if that has changed.
    pub(super) fn look(
        &mut self,
        now: Instant,
        is_minimised: impl FnOnce() -> Option<bool>,
    ) -> Option<bool> {
        if self.next_look.is_none_or(|next| now < next) {
            return None;
        }
        let before = self.is_hidden();
        let known = is_minimised();
        self.minimised = known == Some(true);
        self.next_look = known.map(|_| now + LOOK_TIME);
        Some(self.is_hidden()).filter(|hidden| *hidden != before)
    }

    /// Returns the time of the next poll. `None`: never.
    pub(super) fn next_look(&self) -> Option<Instant> {
        self.next_look
    }

    fn is_hidden(&self) -> bool {
        self.covered || self.minimised
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minimised_window_is_noticed_at_the_next_look() {
        let start = Instant::now();
        let mut hidden = Hidden::new(start);
        assert_eq!(hidden.look(start, || Some(false)), None);
        assert_eq!(hidden.next_look(), Some(start + LOOK_TIME));
        let early = start + LOOK_TIME / 2;
        assert_eq!(hidden.look(early, || panic!("it is too early")), None);
        let [second, third, fourth] = [1, 2, 3].map(|looks| start + looks * LOOK_TIME);
        assert_eq!(hidden.look(second, || Some(true)), Some(true));
        assert_eq!(hidden.look(third, || Some(true)), None, "as before");
        assert_eq!(hidden.look(fourth, || Some(false)), Some(false));
    }

    #[test]
    fn a_window_that_is_covered_or_minimised_is_hidden() {
        let start = Instant::now();
        let mut hidden = Hidden::new(start);
        assert!(hidden.set_covered(true));
        assert_eq!(hidden.look(start, || Some(true)), None, "hidden already");
        assert!(hidden.set_covered(false), "it is still minimised");
        let later = start + LOOK_TIME;
        assert_eq!(hidden.look(later, || Some(false)), Some(false));
        assert!(!hidden.set_covered(false));
    }

    #[test]
    fn a_system_that_does_not_know_is_asked_once() {
        let start = Instant::now();
        let mut hidden = Hidden::new(start);
        assert_eq!(hidden.look(start, || None), None);
        assert_eq!(hidden.next_look(), None);
        let later = start + 100 * LOOK_TIME;
        assert_eq!(hidden.look(later, || panic!("it is unknown")), None);
    }
}
