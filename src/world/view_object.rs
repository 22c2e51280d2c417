//! The heads-up display: values in screen space, above everything.

use glam::Vec2;
use std::borrow::Cow;

use super::World;
use super::events::event::{ViewChange, ViewEvent};
use super::hud::{Attention, Shown, ViewKind};
use crate::base::color::Color;
use crate::scene::Layer;

/// Where a view object is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ViewPlace {
    /// About 1/6 of the view's width, at its top.
    TopLeft,
    /// About 3/6 of the view's width, at its top. The default.
    #[default]
    TopCenter,
    /// About 5/6 of the view's width, at its top.
    TopRight,
    /// About 1/6 of the view's width, at its bottom.
    BottomLeft,
    /// About 3/6 of the view's width, at its bottom.
    BottomCenter,
    /// About 5/6 of the view's width, at its bottom.
    BottomRight,
    /// About this place, in characters of the font from the view's top left corner.
    Free(Vec2),
}

/// A part of the heads-up display: a value with its label, or what [`ViewKind`] lists. It lies above everything in the
/// world, and has no box: it never collides. Of two that overlap, the one added later is above.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewObject {
    /// What it is called. View events with this label change the value.
    pub label: Cow<'static, str>,
    /// The value. Plain values and bars show it.
    pub value: i64,
    /// Whether the value is shown, beside the label or a bar. True at first.
    pub show_value: bool,
    /// Whether a border is drawn around it. True at first.
    pub border: bool,
    /// White at first.
    pub color: Color,
    /// Top centre at first.
    pub place: ViewPlace,
    /// The level it belongs to; 0 (at first) is every level.
    pub level: u16,
    /// What is painted behind it, border included, so that the world does not shine through. Nothing at first.
    pub panel: Option<Color>,
    /// A plain value at first. Else a progress bar, a button or a text entry: `Button::default().into()`.
    pub kind: ViewKind,
}

impl Default for ViewObject {
    fn default() -> Self {
        Self {
            label: Cow::Borrowed(""),
            value: 0,
            show_value: true,
            border: true,
            color: Color::WHITE,
            place: ViewPlace::default(),
            level: 0,
            panel: None,
            kind: ViewKind::Value,
        }
    }
}

/// Names a view object of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ViewId(u32);

impl ViewId {
    pub(super) fn number(self) -> u32 {
        self.0
    }
}

/// Every view object, and the layer they are drawn in: its unit is one character.
#[derive(Clone, Debug, Default)]
pub(crate) struct ViewObjects {
    objects: Vec<(ViewId, ViewObject)>,
    next: u32,
    layer: Layer,
    /// The view's size in characters, when it was last drawn.
    pub(super) screen: Vec2,
    /// What the layer was drawn for.
    pub(super) shown: Option<Shown>,
    /// What the mouse and the keyboard do to buttons and entries.
    pub(super) attention: Attention,
    /// Where lines are put together, so that a value that changes in every step allocates nothing.
    line: String,
}

impl ViewObjects {
    /// Applies a view event to every view object of this label that is on.
    pub(super) fn change(&mut self, event: &ViewEvent, level: u16) {
        let on = |object: &ViewObject| object.level == 0 || object.level == level;
        for (_, object) in self
            .objects
            .iter_mut()
            .filter(|(_, object)| object.label == event.label && on(object))
        {
            let value = match event.change {
                ViewChange::Add => object.value.saturating_add(event.value),
                ViewChange::Set => event.value,
            };
            let value = object.kind.held(value);
            if object.value != value {
                object.value = value;
                self.shown = None;
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &ViewObject> {
        self.objects.iter().map(|(_, object)| object)
    }

    /// All of them, in the order in which they were added: the last one is on top.
    pub(super) fn objects(&self) -> &[(ViewId, ViewObject)] {
        &self.objects
    }

    /// What drawing reads, and what it writes.
    pub(super) fn for_drawing(&mut self) -> (&[(ViewId, ViewObject)], &mut Layer, &mut String) {
        (&self.objects, &mut self.layer, &mut self.line)
    }
}

impl World {
    /// Adds a value to the heads-up display.
    pub fn add_view(&mut self, view: ViewObject) -> ViewId {
        let id = ViewId(self.views.next);
        self.views.next += 1;
        self.views.objects.push((id, view));
        self.views.shown = None;
        id
    }

    /// A value of the heads-up display.
    pub fn view(&self, id: ViewId) -> Option<&ViewObject> {
        self.views
            .objects
            .iter()
            .find(|(other, _)| *other == id)
            .map(|(_, view)| view)
    }

    /// A value of the heads-up display, to change.
    pub fn view_mut(&mut self, id: ViewId) -> Option<&mut ViewObject> {
        self.views.shown = None;
        self.views
            .objects
            .iter_mut()
            .find(|(other, _)| *other == id)
            .map(|(_, view)| view)
    }

    /// The value shown under a label; the first one's, if several have it.
    pub fn view_value(&self, label: &str) -> Option<i64> {
        self.views
            .iter()
            .find(|view| view.label == label)
            .map(|view| view.value)
    }

    /// Takes a value off the heads-up display. Answers whether it was there.
    pub fn remove_view(&mut self, id: ViewId) -> bool {
        let before = self.views.objects.len();
        self.views.objects.retain(|(other, _)| *other != id);
        self.views.shown = None;
        before != self.views.objects.len()
    }

    /// The heads-up display as a layer, whose unit is one character of the font.
    pub fn view_layer(&self) -> &Layer {
        &self.views.layer
    }
}
