//! Tests frames that are larger than an atlas page: they are cut, put together again, unloaded and refused.

use super::*;

/// Returns an image in which no two texels are equal.
fn picture(width: u32, height: u32) -> Pixels {
    Pixels::from_fn(width, height, |x, y| {
        let [x, y] = [x, y].map(|at| u8::try_from(at).unwrap());
        Color::rgb(x, y, x ^ y)
    })
}

/// Returns the upper left corner of a frame, and the image that its slices form together, row after row.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "placements within a small picture"
)]
fn composed(assets: &Assets, frame: FrameId) -> ([f32; 2], Vec<[u8; 4]>) {
    let whole = assets.frames().whole(frame).unwrap();
    let [left, top] = whole.corners[0];
    let [right, bottom] = whole.corners[3];
    let width = (right - left) as usize;
    let mut pixels = vec![None; width * (bottom - top) as usize];
    for slice in assets.frames().slices(frame) {
        let record = assets.frames().get(slice).unwrap();
        let [x, y] = record.corners[0];
        if record.corners[3] == [x, y] {
            continue; // An empty slice.
        }
        let (w, _) = record.size_px();
        let shown = texels(assets, slice);
        for (row, line) in shown.chunks(w.into()).enumerate() {
            for (column, &texel) in line.iter().enumerate() {
                let at = ((y - top) as usize + row) * width + (x - left) as usize + column;
                assert_eq!(pixels[at].replace(texel), None, "covered twice");
            }
        }
    }
    let all = pixels.into_iter().map(|pixel| pixel.expect("covered"));
    ([left, top], all.collect())
}

fn rgba(pixels: &Pixels) -> Vec<[u8; 4]> {
    pixels.rgba.as_chunks().0.to_vec()
}

#[test]
fn the_slices_of_a_frame_are_its_image_about_its_anchor() {
    let large = picture(150, 65);
    for (anchor, corner) in [
        (Anchor::Center, [-75.0, -32.5]),
        (Anchor::TopLeft, [0.0, 0.0]),
        (Anchor::BottomCenter, [-75.0, -65.0]),
        (Anchor::CenterRight, [-150.0, -32.5]),
    ] {
        let mut assets = small(64, 6);
        let layout = ImageLayout {
            anchor,
            ..ImageLayout::default()
        };
        let id = assets.add_image_with("map", &large, &layout).unwrap();
        let sprite = assets.sprite(id).unwrap();
        assert_eq!((sprite.size_px, sprite.frames.count), ((150, 65), 1));
        assert_eq!(sprite.frames.slices, 6);
        let shown = composed(&assets, sprite.frames.first);
        assert_eq!(shown, (corner, rgba(&large)));
    }
}

#[test]
fn frames_of_one_sprite_have_equally_many_ids() {
    let mut assets = small(64, 6);
    let sheet = picture(130, 20);
    let rect = |x, y, width, height| PixelRect {
        x,
        y,
        width,
        height,
    };
    let rects = vec![
        rect(0, 0, 5, 20),
        rect(0, 5, 129, 10),
        rect(3, 0, 64, 2),
        rect(9, 0, 65, 1),
    ];
    let layout = ImageLayout {
        frames: FrameLayout::Rects(rects.clone()),
        ..ImageLayout::default()
    };
    let id = assets.add_image_with("all", &sheet, &layout).unwrap();
    let sprite = assets.sprite(id).unwrap();
    assert_eq!((sprite.frames.count, sprite.frames.slices), (4, 3));
    assert_eq!(sprite.size_px, (129, 20));
    let pixels = rgba(&sheet);
    for (frame, rect) in sprite.frames.iter().zip(rects) {
        let rows = pixels
            .chunks(130)
            .skip(rect.y.into())
            .take(rect.height.into());
        let left = usize::from(rect.x);
        let expected = rows.flat_map(|row| row[left..left + usize::from(rect.width)].to_vec());
        assert_eq!(composed(&assets, frame).1, expected.collect::<Vec<_>>());
    }
}

#[test]
fn a_large_text_sprite_is_cut_and_keeps_its_characters() {
    let mut assets = small(64, 6);
    let id = assets
        .add_text_sprite("wall", "wall.spr", plain(2, 9, 5).as_bytes())
        .unwrap();
    let sprite = assets.sprite(id).unwrap().clone();
    assert_eq!((sprite.size_px, sprite.frames.slices), ((72, 80), 4));
    for frame in sprite.frames.iter() {
        let text = assets.frame_text(frame).unwrap();
        assert_eq!((text.width, text.height), (9, 5));
        assert_eq!(text.corner, [-36.0, -40.0]);
        for further in assets.frames().slices(frame).skip(1) {
            assert_eq!(assets.frame_text(further), None);
        }
    }
    let after = FrameId(sprite.frames.first.0 + 8);
    assert_eq!(assets.frame_text(after), None);
}

#[test]
fn unloading_frees_every_slice_and_loading_restores_them() {
    let large = picture(150, 65);
    let mut assets = small(64, 6);
    let id = assets.add_image("map", &large).unwrap();
    let frame = assets.sprite(id).unwrap().frames.first;
    let shown = composed(&assets, frame);
    for _ in 0..50 {
        assert_eq!(assets.unload(id), 0);
        let whole = assets.frames().whole(frame).unwrap();
        assert_eq!(
            (whole.corners[0], whole.corners[3]),
            ([-75.0, -32.5], [75.0, 32.5])
        );
        for slice in assets.frames().slices(frame) {
            assert_eq!(
                texels(&assets, slice),
                texels(&assets, FrameId::PLACEHOLDER)
            );
        }
        assert_eq!(assets.add_image("map", &large).unwrap(), id);
        assert_eq!(
            (composed(&assets, frame), assets.uses(id)),
            (shown.clone(), 1)
        );
    }
    assert_eq!(assets.frames().slices(frame).count(), 6);
    // An image of another size is refused, even if it has as many slices.
    assets.unload(id);
    let error = assets.add_image("map", picture(150, 66));
    assert!(
        matches!(error, Err(AssetError::Changed { .. })),
        "{error:?}"
    );
}

#[test]
fn a_large_frame_without_room_for_all_slices_uses_no_space() {
    let mut assets = small(64, 4);
    let records = assets.frames().records().len();
    // The first page has the built-in images: three pages are free.
    let error = assets.add_image("map", picture(128, 128)).unwrap_err();
    assert!(matches!(error, AssetError::Atlas { .. }), "{error}");
    assert_eq!(assets.frames().records().len(), records);
    assert_eq!(assets.find("map"), None);
    assets.add_image("map", picture(64, 192)).unwrap();
}

#[test]
fn more_than_256_slices_are_an_error_with_the_size() {
    let mut assets = small(64, 4);
    let error = assets
        .add_rect("world", 1025, 1024, Color::WHITE)
        .unwrap_err();
    let message = error.to_string();
    for part in [
        "`world`",
        "1025x1024",
        "272",
        "64x64",
        "256",
        "max_page_size",
    ] {
        assert!(message.contains(part), "{part} in {message}");
    }
    assert_eq!(assets.find("world"), None);
    let mut assets = small(64, 300);
    let added = assets.add_rect("world", 1024, 1024, Color::WHITE).unwrap();
    assert_eq!(assets.sprite(added).unwrap().frames.slices, 256);
}
