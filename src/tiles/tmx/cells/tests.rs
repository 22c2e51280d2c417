//! Tests of the encodings of cells.

use super::*;
use flate2::Compression;
use flate2::read::{GzEncoder, ZlibEncoder};

fn packed(kind: &str, bytes: impl Read) -> String {
    let mut packed = Vec::new();
    let best = Compression::best();
    match kind {
        "gzip" => GzEncoder::new(bytes, best).read_to_end(&mut packed),
        "zlib" => ZlibEncoder::new(bytes, best).read_to_end(&mut packed),
        _ => {
            let level = ruzstd::encoding::CompressionLevel::Fastest;
            ruzstd::encoding::compress(bytes, &mut packed, level);
            Ok(0)
        }
    }
    .expect("memory is written to");
    BASE64.encode(&packed)
}

fn read_as(
    encoding: &str,
    compression: &str,
    text: &str,
    count: usize,
) -> Result<Vec<u32>, String> {
    let mut data = MapNode::default();
    data.set("encoding", encoding);
    data.set("compression", compression);
    data.text = text.to_owned();
    let mut cells = Vec::new();
    let put = |cell| {
        cells.push(cell);
        Ok(())
    };
    read(&data, &data, count, &MapMemory::new(), put).map(|()| cells)
}

#[test]
fn every_encoding_gives_the_same_cells() {
    let expected = vec![1, 0, 0x8000_0002, 7];
    let bytes: Vec<u8> = expected
        .iter()
        .flat_map(|cell: &u32| cell.to_le_bytes())
        .collect();
    for kind in ["zlib", "gzip", "zstd"] {
        let text = packed(kind, &*bytes);
        assert_eq!(
            read_as("base64", kind, &text, 4).as_ref(),
            Ok(&expected),
            "{kind}"
        );
    }
    let plain = BASE64.encode(&bytes);
    assert_eq!(read_as("base64", "", &plain, 4).as_ref(), Ok(&expected));
    for text in ["1,0,2147483650,7", "\n 1, 0,\r\n2147483650, 7,\n"] {
        assert_eq!(
            read_as("csv", "", text, 4).as_ref(),
            Ok(&expected),
            "{text}"
        );
        assert_eq!(read_as("", "", text, 4).as_ref(), Ok(&expected), "{text}");
    }
}

#[test]
fn too_few_too_many_and_damaged_cells_are_refused() {
    // These fewer than 200 000 characters would inflate to 128 MiB. The reader stops at the first superfluous cell.
    let bomb = packed("zlib", std::io::repeat(0).take(1 << 27));
    let zstd = packed("zstd", &[0; 64][..]);
    let gzip = packed("gzip", &[0; 20][..]);
    let plain = BASE64.encode([0; 20]);
    for (encoding, compression, text, what) in [
        ("csv", "", "1,2,3", "fewer cells"),
        ("csv", "", "1,2,3,4,5", "more cells"),
        ("csv", "", "1,2,x,4", "\"x\""),
        ("csv", "", "1,2,-3,4", "\"-3\""),
        ("base64", "", "AQAAAA==", "fewer cells"),
        ("base64", "", &*plain, "more cells"),
        ("base64", "gzip", &*gzip, "more cells"),
        ("base64", "zlib", &*bomb, "more cells"),
        ("base64", "zstd", &*zstd, "more cells"),
        ("base64", "zlib", "AAAA", "damaged"),
        ("base64", "zstd", "AAAA", "damaged"),
        ("base64", "gzip", "A?", "base64"),
        ("base64", "gzip", "AA==AA", "base64"),
        ("base64", "lzma", "AAAA", "`lzma`: choose CSV"),
        ("hex", "", "AAAA", "`hex`: choose CSV"),
    ] {
        let error = read_as(encoding, compression, text, 4).unwrap_err();
        assert!(error.contains(what), "{encoding} {compression}: {error}");
    }
}

#[test]
fn base64_may_lack_padding_and_have_white_space() {
    for (text, bytes) in [("TWE=", b"Ma".as_slice()), ("TWE", b"Ma"), ("TQ", b"M")] {
        assert_eq!(bytes_of(text).as_deref(), Some(bytes), "{text}");
    }
    assert_eq!(bytes_of(" TWFu TQ==\n"), Some(b"ManM".to_vec()));
}
