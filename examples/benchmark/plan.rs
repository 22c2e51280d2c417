//! The choice of scenes, sizes and backends.

use damselfly::app::{Backend, Options, UsageError};

use super::meter::Limits;
use super::scenes::{BenchScene, all};

/// Allowed sizes of scenes.
const COUNTS: core::ops::RangeInclusive<usize> = 1..=10_000_000;

/// The runs of the program.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) runs: Vec<Run>,
    pub(crate) limits: Limits,
}

/// A scene of one size on one backend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) scene: &'static BenchScene,
    pub(crate) size: usize,
    pub(crate) backend: Backend,
}

impl Plan {
    /// Returns the runs that the command line selects. `has_gpu`: whether there is a graphics adapter.
    ///
    /// # Errors
    /// A scene that does not exist, or a size that is not an integer from 1 to 10 million.
    pub(crate) fn of(options: &Options, has_gpu: bool) -> Result<Self, UsageError> {
        let is_quick = options.flag("quick");
        let size = options.number_in::<usize>("count", COUNTS)?;
        let backends = match options.backend {
            Backend::Auto if has_gpu => &[Backend::Gpu, Backend::Software][..],
            Backend::Gpu => &[Backend::Gpu],
            _ => &[Backend::Software],
        };
        let mut runs = Vec::new();
        for scene in selected(options.value("scenes"))? {
            let sizes = match &size {
                Some(size) => core::slice::from_ref(size),
                None if is_quick => core::slice::from_ref(&scene.quick),
                None => scene.sizes,
            };
            for size in sizes {
                runs.extend(backends.iter().map(|backend| Run {
                    scene,
                    size: *size,
                    backend: *backend,
                }));
            }
        }
        let limits = match is_quick {
            true => Limits::QUICK,
            false => Limits::FULL,
        };
        Ok(Self { runs, limits })
    }
}

/// Returns the scene of the option `--show`, and its size. `None` without the option.
///
/// # Errors
/// As [`Plan::of`].
pub(crate) fn shown(options: &Options) -> Result<Option<(&'static BenchScene, usize)>, UsageError> {
    let Some(name) = options.value("show") else {
        return Ok(None);
    };
    let scene = named(name, "show")?;
    let size = options.number_in::<usize>("count", COUNTS)?;
    Ok(Some((scene, size.unwrap_or(scene.sizes[0]))))
}

/// Returns the scenes of a list of names, separated by commas: all of them without a list.
fn selected(list: Option<&str>) -> Result<Vec<&'static BenchScene>, UsageError> {
    let Some(list) = list else {
        return Ok(all().collect());
    };
    let names = list.split(',');
    names.map(|name| named(name.trim(), "scenes")).collect()
}

/// Returns the scene of this name, the value of an option.
fn named(name: &str, option: &str) -> Result<&'static BenchScene, UsageError> {
    let mut found = all().filter(|scene| scene.name == name);
    found.next().ok_or_else(|| {
        let names: Vec<_> = all().map(|scene| scene.name).collect();
        let names = names.join(", ");
        UsageError::new(
            option,
            format!("expected a name among {names}, got \"{name}\""),
        )
    })
}
