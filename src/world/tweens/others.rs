//! The properties of the camera, widgets, effects, lights and the game's own values that tweens change.

use glam::Vec2;

use super::field::{TweenField, TweenFields};
use super::target::{TargetKind, TweenProperty};
use super::timeline::TweenPart;
use super::value::TweenValue;
use crate::assets::Assets;
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::base::panics;
use crate::hud::{HudAnchor, Widget, WidgetId, WidgetValue};
use crate::scene::{GroupEffect, ZOOMS};
use crate::world::World;
use crate::world::diagnostics::Diagnostics;
use crate::world::lights::LightId;

impl World {
    /// Returns the value of a part's property, and the value that the part ends with, as they are stored. `None` if the
    /// target is gone, or has no such property, which is refused.
    pub(super) fn begin_part(&mut self, part: &TweenPart) -> Option<[TweenValue; 2]> {
        let (target, property) = (part.target.0, part.property);
        let from = match target {
            TargetKind::Object(id) => {
                if !self.is_staying(id) {
                    return None;
                }
                self.tweened_value(id, property)
            }
            TargetKind::Camera => self.camera_value(property),
            TargetKind::Widget(id) => {
                self.hud.get(id)?;
                self.widget_value(id, property)
            }
            TargetKind::Light(id) => {
                self.lights.get(id)?;
                self.field_value(target, property)
            }
            TargetKind::Component { object, .. } => {
                if !self.is_staying(object) {
                    return None;
                }
                self.field_value(target, property)
            }
            _ => self.field_value(target, property),
        };
        let to = match (target, property, from, part.to) {
            (TargetKind::Object(_), TweenProperty::Tint, _, TweenValue::Color(to)) => {
                let [r, g, b, a] = to.premultiplied();
                Color { r, g, b, a }.into()
            }
            (_, TweenProperty::Alpha, Some(TweenValue::Color(from)), TweenValue::Number(to)) => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "made of a byte"
                )]
                let alpha = to as u8;
                match target {
                    TargetKind::Object(id) => self.tint_with_alpha(id, alpha)?.into(),
                    _ => from.with_alpha(alpha).into(),
                }
            }
            _ => part.to,
        };
        let from = from.filter(|from| from.is_like(to));
        if from.is_none() {
            self.diagnostics.refuse(&format_args!(
                "a tween: its target has no property `{property}` of this type; nothing is changed"
            ));
        }
        Some([from?, to])
    }

    /// Sets the value of a part's property. Returns false if its target is gone.
    pub(super) fn write_part(
        &mut self,
        part: &TweenPart,
        value: TweenValue,
        jumps: bool,
        assets: &Assets,
        moves: &mut Vec<(ObjectId, Vec2)>,
    ) -> bool {
        let property = part.property;
        match part.target.0 {
            TargetKind::Object(id) => {
                self.tween_object(id, (property, value), jumps, assets, moves)
            }
            TargetKind::Camera => {
                self.tween_camera_value(property, value, jumps);
                true
            }
            TargetKind::Widget(id) => self.tween_widget(id, property, value),
            TargetKind::Light(id) => self.tween_light(id, property, value),
            target => {
                let field = self.field(target, property);
                field.map(|field| field.write(value)).is_some()
            }
        }
    }

    fn camera_value(&self, property: TweenProperty) -> Option<TweenValue> {
        match property {
            TweenProperty::Position => Some(self.camera.center().into()),
            TweenProperty::Angle => Some(self.camera.angle().into()),
            TweenProperty::Zoom => Some(self.camera.zoom().into()),
            _ => None,
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the camera's type")]
    fn tween_camera_value(&mut self, property: TweenProperty, value: TweenValue, jumps: bool) {
        let camera = &mut self.camera;
        match (property, value) {
            (TweenProperty::Position, TweenValue::Vector(to)) if jumps => camera.cut_to(to),
            (TweenProperty::Position, TweenValue::Vector(to)) => camera.move_to(to),
            (TweenProperty::Angle, TweenValue::Number(to)) => camera.set_angle(to as f32),
            (TweenProperty::Zoom, TweenValue::Number(to)) => {
                camera.set_zoom((to as f32).clamp(*ZOOMS.start(), *ZOOMS.end()))
            }
            _ => return,
        };
    }

    fn widget_value(&self, id: WidgetId, property: TweenProperty) -> Option<TweenValue> {
        let widget = self.hud.get(id)?;
        match property {
            TweenProperty::Position => match widget.anchor {
                HudAnchor::Free(at, _) => Some(at.into()),
                _ => None,
            },
            TweenProperty::Tint | TweenProperty::Alpha => {
                Some(widget.color.unwrap_or(self.hud.color()).into())
            }
            TweenProperty::Field("value") => {
                let number = widget.value.number()?;
                Some(TweenValue::Number(number as f64))
            }
            TweenProperty::Field("panel") => Some(widget.panel?.into()),
            _ => None,
        }
    }

    fn tween_widget(&mut self, id: WidgetId, property: TweenProperty, value: TweenValue) -> bool {
        let Some(widget) = self.hud.get_mut(id) else {
            return false;
        };
        match (property, value) {
            (TweenProperty::Position, TweenValue::Vector(to)) => {
                if let HudAnchor::Free(at, _) = &mut widget.anchor {
                    *at = to;
                }
            }
            (TweenProperty::Tint, TweenValue::Color(to)) => widget.color = Some(to),
            (TweenProperty::Field("value"), TweenValue::Number(to)) => set_number(widget, to),
            (TweenProperty::Field("panel"), TweenValue::Color(to)) => widget.panel = Some(to),
            _ => {}
        }
        true
    }

    fn tween_light(&mut self, id: LightId, property: TweenProperty, value: TweenValue) -> bool {
        let name = field_name(property);
        let outcome = self.lights.change(id, |light| {
            if let Some(field) = light.tween_field(name) {
                field.write(value);
            }
            // Curves that overshoot stay within the ranges.
            light.clamp();
        });
        outcome.is_done()
    }

    fn field_value(&mut self, target: TargetKind, property: TweenProperty) -> Option<TweenValue> {
        if let TargetKind::Light(id) = target {
            let mut light = *self.lights.get(id)?;
            return Some(light.tween_field(field_name(property))?.read());
        }
        self.field(target, property).map(|field| field.read())
    }

    /// Returns the field of a target that has fields.
    fn field(&mut self, target: TargetKind, property: TweenProperty) -> Option<TweenField<'_>> {
        let name = field_name(property);
        match target {
            TargetKind::ViewEffect(index) => effect_field(self.view_effects(), index, name),
            TargetKind::ScreenEffect(index) => effect_field(self.screen_effects(), index, name),
            TargetKind::GroupEffect { group, index } => {
                effect_field(self.group_effects(group)?, index, name)
            }
            TargetKind::Group(group) if name == "tint" => {
                Some((&mut self.group_mut(group)?.tint).into())
            }
            TargetKind::Group(group) => self.group_light_mut(group)?.tween_field(name),
            TargetKind::Altitude(number) => {
                let altitude = self.scene.altitudes_mut().get_mut(usize::from(number))?;
                altitude.settings.tween_field(name)
            }
            TargetKind::Resource(fields) => {
                let Self {
                    resources,
                    diagnostics,
                    ..
                } = self;
                found(diagnostics, name, || fields.find(resources, name))
            }
            TargetKind::Component { object, fields } => {
                let Self {
                    data, diagnostics, ..
                } = self;
                found(diagnostics, name, || fields.find(data, object, name))
            }
            TargetKind::Object(_)
            | TargetKind::Camera
            | TargetKind::Widget(_)
            | TargetKind::Light(_) => None,
        }
    }
}

/// Calls game code that finds a field. `None` if it panics, which is counted and logged.
fn found<'a>(
    diagnostics: &mut Diagnostics,
    name: &str,
    find: impl FnOnce() -> Option<TweenField<'a>>,
) -> Option<TweenField<'a>> {
    panics::caught(find).unwrap_or_else(|panic| {
        let (message, location) = (panics::message(&*panic), panics::last_location());
        let fault = format!("`tween_field` of `{name}` panicked{location}: {message}");
        log::error!("{fault}; the tween of the field ends");
        diagnostics.count_panic(&fault);
        None
    })
}

/// Returns the name of a property as a field.
fn field_name(property: TweenProperty) -> &'static str {
    match property {
        TweenProperty::Field(name) => name,
        TweenProperty::Position => "position",
        TweenProperty::Angle => "angle",
        TweenProperty::Scale => "scale",
        TweenProperty::Tint | TweenProperty::Alpha => "tint",
        TweenProperty::Zoom => "zoom",
    }
}

fn effect_field<'a>(
    effects: &'a mut [GroupEffect],
    index: u16,
    name: &str,
) -> Option<TweenField<'a>> {
    effects.get_mut(usize::from(index))?.tween_field(name)
}

#[expect(clippy::cast_possible_truncation, reason = "rounded to nearest")]
fn set_number(widget: &mut Widget, to: f64) {
    widget.value = WidgetValue::Number(widget.kind.clamped(to.round() as i64));
}
