//! A loading screen that any game can show: a bar in the view's middle, filled by the progress of jobs.
//!
//! It is one spectral object that draws by hand, and removes itself when the jobs are over. It is no widget: it
//! lies at an altitude of the world, and its bar runs from one colour to another.

use glam::{Vec2, vec2};
use std::borrow::Cow;

use super::{existing_altitude, mix};
use crate::base::checksum::Checksum;
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::jobs::JobId;
use crate::scene::{Align, EIGHTHS, Span, cell_size};
use crate::world::{Behavior, Context, Event, Object, Solidness, World};

/// The colour of the title and of the percentage.
const BRIGHT: Color = Color::rgb(226, 232, 240);
/// The colour of the frame.
const FRAME: Color = Color::rgb(71, 85, 105);
/// The colour of the job's name.
const FAINT: Color = Color::rgb(128, 140, 160);

/// Sent to every object that subscribes to it (see [`Behavior::subscriptions`]) when a loading screen's jobs are done and it is
/// removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadingOver {
    /// The screen, as [`LoadingScreen::show`] returned it.
    pub screen: ObjectId,
}

/// A loading screen: a title, a progress bar, a percentage and the name of the first job that is not done.
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
    /// Shown above the bar. Defaults to `"Loading"`.
    pub title: Cow<'static, str>,
    /// The jobs whose progress it shows, each with the same weight. Empty, the default, means every job that is running
    /// or queued when it is shown.
    pub jobs: Vec<JobId>,
    /// The colours of the bar, from its left end to its right one; their alpha is ignored. Defaults to teal and violet.
    pub colors: [Color; 2],
    /// The bar's length in characters; 0 counts as 1, and a narrow view shortens it. Defaults to 40.
    pub width: u16,
    /// The number of the altitude at which it is painted; one above the highest counts as the highest. Defaults to 4.
    pub altitude: u16,
    /// The shortest time from empty to full, in steps, so that quick jobs are seen too; 0 counts as 1. Defaults to 20.
    pub fill: u16,
    /// How long the full bar stays, in steps: any number. Defaults to 10.
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
    /// Shows it in the current level. Once its jobs are over or cancelled, it is removed and [`LoadingOver`] is sent
    /// once. Returns the object that stands for it: remove that to end it without an event.
    pub fn show(mut self, cx: &mut Context<'_>) -> ObjectId {
        // Listed now and not in each step: jobs that are started later would move the bar back.
        if self.jobs.is_empty() {
            self.jobs.extend(cx.world.jobs());
        }
        self.altitude = existing_altitude(cx.world, self.altitude);
        let loading = Loading {
            screen: self,
            part: 0.0,
            held: 0,
            over: false,
        };
        let object = Object {
            kind: "LoadingScreen",
            solidness: Solidness::Spectral,
            altitude: loading.screen.altitude,
            position: cx.world.camera.view().center(),
            ..Object::default()
        };
        cx.spawn_with(object, loading)
    }
}

/// The behaviour of a loading screen's object.
#[derive(Clone, Debug)]
struct Loading {
    screen: LoadingScreen,
    /// What the bar shows, from 0 to 1.
    part: f32,
    /// Steps for which it has been full.
    held: u16,
    /// Whether [`LoadingOver`] was sent.
    over: bool,
}

impl Loading {
    /// Returns the mean progress of all jobs, from 0 to 1; 1 if there are none.
    fn done(&self, world: &World) -> f32 {
        let jobs = &self.screen.jobs;
        if jobs.is_empty() {
            return 1.0;
        }
        // A job that is done or cancelled has no progress any more, and counts as done.
        let done = |&job: &JobId| world.job_progress(job).unwrap_or(1.0);
        jobs.iter().map(done).sum::<f32>() / jobs.len() as f32
    }

    /// Returns the bar as characters, to an eighth of one.
    fn bar(&self, width: usize) -> Vec<Span<'static>> {
        let [from, to] = self.screen.colors;
        let filled = whole(width as f32 * self.part * 8.0);
        let character = |index: usize| {
            let along = index as f32 / (width - 1).max(1) as f32;
            let eighths = filled.saturating_sub(index * 8).min(8);
            (EIGHTHS[eighths], mix(from, to, along).with_alpha(255)).into()
        };
        (0..width).map(character).collect()
    }

    /// Removes the screen and sends [`LoadingOver`], once.
    fn end(&mut self, cx: &mut Context<'_>) {
        if !core::mem::replace(&mut self.over, true) {
            let screen = cx.me().id();
            cx.world.send(Event::custom(LoadingOver { screen }));
            cx.me().remove();
        }
    }
}

impl Behavior for Loading {
    /// Advances the bar by one step, or ends the screen.
    fn step(&mut self, cx: &mut Context<'_>) {
        let stride = 1.0 / f32::from(self.screen.fill.max(1));
        // Limited, so that the bar of quick jobs is seen to fill.
        self.part = self.done(cx.world).min(self.part + stride);
        if self.part >= 1.0 {
            if self.held >= self.screen.hold {
                self.end(cx);
                return;
            }
            self.held += 1;
        }
    }

    /// Draws the screen where the view is now.
    fn draw(&mut self, cx: &mut Context<'_>) {
        // Computed in every step, because the camera may move and the window's shape may change.
        let Some(place) = LoadingLayout::new(&self.screen, cx.world) else {
            return;
        };
        let width = place.width;
        let edge = "─".repeat(width);
        place.draw(cx, 0, 0, Align::Left, FRAME, &format!("╭{edge}╮"));
        place.draw(cx, 0, 1, Align::Left, FRAME, &format!("│{:width$}│", ""));
        place.draw(cx, 0, 2, Align::Left, FRAME, &format!("╰{edge}╯"));
        place.draw_spans(cx, 1.0, 1, Align::Left, &self.bar(width));
        let title = (&*self.screen.title, BRIGHT).into();
        place.draw_spans(cx, (width + 2) as f32 / 2.0, -2, Align::Center, &[title]);
        // Rounded down: 100 % is shown only once all jobs are over.
        let percent = format!("{} %", (self.part * 100.0).floor());
        let room = width.saturating_sub(1 + percent.chars().count());
        place.draw(cx, width + 1, 3, Align::Right, BRIGHT, &percent);
        let mut jobs = self.screen.jobs.iter();
        let name = jobs.find_map(|&job| cx.world.job_name(job));
        let name = shortened(name.unwrap_or(""), room);
        place.draw(cx, 1, 3, Align::Left, FAINT, &name);
    }

    fn checksum(&self, sum: &mut Checksum) {
        sum.usize(self.screen.jobs.len());
        for job in &self.screen.jobs {
            sum.u64(job.number());
        }
        sum.f32(self.part);
        sum.u16(self.held);
        sum.bool(self.over);
    }
}

/// Where a loading screen is drawn, in characters from the frame's top left corner.
struct LoadingLayout {
    /// The number of the altitude, which exists.
    altitude: u16,
    /// The frame's top left corner in world units, on a whole pixel.
    corner: Vec2,
    /// The size of a character in world units.
    cell: Vec2,
    /// The bar's length in characters, at least 1.
    width: usize,
    /// The view's height in characters.
    rows: usize,
}

impl LoadingLayout {
    /// Returns the middle of the view; `None` in a view too narrow for a frame.
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
            // On a whole pixel, or the frame's lines would be drawn between two.
            corner: (corner * unit).round() / unit,
            cell,
            width,
            rows,
        })
    }

    /// Draws a text of one colour: column `x` and line `y`, in characters from the frame's corner.
    fn draw(&self, cx: &mut Context<'_>, x: usize, y: i16, align: Align, color: Color, text: &str) {
        self.draw_spans(cx, x as f32, y, align, &[(text, color).into()]);
    }

    /// Draws a line, if the view is high enough to show it: the bar, in line 1, is in the middle. `x` and `y` are in
    /// characters from the frame's corner; `align` says which end of the line is there.
    fn draw_spans(&self, cx: &mut Context<'_>, x: f32, y: i16, align: Align, spans: &[Span<'_>]) {
        let from_middle = usize::from((y - 1).unsigned_abs());
        if self.rows > 2 * from_middle {
            let at = self.corner + vec2(x, y.into()) * self.cell;
            cx.canvas(self.altitude).spans(at, spans, align);
        }
    }
}

/// Returns a text cut to at most `most` characters; its last one is then an ellipsis.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept = text.chars().take(most.saturating_sub(1));
    kept.chain((most > 0).then_some('…')).collect()
}

/// Returns a length in characters, or in eighths of one, rounded down.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a view has at most 1024 characters a side"
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
