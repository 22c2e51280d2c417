//! Rules of background jobs, without a world.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::*;

fn number(outcome: JobOutcome) -> u32 {
    *outcome.unwrap().downcast::<u32>().unwrap()
}

/// Returns a job that reports its start, and then waits for a message before it ends.
fn gated(pool: &Pool, value: u32) -> (JobHandle, Receiver<()>, Sender<()>) {
    let (began, begun) = channel();
    let (go, gate) = channel();
    let handle = pool.start("gated".into(), move |_| {
        began.send(()).unwrap();
        let _ = gate.recv();
        value
    });
    (handle, begun, go)
}

#[test]
fn a_result_can_be_read_repeatedly() {
    let job = Pool::default().start("seven".into(), |_| 7_u32);
    assert_eq!(number(job.wait()), 7);
    assert_eq!(number(job.clone().wait()), 7);
    assert!(job.is_ready());
}

#[test]
fn jobs_beyond_the_threads_are_started_in_order() {
    let pool = Pool::new(1);
    let (first, begun, go) = gated(&pool, 1);
    begun.recv().unwrap();
    let (order, orders) = channel();
    let later: Vec<JobHandle> = (0..10_u32)
        .map(|number| {
            let order = order.clone();
            pool.start("later".into(), move |_| order.send(number).unwrap())
        })
        .collect();
    assert!(orders.try_recv().is_err() && !first.is_ready());
    go.send(()).unwrap();
    drop(order);
    assert_eq!(
        orders.iter().collect::<Vec<_>>(),
        (0..10).collect::<Vec<_>>()
    );
    assert!(later.iter().all(|job| job.wait().is_ok()));
}

#[test]
fn waiting_for_a_job_that_has_not_begun_runs_it() {
    let pool = Pool::new(1);
    let (_first, begun, _go) = gated(&pool, 1);
    begun.recv().unwrap();
    let here = std::thread::current().id();
    let job = pool.start("queued".into(), move |_| {
        u32::from(std::thread::current().id() == here)
    });
    assert_eq!(number(job.wait()), 1);
}

#[test]
fn without_any_thread_jobs_run_on_the_waiting_thread() {
    let job = Pool::new(0).start("stranded".into(), |_| 3_u32);
    assert!(
        job.is_ready(),
        "otherwise the world would never wait for it"
    );
    assert_eq!(number(job.wait()), 3);
}

#[test]
fn a_worker_thread_survives_a_panic_in_a_job() {
    let pool = Pool::new(1);
    for _ in 0..3 {
        let job = pool.start("clumsy".into(), |_| -> u32 { panic!("tripped over {}", 4) });
        let failure = job.wait().unwrap_err();
        assert!(failure.message().starts_with("tripped over 4"), "{failure}");
        assert_eq!(number(pool.start("next".into(), |_| 1_u32).wait()), 1);
    }
}

#[test]
fn a_job_whose_handle_is_dropped_does_not_begin() {
    let pool = Pool::new(1);
    let (_first, begun, go) = gated(&pool, 1);
    begun.recv().unwrap();
    let (sender, receiver) = channel();
    let job = pool.start("forgotten".into(), move |_| sender.send(()).unwrap());
    let copy = job.clone();
    drop(job);
    assert_eq!(
        receiver.try_recv(),
        Err(std::sync::mpsc::TryRecvError::Empty)
    );
    drop(copy);
    // The function of the cancelled job is dropped before any thread takes it.
    assert_eq!(
        receiver.try_recv(),
        Err(std::sync::mpsc::TryRecvError::Disconnected)
    );
    go.send(()).unwrap();
}

#[test]
fn a_running_job_is_cancelled_when_its_handle_is_dropped() {
    let (began, begun) = channel();
    let (ended, end) = channel();
    let job = Pool::default().start("long".into(), move |progress| {
        began.send(()).unwrap();
        while !progress.is_cancelled() {
            std::thread::yield_now();
        }
        ended.send(()).unwrap();
    });
    begun.recv().unwrap();
    drop(job);
    assert_eq!(end.recv(), Ok(()));
}

#[test]
fn progress_only_rises_and_stays_between_zero_and_one() {
    let progress = Progress::default();
    for (part, permille) in [
        (0.25, 250),
        (0.1, 250),
        (f32::NAN, 250),
        (-1.0, 250),
        (0.5, 500),
        (f32::INFINITY, 1000),
        (0.0, 1000),
    ] {
        progress.set(part);
        assert_eq!(progress.permille(), permille, "{part}");
    }
    let parts = Progress::default();
    parts.set_done(1, 4);
    assert_eq!(parts.permille(), 250);
    parts.set_done(0, 0);
    assert_eq!(parts.permille(), 1000);
}

#[test]
fn many_jobs_on_few_threads_all_end() {
    let pool = Pool::new(3);
    let jobs: Vec<JobHandle> = (0..1000_u32)
        .map(|n| pool.start("one of many".into(), move |_| n * 2))
        .collect();
    for (n, job) in (0..).zip(jobs) {
        assert_eq!(number(job.wait()), n * 2);
    }
}
