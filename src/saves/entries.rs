//! Conversion of resources and components of any type to values of a saved game.

use ciborium::Value;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::SaveError;
use crate::base::id::ObjectId;
use crate::world::{Component, Context, Resource, World};

/// A change of the world, applied after the whole saved game was validated.
pub(super) type Apply = Box<dyn FnOnce(&mut World)>;

/// A change of an object.
pub(super) type ApplyTo = Box<dyn FnOnce(&mut World, ObjectId)>;

/// A type of resources in a saved game: its name, and functions that write and read its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct SavedResource {
    pub(super) name: &'static str,
    pub(super) write: fn(&World) -> Result<Value, String>,
    pub(super) read: fn(&Value) -> Result<Apply, String>,
}

/// A type of components in a saved game: its name, and functions that write and read a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct SavedComponent {
    pub(super) name: &'static str,
    pub(super) write: fn(&World, ObjectId) -> Result<Value, String>,
    pub(super) read: fn(&Value) -> Result<ApplyTo, String>,
}

/// A kind of objects in a saved game, and the function that spawns one.
#[derive(Clone, Copy, Debug)]
pub(super) struct SavedKind {
    pub(super) kind: &'static str,
    pub(super) spawn: fn(&mut Context<'_>) -> ObjectId,
}

impl SavedResource {
    pub(super) fn of<T: Resource + Serialize + DeserializeOwned>(name: &'static str) -> Self {
        Self {
            name,
            write: |world| optional(world.resource::<T>()),
            read: |value| {
                let read = read_optional::<T>(value)?;
                Ok(Box::new(|world| match read {
                    Some(value) => drop(world.insert_resource(value)),
                    None => drop(world.take_resource::<T>()),
                }))
            },
        }
    }
}

impl SavedComponent {
    pub(super) fn of<T: Component + Serialize + DeserializeOwned>(name: &'static str) -> Self {
        Self {
            name,
            write: |world, id| optional(world.get::<T>(id)),
            read: |value| {
                let read = read_optional::<T>(value)?;
                Ok(Box::new(|world, id| match read {
                    Some(value) => {
                        world.insert(id, value);
                    }
                    None => drop(world.take::<T>(id)),
                }))
            },
        }
    }
}

/// Returns a list with the value, or an empty list without one. A plain null would be ambiguous, because a value may
/// itself be null.
fn optional<T: Serialize>(value: Option<&T>) -> Result<Value, String> {
    let value = value.map(Value::serialized).transpose();
    let value = value.map_err(|error| error.to_string())?;
    Ok(Value::Array(value.into_iter().collect()))
}

fn read_optional<T: DeserializeOwned>(value: &Value) -> Result<Option<T>, String> {
    match value.as_array().map(Vec::as_slice) {
        Some([]) => Ok(None),
        Some([value]) => {
            // The type is `T`, because an `Option<T>` would read a null value as `None`.
            let value = value.deserialized::<T>();
            value.map(Some).map_err(|error| error.to_string())
        }
        _ => Err("not a value".to_owned()),
    }
}

/// Adds the name of an entry to an error.
pub(super) fn entry<T>(name: &str, result: Result<T, String>) -> Result<T, SaveError> {
    result.map_err(|message| SaveError::Entry {
        name: name.to_owned(),
        message,
    })
}
