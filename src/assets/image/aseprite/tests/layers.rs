//! Layers, groups and cels become the pixels of a frame.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::*;

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
fn painted_tiles_count_towards_the_limit_of_cels() {
    // A tile of 1 MiB in each frame.
    let side = 512_u16.to_le_bytes();
    let tiles = compressed(&vec![255; 1 << 20]);
    let length = u32::try_from(tiles.len()).unwrap().to_le_bytes();
    let cell = compressed(&[0; 4]);
    let [id, flips] = [0x1FFF_FFFF_u32.to_le_bytes(), [0; 4]];
    let grid: &[&[u8]] = &[
        &[1, 0, 1, 0, 32, 0],
        &id,
        &flips,
        &flips,
        &flips,
        &[0; 10],
        &cell,
    ];
    let frames = |count: u16| {
        let mut file = AsepriteWriter::new(32).frame(100);
        let head = [[0, 0, 0, 0], [2, 0, 0, 0], [1, 0, 0, 0]].concat();
        let tileset: &[&[u8]] = &[
            &head,
            &side,
            &side,
            &[0; 16],
            &text("tiles"),
            &length,
            &tiles,
        ];
        file = file.chunk(0x2023, tileset).layer(VISIBLE, 2, 0, 0, 255);
        file = file.cel(0, [0, 0], 255, 0, 3, grid);
        for _ in 1..count {
            file = file.frame(100).cel(0, [0, 0], 255, 0, 3, grid);
        }
        let mut bytes = file.bytes();
        for place in [8, 10] {
            bytes[place..place + 2].copy_from_slice(&side);
        }
        decode(&bytes, usize::MAX).map(|image| image.pixels.rgba[0])
    };
    assert_eq!(frames(20).unwrap(), 255);
    let error = frames(70).unwrap_err().to_string();
    assert!(error.contains("more than"), "{error}");
}

/// Returns bytes as compressed data.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
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
