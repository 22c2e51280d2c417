//! From the core to a frame: which layers are painted, and where their units go.

use glam::Vec2;

use crate::assets::{GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::color::Color;
use crate::render::{Blending, Frame, PaintedLayer, Projection, View, Viewport};
use crate::scene::Layer;
use crate::world::Core;

/// What every frame of a game has in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) view: View,
    pub(crate) background: Color,
    pub(crate) blending: Blending,
}

/// Makes frames. Keeps its list between frames, so that one allocates nothing.
#[derive(Debug, Default)]
pub(crate) struct Painter {
    spare: Vec<PaintedLayer<'static>>,
}

impl Painter {
    /// Paints the world, the heads-up display over it, and the overlay over that; all with smoothing factor `k`,
    /// which only the world uses.
    pub(crate) fn paint<R>(
        &mut self,
        core: &Core,
        look: &Look,
        overlay: &Layer,
        target: [u32; 2],
        k: f32,
        draw: impl FnOnce(&Frame<'_>) -> R,
    ) -> R {
        let viewport = look.view.viewport(target);
        let mut layers = emptied(core::mem::take(&mut self.spare));
        let world = &core.world;
        let camera = &world.camera;
        let cull = camera.view().size().cmplt(camera.boundary().size()).any();
        for (layer, settings) in world.scene().painted(world.level()) {
            let projection =
                Projection::of_camera(camera, world.unit(), &viewport, settings.parallax, k);
            layers.push(PaintedLayer {
                layer,
                projection,
                cull,
            });
        }
        let screen = screen_projection(&viewport);
        for layer in [world.view_layer(), overlay] {
            if !layer.is_empty() {
                layers.push(PaintedLayer {
                    layer,
                    projection: screen,
                    cull: false,
                });
            }
        }
        let drawn = draw(&Frame {
            target,
            viewport,
            background: look.background,
            layers: &layers,
            atlas: core.assets.atlas(),
            frames: core.assets.frames(),
            blending: look.blending,
        });
        self.spare = emptied(layers);
        drawn
    }
}

/// The list's memory, for a list of things that live longer or shorter: collecting in place keeps it.
fn emptied<'a>(mut layers: Vec<PaintedLayer<'_>>) -> Vec<PaintedLayer<'a>> {
    layers.clear();
    layers
        .into_iter()
        .map(|_| unreachable!("the list is empty"))
        .collect()
}

/// Characters of the font to pixels, from the view's corner. Never smoothed.
pub(crate) fn screen_projection(viewport: &Viewport) -> Projection {
    let cell = Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT)) * viewport.scale;
    Projection {
        matrix: [cell.x, 0.0, 0.0, cell.y],
        translation: [viewport.origin[0] as f32, viewport.origin[1] as f32],
        texel_scale: viewport.scale.to_array(),
        ..Projection::IDENTITY
    }
}
