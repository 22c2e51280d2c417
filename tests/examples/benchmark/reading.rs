//! Reading and writing of JSON and of records.

use proptest::prelude::*;

use super::json::Json;
use super::pages::record;
use super::record::Record;

fn written(value: &Json) -> String {
    let mut text = String::new();
    value.write(&mut text);
    text
}

fn any_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        any::<f64>()
            .prop_filter("finite", |number| number.is_finite())
            .prop_map(Json::Number),
        any::<String>().prop_map(Json::Text),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        let members = prop::collection::vec((any::<String>(), inner.clone()), 0..4);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Json::List),
            members.prop_map(Json::Object),
        ]
    })
}

proptest! {
    #[test]
    fn written_json_is_read_back_the_same(value in any_json()) {
        let text = written(&value);
        prop_assert!(!text.contains(char::is_control), "one line: {:?}", text);
        prop_assert_eq!(Json::parse(&text), Ok(value));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[\\[\\]{}\":,0-9eE+.tru\\\\ nulfase-]{0,40}") {
        if let Ok(value) = Json::parse(&text) {
            prop_assert_eq!(Json::parse(&written(&value)), Ok(value));
        }
    }
}

#[test]
fn json_is_read_by_its_grammar() {
    let text = |text: &str| Ok(Json::Text(text.to_owned()));
    for (json, expected) in [
        (" null ", Ok(Json::Null)),
        ("-1.5e3", Ok(Json::Number(-1500.0))),
        (r#""a\"\\\/\n\t\u0041""#, text("a\"\\/\n\tA")),
        (r#""\ud800""#, text("\u{fffd}")),
        ("[ ]", Ok(Json::List(vec![]))),
        ("", Err("expected a value at byte 0")),
        ("nan", Err("expected a value at byte 0")),
        ("+1", Err("expected a value at byte 0")),
        (".5", Err("expected a value at byte 0")),
        ("1 2", Err("expected the end at byte 2")),
        ("[1,]", Err("expected a value at byte 3")),
        ("[1 2]", Err("expected a comma or a bracket at byte 3")),
        ("{a:1}", Err("expected a name at byte 1")),
        (r#"{"a" 1}"#, Err("expected a colon at byte 5")),
        (r#"{"a":1"#, Err("expected a comma or a brace at byte 6")),
        (r#""a"#, Err("expected a quote at byte 2")),
        (r#""\x""#, Err("expected an escape at byte 2")),
        (
            r#""\u00é0""#,
            Err("expected four hexadecimal digits at byte 2"),
        ),
    ] {
        let expected = expected.map_err(str::to_owned);
        assert_eq!(Json::parse(json), expected, "{json}");
    }
    let deep = "[".repeat(100_000);
    let fault = "is nested deeper than 32 levels".to_owned();
    assert_eq!(Json::parse(&deep), Err(fault));
}

#[test]
fn lines_of_records_are_read_back_the_same() {
    for (backend, scale) in [("gpu", 1.0), ("software", 0.5)] {
        let record = record("moving", 100, backend, scale);
        let line = record.line();
        assert_eq!(line.lines().count(), 1);
        assert_eq!(Record::parse(&line), Ok(record));
    }
}

#[test]
fn faults_of_a_line_name_the_member() {
    let line = record("moving", 100, "gpu", 1.0).line();
    for (from, to, fault) in [
        ("\"scene\"", "\"x\"", "has no member \"scene\""),
        (
            "\"size\":100",
            "\"size\":1.5",
            "\"size\" is not an integer of at least 0",
        ),
        (
            "\"unit\":\"sprites\"",
            "\"unit\":1",
            "\"unit\" is not a text",
        ),
        (
            "\"p95\"",
            "\"p94\"",
            "\"frame_ms\" is not an object of median, p95, p99, parts",
        ),
        ("{\"scene\"", "\"scene\"", "expected the end at byte 7"),
    ] {
        assert!(line.contains(from), "{from}");
        let changed = line.replacen(from, to, 1);
        assert_eq!(Record::parse(&changed), Err(fault.to_owned()), "{from}");
    }
}
