//! Tags become animations, and slices have keys.

use glam::IVec2;

use super::*;
use crate::assets::animation::Repeat;
use crate::assets::image::pixel_rect::PixelRect;

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
