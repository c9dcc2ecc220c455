//! Plain sentences for events, made when shown, each with its rules.

use crate::core::{RuleId, SideId};
use crate::sp_bp::events::change::{Change, ShipChange};
use crate::sp_bp::events::decision::{Declares, UmpireOrder};
use crate::sp_bp::events::event::{Event, Follows};
use crate::sp_bp::events::outcome::{Against, Location, Read, Salvo, SteamEffect};
use crate::sp_bp::state::battle::State;
use crate::sp_bp::state::card::Spar;
use crate::sp_bp::state::due::Points;
use crate::sp_bp::state::ship::Location as ShipLocation;
use geometry::{Flank, ShipId, TerrainId};

/// One or two sentences for an event.
pub(in crate::sp_bp) fn sentences(state: &State, event: &Event) -> Vec<String> {
    match event {
        Event::Opened { ships, .. } => {
            let names: Vec<&str> = ships.iter().map(|setup| setup.card.name.as_str()).collect();
            vec![format!("The battle begins: {} (SPB-1).", names.join(", "))]
        }
        Event::StepBegan { turn, step, to_act, follows } => {
            let first =
                to_act.as_ref().map_or_else(String::new, |side| format!("; the {} acts first", side.title()));
            let begins =
                format!("Turn {turn}, phase {}: {}{first} ({}).", step.phase(), step.title(), step.rule());
            with(vec![begins], state, follows)
        }
        Event::DiceThrown { thrown } => {
            let faces = |faces: &[u8]| faces.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
            thrown
                .iter()
                .map(|roll| {
                    format!("{}: {} ({}).", roll.request.label, faces(&roll.faces), roll.request.rule)
                })
                .collect()
        }
        Event::RollRead { ship, faces, read, follows, rules, .. } => {
            let name = state.name(ship);
            with(vec![format!("{} {}.", read_text(name, faces, read), cite(rules))], state, follows)
        }
        Event::InitiativeAdded { side, modifier, reason } => {
            vec![format!("The {} adds {modifier:+} to its initiative: {reason} (SPB-2).", side.title())]
        }
        Event::RepairTried { ship, task, parties, .. } => {
            let name = state.name(ship);
            vec![format!("{name} sends {} to {} (SPB-AMB-3).", parties_text(*parties), task.title())]
        }
        Event::Undertaken { ship, procedure, other, marker, .. } => {
            let with_other =
                other.as_ref().map_or_else(String::new, |other| format!(": {}", state.name(other)));
            let number =
                marker.as_ref().map_or_else(String::new, |marker| format!(", marker {}", marker.number));
            let (name, what, rule) = (state.name(ship), procedure.title(), procedure.rule());
            vec![format!("{name} is to {what}{with_other}{number} ({rule}).")]
        }
        Event::Adjudicated { procedure, ship, follows, note, .. } => {
            let text = format!(
                "The umpire, for {} ({}): {note} ({}, SPB-AMB-4).",
                state.name(ship),
                procedure.title(),
                procedure.rule()
            );
            with(vec![text], state, follows)
        }
        Event::ActionBegan { ship } => {
            vec![format!("{} acts ({}).", state.name(ship), state.step.rule())]
        }
        Event::ActionEnded { ship, to_act } => {
            let next = to_act.as_ref().map_or_else(String::new, |side| format!(": now the {}", side.title()));
            vec![format!("{} is done{next} ({}).", state.name(ship), state.step.rule())]
        }
        Event::Moved { review, declares, follows } => {
            let mut all = vec![move_text(state, review.way.as_ref().map(|way| way.length_in.value), event)];
            all.extend(declares.iter().map(|declared| {
                let (what, rule) = match declared {
                    Declares::Ram { .. } => ("means to ram", "SPB-3"),
                    Declares::Spar { .. } => ("strikes with her spar torpedo at", "SPB-3"),
                };
                let target = state.name(declared.target());
                format!("{} {what} {target} ({rule}).", state.name(&review.ship))
            }));
            with(all, state, follows)
        }
        Event::Anchored { ship, down } => {
            let what = if *down { "lowers" } else { "raises" };
            vec![format!("{} {what} her anchor (SPB-3).", state.name(ship))]
        }
        Event::SpeedPlanned { ship, knots } => {
            vec![format!("{} is to make {knots} knots next turn (SPB-3).", state.name(ship))]
        }
        Event::Drifted { ships, inches, .. } => {
            let how = |drift: &crate::sp_bp::events::event::DriftOf| {
                let way = match (drift.downstream, drift.downwind) {
                    (true, true) => "downstream and downwind",
                    (true, false) => "downstream",
                    (false, _) => "downwind",
                };
                format!("{} {way}", state.name(&drift.ship))
            };
            let list: Vec<String> = ships.iter().map(how).collect();
            vec![format!("Drift, {inches} in each way: {} (SPB-4, SPB-AMB-25).", list.join("; "))]
        }
        Event::DriftChecked { follows, .. } => {
            // The check for mined areas itself is not reported.
            with(vec!["The drift is over (SPB-4).".to_owned()], state, follows)
        }
        Event::LieInMines { ships, follows, .. } => {
            let mined_text = |(ship, areas): &(ShipId, Vec<TerrainId>)| {
                let areas: Vec<&str> = areas.iter().map(|area| state.area_name(area)).collect();
                format!("{} lies in {} (SPB-3, SPB-AMB-31).", state.name(ship), areas.join(" and "))
            };
            let nobody = || vec!["No ship lies in a mined area now (SPB-AMB-31).".to_owned()];
            with(
                if ships.is_empty() { nobody() } else { ships.iter().map(mined_text).collect() },
                state,
                follows,
            )
        }
        Event::StayedPut { ships } => {
            let names: Vec<&str> = ships.iter().map(|ship| state.name(ship)).collect();
            let has = if names.len() == 1 { "has" } else { "have" };
            vec![format!("{} {has} way on and stayed put (SPB-AMB-32).", names.join(", "))]
        }
        Event::SalvoFired { salvo, .. } => salvo_text(state, salvo),
        Event::Arrived { ship } => vec![format!("{} comes on the table (SPB-3).", state.name(ship))],
        Event::Left { ship, edge } => {
            vec![format!("{} leaves over the {} edge (SPB-3).", state.name(ship), edge.word())]
        }
        Event::FactsTyped { facts, reason } => {
            vec![format!("{} facts are typed: {reason} (SPB-14).", facts.len())]
        }
        Event::OptionSet { option, reason, .. } => {
            vec![format!("“{}” is now {}: {reason} (SPB-1).", option.name, option.value)]
        }
        Event::UmpireOrdered { order, reason, .. } => umpire_text(state, order, reason),
    }
}

/// Appends the new values of ships to the sentences.
fn with(mut sentences: Vec<String>, state: &State, follows: &Follows) -> Vec<String> {
    sentences.extend(follows.changes.iter().map(|change| change_text(state, change)));
    for guided in &follows.guided {
        let name = state.name(&guided.ship);
        sentences
            .push(format!("The umpire enters how {name} is to {} (SPB-AMB-4).", guided.procedure.title()));
    }
    sentences
}

fn cite(rules: &[RuleId]) -> String {
    let rules: Vec<&str> = rules.iter().map(RuleId::as_str).collect();
    format!("({})", rules.join(", "))
}

fn parties_text(parties: u8) -> String {
    if parties == 1 { "a crew party".to_owned() } else { format!("{parties} crew parties") }
}

fn against_text(against: Against) -> &'static str {
    match against {
        Against::Unarmoured => "no armour",
        Against::Exceeds => "exceeds the armour",
        Against::Equals => "equals the armour",
        Against::Below => "does not reach the armour",
    }
}

fn side_word(side: Flank) -> &'static str {
    match side {
        Flank::Port => "port",
        Flank::Starboard => "starboard",
    }
}

fn passed_word(passed: bool) -> &'static str {
    if passed { "passed" } else { "failed" }
}

fn read_text(name: &str, faces: &[u8], read: &Read) -> String {
    let die = faces.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    match read {
        Read::ToHit { needed, shots, .. } => {
            let hits = shots.iter().filter(|shot| shot.hit).count();
            format!("At {name}, {needed} needed, dice {die}: {hits} of {} hit", shots.len())
        }
        Read::Located { location, against, sp_loss, no_weapon, guns_lost, .. } => {
            let place = match location {
                Location::Hull => "her hull",
                Location::WeaponExceed | Location::WeaponEqualOrExceed => "a gun or turret",
                Location::Critical => "where it is critical",
            };
            let against =
                against.map_or_else(String::new, |against| format!(", which {}", against_text(against)));
            let cost = match (sp_loss, guns_lost) {
                (0, 0) if *no_weapon => ", and none is left that bears on the shooter".to_owned(),
                (0, 0) => String::new(),
                (0, guns) => format!(", {guns} gun lost"),
                (sp, _) => format!(", {sp} SP"),
            };
            format!("Die {die}: {name} is struck on {place}{against}{cost}")
        }
        Read::Weapon { mount, against, guns_lost } => {
            format!("{name}'s “{mount}” is struck, which {}: {guns_lost} lost", against_text(*against))
        }
        Read::Critical { n, text, against, fire_instead, sp_loss, .. } => {
            let against = against.map_or_else(String::new, |against| format!("; {}", against_text(against)));
            let fire = if *fire_instead { "; it can't be applied, so she has a fire" } else { "" };
            format!("Critical hit {n} on {name}: {text}{against}{fire}; {sp_loss} SP")
        }
        Read::Armour { less } => format!("Die {die}: {name}'s hull armour is {less} less"),
        Read::Commander { killed: true } => format!("Die {die}: {name}'s commander is killed"),
        Read::Commander { killed: false } => format!("Die {die}: {name}'s commander is wounded"),
        Read::Test { total, passed } => {
            format!("Die {die}, {total} in all: {name}'s test is {}", passed_word(*passed))
        }
        Read::Structural { sp_loss } => format!("Structural damage on {name}: {sp_loss} SP more"),
        Read::TurretHit { mount, against, guns_lost } => {
            let what = if *guns_lost > 0 { "wrecked" } else { "jammed" };
            format!("{name}'s turret “{mount}” is hit, which {}: {what}", against_text(*against))
        }
        Read::GunLost { mount, guns, beside: None } => format!("{name} loses {guns} of “{mount}”"),
        Read::GunLost { mount, guns, beside: Some(beside) } => {
            format!("{name} loses {guns} of “{mount}” and 1 of “{beside}” beside it")
        }
        Read::NothingLeft => format!("Nothing that could be struck is left on {name}: nothing is lost"),
        Read::Again => format!("Die {die} says nothing for {name}: throw again"),
        Read::Blast { guns } => format!("The blast takes {guns} guns of {name}"),
        Read::HelmSide { side } => format!("Die {die}: {name}'s helm is jammed to {}", side_word(*side)),
        Read::Steaming { total, effect } => {
            let effect = match effect {
                SteamEffect::Half => "her best speed is halved",
                SteamEffect::Stops => "all pressure is lost, and she stops",
                SteamEffect::Abandon => "her crew abandon her",
            };
            format!("Steaming, die {die}, {total} in all: {name}: {effect}")
        }
        Read::Sinking { points, total, sinks } => {
            let points = match points {
                Points::Sp => "SP",
                Points::Bp => "BP",
            };
            let result = if *sinks { "sinks" } else { "floats" };
            format!("No {points} left, die {die}, {total} in all: {name} {result}")
        }
        Read::Initiative { side, total, order, tied } => {
            let order: Vec<String> = order.iter().map(SideId::title).collect();
            let then = match (tied, order.is_empty()) {
                (true, _) => "; equal, so all throw again".to_owned(),
                (false, false) => format!("; the order is {}", order.join(", ")),
                (false, true) => String::new(),
            };
            format!("Initiative of the {}: {total}{then}", side.title())
        }
        Read::Explosion { bp_loss } => format!("The explosion costs {name} {bp_loss} BP (house)"),
        Read::Boarding { boarders, defenders, taken } => {
            let taken = if *taken { ", and she is taken" } else { "" };
            format!("Boarders {boarders} against {defenders} on {name}{taken} (house)")
        }
    }
}

/// Describes a new value of a ship.
fn change_text(state: &State, change: &ShipChange) -> String {
    let name = state.name(&change.ship);
    let yes = |is: bool, yes: &'static str, no: &'static str| if is { yes } else { no }.to_owned();
    let what = match &change.change {
        Change::Sp { left } => format!("has {left} SP left"),
        Change::Bp { left } => format!("has {left} BP left"),
        Change::HullAt { at: Some(at) } => format!("has hull armour {at}"),
        Change::HullAt { at: None } => "has no hull armour".to_owned(),
        Change::CrewQuality { quality } => format!("has crew quality {quality:+}"),
        Change::CrewParties { parties } => format!("has {} left", parties_text(*parties)),
        Change::Fires { fires } => format!("has {fires} fires on board"),
        Change::Floods { floods } => format!("has {floods} flood markers"),
        Change::GunsLost { mount, lost } => format!("has lost {lost} guns of “{mount}”"),
        Change::Turret { mount, jammed } => {
            format!("has the turret “{mount}” {}", yes(*jammed, "jammed", "free again"))
        }
        Change::Steering { damaged } => yes(
            *damaged,
            "must keep her course: the steering cables are damaged",
            "has her steering cables mended",
        ),
        Change::Helm { jammed: Some(side) } => {
            format!("turns to {} as tightly as she can", side_word(*side))
        }
        Change::Helm { jammed: None } => "has her helm free again".to_owned(),
        Change::Helmsman { through_turn: Some(turn) } => format!("keeps her course through turn {turn}"),
        Change::Helmsman { through_turn: None } => "has a helmsman again".to_owned(),
        Change::Valves { damaged } => yes(
            *damaged,
            "loses 3 knots a turn: the boiler valves are damaged",
            "has her boiler valves mended",
        ),
        Change::SpeedHits { hits } => format!("has {} hits that slow her", hits.len()),
        Change::Steamed { steamed } => yes(*steamed, "is full of steam", "is clear of steam"),
        Change::Pressure { lost } => yes(*lost, "has lost all pressure", "has pressure again"),
        Change::Speed { knots } => format!("makes {knots} knots"),
        Change::Wheels { lost } => format!("has {} paddle wheels out", lost.len()),
        Change::Anchor { lost } => yes(*lost, "has lost her anchor", "has an anchor"),
        Change::Anchored { anchored } => yes(*anchored, "lies at anchor", "has weighed"),
        Change::Aground { aground } => yes(*aground, "is aground", "is afloat"),
        Change::RamBow { fitted } => yes(*fitted, "has a ram bow", "has lost her ram bow"),
        Change::Spar { spar: Spar::None } => "has no spar torpedo (any more)".to_owned(),
        Change::Spar { spar: Spar::Carried } => "carries a spar torpedo".to_owned(),
        Change::Spar { spar: Spar::Rigged } => "has her spar torpedo rigged".to_owned(),
        Change::Captain { .. } => "has a new captain".to_owned(),
        Change::Concealed { concealed } => yes(*concealed, "is partially concealed", "is in full view"),
        Change::Illuminated { illuminated } => yes(*illuminated, "is illuminated", "is in the dark"),
        Change::Lights { ships } => format!("shines her searchlight on {} ships", ships.len()),
        Change::Withdrawing { withdrawing } => yes(*withdrawing, "must withdraw", "may stay"),
        Change::Moved { moved } => yes(*moved, "has moved", "may move"),
        Change::GoingDown { .. } => "goes down".to_owned(),
        Change::Fate { fate: Some(fate) } => fate.word().to_owned(),
        Change::Fate { fate: None } => "is in the battle again".to_owned(),
        Change::Location { location } => match location {
            ShipLocation::OnTable => "is on the table".to_owned(),
            ShipLocation::Arriving { turn, edge } => {
                format!("comes over the {} edge in turn {turn}", edge.word())
            }
            ShipLocation::Left { edge } => format!("has left over the {} edge", edge.word()),
        },
    };
    format!("{name} {what}.")
}

fn move_text(state: &State, length_in: Option<f64>, event: &Event) -> String {
    let Event::Moved { review, .. } = event else { return String::new() };
    let name = state.name(&review.ship);
    let length = length_in.map_or_else(String::new, |length_in| format!(", {length_in:.1} in"));
    let allowed = if review.reasons.is_empty() { "" } else { ", by leave of the umpire" };
    format!("{name} moves at {} knots{length}{allowed} (SPB-3).", review.speed)
}

fn salvo_text(state: &State, salvo: &Salvo) -> Vec<String> {
    let guns = |mount: &crate::sp_bp::events::outcome::FiringMount| {
        let terms: Vec<String> = mount
            .terms
            .iter()
            .filter(|term| term.operation == crate::core::Operation::Add)
            .map(|term| format!("{} {:+} ({})", term.label, term.value, term.rule))
            .collect();
        let terms = if terms.is_empty() { "no modifier".to_owned() } else { terms.join(", ") };
        format!(
            "{} x {}, {}+{} at {} in; {terms}",
            mount.guns, mount.gun, mount.cell.needed, mount.cell.penetration, mount.up_to_in
        )
    };
    let (shooter, target) = (state.name(&salvo.shooter), state.name(&salvo.target));
    let mut all =
        vec![format!("{shooter} fires at {target}, {:.1} in (SPB-14, SPB-15).", salvo.range_in.value)];
    all.extend(salvo.mounts.iter().map(|mount| format!("{}.", guns(mount))));
    all
}

fn umpire_text(state: &State, order: &UmpireOrder, reason: &str) -> Vec<String> {
    let text = match order {
        UmpireOrder::Set { changes, bonds } => {
            let mut sentences = vec![format!("The umpire: {reason} (SPB-AMB-4).")];
            sentences.extend(changes.iter().map(|change| change_text(state, change)));
            sentences.extend(bonds.iter().map(|bonds| format!("{} ships hang together.", 2 * bonds.len())));
            return sentences;
        }
        UmpireOrder::CriticalHit { ship, .. } => {
            format!("a critical hit on {} (SPB-21)", state.name(ship))
        }
        UmpireOrder::SetMarkers { markers } => format!("{} torpedo markers (SPB-3)", markers.len()),
        UmpireOrder::SetTerrain { terrain } => {
            format!("{} pieces of terrain on the table (SPB-3)", terrain.len())
        }
        UmpireOrder::AllowMove { ship } => format!("{}'s move stands (SPB-3)", state.name(ship)),
        UmpireOrder::WaiveRoll { roll } => format!("roll {} is not thrown (SPB-AMB-4)", roll.0),
        UmpireOrder::SetToAct { side } => format!("The {} is to act (SPB-2)", side.title()),
    };
    vec![format!("The umpire: {text}. {reason}")]
}
