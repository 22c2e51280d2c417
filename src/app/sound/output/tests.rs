use super::*;
use std::sync::atomic::AtomicUsize;

/// A source of silence that counts its openings.
struct Silence;

impl Fill for Silence {
    fn fill(&mut self, frames: &mut [[f32; 2]]) {
        frames.fill([0.0; 2]);
    }

    fn reopened(&mut self) {}
}

#[test]
fn a_lost_device_is_opened_again_until_the_output_is_dropped() {
    let (tries, tried) = channel();
    let output = SoundOutput::start_with(Silence, move |_, _| {
        tries.send(()).unwrap();
        "lost".into()
    });
    for _ in 0..3 {
        tried.recv().unwrap();
    }
    drop(output);
    // The channel is closed by the end of the thread.
    while tried.recv().is_ok() {}
}

#[test]
fn dropping_an_output_does_not_wait_for_a_hanging_device() {
    let (release, released) = channel::<()>();
    let (ends, ended) = channel::<()>();
    let (starts, started) = channel();
    let output = SoundOutput::start_with(Silence, move |_, _| {
        starts.send(()).unwrap();
        released.recv().ok();
        ends.send(()).unwrap();
        "lost".into()
    });
    started.recv().unwrap();
    // A drop that waited for the thread would never return.
    drop(output);
    assert!(ended.try_recv().is_err(), "the device hangs");
    drop(release);
    ended.recv().unwrap();
}

#[test]
fn a_dropped_output_has_ended_if_its_device_follows_the_stop() {
    let running = Arc::new(AtomicUsize::new(0));
    for _ in 0..20 {
        let (starts, started) = channel();
        let inside = Arc::clone(&running);
        let output = SoundOutput::start_with(Silence, move |session, _| {
            inside.fetch_add(1, Ordering::SeqCst);
            starts.send(()).ok();
            while !session.is_stopped() {
                std::thread::park();
            }
            inside.fetch_sub(1, Ordering::SeqCst);
            String::new()
        });
        started.recv().unwrap();
        drop(output);
        assert_eq!(running.load(Ordering::SeqCst), 0);
    }
}

#[test]
fn statistics_name_the_device_and_keep_the_number_of_gaps() {
    let (steps, step) = channel::<()>();
    let (reports, reported) = channel();
    let mut output = SoundOutput::start_with(Silence, move |session, _| {
        session.count_underrun();
        session.report_playing(
            &"null".into(),
            Duration::from_millis(12),
            Duration::from_millis(10),
        );
        reports.send(()).unwrap();
        step.recv().ok();
        session.report_loss(&"unplugged");
        reports.send(()).unwrap();
        step.recv().ok();
        String::new()
    });
    assert!(output.statistics().device.is_none() || output.statistics().underruns == 1);
    reported.recv().unwrap();
    let statistics = output.statistics();
    assert_eq!(statistics.device.as_deref(), Some("null"));
    assert_eq!(
        [
            statistics.latency.as_millis(),
            statistics.buffer.as_millis()
        ],
        [12, 10]
    );
    steps.send(()).unwrap();
    reported.recv().unwrap();
    let statistics = output.statistics();
    assert!(
        statistics.device.is_none() && statistics.latency.is_zero() && statistics.buffer.is_zero()
    );
    assert_eq!(statistics.underruns, 1);
}
