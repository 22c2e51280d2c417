//! Public files, with the pictures that Aseprite exported of them.

use super::*;
use crate::assets::image::aseprite_source::AsepriteImage;
use crate::assets::pixels::Pixels;

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
