//! Paths on grids and tile maps: the cheapest path between two cells, flow fields for crowds, and lines of sight. Pure data
//! that does not know the world.
//!
//! ```
//! use damselfly::glam::{ivec2, vec2};
//! use damselfly::paths::{FlowField, PathGrid};
//! use damselfly::tiles::{Legend, Tile, TileMap};
//!
//! let legend = Legend::new().tile('#', Tile::default().solid());
//! let level = TileMap::from_text("     \n ### \n   # \n", vec2(16.0, 16.0), &legend)?;
//! let grid = PathGrid::from_tiles(&level.map);
//! let path = grid.path(ivec2(2, 2), ivec2(4, 2)).expect("a way around the wall");
//! assert_eq!((path.cells.len(), path.cost), (11, 100));
//! assert!(!grid.sees(ivec2(2, 2), ivec2(4, 2)));
//! // A crowd of any size shares one field.
//! let field = FlowField::new(&grid, [ivec2(4, 2)]);
//! assert_eq!(field.next(ivec2(2, 2)), Some(ivec2(1, 2)));
//! assert_eq!(field.direction(vec2(40.0, 40.0)), vec2(-1.0, 0.0));
//! # Ok::<(), damselfly::tiles::TextMapError>(())
//! ```
//!
//! A monster chases the hero. The grid is a resource, so it is part of snapshots and can change during the game:
//!
//! ```
//! use damselfly::paths::PathGrid;
//! use damselfly::prelude::*;
//!
//! #[derive(Clone)]
//! struct Monster {
//!     hero: ObjectId,
//! }
//!
//! impl Behavior for Monster {
//!     fn step(&mut self, cx: &mut Context<'_>) {
//!         let (from, hero) = (cx.me().position(), cx.object(self.hero).map(|hero| hero.position()));
//!         let (Some(grid), Some(to)) = (cx.resource::<PathGrid>(), hero) else { return };
//!         let next = grid.path(grid.cell_at(from), grid.cell_at(to)).and_then(|path| path.cells.get(1).copied());
//!         let way = next.map_or(Vec2::ZERO, |next| grid.center(next) - from);
//!         cx.me().set_velocity(way.clamp_length_max(2.0));
//!     }
//! }
//! # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |cx| {
//! #     let grid = PathGrid::new(8, 8).sized(vec2(16.0, 16.0));
//! #     cx.insert_resource(grid);
//! #     let hero = cx.spawn(Object::new("Hero").at(vec2(8.0, 72.0)));
//! #     cx.spawn_with(Object::new("Monster").at(vec2(8.0, 8.0)), Monster { hero });
//! #     Ok(())
//! # })?;
//! # for _ in 0..10 { game.step(); }
//! # let monster = game.world().object(game.only("Monster")).map(|it| it.position());
//! # assert_eq!(monster, Some(vec2(8.0, 28.0)));
//! # Ok::<(), Error>(())
//! ```
//!
//! A path over a large map may take several milliseconds, above all if there is none. Search it in the background then, with
//! a copy of the grid. The result arrives in a later step, which replays repeat:
//!
//! ```
//! use damselfly::glam::ivec2;
//! use damselfly::paths::{GridPath, PathGrid};
//! use damselfly::prelude::*;
//! use damselfly::world::{JobDone, JobSettings};
//!
//! #[derive(Clone)]
//! struct Scout;
//!
//! impl Behavior for Scout {
//!     fn attached(&mut self, cx: &mut Context<'_>) {
//!         let grid = PathGrid::new(1000, 1000);
//!         cx.start_job(JobSettings::named("path"), move |_| grid.path(ivec2(0, 0), ivec2(999, 999)));
//!     }
//!
//!     fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
//!         if let Some(done) = event.get::<JobDone<Option<GridPath>>>()
//!             && let Ok(Some(path)) = done.result.as_deref()
//!         {
//!             cx.hud.set("Steps", path.cells.len());
//!         }
//!     }
//! }
//! # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |cx| {
//! #     cx.hud.add(Widget::new("Steps"));
//! #     cx.spawn_with(Object::new("Scout"), Scout);
//! #     Ok(())
//! # })?;
//! # while game.world().jobs().next().is_some() {
//! #     game.step();
//! # }
//! # assert_eq!(game.world().hud.value("Steps"), Some(1000));
//! # Ok::<(), Error>(())
//! ```

mod flow;
mod grid;
mod moves;
mod queue;
mod search;
mod sight;
#[cfg(test)]
mod tests;

pub use flow::FlowField;
pub use grid::PathGrid;
pub use moves::GridMoves;
pub use search::GridPath;
