//! Presses keys, waits until the screen shows the result, and prints a table of the times.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use damselfly::{Color, Random};

use crate::client::{Client, Key};
use crate::game::{ARGUMENT, PLACES, SIDE, TITLE, now};
use crate::screenshot::Area;
use crate::xvfb::Server;

/// Pause between two screenshots. Without it, the server would have less time for the game.
const GLANCE: Duration = Duration::from_micros(250);
/// Time limit of a press. The table counts presses that exceed it.
const PATIENCE: Duration = Duration::from_secs(2);

/// Times of the results of one press, in milliseconds after it.
struct Press {
    /// Step that received the press.
    step: f64,
    /// First screenshot that shows a part of the jump.
    begun: f64,
    /// First screenshot that shows all of the jump.
    shown: f64,
}

/// A running game.
struct Game {
    child: Child,
    /// Times of the steps that received a press.
    seen: Receiver<u128>,
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Measures each backend without smoothing and with interpolation, and prints the table.
#[expect(clippy::print_stdout, reason = "the table is the result")]
pub(crate) fn table(presses: usize) {
    let Some(server) = Server::start([640, 480], &[]) else {
        println!("Xvfb is not installed");
        return;
    };
    let client = Client::connect(server.number).expect("the server lets us in");
    println!(
        "Milliseconds after a key; of {presses} presses the median, the 95th percentile, the longest.\n"
    );
    println!(
        "| backend | smoothing | the step that sees it | a picture that shows some of it | that shows all of it |"
    );
    println!("|---|---|--:|--:|--:|");
    for backend in ["software", "gpu"] {
        for smoothing in ["none", "interpolate"] {
            let game = open(&server, &client, backend, smoothing);
            let measured = measure(&client, &game, presses);
            let column = |of: fn(&Press) -> f64| percentiles(measured.iter().map(of).collect());
            println!(
                "| {backend} | {smoothing} | {} | {} | {} |",
                column(|press| press.step),
                column(|press| press.begun),
                column(|press| press.shown)
            );
            if measured.len() < presses {
                println!("({} presses came to nothing)", presses - measured.len());
            }
        }
    }
}

/// Starts the game and focuses its window.
fn open(server: &Server, client: &Client, backend: &str, smoothing: &str) -> Game {
    let own = std::env::current_exe().expect("this program has a file");
    let mut child = Command::new(own)
        .args([ARGUMENT, backend, smoothing])
        .env("DISPLAY", format!(":{}", server.number))
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the game starts");
    let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let (sender, seen) = channel();
    std::thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            // Sending fails once the measurement is over.
            let _ = line.parse().map(|time| sender.send(time));
        }
    });
    let game = Game { child, seen };
    for _ in 0..500 {
        let window = client.find(TITLE).filter(|&one| client.is_mapped(one));
        if let Some(window) = window {
            client.focus(window);
            // Waits until one-time work is done: pipelines, glyphs, atlas pages.
            std::thread::sleep(Duration::from_secs(2));
            return game;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("no window of the {backend} backend");
}

/// Presses the key `presses` times, at random moments.
fn measure(client: &Client, game: &Game, presses: usize) -> Vec<Press> {
    let mut random = Random::new(1);
    let mut is_at_second = false;
    let press = |_| {
        std::thread::sleep(Duration::from_micros(random.range(150_000..250_000)));
        is_at_second = !is_at_second;
        let measured = one(client, game, is_at_second);
        client.release(Key::Space);
        measured
    };
    (0..presses).filter_map(press).collect()
}

/// Presses the key once, and waits until the screen shows the square at its other position. `None` if that takes too
/// long.
fn one(client: &Client, game: &Game, to_second: bool) -> Option<Press> {
    let [first, second] = PLACES.map(u32::from);
    let side = u32::from(SIDE);
    // A pixel just in front of the square before the jump, and a pixel at its leading edge after the jump.
    let (begins, ends) = if to_second {
        (first + side + 1, second + side - 1)
    } else {
        (second - 2, first)
    };
    let pressed = now();
    client.press(Key::Space);
    let mut begun = None;
    let shown = loop {
        let row = client.look([second + side, 1]);
        let looked = now();
        let is_white = |x| row.is_all(Area([x, 0, x + 1, 1]), Color::WHITE);
        let is_there = is_white(ends);
        // Between two screenshots, the square may have passed both pixels.
        if is_there || is_white(begins) {
            begun.get_or_insert(looked);
        }
        if is_there {
            break looked;
        }
        if looked - pressed > PATIENCE.as_nanos() {
            return None;
        }
        std::thread::sleep(GLANCE);
    };
    let step = game.seen.recv_timeout(PATIENCE).ok()?;
    let after = |time: u128| time.saturating_sub(pressed) as f64 / 1e6;
    Some(Press {
        step: after(step),
        begun: after(begun?),
        shown: after(shown),
    })
}

/// Returns the median, the 95th percentile and the maximum.
fn percentiles(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times.get((times.len() * percent / 100).min(times.len() - 1));
    let shown = |percent| at(percent).map_or("-".into(), |time| format!("{time:.1}"));
    if times.is_empty() {
        return "-".into();
    }
    format!("{}, {}, {}", shown(50), shown(95), shown(100))
}
