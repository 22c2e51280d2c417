//! The scenes of the benchmark.

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;

use super::scenes::{BenchScene, SceneGame, VIEW, all};

fn opened(scene: &'static BenchScene, size: usize) -> Harness<'static> {
    let app = App::new("Benchmark", Options::default())
        .pixels(VIEW[0], VIEW[1])
        .altitudes(scene.altitudes);
    Harness::of(app, SceneGame { scene, size }).unwrap()
}

#[test]
fn names_of_scenes_are_unique_and_sizes_ascend() {
    let mut names: Vec<_> = all().map(|scene| scene.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all().count());
    for scene in all() {
        assert!(!scene.sizes.is_empty() && scene.sizes.is_sorted());
        assert!((1..=scene.sizes[0]).contains(&scene.quick));
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        assert!(scene.name.chars().all(is_plain), "{}", scene.name);
    }
}

#[test]
fn each_scene_repeats_exactly_and_grows_with_its_size() {
    for scene in all() {
        let [mut first, mut second] = [2, 2].map(|size| opened(scene, size));
        let count = |game: &Harness<'_>| game.world().objects().count();
        first.steps(3);
        second.steps(3);
        assert_eq!(first.checksum(), second.checksum(), "{}", scene.name);
        let mut larger = opened(scene, 20);
        larger.steps(3);
        let has_objects = !["text", "particles", "tile_map"].contains(&scene.name);
        assert!(
            !has_objects || count(&larger) > count(&first),
            "{}",
            scene.name
        );
    }
}

#[test]
fn moving_sprites_stay_in_the_view() {
    let scene = all().find(|scene| scene.name == "moving").unwrap();
    let mut game = opened(scene, 100);
    game.steps(1000);
    let world = game.world();
    let view = Rect::new(Vec2::ZERO, Vec2::from(VIEW.map(f32::from)));
    for id in world.objects() {
        let at = world.object(id).unwrap().position();
        assert!(view.contains(at), "{at}");
    }
}
