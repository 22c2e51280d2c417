//! Ogg files that are made of the pages of others.

use lewton::audio::get_decoded_sample_count;
use lewton::header::{read_header_ident, read_header_setup};

use super::bytes;

/// One page of an Ogg file.
#[derive(Clone)]
pub(in crate::assets::sound) struct Page {
    pub(in crate::assets::sound) flags: u8,
    /// Position of the last frame that ends on the page.
    pub(in crate::assets::sound) granule: u64,
    pub(in crate::assets::sound) serial: u32,
    pub(in crate::assets::sound) number: u32,
    pub(in crate::assets::sound) segments: Vec<u8>,
    pub(in crate::assets::sound) body: Vec<u8>,
}

/// Divides a file into its pages.
pub(in crate::assets::sound) fn divide(mut file: &[u8]) -> Vec<Page> {
    let mut pages = Vec::new();
    while !file.is_empty() {
        assert!(file.starts_with(b"OggS"));
        let segments = file[27..][..usize::from(file[26])].to_vec();
        let length: usize = segments.iter().map(|length| usize::from(*length)).sum();
        let start = 27 + segments.len();
        pages.push(Page {
            flags: file[5],
            granule: u64::from_le_bytes(*file[6..].first_chunk().unwrap()),
            serial: u32::from_le_bytes(*file[14..].first_chunk().unwrap()),
            number: u32::from_le_bytes(*file[18..].first_chunk().unwrap()),
            segments,
            body: file[start..start + length].to_vec(),
        });
        file = &file[start + length..];
    }
    pages
}

/// Writes pages with right checksums.
pub(in crate::assets::sound) fn join(pages: &[Page]) -> Vec<u8> {
    let mut file = Vec::new();
    for page in pages {
        let mut bytes = b"OggS\0".to_vec();
        bytes.push(page.flags);
        bytes.extend(page.granule.to_le_bytes());
        bytes.extend(page.serial.to_le_bytes());
        bytes.extend(page.number.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.push(u8::try_from(page.segments.len()).unwrap());
        bytes.extend(&page.segments);
        bytes.extend(&page.body);
        let sum = checksum(&bytes).to_le_bytes();
        bytes[22..26].copy_from_slice(&sum);
        file.extend(bytes);
    }
    file
}

fn checksum(bytes: &[u8]) -> u32 {
    let table: [u32; 256] = core::array::from_fn(|byte| {
        (0..8).fold(u32::try_from(byte).unwrap() << 24, |crc, _| {
            if crc >> 31 == 0 {
                crc << 1
            } else {
                crc << 1 ^ 0x04c1_1db7
            }
        })
    });
    bytes.iter().fold(0, |crc: u32, byte| {
        crc << 8 ^ table[(crc >> 24) as usize ^ usize::from(*byte)]
    })
}

/// Returns the packets that begin and end on a page.
fn packets(page: &Page) -> Vec<Vec<u8>> {
    let mut rest = &page.body[..];
    let mut packets = vec![Vec::new()];
    for length in &page.segments {
        let (part, after) = rest.split_at(usize::from(*length));
        packets.last_mut().unwrap().extend(part);
        rest = after;
        if *length < 255 {
            packets.push(Vec::new());
        }
    }
    packets.pop();
    packets
}

/// Returns the file `stereo.ogg` at 44 100 Hz, with some of its packets repeated for some seconds.
pub(in crate::assets::sound) fn repeated(seconds: u64) -> Vec<u8> {
    let mut pages = divide(&bytes("stereo.ogg"));
    let mut page = pages[2].clone();
    let headers = packets(&pages[1]);
    pages.truncate(2);
    let ident = read_header_ident(&pages[0].body).unwrap();
    let setup = read_header_setup(&headers[1], 2, (ident.blocksize_0, ident.blocksize_1)).unwrap();
    let count = |packet: &Vec<u8>| get_decoded_sample_count(&ident, &setup, packet).unwrap() as u64;
    let long: Vec<_> = packets(&page)
        .into_iter()
        .filter(|packet| count(packet) == 1024)
        .collect();
    page.body = long.concat();
    page.segments = long
        .iter()
        .flat_map(|packet| lacing(packet.len()))
        .collect();
    page.granule = 0;
    for number in 2.. {
        // The first packet of all has no frames.
        page.granule += 1024 * (long.len() as u64 - u64::from(number == 2));
        page.number = number;
        if page.granule > seconds * 44_100 {
            page.flags = 4;
        }
        pages.push(page.clone());
        if page.flags == 4 {
            break;
        }
    }
    join(&pages)
}

/// Returns the lengths of a packet's segments.
fn lacing(length: usize) -> Vec<u8> {
    let mut segments = vec![255; length / 255];
    segments.push(u8::try_from(length % 255).unwrap());
    segments
}

/// Returns the setup header of a file: the third packet.
pub(in crate::assets::sound) fn setup(file: &[u8]) -> Vec<u8> {
    let mut reader = ogg::PacketReader::new(std::io::Cursor::new(file));
    for _ in 0..2 {
        reader.read_packet().unwrap();
    }
    reader.read_packet().unwrap().unwrap().data
}
