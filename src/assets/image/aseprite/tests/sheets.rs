//! Sheets that Aseprite exported, with their data in JSON.

use glam::IVec2;

use super::*;
use crate::assets::animation::Repeat;
use crate::assets::image::aseprite::AsepriteSheet;
use crate::assets::image::aseprite_source::compose;
use crate::assets::pixels::Pixels;

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
