//! Images of cameras, which become texels.

use super::canvas::Canvas;
use super::scene::Scene;
use super::{Coverage, paint_layers};

/// Replaces the texels of each camera's record by its image, in their order. Before that, all of them are transparent.
/// Returns whether effects read pixels that are not exact.
pub(super) fn paint(scene: &mut Scene, coverage: &mut [Vec<Coverage>]) -> bool {
    let mut is_vague = false;
    for number in 0..scene.cameras.len() {
        fill(scene, number, |_| [0; 4]);
    }
    for number in 0..scene.cameras.len() {
        let camera = &scene.cameras[number];
        let size = scene.records[camera.record].size;
        let around = [camera.background; 2];
        let mut canvas = Canvas::new(size, [[0, 0], size], around, scene.is_linear_light);
        let (layers, groups) = (camera.layers, &camera.groups);
        is_vague |= paint_layers(&mut canvas, scene, layers, groups, &[], coverage);
        fill(scene, number, |place| {
            let pixel = canvas.pixel(place);
            assert_eq!(pixel.least, pixel.most, "texels have to be exact");
            pixel.most
        });
    }
    is_vague
}

/// Replaces the texels of a camera's record.
fn fill(scene: &mut Scene, number: usize, color: impl Fn([i64; 2]) -> [u8; 4]) {
    let record = &scene.records[scene.cameras[number].record];
    let page = &mut scene.pages[record.page];
    let places = (0..record.size[1]).flat_map(|y| (0..record.size[0]).map(move |x| [x, y]));
    for place in places {
        let [x, y] = [0, 1].map(|axis| {
            usize::try_from(record.origin[axis] + place[axis]).expect("it is in the page")
        });
        page.texels[y * page.side + x] = color(place);
    }
}
