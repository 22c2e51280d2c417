//! Finds the types of a shader: declarations of structures and aliases, and arrays in other code.

use super::fault::ShaderFault;
use super::tokens::{self, Token};

/// The types of a shader as a text of its own.
pub(in crate::render) struct TypeText {
    /// The shader with blanks in the place of other code, so that bytes keep their position. Then an alias for each array
    /// of that code.
    pub(in crate::render) text: String,
    /// Where those arrays are: the byte of `text`, and that of the shader.
    arrays: Vec<[usize; 2]>,
}

impl TypeText {
    /// Returns the types of a shader.
    ///
    /// # Errors
    /// See [`tokens::split`].
    pub(in crate::render) fn of(shader: &str) -> Result<Self, ShaderFault> {
        let tokens = tokens::split(shader)?;
        let mut text = String::with_capacity(shader.len() * 2);
        let mut aliases: Vec<&str> = Vec::new();
        let mut places = Vec::new();
        let mut number = 0;
        let mut depth = 0_usize;
        while let Some(token) = tokens.get(number) {
            let is_declaration = depth == 0 && matches!(token.text, "struct" | "alias");
            let end = match token.text {
                _ if is_declaration => end_of_declaration(&tokens, number),
                "array" => end_of_array(&tokens, number),
                "{" => {
                    depth += 1;
                    None
                }
                "}" => {
                    depth = depth.saturating_sub(1);
                    None
                }
                _ => None,
            };
            let Some(last) = end else {
                number += 1;
                continue;
            };
            let range = token.at..last.at + last.text.len();
            if is_declaration {
                let written = text.len();
                blank(&mut text, &shader[written..range.start]);
                text.push_str(&shader[range.clone()]);
            } else {
                aliases.push(&shader[range.clone()]);
                places.push(range.start);
            }
            number += tokens[number..]
                .iter()
                .take_while(|token| token.at < range.end)
                .count();
        }
        let written = text.len();
        blank(&mut text, &shader[written..]);
        let mut arrays = Vec::with_capacity(places.len());
        for (index, (alias, place)) in aliases.into_iter().zip(places).enumerate() {
            text += &format!("\nalias damselfly_array_{index} = ");
            arrays.push([text.len(), place]);
            text += &format!("{alias};");
        }
        Ok(Self { text, arrays })
    }

    /// Returns the byte of the shader for a byte of the text.
    pub(in crate::render) fn position(&self, at: usize) -> usize {
        let before = self.arrays.iter().rev().find(|[start, _]| *start <= at);
        before.map_or(at, |[start, place]| place + (at - start))
    }
}

/// Adds blanks as long as a text. Line breaks stay.
fn blank(to: &mut String, text: &str) {
    to.extend(
        text.bytes()
            .map(|byte| if byte == b'\n' { '\n' } else { ' ' }),
    );
}

/// Returns the last token of the declaration at a token. `None` without an end.
fn end_of_declaration<'a>(tokens: &[Token<'a>], from: usize) -> Option<Token<'a>> {
    let end = if tokens[from].text == "struct" {
        "}"
    } else {
        ";"
    };
    tokens[from..]
        .iter()
        .find(|token| token.text == end)
        .copied()
}

/// Returns the last token of the type of an array. `None` if it has none.
fn end_of_array<'a>(tokens: &[Token<'a>], from: usize) -> Option<Token<'a>> {
    let mut depth = 0_usize;
    for token in &tokens[from + 1..] {
        match token.text {
            "<" => depth += 1,
            ">" if depth == 1 => return Some(*token),
            ">" => depth = depth.checked_sub(1)?,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_keep_their_position_and_arrays_become_aliases() {
        let shader = "const a = 1;\nstruct B { c: array<f32, 2> }\nfn d() { var e: array<array<B, 3>, 4>; }\nalias F = B;";
        let types = TypeText::of(shader).unwrap();
        let expected = format!(
            "{}\nstruct B {{ c: array<f32, 2> }}\n{}\nalias F = B;\nalias damselfly_array_0 = array<array<B, 3>, 4>;",
            " ".repeat(12),
            " ".repeat(40)
        );
        assert_eq!(types.text, expected);
        let at = types.text.rfind("array<B").unwrap();
        assert_eq!(types.position(at), shader.find("array<B").unwrap());
        assert_eq!(types.position(20), 20);
    }
}
