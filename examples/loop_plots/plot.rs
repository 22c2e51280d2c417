//! Plots of simulated work under a loop policy: updates, draws and waits over time, and the game time.

use core::fmt::Write;
use core::time::Duration;

use damselfly::time::{Action, DrawRate, LoopPolicy, PolicyName, PolicySettings, StepRate};

/// Plotted time.
const LENGTH: Duration = Duration::from_millis(600);
/// Steps per second: one per 20 ms.
const RATE: f64 = 50.0;

/// Start of the slow draw, and start and end of the slow updates.
const SLOW_DRAW: Duration = Duration::from_millis(120);
const SLOW_UPDATES: Duration = Duration::from_millis(260);
const SLOW_END: Duration = Duration::from_millis(380);

/// Duration of an update and of a draw in milliseconds: usually, and when slow.
const UPDATE: [u64; 2] = [4, 26];
const DRAW: [u64; 2] = [5, 75];
/// Over-sleep of each wait in milliseconds.
const OVER_SLEEP: u64 = 1;

/// An update, draw or wait on the time axis.
struct Span {
    what: Work,
    from: Duration,
    to: Duration,
    /// Game time at the end of the span.
    game_time: Duration,
}

#[derive(Clone, Copy, PartialEq)]
enum Work {
    Update,
    Draw,
    Wait,
}

/// Returns the default settings of a policy, with two exceptions that make the plot readable: a fixed draw rate for
/// `Fixed`, and a shorter delay for `Elastic`.
fn settings(policy: PolicyName) -> PolicySettings {
    match policy {
        PolicyName::Fixed => PolicySettings::Fixed {
            draw_rate: DrawRate::per_second(100.0).unwrap_or_default(),
            max_updates: 5,
        },
        PolicyName::Elastic => PolicySettings::Elastic {
            min_delta: 1.0,
            max_delta: 1.0,
            max_update_delay: Duration::from_millis(40),
            max_draw_delay: 6,
        },
        other => other.settings(),
    }
}

/// Returns the part of the caption about parameters that differ from the defaults.
fn parameters(policy: PolicyName) -> &'static str {
    match policy {
        PolicyName::Fixed => ", 100 draws a second",
        PolicyName::Elastic => ", max_update_delay 40 ms",
        _ => "",
    }
}

/// Runs the simulated game under a policy. Returns its updates, draws and waits.
fn run(policy: &mut dyn LoopPolicy) -> Vec<Span> {
    let (mut now, mut game_time) = (Duration::ZERO, Duration::ZERO);
    let mut spans: Vec<Span> = Vec::new();
    let mut slow_draws = 0;
    while now < LENGTH {
        let (what, took) = match policy.next(now) {
            Action::Update { dt } => {
                game_time += Duration::from_secs_f64(f64::from(dt) / RATE);
                let is_slow = SLOW_UPDATES <= now && now < SLOW_END;
                (Work::Update, UPDATE[usize::from(is_slow)])
            }
            Action::Draw(_) => {
                let is_slow = SLOW_DRAW <= now && slow_draws == 0;
                slow_draws += usize::from(is_slow);
                (Work::Draw, DRAW[usize::from(is_slow)])
            }
            // In this simulation, a yield takes no time.
            Action::Wait(Duration::ZERO) => continue,
            Action::Wait(time) => {
                let from = now;
                now += time + Duration::from_millis(OVER_SLEEP);
                let (what, to) = (Work::Wait, now);
                spans.push(Span {
                    what,
                    from,
                    to,
                    game_time,
                });
                continue;
            }
        };
        let from = now;
        now += Duration::from_millis(took);
        spans.push(Span {
            what,
            from,
            to: now,
            game_time,
        });
    }
    spans
}

/// Layout in pixels: the curve of game time, and one strip for each kind of work below it.
const LEFT: f64 = 70.0;
const RIGHT: f64 = 930.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 250.0;
const STRIPS: [(Work, &str, f64, &str); 3] = [
    (Work::Update, "update", 270.0, "#d1495b"),
    (Work::Draw, "draw", 292.0, "#2f7ebc"),
    (Work::Wait, "wait", 314.0, "#a9b4c2"),
];

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn x(time: Duration) -> f64 {
    let part = milliseconds(time.min(LENGTH)) / milliseconds(LENGTH);
    LEFT + part * (RIGHT - LEFT)
}

fn y(game_time: Duration) -> f64 {
    let part = milliseconds(game_time) / milliseconds(LENGTH);
    BOTTOM - part * (BOTTOM - TOP)
}

/// Returns the file name and the SVG text of the plot of each policy.
pub(crate) fn plots() -> [(String, String); 5] {
    PolicyName::ALL.map(|policy| (format!("{policy}.svg"), plot(policy)))
}

/// Returns the plot of a policy.
fn plot(policy: PolicyName) -> String {
    let rate = StepRate::per_second(RATE);
    let built = rate.ok().and_then(|rate| settings(policy).build(rate).ok());
    let mut policy_in_use = built.expect("the rate and the parameters are in range");
    let spans = run(&mut *policy_in_use);
    let count = |what| spans.iter().filter(|span| span.what == what).count();
    let dropped = milliseconds(policy_in_use.dropped());
    let mut svg = String::new();
    svg += "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 350\" font-family=\"sans-serif\" font-size=\"13\">\n";
    svg += "<rect width=\"960\" height=\"350\" fill=\"#ffffff\"/>\n";
    let caption = format!(
        "{policy}{}: {} updates, {} draws, {dropped:.0} ms dropped",
        parameters(policy),
        count(Work::Update),
        count(Work::Draw)
    );
    text(&mut svg, LEFT, 24.0, "start", &caption);
    for (from, to, what) in [
        (
            SLOW_DRAW,
            SLOW_DRAW + Duration::from_millis(DRAW[1]),
            "a slow draw",
        ),
        (SLOW_UPDATES, SLOW_END, "slow updates"),
    ] {
        rect(
            &mut svg,
            x(from),
            TOP,
            x(to) - x(from),
            BOTTOM - TOP,
            "#f3ead3",
        );
        text(&mut svg, x(from) + 4.0, TOP + 14.0, "start", what);
    }
    for tick in 0..=6_u64 {
        let time = Duration::from_millis(100 * tick);
        line(
            &mut svg,
            [x(time), BOTTOM, x(time), BOTTOM + 4.0],
            "#444444",
            1.0,
        );
        text(
            &mut svg,
            x(time),
            346.0,
            "middle",
            &format!("{} ms", 100 * tick),
        );
    }
    text(&mut svg, LEFT - 6.0, TOP + 10.0, "end", "600 ms");
    text(&mut svg, LEFT - 6.0, TOP + 26.0, "end", "of the");
    text(&mut svg, LEFT - 6.0, TOP + 42.0, "end", "game");
    line(&mut svg, [LEFT, BOTTOM, RIGHT, TOP], "#c0c0c0", 1.0);
    line(&mut svg, [LEFT, TOP, LEFT, BOTTOM], "#444444", 1.0);
    line(&mut svg, [LEFT, BOTTOM, RIGHT, BOTTOM], "#444444", 1.0);
    curve(&mut svg, &spans);
    for (what, name, at, color) in STRIPS {
        text(&mut svg, LEFT - 6.0, at + 13.0, "end", name);
        for span in spans.iter().filter(|span| span.what == what) {
            let width = (x(span.to) - x(span.from) - 0.7).max(0.7);
            rect(&mut svg, x(span.from), at, width, 16.0, color);
        }
    }
    svg += "</svg>\n";
    svg
}

/// Adds the curve of the game time. It rises at the start of an update, because the update computes this time.
fn curve(svg: &mut String, spans: &[Span]) {
    let mut points = format!("{:.1},{:.1}", x(Duration::ZERO), y(Duration::ZERO));
    let mut before = Duration::ZERO;
    for span in spans {
        // Writing to a string cannot fail.
        let _ = write!(points, " {:.1},{:.1}", x(span.from), y(before));
        let _ = write!(points, " {:.1},{:.1}", x(span.from), y(span.game_time));
        let _ = write!(points, " {:.1},{:.1}", x(span.to), y(span.game_time));
        before = span.game_time;
    }
    let _ = writeln!(
        svg,
        "<polyline points=\"{points}\" fill=\"none\" stroke=\"#1a1a1a\" stroke-width=\"1.5\"/>"
    );
}

fn rect(svg: &mut String, x: f64, y: f64, width: f64, height: f64, color: &str) {
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{color}\"/>"
    );
}

fn line(svg: &mut String, [x1, y1, x2, y2]: [f64; 4], color: &str, width: f64) {
    let _ = writeln!(
        svg,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{color}\" stroke-width=\"{width}\"/>"
    );
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"#1a1a1a\">{text}</text>"
    );
}
