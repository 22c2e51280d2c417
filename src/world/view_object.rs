//! The heads-up display: values in screen space, above everything.

use core::fmt::Write as _;
use core::iter::repeat_n;
use glam::Vec2;
use std::borrow::Cow;

use super::World;
use super::event::{ViewChange, ViewEvent};
use crate::assets::Assets;
use crate::color::Color;
use crate::scene::{Align, Layer, put_text};

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

/// A value of the heads-up display, with its label.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewObject {
    /// What it is called. View events with this label change the value.
    pub label: Cow<'static, str>,
    /// The value.
    pub value: i64,
    /// Whether the value is shown, beside the label. True at first.
    pub show_value: bool,
    /// Whether a border is drawn around it. True at first.
    pub border: bool,
    /// White at first.
    pub color: Color,
    /// Top centre at first.
    pub place: ViewPlace,
    /// The level it belongs to; 0 (at first) is every level.
    pub level: u16,
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
        }
    }
}

/// Names a view object of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ViewId(u32);

/// Every view object, and the layer they are drawn in: its unit is one character.
#[derive(Clone, Debug, Default)]
pub(crate) struct ViewObjects {
    objects: Vec<(ViewId, ViewObject)>,
    next: u32,
    layer: Layer,
    /// What the layer was made for: the level, and the view's size in characters.
    shown: Option<(u16, Vec2)>,
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
            if object.value != value {
                object.value = value;
                self.shown = None;
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &ViewObject> {
        self.objects.iter().map(|(_, object)| object)
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

    /// Draws the heads-up display anew if it has changed. `size` is the view's, in characters.
    pub(crate) fn draw_views(&mut self, assets: &mut Assets, size: Vec2) {
        let level = self.level;
        let views = &mut self.views;
        if views.shown == Some((level, size)) {
            return;
        }
        views.shown = Some((level, size));
        views.layer.clear();
        for (_, view) in views
            .objects
            .iter()
            .filter(|(_, view)| view.level == 0 || view.level == level)
        {
            draw_view(&mut views.layer, assets, view, size, &mut views.line);
        }
    }
}

/// `text` is overwritten.
fn draw_view(
    layer: &mut Layer,
    assets: &mut Assets,
    view: &ViewObject,
    size: Vec2,
    text: &mut String,
) {
    let side = if view.border { "│" } else { "" };
    text.clear();
    // Writing into a string cannot fail.
    let _ = match (view.show_value, view.label.is_empty()) {
        (true, false) => write!(text, "{side} {} {} {side}", view.label, view.value),
        (true, true) => write!(text, "{side} {} {side}", view.value),
        (false, _) => write!(text, "{side} {} {side}", view.label),
    };
    let length = text.chars().count();
    let height = if view.border { 3.0 } else { 1.0 };
    let corner = corner(view.place, size, Vec2::new(length as f32, height));
    let mut line = |row: f32, text: &str| {
        put_text(
            layer,
            assets,
            text,
            corner + Vec2::new(0.0, row),
            Align::Left,
            Vec2::ONE,
            view.color,
        );
    };
    if !view.border {
        return line(0.0, text);
    }
    line(1.0, text);
    for (row, left, right) in [(0.0, '┌', '┐'), (2.0, '└', '┘')] {
        text.clear();
        text.push(left);
        text.extend(repeat_n('─', length - 2));
        text.push(right);
        line(row, text);
    }
}

/// The upper left corner of a view object of this size, on whole characters.
fn corner(place: ViewPlace, view: Vec2, size: Vec2) -> Vec2 {
    let top = 0.0;
    let bottom = view.y - size.y;
    let (sixths, y) = match place {
        ViewPlace::TopLeft => (1.0, top),
        ViewPlace::TopCenter => (3.0, top),
        ViewPlace::TopRight => (5.0, top),
        ViewPlace::BottomLeft => (1.0, bottom),
        ViewPlace::BottomCenter => (3.0, bottom),
        ViewPlace::BottomRight => (5.0, bottom),
        ViewPlace::Free(at) => return (at - size / 2.0).round(),
    };
    Vec2::new((view.x * sixths / 6.0 - size.x / 2.0).round(), y.floor())
}
