use super::*;
use crate::assets::{AssetSettings, Assets};
use crate::base::id::ObjectId;
use crate::world::{Component, Context, Core, CoreSettings, Object, Resource, World};
use glam::{Vec2, vec2};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Progress {
    level: u32,
    // Some serde formats do not support numbers above `i64::MAX`, maps with integer keys, or `None` in a map.
    seed: u64,
    items: BTreeMap<i32, Option<String>>,
}

impl Resource for Progress {}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Health(f32);

impl Component for Health {}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Cargo(Option<u8>);

impl Component for Cargo {}

fn core() -> Core {
    Core::new(
        &CoreSettings::default(),
        Assets::new(AssetSettings::default()),
    )
}

fn spawn_saucer(cx: &mut Context<'_>) -> ObjectId {
    let id = cx.spawn(Object::new("Saucer"));
    cx.insert(id, Health(3.0));
    id
}

fn spawn_rock(cx: &mut Context<'_>) -> ObjectId {
    cx.spawn(Object::new("Rock").spectral())
}

fn format() -> SaveFormat {
    SaveFormat::new("Test", 3)
        .resource::<Progress>("progress")
        .component::<Health>("health")
        .component::<Cargo>("cargo")
        .kind("Saucer", spawn_saucer)
        .kind("Rock", spawn_rock)
}

/// Kind, position, velocity, angle and components of an object.
type Seen = (&'static str, Vec2, Vec2, f32, Option<Health>, Option<Cargo>);

fn seen(world: &World) -> Vec<Seen> {
    let one = |id| {
        let object = world.object(id).unwrap();
        let (health, cargo) = (world.get::<Health>(id), world.get::<Cargo>(id));
        let (at, velocity) = (object.position(), object.velocity());
        let parts = (health.cloned(), cargo.cloned());
        (
            object.kind(),
            at,
            velocity,
            object.angle(),
            parts.0,
            parts.1,
        )
    };
    let stays = |id: &ObjectId| !world.object(*id).unwrap().is_being_removed();
    let mut all: Vec<_> = world.objects().filter(stays).map(one).collect();
    all.sort_by_key(|object| format!("{object:?}"));
    all
}

fn fill(core: &mut Core, progress: Option<Progress>, objects: &[Seen]) {
    if let Some(progress) = progress {
        core.world.insert_resource(progress);
    }
    for (kind, at, velocity, angle, health, cargo) in objects.iter().cloned() {
        let object = Object::new(kind).at(at).velocity(velocity).angle(angle);
        let id = core.context().spawn(object.spectral());
        if let Some(health) = health {
            core.world.insert(id, health);
        }
        if let Some(cargo) = cargo {
            core.world.insert(id, cargo);
        }
    }
}

fn place() -> impl Strategy<Value = Vec2> {
    (-1e4..1e4_f32, -1e4..1e4_f32).prop_map(|(x, y)| vec2(x, y))
}

fn object() -> impl Strategy<Value = Seen> {
    let kind = prop::sample::select(vec!["Saucer", "Rock"]);
    let health = prop::option::of(any::<u16>().prop_map(|number| Health(f32::from(number) / 7.0)));
    let cargo = prop::option::of(any::<Option<u8>>().prop_map(Cargo));
    (kind, place(), place(), -3.0..3.0_f32, health, cargo)
}

fn progress() -> impl Strategy<Value = Option<Progress>> {
    let items = prop::collection::btree_map(any::<i32>(), any::<Option<String>>(), 0..4);
    let progress = (any::<u32>(), any::<u64>(), items);
    let progress = progress.prop_map(|(level, seed, items)| Progress { level, seed, items });
    prop::option::of(progress)
}

proptest! {
    #[test]
    fn a_loaded_world_equals_the_saved_one(
        saved in (progress(), prop::collection::vec(object(), 0..9)),
        other in (progress(), prop::collection::vec(object(), 0..9)),
    ) {
        let (mut one, mut two) = (core(), core());
        fill(&mut one, saved.0, &saved.1);
        fill(&mut two, other.0, &other.1);
        let bytes = format().save(&one.world).unwrap();
        format().load(&bytes, &mut two.context()).unwrap();
        prop_assert_eq!(seen(&two.world), seen(&one.world));
        prop_assert_eq!(two.world.resource::<Progress>(), one.world.resource::<Progress>());
    }

    #[test]
    fn arbitrary_bytes_are_rejected(bytes: Vec<u8>) {
        let mut core = core();
        prop_assert_eq!(format().load(&bytes, &mut core.context()), Err(SaveError::NotASave));
    }

    #[test]
    fn arbitrary_text_gives_settings_or_an_error_with_the_file(text in "[a-z=\\[\\]\"0-9. \\n]{0,60}") {
        let read = from_toml::<BTreeMap<String, BTreeMap<String, Vec<String>>>>("a.toml", &text);
        if let Err(error) = read {
            let lines = text.split('\n').count();
            prop_assert!(error.to_string().starts_with("a.toml"));
            prop_assert!(error.line.is_none_or(|line| (1..=lines).contains(&line)), "{}", error);
        }
    }
}

/// Returns a world with at least one of each kind of saved data, and the bytes of its save.
fn saved() -> (Core, Vec<u8>) {
    let mut core = core();
    let objects = [
        (
            "Saucer",
            vec2(1.0, 2.0),
            vec2(-1.0, 0.5),
            0.25,
            Some(Health(2.0)),
            None,
        ),
        (
            "Rock",
            vec2(9.0, 2.0),
            Vec2::ZERO,
            0.0,
            None,
            Some(Cargo(Some(4))),
        ),
    ];
    fill(&mut core, Some(Progress::default()), &objects);
    let bytes = format().save(&core.world).unwrap();
    (core, bytes)
}

#[test]
fn damaged_saves_are_rejected_without_changes() {
    let (_, bytes) = saved();
    let mut other = core();
    fill(&mut other, None, &[]);
    let before = other.checksum();
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(
            format().load(&changed, &mut other.context()).is_err(),
            "{at}"
        );
        let cut = format().load(&bytes[..at], &mut other.context());
        assert!(cut.is_err(), "{at}");
    }
    assert_eq!(other.checksum(), before);
    assert_eq!(format().load(&bytes, &mut other.context()), Ok(()));
}

#[test]
fn saves_of_other_games_and_later_versions_are_rejected() {
    let (mut core, bytes) = saved();
    let before = core.checksum();
    let foreign = SaveFormat::new("Other", 3).load(&bytes, &mut core.context());
    let text = foreign.unwrap_err().to_string();
    assert_eq!(text, "the saved game is of \"Test\", this is \"Other\"");
    let older = SaveFormat::new("Test", 2).load(&bytes, &mut core.context());
    let text = older.unwrap_err().to_string();
    assert_eq!(
        text,
        "the saved game needs version 3 of the game, this is version 2: update the game"
    );
    assert_eq!(core.checksum(), before);
}

#[test]
fn errors_name_the_unexpected_entry_and_change_nothing() {
    let (mut core, bytes) = saved();
    let before = core.checksum();
    // The saved health is a floating-point number, but `Cargo` reads an optional integer. The resource is read first
    // and is valid, but must not be inserted.
    let other = SaveFormat::new("Test", 3)
        .resource::<Progress>("progress")
        .component::<Cargo>("health")
        .kind("Saucer", spawn_saucer);
    let error = other.load(&bytes, &mut core.context()).unwrap_err();
    assert!(
        matches!(&error, SaveError::Entry { name, .. } if name == "health"),
        "{error}"
    );
    assert_eq!(core.checksum(), before);
}

/// [`Progress`] in version 1 of the game.
#[derive(Clone, Serialize, Deserialize)]
struct OldProgress {
    level: u32,
}

impl Resource for OldProgress {}

/// [`Progress`] in version 2 of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct NewProgress {
    level: u32,
    #[serde(default)]
    coins: u32,
}

impl Resource for NewProgress {}

#[test]
fn older_saves_load_and_missing_entries_stay() {
    let mut old = core();
    old.world.insert_resource(OldProgress { level: 5 });
    fill(
        &mut old,
        None,
        &[("Rock", Vec2::ONE, Vec2::ZERO, 0.0, None, None)],
    );
    let format_1 = SaveFormat::new("Test", 1)
        .resource::<OldProgress>("progress")
        .kind("Rock", spawn_rock);
    let bytes = format_1.save(&old.world).unwrap();
    let mut new = core();
    new.world.insert_resource(Progress {
        level: 1,
        ..Progress::default()
    });
    let format_2 = SaveFormat::new("Test", 2)
        .resource::<NewProgress>("progress")
        .resource::<Progress>("more")
        .component::<Health>("health")
        .kind("Saucer", spawn_saucer);
    format_2.load(&bytes, &mut new.context()).unwrap();
    let read = new.world.resource::<NewProgress>();
    assert_eq!(read, Some(&NewProgress { level: 5, coins: 0 }));
    assert_eq!(
        new.world.resource::<Progress>().unwrap().level,
        1,
        "not in the save"
    );
    assert!(seen(&new.world).is_empty(), "rocks are no longer saved");
}

#[test]
fn errors_of_settings_name_the_file_and_line() {
    #[derive(Debug, Deserialize)]
    struct Settings {
        #[expect(dead_code, reason = "it is never read right")]
        volume: u8,
    }
    let error = from_toml::<Settings>("my.toml", "# mine\n\nvolume = \"loud\"\n").unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with("my.toml, line 3: "), "{text}");
    assert!(text.ends_with("fix it, or delete the file"), "{text}");
    assert_eq!(
        from_toml::<Settings>("my.toml", "volume").unwrap_err().line,
        Some(1)
    );
}
