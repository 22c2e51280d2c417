//! Sprites, fonts, text, shapes, cameras, and smoothing between two steps, as they are drawn.

mod after_images;
mod aseprite;
mod blend_modes;
mod camera_and_views;
mod cameras;
mod canvas_transforms;
mod chunk_versions;
mod clips;
#[expect(dead_code, reason = "not every test needs all of it")]
#[path = "../common/mod.rs"]
mod common;
mod custom_shaders;
mod decorated_text;
mod drawing_on_objects;
mod drawing_shapes;
mod drawing_text;
mod effects;
mod entry_fonts;
mod filled_areas;
mod groups;
mod ldtk;
mod level_transitions;
mod lights;
mod materials;
mod painting_order;
mod screen_space;
mod shapes;
mod shaping;
mod smoothing;
mod smoothing_scripts;
mod text_sprites;
mod thin_lines;
mod tiled_content;
mod tiled_encodings;
mod tiled_images;
mod tiled_maps;
mod tiled_styles;
mod tiled_variants;
mod truetype;
