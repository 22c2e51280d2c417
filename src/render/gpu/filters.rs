//! Finds whether a frame has linearly filtered sprites. A frame without any uses a pipeline without that filter.

use crate::render::batch::ChunkRecord;
use crate::scene::{CHUNK, Instance, InstanceFlags};

/// One flag for each slot of the device's copy: whether any of its instances is filtered linearly.
///
/// A flag is computed when rows are copied to its slot, because they are read then anyway. It is therefore also correct
/// for rows that a game writes itself.
#[derive(Debug, Default)]
pub(super) struct ChunkFilters(Vec<bool>);

impl ChunkFilters {
    /// Computes the flag of slot number `chunk` of the device's copy from the rows that are copied to it.
    pub(super) fn set(&mut self, chunk: usize, rows: &[Instance]) {
        if self.0.len() <= chunk {
            self.0.resize(chunk + 1, false);
        }
        // The fold has no early exit, so that the compiler turns it into a fast loop.
        let all = rows.iter().fold(0, |all, row| all | row.frame_and_flags);
        self.0[chunk] = all & InstanceFlags::LINEAR.0 != 0;
    }

    /// Returns whether a slot of any of these chunks has a linearly filtered sprite. All of them must have been copied.
    pub(super) fn any_linear(&self, chunks: &[ChunkRecord]) -> bool {
        let rows = chunks.iter().filter(|chunk| chunk.count > 0);
        let mut numbers = rows.map(|chunk| chunk.first as usize / CHUNK);
        numbers.any(|number| self.0.get(number) == Some(&true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::{AssetSettings, Assets, FrameId};
    use crate::base::color::Color;
    use crate::render::batch::{Batch, Mixing};
    use crate::render::frame::{Blending, Frame, PaintedLayer, Projection};
    use crate::render::gpu::pipeline::Variant;
    use crate::render::viewport::Viewport;
    use crate::scene::Layer;
    use glam::Vec2;

    const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

    /// A device that only keeps the flags of its chunks.
    struct Device {
        assets: Assets,
        batch: Batch,
        filters: ChunkFilters,
    }

    impl Device {
        fn new() -> Self {
            Self {
                assets: Assets::new(AssetSettings::default()),
                batch: Batch::new(),
                filters: ChunkFilters::default(),
            }
        }

        /// Returns the pipeline that a frame of this layer is drawn with.
        fn draw(&mut self, layer: &Layer, blending: Blending) -> Variant {
            let frame = Frame {
                target: [8, 8],
                viewport: Viewport {
                    origin: [0, 0],
                    size: [8, 8],
                    scale: Vec2::ONE,
                    units: Vec2::splat(8.0),
                },
                background: Color::BLACK,
                layers: &[PaintedLayer {
                    layer,
                    projection: Projection::IDENTITY,
                    cull: false,
                    is_display: false,
                    clip: None,
                }],
                groups: &[],
                effects: &[],
                cameras: &[],
                atlas: self.assets.atlas(),
                frames: self.assets.frames(),
                blending,
            };
            self.batch.prepare(&frame);
            for copy in self.batch.copies() {
                let rows = self.batch.rows(copy, &frame);
                for (chunk, rows) in (copy.to / CHUNK..).zip(rows.chunks(CHUNK)) {
                    self.filters.set(chunk, rows);
                }
            }
            let linear_filter = self.filters.any_linear(self.batch.chunks());
            Variant::of(&frame, FORMAT, linear_filter)
        }
    }

    /// Returns a layer of two and a half chunks.
    fn layer() -> Layer {
        let mut layer = Layer::new();
        for _ in 0..CHUNK * 5 / 2 {
            layer.push(None, Instance::new(Vec2::ZERO, FrameId::SOLID), Vec2::X);
        }
        layer
    }

    #[test]
    fn a_pipeline_does_only_what_its_frame_needs() {
        for (flags, linear_filter) in [
            (InstanceFlags::default(), false),
            (InstanceFlags::ADDITIVE, false),
            (InstanceFlags::LINEAR, true),
        ] {
            let mut sprite = Instance::new(Vec2::ZERO, FrameId::SOLID);
            sprite.set_flags(flags);
            let mut layer = layer();
            layer.push(None, sprite, Vec2::ZERO);
            for blending in [Blending::Srgb, Blending::Linear] {
                let drawn = Device::new().draw(&layer, blending);
                let has = (drawn.format, drawn.linear_light, drawn.linear_filter);
                let is_linear = blending == Blending::Linear;
                assert_eq!(has, (FORMAT, is_linear, linear_filter));
                assert_eq!(drawn.mixing(), Mixing::Flags);
            }
        }
    }

    #[test]
    fn columns_written_by_hand_draw_with_the_pipeline_of_moved_sprites() {
        let (mut by_engine, mut by_hand) = (layer(), layer());
        let (mut first, mut second) = (Device::new(), Device::new());
        for step in 1..4 {
            by_engine.advance_alone(1.0, step);
            let columns = by_hand.columns_mut();
            for (instance, velocity) in columns.instances.iter_mut().zip(columns.velocities) {
                instance.step_by(*velocity);
            }
            let expected = first.draw(&by_engine, Blending::Srgb);
            assert!(!expected.linear_filter);
            assert_eq!(second.draw(&by_hand, Blending::Srgb), expected);
        }
    }

    #[test]
    fn the_filter_ends_with_the_last_linear_row() {
        let (mut layer, mut device) = (layer(), Device::new());
        for flags in [InstanceFlags::LINEAR, InstanceFlags::default()] {
            layer.columns_mut().instances[CHUNK].set_flags(flags);
            for _ in 0..2 {
                let drawn = device.draw(&layer, Blending::Srgb);
                assert_eq!(drawn.linear_filter, flags == InstanceFlags::LINEAR);
            }
        }
    }
}
