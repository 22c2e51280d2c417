//! Groups of altitudes.

use core::ops::RangeInclusive;

use super::altitudes::AltitudeName;
use super::{Outcome, World};
use crate::scene::{AltitudeGroup, EffectList, GroupEffect, GroupLook};

impl World {
    /// Makes a group of adjacent altitudes. They are drawn to a transparent target, which is then drawn over what is
    /// below them like one sprite. A group can fade as a whole: sprites that others cover stay hidden. It can also
    /// darken what is below it, or have coarser pixels. If a group has this name already, its altitudes and its look
    /// are replaced.
    ///
    /// A group costs its target, and a pass over the whole view. Without anything on its altitudes, it is not drawn.
    /// With [`Blend::Opaque`](crate::scene::Blend::Opaque) its target replaces the whole view, black where it is empty.
    ///
    /// Only drawing differs. A group is a part of the world: snapshots contain it. Text in a terminal (`--text`) shows
    /// the altitudes as if there was no group.
    ///
    /// Refused, counted and logged if an altitude does not exist or belongs to another group, or if the range is empty.
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::scene::{GroupLook, Resolution};
    ///
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |_| Ok(()))?;
    /// # let mut context = game.context();
    /// # let cx = &mut context;
    /// // Clouds fade in, with large pixels.
    /// let look = GroupLook { resolution: Resolution::Quarter, ..GroupLook::default() };
    /// cx.set_group("clouds", 3..=4_u16, look);
    /// if let Some(look) = cx.group_mut("clouds") {
    ///     look.tint = Color::WHITE.with_alpha(100);
    /// }
    /// # assert_eq!(cx.scene().groups().len(), 1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set_group(
        &mut self,
        name: &str,
        altitudes: RangeInclusive<impl AltitudeName>,
        look: GroupLook,
    ) -> Outcome {
        let [first, last] = [altitudes.start(), altitudes.end()].map(|end| end.altitude());
        let highest = self.altitudes().end - 1;
        let groups = self.scene.groups_mut();
        let place = groups.iter().position(|group| *group.name == *name);
        let is_in = |altitude: u16| (first..=last).contains(&altitude);
        let others = groups.iter().filter(|group| *group.name != *name);
        let mut others = others.filter(|other| other.first <= last && first <= other.last);
        let fault = if first > last {
            Some(format!("it has no altitude from {first} to {last}"))
        } else if last > highest {
            Some(format!("altitude {last} is above the highest, {highest}"))
        } else if let Some(other) = groups.iter().find(|other| other.mask.is_some_and(is_in)) {
            Some(format!(
                "one of its altitudes is the mask of `{}`",
                other.name
            ))
        } else {
            others.next().map(|other| {
                let AltitudeGroup {
                    name, first, last, ..
                } = other;
                format!("the group `{name}` has the altitudes {first} to {last}")
            })
        };
        if let Some(fault) = fault {
            return self.refuse_group(name, &fault);
        }
        let group = AltitudeGroup {
            name: name.into(),
            first,
            last,
            look,
            mask: place.and_then(|place| groups[place].mask),
            effects: place.map_or_else(EffectList::default, |place| groups[place].effects.clone()),
            light: place.and_then(|place| groups[place].light),
        };
        match place {
            Some(place) => groups[place] = group,
            None => groups.push(group),
        }
        groups.sort_by_key(|group| group.first);
        Outcome::Done
    }

    /// Masks a group by another altitude, which is not drawn itself any more: the group is seen where the altitude's
    /// drawings have alpha, as much as they have. If nothing is on the altitude, or it is invisible, nothing of the group
    /// is seen.
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::scene::GroupLook;
    ///
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |_| Ok(()))?;
    /// # let mut context = game.context();
    /// # let cx = &mut context;
    /// // The map at altitude 1 is seen through the shapes at altitude 2.
    /// cx.set_group("map", 1..=1_u16, GroupLook::default());
    /// cx.mask_group("map", 2_u16);
    /// # assert_eq!(cx.scene().groups()[0].mask(), Some(2));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// Refused, counted and logged if the altitude does not exist, belongs to a group, or masks another one. [`Outcome::Gone`] if there is no
    /// group of this name.
    pub fn mask_group(&mut self, name: &str, altitude: impl AltitudeName) -> Outcome {
        let (altitude, highest) = (altitude.altitude(), self.altitudes().end - 1);
        let groups = self.scene.groups_mut();
        let owner = groups.iter().find(|group| group.contains(altitude));
        let fault = match owner {
            _ if altitude > highest => Some(format!(
                "its mask, altitude {altitude}, is above the highest, {highest}"
            )),
            Some(owner) => Some(format!(
                "its mask, altitude {altitude}, belongs to the group `{}`",
                owner.name
            )),
            None => {
                let mut others = groups.iter().filter(|group| *group.name != *name);
                let other = others.find(|group| group.mask == Some(altitude));
                other.map(|other| {
                    format!(
                        "altitude {altitude} is the mask of the group `{}`",
                        other.name
                    )
                })
            }
        };
        let Some(group) = groups.iter_mut().find(|group| *group.name == *name) else {
            return Outcome::Gone;
        };
        match fault {
            Some(fault) => self.refuse_group(name, &fault),
            None => {
                group.mask = Some(altitude);
                Outcome::Done
            }
        }
    }

    /// Removes the mask of a group, whose altitude is drawn again. [`Outcome::Gone`] if there is no group of this name.
    pub fn unmask_group(&mut self, name: &str) -> Outcome {
        let mut groups = self.scene.groups_mut().iter_mut();
        match groups.find(|group| *group.name == *name) {
            Some(group) => {
                group.mask = None;
                Outcome::Done
            }
            None => Outcome::Gone,
        }
    }

    fn refuse_group(&mut self, name: &str, fault: &str) -> Outcome {
        self.diagnostics.refuse(&format_args!(
            "the group `{name:.40}`: {fault}; nothing is changed"
        ));
        Outcome::Refused
    }

    /// Returns the look of a group, to change; `None` if there is no group of this name.
    pub fn group_mut(&mut self, name: &str) -> Option<&mut GroupLook> {
        let mut groups = self.scene.groups_mut().iter_mut();
        let group = groups.find(|group| *group.name == *name);
        group.map(|group| &mut group.look)
    }

    /// Returns the effects of a group, to change, in the order in which they are drawn; `None` if there is no group of
    /// this name. The first [eight](crate::scene::MAX_EFFECTS) are drawn. Each costs at least a pass over the whole view:
    /// see `docs/performance.md`.
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::scene::{GroupEffect, GroupLook};
    ///
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |_| Ok(()))?;
    /// # let mut context = game.context();
    /// # let cx = &mut context;
    /// // The heroes have an outline and a shadow.
    /// cx.set_group("heroes", 2..=2_u16, GroupLook::default());
    /// if let Some(effects) = cx.group_effects("heroes") {
    ///     effects.push(GroupEffect::outline(Color::WHITE));
    ///     effects.push(GroupEffect::drop_shadow(vec2(2.0, 3.0)));
    /// }
    /// # assert_eq!(cx.scene().groups()[0].effects().len(), 2);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn group_effects(&mut self, name: &str) -> Option<&mut Vec<GroupEffect>> {
        let mut groups = self.scene.groups_mut().iter_mut();
        let group = groups.find(|group| *group.name == *name);
        group.map(|group| &mut group.effects.now)
    }

    /// Returns the effects of the whole view without the heads-up display: of the background and of all altitudes, with
    /// their groups. Without effects, nothing is drawn to another target. See [`GroupEffect`] for an example.
    pub fn view_effects(&mut self) -> &mut Vec<GroupEffect> {
        &mut self.scene.view_effects.now
    }

    /// Returns the effects of the whole view with the heads-up display, which come after
    /// [those without](Self::view_effects): of transitions between levels, for example. The overlays of the app, as the frame
    /// rate, are above them.
    pub fn screen_effects(&mut self) -> &mut Vec<GroupEffect> {
        &mut self.scene.screen_effects.now
    }

    /// Removes a group: its altitudes are drawn as all others. [`Outcome::Gone`] if there is no group of this name.
    pub fn remove_group(&mut self, name: &str) -> Outcome {
        let groups = self.scene.groups_mut();
        let before = groups.len();
        groups.retain(|group| *group.name != *name);
        match groups.len() < before {
            true => Outcome::Done,
            false => Outcome::Gone,
        }
    }
}
