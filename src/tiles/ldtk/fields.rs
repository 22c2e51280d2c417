//! Fields of levels and entities.

use std::collections::BTreeMap;

use glam::IVec2;

use super::LdtkValue;
use super::tilesets::{LdtkTilesets, rect_of};
use crate::base::color::Color;
use crate::files::json::JsonValue;

/// Returns the fields of a level or an entity by name.
pub(super) fn fields(owner: &JsonValue, tilesets: &LdtkTilesets) -> BTreeMap<String, LdtkValue> {
    let fields = owner.get("fieldInstances").items().iter();
    let fields = fields.filter_map(|field| {
        let name = field.get("__identifier").text()?;
        let kind = field.get("__type").text().unwrap_or_default();
        Some((name.to_owned(), value(kind, field.get("__value"), tilesets)))
    });
    fields.collect()
}

fn value(kind: &str, value: &JsonValue, tilesets: &LdtkTilesets) -> LdtkValue {
    if let JsonValue::List(items) = value {
        let kind = kind
            .strip_prefix("Array<")
            .and_then(|kind| kind.strip_suffix('>'));
        let kind = kind.unwrap_or_default();
        return LdtkValue::List(
            items
                .iter()
                .map(|item| single(kind, item, tilesets))
                .collect(),
        );
    }
    single(kind, value, tilesets)
}

fn single(kind: &str, value: &JsonValue, tilesets: &LdtkTilesets) -> LdtkValue {
    let found = match (kind, value) {
        (_, JsonValue::Bool(value)) => Some(LdtkValue::Bool(*value)),
        ("Color", JsonValue::Text(text)) => color_of(text).map(LdtkValue::Color),
        (_, JsonValue::Text(text)) => Some(LdtkValue::Text(text.to_string())),
        ("Int", JsonValue::Number(_)) => value.whole().map(LdtkValue::Int),
        (_, JsonValue::Number(_)) => value.number().map(LdtkValue::Float),
        (_, JsonValue::Object(_)) => object(value, tilesets),
        _ => None,
    };
    found.unwrap_or_default()
}

fn object(value: &JsonValue, tilesets: &LdtkTilesets) -> Option<LdtkValue> {
    if let Some((uid, part)) = rect_of(value) {
        return tilesets.tile(uid, part).map(LdtkValue::Tile);
    }
    if let Some(iid) = value.get("entityIid").text() {
        return Some(LdtkValue::Entity(iid.to_owned()));
    }
    let cell = IVec2::new(value.get("cx").fits()?, value.get("cy").fits()?);
    Some(LdtkValue::Point(cell))
}

/// Returns a colour that is written as `#rrggbb`.
pub(super) fn color_of(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some(Color::rgb(red, green, blue))
}
