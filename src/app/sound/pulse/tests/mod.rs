mod fake_server;
mod losses;
mod measure;
mod playing;
mod real_server;
mod recorder;

pub(in crate::app::sound::pulse) use fake_server::FakeServer;

use crate::app::sound::fill::Fill;
use crate::app::sound::output::SoundOutput;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// Longest time from the start of a server to its first sound.
const RECONNECTION: Duration = Duration::from_secs(2);

/// A source whose frame n is `[n, −n]`, so that frames which are lost, repeated or swapped show.
struct Ramp {
    next: u16,
    openings: Sender<()>,
}

impl Fill for Ramp {
    fn fill(&mut self, frames: &mut [[f32; 2]]) {
        for frame in frames {
            let value = f32::from(self.next);
            *frame = [value, -value];
            self.next += 1;
        }
    }

    fn reopened(&mut self) {
        self.openings.send(()).ok();
    }
}

/// Starts an output of a ramp to this socket. The receiver gets the openings and the reasons of losses.
fn start(socket: PathBuf) -> (SoundOutput, Receiver<()>, Receiver<String>) {
    start_on(vec![socket])
}

/// Starts an output of a ramp to the first of these sockets that plays.
fn start_on(sockets: Vec<PathBuf>) -> (SoundOutput, Receiver<()>, Receiver<String>) {
    let (openings, opened) = channel();
    let (losses, lost) = channel();
    let ramp = Ramp { next: 0, openings };
    let mut client = super::PulseClient::new("ramp");
    let output = SoundOutput::start_with(ramp, move |session, fill| {
        let loss = client.play(session, fill, &sockets);
        losses.send(loss.clone()).ok();
        loss
    });
    (output, opened, lost)
}
