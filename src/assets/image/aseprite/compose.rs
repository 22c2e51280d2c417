//! Paints the layers of a frame over each other.

use std::ops::Range;

use aseprite_loader::binary::blend_mode::BlendMode;
use aseprite_loader::binary::chunks::cel::{CelChunk, CelContent};

use super::blend::blend;
use super::cels::{CelImage, CelReader, CelTiles};
use super::chunks::{AsepriteFile, AsepritePalette};
use crate::assets::image::limits::MAX_DECODER_BYTES;

/// Most frames that are followed from a linked cel to the next.
const MAX_LINKS: usize = 16;
/// Most groups in one another that are painted separately.
const MAX_GROUPS: usize = 8;

/// Paints frames of a file.
pub(in crate::assets::image) struct Painter<'a> {
    file: &'a AsepriteFile<'a>,
    reader: CelReader,
    /// Decompressed tilesets, by their position in the file.
    tilesets: Vec<Option<CelImage>>,
}

/// Something that is painted: the cel of a layer, or a group of layers.
enum PaintItem<'a> {
    Cel(usize, &'a CelChunk<'a>),
    Group(Range<usize>),
}

impl<'a> Painter<'a> {
    pub(in crate::assets::image) fn new(file: &'a AsepriteFile<'a>) -> Result<Self, String> {
        Ok(Self {
            file,
            reader: CelReader::of(file)?,
            tilesets: file.tilesets.iter().map(|_| None).collect(),
        })
    }

    /// Paints a frame, and appends its pixels.
    pub(in crate::assets::image) fn paint(
        &mut self,
        frame: usize,
        pixels: &mut Vec<u8>,
    ) -> Result<(), String> {
        let start = pixels.len();
        pixels.resize(start + self.canvas_bytes(), 0);
        let all = 0..self.file.layers.len();
        self.paint_layers(frame, all, 0, &mut pixels[start..])
    }

    fn canvas_bytes(&self) -> usize {
        usize::from(self.file.size[0]) * usize::from(self.file.size[1]) * 4
    }

    fn paint_layers(
        &mut self,
        frame: usize,
        range: Range<usize>,
        depth: usize,
        canvas: &mut [u8],
    ) -> Result<(), String> {
        let file = self.file;
        // A cel's index moves it among the layers; of equal positions, the lower index is painted first.
        let mut items: Vec<((i64, i64), PaintItem<'_>)> = Vec::new();
        let mut first = range.start;
        while first < range.end {
            let layer = &file.layers[first];
            let end = group_end(file, first);
            if layer.is_group && layer.is_visible && self.is_separate(first) && depth < MAX_GROUPS {
                items.push(((first as i64, 0), PaintItem::Group(first..end)));
                first = end;
                continue;
            }
            first += 1;
        }
        let in_group = |layer: usize| {
            items.iter().any(|(_, item)| match item {
                PaintItem::Group(range) => range.contains(&layer),
                PaintItem::Cel(..) => false,
            })
        };
        let cels = file.frames[frame].cels.iter();
        let cels = cels.filter(|cel| {
            let layer = usize::from(cel.layer_index);
            let shown = file.layers.get(layer);
            let is_shown = shown.is_some_and(|layer| layer.is_visible && !layer.is_group);
            is_shown && range.contains(&layer) && !in_group(layer)
        });
        let cels: Vec<_> = cels
            .map(|cel| {
                let (layer, z) = (i64::from(cel.layer_index), i64::from(cel.z_index));
                (
                    (layer + z, z),
                    PaintItem::Cel(usize::from(cel.layer_index), cel),
                )
            })
            .collect();
        items.extend(cels);
        items.sort_by_key(|(key, _)| *key);
        for (_, item) in items {
            match item {
                PaintItem::Cel(layer, cel) => self.paint_cel(frame, layer, cel, canvas)?,
                PaintItem::Group(range) => {
                    let group = &file.layers[range.start];
                    if canvas.len() as u64 * (depth as u64 + 2) > MAX_DECODER_BYTES {
                        return Err("its groups need too much memory: merge them".to_owned());
                    }
                    let members = range.start + 1..range.end;
                    // A group without a cel in this frame shows nothing.
                    let mut layers = file.frames[frame].cels.iter().map(|cel| cel.layer_index);
                    if !layers.any(|layer| members.contains(&usize::from(layer))) {
                        continue;
                    }
                    self.reader.charge(canvas.len() as u64)?;
                    let mut own = vec![0; canvas.len()];
                    self.paint_layers(frame, members, depth + 1, &mut own)?;
                    let texels = own.as_chunks::<4>().0.iter();
                    for (target, source) in canvas.as_chunks_mut::<4>().0.iter_mut().zip(texels) {
                        *target = blend(group.blend, *target, *source, group.opacity);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns whether a group is painted on a canvas of its own.
    fn is_separate(&self, group: usize) -> bool {
        let layer = &self.file.layers[group];
        let is_plain = layer.opacity == u8::MAX && layer.blend == BlendMode::Normal;
        self.file.groups_blend && !is_plain
    }

    fn paint_cel(
        &mut self,
        frame: usize,
        layer: usize,
        cel: &CelChunk<'_>,
        canvas: &mut [u8],
    ) -> Result<(), String> {
        let file = self.file;
        let content = self.content(layer, cel);
        let palettes = file.palettes.iter().rev();
        let palette = palettes.clone().find(|(from, _)| *from <= frame);
        let palette = palette
            .or(file.palettes.first())
            .map(|(_, palette)| palette);
        let Some(content) = content else {
            return Ok(());
        };
        if let Some(image) = self.reader.image(content)? {
            let target = Target::new(file, layer, cel, palette, canvas);
            target.image(&self.reader, &image);
            return Ok(());
        }
        let Some(id) = file.layers[layer].tileset else {
            return Ok(());
        };
        // The layer has the id of a tileset, which is usually its position.
        let found = file.tilesets.iter().position(|tileset| tileset.id == id);
        let Some(index) = found else {
            return Err(format!("a layer has the tileset {id}, which is missing"));
        };
        let Some(tiles) = self.reader.tiles(content, &file.tilesets[index])? else {
            return Ok(());
        };
        // All of them stay in memory.
        let kept = self.tilesets.iter().flatten().map(CelImage::bytes).sum();
        let image = match &mut self.tilesets[index] {
            Some(image) => image,
            empty => empty.insert(self.reader.tileset(&file.tilesets[index], kept)?),
        };
        Target::new(file, layer, cel, palette, canvas).tiles(&mut self.reader, &tiles, image)
    }

    /// Returns the content of a cel, or that of the cel to which it is linked.
    fn content(&self, layer: usize, cel: &'a CelChunk<'_>) -> Option<&'a CelContent<'a>> {
        let mut content = &cel.content;
        for _ in 0..MAX_LINKS {
            let CelContent::LinkedCel { frame_position } = content else {
                return Some(content);
            };
            let frame = self.file.frames.get(usize::from(*frame_position))?;
            let mut cels = frame.cels.iter();
            content = &cels
                .find(|cel| usize::from(cel.layer_index) == layer)?
                .content;
        }
        None
    }
}

/// Returns the index after the last layer of a group.
fn group_end(file: &AsepriteFile<'_>, group: usize) -> usize {
    let level = file.layers[group].level;
    let members = file.layers[group + 1..].iter();
    group + 1 + members.take_while(|layer| layer.level > level).count()
}

/// A canvas with the style of a cel.
struct Target<'a> {
    canvas: &'a mut [u8],
    size: [i64; 2],
    corner: [i64; 2],
    mode: BlendMode,
    opacity: u8,
    palette: Option<&'a AsepritePalette>,
    is_background: bool,
}

impl<'a> Target<'a> {
    fn new(
        file: &AsepriteFile<'_>,
        layer: usize,
        cel: &CelChunk<'_>,
        palette: Option<&'a AsepritePalette>,
        canvas: &'a mut [u8],
    ) -> Self {
        let layer = &file.layers[layer];
        let product = u32::from(layer.opacity) * u32::from(cel.opacity) + 0x80;
        Self {
            canvas,
            size: file.size.map(i64::from),
            corner: [cel.x.into(), cel.y.into()],
            mode: layer.blend,
            opacity: u8::try_from(((product >> 8) + product) >> 8).unwrap_or(u8::MAX),
            palette,
            is_background: layer.is_background,
        }
    }

    /// Returns the columns or rows of an image that are on the canvas, for an image whose corner is at `corner`.
    fn visible(&self, axis: usize, corner: i64, length: u16) -> Range<usize> {
        let first = (-corner).clamp(0, length.into());
        let last = (self.size[axis] - corner).clamp(first, length.into());
        usize::try_from(first).unwrap_or(0)..usize::try_from(last).unwrap_or(0)
    }

    fn put(&mut self, x: i64, y: i64, color: [u8; 4]) {
        let index = usize::try_from(y * self.size[0] + x).unwrap_or(usize::MAX);
        if let Some(pixel) = self.canvas.as_chunks_mut::<4>().0.get_mut(index) {
            *pixel = blend(self.mode, *pixel, color, self.opacity);
        }
    }

    fn image(mut self, reader: &CelReader, image: &CelImage) {
        let [left, top] = self.corner;
        for y in self.visible(1, top, image.size[1]) {
            for x in self.visible(0, left, image.size[0]) {
                let index = y * usize::from(image.size[0]) + x;
                let color = reader.color(image, index, self.palette, self.is_background);
                self.put(left + x as i64, top + y as i64, color.unwrap_or([0; 4]));
            }
        }
    }

    fn tiles(
        mut self,
        reader: &mut CelReader,
        tiles: &CelTiles,
        image: &CelImage,
    ) -> Result<(), String> {
        let tile = tiles.tile.map(i64::from);
        if tile.contains(&0) {
            return Ok(());
        }
        // Columns and rows of tiles that touch the canvas.
        let touched = |axis: usize| {
            let count = i64::from(tiles.size[axis]);
            let first = (-self.corner[axis]).div_euclid(tile[axis]).clamp(0, count);
            let last =
                (self.size[axis] - self.corner[axis] + tile[axis] - 1).div_euclid(tile[axis]);
            first..last.clamp(first, count)
        };
        let (columns, rows) = (touched(0), touched(1));
        for row in rows {
            for column in columns.clone() {
                let place = (usize::try_from(column), usize::try_from(row));
                let (Ok(x), Ok(y)) = place else { continue };
                if let Some(cell) = tiles.get(x, y) {
                    let corner = [
                        self.corner[0] + column * tile[0],
                        self.corner[1] + row * tile[1],
                    ];
                    self.tile(reader, &cell, image, tiles.tile, corner)?;
                }
            }
        }
        Ok(())
    }

    fn tile(
        &mut self,
        reader: &mut CelReader,
        cell: &super::cels::CelTile,
        image: &CelImage,
        size: [u16; 2],
        corner: [i64; 2],
    ) -> Result<(), String> {
        let [width, height] = size.map(usize::from);
        if !image.has_tile(cell.id, width * height, reader.texel_bytes()) {
            return Ok(());
        }
        let columns = self.visible(0, corner[0], size[0]);
        let rows = self.visible(1, corner[1], size[1]);
        reader.charge((columns.len() * rows.len() * 4) as u64)?;
        for y in rows {
            for x in columns.clone() {
                let (mut from_x, mut from_y) = (x, y);
                if cell.flip_x {
                    from_x = width - 1 - from_x;
                }
                if cell.flip_y {
                    from_y = height - 1 - from_y;
                }
                if cell.transposed {
                    (from_x, from_y) = (from_y, from_x);
                }
                // A tile that is not square has no such texel.
                if from_x >= width || from_y >= height {
                    continue;
                }
                let index = (cell.id as usize * height + from_y) * width + from_x;
                if let Some(color) = reader.color(image, index, self.palette, self.is_background) {
                    self.put(corner[0] + x as i64, corner[1] + y as i64, color);
                }
            }
        }
        Ok(())
    }
}
