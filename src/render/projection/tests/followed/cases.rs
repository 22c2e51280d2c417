//! Random chases.

use proptest::prelude::*;

use super::super::super::*;
use super::chase::{Change, Chase, Smoothed};

/// Returns velocities of some steps: constant ones, with acceleration, stops and turns.
fn velocities() -> impl Strategy<Value = Vec<Vec2>> {
    let step = prop_oneof![
        -8.0f32..8.0,
        (-64i8..64).prop_map(|n| f32::from(n) / 8.0),
        (-99i8..99).prop_map(|n| f32::from(n) / 10.0),
    ];
    let leg = ((step.clone(), step), (-1i8..2, -1i8..2), 1usize..10);
    let steps = |((x, y), (ax, ay), count): ((f32, f32), (i8, i8), usize)| {
        let (from, by) = (Vec2::new(x, y), Vec2::new(ax.into(), ay.into()) * 0.13);
        (0..count).map(move |n| from + by * n as f32)
    };
    let legs = prop::collection::vec(
        prop_oneof![4 => leg.clone(), 1 => leg.prop_map(|leg| ((0.0, 0.0), (0, 0), leg.2))],
        1..5,
    );
    legs.prop_map(move |legs| legs.into_iter().flat_map(steps).collect())
}

/// Returns a width or height of a dead zone in pixels, up to one that is larger than the view.
fn dead_zone() -> impl Strategy<Value = f32> {
    prop_oneof![
        Just(0.0),
        0.0f32..8.0,
        (0u16..40).prop_map(f32::from),
        (0u16..200).prop_map(|n| f32::from(n) / 8.0),
        0.0f32..400.0,
    ]
}

fn zoom() -> impl Strategy<Value = f32> {
    prop_oneof![Just(1.0), Just(2.0), Just(0.5), Just(1.5), 0.3f32..4.0]
}

/// Returns steps and draws per second: draw rates that the step rate divides, and rates of real monitors.
fn rates() -> impl Strategy<Value = [f64; 2]> {
    let monitors = vec![144.0, 75.0, 59.94, 240.0];
    prop_oneof![
        (1u8..=5).prop_map(|frames| [60.0, 60.0 * f64::from(frames)]),
        (
            prop::sample::select(vec![60.0, 30.0]),
            prop::sample::select(monitors)
        )
            .prop_map(<[f64; 2]>::from),
    ]
}

/// Returns changes of the camera's zoom and angle in some steps.
fn changes() -> impl Strategy<Value = Vec<(usize, Change)>> {
    let change = prop_oneof![
        zoom().prop_map(Change::Zoom),
        (0u16..4).prop_map(Change::Turns),
    ];
    prop::collection::vec((0usize..40, change), 0..4)
}

pub(super) fn chase() -> impl Strategy<Value = Chase> {
    let at = prop_oneof![
        -4000.0f32..4000.0,
        (-8000i16..8000).prop_map(|n| f32::from(n) / 4.0)
    ];
    let smoothing = [
        Smoothed::Not,
        Smoothed::Between,
        Smoothed::Backward,
        Smoothed::Forward,
    ];
    let factor = prop::sample::select(vec![1.0f32, 2.0, 0.5, 1.5, -1.0, -0.5]);
    let look = (
        [1u16..40, 1u16..40],
        (0u8..=2, 0u8..=2),
        prop::array::uniform2(factor),
        [0u16..4, 0u16..4],
        prop::array::uniform2(any::<bool>()),
    );
    let screen = (
        [100u16..330, 100u16..250],
        prop::sample::select(vec![Vec2::ONE, Vec2::ONE, Vec2::new(8.0, 16.0)]),
        zoom(),
        1u16..=3,
        (dead_zone(), dead_zone()),
        prop_oneof![Just(1e6), 0.0f32..60.0],
    );
    let game = (
        (at.clone(), at),
        velocities(),
        prop::sample::select(smoothing.to_vec()),
        any::<bool>(),
        (rates(), prop_oneof![Just(0.0), 0.0f64..1.0]),
        changes(),
    );
    (look, screen, game).prop_map(|(look, screen, game)| {
        let (sprite, anchor, scale, turns, flip) = look;
        let (view, unit, zoom, magnified, dead_zone, room) = screen;
        let (from, velocities, smoothing, late, (rates, phase), changes) = game;
        Chase {
            view,
            unit,
            sprite,
            anchor: Vec2::new(anchor.0.into(), anchor.1.into()) / 2.0,
            scale: scale.into(),
            turns,
            flip,
            dead_zone: dead_zone.into(),
            room,
            from: Vec2::from(from) / unit,
            velocities,
            zoom,
            magnified,
            smoothing,
            late,
            rates,
            phase,
            changes,
        }
    })
}
