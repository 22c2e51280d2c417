//! The report of a run: one HTML page without scripts and other files.

use core::fmt::Write;

use super::html::{AXIS, LABELS, LANE, LogAxis, escaped, facts, page, short, table, thousands};
use super::record::{Record, TIMES};
use super::statistics::Timing;

/// Place and width of the bars that show the parts of a frame, in pixels.
const BARS: f64 = LABELS + AXIS + 110.0;
const BAR: f64 = 220.0;

/// Parts of a frame, in the order of a bar, with their colours: the rest is a wait.
const PARTS: [&str; 4] = ["step", "batch", "upload", "submit"];

/// Returns the page.
pub(crate) fn html(records: &[Record]) -> String {
    let mut body = machine(records);
    body += &legend();
    let mut scenes: Vec<&str> = Vec::new();
    for record in records {
        if !scenes.contains(&&*record.scene) {
            scenes.push(&record.scene);
        }
    }
    let axis = axis(records);
    for scene in scenes {
        let all: Vec<_> = records.iter().filter(|it| it.scene == scene).collect();
        body += &section(scene, &all, &axis);
    }
    page("Benchmark of damselfly", &body)
}

/// Returns the description of the machine and of the adapters.
fn machine(records: &[Record]) -> String {
    let Some(first) = records.first() else {
        return "<p>Nothing was measured.</p>\n".to_owned();
    };
    let machine = &first.machine;
    let mut rows = vec![
        vec!["processor".to_owned(), escaped(&machine.cpu)],
        vec!["threads at once".to_owned(), machine.cores.to_string()],
        vec!["system".to_owned(), escaped(&machine.system)],
        vec![
            "damselfly".to_owned(),
            escaped(&format!("{}, {} build", machine.version, machine.build)),
        ],
        vec![
            "image".to_owned(),
            format!("{} × {} pixels", first.image[0], first.image[1]),
        ],
    ];
    let mut adapters: Vec<[&str; 3]> = Vec::new();
    for record in records {
        let adapter = [&*record.backend, &*record.adapter, &*record.driver];
        if !adapters.contains(&adapter) {
            adapters.push(adapter);
        }
    }
    rows.extend(adapters.into_iter().map(|[backend, adapter, driver]| {
        let driver = match driver {
            "" => String::new(),
            driver => format!(", driver {driver}"),
        };
        vec![
            format!("backend {}", escaped(backend)),
            escaped(&format!("{adapter}{driver}")),
        ]
    }));
    facts(&rows)
}

fn legend() -> String {
    let key = |color: &str, text: &str| {
        format!("<span class=\"key\" style=\"background: var(--{color})\"></span>{text}")
    };
    let mut text = format!(
        "<p>Left: a frame in milliseconds, on a logarithmic axis. The dot is the median, the line ends at the 99th \
         percentile. The diamond is the time of the GPU. The dashed line is 1/60 s.{}{}</p>\n<p>Right: the parts of the \
         median frame.",
        key("gpu", "GPU backend"),
        key("software", "software backend")
    );
    for part in PARTS {
        text += &key(part, part);
    }
    text += &key("wait", "rest: the wait for the GPU");
    text + ". The software backend draws in its part <i>submit</i>.</p>\n"
}

/// Returns the plot and the table of a scene.
fn section(scene: &str, records: &[&Record], axis: &LogAxis) -> String {
    let unit = records.first().map_or("", |first| &first.unit);
    let name = escaped(&scene.replace('_', " "));
    let mut html = format!("<h2>{name} <small>{}</small></h2>\n", escaped(unit));
    html += &plot(records, axis);
    html += "<details><summary>Numbers</summary>\n";
    html += &table(&numbers(records));
    html + "</details>\n"
}

/// Returns the axis of all plots, so that scenes can be compared.
fn axis(records: &[Record]) -> LogAxis {
    let times = records
        .iter()
        .flat_map(|it| [it.time("frame"), it.time("gpu")]);
    let all = times.flatten().flat_map(|time| [time.median, time.p99]);
    LogAxis::around(all, 10.0)
}

fn plot(records: &[&Record], axis: &LogAxis) -> String {
    let height = LANE * records.len() as f64 + 22.0;
    let width = BARS + BAR + 10.0;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" role=\"img\" aria-label=\"times of frames\">\n"
    );
    svg += &axis.grid(height, " ms");
    let sixtieth = axis.place(1000.0 / 60.0);
    if sixtieth > LABELS && sixtieth < LABELS + AXIS {
        let _ = writeln!(
            svg,
            "<line class=\"guide\" x1=\"{sixtieth:.1}\" y1=\"0\" x2=\"{sixtieth:.1}\" y2=\"{:.1}\"/>",
            height - 18.0
        );
    }
    for (number, record) in records.iter().enumerate() {
        let y = LANE * (number as f64 + 0.5);
        svg += &lane(record, axis, y);
    }
    svg + "</svg>\n"
}

/// Returns a line of the plot: its label, its times and the parts of a frame. `y` is its middle.
fn lane(record: &Record, axis: &LogAxis, y: f64) -> String {
    let color = match &*record.backend {
        "gpu" => "gpu",
        _ => "software",
    };
    let mut svg = format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{} <tspan class=\"dim\">{}</tspan></text>\n",
        LABELS - 10.0,
        y + 4.0,
        thousands(record.size),
        escaped(&record.backend)
    );
    let Some(frame) = record.time("frame") else {
        return svg;
    };
    let (from, to) = (axis.place(frame.median), axis.place(frame.p99));
    let _ = writeln!(
        svg,
        "<line x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\" stroke=\"var(--{color})\" stroke-width=\"2\"/>\
         <circle cx=\"{from:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"var(--{color})\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\">{} ms</text>",
        LABELS + AXIS + 25.0,
        y + 4.0,
        short(frame.median)
    );
    if let Some(gpu) = record.time("gpu") {
        let x = axis.place(gpu.median);
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {y:.1} L{x:.1} {:.1} L{:.1} {y:.1} L{x:.1} {:.1} Z\" fill=\"none\" \
             stroke=\"var(--{color})\" stroke-width=\"1.5\"/>",
            x - 6.0,
            y - 6.0,
            x + 6.0,
            y + 6.0
        );
    }
    svg + &bar(record, frame, y)
}

/// Returns the bar of the parts of a frame.
fn bar(record: &Record, frame: &Timing, y: f64) -> String {
    let medians = PARTS.map(|part| record.time(part).map_or(0.0, |time| time.median));
    // The sum of the parts' medians may exceed the median of the whole.
    let whole = frame.median.max(medians.iter().sum());
    let mut svg = String::new();
    let mut x = BARS;
    let rest = whole - medians.iter().sum::<f64>();
    let parts = PARTS.iter().zip(medians).chain([(&"wait", rest)]);
    for (part, time) in parts {
        let width = if whole > 0.0 { BAR * time / whole } else { 0.0 };
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"12\" fill=\"var(--{part})\"><title>{part} {} \
             ms</title></rect>",
            y - 6.0,
            short(time)
        );
        x += width;
    }
    svg
}

/// Returns the rows of the table of numbers.
fn numbers(records: &[&Record]) -> Vec<Vec<String>> {
    let names = [
        "size",
        "backend",
        "frames",
        "time",
        "median",
        "95 %",
        "99 %",
        "parts of the run",
    ];
    let mut rows = vec![names.map(str::to_owned).to_vec()];
    for record in records {
        for (kind, time) in TIMES.iter().zip(&record.times) {
            let Some(time) = time else { continue };
            let [least, most] = time.spread();
            rows.push(vec![
                thousands(record.size),
                escaped(&record.backend),
                thousands(record.frames),
                format!("{kind} ms"),
                short(time.median),
                short(time.p95),
                short(time.p99),
                format!("{} to {}", short(least), short(most)),
            ]);
        }
        let resident = record.resident_bytes.map(mib);
        rows.push(vec![
            thousands(record.size),
            escaped(&record.backend),
            String::new(),
            format!("{} draw calls", thousands(record.draw_calls)),
            format!("{} sprites", thousands(record.sprites)),
            format!("{} copied", kib(record.upload_bytes)),
            format!("{} on the device", mib(record.device_bytes)),
            resident.map_or(String::new(), |it| format!("process {it}")),
        ]);
    }
    rows
}

fn kib(bytes: u64) -> String {
    format!("{} KiB", short(bytes as f64 / 1024.0))
}

fn mib(bytes: u64) -> String {
    format!("{} MiB", short(bytes as f64 / 1_048_576.0))
}
