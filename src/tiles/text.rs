//! Maps from text: one character per cell, and a legend that defines the characters.

use core::fmt;

use glam::{IVec2, Vec2};

use super::map::{MAX_CELLS, MAX_SIDE, TileMap};
use super::tile::{Tile, TileId};

/// Meaning of a character in a text map.
#[derive(Clone, Debug, PartialEq)]
enum Meaning {
    Empty,
    Tile(Tile),
    Spawn(String),
}

/// Meanings of the characters of a text map; see [`TileMap::from_text`]. A later meaning of a character replaces an
/// earlier one. A blank is an empty cell unless the legend redefines it.
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    entries: Vec<(char, Meaning)>,
}

impl Default for Legend {
    fn default() -> Self {
        Self::new()
    }
}

impl Legend {
    /// Returns a legend with a single entry: a blank is an empty cell.
    pub fn new() -> Self {
        let entries = Vec::new();
        Self { entries }.empty(' ')
    }

    /// Adds a character for cells without a tile.
    #[must_use]
    pub fn empty(self, character: char) -> Self {
        self.with(character, Meaning::Empty)
    }

    /// Adds a character for a tile.
    #[must_use]
    pub fn tile(self, character: char, tile: Tile) -> Self {
        self.with(character, Meaning::Tile(tile))
    }

    /// Adds a character for spawn points. Their cells are empty.
    #[must_use]
    pub fn spawn(self, character: char, name: impl Into<String>) -> Self {
        self.with(character, Meaning::Spawn(name.into()))
    }

    fn with(mut self, character: char, meaning: Meaning) -> Self {
        self.entries.retain(|(other, _)| *other != character);
        self.entries.push((character, meaning));
        self
    }
}

/// A spawn point of a text map.
#[derive(Clone, Debug, PartialEq)]
pub struct SpawnPoint {
    /// Name that the legend gives to the character.
    pub name: String,
    /// Column and row of the cell, counted from 0.
    pub cell: IVec2,
    /// Middle of the cell, in world units relative to the map's upper left corner.
    pub position: Vec2,
}

/// A map read from text, with its spawn points. Returned by [`TileMap::from_text`].
#[derive(Clone, Debug, PartialEq)]
pub struct TextMap {
    /// The map. Contains the tiles of the whole legend, in the legend's order.
    pub map: TileMap,
    /// Spawn points, row by row.
    pub spawns: Vec<SpawnPoint>,
    tiles: Vec<(char, TileId)>,
}

impl TextMap {
    /// Returns the tile of a character, so that it can be set in other cells. `None` if the legend defines no tile for
    /// it.
    pub fn tile(&self, character: char) -> Option<TileId> {
        let mut tiles = self.tiles.iter();
        let found = tiles.find(|(other, _)| *other == character);
        found.map(|(_, id)| *id)
    }

    /// Returns the spawn points with this name, row by row.
    pub fn spawns_of(&self, name: &str) -> impl Iterator<Item = &SpawnPoint> {
        self.spawns.iter().filter(move |spawn| spawn.name == name)
    }
}

/// Error of [`TileMap::from_text`]. Its message says what is wrong, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextMapError {
    /// The text is empty or contains only line breaks.
    Empty,
    /// The legend does not define a character.
    Unknown {
        /// Line, counted from 1.
        line: usize,
        /// Column, counted from 1, in characters.
        column: usize,
        /// The character.
        character: char,
        /// Characters that the legend defines.
        known: String,
    },
    /// The text has more columns, rows or cells than a map may have.
    TooLarge {
        /// Number of columns.
        columns: usize,
        /// Number of rows.
        rows: usize,
    },
}

impl fmt::Display for TextMapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the map's text is empty: write one line per row"),
            Self::Unknown {
                line,
                column,
                character,
                known,
            } => write!(
                f,
                "line {line}, column {column}: the legend does not define {character:?}: add it, or use one of {known}"
            ),
            Self::TooLarge { columns, rows } => write!(
                f,
                "the text has {columns} columns and {rows} rows: a map has at most {MAX_SIDE} of each, and {MAX_CELLS} cells"
            ),
        }
    }
}

impl core::error::Error for TextMapError {}

impl TileMap {
    /// Returns the map that a text describes: one line per row and one character per cell, as the legend defines. Cells
    /// to the right of a shorter line are empty. `cell_size` is in world units, as in [`TileMap::new`].
    ///
    /// ```
    /// use damselfly::assets::SpriteId;
    /// use damselfly::glam::{ivec2, vec2};
    /// use damselfly::tiles::{Legend, Tile, TileCollision, TileMap};
    ///
    /// let rock = Tile::new(SpriteId::PLACEHOLDER).solid();
    /// let legend = Legend::new().tile('#', rock).spawn('@', "hero");
    /// let level = TileMap::from_text("  @  \n#####\n", vec2(16.0, 16.0), &legend)?;
    /// assert_eq!(level.map.size(), ivec2(5, 2));
    /// assert_eq!(level.map.collision(ivec2(3, 1)), TileCollision::Solid);
    /// assert_eq!(level.spawns[0].position, vec2(40.0, 8.0));
    /// # Ok::<(), damselfly::tiles::TextMapError>(())
    /// ```
    ///
    /// To read a large level without stopping the game, use a background thread. Its result arrives at the beginning of
    /// a step: [`Context::start_job`](crate::world::Context::start_job).
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::tiles::{Legend, TextMap, TextMapError, Tile, TileMap};
    /// use damselfly::world::{JobDone, JobSettings};
    ///
    /// #[derive(Clone)]
    /// struct Loader;
    ///
    /// impl Behavior for Loader {
    ///     fn attached(&mut self, cx: &mut Context<'_>) {
    ///         let text = "#####\n".repeat(1000);
    ///         let legend = Legend::new().tile('#', Tile::new(SpriteId::PLACEHOLDER).solid());
    ///         cx.start_job(JobSettings::named("level"), move |_| {
    ///             TileMap::from_text(&text, vec2(16.0, 16.0), &legend)
    ///         });
    ///     }
    ///
    ///     fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
    ///         let Some(done) = event.get::<JobDone<Result<TextMap, TextMapError>>>() else {
    ///             return;
    ///         };
    ///         match done.result.as_deref() {
    ///             Ok(Ok(level)) => {
    ///                 let ground = cx.spawn(Object::new("Ground"));
    ///                 cx.object_mut(ground).map(|mut ground| ground.set_tiles(level.map.clone()));
    ///             }
    ///             Ok(Err(error)) => {
    ///                 cx.hud.add(Widget::new(error.to_string()));
    ///             }
    ///             Err(failure) => {
    ///                 cx.hud.add(Widget::new(failure.to_string()));
    ///             }
    ///         }
    ///     }
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |cx| {
    /// #     cx.spawn_with(Object::new("Loader"), Loader);
    /// #     Ok(())
    /// # })?;
    /// # assert_eq!(game.world().jobs().count(), 1);
    /// # while game.world().jobs().next().is_some() {
    /// #     game.step();
    /// # }
    /// # let ground = game.world().object(game.only("Ground"));
    /// # assert_eq!(ground.and_then(|it| it.tiles().map(|map| map.size().y)), Some(1000));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the text is empty, has a character that the legend does not define, or has too many columns, rows or
    /// cells.
    pub fn from_text(
        text: &str,
        cell_size: Vec2,
        legend: &Legend,
    ) -> Result<TextMap, TextMapError> {
        let text = text.trim_start_matches('\u{feff}');
        let lines = || text.trim_end_matches(['\n', '\r']).lines();
        let columns = lines().map(|line| line.chars().count()).max();
        let (columns, rows) = (columns.unwrap_or(0), lines().count());
        if columns == 0 {
            return Err(TextMapError::Empty);
        }
        let fits = columns <= MAX_SIDE as usize
            && rows <= MAX_SIDE as usize
            && columns * rows <= MAX_CELLS as usize;
        let (Ok(width), Ok(height), true) = (u32::try_from(columns), u32::try_from(rows), fits)
        else {
            return Err(TextMapError::TooLarge { columns, rows });
        };
        let mut map = Self::new(cell_size, width, height);
        let mut tiles = Vec::new();
        for (character, meaning) in &legend.entries {
            if let Meaning::Tile(tile) = meaning {
                tiles.push((*character, map.add(tile.clone())));
            }
        }
        let mut level = TextMap {
            map,
            spawns: Vec::new(),
            tiles,
        };
        for (row, line) in (0..).zip(lines()) {
            for (column, character) in (0..).zip(line.chars()) {
                level.read(IVec2::new(column, row), character, legend)?;
            }
        }
        Ok(level)
    }
}

impl TextMap {
    /// Applies the meaning of a character to a cell.
    fn read(&mut self, cell: IVec2, character: char, legend: &Legend) -> Result<(), TextMapError> {
        let mut entries = legend.entries.iter();
        let entry = entries.find(|(other, _)| *other == character);
        match entry.map(|(_, meaning)| meaning) {
            Some(Meaning::Empty) => {}
            Some(Meaning::Tile(_)) => {
                let tile = self.tile(character);
                self.map.set(cell, tile);
            }
            Some(Meaning::Spawn(name)) => self.spawns.push(SpawnPoint {
                name: name.clone(),
                cell,
                position: self.map.cell_box(cell).center(),
            }),
            None => {
                let known = legend.entries.iter().map(|(known, _)| format!("{known:?}"));
                let from_one = |number: i32| usize::try_from(number).unwrap_or(0) + 1;
                return Err(TextMapError::Unknown {
                    line: from_one(cell.y),
                    column: from_one(cell.x),
                    character,
                    known: known.collect::<Vec<_>>().join(", "),
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::TileCollision;
    use glam::{ivec2, vec2};
    use proptest::prelude::*;

    fn legend() -> Legend {
        let rock = Tile::default().solid();
        Legend::new()
            .tile('#', rock)
            .tile('=', Tile::default().one_way())
            .empty('.')
            .spawn('@', "hero")
            .spawn('o', "coin")
    }

    #[test]
    fn a_text_is_read_line_by_line() {
        let text = "\u{feff}..@\r\n\r\n#=# oo\n\n";
        let level = TileMap::from_text(text, vec2(2.0, 4.0), &legend()).unwrap();
        assert_eq!(level.map.size(), ivec2(6, 3));
        let kinds = (0..6).map(|x| level.map.collision(ivec2(x, 2)));
        let [none, solid, one_way] = [
            TileCollision::None,
            TileCollision::Solid,
            TileCollision::OneWay,
        ];
        assert_eq!(
            kinds.collect::<Vec<_>>(),
            [solid, one_way, solid, none, none, none]
        );
        assert_eq!(level.map.get(ivec2(0, 2)), level.tile('#'));
        assert_eq!((level.tile('.'), level.tile('@')), (None, None));
        let coins: Vec<_> = level.spawns_of("coin").map(|coin| coin.cell).collect();
        assert_eq!(coins, [ivec2(4, 2), ivec2(5, 2)]);
        let hero = level.spawns_of("hero").next().map(|hero| hero.position);
        assert_eq!(hero, Some(vec2(5.0, 2.0)));
    }

    #[test]
    fn errors_say_where_and_what_to_do() {
        let error = |text: &str| {
            TileMap::from_text(text, Vec2::ONE, &legend())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error("..\n.#x"),
            "line 2, column 3: the legend does not define 'x': add it, or use one of ' ', '#', '=', '.', '@', 'o'"
        );
        assert_eq!(
            error("\n\r\n"),
            "the map's text is empty: write one line per row"
        );
        let wide = ".".repeat(MAX_SIDE as usize + 1);
        assert!(error(&wide).starts_with("the text has 65537 columns and 1 rows"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[#=.@o \r\n\tx\u{feff}é]{0,60}") {
            match TileMap::from_text(&text, Vec2::ONE, &legend()) {
                Ok(level) => prop_assert!(level.map.size().min_element() >= 1),
                Err(TextMapError::Unknown { line, column, character, .. }) => {
                    let text = text.trim_start_matches('\u{feff}');
                    let found = text.lines().nth(line - 1).and_then(|line| line.chars().nth(column - 1));
                    prop_assert_eq!(found, Some(character));
                }
                Err(_) => {}
            }
        }
    }
}
