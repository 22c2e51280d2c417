//! Tests of the kept frames, with a ring of a second.

use proptest::prelude::*;

use super::*;

/// Number of kept frames.
const RING: usize = FRAME_RATE as usize;

/// Frames per step.
const STEP: u64 = 800;

/// A game that runs forwards and backwards, with all frames that have happened.
struct History {
    backwards: Backwards,
    /// The right samples of all frames. The left ones are 1.
    frames: Vec<i16>,
    /// Number of frames that were ever kept. Gives each frame a different sample.
    count: u64,
    /// Number of the next step.
    next: u64,
}

impl History {
    fn new() -> Self {
        Self {
            backwards: Backwards::of_length(RING),
            frames: Vec::new(),
            count: 0,
            next: 0,
        }
    }

    /// Takes steps.
    fn forwards(&mut self, steps: u64) {
        for _ in 0..steps {
            self.backwards.mark(self.next * STEP, STEP);
            self.next += 1;
            for _ in 0..STEP {
                let sample = i16::try_from(self.count * 10_007 % 32_749).unwrap();
                self.count += 1;
                self.frames.push(sample);
                self.backwards.keep(&[[1.0, f32::from(sample) / 32_767.0]]);
            }
        }
    }

    /// Shows a step for its length. Checks that each frame that is heard has happened. Returns the number of frames
    /// that are heard.
    fn show(&mut self, step: u64) -> u64 {
        (0..STEP)
            .map(|_| u64::from(self.play(Some(step * STEP))))
            .sum()
    }

    /// Goes back by this many steps, one after the other. Returns the number of frames that are heard.
    fn back(&mut self, steps: u64) -> u64 {
        let last = self.next - 1;
        (1..=steps).map(|step| self.show(last - step)).sum()
    }

    /// Resumes the game behind this step.
    fn resume_at(&mut self, step: u64) {
        while self.backwards.is_playing() {
            self.play(None);
        }
        self.next = step + 1;
        self.frames
            .truncate(usize::try_from(self.backwards.newest).unwrap());
    }

    /// Plays one frame. Returns whether it is heard.
    fn play(&mut self, shown: Option<u64>) -> bool {
        let mut frame = [[0.0; 2]];
        let done = self.backwards.play(shown, &mut frame);
        let [[level, right]] = frame;
        let Some(playback) = self.backwards.playback.as_ref().filter(|_| level > 0.0) else {
            return false;
        };
        assert_eq!(done, 1);
        let expected = self.frames[usize::try_from(playback.at).unwrap()];
        let heard = right / level * 32_767.0;
        assert!(
            (heard - f32::from(expected)).abs() < 0.1,
            "frame {}: heard {heard}, expected {expected}",
            playback.at
        );
        true
    }
}

#[test]
fn frames_that_an_undone_future_overwrote_are_silent() {
    let mut history = History::new();
    history.forwards(120);
    assert_eq!(history.back(40), 40 * STEP);
    history.resume_at(79);
    // 20 steps of the second before step 120 are left.
    let heard = history.back(30);
    let left = RING as u64 - 40 * STEP;
    assert!((left - 2 * STEP..=left).contains(&heard), "{heard}");
    assert_eq!(history.show(49), 0);
    history.resume_at(49);
    history.forwards(30);
    let heard = history.back(20);
    assert_eq!(heard, 20 * STEP, "new frames");
}

#[test]
fn a_step_without_a_mark_is_silent() {
    let mut history = History::new();
    history.next = 100;
    history.forwards(30);
    // Earlier than all marks.
    assert!(history.show(99) < u64::from(FADE));
    assert_eq!(history.show(98), 0);
    assert_eq!(history.show(128), STEP);
}

#[test]
fn marks_of_a_minute_allocate_nothing() {
    let mut backwards = Backwards::of_length(200_000);
    let counted = allocation_counter::measure(|| {
        for start in 0..100_000 {
            backwards.mark(start, 1);
            backwards.keep(&[[0.0; 2]]);
        }
    });
    assert_eq!(counted.count_total, 0);
    assert_eq!(backwards.find(99_000).map(|mark| mark.at), Some(99_000));
}

/// What the player does.
#[derive(Clone, Debug)]
enum Action {
    /// Plays this many steps.
    Play(u64),
    /// Goes back by this many steps.
    Back(u64),
    /// Shows a step by a click on the bar, as a share of all steps in percent. Holds it for some steps.
    Click(u64, u64),
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    // The oracle keeps every frame and drops the undone ones.
    #[test]
    fn only_frames_that_have_happened_are_heard_backwards(
        actions in prop::collection::vec(
            prop_oneof![
                (1_u64..90).prop_map(Action::Play),
                (1_u64..50).prop_map(Action::Back),
                (0_u64..100, 0_u64..3).prop_map(|(share, steps)| Action::Click(share, steps)),
            ],
            1..10,
        ),
    ) {
        let mut history = History::new();
        history.forwards(70);
        for action in actions {
            let last = history.next - 1;
            let shown = match action {
                Action::Play(steps) => {
                    history.forwards(steps);
                    continue;
                }
                Action::Back(steps) => {
                    let steps = steps.min(last);
                    history.back(steps);
                    last - steps
                }
                Action::Click(share, steps) => {
                    let shown = last * share / 100;
                    history.play(Some(shown * STEP));
                    for _ in 0..steps {
                        history.show(shown);
                    }
                    shown
                }
            };
            history.resume_at(shown);
        }
    }
}
