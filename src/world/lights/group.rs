//! The light maps of groups of altitudes.

use crate::scene::LightMap;
use crate::world::{Outcome, World};

impl World {
    /// Sets the light map of a group of altitudes. The group's target is multiplied by the light map before it is mixed
    /// with the pixels below. Where neither the ambient colour nor a light shines, the group is black. `None` removes
    /// the light map.
    ///
    /// All lights of the level shine in all lit groups: see [`Lights`](crate::world::Lights). The background's colour
    /// belongs to no group, so it is not lit: draw a backdrop on one of the altitudes.
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::scene::{GroupLook, Light, LightMap};
    ///
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).pixels(80, 24), |_| Ok(()))?;
    /// # let mut context = game.context();
    /// # let cx = &mut context;
    /// cx.set_group("cave", 0..=3_u16, GroupLook::default());
    /// cx.light_group("cave", Some(LightMap { ambient: Color::rgb(20, 20, 40), ..LightMap::default() }));
    /// let torch = cx.spawn(Object::new("Torch").at(vec2(40.0, 12.0)));
    /// cx.lights.attach(torch, Light { color: Color::YELLOW, shadows: true, ..Light::default() });
    /// // It dawns.
    /// if let Some(light) = cx.group_light_mut("cave") {
    ///     light.ambient = Color::rgb(90, 80, 80);
    /// }
    /// # assert_eq!(cx.scene().groups()[0].light().map(|light| light.ambient.r), Some(90));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// Refused, counted and logged if a value is out of its range, or if the altitude [`LightMap::sprites`] does not
    /// exist. [`Outcome::Gone`] if there is no group of this name.
    pub fn light_group(&mut self, name: &str, light: Option<LightMap>) -> Outcome {
        let highest = self.altitudes().end - 1;
        let mut groups = self.scene.groups_mut().iter_mut();
        let Some(group) = groups.find(|group| *group.name == *name) else {
            return Outcome::Gone;
        };
        if let Some(fault) = light.and_then(|light| light.fault()) {
            self.diagnostics.refuse(&format_args!(
                "the light of the group `{name:.40}`: its {fault} is not valid; nothing is changed"
            ));
            return Outcome::Refused;
        }
        if let Some(altitude) = light.and_then(|light| light.sprites)
            && altitude > highest
        {
            self.diagnostics.refuse(&format_args!(
                "the light of the group `{name:.40}`: its altitude of sprites, {altitude}, is above the \
                highest, {highest}; nothing is changed"
            ));
            return Outcome::Refused;
        }
        let before = group.light.map(|[_, before]| before);
        group.light = light.map(|light| [light, before.unwrap_or(light)]);
        Outcome::Done
    }

    /// Returns the light map of a group, to change; `None` if there is no group of this name, or if it is not lit.
    pub fn group_light_mut(&mut self, name: &str) -> Option<&mut LightMap> {
        let mut groups = self.scene.groups_mut().iter_mut();
        let group = groups.find(|group| *group.name == *name)?;
        group.light.as_mut().map(|[now, _]| now)
    }
}
