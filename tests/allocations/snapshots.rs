//! The reported size of a snapshot. Rewinding uses it to keep its memory limit.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{core, crate_at, ghost_at, spawn, steps};
use damselfly::Color;
use damselfly::collision::Shape;
use damselfly::geometry::Rect;
use damselfly::glam::vec2;
use damselfly::hud::HudEvent;
use damselfly::scene::Emitter;
use damselfly::world::{Attachment, Behavior, Component, Context, Core, Resource};

/// A behaviour, component and resource that reports its own heap memory.
#[derive(Clone)]
struct Notes(Vec<u8>);

impl Notes {
    fn new() -> Self {
        Self(vec![1; 1 << 10])
    }
}

impl Behavior for Notes {
    fn heap_bytes(&self) -> usize {
        self.0.len()
    }
}

impl Component for Notes {
    fn heap_bytes(&self) -> usize {
        self.0.len()
    }
}

impl Resource for Notes {
    fn heap_bytes(&self) -> usize {
        self.0.len()
    }
}

fn plain(core: &mut Core) {
    for number in 0..2000_u16 {
        spawn(core, ghost_at(f32::from(number) * 0.01, 3.0));
    }
}

fn attached(core: &mut Core) {
    let parent = spawn(core, ghost_at(0.0, 0.0));
    for _ in 0..2000 {
        let child = spawn(core, ghost_at(1.0, 1.0));
        let how = Attachment::default();
        core.object_mut(child).unwrap().set_parent(parent, how);
    }
}

fn shaped(core: &mut Core) {
    for number in 0..500_u16 {
        let id = spawn(core, crate_at(f32::from(number), 3.0));
        let shapes = [Shape::circle(1.0), Shape::rect(vec2(1.0, 2.0))];
        core.object_mut(id).unwrap().set_shapes(&shapes);
    }
}

fn timed(core: &mut Core) {
    let id = spawn(core, ghost_at(0.0, 0.0));
    for step in 0..3000 {
        core.world
            .send_to_after(100 + step, id, HudEvent::add("Orders", 1));
    }
}

fn with_behaviors(core: &mut Core) {
    for _ in 0..2000 {
        core.context().spawn_with(ghost_at(0.0, 0.0), Notes::new());
    }
}

fn with_components(core: &mut Core) {
    for _ in 0..2000 {
        let id = spawn(core, ghost_at(0.0, 0.0));
        core.world.insert(id, Notes::new());
    }
}

fn with_grouped_components(core: &mut Core) {
    for _ in 0..2000 {
        let id = spawn(core, ghost_at(0.0, 0.0));
        let group = core.world.add_group(id, None, "notes").unwrap();
        core.world.insert_in(id, group, Notes::new());
    }
}

fn with_a_resource(core: &mut Core) {
    core.world.insert_resource(Notes(vec![1; 2 << 20]));
}

/// Draws 2000 circles and 2000 rectangles in each step.
#[derive(Clone)]
struct Painter;

impl Behavior for Painter {
    fn step(&mut self, cx: &mut Context<'_>) {
        for number in 0..2000_u16 {
            let at = vec2(f32::from(number) * 0.01, 3.0);
            cx.canvas(2).circle(at, 0.5, Color::CYAN);
            cx.canvas(3)
                .rect(Rect::centered(at, vec2(1.0, 1.0)), Color::RED);
        }
    }
}

fn drawn_by_hand(core: &mut Core) {
    core.context().spawn_with(ghost_at(0.0, 0.0), Painter);
}

fn with_lifetimes(core: &mut Core) {
    for _ in 0..5000 {
        spawn(core, ghost_at(0.0, 0.0).lifetime(100));
    }
}

fn with_particles(core: &mut Core) {
    let sparks = Emitter::new().count(5000).life(100.0..200.0);
    core.context().burst(3, vec2(40.0, 12.0), &sparks);
}

/// Each world has very many of one thing, so that a wrong size of that thing shows.
#[test]
fn the_bytes_of_a_snapshot_are_those_that_it_allocates() {
    type Fill = fn(&mut Core);
    let worlds: [(&str, Fill); 11] = [
        ("plain", plain),
        ("attached", attached),
        ("shaped", shaped),
        ("timed", timed),
        ("behaviours", with_behaviors),
        ("components", with_components),
        ("components in groups", with_grouped_components),
        ("a resource", with_a_resource),
        ("drawn by hand", drawn_by_hand),
        ("lifetimes", with_lifetimes),
        ("particles", with_particles),
    ];
    for (name, fill) in worlds {
        let mut core = core();
        fill(&mut core);
        steps(&mut core, 3);
        let told = core.snapshot_bytes();
        let mut copy = None;
        let counted = allocation_counter::measure(|| copy = Some(core.snapshot()));
        let allocated = usize::try_from(counted.bytes_current).unwrap();
        assert!(
            allocated < told * 5 / 4 && told < allocated * 2 + (64 << 10),
            "{name}: {told} bytes, of {allocated}"
        );
    }
}
