//! The display: the picture in the middle, a caption below it, and the keys that stop and advance it.

use std::sync::Arc;

use damselfly::assets::{Animation, TextSprite};
use damselfly::prelude::*;
use damselfly::scene::Instance;
use damselfly::world::{FilterMode, WindowRequest};

use crate::picture::{Picture, Representation, Timing};

/// Middle of the area above the caption, in cells.
const MIDDLE: Vec2 = vec2(40.0, 11.0);
/// Maximum size of the picture in pixels: the view without the caption and a margin.
const ROOM: Vec2 = vec2(640.0, 320.0);
/// Maximum magnification of small pictures.
const MOST: f32 = 8.0;
/// Maximum number of characters of the file name in the caption.
const NAME: usize = 24;

/// Size of a character in pixels.
const CELL: Vec2 = vec2(8.0, 16.0);

/// Shows the picture: its object has the sprite, or it draws the characters of a text sprite that is too large.
#[derive(Clone, Debug, Checksum)]
pub struct Show {
    /// Name of the file, its layout and its size.
    about: String,
    frames: u16,
    slowdown: u16,
    /// Whether the frames have the durations in the file.
    is_film: bool,
    /// Drawn instead of a sprite, if a text sprite is too large for the atlas.
    characters: Option<Characters>,
    paused: bool,
    full_screen: bool,
}

impl Show {
    /// Adds the picture to the world.
    ///
    /// # Errors
    /// Fails if the atlas has no room for the picture.
    pub fn start(name: &str, picture: Picture, cx: &mut Context<'_>) -> Result<(), Error> {
        let name: String = name.chars().take(NAME).collect();
        let about = format!("{name}: {}", picture.describe());
        if let Picture::Image {
            timing: Timing::OnlyFirst(why),
            ..
        } = &picture
        {
            log::warn!("{name}: only the first picture is shown: {why}");
        }
        let is_film = matches!(
            picture,
            Picture::Image {
                timing: Timing::File,
                ..
            }
        );
        let (sprite, size, frames, slowdown, characters) = match picture.add_to(cx.assets, &name)? {
            Representation::Sprite(id) => {
                let Some(sprite) = cx.assets.sprite(id) else {
                    return Ok(());
                };
                let (width, height) = sprite.size_px;
                let frames = u16::try_from(sprite.frames.count).unwrap_or(u16::MAX);
                let size = vec2(width.into(), height.into());
                (Some(id), size, frames, sprite.slowdown, None)
            }
            Representation::Characters(sprite) => {
                let size = vec2(sprite.width().into(), sprite.height().into()) * CELL;
                let (frames, slowdown) = (sprite.frame_count(), sprite.slowdown);
                let characters = Characters::new(sprite, scale(size));
                (None, size, frames, slowdown, Some(characters))
            }
        };
        let show = Self {
            about,
            frames,
            slowdown,
            is_film,
            characters,
            paused: false,
            full_screen: false,
        };
        cx.change_window(WindowRequest::Title(format!("{name} - Viewer")));
        let scale = scale(size);
        let object = Object {
            kind: "Picture",
            position: MIDDLE,
            solidness: Solidness::Spectral,
            sprite,
            scale: Vec2::splat(scale),
            // Integer magnifications stay crisp. A shrunk picture with nearest filtering would lose whole rows of
            // texels.
            filter: if scale < 1.0 {
                FilterMode::Linear
            } else {
                FilterMode::Nearest
            },
            ..Object::default()
        };
        let id = cx.spawn_with(object, show);
        if is_film && let Some(mut picture) = cx.object_mut(id) {
            picture.play(Animation::OF_FILE);
        }
        Ok(())
    }

    fn pause(&mut self, paused: bool, cx: &mut Context<'_>) {
        self.paused = paused;
        let mut picture = cx.me();
        picture.set_slowdown(if paused { 0 } else { self.slowdown });
        if self.is_film {
            if paused {
                picture.stop_animation();
            } else {
                picture.play(Animation::OF_FILE);
            }
        }
    }

    /// Pauses, and shows the frame that is `frames` further on, wrapping around.
    fn turn(&mut self, frames: u16, cx: &mut Context<'_>) {
        self.pause(true, cx);
        if let Some(characters) = &mut self.characters {
            characters.turn(frames);
            return;
        }
        let mut picture = cx.me();
        let turned = (u32::from(picture.frame()) + u32::from(frames)) % u32::from(self.frames);
        picture.set_frame(u16::try_from(turned).unwrap_or(0));
    }

    fn fill_screen(&mut self, cx: &mut Context<'_>) {
        self.full_screen = !self.full_screen;
        cx.change_window(WindowRequest::FullScreen(self.full_screen));
    }

    /// Draws two lines at the bottom. Drawings last for one step, so this is called in every step.
    fn caption(&self, frame: u16, cx: &mut Context<'_>) {
        let frame = frame + 1;
        let state = match (self.paused, self.slowdown) {
            (true, _) => "paused".to_owned(),
            (false, _) if self.is_film => "times of the file".to_owned(),
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

    fn finish(&mut self, _: &mut Context<'_>) {
        if let (Some(characters), false) = (&mut self.characters, self.paused) {
            characters.advance(self.slowdown);
        }
    }

    fn draw(&mut self, cx: &mut Context<'_>) {
        let frame = match &self.characters {
            None => cx.me().frame(),
            Some(characters) => {
                characters.draw(cx);
                characters.frame
            }
        };
        self.caption(frame, cx);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// A text sprite drawn from its characters in every step.
#[derive(Clone, Debug, Checksum)]
struct Characters {
    #[checksum(skip)]
    sprite: Arc<TextSprite>,
    scale: f32,
    /// Index of the current frame, from 0.
    frame: u16,
    /// Steps since the current frame appeared.
    shown: u16,
}

impl Characters {
    fn new(sprite: Arc<TextSprite>, scale: f32) -> Self {
        Self {
            sprite,
            scale,
            frame: 0,
            shown: 0,
        }
    }

    /// Takes one step of the animation.
    fn advance(&mut self, slowdown: u16) {
        self.shown = self.shown.saturating_add(1);
        if slowdown > 0 && self.shown >= slowdown {
            self.turn(1);
        }
    }

    /// Shows the frame that is `frames` further on, wrapping around.
    fn turn(&mut self, frames: u16) {
        let count = u32::from(self.sprite.frame_count());
        let turned = (u32::from(self.frame) + u32::from(frames)) % count;
        self.frame = u16::try_from(turned).unwrap_or(0);
        self.shown = 0;
    }

    fn draw(&self, cx: &mut Context<'_>) {
        let sprite = &self.sprite;
        let (columns, rows) = (usize::from(sprite.width()), usize::from(sprite.height()));
        let first = usize::from(self.frame) * columns * rows;
        let cells = &sprite.cells()[first..first + columns * rows];
        // Positions in cells of the view. The position of a glyph is its upper left corner.
        let corner =
            MIDDLE - vec2(sprite.width().into(), sprite.height().into()) * self.scale / 2.0;
        let mut instances = Vec::new();
        for (y, row) in (0u16..).zip(cells.chunks_exact(columns)) {
            for (x, &character) in (0u16..).zip(row) {
                if character == ' ' || Some(character) == sprite.transparency {
                    continue;
                }
                let place = corner + vec2(x.into(), y.into()) * self.scale;
                let mut glyph = Instance::new(place, cx.assets.glyph(character));
                glyph.set_scale(Vec2::splat(self.scale));
                let cell = first + usize::from(y) * columns + usize::from(x);
                glyph.set_tint(sprite.cell_color(cell));
                instances.push(glyph);
            }
        }
        let mut canvas = cx.canvas(0);
        for glyph in instances {
            canvas.instance(glyph);
        }
    }
}

/// Resizes the window to a multiple of the view.
fn resize(times: u32, cx: &mut Context<'_>) {
    cx.change_window(WindowRequest::Size([640 * times, 384 * times]));
}

/// Returns the largest integer scale that fits [`ROOM`], at most [`MOST`]. For a picture larger than `ROOM`, returns
/// the exact fit.
fn scale(pixels: Vec2) -> f32 {
    let fits = (ROOM / pixels).min_element();
    if fits < 1.0 {
        fits
    } else {
        fits.floor().min(MOST)
    }
}
