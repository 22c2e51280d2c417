//! While a run is recorded, each type that has fields but no checksum is logged once.

#![expect(dead_code, reason = "the fields are there to be left out")]

use crate::logged::{self, keep_log};
use damselfly::app::Options;
use damselfly::prelude::*;

#[derive(Clone)]
struct Forgetful(u8);

impl Behavior for Forgetful {
    fn step(&mut self, _: &mut Context<'_>) {
        self.0 = self.0.wrapping_add(1);
    }
}

#[derive(Clone)]
struct ForgottenData(u8);

impl Component for ForgottenData {}

#[derive(Clone)]
struct ForgottenResource(u8);

impl Resource for ForgottenResource {}

#[derive(Clone)]
struct WithoutFields;

impl Behavior for WithoutFields {}

#[derive(Clone, Checksum)]
struct Careful(u8);

impl Behavior for Careful {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Returns the number of log lines that name this type.
fn lines_about(name: &str) -> usize {
    let lines = logged::logged();
    let named = |line: &&String| line.contains("no checksum") && line.contains(name);
    lines.iter().filter(named).count()
}

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    for _ in 0..2 {
        let id = cx.spawn_with(Object::default(), Forgetful(0));
        cx.insert(id, ForgottenData(0));
        cx.spawn_with(Object::default(), Careful(0));
        cx.spawn_with(Object::default(), WithoutFields);
    }
    cx.insert_resource(ForgottenResource(0));
    Ok(())
}

#[test]
fn recording_names_types_without_a_checksum_once() {
    keep_log();
    let folder = std::env::temp_dir().join(format!("damselfly_checksums_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let named = || ["Forgetful", "ForgottenData", "ForgottenResource"].map(lines_about);
    for (record, expected) in [(None, 0), (Some(folder.join("run.replay")), 1)] {
        let options = Options {
            headless: true,
            steps: Some(150),
            record,
            ..Options::default()
        };
        let app = App::new("Checksums", options).cells(20, 10);
        app.run(start).unwrap();
        assert_eq!(named(), [expected; 3]);
    }
    assert_eq!(["Careful", "WithoutFields"].map(lines_about), [0, 0]);
    std::fs::remove_dir_all(folder).unwrap();
}
