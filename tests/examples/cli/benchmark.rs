//! The example `benchmark` as a user runs it.

use std::fs;

use super::folder::Folder;
use super::gpu;
use super::program::{Program, Ran};
use crate::benchmark::markup::check;
use crate::benchmark::record::Record;

fn benchmark(options: &str) -> Program {
    Program::example("benchmark").options(options)
}

/// Returns the records of all lines.
fn records(ran: &Ran) -> Vec<Record> {
    let lines = ran.stdout.lines().map(Record::parse);
    lines
        .collect::<Result<_, _>>()
        .unwrap_or_else(|fault| panic!("{fault}: {ran}"))
}

#[test]
fn a_run_prints_a_line_for_each_scene_and_writes_a_page() {
    let folder = Folder::new("benchmark");
    let page = folder.file("report.html");
    let options = format!(
        "--quick --scenes static,groups --count 3 --backend software --size 64x36 --report {page}"
    );
    let ran = benchmark(&options).expect(0);
    let records = records(&ran);
    let found: Vec<_> = records.iter().map(|it| (&*it.scene, it.size)).collect();
    assert_eq!(found, [("static", 3), ("groups", 3)], "{ran}");
    for record in &records {
        assert_eq!((&*record.backend, record.image), ("software", [64, 36]));
        assert!(record.frames >= 3 && record.time("gpu").is_none());
        assert!(record.time("frame").is_some_and(|it| it.median > 0.0));
    }
    // The frame itself, and the targets of three groups.
    assert_eq!((records[0].draw_calls, records[1].draw_calls), (1, 4));
    let page = fs::read_to_string(&page).unwrap();
    check(&page).unwrap();
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 1, "no part of the page is left");
}

#[test]
fn both_backends_are_measured_where_there_is_a_gpu() {
    if !gpu::is_there("both_backends_are_measured_where_there_is_a_gpu") {
        return;
    }
    let folder = Folder::new("benchmark-gpu");
    let page = folder.file("report.html");
    let options =
        format!("--quick --scenes moving --count 50 --size 64x36 --adapter 0 --report {page}");
    let ran = benchmark(&options).expect(0);
    let records = records(&ran);
    let found: Vec<_> = records.iter().map(|it| &*it.backend).collect();
    assert_eq!(found, ["gpu", "software"], "{ran}");
    let gpu = &records[0];
    assert!(gpu.device_bytes > 0 && gpu.instance_bytes == 50 * 32);
    // A device without timestamps has no GPU time.
    if let Some(time) = gpu.time("gpu") {
        let frame = gpu.time("frame").unwrap();
        assert!(time.median > 0.0 && time.median < frame.median);
    }
    let listed = benchmark("--adapters").expect(0);
    let first = listed.stdout.lines().next().unwrap();
    assert!(
        first.starts_with(&format!("0: {}", gpu.adapter)),
        "{listed}"
    );
}

#[test]
fn two_runs_are_compared_in_text_and_as_a_page() {
    let folder = Folder::new("benchmark-comparison");
    let [a, b, page] = ["a.jsonl", "b.jsonl", "c.html"].map(|name| folder.file(name));
    let line = |scale| crate::benchmark::pages::record("moving", 100, "gpu", scale).line();
    fs::write(&a, line(1.0) + "\n\n").unwrap();
    fs::write(&b, line(2.0)).unwrap();
    let ran = benchmark(&format!("--compare {a} {b} --report {page}")).expect(0);
    assert_eq!(ran.stdout.lines().count(), 2, "{ran}");
    assert!(ran.stdout.contains(" 2.00 (1.56 to 2.57) slower"), "{ran}");
    check(&fs::read_to_string(&page).unwrap()).unwrap();
    // Files without measurements are refused in one line.
    fs::write(&b, line(2.0) + "\n{}").unwrap();
    for (a, b, fault) in [
        (&a, &b, "line 2 has no member \"frame_ms\""),
        (&page, &a, "line 1 expected a value at byte 0"),
        (&folder.file("none"), &a, ""),
    ] {
        let ran = benchmark(&format!("--compare {a} {b} --report {page}")).expect(1);
        assert!(ran.only_line().contains(fault), "{ran}");
    }
}

#[test]
fn wrong_options_of_the_benchmark_are_reported_in_one_line() {
    for (options, start) in [
        ("--adapter 999", "--adapter: expected the number of an"),
        ("--adapter -1", "--adapter: "),
        ("--adapter 1000", "--adapter: "),
        ("--adapter 0 --backend software", "--adapter: has no effect"),
        ("--adapter 0 --adapters", "--adapter: cannot be combined"),
        ("--scenes sprites", "--scenes: expected a name among static"),
        ("--show sprites", "--show: expected a name among static"),
        ("--show moving --quick", "--quick: cannot be combined with"),
        ("--count 0", "--count: "),
        ("--steps 5", "--steps: requires --show"),
        ("--compare a", "B"),
        ("a", "--compare: is missing"),
        ("--compare a b --quick", "--quick: cannot be combined with"),
    ] {
        let ran = benchmark(options).expect(2);
        assert!(ran.only_line().starts_with(start), "{ran}");
        assert_eq!(ran.stdout, "");
    }
}
