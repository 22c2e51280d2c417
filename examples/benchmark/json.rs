//! Reading and writing of JSON.

use core::fmt::Write;

/// Maximum depth of lists and objects in each other.
const MAX_DEPTH: usize = 32;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Self>),
    /// Members in the order of the text.
    Object(Vec<(String, Self)>),
}

impl Json {
    /// Parses a text with one value.
    ///
    /// # Errors
    /// The text is not valid JSON, or is nested deeper than 32 levels. Returns what was expected, and where.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.skip_blanks();
        match reader.rest() {
            "" => Ok(value),
            _ => Err(reader.expected("the end")),
        }
    }

    /// Returns a member of an object. `None` for other values, and without such a member.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => {
                let mut found = members.iter().filter(|(key, _)| key == name);
                found.next().map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// Returns a number.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns a text.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the values of a list.
    pub(crate) fn list(&self) -> Option<&[Self]> {
        match self {
            Self::List(values) => Some(values),
            _ => None,
        }
    }

    /// Appends the value in one line. Numbers that are not finite are written as `null`.
    pub(crate) fn write(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(is_true) => out.push_str(if *is_true { "true" } else { "false" }),
            Self::Number(number) if number.is_finite() => {
                // Rust's shortest decimal has no exponent, and is exact.
                let _ = write!(out, "{number}");
            }
            Self::Number(_) => out.push_str("null"),
            Self::Text(text) => write_text(text, out),
            Self::List(values) => {
                out.push('[');
                for (number, value) in values.iter().enumerate() {
                    out.push_str(if number > 0 { "," } else { "" });
                    value.write(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (number, (name, value)) in members.iter().enumerate() {
                    out.push_str(if number > 0 { "," } else { "" });
                    write_text(name, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            control if control.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

/// Reads values from a text.
struct Reader<'a> {
    text: &'a str,
    /// Bytes read so far.
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        let is_blank = |letter| matches!(letter, ' ' | '\t' | '\r' | '\n');
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
    }

    /// Skips a sign, and blanks before it. Returns whether it was there.
    fn takes(&mut self, sign: &str) -> bool {
        self.skip_blanks();
        let is_there = self.rest().starts_with(sign);
        if is_there {
            self.at += sign.len();
        }
        is_there
    }

    fn expected(&self, what: &str) -> String {
        format!("expected {what} at byte {}", self.at)
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > MAX_DEPTH {
            return Err(format!("is nested deeper than {MAX_DEPTH} levels"));
        }
        for (word, value) in [
            ("null", Json::Null),
            ("true", Json::Bool(true)),
            ("false", Json::Bool(false)),
        ] {
            if self.takes(word) {
                return Ok(value);
            }
        }
        if self.takes("{") {
            return self.object(depth);
        }
        if self.takes("[") {
            return self.list(depth);
        }
        if self.takes("\"") {
            return self.string().map(Json::Text);
        }
        self.decimal()
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        let mut members = Vec::new();
        if self.takes("}") {
            return Ok(Json::Object(members));
        }
        loop {
            if !self.takes("\"") {
                return Err(self.expected("a name"));
            }
            let name = self.string()?;
            if !self.takes(":") {
                return Err(self.expected("a colon"));
            }
            members.push((name, self.value(depth + 1)?));
            if self.takes("}") {
                return Ok(Json::Object(members));
            }
            if !self.takes(",") {
                return Err(self.expected("a comma or a brace"));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        let mut values = Vec::new();
        if self.takes("]") {
            return Ok(Json::List(values));
        }
        loop {
            values.push(self.value(depth + 1)?);
            if self.takes("]") {
                return Ok(Json::List(values));
            }
            if !self.takes(",") {
                return Err(self.expected("a comma or a bracket"));
            }
        }
    }

    /// Reads the rest of a string, after its first quote.
    fn string(&mut self) -> Result<String, String> {
        let mut text = String::new();
        loop {
            let Some(letter) = self.rest().chars().next().filter(|it| *it >= ' ') else {
                return Err(self.expected("a quote"));
            };
            self.at += letter.len_utf8();
            match letter {
                '"' => return Ok(text),
                '\\' => text.push(self.escape()?),
                other => text.push(other),
            }
        }
    }

    /// Reads the rest of an escape, after its backslash.
    fn escape(&mut self) -> Result<char, String> {
        let kind = self.rest().chars().next();
        let plain = match kind {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some(same @ ('"' | '\\' | '/')) => same,
            Some('u') => return self.code_point(),
            _ => return Err(self.expected("an escape")),
        };
        self.at += 1;
        Ok(plain)
    }

    /// Reads the letter `u` and four digits. Halves of a pair of surrogates become replacement characters.
    fn code_point(&mut self) -> Result<char, String> {
        let digits = self.rest().get(1..5);
        let digits = digits.filter(|digits| digits.bytes().all(|it| it.is_ascii_hexdigit()));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let Some(code) = code else {
            return Err(self.expected("four hexadecimal digits"));
        };
        self.at += 5;
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn decimal(&mut self) -> Result<Json, String> {
        let rest = self.rest();
        let is_part = |letter: char| letter.is_ascii_digit() || "+-.eE".contains(letter);
        let length = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let digits = rest[..length].strip_prefix('-').unwrap_or(&rest[..length]);
        let starts = digits.starts_with(|first: char| first.is_ascii_digit());
        match rest[..length].parse::<f64>() {
            Ok(number) if starts => {
                self.at += length;
                Ok(Json::Number(number))
            }
            _ => Err(self.expected("a value")),
        }
    }
}
