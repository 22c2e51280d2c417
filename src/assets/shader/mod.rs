//! Custom shaders: materials and effects as functions in WGSL, and the same functions in Rust.
//!
//! The table keeps the code that has been checked. `render::custom` reads, checks and adds it.

mod function;

#[cfg(any(feature = "gpu", test))]
use core::sync::atomic::AtomicU32;
use core::sync::atomic::{AtomicU64, Ordering};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::logging::LogOnce;
pub use function::{EffectFunction, EffectPixel, MaterialFunction, SpriteTexel};

/// Number of the first material of a game's own. Lower ones are those of [`Material`](crate::scene::Material).
pub(crate) const FIRST_MATERIAL: u8 = 7;

/// Names a material of a game's own: see [`Assets::load_material`](super::Assets::load_material). Valid in the `Assets`
/// that returned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaterialId(pub(crate) u8);

/// Names an effect of a game's own: see [`Assets::load_effect`](super::Assets::load_effect). Valid in the `Assets` that
/// returned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EffectId(pub(crate) u8);

impl MaterialId {
    /// Maximum number of materials of a game's own.
    pub const MAX: usize = 25;
}

impl EffectId {
    /// Maximum number of effects of a game's own.
    pub const MAX: usize = 32;
}

/// Purpose of a shader's function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CustomKind {
    Material,
    Effect,
}

impl CustomKind {
    /// Returns the name of the function.
    pub(crate) fn function(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Effect => "effect",
        }
    }

    /// Returns the maximum number of shaders.
    pub(crate) fn most(self) -> usize {
        match self {
            Self::Material => MaterialId::MAX,
            Self::Effect => EffectId::MAX,
        }
    }

    /// Returns the start of all names in the code of the shader at an index, so that shaders can be joined.
    pub(crate) fn prefix(self, index: usize) -> String {
        format!("{}{index}_", self.function())
    }
}

/// A shader whose code was checked.
#[derive(Debug)]
pub(crate) struct ShaderEntry {
    /// Path of the file, or the name given by the program.
    pub(crate) name: String,
    /// Path below the root, if there is a file to read again.
    pub(crate) path: Option<PathBuf>,
    /// The code. Names at module scope begin with [`CustomKind::prefix`].
    pub(crate) code: Arc<str>,
    /// Differs for each code of the running program.
    pub(crate) version: u64,
    /// Checksum of the last text that was checked, valid or not.
    pub(crate) sum: u64,
}

/// Returns a version that no other code has.
fn new_version() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    // Relaxed, because versions only have to differ: no other memory is ordered by them.
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The shaders of a game's own, and their functions for the software backend.
#[derive(Debug, Default)]
pub(crate) struct ShaderTable {
    materials: Vec<ShaderEntry>,
    effects: Vec<ShaderEntry>,
    /// Functions of materials, by index.
    pub(crate) material_functions: [Option<MaterialFunction>; MaterialId::MAX],
    /// Functions of effects, by index.
    pub(crate) effect_functions: [Option<EffectFunction>; EffectId::MAX],
    /// A bit for each material and for each effect that a GPU has drawn.
    #[cfg(any(feature = "gpu", test))]
    drawn: [AtomicU32; 2],
    logged: Mutex<LogOnce>,
}

impl ShaderTable {
    /// Returns all shaders of a kind.
    pub(crate) fn all(&self, kind: CustomKind) -> &[ShaderEntry] {
        match kind {
            CustomKind::Material => &self.materials,
            CustomKind::Effect => &self.effects,
        }
    }

    pub(crate) fn all_mut(&mut self, kind: CustomKind) -> &mut Vec<ShaderEntry> {
        match kind {
            CustomKind::Material => &mut self.materials,
            CustomKind::Effect => &mut self.effects,
        }
    }

    /// Returns the index of the shader with this name. An unknown name has the next free index, which may exceed the
    /// limit.
    pub(crate) fn index_of(&self, kind: CustomKind, name: &str) -> usize {
        let all = self.all(kind);
        let found = all.iter().position(|entry| entry.name == name);
        found.unwrap_or(all.len())
    }

    /// Sets the code of the shader at an index, which is that of an entry or the next free one.
    pub(crate) fn set(&mut self, kind: CustomKind, index: usize, mut entry: ShaderEntry) {
        let all = self.all_mut(kind);
        // Code that has not changed needs no new pipeline.
        let same = all.get(index).filter(|old| old.code == entry.code);
        entry.version = same.map_or_else(new_version, |old| old.version);
        match all.get_mut(index) {
            Some(old) => *old = entry,
            None => all.push(entry),
        }
    }

    /// Records that a GPU draws a shader.
    #[cfg(any(feature = "gpu", test))]
    pub(crate) fn mark_drawn(&self, kind: CustomKind, index: usize) {
        let bits = &self.drawn[usize::from(kind == CustomKind::Effect)];
        bits.fetch_or(1 << (index % 32), Ordering::Relaxed);
    }

    /// Returns the names of the shaders that a GPU has drawn, for a log line. `None` if there are none.
    #[cfg(any(feature = "gpu", test))]
    pub(crate) fn drawn_names(&self) -> Option<String> {
        let kinds = [CustomKind::Material, CustomKind::Effect];
        let names = kinds.iter().zip(&self.drawn).flat_map(|(&kind, bits)| {
            let bits = bits.load(Ordering::Relaxed);
            let all = self.all(kind).iter().enumerate();
            all.filter(move |(index, _)| bits >> index & 1 != 0)
                .map(|(_, entry)| entry.name.as_str())
        });
        let names: Vec<_> = names.collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// Logs once that the software backend draws without a shader.
    pub(crate) fn log_missing_function(&self, kind: CustomKind, index: usize) {
        let Some(entry) = self.all(kind).get(index) else {
            return;
        };
        let what = kind.function();
        // A panic while logging poisons the lock, but the names are still valid.
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        let name = &entry.name;
        if logged.is_new_formatted(format_args!("{what} {name}")) {
            log::warn!(
                "{name}: the software backend draws without this {what}: give it a function in Rust by \
                 `Assets::set_{what}_function`"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, code: &str) -> ShaderEntry {
        ShaderEntry {
            name: name.to_owned(),
            path: None,
            code: code.into(),
            version: 0,
            sum: 0,
        }
    }

    #[test]
    fn only_a_changed_code_has_a_new_version() {
        let mut table = ShaderTable::default();
        let kind = CustomKind::Material;
        table.set(kind, table.index_of(kind, "a"), entry("a", "one"));
        table.set(kind, table.index_of(kind, "b"), entry("b", "one"));
        let [first, second] = [0, 1].map(|index| table.all(kind)[index].version);
        assert_ne!(first, second);
        table.set(kind, table.index_of(kind, "a"), entry("a", "one"));
        assert_eq!(table.all(kind)[0].version, first);
        table.set(kind, table.index_of(kind, "a"), entry("a", "two"));
        assert_ne!(table.all(kind)[0].version, first);
        assert_eq!(
            (table.all(kind).len(), table.all(CustomKind::Effect).len()),
            (2, 0)
        );
    }

    #[test]
    fn drawn_shaders_are_named() {
        let mut table = ShaderTable::default();
        table.set(CustomKind::Material, 0, entry("a.wgsl", ""));
        table.set(CustomKind::Material, 1, entry("b.wgsl", ""));
        table.set(CustomKind::Effect, 0, entry("c.wgsl", ""));
        assert_eq!(table.drawn_names(), None);
        table.mark_drawn(CustomKind::Effect, 0);
        table.mark_drawn(CustomKind::Material, 1);
        assert_eq!(table.drawn_names().as_deref(), Some("b.wgsl, c.wgsl"));
    }
}
