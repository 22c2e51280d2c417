//! Custom properties, as text.

use std::collections::BTreeMap;

use super::node::MapNode;

/// Returns the properties of an element.
pub(super) fn properties(node: &MapNode) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for property in node.named("property") {
        add(&mut texts, &property.text_of("name"), property);
    }
    texts
}

/// Adds a property: its value, the members of a class as `name.member`, and the elements of a list as `name.0`.
fn add(texts: &mut BTreeMap<String, String>, name: &str, property: &MapNode) {
    let mut items = 0;
    for child in &property.children {
        match &*child.name {
            "property" => add(texts, &format!("{name}.{}", child.text_of("name")), child),
            "item" => {
                add(texts, &format!("{name}.{items}"), child);
                items += 1;
            }
            // In JSON, the members of a class are in an object.
            "value" => add_members(texts, name, child),
            _ => {}
        }
    }
    // XML has text of several lines between the tags.
    let value = property
        .get("value")
        .or((property.children.is_empty()).then_some(&*property.text));
    if let Some(value) = value {
        texts.insert(name.to_owned(), value.to_owned());
    }
}

fn add_members(texts: &mut BTreeMap<String, String>, name: &str, class: &MapNode) {
    for (member, value) in &class.attributes {
        texts.insert(format!("{name}.{member}"), value.clone());
    }
    for child in &class.children {
        add_members(texts, &format!("{name}.{}", child.name), child);
    }
}
