//! A real PulseAudio server with a null sink, and a recorder of its monitor.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// A running server. Killed on drop.
pub(super) struct RealServer {
    server: Child,
    folder: PathBuf,
    sink: &'static str,
}

impl RealServer {
    /// Starts a server with a null sink of these settings. `None` if none is installed, which fails the test if
    /// `DAMSELFLY_REQUIRE_PULSE` is 1.
    pub(super) fn start(sink: &'static str) -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("damselfly-real-pulse-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::remove_dir_all(&folder).ok();
        std::fs::create_dir_all(&folder).unwrap();
        let Ok(server) = spawn(&folder, sink) else {
            let required = std::env::var_os("DAMSELFLY_REQUIRE_PULSE").is_some_and(|it| it == "1");
            assert!(!required, "DAMSELFLY_REQUIRE_PULSE=1, and no PulseAudio");
            eprintln!("SKIPPED: PulseAudio is not installed");
            return None;
        };
        Some(Self {
            server,
            folder,
            sink,
        })
    }

    pub(super) fn socket(&self) -> PathBuf {
        self.folder.join("native")
    }

    /// Kills the server.
    pub(super) fn kill(&mut self) {
        self.server.kill().ok();
        self.server.wait().ok();
    }

    /// Starts the server again at the same socket.
    pub(super) fn restart(&mut self) {
        self.server = spawn(&self.folder, self.sink).unwrap();
    }

    /// Runs `pactl` with these arguments and returns its output.
    pub(super) fn control(&self, arguments: &[&str]) -> String {
        let mut command = self.client("pactl");
        let output = command.args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Starts to record the default sink's monitor.
    pub(super) fn record(&self) -> Recorder {
        let mut parec = self.client("parec");
        parec.args(["--raw", "--format=float32", "--rate=48000", "--channels=2"]);
        parec.args(["-d", "@DEFAULT_MONITOR@", "--latency-msec=5"]);
        let mut parec = parec.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = parec.stdout.take().unwrap();
        let (blocks, received) = channel();
        std::thread::spawn(move || {
            let (mut bytes, mut kept) = ([0; 1 << 16], vec![]);
            while let Ok(length @ 1..) = output.read(&mut bytes) {
                let now = Instant::now();
                kept.extend_from_slice(&bytes[..length]);
                let whole = kept.len() / 8 * 8;
                let sample = |bytes: &[u8]| f32::from_ne_bytes(bytes.try_into().unwrap());
                let frame = |bytes: &[u8]| [sample(&bytes[..4]), sample(&bytes[4..])];
                let frames = kept[..whole].chunks_exact(8).map(frame).collect();
                kept.drain(..whole);
                if blocks.send((now, frames)).is_err() {
                    break;
                }
            }
        });
        Recorder { parec, received }
    }

    fn client(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env("XDG_RUNTIME_DIR", &self.folder)
            .env("HOME", &self.folder);
        command.env("PULSE_SERVER", format!("unix:{}", self.socket().display()));
        command
    }
}

impl Drop for RealServer {
    fn drop(&mut self) {
        self.kill();
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// Starts PulseAudio, or the program in the environment variable `DAMSELFLY_SOUND_SERVER`, such as `.ci/pipewire`.
fn spawn(folder: &PathBuf, sink: &str) -> std::io::Result<Child> {
    let other = std::env::var_os("DAMSELFLY_SOUND_SERVER");
    let mut command = Command::new(other.as_deref().unwrap_or("pulseaudio".as_ref()));
    command
        .env("XDG_RUNTIME_DIR", folder)
        .env("HOME", folder)
        .env_remove("PULSE_SERVER");
    let socket = folder.join("native");
    if other.is_none() {
        let protocol = format!("module-native-protocol-unix socket={}", socket.display());
        let sink = format!("module-null-sink sink_name=first norewinds=1 {sink}");
        command.args(["-n", "--daemonize=no", "--exit-idle-time=-1"]);
        command.args(["-L", &protocol, "-L", &sink]);
    }
    let child = command.stderr(Stdio::null()).spawn()?;
    // The socket listens a while after the start.
    let end = Instant::now() + Duration::from_secs(20);
    while std::os::unix::net::UnixStream::connect(&socket).is_err() {
        assert!(Instant::now() < end, "PulseAudio does not listen");
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(child)
}

/// A running `parec`. Killed on drop.
pub(super) struct Recorder {
    parec: Child,
    received: Receiver<(Instant, Vec<[f32; 2]>)>,
}

impl Recorder {
    /// Waits for the next frames. Returns them with the time at which they were received.
    pub(super) fn next(&self) -> (Instant, Vec<[f32; 2]>) {
        self.received.recv().expect("parec runs")
    }

    /// Waits for the first sound. Returns its time.
    pub(super) fn wait_for_sound(&self) -> Instant {
        loop {
            let (received, frames) = self.next();
            if frames.iter().any(|frame| *frame != [0.0; 2]) {
                return received;
            }
        }
    }

    /// Returns the frames of this many seconds from the first sound on.
    pub(super) fn record_sound(&self, seconds: usize) -> Vec<[f32; 2]> {
        let mut frames = vec![];
        while frames.len() < seconds * 48_000 {
            frames.extend(self.next().1);
            if let Some(silent) = frames.iter().position(|frame| *frame != [0.0; 2]) {
                frames.drain(..if frames[0] == [0.0; 2] { silent } else { 0 });
            } else {
                frames.clear();
            }
        }
        frames
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.parec.kill().ok();
        self.parec.wait().ok();
    }
}
