//! The elements of a file. Maps in XML and JSON have the same elements, so both are read into this tree.

use core::str::FromStr;

/// Attribute of a tile that has collision shapes. The shapes themselves are not kept.
pub(super) const SHAPES: &str = "objectgroup";

/// Name of a list within a class property of JSON. The list has its own name as an attribute. A class member of this
/// name counts as a list.
pub(super) const LIST: &str = "[]";

/// An element with its attributes, children and text.
#[derive(Clone, Debug, Default)]
pub(super) struct MapNode {
    pub(super) name: String,
    /// Line where the element begins, counted from 1.
    pub(super) line: u64,
    pub(super) attributes: Vec<(String, String)>,
    pub(super) children: Vec<Self>,
    /// Text between the tags. In the data of a layer, these are the cells.
    pub(super) text: String,
}

impl MapNode {
    /// Returns an attribute. `None` if it is missing.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let (_, value) = attributes.find(|(key, _)| key == name)?;
        Some(value)
    }

    /// Returns an attribute that is not empty.
    pub(super) fn filled(&self, name: &str) -> Option<&str> {
        self.get(name).filter(|value| !value.is_empty())
    }

    /// Returns an attribute. Empty if it is missing.
    pub(super) fn text_of(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// Returns whether an attribute is `true` or 1.
    pub(super) fn is(&self, name: &str) -> bool {
        self.get(name)
            .is_some_and(|value| ["1", "true"].contains(&value))
    }

    /// Returns the class of a tile or an object, which some versions of Tiled write as its type.
    pub(super) fn class(&self) -> &str {
        let class = self.filled("class").or_else(|| self.get("type"));
        class.unwrap_or_default()
    }

    /// Returns an attribute as an integer or a finite floating-point number. `None` if it is missing or empty.
    pub(super) fn number<T: FromStr + Finite>(&self, name: &str) -> Result<Option<T>, String> {
        let Some(text) = self.filled(name) else {
            return Ok(None);
        };
        let value = text.trim().parse().ok().filter(T::is_finite);
        value.map(Some).ok_or_else(|| {
            let what = T::NAME;
            self.fault(format!(
                "`{name}` of `{:.40}`: expected {what}, got \"{text:.40}\"",
                self.name
            ))
        })
    }

    /// Returns an attribute as a number. Fails if it is missing or empty.
    pub(super) fn required<T: FromStr + Finite>(&self, name: &str) -> Result<T, String> {
        let value = self.number(name)?;
        value.ok_or_else(|| self.fault(format!("`{:.40}` has no `{name}`", self.name)))
    }

    /// Returns the first child with this name.
    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.named(name).next()
    }

    /// Returns all children with this name.
    pub(super) fn named<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// Sets an attribute.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.attributes.retain(|(key, _)| key != name);
        self.attributes.push((name.to_owned(), value.to_owned()));
    }

    /// Returns the memory that the element owns, with its children.
    pub(super) fn bytes(&self) -> usize {
        let texts = self.attributes.iter();
        let texts = texts.map(|(name, value)| name.capacity() + value.capacity());
        let children = self.children.iter().map(Self::bytes);
        self.name.capacity()
            + self.text.capacity()
            + self.attributes.capacity() * size_of::<(String, String)>()
            + self.children.capacity() * size_of::<Self>()
            + texts.chain(children).sum::<usize>()
    }

    /// Adds this element's line to an error.
    pub(super) fn fault(&self, what: impl core::fmt::Display) -> String {
        format!("line {}: {what}", self.line)
    }
}

/// A type of number that an attribute may have.
pub(super) trait Finite {
    const NAME: &str = "a whole number";

    fn is_finite(&self) -> bool {
        true
    }
}

impl Finite for u32 {
    const NAME: &str = "a whole number from 0";
}

impl Finite for i32 {}

impl Finite for f32 {
    const NAME: &str = "a number";

    fn is_finite(&self) -> bool {
        Self::is_finite(*self)
    }
}
