//! The bytes of a sound file's packets: in memory, or in the file.

use core::ops::Range;
use std::fs::File;
use std::io;

use crate::files::read_exact_at;

/// Bytes that contain the packets of a sound.
#[derive(Debug)]
pub(super) enum PacketBytes {
    Memory(Vec<u8>),
    /// Read from the file each time.
    File {
        file: File,
        pieces: FilePieces,
    },
}

impl PacketBytes {
    /// Returns the bytes in a range. `buffer` holds them if they come from the file.
    ///
    /// # Errors
    /// The file cannot be read, or has become shorter.
    pub(super) fn read<'a>(
        &'a self,
        range: Range<usize>,
        buffer: &'a mut Vec<u8>,
    ) -> io::Result<&'a [u8]> {
        match self {
            Self::Memory(bytes) => Ok(bytes.get(range).unwrap_or_default()),
            Self::File { file, pieces } => {
                buffer.clear();
                buffer.resize(range.len(), 0);
                for (part, position) in pieces.parts(range) {
                    read_exact_at(file, &mut buffer[part], position)?;
                }
                Ok(buffer)
            }
        }
    }
}

/// Positions of bytes in a file. The bytes are divided into ordered pieces, with other data between them.
#[derive(Debug, Default)]
pub(super) struct FilePieces(Vec<FilePiece>);

#[derive(Debug)]
struct FilePiece {
    /// Position of its first byte in all pieces.
    start: u32,
    /// Position of its first byte in the file.
    in_file: u32,
}

impl FilePieces {
    /// Returns a single piece with all bytes of a file.
    pub(super) fn whole() -> Self {
        Self(vec![FilePiece {
            start: 0,
            in_file: 0,
        }])
    }

    /// Adds a piece behind the others. `None` if a position has more than 32 bits.
    pub(super) fn push(&mut self, start: usize, in_file: usize) -> Option<()> {
        let [start, in_file] = [start, in_file].map(|position| u32::try_from(position).ok());
        self.0.push(FilePiece {
            start: start?,
            in_file: in_file?,
        });
        Some(())
    }

    /// Divides a range by pieces. Returns the parts as ranges from its start on, each with its position in the file.
    fn parts(&self, range: Range<usize>) -> impl Iterator<Item = (Range<usize>, u64)> {
        let starts_before = |piece: &FilePiece| piece.start as usize <= range.start;
        let first = self.0.partition_point(starts_before).saturating_sub(1);
        let Range { start, end } = range;
        let ends = self.0[first..].iter().skip(1);
        let ends = ends.map(|next| next.start as usize).chain([usize::MAX]);
        let pieces = self.0[first..].iter().zip(ends);
        pieces
            .take_while(move |(piece, _)| (piece.start as usize) < end)
            .map(move |(piece, piece_end)| {
                let from = start.max(piece.start as usize);
                let part = from - start..end.min(piece_end) - start;
                let position = u64::from(piece.in_file) + (from - piece.start as usize) as u64;
                (part, position)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranges_of_pieces_are_read_from_their_positions(
            sizes in prop::collection::vec((0..9_usize, 0..9_usize), 1..12),
            ends in any::<[prop::sample::Index; 2]>(),
        ) {
            // Byte number n of all pieces is at position `expected[n]` of the file.
            let (mut pieces, mut expected) = (FilePieces::default(), Vec::new());
            let mut position = 0;
            for (before, length) in sizes {
                position += before;
                pieces.push(expected.len(), position).unwrap();
                expected.extend(position..position + length);
                position += length;
            }
            let [from, to] = ends.map(|end| end.index(expected.len() + 1));
            let range = from.min(to)..from.max(to);
            let mut found = vec![None; range.len()];
            for (part, position) in pieces.parts(range.clone()) {
                let places = (usize::try_from(position).unwrap()..).map(Some);
                prop_assert!(found[part.clone()].iter().all(Option::is_none));
                found[part].iter_mut().zip(places).for_each(|(found, place)| *found = place);
            }
            let expected: Vec<_> = expected[range].iter().copied().map(Some).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
