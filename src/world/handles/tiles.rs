//! Tile maps of objects: getters and setters of the handles.

use glam::IVec2;

use super::{ObjectMut, ObjectRef};
use crate::tiles::{TileId, TileMap};
use crate::world::{Collision, Outcome};

impl ObjectRef<'_> {
    /// Returns the cell of its tiles that a collision hit: the nearest colliding tile, and the uppermost of several. If
    /// that tile was removed since, a neighbouring one may be the nearest. `None` without a tile map, and if no
    /// colliding tile is within a distance of a cell's longer side.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::tiles::TileMap;
    /// #[derive(Clone)]
    /// struct Hero;
    ///
    /// impl Behavior for Hero {
    ///     fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
    ///         let ground = cx.object(hit.other);
    ///         let cell = ground.and_then(|ground| ground.cell_hit(hit));
    ///         if let (Some(cell), Some(mut ground)) = (cell, cx.object_mut(hit.other)) {
    ///             ground.set_tile(cell, None);
    ///         }
    ///     }
    /// }
    /// # use damselfly::tiles::Tile;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut map = TileMap::new(vec2(1.0, 1.0), 80, 24);
    /// # let brick = map.add(Tile::default().solid());
    /// # map.fill(damselfly::glam::ivec2(0, 10), damselfly::glam::ivec2(79, 10), Some(brick));
    /// # let mut cx = core.context();
    /// # let ground = cx.spawn(Object::new("Ground"));
    /// # cx.object_mut(ground).map(|mut ground| ground.set_tiles(map));
    /// # let hero = Object::new("Hero").at(vec2(5.5, 9.5)).velocity(vec2(0.0, 1.0));
    /// # cx.spawn_with(hero, Hero);
    /// # core.step(damselfly::world::StepInput::next(&core));
    /// # let tiles = core.world.object(ground).and_then(|ground| ground.tiles()).unwrap();
    /// # assert_eq!(tiles.get(damselfly::glam::ivec2(5, 10)), None);
    /// # assert_eq!(tiles.get(damselfly::glam::ivec2(4, 10)), Some(brick));
    /// ```
    pub fn cell_hit(&self, hit: &Collision) -> Option<IVec2> {
        let tiles = self.tiles()?;
        let within = tiles.cell_size().max_element();
        tiles.nearest_colliding(self.position(), hit.position, within)
    }
}

impl ObjectMut<'_> {
    /// Gives it a tile map, or replaces its tiles; `None` removes them. The object's position is the map's upper left
    /// corner. The object's scale, angle, box and shapes do not affect the tiles. Its other properties apply to the map
    /// as a whole: solidness, groups, level, altitude, visibility, tint, blend mode and filter.
    ///
    /// The tiles are drawn beneath the objects of its altitude and level, each stretched to its cell; only visible
    /// cells are copied and drawn. A change of the object's position, tint, blend mode or filter redraws all cells,
    /// which is slow for large maps. Each cell takes about 50 bytes, which copies of the world share until one of them
    /// changes a cell: that copies the map. A checksum reads all cells. On one altitude, persistent objects are beneath
    /// the tiles of the current level: give the background a separate altitude. Tiles whose sprite is larger than a
    /// page of the atlas show a part of it.
    ///
    /// One-way tiles stop objects that move down and were wholly above their upper edge; for a shape, its bounding box
    /// counts. Spatial queries find solid tiles only. Two tile maps never collide with each other.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::glam::ivec2;
    /// use damselfly::tiles::{Tile, TileMap};
    /// use damselfly::world::MoveOutcome;
    ///
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let mut map = TileMap::new(vec2(1.0, 1.0), 80, 24);
    /// let rock = map.add(Tile::default().solid());
    /// map.fill(ivec2(0, 20), ivec2(79, 23), Some(rock));
    /// let ground = cx.spawn(Object::new("Ground"));
    /// cx.object_mut(ground).map(|mut ground| ground.set_tiles(map));
    ///
    /// let bounds = Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(1.0, 2.0)));
    /// let hero = cx.spawn(Object { bounds, ..Object::new("Hero") }.at(vec2(5.0, 18.5)));
    /// assert_eq!(cx.move_by(hero, vec2(0.0, 0.5)), MoveOutcome::Moved);
    /// assert_eq!(cx.move_by(hero, vec2(0.0, 0.5)), MoveOutcome::Blocked);
    /// ```
    #[doc(alias = "tilemap")]
    pub fn set_tiles(&mut self, tiles: impl Into<Option<TileMap>>) -> Outcome {
        self.world.set_tiles(self.id, tiles.into(), self.assets)
    }

    /// Changes a cell of its tiles; `None` empties it. Refused without a tile map, and if the cell is outside of the
    /// map or the map does not contain the tile.
    pub fn set_tile(&mut self, cell: IVec2, tile: Option<TileId>) -> Outcome {
        self.world.set_tile(self.id, cell, tile, self.assets)
    }
}
