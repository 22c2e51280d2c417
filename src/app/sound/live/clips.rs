//! Sends clips to the output's thread. Another thread first computes samples that code makes, and reads the beginnings
//! of streams.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};

use super::ClipUpdate;
use crate::assets::{Assets, ClipData, ClipId};
use crate::base::panics;

/// Sends the clips of a store that are new or changed.
#[derive(Debug)]
pub(super) struct ClipFeed {
    /// Clips as they were last sent, by id.
    sent: Vec<Option<Arc<ClipData>>>,
    /// Replaced and unloaded clips, until no voice plays them. Otherwise, the output's thread would free their memory.
    retired: Vec<Arc<ClipData>>,
    /// To the thread that computes samples. The changes of a step are sent together, because an idle thread sorts only
    /// what it receives at once.
    outgoing: Sender<Vec<ClipUpdate>>,
}

impl ClipFeed {
    /// Starts the thread that computes samples. It sends clips to `ready`, and ends with the feed.
    pub(super) fn start(ready: SyncSender<ClipUpdate>) -> Self {
        let (outgoing, incoming) = channel();
        let thread = std::thread::Builder::new().name("sound-clips".into());
        if let Err(error) = thread.spawn(move || prepare_all(&incoming, &ready)) {
            log::warn!("no sound: no thread: {error}");
        }
        Self {
            sent: Vec::new(),
            retired: Vec::new(),
            outgoing,
        }
    }

    /// Sends what has changed since the last call.
    pub(super) fn update(&mut self, assets: &Assets) {
        self.retired.retain(|clip| !clip.is_only_owner());
        let count = assets.clips().count();
        if self.sent.len() < count {
            self.sent.resize(count, None);
        }
        let mut updates = Vec::new();
        for (id, sent) in (0..).map(ClipId).zip(&mut self.sent) {
            let clip = assets.clip_data(id);
            if clip.map(Arc::as_ptr) != sent.as_ref().map(Arc::as_ptr) {
                self.retired.extend(sent.take());
                *sent = clip.cloned();
                updates.push((id, clip.cloned()));
            }
        }
        if !updates.is_empty() {
            // Without the thread, sending fails, and all is silent.
            self.outgoing.send(updates).ok();
        }
    }
}

/// Prepares clips and sends them, until an end of the channels is dropped. The shortest of the waiting clips is first:
/// an effect does not wait for a long tune.
fn prepare_all(incoming: &Receiver<Vec<ClipUpdate>>, ready: &SyncSender<ClipUpdate>) {
    let mut waiting = WaitingClips::default();
    loop {
        incoming.try_iter().for_each(|updates| waiting.add(updates));
        let Some((id, clip)) = waiting.take_shortest() else {
            let Ok(updates) = incoming.recv() else {
                return;
            };
            waiting.add(updates);
            continue;
        };
        if ready.send((id, clip.filter(is_ready))).is_err() {
            return;
        }
    }
}

/// Clips to prepare.
#[derive(Debug, Default)]
struct WaitingClips(Vec<ClipUpdate>);

impl WaitingClips {
    /// Adds clips. Each replaces an earlier one of the same id.
    fn add(&mut self, updates: Vec<ClipUpdate>) {
        for update in updates {
            self.0.retain(|(id, _)| *id != update.0);
            self.0.push(update);
        }
    }

    /// Removes the clip with the fewest frames to prepare. If several have as few, removes the one added first.
    fn take_shortest(&mut self) -> Option<ClipUpdate> {
        let frames =
            |clip: &Option<Arc<ClipData>>| clip.as_ref().map_or(0, |clip| clip.frames_to_prepare());
        let shortest = self.0.iter().enumerate();
        let (at, _) = shortest.min_by_key(|(_, (_, clip))| frames(clip))?;
        Some(self.0.remove(at))
    }
}

/// Prepares a clip. Returns false if that fails.
fn is_ready(clip: &Arc<ClipData>) -> bool {
    panics::caught(|| clip.prepare())
        .inspect_err(|panic| log::error!("a sound is silent: {}", panics::message(&**panic)))
        .is_ok()
}
