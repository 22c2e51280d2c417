//! The chunks of an Aseprite file. The crate `aseprite-loader` reads single chunks. This file finds them, ignores unknown
//! and unneeded ones, and limits their number: the crate's own reader of whole files refuses files for one unknown
//! property, and panics for a cel of the layer after the last one.
//!
//! Source: the Aseprite File Format, <https://github.com/aseprite/aseprite/blob/main/docs/ase-file-specs.md>

use std::collections::BTreeSet;

use aseprite_loader::binary::blend_mode::BlendMode;
use aseprite_loader::binary::chunk_type::ChunkType;
use aseprite_loader::binary::chunks::cel::{CelChunk, parse_cel_chunk};
use aseprite_loader::binary::chunks::layer::{LayerType, parse_layer_chunk};
use aseprite_loader::binary::chunks::old_palette::{OldPaletteChunk, parse_old_palette_chunk};
use aseprite_loader::binary::chunks::slice::{SliceChunk, parse_slice_chunk};
use aseprite_loader::binary::chunks::tags::{Tag, parse_tags_chunk};
use aseprite_loader::binary::chunks::tileset::{TilesetChunk, parse_tileset_chunk};
use aseprite_loader::binary::color_depth::ColorDepth;
use aseprite_loader::binary::header::parse_header;

/// First bytes of a file after its size.
pub(in crate::assets::image) const MAGIC: [u8; 2] = [0xE0, 0xA5];
/// First bytes of a frame after its size.
pub(in crate::assets::image) const FRAME_MAGIC: [u8; 2] = [0xFA, 0xF1];

/// Most layers, and most cels of all frames. Each takes some memory, and a small file can have very many.
const MAX_LAYERS: usize = 4096;
const MAX_CELS: usize = 1 << 18;
/// Most tags, and most keys of all slices.
const MAX_TAGS: usize = 4096;
const MAX_SLICE_KEYS: usize = 1 << 16;
/// Most frames with a palette of their own.
const MAX_PALETTES: usize = 4096;

/// Colours of an indexed image.
pub(in crate::assets::image) type AsepritePalette = Box<[[u8; 4]; 256]>;

/// What a file contains, before its images are decompressed.
pub(in crate::assets::image) struct AsepriteFile<'a> {
    pub(in crate::assets::image) size: [u16; 2],
    pub(in crate::assets::image) depth: ColorDepth,
    /// The index that is transparent in all layers but the background.
    pub(in crate::assets::image) transparent: u8,
    /// Whether groups have an opacity and a blend mode.
    pub(in crate::assets::image) groups_blend: bool,
    pub(in crate::assets::image) layers: Vec<AsepriteLayer>,
    pub(in crate::assets::image) frames: Vec<AsepriteFrame<'a>>,
    /// Palettes with the frames from which they count.
    pub(in crate::assets::image) palettes: Vec<(usize, AsepritePalette)>,
    pub(in crate::assets::image) tags: Vec<Tag<'a>>,
    pub(in crate::assets::image) slices: Vec<SliceChunk<'a>>,
    pub(in crate::assets::image) tilesets: Vec<TilesetChunk<'a>>,
    /// What was ignored, one entry per kind.
    pub(in crate::assets::image) ignored: BTreeSet<String>,
}

pub(in crate::assets::image) struct AsepriteLayer {
    pub(in crate::assets::image) is_group: bool,
    pub(in crate::assets::image) is_background: bool,
    /// Whether the layer and its groups are visible, and it is no reference layer.
    pub(in crate::assets::image) is_visible: bool,
    /// Number of groups around it.
    pub(in crate::assets::image) level: u16,
    pub(in crate::assets::image) blend: BlendMode,
    pub(in crate::assets::image) opacity: u8,
    /// Id of the tileset of a layer of tiles.
    pub(in crate::assets::image) tileset: Option<u32>,
}

pub(in crate::assets::image) struct AsepriteFrame<'a> {
    pub(in crate::assets::image) milliseconds: u16,
    pub(in crate::assets::image) cels: Vec<CelChunk<'a>>,
}

/// Reads a file. The error says what is damaged or too large.
pub(in crate::assets::image) fn read(
    bytes: &[u8],
    max_frames: usize,
) -> Result<AsepriteFile<'_>, String> {
    // The crate demands that these reserved bytes are 0.
    let mut head: [u8; 128] = *bytes.first_chunk().ok_or(CUT_SHORT)?;
    head[20..28].fill(0);
    let (_, header) = parse_header(&head).map_err(|_| "its header is invalid")?;
    let frames = usize::from(header.frames);
    if frames > max_frames {
        return Err(format!("it has {frames} frames: the limit is {max_frames}"));
    }
    let mut file = AsepriteFile {
        size: [header.width, header.height],
        depth: header.color_depth,
        transparent: header.transparent_index,
        groups_blend: header.flags & 2 != 0,
        layers: Vec::new(),
        frames: Vec::new(),
        palettes: Vec::new(),
        tags: Vec::new(),
        slices: Vec::new(),
        tilesets: Vec::new(),
        ignored: BTreeSet::new(),
    };
    let has_opacity = header.flags & 1 != 0;
    let mut rest = &bytes[128..];
    let mut cels = 0;
    for number in 0..frames {
        let mut body = take_block(&mut rest).ok_or(CUT_SHORT)?;
        let head: [u8; 12] = *body.first_chunk().ok_or(CUT_SHORT)?;
        if head[..2] != FRAME_MAGIC {
            return Err(format!("frame {number} does not begin like a frame"));
        }
        body = &body[12..];
        let old_count = u32::from(u16::from_le_bytes([head[2], head[3]]));
        let count = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
        let count = if count == 0 { old_count } else { count };
        file.frames.push(AsepriteFrame {
            milliseconds: u16::from_le_bytes([head[4], head[5]]),
            cels: Vec::new(),
        });
        for _ in 0..count {
            if body.is_empty() {
                break;
            }
            let chunk = take_block(&mut body).ok_or(CUT_SHORT)?;
            file.add_chunk(chunk, has_opacity, &mut cels)
                .map_err(|what| format!("frame {number}: {what}"))?;
        }
    }
    file.hide_children();
    if frames == 0 {
        return Err("it has no frame".to_owned());
    }
    Ok(file)
}

/// Message for a file that ends too early.
pub(in crate::assets::image) const CUT_SHORT: &str = "it is cut short";

/// Takes a block that begins with its own size, in 4 bytes. Returns the bytes after the size.
fn take_block<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let size = usize::try_from(u32::from_le_bytes(*rest.first_chunk()?)).ok()?;
    let block = rest.get(4..size)?;
    *rest = &rest[size..];
    Some(block)
}

impl<'a> AsepriteFile<'a> {
    fn add_chunk(
        &mut self,
        chunk: &'a [u8],
        has_opacity: bool,
        cels: &mut usize,
    ) -> Result<(), String> {
        let kind = u16::from_le_bytes(*chunk.first_chunk().ok_or(CUT_SHORT)?);
        let data = &chunk[2..];
        let damaged = |what: &str| format!("a chunk with {what} is damaged");
        match ChunkType::from_repr(kind.into()) {
            Some(ChunkType::Layer) => {
                let (_, layer) = parse_layer_chunk(data).map_err(|_| damaged("a layer"))?;
                check("layers", self.layers.len(), MAX_LAYERS)?;
                let flags = layer.flags.bits();
                const VISIBLE: u16 = 1;
                const BACKGROUND: u16 = 8;
                const REFERENCE: u16 = 64;
                if let BlendMode::Unknown(mode) = layer.blend_mode {
                    self.ignore(format!("a layer has the unknown blend mode {mode}"));
                }
                let is_known = !matches!(layer.layer_type, LayerType::Unknown(_));
                if !is_known {
                    self.ignore("a layer has an unknown type".to_owned());
                }
                self.layers.push(AsepriteLayer {
                    is_group: layer.layer_type == LayerType::Group,
                    is_background: flags & BACKGROUND != 0,
                    is_visible: is_known && flags & VISIBLE != 0 && flags & REFERENCE == 0,
                    level: layer.child_level,
                    blend: layer.blend_mode,
                    opacity: if has_opacity { layer.opacity } else { u8::MAX },
                    tileset: layer.tileset_index,
                });
            }
            Some(ChunkType::Cel) => {
                let (_, cel) = parse_cel_chunk(data).map_err(|_| damaged("a cel"))?;
                check("cels", *cels, MAX_CELS)?;
                *cels += 1;
                if let Some(frame) = self.frames.last_mut() {
                    frame.cels.push(cel);
                }
            }
            Some(ChunkType::Tileset) => {
                let (_, tileset) = parse_tileset_chunk(data).map_err(|_| damaged("a tileset"))?;
                check("tilesets", self.tilesets.len(), MAX_LAYERS)?;
                self.tilesets.push(tileset);
            }
            Some(ChunkType::Palette) => match entries(data) {
                Some(colors) => self.set_colors(colors)?,
                None => return Err(damaged("a palette")),
            },
            Some(ChunkType::Palette0004) => self.add_old_palette(data, 1)?,
            Some(ChunkType::Palette0011) => self.add_old_palette(data, 4)?,
            // Without these, the image is the same.
            Some(ChunkType::Tags) => match parse_tags_chunk(data) {
                Ok((_, chunk)) => {
                    check("tags", self.tags.len() + chunk.tags.len(), MAX_TAGS)?;
                    self.tags.extend(chunk.tags);
                }
                Err(_) => self.ignore("a chunk with tags is damaged".to_owned()),
            },
            Some(ChunkType::Slice) => match parse_slice_chunk(data) {
                Ok((_, slice)) => {
                    let keys = self.slices.iter().map(|slice| slice.slice_keys.len() + 1);
                    let keys = keys.sum::<usize>() + slice.slice_keys.len();
                    check("slices", keys, MAX_SLICE_KEYS)?;
                    self.slices.push(slice);
                }
                Err(_) => self.ignore("a chunk with a slice is damaged".to_owned()),
            },
            // Notes of the editor, and colour profiles, as in all image formats.
            Some(
                ChunkType::CelExtra
                | ChunkType::ColorProfile
                | ChunkType::ExternalFile
                | ChunkType::Mask
                | ChunkType::Path
                | ChunkType::UserData,
            ) => {}
            None => self.ignore(format!("a chunk has the unknown type 0x{kind:04x}")),
        }
        Ok(())
    }

    fn ignore(&mut self, what: String) {
        // A damaged file may have a new kind in every chunk.
        if self.ignored.len() < 8 {
            self.ignored.insert(what);
        }
    }

    /// Sets colours of the palette from the current frame on.
    fn set_colors(
        &mut self,
        colors: impl IntoIterator<Item = (usize, [u8; 4])>,
    ) -> Result<(), String> {
        let frame = self.frames.len().saturating_sub(1);
        let palette = match self.palettes.last_mut() {
            Some((from, palette)) if *from == frame => palette,
            last => {
                let copy = last.map_or_else(|| Box::new([[0; 4]; 256]), |(_, last)| last.clone());
                check("palettes", self.palettes.len(), MAX_PALETTES)?;
                self.palettes.push((frame, copy));
                let last = self.palettes.len() - 1;
                &mut self.palettes[last].1
            }
        };
        for (index, color) in colors {
            if let Some(entry) = palette.get_mut(index) {
                *entry = color;
            }
        }
        Ok(())
    }

    /// Reads an old chunk with colours, which newer files also have for older programs. `scale` is 4 for channels up to
    /// 63.
    fn add_old_palette(&mut self, data: &[u8], scale: u8) -> Result<(), String> {
        // New files have both kinds in their first frame, in any order: the new one counts.
        let (_, chunk): (_, OldPaletteChunk) = parse_old_palette_chunk(data)
            .map_err(|_| "a chunk with an old palette is damaged".to_owned())?;
        if !self.palettes.is_empty() {
            return Ok(());
        }
        let mut index = 0;
        let mut colors = Vec::new();
        for packet in &chunk.packets {
            index += usize::from(packet.entries_to_skip);
            for color in &packet.colors {
                let channels = [color.red, color.green, color.blue];
                let [red, green, blue] = channels.map(|it| it.saturating_mul(scale));
                if index < 256 {
                    colors.push((index, [red, green, blue, 255]));
                }
                index += 1;
            }
        }
        self.set_colors(colors)
    }

    /// Hides the layers of hidden groups.
    fn hide_children(&mut self) {
        let mut hidden_above = None;
        for layer in &mut self.layers {
            if hidden_above.is_some_and(|level| layer.level <= level) {
                hidden_above = None;
            }
            match hidden_above {
                Some(_) => layer.is_visible = false,
                None if layer.is_group && !layer.is_visible => hidden_above = Some(layer.level),
                None => {}
            }
        }
    }
}

fn check(what: &str, count: usize, most: usize) -> Result<(), String> {
    match count < most {
        true => Ok(()),
        false => Err(format!("it has more than {most} {what}")),
    }
}

/// Returns the colours of a palette chunk with their indices. `None` if it is damaged. The crate counts the entries of the
/// whole palette, but a chunk may have a part of them.
fn entries(data: &[u8]) -> Option<Vec<(usize, [u8; 4])>> {
    let number = |at: usize| Some(u32::from_le_bytes(*data.get(at..)?.first_chunk()?));
    let (first, last) = (number(4)?, number(8)?);
    let mut rest = data.get(20..)?;
    let mut colors = Vec::new();
    // Indices above 255 do not occur in images.
    for index in first..=last.min(255) {
        let [flags, _, red, green, blue, alpha] = *rest.first_chunk()?;
        rest = &rest[6..];
        if flags & 1 != 0 {
            let length = usize::from(u16::from_le_bytes(*rest.first_chunk()?));
            rest = rest.get(2 + length..)?;
        }
        colors.push((index as usize, [red, green, blue, alpha]));
    }
    Some(colors)
}
