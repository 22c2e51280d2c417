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

    /// Records that the driver has accepted a pipeline.
    pub(in crate::render::gpu) fn accept(&mut self) {
        self.accepted.clone_from(&self.wanted);
    }

    /// Leaves out the materials that may have caused the refusal of a pipeline: the new ones, or else all. The code that
    /// was accepted before stays. Returns false if there is none.
    pub(in crate::render::gpu) fn refuse(&mut self, error: &GpuError) -> bool {
        let is_new = |code: &CustomCode| {
            let mut accepted = self.accepted.iter();
            !accepted.any(|accepted| accepted.version == code.version)
        };
        let has_new = self.wanted.iter().any(is_new);
        let (refused, mut kept): (Vec<_>, Vec<_>) = core::mem::take(&mut self.wanted)
            .into_iter()
            .partition(|code| !has_new || is_new(code));
        if !has_new {
            self.accepted.clear();
        }
        for code in &refused {
            let old = self.accepted.iter().find(|old| old.index == code.index);
            let rest = match old {
                Some(_) => "the old one stays",
                None => "sprites are drawn without this material",
            };
            log::error!("{}: {error}: {rest}", code.name);
            self.refused.push(code.version);
            kept.extend(old.cloned());
        }
        kept.sort_by_key(|code| code.index);
        self.wanted = kept;
        self.module = None;
        !refused.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::shader::ShaderEntry;

    fn table(codes: &[&str]) -> ShaderTable {
        let mut table = ShaderTable::default();
        for (index, code) in codes.iter().enumerate() {
            let entry = ShaderEntry {
                name: format!("{index}.wgsl"),
                path: None,
                code: (*code).into(),
                version: 0,
                sum: 0,
            };
            table.set(CustomKind::Material, index, entry);
        }
        table
    }

    #[test]
    fn a_refused_pipeline_leaves_out_the_new_materials() {
        let table = table(&["a", "b", "c"]);
        let mut custom = CustomMaterials::default();
        let first = 1 << FIRST_MATERIAL;
        assert!(custom.set(first, &table));
        custom.accept();
        assert!(!custom.set(first, &table));
        assert!(custom.set(7 * first, &table));
        let error = GpuError::Refused("no".to_owned());
        assert!(custom.refuse(&error));
        let names: Vec<_> = custom
            .wanted
            .iter()
            .map(|code| code.name.as_str())
            .collect();
        assert_eq!(names, ["0.wgsl"]);
        // It is not tried again until its file changes.
        assert!(!custom.set(7 * first, &table));
        custom.accept();
        assert!(!custom.set(7 * first, &table));
        assert!(custom.refuse(&error));
        assert!(!custom.refuse(&error));
        assert!(!custom.are_in(7 * first));
    }

    #[test]
    fn a_refused_change_leaves_the_code_that_was_accepted() {
        let mut table = table(&["a", "b"]);
        let mut custom = CustomMaterials::default();
        let both = 3 << FIRST_MATERIAL;
        custom.set(both, &table);
        custom.accept();
        let entry = ShaderEntry {
            name: "0.wgsl".to_owned(),
            path: None,
            code: "changed".into(),
            version: 0,
            sum: 0,
        };
        table.set(CustomKind::Material, 0, entry);
        assert!(custom.set(both, &table));
        assert!(custom.refuse(&GpuError::Refused("no".to_owned())));
        let codes = |custom: &CustomMaterials| -> Vec<String> {
            custom
                .wanted
                .iter()
                .map(|code| code.code.to_string())
                .collect()
        };
        assert_eq!(codes(&custom), ["a", "b"]);
        custom.accept();
        assert!(!custom.set(both, &table));
        assert!(custom.set(1 << FIRST_MATERIAL, &table));
        assert_eq!(codes(&custom), ["a"]);
    }
}
