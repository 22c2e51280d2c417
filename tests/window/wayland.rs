//! Windows on a Wayland compositor: weston, which runs without a display.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::time::{Duration, Instant};

use damselfly::capture::Film;

use crate::play::gpu_is_there;
use crate::xserver::Permits;

/// Starts the compositor and stops it when standard input ends, like the script of Xvfb.
const SCRIPT: &str = r#"
    weston --backend=headless-backend.so --socket=wayland-test --width=1280 --height=800 --idle-time=0 --no-config "$@" &
    trap '' INT HUP TERM
    read -r end
    kill $!
    wait
"#;
/// Time limit of every wait.
const LONGEST: Duration = Duration::from_secs(60);

/// A running compositor, and the folder of its socket.
struct Compositor {
    folder: PathBuf,
    shell: Child,
    lifeline: Option<ChildStdin>,
    _permit: Permits,
}

impl Compositor {
    /// Starts a compositor. Without weston, the test is skipped with a message, or fails if
    /// `DAMSELFLY_REQUIRE_DISPLAY=1` is set.
    fn start(name: &str, options: &[&str]) -> Option<Self> {
        let installed = Command::new("weston").arg("--version").output();
        if !installed.is_ok_and(|shown| shown.status.success()) {
            assert!(
                std::env::var_os("DAMSELFLY_REQUIRE_DISPLAY").is_none_or(|set| set != "1"),
                "weston is required and not installed"
            );
            eprintln!("skipped: weston is not installed");
            return None;
        }
        let permit = Permits::one();
        let folder = std::env::temp_dir().join(format!("damselfly-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the socket");
        let mut shell = Command::new("sh")
            .args(["-c", SCRIPT, "sh"])
            .args(options)
            .env("XDG_RUNTIME_DIR", &folder)
            .env_remove("DISPLAY")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell starts");
        let compositor = Self {
            lifeline: shell.stdin.take(),
            folder,
            shell,
            _permit: permit,
        };
        let socket = compositor.folder.join("wayland-test");
        wait_for("the compositor", || socket.exists());
        Some(compositor)
    }

    /// Returns the command that runs an example in a window of this compositor.
    fn example(&self, name: &str, arguments: &[&str]) -> Command {
        let mut command = example(name, arguments);
        command
            .env("XDG_RUNTIME_DIR", &self.folder)
            .env("WAYLAND_DISPLAY", "wayland-test")
            .env_remove("DISPLAY");
        command
    }

    /// Stops the compositor and waits for its exit.
    fn end(&mut self) {
        drop(self.lifeline.take());
        let _ = self.shell.wait();
    }
}

impl Drop for Compositor {
    fn drop(&mut self) {
        self.end();
        fs::remove_dir_all(&self.folder).ok();
    }
}

fn example(name: &str, arguments: &[&str]) -> Command {
    let test = std::env::current_exe().expect("a test has a file");
    let built = test.ancestors().nth(2).expect("it is in a folder of tests");
    let mut command = Command::new("timeout");
    command
        .arg("60")
        .arg(built.join("examples").join(name))
        .args(arguments)
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn wait_for(what: &str, is_there: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(start.elapsed() < LONGEST, "{what} does not come");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn text(output: &Output) -> String {
    let all = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&all).into_owned()
}

#[test]
fn a_game_on_wayland_is_the_same_run_with_each_backend() {
    let Some(compositor) = Compositor::start("wayland-run", &[]) else {
        return;
    };
    let run = ["--demo", "--seed", "7", "--steps", "90", "--checksum"];
    let mut headless = example("saucer_shoot", &[&run[..], &["--headless"]].concat());
    let expected = headless.output().expect("it runs").stdout;
    assert!(expected.starts_with(b"checksum "));
    for backend in ["software", "gpu"] {
        if backend == "gpu" && !gpu_is_there() {
            continue;
        }
        let arguments = [&run[..], &["--backend", backend]].concat();
        let shown = compositor.example("saucer_shoot", &arguments).output();
        let shown = shown.expect("it runs");
        let text = text(&shown);
        assert!(shown.status.success(), "{backend}: {text}");
        assert_eq!(shown.stdout, expected, "{backend}: {text}");
        assert!(text.contains(&format!("backend {backend} on")), "{text}");
    }
}

/// A window learns its scale factor with its first frame, so the scale changes while the game runs.
#[test]
fn a_scaled_display_gets_the_intended_pixels() {
    let Some(compositor) = Compositor::start("wayland-scale", &["--scale=2"]) else {
        return;
    };
    let run = ["--demo", "--seed", "7", "--steps", "60", "--checksum"];
    let mut headless = example("saucer_shoot", &[&run[..], &["--headless"]].concat());
    let expected = headless.output().expect("it runs").stdout;
    let arguments = [&run[..], &["--backend", "software", "--log", "off"]].concat();
    let mut game = compositor.example("saucer_shoot", &arguments);
    let shown = game.env("WAYLAND_DEBUG", "1").output().expect("it runs");
    let text = text(&shown);
    assert_eq!(shown.stdout, expected, "{text}");
    // The display has 2560 × 1600 pixels. The window has three times the size of the view, 640 × 384: four times would
    // leave too little height for a title bar.
    let after = text
        .split_once("set_buffer_scale(2)")
        .expect("the scale changes")
        .1;
    assert!(after.contains(", 0, 1920, 1152, 7680, "), "{text}");
}

#[test]
fn a_lost_compositor_ends_the_game_with_a_complete_film() {
    let Some(mut compositor) = Compositor::start("wayland-gone", &[]) else {
        return;
    };
    let film = compositor.folder.join("a.dfrec");
    let path = film.to_str().expect("its name is text");
    let arguments = ["--demo", "--backend", "software", "--capture", path];
    let game = compositor.example("saucer_shoot", &arguments).spawn();
    let game = game.expect("it starts");
    let frames = |path: &Path| Film::open(path).map_or(0, |film| film.len());
    wait_for("a film", || frames(&film) > 20);
    compositor.end();
    let ended = game.wait_with_output().expect("it ends");
    let text = text(&ended);
    assert_eq!(ended.status.code(), Some(1), "{text}");
    assert!(
        text.contains("the display server has ended the connection"),
        "{text}"
    );
    let film = Film::open(&film).expect("it can be played");
    assert!(film.is_complete() && film.len() > 20);
}
