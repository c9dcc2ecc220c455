//! Seek anywhere in a battle of 500 turns (aim: 20 ms), and events verified a second.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[path = "../tests/common/mod.rs"]
mod common;

use battle::verify;
use common::{Evening, begin_judged, clear_what_is_due, fire, must, settle, sighting};
use criterion::{Criterion, criterion_group, criterion_main};
use rulesets::gunboat::Decision;
use std::hint::black_box;

const TURNS: u32 = 500;

fn played() -> Evening {
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    for turn in 1..=TURNS {
        while battle.view().turn == turn {
            must(&mut battle, Decision::NextStep);
            let virginia = &battle.situation().book.ships[&geometry::ShipId::new("virginia")];
            if battle.view().phase == "First fire" && turn % 8 == 0 && virginia.afloat() {
                must(&mut battle, fire("monitor", "virginia"));
            }
            clear_what_is_due(&mut battle);
        }
    }
    evening
}

fn replay(criterion: &mut Criterion) {
    let evening = played();
    let battle = evening.resume(1);
    let seqs: Vec<i64> = battle.entries().iter().map(|entry| entry.seq).collect();
    let events = seqs.len();
    let mut at = 0;
    criterion.bench_function(&format!("seek anywhere among {events} events of {TURNS} turns"), |bench| {
        bench.iter(|| {
            // A stride that comes by everywhere.
            at = (at + 7_919) % events;
            black_box(battle.replay_at(seqs[at]).unwrap())
        });
    });
    let journal = evening.journal();
    let mut group = criterion.benchmark_group("verify");
    group.sample_size(10).throughput(criterion::Throughput::Elements(events as u64));
    group.bench_function("events verified", |bench| {
        bench.iter(|| {
            let found = verify(&journal).unwrap();
            assert_eq!((found.difference, found.events), (None, events));
        });
    });
    group.finish();
}

criterion_group!(benches, replay);
criterion_main!(benches);
