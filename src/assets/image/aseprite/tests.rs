//! Small files made here, public files with the pictures that Aseprite exported, and damaged files.

mod damage;
mod layers;
mod public_files;
mod sheets;
mod tags_and_slices;

use std::path::{Path, PathBuf};

use crate::assets::image::aseprite_source::decode;

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const NONE: [u8; 4] = [0; 4];

/// Writes a file of 2 × 1 pixels.
#[derive(Clone)]
struct AsepriteWriter {
    depth: u16,
    flags: u32,
    frames: Vec<(u16, Vec<Vec<u8>>)>,
}

impl AsepriteWriter {
    fn new(depth: u16) -> Self {
        Self {
            depth,
            flags: 1,
            frames: Vec::new(),
        }
    }

    fn frame(mut self, milliseconds: u16) -> Self {
        self.frames.push((milliseconds, Vec::new()));
        self
    }

    fn chunk(mut self, kind: u16, data: &[&[u8]]) -> Self {
        let data = data.concat();
        let size = u32::try_from(data.len() + 6).unwrap();
        let chunk = [&size.to_le_bytes()[..], &kind.to_le_bytes(), &data].concat();
        self.frames.last_mut().unwrap().1.push(chunk);
        self
    }

    /// A layer. `kind` is 0 for an image, 1 for a group, 2 for tiles.
    fn layer(self, flags: u16, kind: u16, level: u16, blend: u16, opacity: u8) -> Self {
        let words: Vec<u8> = [flags, kind, level, 0, 0, blend]
            .iter()
            .flat_map(|it| it.to_le_bytes())
            .collect();
        let tileset: &[u8] = if kind == 2 { &[0; 4] } else { &[] };
        self.chunk(
            0x2004,
            &[&words, &[opacity, 0, 0, 0], &text("layer"), tileset],
        )
    }

    /// A cel. `kind` is 0 for raw pixels, 1 for a link.
    fn cel(
        self,
        layer: u16,
        [x, y]: [i16; 2],
        opacity: u8,
        z: i16,
        kind: u16,
        data: &[&[u8]],
    ) -> Self {
        let head = [
            &layer.to_le_bytes()[..],
            &x.to_le_bytes(),
            &y.to_le_bytes(),
            &[opacity],
            &kind.to_le_bytes(),
            &z.to_le_bytes(),
            &[0; 5],
        ]
        .concat();
        self.chunk(0x2005, &[&head, &data.concat()])
    }

    /// A cel of pixels.
    fn image(self, layer: u16, corner: [i16; 2], size: [u16; 2], pixels: &[u8]) -> Self {
        let [width, height] = size.map(u16::to_le_bytes);
        self.cel(layer, corner, 255, 0, 0, &[&width, &height, pixels])
    }

    fn tag(self, first: u16, last: u16, direction: u8, repeat: u16, name: &str) -> Self {
        let head = [
            &first.to_le_bytes()[..],
            &last.to_le_bytes(),
            &[direction],
            &repeat.to_le_bytes(),
            &[0; 10],
            &text(name),
        ]
        .concat();
        self.chunk(0x2018, &[&[1, 0], &[0; 8], &head])
    }

    fn bytes(&self) -> Vec<u8> {
        let mut head = vec![0; 128];
        let count = u16::try_from(self.frames.len()).unwrap();
        let words = [0xA5E0, count, 2, 1, self.depth];
        for (word, place) in words.iter().zip(head[4..].chunks_mut(2)) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        head[14..18].copy_from_slice(&self.flags.to_le_bytes());
        for (milliseconds, chunks) in &self.frames {
            let body = chunks.concat();
            let size = u32::try_from(body.len() + 16).unwrap();
            let count = u32::try_from(chunks.len()).unwrap();
            head.extend(size.to_le_bytes());
            head.extend(0xF1FA_u16.to_le_bytes());
            head.extend([0xFF, 0xFF]);
            head.extend(milliseconds.to_le_bytes());
            head.extend([0, 0]);
            head.extend(count.to_le_bytes());
            head.extend(body);
        }
        head
    }

    /// Returns the pixels of a frame, two of them.
    fn pixels(&self, frame: usize) -> [[u8; 4]; 2] {
        let image = decode(&self.bytes(), usize::MAX).unwrap();
        let pixels = image.pixels.rgba.as_chunks::<4>().0;
        [pixels[frame * 2], pixels[frame * 2 + 1]]
    }

    fn fault(&self) -> String {
        decode(&self.bytes(), usize::MAX)
            .map(|_| ())
            .unwrap_err()
            .to_string()
    }
}

fn text(text: &str) -> Vec<u8> {
    let length = u16::try_from(text.len()).unwrap();
    [&length.to_le_bytes()[..], text.as_bytes()].concat()
}

const VISIBLE: u16 = 1;

/// A file of one frame with a red layer.
fn red() -> AsepriteWriter {
    let file = AsepriteWriter::new(32)
        .frame(100)
        .layer(VISIBLE, 0, 0, 0, 255);
    file.image(0, [0, 0], [2, 1], &[RED, RED].concat())
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/aseprite")
}

fn file(name: &str) -> Vec<u8> {
    let path = corpus().join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
