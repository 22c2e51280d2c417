//! The scenes of the benchmark: each is a game of one kind of content, at several sizes.
//!
//! To add one, write its `start` and its `step`, and add a line to [`SCENES`], or to the list in another file.

mod content;
mod effects;
mod lights;
mod passes;
mod sprites;

use damselfly::prelude::*;

/// Width and height of the view in pixels.
pub(crate) const VIEW: [u16; 2] = [1280, 720];

/// A scene.
#[derive(Debug)]
pub(crate) struct BenchScene {
    /// Its name: lower case, with underscores.
    pub(crate) name: &'static str,
    /// Unit of its size.
    pub(crate) unit: &'static str,
    /// Sizes of a full run, ascending.
    pub(crate) sizes: &'static [usize],
    /// Size of a quick run.
    pub(crate) quick: usize,
    /// Number of altitudes.
    pub(crate) altitudes: u16,
    /// Fills the world with content of this size.
    pub(crate) start: fn(&mut Context<'_>, usize) -> Result<(), Error>,
    /// Runs in each step.
    pub(crate) step: fn(&mut Context<'_>, usize),
}

/// Sizes of scenes of sprites.
const SPRITES: &[usize] = &[10_000, 100_000, 1_000_000];

/// Returns all scenes.
pub(crate) fn all() -> impl Iterator<Item = &'static BenchScene> {
    SCENES.iter().chain(effects::SCENES).chain(lights::SCENES)
}

/// Scenes of sprites, text, tiles, blend modes, groups and sprite cameras.
const SCENES: &[BenchScene] = &[
    scene("static", "sprites", SPRITES, sprites::scatter, nothing),
    scene(
        "moving",
        "sprites",
        SPRITES,
        sprites::moving,
        sprites::bounce,
    ),
    scene(
        "turned_and_scaled",
        "sprites",
        SPRITES,
        sprites::turned,
        nothing,
    ),
    BenchScene {
        altitudes: 100,
        ..scene(
            "100_altitudes",
            "sprites",
            &[10_000, 100_000],
            sprites::in_altitudes,
            sprites::bounce,
        )
    },
    scene(
        "overdraw",
        "sprites of the view's size",
        &[8, 32, 128],
        sprites::overdraw,
        nothing,
    ),
    scene(
        "text",
        "glyphs",
        &[10_000, 100_000],
        content::nothing,
        content::write_text,
    ),
    scene(
        "particles",
        "particles",
        SPRITES,
        content::particles,
        nothing,
    ),
    scene(
        "tile_map",
        "tiles",
        &[10_000, 1_000_000],
        content::tiles,
        content::scroll,
    ),
    scene(
        "mixed_blend_modes",
        "sprites",
        &[10_000, 100_000],
        passes::mixed_modes,
        sprites::bounce,
    ),
    scene(
        "subtract",
        "runs of 100 sprites",
        &[10, 100],
        passes::subtract,
        sprites::bounce,
    ),
    scene(
        "materials",
        "sprites",
        &[10_000, 100_000],
        passes::materials,
        sprites::bounce,
    ),
    BenchScene {
        altitudes: 33,
        ..scene(
            "groups",
            "groups of 1000 sprites",
            &[1, 8, 32],
            passes::groups,
            sprites::bounce,
        )
    },
    BenchScene {
        altitudes: 33,
        ..scene(
            "groups_of_quarter_size",
            "groups of 1000 sprites",
            &[1, 8, 32],
            passes::small_groups,
            sprites::bounce,
        )
    },
    BenchScene {
        altitudes: 3,
        ..scene(
            "masked_group",
            "sprites",
            &[10_000, 100_000],
            passes::masked,
            sprites::bounce,
        )
    },
    BenchScene {
        altitudes: 2,
        ..scene(
            "camera_sprites",
            "cameras of a quarter of the view",
            &[1, 4, 16],
            passes::cameras,
            sprites::bounce,
        )
    },
];

/// Returns a scene with one altitude. A quick run has its smallest size, or a quarter of 10 000.
const fn scene(
    name: &'static str,
    unit: &'static str,
    sizes: &'static [usize],
    start: fn(&mut Context<'_>, usize) -> Result<(), Error>,
    step: fn(&mut Context<'_>, usize),
) -> BenchScene {
    BenchScene {
        name,
        unit,
        sizes,
        quick: match sizes[0] {
            many @ 10_000.. => many / 4,
            few => few,
        },
        altitudes: 1,
        start,
        step,
    }
}

/// The step of a scene at rest, or one that the engine moves.
fn nothing(_: &mut Context<'_>, _: usize) {}

/// A scene of a size, as a game.
#[derive(Debug)]
pub(crate) struct SceneGame {
    pub(crate) scene: &'static BenchScene,
    pub(crate) size: usize,
}

impl Game for SceneGame {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        (self.scene.start)(cx, self.size)
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        (self.scene.step)(cx, self.size);
    }
}
