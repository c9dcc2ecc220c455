//! Start places of every scenario of every book keep clear of the cards in the table's corners.

use crate::common::{Evening, NOW, choice_of};
use battle::view::ShipGhostView;
use battle::{SetupContext, begin, books, scenarios};
use geometry::{Point, ShipId, outline_gap_in, outlines_meet};
use rulesets::gunboat::{Gunboat, Library};
use std::collections::BTreeMap;

/// The least gap between a ghost and a card, inches.
const GAP_IN: f64 = 0.3;
/// No start place is moved further than this, inches.
const FARTHEST_IN: f64 = 2.5;
/// Tables on which every scenario fits, inches east and north.
const TABLES_IN: [(f64, f64); 3] = [(59.2, 35.2), (60.0, 36.0), (96.0, 60.0)];

/// The corner cards of a table: the outer corners of the black squares are the table's, with a white margin around.
fn corner_cards((east_in, north_in): (f64, f64), card_in: f64) -> Vec<Vec<Point>> {
    let (low_in, high_in) = (-card_in / 8.0, card_in * 1.125);
    let corners = [(false, false), (true, false), (true, true), (false, true)];
    let card = |(east, north): (bool, bool)| {
        let x = |in_in: f64| if east { east_in - in_in } else { in_in };
        let y = |in_in: f64| if north { north_in - in_in } else { in_in };
        [(low_in, low_in), (high_in, low_in), (high_in, high_in), (low_in, high_in)]
            .map(|(in_x, in_y)| Point::new(x(in_x), y(in_y)))
            .to_vec()
    };
    corners.map(card).to_vec()
}

/// The ghosts of a battle just begun, and its first log lines.
fn begun(
    book: &str,
    scenario: Option<&str>,
    context: &SetupContext<'_>,
) -> (Vec<ShipGhostView>, Vec<String>) {
    let evening = Evening::new();
    let battle = begin(evening.journal(), &choice_of(book, scenario), context, NOW).unwrap();
    let log = battle.log_for(&battle::Audience::Everyone);
    (battle.ghost_views(), log[0].sentences.iter().map(|sentence| sentence.text.clone()).collect())
}

fn gap_in(ghost: &ShipGhostView, card: &[Point]) -> f64 {
    let outline: Vec<Point> = ghost.outline_in.iter().map(|&(x_in, y_in)| Point::new(x_in, y_in)).collect();
    if outlines_meet(&outline, card) { 0.0 } else { outline_gap_in(&outline, card) }
}

#[test]
fn no_ghost_of_any_scenario_is_near_a_corner_card() {
    let library = Library::embedded(Gunboat::embedded().unwrap().tables()).unwrap();
    let on_the_table = ["virginia", "monitor", "minnesota", "congress", "patrick-henry", "teaser"];
    let facts = on_the_table.iter().filter_map(|id| library.ship(id));
    let models: BTreeMap<_, _> =
        facts.map(|facts| (ShipId::new(facts.id.clone()), facts.model_hull(1.0))).collect();
    let duellists: BTreeMap<_, _> = models.clone().into_iter().take(2).collect();
    let (mut set_ups, mut shifted, mut farthest_in) = (0, 0, 0.0_f64);
    for table_in in TABLES_IN {
        for card_in in [2.0, 3.0] {
            let cards = corner_cards(table_in, card_in);
            for book in books().unwrap() {
                let hulls = if book.id == "hex_duel" { &duellists } else { &models };
                let on = SetupContext {
                    library: &library,
                    hulls,
                    table_in: Some(table_in),
                    terrain: &[],
                    cards: &cards,
                    dice_seed: 5,
                };
                let bare = SetupContext { cards: &[], ..on };
                let known = scenarios(&book.id, &on).unwrap();
                let views = known.iter().map(Some).chain([None]);
                for view in views {
                    let id = view.map(|view| view.id.as_str());
                    let ((ghosts, notes), (printed, _)) =
                        (begun(&book.id, id, &on), begun(&book.id, id, &bare));
                    let label = format!("{} {id:?} on {table_in:?} with cards of {card_in} in", book.id);
                    assert_eq!(ghosts.len(), printed.len(), "{label}");
                    set_ups += 1;
                    let mut moved = 0;
                    for ghost in &ghosts {
                        let nearest_in =
                            cards.iter().map(|card| gap_in(ghost, card)).fold(f64::INFINITY, f64::min);
                        assert!(
                            nearest_in >= GAP_IN - 0.001,
                            "{label}: {nearest_in:.2} in to {}",
                            ghost.ship
                        );
                        let was = printed.iter().find(|other| other.ship == ghost.ship).unwrap().place;
                        let off_in = (ghost.place.x_in - was.x_in).hypot(ghost.place.y_in - was.y_in);
                        assert!(
                            ghost.place.heading_deg == was.heading_deg,
                            "{label}: {} is turned",
                            ghost.ship
                        );
                        moved += usize::from(off_in > 0.0);
                        farthest_in = farthest_in.max(off_in);
                        // The choice of the battle shows the place where the ship begins.
                        let shown =
                            view.and_then(|view| view.ships.iter().find(|ship| ship.id == ghost.ship));
                        if let Some(place) = shown.and_then(|ship| ship.place.as_ref()) {
                            let off_in = (ghost.place.x_in - place.x_in).hypot(ghost.place.y_in - place.y_in);
                            assert!(off_in < 0.002, "{label}: {} is shown {off_in} in off", ghost.ship);
                        }
                    }
                    let said = |notes: &[String]| {
                        notes.iter().any(|note| note.contains("clear of the corner cards"))
                    };
                    if id.is_some() {
                        assert_eq!(moved > 0, said(&notes), "{label}: {notes:?}");
                        assert_eq!(moved > 0, said(&view.unwrap().notes), "{label}");
                    }
                    if moved > 0 && card_in == 2.0 && table_in == (60.0, 36.0) {
                        println!("{label}: {}", notes[1..].join(" "));
                    }
                    shifted += moved;
                }
            }
        }
    }
    println!("{set_ups} set-ups, {shifted} ships moved, by {farthest_in:.2} in at most");
    assert!(shifted > 0 && farthest_in < FARTHEST_IN);
}
