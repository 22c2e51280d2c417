//! Who has started and stopped, for the log.

/// A part of a game that runs. Its start and its end, this value's, can be followed in the log at the level `debug`.
#[derive(Debug)]
pub(super) struct Part(&'static str);

impl Part {
    pub(super) fn started(name: &'static str) -> Self {
        log::debug!("started: {name}");
        Self(name)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        log::debug!("stopped: {}", self.0);
    }
}
