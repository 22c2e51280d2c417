//! Sprite cameras: cameras that are drawn into sprites.

use super::{Context, Outcome, World};
use crate::assets::{AssetError, SpriteId};
use crate::scene::{MAX_SPRITE_CAMERAS, SpriteCamera};

impl Context<'_> {
    /// Adds a camera that is drawn into a sprite: for a minimap, a mirror or a split screen. Makes the sprite, with this
    /// label and this width and height in texels. The camera shows all altitudes, around the middle of the main
    /// camera's view, on transparency; [`World::camera_mut`] changes that.
    ///
    /// The sprite is like any other: objects, tiles and particles show it, turned, tinted, mirrored or with a material.
    /// Its image is drawn anew for each frame of the game, so it is smoothed between steps. Text in a terminal
    /// (`--text`) does not show it.
    ///
    /// A camera shows the current level with tile maps, particles, and groups of altitudes with their effects and light.
    /// It shows neither the heads-up display nor effects of the view. Altitudes in view space are drawn as if the sprite
    /// were the view. Cameras are drawn in the order of adding. Each sees the images of earlier cameras. Its own image and
    /// the images of later cameras are transparent to it.
    ///
    /// Only drawing differs: no step depends on a sprite camera, and it is not in checksums. It is a part of the
    /// world, so snapshots contain it. While the sprite is unloaded, or after another image was added under its label,
    /// the camera is not drawn. Adding a camera under the same label replaces it and adds one use of the sprite. Each
    /// camera costs a further pass: see `docs/performance.md`.
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::scene::Space;
    ///
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).pixels(320, 200), |cx| {
    /// #     let hero = cx.assets.add_disc("hero", 40, Color::RED)?;
    /// #     cx.spawn(Object { sprite: Some(hero), position: vec2(160.0, 100.0), ..Object::default() });
    /// #     Ok(())
    /// # })?;
    /// # let mut context = game.context();
    /// # let cx = &mut context;
    /// // The altitudes 0 to 2, eight times smaller, in the view's corner.
    /// let map = cx.add_camera("map", [80, 50])?;
    /// if let Some(map) = cx.camera_mut(map) {
    ///     map.altitudes = 0..=2;
    ///     map.background = Color::BLACK;
    ///     map.camera.set_zoom(0.125);
    /// }
    /// cx.altitude_settings_mut(4_u16).space = Space::Screen;
    /// cx.spawn(Object { sprite: Some(map), position: vec2(40.0, 25.0), altitude: 4, ..Object::default() });
    /// # assert_eq!(game.image().get(40, 25), Some(Color::RED));
    /// # assert_eq!(game.image().get(30, 25), Some(Color::BLACK));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// There are [`MAX_SPRITE_CAMERAS`], a side is 0 or larger than an atlas page may be, another sprite has the label,
    /// or the atlas is full.
    #[doc(alias(
        "minimap",
        "render target",
        "render texture",
        "split screen",
        "SubViewport"
    ))]
    pub fn add_camera(&mut self, label: &str, size: [u16; 2]) -> Result<SpriteId, AssetError> {
        let most = self.assets.atlas().max_page_size();
        let [width, height] = size;
        let known = self.assets.find(label);
        let cameras = &self.world.scene.cameras;
        let place = cameras
            .iter()
            .position(|camera| Some(camera.sprite()) == known);
        let fault = if width.max(height) > most {
            Some(format!(
                "expected a camera of at most {most}x{most} texels, got {width}x{height}"
            ))
        } else if place.is_none() && cameras.len() >= MAX_SPRITE_CAMERAS {
            Some(format!(
                "there are already {MAX_SPRITE_CAMERAS} sprite cameras: remove one"
            ))
        } else {
            None
        };
        if let Some(what) = fault {
            let label = label.to_owned();
            return Err(AssetError::Sprite { label, what });
        }
        let sprite = self.assets.add_camera_image(label, size)?;
        let world = &mut *self.world;
        let center = world.camera.center();
        let camera = SpriteCamera::new((sprite, label), size, world.unit, center);
        match place {
            Some(place) => {
                let old = core::mem::replace(&mut world.scene.cameras[place], camera);
                world.diagnostics.removed_cameras += old.refusals();
            }
            None => world.scene.cameras.push(camera),
        }
        Ok(sprite)
    }
}

impl World {
    /// Returns the camera of a sprite, to change; `None` if the sprite has none.
    ///
    /// ```
    /// use damselfly::prelude::*;
    ///
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).pixels(320, 200), |_| Ok(()))?;
    /// # let mut context = game.context();
    /// # let cx = &mut context;
    /// let second = cx.spawn(Object::new("Second player"));
    /// let half = cx.add_camera("right half", [160, 200])?;
    /// if let Some(half) = cx.camera_mut(half) {
    ///     half.background = Color::BLUE;
    ///     half.camera.follow(second, vec2(20.0, 20.0));
    /// }
    /// # assert_eq!(cx.scene().cameras()[0].camera.followed(), Some(second));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn camera_mut(&mut self, sprite: SpriteId) -> Option<&mut SpriteCamera> {
        let mut cameras = self.scene.cameras.iter_mut();
        cameras.find(|camera| camera.sprite() == sprite)
    }

    /// Removes the camera of a sprite, which is transparent from now on. The sprite stays loaded. [`Outcome::Gone`] if
    /// it has no camera.
    pub fn remove_camera(&mut self, sprite: SpriteId) -> Outcome {
        let cameras = &mut self.scene.cameras;
        let place = cameras.iter().position(|camera| camera.sprite() == sprite);
        // The others stay in their order.
        let removed = place.map(|place| cameras.remove(place));
        // The world's number of refusals never falls.
        self.diagnostics.removed_cameras += removed.as_ref().map_or(0, SpriteCamera::refusals);
        Outcome::of_existing(removed.is_some())
    }

    /// Begins a step of all cameras.
    pub(super) fn begin_cameras(&mut self) {
        let unit = self.unit();
        self.camera.begin_step(unit);
        for camera in &mut self.scene.cameras {
            camera.fit(unit);
            camera.camera.begin_step(unit);
        }
    }

    /// Lets all cameras follow their objects, and ends their step of `dt` nominal steps.
    pub(super) fn end_cameras(&mut self, dt: f32) {
        if let Some(followed) = self.camera.followed() {
            // The motion of an object that rests since the last step is not cleared yet: `pose_of` leaves it out.
            match self.pose_of(followed) {
                Some(pose) => {
                    self.camera.track(pose.position, pose.motion);
                    self.camera.advance_rig(pose.position, dt);
                }
                None => self.camera.unfollow(),
            }
        }
        self.camera.end_step(dt);
        // Taken out, because following reads the layers of the same scene.
        let mut cameras = core::mem::take(&mut self.scene.cameras);
        for camera in &mut cameras {
            camera.fit(self.unit());
            if let Some(followed) = camera.camera.followed() {
                match self.pose_of(followed) {
                    Some(pose) => {
                        camera.camera.track(pose.position, pose.motion);
                        camera.camera.advance_rig(pose.position, dt);
                    }
                    None => camera.camera.unfollow(),
                }
            }
            camera.camera.end_step(dt);
        }
        self.scene.cameras = cameras;
    }
}
