//! Reads files of the three layouts, line by line.

use core::fmt;

use super::header::{Header, HeaderKey, shown};
use super::inks::{self, Inks, Palette};
use super::lines::{FILE_ENDS, Line, Lines};
use super::{Anchor, Layout, TextSprite, TextSpriteError};

/// The cells of all frames and their inks.
type InkedCells = (Vec<char>, Inks);

/// Reads a file of any layout.
pub(super) fn parse(bytes: &[u8]) -> Result<TextSprite, TextSpriteError> {
    let mut lines = Lines::new(bytes)?;
    let layout = layout(&mut lines.clone())?;
    let (header, (cells, inks)) = match layout {
        Layout::Token => token(&mut lines)?,
        Layout::Tagged => tagged(&mut lines)?,
        Layout::Plain => plain(&mut lines)?,
    };
    Ok(TextSprite {
        color: header.color,
        slowdown: header.slowdown,
        transparency: header.transparency,
        layout,
        anchor: Anchor::Center,
        width: header.width,
        height: header.height,
        cells,
        inks,
    })
}

/// Detects the layout by the first line. A line that begins like a number is taken as the number of frames of the plain
/// layout, so that an error can report an invalid number.
fn layout(lines: &mut Lines<'_>) -> Result<Layout, TextSpriteError> {
    const EXPECTED: &str = "`frames N`, `<HEADER>` or a bare number of frames";
    let first = lines.take(EXPECTED)?;
    if first.keyword() == "<HEADER>" {
        return Ok(Layout::Tagged);
    }
    if HeaderKey::of(first) == Some(HeaderKey::Frames) {
        return Ok(Layout::Token);
    }
    if first
        .text
        .starts_with(|c: char| c.is_numeric() || matches!(c, '+' | '-' | '.'))
    {
        return Ok(Layout::Plain);
    }
    let expected = format!("expected {EXPECTED} on the first line");
    Err(first.error(1, "this is not a text sprite", expected))
}

fn token(lines: &mut Lines<'_>) -> Result<(Header, InkedCells), TextSpriteError> {
    let mut header = Header::new();
    for key in HeaderKey::REQUIRED {
        let line = lines.take(format_args!("`{} …`", key.name()))?;
        match HeaderKey::of(line) {
            // A repeated key is an error of `read_pair`.
            Some(given) if given == key || header.has(given) => header.read_pair(given, line)?,
            _ => return Err(unexpected(line, format_args!("`{} …`", key.name()))),
        }
    }
    // The first `slowdown` always belongs to the header, even if a row is missing and this line would make the number
    // of rows right. A line with a key that was given before is the first row, if that makes the number of rows right;
    // otherwise it is an error, because the key is given twice. The layout has no `transparency`, so a line with this
    // word is always a row.
    while let Some(key) = lines.peek(0).and_then(HeaderKey::of)
        && key != HeaderKey::Transparency
        && (!header.has(key) || !counts_out(lines, &header, 0))
    {
        let line = lines.take("`slowdown …`")?;
        header.read_pair(key, line)?;
    }
    let body = frames(lines, &header, "eof", Palette::default())?;
    keyword(lines, "eof").map_err(|error| error.hint(after_frames(&header)))?;
    nothing_more(lines, "eof")?;
    Ok((header, body))
}

fn tagged(lines: &mut Lines<'_>) -> Result<(Header, InkedCells), TextSpriteError> {
    let mut header = Header::new();
    let mut palette = Palette::default();
    keyword(lines, "<HEADER>")?;
    loop {
        let line = lines.take("a key or `</HEADER>`")?;
        if line.keyword() == "</HEADER>" {
            if let Some(key) = header.missing() {
                let expected = format!("expected `{} …` before it", key.name());
                return Err(line.error(1, "the header is not complete", expected));
            }
            break;
        }
        match HeaderKey::of(line) {
            Some(key) => header.read_pair(key, line)?,
            None if Palette::owns(line) => palette.read(line)?,
            None => {
                let names: Vec<_> = HeaderKey::ALL.iter().map(|key| key.name()).collect();
                return Err(unexpected(
                    line,
                    format_args!("{}, {} or `</HEADER>`", names.join(", "), inks::KEY),
                ));
            }
        }
    }
    keyword(lines, "<BODY>")?;
    let body = frames(lines, &header, "</BODY>", palette)?;
    keyword(lines, "</BODY>").map_err(|error| error.hint(after_frames(&header)))?;
    for word in ["<FOOTER>", "version 1", "</FOOTER>"] {
        keyword(lines, word)?;
    }
    nothing_more(lines, "</FOOTER>")?;
    Ok((header, body))
}

fn plain(lines: &mut Lines<'_>) -> Result<(Header, InkedCells), TextSpriteError> {
    let mut header = Header::new();
    let keys = [
        HeaderKey::Frames,
        HeaderKey::Width,
        HeaderKey::Height,
        HeaderKey::Slowdown,
        HeaderKey::Color,
    ];
    for (number, key) in (1..).zip(keys) {
        let line = lines.take(format_args!("a line with the {}", key.name()))?;
        header.read_bare(key, line).map_err(|error| {
            let names = keys.map(HeaderKey::name).join(", ");
            error.hint(format_args!("line {number} of five: {names}"))
        })?;
    }
    let mut cells = Vec::new();
    let width = usize::from(header.width);
    let rows = usize::from(header.frames) * usize::from(header.height);
    for number in 1..=rows {
        let line = lines
            .take(format_args!("row {number} of {rows}"))
            .map_err(|error| match error.what == FILE_ENDS {
                true => error.hint(frames_of(&header)),
                false => error,
            })?;
        let found = line.end_column() - 1;
        if found != width {
            let what = format!("a row of {found} characters");
            let expected = format!("expected exactly {width}");
            let error = line.error(found.min(width) + 1, what, expected);
            return Err(match found < width {
                true => error.hint("blanks at its end count"),
                false => error,
            });
        }
        push_row(line, width, &mut cells)?;
    }
    nothing_more(lines, &format!("row {rows}")).map_err(|error| error.hint(frames_of(&header)))?;
    Ok((header, (cells, Inks::default())))
}

/// Reads the frames of the token or the tagged layout. If the palette has inks, each frame is followed by its rows of
/// inks. Stops before the word `close`, which ends the body.
fn frames(
    lines: &mut Lines<'_>,
    header: &Header,
    close: &str,
    palette: Palette,
) -> Result<InkedCells, TextSpriteError> {
    let (mut cells, mut inks) = (Vec::new(), Vec::new());
    let width = usize::from(header.width);
    for frame in 1..=header.frames {
        let before = cells.len();
        let read = block(lines, header, close, &format!("frame {frame}"), |line| {
            let found = push_row(line, width, &mut cells)?;
            cells.resize(cells.len() + (width - found), ' ');
            Ok(())
        });
        read.map_err(|error| {
            match cells.len() == before && ends_body(&error, close) && frame > 1 {
                true => error.hint(format_args!("the header says {} frames", header.frames)),
                false => error,
            }
        })?;
        if !palette.is_empty() {
            let name = format!("the inks of frame {frame}");
            block(lines, header, close, &name, |line| {
                check_width(line, width)?;
                palette.push_row(line, width, &mut inks)
            })?;
        }
    }
    Ok((cells, palette.with_cells(inks)))
}

/// Reads the rows of a frame or of its inks, closed by `end`.
fn block(
    lines: &mut Lines<'_>,
    header: &Header,
    close: &str,
    name: &str,
    mut push: impl FnMut(Line<'_>) -> Result<(), TextSpriteError>,
) -> Result<(), TextSpriteError> {
    let height = usize::from(header.height);
    // Whether the frame has all rows is determined at most once, so that reading stays linear even where every row is a
    // closing word (`a_file_of_nothing_but_closing_words_is_refused_at_once`).
    let mut known_whole = false;
    for row in 0..height {
        let number = row + 1;
        let before = lines.clone();
        let line = lines.take(format_args!("row {number} of {height} of {name}"))?;
        let closes = line.keyword() == "end" || line.keyword() == close;
        if closes && !known_whole {
            known_whole = counts_out(&before, header, row);
            if !known_whole {
                let expected = format_args!("row {number} of {height} of {name}");
                return Err(unexpected(line, expected));
            }
        }
        push(line)?;
    }
    let line = lines.take(format_args!("`end` after {name}"))?;
    match line.keyword() == "end" {
        true => Ok(()),
        false => {
            let expected = format_args!("`end` after {height} rows of {name}");
            Err(unexpected(line, expected))
        }
    }
}

/// Returns whether the next line can be row `row` of a frame, counted from 0: the line fits, and `end` follows the
/// frame's last row.
fn counts_out(lines: &Lines<'_>, header: &Header, row: usize) -> bool {
    let fits = |line: Line<'_>| line.end_column() <= usize::from(header.width) + 1;
    let closing = lines.peek(usize::from(header.height) - row);
    lines.peek(0).is_some_and(fits) && closing.is_some_and(|line| line.keyword() == "end")
}

/// Appends a row's characters, and returns how many there were: at most `width`.
fn push_row(line: Line<'_>, width: usize, cells: &mut Vec<char>) -> Result<usize, TextSpriteError> {
    check_width(line, width)?;
    let start = cells.len();
    cells.extend(line.text.chars());
    Ok(cells.len() - start)
}

fn check_width(line: Line<'_>, width: usize) -> Result<(), TextSpriteError> {
    let found = line.end_column() - 1;
    if found <= width {
        return Ok(());
    }
    let what = format!("a row of {found} characters");
    Err(line.error(width + 1, what, format!("expected at most {width}")))
}

/// Returns whether the file or its body ends where an error occurred.
fn ends_body(error: &TextSpriteError, close: &str) -> bool {
    error.what == FILE_ENDS || error.what == format!("unexpected `{close}`")
}

/// Returns the hint of an error about the number of rows of all frames.
fn frames_of(header: &Header) -> String {
    let Header { frames, height, .. } = header;
    format!("the header says frames {frames}, height {height}")
}

/// Returns the hint of an error where the body should end.
fn after_frames(header: &Header) -> String {
    let frames = header.frames;
    let noun = if frames == 1 { "frame" } else { "frames" };
    format!("after {frames} {noun}, as the header says")
}

/// Takes a line that consists of this word.
fn keyword(lines: &mut Lines<'_>, word: &str) -> Result<(), TextSpriteError> {
    let line = lines.take(format_args!("`{word}`"))?;
    match line.keyword() == word {
        true => Ok(()),
        false => Err(unexpected(line, format_args!("`{word}`"))),
    }
}

/// Accepts only lines of white space after the end.
fn nothing_more(lines: &mut Lines<'_>, after: &str) -> Result<(), TextSpriteError> {
    while let Some(line) = lines.peek(0) {
        if !line.text.trim().is_empty() {
            let line = lines.take("")?;
            return Err(unexpected(line, format_args!("nothing after {after}")));
        }
        lines.skip();
    }
    Ok(())
}

/// Returns the error about a line that is not what was expected.
fn unexpected(line: Line<'_>, expected: impl fmt::Display) -> TextSpriteError {
    let what = match line.keyword() {
        "" => "an empty line".to_owned(),
        text => format!("unexpected `{}`", shown(text)),
    };
    line.error(1, what, format!("expected {expected}"))
}
