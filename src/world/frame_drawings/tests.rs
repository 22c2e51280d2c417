//! Tests that hooks which are off cost little, by counting comparisons.

use core::cell::Cell;
use core::cmp::Ordering;

use glam::Vec2;

use super::*;
use crate::assets::AssetSettings;
use crate::base::color::Color;
use crate::geometry::Rect;
use crate::time::{DrawTime, Smoothing};
use crate::world::{Behavior, Core, CoreSettings, FrameContext, Object};

thread_local! {
    static COMPARISONS: Cell<usize> = const { Cell::new(0) };
}

impl PartialEq for FrameHookId {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for FrameHookId {}

impl PartialOrd for FrameHookId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for FrameHookId {
    fn cmp(&self, other: &Self) -> Ordering {
        COMPARISONS.set(COMPARISONS.get() + 1);
        (self.0, self.1, self.2).cmp(&(other.0, other.1, other.2))
    }
}

/// Panics in its hook if it is faulty. Otherwise it draws a rectangle.
#[derive(Clone)]
struct Painter {
    is_faulty: bool,
}

impl Behavior for Painter {
    fn frame(&self, cx: &mut FrameContext<'_>) {
        assert!(!self.is_faulty, "meant to happen in a draw hook");
        let dot = Rect::new(Vec2::ZERO, Vec2::ONE);
        cx.canvas(2).rect(dot, Color::WHITE);
    }
}

/// Draws a frame. Returns the number of comparisons, of panics so far, and of drawings.
fn draw(core: &Core, drawings: &mut FrameDrawings) -> (usize, u64, usize) {
    COMPARISONS.set(0);
    core.draw_frame(drawings, DrawTime::default(), Smoothing::None, None, |_| ());
    let shown = drawings.layers().iter().map(Layer::len).sum();
    (COMPARISONS.get(), drawings.panics().0, shown)
}

#[test]
fn thousands_of_hooks_that_are_off_are_found_fast() {
    // The behaviours of each object: whether they are faulty.
    for (count, behaviors) in [
        (4000, [true].as_slice()),
        (1000, &[true, true, false, true]),
        (1000, &[false, true]),
        (2000, &[false, false]),
    ] {
        let assets = Assets::new(AssetSettings::default());
        let mut core = Core::new(&CoreSettings::default(), assets);
        for _ in 0..count {
            let mut cx = core.context();
            let id = cx.spawn(Object::default());
            for &is_faulty in behaviors {
                assert!(cx.attach(id, Painter { is_faulty }).is_done());
            }
        }
        let mut drawings = FrameDrawings::default();
        let faulty = behaviors.iter().filter(|&&is_faulty| is_faulty).count() * count;
        let healthy = behaviors.len() * count - faulty;
        for _ in 0..3 {
            let (comparisons, panics, shown) = draw(&core, &mut drawings);
            // Searching a B-tree of 4 000 keys takes about 30 comparisons. A new key is searched twice.
            let most = 100 * behaviors.len() * count;
            assert!(
                comparisons <= most,
                "{comparisons} of {most}, {behaviors:?}"
            );
            assert_eq!((panics, shown), (faulty as u64, healthy), "{behaviors:?}");
        }
    }
}

/// Draws as a `Painter` that is not faulty.
#[derive(Clone)]
struct OtherPainter;

impl Behavior for OtherPainter {
    fn frame(&self, cx: &mut FrameContext<'_>) {
        let healthy = Painter { is_faulty: false };
        healthy.frame(cx);
    }
}

#[test]
fn a_hook_is_on_for_objects_that_get_an_id_again() {
    let assets = Assets::new(AssetSettings::default());
    let mut core = Core::new(&CoreSettings::default(), assets);
    let mut drawings = FrameDrawings::default();
    let before = core.snapshot();
    let faulty = Painter { is_faulty: true };
    let first = core.context().spawn_with(Object::default(), faulty.clone());
    assert_eq!(draw(&core, &mut drawings).2, 0);
    // A frame without the object, or another type of behaviour in the next frame.
    core.restore(&before);
    let second = core.context().spawn_with(Object::default(), OtherPainter);
    assert_eq!((second, draw(&core, &mut drawings).2), (first, 1));
    core.restore(&before);
    core.context().spawn_with(Object::default(), faulty);
    assert_eq!(draw(&core, &mut drawings).2, 0);
    core.restore(&before);
    assert_eq!(draw(&core, &mut drawings).2, 0);
    let healthy = Painter { is_faulty: false };
    let third = core.context().spawn_with(Object::default(), healthy);
    assert_eq!((third, draw(&core, &mut drawings).2), (first, 1));
}
