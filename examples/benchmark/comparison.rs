//! The comparison of two runs: ratios of their times, with their spread.

use core::fmt::Write;

use super::html::{AXIS, LABELS, LANE, LogAxis, escaped, page, short, table, thousands};
use super::record::{Record, TIMES};
use super::statistics::{Ratio, Timing, Verdict};

/// Records with the same key can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key<'a> {
    pub(crate) scene: &'a str,
    pub(crate) size: u64,
    pub(crate) backend: &'a str,
    pub(crate) image: [u64; 2],
    /// The adapter, or the number of threads. Empty if each list has one of the backend: then both are compared, even if
    /// they differ.
    pub(crate) adapter: &'a str,
}

impl Key<'_> {
    /// Returns the backend, and the adapter if it is part of the key.
    fn backend(&self) -> String {
        match self.adapter {
            "" => self.backend.to_owned(),
            adapter => format!("{} {adapter}", self.backend),
        }
    }
}

/// A comparison of two lists of records.
#[derive(Debug)]
pub(crate) struct Comparison<'a> {
    pub(crate) pairs: Vec<Pair<'a>>,
    /// Runs of the first list only, and runs of the second one only.
    pub(crate) unmatched: [Vec<Key<'a>>; 2],
    /// Properties of the machine and the build that differ between the lists.
    pub(crate) differences: Vec<String>,
}

/// Records of a scene of one size in both lists. A list may have several, of several runs.
#[derive(Debug)]
pub(crate) struct Pair<'a> {
    pub(crate) key: Key<'a>,
    /// Times of the first and the second list, and their ratio, in the order of [`TIMES`].
    pub(crate) times: Vec<(&'static str, Timing, Timing, Ratio)>,
}

/// Compares two lists of records.
pub(crate) fn of<'a>(before: &'a [Record], after: &'a [Record]) -> Comparison<'a> {
    let several = |backend: &str| {
        let counts = [before, after].map(|records| adapters(records, backend).len());
        counts.into_iter().max() > Some(1)
    };
    let key = |record: &'a Record| Key {
        scene: &record.scene,
        size: record.size,
        backend: &record.backend,
        image: record.image,
        adapter: match several(&record.backend) {
            true => &record.adapter,
            false => "",
        },
    };
    let mut keys: Vec<Key<'_>> = Vec::new();
    for record in before.iter().chain(after) {
        if !keys.contains(&key(record)) {
            keys.push(key(record));
        }
    }
    let (mut pairs, mut unmatched) = (Vec::new(), [Vec::new(), Vec::new()]);
    for wanted in keys {
        let [a, b] = [before, after].map(|records| {
            let found = records.iter().filter(|record| key(record) == wanted);
            found.collect::<Vec<_>>()
        });
        if a.is_empty() || b.is_empty() {
            unmatched[usize::from(a.is_empty())].push(wanted);
            continue;
        }
        let time = |kind: &'static str| {
            let [a, b] = [&a, &b].map(|records| {
                let times = records.iter().filter_map(|record| record.time(kind));
                Timing::of_runs(&times.collect::<Vec<_>>())
            });
            let (a, b) = a.zip(b)?;
            let ratio = Ratio::of(&a, &b)?;
            Some((kind, a, b, ratio))
        };
        let times = TIMES.into_iter().filter_map(time).collect();
        pairs.push(Pair { key: wanted, times });
    }
    Comparison {
        pairs,
        unmatched,
        differences: differences(before, after),
    }
}

/// Returns the adapters, or the numbers of threads, of a backend's records, in their order.
fn adapters<'a>(records: &'a [Record], backend: &str) -> Vec<&'a str> {
    let mut adapters = Vec::new();
    for record in records.iter().filter(|record| record.backend == backend) {
        if !adapters.contains(&record.adapter.as_str()) {
            adapters.push(record.adapter.as_str());
        }
    }
    adapters
}

/// Returns a line for each property of the machine that differs between the first records.
fn differences(before: &[Record], after: &[Record]) -> Vec<String> {
    let listed = |records: &[Record], backend: &str| {
        let adapters = adapters(records, backend);
        (!adapters.is_empty()).then(|| adapters.join(", "))
    };
    let properties = |records: &[Record]| {
        let gpu = records.iter().find(|record| record.backend == "gpu");
        let first = records.first().map(|record| record.machine.clone());
        [
            ("adapter", listed(records, "gpu")),
            ("software backend", listed(records, "software")),
            ("driver", gpu.map(|record| record.driver.clone())),
            ("processor", first.as_ref().map(|it| it.cpu.clone())),
            ("threads", first.as_ref().map(|it| it.cores.to_string())),
            ("system", first.as_ref().map(|it| it.system.clone())),
            ("version", first.as_ref().map(|it| it.version.clone())),
            ("build", first.map(|it| it.build)),
        ]
    };
    let both = properties(before).into_iter().zip(properties(after));
    let lines = both.filter_map(|((name, a), (_, b))| {
        let (a, b) = (a?, b?);
        (a != b).then(|| format!("{name}: {a} and {b}"))
    });
    lines.collect()
}

/// Returns the comparison as text: frames and GPU times.
pub(crate) fn text(compared: &Comparison<'_>) -> String {
    let mut text = String::new();
    for difference in &compared.differences {
        let _ = writeln!(text, "different {difference}");
    }
    for pair in &compared.pairs {
        let Key { scene, size, .. } = pair.key;
        let backend = pair.key.backend();
        for (kind, a, b, ratio) in &pair.times {
            if !["frame", "gpu"].contains(kind) {
                continue;
            }
            let name = format!("{scene} {size}");
            let _ = writeln!(
                text,
                "{name:<32} {backend:<8} {kind:<5} {:>9} ms {:>9} ms  {:.2} ({:.2} to {:.2}) {}",
                short(a.median),
                short(b.median),
                ratio.value,
                ratio.least,
                ratio.most,
                word(*ratio)
            );
        }
    }
    for line in unmatched(compared) {
        let _ = writeln!(text, "{line}");
    }
    text.trim_end().to_owned()
}

/// Returns a line for each list that has runs which the other one lacks.
fn unmatched(compared: &Comparison<'_>) -> impl Iterator<Item = String> {
    let lists = ["first", "second"].into_iter().zip(&compared.unmatched);
    let lists = lists.filter(|(_, keys)| !keys.is_empty());
    lists.map(|(which, keys)| {
        let names = keys.iter().map(|key| {
            let Key { scene, size, .. } = key;
            format!("{scene} {size} {}", key.backend())
        });
        let names: Vec<_> = names.collect();
        format!("only in the {which} file: {}", names.join(", "))
    })
}

fn word(ratio: Ratio) -> &'static str {
    match ratio.verdict() {
        Verdict::Faster => "faster",
        Verdict::Slower => "slower",
        Verdict::Same => "within the spread",
    }
}

/// Returns the comparison as an HTML page. `names`: the names of the two files.
pub(crate) fn html(compared: &Comparison<'_>, names: &[String; 2]) -> String {
    let mut body = String::from(
        "<p>Times of the second run, divided by those of the first: below 1 it is faster. The dot is the ratio of the \
         medians. The line spans the ratios of all parts of both runs: if it includes 1, the runs do not differ by more \
         than they vary.</p>\n",
    );
    for (which, name) in ["First", "Second"].iter().zip(names) {
        let _ = writeln!(body, "<p>{which} run: {}</p>", escaped(name));
    }
    for difference in &compared.differences {
        let _ = writeln!(body, "<p>Different {}</p>", escaped(difference));
    }
    for line in unmatched(compared) {
        let _ = writeln!(body, "<p>{}</p>", escaped(&line));
    }
    body += &plot(compared);
    body += "<details><summary>All times</summary>\n";
    body += &table(&rows(compared));
    body += "</details>\n";
    page("Two benchmarks of damselfly", &body)
}

/// Returns the plot of the ratios of frames.
fn plot(compared: &Comparison<'_>) -> String {
    let frames: Vec<_> = compared
        .pairs
        .iter()
        .filter_map(|pair| Some((pair.key, pair.times.first()?.3)))
        .collect();
    let labels = 150.0;
    let height = LANE * frames.len() as f64 + 22.0;
    let width = labels + LABELS + AXIS + 230.0;
    let ratios = frames.iter().flat_map(|(_, it)| [it.least, it.most]);
    let axis = LogAxis::around(ratios.chain([0.5, 2.0]), 2.0);
    let mut svg = format!(
        "<svg viewBox=\"{:.0} 0 {width:.0} {height:.0}\" width=\"{width:.0}\" role=\"img\" aria-label=\"ratios\">\n",
        -labels
    );
    svg += &axis.grid(height, "");
    let one = axis.place(1.0);
    let _ = writeln!(
        svg,
        "<line class=\"guide\" x1=\"{one:.1}\" y1=\"0\" x2=\"{one:.1}\" y2=\"{:.1}\"/>",
        height - 18.0
    );
    for (number, (key, ratio)) in frames.into_iter().enumerate() {
        let Key { scene, size, .. } = key;
        let y = LANE * (number as f64 + 0.5);
        let color = match ratio.verdict() {
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::Same => "dim",
        };
        let [from, at, to] = [ratio.least, ratio.value, ratio.most].map(|it| axis.place(it));
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{} {} <tspan class=\"dim\">{}</tspan></text>\
             <line x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\" stroke=\"var(--{color})\" \
             stroke-width=\"2\"/><circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"var(--{color})\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{:.2} {}</text>",
            LABELS - 10.0,
            y + 4.0,
            escaped(&scene.replace('_', " ")),
            thousands(size),
            escaped(&key.backend()),
            LABELS + AXIS + 25.0,
            y + 4.0,
            ratio.value,
            word(ratio)
        );
    }
    svg + "</svg>\n"
}

fn rows(compared: &Comparison<'_>) -> Vec<Vec<String>> {
    let names = [
        "scene",
        "size",
        "backend",
        "time",
        "first ms",
        "second ms",
        "ratio",
        "spread",
        "",
    ];
    let mut rows = vec![names.map(str::to_owned).to_vec()];
    for pair in &compared.pairs {
        let Key { scene, size, .. } = pair.key;
        for (kind, a, b, ratio) in &pair.times {
            rows.push(vec![
                escaped(&scene.replace('_', " ")),
                thousands(size),
                escaped(&pair.key.backend()),
                (*kind).to_owned(),
                short(a.median),
                short(b.median),
                format!("{:.2}", ratio.value),
                format!("{:.2} to {:.2}", ratio.least, ratio.most),
                word(*ratio).to_owned(),
            ]);
        }
    }
    rows
}
