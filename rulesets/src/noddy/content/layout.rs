//! Makes a battle of this book from a book-independent layout: ships and forts get cards, mines go on the umpire's
//! chart (house).

use crate::core::fleet::{GunKind, LaidFort, LaidMine, LaidShip, Layout};
use crate::core::play_out::{LastTurn, Staged, at_the_edge};
use crate::core::{OptionValue, PlacedTable};
use crate::noddy::book::Noddy;
use crate::noddy::content::convert::{card_from_facts, size};
use crate::noddy::events::decision::{Decision, ShipSetup};
use crate::noddy::state::battle::{HiddenArea, HiddenKind, MineEffect};
use crate::noddy::state::card::{BatteryCard, Gun, GunClass, GunPosition, HalfKnots};
use geometry::{Point, ShipId, Terrain};

/// The lowest face of a D6 on which a mine goes off (house: the rule sheet leaves it to the umpire, NOD-30); a dummy
/// never does.
const MINES_GO_OFF_ON: u8 = 5;
const NEVER: u8 = 7;
/// The armour class of an open battery; each box that covers a gun adds one (house), within the classes for batteries
/// in the book.
const OPEN_WORK: u8 = 8;
const WORKS: (u8, u8) = (9, 11);

/// Sets up the battle. The book has no arrivals: a ship that arrives later is at its edge from the beginning (house).
pub(in crate::noddy) fn staged(layout: &Layout) -> Staged<Noddy> {
    let mut table =
        PlacedTable::new(Vec::new()).with_terrain(layout.terrain.clone()).with_edges(layout.table_in);
    let (arriving, there): (Vec<&LaidShip>, Vec<&LaidShip>) =
        layout.ships.iter().partition(|ship| ship.arrives.is_some());
    there.iter().for_each(|ship| table.put(ship.model()));
    for ship in &arriving {
        if let Some((_, edge)) = ship.arrives {
            at_the_edge(&mut table, ship.model(), edge);
        }
    }
    let ships = there.into_iter().chain(arriving);
    let ships =
        ships.filter(|ship| table.placed(&ShipId::new(&ship.facts.id)).is_some()).map(setup).collect();
    let (mined, terrain): (Vec<Terrain>, Vec<Terrain>) = layout
        .terrain
        .iter()
        .cloned()
        .partition(|piece| layout.mines.iter().any(|mine| mine.area == piece.id));
    let current = layout.current_toward_deg.map(|toward_deg| OptionValue {
        name: "nod.current_toward_deg".to_owned(),
        value: toward_deg.into(),
    });
    Staged {
        id: layout.id.clone(),
        name: layout.name.clone(),
        opening: vec![Decision::Open {
            ships,
            batteries: layout.forts.iter().map(battery).collect(),
            regiments: Vec::new(),
            options: current.into_iter().collect(),
            terrain: terrain.clone(),
            hidden: mined.into_iter().filter_map(|area| charted(area, &layout.mines)).collect(),
        }],
        models: table.ships().to_vec(),
        later: Vec::new(),
        terrain,
        table_in: layout.table_in,
        scene: LastTurn(layout.turns),
    }
}

/// The ship's initial state; its speed is at most the top speed of its engines.
fn setup(ship: &LaidShip) -> ShipSetup {
    let card = card_from_facts(&ship.facts, false);
    let speed = ((ship.speed_knots * 2.0).round() as HalfKnots).min(card.top_speed);
    ShipSetup { card, speed, aground: ship.aground }
}

fn charted(area: Terrain, mines: &[LaidMine]) -> Option<HiddenArea> {
    let mine = mines.iter().find(|mine| mine.area == area.id)?;
    let hit_on_d6 = if mine.real { MINES_GO_OFF_ON } else { NEVER };
    Some(HiddenArea {
        area,
        kind: HiddenKind::Mines { hit_on_d6, effect: MineEffect::Sinks },
        shown_to: mine.laid_by.map(|side| side.id()),
        revealed: false,
    })
}

/// One battery for a fort, at the mean position of its guns and facing in their mean direction (house). Mortars are
/// omitted: the book has none.
fn battery(fort: &LaidFort) -> BatteryCard {
    let mut guns: Vec<Gun> = Vec::new();
    for (kind, bore_in, pounds) in fort.guns.iter().filter_map(|gun| size(&gun.gun)) {
        if kind != GunKind::Mortar {
            let first = u8::try_from(guns.len() + 1).unwrap_or(u8::MAX);
            let class = GunClass::of(bore_in, pounds, false);
            guns.extend(Gun::row(GunPosition::Bow, class, kind == GunKind::Rifle, 1, first));
        }
    }
    let count = fort.guns.len().max(1) as f64;
    let sum = fort.guns.iter().fold((0.0, 0.0), |sum, gun| (sum.0 + gun.at.x_in, sum.1 + gun.at.y_in));
    let at = Point::new(sum.0 / count, sum.1 / count);
    let bears = fort
        .guns
        .iter()
        .flat_map(|gun| &gun.arcs)
        .map(|arc| (arc.from_deg + arc.width_deg() / 2.0).to_radians());
    let (east, north) = bears.fold((0.0, 0.0), |(east, north), rad| (east + rad.sin(), north + rad.cos()));
    let covered = fort.guns.iter().map(|gun| gun.armor).max().unwrap_or(0);
    BatteryCard {
        id: ShipId::new(&fort.id),
        name: fort.name.clone(),
        side: fort.side.id(),
        armour: OPEN_WORK.saturating_add(covered).clamp(WORKS.0, WORKS.1),
        guns,
        x_in: at.x_in,
        y_in: at.y_in,
        facing_deg: east.atan2(north).to_degrees().rem_euclid(360.0),
    }
}
