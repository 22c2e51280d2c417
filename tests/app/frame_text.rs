//! Text of `frame` hooks looks like text that is drawn in a step.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{App, Harness, Image, Options};
use damselfly::assets::Face;
use damselfly::prelude::*;
use damselfly::scene::Span;
use damselfly::world::{Canvas, FrameContext};

/// Writes in its hook `frame`, or else in its hook `draw`.
#[derive(Clone)]
struct Writer {
    in_frames: bool,
}

impl Behavior for Writer {
    fn draw(&mut self, cx: &mut Context<'_>) {
        if !self.in_frames {
            write(&mut cx.canvas(2));
        }
    }

    fn frame(&self, cx: &mut FrameContext<'_>) {
        if self.in_frames {
            write(&mut cx.canvas(2));
        }
    }
}

/// All of ASCII, and characters that the font lacks.
const LINES: &str = " !\"#$%&'()*+,-./0123456789:;<=>?@\nABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`\n\
                     abcdefghijklmnopqrstuvwxyz{|}~\n\u{1f600}\u{10ffff}";

fn write(canvas: &mut Canvas<'_>) {
    let plain = TextStyle::new(Color::WHITE);
    let spans: [Span<'_>; 2] = [
        ("Sc", plain.scaled(2.0).bold()).into(),
        ("ore", Color::RED).into(),
    ];
    canvas
        .text(vec2(1.0, 1.0), LINES, plain)
        .text(vec2(1.0, 6.0), LINES, plain.bold())
        .text(
            vec2(1.0, 11.0),
            "bold on red",
            plain.bold().with_background(Color::RED),
        )
        .spans(vec2(1.0, 13.0), &spans, Align::Left)
        .text(vec2(1.0, 16.0), "äöü ÄÖÜ", plain.bold());
}

fn image(in_frames: bool) -> Image {
    let app = App::new("Writer", Options::default()).cells(40, 18);
    let game = Harness::start(app, |cx| {
        // A game prepares further characters.
        let bold = Face {
            bold: true,
            ..Face::default()
        };
        for character in "äöüÄÖÜ".chars() {
            cx.assets.glyph_of(bold, character);
        }
        cx.spawn_with(Object::default(), Writer { in_frames });
        Ok(())
    });
    let mut game = game.unwrap();
    game.step();
    game.image()
}

#[test]
fn text_of_frames_looks_like_text_of_steps() {
    let [of_step, of_frame] = [false, true].map(image);
    assert!(of_step.count(Color::WHITE) > 4000);
    assert!(of_step == of_frame);
}
