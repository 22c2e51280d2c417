//! Builds the frame of a core: its layers in order, each with its projection.

mod cameras;
mod lights;
mod widgets;

use core::ops::Range;

use glam::Vec2;

use super::overlays::Overlays;
use crate::assets::{GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::geometry::Rect;
use crate::render::{
    Blending, FollowedSprite, Frame, LayerGroup, PaintedLayer, Projection, ViewEffects,
    ViewSettings, Viewport,
};
use crate::scene::{AltitudeGroup, AltitudeSettings, Camera, Layer, Space};
use crate::world::{Core, World};
use cameras::CameraLayers;
use lights::FrameLights;
use widgets::AmongAltitudes;

/// Settings that all frames of a game share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameStyle {
    pub(crate) view: ViewSettings,
    /// Opaque colour that fills the view. The bars around it are black.
    pub(crate) background: Color,
    pub(crate) blending: Blending,
}

/// Makes a frame of the world, the heads-up display over it and the overlays over both, and returns the result of
/// `draw`. The lines of the debug overlay belong to the world and are below the display. `target` is the size of the
/// frame in pixels. Only the world is smoothed, by the factor `k`.
pub(crate) fn paint<R>(
    core: &Core,
    style: &FrameStyle,
    overlays: &mut Overlays,
    target: [u32; 2],
    k: f32,
    draw: impl FnOnce(&Frame<'_>) -> R,
) -> R {
    let viewport = style.view.viewport(target);
    overlays.debug.draw(core, &viewport, k);
    let world = &core.world;
    overlays.sorted.follow(world.scene(), world.level());
    let camera = &world.camera;
    // If the view shows the whole world, culling chunks outside the view would be wasted work.
    let cull = camera.view().size().cmplt(camera.boundary().size()).any();
    let followed = followed_sprite(core, camera);
    let over = overlays.frame.layers();
    let sorted = |altitude| overlays.sorted.get(altitude);
    let painted = world
        .scene()
        .painted_with(world.level(), over, sorted, false);
    let mut groups = GroupLayers::of(world.scene().groups());
    let lit = lights::list(world, &viewport, k, |altitude| {
        let settings = &world.scene().altitudes()[usize::from(altitude)].settings;
        projection_of(world, followed, settings, &viewport, k)
    });
    let cell = Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT));
    let display = Projection::of_view(cell, &viewport, 0.0);
    let clip_at = |altitude| clip_of(world, altitude, followed, &viewport, k);
    let mut among = AmongAltitudes::of(world, display);
    let mut layers = Vec::new();
    for (layer, altitude, settings) in painted {
        among.add_below(altitude, clip_at, &mut groups, &mut layers);
        groups.count(altitude);
        layers.push(PaintedLayer {
            layer,
            projection: projection_of(world, followed, settings, &viewport, k),
            // Layers in view space and layers with tiles are always culled: the camera's view does not limit the
            // former, and a map may be far larger than the world.
            cull: cull || settings.space == Space::Screen || layer.has_tiles(),
            is_display: false,
            clip: clip_at(altitude),
        });
    }
    among.add_below(u16::MAX, clip_at, &mut groups, &mut layers);
    let lines = [(overlays.debug.lines(), Projection::IDENTITY, None)];
    let widgets = world.hud.layers().map(|(layer, clip)| {
        let clip = clip.map(|clip| in_pixels(&clip, &display));
        (layer, display, clip)
    });
    let overlay_layers = [
        overlays.debug.text(),
        overlays.frame_rate.layer(),
        overlays.rewind.layer(),
    ];
    let overlay_layers = overlay_layers.map(|layer| (layer, display, None));
    let scene = world.scene();
    let scale = viewport.scale;
    let mut effects = Vec::new();
    let world_layers = layers.len();
    let over = |(layer, projection, clip): (_, _, Option<Rect>)| PaintedLayer {
        layer,
        projection,
        cull: false,
        is_display: true,
        clip,
    };
    let not_empty = |(layer, ..): &(&Layer, _, _)| !layer.is_empty();
    layers.extend(lines.into_iter().chain(widgets).filter(not_empty).map(over));
    for (layers, list) in [
        (world_layers, &scene.view_effects),
        (layers.len(), &scene.screen_effects),
        (layers.len(), &scene.transition),
    ] {
        if !list.now.is_empty() {
            let effects_shown = list.shown(k, scale);
            effects.push(ViewEffects {
                layers,
                effects: effects_shown,
            });
        }
    }
    layers.extend(overlay_layers.into_iter().filter(not_empty).map(over));
    let cameras = cameras::list(core, overlays.frame.layers(), &overlays.sorted, k);
    let cameras: Vec<_> = cameras.iter().map(CameraLayers::painted).collect();
    draw(&Frame {
        target,
        viewport,
        background: style.background,
        layers: &layers,
        groups: &groups.list(lit, k, scale),
        effects: &effects,
        cameras: &cameras,
        atlas: core.assets.atlas(),
        frames: core.assets.frames(),
        blending: style.blending,
    })
}

/// Returns the clip rectangle of an altitude, in pixels.
fn clip_of(
    world: &World,
    altitude: u16,
    followed: Option<FollowedSprite<'_>>,
    viewport: &Viewport,
    k: f32,
) -> Option<Rect> {
    let altitude = &world.scene().altitudes()[usize::from(altitude)];
    let settings = altitude.settings;
    match settings.clip_space {
        Space::Screen => {
            // A cut of the camera also makes rectangles of the view jump.
            let k = if world.camera.is_cut() { 0.0 } else { k };
            let view = Projection::of_view(world.unit(), viewport, 0.0);
            altitude.clip_shown(k).map(|clip| in_pixels(&clip, &view))
        }
        Space::World => {
            let clip = altitude.clip_shown(k)?;
            let in_world = AltitudeSettings {
                space: Space::World,
                ..settings
            };
            let view = projection_of(world, followed, &in_world, viewport, k);
            Some(in_pixels(&clip, &view))
        }
    }
}

/// Returns the smallest upright rectangle around the projected corners of a rectangle. One without area or with swapped
/// corners stays one that hides everything.
fn in_pixels(rect: &Rect, view: &Projection) -> Rect {
    let corner = |x: f32, y: f32| {
        let [a, b, c, d] = view.matrix;
        Vec2::new(a * x + b * y, c * x + d * y) + Vec2::from(view.translation)
    };
    let (min, max) = (rect.min, rect.max);
    let [first, second] = [corner(min.x, min.y), corner(max.x, max.y)];
    if !min.cmplt(max).all() {
        return Rect {
            min: first,
            max: first,
        };
    }
    let [third, fourth] = [corner(max.x, min.y), corner(min.x, max.y)];
    Rect {
        min: first.min(second).min(third).min(fourth),
        max: first.max(second).max(third).max(fourth),
    }
}

/// Finds the layers of each group of altitudes and of each mask, while layers are listed in painting order.
struct GroupLayers<'a> {
    groups: &'a [AltitudeGroup],
    /// The layers of each group, of its mask, and of its light map.
    found: Vec<[Range<usize>; 3]>,
    /// Number of layers listed so far.
    layers: usize,
}

impl<'a> GroupLayers<'a> {
    fn of(groups: &'a [AltitudeGroup]) -> Self {
        Self {
            groups,
            found: groups.iter().map(|_| [0..0, 0..0, 0..0]).collect(),
            layers: 0,
        }
    }

    /// Counts the next layer, which belongs to this altitude.
    fn count(&mut self, altitude: u16) {
        let at = self.layers;
        self.layers += 1;
        for (group, [layers, mask, sprites]) in self.groups.iter().zip(&mut self.found) {
            if group.contains(altitude) {
                extend(layers, at);
            } else if group.mask == Some(altitude) {
                extend(mask, at);
            } else if group
                .light()
                .is_some_and(|light| light.sprites == Some(altitude))
            {
                extend(sprites, at);
            }
        }
    }

    /// Returns the groups. Those without layers are not drawn.
    fn list(self, mut lit: Option<FrameLights>, k: f32, scale: Vec2) -> Vec<LayerGroup> {
        let groups = self.groups.iter().zip(self.found);
        let groups = groups.map(|(group, [layers, mask, sprites])| LayerGroup {
            layers,
            look: group.look,
            mask: group.mask.map(|_| mask),
            effects: group.effects.shown(k, scale),
            light: lit.as_mut().and_then(|lit| lit.of_group(group, sprites, k)),
        });
        groups.collect()
    }
}

/// Extends a range of adjacent layers by another one.
fn extend(layers: &mut Range<usize>, at: usize) {
    if *layers == (0..0) {
        layers.start = at;
    }
    layers.end = at + 1;
}

/// Returns the sprite of the object that a camera follows. `None` if it follows none.
pub(super) fn followed_sprite<'a>(core: &'a Core, camera: &Camera) -> Option<FollowedSprite<'a>> {
    let instance = core.world.followed_instance(camera)?;
    // A filled area has several pieces, and no single corner to keep in a pixel.
    if instance.shape().is_some() {
        return None;
    }
    let (table, first) = (core.assets.frames(), instance.frame());
    let following = table.get(first)?.following_slices() as usize;
    let frames = &table.records()[first.index()..=first.index() + following];
    Some(FollowedSprite { instance, frames })
}

/// Returns the projection of an altitude's objects. `k` is the smoothing factor.
pub(super) fn projection_of(
    world: &World,
    followed: Option<FollowedSprite<'_>>,
    settings: &AltitudeSettings,
    viewport: &Viewport,
    k: f32,
) -> Projection {
    layer_projection(world, &world.camera, followed, settings, viewport, k)
}

/// Returns the projection of an altitude's objects by a camera.
fn layer_projection(
    world: &World,
    camera: &Camera,
    followed: Option<FollowedSprite<'_>>,
    settings: &AltitudeSettings,
    viewport: &Viewport,
    k: f32,
) -> Projection {
    match settings.space {
        Space::World => {
            let (unit, parallax) = (world.unit(), settings.valid_parallax());
            Projection::of_following_camera(camera, unit, viewport, parallax, k, followed)
        }
        Space::Screen => Projection::of_view(world.unit(), viewport, k),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    mod followed;

    use super::*;
    use crate::assets::{AssetSettings, Assets};
    use crate::hud::Widget;
    use crate::render::{Fit, SoftwareRenderer};
    use crate::scene::Shake;
    use crate::world::CoreSettings;
    use crate::world::StepInput;

    /// Size of a target that shows a view of 640 × 384 pixels between bars of 10 and 20 pixels.
    const TARGET: [u32; 2] = [660, 424];

    /// Letterboxed view of 80 × 24 cells on blue.
    pub(crate) const STYLE: FrameStyle = FrameStyle {
        view: ViewSettings {
            size: Vec2::new(80.0, 24.0),
            unit: Vec2::new(8.0, 16.0),
            fit: Fit::Letterbox,
        },
        background: Color::BLUE,
        blending: Blending::Srgb,
    };

    /// Returns the image of a white world below a red display.
    fn picture(k: f32, act: impl Fn(&mut Camera)) -> Vec<u32> {
        let assets = Assets::new(AssetSettings::default());
        let mut core = Core::new(&CoreSettings::default(), assets);
        core.world.hud.add(Widget {
            color: Some(Color::RED),
            ..Widget::default()
        });
        let white = "█".repeat(240);
        core.step_with(StepInput::next(&core), |cx| {
            for row in -60..84_i8 {
                let place = Vec2::new(-80.0, row.into());
                cx.canvas(0).text(place, &white, Color::WHITE);
            }
            act(&mut cx.camera);
        });
        let mut renderer = SoftwareRenderer::default();
        let overlays = &mut Overlays::default();
        paint(&core, &STYLE, overlays, TARGET, k, |frame| {
            renderer.render(frame);
        });
        let mut pixels = vec![0; (TARGET[0] * TARGET[1]) as usize];
        renderer.copy_xrgb(&mut pixels);
        pixels
    }

    #[test]
    fn no_camera_draws_outside_the_view_or_moves_the_display() {
        let upright = picture(0.0, |_| ());
        let count = |color| upright.iter().filter(|&&pixel| pixel == color).count();
        assert_eq!(count(0), 660 * 424 - 640 * 384, "the bars");
        assert!(count(0x00ff_ffff) > 600 * 384, "the world");
        for (angle, zoom, k) in [(0.3, 1.0, 0.0), (1.0, 1.5, -0.5), (-2.0, 0.8, -0.75)] {
            let turned = picture(k, |camera| {
                assert!(camera.set_angle(angle).is_done() && camera.set_zoom(zoom).is_done());
                assert!(
                    camera
                        .shake(Shake {
                            strength: Vec2::splat(3.0),
                            angle: 0.2,
                            ..Shake::default()
                        })
                        .is_done()
                );
            });
            assert!(turned == upright, "{angle}, {zoom}, {k}");
        }
    }
}
