//! Compresses blocks of steps by Deflate (RFC 1951). Input repeats itself, so only a twentieth to three quarters of its
//! bytes remain.

use std::io::Read;

use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};

use crate::files::bytes::BadRecord;

/// Maximum number of unpacked bytes: bounds the memory that a damaged file can request.
const MOST: usize = 1 << 20;

/// Returns the packed bytes. `None` if packing does not make them fewer, or if there are more than [`MOST`] of them.
pub(super) fn packed(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.len() > MOST {
        return None;
    }
    let mut packed = Vec::new();
    let mut encoder = DeflateEncoder::new(bytes, Compression::default());
    encoder.read_to_end(&mut packed).ok()?;
    (packed.len() < bytes.len()).then_some(packed)
}

/// Returns the unpacked bytes.
pub(super) fn unpacked(packed: &[u8]) -> Result<Vec<u8>, BadRecord> {
    let mut bytes = Vec::new();
    let decoder = DeflateDecoder::new(packed);
    // Reads up to one byte more than allowed, to detect a longer result.
    let read = decoder.take(MOST as u64 + 1).read_to_end(&mut bytes);
    match read {
        Ok(length) if length <= MOST => Ok(bytes),
        _ => Err(BadRecord),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::{AssetSettings, Assets};
    use crate::input::{InputEvent, Key};
    use crate::replay::step::StepBlock;
    use crate::world::{Core, CoreSettings, StepInput};
    use glam::{Vec2, vec2};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_are_packed_into_fewer_or_not_at_all(
            bytes in proptest::collection::vec(0_u8..4, 0..400),
            noise in proptest::collection::vec(any::<u8>(), 0..64),
        ) {
            for bytes in [&bytes, &noise] {
                if let Some(packed) = packed(bytes) {
                    prop_assert!(packed.len() < bytes.len());
                    prop_assert_eq!(&unpacked(&packed).ok(), &Some(bytes.clone()));
                }
            }
            // Arbitrary bytes must not cause a panic.
            let _ = unpacked(&noise);
        }
    }

    #[test]
    fn repeated_input_takes_few_bytes() {
        // The input lasts a minute, in blocks of a second: a press of a key in every step, and a mouse that moves to
        // and fro.
        let core = Core::new(
            &CoreSettings::default(),
            Assets::new(AssetSettings::default()),
        );
        let (mut bytes, mut bytes_packed) = (0, 0);
        for second in 0..60 {
            let mut block = StepBlock::new(second * 60 + 1, Vec2::ONE);
            for number in second * 60 + 1..=second * 60 + 60 {
                let position = vec2((number % 80).abs_diff(40) as f32, 12.0);
                let events = [
                    InputEvent::press(Key::Right),
                    InputEvent::MouseMoved { position },
                ];
                block.push(&StepInput {
                    number,
                    events: &events,
                    ..StepInput::next(&core)
                });
            }
            bytes += block.bytes().len();
            bytes_packed += packed(&block.bytes()).unwrap().len();
        }
        assert!(
            bytes > 50_000 && bytes_packed < bytes / 5,
            "{bytes} {bytes_packed}"
        );
    }

    #[test]
    fn no_more_is_unpacked_than_may_have_been_packed() {
        let most = vec![7; MOST];
        let small = packed(&most).unwrap();
        assert!(small.len() < MOST / 500 && unpacked(&small).ok() == Some(most));
        assert_eq!(packed(&vec![7; MOST + 1]), None);
        // Bytes of another program may be longer than allowed when they are unpacked: these are twice as long.
        let mut bomb = Vec::new();
        let bytes = vec![7; 2 * MOST];
        let mut encoder = DeflateEncoder::new(&*bytes, Compression::best());
        encoder.read_to_end(&mut bomb).unwrap();
        assert!(unpacked(&bomb).is_err());
    }
}
