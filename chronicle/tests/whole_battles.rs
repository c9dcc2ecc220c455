//! Whole battles by lot, told, counted, exported and drawn.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use battle::account::BattleAccount;
use battle::{Audience, summaries};
use chronicle::{CampaignStanding, animation, csv, json, luck, report, side_history, story};
use common::{account, play, play_by};
use image_webp::WebPDecoder;
use journal::Journal;
use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::Path;
use std::sync::LazyLock;

const SCENARIOS: [&str; 3] = ["hampton-roads-1862-03-09", "memphis", "plum-point-bend"];

/// The battles, played once for all tests.
static BATTLES: LazyLock<Vec<BattleAccount>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("campaign.ironclad");
    for (seed, scenario) in (1..).zip(SCENARIOS) {
        play(&file, scenario, seed, 1);
    }
    accounts(&file, SCENARIOS.len())
});

/// How often a piece of text stands in another.
fn count(text: &str, piece: &str) -> usize {
    text.matches(piece).count()
}

/// A battle of every other book, in one campaign, and how that stands.
static OTHER: LazyLock<(Vec<BattleAccount>, CampaignStanding)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("campaign.ironclad");
    let battles = [
        ("noddy", "memphis"),
        ("sp_bp", "spb-hampton-roads-1862-03-09"),
        ("hex_duel", "duel"),
        ("noddy", "plymouth"),
    ];
    for (book, scenario) in battles {
        play_by(book, &file, scenario, 3, 1);
    }
    let journal = Journal::open(&file).unwrap();
    let standing = CampaignStanding::of(summaries(&journal, true).unwrap());
    (accounts(&file, battles.len()), standing)
});

fn accounts(file: &Path, battles: usize) -> Vec<BattleAccount> {
    (1..).take(battles).map(|battle| account(file, battle, &Audience::Umpire)).collect()
}

#[test]
fn battles_of_every_book_are_drawn_and_counted() {
    for account in OTHER.0.iter() {
        assert!(account.is_over(), "{}", account.name);
        assert!(!luck(account).dice.is_empty(), "{}: no die was thrown", account.name);
        assert_eq!(side_history(account).len(), 2, "{}", account.name);
        let file = animation(account).unwrap();
        assert!(WebPDecoder::new(Cursor::new(file)).unwrap().is_animated(), "{}", account.name);
    }
    let standing = &OTHER.1;
    let books: Vec<&str> = standing.battles.iter().map(|battle| battle.book.as_str()).collect();
    assert_eq!(books, ["noddy", "sp_bp", "hex_duel", "noddy"]);
    // Ships of the same name have a career in each book.
    let careers: BTreeSet<&str> = standing.ships.iter().map(|career| career.book.as_str()).collect();
    assert_eq!(careers.len(), 3);
}

#[test]
fn every_event_is_told_once_everywhere() {
    for account in BATTLES.iter().chain(OTHER.0.iter()) {
        let page = report(account, None, |_| None);
        let told: Vec<i64> = story(&account.events)
            .iter()
            .flat_map(|turn| &turn.steps)
            .flat_map(|step| &step.events)
            .map(|event| event.line.seq)
            .collect();
        let seqs: Vec<i64> = account.events.iter().map(|event| event.line.seq).collect();
        assert_eq!(told, seqs, "{}", account.name);
        assert_eq!(told.iter().collect::<BTreeSet<_>>().len(), told.len());
        for seq in &seqs {
            assert_eq!(count(&page, &format!("id=\"event-{seq}\"")), 1, "event {seq} of {}", account.name);
        }
        assert_eq!(count(&page, "<li class=\"event "), seqs.len());
        let table = csv(account).unwrap();
        let mut rows = csv::Reader::from_reader(table.as_bytes());
        let rows: Vec<i64> = rows.records().map(|row| row.unwrap()[0].parse().unwrap()).collect();
        assert_eq!(rows, seqs);
        let data: serde_json::Value = serde_json::from_str(&json(account).unwrap()).unwrap();
        let listed = data["events"].as_array().unwrap();
        assert_eq!(listed.len(), seqs.len());
        assert!(
            listed.iter().all(|event| event["body"].is_object()),
            "the umpire's JSON keeps the events whole"
        );
    }
}

#[test]
fn what_a_duel_has_placed_lies_on_its_table_in_the_export() {
    let duel = OTHER.0.iter().find(|account| account.book == "hex_duel").unwrap();
    let data: serde_json::Value = serde_json::from_str(&json(duel).unwrap()).unwrap();
    let mut events = data["events"].as_array().unwrap().iter().map(|event| &event["body"]["event"]);
    let placed = events.find(|event| event["event"] == "terrain_placed").unwrap();
    let kinds: Vec<_> = placed["pieces"].as_array().unwrap().iter().map(|piece| &piece["kind"]).collect();
    let names: Vec<_> = data["terrain"].as_array().unwrap().iter().map(|piece| &piece["name"]).collect();
    assert!(!kinds.is_empty(), "nothing was placed");
    assert_eq!(names, kinds);
}

#[test]
fn the_figures_of_luck_are_those_of_the_dice() {
    let mut off = 0.0;
    let (mut variance, mut shots) = (0.0, 0);
    for account in BATTLES.iter() {
        let luck = luck(account);
        let faces =
            || account.events.iter().flat_map(|event| &event.rolled).flat_map(|rolled| &rolled.thrown.faces);
        let (dice, sum) = (faces().count() as u32, faces().map(|face| u32::from(*face)).sum::<u32>());
        assert!(dice > 20, "{}: only {dice} dice", account.name);
        assert_eq!(luck.dice.iter().map(|line| line.thrown).sum::<u32>(), dice);
        assert_eq!(luck.dice.iter().map(|line| line.sum).sum::<u32>(), sum);
        for line in &luck.dice {
            assert!((0.0..=1.0).contains(&line.chance), "{line:?}");
            assert!(line.deviations.abs() < 6.0, "{line:?}");
        }
        assert!(!luck.fire.is_empty(), "{}: nobody fired", account.name);
        for line in &luck.fire {
            off += f64::from(line.hits) - line.expected_hits;
            variance += line.sigma_hits * line.sigma_hits;
            shots += line.shots;
        }
    }
    // Over three battles the hits are as the book's own odds say; a forecast of another thing would be far off.
    assert!(shots > 30, "only {shots} salvoes");
    assert!(off.abs() < 4.0 * variance.sqrt(), "off by {off} hits, sigma {}", variance.sqrt());
}

#[test]
fn the_animation_has_a_frame_for_each_step_that_moved_a_ship_and_ships_move() {
    let account = &BATTLES[1];
    let steps = story(&account.events)
        .iter()
        .flat_map(|turn| &turn.steps)
        .filter(|step| step.events.iter().any(|event| !event.places.is_empty() || !event.changed.is_empty()))
        .count();
    let file = animation(account).unwrap();
    let mut decoder = WebPDecoder::new(Cursor::new(file)).unwrap();
    assert!(decoder.is_animated());
    assert_eq!(decoder.num_frames() as usize, steps);
    let (width, height) = decoder.dimensions();
    let chart_bytes = (width * (height - 34) * 3) as usize;
    let mut frames = Vec::new();
    for _ in 0..steps {
        let mut frame = vec![0; decoder.output_buffer_size().unwrap()];
        decoder.read_frame(&mut frame).unwrap();
        // The caption below the chart changes anyway.
        frame.truncate(chart_bytes);
        frames.push(frame);
    }
    assert!(steps > 5, "{steps} steps");
    let changed = frames.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert_eq!(changed, steps - 1, "a frame shows what the one before it showed");
}

#[test]
fn what_is_left_goes_down_turn_by_turn() {
    for account in BATTLES.iter() {
        let history = side_history(account);
        assert_eq!(history.len(), 2);
        for series in history {
            let turns: Vec<u32> = series.points.iter().map(|point| point.turn).collect();
            assert!(turns.is_sorted() && turns.first() == Some(&0), "{turns:?}");
            let left: Vec<u32> = series.points.iter().map(|point| point.left).collect();
            assert!(left.windows(2).all(|pair| pair[1] <= pair[0]), "{}: {left:?}", series.of);
        }
        let worn = |account: &BattleAccount| {
            let boxes = |card: &battle::account::CardLines| card.rows.iter().map(|row| row.left).sum::<u32>();
            account.ships.iter().any(|ship| boxes(&ship.after) < boxes(&ship.before))
        };
        assert!(worn(account), "{}: nobody was hit", account.name);
    }
}
