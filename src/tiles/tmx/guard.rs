//! Rejects files that would make the crate `tiled` exhaust memory or stack, which cannot be caught.

/// Maximum nesting of elements. Tiled's files rarely exceed ten levels.
const MAX_DEPTH: usize = 64;
/// Maximum number of tiles per tileset. The crate allocates memory for them before it reads them.
const MAX_TILES: u32 = 1 << 20;

/// Rejects a dangerous file. The error names the fault and the remedy.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    let text = core::str::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned())?;
    if depth(text) > MAX_DEPTH {
        return Err(format!("is nested deeper than {MAX_DEPTH} levels"));
    }
    for count in values(text, "tilecount") {
        if count.parse::<u32>().is_ok_and(|count| count <= MAX_TILES) {
            continue;
        }
        return Err(format!(
            "has a tileset of {count} tiles: at most {MAX_TILES} are supported"
        ));
    }
    if values(text, "infinite").any(|value| value != "0") {
        return Err("is an infinite map: uncheck Infinite in the map's properties".to_owned());
    }
    if values(text, "compression").any(|value| !value.is_empty()) {
        // `inflate` has already removed every supported compression.
        let what =
            "has layers with an unsupported compression: choose CSV as the map's tile layer format";
        return Err(what.to_owned());
    }
    Ok(())
}

/// Returns an upper bound of the nesting of elements.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for tag in text.split('<').skip(1) {
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if !tag.starts_with(['?', '!']) {
            deepest = deepest.max(depth + 1);
            let end = tag.find('>').unwrap_or(tag.len());
            if !tag[..end].ends_with('/') {
                depth += 1;
            }
        }
    }
    deepest
}

/// Returns the values of all attributes with this name, and possibly of other text that looks like one.
pub(super) fn values<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(name).filter_map(move |(at, _)| {
        let value = text[at + name.len()..].trim_start().strip_prefix('=')?;
        let value = value.trim_start();
        let quote = value
            .chars()
            .next()
            .filter(|quote| ['"', '\''].contains(quote))?;
        value[1..].split(quote).next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_take_endless_memory_or_stack_is_refused() {
        let deep = "<group>".repeat(65);
        for (text, what) in [
            (deep.as_str(), "deeper than 64"),
            (
                "<tileset tilecount = '4000000000'/>",
                "a tileset of 4000000000 tiles",
            ),
            ("<tileset tilecount=\"&#52;\"/>", "a tileset of &#52; tiles"),
            ("<map infinite=\"1\">", "uncheck Infinite"),
            ("<data encoding='base64' compression='zlib'>", "choose CSV"),
        ] {
            let error = check(text.as_bytes()).unwrap_err();
            assert!(error.contains(what), "{error}");
        }
        assert!(check(&[0xff]).is_err());
        let wide = "<a><b/></a>".repeat(1000);
        assert_eq!(check(wide.as_bytes()), Ok(()));
    }
}
