//! The plans that are compared.

use crate::books::ThinksAhead;
use crate::plans::{Manoeuvre, Plan, Plans};
use crate::position::Position;
use geometry::ShipId;
use rulesets::core::SideId;

/// The enemies of a ship that get plans of their own, nearest first.
const TARGETS: usize = 2;

/// The ships of a side that stand on the table, or of the others.
pub fn ships_of<B: ThinksAhead>(position: &Position<B>, side: &SideId, own: bool) -> Vec<ShipId> {
    let there = B::ships(&position.state).into_iter().filter(|line| line.on_table);
    there.filter(|line| (line.side == *side) == own).map(|line| line.ship).collect()
}

/// What a side may do if nothing is known of it: come, keep off, or stand on.
pub fn likely_plans<B: ThinksAhead>(book: &B, position: &Position<B>, side: &SideId) -> Vec<Plans> {
    let ships = ships_of(position, side, true);
    let first = ships.first();
    let hers = first.map(|ship| book.manoeuvres(&position.setting.scene, &position.state, ship));
    let standing_off =
        hers.into_iter().flatten().find(|manoeuvre| matches!(manoeuvre, Manoeuvre::StandOff { .. }));
    let all = [Some(Manoeuvre::Ahead), Some(Manoeuvre::Close), standing_off].into_iter().flatten();
    all.map(|manoeuvre| Plans::all(Plan::of(manoeuvre))).collect()
}

/// Plans for a whole fleet: `present` first, then one for each manoeuvre that some ship has, then all guns on one enemy.
pub(super) fn fleet_plans<B: ThinksAhead>(
    book: &B,
    position: &Position<B>,
    side: &SideId,
    present: Option<&Plans>,
    may: &impl Fn(Manoeuvre) -> bool,
) -> Vec<Plans> {
    let ships = ships_of(position, side, true);
    let mut all: Vec<Plans> = present.into_iter().cloned().collect();
    let mut manoeuvres: Vec<Manoeuvre> = Vec::new();
    let mut of_ships = Vec::new();
    for ship in &ships {
        let hers = book.manoeuvres(&position.setting.scene, &position.state, ship);
        for manoeuvre in hers.iter().filter(|manoeuvre| may(**manoeuvre)) {
            if !manoeuvres.contains(manoeuvre) {
                manoeuvres.push(*manoeuvre);
            }
        }
        of_ships.push((ship, hers));
    }
    for manoeuvre in manoeuvres {
        // A ship without this manoeuvre does what she does best without a thought: she closes.
        let mut plans = Plans::all(Plan::of(manoeuvre));
        for (ship, hers) in of_ships.iter().filter(|(_, hers)| !hers.contains(&manoeuvre)) {
            let instead = hers.first().copied().unwrap_or(Manoeuvre::Close);
            plans.ships.insert((*ship).clone(), Plan::of(instead));
        }
        all.push(plans);
    }
    all
}

/// The plans of one ship that are compared while the others keep theirs; the present one first.
pub(super) fn ship_plans<B: ThinksAhead>(
    book: &B,
    position: &Position<B>,
    (side, ship): (&SideId, &ShipId),
    present: &Plan,
    may: &impl Fn(Manoeuvre) -> bool,
) -> Vec<Plan> {
    let manoeuvres = book.manoeuvres(&position.setting.scene, &position.state, ship);
    let manoeuvres: Vec<Manoeuvre> = manoeuvres.into_iter().filter(|manoeuvre| may(*manoeuvre)).collect();
    let mut all = vec![present.clone()];
    let mut add = |plan: Plan| {
        if !all.contains(&plan) {
            all.push(plan);
        }
    };
    for first in book.first_places(&position.state, ship) {
        for manoeuvre in manoeuvres.iter().take(2) {
            add(Plan { manoeuvre: *manoeuvre, target: None, first: Some(first) });
        }
    }
    let targets = nearest(position, (side, ship));
    for manoeuvre in manoeuvres {
        if targets.len() < 2 {
            add(Plan::of(manoeuvre));
        } else {
            targets.iter().for_each(|target| add(Plan::of(manoeuvre).at(target)));
        }
    }
    all
}

/// The enemies nearest to a ship.
fn nearest<B: ThinksAhead>(position: &Position<B>, (side, ship): (&SideId, &ShipId)) -> Vec<ShipId> {
    let place = |id: &ShipId| position.table.placed(id).map(|placed| placed.observation.pose.stack);
    let Some(here) = place(ship) else { return Vec::new() };
    let far = |id: &ShipId| place(id).map_or(f64::INFINITY, |there| here.distance_in(there));
    let mut enemies = ships_of(position, side, false);
    enemies.sort_by(|one, other| far(one).total_cmp(&far(other)));
    enemies.truncate(TARGETS);
    enemies
}
