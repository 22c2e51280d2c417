//! Once warm, measuring and drawing shaped text allocates nothing.
#![cfg(feature = "shaping")]

#[path = "../common/font_file.rs"]
mod font_file;

use crate::common;
use damselfly::glam::vec2;
use damselfly::prelude::*;
use damselfly::world::{Core, StepInput};

const TEXT: &str = "AVA o. \u{5d0}\u{5d1} VAV\nAV \u{5d1}\u{5d0}\u{5d0}\u{5d0}";

#[derive(Clone)]
struct Writer {
    style: TextStyle,
}

impl Behavior for Writer {
    fn draw(&mut self, cx: &mut Context<'_>) {
        let size = cx.text_size(TEXT, self.style);
        cx.canvas(2).text(vec2(1.0, 1.0) + size, TEXT, self.style);
    }
}

#[test]
fn unchanged_shaped_text_allocates_nothing() {
    let mut core = common::core();
    let mut file = font_file::boxes();
    file.characters.extend([('\u{5d0}', 1), ('\u{5d1}', 2)]);
    file.characters.sort_unstable();
    let font = core
        .assets
        .add_font("hebrew", "hebrew.ttf", &file.bytes(), 16.0);
    let style = TextStyle::new(Color::WHITE)
        .with_font(font.expect("it is a font"))
        .scaled(1.4)
        .with_outline(1.0, Color::RED)
        .with_shadow(vec2(1.0, 1.0), Color::BLUE);
    let wrapped = style.wrapped(6.0).rotated(0.3);
    for style in [style, wrapped] {
        core.context()
            .spawn_with(Object::default(), Writer { style });
    }
    let play = |core: &mut Core, steps: u32| {
        for _ in 0..steps {
            core.step(StepInput::next(core));
        }
    };
    play(&mut core, 10);
    let counted = allocation_counter::measure(|| play(&mut core, 30));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    let rows = core.world.scene().altitudes()[2].drawn().len();
    assert!(rows > 2 * 3 * 15, "{rows}");
}
