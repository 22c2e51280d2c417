//! A lenient reader of JSON files of other programs: a tree of the wanted members, within limits of memory and depth.
//!
//! Members of other names are skipped, so that files of newer versions can be read.

use struson::reader::{JsonReader, JsonStreamReader, ReaderError, ReaderSettings, ValueType};

/// Maximum nesting of lists and objects.
const MAX_DEPTH: u32 = 64;

/// A value of a JSON file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum JsonValue {
    /// `null`, or a member that is missing.
    Null,
    /// A truth value.
    Bool(bool),
    /// A number. Larger than every `f64` becomes infinite, which no getter returns.
    Number(f64),
    /// A text.
    Text(Box<str>),
    /// A list.
    List(Box<[Self]>),
    /// Wanted members of an object, in the order of the file. A name may be repeated; the first one counts.
    Object(Box<[(JsonName, Self)]>),
}

/// The name of a member: its index in the list of wanted names, or a name of the user's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum JsonName {
    /// A wanted name.
    Known(&'static str),
    /// Any other name, in an object whose members are all kept.
    Own(Box<str>),
}

impl JsonName {
    /// Returns the name.
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Known(name) => name,
            Self::Own(name) => name,
        }
    }
}

/// The members to keep of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonSchema {
    /// Names of members to keep.
    pub(crate) names: &'static [&'static str],
    /// Names of objects all of whose members are kept.
    pub(crate) open: &'static [&'static str],
    /// Maximum memory of the tree, in bytes.
    pub(crate) max_bytes: usize,
}

static NULL: JsonValue = JsonValue::Null;

impl JsonValue {
    /// Returns a member of an object. `Null` if there is none.
    pub(crate) fn get(&self, name: &str) -> &Self {
        let mut members = self.members();
        let found = members.find(|(key, _)| *key == name);
        found.map_or(&NULL, |(_, value)| value)
    }

    /// Returns the members of an object. Empty for all other values.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&str, &Self)> {
        let members = match self {
            Self::Object(members) => &members[..],
            _ => &[],
        };
        members.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns the items of a list. Empty for all other values.
    pub(crate) fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// Takes a member out of an object. `Null` if there is none.
    #[cfg(feature = "ldtk")]
    pub(crate) fn take(&mut self, name: &str) -> Self {
        let members = match self {
            Self::Object(members) => &mut members[..],
            _ => &mut [],
        };
        let found = members.iter_mut().find(|(key, _)| key.as_str() == name);
        found.map_or(Self::Null, |(_, value)| {
            core::mem::replace(value, Self::Null)
        })
    }

    /// Returns the items of a list. Empty for all other values.
    #[cfg(feature = "ldtk")]
    pub(crate) fn into_items(self) -> Vec<Self> {
        match self {
            Self::List(items) => items.into_vec(),
            _ => Vec::new(),
        }
    }

    /// Returns a text. `None` for all other values.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a finite number. `None` for all other values.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) if number.is_finite() => Some(*number),
            _ => None,
        }
    }

    /// Returns a whole number within an `i64` that a float represents exactly. `None` for all other values.
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
    pub(crate) fn whole(&self) -> Option<i64> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let number = self.number()?;
        (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
    }

    /// Returns a whole number of another type, if it fits.
    pub(crate) fn fits<T: TryFrom<i64>>(&self) -> Option<T> {
        T::try_from(self.whole()?).ok()
    }

    /// Returns whether the value is `true`.
    pub(crate) fn is_true(&self) -> bool {
        *self == Self::Bool(true)
    }
}

/// Reads a file. Also returns the memory that the tree takes, in bytes. `program` is the program to save it with again, for
/// errors.
///
/// # Errors
/// The bytes are not UTF-8 or not JSON, are nested too deeply, or need more memory than allowed.
pub(crate) fn read(
    bytes: &[u8],
    schema: JsonSchema,
    program: &str,
) -> Result<(JsonValue, usize), String> {
    let text = core::str::from_utf8(bytes);
    let text = text.map_err(|_| format!("is not UTF-8: save it again in {program}"))?;
    let text = text.trim_start_matches('\u{feff}');
    let settings = ReaderSettings {
        max_nesting_depth: Some(MAX_DEPTH),
        // Huge numbers become infinite, and count as missing.
        restrict_number_values: false,
        ..ReaderSettings::default()
    };
    let mut tree = JsonTreeReader {
        reader: JsonStreamReader::new_custom(text.as_bytes(), settings),
        schema,
        left: schema.max_bytes,
    };
    let value = tree.value(false).and_then(|value| {
        tree.reader.consume_trailing_whitespace()?;
        Ok(value)
    });
    let used = schema.max_bytes - tree.left;
    value
        .map(|value| (value, used))
        .map_err(|fault| match fault {
            JsonFault::Syntax(ReaderError::MaxNestingDepthExceeded { .. }) => {
                format!("is nested deeper than {MAX_DEPTH} levels: save it again in {program}")
            }
            JsonFault::Syntax(error) => {
                let error = error.to_string().replace(['\n', '\r'], " ");
                let error: String = error.chars().take(200).collect();
                format!("is not valid JSON: {error}: save it again in {program}")
            }
            JsonFault::Memory => format!(
                "needs more than {} MiB of memory: split it into several files",
                schema.max_bytes >> 20
            ),
        })
}

enum JsonFault {
    Syntax(ReaderError),
    Memory,
}

impl From<ReaderError> for JsonFault {
    fn from(error: ReaderError) -> Self {
        Self::Syntax(error)
    }
}

struct JsonTreeReader<'a> {
    reader: JsonStreamReader<&'a [u8]>,
    schema: JsonSchema,
    /// Memory that further values may take, in bytes.
    left: usize,
}

impl JsonTreeReader<'_> {
    /// Counts memory that is about to be allocated.
    fn take(&mut self, bytes: usize) -> Result<(), JsonFault> {
        self.left = self.left.checked_sub(bytes).ok_or(JsonFault::Memory)?;
        Ok(())
    }

    /// Appends a value. Growing copies the list: the old and the new one count while both exist.
    fn push<T>(&mut self, list: &mut Vec<T>, item: T) -> Result<(), JsonFault> {
        if list.len() == list.capacity() {
            let more = (list.capacity() * 2).max(4);
            self.take(more * size_of::<T>())?;
            list.reserve_exact(more - list.len());
            self.left += (more / 2) * size_of::<T>() * usize::from(more > 4);
        }
        list.push(item);
        Ok(())
    }

    /// Gives the unused capacity of a list back.
    fn boxed<T>(&mut self, list: Vec<T>) -> Box<[T]> {
        self.left += (list.capacity() - list.len()) * size_of::<T>();
        list.into_boxed_slice()
    }

    /// Reads the next value. `is_open` keeps all members of an object.
    fn value(&mut self, is_open: bool) -> Result<JsonValue, JsonFault> {
        Ok(match self.reader.peek()? {
            ValueType::Null => {
                self.reader.next_null()?;
                JsonValue::Null
            }
            ValueType::Boolean => JsonValue::Bool(self.reader.next_bool()?),
            ValueType::Number => {
                let number = self.reader.next_number_as_str()?.parse();
                JsonValue::Number(number.unwrap_or(f64::NAN))
            }
            ValueType::String => {
                let text: Box<str> = self.reader.next_str()?.into();
                self.take(text.len())?;
                JsonValue::Text(text)
            }
            ValueType::Array => {
                self.reader.begin_array()?;
                let mut items = Vec::new();
                while self.reader.has_next()? {
                    let item = self.value(is_open)?;
                    self.push(&mut items, item)?;
                }
                self.reader.end_array()?;
                JsonValue::List(self.boxed(items))
            }
            ValueType::Object => self.object(is_open)?,
        })
    }

    fn object(&mut self, is_open: bool) -> Result<JsonValue, JsonFault> {
        self.reader.begin_object()?;
        let mut members = Vec::new();
        while self.reader.has_next()? {
            let name = self.reader.next_name()?;
            let mut names = self.schema.names.iter();
            let name = match names.find(|known| **known == name) {
                Some(known) => JsonName::Known(known),
                None if is_open => JsonName::Own(name.into()),
                None => {
                    self.reader.skip_value()?;
                    continue;
                }
            };
            if let JsonName::Own(name) = &name {
                self.take(name.len())?;
            }
            let value = self.value(self.schema.open.contains(&name.as_str()))?;
            self.push(&mut members, (name, value))?;
        }
        self.reader.end_object()?;
        Ok(JsonValue::Object(self.boxed(members)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: JsonSchema = JsonSchema {
        names: &["a", "b", "frames"],
        open: &["frames"],
        max_bytes: 4096,
    };

    fn value(text: &str) -> JsonValue {
        read(text.as_bytes(), SCHEMA, "the editor").unwrap().0
    }

    fn fault(text: &[u8]) -> String {
        read(text, SCHEMA, "the editor").unwrap_err()
    }

    #[test]
    fn only_wanted_members_are_kept() {
        let tree = value(r#"{"a": [1, 2.5, "x"], "other": {"a": 1}, "b": {"c": 3, "a": true}}"#);
        assert_eq!(tree.get("a").items().len(), 3);
        assert_eq!(tree.get("a").items()[1].number(), Some(2.5));
        assert_eq!(tree.get("a").items()[2].text(), Some("x"));
        assert_eq!(tree.get("other"), &JsonValue::Null);
        assert_eq!(tree.get("b").members().count(), 1);
        assert!(tree.get("b").get("a").is_true());
        let open = value(r#"{"frames": {"walk 0": {"a": 1, "no": 2}}}"#);
        let frames: Vec<_> = open.get("frames").members().collect();
        assert_eq!(frames[0].0, "walk 0");
        assert_eq!(frames[0].1.members().count(), 1);
    }

    #[test]
    fn numbers_that_do_not_fit_are_none() {
        let list = value("[1, -1, 1.5, 1e300, 1e999, 9007199254740993, 300]");
        let whole = |index: usize| list.items()[index].whole();
        assert_eq!(
            (whole(0), whole(1), whole(2), whole(3)),
            (Some(1), Some(-1), None, None)
        );
        assert_eq!(list.items()[4].number(), None);
        assert_eq!(list.items()[1].fits::<u8>(), None);
        assert_eq!(list.items()[6].fits::<u8>(), None);
        assert_eq!(list.items()[6].fits::<u16>(), Some(300));
    }

    #[test]
    fn faults_are_one_line_with_a_remedy() {
        assert_eq!(fault(b"\xff"), "is not UTF-8: save it again in the editor");
        let error = fault(b"{\"a\":\n");
        assert!(
            error.starts_with("is not valid JSON: ") && !error.contains('\n'),
            "{error}"
        );
        assert!(error.ends_with(": save it again in the editor"));
        let deep = "[".repeat(100);
        assert!(fault(deep.as_bytes()).starts_with("is nested deeper than 64 levels"));
        let long = format!("[{}1]", "1,".repeat(1000));
        assert!(fault(long.as_bytes()).starts_with("needs more than 0 MiB of memory"));
    }
}
