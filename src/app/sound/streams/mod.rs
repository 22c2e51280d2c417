//! Streams: clips whose frames are decoded while they play.
//!
//! A track is mixed as fast as possible and must be exact, so its voices decode a block where they need it. A device
//! waits for its frames. Its voices therefore ask a thread for the blocks that come next, and are silent where a block
//! is late.

mod decoder;
mod order;
#[cfg(test)]
mod tests;
mod window;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Thread;

use crate::assets::Streamed;
use crate::sound::MAX_VOICES;
use decoder::DecoderLink;
pub(super) use decoder::StreamDecoder;
pub(super) use order::PlayOrder;
pub(super) use window::StreamWindow;
use window::WindowBlocks;

/// Number of streams that can play on a device at the same time. More start when one has ended.
const POOL: usize = MAX_VOICES;

/// How voices read their streams.
pub(super) enum Streams {
    /// Voices decode in place.
    InPlace,
    /// A thread decodes ahead of the voices.
    Ahead(StreamPool),
}

/// The windows of streams that are not in use. They come back from the decoder.
pub(super) struct StreamPool {
    #[expect(clippy::vec_box, reason = "boxes are sent, which moves only a pointer")]
    spare: Vec<Box<WindowBlocks>>,
    returned: Receiver<Box<WindowBlocks>>,
    link: Arc<DecoderLink>,
}

impl Streams {
    /// Starts the thread `sound-streams`, which decodes ahead. It ends when the streams and their windows are dropped.
    /// Without a thread, voices decode in place.
    pub(super) fn start() -> Self {
        let mut thread = None;
        let streams = Self::connect(|decoder| {
            let builder = std::thread::Builder::new().name("sound-streams".into());
            let spawned = builder.spawn(move || decoder.run());
            let spawned = spawned.inspect_err(|error| log::warn!("sound: no thread: {error}"));
            thread = spawned.ok().map(|spawned| spawned.thread().clone());
            thread.clone()
        });
        if thread.is_some() {
            streams
        } else {
            Self::InPlace
        }
    }

    /// Returns streams that are decoded ahead. `spawn` receives the decoder, and returns the thread that runs it.
    fn connect(spawn: impl FnOnce(StreamDecoder) -> Option<Thread>) -> Self {
        let (messages, incoming) = sync_channel(4 * POOL);
        let (back, returned) = sync_channel(POOL);
        let thread = spawn(StreamDecoder::new(incoming, back));
        Self::Ahead(StreamPool {
            spare: (0..POOL).map(|_| Box::default()).collect(),
            returned,
            link: Arc::new(DecoderLink::new(messages, thread)),
        })
    }

    /// Returns streams that a test decodes.
    #[cfg(test)]
    pub(super) fn by_hand() -> (Self, StreamDecoder) {
        let mut kept = None;
        let streams = Self::connect(|decoder| {
            kept = Some(decoder);
            None
        });
        (streams, kept.expect("connected"))
    }

    /// Returns a window of a stream. `None` while too many are in use.
    pub(super) fn open(&mut self, stream: &Streamed) -> Option<StreamWindow> {
        match self {
            Self::InPlace => Some(StreamWindow::open(stream, Box::default(), None)),
            Self::Ahead(pool) => {
                let state = pool.spare.pop().or_else(|| pool.returned.try_recv().ok())?;
                let link = Some(Arc::clone(&pool.link));
                Some(StreamWindow::open(stream, state, link))
            }
        }
    }

    /// Returns the number of blocks that were not decoded in time.
    pub(super) fn missing_blocks(&self) -> u64 {
        match self {
            Self::InPlace => 0,
            Self::Ahead(pool) => pool.link.missing.load(Ordering::Relaxed),
        }
    }
}
