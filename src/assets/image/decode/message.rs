//! Messages of decoders in plain words.

/// Description of a file that ends too early.
pub(super) const CUT_SHORT: &str = "it is cut short";

/// Messages about missing pixels, and their meaning.
const PIXELS: [(&str, &str); 3] = [
    ("image dimensions (0x", "it has no pixels"),
    (
        "idat or fdat chunk does not have enough data for image",
        "it has fewer pixels than its header states",
    ),
    ("idat or fdat chunk is missing", "it has no pixels"),
];

/// Returns a decoder's message as one line in lower case, without the notation of its types.
pub(super) fn plain(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let line = line.trim().trim_end_matches('.');
    let lower = line.to_ascii_lowercase();
    let ends_early = ["unexpected end of file", "failed to fill whole buffer"];
    if ends_early.iter().any(|text| lower.contains(text)) {
        return CUT_SHORT.to_owned();
    }
    if let Some((_, plain)) = PIXELS.iter().find(|(text, _)| lower.contains(text)) {
        return (*plain).to_owned();
    }
    let line = with_chunk_names(line);
    if let Some((_, chunk)) = line.split_once(" while decoding ")
        && line.starts_with("CRC error")
    {
        return format!("{chunk} is damaged");
    }
    let mut letters = line.chars();
    match (letters.next(), letters.as_str()) {
        // An abbreviation stays as it is.
        (Some(first), rest) if rest.starts_with(char::is_lowercase) => {
            format!("{}{rest}", first.to_ascii_lowercase())
        }
        _ => line,
    }
}

/// Replaces the crate `png`'s `ChunkType { type: IDAT, … }` with `chunk IDAT`. If the word chunk is next to it,
/// replaces that, too.
fn with_chunk_names(line: &str) -> String {
    let mut plain = line.to_owned();
    while let Some((before, rest)) = plain.split_once("ChunkType { type: ")
        && let Some((name, flags)) = rest.split_once(',')
        && let Some((_, after)) = flags.split_once('}')
    {
        let before = before.trim_end_matches("Chunk ");
        let after = after.strip_prefix(" chunk").unwrap_or(after);
        plain = format!("{before}chunk {name}{after}");
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_line_of_plain_words() {
        const FLAGS: &str = "critical: true, private: false, reserved: false, safecopy: false";
        let chunk = |name| format!("ChunkType {{ type: {name}, {FLAGS} }}");
        for (message, expected) in [
            (
                format!(
                    "CRC error: expected 0x1 have 0x2 while decoding {} chunk.",
                    chunk("IDAT")
                ),
                "chunk IDAT is damaged",
            ),
            (
                format!("Chunk {} must appear at most once.", chunk("PLTE")),
                "chunk PLTE must appear at most once",
            ),
            (
                format!("{} chunk appeared before IHDR chunk", chunk("gAMA")),
                "chunk gAMA appeared before IHDR chunk",
            ),
            (
                "I/O errors Not enough bytes\nUse that".to_owned(),
                "I/O errors Not enough bytes",
            ),
            ("Unexpected End of File".to_owned(), CUT_SHORT),
            (
                "i/o error: failed to fill whole buffer".to_owned(),
                CUT_SHORT,
            ),
            (
                "IDAT or fDAT chunk does not have enough data for image.".to_owned(),
                "it has fewer pixels than its header states",
            ),
            (
                "IDAT or fdAT chunk is missing.".to_owned(),
                "it has no pixels",
            ),
            ("Invalid DDS header".to_owned(), "invalid DDS header"),
            (String::new(), ""),
        ] {
            assert_eq!(plain(&message), expected, "{message}");
        }
    }
}
