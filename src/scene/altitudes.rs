//! The scene: layers by altitude and level, in painting order.

use super::altitude_settings::{AltitudeSettings, Space};
use super::group_effect::EffectList;
use super::groups::AltitudeGroup;
use super::layer::Layer;
use super::paint_order::{PaintOrder, SortedPair};
use super::particles::ParticleLayer;
use super::sprite_camera::SpriteCamera;
use super::tile_layer::TileLayer;
use crate::base::level::is_current;
use crate::geometry::Rect;

/// The default number of altitudes: 5, numbered 0 to 4.
pub const DEFAULT_ALTITUDES: u16 = 5;

/// One altitude: a layer of objects and a layer of particles for each level, a layer for each tile map, and a layer for
/// the canvas.
#[derive(Clone, Debug, Default)]
pub struct Altitude {
    /// Settings that hold for all its objects.
    pub settings: AltitudeSettings,
    /// Objects of each level, indexed by the level's number. Level 0 holds the persistent objects, which are painted
    /// first.
    pub(crate) levels: Vec<Layer>,
    /// Particles of each level, indexed by the level's number.
    particles: Vec<ParticleLayer>,
    /// Tile maps of all levels, in the order in which they joined this altitude.
    pub(crate) tiles: Vec<TileLayer>,
    /// After-images of the objects of each level, indexed by the level's number.
    after_images: Vec<Layer>,
    /// The rows of the canvas.
    pub(crate) drawn: Layer,
    /// Painting order of its objects, if it is sorted. As of the last step.
    pub(crate) order: Option<Box<PaintOrder>>,
    /// Its clip rectangle when the latest step began, and the space of the rectangle.
    clip_before: Option<(Rect, Space)>,
    /// Whether it was enabled at the beginning of a step. Only for log lines, and not part of checksums.
    pub(crate) has_acted: bool,
    /// Number of the current step, or of the last one.
    now: u64,
}

impl Altitude {
    /// Returns the layer of a level, numbered from 0; `None` if it was never created.
    pub fn level(&self, level: u16) -> Option<&Layer> {
        self.levels.get(usize::from(level))
    }

    /// Returns the layers that take part while a level is current: the persistent one, then the level's own.
    pub(crate) fn active(&self, level: u16) -> impl Iterator<Item = &Layer> {
        // Level 0 may be the current level: its objects must not be listed twice.
        let current = self.level(level).filter(|_| level != 0);
        self.level(0).into_iter().chain(current)
    }

    /// Returns the layers that are sorted together while a level is current: the persistent one, and the level's own.
    pub(crate) fn sorted_pair(&self, level: u16) -> SortedPair<'_> {
        [self.level(0), self.level(level).filter(|_| level != 0)]
    }

    /// Calls `act` with each layer of [`Altitude::active`], to change it.
    pub(crate) fn each_active_mut(&mut self, level: u16, mut act: impl FnMut(&mut Layer)) {
        // Takes a callback instead of returning an iterator: `level_mut` borrows all layers, so only one layer can be
        // lent at a time.
        for number in [0].into_iter().chain((level != 0).then_some(level)) {
            // `level_mut` would create a missing layer.
            if usize::from(number) < self.levels.len() {
                act(self.level_mut(number));
            }
        }
    }

    /// Returns the particles of a level, numbered from 0; `None` if their layer was never created. They are painted
    /// after the objects. For tests and tools: particles are not part of checksums, and a step should not depend on
    /// them.
    pub fn particles(&self, level: u16) -> Option<&Layer> {
        self.particles
            .get(usize::from(level))
            .map(ParticleLayer::layer)
    }

    /// Returns the objects of a level, and the rows of their after-images for changes. Creates missing layers.
    pub(crate) fn after_images_mut(&mut self, level: u16) -> (&Layer, &mut Layer) {
        let at = usize::from(level);
        if at >= self.after_images.len() {
            self.after_images.resize_with(at + 1, Layer::new);
        }
        self.level_mut(level);
        (&self.levels[at], &mut self.after_images[at])
    }

    /// Removes the after-images of persistent objects and of a level's objects.
    pub(crate) fn clear_after_images(&mut self, level: u16) {
        for (layer, number) in self.after_images.iter_mut().zip(0..=u16::MAX) {
            if is_current(number, level) && !layer.is_empty() {
                layer.clear();
            }
        }
    }

    /// Returns the particles of a level, to change. Creates their layer if there is none.
    pub(crate) fn particles_mut(&mut self, level: u16) -> &mut ParticleLayer {
        let level = usize::from(level);
        if level >= self.particles.len() {
            self.particles
                .resize_with(level + 1, ParticleLayer::default);
        }
        &mut self.particles[level]
    }

    /// Returns its clip rectangle at a smoothing factor, from −1 to 1, in the units of its space. Not extrapolated: the
    /// sides of a rectangle that shrinks would cross.
    pub(crate) fn clip_shown(&self, k: f32) -> Option<Rect> {
        let now = self.settings.valid_clip()?;
        let (k, space) = (k.min(0.0), self.settings.clip_space);
        let before = self.clip_before.filter(|&(_, before)| before == space);
        let before = before.map_or(now, |(clip, _)| clip);
        Some(Rect {
            min: now.min + (now.min - before.min) * k,
            max: now.max + (now.max - before.max) * k,
        })
    }

    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let layers = self.levels.iter().map(Layer::bytes);
        let particles = self.particles.iter().map(ParticleLayer::bytes);
        let images = self.after_images.iter().map(Layer::bytes);
        let order = self.order.as_ref().map_or(0, |order| order.bytes());
        layers.sum::<usize>()
            + particles.sum::<usize>()
            + self.drawn.bytes()
            + order
            + images.sum::<usize>()
    }

    /// Returns all particle layers with their levels' numbers, to change.
    pub(crate) fn all_particles_mut(&mut self) -> impl Iterator<Item = (u16, &mut ParticleLayer)> {
        (0..=u16::MAX).zip(&mut self.particles)
    }

    /// Returns the visible tile maps of a level, numbered from 0, in painting order: they are painted before the
    /// level's objects. For tests and tools, like particles.
    pub fn tiles(&self, level: u16) -> impl Iterator<Item = &Layer> {
        let shown = move |tiles: &&TileLayer| tiles.level == level && tiles.visible;
        self.tiles.iter().filter(shown).map(|tiles| &*tiles.layer)
    }

    /// Returns the canvas: the game's drawings of this step, and older ones on objects that have not acted since. It is
    /// painted over the other layers of the altitude.
    pub fn drawn(&self) -> &Layer {
        &self.drawn
    }

    /// Returns the layer of a level, numbered from 0, to change. Creates it if there is none.
    pub fn level_mut(&mut self, level: u16) -> &mut Layer {
        let level = usize::from(level);
        if level >= self.levels.len() {
            self.levels.resize_with(level + 1, Layer::new);
        }
        let layer = &mut self.levels[level];
        // Games reach layers for writing only through this function, so even a layer that was not used for some steps
        // has current settings.
        layer.sync_settings(self.now, self.settings.moved_by);
        layer
    }

    /// Begins a step of `dt` nominal steps: time passes for the persistent objects and the current level.
    pub(crate) fn begin_step(&mut self, step: u64, dt: f32, level: u16) {
        self.now = step;
        let clip = self.settings.valid_clip();
        self.clip_before = clip.map(|clip| (clip, self.settings.clip_space));
        self.has_acted |= self.settings.enabled;
        let time = dt * self.settings.time_passing();
        // Time stands still on the other levels: the lifetimes of their objects continue when the level is current
        // again.
        for (layer, number) in self.levels.iter_mut().zip(0..=u16::MAX) {
            if is_current(number, level) {
                layer.pass_time(time);
            }
        }
    }
}

/// Layers by altitude and level.
#[derive(Clone, Debug)]
pub struct Scene {
    altitudes: Vec<Altitude>,
    /// In the order of their altitudes, which belong to no other group.
    groups: Vec<AltitudeGroup>,
    /// Effects of all altitudes together.
    pub(crate) view_effects: EffectList,
    /// Effects of all altitudes and of the heads-up display.
    pub(crate) screen_effects: EffectList,
    /// The effect of a transition between levels, over all others.
    pub(crate) transition: EffectList,
    /// Sprite cameras, in the order in which they are drawn.
    pub(crate) cameras: Vec<SpriteCamera>,
}

impl Scene {
    /// Returns an empty scene of this many altitudes; 0 counts as 1.
    pub fn new(altitudes: u16) -> Self {
        let count = usize::from(altitudes.max(1));
        Self {
            altitudes: (0..count).map(|_| Altitude::default()).collect(),
            groups: Vec::new(),
            view_effects: EffectList::default(),
            screen_effects: EffectList::default(),
            transition: EffectList::default(),
            cameras: Vec::new(),
        }
    }

    /// Returns the altitudes in painting order: the lowest is first.
    pub fn altitudes(&self) -> &[Altitude] {
        &self.altitudes
    }

    /// Returns the altitudes, to change.
    pub fn altitudes_mut(&mut self) -> &mut [Altitude] {
        &mut self.altitudes
    }

    /// Returns the groups of altitudes, in painting order.
    pub fn groups(&self) -> &[AltitudeGroup] {
        &self.groups
    }

    /// Returns the sprite cameras, in the order in which they are drawn.
    pub fn cameras(&self) -> &[SpriteCamera] {
        &self.cameras
    }

    /// Keeps the values of effects of the view, before a step changes them.
    pub(crate) fn begin_effects(&mut self) {
        let lists = [
            &mut self.view_effects,
            &mut self.screen_effects,
            &mut self.transition,
        ];
        lists.into_iter().for_each(EffectList::begin_step);
    }

    pub(crate) fn groups_mut(&mut self) -> &mut Vec<AltitudeGroup> {
        &mut self.groups
    }

    /// Returns the layers that are drawn while the level of this number is current, in painting order, with their
    /// altitude's settings. Empty and invisible layers are left out. Layers have their rows in act order, even if their
    /// altitude is [sorted](AltitudeSettings::sort) when a frame is painted.
    pub fn painted(&self, level: u16) -> impl Iterator<Item = (&Layer, &AltitudeSettings)> {
        let painted = self.painted_with(level, &[], |_| None, false);
        painted.map(|(layer, _, settings)| (layer, settings))
    }

    /// Like [`Scene::painted`], with the number of each altitude, and with a further layer above it, from `over`, which
    /// may be shorter than the list of altitudes. `sorted` returns the objects of a sorted altitude in painting order, and
    /// `hidden` includes invisible altitudes.
    pub(crate) fn painted_with<'a>(
        &'a self,
        level: u16,
        over: &'a [Layer],
        sorted: impl Fn(u16) -> Option<&'a Layer>,
        hidden: bool,
    ) -> impl Iterator<Item = (&'a Layer, u16, &'a AltitudeSettings)> {
        (0_u16..)
            .zip(&self.altitudes)
            .filter(move |(_, altitude)| hidden || altitude.settings.visible)
            .flat_map(move |(number, altitude)| {
                let current = (level != 0).then_some(level);
                let levels = [0].into_iter().chain(current);
                let objects = sorted(number);
                levels
                    .clone()
                    // The tile maps of each level are beneath its objects.
                    .flat_map(move |level| {
                        let objects = altitude.level(level).filter(|_| objects.is_none());
                        // After-images are beneath all objects that they may follow.
                        let images = altitude.after_images.get(usize::from(level));
                        altitude.tiles(level).chain(images).chain(objects)
                    })
                    .chain(objects)
                    // Particles come after all objects, so that sparks are seen on the objects that emit them.
                    .chain(levels.filter_map(|level| altitude.particles(level)))
                    // The canvas has a layer of its own: among the objects, rows that live for one step would leave
                    // gaps in dense columns.
                    .chain([&altitude.drawn])
                    .chain(over.get(usize::from(number)))
                    .filter(|layer| !layer.is_empty())
                    .map(move |layer| (layer, number, &altitude.settings))
            })
    }

    /// Removes the game's drawings.
    pub(crate) fn clear_drawn(&mut self) {
        for altitude in &mut self.altitudes {
            if !altitude.drawn.is_empty() {
                altitude.drawn.clear();
            }
        }
    }
}
