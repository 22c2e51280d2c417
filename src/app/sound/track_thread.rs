//! A thread that mixes the steps of a run into a track.
//!
//! The lists of steps come back from the thread, so that a run allocates none.

#[cfg(test)]
mod tests;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};

use super::run_track::{KnownClips, RunTrack};
use super::track::TrackSink;
use crate::assets::{ClipData, ClipId};
use crate::sound::{Bus, MAX_VOICES, StepSounds};
use crate::time::StepRate;
use crate::world::Core;

/// Steps that a run without a window may be ahead of the mixer.
const AHEAD: usize = 256;

/// Number of lists. At most [`AHEAD`] lists wait, the run fills one, and the mixer reads one. In a window, a run that is
/// further ahead allocates more.
const LISTS: usize = AHEAD + 2;

/// A message to the thread.
enum TrackMessage {
    /// The new data of a clip.
    Clip(ClipId, Option<Arc<ClipData>>),
    /// A step, and its length in the track in nominal steps.
    Step(StepSounds, f32),
    /// The end of the run. Without it, the track stays unfinished.
    End,
}

/// Sender of messages to the thread.
#[derive(Debug)]
enum TrackMessages {
    /// The run waits for the mixer.
    Bounded(SyncSender<TrackMessage>),
    /// The game in a window never waits.
    Unbounded(Sender<TrackMessage>),
}

impl TrackMessages {
    fn new(waits: bool) -> (Self, Receiver<TrackMessage>) {
        if waits {
            let (sender, receiver) = sync_channel(AHEAD);
            (Self::Bounded(sender), receiver)
        } else {
            let (sender, receiver) = channel();
            (Self::Unbounded(sender), receiver)
        }
    }

    /// Sends a message. If the thread has failed, its result has the reason.
    fn send(&self, message: TrackMessage) {
        match self {
            Self::Bounded(sender) => sender.send(message).ok(),
            Self::Unbounded(sender) => sender.send(message).ok(),
        };
    }
}

/// Mixes the steps of a run on a thread. If dropped before [`TrackThread::finish`], the track is unfinished.
#[derive(Debug)]
pub(super) struct TrackThread {
    messages: Option<TrackMessages>,
    /// Lists that were mixed.
    mixed: Receiver<StepSounds>,
    known: KnownClips,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl TrackThread {
    /// Starts the thread, in a game with this step rate. `waits` makes the run wait for the mixer. Calls `failed` on
    /// the thread with an error of the sink.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub(super) fn start(
        rate: StepRate,
        sink: impl TrackSink + Send + 'static,
        waits: bool,
        failed: impl FnOnce(&io::Error) + Send + 'static,
    ) -> io::Result<Self> {
        let (messages, receiver) = TrackMessages::new(waits);
        let (back, mixed) = sync_channel(LISTS);
        for _ in 0..LISTS {
            back.try_send(empty_list()).ok();
        }
        let builder = thread::Builder::new().name("sound-track".into());
        let thread = builder.spawn(move || {
            let mut track = RunTrack::new(rate, sink);
            mix(&mut track, &receiver, &back).inspect_err(failed)
        })?;
        Ok(Self {
            messages: Some(messages),
            mixed,
            known: KnownClips::default(),
            thread: Some(thread),
        })
    }

    /// Adds the latest step. The next one will be `dt` nominal steps long, and `shown_for` in the track.
    pub(super) fn add(&mut self, core: &Core, dt: f32, shown_for: f32) {
        let Some(messages) = &self.messages else {
            return;
        };
        let mut list = self.mixed.try_recv().unwrap_or_else(|_| empty_list());
        core.list_sounds_until(dt, &mut list);
        self.known.update(&list, &core.assets, |id, clip| {
            messages.send(TrackMessage::Clip(id, clip));
        });
        messages.send(TrackMessage::Step(list, shown_for));
    }

    /// Completes the track, and waits for it.
    ///
    /// # Errors
    /// The error of the sink, now or earlier.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        if let Some(messages) = self.messages.take() {
            messages.send(TrackMessage::End);
        }
        let panicked = || Err(io::Error::other("the mixer panicked"));
        let ended = self.thread.take().map(JoinHandle::join);
        ended.map_or(Ok(()), |ended| ended.unwrap_or_else(|_| panicked()))
    }
}

impl Drop for TrackThread {
    fn drop(&mut self) {
        self.messages = None;
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

/// Returns a list with room for the sounds of any step.
fn empty_list() -> StepSounds {
    StepSounds {
        voices: Vec::with_capacity(MAX_VOICES),
        buses: Vec::with_capacity(Bus::MAX),
        ..StepSounds::default()
    }
}

/// Mixes the steps that arrive, until the run's end or the first error. Sends their lists `back`.
fn mix(
    track: &mut RunTrack<impl TrackSink>,
    messages: &Receiver<TrackMessage>,
    back: &SyncSender<StepSounds>,
) -> io::Result<()> {
    while let Ok(message) = messages.recv() {
        match message {
            TrackMessage::Clip(id, clip) => track.set_clip(id, clip),
            TrackMessage::Step(list, shown_for) => {
                track.add(&list, shown_for)?;
                // Drops a list that has no room.
                back.try_send(list).ok();
            }
            TrackMessage::End => return track.sink().end(true),
        }
    }
    track.sink().end(false)
}
