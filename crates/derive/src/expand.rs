//! Generates the implementation of `Checksum`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Data, DataEnum, DeriveInput, Error, Field, Fields, Member, Result, Type};

use crate::bounds;

/// Returns `impl Checksum` for a struct or an enum.
///
/// # Errors
///
/// Fails for a union, and for any attribute other than `#[checksum(skip)]` of a field.
pub(crate) fn checksum(input: &DeriveInput) -> Result<TokenStream> {
    refuse_attributes(&input.attrs)?;
    let mut counted = Vec::new();
    let body = match &input.data {
        Data::Struct(of) => {
            let (pattern, adds) = fields(&of.fields, &mut counted)?;
            quote!(let Self #pattern = *self; #adds)
        }
        Data::Enum(of) => variants(of, &mut counted)?,
        Data::Union(of) => {
            let message = "a union has no checksum, because its field in use is not known";
            return Err(Error::new(of.union_token.span(), message));
        }
    };
    let name = &input.ident;
    let generics = bounds::add(&input.generics, &counted);
    let (parameters, arguments, bounds) = generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #parameters ::damselfly::Checksum for #name #arguments #bounds {
            fn write_checksum(&self, sum: &mut ::damselfly::ChecksumWriter) {
                // Avoids a warning about an unused argument for a type without fields.
                let _ = &sum;
                #body
            }
        }
    })
}

/// Returns a `match` that adds a variant's number and its fields.
fn variants<'a>(of: &'a DataEnum, counted: &mut Vec<&'a Type>) -> Result<TokenStream> {
    let mut arms = TokenStream::new();
    for (number, variant) in (0_u32..).zip(&of.variants) {
        refuse_attributes(&variant.attrs)?;
        let name = &variant.ident;
        let (pattern, adds) = fields(&variant.fields, counted)?;
        arms.extend(quote!(Self::#name #pattern => { sum.u32(#number); #adds }));
    }
    // Matches `*self`: a match without arms is valid for an enum without variants, but not for a reference to it.
    Ok(quote!(match *self { #arms }))
}

/// Returns a pattern that binds all fields without `skip`, and the statements that add them. Appends their types to
/// `counted`.
fn fields<'a>(of: &'a Fields, counted: &mut Vec<&'a Type>) -> Result<(TokenStream, TokenStream)> {
    let (mut pattern, mut adds) = (TokenStream::new(), TokenStream::new());
    for (index, field) in of.iter().enumerate() {
        if is_skipped(field)? {
            continue;
        }
        let member = match &field.ident {
            Some(name) => Member::Named(name.clone()),
            None => Member::Unnamed(index.into()),
        };
        // Binds to a new name, because a field may be called `sum`.
        let bound = Ident::new(&format!("field_{index}"), Span::mixed_site());
        pattern.extend(quote!(#member: ref #bound,));
        // With the span of the type, the compiler reports a missing `Checksum` at the field's type.
        adds.extend(quote_spanned! {field.ty.span()=>
            ::damselfly::Checksum::write_checksum(#bound, sum);
        });
        counted.push(&field.ty);
    }
    Ok((quote!({ #pattern .. }), adds))
}

/// Returns whether a field has `#[checksum(skip)]`.
fn is_skipped(field: &Field) -> Result<bool> {
    let mut skip = false;
    for attribute in own(&field.attrs) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("skip") {
                skip = true;
                Ok(())
            } else {
                Err(meta.error("expected `skip`, as in #[checksum(skip)]"))
            }
        })?;
    }
    Ok(skip)
}

/// Rejects attributes of the macro that do not belong to a field.
fn refuse_attributes(attributes: &[Attribute]) -> Result<()> {
    match own(attributes).next() {
        None => Ok(()),
        Some(attribute) => {
            let message = "#[checksum(skip)] belongs to a field";
            Err(Error::new(attribute.span(), message))
        }
    }
}

fn own(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("checksum"))
}

#[cfg(test)]
mod tests;
