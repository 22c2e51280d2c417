//! The display: the picture in the middle, a caption below it, and the keys that stop and advance it.

use damselfly::prelude::*;
use damselfly::world::{FilterMode, WindowRequest};

use crate::picture::Picture;

/// The middle of what the caption leaves free, in cells.
const MIDDLE: Vec2 = vec2(40.0, 11.0);
/// How large the picture may be, in pixels: the view without the caption and a margin.
const ROOM: Vec2 = vec2(640.0, 320.0);
/// The largest magnification of small pictures.
const MOST: f32 = 8.0;
/// Characters of the file's name that the caption has room for.
const NAME: usize = 24;

/// Shows the picture that its object has as sprite.
#[derive(Clone, Debug)]
pub struct Show {
    /// The file, its layout, its size.
    about: String,
    frames: u16,
    slowdown: u16,
    paused: bool,
    full_screen: bool,
}

impl Show {
    /// Puts the picture into the world.
    ///
    /// # Errors
    /// The atlas has no room for the picture.
    pub fn start(name: &str, picture: Picture, cx: &mut Context<'_>) -> Result<(), Error> {
        let name: String = name.chars().take(NAME).collect();
        let about = format!("{name}: {}", picture.describe());
        let id = picture.add_to(cx.assets, &name)?;
        let Some(sprite) = cx.assets.sprite(id) else {
            return Ok(());
        };
        let (width, height) = sprite.size_px;
        let show = Self {
            about,
            frames: u16::try_from(sprite.frames.count).unwrap_or(u16::MAX),
            slowdown: sprite.slowdown,
            paused: false,
            full_screen: false,
        };
        cx.change_window(WindowRequest::Title(format!("{name} - Viewer")));
        let scale = scale(vec2(width.into(), height.into()));
        let object = Object {
            kind: "Picture",
            position: MIDDLE,
            solidness: Solidness::Spectral,
            sprite: Some(id),
            scale: Vec2::splat(scale),
            // Whole magnifications stay crisp; what is made smaller would lose whole rows of texels.
            filter: if scale < 1.0 {
                FilterMode::Linear
            } else {
                FilterMode::Nearest
            },
            ..Object::default()
        };
        show.caption(object.frame, cx);
        cx.spawn_with(object, show);
        Ok(())
    }

    fn pause(&mut self, paused: bool, cx: &mut Context<'_>) {
        self.paused = paused;
        cx.me().set_slowdown(if paused { 0 } else { self.slowdown });
    }

    /// Stops, and shows the frame that is `frames` further on, wrapping around.
    fn turn(&mut self, frames: u16, cx: &mut Context<'_>) {
        self.pause(true, cx);
        let mut picture = cx.me();
        let turned = (u32::from(picture.frame()) + u32::from(frames)) % u32::from(self.frames);
        picture.set_frame(u16::try_from(turned).unwrap_or(0));
    }

    fn fill_screen(&mut self, cx: &mut Context<'_>) {
        self.full_screen = !self.full_screen;
        cx.change_window(WindowRequest::FullScreen(self.full_screen));
    }

    /// Draws two lines at the bottom. Drawings last for one step, so they are drawn anew in each.
    fn caption(&self, frame: u16, cx: &mut Context<'_>) {
        let frame = frame + 1;
        let state = match (self.paused, self.slowdown) {
            (true, _) => "paused".to_owned(),
            (false, slowdown) => format!("slowdown {slowdown}"),
        };
        let Self { about, frames, .. } = self;
        let line = format!("{about}, frame {frame}/{frames}, {state}");
        let keys = "Space: pause  Left, Right: one frame  1, 2, 3: size  F: full screen  Q: quit";
        for (row, text, color) in [
            (22.0, line.as_str(), Color::WHITE),
            (23.0, keys, Color::rgb(128, 128, 144)),
        ] {
            let style = TextStyle::from(color).centered();
            cx.canvas(3).text(vec2(40.0, row), text, style);
        }
    }
}

impl Behavior for Show {
    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        let InputEvent::Key {
            key,
            pressed: true,
            repeat,
            ..
        } = *event
        else {
            return;
        };
        match key {
            Key::Escape | Key::Q => cx.stop(),
            Key::Space if !repeat => self.pause(!self.paused, cx),
            Key::Left => self.turn(self.frames - 1, cx),
            Key::Right => self.turn(1, cx),
            Key::F if !repeat => self.fill_screen(cx),
            Key::Digit1 => resize(1, cx),
            Key::Digit2 => resize(2, cx),
            Key::Digit3 => resize(3, cx),
            _ => {}
        }
    }

    // The caption names the frame that the animation has come to, so it is drawn after that.
    fn finish(&mut self, cx: &mut Context<'_>) {
        let frame = cx.me().frame();
        self.caption(frame, cx);
    }

    fn checksum(&self, sum: &mut Checksum) {
        sum.bool(self.paused);
        sum.bool(self.full_screen);
    }
}

/// Enlarges the window to a multiple of the view.
fn resize(times: u32, cx: &mut Context<'_>) {
    cx.change_window(WindowRequest::Size([640 * times, 384 * times]));
}

/// The largest whole magnification with which the picture fits, or the one that makes it just fit.
fn scale(pixels: Vec2) -> f32 {
    let fits = (ROOM / pixels).min_element();
    if fits < 1.0 {
        fits
    } else {
        fits.floor().min(MOST)
    }
}
