//! The trait bounds that the derive macro adds to type parameters.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Generics, Type, WherePredicate, parse_quote};

/// Adds the bound `Checksum` to each type parameter that occurs in the type of a field.
///
/// Other parameters need no bound: a skipped field may have any type.
pub(crate) fn add(generics: &Generics, fields: &[&Type]) -> Generics {
    let mut bounded = generics.clone();
    for parameter in generics.type_params() {
        let name = &parameter.ident;
        if fields.iter().any(|of| mentions(of.to_token_stream(), name)) {
            let bound: WherePredicate = parse_quote!(#name: ::damselfly::Checksum);
            bounded.make_where_clause().predicates.push(bound);
        }
    }
    bounded
}

/// Returns whether a type contains an identifier.
fn mentions(of: TokenStream, name: &Ident) -> bool {
    of.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}
