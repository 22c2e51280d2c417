//! Streams of a live output.

use super::*;
use crate::assets::{
    AssetSettings, Assets, ClipSource, STREAM_BLOCK, StreamReader, StreamSource, Streamed,
};

/// A stream of a constant sample.
#[derive(Clone, Debug)]
struct Constant;

impl StreamSource for Constant {
    fn open(&self) -> Box<dyn StreamReader> {
        Box::new(Self)
    }
}

impl StreamReader for Constant {
    fn read(&mut self, _: u64, into: &mut [[f32; 2]]) {
        into.fill([0.25; 2]);
    }
}

const FRAMES: u64 = 3 * STREAM_BLOCK as u64;

#[test]
fn a_stream_is_sent_to_the_device_with_its_beginning() {
    let (ready, clips) = sync_channel(9);
    let mut feed = ClipFeed::start(ready);
    let mut assets = Assets::new(AssetSettings::default());
    let source = ClipSource::streamed(FRAME_RATE, FRAMES, 1, Constant);
    let id = assets.add_sound("stream", source).unwrap();
    feed.update(&assets);
    let (sent, clip) = clips.recv_timeout(Duration::from_secs(60)).unwrap();
    assert_eq!(sent, id);
    let ClipFrames::Stream(stream) = &clip.unwrap().source else {
        panic!("not a stream");
    };
    assert_eq!(
        stream.beginning().map(|frames| frames.len()),
        Some(STREAM_BLOCK)
    );
}

#[test]
fn statistics_count_the_blocks_that_are_late() {
    let (ready, clips) = sync_channel(9);
    let source = Streamed::new(Constant, FRAMES);
    source.read_beginning();
    let clip = ClipData {
        rate: FRAME_RATE,
        frames: FRAMES,
        source: ClipFrames::Stream(source),
    };
    ready.send((ClipId(0), Some(Arc::new(clip)))).unwrap();
    let (streams, decoder) = Streams::by_hand();
    let (feed, fill) = connect(clips, streams, StepRate::SIXTY, false);
    let mut simulation = Simulation::of(feed, fill, 240);
    let missing = |simulation: &Simulation| {
        let shared = &simulation.feed.shared;
        shared.missing_blocks.load(Ordering::Relaxed)
    };
    simulation.steps(0, 10, 800, |_| 0.0);
    assert_eq!(missing(&simulation), 0);
    simulation.steps(10, 30, 800, |_| 0.0);
    assert_eq!(missing(&simulation), 1);
    assert!(silent_tail(&simulation.positions()) > 5000);
    assert!(decoder.work());
    simulation.steps(30, 35, 800, |_| 0.0);
    assert_eq!(missing(&simulation), 1);
    assert_eq!(silent_tail(&simulation.positions()), 0);
}
