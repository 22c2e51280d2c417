//! The debug overlay's view of a world: collision shapes, velocities and contacts. Only reads the world.

use glam::Vec2;

use super::World;
use super::collide::outline::{Form, Outline};
use super::debug_marks::{Mark, MarkForm, MarkKind, SolidCounts};
use super::debug_trace::CollisionTrace;
use crate::geometry::Rect;

/// A velocity is drawn as the displacement in this many nominal steps.
const VELOCITY_STEPS: f32 = 8.0;

impl World {
    /// Returns the collision tests of the last step.
    pub(crate) fn collision_trace(&self) -> &CollisionTrace {
        &self.trace
    }

    /// Counts the objects of the current level and the persistent ones.
    pub(crate) fn solid_counts(&self) -> SolidCounts {
        let mut counts = SolidCounts::default();
        for body in self.objects().filter_map(|id| self.slots.body(id)) {
            counts.add(MarkKind::of(body.solidness, body.sensor));
        }
        counts
    }

    /// Calls `act` with every mark of an altitude that may be visible in the area `seen`, in world units. For each
    /// object in act order these are its collision shapes and its velocity; the contacts come last.
    pub(crate) fn each_mark(&self, altitude: u16, seen: Rect, mut act: impl FnMut(Mark<'_>)) {
        let Some(layers) = self.scene.altitudes().get(usize::from(altitude)) else {
            return;
        };
        for layer in layers.active(self.level) {
            let columns = layer.columns();
            let rows = columns.ids.iter().zip(columns.instances);
            for ((id, instance), &velocity) in rows.zip(columns.velocities) {
                let Some((id, body)) = id.and_then(|id| Some((id, self.slots.body(id)?))) else {
                    continue;
                };
                let Some(outline) = self.sources().outline_at(id, instance.position) else {
                    continue;
                };
                let motion = instance.motion;
                let arrow = velocity * VELOCITY_STEPS;
                let ends = [-motion, motion, arrow].map(|by| outline.area.translated(by));
                let reach = ends.into_iter().fold(outline.area, Rect::union);
                if !reach.touches(&seen) {
                    continue;
                }
                let kind = MarkKind::of(body.solidness, body.sensor);
                let mut mark = |kind, form| act(Mark { kind, form, motion });
                each_form(&outline, kind, seen, &mut mark);
                if velocity != Vec2::ZERO {
                    let from = instance.position;
                    let to = from + arrow;
                    mark(MarkKind::Velocity, MarkForm::Line { from, to });
                }
            }
        }
        let here = self.trace.contacts();
        for (contact, age) in here.filter(|(contact, _)| contact.altitude == altitude) {
            if Rect::point(contact.position).touches(&seen) {
                act(Mark {
                    kind: MarkKind::Contact { age },
                    form: MarkForm::Normal {
                        position: contact.position,
                        normal: contact.normal,
                    },
                    motion: Vec2::ZERO,
                });
            }
        }
    }
}

/// Calls `act` with an object's collision shapes.
fn each_form<'a>(
    outline: &Outline<'a>,
    kind: MarkKind,
    seen: Rect,
    act: &mut dyn FnMut(MarkKind, MarkForm<'a>),
) {
    match outline.form {
        Form::Box => act(kind, MarkForm::Box(outline.area)),
        // Objects land on the box of a one-way platform, even if it has shapes.
        Form::Shapes(_) if outline.one_way => act(kind, MarkForm::Box(outline.area)),
        Form::Shapes(shapes) => {
            let position = outline.position;
            for shape in shapes {
                act(kind, MarkForm::Shape { shape, position });
            }
        }
        Form::Tiles(tiles) => tiles.each_edge(outline.position, seen, |edge, one_way| {
            let [from, to] = edge;
            // One-way tiles stop objects only in a hard map.
            let kind = if one_way && kind == MarkKind::Hard {
                MarkKind::OneWay
            } else {
                kind
            };
            act(kind, MarkForm::Line { from, to });
        }),
    }
}
