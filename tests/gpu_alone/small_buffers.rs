//! A device with small buffers draws in several calls and logs it once. It has its own process, because tests of one
//! process share the log.
#![cfg(feature = "gpu")]
#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::io;
use std::sync::{Arc, Mutex};

use crate::pictures;
use crate::scenes::SceneData;
use damselfly::assets::{AssetSettings, Assets, FrameId};
use damselfly::glam::vec2;
use damselfly::logging::{self, LogOptions, LogTarget};
use damselfly::render::Projection;
use damselfly::render::gpu::GpuLimits;
use damselfly::scene::Instance;

/// Collects the logged lines.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    fn about_draw_calls(&self) -> Vec<String> {
        let said = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let lines = said.lines().filter(|line| line.contains("draw calls"));
        lines.map(str::to_owned).collect()
    }
}

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn several_draw_calls_are_logged_once() {
    let lines = Lines::default();
    let options = LogOptions {
        target: LogTarget::Writer(Box::new(lines.clone())),
        ..LogOptions::default()
    };
    logging::init(options).unwrap();
    // A buffer has room for a header row and one chunk of 1024 sprites, 32 bytes each, but not for two chunks.
    let limits = GpuLimits {
        buffer_bytes: Some(64 << 10),
        ..GpuLimits::default()
    };
    let Some(mut gpu) = pictures::limited_gpu(limits) else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut draw = |count: usize| {
        let sprites = (0..count).map(|_| Instance::new(vec2(5.0, 5.0), FrameId::SOLID));
        let data = SceneData::sized([10, 10]).with_layer(Projection::IDENTITY, sprites);
        data.with_frame(&assets, |frame| gpu.render(frame).unwrap().draw_calls)
    };
    assert_eq!(draw(1000), 1);
    assert_eq!(lines.about_draw_calls(), [""; 0]);
    assert!(draw(5000) > 1);
    assert!(draw(9000) > 2);
    let warnings = lines.about_draw_calls();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].contains("WARN") && warnings[0].contains("1024 sprites"),
        "{warnings:?}"
    );
}
