//! The view of a tested game, as text and as an image.

use std::path::Path;

use super::Harness;
use crate::app::run::overlays::{Overlays, Shown};
use crate::app::run::paint::{FrameStyle, paint};
use crate::app::run::text::{view_as_lines, view_as_text};
use crate::base::color::Color;
use crate::capture::{CaptureError, write_png};
use crate::render::{Cells, SoftwareRenderer, SoftwareSettings, ViewSettings};
use crate::time::DrawTime;
use crate::world::WindowRequest;

/// A frame of a game: pixels, row after row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Width and height, in pixels.
    size: [u32; 2],
    /// Pixels, row by row, each `u32::from_le_bytes([r, g, b, a])`.
    pixels: Vec<u32>,
}

impl Image {
    /// Returns the width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Returns the colour of a pixel. `None` outside of the image.
    pub fn get(&self, x: u32, y: u32) -> Option<Color> {
        let [width, height] = self.size;
        let inside = x < width && y < height;
        let [r, g, b, a] =
            inside.then(|| self.pixels[y as usize * width as usize + x as usize].to_le_bytes())?;
        Some(Color::rgb(r, g, b).with_alpha(a))
    }

    /// Returns the number of pixels of exactly this colour. 0 for a translucent colour, because images are opaque.
    pub fn count(&self, color: Color) -> usize {
        let wanted = u32::from_le_bytes(color.premultiplied());
        self.pixels.iter().filter(|&&pixel| pixel == wanted).count()
    }

    /// Writes the image to a PNG file. On failure, an existing file is unchanged.
    ///
    /// # Errors
    /// The file could not be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), CaptureError> {
        let [width, height] = self.size;
        write_png(path, width, height, &self.pixels)
    }
}

/// Methods that look at the view.
impl Harness<'_> {
    /// Returns the view as text, as `--text` prints it.
    pub fn text(&self) -> Cells {
        let mut overlays = self.overlays.borrow_mut();
        let cells = view_as_text(self.shown(), &mut overlays.frame);
        self.check_hooks(&overlays);
        cells
    }

    /// Returns whether a line of the view contains this text. Also finds scaled text, at scales up to 8, text that is
    /// written over an image, and text in outline fonts at any scale, zoom and angle.
    pub fn shows(&self, text: &str) -> bool {
        let mut overlays = self.overlays.borrow_mut();
        let (cells, lines) = view_as_lines(self.shown(), &mut overlays.frame);
        self.check_hooks(&overlays);
        let is_in_line = |line: &String| line.contains(text);
        lines.iter().any(is_in_line)
            || (0..cells.rows()).any(|row| {
                let columns = 0..cells.columns();
                let line: Vec<_> = columns
                    .map(|at| cells.get(at, row).unwrap_or(' '))
                    .collect();
                (1..=8).any(|scale| is_in(text, &line, scale))
            })
    }

    /// Returns the view as an image, as `--screenshot` saves it: the latest step without smoothing, drawn by the
    /// software backend.
    #[doc(alias = "picture")]
    pub fn image(&mut self) -> Image {
        let size = self.view().pixels();
        self.draw(size, self.core.step_draw_time())
    }

    /// Returns the view as a window of this size shows it, `fraction` of a step after the latest one: the view is
    /// enlarged and has bars by [`App::fit`](crate::app::App::fit), and movement is smoothed by
    /// [`App::smoothing`](crate::app::App::smoothing). `size` is the width and height in pixels, each at least 1;
    /// `fraction` is clamped to 0 to 1. By default, the fraction 0 shows the step before the latest one, and 1 the
    /// latest one.
    ///
    /// # Panics
    /// If a side is 0 or above [`WindowRequest::MAX_PIXELS`].
    ///
    /// ```
    /// use damselfly::app::{App, Harness, Options};
    /// use damselfly::prelude::*;
    ///
    /// let app = App::new("Smooth", Options::default()).pixels(40, 20);
    /// let mut game = Harness::start(app, |cx| {
    ///     let dot = cx.assets.add_rect("dot", 4, 4, Color::RED)?;
    ///     cx.spawn(Object::from(dot).at(vec2(2.0, 10.0)).velocity(vec2(8.0, 0.0)));
    ///     Ok(())
    /// })?;
    /// game.step();
    /// // Halfway between 2 and 10, and twice as large.
    /// let image = game.image_at([80, 40], 0.5);
    /// assert_eq!((image.get(8, 20), image.get(15, 20)), (Some(Color::RED), Some(Color::RED)));
    /// assert_eq!(image.count(Color::RED), 8 * 8);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias = "picture_at")]
    pub fn image_at(&mut self, size: [u32; 2], fraction: f32) -> Image {
        let limit = WindowRequest::MAX_PIXELS;
        let is_valid = size.iter().all(|side| (1..=limit).contains(side));
        assert!(
            is_valid,
            "expected sides of 1 to {limit} pixels, got {size:?}"
        );
        let time = DrawTime {
            alpha: fraction,
            exact: false,
            ..self.core.step_draw_time()
        };
        self.draw(size, time)
    }

    fn shown(&self) -> Shown<'_> {
        Shown {
            core: &self.core,
            game: &*self.game,
            window: None,
        }
    }

    /// Runs the `frame` hooks for two frames, and compares the checksums before and after.
    pub(super) fn check_frames(&self) {
        let before = self.core.checksum();
        let overlays = &mut *self.overlays.borrow_mut();
        for alpha in [0.0, 0.5] {
            let time = DrawTime {
                alpha,
                exact: false,
                ..self.core.step_draw_time()
            };
            overlays.run_hooks(self.shown(), time, self.smoothing());
        }
        self.check_hooks(overlays);
        let step = self.core.step_number();
        assert_eq!(
            before,
            self.core.checksum(),
            "the hooks `frame` after step {step} have changed the checksum: they must change nothing"
        );
    }

    /// Panics if a `frame` hook has panicked, unless the harness is forgiving.
    fn check_hooks(&self, overlays: &Overlays) {
        let (panics, last) = overlays.frame.panics();
        assert!(panics == 0 || self.forgiving, "{last}");
    }

    /// Returns the view's settings. Once the game has requested a size, they have the camera's current size.
    fn view(&self) -> ViewSettings {
        let size = self.view.map(|_| self.core.world.camera.unzoomed_size());
        ViewSettings {
            size: size.unwrap_or(self.style.view.size),
            ..self.style.view
        }
    }

    fn draw(&mut self, size: [u32; 2], time: DrawTime) -> Image {
        let smoothing = self.smoothing();
        let style = FrameStyle {
            view: self.view(),
            ..self.style
        };
        let renderer = self
            .renderer
            .get_or_insert_with(|| SoftwareRenderer::new(SoftwareSettings::default()));
        let overlays = self.overlays.get_mut();
        let shown = Shown {
            core: &self.core,
            game: &*self.game,
            window: None,
        };
        overlays.run_hooks(shown, time, smoothing);
        let k = time.factor(smoothing);
        paint(&self.core, &style, overlays, size, k, |frame| {
            renderer.render(frame);
        });
        let mut pixels = vec![0; size[0] as usize * size[1] as usize];
        renderer.copy_rgba(&mut pixels);
        self.check_hooks(&self.overlays.borrow());
        Image { size, pixels }
    }
}

/// Returns whether a line contains a text at this scale. A glyph covers `scale` columns, and the line has its character
/// in the middle one of them: so the text's characters are `scale` columns apart. A blank of the text also matches an
/// image beneath it.
fn is_in(text: &str, line: &[char], scale: usize) -> bool {
    let wanted: Vec<_> = text.chars().collect();
    (0..line.len()).any(|start| {
        let mut places = (start..).step_by(scale);
        wanted.iter().all(|wanted| {
            let found = places.next().and_then(|place| line.get(place));
            let is_gap = *wanted == ' ' && matches!(found, Some('#' | '█'));
            is_gap || found == Some(wanted)
        })
    })
}
