//! The events that deliver a job's result, and the conversion of files into sprites.

use core::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::assets::{AssetId, AssetRequest, Assets, ClipId, PreparedAsset, SpriteId};
use crate::base::panics;
use crate::jobs::{JobFailure, JobId, JobOutcome, Progress};
use crate::world::events::event::Event;
use crate::world::sounds::ArrivedSounds;

/// A job that returns a `T` is finished. Delivered once to the object whose behaviour started it, unless that object is
/// on another level or being removed, and once to each other object that subscribed to `JobDone<T>` (see
/// [`Behavior::subscriptions`](crate::world::Behavior::subscriptions)): after the events that are due in the step,
/// before the player's input.
pub struct JobDone<T> {
    /// The job.
    pub job: JobId,
    /// The returned value, or the message of a panic. Shared: a restored world receives it again.
    pub result: Result<Arc<T>, JobFailure>,
}

impl<T: Send + Sync + 'static> JobDone<T> {
    pub(super) fn event(job: JobId, outcome: JobOutcome) -> Event {
        let result = outcome.map(|value| {
            value
                .downcast()
                .expect("a job's result is of the type that its closure returns")
        });
        Event::custom(Self { job, result })
    }
}

// `Clone`, like `Debug` below, is written by hand: `derive` would require `T: Clone`, but the result is shared.
impl<T> Clone for JobDone<T> {
    fn clone(&self) -> Self {
        Self {
            job: self.job,
            result: self.result.clone(),
        }
    }
}

impl<T> fmt::Debug for JobDone<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = match &self.result {
            Ok(_) => "done".to_owned(),
            Err(failure) => failure.to_string(),
        };
        write!(f, "{}: {end}", self.job)
    }
}

/// Every file of a call of [`Context::load_assets`](crate::world::Context::load_assets) was loaded or has failed.
/// Delivered like [`JobDone`]: to the object whose behaviour requested the files, and to all subscribers.
#[derive(Clone, Debug, PartialEq)]
pub struct AssetsLoaded {
    /// The job.
    pub job: JobId,
    /// The outcomes, in the order of the requests.
    pub files: Vec<LoadedAsset>,
}

/// The result of loading one file.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedAsset {
    /// The requested label.
    pub label: String,
    /// The file, relative to the asset root.
    pub path: PathBuf,
    /// Its sprite or clip, or the error message.
    pub id: Result<AssetId, String>,
}

impl AssetsLoaded {
    /// Returns the sprite with a label; the placeholder for a file that failed, and for a label that was not
    /// requested.
    pub fn sprite(&self, label: &str) -> SpriteId {
        let found = self.files.iter().find(|file| file.label == label);
        found
            .and_then(|file| file.id.as_ref().ok()?.sprite())
            .unwrap_or(SpriteId::PLACEHOLDER)
    }

    /// Returns the clip with a label. `None` for a file that failed, and for a label that was not requested.
    pub fn clip(&self, label: &str) -> Option<ClipId> {
        let file = self.files.iter().find(|file| file.label == label)?;
        file.id.as_ref().ok()?.clip()
    }

    /// Returns the files that failed, each with its error message.
    pub fn failed(&self) -> impl Iterator<Item = (&LoadedAsset, &str)> {
        self.files
            .iter()
            .filter_map(|file| Some((file, file.id.as_ref().err()?.as_str())))
    }

    /// Adds the files that [`prepare_all`] has read to the store, in the order of the requests.
    pub(super) fn install(
        job: JobId,
        requests: &[AssetRequest],
        outcome: JobOutcome,
        assets: &mut Assets,
        arrived: &mut ArrivedSounds,
    ) -> Self {
        let prepared = outcome.map(|value| {
            value
                .downcast::<Vec<PrepareResult>>()
                .expect("this is what `prepare_all` returns")
        });
        let install = |(index, request): (usize, &AssetRequest)| {
            let is_known = assets.find_clip(request.label()).is_some();
            let id = match prepared.as_ref().map(|prepared| prepared.get(index)) {
                Ok(Some(Ok(prepared))) => {
                    assets.install(prepared).map_err(|error| error.to_string())
                }
                Ok(Some(Err(error))) => Err(error.clone()),
                // Reading stops early only in a cancelled job, whose result no world receives.
                Ok(None) => Err("it was not read".to_owned()),
                Err(failure) => Err(failure.to_string()),
            };
            let (label, path) = (request.label().to_owned(), request.path().to_path_buf());
            match &id {
                Ok(AssetId::Clip(id)) => {
                    if !is_known {
                        assets.set_clip_by_job(*id);
                    }
                    if let Some(clip) = assets.clip(*id) {
                        arrived.add(clip);
                    }
                }
                Ok(AssetId::Sprite(_)) => {}
                Err(error) if request.is_sound() => log::error!("`{label}`: {error}; it is silent"),
                Err(error) => {
                    log::error!("`{label}`: {error}; the placeholder is shown instead");
                }
            }
            LoadedAsset { label, path, id }
        };
        let files = requests.iter().enumerate().map(install).collect();
        Self { job, files }
    }
}

/// A file that was read on a thread, or the error message.
type PrepareResult = Result<PreparedAsset, String>;

/// Reads and decodes files until the job is cancelled. A panic in a decoder is that file's error.
pub(super) fn prepare_all(
    requests: &[AssetRequest],
    root: &Path,
    progress: &Progress,
) -> Vec<PrepareResult> {
    let mut files = Vec::new();
    for request in requests {
        if progress.is_cancelled() {
            break;
        }
        files.push(match panics::caught(|| request.prepare(root)) {
            Ok(prepared) => prepared.map_err(|error| error.to_string()),
            Err(panic) => Err(format!("its reader panicked: {}", panics::message(&*panic))),
        });
        progress.set_done(files.len(), requests.len());
    }
    files
}
