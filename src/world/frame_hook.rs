//! Calls the `frame` hooks of the game and of behaviours. They read the world, and draw on layers that are not part of
//! it.
//!
//! The number of frames depends on the display, so nothing here may change the core: hooks that are missing or have
//! panicked are recorded outside of it.

use super::behaviors::hooks::{BehaviorType, Hooks};
use super::frame_drawings::FrameHookId;
use super::{Core, FrameContext, FrameDrawings, WindowState, World};
use crate::base::id::ObjectId;
use crate::base::level::is_current;
use crate::scene::{Layer, Pose};
use crate::time::{DrawTime, Smoothing};

impl Core {
    /// Runs the `frame` hooks: first `game`, then the hooks of behaviours in act order.
    pub(crate) fn draw_frame(
        &self,
        drawings: &mut FrameDrawings,
        time: DrawTime,
        smoothing: Smoothing,
        window: Option<&WindowState>,
        game: impl FnOnce(&mut FrameContext<'_>),
    ) {
        let drawn = drawings.layers.iter_mut().filter(|layer| !layer.is_empty());
        drawn.for_each(Layer::clear);
        // After a restore, other objects may get the ids of those that are gone.
        let world = &self.world;
        drawings
            .off
            .retain(|hook| world.slots.get(hook.0).is_some());
        let frame = FrameCall {
            core: self,
            time,
            smoothing,
            window,
        };
        if !drawings.game_is_off {
            let runs = drawings.runs(&"the game", |drawings| {
                game(&mut frame.context(drawings, None));
            });
            drawings.game_is_off = !runs;
        }
        let mut list = core::mem::take(&mut drawings.list);
        list.clear();
        world.list_acting(world.behaviors.framing(), |_| true, &mut list);
        for &id in &list {
            frame.draw_object(drawings, id);
        }
        drawings.list = list;
    }
}

impl World {
    /// Returns the pose of an object's sprite in the latest step.
    pub(super) fn pose_of(&self, id: ObjectId) -> Option<Pose> {
        let address = self.slots.address(id)?;
        Some(self.layer(address).pose(address.row(), self.step))
    }

    /// Like [`World::pose_of`]. `None` also for an object that is hidden or on another level.
    pub(super) fn shown_pose(&self, id: ObjectId) -> Option<Pose> {
        let body = self.slots.get(id)?;
        let is_shown = body.visible && is_current(body.address.level, self.level);
        is_shown.then(|| self.pose_of(id))?
    }
}

/// The values that all `frame` hooks of one frame receive.
#[derive(Clone, Copy)]
struct FrameCall<'a> {
    core: &'a Core,
    time: DrawTime,
    smoothing: Smoothing,
    window: Option<&'a WindowState>,
}

impl<'a> FrameCall<'a> {
    fn context<'b>(
        self,
        drawings: &'b mut FrameDrawings,
        running: Option<(ObjectId, &'static BehaviorType)>,
    ) -> FrameContext<'b>
    where
        'a: 'b,
    {
        FrameContext {
            world: &self.core.world,
            assets: &self.core.assets,
            time: self.time,
            smoothing: self.smoothing,
            window: self.window,
            me: running.map(|(id, _)| id),
            running: running.map(|(_, of)| of),
            drawings,
        }
    }

    fn draw_object(self, drawings: &mut FrameDrawings, id: ObjectId) {
        let world = &self.core.world;
        let Some(found) = world.behaviors.get(id).filter(|it| !it.attached.disabled) else {
            return;
        };
        for (attached, of, behavior) in found.attached.with_hook(Hooks::FRAME) {
            let hook = FrameHookId(id, attached, of.id());
            if drawings.off.contains(&hook) {
                continue;
            }
            let name = format_args!("{} of {}", of.name(), world.named(id));
            let runs = drawings.runs(&name, |drawings| {
                behavior.frame(&mut self.context(drawings, Some((id, of))));
            });
            if !runs {
                drawings.off.insert(hook);
            }
        }
    }
}
