//! The thread that decodes blocks of streams ahead of their voices.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError};
use std::thread::Thread;

use super::order::BLOCK;
use super::window::{BlockFrames, StreamBlock, WindowBlocks};
use crate::assets::{StreamReader, Streamed};
use crate::base::panics;

/// A message to the decoder.
pub(super) enum StreamMessage {
    /// Reads a block, and returns it.
    Read(Box<StreamJob>),
    /// Frees the blocks of a window that nothing reads any more.
    Close(Box<WindowBlocks>),
}

/// The reader of a stream, and a block to read.
pub(super) struct StreamJob {
    pub(super) stream: Option<Streamed>,
    /// `None` before the first block.
    reader: Option<Box<dyn StreamReader>>,
    /// Number of the block to read.
    pub(super) number: u64,
    pub(super) block: StreamBlock,
    reply: SyncSender<Box<Self>>,
    is_closed: Arc<AtomicBool>,
}

impl StreamJob {
    pub(super) fn new(reply: SyncSender<Box<Self>>, is_closed: Arc<AtomicBool>) -> Self {
        Self {
            stream: None,
            reader: None,
            number: 0,
            block: StreamBlock::default(),
            reply,
            is_closed,
        }
    }

    /// Forgets the stream.
    pub(super) fn clear(&mut self) {
        self.stream = None;
        self.reader = None;
        self.block = StreamBlock::default();
    }

    /// Reads block `number` into `block`.
    pub(super) fn read(&mut self, number: u64) {
        let Some(stream) = &self.stream else { return };
        let first = number * BLOCK;
        let count = BLOCK.min(stream.len().saturating_sub(first));
        let mut frames = match core::mem::take(&mut self.block.frames) {
            BlockFrames::Own(frames) => frames,
            BlockFrames::Shared(_) => Vec::new(),
        };
        frames.clear();
        frames.resize(usize::try_from(count).unwrap_or(0), [0.0; 2]);
        let reader = self.reader.get_or_insert_with(|| stream.open());
        reader.read(first, &mut frames);
        self.block = StreamBlock {
            number: Some(number),
            frames: BlockFrames::Own(frames),
        };
    }
}

/// Connection of the voices to the decoder.
pub(super) struct DecoderLink {
    /// `None` only while it is dropped.
    messages: Option<SyncSender<StreamMessage>>,
    /// The decoder's thread. `None` if a test decodes.
    thread: Option<Thread>,
    /// Number of blocks that were not decoded in time.
    pub(super) missing: AtomicU64,
}

impl DecoderLink {
    pub(super) fn new(messages: SyncSender<StreamMessage>, thread: Option<Thread>) -> Self {
        Self {
            messages: Some(messages),
            thread,
            missing: AtomicU64::new(0),
        }
    }

    /// Sends a message without a wait. Returns it if there are too many, or the decoder has ended.
    pub(super) fn send(&self, message: StreamMessage) -> Result<(), StreamMessage> {
        use std::sync::mpsc::TrySendError::{Disconnected, Full};
        let Some(messages) = &self.messages else {
            return Err(message);
        };
        messages
            .try_send(message)
            .map_err(|(Full(message) | Disconnected(message))| message)?;
        self.wake();
        Ok(())
    }

    fn wake(&self) {
        if let Some(thread) = &self.thread {
            thread.unpark();
        }
    }
}

impl Drop for DecoderLink {
    /// Ends the decoder.
    fn drop(&mut self) {
        self.messages = None;
        self.wake();
    }
}

/// Decodes blocks.
pub(in crate::app::sound) struct StreamDecoder {
    /// Only read without a wait: a sender would need a lock to wake a reader that waits.
    incoming: Receiver<StreamMessage>,
    returned: SyncSender<Box<WindowBlocks>>,
}

impl StreamDecoder {
    pub(super) fn new(
        incoming: Receiver<StreamMessage>,
        returned: SyncSender<Box<WindowBlocks>>,
    ) -> Self {
        Self { incoming, returned }
    }

    /// Decodes until nothing can send messages any more.
    pub(super) fn run(self) {
        while self.work() {
            std::thread::park();
        }
    }

    /// Handles all messages. Returns false after the last one of all.
    pub(in crate::app::sound) fn work(&self) -> bool {
        loop {
            match self.incoming.try_recv() {
                Ok(StreamMessage::Read(job)) => decode(job),
                Ok(StreamMessage::Close(mut state)) => {
                    // Its block, if it requested one, was handled before.
                    if state.clear() {
                        self.returned.try_send(state).ok();
                    }
                }
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
    }
}

/// Reads the block of a job, and returns the job to its window.
fn decode(mut job: Box<StreamJob>) {
    let number = job.number;
    if !job.is_closed.load(Ordering::Acquire)
        && let Err(panic) = panics::caught(|| job.read(number))
    {
        log::error!("a stream is silent: {}", panics::message(&*panic));
        // Nothing is read any more, so that the panic does not repeat.
        job.clear();
    }
    let reply = job.reply.clone();
    reply.try_send(job).ok();
}
