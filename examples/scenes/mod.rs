//! Named scenes as plain data, shared by tests and benches. Each shows one thing that a renderer might draw wrongly.
//!
//! Include them with `#[path = "../examples/scenes/mod.rs"] mod scenes;`. They only build the data, and draw nothing.

mod art;
mod blend_modes;
pub(crate) mod cameras;
mod clips;
mod effects;
mod groups;
mod lights;
mod looks;
pub(crate) mod materials;
mod particles;
mod shapes;
mod turned;
mod views;

use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, AtlasSettings, FrameId};
use damselfly::geometry::Rect;
use damselfly::glam::Vec2;
use damselfly::render::{
    Blending, Frame, LayerGroup, PaintedCamera, PaintedLayer, Projection, ViewEffects, Viewport,
};
use damselfly::scene::{Instance, Layer};

/// A scene with its name.
pub(crate) struct Scene {
    /// Its name, which is also a valid file name.
    pub(crate) name: &'static str,
    /// Width and height of an atlas page in texels.
    pub(crate) page_size: u16,
    /// Builds the scene, from images that it adds to the assets.
    pub(crate) build: fn(&mut Assets) -> SceneData,
}

/// Content of a frame, without the assets.
pub(crate) struct SceneData {
    pub(crate) target: [u32; 2],
    pub(crate) viewport: Viewport,
    pub(crate) background: Color,
    pub(crate) blending: Blending,
    /// Layers in paint order.
    pub(crate) layers: Vec<SceneLayer>,
    pub(crate) groups: Vec<LayerGroup>,
    pub(crate) effects: Vec<ViewEffects>,
    pub(crate) cameras: Vec<SceneCamera>,
}

/// A layer and its projection.
pub(crate) struct SceneLayer {
    pub(crate) layer: Layer,
    pub(crate) projection: Projection,
    pub(crate) cull: bool,
    pub(crate) clip: Option<Rect>,
}

/// A camera that is drawn into a sprite.
pub(crate) struct SceneCamera {
    pub(crate) frame: FrameId,
    pub(crate) background: Color,
    /// Numbers of layers, each with its projection to the camera's target.
    pub(crate) layers: Vec<(usize, Projection)>,
    /// Groups of these layers, by their places in the list.
    pub(crate) groups: Vec<LayerGroup>,
}

/// Every scene.
pub(crate) const SCENES: &[Scene] = &[
    scene("nothing", views::nothing),
    scene("blends", looks::blends),
    scene("32_overlapping_blends", looks::overlapping_blends),
    scene("blend_modes", blend_modes::side_by_side),
    scene("alternating_blend_modes", blend_modes::alternating),
    scene("groups", groups::all_modes),
    scene("layers_in_and_around_a_group", groups::layers_between),
    scene("effects_of_groups", effects::of_groups),
    scene("effects_of_the_view", effects::of_the_view),
    scene("clip_rectangles", clips::of_layers),
    scene("ambient_light", lights::ambient),
    scene("point_lights", lights::points),
    scene("beams_of_light", lights::beams),
    scene("sprites_as_lights", lights::sprites),
    scene("shadows", lights::shadows),
    scene("light_maps_in_groups", lights::resolutions),
    scene("materials", materials::side_by_side),
    scene("flips", looks::flips),
    scene("scales", looks::scales),
    scene("rotations", looks::rotations),
    scene("turning_half_way", looks::turning_half_way),
    scene("filters", looks::filters),
    scene("half_a_step", looks::half_a_step),
    scene("particles", particles::fountains),
    scene("shapes_as_sprites", shapes::as_sprites),
    scene("shapes_by_hand", shapes::by_hand),
    scene("shapes_by_hand_turned", shapes::by_hand_turned),
    scene("tints", looks::tints),
    scene("filled", looks::filled),
    scene("text", looks::text),
    Scene {
        name: "atlas_pages",
        page_size: 64,
        build: looks::atlas_pages,
    },
    scene("hud_over_world", views::hud_over_world),
    scene("camera_zoom", views::camera_zoom),
    scene("camera_turned", views::camera_turned),
    scene("camera_turned_over_text", turned::text),
    scene("camera_turned_a_quarter", turned::quarter),
    scene("camera_turned_parallax", turned::parallax),
    scene("camera_turning_half_way", turned::half_way),
    scene("camera_shaken", turned::shaken),
    scene(
        "camera_turned_mostly_out_of_view",
        turned::mostly_out_of_view,
    ),
    scene("camera_sprites", cameras::minimap_and_split_screen),
    scene("camera_mirror", cameras::mirror),
    scene("cameras_in_cameras", cameras::cameras_in_cameras),
    scene("parallax", views::parallax),
    scene("letterbox", views::letterbox),
    scene("letterbox_of_an_empty_view", views::empty_letterbox),
    scene("expanding_odd_size", views::expanding_odd_size),
    scene("stretched", views::stretched),
    scene("one_pixel", views::one_pixel),
    scene("beyond_every_edge", views::beyond_every_edge),
    scene("mostly_out_of_view", views::mostly_out_of_view),
    scene("hidden_and_unreal", looks::hidden_and_unreal),
];

const fn scene(name: &'static str, build: fn(&mut Assets) -> SceneData) -> Scene {
    Scene {
        name,
        page_size: 256,
        build,
    }
}

impl Scene {
    /// Returns the scene and the assets that it uses.
    pub(crate) fn build(&self) -> (Assets, SceneData) {
        let mut assets = self.assets();
        let data = (self.build)(&mut assets);
        (assets, data)
    }

    fn assets(&self) -> Assets {
        let atlas = AtlasSettings {
            page_size: self.page_size,
            ..AtlasSettings::default()
        };
        Assets::new(AssetSettings {
            atlas,
            ..AssetSettings::default()
        })
    }
}

impl SceneData {
    /// Returns an empty scene with a dark blue background, whose view fills a target of this size.
    pub(crate) fn sized(target: [u32; 2]) -> Self {
        let viewport = Viewport {
            origin: [0, 0],
            size: target,
            scale: Vec2::ONE,
            units: Vec2::new(target[0] as f32, target[1] as f32),
        };
        Self {
            target,
            viewport,
            background: Color::rgb(16, 24, 56),
            blending: Blending::Srgb,
            layers: Vec::new(),
            groups: Vec::new(),
            effects: Vec::new(),
            cameras: Vec::new(),
        }
    }

    /// Adds a layer of sprites.
    pub(crate) fn with_layer(
        mut self,
        projection: Projection,
        sprites: impl IntoIterator<Item = Instance>,
    ) -> Self {
        let mut layer = Layer::new();
        for sprite in sprites {
            layer.push(None, sprite, Vec2::ZERO);
        }
        self.layers.push(SceneLayer {
            layer,
            projection,
            cull: false,
            clip: None,
        });
        self
    }

    /// Calls `show` with the scene as a frame.
    pub(crate) fn with_frame<T>(&self, assets: &Assets, show: impl FnOnce(&Frame<'_>) -> T) -> T {
        let painted: Vec<PaintedLayer<'_>> = self
            .layers
            .iter()
            .map(|layer| PaintedLayer {
                layer: &layer.layer,
                projection: layer.projection,
                cull: layer.cull,
                is_display: false,
                clip: layer.clip,
            })
            .collect();
        let seen: Vec<Vec<PaintedLayer<'_>>> = self
            .cameras
            .iter()
            .map(|camera| {
                let layers = camera.layers.iter();
                layers
                    .map(|&(number, projection)| PaintedLayer {
                        projection,
                        ..painted[number]
                    })
                    .collect()
            })
            .collect();
        let cameras: Vec<_> = self
            .cameras
            .iter()
            .zip(&seen)
            .map(|(camera, layers)| PaintedCamera {
                frame: camera.frame,
                background: camera.background,
                layers,
                groups: &camera.groups,
            })
            .collect();
        show(&Frame {
            target: self.target,
            viewport: self.viewport,
            background: self.background,
            layers: &painted,
            groups: &self.groups,
            effects: &self.effects,
            cameras: &cameras,
            atlas: assets.atlas(),
            frames: assets.frames(),
            blending: self.blending,
        })
    }
}
