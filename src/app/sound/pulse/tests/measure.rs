//! Measurements by hand: `cargo test --release measure -- --ignored --nocapture --test-threads 1`.

use super::real_server::start;
use super::recorder::RealServer;
use crate::app::sound::fill::Fill;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

/// Silence with a click of one frame about every 100 ms, whose time is sent.
struct Clicks {
    frames: usize,
    clicks: Sender<Instant>,
    blocks: Sender<usize>,
}

impl Fill for Clicks {
    fn fill(&mut self, frames: &mut [[f32; 2]]) {
        frames.fill([0.0; 2]);
        self.blocks.send(frames.len()).ok();
        self.frames += frames.len();
        if self.frames > 4777 {
            self.frames = 0;
            frames[0] = [0.5; 2];
            self.clicks.send(Instant::now()).ok();
        }
    }

    fn reopened(&mut self) {}
}

/// Returns the processor time of the output's thread.
fn thread_time() -> Duration {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let time = |folder: std::path::PathBuf| {
        let name = std::fs::read_to_string(folder.join("comm")).ok()?;
        let times = std::fs::read_to_string(folder.join("schedstat")).ok()?;
        (name.trim() == "sound").then(|| {
            times
                .split_whitespace()
                .next()
                .unwrap()
                .parse::<u64>()
                .unwrap()
        })
    };
    Duration::from_nanos(tasks.filter_map(|task| time(task.unwrap().path())).sum())
}

fn run(name: &str, seconds: u64) {
    let Some(server) = RealServer::start("rate=48000") else {
        return;
    };
    let recorder = server.record();
    let (clicks, clicked) = channel();
    let (blocks, filled) = channel();
    let mut output = start(
        Clicks {
            frames: 0,
            clicks,
            blocks,
        },
        server.socket(),
    );
    let (begin, mut minute) = (Instant::now(), Instant::now());
    let (mut delays, mut buffers, mut reported) = (vec![], vec![], vec![]);
    let (mut since, mut underruns) = (48_000, vec![]);
    let mut counted = 0;
    let time = thread_time();
    while begin.elapsed() < Duration::from_secs(seconds) {
        let (now, frames) = recorder.next();
        for frame in frames {
            since += 1;
            if frame[0] > 0.25 && since > 100 {
                since = 0;
                let at = clicked.recv().unwrap();
                delays.push(now.saturating_duration_since(at));
            }
        }
        let statistics = output.statistics();
        buffers.push(statistics.buffer);
        reported.push(statistics.latency);
        if minute.elapsed() > Duration::from_secs(60) {
            minute = Instant::now();
            underruns.push(statistics.underruns - counted);
            counted = statistics.underruns;
        }
    }
    let used = thread_time() - time;
    let total = output.statistics().underruns;
    delays.sort();
    reported.sort();
    let lengths: Vec<_> = filled.try_iter().collect();
    println!(
        "{name}: {} clicks, from fill to parec median {:?}, 99 % {:?}, max {:?}; reported latency median {:?}; \
         underruns {total}, per minute {underruns:?}; largest buffer {:?}; {} fills in {seconds} s of {}..{} frames; \
         processor {:?}",
        delays.len(),
        delays[delays.len() / 2],
        delays[delays.len() * 99 / 100],
        delays[delays.len() - 1],
        reported[reported.len() / 2],
        buffers.iter().max().unwrap(),
        lengths.len(),
        lengths.iter().min().unwrap(),
        lengths.iter().max().unwrap(),
        used,
    );
}

#[test]
#[ignore = "a measurement of some minutes"]
fn measure_quiet() {
    run("quiet", 65);
}

#[test]
#[ignore = "a measurement of some minutes"]
fn measure_busy() {
    let busy = Arc::new(AtomicBool::new(true));
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let busy = Arc::clone(&busy);
            std::thread::spawn(move || {
                while busy.load(Ordering::Relaxed) {
                    core::hint::spin_loop();
                }
            })
        })
        .collect();
    run("busy", 185);
    busy.store(false, Ordering::Relaxed);
    threads
        .into_iter()
        .for_each(|thread| thread.join().unwrap());
}
