//! Battles against Mahan as they are chosen: a meeting of four, or any ships, on a board of hexes laid on the real table.

use crate::error::BattleError;
use crate::record::events::MovesAre;
use crate::setup::context::{
    SetupContext, book_view, options, scenario_of, set_out_at, unplayable, unreadable,
};
use crate::setup::set_up::SetUp;
use crate::view::{BattleChoice, BookView, ScenarioShipView, ScenarioView};
use geometry::{Facing, Hex, HexGrid, Point, ShipId, Terrain, TerrainKind};
use rulesets::core::play_out::ByLot;
use rulesets::core::{Edge, SideId};
use rulesets::gunboat::ShipFacts;
use rulesets::mahan::play::Ground as HexGround;
use rulesets::mahan::play::{Decision, Entry, HexPose, Piece, ShipCard};
use rulesets::mahan::{MahanBook, Side, rule_list};
use std::collections::BTreeMap;

/// The sides that may be Mahan's; the second one by default.
pub(super) const SIDES: [&str; 2] = ["union", "confederate"];
/// The board that any ships meet on: so many columns and rows.
const BOARD: (u32, u32) = (24, 16);
/// Columns in which the two sides begin, and how they face: the west towards the south-east, the east the south-west.
const WEST: (i32, i32) = (4, 2);
const EAST: (i32, i32) = (20, 4);
/// The model of a ship that was not mustered, as a share of a hex.
const HULL_SHARE: f64 = 0.8;

pub(super) fn view(book: &MahanBook) -> BookView {
    let about = "Alone against Mahan: eight rounds a turn on hexes, orders by a display and a die, chits for who fires; \
                 fire is resolved by the Gunboat book.";
    BookView { commanders_for: SIDES.map(str::to_owned).to_vec(), ..book_view(book, about, rule_list()) }
}

pub(super) fn scenarios(book: &MahanBook) -> Result<Vec<ScenarioView>, BattleError> {
    book.scenarios().map_err(unreadable)?.iter().map(|id| scenario_view(book, id)).collect()
}

fn scenario_view(book: &MahanBook, id: &str) -> Result<ScenarioView, BattleError> {
    let staged = book.staged(id, None).map_err(unreadable)?;
    let mut ships = Vec::new();
    for decision in &staged.opening {
        let Decision::Open { ships: entries, sides, .. } = decision else { continue };
        ships.extend(entries.iter().map(|entry| ScenarioShipView {
            id: entry.card.id.to_string(),
            name: entry.card.name.clone(),
            side: match entry.side {
                Side::Player => sides.0.0.clone(),
                Side::Mahan => sides.1.0.clone(),
            },
            place: set_out_at(&staged, &entry.card.id),
        }));
    }
    Ok(ScenarioView {
        id: id.to_owned(),
        name: staged.name.clone(),
        briefing: vec![
            "Two gunboats of yours meet two rams of Mahan's in open water.".to_owned(),
            "Order a speed and a manoeuvre for a whole turn; Mahan's ships go by his display and a die, and where they \
             go stands as ghosts."
                .to_owned(),
        ],
        rules: vec!["The program's own scenario: the seed gives none (house).".to_owned()],
        ships,
        table_in: staged.table_in,
        turns: Some(staged.scene.0),
        forts: Vec::new(),
        secrets: false,
        options: Vec::new(),
        terrain: Vec::new(),
    })
}

/// Whose side the Player's is, and whose Mahan's.
fn sides(choice: &BattleChoice) -> Result<(SideId, SideId), BattleError> {
    let [one, other] = SIDES.map(|side| SideId(side.to_owned()));
    match choice.commanded.as_slice() {
        [] => Ok((one, other)),
        [mahan] if *mahan == one.0 => Ok((other, one)),
        [mahan] if *mahan == other.0 => Ok((one, other)),
        _ => Err(unplayable("Mahan has one side, and you the other: choose one of them for him.")),
    }
}

pub(super) fn set_up(
    book: &MahanBook,
    choice: &BattleChoice,
    context: &SetupContext<'_>,
) -> Result<SetUp<Decision>, BattleError> {
    let (own, his) = sides(choice)?;
    let side_of = |side: &SideId| if *side == his { Side::Mahan } else { Side::Player };
    // Mahan's home is behind his ships: the Confederates begin in the east.
    let mahan_edge = if his.0 == SIDES[0] { Edge::West } else { Edge::East };
    let Some(id) = &choice.scenario else {
        return of_any(book, choice, context, ((own, his), mahan_edge));
    };
    scenario_of(&book.scenarios().map_err(unreadable)?, id, String::as_str)?;
    let mut staged = book.staged(id, None).map_err(unreadable)?;
    let chosen = context.take_stage(&mut staged, choice)?;
    for decision in &mut staged.opening {
        let Decision::Open { ships, sides, mahan_edge: edge, options: values, terrain, grid, .. } = decision
        else {
            continue;
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
    }
    Ok(SetUp::of_staged(&staged, MovesAre::Judged, context.dice_seed))
}

fn of_any(
    book: &MahanBook,
    choice: &BattleChoice,
    context: &SetupContext<'_>,
    (sides, mahan_edge): ((SideId, SideId), Edge),
) -> Result<SetUp<Decision>, BattleError> {
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
            let wanted = grid.board.hex(column, every * at / (count.saturating_add(1)));
            let taken = |hex: Hex| {
                ships.iter().any(|entry: &Entry| entry.place.hex == hex)
                    || terrain.iter().any(|piece| piece.hex == hex)
            };
            let free = grid.board.hexes().filter(|hex| !taken(*hex)).min_by_key(|hex| hex.distance(wanted));
            let hex = free.ok_or_else(|| unplayable("there is no free hex left for so many ships."))?;
            let place = HexPose { hex, facing: Facing::new(facing) };
            let ship: ShipId = card.id.clone();
            let mut hull = facts.model_hull(1.0);
            (hull.length_in, hull.stack_ahead_in) = (HULL_SHARE * grid.across_flats_in, 0.0);
            hull.beam_in = hull.length_in / 4.0;
            hulls.insert(ship.clone(), context.hull(&ship, hull));
            set_out.insert(ship, place.pose(&grid));
            ships.push(Entry { card, side, place });
        }
    }
    for (side, key) in [(Side::Player, &sides.0), (Side::Mahan, &sides.1)] {
        if ships.iter().all(|entry| entry.side != side) {
            return Err(unplayable(format!("no ship of the {} takes part: add one.", key.0)));
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
    Ok(SetUp { set_out, ..context.battle_of(table_in, hulls, open) })
}

/// The shore as hexes: land and forts, and shoals, wherever the middle of a hex lies in one.
fn pieces(grid: &HexGrid, shore: &[Terrain]) -> Vec<Piece> {
    let lies = |hex: Hex| {
        let there = shore.iter().filter(|piece| piece.contains(grid.middle(hex)));
        let kinds = there.filter_map(|piece| match piece.kind {
            TerrainKind::Land | TerrainKind::Fort => Some(HexGround::Land),
            TerrainKind::Shoal { .. } => Some(HexGround::Shoal),
            TerrainKind::Obstacle | TerrainKind::Mined => None,
        });
        // What is land and shoal is land.
        let ground = kinds.min_by_key(|kind| *kind == HexGround::Shoal)?;
        Some(Piece { ground, hex })
    };
    grid.board.hexes().filter_map(lies).collect()
}
