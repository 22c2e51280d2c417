//! Reads the JSON output of cargo: objects, lists and strings. Other values are skipped.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::Chars;

#[derive(Debug, PartialEq)]
pub(crate) enum Json {
    Object(BTreeMap<String, Self>),
    List(Vec<Self>),
    Text(String),
    /// A number, true, false or null.
    Other,
}

impl Json {
    /// Parses a text, which must be valid.
    pub(crate) fn read(text: &str) -> Self {
        let mut chars = text.chars().peekable();
        let value = value(&mut chars);
        assert_eq!(next(&mut chars), None, "one value");
        value
    }

    /// Returns the value of a name in an object.
    pub(crate) fn get(&self, name: &str) -> &Self {
        match self {
            Self::Object(values) => &values[name],
            _ => panic!("{name} is of an object, not of {self:?}"),
        }
    }

    pub(crate) fn list(&self) -> &[Self] {
        match self {
            Self::List(values) => values,
            _ => panic!("not a list: {self:?}"),
        }
    }

    /// Returns the string. `None` if the value is not a string.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Returns the next character after white space.
fn next(chars: &mut Peekable<Chars<'_>>) -> Option<char> {
    while chars.next_if(|c| c.is_whitespace()).is_some() {}
    chars.next()
}

fn value(chars: &mut Peekable<Chars<'_>>) -> Json {
    match next(chars).unwrap() {
        '{' => {
            let entry = |chars: &mut Peekable<Chars<'_>>| {
                assert_eq!(next(chars), Some('"'));
                let name = text(chars);
                assert_eq!(next(chars), Some(':'));
                (name, value(chars))
            };
            Json::Object(entries(chars, '}', entry).into_iter().collect())
        }
        '[' => Json::List(entries(chars, ']', value)),
        '"' => Json::Text(text(chars)),
        _ => {
            while chars
                .next_if(|c| c.is_alphanumeric() || "+-.".contains(*c))
                .is_some()
            {}
            Json::Other
        }
    }
}

/// Returns the items between commas, up to the closing character.
fn entries<T>(
    chars: &mut Peekable<Chars<'_>>,
    end: char,
    entry: impl Fn(&mut Peekable<Chars<'_>>) -> T,
) -> Vec<T> {
    let mut entries = Vec::new();
    while chars.next_if(|c| c.is_whitespace()).is_some() {}
    if chars.next_if_eq(&end).is_some() {
        return entries;
    }
    loop {
        entries.push(entry(chars));
        match next(chars) {
            Some(',') => {}
            sign => {
                assert_eq!(sign, Some(end));
                return entries;
            }
        }
    }
}

/// Returns the rest of a string after its first quote.
fn text(chars: &mut Peekable<Chars<'_>>) -> String {
    let mut text = String::new();
    loop {
        match chars.next().unwrap() {
            '"' => return text,
            '\\' => text.push(match chars.next().unwrap() {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'u' => {
                    let digits: String = chars.take(4).collect();
                    let code = u32::from_str_radix(&digits, 16).unwrap();
                    // `from_u32` returns `None` for half of a surrogate pair, which no name contains.
                    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
                }
                itself => itself,
            }),
            c => text.push(c),
        }
    }
}

#[test]
fn values_are_read_with_escapes_and_space() {
    let json = Json::read(r#" {"a": [1.5e-3, "b\"\\\u00e9", null], "c" :{} , "d":[ ]} "#);
    let a = json.get("a").list();
    assert_eq!(a.len(), 3);
    assert_eq!(a[1].text(), Some("b\"\\é"));
    assert_eq!((&a[0], a[2].text()), (&Json::Other, None));
    assert_eq!(json.get("c"), &Json::Object(BTreeMap::new()));
    assert_eq!(json.get("d").list(), []);
}
