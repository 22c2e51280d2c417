//! A loop policy of a game's own that fails is logged in one line, which says why.

use core::time::Duration;

use crate::logged::{keep_log, logged};
use damselfly::app::{App, Backend, Options};
use damselfly::time::{Action, DrawTime, Handover, LoopPolicy, PolicyChoice, StepRate};

/// Repeats an action. Panics with `message` instead, if it is not empty.
#[derive(Clone, Debug)]
struct Faulty {
    action: Action,
    message: &'static str,
}

impl LoopPolicy for Faulty {
    fn next(&mut self, _: Duration) -> Action {
        assert!(self.message.is_empty(), "{}", self.message);
        self.action
    }

    fn draw_time(&self) -> DrawTime {
        DrawTime::default()
    }

    fn until_update(&self) -> Duration {
        Duration::ZERO
    }

    fn hand_over(&self) -> Handover {
        Handover::default()
    }

    fn take_over(&mut self, _: Handover) {}
}

/// Returns the stored lines about a policy that contain this part.
fn lines_with(part: &str) -> Vec<String> {
    let mut lines = logged();
    lines.retain(|line| line.contains("the game's loop policy") && line.contains(part));
    lines
}

/// Runs a policy on a clock that advances by a millisecond in each pass, for 30 seconds. Returns the new lines.
fn lines_of(action: Action, message: &'static str) -> Vec<String> {
    let before = lines_with("").len();
    let choice = PolicyChoice::own(move |_| Faulty { action, message });
    let mut policy = choice.build(StepRate::SIXTY).expect("it is an own policy");
    for milliseconds in 0..30_000 {
        policy.next(Duration::from_millis(milliseconds));
    }
    lines_with("").split_off(before)
}

// One test, because all tests of the process write to the same log.
#[test]
fn a_failed_policy_is_logged_once_with_its_fault() {
    keep_log();
    let wait = Action::Wait(Duration::from_secs(365 * 24 * 3600));
    let draw = Action::Draw(DrawTime::default());
    let step = |dt| Action::Update { dt };
    for (action, message, fault) in [
        (wait, "", "has taken no step for 10.0 s"),
        (draw, "", "has taken no step for 10.0 s"),
        (step(1.0), "", "has drawn no frame for 10.0 s"),
        (
            step(f32::NAN),
            "",
            "takes a step of the length NaN: expected 0 to 1000",
        ),
        (
            step(-1.0),
            "",
            "takes a step of the length -1: expected 0 to 1000",
        ),
        (
            step(f32::INFINITY),
            "",
            "takes a step of the length inf: expected 0 to 1000",
        ),
        (
            step(1e9),
            "",
            "takes a step of the length 1000000000: expected 0 to 1000",
        ),
    ] {
        let lines = lines_of(action, message);
        let expected = format!("the game's loop policy {fault}; the default policy goes on");
        assert_eq!(lines, [expected], "{action:?}");
    }
    // The line has the panic's location if an app has set the panic hook.
    let lines = lines_of(wait, "meant to happen in a policy");
    assert_eq!(lines.len(), 1, "{lines:?}");
    let [start, end] = [
        "the game's loop policy panicked",
        ": meant to happen in a policy; the default policy goes on",
    ];
    assert!(
        lines[0].starts_with(start) && lines[0].ends_with(end),
        "{lines:?}"
    );
    let options = Options {
        headless: true,
        steps: Some(3),
        backend: Backend::Software,
        ..Options::default()
    };
    App::new("Faulty", options)
        .cells(20, 5)
        .policy_with(move |_| Faulty {
            action: wait,
            message: "meant to happen in a run",
        })
        .run(|_| Ok(()))
        .unwrap();
    let lines = lines_with("meant to happen in a run");
    assert_eq!(lines.len(), 1, "{lines:?}");
    let [file, end] = ["tests/logged/policies.rs:", "; the default policy goes on"];
    assert!(
        lines[0].contains(file) && lines[0].ends_with(end),
        "{lines:?}"
    );
}
