//! `#[derive(Checksum)]` of the crate `damselfly`, which re-exports it. Use it from there.

mod bounds;
mod expand;

use proc_macro::TokenStream;

/// Implements `damselfly::Checksum`: adds all fields to the checksum, in the order of their declaration. Each field's
/// type implements `Checksum`, too.
///
/// An enum adds the number of its variant first, as a `u32` that counts variants from 0 in the order of their
/// declaration. A type parameter has to implement `Checksum` if a field that counts has it in its type.
///
/// `#[checksum(skip)]` leaves out a field that cannot affect a later step, such as the id of a sprite.
#[proc_macro_derive(Checksum, attributes(checksum))]
pub fn derive_checksum(input: TokenStream) -> TokenStream {
    syn::parse(input)
        .and_then(|input| expand::checksum(&input))
        .unwrap_or_else(|error| error.into_compile_error())
        .into()
}
