//! Tests the atlas: exact boundaries, no overlap, and versions that rise with every change.

use proptest::prelude::*;

use super::*;

fn atlas(page_size: u16, max_pages: u16) -> Atlas {
    Atlas::new(AtlasSettings {
        page_size,
        max_page_size: 0,
        max_pages,
    })
}

/// Returns an atlas whose pages are 64 texels a side, and may grow to this size.
fn growing(max_page_size: u16) -> Atlas {
    Atlas::new(AtlasSettings {
        page_size: 64,
        max_page_size,
        max_pages: 2,
    })
}

fn insert(atlas: &mut Atlas, width: u16, height: u16, texel: u32) -> Result<Placement, AtlasError> {
    let texels = vec![texel; usize::from(width) * usize::from(height)];
    atlas.insert(width, height, &texels)
}

#[test]
fn an_image_may_be_as_large_as_a_page() {
    for page_size in [64, 100, 255, 256] {
        let mut atlas = atlas(page_size, 2);
        let one_less = insert(&mut atlas, page_size - 1, page_size - 1, 1).unwrap();
        let whole = insert(&mut atlas, page_size, page_size, 2).unwrap();
        assert_eq!((one_less.page, whole.page), (0, 1));
        assert_eq!((whole.x, whole.y), (0, 0));
        assert!(atlas.pages()[1].pixels().iter().all(|&texel| texel == 2));
        for (width, height) in [(page_size + 1, 1), (1, page_size + 1)] {
            let size = [width, height];
            let refused = insert(&mut atlas, width, height, 3);
            let max_page_size = page_size;
            let error = AtlasError::TooLarge {
                size,
                max_page_size,
            };
            assert_eq!(refused, Err(error));
        }
    }
}

#[test]
fn an_error_names_the_image_and_the_page() {
    let mut atlas = atlas(64, 1);
    let refused = insert(&mut atlas, 65, 7, 0).unwrap_err().to_string();
    assert!(
        refused.contains("65x7") && refused.contains("64x64"),
        "{refused}"
    );
}

#[test]
fn an_image_without_texels_is_refused() {
    assert_eq!(insert(&mut atlas(64, 1), 0, 5, 0), Err(AtlasError::Empty));
}

#[test]
fn a_full_atlas_is_an_error_until_an_image_is_removed() {
    let mut atlas = atlas(64, 2);
    let first = insert(&mut atlas, 64, 64, 1).unwrap();
    insert(&mut atlas, 64, 64, 2).unwrap();
    let full = AtlasError::Full {
        size: [1, 1],
        pages: 2,
        page_size: 64,
    };
    let before = atlas.version();
    assert_eq!(insert(&mut atlas, 1, 1, 3), Err(full));
    assert_eq!(atlas.version(), before);
    atlas.remove(first);
    assert_eq!(insert(&mut atlas, 64, 64, 4).map(|place| place.page), Ok(0));
}

#[test]
fn settings_out_of_range_are_clamped() {
    let atlas = atlas(3, 0);
    assert_eq!((atlas.page_size(), atlas.max_pages()), (64, 1));
    assert_eq!(atlas.max_page_size(), 64);
    assert_eq!(growing(u16::MAX).max_page_size(), 8192);
}

#[test]
fn ten_thousand_small_images_open_pages_as_needed() {
    let mut atlas = atlas(256, 16);
    let mut last = 0;
    for number in 0..10_000 {
        let place = insert(&mut atlas, 8, 8, number).unwrap();
        assert!(place.page >= last, "pages fill in order");
        last = place.page;
    }
    // The packer does not split off a rest of 8 texels. So a page holds 31 x 31 images, not 32 x 32.
    assert_eq!(atlas.pages().len(), 10_000_usize.div_ceil(31 * 31));
}

#[test]
fn a_page_is_closed_before_the_packers_counter_overflows() {
    let mut atlas = atlas(1024, 2);
    for _ in 0..page::MAX_IMAGES_PER_AREA {
        assert_eq!(insert(&mut atlas, 1, 1, 1).unwrap().page, 0);
    }
    assert_eq!(insert(&mut atlas, 1, 1, 1).unwrap().page, 1);
}

#[test]
fn only_the_bands_that_changed_get_a_new_version() {
    let mut atlas = atlas(256, 1);
    insert(&mut atlas, 256, 64, 1).unwrap();
    assert_eq!(atlas.pages()[0].band_versions(), [1, 0, 0, 0]);
    insert(&mut atlas, 256, 65, 2).unwrap();
    assert_eq!(atlas.version(), 2);
    assert_eq!(atlas.pages()[0].band_versions(), [1, 2, 2, 0]);
}

fn overlap(a: &Placement, b: &Placement) -> bool {
    a.page == b.page
        && a.x < b.x + b.width
        && b.x < a.x + a.width
        && a.y < b.y + b.height
        && b.y < a.y + a.height
}

/// Copies the bands that have changed since version `seen`, like a backend.
fn follow(copies: &mut Vec<Vec<u32>>, seen: &mut u64, atlas: &Atlas) {
    let texels = usize::from(atlas.page_size()).pow(2);
    if copies.first().is_some_and(|copy| copy.len() != texels) {
        copies.clear();
        *seen = 0;
    }
    let band = usize::from(atlas.page_size()) * usize::from(BAND_ROWS);
    for (number, page) in atlas.pages().iter().enumerate() {
        if number == copies.len() {
            copies.push(vec![0; page.pixels().len()]);
        }
        let bands = page.pixels().chunks(band).zip(page.band_versions());
        for ((texels, version), copy) in bands.zip(copies[number].chunks_mut(band)) {
            if version > seen {
                copy.copy_from_slice(texels);
            }
        }
    }
    *seen = atlas.version();
}

#[test]
fn pages_grow_for_a_larger_image_and_keep_their_images() {
    let mut atlas = growing(200);
    let small = insert(&mut atlas, 64, 64, 1).unwrap();
    assert_eq!(atlas.page_size(), 64);
    // Pages grow because the image is too wide. It is placed below the first image, on the same page.
    let wide = insert(&mut atlas, 65, 64, 2).unwrap();
    assert_eq!((atlas.page_size(), wide.page), (128, 0));
    assert_eq!((wide.x, wide.y), (0, 64));
    // Pages would double again, but the limit is 200. The image goes to a new page, because neither new part of the
    // first one is 129 texels high.
    let high = insert(&mut atlas, 1, 129, 3).unwrap();
    assert_eq!((atlas.page_size(), high.page), (200, 1));
    let last = insert(&mut atlas, 200, 72, 4).unwrap();
    assert_eq!((last.page, last.x, last.y), (0, 0, 128));
    for (place, texel) in [(small, 1), (wide, 2), (high, 3), (last, 4)] {
        let row = usize::from(place.y + place.height - 1) * 200;
        let at = row + usize::from(place.x + place.width - 1);
        let page = &atlas.pages()[usize::from(place.page)];
        assert_eq!(page.pixels()[at], texel);
        assert_eq!(page.band_versions().len(), 4);
    }
    let size = [201, 1];
    let error = AtlasError::TooLarge {
        size,
        max_page_size: 200,
    };
    assert_eq!(insert(&mut atlas, 201, 1, 5), Err(error));
    assert!(error.to_string().contains("max_page_size"), "{error}");
}

#[test]
fn space_is_freed_in_every_area_of_a_grown_page() {
    let mut atlas = Atlas::new(AtlasSettings {
        page_size: 64,
        max_page_size: 128,
        max_pages: 1,
    });
    insert(&mut atlas, 64, 64, 0).unwrap();
    let below = insert(&mut atlas, 128, 64, 1).unwrap();
    let right = insert(&mut atlas, 64, 64, 2).unwrap();
    assert_eq!([(right.x, right.y), (below.x, below.y)], [(64, 0), (0, 64)]);
    assert!(insert(&mut atlas, 1, 1, 3).is_err());
    for place in [right, below] {
        atlas.remove(place);
        let again = insert(&mut atlas, place.width, place.height, 4).unwrap();
        assert_eq!((again.x, again.y), (place.x, place.y));
    }
}

proptest! {
    #[test]
    fn images_never_overlap_and_keep_their_texels(
        page_size in prop::sample::select(vec![64, 70, 128]),
        work in prop::collection::vec((1u16..=128, 1u16..=90, any::<Option<u8>>()), 1..120),
    ) {
        let mut atlas = Atlas::new(AtlasSettings { page_size, max_page_size: 128, max_pages: 3 });
        let mut live: Vec<(Placement, u32)> = Vec::new();
        let (mut copies, mut seen) = (Vec::new(), 0);
        for (number, (width, height, leaves)) in (1u32..).zip(work) {
            if let Some(which) = leaves.filter(|_| !live.is_empty()) {
                let (place, _) = live.remove(usize::from(which) % live.len());
                atlas.remove(place);
            }
            if let Ok(place) = insert(&mut atlas, width, height, number) {
                prop_assert!(place.x + width <= 128 && place.y + height <= 128);
                prop_assert!(live.iter().all(|(other, _)| !overlap(&place, other)));
                live.push((place, number));
            }
            if number % 3 == 0 {
                follow(&mut copies, &mut seen, &atlas);
            }
        }
        follow(&mut copies, &mut seen, &atlas);
        let side = usize::from(atlas.page_size());
        for (place, texel) in &live {
            for y in place.y..place.y + place.height {
                let row = usize::from(y) * side + usize::from(place.x);
                let texels = &copies[usize::from(place.page)][row..row + usize::from(place.width)];
                prop_assert!(texels.iter().all(|found| found == texel));
            }
        }
    }

    #[test]
    fn the_same_insertions_give_the_same_places(
        sizes in prop::collection::vec((1u16..=64, 1u16..=64), 1..100),
    ) {
        let (mut one, mut two) = (atlas(64, 4), atlas(64, 4));
        for (width, height) in sizes {
            prop_assert_eq!(insert(&mut one, width, height, 1), insert(&mut two, width, height, 1));
        }
    }
}
