//! A table of contenders that take turns, so that all of them meet the same machine.

use std::time::{Duration, Instant};

/// Rounds. The quickest pass of each counts: what else the machine does only ever adds time.
const ROUNDS: usize = 30;
/// How long a contender runs in a round, at the least; one pass always.
const TURN: Duration = Duration::from_millis(15);

/// Somebody who does the same work as the others.
pub(crate) struct Contender<'a> {
    name: &'a str,
    /// Does it once, and answers how long what counts of it took.
    pass: Box<dyn FnMut() -> Duration + 'a>,
}

impl<'a> Contender<'a> {
    /// One whose every pass is timed as a whole.
    pub(crate) fn new(name: &'a str, mut pass: impl FnMut() + 'a) -> Self {
        Self::timed(name, move || timed(&mut pass))
    }

    /// One that says itself how long what counts of a pass took.
    pub(crate) fn timed(name: &'a str, pass: impl FnMut() -> Duration + 'a) -> Self {
        Self {
            name,
            pass: Box::new(pass),
        }
    }
}

/// How long something takes.
pub(crate) fn timed(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

/// What the command line asks for: the part of a name. `None`: nothing, for as a test figures mean nothing.
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

/// Prints nanoseconds for each of `count`, and how many times the first contender's.
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
