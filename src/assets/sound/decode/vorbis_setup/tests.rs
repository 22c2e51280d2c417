//! Tests of the check of codebooks.

use super::*;
use crate::assets::sound::decode::tests::{corpus, pages};

/// Writes bits, beginning with the lowest one of each byte.
fn packet(fields: &[(u64, u32)]) -> Vec<u8> {
    let mut bits = Vec::new();
    for (value, count) in fields {
        bits.extend((0..*count).map(|bit| value >> bit & 1));
    }
    let mut packet = b"\x05vorbis".to_vec();
    packet.extend(bits.chunks(8).map(|bits| {
        let byte = bits
            .iter()
            .enumerate()
            .fold(0, |byte, (place, bit)| byte | bit << place);
        u8::try_from(byte).unwrap()
    }));
    packet
}

const SYNC: (u64, u32) = (0x56_4342, 24);
/// A codebook of two entries and one dimension, with each kind of lengths and values.
const SMALL: [&[(u64, u32)]; 4] = [
    &[
        SYNC,
        (1, 16),
        (2, 24),
        (0, 1),
        (0, 1),
        (0, 5),
        (0, 5),
        (0, 4),
    ],
    &[
        SYNC,
        (1, 16),
        (2, 24),
        (0, 1),
        (1, 1),
        (1, 1),
        (0, 5),
        (0, 1),
        (0, 4),
    ],
    &[SYNC, (1, 16), (2, 24), (1, 1), (0, 5), (2, 2), (0, 4)],
    &[
        SYNC,
        (1, 16),
        (2, 24),
        (1, 1),
        (0, 5),
        (2, 2),
        (1, 4),
        (0, 32),
        (0, 32),
        (3, 4),
        (0, 1),
        (0, 8),
    ],
];

#[test]
fn large_codebooks_are_refused_behind_small_ones_of_each_kind() {
    for small in SMALL {
        for (dimensions, entries, refused) in [
            (1, 1 << 20, false),
            (8, 6561, false),
            (0xffff, 0xff_ffff, true),
            (0, 0xff_ffff, true),
        ] {
            let large: &[(u64, u32)] = &[SYNC, (dimensions, 16), (entries, 24)];
            let fields = [&[(2, 8)], small, small, large].concat();
            assert_eq!(
                check_size(&packet(&fields)).is_err(),
                refused,
                "{dimensions} {entries}"
            );
        }
    }
}

#[test]
fn the_sum_of_many_codebooks_is_limited() {
    let half: &[(u64, u32)] = &[
        SYNC,
        (1 << 10, 16),
        (1 << 10, 24),
        (1, 1),
        (0, 5),
        (1 << 10, 11),
        (0, 4),
    ];
    let fields = |count: usize| [vec![(255, 8)], half.repeat(count)].concat();
    check_size(&packet(&fields(2))).unwrap();
    check_size(&packet(&fields(3))).unwrap_err();
}

#[test]
fn headers_of_encoders_are_far_below_the_limit() {
    for file in corpus().iter().filter(|file| file.name.ends_with("ogg")) {
        let bytes = crate::assets::sound::decode::tests::bytes(&file.name);
        let setup = pages::setup(&bytes);
        let mut bits = Bits::new(&setup[7..]);
        let count = bits.read(8).unwrap() + 1;
        let sizes = (0..count).map(|_| read_codebook(&mut bits, MAX_VALUES).unwrap());
        assert!(sizes.sum::<u64>() < MAX_VALUES / 10, "{}", file.name);
    }
}

#[test]
fn roots_equal_those_of_the_specification() {
    for (entries, dimensions, expected) in [
        (1025, 10, 2),
        (1024, 10, 2),
        (1023, 10, 1),
        (3125, 5, 5),
        (3124, 5, 4),
        (0, 15, 0),
    ] {
        assert_eq!(root(entries, dimensions), expected);
    }
}
