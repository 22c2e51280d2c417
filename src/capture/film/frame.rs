//! The encoding of a frame: changes since the previous frame, compressed.
//!
//! A record contains the frame's number, the columns and rows of its text, the changed rectangle (with a width of 0 if
//! nothing changed), the number of bytes of the text, and a Deflate stream. The stream has the changed rows of text,
//! and the red, green and blue of each pixel in the rectangle, XORed with the previous values. Before a key frame,
//! everything counts as black and blank.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::super::area::{ImageArea, changed};
use super::super::png::rgb;
use super::format::tag;
use crate::files::bytes::{BadRecord, ByteReader, ByteWriter};
use crate::render::Cells;

/// Compression level, from 1 to 9.
const LEVEL: u32 = 4;
/// Compression level of frames that must be written quickly.
const QUICK_LEVEL: u32 = 1;
/// Maximum number of characters of a frame's text.
const MAX_CELLS: usize = 1 << 22;
/// Maximum bytes of a row's text in addition to its characters, which have at most 4 bytes each.
const ROW_BYTES: usize = 20;
const BLACK: u32 = 0xff00_0000;

/// Pixels and text of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FilmImage {
    pub(super) pixels: Vec<u32>,
    pub(super) cells: Cells,
}

impl FilmImage {
    /// Returns the state before a key frame: black, without cells.
    pub(super) fn black([width, height]: [u16; 2]) -> Self {
        Self {
            pixels: vec![BLACK; usize::from(width) * usize::from(height)],
            cells: Cells::default(),
        }
    }

    /// Resets to the state before a key frame.
    pub(super) fn clear(&mut self) {
        self.pixels.fill(BLACK);
        self.cells = Cells::default();
    }
}

/// Encodes frames as records. Reuses the memory of the compressor.
#[derive(Debug)]
pub(super) struct FrameWriter {
    size: [u16; 2],
    /// The previous frame.
    before: FilmImage,
    compress: Compress,
    /// Compressor with [`QUICK_LEVEL`], created on first use.
    quick: Option<Compress>,
    is_hurried: bool,
    plain: Vec<u8>,
    packed: Vec<u8>,
}

impl FrameWriter {
    /// Returns a writer for frames of this width and height.
    pub(super) fn new(size: [u16; 2]) -> Self {
        Self {
            size,
            before: FilmImage::black(size),
            // The fastest level would make films half as large again, so it is used only for frames that must be
            // written quickly.
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

    /// Returns the record of a frame with width × height pixels. A key frame can be read without the frames before it.
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
        // A text with too many characters is replaced by an empty one, which has neither columns nor rows.
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
            // The only possible error is incorrect use of the compressor. It ends the loop, too, and a reader then
            // rejects the frame.
            if !matches!(status, Ok(Status::Ok | Status::BufError)) {
                return;
            }
        }
    }
}

/// Appends the changed rows: their number, then each row's index and text.
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

/// Returns the frame number in a record, and whether the frame is a key frame. `None` if the record is not a frame.
pub(super) fn frame_number(record: &[u8]) -> Result<Option<(u64, bool)>, BadRecord> {
    let mut bytes = ByteReader(record);
    match bytes.u8()? {
        tag @ (tag::KEY_FRAME | tag::FRAME) => Ok(Some((bytes.number()?, tag == tag::KEY_FRAME))),
        _ => Ok(None),
    }
}

/// Decodes records of frames. Reuses the memory of the decompressor.
#[derive(Debug)]
pub(super) struct FrameReader {
    size: [u16; 2],
    decompress: Decompress,
    plain: Vec<u8>,
}

impl FrameReader {
    /// Returns a reader for frames of this width and height.
    pub(super) fn new(size: [u16; 2]) -> Self {
        Self {
            size,
            decompress: Decompress::new(false),
            plain: Vec::new(),
        }
    }

    /// Turns the previous image into the record's image.
    ///
    /// # Errors
    /// Fails if the record is invalid. The image is then undefined.
    pub(super) fn read(&mut self, record: &[u8], image: &mut FilmImage) -> Result<(), BadRecord> {
        let mut bytes = ByteReader(record);
        if bytes.u8()? == tag::KEY_FRAME {
            image.clear();
        }
        bytes.number()?;
        let [columns, rows] = [bytes.within::<usize>()?, bytes.within::<usize>()?];
        if columns.checked_mul(rows).is_none_or(|all| all > MAX_CELLS) {
            return Err(BadRecord);
        }
        if (columns, rows) != (image.cells.columns(), image.cells.rows()) {
            image.cells = Cells::new(columns, rows);
        }
        let area = self.read_area(&mut bytes)?;
        let text: usize = bytes.within()?;
        if text > rows * (4 * columns + ROW_BYTES) + ROW_BYTES {
            return Err(BadRecord);
        }
        let pixels = area.map_or(0, |area| usize::from(area.width) * usize::from(area.height));
        self.unpack(bytes.0, text + 3 * pixels)?;
        let (text, pixels) = self.plain.split_at(text);
        read_rows(text, &mut image.cells)?;
        if let Some(area) = area {
            let stride = usize::from(self.size[0]);
            let (left, width) = (usize::from(area.left), usize::from(area.width));
            let rows = image.pixels.chunks_exact_mut(stride);
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

    /// Reads a rectangle within the image. `None` if it is empty.
    fn read_area(&self, bytes: &mut ByteReader<'_>) -> Result<Option<ImageArea>, BadRecord> {
        let area = ImageArea {
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

    /// Decompresses into `plain`. The result must have exactly this length.
    fn unpack(&mut self, packed: &[u8], length: usize) -> Result<(), BadRecord> {
        self.decompress.reset(false);
        // The buffer has one byte more, to detect a longer result.
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
