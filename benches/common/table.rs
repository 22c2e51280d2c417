//! A table of contenders. They take turns, so that other work on the machine affects all of them alike.

use std::time::{Duration, Instant};

/// The number of rounds. The quickest pass of each contender counts: other work on the machine only adds time.
const ROUNDS: usize = 30;
/// Minimum time of a contender in a round. It runs at least one pass.
const TURN: Duration = Duration::from_millis(15);

/// One of several ways to do the same work.
pub(crate) struct Contender<'a> {
    name: &'a str,
    /// Runs one pass. Returns the time of its timed part; for `repeated`, the mean time of the work.
    pass: Box<dyn FnMut() -> Duration + 'a>,
}

impl<'a> Contender<'a> {
    /// Returns a contender whose passes are timed as a whole.
    pub(crate) fn new(name: &'a str, mut pass: impl FnMut() + 'a) -> Self {
        Self::timed(name, move || timed(&mut pass))
    }

    /// Returns a contender that does the work `times` times per pass, and reports the mean time.
    pub(crate) fn repeated(name: &'a str, times: u32, mut pass: impl FnMut() + 'a) -> Self {
        Self::timed(name, move || {
            timed(|| (0..times).for_each(|_| pass())) / times
        })
    }

    /// Returns a contender whose passes return the time of their timed part.
    pub(crate) fn timed(name: &'a str, pass: impl FnMut() -> Duration + 'a) -> Self {
        Self {
            name,
            pass: Box::new(pass),
        }
    }
}

/// Returns the duration of a call.
pub(crate) fn timed(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

/// Returns the part of a name selected on the command line. `None` if run as a test, where figures mean nothing.
pub(crate) fn wanted() -> Option<String> {
    if std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        return None;
    }
    let mut parts = std::env::args().skip(1);
    Some(
        parts
            .find(|argument| !argument.starts_with('-'))
            .unwrap_or_default(),
    )
}

/// Prints the nanoseconds per item of each contender, and the ratio to the first contender. A pass handles `count`
/// items.
#[expect(clippy::print_stdout, reason = "it is what this is for")]
pub(crate) fn print(title: &str, count: usize, mut contenders: Vec<Contender<'_>>) {
    let mut least = vec![Duration::MAX; contenders.len()];
    for _ in 0..ROUNDS {
        for (contender, least) in contenders.iter_mut().zip(&mut least) {
            let start = Instant::now();
            loop {
                *least = (*least).min((contender.pass)());
                if start.elapsed() >= TURN {
                    break;
                }
            }
        }
    }
    let each = |time: Duration| time.as_secs_f64() * 1e9 / count as f64;
    println!(
        "{title:<30} {:>9} {:>9} {:>7}",
        "number", "ns each", "ratio"
    );
    for (contender, &time) in contenders.iter().zip(&least) {
        let ratio = each(time) / each(least[0]);
        println!(
            "  {:<28} {count:>9} {:>9.2} {ratio:>7.2}",
            contender.name,
            each(time)
        );
    }
}
