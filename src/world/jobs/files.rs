//! Assets that are read beside the loop.

use std::path::PathBuf;
use std::sync::Arc;

use super::arrival::Arrive;
use super::start::JobSettings;
use crate::assets::{AssetRequest, Assets, PreparedAsset, SpriteId};
use crate::base::panics;
use crate::jobs::{JobId, JobOutcome, Progress};
use crate::world::context::Context;
use crate::world::event::Event;

/// Every file of a [`Context::load_assets`] was read or given up. Told as [`JobDone`](super::JobDone) is: to the object
/// whose behaviour asked for them, and to everybody interested in it.
#[derive(Clone, Debug, PartialEq)]
pub struct AssetsLoaded {
    /// Which job it was.
    pub job: JobId,
    /// In the order of the requests.
    pub files: Vec<LoadedAsset>,
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedAsset {
    /// The label that was asked for.
    pub label: String,
    /// The file, below the asset root.
    pub path: PathBuf,
    /// Its sprite, or why there is none.
    pub sprite: Result<SpriteId, String>,
}

impl AssetsLoaded {
    /// The sprite with a label; the placeholder for a file that failed, and for a label that was not asked for.
    pub fn sprite(&self, label: &str) -> SpriteId {
        let found = self.files.iter().find(|file| file.label == label);
        found
            .and_then(|file| file.sprite.as_ref().ok().copied())
            .unwrap_or(SpriteId::PLACEHOLDER)
    }

    /// The files that failed, each with why.
    pub fn failed(&self) -> impl Iterator<Item = (&LoadedAsset, &str)> {
        self.files
            .iter()
            .filter_map(|file| Some((file, file.sprite.as_ref().err()?.as_str())))
    }
}

/// What a thread made of a file.
type Prepared = Result<PreparedAsset, String>;

impl Context<'_> {
    /// Reads files beside the loop, by the rules of [`Assets::load_text_sprite`] and its kin. All their sprites come
    /// into being in one step, at whose beginning [`AssetsLoaded`] is told; a file that fails keeps no other from being
    /// loaded. To see progress, show a [`LoadingScreen`](crate::screens::LoadingScreen), or ask
    /// [`World::job_progress`](crate::world::World::job_progress): it counts files.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    /// cx.load_assets(JobSettings::named("sprites"), vec![
    ///     AssetRequest::text_sprite("saucer", "sprites/saucer.spr"),
    ///     AssetRequest::image("sea", "pictures/sea.png", ImageLayout::default()),
    /// ]);
    /// LoadingScreen::default().show(cx);
    /// # Ok(())
    /// # }
    /// ```
    pub fn load_assets(&mut self, settings: JobSettings, requests: Vec<AssetRequest>) -> JobId {
        let root = self.assets.root().to_path_buf();
        let asked: Arc<[AssetRequest]> = requests.into();
        let mine = Arc::clone(&asked);
        let read = move |progress: &Progress| -> Vec<Prepared> {
            let read = |(done, request): (usize, &AssetRequest)| {
                let prepared = panics::caught(|| request.prepare(&root));
                progress.set_done(done + 1, mine.len());
                match prepared {
                    Ok(prepared) => prepared.map_err(|error| error.to_string()),
                    Err(panic) => Err(format!("its reader panicked: {}", panics::message(&*panic))),
                }
            };
            let files = mine.iter().enumerate();
            files
                .take_while(|_| !progress.is_cancelled())
                .map(read)
                .collect()
        };
        let arrive = Arrive::new(move |job, outcome, assets| {
            Event::custom(AssetsLoaded {
                job,
                files: installed(&asked, outcome, assets),
            })
        });
        self.world.start_job(settings, read, arrive)
    }
}

/// Puts what was read into the store, in order.
fn installed(asked: &[AssetRequest], outcome: JobOutcome, assets: &mut Assets) -> Vec<LoadedAsset> {
    let read = outcome.map(|value| {
        let read: Arc<Vec<Prepared>> = value.downcast().expect("this is what the job gives");
        read
    });
    let prepared = |index: usize| match &read {
        Ok(read) => match read.get(index) {
            Some(prepared) => prepared.as_ref().map_err(String::clone),
            None => Err("it was not read".to_owned()),
        },
        Err(failure) => Err(failure.to_string()),
    };
    let mut install = |(index, request): (usize, &AssetRequest)| {
        let (label, path) = (request.label().to_owned(), request.path().to_path_buf());
        let sprite = prepared(index)
            .and_then(|prepared| assets.install(prepared).map_err(|error| error.to_string()));
        if let Err(error) = &sprite {
            log::error!("`{label}`: {error}; the placeholder is shown instead");
        }
        LoadedAsset {
            label,
            path,
            sprite,
        }
    };
    asked.iter().enumerate().map(&mut install).collect()
}
