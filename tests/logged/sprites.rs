//! Each label without a sprite is logged once, with the most similar existing label.

use crate::logged;
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, FrameId, Pixels, SpriteId};

fn lines(words: &str) -> Vec<String> {
    let lines = logged::logged().into_iter();
    lines.filter(|line| line.contains(words)).collect()
}

#[test]
fn an_unknown_sprite_label_is_logged_once_with_a_hint() {
    logged::keep_log();
    let mut assets = Assets::new(AssetSettings::default());
    let dot = Pixels::filled(1, 1, Color::RED);
    let spark = assets.add_image("glimmer", &dot).unwrap();
    assets.add_image("ember", &dot).unwrap();
    assert_eq!(assets.sprite_named("glimmer"), spark);
    let frames = assets.sprite(spark).unwrap().frames;
    assert_eq!(assets.frame("glimmer", 3), frames.first);
    for _ in 0..3 {
        assert_eq!(assets.sprite_named("glimer"), SpriteId::PLACEHOLDER);
        assert_eq!(assets.frame("glimer", 1), FrameId::PLACEHOLDER);
        assert_eq!(assets.sprite_named("quartz"), SpriteId::PLACEHOLDER);
        assert_eq!(assets.find("flimmer"), None);
    }
    let meant =
        "no sprite is labelled `glimer`: is `glimmer` meant? the placeholder is shown instead";
    assert_eq!(lines("glimer"), [meant]);
    let unlike = "no sprite is labelled `quartz`: the placeholder is shown instead";
    assert_eq!(lines("quartz"), [unlike]);
    assert_eq!(lines("`flimmer`"), [""; 0]);
}
