//! Properties over sprites and files that nobody wrote by hand. The corpus is in `tests/text_sprites.rs`.

use proptest::prelude::*;

use super::*;

/// Characters that lean towards what could be taken for a keyword.
fn cell() -> impl Strategy<Value = char> {
    prop::sample::select(vec!['e', 'n', 'd', 'o', 'f', ' ', '#', 'é', '█', '/'])
}

fn sprite() -> impl Strategy<Value = TextSprite> {
    let size = (1u16..4, 1u16..5, 1u16..4);
    size.prop_flat_map(|(frames, width, height)| {
        let count = usize::from(frames) * usize::from(width) * usize::from(height);
        let cells = prop::collection::vec(cell(), count);
        (cells, any::<u16>(), any::<[u8; 3]>()).prop_map(move |(cells, slowdown, [r, g, b])| {
            TextSprite {
                color: Color::rgb(r, g, b),
                slowdown,
                transparency: None,
                layout: Layout::Token,
                width,
                height,
                cells,
            }
        })
    })
}

proptest! {
    #[test]
    fn a_printed_sprite_reads_as_itself(sprite in sprite()) {
        let printed = sprite.to_token_string();
        prop_assert_eq!(TextSprite::parse("printed", printed.as_bytes()), Ok(sprite));
    }

    #[test]
    fn lines_in_any_order_end_in_a_sprite_or_a_place(
        picks in prop::collection::vec(0usize..14, 0..30),
    ) {
        const LINES: [&str; 14] = [
            "frames 1", "width 3", "height 1", "color red", "slowdown 2", "<HEADER>", "</HEADER>", "<BODY>",
            "</BODY>", "end", "eof", "abc", "1", "",
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
