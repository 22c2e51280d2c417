//! Custom properties, as text.

use std::collections::BTreeMap;

use super::memory::MapMemory;
use super::node::{LIST, MapNode};

/// Properties by name, as text.
type Texts = BTreeMap<String, String>;

/// Returns the properties of an element.
pub(super) fn properties(node: &MapNode, memory: &MapMemory) -> Result<Texts, String> {
    let mut texts = Texts::new();
    for property in node.named("property") {
        let name = property.text_of("name");
        add(&mut texts, name, property, memory)?;
    }
    Ok(texts)
}

/// Adds a property: its value, the members of a class as `name.member`, and the elements of a list as `name.0`.
fn add(
    texts: &mut Texts,
    name: &str,
    property: &MapNode,
    memory: &MapMemory,
) -> Result<(), String> {
    let mut items = 0;
    for child in &property.children {
        match &*child.name {
            "property" => {
                let member = inner(name, child.text_of("name"), memory)?;
                add(texts, &member, child, memory)?;
            }
            "item" => {
                add(
                    texts,
                    &inner(name, &items.to_string(), memory)?,
                    child,
                    memory,
                )?;
                items += 1;
            }
            // In JSON, the members of a class are in an object.
            "value" => add_members(texts, name, child, memory)?,
            _ => {}
        }
    }
    // XML has text of several lines between the tags.
    let value = property
        .get("value")
        .or((property.children.is_empty()).then_some(&*property.text));
    if let Some(value) = value {
        memory.insert(texts, memory.text(name)?, memory.text(value)?)?;
    }
    Ok(())
}

fn add_members(
    texts: &mut Texts,
    name: &str,
    class: &MapNode,
    memory: &MapMemory,
) -> Result<(), String> {
    for (member, value) in &class.attributes {
        memory.insert(texts, inner(name, member, memory)?, memory.text(value)?)?;
    }
    for child in &class.children {
        if child.name == LIST {
            add(
                texts,
                &inner(name, child.text_of("name"), memory)?,
                child,
                memory,
            )?;
            continue;
        }
        add_members(texts, &inner(name, &child.name, memory)?, child, memory)?;
    }
    Ok(())
}

/// Returns the name of a member. Its memory is counted, because a long name is repeated for each member.
fn inner(name: &str, member: &str, memory: &MapMemory) -> Result<String, String> {
    memory.take(name.len() + 1 + member.len())?;
    Ok(format!("{name}.{member}"))
}
