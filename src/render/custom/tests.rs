//! Checks of texts without a device.

use super::*;
use proptest::prelude::*;

const PLAIN: &str = "fn material(sprite: SpriteTexel) -> vec4<f32> { return sprite.color; }";

/// Returns the error of a material: its line, its column and its reason.
fn fault(text: &str) -> (u32, u32, String) {
    let fault = checked(CustomKind::Material, 3, text).expect_err(text);
    let [line, column] = fault.place(text);
    (line, column, fault.what)
}

/// Returns a material whose function has these statements before its last.
fn with_statements(statements: &str) -> String {
    format!(
        "fn material(sprite: SpriteTexel) -> vec4<f32> {{\n{statements}\nreturn sprite.color;\n}}"
    )
}

#[test]
fn words_that_no_shader_may_have_are_errors_with_their_place() {
    let cases = [
        ("\n  enable f16;", (2, 3), "directives are the engine's"),
        ("override size: f32;", (1, 1), "directives are the engine's"),
        (
            "@group(0) @binding(0) var t: texture_2d<f32>;",
            (1, 1),
            "entry points, bindings and layouts are the engine's",
        ),
        (
            "@fragment fn main() {}",
            (1, 1),
            "entry points, bindings and layouts are the engine's",
        ),
        (
            "var<private> a: i32;",
            (1, 1),
            "a variable at module scope is not available",
        ),
        (
            "fn a() { discard; }",
            (1, 10),
            "a shader cannot discard a pixel",
        ),
        (
            "fn a(b: f32) -> f32 { return dpdx(b); }",
            (1, 30),
            "derivatives are not available",
        ),
        (
            "fn a() { workgroupBarrier(); }",
            (1, 10),
            "barriers and atomics are not available",
        ),
        (
            "fn a(b: ptr<workgroup, i32>) {}",
            (1, 13),
            "a pointer to this memory is not available",
        ),
        ("fn read_texel() {}", (1, 4), "`read_texel` is the engine's"),
        ("struct vec4 { a: f32 }", (1, 8), "`vec4` is the engine's"),
        (
            "const a = array<f32, 500>();",
            (1, 22),
            "the length of an array is not a number of at most 256",
        ),
        (
            "const n = 9; var<private> b: array<f32, n>;",
            (1, 14),
            "a variable at module scope",
        ),
        (
            "const n = 9; alias b = array<vec2<f32>, n>;",
            (1, 41),
            "the length of an array is not a number",
        ),
        (
            "/* a /* b */",
            (1, 1),
            "expected `*/` at the end of a comment",
        ),
        (
            "// ä is fine here\nfn ä() {}",
            (2, 4),
            "expected ASCII outside of comments",
        ),
    ];
    for (text, place, expected) in cases {
        let (line, column, what) = fault(&format!("{text}\n{PLAIN}"));
        assert!(what.contains(expected), "{text}: {what}");
        assert_eq!((line, column), place, "{text}: {what}");
    }
}

#[test]
fn a_text_without_the_function_is_an_error() {
    let expected = "expected a function `fn material(sprite: SpriteTexel) -> vec4<f32>`";
    assert_eq!(fault("const a = 1;"), (1, 13, expected.to_owned()));
    assert_eq!(fault(""), (1, 1, expected.to_owned()));
}

#[test]
fn deep_and_long_texts_are_errors() {
    let nested =
        |open: &str, close: &str, depth: usize| [open.repeat(depth), close.repeat(depth)].join("1");
    let parentheses = format!("let a = {};", nested("(", ")", 10_000));
    let blocks = nested("if true { ", " }", 5000).replace('1', ";");
    let chain = format!("if true {{}} {}", "else if true {} ".repeat(3000));
    let sum = format!("let a = 1{};", " + 1".repeat(2000));
    let minus = format!("let a = {}1;", "- ".repeat(5000));
    let members = format!("let a = sprite.color{};", ".xyzw".repeat(2000));
    for (text, expected) in [
        (parentheses, "nested deeper than 40 levels"),
        (blocks, "nested deeper than 40 levels"),
        (chain, "nested deeper than 40 levels"),
        (sum, "a statement has more than"),
        (minus, "a statement has more than"),
        (members, "a statement has more than"),
    ] {
        let (line, _, what) = fault(&with_statements(&text));
        assert!(what.contains(expected), "{what}");
        assert_eq!(line, 2);
    }
}

#[test]
fn names_of_a_shader_get_a_prefix_but_members_do_not() {
    let text = "struct color { size: f32, helper: f32 }\n\
                fn helper(size: f32) -> f32 { return size; } // helper\n\
                fn material(sprite: SpriteTexel) -> vec4<f32> {\n\
                let helper = color(helper(1.0), 2.0);\n\
                return sprite.color * helper.helper; }\n";
    let tokens = tokens::split(text).unwrap();
    let declared = rules::check(CustomKind::Material, text, &tokens).unwrap();
    let code = names::prefixed(text, &tokens, &declared, "m_");
    let expected = "struct m_color { size: f32, helper: f32 }\n\
                    fn m_helper(size: f32) -> f32 { return size; } // helper\n\
                    fn m_material(sprite: SpriteTexel) -> vec4<f32> {\n\
                    let m_helper = m_color(m_helper(1.0), 2.0);\n\
                    return sprite.color * m_helper.helper; }\n";
    assert_eq!(code, expected);
}

/// A material with most of the language, whose parts tests change.
const RICH: &str = "
    // A comment /* with another */
    const STEPS = 4;
    alias Color = vec4<f32>;
    struct Sum { color: Color, weight: f32 }
    const WEIGHTS = array<f32, 4>(1.0, 2.0, 3.0, 4.0);
    fn add(sum: ptr<function, Sum>, color: Color, weight: f32) {
        (*sum).color += color * weight;
        (*sum).weight += weight;
    }
    fn material(sprite: SpriteTexel) -> vec4<f32> {
        var sum = Sum(Color(), 0.0);
        let at = vec2<i32>(floor(sprite.position));
        for (var y = 0; y < STEPS; y++) {
            for (var x = 8u; x > 0u; x -= 2u) {
                if x == 4u { continue; }
                add(&sum, read_texel(at + vec2(i32(x), y)), WEIGHTS[y]);
            }
        }
        switch at.x % 3 {
            case 0: { return sum.color / max(sum.weight, 1.0); }
            case 1, 2: { return mix(sprite.color, sprite.material_color, sprite.parameters.x); }
            default: {}
        }
        return select(sprite.color, Color(sprite.uv, sprite.size), sprite.uv.x > 0.5);
    }";

#[test]
fn a_material_may_have_most_of_the_language() {
    assert_eq!(checked(CustomKind::Material, 3, RICH).map(|_| ()), Ok(()));
    let effect = "fn effect(pixel: EffectPixel) -> vec4<f32> {
        return read_pixel(pixel.size - 1 - pixel.position) * pixel.parameters[7] + pixel.color * pixel.length * pixel.uv.x;
    }";
    assert_eq!(checked(CustomKind::Effect, 31, effect).map(|_| ()), Ok(()));
}

#[cfg(feature = "gpu")]
mod compiled {
    use super::*;

    #[test]
    fn mistakes_are_errors_with_line_column_and_reason() {
        let cases = [
            ("let a = ;", (2, 9), "expected"),
            ("let a: i32 = 1.5;", (2, 5), "expected to be `i32`"),
            ("let a = unknown(1);", (2, 9), "unknown"),
            ("let a = vec3(1.0) + vec2(1.0);", (2, 9), ""),
            ("sprite.color = vec4(1.0);", (2, 1), ""),
            (
                "var a: array<array<array<f32, 100>, 100>, 100>;",
                (2, 8),
                "a value has 4000000 bytes, expected at most 1024",
            ),
            ("let a = textureSample(1, 2, vec2(1.0));", (2, 23), ""),
        ];
        for (statements, place, expected) in cases {
            let (line, column, what) = fault(&with_statements(statements));
            assert!(
                what.contains(expected) && !what.is_empty(),
                "{statements}: {what}"
            );
            assert_eq!((line, column), place, "{statements}: {what}");
        }
    }

    #[test]
    fn a_function_with_another_signature_is_an_error() {
        for text in [
            "fn material(sprite: SpriteTexel) -> vec3<f32> { return sprite.color.rgb; }",
            "fn material(sprite: SpriteTexel) {}",
            "fn material() -> vec4<f32> { return vec4(1.0); }",
            "fn material(color: vec4<f32>) -> vec4<f32> { return color; }",
        ] {
            let (line, _, what) = fault(text);
            assert_eq!(
                (line, what.as_str()),
                (
                    1,
                    "expected `fn material(sprite: SpriteTexel) -> vec4<f32>`"
                )
            );
        }
    }

    #[test]
    fn recursive_functions_are_errors() {
        let text = format!("fn a() {{ b(); }}\nfn b() {{ a(); }}\n{PLAIN}");
        let (line, _, what) = fault(&text);
        assert!(line <= 2 && what.contains("cyclic"), "{line}: {what}");
    }

    #[test]
    fn loops_without_constant_bounds_are_errors() {
        for statements in [
            "loop { if sprite.uv.x > 2.0 { break; } }",
            "while sprite.uv.x > 0.5 {}",
            "for (;;) { break; }",
            "for (var i = 0; i < i32(sprite.uv.x); i++) {}",
            "for (var i = i32(sprite.uv.x); i < 8; i++) {}",
            "for (var i = 0; i < 8; i--) {}",
            "for (var i = 0; i < 8; i += 0) {}",
            "for (var i = 8u; i >= 0u; i--) {}",
            "for (var i = 0; i != 7; i += 2) {}",
            "for (var i = 0.0; i < 1.0; i += 0.1) {}",
            "for (var i = 0; i < 8; i++) { i = 0; }",
            "for (var i = 0; i < 8; i++) { let p = &i; *p -= 1; }",
            "for (var i = 0; i < 8; i++) { for (i = 0; i < 2; i++) {} }",
            "var i = 0; let old = i; for (; old < 8; i++) {}",
            "var i = 0; let old = i; for (; i < 8; i = old + 1) {}",
            "var i = 0; if sprite.uv.x > 0.5 { i = -2147483640; } for (; i < 8; i++) {}",
            "var i = 0; for (var j = 0; j < 9; j++) { for (; i < 8; i++) {} i -= 8; }",
        ] {
            let (line, _, what) = fault(&with_statements(statements));
            assert!(
                what.contains("expected a loop with constant bounds"),
                "{statements}: {what}"
            );
            assert_eq!(line, 2, "{statements}");
        }
    }

    #[test]
    fn loops_with_constant_bounds_are_valid() {
        for statements in [
            "for (var i = 0; i < 8; i++) {}",
            "for (var i = 8; 0 <= i; i -= 3) { continue; }",
            "const n = 3 * 4; for (var i = -n; i <= n; i = 2 + i) { if i == 3 { break; } }",
            "for (var i = 0; i < 8; i++) { for (var j = 0; j < 8; j++) {} }",
            "var i: i32; for (; i < 8; i++) {} ",
            "var i = 5; i = 0; for (; i < 8; i++) {} i = 0; for (; i < 8; i++) {}",
        ] {
            let text = with_statements(statements);
            assert_eq!(
                checked(CustomKind::Material, 0, &text).map(|_| ()),
                Ok(()),
                "{statements}"
            );
        }
    }

    #[test]
    fn shaders_that_cost_too_much_are_errors() {
        let nested =
            with_statements("for (var i = 0; i < 700; i++) { for (var j = 0; j < 700; j++) {} }");
        let mut calls = "fn f0() {}\n".to_owned();
        for number in 1..30 {
            let before = number - 1;
            calls += &format!("fn f{number}() {{ f{before}(); f{before}(); }}\n");
        }
        calls += &with_statements("f29();");
        let mut wide = "fn f0(a: f32) -> f32 { return a + a * a; }\n".to_owned();
        for number in 1..14 {
            let before = number - 1;
            wide +=
                &format!("fn f{number}(a: f32) -> f32 {{ return f{before}(a) + f{before}(a); }}\n");
        }
        wide += &with_statements("let a = f13(1.0);");
        let variables: String = (0..20)
            .map(|number| format!("var a{number}: array<vec4<f32>, 60>;\n"))
            .collect();
        for (text, expected) in [
            (
                nested,
                "operations, with those of called functions: expected at most 1048576",
            ),
            (calls, "operations"),
            (
                wide,
                "expressions, with those of called functions: expected at most 20000",
            ),
            (with_statements(&variables), "bytes of variables"),
        ] {
            let (_, _, what) = fault(&text);
            assert!(what.contains(expected), "{what}");
        }
    }

    /// naga copies constants: each line doubles what the one before needs.
    #[test]
    fn constants_of_constants_are_errors_at_once() {
        let mut arrays = "alias A0 = array<f32, 2>;\nconst a0 = A0(1.0, 2.0);\n".to_owned();
        let mut structures = "struct S0 { a: f32, b: f32 }\nconst s0 = S0(1.0, 2.0);\n".to_owned();
        let mut inline = "const i0 = array<f32, 2>(1.0, 2.0);\n".to_owned();
        let mut ty = "array<f32, 2>".to_owned();
        for n in 1..28 {
            let m = n - 1;
            arrays += &format!("alias A{n} = array<A{m}, 2>;\nconst a{n} = A{n}(a{m}, a{m});\n");
            structures +=
                &format!("struct S{n} {{ a: S{m}, b: S{m} }}\nconst s{n} = S{n}(s{m}, s{m});\n");
            ty = format!("array<{ty}, 2>");
            inline += &format!("const i{n} = {ty}(i{m}, i{m});\n");
        }
        for text in [arrays, structures, inline] {
            let (_, _, what) = fault(&(text + PLAIN));
            assert!(what.contains("bytes, expected at most 1024"), "{what}");
        }
        let inferred = "const a = array(1.0, 2.0);";
        let (_, _, what) = fault(&format!("{inferred}\n{PLAIN}"));
        assert!(what.contains("expected the type of an array"), "{what}");
    }

    #[test]
    fn code_after_any_line_break_of_a_comment_is_checked() {
        for end in ["\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"] {
            let hidden = format!("// a{end}fn f() {{ discard; }}\n{PLAIN}");
            fault(&hidden);
            let clash = format!(
                "// a{end}fn unpack2x16float(x: u32) -> vec2<f32> {{ return vec2(0.0); }}\n{PLAIN}"
            );
            if let Ok(code) = checked(CustomKind::Material, 3, &clash) {
                assert!(code.contains("fn material3_unpack2x16float"), "{code}");
            }
        }
    }

    #[test]
    fn a_missing_bracket_is_an_error_at_the_open_one() {
        let text = "fn material(sprite: SpriteTexel) -> vec4<f32> {\n  if sprite.uv.x > 0.5 {\n  return sprite.color;\n}\n";
        let (line, column, what) = fault(text);
        assert_eq!(
            (line, column, what.as_str()),
            (1, 47, "this bracket is not closed")
        );
        let (line, _, what) = fault(&format!("{PLAIN}\n}}"));
        assert_eq!((line, what.as_str()), (2, "this bracket closes nothing"));
    }

    /// Compilers are recursive: what the rules allow must not need more stack than a thread has.
    #[test]
    fn the_deepest_valid_texts_are_joined_with_the_engine() {
        let nested = |open: &str, close: &str, depth: usize| {
            [open.repeat(depth), close.repeat(depth)].join("1.0")
        };
        let texts = [
            format!("let a = {};", nested("(", ")", 36)),
            nested("if sprite.uv.x > 0.5 { ", " }", 36).replace("1.0", ";"),
            format!(
                "if sprite.uv.x > 0.5 {{}} {}",
                "else if sprite.uv.x > 0.25 {} ".repeat(36)
            ),
            format!("let a = sprite.uv.x{};", " + sprite.uv.x".repeat(120)),
            format!("let a = sprite.uv.x{};", " + 1.0".repeat(120)),
            format!("let a = sprite.color{};", ".xyzw".repeat(450)),
            format!("let a = {}sprite.uv.x;", "- ".repeat(120)),
        ];
        for text in texts {
            let text = with_statements(&text);
            assert_eq!(
                checked(CustomKind::Material, 24, &text).map(|_| ()),
                Ok(()),
                "{text}"
            );
        }
    }

    proptest! {
        /// Changed texts are valid or have an error: nothing panics, overflows the stack or runs without end.
        #[test]
        fn changed_texts_are_valid_or_have_an_error(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4_u8), 1..6),
            byte in prop::sample::select(b"(){}<>;,.@&*+-=!?1u\"/ \n".to_vec()),
        ) {
            let mut text = RICH.as_bytes().to_vec();
            for (first, second, kind) in changes {
                let (at, other) = (first.index(text.len()), second.index(text.len()));
                let (start, end) = (at.min(other), at.max(other).min(at.min(other) + 40));
                match kind {
                    0 => text[at] = byte,
                    1 => text.insert(at, byte),
                    2 => drop(text.drain(start..end)),
                    _ => {
                        let part = text[start..end].to_vec();
                        text.splice(at..at, part);
                    }
                }
            }
            let text = String::from_utf8(text).unwrap();
            if let Err(fault) = checked(CustomKind::Material, 3, &text) {
                let [line, column] = fault.place(&text);
                prop_assert!(line >= 1 && column >= 1 && !fault.what.is_empty());
            }
        }
    }
}

proptest! {
    #[test]
    fn any_characters_are_valid_or_have_an_error(text in "[ -~\n\u{80}-\u{ff}]{0,80}") {
        if let Err(fault) = checked(CustomKind::Effect, 3, &text) {
            prop_assert!(!fault.what.is_empty());
        }
    }
}
