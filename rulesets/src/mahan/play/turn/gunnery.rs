//! Fire and rams. The base game's gunnery is not in the seed (MAH-AMB-2), so the Gunboat book resolves it,
//! with one inch per hex. It has its own battle in which no ship moves, and a table made from the hexes. This
//! book's rules decide which ship fires when, and Mahan's targets. Alternatively the players resolve fire by
//! the base game and enter the results.

use crate::core::{Actor, Book, Halt, PlacedShip, PlacedTable, RealDice, Reason, Refusal};
use crate::gunboat::{self, BoxTick, Gunboat, MountChoice, MountGuns, MountId, SalvoPlan, suggest_ticks};
use crate::mahan::orders::{Gun, RamRun, Side, Target, load, player_reference};
use crate::mahan::play::events::decision::Decision;
use crate::mahan::play::events::event::{Event, Shot};
use crate::mahan::play::state::battle::{Fate, Ground, HexPose, Phase, Ship, State};
use crate::mahan::play::state::board::sees;
use crate::mahan::play::state::options::TargetScope;
use crate::mahan::play::turn::advance::{Log, fate_of};
use geometry::{
    Flank, HexBoard, HexGrid, HullPart, HullShape, Measured, Observation, Point, ShipId, Terrain, TerrainId,
    TerrainKind, Verdict, bears,
};
use std::collections::BTreeMap;

/// The hull used on the table of the book that resolves fire: smaller than a hex, inches.
const HULL: HullShape = HullShape { length_in: 0.8, beam_in: 0.25, stack_ahead_in: 0.0 };

/// The Gunboat side for a side of this book.
pub(in crate::mahan::play) fn gun_side(state: &State, side: Side) -> gunboat::Side {
    let confederate = |side: Side| state.side_id(side) == gunboat::Side::Confederate.id();
    let player = if confederate(Side::Player) || (!confederate(Side::Mahan) && is_union(state, Side::Mahan)) {
        gunboat::Side::Confederate
    } else {
        gunboat::Side::Union
    };
    match side {
        Side::Player => player,
        Side::Mahan => player.other(),
    }
}

fn is_union(state: &State, side: Side) -> bool {
    state.side_id(side) == gunboat::Side::Union.id()
}

/// The side of this book for a Gunboat side.
pub(in crate::mahan::play) fn own_side(state: &State, side: gunboat::Side) -> Side {
    if gun_side(state, Side::Player) == side { Side::Player } else { Side::Mahan }
}

/// Starts the battle of the book that resolves fire: every ship is at anchor, because none moves there.
pub(in crate::mahan::play) fn open(log: &mut Log<'_>) -> Result<(), Halt> {
    let mut ships = Vec::new();
    for (id, ship) in &log.state.ships {
        let Some(card) = &ship.card.gunboat else {
            let text = format!(
                "{} has no card in the Gunboat book: give her one, or enter fire by hand (mah.combat_backend).",
                ship.card.name
            );
            return Err(Halt::because("MAH-AMB-2", text));
        };
        let card = gunboat::ShipCard {
            id: id.clone(),
            name: ship.card.name.clone(),
            side: gun_side(&log.state, ship.side),
            ..card.clone()
        };
        let spar_torpedo = ship.card.spar_torpedo && card.launch;
        ships.push(gunboat::ShipSetup { anchored: true, spar_torpedo, ..card.into() });
    }
    let (forts, options, terrain) = (Vec::new(), Vec::new(), Vec::new());
    ask(log, &gunboat::Decision::Open { ships, forts, options, terrain })
}

/// Passes a decision without dice to the book that resolves fire.
fn ask(log: &mut Log<'_>, decision: &gunboat::Decision) -> Result<(), Halt> {
    let table = table(&log.state);
    let events = log.gunboat.decide(&log.state.guns, decision, &table, &mut RealDice::typed(Vec::new()))?;
    events.into_iter().for_each(|event| log.push(Event::Gunnery { event }));
    Ok(())
}

/// The table of the book that resolves fire: one inch per hex, every ship in the centre of its hex.
pub fn table(state: &State) -> PlacedTable {
    let Some(grid) = state.grid.map(|grid| inches(grid.board)) else { return PlacedTable::default() };
    let model = |(id, place): (&ShipId, HexPose)| {
        PlacedShip::at_rest(Observation::placed(id.clone(), place.pose(&grid)), HULL)
    };
    let there = state.ships.iter().filter(|(_, ship)| ship.present());
    let models = there.filter_map(|(id, ship)| Some(model((id, ship.place?))));
    let land = state.terrain.iter().filter(|piece| piece.ground == Ground::Land).map(|piece| Terrain {
        id: TerrainId(format!("{},{}", piece.hex.q, piece.hex.r)),
        name: "land".to_owned(),
        kind: TerrainKind::Land,
        outline: grid.corners(piece.hex).to_vec(),
        outline_sigma_in: 0.0,
        height_in: 0.0,
        blocks_sight: true,
    });
    let names = state.ships.keys().map(|id| (id.clone(), state.name(id).to_owned()));
    PlacedTable::new(models.collect()).with_terrain(land.collect()).with_names(names)
}

fn inches(board: HexBoard) -> HexGrid {
    HexGrid { board, origin: Point::new(0.0, 0.0), rotation_rad: 0.0, across_flats_in: 1.0, sigma_in: 0.0 }
}

/// Advances fire combat until a decision is needed: to a fire step of the book that resolves it, and out of
/// it once both sides have fired.
pub(in crate::mahan::play) fn go_on(log: &mut Log<'_>) {
    log.judge();
    if log.state.phase != Phase::Fire {
        return;
    }
    if !log.state.by_gunboat() {
        if !log.state.firing.player && !log.state.firing.mahan {
            log.end_round();
        }
        return;
    }
    while !log.state.firing.ready {
        let guns = &log.state.guns;
        if guns.step.is_fire() && guns.turn >= log.state.firing.gun_turn {
            log.push(Event::GunsReady);
        } else if ask(log, &gunboat::Decision::NextStep).is_err() {
            // Dice are due there (for the power of damaged engines) and are thrown first.
            return;
        }
    }
    let firing = log.state.firing;
    if firing.player || firing.mahan || log.state.guns_wait() {
        return;
    }
    // Damage takes effect when the step ends, because fire is simultaneous (MAH-AMB-5).
    if ask(log, &gunboat::Decision::NextStep).is_ok() {
        log.judge();
        if log.state.phase == Phase::Fire {
            log.end_round();
        }
    }
}

/// The ships lost in the book that resolves fire, but not yet in this one.
pub(in crate::mahan::play) fn lost(state: &State) -> Vec<(ShipId, Fate)> {
    let there = state.ships.iter().filter(|(_, ship)| ship.present());
    let fate = |(id, _): (&ShipId, &Ship)| Some((id.clone(), fate_of(state.guns.ships.get(id)?.fate?)));
    if state.by_gunboat() { there.filter_map(fate).collect() } else { Vec::new() }
}

/// Checks that a decision for that book is only about fire and its damage.
pub(in crate::mahan::play) fn check(state: &State, decision: &gunboat::Decision) -> Result<(), Refusal> {
    use gunboat::Decision as Gun;
    let refuse = |text: &str| Err(Refusal::because("MAH-AMB-2", text));
    if !state.by_gunboat() {
        return refuse("Fire is entered by hand in this battle (mah.combat_backend).");
    }
    match decision {
        Gun::Fire { shooter, .. } => {
            let player = state.ships.get(shooter).is_some_and(|ship| ship.side == Side::Player);
            if state.phase != Phase::Fire || !state.firing.player || !state.firing.ready {
                return Err(Refusal::because("MAH-25", "The Player fires when his chit is drawn."));
            }
            if !player {
                return Err(Refusal::because(
                    "MAH-25",
                    format!("{} is no ship of the Player's.", state.name(shooter)),
                ));
            }
            Ok(())
        }
        Gun::Roll { .. } | Gun::Choose { .. } | Gun::Tick { .. } | Gun::Umpire { .. } => Ok(()),
        _ => refuse("The Gunboat book is asked for fire and its damage only: ships move by this one."),
    }
}

/// Decides for Mahan's side: fire that is due, and hits to check off and choose for (MAH-3).
pub(in crate::mahan::play) fn for_mahan(log: &mut Log<'_>) -> Result<(), Halt> {
    let before = log.events.len();
    settle_hits(log)?;
    if log.events.len() > before {
        return Ok(());
    }
    if log.state.phase == Phase::Fire && log.state.firing.mahan {
        if !log.state.by_gunboat() {
            let shots = shots(log);
            log.push(Event::MahanFired { shots });
            log.push(Event::FireDone { side: Side::Mahan });
        } else if log.state.firing.ready {
            for decision in volleys(log.gunboat, &log.state) {
                // A shot that is refused does not stop the others.
                let _ = ask(log, &decision);
            }
            log.push(Event::FireDone { side: Side::Mahan });
        }
    }
    if log.events.len() == before {
        return Err(Halt::because("MAH-3", "There is nothing to do for Mahan now."));
    }
    Ok(())
}

/// Checks off Mahan's hits in the order that does the least damage. Each may cancel the next, because a sunk
/// ship takes no more hits.
fn settle_hits(log: &mut Log<'_>) -> Result<(), Halt> {
    while let Some(decision) = next_hits(log) {
        ask(log, &decision)?;
    }
    Ok(())
}

fn next_hits(log: &Log<'_>) -> Option<gunboat::Decision> {
    let mahan = Actor::Side(gun_side(&log.state, Side::Mahan).id());
    let own = log.gunboat.questions(&log.state.guns).into_iter().filter(|question| question.who == mahan);
    own.map(|question| question.ask).find_map(|ask| match ask {
        gunboat::Ask::Choose { due, sections } => {
            Some(gunboat::Decision::Choose { due, section: *sections.first()? })
        }
        gunboat::Ask::Tick { due } => {
            let boxes: Vec<BoxTick> = suggest_ticks(&log.state.guns, due);
            Some(gunboat::Decision::Tick { due, boxes })
        }
        _ => None,
    })
}

/// All fire of Mahan's guns: each gun at the nearest ship that it can hit, or all guns of a ship at the
/// ship's nearest enemy (MAH-25, MAH-AMB-16).
fn volleys(book: &Gunboat, state: &State) -> Vec<gunboat::Decision> {
    let table = table(state);
    let mut all = Vec::new();
    for (shooter, _, from) in state.placed(Side::Mahan) {
        let mut targets: Vec<Target<(ShipId, SalvoPlan)>> = Vec::new();
        for (target, enemy, at) in state.placed(Side::Player) {
            let choice = MountChoice::AllThatBear;
            let plan = book.salvo_plan(&state.guns, &table, (shooter, target), &choice, &[]);
            if plan.reasons.is_empty() && plan.mounts.iter().any(|mount| mount.fires > 0) {
                let distance = f64::from(from.hex.distance(at.hex));
                targets.push(Target { ship: (target.clone(), plan), distance, value: enemy.card.value });
            }
        }
        if state.options.target_scope == TargetScope::Ship
            && let Some(nearest) = player_reference(&targets)
        {
            targets.retain(|mark| mark.ship.0 == nearest.0);
        }
        let mut shots: BTreeMap<ShipId, Vec<MountGuns>> = BTreeMap::new();
        let mounts: Vec<MountId> = targets
            .iter()
            .flat_map(|mark| mark.ship.1.mounts.iter().map(|mount| mount.mount.clone()))
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect();
        for mount in mounts {
            let fires = |mark: &Target<(ShipId, SalvoPlan)>| {
                let view = mark.ship.1.mounts.iter().find(|view| view.mount == mount);
                view.map_or(0, |view| view.fires)
            };
            let can: Vec<_> = targets.iter().filter(|mark| fires(mark) > 0).cloned().collect();
            let Some((target, plan)) = player_reference(&can) else { continue };
            let guns = plan.mounts.iter().find(|view| view.mount == mount).map_or(0, |view| view.fires);
            shots.entry(target).or_default().push(MountGuns { mount, guns });
        }
        all.extend(shots.into_iter().map(|(target, mounts)| gunboat::Decision::Fire {
            shooter: shooter.clone(),
            target,
            mounts: MountChoice::These(mounts),
            settled: Vec::new(),
        }));
    }
    all
}

/// Mahan's shots if the players resolve fire: shooter, target, and load if it hits (MAH-25 to MAH-29).
fn shots(log: &Log<'_>) -> Vec<Shot> {
    let state = &log.state;
    let mut all = Vec::new();
    for (id, ship, from) in state.placed(Side::Mahan) {
        let nearest = player_reference(&marks(state, from, |_| true));
        for gun in &ship.card.guns {
            let loading = ship.loading.get(&gun.id).is_some_and(|until| *until >= state.turn);
            if ship.guns_lost.contains(&gun.id) || loading {
                continue;
            }
            let hits = |target: &(ShipId, HexPose)| {
                let bearing_deg = Measured::exact(from.bearing_deg(target.1.hex));
                from.hex.distance(target.1.hex) <= gun.range_hexes
                    && bears(&[gun.arc], bearing_deg) == Verdict::Yes
            };
            let found = match state.options.target_scope {
                TargetScope::Gun => player_reference(&marks(state, from, hits)),
                TargetScope::Ship => nearest.clone().filter(|target| hits(target)),
            };
            let Some((target, at)) = found else { continue };
            let Some(enemy) = state.ships.get(&target) else { continue };
            let side =
                if (0.0..180.0).contains(&at.bearing_deg(from.hex)) { Flank::Starboard } else { Flank::Port };
            let hull = enemy.hull.side(side);
            let load = load(
                log.tables,
                Gun {
                    every_turn: gun.every_turn,
                    shell_pf: gun.shell_pf,
                    wooden: enemy.card.wooden,
                    armor: u32::from(hull.iter().copied().max().unwrap_or(0)),
                    bare_sections: hull.iter().filter(|left| **left == 0).count() as u32,
                },
            );
            let loads_until = (!gun.every_turn).then(|| state.turn.saturating_add(1));
            let (ship, gun, hexes) = (id.clone(), gun.id.clone(), from.hex.distance(at.hex));
            all.push(Shot { ship, gun, target, hexes, load, loads_until });
        }
    }
    all
}

/// The Player's ships that are visible from a place and pass the filter.
fn marks(
    state: &State,
    from: HexPose,
    passes: impl Fn(&(ShipId, HexPose)) -> bool,
) -> Vec<Target<(ShipId, HexPose)>> {
    let seen = state.placed(Side::Player).filter(|(_, _, at)| sees(state, from.hex, at.hex));
    let mark = |(id, ship, at): (&ShipId, &Ship, HexPose)| {
        let target = (id.clone(), at);
        let distance = f64::from(from.hex.distance(at.hex));
        passes(&target).then_some(Target { ship: target, distance, value: ship.card.value })
    };
    seen.filter_map(mark).collect()
}

/// A contact: the rammer, the target, and the number of hexes that the rammer moves in a turn.
type Meeting<'a> = (&'a ShipId, &'a ShipId, u8);

/// Resolves a ram (MAH-30 to MAH-33). Its dice are Gunboat's, with the hexes that the rammer moves in a turn
/// as knots.
pub(in crate::mahan::play) fn ram(log: &mut Log<'_>, meeting: Meeting<'_>, part: RamRun) {
    let part = match part {
        RamRun::Broadside => HullPart::Side,
        RamRun::Stern => HullPart::Stern,
        RamRun::Bow => HullPart::Bow,
    };
    meet(log, meeting, part, false);
}

/// Resolves a strike with the spar torpedo (MAH-34).
pub(in crate::mahan::play) fn strike(log: &mut Log<'_>, meeting: Meeting<'_>) {
    meet(log, meeting, HullPart::Side, true);
}

fn meet(log: &mut Log<'_>, (rammer, target, speed): Meeting<'_>, part: HullPart, spar: bool) {
    if !log.state.by_gunboat() {
        return;
    }
    let how = (u16::from(speed), part, spar);
    let event = log.gunboat.impact_judged_elsewhere(&log.state.guns, (rammer, target), how);
    if let Some(event) = event {
        log.push(Event::Gunnery { event });
    }
}

/// The reason why a decision must wait, if any: decisions due in the book that resolves fire come first.
pub(in crate::mahan::play) fn holds_up(state: &State, decision: &Decision) -> Option<Reason> {
    let settles = matches!(
        decision,
        Decision::Gunnery { .. }
            | Decision::ForMahan
            | Decision::Umpire { .. }
            | Decision::Enter { .. }
            | Decision::SetOption { .. }
            | Decision::RegisterGrid { .. }
    );
    let waits = state.by_gunboat() && state.guns_wait() && !settles;
    waits.then(|| {
        Reason::new(
            "MAH-AMB-2",
            "Throw the dice and check off the hits that are due in the Gunboat book first.",
        )
    })
}
