//! The data that the page passes to the program: the properties of its global object `damselfly`.

use std::ffi::OsString;

use web_sys::js_sys::{self, Array, Reflect};
use web_sys::wasm_bindgen::{JsCast, JsValue};

/// Returns the arguments: the strings in the array `damselfly.arguments`. None if the page has no such array.
pub(crate) fn arguments() -> impl Iterator<Item = OsString> {
    let listed = property("arguments").and_then(|list| list.dyn_into::<Array>().ok());
    let listed = listed.into_iter().flat_map(|list| list.to_vec());
    listed
        .filter_map(|argument| argument.as_string())
        .map(OsString::from)
}

/// Returns a property of the page's object `damselfly`. `None` if the page has no such object; `undefined` if the object
/// has no such property.
fn property(name: &str) -> Option<JsValue> {
    let object = Reflect::get(&js_sys::global(), &"damselfly".into()).ok()?;
    // Fails if it is not an object.
    Reflect::get(&object, &name.into()).ok()
}
