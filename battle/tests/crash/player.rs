//! The program that is killed: opens the campaign, resumes or begins a battle, and plays by lot. Every event
//! that `battle` reports as stored is acknowledged on standard output, one line a step.

use crate::common::*;
use crate::witness::Lot;
use battle::view::{AskView, DecisionView};
use battle::{Audience, Battle, Picture};
use journal::Journal;
use rulesets::gunboat::Gunboat;
use std::io::Write;
use std::path::Path;

pub fn play(file: &Path, run: u64, steps: u64, picture_bytes: usize) {
    let journal = Journal::create_or_open(file).expect("the campaign opens");
    let mut times = 0;
    // Every step has its own time, so that a step stored twice is detected.
    let mut now = move || {
        times += 1;
        format!("2025-03-08T19:30:{run:02}.{times:06}Z")
    };
    let (mut battle, mut acknowledged) = match journal.battles().expect("the list of battles").last() {
        Some(row) => {
            let battle = Battle::resume(journal.clone(), row.number).expect("the battle is taken up");
            let known = battle.entries().len();
            (battle, known)
        }
        None => (Battle::begin(journal.clone(), &hampton_roads(), &now()).expect("the battle begins"), 0),
    };
    acknowledge(&battle, &mut acknowledged);
    let mut lot = Lot(run);
    let picture = || {
        Some(Picture { jpeg: Ok(vec![run as u8; picture_bytes]), calibration: "{\"table\":1}".to_owned() })
    };
    for frame in 0..3 {
        battle.observe(&sighting(frame), &now(), picture).expect("the ships are seen");
        acknowledge(&battle, &mut acknowledged);
    }
    for step in 0..steps {
        if lot.below(4) == 0 {
            let (x, y) = (2.0 + lot.below(500) as f64 / 10.0, 2.0 + lot.below(300) as f64 / 10.0);
            for frame in 0..3 {
                let frame = 10 + 4 * step + frame;
                let elsewhere = seen("minnesota", x, y, 90.0, frame);
                battle.observe(&sighting_with(frame, elsewhere), &now(), picture).expect("a ship moved");
                acknowledge(&battle, &mut acknowledged);
            }
        }
        let next = decision(&battle, &mut lot);
        battle.decide_as_shown_to(&next, &Audience::Everyone, &now(), picture).expect("the step is kept");
        acknowledge(&battle, &mut acknowledged);
    }
}

/// Prints the stored events, in one write: a kill leaves the whole line or nothing.
fn acknowledge(battle: &Battle<Gunboat>, so_far: &mut usize) {
    let new = battle.entries().get(*so_far..).unwrap_or_default();
    if new.is_empty() {
        return;
    }
    let words = new.iter().map(|entry| format!("{} {} {}", entry.seq, entry.kind, entry.at));
    let line = words.collect::<Vec<_>>().join(";") + "\n";
    std::io::stdout().write_all(line.as_bytes()).expect("the witness listens");
    *so_far = battle.entries().len();
}

/// A possible decision.
fn decision(battle: &Battle<Gunboat>, lot: &mut Lot) -> DecisionView {
    let view = battle.view();
    let ask = &view.asks[lot.below(view.asks.len() as u64) as usize];
    match ask {
        AskView::Roll { .. } => DecisionView::Roll { typed: None, read: None },
        AskView::Tick { ship, suggestion, .. } => {
            DecisionView::Tick { ship: ship.clone(), boxes: suggestion.clone() }
        }
        AskView::Choose { ship, sections, .. } => {
            DecisionView::Choose { ship: ship.clone(), section: sections[0].clone() }
        }
        AskView::Fire { ships, .. } if lot.below(3) > 0 => {
            let target = &view.ships[lot.below(view.ships.len() as u64) as usize].id;
            salvo(&ships[lot.below(ships.len() as u64) as usize], target, None)
        }
        AskView::Form(form) => DecisionView::Answer {
            form: form.key.clone(),
            values: Default::default(),
            settled: Vec::new(),
            frame: None,
        },
        AskView::Fire { .. } | AskView::Move { .. } | AskView::EndStep { .. } | AskView::Wait { .. } => {
            DecisionView::NextStep
        }
    }
}
