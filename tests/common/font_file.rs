//! Writes small TrueType and OpenType fonts: a few glyphs with straight and round outlines. The glyphs are invented, so
//! no licence applies.

/// Units per em. At a size of 16 pixels, a unit is 1/64 pixel.
pub(crate) const UNITS: u16 = 1024;

/// A glyph: how far it moves the pen, and its outlines. A point has x, y (upwards), and whether it lies on the outline.
/// If it does not, it is a control point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Glyph {
    pub(crate) advance: u16,
    pub(crate) outlines: Vec<Vec<(i16, i16, bool)>>,
}

/// Contents of a font file.
#[derive(Clone, Debug)]
pub(crate) struct FontFile {
    /// The first glyph is drawn for missing characters.
    pub(crate) glyphs: Vec<Glyph>,
    /// Pairs of character and glyph index, ordered by character.
    pub(crate) characters: Vec<(char, u16)>,
    /// First glyph, second glyph, and the change of their distance in units; ordered by the two glyphs.
    pub(crate) kerning: Vec<(u16, u16, i16)>,
    /// Like `kerning`, but in the table GPOS: the first pair by its glyphs, the second by glyph classes.
    pub(crate) pairs: Option<[(u16, u16, i16); 2]>,
    /// Whether the outlines are written in the format of PostScript (CFF), without the control points: round outlines
    /// become polygons.
    pub(crate) is_postscript: bool,
}

/// Returns a glyph of one rectangle.
pub(crate) fn block(advance: u16, [left, bottom, right, top]: [i16; 4]) -> Glyph {
    let corners = [(left, bottom), (left, top), (right, top), (right, bottom)];
    Glyph {
        advance,
        outlines: vec![corners.map(|(x, y)| (x, y, true)).to_vec()],
    }
}

/// Returns a font with the glyphs `A` (384 × 704, from x = 64), `V` (as wide as its advance), `o` (round), `.` and a
/// blank, and a square for missing characters. `AV` is kerned by -64.
pub(crate) fn boxes() -> FontFile {
    let round = [
        (0, 256, true),
        (0, 512, false),
        (256, 512, true),
        (512, 512, false),
        (512, 256, true),
        (512, 0, false),
        (256, 0, true),
        (0, 0, false),
    ];
    let blank = Glyph {
        advance: 256,
        outlines: Vec::new(),
    };
    FontFile {
        glyphs: vec![
            block(1000, [0, 0, 1000, 1000]),
            block(512, [64, 0, 448, 704]),
            block(576, [0, 0, 576, 704]),
            Glyph {
                advance: 512,
                outlines: vec![round.to_vec()],
            },
            block(256, [64, 0, 192, 128]),
            blank,
        ],
        characters: vec![(' ', 5), ('.', 4), ('A', 1), ('V', 2), ('o', 3)],
        kerning: vec![(1, 2, -64)],
        pairs: None,
        is_postscript: false,
    }
}

impl FontFile {
    /// Returns the file's bytes. Checksums are left at 0: no reader checks them.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut tables = vec![
            (b"cmap", self.cmap()),
            (b"head", head()),
            (b"hhea", self.hhea()),
            (b"hmtx", self.hmtx()),
            (b"kern", self.kern()),
            (b"maxp", self.maxp()),
        ];
        tables.extend(self.pairs.map(|pairs| (b"GPOS", gpos(pairs))));
        if self.is_postscript {
            tables.push((b"CFF ", self.cff()));
        } else {
            let (glyf, loca) = self.outlines();
            tables.extend([(b"glyf", glyf), (b"loca", loca)]);
        }
        tables.sort();
        let mut file = Writer::default();
        file.u32(match self.is_postscript {
            true => u32::from_be_bytes(*b"OTTO"),
            false => 0x0001_0000,
        });
        file.u16(count(&tables));
        file.u16s(&[0, 0, 0]);
        let mut at = 12 + 16 * tables.len();
        for (tag, table) in &tables {
            file.0.extend_from_slice(*tag);
            file.u32(0);
            file.u32(size(at));
            file.u32(size(table.len()));
            at += table.len().next_multiple_of(4);
        }
        for (_, table) in tables {
            file.0.extend(table);
            file.0.resize(file.0.len().next_multiple_of(4), 0);
        }
        file.0
    }

    /// Returns the tables `glyf` and `loca`: the outlines, and the offset of each glyph.
    fn outlines(&self) -> (Vec<u8>, Vec<u8>) {
        let (mut glyf, mut loca) = (Writer::default(), Writer::default());
        for glyph in &self.glyphs {
            loca.u32(size(glyf.0.len()));
            if glyph.outlines.is_empty() {
                continue;
            }
            let points: Vec<_> = glyph.outlines.concat();
            let x = |least: bool| extreme(points.iter().map(|point| point.0), least);
            let y = |least: bool| extreme(points.iter().map(|point| point.1), least);
            glyf.u16(count(&glyph.outlines));
            glyf.i16s(&[x(true), y(true), x(false), y(false)]);
            let mut last = 0;
            for outline in &glyph.outlines {
                last += count(outline);
                glyf.u16(last - 1);
            }
            glyf.u16(0);
            let flags = points.iter().map(|point| u8::from(point.2));
            glyf.0.extend(flags);
            for axis in [|p: &(i16, i16, bool)| p.0, |p: &(i16, i16, bool)| p.1] {
                let mut before = 0;
                for point in &points {
                    glyf.i16s(&[axis(point) - before]);
                    before = axis(point);
                }
            }
            glyf.0.resize(glyf.0.len().next_multiple_of(4), 0);
        }
        loca.u32(size(glyf.0.len()));
        (glyf.0, loca.0)
    }

    /// Returns the table `CFF `: each outline is a program that moves a pen to the first point and draws lines to the
    /// others.
    fn cff(&self) -> Vec<u8> {
        const MOVE: u8 = 21;
        const LINE: u8 = 5;
        const END: u8 = 14;
        const NUMBER: u8 = 28;
        let programs = self.glyphs.iter().map(|glyph| {
            let mut program = Writer::default();
            let (mut x, mut y) = (0, 0);
            for outline in &glyph.outlines {
                let corners = outline.iter().filter(|point| point.2);
                for (number, &(to_x, to_y, _)) in corners.enumerate() {
                    for by in [to_x - x, to_y - y] {
                        program.0.push(NUMBER);
                        program.i16s(&[by]);
                    }
                    program.0.push(if number == 0 { MOVE } else { LINE });
                    (x, y) = (to_x, to_y);
                }
            }
            program.0.push(END);
            program.0
        });
        let programs = index(&programs.collect::<Vec<_>>());
        // Writes version 1.0, the header size, the offset size, then the name.
        let mut table = Writer(vec![1, 0, 4, 4]);
        table.0.extend(index(&[b"Boxes".to_vec()]));
        // The top dictionary has one entry, the offset of the programs. The entry has the same length for any offset.
        // Two empty lists stand between it and the programs.
        let entry = |at: u32| [&[29][..], &at.to_be_bytes(), &[17]].concat();
        let at = table.0.len() + index(&[entry(0)]).len() + 4;
        table.0.extend(index(&[entry(size(at))]));
        table.u16s(&[0, 0]);
        table.0.extend(programs);
        table.0
    }

    fn cmap(&self) -> Vec<u8> {
        let mut table = Writer::default();
        // There is one table, for Windows and full Unicode. It follows this header, and maps characters to glyphs in
        // groups of one character.
        table.u16s(&[0, 1, 3, 10, 0, 12, 12, 0]);
        table.u32(u32::from(16 + 12 * count(&self.characters)));
        table.u32(0);
        table.u32(count(&self.characters).into());
        for &(character, glyph) in &self.characters {
            table.u32(character.into());
            table.u32(character.into());
            table.u32(glyph.into());
        }
        table.0
    }

    fn hhea(&self) -> Vec<u8> {
        let mut table = Writer::default();
        table.u32(0x0001_0000);
        table.i16s(&[832, -192, 64]);
        table.u16s(&[0; 12]);
        table.u16(count(&self.glyphs));
        table.0
    }

    fn hmtx(&self) -> Vec<u8> {
        let mut table = Writer::default();
        for glyph in &self.glyphs {
            let points = glyph.outlines.concat();
            let left = points.iter().map(|point| point.0).min();
            table.u16(glyph.advance);
            table.i16s(&[left.unwrap_or(0)]);
        }
        table.0
    }

    fn kern(&self) -> Vec<u8> {
        let mut table = Writer::default();
        let pairs = count(&self.kerning);
        table.u16s(&[0, 1, 0, 14 + 6 * pairs, 1, pairs, 0, 0, 0]);
        for &(glyph, next, units) in &self.kerning {
            table.u16s(&[glyph, next]);
            table.i16s(&[units]);
        }
        table.0
    }

    fn maxp(&self) -> Vec<u8> {
        let mut table = Writer::default();
        table.u32(0x0000_5000);
        table.u16(count(&self.glyphs));
        table.0
    }
}

fn head() -> Vec<u8> {
    let mut table = Writer::default();
    table.u32(0x0001_0000);
    table.u32(0);
    table.u32(0);
    table.u32(0x5f0f_3cf5);
    table.u16s(&[0, UNITS]);
    table.u16s(&[0; 8]);
    table.u16s(&[0; 4]);
    // Writes no style, no minimum size, left to right, and 32-bit offsets in `loca`.
    table.u16s(&[0, 0, 2, 1, 0]);
    table.0
}

/// Returns the table `GPOS`, with one feature and one lookup.
fn gpos([pair, by_class]: [(u16, u16, i16); 2]) -> Vec<u8> {
    const ADVANCE: u16 = 4;
    let mut table = Writer::default();
    // Writes version 1.0, and the offsets of scripts, features and lookups.
    table.u16s(&[1, 0, 10, 30, 44]);
    table.u16(1);
    table.0.extend(b"DFLT");
    // Writes one script. Its only language uses the first feature.
    table.u16s(&[8, 4, 0, 0, 0xffff, 1, 0]);
    table.u16(1);
    table.0.extend(b"kern");
    // Writes one feature, which uses the first lookup.
    table.u16s(&[8, 0, 1, 0]);
    // Writes one lookup of pairs, in two subtables.
    table.u16s(&[1, 4, 2, 0, 2, 10, 34]);
    let (first, second, units) = pair;
    // Writes a set with one pair for the first glyph, then the coverage table with that glyph.
    table.u16s(&[1, 18, ADVANCE, 0, 1, 12, 1, second]);
    table.i16s(&[units]);
    table.u16s(&[1, 1, first]);
    let (first, second, units) = by_class;
    // Writes one class of first glyphs and two classes of second glyphs, then the value of each pair of classes.
    table.u16s(&[2, 32, ADVANCE, 0, 20, 24, 1, 2]);
    table.i16s(&[0, units]);
    // Writes class 0 for first glyphs, class 1 for one second glyph, then the coverage table with the first glyph.
    table.u16s(&[2, 0, 1, second, 1, 1, 1, 1, first]);
    table.0
}

/// Returns an INDEX of CFF: the number of items, their offsets from 1 on, and the items.
fn index(items: &[Vec<u8>]) -> Vec<u8> {
    let mut list = Writer::default();
    list.u16(count(items));
    list.0.push(4);
    let mut at = 1;
    list.u32(at);
    for item in items {
        at += size(item.len());
        list.u32(at);
    }
    list.0.extend(items.concat());
    list.0
}

fn extreme(values: impl Iterator<Item = i16>, least: bool) -> i16 {
    let extreme = if least { values.min() } else { values.max() };
    extreme.expect("an outline has points")
}

fn count<T>(list: &[T]) -> u16 {
    u16::try_from(list.len()).expect("a font file is small")
}

fn size(bytes: usize) -> u32 {
    u32::try_from(bytes).expect("a font file is small")
}

/// Collects bytes in big-endian order, the byte order of font files.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn u16(&mut self, value: u16) {
        self.0.extend(value.to_be_bytes());
    }

    fn u32(&mut self, value: u32) {
        self.0.extend(value.to_be_bytes());
    }

    fn u16s(&mut self, values: &[u16]) {
        values.iter().for_each(|&value| self.u16(value));
    }

    fn i16s(&mut self, values: &[i16]) {
        let bytes = values.iter().flat_map(|value| value.to_be_bytes());
        self.0.extend(bytes);
    }
}
