//! The viewer prints or shows every sprite of the corpus, or refuses it with the position of the error.

use std::fs;
use std::path::Path;

use damselfly::assets::TextSprite;

use super::folder::Folder;
use super::program::{Program, Ran};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn viewer(options: &str) -> Program {
    Program::example("viewer").options(options)
}

fn sample(name: &str) -> String {
    format!("{ROOT}/assets/samples/{name}")
}

/// Returns the text sprites of a folder of the corpus, in order.
fn corpus(folder: &str) -> Vec<String> {
    let folder = Path::new(ROOT).join("tests/corpus").join(folder);
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    assert!(files.len() > 5);
    files
}

fn parse(file: &str, bytes: &[u8]) -> TextSprite {
    TextSprite::parse(file, bytes).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_missing_file_is_wrong_usage() {
    let ran = viewer("").expect(2);
    assert!(ran.only_line().starts_with("FILE: is missing"), "{ran}");
    viewer("--print").expect(2).only_line();
    viewer("one.spr two.spr").expect(2).only_line();
}

#[test]
fn the_options_of_its_own_are_checked() {
    let file = sample("coin.spr");
    for options in [
        "--slowdown 65536",
        "--slowdown fast",
        "--grid 4",
        "--grid 0x2",
        "--grid +4x2",
        "--grid 4x2x1",
        "--grid 4X2",
    ] {
        let ran = viewer(options).arguments(&[&file]).expect(2);
        let option = options.split(' ').next().unwrap();
        assert!(ran.only_line().starts_with(option), "{ran}");
    }
}

#[test]
fn what_is_printed_reads_as_the_same_sprite() {
    let samples = ["dragonfly", "lantern", "coin"].map(|name| sample(&format!("{name}.spr")));
    for file in corpus("good").iter().chain(&samples) {
        let ran = viewer("--print").arguments(&[file]).expect(0);
        assert_eq!(ran.stderr, "");
        let printed = parse("printed", ran.stdout.as_bytes());
        let mut original = parse(file, &fs::read(file).unwrap());
        original.layout = printed.layout;
        assert_eq!(printed, original, "{file}");
    }
}

#[test]
fn the_three_samples_show_the_three_layouts() {
    use damselfly::assets::text_sprite::Layout;

    for (name, layout) in [
        ("dragonfly.spr", Layout::Token),
        ("lantern.spr", Layout::Tagged),
        ("coin.spr", Layout::Plain),
    ] {
        let file = sample(name);
        let sprite = parse(&file, &fs::read(&file).unwrap());
        assert_eq!(sprite.layout, layout);
        assert!(sprite.frame_count() > 2);
    }
}

#[test]
fn a_printed_sprite_has_the_requested_slowdown() {
    let ran = viewer("--print --slowdown 40")
        .arguments(&[sample("coin.spr")])
        .expect(0);
    assert!(ran.stdout.contains("\nslowdown 40\n"), "{ran}");
}

#[test]
fn an_error_has_its_place_and_nothing_is_printed() {
    for file in corpus("bad") {
        for option in ["--print", "--headless"] {
            let ran = viewer(option).arguments(&[&file]).expect(1);
            let line = ran.only_line();
            let place = line.strip_prefix(&format!("{file}:")).unwrap();
            let mut parts = place.splitn(3, ':');
            for part in [parts.next(), parts.next()] {
                let number = part.and_then(|part| part.parse::<usize>().ok());
                assert!(number.is_some_and(|number| number > 0), "{ran}");
            }
            assert!(parts.next().unwrap().contains(": "), "{ran}");
            assert_eq!(ran.stdout, "");
        }
    }
}

#[test]
fn a_file_may_be_anywhere_and_errors_name_it_as_given() {
    let folder = Folder::new("anywhere");
    fs::create_dir(folder.path().join("inner")).unwrap();
    folder.put("a.spr", "1\n1\n1\n1\nred\n@\n");
    std::os::unix::fs::symlink(folder.file("a.spr"), folder.path().join("inner/link")).unwrap();
    let inner = folder.path().join("inner");
    for name in ["../a.spr", "./../a.spr", "link", &folder.file("a.spr")] {
        let ran = viewer("--print").arguments(&[name]).in_folder(&inner);
        assert!(ran.expect(0).stdout.contains("\n@\nend\n"));
    }
    // These names of files are not valid as names of assets below a root.
    let bytes = std::os::unix::ffi::OsStrExt::from_bytes;
    let names = [b"a:b.spr".as_slice(), b"two\nlines.spr", b"\xff\xfe.spr"];
    // The last name is not valid UTF-8. Apple's systems refuse such names.
    let possible = if cfg!(target_vendor = "apple") { 2 } else { 3 };
    for name in &names[..possible] {
        let name: &std::ffi::OsStr = bytes(name);
        fs::copy(folder.file("a.spr"), folder.path().join(name)).unwrap();
        let ran = viewer("--print")
            .arguments(&[name])
            .in_folder(folder.path());
        assert!(ran.expect(0).stdout.contains("\n@\nend\n"));
        let mut shot = name.to_owned();
        shot.push(".png");
        let ran = viewer("--headless --steps 1 --backend software --screenshot");
        ran.arguments(&[shot.as_os_str(), name])
            .in_folder(folder.path())
            .expect(0);
        assert!(folder.path().join(shot).is_file());
    }
    folder.put("bad.spr", "1\n1\n1\n1\nmauve\n@\n");
    let ran = viewer("--print ../bad.spr").in_folder(&inner).expect(1);
    assert!(ran.only_line().starts_with("../bad.spr:5:1: "), "{ran}");
}

#[test]
fn a_path_that_is_not_a_file_is_refused_in_one_line() {
    let folder = Folder::new("no-file");
    let fifo = folder.pipe("pipe.spr");
    let named = |ran: &Ran, name: &str| assert!(ran.only_line().contains(name), "{ran}");
    named(&viewer("missing.spr").expect(1), "missing.spr");
    for name in [fifo.as_str(), folder.file("").as_str(), "/"] {
        viewer("--print").arguments(&[name]).expect(1).only_line();
    }
}

#[test]
fn an_image_is_printed_as_its_size_and_frames() {
    let file = sample("planet.png");
    for (options, expected) in [
        ("--print", "image 256x32 frames 1 of 256x32 slowdown 3\n"),
        (
            "--print --grid 8x1 --slowdown 5",
            "image 256x32 frames 8 of 32x32 slowdown 5\n",
        ),
    ] {
        let ran = viewer(options).arguments(&[&file]).expect(0);
        assert_eq!(ran.stdout, expected);
    }
    let ran = viewer("--print --grid 7x1").arguments(&[&file]).expect(1);
    assert!(ran.only_line().contains("7x1"), "{ran}");
}

#[test]
fn a_damaged_image_is_refused_and_a_text_cannot_be_cut() {
    let folder = Folder::new("damaged");
    let whole = fs::read(sample("planet.png")).unwrap();
    let short = folder.put("short.png", &whole[..whole.len() / 2]);
    let text = folder.put("text.png", "frames 1\n");
    for file in [&short, &text] {
        let ran = viewer("--headless").arguments(&[file]).expect(1);
        assert!(ran.only_line().starts_with(file), "{ran}");
    }
    let photo = folder.put("photo", b"\xff\xd8\xff\xe0\0\x10JFIF\0");
    let [webp, qoi, upper] =
        ["a.webp", "a.qoi", "A.JPEG"].map(|name| folder.put(name, b"\xff\xd8\xff\xe0"));
    for file in [photo, webp, qoi, upper] {
        // This build may be unable to read JPEG files, but the error is about an image in any case.
        let ran = viewer("--headless").arguments(&[&file]).expect(1);
        let line = ran.only_line();
        assert!(line.contains("JPEG") && !line.contains("UTF-8"), "{ran}");
    }
    let coin = sample("coin.spr");
    let ran = viewer("--print --grid 2x1").arguments(&[&coin]).expect(1);
    assert!(ran.only_line().starts_with(&coin), "{ran}");
}

#[test]
fn binary_files_are_refused_as_images() {
    let folder = Folder::new("binary");
    let utf_16: Vec<u8> = "\u{feff}text"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let zip = [&b"PK\x03\x04"[..], &[0; 30]].concat();
    let bmp = [&b"BM"[..], &[0; 60]].concat();
    for (name, bytes, expected) in [
        ("bitmap", &*bmp, "BMP image"),
        ("a.pict", b"RIFF\x04\0\0\0WEBPVP8 ", "WebP"),
        (
            "a.psd",
            &b"8BPS\0\x01\0\0"[..],
            "not an image: expected PNG, GIF",
        ),
        ("a.zip", &zip, "not an image: expected PNG, GIF"),
        ("utf_16.spr", &utf_16, "UTF-8"),
        ("latin_1.spr", b"caf\xe9", "UTF-8"),
    ] {
        let file = folder.put(name, bytes);
        let ran = viewer("--print").arguments(&[&file]).expect(1);
        assert!(ran.only_line().contains(expected), "{ran}");
    }
}

#[cfg(not(any(feature = "jpeg", feature = "qoi", feature = "tiff", feature = "webp")))]
#[test]
fn an_image_of_another_format_names_the_missing_feature() {
    let folder = Folder::new("formats");
    // The starts of files. A WebP file is found by its ending, because other files begin with RIFF, too.
    for (name, start, format) in [
        ("x.webp", &b"RIFF\x04\0\0\0WEBP"[..], "WebP"),
        ("X.WEBP", b"RIFF\x04\0\0\0WEBP", "WebP"),
        ("x.qoi", b"qoif\0\0\0\x01\0\0\0\x01\x04\0", "QOI"),
        ("qoi without an ending", b"qoif\0\0\0\x01", "QOI"),
        ("x.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0", "JPEG"),
        ("x.tiff", b"II*\0\x08\0\0\0", "TIFF"),
    ] {
        let file = folder.put(name, start);
        let feature = format.to_ascii_lowercase();
        let expected = format!(
            "{file}: this build reads no {format} images: enable damselfly's feature `{feature}`"
        );
        for option in ["--headless", "--print"] {
            let ran = viewer(option).arguments(&[&file]).expect(1);
            assert_eq!(ran.only_line(), expected, "{ran}");
        }
    }
}

#[test]
fn the_animation_runs_at_the_requested_slowdown() {
    let caption = |options: &str| {
        let ran = viewer("--headless --backend software --text --log off")
            .options(options)
            .arguments(&[sample("planet.png")])
            .expect(0);
        let line = ran.stdout.lines().find(|line| line.contains("planet.png"));
        line.unwrap_or_else(|| panic!("no caption: {ran}"))
            .trim()
            .to_owned()
    };
    let start = "planet.png: image, 32x32 px, frame";
    for (options, end) in [
        ("--grid 8x1 --steps 5 --slowdown 1", "6/8, slowdown 1"),
        ("--grid 8x1 --steps 8 --slowdown 1", "1/8, slowdown 1"),
        ("--grid 8x1 --steps 5", "2/8, slowdown 3"),
        ("--grid 8x1 --steps 5 --slowdown 0", "1/8, slowdown 0"),
    ] {
        assert_eq!(caption(options), format!("{start} {end}"));
    }
}

#[test]
fn large_and_small_pictures_fit_into_the_view() {
    let folder = Folder::new("sizes");
    let white = |name: &str, width, height| {
        let path = folder.path().join(name);
        let pixels = image::RgbImage::from_pixel(width, height, image::Rgb([255; 3]));
        pixels.save(path).unwrap();
        folder.file(name)
    };
    // An image of one pixel is magnified eight times, the maximum. The larger images are limited by the height or the
    // width of the area for them, 640 × 320 pixels.
    for (width, height, expected) in [
        (1, 1, (8, 8)),
        (100, 60, (500, 300)),
        (1500, 3000, (160, 320)),
        (8000, 100, (640, 8)),
    ] {
        let file = white("a.png", width, height);
        let shot = folder.file("shot.png");
        viewer(&format!("--headless --steps 1 --screenshot {shot} {file}")).expect(0);
        let shot = image::open(shot).unwrap().into_rgb8();
        // Only pixels above the caption count.
        let bright = |x, y| shot.get_pixel(x, y).0[0] > 150;
        let columns = (0..640).filter(|&x| (0..344).any(|y| bright(x, y)));
        let rows = (0..344).filter(|&y| (0..640).any(|x| bright(x, y)));
        assert_eq!((columns.count(), rows.count()), expected);
    }
}

#[test]
fn printing_excludes_what_shows_something() {
    for options in [
        "--checksum",
        "--checksum-every 2",
        "--text",
        "--screenshot a.png",
        "--capture a.gif",
        "--record a.input",
        "--demo",
        "--steps 3",
        "--size 640x384",
        "--fps",
        "--debug-overlay",
    ] {
        let ran = viewer("--print")
            .options(options)
            .arguments(&[sample("coin.spr")])
            .expect(2);
        let option = options.split(' ').next().unwrap();
        assert!(ran.only_line().starts_with(option), "{ran}");
        assert_eq!(ran.stdout, "");
    }
}

/// Writes a GIF of three frames of one colour each, shown for 100, 200 and 100 ms.
fn film(folder: &Folder) -> String {
    use image::codecs::gif::{GifEncoder, Repeat};
    use image::{Delay, Frame, Rgba, RgbaImage};

    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    encoder.set_repeat(Repeat::Infinite).unwrap();
    for (color, ms) in [
        ([255, 0, 0, 255], 100),
        ([0, 255, 0, 255], 200),
        ([0, 0, 255, 255], 100),
    ] {
        let picture = RgbaImage::from_pixel(4, 4, Rgba(color));
        let delay = Delay::from_numer_denom_ms(ms, 1);
        let frame = Frame::from_parts(picture, 0, 0, delay);
        encoder.encode_frame(frame).unwrap();
    }
    drop(encoder);
    folder.put("film.gif", bytes)
}

#[test]
fn an_animated_gif_is_shown_with_its_own_times() {
    let folder = Folder::new("animated");
    let file = film(&folder);
    let middle = |options: &str| {
        let shot = folder.file("shot.png");
        viewer(&format!(
            "--headless --backend software --screenshot {shot} {options}"
        ))
        .arguments(&[&file])
        .expect(0);
        image::open(shot).unwrap().into_rgb8().get_pixel(320, 176).0
    };
    // At 30 steps a second, the frames are shown for 3, 6 and 3 steps.
    for (steps, color) in [
        (1, [255, 0, 0]),
        (4, [0, 255, 0]),
        (8, [0, 255, 0]),
        (10, [0, 0, 255]),
        (13, [255, 0, 0]),
    ] {
        assert_eq!(middle(&format!("--steps {steps}")), color, "{steps}");
    }
    assert_eq!(middle("--steps 5 --slowdown 2"), [0, 0, 255]);
    let ran = viewer("--print").arguments(&[&file]).expect(0);
    assert_eq!(ran.stdout, "image 4x4 frames 3 of 4x4 times of the file\n");
}

/// Maximum memory of the viewer in KiB.
#[cfg(target_os = "linux")]
const MOST_MEMORY: usize = 300 << 10;

#[cfg(target_os = "linux")]
#[test]
fn text_sprites_of_any_allowed_size_use_bounded_memory() {
    let folder = Folder::new("large");
    for (frames, width, height) in [
        (33, 80, 24),
        (300, 40, 12),
        (1000, 20, 8),
        (1, 20, 600),
        (8, 1024, 512),
        (4096, 1024, 1),
    ] {
        let name = format!("{frames}x{width}x{height}.spr");
        let mut text = format!("{frames}\n{width}\n{height}\n1\nred\n");
        for frame in 0..frames {
            // The second frame is the only one whose characters fill their cells.
            let character = if frame == 1 { '\u{2588}' } else { '.' };
            let row: String = std::iter::repeat_n(character, width).collect();
            for _ in 0..height {
                text += &row;
                text += "\n";
            }
        }
        let file = folder.put(&name, text);
        let shot = folder.file("shot.png");
        let status = folder.file("status");
        // The script polls the program's peak memory, which the system reports while the program runs.
        let script = format!(
            "/usr/bin/env true; \"$0\" \"$@\" & game=$!; peak=0; \
             while kill -0 $game 2>/dev/null && now=$(grep VmHWM /proc/$game/status 2>/dev/null); do \
             peak=$now; sleep 0.02; done; echo \"$peak\" > {status}; wait $game"
        );
        Program::in_shell(&script, "viewer")
            .options(&format!(
                "--headless --steps 1 --backend software --screenshot {shot}"
            ))
            .arguments(&[&file])
            .expect(0);
        let peak = fs::read_to_string(&status).unwrap();
        let peak: usize = peak
            .split_ascii_whitespace()
            .nth(1)
            .unwrap_or("0")
            .parse()
            .unwrap();
        assert!(peak > 0 && peak < MOST_MEMORY, "{name}: {peak} KiB");
        // After one step the middle of the view shows the second frame, if there is one.
        if frames > 1 {
            let shot = image::open(shot).unwrap().into_rgb8();
            let [red, green, blue] = shot.get_pixel(320, 176).0;
            assert!(red > 150 && green < 100 && blue < 100, "{name}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_large_picture_is_shown_or_refused_under_any_memory_limit() {
    let folder = Folder::new("memory");
    let (picture, shot) = (folder.file("large.png"), folder.file("shot.png"));
    let drawn =
        format!("--headless --steps 1 --backend software --size 4000x4000 --screenshot {picture}");
    Program::example("saucer_shoot").options(&drawn).expect(0);
    let (mut refused, mut shown) = (0, 0);
    for limit in (80..=600).step_by(40) {
        // Each thread needs memory for its stack, so the program gets one processor, and so one drawing thread.
        let script = format!("ulimit -v {limit}000; exec taskset -c 0 \"$0\" \"$@\"");
        let ran = Program::in_shell(&script, "viewer")
            .options(&format!(
                "--headless --steps 1 --backend software --log off --screenshot {shot}"
            ))
            .arguments(&[&picture])
            .run();
        match ran.code {
            Some(0) => shown += 1,
            Some(1) => {
                let line = ran.only_line();
                assert!(
                    line.contains("not enough memory for a"),
                    "{limit} MB: {ran}"
                );
                refused += 1;
            }
            _ => panic!("{limit} MB: {ran}"),
        }
    }
    assert!(refused > 0 && shown > 0, "{refused} refused, {shown} shown");
}

/// Returns a GIF of this many frames of one pixel on a screen of `side` × `side` pixels.
fn gif(side: u16, frames: usize) -> Vec<u8> {
    let side = side.to_le_bytes();
    let head = [
        b"GIF89a",
        &side[..],
        &side,
        &[0x80, 0, 0],
        &[0, 0, 0, 255, 255, 255],
    ];
    // A delay of 10/100 s, and the image with its codes.
    let frame = *b"!\xf9\x04\0\x0a\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02L\x01\0";
    [head.concat(), frame.repeat(frames), b";".to_vec()].concat()
}

/// Checks that the viewer shows a part of a file, and logs one line with the reason.
fn shows_first_picture(file: &str, size: &str, why: &str) {
    let printed = viewer("--print").arguments(&[file]).expect(0);
    let start = format!("image {size} frames 1 of {size} only the first picture: ");
    assert!(
        printed.stdout.starts_with(&start) && printed.stdout.contains(why),
        "{printed}"
    );
    let shown = viewer("--headless --steps 3").arguments(&[file]).expect(0);
    let lines: Vec<_> = shown
        .stderr
        .lines()
        .filter(|line| line.contains("first picture"))
        .collect();
    assert!(lines.len() == 1 && lines[0].contains(why), "{shown}");
}

#[test]
fn films_that_are_too_large_show_their_first_picture() {
    let folder = Folder::new("large-films");
    for (side, frames, why) in [
        (
            2000,
            20,
            "20 frames of 2000x2000 px are 305 MiB: the limit is 256 MiB",
        ),
        (1500, 30, "30 frames of 1500x1500 px are 257 MiB"),
        (1, 4097, "4097 frames: the limit is 4096 frames"),
    ] {
        let file = folder.put("film.gif", gif(side, frames));
        shows_first_picture(&file, &format!("{side}x{side}"), why);
    }
    // These films are shown whole.
    let file = folder.put("film.gif", gif(100, 20));
    let printed = viewer("--print").arguments(&[&file]).expect(0);
    assert_eq!(
        printed.stdout,
        "image 100x100 frames 20 of 100x100 times of the file\n"
    );
}

#[test]
fn films_that_are_cut_show_their_first_picture() {
    let folder = Folder::new("cut-films");
    let whole = gif(1, 3);
    let frame = 8 + 15;
    // The header and the palette have 19 bytes, and a frame has 23.
    let first = 19 + frame;
    let is_cut = "damaged GIF image (it is cut short)";
    for (end, why) in [
        (first + 9, is_cut),
        (first + 17, is_cut),
        (first + frame - 2, is_cut),
        (first + frame + 12, is_cut),
    ] {
        let file = folder.put("film.gif", &whole[..end]);
        shows_first_picture(&file, "1x1", why);
    }
    // The second frame has codes that do not exist.
    let mut damaged = whole.clone();
    damaged[first + frame - 3] = 0xff;
    let file = folder.put("film.gif", damaged);
    shows_first_picture(&file, "1x1", "damaged GIF image (");
    // A GIF without a complete first frame is refused.
    for end in [first - 9, first - 2] {
        let file = folder.put("film.gif", &whole[..end]);
        let ran = viewer("--print").arguments(&[&file]).expect(1);
        assert!(ran.only_line().contains("damaged GIF image ("), "{ran}");
    }
}
