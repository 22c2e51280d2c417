//! Loads the images of maps as sprites.

use std::path::Path;

use crate::assets::{AssetRequest, Assets, ImageLayout, SpriteId};
use crate::base::checksum::ChecksumWriter;

/// Loads an image. Its label is its path; if another sprite has this label, the label also identifies how the image is
/// cut.
pub(super) fn load(
    assets: &mut Assets,
    path: &Path,
    layout: &ImageLayout,
) -> Result<SpriteId, String> {
    let label = path.display().to_string();
    let plain = AssetRequest::image(&*label, path, layout.clone());
    let is_taken = assets.find(&label).is_some() && !assets.is_loaded_by(&plain);
    let label = match is_taken {
        false => label,
        true => format!("{label} cut as {}", cut(layout)),
    };
    let loaded = assets.load_image(&label, path, layout);
    loaded.map_err(|error| error.to_string())
}

/// Returns a text that identifies a layout.
fn cut(layout: &ImageLayout) -> String {
    let mut sum = ChecksumWriter::new();
    sum.bytes(format!("{layout:?}").as_bytes());
    format!("{:016x}", sum.finish())
}
