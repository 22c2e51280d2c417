//! Replays on a made-up clock.

use super::super::clock::MadeUpTime;
use super::super::control::Control;
use super::tests::scripted::{TimedGame, shown, timed, watched, windowed};
use super::*;
use crate::app::options::Options;
use crate::files::Scratch;

/// In a replay, a single step is a recorded one, whose length may differ from the loop's.
#[test]
fn a_single_step_of_a_paused_replay_is_one_of_the_recording() {
    let folder = Scratch::new("single-recorded");
    let file = folder.path("a.dfinput");
    let play_with = |options: Options, policy: PolicySettings, sends: Vec<(u64, Control)>| {
        let time = MadeUpTime::default();
        let now = time.clone();
        let (target, _) = watched(&time, move |_, _| shown(&now));
        let options = Options {
            seed: Some(1),
            ..options
        };
        let mut app = App::new("scripted", options).cells(10, 4).policy(policy);
        app.load_replay().unwrap();
        let mut game = TimedGame::new(&time, 60);
        game.sends = sends;
        game.sender = Some(app.sender.clone());
        let mut runner = timed(&app, &mut game, windowed(&app, target), &time);
        assert!(runner.run().unwrap().is_none());
        drop(runner);
        game.began.len()
    };
    let recording = Options {
        record: Some(file.clone()),
        ..Options::default()
    };
    // The recorded steps take 5 ms each, so an update of a sixtieth of a second takes three or four of them.
    assert_eq!(
        play_with(recording, PolicySettings::VARIABLE, Vec::new()),
        60
    );
    let replay = || Options {
        replay: Some(file.clone()),
        ..Options::default()
    };
    let fixed = PolicySettings::INTERPOLATED;
    assert_eq!(play_with(replay(), fixed, Vec::new()), 60);
    let paused_at = |first: u64| {
        let sends = vec![(first, Control::Pause(true)), (first, Control::Quit)];
        play_with(replay(), fixed, sends)
    };
    let paused = paused_at(20);
    let by = |steps: u64| {
        let mut sends = vec![(20, Control::Pause(true))];
        sends.extend((0..steps).map(|_| (20, Control::Step)));
        sends.push((paused as u64 + steps, Control::Quit));
        play_with(replay(), fixed, sends)
    };
    assert!((20..24).contains(&paused), "{paused}");
    assert_eq!(by(1), paused + 1);
    assert_eq!(by(3), paused + 3);
}
