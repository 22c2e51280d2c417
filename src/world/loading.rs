//! A loading screen that any game can show: a bar in the view's middle, filled by the progress of jobs.
//!
//! It is a guest in the game's world: one spectral object that draws by hand, gone when the jobs are over.

mod picture;

use std::borrow::Cow;

use super::World;
use super::behaviors::behavior::{Behavior, Handled};
use super::context::Context;
use super::{Event, Interest};
use super::{Object, Solidness};
use crate::base::checksum::Checksum;
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::jobs::JobId;

/// Sent to everybody who is interested ([`Interest::of`]) when the jobs of a loading screen are over and it is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadingOver {
    /// Which screen it was.
    pub screen: ObjectId,
}

/// A loading screen: a title, a bar, how much is done of what.
///
/// ```
/// # use damselfly::prelude::*;
/// # fn start(cx: &mut Context<'_>) -> Result<(), Error> {
/// cx.start_job(JobSettings::named("caves"), |_| (0..1000_u32).sum::<u32>());
/// LoadingScreen { title: "Level 2".into(), ..LoadingScreen::default() }.show(cx);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LoadingScreen {
    /// Above the bar. `"Loading"` at first.
    pub title: Cow<'static, str>,
    /// Whose progress it shows, each counting alike. None at first: every job that is under way when it is shown.
    pub jobs: Vec<JobId>,
    /// The colours of the bar, from its left end to its right one.
    pub colors: [Color; 2],
    /// The bar's length in characters, 40 at first; less in a view that is narrower.
    pub width: u16,
    /// Where it is painted; an altitude that there is not counts as the highest. 4 at first.
    pub altitude: u16,
    /// Steps from empty to full at the least, so that what is done at once is seen. 20 at first; 0 counts as 1.
    pub fill: u16,
    /// Steps that the full bar stays. 10 at first.
    pub hold: u16,
}

impl Default for LoadingScreen {
    fn default() -> Self {
        Self {
            title: "Loading".into(),
            jobs: Vec::new(),
            colors: [Color::rgb(94, 234, 212), Color::rgb(167, 139, 250)],
            width: 40,
            altitude: 4,
            fill: 20,
            hold: 10,
        }
    }
}

impl LoadingScreen {
    /// Shows it in the current level. Once its jobs are over (or cancelled) it is gone, and everybody interested hears
    /// of [`LoadingOver`], once. Answers the object that is it: to end it without a word, remove that.
    pub fn show(mut self, cx: &mut Context<'_>) -> ObjectId {
        if self.jobs.is_empty() {
            self.jobs.extend(cx.world.jobs());
        }
        let highest = cx.world.altitudes().end - 1;
        self.altitude = self.altitude.min(highest);
        let loading = Loading {
            screen: self,
            part: 0.0,
            held: 0,
            over: false,
        };
        loading.draw(cx);
        let me = cx.spawn(Object {
            kind: "LoadingScreen",
            solidness: Solidness::Spectral,
            altitude: loading.screen.altitude,
            position: cx.world.camera.view().center(),
            ..Object::default()
        });
        cx.world.attach(me, loading);
        me
    }
}

/// A loading screen that is seen.
#[derive(Clone, Debug)]
struct Loading {
    screen: LoadingScreen,
    /// As the bar shows, from 0 to 1.
    part: f32,
    /// Steps that it has been full.
    held: u16,
    over: bool,
}

impl Loading {
    fn step(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        let done = self.done(cx.world);
        let stride = 1.0 / f32::from(self.screen.fill.max(1));
        self.part = done.min(self.part + stride);
        if self.part >= 1.0 {
            if self.held >= self.screen.hold {
                self.end(me, cx);
                return;
            }
            self.held += 1;
        }
        self.draw(cx);
    }

    /// How much of all jobs is done, from 0 to 1.
    fn done(&self, world: &World) -> f32 {
        let jobs = &self.screen.jobs;
        if jobs.is_empty() {
            return 1.0;
        }
        let done = |&job: &JobId| world.job_progress(job).unwrap_or(1.0);
        jobs.iter().map(done).sum::<f32>() / jobs.len() as f32
    }

    fn draw(&self, cx: &mut Context<'_>) {
        let mut under_way = self.screen.jobs.iter().copied();
        let what = under_way.find_map(|job| cx.world.job_name(job).map(str::to_owned));
        picture::draw(&self.screen, self.part, what.as_deref().unwrap_or(""), cx);
    }

    fn end(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        if core::mem::replace(&mut self.over, true) {
            return;
        }
        cx.world.send(Event::custom(LoadingOver { screen: me }));
        cx.world.remove(me);
    }
}

impl Behavior for Loading {
    fn attached(&mut self, me: ObjectId, world: &mut World) {
        world.listen(me, Interest::Step);
    }

    fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
        match event {
            Event::Step => self.step(me, cx),
            _ => return Handled::No,
        }
        Handled::Yes
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
