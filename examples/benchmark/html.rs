//! Parts of HTML pages with plots: text, axes and colours.

use core::fmt::Write;

/// Width of a plot's labels, of its axis, and of the numbers after it, in pixels.
pub(crate) const LABELS: f64 = 170.0;
pub(crate) const AXIS: f64 = 420.0;
/// Height of a line of a plot.
pub(crate) const LANE: f64 = 26.0;

/// Returns a page. `body` is HTML, `title` is not.
pub(crate) fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
    )
}

/// Colours for light and dark pages. The first ones are distinguishable for colour-blind readers.
const STYLE: &str = "\
:root { color-scheme: light dark; --page: #ffffff; --text: #1b1f24; --dim: #5b6570; --line: #d5dae0; --even: #f4f6f8;
  --gpu: #0969b5; --software: #b65200; --faster: #0b7a53; --slower: #b3261e;
  --step: #8a63c9; --batch: #2f8f9d; --upload: #c98a1b; --submit: #4a74d8; --wait: #b8c0c9; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171a; --text: #e4e8ec; --dim: #9aa5b1; --line: #3a424b; --even: #1c2126;
    --gpu: #6cb6ff; --software: #ffa657; --faster: #4ccb97; --slower: #ff8a80;
    --step: #b394e8; --batch: #63c3d1; --upload: #e6b04f; --submit: #86a8ff; --wait: #56606b; } }
body { background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; max-width: 62rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } small { color: var(--dim); font-weight: 400; } h2 { font-size: 1.1rem; margin: 2.2rem 0 0.3rem; }
p { color: var(--dim); margin: 0.3rem 0; }
svg { display: block; max-width: 100%; height: auto; font-size: 12px; } svg text { fill: var(--text); }
svg .dim { fill: var(--dim); } svg .grid { stroke: var(--line); } svg .guide { stroke: var(--dim); stroke-dasharray: 4 3; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; margin: 0.5rem 0; }
th, td { padding: 0.15rem 0.6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--dim); font-weight: 600; } th:first-child, td:first-child { text-align: left; }
.facts td { text-align: left; white-space: normal; } tbody tr:nth-child(even) { background: var(--even); }
.wide { overflow-x: auto; } summary { cursor: pointer; color: var(--dim); }
.key { display: inline-block; width: 0.8em; height: 0.8em; margin: 0 0.3em 0 1em; border-radius: 2px; }
";

/// Returns text as HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            control if control.is_control() => html.push(' '),
            other => html.push(other),
        }
    }
    html
}

/// Returns a table. `rows` are HTML, the first one has the names of the columns.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let mut html = String::from("<div class=\"wide\"><table>\n");
    for (number, row) in rows.iter().enumerate() {
        let (cell, open, close) = match number {
            0 => ("th", "<thead>", "</thead>\n<tbody>"),
            _ => ("td", "", ""),
        };
        let _ = write!(html, "{open}<tr>");
        for value in row {
            let _ = write!(html, "<{cell}>{value}</{cell}>");
        }
        let _ = writeln!(html, "</tr>{close}");
    }
    html + "</tbody></table></div>\n"
}

/// Returns a table of facts: each row is a name and a text, both HTML.
pub(crate) fn facts(rows: &[Vec<String>]) -> String {
    let mut html = String::from("<table class=\"facts\"><tbody>\n");
    for row in rows {
        let _ = writeln!(html, "<tr><th>{}</td></tr>", row.join("</th><td>"));
    }
    html + "</tbody></table>\n"
}

/// An axis of powers of ten, or of two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogAxis {
    /// Exponents of both ends.
    first: f64,
    last: f64,
    base: f64,
}

impl LogAxis {
    /// Returns an axis on which all these values fit. Values that are not above 0 are ignored.
    pub(crate) fn around(values: impl Iterator<Item = f64> + Clone, base: f64) -> Self {
        let exponents = values.filter(|value| *value > 0.0 && value.is_finite());
        let exponents = exponents.map(|value| exponent(value, base));
        let first = exponents.clone().fold(f64::INFINITY, f64::min).floor();
        let last = exponents.fold(f64::NEG_INFINITY, f64::max).ceil();
        match first.is_finite() {
            true => Self {
                first,
                last: last.max(first + 1.0),
                base,
            },
            false => Self {
                first: 0.0,
                last: 1.0,
                base,
            },
        }
    }

    /// Returns a value's place on the page, in pixels from the left. Values beyond an end are at the end.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let at = exponent(value.max(f64::MIN_POSITIVE), self.base);
        let part = (at - self.first) / (self.last - self.first);
        LABELS + AXIS * part.clamp(0.0, 1.0)
    }

    /// Returns the grid of a plot of this height, with the number at each line. `unit` is written after each.
    pub(crate) fn grid(&self, height: f64, unit: &str) -> String {
        let mut svg = String::new();
        // At most eight numbers fit.
        let every = ((self.last - self.first) / 8.0).ceil().max(1.0);
        let mut at = self.first;
        while at <= self.last {
            let value = power(self.base, at);
            at += every;
            let x = self.place(value);
            let bottom = height - 18.0;
            let _ = writeln!(
                svg,
                "<line class=\"grid\" x1=\"{x:.1}\" y1=\"0\" x2=\"{x:.1}\" y2=\"{bottom:.1}\"/>\
                 <text class=\"dim\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}{unit}</text>",
                height - 4.0,
                short(value)
            );
        }
        svg
    }
}

/// Returns the logarithm of a value.
#[expect(
    clippy::disallowed_methods,
    reason = "a plot need not be the same on every machine"
)]
fn exponent(value: f64, base: f64) -> f64 {
    value.log(base)
}

/// Returns a power of the base.
#[expect(
    clippy::disallowed_methods,
    reason = "a plot need not be the same on every machine"
)]
fn power(base: f64, exponent: f64) -> f64 {
    base.powf(exponent)
}

/// Returns a number with three significant digits, and without an exponent.
pub(crate) fn short(value: f64) -> String {
    let digits = match value.abs() {
        size if size >= 99.95 || size == 0.0 => 0,
        size if size >= 9.995 => 1,
        size if size >= 0.9995 => 2,
        size if size >= 0.09995 => 3,
        _ => 4,
    };
    let text = format!("{value:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Returns an integer with blanks between thousands.
pub(crate) fn thousands(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}
