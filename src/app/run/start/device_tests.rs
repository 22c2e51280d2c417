//! Rumbles and the caret of text entries on a made-up clock: commands for gamepads, and notifications of the window.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::super::clock::MadeUpTime;
use super::super::control::{Control, ControlSender, RumbleCommand};
use super::tests::scripted::{shown, timed, watched, windowed};
use super::*;
use crate::app::options::Options;
use crate::files::Scratch;
use crate::hud::{TextEntry, Widget, WidgetId};
use crate::world::{ClipboardRequest, Rumble};

/// Rumbles in each step, sends messages after some steps, and ends with a step.
struct Shaker {
    sends: Vec<(u64, Control)>,
    sender: ControlSender,
    is_paused: Arc<AtomicBool>,
    last: u64,
    entry: Option<WidgetId>,
}

impl Game for Shaker {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        let entry = Widget::new("Name").kind(TextEntry::default());
        self.entry = Some(cx.hud.add(entry));
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let step = cx.time.number;
        cx.rumble(0, Rumble::default());
        cx.copy_text("text");
        match step {
            3 => _ = cx.hud.focus(self.entry),
            6 => _ = cx.hud.focus(None),
            _ => {}
        }
        for (_, control) in self.sends.extract_if(.., |(at, _)| *at == step) {
            if matches!(control, Control::Pause(true)) {
                self.is_paused.store(true, Ordering::Relaxed);
            }
            self.sender.send(control);
        }
        if step == self.last {
            cx.stop();
        }
    }
}

/// A command for gamepads, and the number of frames before it.
type Heard = Vec<(u32, RumbleCommand)>;

/// Plays a game to its end. Sends a message with a frame. Returns the commands for gamepads, and whether there was a
/// caret each time the window was notified.
fn played(
    options: Options,
    sends: Vec<(u64, Control)>,
    at_frame: Option<(u32, Control)>,
) -> (Heard, Vec<bool>) {
    let time = MadeUpTime::default();
    let mut app = App::new("Shaker", options).cells(40, 4);
    app.load_replay().unwrap();
    let frames = Arc::new(AtomicU32::new(0));
    let (now, sender, drawn) = (time.clone(), app.sender.clone(), frames.clone());
    let mut at_frame = at_frame;
    let is_paused = Arc::new(AtomicBool::new(false));
    let paused = is_paused.clone();
    let (target, _) = watched(&time, move |_, _| {
        // The first frame of a pause ends it: a made-up clock does not advance in a pause.
        if paused.swap(false, Ordering::Relaxed) {
            sender.send(Control::Pause(false));
        }
        let frame = drawn.fetch_add(1, Ordering::Relaxed);
        if let Some((_, control)) = at_frame.take_if(|(at, _)| *at == frame) {
            sender.send(control);
        }
        shown(&now)
    });
    let mut game = Shaker {
        sends,
        sender: app.sender.clone(),
        is_paused,
        last: 30,
        entry: None,
    };
    let heard = Arc::new(Mutex::new(Vec::new()));
    let carets = Arc::new(Mutex::new(Vec::new()));
    let (commands, notified) = (heard.clone(), carets.clone());
    let mut session = windowed(&app, target);
    session.link.rumble = Box::new(move |command| {
        let frame = frames.load(Ordering::Relaxed);
        commands.lock().unwrap().push((frame, command));
    });
    session.link.show_caret = Box::new(move |caret| notified.lock().unwrap().push(caret.is_some()));
    let mut runner = timed(&app, &mut game, session, &time);
    // The user's clipboard is not for tests.
    runner.devices = PlayerDevices::new(Clipboard::own(), app.rate.as_f64());
    assert!(runner.run().unwrap().is_none());
    let left = core::mem::take(&mut runner.core.requests.clipboard);
    assert_eq!(left, [] as [ClipboardRequest; 0]);
    drop(runner);
    let (heard, carets) = (
        heard.lock().unwrap().clone(),
        carets.lock().unwrap().clone(),
    );
    (heard, carets)
}

fn is_stop(heard: &&(u32, RumbleCommand)) -> bool {
    heard.1 == RumbleCommand::StopAll
}

#[test]
fn a_rumble_reaches_the_gamepad_and_stops_at_the_end() {
    let (heard, _) = played(Options::default(), vec![], None);
    let starts = heard.iter().filter(|one| !is_stop(one)).count();
    assert_eq!((heard.len(), starts), (31, 30));
    assert_eq!(
        heard.last().map(|(_, last)| *last),
        Some(RumbleCommand::StopAll)
    );
    let expected = RumbleCommand::Start {
        pad: 0,
        strong: 0.5,
        weak: 0.5,
        time: Duration::from_millis(250),
    };
    assert_eq!(heard[0].1, expected);
}

#[test]
fn pausing_stops_rumbles_until_the_game_goes_on() {
    let pause = vec![(10, Control::Pause(true))];
    let (heard, _) = played(Options::default(), pause, None);
    let stops: Vec<_> = (0..).zip(&heard).filter(|(_, one)| is_stop(one)).collect();
    let places: Vec<_> = stops.iter().map(|(at, _)| *at).collect();
    assert_eq!((places, heard.len()), (vec![10, 31], 32), "{heard:?}");
}

#[test]
fn running_backwards_rumbles_nothing() {
    let back = vec![(20, Control::Rewind(true))];
    let (heard, _) = played(
        Options::default(),
        back,
        Some((120, Control::Rewind(false))),
    );
    let stop = heard.iter().find(is_stop).map(|(frame, _)| *frame).unwrap();
    let starts = heard.iter().filter(|one| !is_stop(one));
    let silly: Vec<_> = starts
        .filter(|(frame, _)| (stop + 1..119).contains(frame))
        .collect();
    assert!(silly.is_empty(), "{silly:?}");
    assert!(heard.iter().any(|one| !is_stop(&one) && one.0 >= 120));
}

#[test]
fn a_replay_rumbles_nothing() {
    let folder = Scratch::new("silent-pads");
    let file = folder.path("a.replay");
    let recording = Options {
        record: Some(file.clone()),
        seed: Some(1),
        ..Options::default()
    };
    assert_eq!(played(recording, vec![], None).0.len(), 31);
    let replay = Options {
        replay: Some(file),
        seed: Some(1),
        ..Options::default()
    };
    assert_eq!(played(replay, vec![], None).0, []);
}

#[test]
fn the_window_knows_the_caret_while_an_entry_has_the_focus() {
    let (_, carets) = played(Options::default(), vec![], None);
    assert_eq!(carets, [true, false]);
}
