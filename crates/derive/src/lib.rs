//! `#[derive(Checksum)]` of the crate `damselfly`. Use it through `damselfly`, which re-exports it.

mod bounds;
mod expand;

use proc_macro::TokenStream;

/// Implements `damselfly::Checksum`: adds all fields that are not skipped to the checksum, in the order of their
/// declaration. The types of these fields must implement `Checksum`, too.
///
/// An enum first adds the number of its variant as a `u32`. Variants are counted from 0 in the order of their
/// declaration. A type parameter must implement `Checksum` if it occurs in the type of a field that is not skipped.
///
/// `#[checksum(skip)]` leaves out a field that cannot affect a later step, such as the id of a sprite.
#[proc_macro_derive(Checksum, attributes(checksum))]
pub fn derive_checksum(input: TokenStream) -> TokenStream {
    syn::parse(input)
        .and_then(|input| expand::checksum(&input))
        .unwrap_or_else(|error| error.into_compile_error())
        .into()
}
