//! How long a long battle takes to tell: account, report, animation.

#![allow(clippy::unwrap_used, missing_docs)]

use battle::account::BattleAccount;
use battle::{Audience, PlayOuts, open, play_outs};
use criterion::{Criterion, criterion_group, criterion_main};
use journal::Journal;
use std::hint::black_box;

/// Turns the battle must have, or the next seed is tried.
const TURNS: u32 = 30;

fn long_battle(file: &std::path::Path) -> i64 {
    for seed in 1..60 {
        let asked = PlayOuts { book: "gunboat", scenario: "memphis", seed, count: 1, carried: None };
        let endings = play_outs(&asked, Some(file), "2025-03-08T19:30:00Z").unwrap();
        if endings.turns >= TURNS {
            return i64::try_from(seed).unwrap();
        }
    }
    // Then the last one is as long as they get.
    59
}

fn telling(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("campaign.ironclad");
    let number = long_battle(&file);
    let battle = open(Journal::open(&file).unwrap(), number).unwrap();
    let account: BattleAccount = battle.account(&Audience::Umpire);
    let turns = account.turns.last().map_or(0, |turn| turn.turn);
    println!("a battle of {turns} turns, {} events, {} ships", account.events.len(), account.ships.len());
    let page = chronicle::report(&account, None, |_| None);
    let film = chronicle::animation(&account).unwrap();
    println!("report {} kB, animation {} kB", page.len() / 1024, film.len() / 1024);

    let mut group = criterion.benchmark_group("telling");
    group.sample_size(10);
    group.bench_function("account", |bench| bench.iter(|| black_box(battle.account(&Audience::Umpire))));
    group.bench_function("report", |bench| {
        bench.iter(|| black_box(chronicle::report(&account, None, |_| None)))
    });
    group.bench_function("animation", |bench| {
        bench.iter(|| black_box(chronicle::animation(&account).unwrap()))
    });
    group.finish();
}

criterion_group!(benches, telling);
criterion_main!(benches);
