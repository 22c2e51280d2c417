//! The help: every option and what it does, in two columns.

use core::fmt::Write;

use super::extra::{Extra, Kind};
use super::table::{HELP, TABLE, Take};

/// One option or argument, and what it does.
struct Row {
    left: String,
    help: &'static str,
}

/// The whole text, its last line ended.
pub(super) fn text(program: &str, about: &str, extras: &[Extra]) -> String {
    let arguments: Vec<_> = extras
        .iter()
        .filter(|extra| extra.is_positional())
        .collect();
    let mut usage = format!("{program}: {about}\n\nUsage: {program} [OPTIONS]");
    for argument in &arguments {
        usage += &format!(" [{}]", argument.name);
    }
    usage.push('\n');

    let arguments: Vec<_> = arguments.into_iter().map(extra_row).collect();
    let own = extras.iter().filter(|extra| !extra.is_positional());
    let own: Vec<_> = own.map(extra_row).collect();
    let common: Vec<_> = common_rows().collect();

    let rows = arguments.iter().chain(&own).chain(&common);
    let width = rows.map(|row| row.left.chars().count()).max().unwrap_or(0);
    section(&mut usage, "Arguments", &arguments, width);
    section(&mut usage, &format!("Options of {program}"), &own, width);
    section(&mut usage, "Options of every program", &common, width);
    usage
}

fn extra_row(extra: &Extra) -> Row {
    let left = match extra.kind {
        Kind::Flag => format!("--{}", extra.name),
        Kind::Text(value) | Kind::Path(value) => format!("--{} {value}", extra.name),
        Kind::Positional => extra.name.to_owned(),
    };
    Row {
        left,
        help: extra.help,
    }
}

fn common_rows() -> impl Iterator<Item = Row> {
    let table = TABLE.iter().map(|known| Row {
        left: match known.take {
            Take::Flag(_) => format!("--{}", known.name),
            Take::Value(value, _) | Take::Absent(value, _) => format!("--{} {value}", known.name),
        },
        help: known.help,
    });
    table.chain([Row {
        left: format!("-h, --{HELP}"),
        help: "print this",
    }])
}

fn section(text: &mut String, title: &str, rows: &[Row], width: usize) {
    if rows.is_empty() {
        return;
    }
    *text += &format!("\n{title}:\n");
    for Row { left, help } in rows {
        let mut left = left.as_str();
        for line in help.split('\n') {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {left:width$}  {line}");
            left = "";
        }
    }
}
