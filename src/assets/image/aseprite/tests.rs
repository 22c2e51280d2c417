//! Small files made here, public files with the pictures that Aseprite exported, and damaged files.

use std::path::{Path, PathBuf};

use glam::IVec2;
use proptest::prelude::*;
use proptest::sample::Index;

use super::sheet::AsepriteSheet;
use crate::assets::animation::Repeat;
use crate::assets::image::aseprite_source::{AsepriteImage, compose, decode};
use crate::assets::image::pixel_rect::PixelRect;
use crate::assets::pixels::Pixels;

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

#[test]
fn layers_are_painted_from_the_first_to_the_last() {
    let file = red()
        .layer(VISIBLE, 0, 0, 0, 255)
        .image(1, [1, 0], [1, 1], &BLUE);
    assert_eq!(file.pixels(0), [RED, BLUE]);
    // Opacity of a layer; a cel beside the canvas; a hidden layer.
    let half =
        red()
            .layer(VISIBLE, 0, 0, 0, 128)
            .image(1, [-1, 0], [2, 1], &[GREEN, BLUE].concat());
    assert_eq!(half.pixels(0), [[127, 0, 128, 255], RED]);
    let hidden = red().layer(0, 0, 0, 0, 255).image(1, [0, 0], [1, 1], &BLUE);
    assert_eq!(hidden.pixels(0), [RED, RED]);
    let reference = red()
        .layer(VISIBLE | 64, 0, 0, 0, 255)
        .image(1, [0, 0], [1, 1], &BLUE);
    assert_eq!(reference.pixels(0), [RED, RED]);
}

#[test]
fn a_hidden_group_hides_its_layers() {
    let group = |flags| {
        let file = red()
            .layer(flags, 1, 0, 0, 255)
            .layer(VISIBLE, 0, 1, 0, 255);
        let file = file.layer(VISIBLE, 0, 0, 0, 255);
        let file = file.image(2, [0, 0], [1, 1], &BLUE);
        file.image(3, [1, 0], [1, 1], &GREEN)
    };
    assert_eq!(group(VISIBLE).pixels(0), [BLUE, GREEN]);
    assert_eq!(
        group(0).pixels(0),
        [RED, GREEN],
        "the layer after the group is visible"
    );
}

#[test]
fn the_opacity_of_a_group_counts_if_the_file_says_so() {
    let mut file = red()
        .layer(VISIBLE, 1, 0, 0, 128)
        .layer(VISIBLE, 0, 1, 0, 255);
    file = file.image(2, [0, 0], [1, 1], &BLUE);
    assert_eq!(file.pixels(0), [BLUE, RED]);
    file.flags = 3;
    assert_eq!(file.pixels(0), [[127, 0, 128, 255], RED]);
}

#[test]
fn painted_groups_count_towards_the_limit_of_cels() {
    // Each group paints a canvas of 1 MiB.
    let groups = |count: u16| {
        let mut file = AsepriteWriter::new(32).frame(100);
        file.flags = 3;
        for _ in 0..count {
            file = file
                .layer(VISIBLE, 1, 0, 0, 254)
                .layer(VISIBLE, 0, 1, 0, 255);
        }
        for group in 0..count {
            file = file.image(2 * group + 1, [0, 0], [1, 1], &RED);
        }
        let mut bytes = file.bytes();
        for place in [8, 10] {
            bytes[place..place + 2].copy_from_slice(&512_u16.to_le_bytes());
        }
        decode(&bytes, usize::MAX).map(|_| ())
    };
    assert!(groups(20).is_ok());
    let error = groups(70).unwrap_err().to_string();
    assert!(error.contains("more than"), "{error}");
}

#[test]
fn a_cel_can_move_among_the_layers() {
    let image = [&[1, 0, 1, 0][..], &BLUE].concat();
    let file = |z| {
        let file = AsepriteWriter::new(32).frame(100);
        let file = file
            .layer(VISIBLE, 0, 0, 0, 255)
            .layer(VISIBLE, 0, 0, 0, 255);
        let file = file.cel(0, [0, 0], 255, z, 0, &[&image]);
        file.image(1, [0, 0], [1, 1], &RED)
    };
    assert_eq!(file(0).pixels(0)[0], RED);
    assert_eq!(file(1).pixels(0)[0], BLUE);
}

#[test]
fn a_linked_cel_shows_the_image_of_its_frame() {
    let file = red().frame(50).cel(0, [1, 0], 255, 0, 1, &[&[0, 0]]);
    assert_eq!(file.pixels(1), [NONE, RED]);
    let into_nothing = red().frame(50).cel(0, [0, 0], 255, 0, 1, &[&[9, 0]]);
    assert_eq!(into_nothing.pixels(1), [NONE, NONE]);
    let to_itself = red().frame(50).cel(0, [0, 0], 255, 0, 1, &[&[1, 0]]);
    assert_eq!(to_itself.pixels(1), [NONE, NONE]);
}

#[test]
fn indexed_and_gray_images_become_colors() {
    let gray = AsepriteWriter::new(16)
        .frame(100)
        .layer(VISIBLE, 0, 0, 0, 255);
    let gray = gray.image(0, [0, 0], [2, 1], &[7, 255, 9, 128]);
    assert_eq!(gray.pixels(0), [[7, 7, 7, 255], [9, 9, 9, 128]]);
    let palette = |file: AsepriteWriter, color: [u8; 4]| {
        let entry = [&[0, 0][..], &color].concat();
        // The chunk has only the entry 1 of a palette of 3.
        file.chunk(
            0x2019,
            &[
                &3_u32.to_le_bytes(),
                &1_u32.to_le_bytes(),
                &1_u32.to_le_bytes(),
                &[0; 8],
                &entry,
            ],
        )
    };
    let indexed = palette(AsepriteWriter::new(8).frame(100), GREEN).layer(VISIBLE, 0, 0, 0, 255);
    let indexed = indexed.image(0, [0, 0], [2, 1], &[0, 1]);
    assert_eq!(indexed.pixels(0), [NONE, GREEN]);
    // The palette of the second frame.
    let indexed = palette(indexed.frame(100), BLUE).cel(0, [0, 0], 255, 0, 1, &[&[0, 0]]);
    assert_eq!((indexed.pixels(0)[1], indexed.pixels(1)[1]), (GREEN, BLUE));
}

#[test]
fn tags_become_animations_with_direction_and_repetition() {
    let mut file = red();
    for _ in 0..3 {
        file = file.frame(50);
    }
    let tags = [
        (0, 1, 0),
        (1, 1, 2),
        (2, 2, 0),
        (2, 2, 1),
        (2, 2, 3),
        (3, 3, 0),
        (9, 0, 1),
    ];
    for (number, (direction, last, repeat)) in tags.iter().enumerate() {
        let last = if *direction == 2 || *direction == 3 {
            2
        } else {
            *last
        };
        file = file.tag(0, last, *direction, *repeat, &format!("tag {number}"));
    }
    file = file
        .tag(0, 99, 0, 0, "long")
        .tag(7, 9, 0, 0, "outside")
        .tag(0, 0, 0, 0, "")
        .tag(0, 0, 0, 0, "tag 0");
    let image = decode(&file.bytes(), usize::MAX).unwrap();
    let tags: Vec<_> = image
        .times
        .tags
        .iter()
        .map(|tag| (&tag.frames[..], tag.repeat))
        .collect();
    let expected: [(&[u16], Repeat); 8] = [
        (&[0, 1], Repeat::Loop),
        (&[1, 0], Repeat::Times(2)),
        (&[0, 1, 2, 1], Repeat::Loop),
        (&[0, 1, 2], Repeat::Once),
        (&[0, 1, 2, 1, 0, 1, 2], Repeat::Once),
        (&[2, 1, 0, 1], Repeat::Loop),
        (&[0], Repeat::Once),
        (&[0, 1, 2, 3], Repeat::Loop),
    ];
    assert_eq!(tags, expected);
    assert_eq!(image.times.milliseconds, [100, 50, 50, 50]);
    assert_eq!(image.ignored.len(), 1, "{:?}", image.ignored);
}

#[test]
fn slices_have_keys_centres_and_pivots() {
    let numbers = |numbers: &[i32]| {
        numbers
            .iter()
            .flat_map(|it| it.to_le_bytes())
            .collect::<Vec<_>>()
    };
    let file = red().chunk(
        0x2022,
        &[
            // Two keys, a nine-slice with a pivot.
            &numbers(&[2, 3, 0]),
            &text("box"),
            &numbers(&[1, 0, 0, 2, 1, 1, 0, 1, 1, 5, -6]),
            &numbers(&[0, -1, 0, 2, 1, 0, 0, 2, 1, 0, 0]),
        ],
    );
    let image = decode(&file.bytes(), usize::MAX).unwrap();
    let slice = &image.times.slices[0];
    assert_eq!((&*slice.name, slice.keys.len()), ("box", 2));
    let rect = |x, width| PixelRect {
        x,
        y: 0,
        width,
        height: 1,
    };
    // The part outside of the image is cut off.
    assert_eq!(slice.at(0).unwrap().rect, rect(0, 1));
    let key = slice.at(7).unwrap();
    assert_eq!((key.rect, key.center), (rect(0, 2), Some(rect(1, 1))));
    assert_eq!(key.borders(), Some([1, 0, 0, 0]));
    assert_eq!(key.pivot, Some(IVec2::new(5, -6)));
    assert_eq!(
        key.pivot_from_center((2, 1)).map(|it| it.to_array()),
        Some([4.0, -6.5])
    );
}

#[test]
fn unknown_chunks_are_ignored_and_named_once() {
    let file = red()
        .chunk(0x1234, &[&[1, 2, 3]])
        .chunk(0x1234, &[])
        .chunk(0x2020, &[&[255; 9]]);
    let image = decode(&file.bytes(), usize::MAX).unwrap();
    assert_eq!(image.ignored, ["a chunk has the unknown type 0x1234"]);
    assert_eq!(file.pixels(0), [RED, RED]);
}

#[test]
fn faults_say_what_is_damaged() {
    let starts = |file: AsepriteWriter, what: &str| {
        let fault = file.fault();
        assert!(fault.contains(what) && !fault.contains('\n'), "{fault}");
    };
    starts(AsepriteWriter::new(32), "it has no frame");
    starts(
        AsepriteWriter::new(24).frame(1),
        "it has 24 bits a pixel: expected 8, 16 or 32",
    );
    starts(red().image(0, [0, 0], [2, 2], &RED), "it is cut short");
    starts(
        red().cel(0, [0, 0], 255, 0, 2, &[&[1, 0, 1, 0, 9, 9]]),
        "a compressed cel is damaged",
    );
    starts(
        red().image(0, [0, 0], [65_535, 65_535], &RED),
        "a cel has more than 256 MiB",
    );
    starts(
        red().chunk(0x2004, &[&[0; 3]]),
        "frame 0: a chunk with a layer is damaged",
    );
    let mut bytes = red().bytes();
    bytes.truncate(150);
    let fault = decode(&bytes, usize::MAX)
        .map(|_| ())
        .unwrap_err()
        .to_string();
    assert!(fault.contains("it is cut short"), "{fault}");
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/aseprite")
}

fn file(name: &str) -> Vec<u8> {
    let path = corpus().join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns a frame of an image.
fn frame(image: &AsepriteImage, number: usize) -> Pixels {
    let Pixels {
        width,
        height,
        rgba,
    } = &image.pixels;
    let bytes = *width as usize * *height as usize * 4;
    Pixels {
        width: *width,
        height: *height,
        rgba: rgba[number * bytes..][..bytes].to_vec(),
    }
}

#[test]
fn public_files_look_as_aseprite_exported_them() {
    let pictures = [
        ("layers_and_tags", 0, "layers_and_tags_01"),
        ("layers_and_tags", 1, "layers_and_tags_02"),
        ("layers_and_tags", 2, "layers_and_tags_03"),
        ("layers_and_tags", 3, "layers_and_tags_04"),
        ("linked_cels", 0, "linked_cels_01"),
        ("linked_cels", 1, "linked_cels_02"),
        ("linked_cels", 2, "linked_cels_03"),
        ("transparency", 0, "transparency_01"),
        ("transparency", 1, "transparency_02"),
        ("tilemap", 0, "tilemap"),
        ("tilemap_indexed", 0, "tilemap_indexed"),
        ("tilemap_grayscale", 0, "tilemap_grayscale"),
        ("indexed", 0, "indexed_01"),
        ("blend_saturation_bug", 0, "blend_saturation_bug"),
        (
            "256_color_old_palette_chunk",
            0,
            "256_color_old_palette_chunk",
        ),
    ];
    for (name, number, picture) in pictures {
        let bytes = file(&format!("{name}.aseprite"));
        let image = decode(&bytes, usize::MAX).unwrap_or_else(|error| panic!("{name}: {error}"));
        let shown = frame(&image, number);
        let expected = crate::assets::decode_image(&file(&format!("{picture}.png"))).unwrap();
        assert_eq!(
            [shown.width, shown.height],
            [expected.width, expected.height],
            "{name}"
        );
        let pairs = shown
            .rgba
            .as_chunks::<4>()
            .0
            .iter()
            .zip(expected.rgba.as_chunks::<4>().0);
        // The colour of a transparent pixel does not matter.
        let differ = pairs
            .filter(|(a, b)| a != b && (a[3], b[3]) != (0, 0))
            .count();
        assert_eq!(differ, 0, "{name}, frame {number}");
    }
}

#[test]
fn an_exported_sheet_has_the_frames_of_its_data() {
    let data = |frames: &str| {
        format!(
            r##"{{ "frames": {frames}, "meta": {{ "app": "x", "image": "sheet.png", "frameTags": [
              {{ "name": "go", "from": 0, "to": 1, "direction": "pingpong", "repeat": "1", "color": "#000000ff" }} ],
              "slices": [ {{ "name": "hand", "keys": [ {{ "frame": 0, "bounds": {{"x": 0, "y": 0, "w": 1, "h": 1 }},
              "pivot": {{"x": 1, "y": 0 }} }}] }} ] }} }}"##
        )
    };
    let frame = |x: u32, to: u32, ms: u32| {
        format!(
            r#"{{ "filename": "a", "frame": {{ "x": {x}, "y": 0, "w": 1, "h": 1 }}, "rotated": false, "trimmed": true,
            "spriteSourceSize": {{ "x": {to}, "y": 0, "w": 1, "h": 1 }}, "sourceSize": {{ "w": 2, "h": 1 }}, "duration": {ms} }}"#
        )
    };
    let sheet = Pixels {
        width: 2,
        height: 1,
        rgba: [RED, BLUE].concat(),
    };
    let list = format!("[{},{}]", frame(1, 0, 100), frame(0, 1, 40));
    let object = format!(
        "{{\"a 0\": {}, \"frame\": {}}}",
        frame(1, 0, 100),
        frame(0, 1, 40)
    );
    for frames in [list, object] {
        let read = AsepriteSheet::read(data(&frames).as_bytes()).unwrap();
        assert_eq!(read.image, "sheet.png");
        let image = compose(read, &sheet, usize::MAX).unwrap();
        assert_eq!(image.pixels.rgba, [BLUE, NONE, NONE, RED].concat());
        assert_eq!(image.times.milliseconds, [100, 40]);
        assert_eq!(image.times.tags[0].frames, [0, 1]);
        assert_eq!(image.times.tags[0].repeat, Repeat::Once);
        assert_eq!(image.times.slices[0].keys[0].pivot, Some(IVec2::new(1, 0)));
    }
    let fault = |text: &str| {
        AsepriteSheet::read(text.as_bytes())
            .unwrap_err()
            .to_string()
    };
    assert!(fault("{").starts_with("is not valid JSON"));
    assert!(fault("{}").starts_with("has no `frames`"));
    assert!(fault(r#"{"frames": [{}]}"#).starts_with("frame 0 has no valid `frame`"));
    let outside = data(&format!("[{}]", frame(9, 0, 1)));
    let read = AsepriteSheet::read(outside.as_bytes()).unwrap();
    let fault = compose(read, &sheet, 1)
        .map(|_| ())
        .unwrap_err()
        .to_string();
    assert!(
        fault.starts_with("frame 0 is outside of `sheet.png`, which has 2x1 px"),
        "{fault}"
    );
}

/// One change of a file's bytes.
#[derive(Clone, Debug)]
enum Change {
    /// Replaces one byte.
    Byte(Index, u8),
    /// Replaces two or four bytes with all ones, or a power of two.
    Number(Index, usize, u32),
    Cut(Index),
    Double(Index, usize),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        3 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        3 => (any::<Index>(), prop_oneof![Just(2_usize), Just(4)], prop_oneof![Just(u32::MAX), Just(0), Just(0x8000), Just(0x7FFF_FFFF), Just(1 << 24)])
            .prop_map(|(at, length, number)| Change::Number(at, length, number)),
        1 => any::<Index>().prop_map(Change::Cut),
        1 => (any::<Index>(), 1..200_usize).prop_map(|(at, length)| Change::Double(at, length)),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    if bytes.is_empty() {
        return;
    }
    let length = bytes.len();
    match change {
        Change::Byte(at, byte) => bytes[at.index(length)] = *byte,
        Change::Number(at, count, number) => {
            let start = at.index(length);
            for (byte, value) in bytes[start..]
                .iter_mut()
                .take(*count)
                .zip(number.to_le_bytes())
            {
                *byte = value;
            }
        }
        Change::Cut(at) => bytes.truncate(at.index(length)),
        Change::Double(at, count) => {
            let start = at.index(length);
            let part = bytes[start..(start + count).min(length)].to_vec();
            bytes.splice(start..start, part);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_file_is_read_or_refused_in_one_line(number in any::<Index>(), changes in proptest::collection::vec(change(), 1..6)) {
        let names = ["layers_and_tags", "linked_cels", "tilemap_indexed", "slice_advanced", "indexed"];
        let mut bytes = file(&format!("{}.aseprite", names[number.index(names.len())]));
        changes.iter().for_each(|change| apply(&mut bytes, change));
        let most = usize::MAX;
        if let Err(error) = decode(&bytes, most).map(|_| ()) {
            let error = error.to_string();
            prop_assert!(!error.contains('\n') && error.len() < 300, "{error}");
        }
    }

    #[test]
    fn a_damaged_sheet_is_read_or_refused_in_one_line(changes in proptest::collection::vec(change(), 1..6)) {
        let mut bytes = file("sheet.json");
        changes.iter().for_each(|change| apply(&mut bytes, change));
        let sheet = Pixels { width: 8, height: 4, rgba: vec![255; 8 * 4 * 4] };
        let read = AsepriteSheet::read(&bytes);
        let cut = read.and_then(|read| compose(read, &sheet, usize::MAX).map_err(|error| error.to_string()));
        if let Err(error) = cut.map(|_| ()) {
            prop_assert!(!error.contains('\n') && error.len() < 400, "{error}");
        }
    }
}
