//! Random battles: Mahan by his rules, the Player at random. They end, are sound after every event, and can
//! be rebuilt from their logs.

use crate::field::{at, card, grid, hex, id, mahan, of_gunboat, player};
use rulesets::core::play_out::options_by_lot;
use rulesets::core::{Book, BookData, OptionValue};
use rulesets::mahan::MahanBook;
use rulesets::mahan::play::play_out::{by_lot, set_out};
use rulesets::mahan::play::*;
use std::collections::BTreeMap;

/// A battle that uses all features of the book: formations, rams, a spar torpedo, land and shoals.
fn begun(seed: u64) -> (Vec<Entry>, Vec<Formation>, Vec<Piece>) {
    let named = |name: &str, of: &str| ShipCard { id: id(name), name: name.to_owned(), ..of_gunboat(of) };
    let ram = |card: ShipCard| ShipCard { ram_bow: true, ..card };
    let spar = |card: ShipCard| ShipCard { spar_torpedo: true, ..card };
    let by_hand = |name: &str| card(name);
    let mut ships = vec![
        player(named("essex", "essex"), at(4, 8, 2)),
        player(named("cairo", "cairo"), at(3, 8, 2)),
        player(ram(named("switzerland", "monarch")), at(5, 14, 1)),
        mahan(named("bragg", "general-bragg"), at(22, 8, 4)),
        mahan(named("price", "general-sterling-price"), at(23, 7, 4)),
        mahan(ram(named("virginia", "arkansas")), at(22, 14, 5)),
        mahan(spar(named("squib", "little-rebel")), at(21, 18, 5)),
    ];
    if seed % 4 == 3 {
        ships.iter_mut().for_each(|entry| {
            let own = by_hand(entry.card.name.as_str());
            let (ram_bow, spar_torpedo) = (entry.card.ram_bow, entry.card.spar_torpedo);
            entry.card = ShipCard { ram_bow, spar_torpedo, ..own };
        });
    }
    let formation = |name: &str, ships: [&str; 2]| Formation {
        id: GroupId(name.to_owned()),
        ships: ships.map(id).to_vec(),
    };
    let formations = vec![formation("first", ["essex", "cairo"]), formation("second", ["bragg", "price"])];
    let piece = |ground, (column, row)| Piece { ground, hex: hex(column, row) };
    let land = [(12, 10), (13, 10), (13, 11), (14, 10)].map(|at| piece(Ground::Land, at));
    let shoals = [(10, 16), (11, 16), (17, 5)].map(|at| piece(Ground::Shoal, at));
    (ships, formations, [land.to_vec(), shoals.to_vec()].concat())
}

fn kind(event: &Event) -> String {
    match event {
        Event::Gunnery { event } => format!("gun {event:?}"),
        other => format!("{other:?}"),
    }
    .split([' ', '{'])
    .take(2)
    .collect::<Vec<_>>()
    .join(" ")
}

#[test]
fn battles_by_lot_end_and_their_logs_fold() {
    let book = MahanBook::embedded().unwrap();
    let (first, count) = if cfg!(feature = "long") { (1_000_000, 1_000) } else { (0, 24) };
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let mut turns = 0;
    for seed in first..first + count {
        let mut options = if seed % 3 == 0 { vec![] } else { options_by_lot(book.options(), seed) };
        options.retain(|option| option.name != "mah.combat_backend");
        if seed % 4 == 3 {
            options.push(OptionValue { name: "mah.combat_backend".to_owned(), value: "manual".into() });
        }
        let sigma_in = if seed % 2 == 0 { 0.0 } else { 0.1 };
        let begun = set_out(&book, begun(seed), grid(), options, sigma_in).unwrap();
        let mut folded = begun.0.clone();
        let mut decisions = 0;
        let ending = by_lot(&book, begun, 12, seed, |battle, played| {
            for event in &played.events {
                let name = kind(event).trim_end_matches(" ").to_owned();
                *kinds.entry(name).or_default() += 1;
                for passage in if let Event::Moved { passages, .. } = event { &passages[..] } else { &[] } {
                    *kinds
                        .entry(
                            format!("end {:?}", passage.end).split(['{']).next().unwrap().trim().to_owned(),
                        )
                        .or_default() += 1;
                }
                assert!(book.sentences(&folded, event).iter().all(|it| !it.is_empty()));
                folded = MahanBook::apply(std::mem::take(&mut folded), event);
            }
            decisions += 1;
            if decisions % 10 == 0 {
                assert_eq!(folded, *battle.state(), "seed {seed}: the log folds to another state");
                let text = serde_json::to_string(battle.state()).unwrap();
                assert_eq!(serde_json::from_str::<State>(&text).unwrap(), folded, "seed {seed}");
                let event = played.events.first().map(|event| serde_json::to_string(event).unwrap());
                let read = event.map(|text| serde_json::from_str::<Event>(&text).unwrap());
                assert_eq!(read.as_ref(), played.events.first());
            }
        });
        let ending = ending.unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"));
        *ends.entry(ending.ended.to_string()).or_default() += 1;
        ending.fates.into_iter().for_each(|(fate, ships)| *ends.entry(fate).or_default() += ships);
        turns += ending.turns;
    }
    println!("{count} battles, {turns} turns: {ends:?}; {kinds:?}");
    for wanted in ["sunk", "afloat", "time"] {
        assert!(ends.contains_key(wanted), "never came to pass: {wanted} of {ends:?}");
    }
}
