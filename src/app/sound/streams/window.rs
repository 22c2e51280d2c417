//! The part of a stream that a voice reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

use kira::Frame;

use super::decoder::{DecoderLink, StreamJob, StreamMessage};
use super::order::{BLOCK, PlayOrder};
use crate::assets::Streamed;

/// Number of blocks that a voice asks for: the present one, and those behind it. At 48 000 Hz, they last 1.7 s.
const WANTED: usize = 5;

/// Number of blocks that a window holds: less than 1 MiB. Beside the wanted ones, these are the first block, which is
/// shared with the clip, and the last block of a loop.
const BLOCKS: usize = WANTED + 2;

/// Number of blocks to look at in the order of playing. A short loop repeats its blocks there.
const LOOKED_AT: usize = 2 * WANTED;

/// Reads a stream for one voice: in place, or by blocks that a thread decodes ahead.
pub(in crate::app::sound) struct StreamWindow {
    /// `None` only while it is dropped.
    state: Option<Box<WindowBlocks>>,
    /// Connection to the decoder. `None` decodes in place.
    link: Option<Arc<DecoderLink>>,
}

/// The blocks of a window. Windows of a device are used again, so that a sound starts without an allocation.
pub(super) struct WindowBlocks {
    /// Length of the stream in frames.
    length: u64,
    blocks: [StreamBlock; BLOCKS],
    /// Index of the block that was read last.
    latest: usize,
    /// Index of the block that the decoder has.
    lent: usize,
    /// Work for the decoder. `None` while the decoder has it.
    job: Option<Box<StreamJob>>,
    finished: Receiver<Box<StreamJob>>,
    /// Whether nothing reads the window any more.
    is_closed: Arc<AtomicBool>,
    /// Number of the latest block that was counted as missing.
    missing: Option<u64>,
}

/// A block of a stream.
#[derive(Default)]
pub(super) struct StreamBlock {
    /// Number of the block in the stream. `None` before it is read.
    pub(super) number: Option<u64>,
    pub(super) frames: BlockFrames,
}

/// The frames of a block.
pub(super) enum BlockFrames {
    Own(Vec<[f32; 2]>),
    /// The first block of the stream.
    Shared(Arc<[[f32; 2]]>),
}

impl Default for BlockFrames {
    fn default() -> Self {
        Self::Own(Vec::new())
    }
}

impl BlockFrames {
    fn get(&self, at: usize) -> Option<&[f32; 2]> {
        match self {
            Self::Own(frames) => frames.get(at),
            Self::Shared(frames) => frames.get(at),
        }
    }
}

impl StreamWindow {
    /// Opens a stream. Nothing is read yet.
    pub(super) fn open(
        stream: &Streamed,
        mut state: Box<WindowBlocks>,
        link: Option<Arc<DecoderLink>>,
    ) -> Self {
        state.open(stream);
        Self {
            state: Some(state),
            link,
        }
    }

    /// Returns a frame. Decodes its block in place, if the window has no decoder. A frame that is not decoded yet is
    /// silent.
    #[inline]
    pub(in crate::app::sound) fn frame(&mut self, index: u64) -> Frame {
        let is_in_place = self.link.is_none();
        let found = self
            .state
            .as_mut()
            .and_then(|state| state.frame(index, is_in_place));
        found.map_or(Frame::ZERO, |&[left, right]| Frame::new(left, right))
    }

    /// Requests the next blocks in the order of playing. Returns whether all blocks within `distance` frames are
    /// decoded. A window without a decoder has all.
    pub(in crate::app::sound) fn supply(&mut self, order: &PlayOrder, distance: u64) -> bool {
        let (Some(state), Some(link)) = (&mut self.state, &self.link) else {
            return true;
        };
        state.take_finished();
        state.request(order, link);
        let missing = state.first_missing(order, distance);
        if missing.is_some() && missing != state.missing {
            link.missing.fetch_add(1, Ordering::Relaxed);
        }
        state.missing = missing;
        missing.is_none()
    }

    /// Returns the length of the stream in frames.
    pub(in crate::app::sound) fn len(&self) -> u64 {
        self.state.as_ref().map_or(0, |state| state.length)
    }
}

impl Drop for StreamWindow {
    /// Sends the blocks to the decoder, which frees them.
    fn drop(&mut self) {
        if let (Some(state), Some(link)) = (self.state.take(), &self.link) {
            state.is_closed.store(true, Ordering::Release);
            link.send(StreamMessage::Close(state)).ok();
        }
    }
}

impl Default for WindowBlocks {
    fn default() -> Self {
        let (reply, finished) = sync_channel(1);
        let is_closed = Arc::<AtomicBool>::default();
        Self {
            length: 0,
            blocks: Default::default(),
            latest: 0,
            lent: 0,
            job: Some(Box::new(StreamJob::new(reply, Arc::clone(&is_closed)))),
            finished,
            is_closed,
            missing: None,
        }
    }
}

impl WindowBlocks {
    fn open(&mut self, stream: &Streamed) {
        self.length = stream.len();
        self.is_closed.store(false, Ordering::Release);
        if let Some(beginning) = stream.beginning() {
            self.blocks[0] = StreamBlock {
                number: Some(0),
                frames: BlockFrames::Shared(Arc::clone(beginning)),
            };
        }
        if let Some(job) = &mut self.job {
            job.stream = Some(stream.clone());
        }
    }

    /// Forgets the stream, and frees all blocks. Returns false if the window cannot be used again.
    pub(super) fn clear(&mut self) -> bool {
        self.take_finished();
        for block in &mut self.blocks {
            *block = StreamBlock::default();
        }
        self.latest = 0;
        self.missing = None;
        self.job.as_mut().map(|job| job.clear()).is_some()
    }

    #[inline]
    fn frame(&mut self, index: u64, is_in_place: bool) -> Option<&[f32; 2]> {
        let number = index / BLOCK;
        if self.blocks[self.latest].number != Some(number) {
            self.latest = match self.find(number) {
                Some(found) => found,
                None if is_in_place && index < self.length => self.read(number)?,
                None => return None,
            };
        }
        let at = usize::try_from(index % BLOCK).ok()?;
        self.blocks[self.latest].frames.get(at)
    }

    /// Returns the index of a block.
    fn find(&self, number: u64) -> Option<usize> {
        let is_it = |block: &StreamBlock| block.number == Some(number);
        self.blocks.iter().position(is_it)
    }

    /// Reads a block in place. Returns its index.
    fn read(&mut self, number: u64) -> Option<usize> {
        // Not the block that was read last: a voice may read two by turns.
        let index = (self.latest + 1) % 2;
        let job = self.job.as_mut()?;
        job.block = core::mem::take(&mut self.blocks[index]);
        job.read(number);
        self.blocks[index] = core::mem::take(&mut job.block);
        Some(index)
    }

    /// Takes a block that the decoder has finished.
    fn take_finished(&mut self) {
        if self.job.is_none()
            && let Ok(mut job) = self.finished.try_recv()
        {
            self.blocks[self.lent] = core::mem::take(&mut job.block);
            self.job = Some(job);
        }
    }

    /// Sends the first wanted block that is missing to the decoder.
    fn request(&mut self, order: &PlayOrder, link: &DecoderLink) {
        let mut wanted = [None; WANTED + 1];
        let mut count = 0;
        for (number, _) in order.clone().take(LOOKED_AT) {
            if count < WANTED && !wanted[..count].contains(&Some(number)) {
                wanted[count] = Some(number);
                count += 1;
            }
        }
        wanted[count] = order.before();
        let mut missing = wanted.into_iter().flatten();
        let Some(number) = missing.find(|number| self.find(*number).is_none()) else {
            return;
        };
        let is_free = |(_, block): &(usize, &StreamBlock)| {
            let is_shared = matches!(block.frames, BlockFrames::Shared(_));
            !is_shared && (block.number.is_none() || !wanted.contains(&block.number))
        };
        let free = self.blocks.iter().enumerate().find(is_free);
        let Some((index, _)) = free else { return };
        let Some(mut job) = self.job.take() else {
            return;
        };
        job.block = core::mem::take(&mut self.blocks[index]);
        job.number = number;
        self.lent = index;
        if let Err(StreamMessage::Read(mut job)) = link.send(StreamMessage::Read(job)) {
            self.blocks[index] = core::mem::take(&mut job.block);
            self.job = Some(job);
        }
    }

    /// Returns the first block within `distance` frames that is missing.
    fn first_missing(&self, order: &PlayOrder, distance: u64) -> Option<u64> {
        order
            .clone()
            .take(LOOKED_AT)
            .take_while(|(_, passed)| *passed <= distance)
            .map(|(number, _)| number)
            .find(|number| self.find(*number).is_none())
    }
}
