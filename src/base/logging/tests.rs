//! The tests use unregistered loggers of their own, so that they do not share one. Only the test of `init` registers
//! one.

use super::*;
use std::thread;

/// A writer whose flushed lines can be read while the logger owns it.
#[derive(Clone, Default)]
struct Page {
    pending: Arc<Mutex<Vec<u8>>>,
    flushed: Arc<Mutex<String>>,
}

impl Page {
    fn text(&self) -> String {
        self.flushed.lock().unwrap().clone()
    }

    /// Returns the lines without their time stamps.
    fn lines(&self) -> Vec<String> {
        let text = self.text();
        let lines = text.lines().map(|line| line.split_once(' ').unwrap().1);
        lines.map(String::from).collect()
    }

    fn target(&self) -> LogTarget {
        LogTarget::Writer(Box::new(self.clone()))
    }
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let bytes = core::mem::take(&mut *self.pending.lock().unwrap());
        let text = String::from_utf8(bytes).unwrap();
        self.flushed.lock().unwrap().push_str(&text);
        Ok(())
    }
}

fn logger(level: LevelFilter, flush: bool) -> (Logger, Page) {
    let page = Page::default();
    let options = LogOptions {
        level,
        target: page.target(),
        flush,
    };
    (Logger::new(options).unwrap(), page)
}

fn say(logger: &Logger, level: Level, target: &str, message: &str) {
    let mut record = Record::builder();
    record.level(level).target(target);
    logger.log(&record.args(format_args!("{message}")).build());
}

#[test]
fn a_log_line_has_time_level_module_and_message() {
    let (logger, page) = logger(LevelFilter::Info, true);
    say(&logger, Level::Info, "game::saucer", "it flies");
    let text = page.text();
    let (stamp, rest) = text.split_once(' ').unwrap();
    assert_eq!(rest, "INFO  game::saucer: it flies\n");
    assert_eq!(stamp.len(), "2026-01-02T03:04:05.678Z".len());
    assert!(stamp.ends_with('Z'), "UTC");
}

#[test]
fn the_level_is_changed_while_running() {
    let (logger, page) = logger(LevelFilter::Warn, true);
    say(&logger, Level::Info, "game", "one");
    say(&logger, Level::Warn, "game", "two");
    logger.set_level(LevelFilter::Debug);
    assert_eq!(logger.level(), LevelFilter::Debug);
    say(&logger, Level::Debug, "game", "three");
    logger.set_level(LevelFilter::Off);
    say(&logger, Level::Error, "game", "four");
    assert_eq!(page.lines(), ["WARN  game: two", "DEBUG game: three"]);
}

#[test]
fn log_levels_of_dependencies_are_one_lower_except_at_trace() {
    let (logger, _) = logger(LevelFilter::Info, true);
    let enabled = |level, target| {
        let metadata = Metadata::builder().level(level).target(target).build();
        logger.enabled(&metadata)
    };
    assert!(!enabled(Level::Info, "wgpu_core::device") && enabled(Level::Warn, "naga"));
    logger.set_level(LevelFilter::Trace);
    assert!(enabled(Level::Trace, "wgpu_hal"));
    logger.set_level(LevelFilter::Error);
    assert!(enabled(Level::Error, "winit") && !enabled(Level::Warn, "winit"));
}

#[test]
fn the_target_is_switched_while_running_and_the_old_one_is_flushed() {
    let (logger, first) = logger(LevelFilter::Info, false);
    say(&logger, Level::Info, "game", "one");
    let second = Page::default();
    logger.set_target(second.target()).unwrap();
    say(&logger, Level::Info, "game", "two");
    logger.flush();
    assert_eq!(first.lines(), ["INFO  game: one"]);
    assert_eq!(second.lines(), ["INFO  game: two"]);
}

#[test]
fn without_flushing_only_warnings_are_written_at_once() {
    let (logger, page) = logger(LevelFilter::Info, false);
    say(&logger, Level::Info, "game", "one");
    assert_eq!(page.text(), "");
    say(&logger, Level::Warn, "game", "two");
    assert_eq!(page.lines().len(), 2);
    say(&logger, Level::Info, "game", "three");
    logger.set_flush(true);
    say(&logger, Level::Info, "game", "four");
    assert_eq!(page.lines().len(), 4);
}

#[test]
fn a_file_is_replaced_or_appended_to() {
    let path = std::env::temp_dir().join(format!("damselfly-log-{}.txt", std::process::id()));
    let write = |append, message| {
        let target = LogTarget::File {
            path: path.clone(),
            append,
        };
        let options = LogOptions {
            target,
            ..LogOptions::default()
        };
        say(&Logger::new(options).unwrap(), Level::Info, "game", message);
        std::fs::read_to_string(&path).unwrap().lines().count()
    };
    let counts = [write(false, "a"), write(true, "b"), write(false, "c")];
    std::fs::remove_file(&path).unwrap();
    assert_eq!(counts, [1, 2, 1]);
}

#[test]
fn a_file_that_cannot_be_opened_is_an_error_and_changes_nothing() {
    let (logger, page) = logger(LevelFilter::Info, true);
    let path = std::env::temp_dir();
    let error = logger
        .set_target(LogTarget::File {
            path: path.clone(),
            append: true,
        })
        .unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with(&format!("cannot open log file {}: ", path.display())),
        "{message}"
    );
    say(&logger, Level::Info, "game", "still here");
    assert_eq!(page.lines().len(), 1);
}

#[test]
fn a_closed_log_target_stops_no_thread() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }
    let (logger, page) = logger(LevelFilter::Info, true);
    logger
        .set_target(LogTarget::Writer(Box::new(Closed)))
        .unwrap();
    say(&logger, Level::Error, "game", "into the void");
    logger.flush();
    assert_eq!(page.text(), "");
}

#[test]
fn a_panic_of_a_log_writer_affects_no_other_thread() {
    struct Panics;
    impl Write for Panics {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            panic!("on purpose")
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (logger, page) = logger(LevelFilter::Info, true);
    logger
        .set_target(LogTarget::Writer(Box::new(Panics)))
        .unwrap();
    let other = logger.clone();
    let panicked = thread::spawn(move || say(&other, Level::Info, "game", "boom"));
    assert!(panicked.join().is_err());
    logger.set_target(page.target()).unwrap();
    say(&logger, Level::Info, "game", "still here");
    assert_eq!(page.lines().len(), 1);
}

#[test]
fn lines_of_several_threads_stay_whole() {
    let (logger, page) = logger(LevelFilter::Info, true);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..250 {
                    say(&logger, Level::Info, "game", "a whole line");
                }
            });
        }
    });
    let lines = page.lines();
    assert_eq!(lines.len(), 1000);
    assert!(lines.iter().all(|line| line == "INFO  game: a whole line"));
}

#[test]
fn a_second_init_applies_its_options_to_the_same_logger() {
    let first = init(LogOptions::default()).unwrap();
    let page = Page::default();
    let second = init(LogOptions {
        level: LevelFilter::Warn,
        target: page.target(),
        flush: true,
    })
    .unwrap();
    log::info!("not seen");
    log::warn!("seen once");
    assert!(Arc::ptr_eq(&first.shared, &second.shared));
    assert_eq!(first.level(), LevelFilter::Warn);
    // Other tests of this crate may log as well, so only this test's lines count.
    let lines = page.lines();
    let mine = |line: &&String| line.contains("seen");
    let expected = "WARN  damselfly::base::logging::tests: seen once";
    assert_eq!(lines.iter().filter(mine).collect::<Vec<_>>(), [expected]);
    init(LogOptions::default()).unwrap();
}

#[test]
fn the_banner_has_the_data_to_repeat_a_run() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        banner_of("Saucer Shoot", 42),
        format!("Saucer Shoot: damselfly {version}, seed 42")
    );
}

#[test]
fn a_warning_is_logged_once_per_key() {
    let mut said = LogOnce::new();
    assert!(said.is_new("lost") && !said.is_new("lost") && said.is_new("found"));
    let new = (0..5000).filter(|n| said.is_new(&n.to_string())).count();
    assert_eq!(new, LogOnce::MAX_KEYS - 2);
}

#[test]
fn a_formatted_key_equals_its_text() {
    let mut said = LogOnce::new();
    assert!(said.is_new("sound 1") && !said.is_new_formatted(format_args!("sound {}", 1)));
    assert!(said.is_new_formatted(format_args!("sound {}", 2)) && !said.is_new("sound 2"));
}
