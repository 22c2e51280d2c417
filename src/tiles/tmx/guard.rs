//! What a file must not have: what would make the crate that reads it take endless memory or stack, which no one can
//! catch.

/// How deep elements may be in one another. Those of Tiled are hardly ever more than ten.
const MAX_DEPTH: usize = 64;
/// The most tiles that a tileset may count: memory for them is taken before they are read.
const MAX_SLICES: u32 = 1 << 20;

/// Refuses a file. The error says what is wrong and what to do.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    let text = core::str::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned())?;
    if depth(text) > MAX_DEPTH {
        return Err(format!(
            "has elements in one another, deeper than {MAX_DEPTH}"
        ));
    }
    for count in values(text, "tilecount") {
        if count.parse::<u32>().is_ok_and(|count| count <= MAX_SLICES) {
            continue;
        }
        return Err(format!("a tileset of {count} tiles: at most {MAX_SLICES}"));
    }
    if values(text, "infinite").any(|value| value != "0") {
        return Err("an infinite map: uncheck Infinite in the map's properties".to_owned());
    }
    if values(text, "compression").any(|value| !value.is_empty()) {
        // Those that are read were written anew, without: see `inflate`.
        let what =
            "has compressed layers that are not read: choose CSV as the map's tile layer format";
        return Err(what.to_owned());
    }
    Ok(())
}

/// How deep the elements are in one another, at most. Never less than they are.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for part in text.split('<').skip(1) {
        if part.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if !part.starts_with(['?', '!']) {
            deepest = deepest.max(depth + 1);
            let end = part.find('>').unwrap_or(part.len());
            if !part[..end].ends_with('/') {
                depth += 1;
            }
        }
    }
    deepest
}

/// The values of all attributes of this name, and perhaps other text that looks like one.
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
