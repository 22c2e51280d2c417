//! Detects whether the window cannot be seen. winit reports covered windows by an event, but minimised ones only on
//! macOS. On other systems, minimised windows are found by polling, if the system reports them at all.

use std::time::Duration;

use crate::platform::Instant;

/// Time between two polls. On X11 each waits for the server's reply.
const POLL_TIME: Duration = Duration::from_millis(250);

/// Known state of the window.
#[derive(Debug, Default)]
pub(super) struct Visibility {
    covered: bool,
    minimised: bool,
    /// Time of the next poll. `None` if the system does not report minimised windows.
    next_poll: Option<Instant>,
}

impl Visibility {
    /// Returns the state of a visible window.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            next_poll: Some(now),
            ..Self::default()
        }
    }

    /// Sets whether the window is covered. Returns whether it is hidden.
    pub(super) fn set_covered(&mut self, covered: bool) -> bool {
        self.covered = covered;
        self.is_hidden()
    }

    /// Polls whether the window is minimised, if a poll is due. Returns whether it is hidden, if that has changed.
    pub(super) fn poll(
        &mut self,
        now: Instant,
        is_minimised: impl FnOnce() -> Option<bool>,
    ) -> Option<bool> {
        if self.next_poll.is_none_or(|next| now < next) {
            return None;
        }
        let before = self.is_hidden();
        let known = is_minimised();
        self.minimised = known == Some(true);
        self.next_poll = known.map(|_| now + POLL_TIME);
        Some(self.is_hidden()).filter(|hidden| *hidden != before)
    }

    /// Returns the time of the next poll. `None`: never.
    pub(super) fn next_poll(&self) -> Option<Instant> {
        self.next_poll
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
        let mut hidden = Visibility::new(start);
        assert_eq!(hidden.poll(start, || Some(false)), None);
        assert_eq!(hidden.next_poll(), Some(start + POLL_TIME));
        let early = start + POLL_TIME / 2;
        assert_eq!(hidden.poll(early, || panic!("it is too early")), None);
        let [second, third, fourth] = [1, 2, 3].map(|looks| start + looks * POLL_TIME);
        assert_eq!(hidden.poll(second, || Some(true)), Some(true));
        assert_eq!(hidden.poll(third, || Some(true)), None, "as before");
        assert_eq!(hidden.poll(fourth, || Some(false)), Some(false));
    }

    #[test]
    fn a_window_that_is_covered_or_minimised_is_hidden() {
        let start = Instant::now();
        let mut hidden = Visibility::new(start);
        assert!(hidden.set_covered(true));
        assert_eq!(hidden.poll(start, || Some(true)), None, "hidden already");
        assert!(hidden.set_covered(false), "it is still minimised");
        let later = start + POLL_TIME;
        assert_eq!(hidden.poll(later, || Some(false)), Some(false));
        assert!(!hidden.set_covered(false));
    }

    #[test]
    fn a_system_that_does_not_know_is_asked_once() {
        let start = Instant::now();
        let mut hidden = Visibility::new(start);
        assert_eq!(hidden.poll(start, || None), None);
        assert_eq!(hidden.next_poll(), None);
        let later = start + 100 * POLL_TIME;
        assert_eq!(hidden.poll(later, || panic!("it is unknown")), None);
    }
}
