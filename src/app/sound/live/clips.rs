//! Sends clips to the output's thread. Another thread first computes samples that code makes, and reads the beginnings
//! of streams.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use super::ClipUpdate;
use crate::assets::{Assets, ClipData, ClipFrames, ClipId};
use crate::base::panics;

/// Sends the clips of a store that are new or changed.
#[derive(Debug)]
pub(super) struct ClipFeed {
    /// Clips as they were last sent, by id.
    sent: Vec<Option<Arc<ClipData>>>,
    /// To the thread that computes samples.
    outgoing: Sender<ClipUpdate>,
}

impl ClipFeed {
    /// Starts the thread that computes samples. It sends clips to `ready`, and ends with the feed.
    pub(super) fn start(ready: Sender<ClipUpdate>) -> Self {
        let (outgoing, incoming) = channel::<ClipUpdate>();
        let thread = std::thread::Builder::new().name("sound-clips".into());
        let spawned = thread.spawn(move || {
            for (id, clip) in incoming {
                if ready.send((id, clip.filter(is_ready))).is_err() {
                    return;
                }
            }
        });
        if let Err(error) = spawned {
            log::warn!("no sound: no thread: {error}");
        }
        Self {
            sent: Vec::new(),
            outgoing,
        }
    }

    /// Sends what has changed since the last call.
    pub(super) fn update(&mut self, assets: &Assets) {
        let count = assets.clips().count();
        if self.sent.len() < count {
            self.sent.resize(count, None);
        }
        for (id, sent) in (0..).map(ClipId).zip(&mut self.sent) {
            let clip = assets.clip_data(id);
            if clip.map(Arc::as_ptr) != sent.as_ref().map(Arc::as_ptr) {
                *sent = clip.cloned();
                // An error means that there is no thread: then all is silent.
                self.outgoing.send((id, clip.cloned())).ok();
            }
        }
    }
}

/// Computes the samples of a clip that code makes, or reads the beginning of a stream. Returns false if that fails.
fn is_ready(clip: &Arc<ClipData>) -> bool {
    let computed = panics::caught(|| match &clip.source {
        ClipFrames::Made(made) => drop(Arc::clone(made.samples())),
        ClipFrames::Stream(stream) => stream.read_beginning(),
        ClipFrames::Mono(_) | ClipFrames::Stereo(_) => {}
    });
    computed
        .inspect_err(|panic| log::error!("a sound is silent: {}", panics::message(&**panic)))
        .is_ok()
}
