//! Whole battles on the demo table: every place for a ruling was measured from a picture, none was typed. A
//! side commanded by the app shows by ghosts where its models go; a hand sets them down with small errors.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)] // A failed expectation is a failed test.

mod table;

use battle::view::AnswerView;
use battle::{
    Audience, Battle, BookAdapter, CommanderOutcome, DecisionRequest, GhostWhy, MovesAre, Seat, SetUp,
    ShipInSetUp, verify_file,
};
use demo::TableSetup;
use geometry::{Point, ShipId};
use journal::Journal;
use rulesets::core::SideId;
use rulesets::gunboat::{self, Gunboat, Library};
use rulesets::hex_duel::play_out::RandomCaptain;
use rulesets::hex_duel::{self, ChaOptions, Entry, HexDuel, Start};
use rulesets::mahan::command::{GunboatCaptain, Straight};
use std::collections::{BTreeMap, BTreeSet};
use table::CameraTable;

const NOW: &str = "2026-11-22T19:30:00Z";
/// The error limit of a still moment's places, inches: a careful hand with a tape reads a sixteenth.
const PLACE_BOUND_IN: f64 = 0.0625;

/// The limit of rounds, in which every seat with something to do acts; a battle ends in a few hundred.
const MOST_ROUNDS: u32 = 2000;

/// The counts of a battle.
#[derive(Debug, Default)]
struct Tally {
    decided: u32,
    /// Models set down on ghosts of a commander's orders.
    ordered: u32,
    /// Models that had to be set down again, because they were too far off or elsewhere.
    put_right: u32,
    /// Decisions refused because of the models' places.
    refused: u32,
    worst_in: f64,
}

fn photograph(table: &CameraTable) -> Option<battle::Picture> {
    Some(table.photograph())
}

/// A still moment: the camera looks, and the battle takes the sighting.
fn look<B: BookAdapter>(battle: &mut Battle<B>, table: &mut CameraTable, tally: &mut Tally) {
    let sighting = table.look();
    tally.worst_in = tally.worst_in.max(table.worst_error_in(&sighting.observations));
    battle.observe(&sighting, NOW, || None).unwrap();
    battle.take_places(NOW, || photograph(table)).unwrap();
}

/// Sets models down on their ghosts, and removes lost ones; returns whether anything had to be done.
fn put_right<B: BookAdapter>(
    battle: &mut Battle<B>,
    table: &mut CameraTable,
    off: &mut BTreeSet<ShipId>,
    tally: &mut Tally,
) -> bool {
    let lost = B::ships(&battle.situation().book).into_iter().filter(|line| !line.on_table);
    for line in lost.collect::<Vec<_>>() {
        if off.insert(line.ship.clone()) {
            table.take_off(&line.ship);
        }
    }
    for round in 0..3 {
        let ghosts = battle.ghosts();
        if ghosts.is_empty() {
            return round > 0;
        }
        tally.put_right += ghosts.iter().filter(|ghost| ghost.why != GhostWhy::Ordered).count() as u32;
        table.set_down(&ghosts);
        look(battle, table, tally);
        // Ghosts of an order disappear once it is seen carried out, or move to the next stop.
        if ghosts.iter().any(|ghost| ghost.why == GhostWhy::Ordered) {
            return true;
        }
    }
    true
}

/// Lets the seats play until the battle is `over`, or no seat has anything to do.
fn play<B: BookAdapter>(
    battle: &mut Battle<B>,
    table: &mut CameraTable,
    seats: &mut [Seat<B>],
    next_step: Option<B::Decision>,
    over: impl Fn(&B::State) -> bool,
) -> Tally {
    let (mut tally, mut off, mut idle) = (Tally::default(), BTreeSet::new(), 0);
    look(battle, table, &mut tally);
    let mut rounds = 0;
    while !over(&battle.situation().book) {
        rounds += 1;
        assert!(rounds < MOST_ROUNDS, "going round in circles: {:?}, {tally:?}", battle.ghosts());
        // What the app commands goes first; its ghosts are the battle's own.
        let mut acted = !battle.let_commanders_act(NOW, || photograph(table)).unwrap().is_empty();
        tally.ordered += battle.ghosts().iter().filter(|ghost| ghost.why == GhostWhy::Ordered).count() as u32;
        acted |= put_right(battle, table, &mut off, &mut tally);
        for seat in seats.iter_mut() {
            match battle.let_command(seat, NOW, || photograph(table)).unwrap() {
                CommanderOutcome::Waits => continue,
                CommanderOutcome::ToSetDown(ghosts) => {
                    tally.ordered += ghosts.len() as u32;
                    table.set_down(&ghosts);
                    look(battle, table, &mut tally);
                }
                CommanderOutcome::Answered(AnswerView::Done { log, .. }) => {
                    tally.decided += 1;
                    for sentence in log.iter().flat_map(|line| &line.sentences) {
                        println!("{}", sentence.text);
                    }
                }
                CommanderOutcome::Answered(answer) => {
                    println!("refused to {:?}: {answer:?}", seat.role());
                    tally.refused += 1;
                    look(battle, table, &mut tally);
                }
            }
            acted = true;
            put_right(battle, table, &mut off, &mut tally);
        }
        if acted {
            idle = 0;
            continue;
        }
        let Some(decision) = next_step.clone() else {
            // A random choice may be one that can't be done.
            idle += 1;
            assert!(idle < 50, "stuck: {:?}", battle.questions_for(&Audience::Umpire));
            continue;
        };
        let answer = battle.decide(&DecisionRequest::of(decision), NOW, || photograph(table)).unwrap();
        let AnswerView::Done { .. } = answer else {
            panic!("{answer:?}: {:?}", battle.questions_for(&Audience::Umpire))
        };
        let view = battle.view();
        println!("Turn {}, {}: {tally:?}", view.turn, view.phase);
        put_right(battle, table, &mut off, &mut tally);
    }
    tally
}

#[test]
fn a_solo_gunboat_battle_against_mahan() {
    let mut table = CameraTable::set(TableSetup::standard(1862));
    let book = Gunboat::embedded().unwrap();
    let library = Library::embedded(book.tables()).unwrap();
    let hulls = table.hulls();
    let ship = |(id, hull): (&ShipId, &geometry::HullShape)| ShipInSetUp {
        ship: library.card(library.ship(id.as_str()).unwrap()).unwrap().into(),
        hull: *hull,
    };
    let set_up = SetUp {
        moves: MovesAre::Judged,
        commanded: [gunboat::Side::Confederate.id()].into(),
        players: Vec::new(),
        ..SetUp::of_ships(
            ("Mahan at Hampton Roads".to_owned(), (60.0, 36.0)),
            hulls.iter().map(ship).collect(),
            library.house_rules().cloned().collect(),
            1862,
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solo.ironclad");
    let mut battle = Battle::<Gunboat>::begin(Journal::create_or_open(&file).unwrap(), &set_up, NOW).unwrap();
    let person = GunboatCaptain::new(gunboat::Side::Union, Straight, 2).by_hand();
    let mut seats = [Seat::taken(Audience::Side(gunboat::Side::Union.id()), Box::new(person))];
    let tally =
        play(&mut battle, &mut table, &mut seats, Some(gunboat::Decision::NextStep), |state| state.turn > 8);
    println!("{tally:?}");
    let moved = battle.entries().iter().filter(|entry| entry.kind == "ships_moved").count();
    let salvoes = battle.entries().iter().filter(|entry| entry.kind == "salvo_declared").count();
    println!(
        "{moved} times models were moved, {salvoes} salvoes, asked {} times, {} events",
        table.answered,
        battle.entries().len()
    );
    assert!(moved >= 6 && salvoes >= 4);
    assert!(tally.worst_in < PLACE_BOUND_IN);
    drop(battle);
    assert_eq!(verify_file(&file).unwrap().difference, None);
}

#[test]
fn a_hex_duel_to_its_end() {
    let mut setup = TableSetup::standard(1864);
    setup.fleet.retain(|model| ["virginia", "monitor"].contains(&model.id.as_str()));
    let sea_in = setup.sea_in;
    let mut table = CameraTable::set(setup);
    let book = HexDuel::embedded().unwrap();
    let grid =
        book.grid_in(&ChaOptions::default(), (Point::new(0.0, 0.0), Point::new(sea_in.0, sea_in.1))).unwrap();
    let starts = [("monitor", "Monitor", Start::North), ("virginia", "Virginia", Start::South)];
    let sides = ["union", "confederate"].map(SideId::new);
    // As the app begins a duel: both are placed in a hex at their edges.
    let at_edge = |(id, _, start): (&str, &str, Start)| {
        let hex = *book.start_hexes(&grid, start).first().unwrap();
        (ShipId::new(id), hex_duel::HexPose { hex, facing: start.facing() }.pose(&grid))
    };
    let set_out = starts.map(at_edge).into();
    let open = hex_duel::Decision::Open {
        ships: starts
            .map(|(id, name, start)| Entry { ship: ShipId::new(id), name: name.to_owned(), start })
            .to_vec(),
        sides: sides.to_vec(),
        grid,
        options: Vec::new(),
    };
    let set_up = SetUp {
        name: "A duel".to_owned(),
        table_in: sea_in,
        hulls: table.hulls(),
        classes: BTreeMap::new(),
        shifts_in: BTreeMap::new(),
        opening: vec![open],
        terrain: Vec::new(),
        set_out,
        moves: MovesAre::Judged,
        dice_seed: 1864,
        umpire: false,
        scenario: None,
        arriving: Default::default(),
        commander: None,
        commanded: BTreeSet::new(),
        players: Vec::new(),
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("duel.ironclad");
    let mut battle = Battle::<HexDuel>::begin(Journal::create_or_open(&file).unwrap(), &set_up, NOW).unwrap();
    let roles = sides.map(Audience::Side).into_iter().chain([Audience::Umpire]);
    let mut seats: Vec<Seat<HexDuel>> =
        (1..).zip(roles).map(|(seed, role)| Seat::taken(role, Box::new(RandomCaptain::new(seed)))).collect();
    let over = |state: &hex_duel::State| state.phase == hex_duel::Phase::Over;
    let tally = play(&mut battle, &mut table, &mut seats, None, over);
    println!("{tally:?}; asked {} times, {} events", table.answered, battle.entries().len());
    let moved = battle.entries().iter().filter(|entry| entry.kind == "moved").count();
    assert!(moved >= 6, "{moved}");
    assert!(tally.worst_in < PLACE_BOUND_IN);
    drop(battle);
    assert_eq!(verify_file(&file).unwrap().difference, None);
}
