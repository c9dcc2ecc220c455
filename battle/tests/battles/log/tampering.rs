//! A changed record is detected, and the first changed event is named.

use crate::common::throws::{read_as_asked, rolls_asked};
use crate::common::*;
use crate::stranger::edit_behind_its_back;
use battle::view::DecisionView;
use battle::{Audience, Battle, BattleError, Command, CommandSeat, verify, verify_file};
use journal::{Batch, ChainFault, Journal, JournalError, NewBattle, NewEvent, NewPhoto, StoredEvent};
use rulesets::gunboat::Gunboat;

fn played(evening: &Evening) -> Vec<StoredEvent> {
    let mut battle = in_first_fire(evening);
    done(&mut battle, &salvo("monitor", "virginia", None));
    done(&mut battle, &DecisionView::Roll { typed: Some(vec![5]), read: None });
    clear_what_is_due(&mut battle);
    drop(battle);
    Journal::open(&evening.file()).unwrap().events(1).unwrap()
}

fn seq_of(events: &[StoredEvent], kind: &str) -> i64 {
    events.iter().find(|event| event.kind == kind).unwrap().seq
}

/// Writes the same battle into another file, with a chain of its own, like a careful forger.
fn forge(evening: &Evening, events: &[StoredEvent], change: impl Fn(&str, String) -> String) -> Evening {
    let original = Journal::open(&evening.file()).unwrap();
    let row = original.battles().unwrap().remove(0);
    let mut events: Vec<NewEvent> = events
        .iter()
        .map(|event| NewEvent {
            turn: event.turn,
            phase: event.phase.clone(),
            audience: event.audience.clone(),
            kind: event.kind.clone(),
            body: change(&event.kind, String::from_utf8(event.body.clone()).unwrap()),
            body_version: event.body_version,
            rules: Vec::new(),
            with_photo: event.photo.is_some(),
        })
        .collect();
    let rest = events.split_off(1);
    let batch = |events| Batch {
        at: NOW.to_owned(),
        events,
        photo: Some(NewPhoto { jpeg: vec![1], observations: "[]".to_owned(), calibration: "{}".to_owned() }),
    };
    let forged = Evening::new();
    let battle = NewBattle {
        name: row.name,
        book: row.book,
        book_version: row.book_version,
        rule_data: original.rule_data(1).unwrap(),
    };
    let journal = forged.journal();
    journal.begin_battle(battle, batch(events)).unwrap();
    journal.append(1, 1, batch(rest)).unwrap();
    journal.verify_chain().unwrap();
    forged
}

#[test]
fn an_edited_body_is_named_on_resume_and_by_verify() {
    let evening = Evening::new();
    let seq = seq_of(&played(&evening), "chart_read");
    let journal = Journal::open(&evening.file()).unwrap();
    edit_behind_its_back(
        &evening.file(),
        &format!(
            "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), '\"die\":5', '\"die\":9') AS BLOB) WHERE seq = {seq}"
        ),
    );
    let changed = ChainFault::Changed { seq };
    let error = Battle::<Gunboat>::resume(journal.clone(), 1).unwrap_err();
    assert_eq!(
        error,
        BattleError::Journal(JournalError::ChainBroken { path: evening.file(), fault: changed })
    );
    let said = verify(&journal).unwrap().difference.unwrap();
    assert!(said.starts_with(&format!("Event {seq} was changed after it was written.")), "{said}");
    drop(journal);
    let said = verify_file(&evening.file()).unwrap().difference.unwrap();
    assert!(said.contains(&format!("Event {seq} ")), "{said}");
}

#[test]
fn a_forged_result_is_found_though_its_chain_holds() {
    let evening = Evening::new();
    let events = played(&evening);
    let honest = forge(&evening, &events, |_, body| body);
    assert_eq!(verify_file(&honest.file()).unwrap().difference, None, "the forger's copy itself is sound");
    type Forgery = (&'static str, &'static str, &'static str);
    let forgeries: [Forgery; 4] = [
        ("chart_read", "\"die\":5", "\"die\":9"),
        ("dice_thrown", "\"faces\":[5],\"kind\"", "\"faces\":[9],\"kind\""),
        ("ticked", "\"count\":", "\"count\":1"),
        ("salvo_declared", "\"armor\":8", "\"armor\":2"),
    ];
    for (kind, from, to) in forgeries {
        let forged = forge(&evening, &events, |this, body| {
            if this == kind {
                assert!(body.contains(from), "{body}");
                body.replacen(from, to, 1)
            } else {
                body
            }
        });
        let said = verify_file(&forged.file()).unwrap().difference.unwrap_or_default();
        let seq = seq_of(&events, kind);
        assert!(said.starts_with(&format!("Event {seq} ({kind})")), "{kind}: {said}");
    }
}

#[test]
fn bodies_that_cannot_be_read_are_named() {
    let evening = Evening::new();
    let events = played(&evening);
    let seq = seq_of(&events, "chart_read");
    for (from, to) in [("{", "["), ("\"event\":\"chart_read\"", "\"event\":\"chart_eaten\"")] {
        let forged = forge(&evening, &events, |kind, body| match kind {
            "chart_read" => body.replacen(from, to, 1),
            _ => body,
        });
        let error = Battle::<Gunboat>::resume(Journal::open(&forged.file()).unwrap(), 1).unwrap_err();
        let BattleError::Unreadable { seq: named, kind, .. } = error else { panic!("{error}") };
        assert_eq!((named, kind.as_str()), (seq, "chart_read"));
        assert!(verify_file(&forged.file()).unwrap().difference.unwrap().contains(&format!("Event {seq} ")));
    }
}

#[test]
fn other_rule_tables_are_distinguished_from_tampering() {
    let evening = Evening::new();
    let events = played(&evening);
    let original = Journal::open(&evening.file()).unwrap();
    let row = original.battles().unwrap().remove(0);
    // The tables of an older program: one differs only by a comment, so every result is still valid.
    let mut rule_data = original.rule_data(1).unwrap();
    let charts = rule_data.iter_mut().find(|data| data.name == "charts.toml").unwrap();
    let hex = |bytes: &[u8]| -> String {
        journal::content_hash(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let before = hex(&charts.bytes);
    charts.bytes.extend_from_slice(b"\n# An older remark.\n");
    let after = hex(&charts.bytes);
    let older = Evening::new();
    let journal = older.journal();
    let new_events = |from: &[StoredEvent]| -> Vec<NewEvent> {
        from.iter()
            .map(|event| NewEvent {
                turn: event.turn,
                phase: event.phase.clone(),
                audience: event.audience.clone(),
                kind: event.kind.clone(),
                body: String::from_utf8(event.body.clone()).unwrap().replace(&before, &after),
                body_version: event.body_version,
                rules: Vec::new(),
                with_photo: false,
            })
            .collect()
    };
    let battle = NewBattle { name: row.name, book: row.book, book_version: row.book_version, rule_data };
    let batch = Batch { at: NOW.to_owned(), events: new_events(&events), photo: None };
    journal.begin_battle(battle, batch).unwrap();
    let found = verify(&journal).unwrap();
    assert_eq!(found.difference, None);
    assert_eq!(found.changed_since.len(), 1);
    assert!(found.changed_since[0].contains("changed since"), "{found:?}");
}

#[test]
fn a_battle_of_older_tables_is_changed_since_though_its_results_differ() {
    let evening = Evening::new();
    let own = Gunboat::embedded().unwrap();
    let mut files = rulesets::core::BookData::data(&own).to_vec();
    let charts = files.iter_mut().find(|file| file.name == "charts.toml").unwrap();
    // An older edition: fives hit harder.
    let row = "{ faces = [4, 5], cells = [\"2\", \"2\", \"3\",";
    assert!(charts.text.contains(row));
    charts.text = charts.text.replace(row, "{ faces = [4, 5], cells = [\"9\", \"9\", \"9\",");
    let older = Gunboat::with_data(files).unwrap();
    let mut battle = Battle::begin_by(older, evening.journal(), &hampton_roads(), NOW).unwrap();
    settle(&mut battle, 1, sighting);
    done(&mut battle, &DecisionView::NextStep);
    done(&mut battle, &salvo("monitor", "virginia", None));
    let read = done(&mut battle, &DecisionView::Roll { typed: Some(vec![5]), read: None });
    assert!(read[1].sentences[0].text.contains('9'), "{read:?}");
    clear_what_is_due(&mut battle);
    drop(battle);
    let found = verify_file(&evening.file()).unwrap();
    assert_eq!(found.difference, None);
    assert!(found.changed_since[0].contains("changed since"), "{found:?}");
    // A result that even its own tables don't give is reported.
    let events = Journal::open(&evening.file()).unwrap().events(1).unwrap();
    let forged = forge(&evening, &events, |kind, body| match kind {
        "chart_read" => body.replacen("\"hits\":9", "\"hits\":3", 1),
        _ => body,
    });
    let said = verify_file(&forged.file()).unwrap().difference.unwrap_or_default();
    assert!(said.contains("(chart_read)"), "{said}");
}

#[test]
fn forged_dice_read_by_the_camera_are_found() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    done(&mut battle, &salvo("monitor", "virginia", None));
    let (wish, thrown) = read_as_asked(1, &rolls_asked(&battle.view().asks), &[5]);
    let everyone = CommandSeat { word: "everyone", viewer: &Audience::Everyone };
    let last = battle.situation().seq;
    battle.carry_out(everyone, last, &Command::DecideByThrow(&wish, &thrown), NOW, picture).unwrap();
    drop(battle);
    let events = Journal::open(&evening.file()).unwrap().events(1).unwrap();
    let seq = seq_of(&events, "dice_thrown");
    let said_of = |from: &str, to: &str| {
        let forged = forge(&evening, &events, |kind, body| {
            assert!(kind != "dice_thrown" || body.contains(from), "{body}");
            if kind == "dice_thrown" { body.replacen(from, to, 1) } else { body }
        });
        verify_file(&forged.file()).unwrap().difference.unwrap_or_default()
    };
    // The forger's photographs are all the same, and not the throw's.
    for (from, to, wanted) in [
        ("\"kind\":\"d10\"", "\"kind\":\"d20\"", "read as a D20"),
        ("\"face\":5", "\"face\":6", "thrown as 5 and read as 6"),
        ("\"dice_read\"", "\"dice_seen\"", "1 dice were thrown and 0 read"),
        ("\"kind\":\"camera\"", "\"kind\":\"typed\"", "0 dice were thrown and 1 read"),
        ("\"face\":5", "\"face\":5", "its photograph is not the one"),
    ] {
        let said = said_of(from, to);
        assert!(
            said.starts_with(&format!("Event {seq} (dice_thrown)")) && said.contains(wanted),
            "{wanted}: {said}"
        );
    }
}

#[test]
fn forged_undo_and_settling_are_found() {
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    let start = battle.situation().seq;
    must(&mut battle, rulesets::gunboat::Decision::NextStep);
    settle(&mut battle, 10, |frame| sighting_with(frame, seen("monitor", 35.0, 18.2, 0.0, frame)));
    let back = battle::TakeBack { to: start, by: "Ann".to_owned(), why: "Again.".to_owned(), umpire: false };
    battle.take_back(&back, NOW).unwrap();
    drop(battle);
    let events = Journal::open(&evening.file()).unwrap().events(1).unwrap();
    let forgeries = [
        ("ships_settled", "\"y_in\":18.0", "\"y_in\":17.0"),
        ("taken_back", "[\"monitor\"]", "[]"),
        ("taken_back", "\"to\":", "\"to\":9"),
    ];
    for (kind, from, to) in forgeries {
        let forged = forge(&evening, &events, |this, body| {
            if this == kind {
                assert!(body.contains(from), "{body}");
                body.replacen(from, to, 1)
            } else {
                body
            }
        });
        let said = verify_file(&forged.file()).unwrap().difference.unwrap_or_default();
        assert!(said.contains(&format!("({kind})")), "{kind}: {said}");
    }
    let forged = forge(&evening, &events, |_, body| body);
    assert_eq!(verify_file(&forged.file()).unwrap().difference, None);
}
