//! Fading: an object that glows for a moment fades out and is then removed.

use damselfly::prelude::*;

/// Fades its object out, quickly at first, then removes it.
#[derive(Clone, Debug)]
struct Fading {
    color: Color,
    /// Steps that it takes.
    of: u16,
    /// Steps that are left.
    left: u16,
}

/// Lets an object fade from a colour to nothing, in this many steps.
pub fn fade(id: ObjectId, color: Color, steps: u16, world: &mut World) {
    let (of, left) = (steps.max(1), steps);
    world.attach(id, Fading { color, of, left });
}

impl Behavior for Fading {
    fn attached(&mut self, me: ObjectId, world: &mut World) {
        world.subscribe(me, Interest::Step);
    }

    fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
        let Event::Step = event else {
            return Handled::No;
        };
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            cx.world.remove(me);
        } else {
            let (left, of) = (u32::from(self.left), u32::from(self.of));
            let alpha = u32::from(self.color.a) * left * left / (of * of);
            let color = self.color.with_alpha(u8::try_from(alpha).unwrap_or(255));
            cx.object_mut(me).unwrap().set_tint(color);
        }
        Handled::Yes
    }

    fn checksum(&self, sum: &mut Checksum) {
        sum.u16(self.left);
    }
}
