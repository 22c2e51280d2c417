//! A loading screen for any game: a bar in the middle of the view, filled by the progress of jobs.
//!
//! It is one spectral object that draws on the world's canvas, and removes itself when the jobs are over. It is not
//! part of the heads-up display: it lies at an altitude of the world, and its bar has a colour gradient.

use glam::{Vec2, vec2};
use std::borrow::Cow;

use super::existing_altitude;
use crate::base::checksum::ChecksumWriter;
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::jobs::JobId;
use crate::scene::{Align, EIGHTHS, Span, cell_size};
use crate::world::{Behavior, Context, Event, Object, Solidness, World};

/// Colour of the title and the percentage.
const BRIGHT: Color = Color::rgb(226, 232, 240);
/// Colour of the frame.
const FRAME: Color = Color::rgb(71, 85, 105);
/// Colour of the job's name.
const FAINT: Color = Color::rgb(128, 140, 160);

/// Sent to every object that subscribes to it (see [`Behavior::subscriptions`]) when the jobs of a loading screen are
/// done or cancelled, and the screen is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadingOver {
    /// The screen's object, as returned by [`LoadingScreen::show`].
    pub screen: ObjectId,
}

/// A loading screen: a title, a progress bar, a percentage and the name of the first unfinished job.
///
/// ```
/// # use damselfly::prelude::*;
/// # use damselfly::screens::LoadingScreen;
/// # use damselfly::world::JobSettings;
/// # fn start(cx: &mut Context<'_>) -> Result<(), Error> {
/// cx.start_job(JobSettings::named("caves"), |_| (0..1000_u32).sum::<u32>());
/// LoadingScreen { title: "Level 2".into(), ..LoadingScreen::default() }.show(cx);
/// # Ok(())
/// # }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), start)?;
/// # assert!(game.shows("Level 2"), "{}", game.text());
/// # game.step_until(100_000, |world| world.jobs().next().is_none());
/// # game.steps(60);
/// # assert!(!game.shows("Level 2"), "{}", game.text());
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LoadingScreen {
    /// Title above the bar. Defaults to `"Loading"`.
    pub title: Cow<'static, str>,
    /// Jobs whose progress it shows, all with the same weight. Empty, the default, means every job that is running or
    /// queued when the screen is shown.
    pub jobs: Vec<JobId>,
    /// Colours of the bar, from its left to its right end. Alpha is ignored. Defaults to teal and violet.
    pub colors: [Color; 2],
    /// Length of the bar in characters. 0 counts as 1, and a narrow view shortens it. Defaults to 40.
    pub width: u16,
    /// Altitude of the screen. Values above the highest altitude count as the highest. Defaults to 4.
    pub altitude: u16,
    /// Minimum time from empty to full, in steps, so that quick jobs are visible, too. 0 counts as 1. Defaults to 20.
    pub fill: u16,
    /// Duration of the full bar, in steps. Defaults to 10.
    pub hold: u16,
}

impl Default for LoadingScreen {
    fn default() -> Self {
        Self {
            title: "Loading".into(),
            jobs: Vec::new(),
            colors: super::COLORS,
            width: 40,
            altitude: 4,
            fill: 20,
            hold: 10,
        }
    }
}

impl LoadingScreen {
    /// Shows the screen in the current level. When its jobs are over or cancelled, it is removed and [`LoadingOver`] is
    /// sent once. Returns the screen's object: remove it to end the screen without an event.
    pub fn show(mut self, cx: &mut Context<'_>) -> ObjectId {
        // The jobs are listed now rather than in each step: jobs started later would move the bar back.
        if self.jobs.is_empty() {
            self.jobs.extend(cx.jobs());
        }
        self.altitude = existing_altitude(cx, self.altitude);
        let loading = Loading {
            screen: self,
            shown: 0.0,
            held: 0,
            over: false,
        };
        let object = Object {
            kind: "LoadingScreen",
            solidness: Solidness::Spectral,
            altitude: loading.screen.altitude,
            position: cx.camera.view().center(),
            ..Object::default()
        };
        cx.spawn_with(object, loading)
    }
}

/// Behaviour of a loading screen's object.
#[derive(Clone, Debug)]
struct Loading {
    screen: LoadingScreen,
    /// Displayed progress, from 0 to 1.
    shown: f32,
    /// Number of steps since the bar became full.
    held: u16,
    /// Whether [`LoadingOver`] was sent.
    over: bool,
}

impl Loading {
    /// Returns the mean progress of all jobs, from 0 to 1. 1 without jobs.
    fn done(&self, world: &World) -> f32 {
        let jobs = &self.screen.jobs;
        if jobs.is_empty() {
            return 1.0;
        }
        // A job that is done or cancelled has no progress any more, and counts as done.
        let done = |&job: &JobId| world.job_progress(job).unwrap_or(1.0);
        jobs.iter().map(done).sum::<f32>() / jobs.len() as f32
    }

    /// Returns the bar as characters, accurate to an eighth of a character.
    fn bar(&self, width: usize) -> Vec<Span<'static>> {
        let [from, to] = self.screen.colors;
        let filled = whole(width as f32 * self.shown * 8.0);
        let character = |index: usize| {
            let along = index as f32 / (width - 1).max(1) as f32;
            let eighths = filled.saturating_sub(index * 8).min(8);
            (EIGHTHS[eighths], from.lerp(to, along).with_alpha(255)).into()
        };
        (0..width).map(character).collect()
    }

    /// Removes the screen and sends [`LoadingOver`], once.
    fn end(&mut self, cx: &mut Context<'_>) {
        if !core::mem::replace(&mut self.over, true) {
            let screen = cx.me().id();
            cx.send(Event::custom(LoadingOver { screen }));
            cx.me().remove();
        }
    }
}

impl Behavior for Loading {
    /// Advances the bar by one step, or ends the screen.
    fn step(&mut self, cx: &mut Context<'_>) {
        let stride = 1.0 / f32::from(self.screen.fill.max(1));
        // The progress is limited, so that the bar visibly fills even if jobs are quick.
        self.shown = self.done(cx).min(self.shown + stride);
        if self.shown >= 1.0 {
            if self.held >= self.screen.hold {
                self.end(cx);
                return;
            }
            self.held += 1;
        }
    }

    /// Draws the screen at the view's present position.
    fn draw(&mut self, cx: &mut Context<'_>) {
        // The layout is computed in every step, because the camera may move and the window may be resized.
        let Some(layout) = LoadingLayout::new(&self.screen, cx) else {
            return;
        };
        let width = layout.width;
        let edge = "─".repeat(width);
        layout.draw(cx, 0, 0, Align::Left, FRAME, &format!("╭{edge}╮"));
        layout.draw(cx, 0, 1, Align::Left, FRAME, &format!("│{:width$}│", ""));
        layout.draw(cx, 0, 2, Align::Left, FRAME, &format!("╰{edge}╯"));
        layout.draw_spans(cx, 1.0, 1, Align::Left, &self.bar(width));
        let title = (&*self.screen.title, BRIGHT).into();
        layout.draw_spans(cx, (width + 2) as f32 / 2.0, -2, Align::Center, &[title]);
        // The number is rounded down, so that 100 % appears only when all jobs are over.
        let percent = format!("{} %", (self.shown * 100.0).floor());
        let room = width.saturating_sub(1 + percent.chars().count());
        layout.draw(cx, width + 1, 3, Align::Right, BRIGHT, &percent);
        let mut jobs = self.screen.jobs.iter();
        let name = jobs.find_map(|&job| cx.job_name(job));
        let name = shortened(name.unwrap_or(""), room);
        layout.draw(cx, 1, 3, Align::Left, FAINT, &name);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.usize(self.screen.jobs.len());
        for job in &self.screen.jobs {
            sum.u64(job.number());
        }
        sum.f32(self.shown);
        sum.u16(self.held);
        sum.bool(self.over);
    }
}

/// Position and size of a loading screen.
struct LoadingLayout {
    /// Number of an existing altitude.
    altitude: u16,
    /// Upper left corner of the frame in world units, on a whole pixel.
    corner: Vec2,
    /// Size of a character in world units.
    cell: Vec2,
    /// Length of the bar in characters, at least 1.
    width: usize,
    /// Height of the view in characters.
    rows: usize,
}

impl LoadingLayout {
    /// Returns a layout in the middle of the view. `None` if the view is too narrow for a frame.
    fn new(screen: &LoadingScreen, world: &World) -> Option<Self> {
        let unit = world.unit();
        let cell = cell_size(unit);
        let view = world.camera.view();
        let [columns, rows] = (view.size() / cell).to_array().map(whole);
        let inside = columns.checked_sub(4).filter(|&inside| inside > 0)?;
        let width = usize::from(screen.width.max(1)).min(inside);
        let corner = view.center() - vec2((width + 2) as f32, 3.0) * cell / 2.0;
        Some(Self {
            altitude: screen.altitude,
            // The corner is on a whole pixel: otherwise, the frame's lines would be drawn between two pixels.
            corner: (corner * unit).round() / unit,
            cell,
            width,
            rows,
        })
    }

    /// Draws a text in one colour. The other arguments are those of [`LoadingLayout::draw_spans`].
    fn draw(&self, cx: &mut Context<'_>, x: usize, y: i16, align: Align, color: Color, text: &str) {
        self.draw_spans(cx, x as f32, y, align, &[(text, color).into()]);
    }

    /// Draws a line of text if the view is high enough for it. Line 1, the bar, is in the middle. `x` and `y` are in
    /// characters from the frame's corner. `align` is the part of the line at that position: its left end, its middle
    /// or its right end.
    fn draw_spans(&self, cx: &mut Context<'_>, x: f32, y: i16, align: Align, spans: &[Span<'_>]) {
        let from_middle = usize::from((y - 1).unsigned_abs());
        if self.rows > 2 * from_middle {
            let at = self.corner + vec2(x, y.into()) * self.cell;
            cx.canvas(self.altitude).spans(at, spans, align);
        }
    }
}

/// Shortens a text to at most `most` characters. A shortened text ends in an ellipsis.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept = text.chars().take(most.saturating_sub(1));
    kept.chain((most > 0).then_some('…')).collect()
}

/// Rounds down a length in characters, or in eighths of a character.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a view has at most 1024 characters per side"
)]
fn whole(length: f32) -> usize {
    length as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_ends_in_an_ellipsis() {
        assert_eq!(shortened("caves", 5), "caves");
        assert_eq!(shortened("caverns", 5), "cave…");
        assert_eq!(shortened("caverns", 1), "…");
        assert_eq!(shortened("caverns", 0), "");
    }
}
