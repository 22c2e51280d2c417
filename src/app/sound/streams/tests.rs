//! Tests of the order of blocks, and of the decoder's thread.

use core::time::Duration;
use std::sync::mpsc::channel;
use std::time::Instant;

use proptest::prelude::*;

use super::order::BLOCK;
use super::*;
use crate::assets::{StreamReader, StreamSource};

/// A stream whose samples are the numbers of their blocks.
#[derive(Debug)]
struct Numbered;

impl StreamSource for Numbered {
    fn open(&self) -> Box<dyn StreamReader> {
        Box::new(NumberedReader)
    }
}

struct NumberedReader;

impl StreamReader for NumberedReader {
    fn read(&mut self, first_frame: u64, into: &mut [[f32; 2]]) {
        into.fill([(first_frame / BLOCK) as f32; 2]);
    }
}

/// Returns frames, half of them near the ends of blocks.
fn position() -> impl Strategy<Value = u64> {
    let near = (0..6_u64, 0..5_u64).prop_map(|(block, at)| (block * BLOCK + at).saturating_sub(2));
    prop_oneof![0..6 * BLOCK, near]
}

proptest! {
    /// A slow walk through all frames, with the two neighbours behind each and the one before it.
    #[test]
    fn the_play_order_has_each_block_before_it_is_needed(
        length in position(),
        from in position(),
        range in prop::option::of((position(), position())),
    ) {
        let length = length.max(1);
        let looped = range
            .map(|(start, end)| [start, end.min(length)])
            .filter(|[start, end]| start < end);
        let end = looped.map_or(length, |[_, end]| end);
        let from = from % end;
        let order: Vec<_> = PlayOrder::new(from, length, looped).take(40).collect();
        let mut at = from;
        for moved in 0..3 * BLOCK {
            for tap in [at.saturating_sub(1), at, at + 1, at + 2] {
                let tap = match looped {
                    Some([start, end]) if tap >= end => start + (tap - start) % (end - start),
                    _ => tap,
                };
                let is_there = order.iter().any(|(number, passed)| {
                    *number == tap / BLOCK && *passed <= moved + 4
                });
                // The walk is shorter than 40 blocks, unless the loop is short: then all of its blocks are there.
                prop_assert!(tap >= length || is_there, "frame {tap} after {moved}: {order:?}");
            }
            at += 1;
            if at >= end {
                let Some([start, _]) = looped else { break };
                at = start;
            }
        }
        // Only blocks that are needed: the blocks of a stream, in order, without a gap.
        prop_assert!(order.iter().all(|(number, _)| *number <= (end - 1) / BLOCK));
        if looped.is_none() {
            prop_assert!(order.windows(2).all(|two| two[1].0 == two[0].0 + 1));
        }
    }
}

#[test]
fn the_decoder_ends_with_the_last_window() {
    let (ended, ends) = channel();
    let mut streams = Streams::connect(|decoder| {
        let thread = std::thread::spawn(move || {
            decoder.run();
            ended.send(()).unwrap();
        });
        Some(thread.thread().clone())
    });
    let window = streams.open(&Streamed::new(Numbered, 9));
    drop(streams);
    assert!(ends.try_recv().is_err());
    drop(window);
    // Long, because it is a signal and only its absence takes the time.
    ends.recv_timeout(Duration::from_secs(60)).unwrap();
}

#[test]
fn a_thread_reads_the_blocks_ahead_of_a_window() {
    let mut streams = Streams::start();
    let mut window = streams.open(&Streamed::new(Numbered, 20 * BLOCK)).unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    for number in [3, 4, 5, 11, 12] {
        let at = number * BLOCK + 5;
        let order = PlayOrder::new(at, window.len(), None);
        // Four further blocks.
        while !window.supply(&order, 4 * BLOCK) {
            assert!(Instant::now() < deadline, "block {number} is not read");
            std::thread::yield_now();
        }
        for ahead in 0..5 {
            let found = window.frame(at + ahead * BLOCK);
            assert_eq!(found.left, (number + ahead) as f32);
        }
    }
    assert!(streams.missing_blocks() > 0, "the first one is always late");
}

#[test]
fn a_loop_keeps_its_last_block_until_it_has_left_the_first_frame() {
    let length = 20 * BLOCK;
    let (mut streams, decoder) = Streams::by_hand();
    let mut window = streams.open(&Streamed::new(Numbered, length)).unwrap();
    let mut last = [0.0; 2];
    for (index, at) in [(0, length - 3), (1, 0)] {
        let order = PlayOrder::new(at, length, Some([0, length]));
        // A slow sound stays at a frame for many requests.
        for _ in 0..20 {
            window.supply(&order, 5);
            assert!(decoder.work());
        }
        last[index] = window.frame(length - 1).left;
        assert_eq!(window.frame(0).left, 0.0);
        assert_eq!(window.frame(3 * BLOCK).left, 3.0);
    }
    assert_eq!(last, [19.0; 2]);
}

#[test]
fn all_windows_in_use_leave_none_until_one_is_closed() {
    let (mut streams, decoder) = Streams::by_hand();
    let stream = Streamed::new(Numbered, 9);
    let mut open: Vec<_> = (0..POOL).map(|_| streams.open(&stream).unwrap()).collect();
    assert!(streams.open(&stream).is_none());
    open.pop();
    assert!(streams.open(&stream).is_none(), "the decoder has it");
    assert!(decoder.work());
    assert!(streams.open(&stream).is_some());
}

/// A stream of ones.
#[derive(Debug)]
struct Ones;

impl StreamSource for Ones {
    fn open(&self) -> Box<dyn StreamReader> {
        Box::new(OnesReader)
    }
}

struct OnesReader;

impl StreamReader for OnesReader {
    fn read(&mut self, _: u64, into: &mut [[f32; 2]]) {
        into.fill([1.0; 2]);
    }
}

#[test]
fn a_window_that_is_used_again_reads_its_new_stream() {
    let (mut streams, decoder) = Streams::by_hand();
    let length = 3 * BLOCK;
    let order = PlayOrder::new(BLOCK + 9, length, None);
    let [numbered, ones] = [Streamed::new(Numbered, length), Streamed::new(Ones, length)];
    for (stream, is_ones) in [(&numbered, false), (&ones, true)] {
        // All windows, so that the second round has those of the first.
        let mut open: Vec<_> = (0..POOL).map(|_| streams.open(stream).unwrap()).collect();
        for window in &mut open {
            assert!(!window.supply(&order, 5), "a block of the stream before");
            assert!(decoder.work());
            assert!(window.supply(&order, 5));
            assert_eq!(window.frame(BLOCK + 9).left, 1.0);
            assert!(decoder.work());
            window.supply(&order, 5);
            let expected = if is_ones { 1.0 } else { 2.0 };
            assert_eq!(window.frame(2 * BLOCK).left, expected);
        }
        assert_eq!(
            streams.missing_blocks(),
            POOL as u64 * if is_ones { 2 } else { 1 }
        );
        drop(open);
        assert!(decoder.work());
    }
}

/// A stream whose reader panics.
#[derive(Debug)]
struct Panicking;

impl StreamSource for Panicking {
    fn open(&self) -> Box<dyn StreamReader> {
        panic!("no reader")
    }
}

#[test]
fn a_reader_that_panics_leaves_its_stream_silent() {
    let (mut streams, decoder) = Streams::by_hand();
    let mut window = streams.open(&Streamed::new(Panicking, 99)).unwrap();
    let order = PlayOrder::new(0, 99, None);
    for _ in 0..5 {
        assert!(!window.supply(&order, 5));
        assert!(decoder.work());
        assert_eq!(window.frame(3), kira::Frame::ZERO);
    }
    assert_eq!(streams.missing_blocks(), 1, "counted once");
    drop(window);
    assert!(decoder.work());
    // Its window is as good as new.
    let mut last = Vec::new();
    while let Some(window) = streams.open(&Streamed::new(Numbered, 99)) {
        last.push(window);
    }
    let window = last.last_mut().unwrap();
    for _ in 0..2 {
        window.supply(&order, 5);
        decoder.work();
    }
    assert!(window.supply(&order, 5));
}
