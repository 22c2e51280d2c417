//! Tests of record files: damage, replacement, and two programs with one file.

use super::super::Scratch;
use super::*;

const FORMAT: RecordFormat = RecordFormat {
    kind: *b"TEST",
    version: 3,
    oldest: 3,
};

fn write(path: &Path, records: &[Vec<u8>]) -> RecordWriter {
    let mut writer = RecordWriter::create(path, FORMAT).unwrap();
    for record in records {
        writer.push(record).unwrap();
    }
    writer.flush().unwrap();
    writer
}

/// Returns all records up to the end or the damage.
fn read(bytes: &[u8]) -> (Vec<Vec<u8>>, Option<RecordDamage>) {
    let mut reader = RecordReader::new(bytes, bytes.len() as u64, FORMAT).unwrap();
    let (mut records, mut record) = (Vec::new(), Vec::new());
    loop {
        match reader.next(&mut record) {
            Ok(true) => records.push(record.clone()),
            Ok(false) => return (records, None),
            Err(damage) => {
                assert_eq!(reader.next(&mut record), Err(damage), "and stays so");
                return (records, Some(damage));
            }
        }
    }
}

fn three() -> Vec<Vec<u8>> {
    vec![b"first".to_vec(), vec![], (0..=255).collect()]
}

/// Returns the end of each record, in bytes from the file's start.
fn ends_of(records: &[Vec<u8>]) -> Vec<u64> {
    let mut end = FIRST;
    let ends = records.iter().map(|record| {
        end += FRAME + record.len() as u64;
        end
    });
    ends.collect()
}

#[test]
fn written_records_are_read_back() {
    let folder = Scratch::new("records");
    let path = folder.path("a.rec");
    drop(write(&path, &three()));
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(read(&bytes), (three(), None));
    let mut reader = RecordReader::open(&path, FORMAT).unwrap();
    assert!(reader.next(&mut Vec::new()).unwrap());
    assert_eq!(reader.at(), FIRST + FRAME + 5);
}

#[test]
fn a_truncated_file_keeps_the_records_before_the_cut() {
    let folder = Scratch::new("cut");
    let path = folder.path("a.rec");
    drop(write(&path, &three()));
    let ends = ends_of(&three());
    let bytes = std::fs::read(&path).unwrap();
    for length in 0..bytes.len() {
        let cut = &bytes[..length];
        if length < HEADER {
            let opened = RecordReader::new(cut, length as u64, FORMAT);
            assert!(matches!(opened, Err(RecordOpenError::Foreign)));
            continue;
        }
        let whole = ends.iter().filter(|&&end| end <= length as u64).count();
        let (records, damage) = read(cut);
        assert_eq!(records, three()[..whole], "{length}");
        let end = whole.checked_sub(1).map_or(FIRST, |last| ends[last]);
        let expected = (end != length as u64).then_some(RecordDamage {
            at: end,
            fault: RecordFault::CutOff,
        });
        assert_eq!(damage, expected, "{length}");
    }
}

#[test]
fn any_changed_bit_is_detected() {
    let folder = Scratch::new("bits");
    let path = folder.path("a.rec");
    drop(write(&path, &three()));
    let ends = ends_of(&three());
    let bytes = std::fs::read(&path).unwrap();
    for bit in 0..bytes.len() * 8 {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        if bit / 8 < HEADER {
            let opened = RecordReader::new(&changed[..], changed.len() as u64, FORMAT);
            assert!(opened.is_err(), "{bit}");
            continue;
        }
        let before = ends.iter().filter(|&&end| end <= (bit / 8) as u64).count();
        let (records, damage) = read(&changed);
        assert_eq!(records, three()[..before], "{bit}");
        let fault = damage.map(|damage| damage.fault);
        assert_eq!(fault, Some(RecordFault::Changed), "{bit}");
    }
}

#[test]
fn records_can_be_read_in_any_order() {
    let folder = Scratch::new("any-order");
    let path = folder.path("a.rec");
    drop(write(&path, &three()));
    let ends = ends_of(&three());
    let mut reader = RecordReader::open(&path, FORMAT).unwrap();
    let mut record = Vec::new();
    for index in [2, 0, 1, 1] {
        let at = if index == 0 { FIRST } else { ends[index - 1] };
        reader.seek(index as u64, at).unwrap();
        assert_eq!(reader.next(&mut record), Ok(true));
        assert_eq!(record, three()[index]);
    }
    // A wrong index gives a wrong checksum.
    reader.seek(1, FIRST).unwrap();
    assert!(reader.next(&mut record).is_err());
}

#[test]
fn reordered_records_are_detected() {
    let folder = Scratch::new("order");
    let path = folder.path("a.rec");
    drop(write(&path, &[b"one".to_vec(), b"two".to_vec()]));
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[HEADER..].rotate_left(19);
    assert!(read(&bytes).1.is_some());
}

#[test]
fn foreign_files_and_other_versions_give_different_errors() {
    let folder = Scratch::new("kinds");
    let path = folder.path("a.rec");
    drop(write(&path, &three()));
    let opened = |format| RecordReader::open(&path, format);
    let newer = RecordFormat {
        version: 4,
        oldest: 4,
        ..FORMAT
    };
    let both = RecordFormat {
        version: 4,
        ..FORMAT
    };
    assert!(opened(both).is_ok());
    let other = RecordFormat {
        kind: *b"ELSE",
        ..FORMAT
    };
    assert!(matches!(opened(newer), Err(RecordOpenError::Version(3))));
    assert!(matches!(opened(other), Err(RecordOpenError::Foreign)));
    let folder = RecordReader::open(&folder.path(""), FORMAT);
    assert!(matches!(folder, Err(RecordOpenError::Io(_))));
}

#[test]
fn an_older_file_is_replaced_by_a_complete_one() {
    let folder = Scratch::new("older");
    let path = folder.path("a.rec");
    std::fs::write(&path, "old").unwrap();
    let writer = write(&path, &three());
    let second = RecordWriter::create(&path, FORMAT).unwrap_err();
    let expected = format!(
        "another program is writing {}",
        folder.path("a.rec.part").display()
    );
    assert_eq!(second.to_string(), expected);
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
    writer.finish().unwrap();
    assert_eq!(read(&std::fs::read(&path).unwrap()), (three(), None));
    assert_eq!(folder.names(), ["a.rec"]);
    assert!(
        RecordWriter::create(&folder.path(""), FORMAT).is_err(),
        "a folder"
    );
}

/// A program that writes only record files, such as films and recordings, must remove temporary files of killed
/// programs, too.
#[test]
fn temporary_files_of_killed_programs_are_removed() {
    let folder = Scratch::new("records-abandoned");
    for name in [".damselfly-99999999-0.tmp", ".other-1-0.tmp"] {
        std::fs::write(folder.path(name), "left").unwrap();
    }
    write(&folder.path("a"), &three()).finish().unwrap();
    assert_eq!(folder.names(), [".other-1-0.tmp", "a"]);
}

#[test]
fn two_programs_cannot_write_the_same_file() {
    let folder = Scratch::new("both");
    let path = folder.path("a.rec");
    let first = write(&path, &three());
    let second = RecordWriter::create(&path, FORMAT).unwrap_err();
    assert_eq!(second.kind(), io::ErrorKind::ResourceBusy, "{second}");
    first.finish().unwrap();
    assert_eq!(read(&std::fs::read(&path).unwrap()), (three(), None));
    write(&path, &[]).finish().unwrap();
}

#[test]
fn an_unfinished_file_stays_if_it_has_data() {
    let folder = Scratch::new("given-up-records");
    let path = folder.path("a.rec");
    drop(write(&path, &three()[..1]));
    assert_eq!(folder.names(), [""; 0]);
    drop(write(&path, &three()));
    assert_eq!(folder.names(), ["a.rec"]);
    drop(write(&path, &three()[..1]));
    write(&path, &three()).discard();
    assert_eq!(folder.names(), ["a.rec"]);
    // An unfinished file next to an older one is renamed when the next file is created, and keeps its records.
    drop(write(&path, &three()[..2]));
    drop(write(&path, &[]));
    assert_eq!(folder.names(), ["a.rec", "a.rec.part-1"]);
    let kept = std::fs::read(folder.path("a.rec.part-1")).unwrap();
    assert_eq!(read(&kept).0, three()[..2]);
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_read_only_files_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Scratch::new("links-of-records");
    let (link, target) = (folder.path("link"), folder.path("a.rec"));
    symlink(&target, &link).unwrap();
    drop(write(&link, &[]));
    assert_eq!(folder.names(), ["link"], "not the link itself");
    for _ in 0..2 {
        write(&link, &three()).finish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(read(&std::fs::read(&target).unwrap()), (three(), None));
    }
    let with_mode = |mode| {
        std::fs::set_permissions(&target, PermissionsExt::from_mode(mode)).unwrap();
    };
    with_mode(0o640);
    write(&link, &[]).finish().unwrap();
    let mode = std::fs::metadata(&target).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    with_mode(0o440);
    let refused = RecordWriter::create(&link, FORMAT).unwrap_err();
    assert!(refused.to_string().contains("read-only"), "{refused}");
    assert_eq!(folder.names(), ["a.rec", "link"]);
}

#[cfg(target_os = "linux")]
#[test]
fn flushing_to_a_full_disk_is_an_error() {
    let mut writer = RecordWriter::create(Path::new("/dev/full"), FORMAT).unwrap();
    writer.push(b"record").unwrap();
    let error = writer.flush().unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
}

#[cfg(unix)]
#[test]
fn a_pipe_that_replaced_a_record_file_is_rejected_at_once() {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    let folder = Scratch::new("records-pipe");
    let pipe = folder.pipe("a.rec");
    let (sender, receiver) = channel();
    // The thread is not scoped, because one that waits forever must not block the test.
    std::thread::spawn(move || sender.send(RecordReader::open_checked(&pipe, FORMAT).map(drop)));
    let opened = receiver.recv_timeout(Duration::from_secs(20)).unwrap();
    let refused = opened.unwrap_err();
    assert!(
        matches!(&refused, RecordOpenError::Io(error) if error.to_string() == "not a regular file"),
        "{refused:?}"
    );
}
