//! The shader of sprites that calls the custom materials that the driver accepts.

use crate::assets::shader::{CustomKind, FIRST_MATERIAL, ShaderEntry, ShaderTable};

use super::super::device::Gpu;
use super::super::error::GpuError;
use super::{CUSTOM_MATERIALS, material_shader};
use crate::render::batch::MaterialSet;

/// Custom materials, with the shader that calls them.
#[derive(Clone, Debug, Default)]
pub(in crate::render::gpu) struct CustomMaterials {
    /// Materials that frames have had, and that the driver has not refused.
    wanted: Vec<CustomCode>,
    /// The shader that calls all of them. `None` until a pipeline needs it.
    module: Option<wgpu::ShaderModule>,
    /// Materials in the last pipeline that the driver accepted.
    accepted: Vec<CustomCode>,
    /// Materials that are not in the next pipeline, because the driver has refused one with several new ones. They are
    /// added one at a time, so that the faulty one is found.
    waiting: Vec<CustomCode>,
    /// Versions that the driver has refused.
    refused: Vec<u64>,
}

/// The code of a material.
#[derive(Clone, Debug)]
struct CustomCode {
    index: usize,
    name: String,
    code: std::sync::Arc<str>,
    version: u64,
}

impl CustomMaterials {
    /// Sets the materials of the next frames. Returns whether they have changed, so that pipelines have to be compiled
    /// again.
    pub(in crate::render::gpu) fn set(
        &mut self,
        materials: MaterialSet,
        table: &ShaderTable,
    ) -> bool {
        let all = table.all(CustomKind::Material).iter().enumerate();
        let is_wanted = |(index, _): &(usize, &ShaderEntry)| {
            materials >> (index + usize::from(FIRST_MATERIAL)) & 1 != 0
        };
        // The last accepted code of a material stands for a refused one.
        let accepted = |index: usize| self.accepted.iter().find(|code| code.index == index);
        let wanted = all.filter(is_wanted).filter_map(|(index, entry)| {
            match self.refused.contains(&entry.version) {
                false => Some((index, entry.version)),
                true => accepted(index).map(|code| (index, code.version)),
            }
        });
        let versions = wanted.clone().map(|(_, version)| version);
        if versions.eq(self.wanted.iter().map(|code| code.version)) {
            return false;
        }
        let codes = wanted.filter_map(|(index, version)| {
            let entry = &table.all(CustomKind::Material)[index];
            match entry.version == version {
                true => Some(CustomCode {
                    index,
                    name: entry.name.clone(),
                    code: entry.code.clone(),
                    version,
                }),
                false => accepted(index).cloned(),
            }
        });
        self.wanted = codes.collect();
        self.waiting.clear();
        self.module = None;
        for code in &self.wanted {
            table.mark_drawn(CustomKind::Material, code.index);
        }
        true
    }

    /// Returns whether rows of these materials need the shader.
    pub(in crate::render::gpu) fn are_in(&self, materials: MaterialSet) -> bool {
        materials & CUSTOM_MATERIALS != 0 && !self.wanted.is_empty()
    }

    /// Returns the shader. `None` before [`CustomMaterials::add_shader`].
    pub(in crate::render::gpu) fn module(&self) -> Option<&wgpu::ShaderModule> {
        self.module.as_ref()
    }

    /// Compiles the shader, if it is not compiled yet.
    ///
    /// # Errors
    /// If the driver refuses it.
    pub(in crate::render::gpu) fn add_shader(&mut self, gpu: &Gpu) -> Result<(), GpuError> {
        if self.module.is_some() {
            return Ok(());
        }
        let codes = self.wanted.iter().map(|code| (code.index, &*code.code));
        let source = material_shader(gpu.has_dual_source, codes);
        let module = gpu.refusable_shader(|device| {
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("custom_material.wgsl"),
                source: wgpu::ShaderSource::Wgsl(source.into()),
            })
        })?;
        self.module = Some(module);
        Ok(())
    }

    /// Records that the driver has accepted a pipeline. Returns whether another material is to be tried: then pipelines
    /// have to be compiled again.
    pub(in crate::render::gpu) fn accept(&mut self) -> bool {
        self.accepted.clone_from(&self.wanted);
        self.add_waiting()
    }

    /// Leaves out the material that has caused the refusal of a pipeline. If it may be one of several, all new ones are
    /// left out, or else all, and then tried one at a time. The code that was accepted before stays. Returns false if
    /// there is none.
    pub(in crate::render::gpu) fn refuse(&mut self, error: &GpuError) -> bool {
        let is_new = |code: &CustomCode| {
            let mut accepted = self.accepted.iter();
            !accepted.any(|accepted| accepted.version == code.version)
        };
        let has_new = self.wanted.iter().any(is_new);
        let (suspects, kept): (Vec<_>, Vec<_>) = core::mem::take(&mut self.wanted)
            .into_iter()
            .partition(|code| !has_new || is_new(code));
        self.wanted = kept;
        self.module = None;
        if !has_new {
            self.accepted.clear();
        }
        match &suspects[..] {
            [] => return false,
            [faulty] => self.leave_out(faulty, error),
            several => {
                for code in several {
                    self.put_back(code.index);
                }
                self.waiting = suspects;
            }
        }
        self.add_waiting();
        true
    }

    /// Refuses a material that is in no pipeline.
    fn leave_out(&mut self, faulty: &CustomCode, error: &GpuError) {
        self.refused.push(faulty.version);
        let rest = match self.put_back(faulty.index) {
            true => "the old one stays",
            false => "sprites are drawn without this material",
        };
        log::error!("{}: {error}: {rest}", faulty.name);
    }

    /// Draws with the last accepted code of a material. Returns whether there is one.
    fn put_back(&mut self, index: usize) -> bool {
        let old = self.accepted.iter().find(|old| old.index == index).cloned();
        let has_old = old.is_some();
        self.replace(index, old);
        has_old
    }

    /// Adds a waiting material to the next pipeline. Returns false if there is none.
    fn add_waiting(&mut self) -> bool {
        let Some(code) = self.waiting.pop() else {
            return false;
        };
        self.replace(code.index, Some(code));
        true
    }

    /// Sets the code of a material in the next pipeline, in the order of indices.
    fn replace(&mut self, index: usize, code: Option<CustomCode>) {
        self.wanted.retain(|old| old.index != index);
        self.wanted.extend(code);
        self.wanted.sort_by_key(|code| code.index);
        self.module = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::shader::ShaderEntry;

    fn table(codes: &[&str]) -> ShaderTable {
        let mut table = ShaderTable::default();
        for (index, code) in codes.iter().enumerate() {
            change(&mut table, index, code);
        }
        table
    }

    fn change(table: &mut ShaderTable, index: usize, code: &str) {
        let entry = ShaderEntry {
            name: format!("{index}.wgsl"),
            path: None,
            code: code.into(),
            version: 0,
            sum: 0,
        };
        table.set(CustomKind::Material, index, entry);
    }

    /// Compiles pipelines like `Pipelines::add`, with a driver that refuses code with an `x`. Returns their number.
    fn compile(custom: &mut CustomMaterials) -> usize {
        for number in 1..100 {
            let is_faulty = custom.wanted.iter().any(|code| code.code.contains('x'));
            let error = GpuError::Refused("no".to_owned());
            let again = match is_faulty {
                true => custom.refuse(&error),
                false => custom.accept(),
            };
            if !again {
                return number;
            }
        }
        panic!("it never ends");
    }

    fn codes(custom: &CustomMaterials) -> Vec<&str> {
        custom.wanted.iter().map(|code| &*code.code).collect()
    }

    const FIRST: MaterialSet = 1 << FIRST_MATERIAL;

    #[test]
    fn a_refused_pipeline_leaves_out_only_the_faulty_material() {
        let table = table(&["a", "b", "x", "c", "dx", "e"]);
        let mut custom = CustomMaterials::default();
        assert!(custom.set(FIRST, &table));
        assert_eq!(compile(&mut custom), 1);
        let all = 63 * FIRST;
        assert!(custom.set(all, &table));
        // The refused one, and one for each new material.
        assert_eq!(compile(&mut custom), 6);
        assert_eq!(codes(&custom), ["a", "b", "c", "e"]);
        assert_eq!(custom.refused.len(), 2);
        // They are not tried again until their files change.
        assert!(!custom.set(all, &table));
    }

    #[test]
    fn a_refusal_without_new_materials_tries_all_of_them() {
        let table = table(&["a", "b"]);
        let mut custom = CustomMaterials::default();
        custom.set(3 * FIRST, &table);
        assert!(!custom.accept());
        let error = GpuError::Refused("no".to_owned());
        // For another target the driver refuses one of them.
        assert!(custom.refuse(&error));
        assert_eq!(codes(&custom), ["b"]);
        assert!(custom.refuse(&error));
        assert_eq!(codes(&custom), ["a"]);
        assert!(!custom.accept());
        assert_eq!(codes(&custom), ["a"]);
        // Without materials, it was not their fault.
        assert!(custom.refuse(&error));
        assert!(!custom.refuse(&error));
        assert!(!custom.are_in(3 * FIRST));
    }

    #[test]
    fn several_changed_materials_keep_their_old_code_if_refused() {
        let mut table = table(&["a", "b", "c"]);
        let mut custom = CustomMaterials::default();
        custom.set(7 * FIRST, &table);
        assert_eq!(compile(&mut custom), 1);
        for (index, code) in ["new a", "x", "new c"].into_iter().enumerate() {
            change(&mut table, index, code);
        }
        assert!(custom.set(7 * FIRST, &table));
        compile(&mut custom);
        assert_eq!(codes(&custom), ["new a", "b", "new c"]);
        assert!(!custom.set(7 * FIRST, &table));
        change(&mut table, 1, "new b");
        assert!(custom.set(7 * FIRST, &table));
        assert_eq!(compile(&mut custom), 1);
        assert_eq!(codes(&custom), ["new a", "new b", "new c"]);
    }

    #[test]
    fn a_refused_change_leaves_the_code_that_was_accepted() {
        let mut table = table(&["a", "b"]);
        let mut custom = CustomMaterials::default();
        custom.set(3 * FIRST, &table);
        assert!(!custom.accept());
        change(&mut table, 0, "x");
        assert!(custom.set(3 * FIRST, &table));
        assert_eq!(compile(&mut custom), 2);
        assert_eq!(codes(&custom), ["a", "b"]);
        assert!(!custom.set(3 * FIRST, &table));
        assert!(custom.set(FIRST, &table));
        assert_eq!(codes(&custom), ["a"]);
    }
}
