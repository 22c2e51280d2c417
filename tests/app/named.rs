//! Kinds and events that a level file names at run time.

use damselfly::app::{Harness, Options};
use damselfly::intern;
use damselfly::prelude::*;
use damselfly::replay::InputRecording;

/// A value of a named event.
#[derive(Checksum)]
struct Amount(u32);

/// Opens at the event that its level names.
#[derive(Clone, Checksum)]
struct Gate {
    event: String,
    opened: u32,
}

impl Behavior for Gate {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::default().and_named(&self.event)
    }

    fn event(&mut self, event: &CustomEvent, _: &mut Context<'_>) {
        assert!(event.is_named(&self.event) && !event.is_named("other"));
        assert!(event.get::<String>().is_none());
        self.opened += event.get::<Amount>().map_or(0, |amount| amount.0);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Spawns a gate for each line of a level: its kind, its event, and the number of steps after which the event is sent.
fn load(level: &str, cx: &mut Context<'_>) {
    for line in level.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [kind, event, step] = words[..] else {
            panic!("expected three words: {line}");
        };
        let gate = Gate {
            event: event.to_owned(),
            opened: 0,
        };
        cx.spawn_with(Object::new(intern(kind)), gate);
        cx.send_after(
            step.parse().expect("a number of steps"),
            Event::named(event, Amount(3)),
        );
    }
}

fn app(options: Options) -> App {
    App::new("Level", options).cells(30, 3)
}

fn opened(game: &Harness<'_>, kind: &str) -> u32 {
    let gate = game.world().behavior::<Gate>(game.only(kind));
    gate.expect("one gate").opened
}

#[test]
fn a_level_file_names_new_kinds_and_events() {
    let level = format!("Troll-gate lever{0} 3\nBack-door lever{1} 5", 1, 2);
    let start = |cx: &mut Context<'_>| {
        load(&level, cx);
        Ok(())
    };
    // `thorough` repeats each step from a snapshot.
    let mut game = Harness::start(app(Options::default()), start)
        .unwrap()
        .thorough();
    game.steps(2);
    let early = game.core().snapshot();
    for _ in 0..2 {
        game.steps(2);
        assert_eq!(
            (opened(&game, "Troll-gate"), opened(&game, "Back-door")),
            (3, 0)
        );
        game.steps(2);
        assert_eq!(
            (opened(&game, "Troll-gate"), opened(&game, "Back-door")),
            (3, 3)
        );
        let kind = game.world().object(game.only("Back-door")).unwrap().kind();
        assert_eq!(kind, "Back-door");
        game.core_mut().restore(&early);
        assert_eq!(
            (opened(&game, "Troll-gate"), opened(&game, "Back-door")),
            (0, 0)
        );
    }
}

#[test]
fn an_event_of_a_type_is_not_named_after_it() {
    for event in [Event::custom(Amount(1)), Event::named("Amount", Amount(1))] {
        let Event::Custom(custom) = &event else {
            panic!("it is custom");
        };
        let (name, is_named) = (custom.kind().name(), event.get::<Amount>().is_some());
        assert!(is_named, "{name}");
        assert_eq!(custom.is_named(name), name == "Amount", "{name}");
        assert!(!custom.is_named("amount"));
    }
}

#[test]
fn waiting_named_events_count_by_name_and_value() {
    let sum = |event: fn() -> Event| {
        let mut game = Harness::start(app(Options::default()), |_| Ok(())).unwrap();
        game.context().send_after(9, event());
        game.checksum()
    };
    let sums = [
        sum(|| Event::named("open", Amount(1))),
        sum(|| Event::named("open", Amount(2))),
        sum(|| Event::named("shut", Amount(1))),
        sum(|| Event::named("a::open", Amount(1))),
    ];
    assert_eq!(
        sums[0],
        sum(|| Event::named(&"nepo".chars().rev().collect::<String>(), Amount(1)))
    );
    for (index, one) in sums.iter().enumerate() {
        assert!(!sums[..index].contains(one), "{index}");
    }
}

#[test]
fn a_replay_compares_kinds_named_at_run_time() {
    let file = std::env::temp_dir().join(format!("damselfly-named-{}.replay", std::process::id()));
    std::fs::remove_file(&file).ok();
    let start = |level: &'static str| {
        move |cx: &mut Context<'_>| {
            load(&level.replace('_', "-"), cx);
            Ok(())
        }
    };
    let options = Options {
        headless: true,
        steps: Some(90),
        record: Some(file.clone()),
        ..Options::default()
    };
    app(options).run(start("Troll_gate lever 3")).unwrap();
    let recording = InputRecording::read(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let replay = |level| {
        let mut game = Harness::start(app(recording.options()), start(level)).unwrap();
        game.replay(&recording).map_err(|error| error.to_string())
    };
    assert_eq!(replay("Troll_gate lever 3"), Ok(()));
    for other in [
        "Trolls_gate lever 3",
        "Troll_gate levers 3",
        "Troll_gate lever 70",
    ] {
        assert!(replay(other).is_err(), "{other}");
    }
}
