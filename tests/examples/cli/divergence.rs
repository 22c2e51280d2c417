//! A replay that diverges from its recording, although the file is not damaged.

use std::fs;

use xxhash_rust::xxh64::Xxh64;

use super::examples::SAUCER_SHOOT;
use super::folder::Folder;

/// Offset of the first record, which contains the run's settings.
const FIRST: usize = 16;
const PAYLOAD: usize = FIRST + 8;

/// Changes the seed in a recording and updates the record's checksum.
fn change_seed(file: &mut [u8], from: u64, to: u64) {
    let length = file[FIRST..FIRST + 4].to_vec();
    let end = PAYLOAD + u32::from_le_bytes(length.as_slice().try_into().unwrap()) as usize;
    let payload = &mut file[PAYLOAD..end];
    let is_seed = |bytes: &[u8]| bytes == from.to_le_bytes();
    let place = payload.windows(8).position(is_seed).expect("the seed");
    payload[place..place + 8].copy_from_slice(&to.to_le_bytes());
    let mut hasher = Xxh64::new(0);
    hasher.update(&length);
    hasher.update(payload);
    let checksum = hasher.digest().to_le_bytes();
    file[end..end + 8].copy_from_slice(&checksum);
}

#[test]
fn a_diverging_replay_reports_step_object_and_field() {
    const SEED: u64 = 0x1234_5678_9abc_def0;
    let folder = Folder::new("another-seed");
    let file = folder.file("run.replay");
    let options = format!("--demo --seed {SEED} --steps 120 --record {file} --log off");
    SAUCER_SHOOT.headless(&options).expect(0);
    let options = format!("--replay {file} --checksum --log off");
    SAUCER_SHOOT.headless(&options).expect(0);
    let mut bytes = fs::read(&file).unwrap();
    change_seed(&mut bytes, SEED, SEED + 1);
    fs::write(&file, bytes).unwrap();
    let replayed = SAUCER_SHOOT.headless(&options).expect(1);
    let line = replayed.only_line();
    for part in [
        file.as_str(),
        "replay diverges at step 30: ",
        "last match: step 0",
        "position of `Star` (",
        "differ from the recording",
    ] {
        assert!(line.contains(part), "{part}: {line}");
    }
}
