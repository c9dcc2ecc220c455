//! Every ship and every scenario's fleet in every book that fits it; no book depends on another.

use rulesets::core::fleet::{Fleet, Layout, usual_arcs};
use rulesets::core::play_out::{ByLot, NotStaged, Staged, by_lot};
use rulesets::core::{AppDice, Book, Operation, PlacedTable};
use rulesets::gunboat::{Gunboat, layouts};
use rulesets::hex_duel::HexDuel;
use rulesets::noddy::{self, Noddy};
use rulesets::sp_bp::{self, SpBp};
use std::path::Path;

fn nowhere() -> (PlacedTable, AppDice) {
    (PlacedTable::default(), AppDice::new(0, &[]))
}

#[test]
fn nod_33_every_ship_has_a_noddy_card_that_explains_every_figure() {
    let (book, fleet) = (Noddy::embedded().unwrap(), Fleet::embedded().unwrap());
    assert_eq!(fleet.ships.len(), 85);
    let mut ships = Vec::new();
    for facts in &fleet.ships {
        let card = noddy::card_from_facts(facts, false);
        let explained = |what: &str| card.guessed.iter().filter(|guess| guess.what == what).count();
        for figure in ["armour", "build", "top_speed", "reinforced_bow"] {
            assert_eq!(explained(figure), 1, "{}: {figure}", facts.id);
        }
        assert_eq!(explained("guns"), facts.gun.len(), "{}", facts.id);
        assert!(card.guessed.iter().all(|guess| guess.why.len() > 8), "{:?}", card.guessed);
        let mortars = facts.gun.iter().filter(|gun| gun.gun.ends_with("MORTAR"));
        let (all, left_out): (u32, u32) = (
            facts.gun.iter().map(|gun| u32::from(gun.count)).sum(),
            mortars.map(|gun| u32::from(gun.count)).sum(),
        );
        assert_eq!(card.guns.len() as u32, all - left_out, "{}: a gun is missing", facts.id);
        ships.push(card.into());
    }
    let open = noddy::Decision::Open {
        ships,
        batteries: vec![],
        regiments: vec![],
        options: vec![],
        terrain: vec![],
        hidden: vec![],
    };
    let (table, mut dice) = nowhere();
    let events = book.decide(&noddy::State::default(), &open, &table, &mut dice).unwrap();
    let state = events.iter().fold(noddy::State::default(), Noddy::apply);
    assert_eq!(state.ships.len(), fleet.ships.len());
}

#[test]
fn spb_amb_4_every_ship_has_an_sp_bp_card_that_explains_every_figure() {
    let (book, fleet) = (SpBp::embedded().unwrap(), Fleet::embedded().unwrap());
    let mut ships = Vec::new();
    for facts in &fleet.ships {
        let (sp_bp::Converted { card, figures }, left_out) = sp_bp::convert_facts(facts);
        for (what, terms) in &figures {
            let parts = terms.iter().filter(|term| term.operation != Operation::Total);
            assert_eq!(parts.map(|term| term.value).sum::<i32>(), terms.last().unwrap().value, "{what}");
        }
        let named = |figure: &str| figures.iter().any(|(what, _)| what == figure);
        for figure in ["SP", "BP", "crew parties", "turn class"] {
            assert!(named(figure), "{}: {figure}", facts.id);
        }
        assert_eq!(named("hull AT"), card.hull_at.is_some(), "{}", facts.id);
        for mount in &card.mounts {
            assert_eq!(named(&format!("AT of the {}", mount.place)), mount.at.is_some(), "{}", facts.id);
            let told =
                card.guessed.iter().any(|why| why.starts_with(&mount.place) && why.contains(&mount.gun));
            assert!(told, "{}: nothing explains {}", facts.id, mount.gun);
        }
        assert!(card.guessed.iter().any(|why| why.starts_with("Speed")), "{:?}", card.guessed);
        assert!(left_out.iter().all(|reason| reason.text.contains("MORTAR")), "{left_out:?}");
        assert_eq!(card.mounts.len() + left_out.len(), facts.gun.len(), "{}: a gun is missing", facts.id);
        ships.push(card.into());
    }
    let open = sp_bp::Decision::Open { ships, options: vec![], terrain: vec![] };
    let (table, mut dice) = nowhere();
    let events = book.decide(&sp_bp::State::default(), &open, &table, &mut dice).unwrap();
    let state = events.iter().fold(sp_bp::State::default(), SpBp::apply);
    assert_eq!(state.ships.len(), fleet.ships.len());
}

/// Opens a layout with a book's cards, and plays it out.
fn played<B: ByLot>(book: &B, layout: &Layout, staged: &Staged<B>) {
    let set_out = staged.set_out(book).unwrap_or_else(|halt| panic!("{}: {halt}", layout.id));
    assert_eq!(B::sides(&set_out.state).len(), 2, "{}", layout.id);
    let mut ids: Vec<&str> = layout.ships.iter().map(|ship| ship.facts.id.as_str()).collect();
    ids.sort_unstable();
    let lines = B::ships(&set_out.state);
    assert_eq!(lines.iter().map(|line| line.ship.as_str()).collect::<Vec<_>>(), ids, "{}", layout.id);
    for ship in layout.ships.iter().filter(|ship| ship.arrives.is_none()) {
        let stands = set_out.table.placed(&geometry::ShipId::new(&ship.facts.id)).unwrap();
        assert_eq!(stands.observation.pose, ship.pose, "{}: {}", layout.id, ship.facts.id);
    }
    assert_eq!(set_out.table.terrain().len(), layout.terrain.len(), "{}", layout.id);
    assert_eq!(set_out.table.size_in(), Some(layout.table_in));
    let ending = by_lot(book, set_out, 1, |_, _| {}).unwrap_or_else(|stuck| panic!("{}: {stuck}", layout.id));
    assert!(ending.turns > 1, "{}: {ending:?}", layout.id);
}

#[test]
fn every_scenario_is_played_by_noddys_cards() {
    let book = Noddy::embedded().unwrap();
    for layout in layouts().unwrap() {
        let staged = book.laid_out(&layout).unwrap();
        let guns = |fort: &rulesets::core::fleet::LaidFort| fort.guns.len();
        let noddy::Decision::Open { batteries, hidden, .. } = &staged.opening[0] else {
            panic!("not opened")
        };
        assert_eq!(batteries.len(), layout.forts.len(), "{}", layout.id);
        assert!(batteries.iter().zip(&layout.forts).all(|(card, fort)| card.guns.len() == guns(fort)));
        assert_eq!(hidden.len(), layout.mines.len(), "{}", layout.id);
        played(&book, &layout, &staged);
    }
}

#[test]
fn every_scenario_without_forts_is_played_by_sp_bps_cards() {
    let book = SpBp::embedded().unwrap();
    let mut fits = 0;
    for layout in layouts().unwrap() {
        match book.laid_out(&layout) {
            Ok(staged) => {
                assert!(layout.forts.is_empty(), "{}", layout.id);
                let sp_bp::Decision::Open { options, .. } = &staged.opening[0] else { panic!("not opened") };
                let named = |name: &str| options.iter().find(|it| it.name == name).map(|it| it.value.clone());
                // A battle with a current is fought in a river, where ships drift with it (SPB-4).
                let current = layout.current_toward_deg;
                assert_eq!(named("spb.water"), current.map(|_| "river".into()), "{}", layout.id);
                assert_eq!(named("spb.current_toward_deg"), current.map(Into::into), "{}", layout.id);
                played(&book, &layout, &staged);
                fits += 1;
            }
            Err(why) => {
                assert!(!layout.forts.is_empty() && why.to_string().contains("no guns ashore"), "{why}");
            }
        }
    }
    assert!(fits >= 4, "{fits}");
    let duel = HexDuel::embedded().unwrap();
    let why = duel.laid_out(&layouts().unwrap()[0]).unwrap_err();
    assert!(matches!(why, NotStaged::DoesNotFit { .. }), "{why}");
}

/// The arcs that other books use for a mount equal those of the Gunboat book's own table.
#[test]
fn gun_amb_22_usual_arcs_stand_in_the_gunboat_books_table_too() {
    let gunboat = Gunboat::embedded().unwrap();
    let fleet = Fleet::embedded().unwrap();
    let mut mounts: Vec<&str> =
        fleet.ships.iter().flat_map(|ship| &ship.gun).map(|gun| gun.mount.as_str()).collect();
    mounts.sort_unstable();
    mounts.dedup();
    assert!(mounts.len() > 6, "{mounts:?}");
    for mount in mounts {
        assert_eq!(usual_arcs(mount), gunboat.tables().default_arcs(mount), "{mount}");
    }
}

/// No change in one book may require a change in another, and the shared parts know none of them. Only Mahan's
/// folder commands ships of other books, and names them.
#[test]
fn no_book_needs_another() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let books = ["gunboat", "hex_duel", "mahan", "noddy", "sp_bp"];
    let may_know = |folder: &str, book: &str| {
        folder == book || (folder == "mahan" && ["gunboat", "noddy", "sp_bp"].contains(&book))
    };
    for folder in books.iter().chain(&["core"]) {
        let mut folders = vec![source.join(folder)];
        let mut files = 0;
        while let Some(next) = folders.pop() {
            for entry in std::fs::read_dir(next).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|end| end == "rs") {
                    files += 1;
                    let text = std::fs::read_to_string(&path).unwrap();
                    for book in books.iter().filter(|book| !may_know(folder, book)) {
                        let needs = text.contains(&format!("crate::{book}"));
                        assert!(!needs, "{} needs {book}", path.display());
                    }
                }
            }
        }
        assert!(files > 3, "{folder}");
    }
}
