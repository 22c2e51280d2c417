use super::*;
use proc_macro2::TokenTree;
use syn::parse_str;

fn expanded(source: &str) -> Result<String> {
    checksum(&parse_str(source)?).map(|tokens| tokens.to_string().replace(' ', ""))
}

/// Returns the error for a source, and the line and column (from 0) at which it starts.
fn error(source: &str) -> (String, usize, usize) {
    let error = expanded(source).unwrap_err();
    let start = error.span().start();
    (error.to_string(), start.line, start.column)
}

#[test]
fn fields_are_added_in_the_order_of_their_declaration() {
    let code = expanded("struct Hero { reload: u32, nukes: Option<u8> }").unwrap();
    let [reload, nukes] = ["(field_0,sum)", "(field_1,sum)"].map(|at| code.find(at).unwrap());
    assert!(reload < nukes, "{code}");
    assert!(
        code.contains("{reload:reffield_0,nukes:reffield_1,..}"),
        "{code}"
    );
}

#[test]
fn skipped_fields_are_not_added() {
    let code = expanded("struct Hero(u32, #[checksum(skip)] SpriteId, u8);").unwrap();
    assert!(code.contains("{0:reffield_0,2:reffield_2,..}"), "{code}");
    assert_eq!(code.matches("write_checksum(field_").count(), 2, "{code}");
}

#[test]
fn only_parameters_of_fields_that_count_are_bounded() {
    let code =
        expanded("struct Pair<A, B, C> { a: Vec<[A; 2]>, #[checksum(skip)] b: B, c: (u8, C) }");
    let code = code.unwrap();
    let bounds = ["A:", "C:"].map(|name| code.contains(&format!("{name}::damselfly::Checksum")));
    assert_eq!(bounds, [true, true], "{code}");
    assert!(!code.contains("B:::damselfly"), "{code}");
}

#[test]
fn attributes_that_mean_nothing_are_refused_where_they_stand() {
    let skip = "expected `skip`, as in #[checksum(skip)]";
    let source = "struct A {\n    #[checksum(sikp)]\n    a: u8,\n}";
    assert_eq!(error(source), (skip.into(), 2, 15));
    let field = "#[checksum(skip)] belongs to a field";
    assert_eq!(error("#[checksum(skip)]\nstruct A;"), (field.into(), 1, 0));
    let source = "enum A {\n    #[checksum(skip)]\n    B,\n}";
    assert_eq!(error(source), (field.into(), 2, 4));
}

#[test]
fn unions_are_refused() {
    let (message, line, _) = error("\nunion A { a: u8, b: i8 }");
    assert!(message.starts_with("a union has no checksum"), "{message}");
    assert_eq!(line, 2);
}

#[test]
fn a_type_without_a_checksum_is_an_error_at_its_field() {
    let source = "struct Hero {\n    reload: u32,\n    sprite: SpriteId,\n}";
    let tokens = checksum(&parse_str(source).unwrap()).unwrap();
    let mut places = Vec::new();
    collect(tokens, &mut places);
    // The compiler reports a missing implementation at the start of the call's path, which must be the field's type.
    assert_eq!(places, [(2, 12), (3, 12)]);
}

/// Appends the line and column of each call of `write_checksum`.
fn collect(tokens: TokenStream, places: &mut Vec<(usize, usize)>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) if name == "write_checksum" => {
                let start = name.span().start();
                // The name in the method's definition is generated, so its line is not a line of the source.
                if start.line > 1 {
                    places.push((start.line, start.column));
                }
            }
            TokenTree::Group(group) => collect(group.stream(), places),
            _ => {}
        }
    }
}
