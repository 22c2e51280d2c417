//! Properties over sprites and files that nobody wrote by hand. The corpus is in `tests/scene/text_sprites.rs`.

use proptest::prelude::*;

use super::*;

/// Characters that lean towards what could be taken for a keyword.
fn cell() -> impl Strategy<Value = char> {
    prop::sample::select(vec!['e', 'n', 'd', 'o', 'f', ' ', '#', 'é', '█', '/'])
}

/// Inks, and which of the cells have them.
fn inks(cells: usize) -> impl Strategy<Value = Inks> {
    let letters = vec!['e', 'n', 'd', '#', '.'];
    let palette = prop::sample::subsequence(letters, 0..=5).prop_shuffle();
    let colors = prop::collection::vec(any::<[u8; 3]>(), 5);
    let picks = prop::collection::vec(0u8..=5, cells);
    (palette, colors, picks).prop_map(|(letters, colors, picks)| {
        let colors = colors.into_iter().map(|[r, g, b]| Color::rgb(r, g, b));
        let palette: Vec<_> = letters.into_iter().zip(colors).collect();
        let most = u8::try_from(palette.len()).unwrap();
        let cells = picks.into_iter().map(|pick| pick.min(most));
        match most {
            0 => Inks::default(),
            _ => Inks {
                palette,
                cells: cells.collect(),
            },
        }
    })
}

fn sprite() -> impl Strategy<Value = TextSprite> {
    let size = (1u16..4, 1u16..5, 1u16..4);
    size.prop_flat_map(|(frames, width, height)| {
        let count = usize::from(frames) * usize::from(width) * usize::from(height);
        let cells = prop::collection::vec(cell(), count);
        let looks = (any::<[u8; 3]>(), prop::option::of(Just('#')));
        (cells, any::<u16>(), looks, inks(count)).prop_map(
            move |(cells, slowdown, ([r, g, b], transparency), inks)| TextSprite {
                color: Color::rgb(r, g, b),
                slowdown,
                transparency,
                layout: Layout::Tagged,
                anchor: Anchor::Center,
                width,
                height,
                cells,
                inks,
            },
        )
    })
}

proptest! {
    #[test]
    fn a_printed_sprite_reads_as_itself(sprite in sprite()) {
        let printed = sprite.to_file_string();
        let token = sprite.transparency.is_none() && sprite.inks().is_empty();
        let layout = if token { Layout::Token } else { Layout::Tagged };
        let expected = TextSprite { layout, ..sprite };
        prop_assert_eq!(TextSprite::parse("printed", printed.as_bytes()), Ok(expected));
    }

    #[test]
    fn a_sprite_printed_in_the_token_layout_loses_only_what_the_layout_cannot_express(sprite in sprite()) {
        let printed = sprite.to_token_string();
        let expected = TextSprite {
            layout: Layout::Token,
            transparency: None,
            inks: Inks::default(),
            ..sprite
        };
        prop_assert_eq!(TextSprite::parse("printed", printed.as_bytes()), Ok(expected));
    }

    #[test]
    fn lines_in_any_order_give_a_sprite_or_an_error_with_its_place(
        picks in prop::collection::vec(0usize..16, 0..30),
    ) {
        const LINES: [&str; 16] = [
            "frames 1", "width 3", "height 1", "color red", "slowdown 2", "<HEADER>", "</HEADER>", "<BODY>",
            "</BODY>", "end", "eof", "abc", "1", "", "ink a red", "ink",
        ];
        let text: String = picks.iter().map(|&pick| LINES[pick].to_owned() + "\n").collect();
        if let Err(error) = TextSprite::parse("a.spr", text.as_bytes()) {
            prop_assert!(error.line >= 1 && error.line <= picks.len().max(1));
            prop_assert!(error.column >= 1);
        }
    }

    #[test]
    fn any_bytes_at_all_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Err(error) = TextSprite::parse("a.spr", &bytes) {
            prop_assert!(error.to_string().starts_with("a.spr:"));
        }
    }
}
