//! The content of a saved game.

use std::collections::BTreeMap;

use ciborium::Value;
use glam::Vec2;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::bytes;
use super::entries::{Apply, ApplyTo, SavedComponent, SavedKind, SavedResource, entry};
use super::error::SaveError;
use crate::base::id::ObjectId;
use crate::world::{Component, Context, Resource, World};

/// The content of a game's saves: resources, and objects of some kinds with position, velocity, angle and components.
///
/// The game chooses the names of resources and components in its saves, so that it can rename their types later. A new
/// field needs `#[serde(default)]` for older saves to load. Entries that an older save lacks entirely stay unchanged in
/// the world.
///
/// ```
/// # use damselfly::prelude::*;
/// use damselfly::saves::SaveFormat;
/// use damselfly::world::FileRead;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Clone, Default, Serialize, Deserialize)]
/// struct Progress { coins: u32 }
/// impl Resource for Progress {}
///
/// #[derive(Clone, Serialize, Deserialize)]
/// struct Health(u32);
/// impl Component for Health {}
///
/// fn spawn_saucer(cx: &mut Context<'_>) -> ObjectId {
///     let saucer = cx.spawn(Object::new("Saucer"));
///     cx.insert(saucer, Health(3));
///     saucer
/// }
///
/// fn format() -> SaveFormat {
///     SaveFormat::new("Saucer Shoot", 1)
///         .resource::<Progress>("progress")
///         .component::<Health>("health")
///         .kind("Saucer", spawn_saucer)
/// }
///
/// #[derive(Clone)]
/// struct Saving;
///
/// impl Behavior for Saving {
///     fn subscriptions(&self) -> EventTypes {
///         EventTypes::of::<FileRead>()
///     }
///
///     fn step(&mut self, cx: &mut Context<'_>) {
///         if cx.input.just_pressed(Key::S) {
///             if let Ok(bytes) = format().save(cx) {
///                 cx.files.write("slot 1.save", bytes);
///             }
///         }
///         if cx.input.just_pressed(Key::L) {
///             cx.files.read("slot 1.save");
///         }
///     }
///
///     fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
///         if let Some(FileRead { bytes: Ok(Some(bytes)), .. }) = event.get() {
///             if let Err(error) = format().load(bytes, cx) {
///                 cx.hud.set("Message", error.to_string());
///             }
///         }
///     }
/// }
/// # let app = App::new("Docs", Default::default()).cells(80, 24);
/// # let mut game = damselfly::app::Harness::start(app, |cx| {
/// #     cx.hud.add(Widget::new("Message"));
/// #     cx.spawn_with(Object::new("Saving"), Saving);
/// #     Ok(())
/// # })?;
/// # let saucer = spawn_saucer(&mut game.context());
/// # game.world_mut().insert(saucer, Health(1));
/// # game.world_mut().insert_resource(Progress { coins: 7 });
/// # game.tap(Key::S);
/// # game.step();
/// # game.world_mut().take_resource::<Progress>();
/// # game.world_mut().remove(saucer);
/// # game.tap(Key::L);
/// # game.steps(2);
/// # assert_eq!(game.world().resource::<Progress>().map(|progress| progress.coins), Some(7));
/// # let saucer = game.only("Saucer");
/// # assert_eq!(game.world().get::<Health>(saucer).map(|health| health.0), Some(1));
/// # Ok::<(), Error>(())
/// ```
#[doc(alias("serialize", "savegame", "checkpoint"))]
#[derive(Clone, Debug)]
pub struct SaveFormat {
    game: &'static str,
    version: u32,
    resources: Vec<SavedResource>,
    components: Vec<SavedComponent>,
    kinds: Vec<SavedKind>,
}

/// An object in a saved game.
struct SavedObject {
    kind: SavedKind,
    position: Vec2,
    velocity: Vec2,
    angle: f32,
    components: Vec<ApplyTo>,
}

/// Keys in the saved game. They must never change, because older saves contain them.
mod key {
    pub(super) const GAME: &str = "game";
    pub(super) const RESOURCES: &str = "resources";
    pub(super) const OBJECTS: &str = "objects";
    pub(super) const KIND: &str = "kind";
    pub(super) const PLACE: &str = "place";
    pub(super) const COMPONENTS: &str = "components";
}

impl SaveFormat {
    /// Returns a format without content. `game` distinguishes the saves of different games. Increase `version`, which
    /// may start at any number, when older versions of the game can no longer load new saves.
    pub fn new(game: &'static str, version: u32) -> Self {
        Self {
            game,
            version,
            resources: Vec::new(),
            components: Vec::new(),
            kinds: Vec::new(),
        }
    }

    /// Saves a resource under this name. If the saved world had none, loading removes it.
    #[must_use]
    pub fn resource<T: Resource + Serialize + DeserializeOwned>(
        mut self,
        name: &'static str,
    ) -> Self {
        self.resources.push(SavedResource::of::<T>(name));
        self
    }

    /// Saves a component of the saved objects under this name.
    #[must_use]
    pub fn component<T: Component + Serialize + DeserializeOwned>(
        mut self,
        name: &'static str,
    ) -> Self {
        self.components.push(SavedComponent::of::<T>(name));
        self
    }

    /// Saves the objects of a kind on the current level, and persistent ones. Loading removes the existing ones and
    /// calls `spawn` for each saved one. `spawn` must add an object of this kind with its behaviours.
    #[must_use]
    pub fn kind(mut self, kind: &'static str, spawn: fn(&mut Context<'_>) -> ObjectId) -> Self {
        self.kinds.push(SavedKind { kind, spawn });
        self
    }

    /// Returns the saved game as bytes.
    ///
    /// # Errors
    /// Fails if the `Serialize` implementation of a resource or component fails.
    pub fn save(&self, world: &World) -> Result<Vec<u8>, SaveError> {
        let mut resources = Vec::new();
        for resource in &self.resources {
            let value = entry(resource.name, (resource.write)(world))?;
            resources.push((resource.name.into(), value));
        }
        let mut objects = Vec::new();
        for id in self.objects(world) {
            objects.push(self.object(id, world)?);
        }
        let content = Value::Map(vec![
            (key::GAME.into(), self.game.into()),
            (key::RESOURCES.into(), Value::Map(resources)),
            (key::OBJECTS.into(), Value::Array(objects)),
        ]);
        bytes::write(self.version, &content)
    }

    /// Returns the objects to save, in act order.
    fn objects(&self, world: &World) -> Vec<ObjectId> {
        let is_saved = |id: &ObjectId| {
            world.object(*id).is_some_and(|object| {
                let is_known = self.kinds.iter().any(|kind| kind.kind == object.kind());
                is_known && !object.is_being_removed()
            })
        };
        world.objects().filter(is_saved).collect()
    }

    fn object(&self, id: ObjectId, world: &World) -> Result<Value, SaveError> {
        let mut components = Vec::new();
        for component in &self.components {
            let value = entry(component.name, (component.write)(world, id))?;
            components.push((component.name.into(), value));
        }
        let (mut kind, mut place) = ("", Vec::new());
        if let Some(object) = world.object(id) {
            let (at, velocity) = (object.position(), object.velocity());
            kind = object.kind();
            let numbers = [at.x, at.y, velocity.x, velocity.y, object.angle()];
            place.extend(numbers.map(|number| Value::Float(number.into())));
        }
        Ok(Value::Map(vec![
            (key::KIND.into(), kind.into()),
            (key::PLACE.into(), Value::Array(place)),
            (key::COMPONENTS.into(), Value::Map(components)),
        ]))
    }

    /// Loads a saved game. Replaces resources, removes objects of the saved kinds at the end of the step, and spawns
    /// the saved ones.
    ///
    /// # Errors
    /// Fails if the bytes are damaged, are from another game or a later version, or have unexpected content. Nothing
    /// changes then.
    pub fn load(&self, bytes: &[u8], cx: &mut Context<'_>) -> Result<(), SaveError> {
        let (resources, objects) = self.read(bytes)?;
        // Nothing can fail after this point, so that a failed load changes nothing.
        for apply in resources {
            apply(cx);
        }
        for id in self.objects(cx) {
            cx.remove(id);
        }
        for saved in objects {
            let id = (saved.kind.spawn)(cx);
            if let Some(mut object) = cx.object_mut(id) {
                object.set_position(saved.position);
                object.set_velocity(saved.velocity);
                object.set_angle(saved.angle);
            }
            for apply in saved.components {
                apply(cx, id);
            }
        }
        Ok(())
    }

    fn read(&self, bytes: &[u8]) -> Result<(Vec<Apply>, Vec<SavedObject>), SaveError> {
        let (version, content) = bytes::read(bytes)?;
        let content = map(&content).ok_or(SaveError::Damaged)?;
        let text = |key: &str| content.get(key).and_then(|value| value.as_text());
        let game = text(key::GAME).ok_or(SaveError::Damaged)?;
        if game != self.game {
            return Err(SaveError::Foreign {
                save: game.to_owned(),
                game: self.game.to_owned(),
            });
        }
        if version > self.version {
            return Err(SaveError::Newer {
                of: "game",
                save: version,
                here: self.version,
            });
        }
        let saved = content.get(key::RESOURCES).and_then(|value| map(value));
        let saved = saved.ok_or(SaveError::Damaged)?;
        let mut resources = Vec::new();
        for resource in &self.resources {
            // A game saved by an older version may lack this resource.
            if let Some(value) = saved.get(resource.name) {
                resources.push(entry(resource.name, (resource.read)(value))?);
            }
        }
        let saved = content.get(key::OBJECTS).and_then(|value| value.as_array());
        let mut objects = Vec::new();
        for object in saved.ok_or(SaveError::Damaged)? {
            objects.extend(self.read_object(object)?);
        }
        Ok((resources, objects))
    }

    /// Reads an object. `None` if the format does not have its kind.
    fn read_object(&self, saved: &Value) -> Result<Option<SavedObject>, SaveError> {
        let saved = map(saved).ok_or(SaveError::Damaged)?;
        let kind = saved.get(key::KIND).and_then(|value| value.as_text());
        let kind = kind.ok_or(SaveError::Damaged)?;
        let Some(&known) = self.kinds.iter().find(|known| known.kind == kind) else {
            log::warn!("ignored an object of the unknown kind `{kind}` in the saved game");
            return Ok(None);
        };
        let pose = saved.get(key::PLACE).and_then(|value| value.as_array());
        let pose = pose.ok_or(SaveError::Damaged)?;
        let numbers: Vec<_> = pose.iter().filter_map(Value::as_float).collect();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the saved values were f32; setters reject values out of range"
        )]
        let [x, y, speed_x, speed_y, angle] = <[f64; 5]>::try_from(numbers)
            .map_err(|_| SaveError::Damaged)?
            .map(|number| number as f32);
        let values = saved.get(key::COMPONENTS).and_then(|value| map(value));
        let values = values.ok_or(SaveError::Damaged)?;
        let mut components = Vec::new();
        for component in &self.components {
            if let Some(value) = values.get(component.name) {
                components.push(entry(component.name, (component.read)(value))?);
            }
        }
        Ok(Some(SavedObject {
            kind: known,
            position: Vec2::new(x, y),
            velocity: Vec2::new(speed_x, speed_y),
            angle,
            components,
        }))
    }
}

/// Returns the entries of a map with text keys.
fn map(value: &Value) -> Option<BTreeMap<&str, &Value>> {
    let entries = value.as_map()?.iter();
    entries
        .map(|(key, value)| Some((key.as_text()?, value)))
        .collect()
}
