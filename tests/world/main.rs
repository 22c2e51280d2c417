//! The world: objects, behaviours, events, components, layers, levels, and the step.

mod altitudes;
mod asking;
#[path = "../common/attached_objects.rs"]
mod attached_objects;
mod attachment_scripts;
mod attachments;
mod builders;
mod bullets;
mod carried_solids;
mod carrying;
mod characters;
mod checksum_laws;
mod checksums;
mod collision_hooks;
mod collisions;
#[expect(dead_code, reason = "not every test needs all of it")]
#[path = "../common/mod.rs"]
mod common;
mod component_queries;
mod components;
mod components_model;
mod contact_times;
mod determinism;
mod draw_hook;
mod drawings;
mod event_limits;
mod fractions;
mod grazing;
mod integrators;
mod item_lists;
mod layer_rules;
mod layers;
mod leaving;
mod leaving_scripts;
mod level_changes;
mod levels;
mod lifetimes;
mod lifts;
mod long_steps;
mod move_plans;
mod movement;
mod objects;
mod order;
mod overlaps;
mod particle_limits;
mod particles;
mod particles_oracle;
mod platforms;
mod random_worlds;
mod refusals;
mod removal;
mod rooms;
mod routes;
mod scripts;
mod shapes;
mod sliding;

mod sounds;
mod sounds_model;
mod space;
mod step_with;
mod tiles;
mod timers;
mod views;
