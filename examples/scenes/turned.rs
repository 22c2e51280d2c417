//! Turned cameras. The image turns the other way about the middle of the view. The angle is measured in pixels, because
//! cells are not square.

use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, FrameId};
use damselfly::geometry::Rect;
use damselfly::geometry::turns::{Turn, TurnMotion};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::{Fit, Projection, ViewSettings};
use damselfly::scene::{Camera, Instance, InstanceFlags, Layer, Shake, put_text};
use damselfly::world::{Core, CoreSettings, StepInput};

use super::{SceneData, SceneLayer, art};

/// Size of a text cell in pixels.
const CELL: Vec2 = vec2(8.0, 16.0);

/// Returns a view of `size` text cells in a target of this size, with a dark red background.
fn cells(size: Vec2, target: [u32; 2]) -> SceneData {
    let view = ViewSettings {
        size,
        unit: CELL,
        fit: Fit::Letterbox,
    };
    SceneData {
        viewport: view.viewport(target),
        background: Color::rgb(48, 16, 24),
        ..SceneData::sized(target)
    }
}

/// Returns a camera that shows `size` text cells around a position of a large world.
fn camera(size: Vec2, center: Vec2, angle: f32, zoom: f32) -> Camera {
    let mut camera = Camera::new(size).with_unit(CELL);
    let boundary = Rect::centered(Vec2::ZERO, Vec2::splat(1000.0));
    let valid = camera.set_boundary(boundary).is_done()
        && camera.set_zoom(zoom).is_done()
        && camera.set_angle(angle).is_done()
        && camera.cut_to(center).is_done();
    assert!(valid, "a scene's camera makes sense");
    camera
}

fn seen(data: &SceneData, camera: &Camera, parallax: f32, k: f32) -> Projection {
    Projection::of_camera(camera, CELL, &data.viewport, parallax, k)
}

/// Returns a layer with three lines of text in a frame of box-drawing characters.
fn page(assets: &mut Assets) -> Layer {
    let mut layer = Layer::new();
    let mut put = |text: &str, at: Vec2, color| {
        put_text(&mut layer, assets, text, at, Vec2::ONE, color);
    };
    put(
        "┌──────────────────────────┐",
        vec2(0.0, 0.0),
        Color::TERMINAL_CYAN,
    );
    for row in 1..7 {
        put("│", vec2(0.0, row as f32), Color::TERMINAL_CYAN);
        put("│", vec2(27.0, row as f32), Color::TERMINAL_CYAN);
    }
    put(
        "└──────────────────────────┘",
        vec2(0.0, 7.0),
        Color::TERMINAL_CYAN,
    );
    put("The quick brown damselfly", vec2(2.0, 2.0), Color::WHITE);
    put(
        "jumps over the lazy frog.",
        vec2(2.0, 3.0),
        Color::TERMINAL_YELLOW,
    );
    put(
        "0123456789 #@%&*+=-:;,.<>",
        vec2(2.0, 5.0),
        Color::TERMINAL_GREEN,
    );
    layer
}

fn add(data: &mut SceneData, layer: Layer, projection: Projection) {
    data.layers.push(SceneLayer {
        layer,
        projection,
        cull: true,
        clip: None,
    });
}

/// Returns the page, seen by a camera with this angle, and a heads-up display that does not turn.
fn page_turned_by(assets: &mut Assets, angle: f32) -> SceneData {
    let size = vec2(32.0, 12.0);
    let mut data = cells(size, [280, 210]);
    let camera = camera(size, vec2(14.0, 4.0), angle, 1.0);
    let projection = seen(&data, &camera, 1.0, 0.0);
    add(&mut data, page(assets), projection);
    let mut hud = Layer::new();
    let color = Color::TERMINAL_MAGENTA;
    put_text(&mut hud, assets, "Points 12", Vec2::ZERO, CELL, color);
    let [x, y] = data.viewport.origin;
    let upright = Projection {
        translation: [x as f32, y as f32],
        ..Projection::IDENTITY
    };
    add(&mut data, hud, upright);
    data
}

/// Returns text in cells that are twice as high as wide: turning must not shear it.
pub(crate) fn text(assets: &mut Assets) -> SceneData {
    page_turned_by(assets, 0.35)
}

/// Returns text turned by a quarter: each pixel of the text covers exactly one pixel.
pub(crate) fn quarter(assets: &mut Assets) -> SceneData {
    page_turned_by(assets, core::f32::consts::FRAC_PI_2)
}

/// Returns sprites with all combinations of mirroring and scaling. Half of them are turned.
fn all_ways(frame: FrameId) -> Vec<Instance> {
    let mut sprites = Vec::new();
    let flips = [
        InstanceFlags::default(),
        InstanceFlags::FLIP_X,
        InstanceFlags::FLIP_Y,
        InstanceFlags::FLIP_X.with(InstanceFlags::FLIP_Y),
    ];
    for (row, flip) in flips.into_iter().enumerate() {
        for (column, scale) in [1.0, -1.0, 0.5, 1.7, 2.5].into_iter().enumerate() {
            let place = vec2(column as f32 * 5.0, row as f32 * 3.0);
            let mut sprite = Instance::new(place, frame);
            let filter = if (row + column) % 3 == 0 {
                InstanceFlags::LINEAR
            } else {
                InstanceFlags::default()
            };
            sprite.set_flags(flip.with(filter));
            sprite.set_scale(vec2(scale, scale.abs()));
            sprite.turn = Turn([0, 0, 9000, 40_000][(row + column) % 4]);
            sprites.push(sprite);
        }
    }
    sprites
}

/// Returns layers that follow a turned and zoomed camera by different factors, in a target with bars.
pub(crate) fn parallax(assets: &mut Assets) -> SceneData {
    let size = vec2(24.0, 10.0);
    let mut data = cells(size, [223, 181]);
    let frame = art::lopsided(assets);
    let camera = camera(size, vec2(13.3, 5.2), -2.2, 1.37);
    for (depth, tint) in [
        (0.25, Color::TERMINAL_BLUE),
        (0.6, Color::TERMINAL_GREEN),
        (1.0, Color::WHITE),
    ] {
        let mut layer = Layer::new();
        for mut sprite in all_ways(frame) {
            sprite.set_tint(tint);
            layer.push(None, sprite, Vec2::ZERO);
        }
        let projection = seen(&data, &camera, depth, 0.0);
        add(&mut data, layer, projection);
    }
    data
}

/// Returns a world whose camera is changed by `act` in its last step.
fn moving(size: Vec2, act: impl Fn(&mut Camera)) -> Core {
    let settings = CoreSettings {
        view: size,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
    let camera = &mut core.world.camera;
    let boundary = Rect::centered(Vec2::ZERO, Vec2::splat(1000.0));
    assert!(camera.set_boundary(boundary).is_done() && camera.cut_to(vec2(11.0, 5.0)).is_done());
    core.step_with(StepInput::next(&core), |cx| act(&mut cx.camera));
    core
}

/// Returns sprites halfway between two steps of a turning camera. The upper sprites turn with the camera, and so stay
/// upright.
pub(crate) fn half_way(assets: &mut Assets) -> SceneData {
    let size = vec2(24.0, 10.0);
    let core = moving(size, |camera| {
        assert!(camera.set_angle(1.0).is_done() && camera.set_zoom(1.4).is_done());
        assert!(camera.move_to(vec2(14.0, 6.0)).is_done());
    });
    let mut data = cells(size, [192, 160]);
    let frame = art::lopsided(assets);
    let mut layer = Layer::new();
    for (index, mut sprite) in all_ways(frame).into_iter().enumerate() {
        sprite.set_scale(Vec2::ONE);
        sprite.step_by(vec2(3.0, 1.0));
        if index < 10 {
            // The angle is 1 radian, reached in this step.
            (sprite.turn, sprite.turn_motion) = (Turn(10_430), TurnMotion(10_430));
        }
        layer.push(None, sprite, Vec2::ZERO);
    }
    let projection = seen(&data, &core.world.camera, 1.0, -0.5);
    add(&mut data, layer, projection);
    data
}

/// Returns a page under a shaking camera, a quarter of a step before the end of the first step.
pub(crate) fn shaken(assets: &mut Assets) -> SceneData {
    let size = vec2(32.0, 12.0);
    let shake = Shake {
        strength: vec2(3.0, 1.5),
        angle: 0.3,
        steps: 8,
        period: 1,
    };
    let core = moving(size, |camera| assert!(camera.shake(shake).is_done()));
    let mut data = cells(size, [280, 210]);
    let projection = seen(&data, &core.world.camera, 1.0, -0.25);
    add(&mut data, page(assets), projection);
    data
}

/// Returns many chunks. The turned camera shows only a few of them.
pub(crate) fn mostly_out_of_view(assets: &mut Assets) -> SceneData {
    let disc = art::disc(assets, "disc", [255, 255, 255]);
    let size = vec2(16.0, 6.0);
    let mut data = cells(size, [150, 110]);
    let camera = camera(size, vec2(7.0, -20.0), 0.8, 0.6);
    let mut layer = Layer::new();
    for index in 0..20_000 {
        let place = vec2((index % 100) as f32 * 2.1, (index / 100) as f32 * 1.1);
        let mut sprite = Instance::new(place - 100.0, disc);
        sprite.set_tint(Color::NAMED[1 + index % 7].1);
        layer.push(None, sprite, Vec2::ZERO);
    }
    let projection = seen(&data, &camera, 1.0, 0.0);
    add(&mut data, layer, projection);
    data
}
