//! Hexes that a ship may move to: one hex, or the three of a dash.

use crate::hex_duel::events::event::{End, Route};
use crate::hex_duel::state::battle::{HexPose, Ironclad, MoveKind, State};
use crate::hex_duel::state::board::is_open_sea;
use crate::hex_duel::state::options::{DashMeets, DashTurns, DisabledTurn, HeadOn};
use crate::hex_duel::tables::table_set::Tables;
use geometry::ShipId;

/// One hex ahead, after turning `turn` hexsides; none where the ship may not go. It may not leave the board,
/// or enter islands or rocks (CHA-AMB-11); it moves only ahead (CHA-8, CHA-10).
fn ahead(
    state: &State,
    ship: &Ironclad,
    enemy: HexPose,
    from: HexPose,
    turn: i32,
    dash: bool,
) -> Option<(HexPose, End)> {
    let board = state.grid?.board;
    let facing = from.facing.turned(turn);
    let free = |hex| board.holds(hex) && !state.terrain.iter().any(|piece| piece.hex == hex);
    let hex = Some(from.hex.moved(facing, 1)).filter(|hex| free(*hex))?;
    let (hex, end) = if hex != enemy.hex {
        (hex, End::Water)
    } else if facing == enemy.facing.opposite() {
        // The enemy is met through its bow hexside: head on (CHA-19, CHA-AMB-9).
        let beyond = Some(hex.moved(facing, 1)).filter(|hex| free(*hex))?;
        (state.options.head_on == HeadOn::ScrapePast).then_some((beyond, End::ScrapedPast))?
    } else {
        // CHA-AMB-8: a ram outside a dash.
        (dash || state.options.ram_any_time).then_some((hex, End::Rammed))?
    };
    let gained = end != End::Rammed && is_open_sea(&board, ship.start, hex);
    Some((HexPose { hex, facing }, if gained { End::OpenSea } else { end }))
}

/// Every route open to a ship in a move of this kind (CHA-6 to CHA-10, CHA-17).
pub(in crate::hex_duel) fn routes(tables: &Tables, state: &State, id: &ShipId, kind: MoveKind) -> Vec<Route> {
    let Some(ship) = state.ships.get(id) else { return Vec::new() };
    let (Some(from), Some(enemy)) = (ship.place, state.enemy_of(id).and_then(|(_, enemy)| enemy.place))
    else {
        return Vec::new();
    };
    let (hexes, turns): (u32, &[i32]) = match kind {
        MoveKind::Ordinary => (1, &[0, -1, 1]),
        MoveKind::Dash => match state.options.dash_turns {
            DashTurns::OnePerHex => (tables.dash_hexes(), &[0, -1, 1]),
            DashTurns::Unlimited => (tables.dash_hexes(), &[0, -1, 1, -2, 2, 3]),
        },
        MoveKind::Restart => match state.options.disabled_turn {
            DisabledTurn::BeforeRestart => (1, &[0, -1, 1]),
            DisabledTurn::BeforeDash | DisabledTurn::None => (1, &[0]),
        },
    };
    let mut open = vec![Route { places: Vec::new(), end: End::Water }];
    let mut done = Vec::new();
    let goes_on = kind == MoveKind::Dash && state.options.dash_meets == DashMeets::GoesOnToThree;
    for hex in 1..=hexes {
        let mut next = Vec::new();
        for route in open {
            let here = route.to().unwrap_or(from);
            for turn in turns {
                let step = ahead(state, ship, enemy, here, *turn, kind == MoveKind::Dash);
                let Some((place, end)) = step else { continue };
                let places = route.places.iter().copied().chain([place]).collect();
                let passes = goes_on && hex < hexes && end == End::Rammed;
                let end = if passes { End::Water } else { end };
                // The enemy's hex ends a dash early if the option says so (CHA-AMB-6); the open sea always
                // does (CHA-AMB-12).
                let list = if end == End::Water { &mut next } else { &mut done };
                list.push(Route { places, end });
            }
        }
        open = next;
    }
    done.append(&mut open);
    done
}
