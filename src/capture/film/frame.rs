//! A frame as bytes: what has changed since the frame before, compressed.
//!
//! The frame's number; columns and rows of its text; the changed rectangle (its width is 0 if there is none); the number
//! of bytes of the text; and a stream of Deflate: the rows of text that have changed, and red, green and blue of each pixel
//! of the rectangle, exclusive or with what was there before. Before the first frame all is black and blank.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::super::area::{PictureArea, changed};
use super::super::png::rgb;
use super::tag;
use crate::files::bytes::{BadRecord, ByteReader, ByteWriter};
use crate::render::Cells;

/// How well frames are compressed, from 1 to 9.
const LEVEL: u32 = 4;
/// As that, in a hurry.
const QUICK_LEVEL: u32 = 1;
/// The most characters of a frame's text.
const MAX_CELLS: usize = 1 << 22;
/// The most bytes of a row's text beside its characters, each of which has at most 4.
const ROW_BYTES: usize = 20;
const BLACK: u32 = 0xff00_0000;

/// Pixels and text of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FilmPicture {
    pub(super) pixels: Vec<u32>,
    pub(super) cells: Cells,
}

impl FilmPicture {
    /// What is before the first frame.
    pub(super) fn black([width, height]: [u16; 2]) -> Self {
        Self {
            pixels: vec![BLACK; usize::from(width) * usize::from(height)],
            cells: Cells::default(),
        }
    }

    /// Makes this what is before the first frame.
    pub(super) fn clear(&mut self) {
        self.pixels.fill(BLACK);
        self.cells = Cells::default();
    }
}

/// Makes records of frames. Keeps the memory of compression.
#[derive(Debug)]
pub(super) struct FrameWriter {
    size: [u16; 2],
    /// The frame before.
    before: FilmPicture,
    compress: Compress,
    /// In a hurry. Made when it is needed.
    quick: Option<Compress>,
    is_hurried: bool,
    plain: Vec<u8>,
    packed: Vec<u8>,
}

impl FrameWriter {
    /// Of frames of this width and height.
    pub(super) fn new(size: [u16; 2]) -> Self {
        Self {
            size,
            before: FilmPicture::black(size),
            // Films of the fastest level are half as large again.
            compress: Compress::new(Compression::new(LEVEL), false),
            quick: None,
            is_hurried: false,
            plain: Vec::new(),
            packed: Vec::new(),
        }
    }

    /// Sets whether the next frames are compressed quickly, and less well.
    pub(super) fn hurry(&mut self, is_hurried: bool) {
        self.is_hurried = is_hurried;
    }

    /// Returns the record of a frame, whose pixels are as many as its width and height say. A key frame can be read without
    /// those before it.
    pub(super) fn write(
        &mut self,
        number: u64,
        is_key: bool,
        pixels: &[u32],
        cells: &Cells,
    ) -> Vec<u8> {
        if is_key {
            self.before.clear();
        }
        let mut head = ByteWriter::default();
        head.u8(if is_key { tag::KEY_FRAME } else { tag::FRAME });
        head.number(number);
        // A text without characters has neither columns nor rows.
        let is_text = cells.columns() * cells.rows() <= MAX_CELLS;
        let cells = if is_text { cells } else { &Cells::default() };
        head.number(cells.columns() as u64);
        head.number(cells.rows() as u64);
        let area = changed(&self.before.pixels, pixels, self.size[0]);
        let [left, top, width, height] = area.map_or([0; 4], |area| {
            [area.left, area.top, area.width, area.height]
        });
        for side in [left, top, width, height] {
            head.number(side.into());
        }
        self.plain.clear();
        write_rows(&self.before.cells, cells, &mut self.plain);
        head.number(self.plain.len() as u64);
        if let Some(area) = area {
            let rows = area.rows(&self.before.pixels, self.size[0]);
            for (old, new) in rows.zip(area.rows(pixels, self.size[0])) {
                let differences = old.iter().zip(new).flat_map(|(old, new)| rgb(old ^ new));
                self.plain.extend(differences);
            }
        }
        self.pack();
        head.0.extend_from_slice(&self.packed);
        self.before.pixels.copy_from_slice(pixels);
        self.before.cells.clone_from(cells);
        head.0
    }

    /// Compresses `plain` into `packed`.
    fn pack(&mut self) {
        let compress = if self.is_hurried {
            let new = || Compress::new(Compression::new(QUICK_LEVEL), false);
            self.quick.get_or_insert_with(new)
        } else {
            &mut self.compress
        };
        compress.reset();
        self.packed.clear();
        loop {
            self.packed.reserve(1024 + self.plain.len() / 8);
            let taken = usize::try_from(compress.total_in()).unwrap_or(usize::MAX);
            let rest = self.plain.get(taken..).unwrap_or_default();
            let status = compress.compress_vec(rest, &mut self.packed, FlushCompress::Finish);
            // It has no error but a wrong use, which ends the loop, too: the reader refuses the frame.
            if !matches!(status, Ok(Status::Ok | Status::BufError)) {
                return;
            }
        }
    }
}

/// Appends the rows that differ: how many, then each row's number and text.
fn write_rows(old: &Cells, new: &Cells, bytes: &mut Vec<u8>) {
    let columns = new.columns();
    let is_same_size = (old.columns(), old.rows()) == (columns, new.rows());
    let differs = |&row: &usize| {
        let cells = row * columns..(row + 1) * columns;
        let new = &new.characters()[cells.clone()];
        if is_same_size {
            old.characters()[cells] != *new
        } else {
            new.iter().any(|&character| character != ' ')
        }
    };
    let rows: Vec<usize> = (0..new.rows()).filter(differs).collect();
    let mut writer = ByteWriter(core::mem::take(bytes));
    writer.number(rows.len() as u64);
    for row in rows {
        writer.number(row as u64);
        writer.text(&new.line(row));
    }
    *bytes = writer.0;
}

/// Returns whether a record is a frame, and if so its number and whether it is a key frame. `None`: it is something else.
pub(super) fn frame_number(record: &[u8]) -> Result<Option<(u64, bool)>, BadRecord> {
    let mut bytes = ByteReader(record);
    match bytes.u8()? {
        tag @ (tag::KEY_FRAME | tag::FRAME) => Ok(Some((bytes.number()?, tag == tag::KEY_FRAME))),
        _ => Ok(None),
    }
}

/// Reads records of frames. Keeps the memory of decompression.
#[derive(Debug)]
pub(super) struct FrameReader {
    size: [u16; 2],
    decompress: Decompress,
    plain: Vec<u8>,
}

impl FrameReader {
    /// Of frames of this width and height.
    pub(super) fn new(size: [u16; 2]) -> Self {
        Self {
            size,
            decompress: Decompress::new(false),
            plain: Vec::new(),
        }
    }

    /// Makes a picture of the one before it, by its record.
    ///
    /// # Errors
    /// The record is not possible. The picture may then be anything.
    pub(super) fn read(
        &mut self,
        record: &[u8],
        picture: &mut FilmPicture,
    ) -> Result<(), BadRecord> {
        let mut bytes = ByteReader(record);
        if bytes.u8()? == tag::KEY_FRAME {
            picture.clear();
        }
        bytes.number()?;
        let [columns, rows] = [bytes.within::<usize>()?, bytes.within::<usize>()?];
        if columns.checked_mul(rows).is_none_or(|all| all > MAX_CELLS) {
            return Err(BadRecord);
        }
        if (columns, rows) != (picture.cells.columns(), picture.cells.rows()) {
            picture.cells = Cells::new(columns, rows);
        }
        let area = self.read_area(&mut bytes)?;
        let text: usize = bytes.within()?;
        if text > rows * (4 * columns + ROW_BYTES) + ROW_BYTES {
            return Err(BadRecord);
        }
        let pixels = area.map_or(0, |area| usize::from(area.width) * usize::from(area.height));
        self.unpack(bytes.0, text + 3 * pixels)?;
        let (text, pixels) = self.plain.split_at(text);
        read_rows(text, &mut picture.cells)?;
        if let Some(area) = area {
            let stride = usize::from(self.size[0]);
            let (left, width) = (usize::from(area.left), usize::from(area.width));
            let rows = picture.pixels.chunks_exact_mut(stride);
            let rows = rows.skip(area.top.into()).take(area.height.into());
            for (row, differences) in rows.zip(pixels.chunks_exact(3 * width)) {
                let row = &mut row[left..left + width];
                for (pixel, difference) in row.iter_mut().zip(differences.chunks_exact(3)) {
                    if let [r, g, b] = *difference {
                        *pixel ^= u32::from_le_bytes([r, g, b, 0]);
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads a rectangle within the picture; `None` if it is empty.
    fn read_area(&self, bytes: &mut ByteReader<'_>) -> Result<Option<PictureArea>, BadRecord> {
        let area = PictureArea {
            left: bytes.within()?,
            top: bytes.within()?,
            width: bytes.within()?,
            height: bytes.within()?,
        };
        let ends = [
            area.left.checked_add(area.width),
            area.top.checked_add(area.height),
        ];
        let is_inside = |(end, side): (Option<u16>, u16)| end.is_some_and(|end| end <= side);
        if !ends.into_iter().zip(self.size).all(is_inside) {
            return Err(BadRecord);
        }
        Ok((area.width > 0 && area.height > 0).then_some(area))
    }

    /// Decompresses into `plain`, which must become exactly so long.
    fn unpack(&mut self, packed: &[u8], length: usize) -> Result<(), BadRecord> {
        self.decompress.reset(false);
        // One byte more, to notice what is longer.
        self.plain.resize(length + 1, 0);
        let status = self
            .decompress
            .decompress(packed, &mut self.plain, FlushDecompress::Finish);
        let is_whole = matches!(status, Ok(Status::StreamEnd));
        if !is_whole || self.decompress.total_out() != length as u64 {
            return Err(BadRecord);
        }
        self.plain.truncate(length);
        Ok(())
    }
}

fn read_rows(bytes: &[u8], cells: &mut Cells) -> Result<(), BadRecord> {
    let mut bytes = ByteReader(bytes);
    for _ in 0..bytes.number()? {
        let row = bytes.within()?;
        let text = bytes.text()?;
        let characters = cells.row_mut(row).ok_or(BadRecord)?;
        characters.fill(' ');
        let mut places = characters.iter_mut();
        for character in text.chars() {
            *places.next().ok_or(BadRecord)? = character;
        }
    }
    if bytes.is_empty() {
        Ok(())
    } else {
        Err(BadRecord)
    }
}
