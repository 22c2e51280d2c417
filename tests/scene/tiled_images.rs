//! Images of Tiled maps whose camera was turned: they are cut as they are shown.
#![cfg(feature = "tiled")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;

use crate::tiled_maps::{colors, shown_in};
use damselfly::Color;
use damselfly::image::codecs::png::PngEncoder;
use damselfly::image::{ExtendedColorType, ImageEncoder};

/// Writes an image of 16 × 8 pixels, red on its left and blue on its right, with an orientation from 1 to 8.
fn write(mut encoder: impl ImageEncoder, orientation: u8) {
    // A list of one entry: tag, type, count and value.
    let exif = [
        &b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0"[..],
        &[orientation, 0, 0, 0, 0, 0, 0],
    ];
    encoder.set_exif_metadata(exif.concat()).unwrap();
    let row = [[255, 0, 0]; 8].into_iter().chain([[0, 0, 255]; 8]);
    let rgb: Vec<u8> = row.flatten().collect::<Vec<_>>().repeat(8);
    encoder
        .write_image(&rgb, 16, 8, ExtendedColorType::Rgb8)
        .unwrap();
}

/// Returns a map with the image as the sheet of a tileset, whole and in part in a collection, and as a layer.
/// `first` and `second` are the parts with its first and second colour.
fn map(image: &str, [first, second]: [&str; 2]) -> String {
    let image = format!("<image source='{image}'/>");
    let tile = |id: u32, part: &str| format!("<tile id='{id}' {part}>{image}</tile>");
    format!(
        "<map width='4' height='2' tilewidth='8' tileheight='8'>
         <tileset firstgid='1' tilewidth='8' tileheight='8'>{image}</tileset>
         <tileset firstgid='11' tilewidth='8' tileheight='16'>{}{}{}</tileset>
         <layer width='4' height='2'><data encoding='csv'>1,0,0,12,2,11,0,13</data></layer>
         <imagelayer offsetx='16'>{image}</imagelayer></map>",
        tile(0, ""),
        tile(1, first),
        tile(2, second),
    )
}

#[test]
fn turned_images_are_cut_as_they_are_shown() {
    let name = format!("damselfly-turned-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).unwrap();
    let parts = [
        "x='0' y='0' width='8' height='8'",
        "x='0' y='8' width='8' height='8'",
    ];
    for orientation in 5..=8 {
        let mut png = Vec::new();
        write(PngEncoder::new(&mut png), orientation);
        let mut files = vec![("turned.png", png)];
        if cfg!(feature = "jpeg") {
            files.push(("turned.jpg", jpeg(orientation)));
        }
        for (image, bytes) in files {
            fs::write(folder.join(image), bytes).unwrap();
            fs::write(folder.join("map.tmx"), map(image, parts)).unwrap();
            let mut game = shown_in(&folder, "map.tmx");
            game.step();
            let points = [
                (2, 2),
                (2, 10),
                (10, 2),
                (10, 10),
                (18, 2),
                (18, 10),
                (26, 2),
                (26, 10),
            ];
            // The left side is above after a quarter turn to the right, and below after one to the left.
            let is_red_above = [5, 6].contains(&orientation);
            let is_red = |color: Color| color.r > 200 && color.b < 50;
            let is_blue = |color: Color| color.b > 200 && color.r < 50;
            for (color, (_, y)) in colors(&mut game, points).into_iter().zip(points) {
                let is_right = match (y == 2) == is_red_above {
                    true => is_red(color),
                    false => is_blue(color),
                };
                assert!(is_right, "{image} {orientation}, row {y}: {color:?}");
            }
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[cfg(feature = "jpeg")]
fn jpeg(orientation: u8) -> Vec<u8> {
    use damselfly::image::codecs::jpeg::JpegEncoder;
    let mut bytes = Vec::new();
    write(JpegEncoder::new_with_quality(&mut bytes, 100), orientation);
    bytes
}

#[cfg(not(feature = "jpeg"))]
fn jpeg(_: u8) -> Vec<u8> {
    Vec::new()
}
