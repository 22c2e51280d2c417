//! The shader of sprites that calls the game's own materials, as far as the driver accepts them.

use crate::assets::shader::{CustomKind, FIRST_MATERIAL, ShaderEntry, ShaderTable};

use super::super::device::Gpu;
use super::super::error::GpuError;
use super::{CUSTOM_MATERIALS, material_shader};
use crate::render::batch::MaterialSet;

/// The materials of a game's own, with the shader that calls them.
#[derive(Clone, Debug, Default)]
pub(in crate::render::gpu) struct CustomMaterials {
    /// Materials that frames have had, and that the driver has not refused.
    wanted: Vec<CustomCode>,
    /// The shader that calls all of them. `None` until a pipeline needs it.
    module: Option<wgpu::ShaderModule>,
    /// Versions of materials in the last pipeline that the driver accepted.
    accepted: Vec<u64>,
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
        let is_wanted = |(index, entry): &(usize, &ShaderEntry)| {
            let is_in_set = materials >> (index + usize::from(FIRST_MATERIAL)) & 1 != 0;
            is_in_set && !self.refused.contains(&entry.version)
        };
        let wanted = all.filter(is_wanted);
        let versions = wanted.clone().map(|(_, entry)| entry.version);
        if versions.eq(self.wanted.iter().map(|code| code.version)) {
            return false;
        }
        let codes = wanted.map(|(index, entry)| CustomCode {
            index,
            name: entry.name.clone(),
            code: entry.code.clone(),
            version: entry.version,
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
        self.accepted.clear();
        self.accepted
            .extend(self.wanted.iter().map(|code| code.version));
    }

    /// Leaves out the materials that a refused pipeline may be due to: the new ones, or else all. Returns false if there
    /// is none.
    pub(in crate::render::gpu) fn refuse(&mut self, error: &GpuError) -> bool {
        let is_new = |code: &CustomCode| !self.accepted.contains(&code.version);
        let has_new = self.wanted.iter().any(is_new);
        let (refused, kept): (Vec<_>, Vec<_>) = core::mem::take(&mut self.wanted)
            .into_iter()
            .partition(|code| !has_new || !self.accepted.contains(&code.version));
        self.wanted = kept;
        self.module = None;
        for code in &refused {
            log::error!(
                "{}: {error}: sprites are drawn without this material",
                code.name
            );
            self.refused.push(code.version);
        }
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
        assert!(custom.refuse(&error));
        assert!(!custom.refuse(&error));
        assert!(!custom.are_in(7 * first));
    }
}
