//! Pipelines of custom effects.

use super::EffectShaders;
use crate::assets::EffectId;
use crate::assets::shader::{CustomKind, ShaderTable};
use crate::render::effects::StepKind;
use crate::render::gpu::custom::effect_shader;
use crate::render::gpu::device::Gpu;
use crate::render::gpu::error::GpuError;
use crate::scene::GroupEffect;

impl EffectShaders {
    /// Returns whether there is a pipeline for an effect of the game's own.
    pub(in crate::render::gpu) fn has_custom(&self, id: EffectId) -> bool {
        self.of(StepKind::Custom(id)).is_some()
    }

    /// Compiles the pipelines of new and of changed effects of the game's own. Those that the driver refuses are logged
    /// and left out.
    ///
    /// # Errors
    /// If the device was lost.
    pub(in crate::render::gpu) fn add_custom(
        &mut self,
        gpu: &Gpu,
        effects: &[GroupEffect],
        shaders: &ShaderTable,
    ) -> Result<(), GpuError> {
        for effect in effects {
            let GroupEffect::Custom { shader: id, .. } = *effect else {
                continue;
            };
            let index = usize::from(id.0);
            let entry = shaders.all(CustomKind::Effect).get(index);
            // No entry has version 0.
            let version = entry.map_or(0, |entry| entry.version);
            if self.tried.contains(&(id, version)) {
                continue;
            }
            self.tried.retain(|(tried, _)| *tried != id);
            if let Some(entry) = entry {
                shaders.mark_drawn(CustomKind::Effect, index);
                match self.compile_custom(gpu, index, &entry.code) {
                    Ok(pipeline) => {
                        self.compiled
                            .retain(|(kind, _)| *kind != StepKind::Custom(id));
                        self.compiled.push((StepKind::Custom(id), pipeline));
                    }
                    Err(error @ GpuError::Refused(_)) => {
                        let rest = match self.has_custom(id) {
                            true => "the old one stays",
                            false => "this effect is left out",
                        };
                        log::error!("{}: {error}: {rest}", entry.name);
                    }
                    Err(error) => return Err(error),
                }
            }
            self.tried.push((id, version));
        }
        Ok(())
    }

    fn compile_custom(
        &self,
        gpu: &Gpu,
        index: usize,
        code: &str,
    ) -> Result<wgpu::RenderPipeline, GpuError> {
        let source = effect_shader(index, code);
        let module = gpu.refusable_shader(|device| {
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("custom_effect.wgsl"),
                source: wgpu::ShaderSource::Wgsl(source.into()),
            })
        })?;
        gpu.refusable_shader(|device| self.pipeline(device, &module, "custom"))
    }
}
