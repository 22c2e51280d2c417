//! The shader is valid in the languages of all graphics APIs: SPIR-V for Vulkan, HLSL for Direct3D 12, MSL for Metal
//! and GLSL for OpenGL.
//!
//! The tests translate the shader with naga, as wgpu does on the player's machine. `spirv-val` and `glslangValidator`
//! check the results if they are installed. With `DAMSELFLY_REQUIRE_SHADER_TOOLS=1` the tests fail if they are not. MSL
//! is only translated, because only Metal's own tools can read it.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use naga::back::pipeline_constants::process_overrides;
use naga::back::{PipelineConstants, glsl, hlsl, msl, spv};
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};

/// Returns the sources of all shaders, composed like those of the engine, with the names of their entries.
fn shaders() -> Vec<(String, [&'static str; 2])> {
    let color = include_str!("../../shaders/color.wgsl");
    let mix = include_str!("../../shaders/mix.wgsl");
    let sprite = format!("{color}{}", include_str!("../../shaders/sprite.wgsl"));
    let group = format!("{color}{}", include_str!("../../shaders/group.wgsl"));
    let mixed =
        |shader: &str, more: &str| format!("enable dual_source_blending;\n{shader}\n{mix}\n{more}");
    let mixed_sprite = mixed(&sprite, include_str!("../../shaders/mixed.wgsl"));
    let material = format!("{sprite}{}", include_str!("../../shaders/material.wgsl"));
    let mixed_material = mixed(&material, include_str!("../../shaders/material_mixed.wgsl"));
    let custom_material = custom_material(&material);
    let mixed_group = mixed(&group, include_str!("../../shaders/group_mixed.wgsl"));
    let light = include_str!("../../shaders/light.wgsl");
    let effects = format!("{color}{}", include_str!("../../shaders/effects.wgsl"));
    let steps = [
        "color_matrix",
        "blur_across",
        "blur_down",
        "shine",
        "add_light",
        "thin_outline",
        "outline_across",
        "outline_down",
        "shadow",
        "cover",
        "pixelate",
        "wave",
        "palette",
        "dissolve",
        "vignette",
        "crt",
        "fade",
        "wipe",
        "circle",
    ];
    let mut all = vec![
        (sprite, ["project", "shade"]),
        (mixed_sprite, ["project_mixed", "shade_mixed"]),
        (material, ["project_material", "shade_material"]),
        (
            mixed_material.clone(),
            ["project_material", "shade_material"],
        ),
        (mixed_material, ["project_material", "shade_material_mixed"]),
        (group, ["cover", "shade_group"]),
        (mixed_group, ["cover", "shade_group_mixed"]),
        (light.to_owned(), ["place_light", "shade_light"]),
    ];
    all.extend(steps.map(|step| (effects.clone(), ["cover_view", step])));
    all.push((custom_material, ["project_material", "shade_material"]));
    all.push((custom_effect(&effects), ["cover_view", "custom"]));
    all
}

/// Returns the shader of materials with a function of a game's own.
fn custom_material(material: &str) -> String {
    let call = "light_of(color_with_material(in))";
    assert!(material.contains(call));
    let with_custom = material.replace(call, "light_of(with_custom(in, color_with_material(in)))");
    let texel = include_str!("../../shaders/sprite_texel.wgsl");
    let own = include_str!("../../shaders/custom_material.wgsl");
    let function = "
        struct material0_Sum { color: vec4<f32>, rows: i32 }
        fn material0_add(sum: ptr<function, material0_Sum>, color: vec4<f32>) {
            (*sum).color += color;
            (*sum).rows += 1;
        }
        fn material0_material(sprite: SpriteTexel) -> vec4<f32> {
            var sum = material0_Sum();
            for (var row = 0; row < 3; row++) {
                let at = vec2<i32>(floor(sprite.position)) + vec2(0, row - 1);
                material0_add(&sum, read_texel(at) / f32(row + 2));
            }
            return mix(sum.color, sprite.material_color, sprite.parameters.x * sprite.uv.y);
        }
        fn with_custom(in: MaterialVertex, color: vec4<u32>) -> vec4<u32> {
            if is_material(in.style, 7u) {
                return bytes_of_custom(material0_material(sprite_texel_of(in, color)));
            }
            return color;
        }";
    format!("{with_custom}{texel}{own}{function}")
}

/// Returns the shader of effects with a function of a game's own.
fn custom_effect(effects: &str) -> String {
    let pixel = include_str!("../../shaders/effect_pixel.wgsl");
    let own = include_str!("../../shaders/custom_effect.wgsl");
    let function = "
        fn effect0_effect(pixel: EffectPixel) -> vec4<f32> {
            var sum = pixel.color;
            for (var number = 0; number < 8; number++) {
                let away = vec2(i32(pixel.parameters[number] * pixel.length), number);
                sum += read_pixel(pixel.position + away);
            }
            return vec4(sum.rgb / 9.0, pixel.uv.x * f32(pixel.size.y));
        }
        @fragment
        fn custom(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
            return written_custom(effect0_effect(effect_pixel_of(vec2<i32>(place.xy))));
        }";
    format!("{effects}{pixel}{own}{function}")
}

/// A variant of a shader, for a pipeline.
struct Variant<'a> {
    name: String,
    module: &'a Module,
    info: &'a ModuleInfo,
    entries: [(ShaderStage, &'static str); 2],
}

/// Calls `check` with each variant of all shaders: with or without filtering, in sRGB values or in linear light, and
/// multiplying or not.
fn each_variant(check: impl Fn(&Variant<'_>)) {
    // `unpack2x16float`, which a shader calls, needs the first capability. All these languages have the function.
    let needed = Capabilities::SHADER_FLOAT16_IN_FLOAT32 | Capabilities::DUAL_SOURCE_BLENDING;
    for (source, [vertex, fragment]) in &shaders() {
        let entries = [
            (ShaderStage::Vertex, *vertex),
            (ShaderStage::Fragment, *fragment),
        ];
        let mut module = naga::front::wgsl::parse_str(source)
            .unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)));
        // A pipeline has one entry of each stage.
        let is_used = |name: &str| entries.iter().any(|(_, entry)| *entry == name);
        module.entry_points.retain(|entry| is_used(&entry.name));
        let info = Validator::new(ValidationFlags::all(), needed).validate(&module);
        let info = info.unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)));
        for bits in 0..8_u8 {
            let names = ["linear_filter", "linear_light", "multiply"];
            let values = [0, 1, 2].map(|bit| f64::from(bits >> bit & 1));
            let named = names.into_iter().map(str::to_owned).zip(values);
            let has = |name: &String| {
                module
                    .overrides
                    .iter()
                    .any(|(_, of_it)| of_it.name.as_ref() == Some(name))
            };
            let constants = PipelineConstants::from_iter(named.filter(|(name, _)| has(name)));
            let (module, info) = process_overrides(&module, &info, None, &constants).unwrap();
            check(&Variant {
                name: format!("{}: filter, light, multiply {values:?}", entries[0].1),
                module: &module,
                info: &info,
                entries,
            });
        }
    }
}

/// Returns whether a program accepts this source. `None` if the program is not installed.
fn is_accepted(program: &str, arguments: &[&str], source: &[u8]) -> Option<Result<(), String>> {
    let found = std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|at| at.join(program).is_file()));
    if !found {
        let required = std::env::var_os("DAMSELFLY_REQUIRE_SHADER_TOOLS").is_some();
        assert!(!required, "{program} is not installed");
        eprintln!("skipped: {program} is not installed");
        return None;
    }
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Errors are ignored, because the program may stop reading at the first error in the source.
    let _ = child.stdin.take().unwrap().write_all(source);
    let output = child.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    Some(if output.status.success() {
        Ok(())
    } else {
        Err(text)
    })
}

fn vulkan(module: &Module, info: &ModuleInfo) -> Vec<u8> {
    let words = spv::write_vec(module, info, &spv::Options::default(), None).unwrap();
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn vulkan_reads_it() {
    each_variant(|variant| {
        let Variant {
            name: variant,
            module,
            info,
            ..
        } = variant;
        let bytes = vulkan(module, info);
        // SPIR-V starts with this magic number.
        assert_eq!(bytes[..4], 0x0723_0203_u32.to_le_bytes());
        if let Some(accepted) =
            is_accepted("spirv-val", &["--target-env", "vulkan1.0", "-"], &bytes)
        {
            assert_eq!(accepted, Ok(()), "{variant}");
        }
    });
}

/// Damaged SPIR-V must be rejected, which proves that the program reads its input.
#[test]
fn a_damaged_shader_is_refused() {
    each_variant(|variant| {
        let Variant {
            name: variant,
            module,
            info,
            ..
        } = variant;
        let mut bytes = vulkan(module, info);
        bytes.truncate(bytes.len() - 8);
        if let Some(accepted) =
            is_accepted("spirv-val", &["--target-env", "vulkan1.0", "-"], &bytes)
        {
            assert!(accepted.is_err(), "{variant}");
        }
    });
}

#[test]
fn direct_3d_reads_it() {
    each_variant(|variant| {
        let Variant {
            name: variant,
            module,
            info,
            entries,
        } = variant;
        let options = hlsl::Options {
            shader_model: hlsl::ShaderModel::V5_1,
            ..hlsl::Options::default()
        };
        let pipeline = hlsl::PipelineOptions::default();
        let mut text = String::new();
        let written = hlsl::Writer::new(&mut text, &options, &pipeline).write(module, info, None);
        let names = written.unwrap().entry_point_names;
        let names: Vec<_> = names.into_iter().map(|name| name.unwrap()).collect();
        assert_eq!(names, entries.map(|(_, entry)| entry), "{variant}");
        for ((stage, _), name) in entries.iter().zip(&names) {
            let stage = if *stage == ShaderStage::Vertex {
                "vert"
            } else {
                "frag"
            };
            let arguments = [
                "--stdin",
                "-D",
                "-V",
                "-e",
                name,
                "-S",
                stage,
                "--auto-map-bindings",
                "-o",
            ];
            let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hlsl-{stage}.spv"));
            let arguments = [&arguments[..], &[out.to_str().unwrap()]].concat();
            if let Some(accepted) = is_accepted("glslangValidator", &arguments, text.as_bytes()) {
                assert_eq!(accepted, Ok(()), "{variant}, {stage}");
            }
        }
    });
}

#[test]
fn it_is_written_for_metal() {
    each_variant(|variant| {
        let Variant {
            name: variant,
            module,
            info,
            entries,
        } = variant;
        let pipeline = msl::PipelineOptions::default();
        let options = msl::Options {
            lang_version: (2, 0),
            ..msl::Options::default()
        };
        let (text, written) = msl::write_string(module, info, &options, &pipeline).unwrap();
        let names: Vec<_> = written
            .entry_point_names
            .into_iter()
            .map(|name| name.unwrap())
            .collect();
        assert_eq!(names, entries.map(|(_, entry)| entry), "{variant}");
        let [(_, project), (_, shade)] = entries;
        for function in [
            format!("vertex {project}Output {project}("),
            format!("fragment {shade}Output {shade}("),
        ] {
            assert!(text.contains(&function), "{variant}: {function}\n{text}");
        }
    });
}

#[test]
fn open_gl_reads_it() {
    each_variant(|variant| {
        let Variant {
            name: variant,
            module,
            info,
            entries,
        } = variant;
        let options = glsl::Options {
            version: glsl::Version::Desktop(430),
            ..glsl::Options::default()
        };
        for &(stage, entry) in entries {
            let pipeline = glsl::PipelineOptions {
                shader_stage: stage,
                entry_point: entry.to_owned(),
                multiview: None,
            };
            let mut text = String::new();
            let policies = BoundsCheckPolicies::default();
            glsl::Writer::new(&mut text, module, info, &options, &pipeline, policies)
                .unwrap()
                .write()
                .unwrap();
            let stage = if stage == ShaderStage::Vertex {
                "vert"
            } else {
                "frag"
            };
            let arguments = ["--stdin", "-S", stage];
            if let Some(accepted) = is_accepted("glslangValidator", &arguments, text.as_bytes()) {
                assert_eq!(accepted, Ok(()), "{variant}, {stage}\n{text}");
            }
        }
    });
}
