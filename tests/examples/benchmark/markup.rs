//! A small check that a page is well-formed.

/// Elements without an end tag.
const VOID: [&str; 3] = ["!DOCTYPE", "meta", "br"];

/// Checks that each start tag has its end tag, in order, and that attributes are quoted. Returns the names of all
/// elements.
///
/// # Errors
/// The first fault.
pub(crate) fn check(page: &str) -> Result<Vec<&str>, String> {
    let (mut open, mut names) = (Vec::new(), Vec::new());
    let mut rest = page;
    while let Some((text, after)) = rest.split_once('<') {
        check_text(text)?;
        let (tag, after) = after.split_once('>').ok_or("a tag without end")?;
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> ends another element"));
            }
            continue;
        }
        let is_closed = tag.ends_with('/');
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let name = name.trim_end_matches('/');
        names.push(name);
        if VOID.contains(&name) {
            continue;
        }
        check_attributes(attributes.trim_end_matches('/'))
            .map_err(|fault| format!("<{tag}>: {fault}"))?;
        if name == "style" {
            let (_, after) = rest.split_once("</style>").ok_or("a style without end")?;
            rest = after;
        } else if !is_closed {
            open.push(name);
        }
    }
    match open.pop() {
        Some(name) => Err(format!("<{name}> does not end")),
        None => check_text(rest).map(|()| names),
    }
}

fn check_text(text: &str) -> Result<(), String> {
    let mut parts = text.split('&').skip(1);
    let known = ["amp;", "lt;", "gt;", "quot;"];
    let is_known = |part: &str| known.iter().any(|name| part.starts_with(name));
    match text.contains('>') || !parts.all(is_known) {
        true => Err(format!("a sign is not escaped: {text}")),
        false => Ok(()),
    }
}

fn check_attributes(mut text: &str) -> Result<(), String> {
    loop {
        text = text.trim_start();
        if text.is_empty() {
            return Ok(());
        }
        let (name, after) = text.split_once("=\"").ok_or("a value without quotes")?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == ':';
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(format!("{name} is not a name"));
        }
        let (value, after) = after.split_once('"').ok_or("a value without end")?;
        for bad in ["NaN", "inf"] {
            if value.contains(bad) {
                return Err(format!("{name} is {value}"));
            }
        }
        check_text(value)?;
        text = after;
    }
}

#[test]
fn faults_of_markup_are_found() {
    let names = Ok(vec!["p", "svg", "line"]);
    assert_eq!(
        check("<p a=\"1\"><svg><line x1=\"1\"/></svg> &amp;</p>"),
        names
    );
    for faulty in [
        "<p>",
        "<p><b></p></b>",
        "</p>",
        "<p",
        "<p>a & b</p>",
        "<p>></p>",
        "<p a=1></p>",
        "<p a=\"1></p>",
        "<p a=\"NaN\"></p>",
    ] {
        assert!(check(faulty).is_err(), "{faulty}");
    }
}
