//! From click to view: a salvo of an eight-ship Gunboat battle in its thirtieth turn, from the form that a window sends to
//! the text of all it needs to show what came of it; and from a picture of a moving target to the odds of a salvo.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[path = "../tests/common/mod.rs"]
mod common;

use battle::view::{AnswerView, DecisionView};
use battle::{Audience, Command, CommandSeat, Session, Sighting, open};
use common::{Evening, HULL, NOW, PLACES, begin_on_table, choice_of, salvo, seen};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use geometry::{HullShape, ShipId};
use std::collections::BTreeMap;
use std::hint::black_box;

const TURNS: u32 = 30;
const EVERYONE: CommandSeat<'_> = CommandSeat { word: "everyone", viewer: &Audience::Everyone };

fn fleet() -> impl Iterator<Item = (&'static str, f64, f64, f64)> {
    PLACES.into_iter().chain([("cairo", 20.0, 6.0, 0.0), ("tyler", 24.0, 6.0, 0.0)])
}

fn decide(battle: &mut dyn Session, decision: &DecisionView) {
    let last = battle.view_for(&Audience::Everyone).seq;
    let answer = battle.carry_out(EVERYONE, last, &Command::Decide(decision), NOW, &mut || None).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }), "{decision:?}: {answer:?}");
}

/// Nobody fires until the last turn's first fire.
fn played() -> Evening {
    let evening = Evening::new();
    let hulls: BTreeMap<ShipId, HullShape> = fleet().map(|(ship, ..)| (ShipId::new(ship), HULL)).collect();
    let mut battle = begin_on_table(&evening, &choice_of("gunboat", None), &hulls).unwrap();
    for frame in 1..4 {
        let observations = fleet().map(|(ship, x, y, heading)| seen(ship, x, y, heading, frame)).collect();
        battle.observe(&Sighting { observations, still: true }, NOW, &mut || None).unwrap();
    }
    let is_last = |battle: &dyn Session| {
        let view = battle.view_for(&Audience::Everyone);
        view.turn == TURNS && view.phase == "First fire"
    };
    while !is_last(battle.as_ref()) {
        decide(battle.as_mut(), &DecisionView::NextStep);
    }
    evening
}

fn click_to_view(criterion: &mut Criterion) {
    let evening = played();
    let fire = salvo("monitor", "virginia", None);
    let ready = || {
        let evening = evening.copy_as_if_killed();
        let battle = open(evening.journal(), 1).unwrap();
        let last = battle.view_for(&Audience::Everyone).seq;
        (evening, battle, last)
    };
    let mut group = criterion.benchmark_group("click to view");
    group.sample_size(40);
    group.bench_function("a salvo of eight ships, decided, with its own news", |bench| {
        bench.iter_batched(
            ready,
            |(evening, mut battle, last)| {
                let command = Command::Decide(&fire);
                let answer = battle.carry_out(EVERYONE, last, &command, NOW, &mut || None).unwrap();
                assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
                black_box(serde_json::to_string(&(answer, battle.changes_since(last, EVERYONE))).unwrap());
                (evening, battle)
            },
            BatchSize::PerIteration,
        );
    });
    group.bench_function("all that a window shows", |bench| {
        let (_evening, battle, _) = ready();
        bench.iter(|| black_box(battle.now_for(&Audience::Everyone)));
    });
    group.finish();
}

/// Each picture shows the target a little further on; the odds are asked for at once.
fn drag_to_forecast(criterion: &mut Criterion) {
    let evening = played();
    let mut battle = open(evening.journal(), 1).unwrap();
    let mut frame = 1_000;
    criterion.bench_function("a picture of a moving target, and the odds of a salvo at it", |bench| {
        bench.iter(|| {
            frame += 1;
            let x_in = |ship: &str, x_in: f64| {
                if ship == "virginia" { x_in + 0.01 * (frame % 100) as f64 } else { x_in }
            };
            let observations =
                fleet().map(|(ship, x, y, heading)| seen(ship, x_in(ship, x), y, heading, frame)).collect();
            battle.observe(&Sighting { observations, still: false }, NOW, &mut || None).unwrap();
            black_box(battle.preview_for("monitor", "virginia", &Audience::Everyone).unwrap())
        });
    });
}

criterion_group!(benches, click_to_view, drag_to_forecast);
criterion_main!(benches);
