//! Set-ups of battles against Mahan: one of four scenarios, or any ships, on a hex board laid on the real table.

use crate::error::BattleError;
use crate::setup::book_set_up::{BookSetUp, RuleList};
use crate::setup::clear_of_cards::is_clear;
use crate::setup::context::{SetupContext, options, sides, unplayable};
use crate::setup::set_up::{SetUp, SetUpResult};
use crate::view::{BattleChoice, ScenarioView};
use geometry::{Facing, Hex, HexGrid, Point, ShipId, Terrain, TerrainKind};
use rulesets::core::play_out::Staged;
use rulesets::core::{Edge, SideId};
use rulesets::gunboat::ShipFacts;
use rulesets::mahan::play::Ground as HexGround;
use rulesets::mahan::play::{Decision, Entry, HexPose, Piece, ShipCard};
use rulesets::mahan::{MahanBook, Side, rule_list};
use std::collections::BTreeMap;

/// The size of the board for any ships: columns and rows.
const BOARD: (u32, u32) = (24, 16);
/// The starting columns of the two sides, and their facings: the west faces south-east, the east south-west.
const WEST: (i32, i32) = (4, 2);
const EAST: (i32, i32) = (20, 4);
/// The hull length of a ship that was not mustered, as a share of a hex.
const HULL_SHARE: f64 = 0.8;

impl BookSetUp for MahanBook {
    const ABOUT: &'static str = "Alone against Mahan: eight rounds a turn on hexes, orders by a display and a die, chits for who fires; \
         fire is resolved by the Gunboat book.";
    const IN_HEXES: bool = true;
    const RULES: fn() -> RuleList = rule_list;

    fn describe(&self, staged: &Staged<Self>, view: ScenarioView) -> Result<ScenarioView, BattleError> {
        Ok(ScenarioView {
            briefing: vec![
                "Two gunboats of yours meet two rams of Mahan's in open water.".to_owned(),
                "Order a speed and a manoeuvre for a whole turn; Mahan's ships go by his display and a die, and \
                 where they go stands as ghosts."
                    .to_owned(),
            ],
            rules: vec!["The program's own scenario: the seed gives none (house).".to_owned()],
            turns: Some(staged.scene.0),
            ..view
        })
    }

    fn set_up(&self, choice: &BattleChoice, context: &SetupContext<'_>) -> SetUpResult<Decision> {
        let (own, his) = sides_chosen(choice)?;
        let side_of = |side: &SideId| if *side == his { Side::Mahan } else { Side::Player };
        // Mahan's home edge is behind Mahan's ships: the Confederates begin in the east.
        let mahan_edge = if his == sides()[0] { Edge::West } else { Edge::East };
        let Some(id) = &choice.scenario else {
            return of_any(self, choice, context, ((own, his), mahan_edge));
        };
        context.scenario(self, id, choice, |opening, chosen| {
            let Decision::Open { ships, sides, mahan_edge: edge, options: values, terrain, grid, .. } =
                opening
            else {
                return;
            };
            ships.retain(|entry| chosen.contains(&entry.card.id));
            for entry in ships.iter_mut() {
                entry.side = side_of(match entry.side {
                    Side::Player => &sides.0,
                    Side::Mahan => &sides.1,
                });
            }
            (*sides, *edge) = ((own.clone(), his.clone()), mahan_edge);
            *values = options(values, choice);
            terrain.extend(pieces(grid, context.terrain));
        })
    }
}

/// The Player's side and Mahan's side.
fn sides_chosen(choice: &BattleChoice) -> Result<(SideId, SideId), BattleError> {
    let [one, other] = sides();
    match choice.commanded.as_slice() {
        [] => Ok((one, other)),
        [mahan] if mahan == one.as_str() => Ok((other, one)),
        [mahan] if mahan == other.as_str() => Ok((one, other)),
        _ => Err(unplayable("Mahan has one side, and you the other: choose one of them for him.")),
    }
}

fn of_any(
    book: &MahanBook,
    choice: &BattleChoice,
    context: &SetupContext<'_>,
    (sides, mahan_edge): ((SideId, SideId), Edge),
) -> SetUpResult<Decision> {
    let table_in = context.table()?;
    let corners = (Point::new(0.0, 0.0), Point::new(table_in.0, table_in.1));
    let board = MahanBook::board(BOARD.0, BOARD.1);
    let grid = book.grid_in(board, corners).map_err(|error| unplayable(error.to_string()))?;
    let terrain = pieces(&grid, context.terrain);
    let facts = context.ships(choice)?;
    let (mut ships, mut hulls, mut set_out) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
    for (side, key, begins) in [
        (Side::Player, &sides.0, if mahan_edge == Edge::West { EAST } else { WEST }),
        (Side::Mahan, &sides.1, if mahan_edge == Edge::West { WEST } else { EAST }),
    ] {
        let fleet: Vec<&ShipFacts> = facts.iter().copied().filter(|facts| facts.side.id() == *key).collect();
        let (column, facing) = begins;
        let every = i32::try_from(BOARD.1).unwrap_or_default();
        let count = i32::try_from(fleet.len()).unwrap_or(i32::MAX);
        for (at, facts) in (1..).zip(fleet) {
            let tables = book.gunboat().tables();
            let card = context.library.card(facts).map_err(|refusal| unplayable(refusal.to_string()))?;
            let card = ShipCard::from_gunboat(tables, card);
            let ship: ShipId = card.id.clone();
            let mut hull = facts.model_hull(1.0);
            (hull.length_in, hull.stack_ahead_in) = (HULL_SHARE * grid.across_flats_in, 0.0);
            hull.beam_in = hull.length_in / 4.0;
            let hull = context.hull(&ship, hull);
            let place_in = |hex| HexPose { hex, facing: Facing::new(facing) };
            let wanted = grid.board.hex(column, every * at / (count.saturating_add(1)));
            let taken = |hex: Hex| {
                ships.iter().any(|entry: &Entry| entry.place.hex == hex)
                    || terrain.iter().any(|piece| piece.hex == hex)
                    || !is_clear(&hull.outline(place_in(hex).pose(&grid)), context.cards)
            };
            let free = grid.board.hexes().filter(|hex| !taken(*hex)).min_by_key(|hex| hex.distance(wanted));
            let hex = free.ok_or_else(|| unplayable("there is no free hex left for so many ships."))?;
            let place = place_in(hex);
            hulls.insert(ship.clone(), hull);
            set_out.insert(ship, place.pose(&grid));
            ships.push(Entry { card, side, place });
        }
    }
    for (side, key) in [(Side::Player, &sides.0), (Side::Mahan, &sides.1)] {
        if ships.iter().all(|entry| entry.side != side) {
            return Err(unplayable(format!("no ship of the {} takes part: add one.", key)));
        }
    }
    let open = Decision::Open {
        ships,
        formations: Vec::new(),
        sides,
        mahan_edge,
        terrain,
        grid,
        options: options(&[], choice),
    };
    let battle = SetUp::of("Ships on the table", table_in, hulls, vec![open], context.dice_seed);
    Ok(SetUp { terrain: context.terrain.to_vec(), set_out, ..battle })
}

/// The shore as hexes: land, forts and shoals, for each hex whose centre lies in one.
fn pieces(grid: &HexGrid, shore: &[Terrain]) -> Vec<Piece> {
    let lies = |hex: Hex| {
        let there = shore.iter().filter(|piece| piece.contains(grid.middle(hex)));
        let kinds = there.filter_map(|piece| match piece.kind {
            TerrainKind::Land | TerrainKind::Fort => Some(HexGround::Land),
            TerrainKind::Shoal { .. } => Some(HexGround::Shoal),
            TerrainKind::Obstacle | TerrainKind::Mined => None,
        });
        // A hex that is both land and shoal is land.
        let ground = kinds.min_by_key(|kind| *kind == HexGround::Shoal)?;
        Some(Piece { ground, hex })
    };
    grid.board.hexes().filter_map(lies).collect()
}
