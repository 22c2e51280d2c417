use std::fs::{self, File};

use proptest::prelude::*;

use super::*;
use crate::files::Scratch;

const RED: u32 = 0xff00_00ff;
const GREEN: u32 = 0xff00_ff00;
const BLUE: u32 = 0xffff_0000;

/// Plays a film like a viewer: returns each frame's whole image, its rectangle and its delay.
fn play(path: &Path) -> Vec<(Vec<u32>, ImageArea, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(File::open(path).unwrap()).unwrap();
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    let stride = usize::from(decoder.width());
    let mut canvas = vec![0; stride * usize::from(decoder.height())];
    let mut film = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.dispose, gif::DisposalMethod::Keep);
        let rect = ImageArea {
            left: frame.left,
            top: frame.top,
            width: frame.width,
            height: frame.height,
        };
        for (index, rgba) in frame.buffer.chunks_exact(4).enumerate() {
            let x = usize::from(frame.left) + index % usize::from(frame.width);
            let y = usize::from(frame.top) + index / usize::from(frame.width);
            canvas[y * stride + x] = u32::from_le_bytes([rgba[0], rgba[1], rgba[2], rgba[3]]);
        }
        film.push((canvas.clone(), rect, frame.delay));
    }
    film
}

fn delays(film: &[(Vec<u32>, ImageArea, u16)]) -> Vec<u16> {
    film.iter().map(|frame| frame.2).collect()
}

fn record(path: &Path, size: [u32; 2], rate: f64, frames: &[Vec<u32>]) {
    let mut recorder = GifCapture::create(path, size[0], size[1], rate).unwrap();
    for frame in frames {
        recorder.push(frame).unwrap();
    }
    assert_eq!(recorder.finish().unwrap(), frames.len() as u64);
}

/// Returns `count` frames of one pixel, each different from the previous one.
fn blinking(count: usize) -> Vec<Vec<u32>> {
    let frames = (0..count).map(|index| vec![if index % 2 == 0 { RED } else { GREEN }]);
    frames.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The expected images are the recorded frames, each shown for its hundredths of a second.
    #[test]
    fn a_gif_of_few_colours_has_every_frame_exactly(
        (width, height, frames) in (1_u32..6, 1_u32..6).prop_flat_map(|(width, height)| {
            let color = prop::sample::select(vec![RED, RED, RED, GREEN, BLUE]);
            let frame = prop::collection::vec(color, (width * height) as usize);
            (Just(width), Just(height), prop::collection::vec(frame, 1..12))
        }),
        rate in prop::sample::select(vec![30.0, 50.0, 24.0, 7.5]),
    ) {
        let folder = Scratch::new("film");
        let path = folder.path("a.gif");
        record(&path, [width, height], rate, &frames);
        let mut expected = Vec::new();
        for (index, frame) in (0..).zip(&frames) {
            for _ in start_of(index, rate)..start_of(index + 1, rate) {
                expected.push(frame);
            }
        }
        let film = play(&path);
        let shown: Vec<_> = film
            .iter()
            .flat_map(|(image, _, delay)| core::iter::repeat_n(image, usize::from(*delay)))
            .collect();
        prop_assert_eq!(shown, expected);
    }
}

#[test]
fn only_changed_parts_of_frames_are_stored() {
    let folder = Scratch::new("changed");
    let path = folder.path("a.gif");
    let mut second = vec![RED; 20 * 10];
    second[3 * 20 + 7] = GREEN;
    second[5 * 20 + 4] = BLUE;
    record(&path, [20, 10], 20.0, &[vec![RED; 20 * 10], second.clone()]);
    let film = play(&path);
    let whole = ImageArea {
        left: 0,
        top: 0,
        width: 20,
        height: 10,
    };
    let area = ImageArea {
        left: 4,
        top: 3,
        width: 4,
        height: 3,
    };
    assert_eq!((film[0].1, film[1].1), (whole, area));
    assert_eq!(film[1].0, second);
}

#[test]
fn equal_frames_are_stored_once_and_last_as_long() {
    let folder = Scratch::new("equal");
    let path = folder.path("a.gif");
    let frames: Vec<_> = [RED, RED, RED, GREEN, GREEN, RED]
        .map(|color| vec![color])
        .into();
    record(&path, [1, 1], 30.0, &frames);
    assert_eq!(delays(&play(&path)), [10, 6, 4]);
}

#[test]
fn the_rounding_of_delays_is_spread() {
    let folder = Scratch::new("spread");
    let path = folder.path("a.gif");
    record(&path, [1, 1], 30.0, &blinking(6));
    assert_eq!(delays(&play(&path)), [3, 3, 4, 3, 3, 4]);
}

#[test]
fn no_frame_is_shorter_than_gif_viewers_support() {
    let folder = Scratch::new("fast");
    let path = folder.path("a.gif");
    // Each frame has its own colour, so that every kept frame differs.
    let frames: Vec<_> = (0..120).map(|index| vec![index]).collect();
    record(&path, [1, 1], 60.0, &frames);
    let delays = delays(&play(&path));
    assert!(delays.iter().all(|&delay| delay >= 2), "{delays:?}");
    assert_eq!(delays.iter().sum::<u16>(), 200);
}

#[test]
fn the_last_image_is_shown_even_if_it_comes_too_early() {
    let folder = Scratch::new("last");
    let path = folder.path("a.gif");
    for count in 1..40 {
        // Each frame has its own colour.
        let frames: Vec<_> = (0..count).map(|index| vec![0xff00_0000 | index]).collect();
        for rate in [30.0, 50.0, 60.0, 120.0, 1000.0] {
            record(&path, [1, 1], rate, &frames);
            let film = play(&path);
            assert_eq!(Some(&film.last().unwrap().0), frames.last());
            let delays = delays(&film);
            assert!(delays.iter().all(|&delay| delay >= 2), "{delays:?}");
            let length = i64::from(delays.iter().sum::<u16>());
            let expected = start_of(count.into(), rate) as i64;
            assert_eq!(length, expected.max(2), "{count} at {rate}");
        }
    }
}

#[test]
fn an_early_frame_is_shown_if_the_next_ones_are_missing() {
    let folder = Scratch::new("early");
    let path = folder.path("a.gif");
    let mut recorder = GifCapture::create(&path, 1, 1, 100.0).unwrap();
    for (number, color) in [(0, RED), (1, GREEN), (3, BLUE), (4, GREEN), (9, RED)] {
        recorder.skip_to(number);
        recorder.push(&[color]).unwrap();
    }
    recorder.skip_to(12);
    recorder.finish().unwrap();
    let film = play(&path);
    let shown: Vec<_> = film
        .iter()
        .map(|(image, _, delay)| (image[0], *delay))
        .collect();
    // The first green frame has no time before the blue one.
    assert_eq!(shown, [(RED, 3), (BLUE, 2), (GREEN, 4), (RED, 3)]);
}

#[test]
fn the_first_frame_covers_missing_frames_before_it() {
    let folder = Scratch::new("begins-late");
    let path = folder.path("a.gif");
    let mut recorder = GifCapture::create(&path, 1, 1, 10.0).unwrap();
    recorder.skip_to(3);
    recorder.push(&[RED]).unwrap();
    recorder.push(&[GREEN]).unwrap();
    recorder.finish().unwrap();
    assert_eq!(delays(&play(&path)), [40, 10]);
    let mut recorder = GifCapture::create(folder.path("b.gif"), 1, 1, 10.0).unwrap();
    recorder.skip_to(3);
    recorder.finish().unwrap();
    assert_eq!(folder.names(), ["a.gif"], "without an image it is no GIF");
}

#[test]
fn an_image_may_stay_longer_than_the_maximum_delay() {
    let folder = Scratch::new("long");
    let path = folder.path("a.gif");
    record(&path, [1, 1], 0.001, &blinking(2));
    assert_eq!(delays(&play(&path)), [65_535, 34_465, 65_535, 34_465]);
}

#[test]
fn more_colours_than_a_palette_holds_still_make_a_gif() {
    let folder = Scratch::new("colours");
    let path = folder.path("a.gif");
    let ramp: Vec<u32> = (0..17 * 31).map(|index| index * 0x0004_0301).collect();
    record(
        &path,
        [17, 31],
        10.0,
        &[ramp.clone(), vec![RED; 17 * 31], ramp],
    );
    let film = play(&path);
    assert_eq!(film.len(), 3);
    assert_eq!(film[1].0, vec![RED; 17 * 31]);
    assert!(film[0].0.iter().all(|pixel| pixel >> 24 == 0xff));
}

#[test]
fn another_gif_reader_reads_the_same_frames() {
    use image::AnimationDecoder;

    let folder = Scratch::new("image");
    let path = folder.path("a.gif");
    record(&path, [63, 1], 20.0, &[vec![RED; 63], vec![BLUE; 63]]);
    let file = std::io::BufReader::new(File::open(&path).unwrap());
    let decoder = image::codecs::gif::GifDecoder::new(file).unwrap();
    let frames = decoder.into_frames().collect_frames().unwrap();
    let first = |index: usize| u32::from_le_bytes(frames[index].buffer().get_pixel(62, 0).0);
    assert_eq!((frames.len(), first(0), first(1)), (2, RED, BLUE));
}

#[test]
fn an_unfinished_gif_leaves_the_old_file() {
    let folder = Scratch::new("unfinished");
    let path = folder.path("a.gif");
    fs::write(&path, "old").unwrap();
    let mut recorder = GifCapture::create(&path, 1, 1, 30.0).unwrap();
    recorder.push(&[RED]).unwrap();
    recorder.push(&[GREEN]).unwrap();
    drop(recorder);
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(
        GifCapture::create(&path, 1, 1, 30.0)
            .unwrap()
            .finish()
            .unwrap(),
        0
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(folder.names(), ["a.gif"]);
}

#[test]
fn invalid_settings_are_rejected_at_once() {
    let folder = Scratch::new("refused-film");
    let create = |name: &str, width, height, rate| {
        let error = GifCapture::create(folder.path(name), width, height, rate).unwrap_err();
        error.to_string()
    };
    assert!(create("missing/a.gif", 1, 1, 30.0).contains("missing"));
    assert!(create("", 1, 1, 30.0).contains("directory"));
    assert!(create("a.gif", 0, 1, 30.0).contains("0x1"));
    assert!(create("a.gif", 1, 65_536, 30.0).contains("65535"));
    assert!(create("a.gif", 1, 1, f64::NAN).contains("NaN"));
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_frame_of_another_size_is_rejected() {
    let folder = Scratch::new("other-size");
    let path = folder.path("a.gif");
    let mut recorder = GifCapture::create(&path, 2, 1, 20.0).unwrap();
    recorder.push(&[RED, RED]).unwrap();
    assert!(recorder.push(&[RED]).is_err());
    recorder.push(&[RED, GREEN]).unwrap();
    assert_eq!(recorder.finish().unwrap(), 2);
    assert_eq!(delays(&play(&path)), [5, 5]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_gif_and_not_the_game() {
    let noise = |frame: u32| -> Vec<u32> {
        let pixel = |index: u32| (index ^ frame).wrapping_mul(0x9e37_79b9) >> 9 & 0x0f0f;
        (0..128 * 128).map(pixel).collect()
    };
    let mut recorder = GifCapture::create("/dev/full", 128, 128, 30.0).unwrap();
    let failed = (0..8).find_map(|frame| recorder.push(&noise(frame)).err());
    let message = failed.expect("the disk is full").to_string();
    assert!(message.starts_with("cannot write /dev/full: "), "{message}");
    let again = recorder.push(&noise(9)).unwrap_err();
    assert!(matches!(again.fault, CaptureFault::Broken));
    assert!(recorder.finish().is_err());

    let mut small = GifCapture::create("/dev/full", 1, 1, 30.0).unwrap();
    small.push(&[RED]).unwrap();
    assert!(small.finish().is_err());
}
