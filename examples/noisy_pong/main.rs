//! Pong with sounds: the game of `examples/pong`, with a further behaviour on its ball. The crate `rodio` plays what
//! the behaviour sends. Without an audio device, the game is silent.
//!
//! Run `cargo run --release --example noisy_pong --features sound`.

mod noise;
#[expect(dead_code, reason = "its own `main`")]
#[path = "../pong/main.rs"]
mod pong;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use damselfly::prelude::*;
use noise::{Beep, Noise};
use rodio::{DeviceSinkBuilder, DeviceSinkError, Source, source::SineWave};

const ABOUT: &str = "Pong with sounds: W and S against the arrow keys (R starts again)";

/// Starts Pong, and gives its ball a noise.
fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    pong::start(cx)?;
    let balls: Vec<_> = cx.behaviors::<pong::Ball>().map(|(id, _)| id).collect();
    for id in balls {
        cx.attach(id, Noise);
    }
    Ok(())
}

/// Starts a thread that plays the beeps sent to it. On the game's thread, opening a device would delay a step.
fn speaker() -> Sender<Beep> {
    let (sender, beeps) = channel();
    std::thread::spawn(move || {
        if let Err(error) = play(&beeps) {
            log::warn!("no sound: {error}");
        }
    });
    sender
}

/// Plays beeps until the sender is dropped.
fn play(beeps: &Receiver<Beep>) -> Result<(), DeviceSinkError> {
    let mut device = DeviceSinkBuilder::open_default_sink()?;
    device.log_on_drop(false);
    for Beep(hertz, milliseconds) in beeps {
        let length = Duration::from_millis(milliseconds);
        let beep = SineWave::new(hertz).take_duration(length);
        device.mixer().add(beep.fade_out(length).amplify(0.3));
    }
    Ok(())
}

fn main() -> std::process::ExitCode {
    damselfly::app::main(|| {
        let app = App::from_args_with("Noisy Pong", ABOUT, &[])?.pixels(640, 480);
        // A headless run has no pauses between steps, so all sounds would play at once.
        let speaker = (!app.options().headless).then(speaker);
        let receive = move |beep: &Beep| {
            // Without an audio device nothing receives the sounds, and the game is silent.
            _ = speaker.as_ref().map(|speaker| speaker.send(*beep));
        };
        app.on_signal(receive).run(start)
    })
}
