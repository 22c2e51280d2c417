//! The pages with reports.

use super::html::{LogAxis, escaped, short, thousands};
use super::machine::Machine;
use super::markup::check;
use super::record::Record;
use super::statistics::Timing;
use super::{comparison, report};

/// Returns a record whose times are multiples of `scale` milliseconds.
pub(crate) fn record(scene: &str, size: u64, backend: &str, scale: f64) -> Record {
    let timing = |ms: f64| Timing {
        median: ms * scale,
        p95: 1.5 * ms * scale,
        p99: 2.0 * ms * scale,
        parts: [0.875, 1.0, 1.125].map(|part| part * ms * scale).to_vec(),
    };
    let is_gpu = backend == "gpu";
    Record {
        machine: Machine {
            version: "1.2.3".to_owned(),
            build: "debug".to_owned(),
            cpu: "A <fast> & \"new\" processor".to_owned(),
            cores: 4,
            system: "Linux".to_owned(),
        },
        scene: scene.to_owned(),
        size,
        unit: "sprites".to_owned(),
        backend: backend.to_owned(),
        adapter: "card".to_owned(),
        driver: String::new(),
        image: [1280, 720],
        frames: 100,
        times: [
            Some(timing(16.0)),
            Some(timing(1.0)),
            Some(timing(0.5)),
            Some(timing(2.0)),
            Some(timing(4.0)),
            is_gpu.then(|| timing(8.0)),
        ],
        draw_calls: 1,
        sprites: size,
        upload_bytes: 32 * size,
        instance_bytes: 32 * size,
        device_bytes: 1 << 20,
        resident_bytes: (!is_gpu).then_some(1 << 25),
    }
}

/// Checks that a page is well-formed, loads nothing and runs nothing. Returns the number of elements of a name.
fn counted(page: &str, name: &str) -> usize {
    let names = check(page).unwrap_or_else(|fault| panic!("{fault}: {page}"));
    for foreign in ["script", "link", "img", "iframe"] {
        assert!(!names.contains(&foreign), "{foreign}");
    }
    for foreign in ["http:", "https:", "url(", "@import"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    names.iter().filter(|found| **found == name).count()
}

#[test]
fn a_report_has_a_plot_for_each_scene() {
    let records = [
        record("moving", 100, "gpu", 1.0),
        record("moving", 100, "software", 2.0),
        record("text", 10_000, "gpu", 0.001),
    ];
    let page = report::html(&records);
    assert_eq!(counted(&page, "svg"), 2);
    // A dot for each record, and a diamond for each GPU time.
    assert_eq!((counted(&page, "circle"), counted(&page, "path")), (3, 2));
    assert!(page.contains("A &lt;fast&gt; &amp; &quot;new&quot; processor"));
    assert!(page.contains("prefers-color-scheme: dark"));
}

#[test]
fn odd_measurements_make_a_readable_report() {
    let mut odd = record("moving", 1, "gpu", 0.0);
    assert_eq!(counted(&report::html(&[odd.clone()]), "svg"), 1);
    odd.times = [const { None }; 6];
    assert_eq!(counted(&report::html(&[odd]), "circle"), 0);
    assert_eq!(counted(&report::html(&[]), "svg"), 0);
}

#[test]
fn a_comparison_pairs_records_by_scene_size_and_backend() {
    let before = [
        record("moving", 100, "gpu", 1.0),
        record("moving", 100, "software", 1.0),
        record("moving", 1000, "gpu", 1.0),
        record("text", 100, "gpu", 1.0),
    ];
    let mut after = [
        record("text", 100, "gpu", 4.0),
        record("moving", 100, "software", 0.25),
        record("moving", 100, "gpu", 1.0),
        record("moving", 100, "gpu", 1.125),
    ];
    after[0].machine.build = "release".to_owned();
    let compared = comparison::of(&before, &after);
    let found = compared.pairs.iter().map(|pair| {
        let key = pair.key;
        (key.scene, key.size, key.backend, pair.times[0].3.value)
    });
    let expected = [
        ("moving", 100, "gpu", 1.0),
        ("moving", 100, "software", 0.25),
        ("text", 100, "gpu", 4.0),
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
    assert_eq!(compared.unmatched.each_ref().map(Vec::len), [1, 0]);
    assert_eq!(compared.differences, ["build: debug and release"]);
    let text = comparison::text(&compared);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "different build: debug and release");
    // Frames of three pairs, and the GPU times of two.
    assert_eq!(lines.len(), 1 + 5 + 1, "{text}");
    for (line, end) in [
        (1, "1.00 (0.78 to 1.45) within the spread"),
        (3, "0.25 (0.19 to 0.32) faster"),
        (4, "4.00 (3.11 to 5.14) slower"),
        (6, "only in the first file: moving 1000 gpu"),
    ] {
        assert!(lines[line].ends_with(end), "{text}");
    }
    let names = ["a".to_owned(), "b".to_owned()];
    let page = comparison::html(&compared, &names);
    assert_eq!((counted(&page, "svg"), counted(&page, "circle")), (1, 3));
}

/// Returns a record of a backend with this adapter, or number of threads.
fn on(adapter: &str, backend: &str, scale: f64) -> Record {
    Record {
        adapter: adapter.to_owned(),
        ..record("text", 100, backend, scale)
    }
}

#[test]
fn a_comparison_keeps_several_adapters_apart() {
    let before = [
        on("card", "gpu", 1.0),
        on("llvmpipe", "gpu", 4.0),
        on("2 threads", "software", 1.0),
    ];
    let after = [
        on("llvmpipe", "gpu", 2.0),
        on("new card", "gpu", 1.0),
        on("8 threads", "software", 0.5),
    ];
    let compared = comparison::of(&before, &after);
    let found = compared.pairs.iter().map(|pair| {
        let key = pair.key;
        (key.backend, key.adapter, pair.times[0].3.value)
    });
    // One of each list is compared, although they differ.
    let expected = [("gpu", "llvmpipe", 0.5), ("software", "", 0.5)];
    assert_eq!(found.collect::<Vec<_>>(), expected);
    let differences = [
        "adapter: card, llvmpipe and llvmpipe, new card",
        "software backend: 2 threads and 8 threads",
    ];
    assert_eq!(compared.differences, differences);
    let text = comparison::text(&compared);
    for line in [
        "only in the first file: text 100 gpu card",
        "only in the second file: text 100 gpu new card",
    ] {
        assert!(text.lines().any(|found| found == line), "{text}");
    }
    let names = ["a".to_owned(), "b".to_owned()];
    let page = comparison::html(&compared, &names);
    assert!(page.contains("text 100 gpu new card") && page.contains("gpu llvmpipe"));
    assert_eq!(counted(&page, "circle"), 2);
}

#[test]
fn a_comparison_of_several_threads_pairs_equal_numbers() {
    let list = |scale: f64| ["1 thread", "2 threads"].map(|threads| on(threads, "software", scale));
    let (before, after) = (list(1.0), list(2.0));
    let compared = comparison::of(&before, &after);
    let found = compared.pairs.iter().map(|pair| pair.key.adapter);
    assert_eq!(found.collect::<Vec<_>>(), ["1 thread", "2 threads"]);
    assert_eq!(compared.differences, [""; 0]);
}

#[test]
fn numbers_have_three_digits_and_no_exponent() {
    for (value, expected) in [
        (0.0, "0"),
        (0.00012, "0.0001"),
        (0.12345, "0.123"),
        (0.9999, "1"),
        (1.5, "1.5"),
        (12.34, "12.3"),
        (99.96, "100"),
        (1234.5, "1234"),
        (100.0, "100"),
    ] {
        assert_eq!(short(value), expected);
    }
    assert_eq!(thousands(0), "0");
    assert_eq!(thousands(1_234_567), "1\u{202f}234\u{202f}567");
    assert_eq!(escaped("a\n<b>"), "a &lt;b&gt;");
}

#[test]
fn an_axis_includes_all_values_between_its_ends() {
    let values = [0.02, 3.0, 700.0];
    let axis = LogAxis::around(values.into_iter(), 10.0);
    let places = values.map(|value| axis.place(value));
    assert!(places.is_sorted());
    let (left, right) = (axis.place(0.01), axis.place(1000.0));
    assert!(left < places[0] && places[2] < right);
    // Values beyond the ends are at the ends.
    for (value, end) in [(0.0, left), (1e9, right)] {
        assert!((axis.place(value) - end).abs() < 1e-6);
    }
    let grid = axis.grid(100.0, " ms");
    assert_eq!(grid.matches("<line").count(), 6, "{grid}");
}
