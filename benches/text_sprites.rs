//! Speed of reading text sprites in bytes per second: each layout, with a small file as in games, and with a sheet of
//! 256 frames. To compare with an earlier run:
//! `cargo bench -p damselfly-benches --bench text_sprites -- --baseline NAME`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use damselfly::assets::TextSprite;

/// Number of frames, width and height of the files.
const SIZES: [(&str, [usize; 3]); 2] = [("small", [5, 6, 2]), ("large", [256, 80, 24])];

/// A function that returns the text of a file in one layout.
type Writer = fn([usize; 3]) -> String;

fn rows(width: usize, height: usize) -> String {
    let row: String = (0..width).map(|x| char::from(b" /_\\o|"[x % 6])).collect();
    (row + "\n").repeat(height)
}

fn token([frames, width, height]: [usize; 3]) -> String {
    let frame = rows(width, height) + "end\n";
    format!("frames {frames}\nwidth {width}\nheight {height}\ncolor green\n")
        + &frame.repeat(frames)
        + "eof\n"
}

fn tagged([frames, width, height]: [usize; 3]) -> String {
    let frame = rows(width, height) + "end\n";
    format!(
        "<HEADER>\ncolor green\nframes {frames}\nwidth {width}\nheight {height}\n</HEADER>\n<BODY>\n"
    ) + &frame.repeat(frames)
        + "</BODY>\n<FOOTER>\nversion 1\n</FOOTER>\n"
}

fn plain([frames, width, height]: [usize; 3]) -> String {
    format!("{frames}\n{width}\n{height}\n1\ngreen\n") + &rows(width, height).repeat(frames)
}

fn parse(criterion: &mut Criterion) {
    let layouts: [(&str, Writer); 3] = [("token", token), ("tagged", tagged), ("plain", plain)];
    let mut group = criterion.benchmark_group("text_sprites");
    for (layout, write) in layouts {
        for (size, numbers) in SIZES {
            let file = write(numbers);
            group.throughput(Throughput::Bytes(file.len() as u64));
            group.bench_with_input(BenchmarkId::new(layout, size), &file, |bencher, file| {
                bencher.iter(|| TextSprite::parse("bench.spr", file.as_bytes()));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
