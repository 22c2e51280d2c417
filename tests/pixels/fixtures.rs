//! Ingredients of random scenes: images, shapes, tile maps, and a canvas.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::rng::Rng;
use crate::scenes::cameras;
use crate::scenes::materials::{palette, two_colors};
use damselfly::assets::{
    Anchor, AssetSettings, Assets, AtlasSettings, DrawnShape, FrameId, FrameLayout, ImageLayout,
    Pixels, SpriteId,
};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, ivec2, vec2};
use damselfly::scene::Layer;
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::{Core, CoreSettings, Object, StepInput};
use damselfly::{Color, ObjectId};

/// Side of an atlas page in texels, so small that some images are cut into slices.
const PAGE: u16 = 80;

/// Kinds of drawings by hand.
pub(crate) const DRAWINGS: [&str; 7] = [
    "line",
    "rectangle",
    "rectangle's outline",
    "circle",
    "circle's outline",
    "polygon",
    "polygon's outline",
];

/// A sprite and its kind.
#[derive(Clone, Copy)]
pub(crate) struct SpriteFixture {
    pub(crate) what: &'static str,
    pub(crate) first: FrameId,
    /// Number of frames that are drawn at the same position to show the whole sprite.
    pub(crate) slices: u32,
}

/// All ingredients. They are created once, because a renderer copies the texels of one collection of assets.
pub(crate) struct Fixtures {
    pub(crate) core: Core,
    pub(crate) sprites: Vec<SpriteFixture>,
    /// Sprites of cameras.
    pub(crate) cameras: Vec<FrameId>,
    /// The palette of materials.
    pub(crate) palette: FrameId,
    /// Layers of tile maps with cells of different sizes.
    pub(crate) tile_maps: Vec<Layer>,
}

impl Fixtures {
    pub(crate) fn new() -> Self {
        let assets = Assets::new(AssetSettings {
            atlas: AtlasSettings {
                page_size: PAGE,
                max_page_size: PAGE,
                max_pages: 64,
            },
            ..AssetSettings::default()
        });
        let settings = CoreSettings {
            view: Vec2::splat(64.0),
            unit: Vec2::ONE,
            ..CoreSettings::default()
        };
        let mut fixtures = Self {
            core: Core::new(&settings, assets),
            sprites: Vec::new(),
            cameras: Vec::new(),
            palette: FrameId::SOLID,
            tile_maps: Vec::new(),
        };
        fixtures.add_built_in();
        fixtures.add_pictures();
        fixtures.add_shapes();
        fixtures.palette = palette(&mut fixtures.core.assets);
        fixtures.sprites.push(SpriteFixture {
            what: "picture",
            first: two_colors(&mut fixtures.core.assets),
            slices: 1,
        });
        fixtures.cameras = ["33", "64", "5"]
            .into_iter()
            .zip([[33, 21], [64, 9], [5, 40]])
            .map(|(label, size)| cameras::blank(&mut fixtures.core.assets, label, size))
            .collect();
        let cells = [vec2(8.0, 8.0), vec2(7.3, 9.1), vec2(3.0, 2.0)];
        fixtures.tile_maps = cells.map(|cell| fixtures.tile_map(cell)).into();
        fixtures
    }

    fn add(&mut self, what: &'static str, id: SpriteId) {
        let frames = self.core.assets.sprite(id).unwrap().frames;
        self.sprites.push(SpriteFixture {
            what,
            first: frames.first,
            slices: frames.slices,
        });
    }

    fn add_built_in(&mut self) {
        let frames = [FrameId::SOLID, FrameId::PLACEHOLDER, FrameId::SQUARE];
        self.sprites.extend(frames.map(|first| SpriteFixture {
            what: "built-in picture",
            first,
            slices: 1,
        }));
    }

    /// Adds images of random colours with different anchors. Most have random alphas, too, and some are larger than a
    /// page.
    fn add_pictures(&mut self) {
        let pictures = [
            ("picture", [16, 12], Anchor::Center),
            ("picture", [5, 7], Anchor::Center),
            ("picture", [9, 8], Anchor::TopLeft),
            ("picture", [1, 6], Anchor::TopLeft),
            ("solid picture", [75, 20], Anchor::Center),
            ("solid picture", [8, 8], Anchor::TopLeft),
            ("tiled picture", [100, 41], Anchor::Center),
            ("tiled picture", [37, 95], Anchor::TopLeft),
            ("picture", [7, 10], Anchor::BottomCenter),
            ("picture", [6, 5], Anchor::CenterRight),
            ("tiled picture", [90, 39], Anchor::BottomRight),
            ("tiled picture", [41, 86], Anchor::TopCenter),
            ("tiled picture", [86, 41], Anchor::CenterLeft),
        ];
        for (number, (what, size, anchor)) in pictures.into_iter().enumerate() {
            let layout = ImageLayout {
                anchor,
                ..ImageLayout::default()
            };
            let texel = match what {
                "solid picture" => solid_texel,
                _ => any_texel,
            };
            let pixels = noise(size, number as u64, texel);
            let label = format!("picture {number}");
            let id = self.core.assets.add_image_with(&label, &pixels, &layout);
            self.add(what, id.unwrap());
        }
    }

    fn add_shapes(&mut self) {
        let concave = [[14.0, 0.0], [-10.0, 9.5], [-4.0, 0.0], [-10.0, -9.5]].map(Vec2::from_array);
        let translucent = Color::rgba(200, 100, 30, 180);
        let shapes = [
            ("circle sprite", DrawnShape::circle(7.5).filled(translucent)),
            (
                "circle sprite",
                DrawnShape::circle(6.0).outlined(2.5, Color::YELLOW),
            ),
            (
                "rectangle sprite",
                DrawnShape::rect(vec2(13.0, 8.5))
                    .filled(translucent)
                    .outlined(1.5, Color::WHITE),
            ),
            (
                "polygon sprite",
                DrawnShape::polygon(&concave)
                    .filled(translucent)
                    .outlined(2.0, Color::CYAN),
            ),
            (
                "line sprite",
                DrawnShape::line(vec2(-9.0, -4.0), vec2(9.0, 4.0), 2.0).filled(Color::GREEN),
            ),
            (
                "capsule sprite",
                DrawnShape::capsule(vec2(-6.0, 2.0), vec2(6.0, -2.0), 4.0).filled(translucent),
            ),
        ];
        for (number, (what, shape)) in shapes.into_iter().enumerate() {
            let id = self
                .core
                .assets
                .add_shape(&format!("shape {number}"), &shape);
            self.add(what, id.unwrap());
        }
    }

    /// Returns the layer of a map of 9 × 7 cells. Some of its tiles are mirrored or transposed.
    fn tile_map(&mut self, cell: Vec2) -> Layer {
        let label = format!("tiles of {cell}");
        let layout = ImageLayout {
            frames: FrameLayout::Grid {
                columns: 4,
                rows: 1,
            },
            ..ImageLayout::default()
        };
        let sprite = self
            .core
            .assets
            .add_image_with(&label, noise([32, 8], 99, any_texel), &layout)
            .unwrap();
        let mut map = TileMap::new(cell, 9, 7);
        let kinds: Vec<_> = (0..8)
            .map(|kind| Tile {
                transposed: kind >= 4,
                ..Tile::new(sprite)
                    .frame(kind % 4)
                    .flipped(kind & 1 != 0, kind & 2 != 0)
            })
            .map(|tile| map.add(tile))
            .collect();
        let mut rng = Rng::new(7);
        for place in (0..7).flat_map(|y| (0..9).map(move |x| ivec2(x, y))) {
            let tile = (!rng.one_in(6)).then(|| rng.one_of(&kinds));
            map.set(place, tile);
        }
        let mut cx = self.core.context();
        let id: ObjectId = cx.spawn(Object::new("Ground").at(vec2(1.5, -2.0)));
        assert!(cx.object_mut(id).unwrap().set_tiles(map).is_done());
        self.step();
        let layer = self.painted().remove(0);
        self.core.world.remove(id);
        self.step();
        assert!(self.painted().is_empty());
        layer
    }

    fn step(&mut self) {
        self.core.step(StepInput::next(&self.core));
    }

    /// Returns copies of the visible layers that have rows.
    fn painted(&self) -> Vec<Layer> {
        let world = &self.core.world;
        let painted = world.scene().painted(world.level());
        let seen = painted.filter(|(layer, _)| layer.live() > 0);
        seen.map(|(layer, _)| layer.clone()).collect()
    }

    /// Draws one to three random shapes of a kind by hand, often partly outside the target. Returns their layer.
    pub(crate) fn drawing(&mut self, kind: &str, rng: &mut Rng) -> Option<Layer> {
        self.core.step_with(StepInput::next(&self.core), |cx| {
            let mut canvas = cx.canvas(1_u16);
            for _ in 0..rng.whole(1, 3) {
                let mut place = || vec2(rng.place(-20, 60), rng.place(-20, 50));
                let (from, to) = (place(), place());
                let corners: Vec<Vec2> = (0..5).map(|_| place()).collect();
                let corners = &corners[..rng.below(3) + 3];
                let width = rng.number(0.5, 6.0);
                let color = Color::rgba(rng.byte(), rng.byte(), rng.byte(), rng.byte() | 64);
                let rect = Rect::new(from.min(to), from.max(to));
                match kind {
                    "line" => canvas.line(from, to, width, color),
                    "rectangle" => canvas.rect(rect, color),
                    "rectangle's outline" => canvas.outline(rect, width, color),
                    "circle" => canvas.circle(from, width * 4.0, color),
                    "circle's outline" => canvas.circle_outline(from, width * 4.0, 2.5, color),
                    "polygon" => canvas.polygon(corners, color),
                    "polygon's outline" => canvas.polygon_outline(corners, width, color),
                    _ => panic!("there is no {kind}"),
                };
            }
        });
        // There is no layer if every shape is a polygon whose sides cross each other: such polygons are refused.
        self.painted().pop()
    }
}

/// Returns a texel of any colour. About a fifth are transparent, and about a fifth translucent.
fn any_texel(rng: &mut Rng) -> Color {
    let alpha = match rng.whole(0, 4) {
        0 => 0,
        1 => rng.byte(),
        _ => 255,
    };
    solid_texel(rng).with_alpha(alpha)
}

fn solid_texel(rng: &mut Rng) -> Color {
    Color::rgb(rng.byte(), rng.byte(), rng.byte())
}

/// Returns an image of random texels.
fn noise([width, height]: [u32; 2], seed: u64, texel: fn(&mut Rng) -> Color) -> Pixels {
    let mut rng = Rng::new(seed);
    let texels: Vec<Color> = (0..width * height).map(|_| texel(&mut rng)).collect();
    Pixels::from_fn(width, height, |x, y| texels[(y * width + x) as usize])
}
