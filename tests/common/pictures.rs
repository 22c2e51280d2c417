//! Renderers for tests, and comparison of their images pixel by pixel.

use std::fmt::Display;
use std::io::{Write, stderr};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::Vec2;

use damselfly::render::gpu::{
    GpuError, GpuInstance, GpuLimits, OffscreenRenderer, OffscreenSettings,
};
use damselfly::render::software::SoftwareRenderer;
use damselfly::render::{Blending, Fit, Frame, RenderStats, ViewSettings};

/// An image: little-endian RGBA, row after row.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) size: [u32; 2],
    pub(crate) pixels: Vec<u32>,
}

/// Returns a renderer with its own memory on a device that all tests of the program share. Without an adapter the test
/// is skipped with a message, or fails if `DAMSELFLY_REQUIRE_GPU=1` is set.
pub(crate) fn gpu() -> Option<OffscreenRenderer> {
    static FIRST: Mutex<Option<OffscreenRenderer>> = Mutex::new(None);
    let mut first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
    if first.is_none() {
        *first = Some(compiled(own_gpu(OffscreenSettings::default())?));
    }
    let renderer = first.as_ref()?.on_same_device();
    Some(renderer.expect("the device has memory for another renderer"))
}

/// Draws one frame with each kind of blending, so that the shader is compiled for both.
fn compiled(mut renderer: OffscreenRenderer) -> OffscreenRenderer {
    let assets = Assets::new(AssetSettings::default());
    let view = ViewSettings {
        size: Vec2::ONE,
        unit: Vec2::ONE,
        fit: Fit::Letterbox,
    };
    for blending in [Blending::Srgb, Blending::Linear] {
        let frame = Frame {
            target: [1, 1],
            viewport: view.viewport([1, 1]),
            background: Color::BLACK,
            layers: &[],
            groups: &[],
            effects: &[],
            cameras: &[],
            atlas: assets.atlas(),
            frames: assets.frames(),
            blending,
        };
        renderer.render(&frame).expect("an empty frame is drawn");
    }
    renderer
}

/// Returns a renderer with its own device, on any adapter. Without an adapter the test is skipped with a message, or
/// fails if `DAMSELFLY_REQUIRE_GPU=1` is set.
pub(crate) fn own_gpu(settings: OffscreenSettings) -> Option<OffscreenRenderer> {
    let made = GpuInstance::new().and_then(|instance| OffscreenRenderer::new(&instance, settings));
    match made {
        Ok(renderer) => Some(renderer),
        Err(error @ GpuError::NoAdapter { .. }) => {
            let required = std::env::var("DAMSELFLY_REQUIRE_GPU").is_ok_and(|value| value == "1");
            assert!(!required, "DAMSELFLY_REQUIRE_GPU=1, and {error}");
            skipped(&error);
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Like [`own_gpu`], on a device with these limits.
pub(crate) fn limited_gpu(limits: GpuLimits) -> Option<OffscreenRenderer> {
    own_gpu(OffscreenSettings {
        limits,
        ..OffscreenSettings::default()
    })
}

/// Reports on standard error that a test is skipped. The line is shown even if the test passes, because it bypasses the
/// test's captured output.
pub(crate) fn skipped(reason: &dyn Display) {
    let _ = writeln!(stderr(), "SKIPPED: {reason}");
}

/// Returns the frame as the GPU draws it, and the renderer's statistics.
pub(crate) fn draw(renderer: &mut OffscreenRenderer, frame: &Frame<'_>) -> (Picture, RenderStats) {
    let stats = renderer.render(frame).expect("the frame is drawn");
    let mut pixels = Vec::new();
    renderer
        .read_rgba(&mut pixels)
        .expect("the picture is read back");
    let size = frame.target;
    (Picture { size, pixels }, stats)
}

/// Returns the frame as the software backend draws it.
pub(crate) fn draw_in_software(frame: &Frame<'_>) -> Picture {
    let mut renderer = SoftwareRenderer::default();
    renderer.render(frame);
    let mut pixels = vec![0; (frame.target[0] * frame.target[1]) as usize];
    renderer.copy_rgba(&mut pixels);
    let size = frame.target;
    Picture { size, pixels }
}

/// Returns for each pixel the largest difference of its channels.
pub(crate) fn distances(got: &Picture, expected: &Picture) -> Vec<u8> {
    assert_eq!(got.size, expected.size);
    let far = |(a, b): (&u32, &u32)| {
        let channels = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
        channels.map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
    };
    got.pixels.iter().zip(&expected.pixels).map(far).collect()
}

/// Returns an error that names the first pixel with a channel that differs by more than `tolerance(index of the
/// pixel)`, and the largest difference of all pixels.
pub(crate) fn compare(
    got: &Picture,
    expected: &Picture,
    tolerance: impl Fn(usize) -> u8,
) -> Result<(), String> {
    let distances = distances(got, expected);
    let is_wrong = |&at: &usize| distances[at] > tolerance(at);
    let mut wrong = (0..distances.len()).filter(is_wrong);
    let Some(first) = wrong.next() else {
        return Ok(());
    };
    let width = got.size[0] as usize;
    let largest = distances.iter().max().unwrap_or(&0);
    Err(format!(
        "{} of {} pixels differ, at most by {largest}; the first at ({}, {}): got {:?}, expected {:?} to within {}",
        1 + wrong.count(),
        distances.len(),
        first % width,
        first / width,
        got.pixels[first].to_le_bytes(),
        expected.pixels[first].to_le_bytes(),
        tolerance(first),
    ))
}

/// Checks that two images are equal to within `tolerance(index of the pixel)`. If not, saves both and returns a text
/// with their paths and the difference.
pub(crate) fn same(
    name: &str,
    got: &Picture,
    expected: &Picture,
    tolerance: impl Fn(usize) -> u8,
) -> Result<(), String> {
    compare(got, expected, tolerance).map_err(|difference| {
        let [got, expected] =
            [("got", got), ("expected", expected)].map(|(kind, picture)| save(name, kind, picture));
        format!(
            "{name}: {difference}; see {} and {}",
            got.display(),
            expected.display()
        )
    })
}

/// Returns a tolerance of 0, for images that are equal on every driver (opaque sprites), or that come from one driver.
pub(crate) fn exactly(_: usize) -> u8 {
    0
}

fn save(name: &str, kind: &str, picture: &Picture) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("{name}.{kind}.png"));
    let rgba = picture
        .pixels
        .iter()
        .flat_map(|pixel| pixel.to_le_bytes())
        .collect();
    let image = image::RgbaImage::from_raw(picture.size[0], picture.size[1], rgba)
        .expect("four bytes a pixel");
    image.save(&path).expect("the picture is saved");
    path
}
