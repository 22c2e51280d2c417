//! Tests of the order of clips, and of when their memory is freed.

use std::sync::mpsc::sync_channel;

use super::*;
use crate::assets::{ClipFrames, ClipSource, Made};

/// Returns a clip of this many frames that code makes, after a call of `before`.
fn made(frames: usize, before: impl Fn() + Send + Sync + 'static) -> Arc<ClipData> {
    Arc::new(ClipData {
        rate: 48_000,
        frames: frames as u64,
        source: ClipFrames::Made(Made::new(move || {
            before();
            vec![0.0; frames]
        })),
    })
}

#[test]
fn short_clips_are_ready_before_long_ones() {
    let (ready, clips) = sync_channel(9);
    let feed = ClipFeed::start(ready);
    let (started, has_started) = channel();
    let (go_on, may_go_on) = channel();
    let may_go_on = std::sync::Mutex::new(may_go_on);
    let first = made(1, move || {
        started.send(()).unwrap();
        may_go_on.lock().unwrap().recv().unwrap();
    });
    let send = |id, clip| feed.outgoing.send(vec![(ClipId(id), clip)]).unwrap();
    send(0, Some(first));
    has_started.recv().unwrap();
    for (id, frames) in [(1, 900), (2, 20), (3, 500), (4, 20), (1, 700)] {
        send(id, Some(made(frames, || {})));
    }
    send(5, None);
    go_on.send(()).unwrap();
    drop(feed);
    let order: Vec<_> = clips.iter().map(|(id, _)| id.0).collect();
    assert_eq!(order, [0, 5, 2, 4, 3, 1]);
}

#[test]
fn a_long_clip_added_first_is_prepared_last() {
    // Often enough that an idle thread would take the first clip alone.
    for _ in 0..50 {
        let (ready, clips) = sync_channel(9);
        let mut feed = ClipFeed::start(ready);
        let mut assets = Assets::new(Default::default());
        for (label, frames) in [("tune", 900), ("laser", 20), ("coin", 30)] {
            let compute = move || vec![0.0; frames];
            let source = ClipSource::computed(frames as u64, 0, compute);
            assets.add_sound(label, source).unwrap();
        }
        feed.update(&assets);
        feed.update(&assets);
        drop(feed);
        let order: Vec<_> = clips.iter().map(|(id, _)| id.0).collect();
        assert_eq!(order, [1, 2, 0]);
    }
}

#[test]
fn unloaded_samples_are_kept_while_a_voice_plays() {
    let (ready, clips) = sync_channel(9);
    let mut feed = ClipFeed::start(ready);
    let mut assets = Assets::new(Default::default());
    let source = ClipSource::samples(48_000, 1, vec![0.5; 99]);
    let id = assets.add_sound("effect", source).unwrap();
    feed.update(&assets);
    let sent = clips.recv().unwrap().1.expect("the samples");
    let ClipFrames::Mono(voice) = sent.source.clone() else {
        panic!("one channel");
    };
    let memory = Arc::downgrade(&voice);
    assets.unload_sound(id);
    feed.update(&assets);
    assert!(clips.recv().unwrap().1.is_none());
    drop(sent);
    feed.update(&assets);
    drop(voice);
    assert_eq!(
        memory.strong_count(),
        1,
        "the output's thread frees nothing"
    );
    feed.update(&assets);
    assert_eq!(memory.strong_count(), 0);
}
