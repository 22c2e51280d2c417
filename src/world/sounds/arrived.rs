//! The sounds that jobs have loaded, as far as the world knows of them.

use std::sync::Arc;

use crate::assets::Clip;
use crate::base::checksum::{Checksum, ChecksumWriter};

/// Labels of the clips that jobs have loaded in this world's past, in order. The store alone does not know them: it keeps
/// a clip when a step before its arrival is taken again, and when such a step cancels the job.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct ArrivedSounds {
    // Shared, because every snapshot copies it.
    labels: Arc<Vec<Arc<str>>>,
}

impl ArrivedSounds {
    /// Adds a clip that a job has loaded. Whether the store had it already does not matter: that differs between a run that
    /// goes back and a replay of it.
    pub(in crate::world) fn add(&mut self, clip: &Clip) {
        if let Err(at) = self.labels.binary_search(&clip.label) {
            Arc::make_mut(&mut self.labels).insert(at, Arc::clone(&clip.label));
        }
    }

    /// Returns whether the world knows a clip of the store.
    pub(super) fn knows(&self, clip: &Clip) -> bool {
        !clip.by_job || self.labels.binary_search(&clip.label).is_ok()
    }

    /// Returns whether no job has loaded a clip.
    pub(in crate::world) fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }
}

impl Checksum for ArrivedSounds {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        sum.usize(self.labels.len());
        self.labels.iter().for_each(|label| sum.str(label));
    }
}
