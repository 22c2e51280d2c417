//! What a loading screen looks like: a title, a frame of box characters, a bar in eighths of a character.

use glam::Vec2;

use super::LoadingScreen;
use crate::base::color::Color;
use crate::scene::{Align, cell_size};
use crate::world::context::Context;
use crate::world::splash::mixed;

/// Of the title and the percentage.
const BRIGHT: Color = Color::rgb(226, 232, 240);
/// Of the frame.
const FRAME: Color = Color::rgb(71, 85, 105);
/// Of what is being done.
const FAINT: Color = Color::rgb(128, 140, 160);

/// A character that is filled from the left by so many eighths, 0 to 7.
const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// Draws all of it, `part` of it done, from 0 to 1.
pub(super) fn draw(screen: &LoadingScreen, part: f32, what: &str, cx: &mut Context<'_>) {
    let cell = cell_size(cx.world.unit());
    let view = cx.world.camera.view();
    let room = (view.size() / cell).floor();
    let inside = room.x - 4.0;
    if inside < 1.0 || room.y < 1.0 {
        return;
    }
    let width = f32::from(screen.width.max(1)).min(inside);
    let pen = Pen {
        altitude: screen.altitude,
        // Of the frame: its corner lies on a whole pixel.
        corner: snapped(
            view.center() - Vec2::new(width + 2.0, 3.0) * cell / 2.0,
            cx.world.unit(),
        ),
        cell,
    };
    pen.frame(cx, width, room.y >= 3.0);
    pen.bar(cx, screen.colors, width, part);
    if room.y >= 7.0 {
        let middle = (width + 2.0) / 2.0;
        pen.text(
            cx,
            Vec2::new(middle, -2.0),
            Align::Center,
            BRIGHT,
            &screen.title,
        );
    }
    if room.y >= 5.0 {
        let percent = format!("{} %", (part * 100.0).floor());
        let left = width + 1.0 - percent.chars().count() as f32 - 2.0;
        pen.text(
            cx,
            Vec2::new(width + 1.0, 3.0),
            Align::Right,
            BRIGHT,
            &percent,
        );
        pen.text(
            cx,
            Vec2::new(1.0, 3.0),
            Align::Left,
            FAINT,
            &shortened(what, left),
        );
    }
}

/// Draws in characters from a corner.
struct Pen {
    altitude: u16,
    corner: Vec2,
    cell: Vec2,
}

impl Pen {
    fn text(&self, cx: &mut Context<'_>, at: Vec2, align: Align, color: Color, text: &str) {
        cx.draw_text(
            self.altitude,
            self.corner + at * self.cell,
            text,
            align,
            color,
        );
    }

    fn frame(&self, cx: &mut Context<'_>, width: f32, has_edges: bool) {
        let edge = |left: char, right: char| {
            let line = (0..cells(width)).map(|_| '─');
            let corners = core::iter::once(left).chain(line);
            corners.chain([right]).collect::<String>()
        };
        if has_edges {
            self.text(cx, Vec2::ZERO, Align::Left, FRAME, &edge('╭', '╮'));
            self.text(cx, Vec2::new(0.0, 2.0), Align::Left, FRAME, &edge('╰', '╯'));
        }
        self.text(cx, Vec2::new(0.0, 1.0), Align::Left, FRAME, "│");
        self.text(cx, Vec2::new(width + 1.0, 1.0), Align::Left, FRAME, "│");
    }

    fn bar(&self, cx: &mut Context<'_>, colors: [Color; 2], width: f32, part: f32) {
        let filled = cells(width * part * 8.0);
        for index in 0..filled.div_ceil(8) {
            let character = match filled - index * 8 {
                8.. => '█',
                eighths => EIGHTHS[eighths],
            };
            let along = index as f32 / (width - 1.0).max(1.0);
            let at = Vec2::new(1.0 + index as f32, 1.0);
            let color = mixed(colors, along);
            self.text(
                cx,
                at,
                Align::Left,
                color,
                character.encode_utf8(&mut [0; 4]),
            );
        }
    }
}

/// A place on a whole pixel.
fn snapped(at: Vec2, unit: Vec2) -> Vec2 {
    (at * unit).round() / unit
}

/// A text of at most so many characters.
fn shortened(text: &str, most: f32) -> String {
    let most = cells(most);
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept = text.chars().take(most.saturating_sub(1));
    kept.chain((most > 0).then_some('…')).collect()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a view has at most 1024 characters a side; what is negative counts as 0"
)]
fn cells(length: f32) -> usize {
    length as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_where_it_gets_too_long() {
        assert_eq!(shortened("caves", 5.0), "caves");
        assert_eq!(shortened("caverns", 5.0), "cave…");
        assert_eq!(shortened("caverns", 1.0), "…");
        assert_eq!(shortened("caverns", 0.0), "");
        assert_eq!(shortened("caverns", -3.0), "");
    }
}
