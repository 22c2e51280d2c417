//! Recordings of runs that take back steps and continue from an earlier one.

use super::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A run that goes back and continues is recorded as if the steps taken back had never been taken.
    #[test]
    fn a_recording_that_is_truncated_is_that_of_the_steps_that_count(
        turns in proptest::collection::vec((1..40_u64, 0..40_u64), 1..6),
        every in 1..15_u64,
        file_from in 0..3_usize,
    ) {
        let folder = Scratch::new("rewound");
        let path = folder.path("run.replay");
        let mut run = core(7, false);
        let mut recorder = InputRecorder::new(settings(7), every);
        let mut states = vec![run.snapshot()];
        for (turn, (forward, back)) in turns.into_iter().enumerate() {
            if turn == file_from {
                recorder.write_to(&path, &run).unwrap();
            }
            for _ in 0..forward {
                take_step(&mut run, Some(&mut recorder));
                states.push(run.snapshot());
            }
            let to = run.step_number().saturating_sub(back);
            states.truncate(usize::try_from(to).unwrap() + 1);
            run.restore(states.last().unwrap());
            recorder.truncate(to);
        }
        if !recorder.is_writing() {
            recorder.write_to(&path, &run).unwrap();
        }
        recorder.finish().unwrap();
        let recording = InputRecording::read(&path).unwrap();
        prop_assert!(recording.damage().is_none());
        let steps = run.step_number();
        let mut again = core(7, false);
        prop_assert_eq!(replay(recording, &mut again).unwrap(), steps);
        prop_assert_eq!(again.checksum(), run.checksum());
    }
}

#[test]
fn a_recording_that_ends_rewound_is_complete() {
    let folder = Scratch::new("ends-rewound");
    let path = folder.path("run.replay");
    let mut run = core(7, false);
    let mut recorder = InputRecorder::new(settings(7), 10);
    recorder.write_to(&path, &run).unwrap();
    let mut states = vec![run.snapshot()];
    for _ in 0..25 {
        take_step(&mut run, Some(&mut recorder));
        states.push(run.snapshot());
    }
    run.restore(&states[15]);
    recorder.truncate(15);
    // If the program is killed now, the file already has exactly the first 15 steps.
    let killed = InputRecording::read(&path).unwrap();
    assert_eq!((killed.steps().len(), killed.is_complete()), (15, false));
    recorder.checkpoint(&run);
    recorder.finish().unwrap();
    let recording = InputRecording::read(&path).unwrap();
    let checkpoints: Vec<u64> = recording.checkpoints().iter().map(|it| it.step).collect();
    assert_eq!((recording.steps().len(), checkpoints), (15, vec![10, 15]));
    assert_eq!(recording.checkpoints()[1].checksum, run.checksum());
}

/// If the program is killed while a run goes back, its file has all flushed steps, or only those up to the earlier
/// step.
#[test]
fn a_file_truncated_while_rewinding_keeps_flushed_steps() {
    let folder = Scratch::new("killed-rewound");
    let path = folder.path("run.replay");
    let mut run = core(7, false);
    let mut recorder = InputRecorder::new(settings(7), 10);
    recorder.write_to(&path, &run).unwrap();
    let mut states = vec![run.snapshot()];
    let length = || std::fs::metadata(&path).unwrap().len();
    let mut flushed = 0;
    for (forward, to) in [(25, 15), (12, 13), (40, 3)] {
        for _ in 0..forward {
            take_step(&mut run, Some(&mut recorder));
            states.push(run.snapshot());
            if run.step_number().is_multiple_of(10) {
                flushed = run.step_number();
            }
        }
        let before = length();
        run.restore(&states[to]);
        states.truncate(to + 1);
        let to = run.step_number();
        recorder.truncate(to);
        let file = std::fs::read(&path).unwrap();
        for end in before..=length() {
            let cut = folder.path("cut.replay");
            std::fs::write(&cut, &file[..usize::try_from(end).unwrap()]).unwrap();
            let recording = InputRecording::read(&cut).unwrap();
            let steps = recording.steps().len();
            let is_taken_back = steps == to && recording.damage().is_none();
            assert_eq!(
                is_taken_back,
                end == length(),
                "byte {end} after going back to {to}"
            );
            assert!(
                is_taken_back || steps >= flushed,
                "{steps} of {flushed} steps"
            );
        }
        flushed = to;
    }
}

/// A run can go back to a step that is no longer in memory, because the file still has its input.
#[test]
fn a_recording_to_a_file_goes_back_beyond_the_memory() {
    let folder = Scratch::new("forgotten-rewound");
    let path = folder.path("run.replay");
    let mut run = core(7, false);
    let mut recorder = InputRecorder::new(settings(7), 10).with_memory(300);
    recorder.write_to(&path, &run).unwrap();
    let mut states = vec![run.snapshot()];
    for _ in 0..200 {
        take_step(&mut run, Some(&mut recorder));
        states.push(run.snapshot());
    }
    assert!(
        recorder.has_forgotten(),
        "less memory is needed for this test"
    );
    for to in [55, 52] {
        run.restore(&states[to]);
        recorder.truncate(run.step_number());
        for _ in 0..25 {
            take_step(&mut run, Some(&mut recorder));
        }
    }
    recorder.checkpoint(&run);
    recorder.finish().unwrap();
    let recording = InputRecording::read(&path).unwrap();
    assert_eq!((recording.steps().len(), recording.damage()), (77, None));
    let mut again = core(7, false);
    assert_eq!(replay(recording, &mut again).unwrap(), 77);
    assert_eq!(again.checksum(), run.checksum());
}

#[test]
fn a_file_that_takes_back_what_it_does_not_have_is_damaged() {
    let folder = Scratch::new("taken-back");
    let path = folder.path("run.replay");
    let mut settings_record = crate::files::bytes::ByteWriter::default();
    settings_record.u8(recording::tag::SETTINGS);
    settings(7).write(&mut settings_record);
    for (step, more, damaged) in [(0, 0, false), (1, 0, true), (0, 1, true)] {
        let mut back = crate::files::bytes::ByteWriter::default();
        back.u8(recording::tag::TAKEN_BACK);
        back.number(step);
        back.0.resize(back.0.len() + more, 0);
        let mut writer = crate::files::RecordWriter::create(&path, recording::FORMAT).unwrap();
        writer.push(&settings_record.0).unwrap();
        writer.push(&back.0).unwrap();
        writer.finish().unwrap();
        let recording = InputRecording::read(&path).unwrap();
        assert_eq!(recording.damage().is_some(), damaged, "{step}, {more}");
    }
}
