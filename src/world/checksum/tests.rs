//! Fields of the world in the checksum.

use crate::world::World;

/// Names every field of the world, so that a new one does not compile before someone decides whether it can affect a
/// later step.
const _: fn(World) = |world| {
    let World {
        // `World::each_state_field` adds these, `each_object_field` those that belong to objects.
        camera: _,
        hud: _,
        actions: _,
        sounds: _,
        tweens: _,
        transition: _,
        arrived_sounds: _,
        buses: _,
        files: _,
        slots: _,
        scene: _,
        data: _,
        behaviors: _,
        hierarchy: _,
        bounds: _,
        shapes: _,
        tiles: _,
        overlaps: _,
        riding: _,
        pending: _,
        events: _,
        filter: _,
        jobs: _,
        resources: _,
        random: _,
        unit: _,
        level: _,
        step: _,
        // Colliders follow from other fields, and so does which overlaps are tested again, unless there is a filter.
        // Contacts that were found are delivered at once, except for those in the event queue.
        colliders: _,
        contacts: _,
        // Only drawing depends on these.
        drawings: _,
        emitters: _,
        lights: _,
        extrapolates: _,
        // These count and log, or make steps faster.
        diagnostics: _,
        trace: _,
        spare_lists: _,
        spare_colliders: _,
        moving_layers: _,
        // These are set and reset within a step.
        running: _,
        learned_hooks: _,
        stepping: _,
        changing_level: _,
    } = world;
};
