//! Adds shaders to the store, from files or from the program, and reads changed files again.

use std::path::{Path, PathBuf};

use xxhash_rust::xxh64::xxh64;

use super::checked;
use super::fault::ShaderFault;
use crate::assets::shader::{CustomKind, FIRST_MATERIAL, ShaderEntry};
use crate::assets::{
    AssetError, Assets, EffectFunction, EffectId, MaterialFunction, MaterialId, PathFault,
};

/// Maximum size of a shader, in bytes.
const MOST_BYTES: u64 = 64 << 10;

/// Maximum size of a file that is read. Below it, a shader that is too large is an error like others.
const MOST_READ: u64 = 16 << 20;

/// The sum of a file that is too large to be read.
const TOO_LARGE: u64 = 0;

impl Assets {
    /// Loads a material from a file below the root: a function in WGSL. Objects show it by
    /// [`Material::Custom`](crate::scene::Material::Custom). Loading a file again reads it again, and returns the same id.
    ///
    /// The file has at most 64 KiB, and a function `fn material(sprite: SpriteTexel) -> vec4<f32>`. For each pixel of a
    /// sprite, it returns the colour, not premultiplied, with channels of 0 to 1. `docs/how-to.md` lists what it reads,
    /// and what it may not have. Loops have constant bounds.
    ///
    /// In debug builds, a running game reads changed files again: see [`Assets::reload_shaders`].
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::glam::Vec4;
    /// use damselfly::scene::Material;
    ///
    /// const INVERT: &str = "
    ///     fn material(sprite: SpriteTexel) -> vec4<f32> {
    ///         return vec4(1.0 - sprite.color.rgb, sprite.color.a);
    ///     }";
    ///
    /// # let app = App::new("Docs", Default::default()).pixels(80, 60);
    /// # let mut game = damselfly::app::Harness::start(app, |cx| {
    /// let invert = cx.assets.add_material("invert", INVERT)?;
    /// // The same function for the software backend.
    /// cx.assets.set_material_function(invert, |sprite| {
    ///     (Vec4::ONE - sprite.color).with_w(sprite.color.w)
    /// });
    /// let rock = cx.assets.add_rect("rock", 20, 20, Color::rgb(0, 255, 255))?;
    /// let material = Material::Custom {
    ///     shader: invert,
    ///     color: Color::WHITE,
    ///     parameters: [0.0; 4],
    /// };
    /// cx.spawn(Object::from(rock).at(vec2(40.0, 30.0)).material(material));
    /// #     Ok(())
    /// # })?;
    /// # assert_eq!(game.image().get(40, 30), Some(Color::rgb(255, 0, 0)));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// The file cannot be read or is not a valid shader, or there are already [`MaterialId::MAX`]. The material that was
    /// loaded before stays. Without the feature `gpu`, naga does not check the file: only some errors are found.
    #[doc(alias("shader", "wgsl"))]
    pub fn load_material(&mut self, path: impl AsRef<Path>) -> Result<MaterialId, AssetError> {
        let index = self.load_shader(CustomKind::Material, path.as_ref())?;
        Ok(material_id(index))
    }

    /// Adds a material from its text. `name` names it in errors. Adding a name again replaces its function.
    /// [`Assets::load_material`] has an example.
    ///
    /// # Errors
    /// The text is not a valid shader, or there are already [`MaterialId::MAX`]. The material that was added before
    /// stays.
    pub fn add_material(&mut self, name: &str, wgsl: &str) -> Result<MaterialId, AssetError> {
        let index = self.add_shader(CustomKind::Material, name, None, wgsl.as_bytes())?;
        Ok(material_id(index))
    }

    /// Loads an effect from a file below the root: a function in WGSL. Use it through
    /// [`GroupEffect::Custom`](crate::scene::GroupEffect::Custom). Loading a file again reads it again, and returns the same
    /// id.
    ///
    /// The file has at most 64 KiB, and a function `fn effect(pixel: EffectPixel) -> vec4<f32>`. For each pixel of the
    /// view, it returns the new colour, not premultiplied, with channels of 0 to 1. See [`Assets::load_material`].
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::glam::ivec2;
    /// use damselfly::scene::GroupEffect;
    ///
    /// // Shows the pixel at the same distance from the other side.
    /// const MIRROR: &str = "
    ///     fn effect(pixel: EffectPixel) -> vec4<f32> {
    ///         return read_pixel(vec2(pixel.size.x - 1 - pixel.position.x, pixel.position.y));
    ///     }";
    ///
    /// # let app = App::new("Docs", Default::default()).pixels(80, 60);
    /// # let mut game = damselfly::app::Harness::start(app, |cx| {
    /// let mirror = cx.assets.add_effect("mirror", MIRROR)?;
    /// cx.assets.set_effect_function(mirror, |pixel| {
    ///     pixel.read_pixel(ivec2(pixel.size.x - 1 - pixel.position.x, pixel.position.y))
    /// });
    /// cx.view_effects().push(GroupEffect::custom(mirror, [0.0; 8]));
    /// # let rock = cx.assets.add_rect("rock", 20, 20, Color::RED)?;
    /// # cx.spawn(Object::from(rock).at(vec2(10.0, 30.0)));
    /// #     Ok(())
    /// # })?;
    /// # assert_eq!(game.image().get(70, 30), Some(Color::RED));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// The file cannot be read or is not a valid shader, or there are already [`EffectId::MAX`]. The effect that was
    /// loaded before stays.
    pub fn load_effect(&mut self, path: impl AsRef<Path>) -> Result<EffectId, AssetError> {
        let index = self.load_shader(CustomKind::Effect, path.as_ref())?;
        Ok(EffectId(small(index)))
    }

    /// Adds an effect from its text. `name` names it in errors. Adding a name again replaces its function.
    /// [`Assets::load_effect`] has an example.
    ///
    /// # Errors
    /// The text is not a valid shader, or there are already [`EffectId::MAX`]. The effect that was added before stays.
    pub fn add_effect(&mut self, name: &str, wgsl: &str) -> Result<EffectId, AssetError> {
        let index = self.add_shader(CustomKind::Effect, name, None, wgsl.as_bytes())?;
        Ok(EffectId(small(index)))
    }

    /// Sets the function of a material for the software backend. Without one, the software backend draws sprites without
    /// the material, and logs this once.
    pub fn set_material_function(&mut self, id: MaterialId, function: MaterialFunction) {
        let index = usize::from(id.0 - FIRST_MATERIAL);
        if let Some(entry) = self.shaders_mut().material_functions.get_mut(index) {
            *entry = Some(function);
        }
    }

    /// Sets the function of an effect for the software backend. Without one, the software backend draws without the
    /// effect, and logs this once.
    pub fn set_effect_function(&mut self, id: EffectId, function: EffectFunction) {
        let functions = &mut self.shaders_mut().effect_functions;
        if let Some(entry) = functions.get_mut(usize::from(id.0)) {
            *entry = Some(function);
        }
    }

    /// Reads the files of all materials and effects, and replaces those that have changed. Returns their number. An error
    /// is logged once for each change of a file, and the old function stays. Functions in Rust stay, too.
    ///
    /// In debug builds, [`App`](crate::app::App) does this about once a second. No step depends on a shader, so replays are
    /// the same.
    #[doc(alias("hot reload", "watch"))]
    pub fn reload_shaders(&mut self) -> usize {
        let mut replaced = 0;
        for kind in [CustomKind::Material, CustomKind::Effect] {
            for index in 0..self.frames().shaders().all(kind).len() {
                match self.reload(kind, index) {
                    Ok(false) => {}
                    Ok(true) => {
                        replaced += 1;
                        let name = &self.frames().shaders().all(kind)[index].name;
                        log::info!("{name}: reloaded");
                    }
                    Err(error) => log::error!("{error}; the old one stays"),
                }
            }
        }
        replaced
    }

    /// Reads the file of a shader. Returns whether it has changed, and is valid.
    fn reload(&mut self, kind: CustomKind, index: usize) -> Result<bool, AssetError> {
        let entry = &self.frames().shaders().all(kind)[index];
        let (version, sum) = (entry.version, entry.sum);
        let Some(path) = entry.path.clone() else {
            return Ok(false);
        };
        let bytes = match self.read_file(&path, MOST_READ) {
            Ok(bytes) => bytes,
            Err(error) if is_too_large(&error) && sum != TOO_LARGE => {
                self.shaders_mut().all_mut(kind)[index].sum = TOO_LARGE;
                return Err(error);
            }
            // An editor may be writing it: a file that cannot be read now is read later.
            Err(_) => return Ok(false),
        };
        if bytes.is_empty() || xxh64(&bytes, 0) == sum {
            return Ok(false);
        }
        // Set before the check, so that an error is reported once.
        self.shaders_mut().all_mut(kind)[index].sum = xxh64(&bytes, 0);
        let name = path.display().to_string();
        self.add_shader(kind, &name, Some(path), &bytes)?;
        Ok(self.frames().shaders().all(kind)[index].version != version)
    }

    fn load_shader(&mut self, kind: CustomKind, path: &Path) -> Result<usize, AssetError> {
        let bytes = self.read_file(path, MOST_READ)?;
        let name = path.display().to_string();
        self.add_shader(kind, &name, Some(path.to_path_buf()), &bytes)
    }

    /// Checks a shader and adds it, or replaces the one of the same name. Returns its index.
    fn add_shader(
        &mut self,
        kind: CustomKind,
        name: &str,
        path: Option<PathBuf>,
        bytes: &[u8],
    ) -> Result<usize, AssetError> {
        let index = self.frames().shaders().index_of(kind, name);
        let error = |fault: &ShaderFault, text: &str| {
            let [line, column] = fault.place(text);
            AssetError::Shader {
                file: name.to_owned(),
                line,
                column,
                what: fault.what.clone(),
            }
        };
        if index >= kind.most() {
            let (most, what) = (kind.most(), kind.function());
            let fault = ShaderFault::new(
                0,
                format!("there are already {most} shaders of the kind `{what}`"),
            );
            return Err(error(&fault, ""));
        }
        if bytes.len() as u64 > MOST_BYTES {
            let fault = ShaderFault::new(
                0,
                format!("expected at most {MOST_BYTES} bytes, got {}", bytes.len()),
            );
            return Err(error(&fault, ""));
        }
        let text = core::str::from_utf8(bytes).map_err(|utf_8| {
            let valid = &bytes[..utf_8.valid_up_to()];
            let fault = ShaderFault::new(valid.len(), "expected UTF-8");
            error(&fault, &String::from_utf8_lossy(valid))
        })?;
        // Some editors begin files with this mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let code = checked(kind, index, text).map_err(|fault| error(&fault, text))?;
        let entry = ShaderEntry {
            name: name.to_owned(),
            path,
            code: code.into(),
            version: 0,
            sum: xxh64(bytes, 0),
        };
        self.shaders_mut().set(kind, index, entry);
        Ok(index)
    }
}

fn material_id(index: usize) -> MaterialId {
    MaterialId(FIRST_MATERIAL + small(index))
}

/// Returns an index below the limits of both kinds.
fn small(index: usize) -> u8 {
    u8::try_from(index).unwrap_or(0)
}

/// Returns whether a file was refused because of its size.
fn is_too_large(error: &AssetError) -> bool {
    let AssetError::Path(error) = error else {
        return false;
    };
    matches!(error.fault, PathFault::TooLarge { .. })
}
