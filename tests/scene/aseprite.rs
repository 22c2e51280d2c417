//! Sprites from files of Aseprite, and from sheets that it exported.
#![cfg(feature = "aseprite")]

use damselfly::assets::{
    AssetRequest, AssetSettings, Assets, FrameLayout, ImageLayout, Repeat, SpriteId,
};
use damselfly::glam::ivec2;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/aseprite");

fn assets() -> Assets {
    Assets::new(AssetSettings {
        root: Some(CORPUS.into()),
        steps_per_second: 50.0,
        ..AssetSettings::default()
    })
}

fn animated() -> ImageLayout {
    ImageLayout {
        frames: FrameLayout::Animated,
        ..ImageLayout::default()
    }
}

/// Name of an animation, its frames with their durations, and its repetition.
type Shown<'a> = (&'a str, Vec<(u16, f32)>, Repeat);

/// Returns the animations of a sprite: name, frames and steps, repetition.
fn animations(assets: &Assets, id: SpriteId) -> Vec<Shown<'_>> {
    let all = assets.animations(id).map(|animation| {
        let frames = animation.frames.iter().map(|it| (it.frame, it.steps));
        (&*animation.name, frames.collect(), animation.repeat)
    });
    all.collect()
}

#[test]
fn tags_of_a_file_are_animations_in_steps() {
    let mut assets = assets();
    let id = assets.load_image("hero", "layers_and_tags.aseprite", &animated());
    let id = id.unwrap_or_else(|error| panic!("{error}"));
    let sprite = assets.sprite(id).unwrap();
    assert_eq!((sprite.frames.count, sprite.size_px), (4, (16, 16)));
    let names: Vec<_> = animations(&assets, id)
        .iter()
        .map(|(name, ..)| (*name).to_owned())
        .collect();
    assert_eq!(names[0], "file");
    assert_eq!(&names[1..], ["T1", "T3", "T2"]);
    let whole = &animations(&assets, id)[0].1;
    assert_eq!(whole.len(), 4);
    // 100 ms at 50 steps a second.
    assert_eq!(whole[0], (0, 5.0));
}

#[test]
fn an_exported_sheet_is_the_same_kind_of_sprite() {
    let mut assets = assets();
    let id = assets
        .load_image("hero", "sheet.json", &animated())
        .unwrap();
    let sprite = assets.sprite(id).unwrap();
    assert_eq!((sprite.frames.count, sprite.size_px), (2, (4, 4)));
    let expected = vec![(0, 6.0), (1, 4.0)];
    let all = animations(&assets, id);
    assert_eq!(
        all,
        [
            ("file", expected.clone(), Repeat::Loop),
            ("walk", expected, Repeat::Loop)
        ]
    );
    let hand = assets
        .slices(id)
        .find(|slice| slice.name == "hand")
        .unwrap();
    assert_eq!(hand.at(1).and_then(|key| key.pivot), Some(ivec2(2, 2)));
    // It is found again, unloaded and restored like every image.
    assert_eq!(
        assets
            .load_image("hero", "sheet.json", &animated())
            .unwrap(),
        id
    );
    assets.unload(id);
    assets.unload(id);
    let request = AssetRequest::image("hero", "sheet.json", animated());
    let prepared = request.prepare(CORPUS.as_ref()).unwrap();
    assert_eq!(assets.install(&prepared).unwrap().sprite(), Some(id));
    assert_eq!(assets.slices(id).count(), 1);
}

#[test]
fn without_animation_a_file_is_its_first_frame() {
    let mut assets = assets();
    let id = assets
        .load_image("hero", "linked_cels.aseprite", &ImageLayout::default())
        .unwrap();
    assert_eq!(assets.sprite(id).unwrap().frames.count, 1);
    assert_eq!(assets.animations(id).count(), 0);
    let bytes = std::fs::read(format!("{CORPUS}/linked_cels.aseprite")).unwrap();
    let picture = std::fs::read(format!("{CORPUS}/linked_cels_01.png")).unwrap();
    let [shown, expected] =
        [bytes, picture].map(|file| damselfly::assets::decode_image(&file).unwrap());
    let pairs = shown
        .rgba
        .as_chunks::<4>()
        .0
        .iter()
        .zip(expected.rgba.as_chunks::<4>().0);
    assert!(pairs.clone().all(|(a, b)| a == b || (a[3], b[3]) == (0, 0)));
    assert!(pairs.count() > 0);
}

#[test]
fn errors_name_the_file_and_the_remedy() {
    let folder = std::env::temp_dir().join(format!("damselfly-aseprite-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let whole = std::fs::read(format!("{CORPUS}/linked_cels.aseprite")).unwrap();
    std::fs::write(folder.join("cut.aseprite"), &whole[..200]).unwrap();
    std::fs::write(
        folder.join("lost.json"),
        r#"{"frames":[{"frame":{"x":0,"y":0,"w":1,"h":1}}],"meta":{"image":"none.png"}}"#,
    )
    .unwrap();
    std::fs::write(folder.join("bad.json"), "{").unwrap();
    let mut assets = Assets::new(AssetSettings {
        root: Some(folder.clone()),
        ..AssetSettings::default()
    });
    let mut fault = |file: &str| {
        let loaded = assets.load_image(file, file, &animated());
        loaded.unwrap_err().to_string()
    };
    assert_eq!(
        fault("cut.aseprite"),
        "cut.aseprite: damaged Aseprite image (it is cut short): expected a whole file, save it again"
    );
    let lost = fault("lost.json");
    assert!(lost.starts_with("none.png: not found"), "{lost}");
    let bad = fault("bad.json");
    assert!(bad.starts_with("bad.json: is not valid JSON"), "{bad}");
    std::fs::remove_dir_all(folder).unwrap();
}
