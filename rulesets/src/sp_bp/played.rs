//! Implements what a battle, a log and a verification need from this book ([`crate::core::PlayedBook`]).

use crate::core::table::in_frame;
use crate::core::{
    Actor, Asked, CardLines, CardRow, MoveJudged, PlacedTable, PlayedBook, Rolled, ShipLine, ThrownRoll,
    WaysBegin, distinct,
};
use crate::sp_bp::book::SpBp;
use crate::sp_bp::events::activation::acts_now;
use crate::sp_bp::events::change::Change;
use crate::sp_bp::events::decision::{Decision, UmpireOrder};
use crate::sp_bp::events::event::Event;
use crate::sp_bp::movement::speed::best_speed;
use crate::sp_bp::state::battle::State;
use crate::sp_bp::state::due::PendingRoll;
use crate::sp_bp::state::ship::{Fate, Location, ShipState, SpeedHit};
use crate::sp_bp::state::step::Step;
use geometry::{Point, Pose, ShipId, Similarity, way_through};

impl PlayedBook for SpBp {
    fn turn(state: &State) -> u32 {
        state.turn
    }

    fn phase_key(state: &State) -> String {
        if state.opened { state.step.key().to_owned() } else { "set_up".to_owned() }
    }

    fn phase_title(state: &State) -> String {
        if state.opened { state.step.title().to_owned() } else { "Setting up".to_owned() }
    }

    fn ships(state: &State) -> Vec<ShipLine> {
        let line = |(id, ship): (&ShipId, &ShipState)| ShipLine {
            on_table: ship.present(),
            // Sunk, abandoned, struck or captured; a withdrawing ship has no fate here.
            ..ShipLine::of(id, &ship.card.name, &ship.card.side, ship.fate.map(Fate::key))
        };
        state.ships.iter().map(line).collect()
    }

    fn name(state: &State, ship: &ShipId) -> String {
        state.name(ship).to_owned()
    }

    fn card(&self, state: &State, ship: &ShipId) -> CardLines {
        let Some(ship) = state.ships.get(ship) else { return CardLines::default() };
        let card = &ship.card;
        let mut rows = vec![
            CardRow::of("sp", "SP", card.sp, ship.sp),
            CardRow::of("bp", "BP", card.bp, ship.bp),
            CardRow::of("parties", "Crew parties", card.crew_parties, ship.crew_parties),
        ];
        if let (Some(printed), Some(left)) = (card.hull_at, ship.hull_at) {
            rows.push(CardRow::of("hull_at", "Hull AT", printed, left));
        }
        rows.extend(card.mounts.iter().map(|mount| {
            let label = format!("{}: {}", mount.place, mount.gun);
            CardRow::of(format!("gun:{}", mount.id), label, mount.guns, ship.guns_left(mount))
        }));
        let best = best_speed(self.tables(), &state.options, ship);
        let turns = card.turn_class.saturating_add(best.tc_worse);
        let mut notes = vec![format!("{} of {} knots, turn class {turns}", ship.speed, best.knots)];
        notes.extend(notes_of(ship));
        CardLines { rows, notes }
    }

    fn decided_by(state: &State, decision: &Decision) -> Vec<Actor> {
        let one = |id: &ShipId| {
            let side = state.ships.get(id).map(|ship| Actor::Side(ship.card.side.clone()));
            side.into_iter().collect()
        };
        match decision {
            Decision::Roll { rolls, .. } => {
                let thrown = |roll: &&PendingRoll| rolls.is_empty() || rolls.contains(&roll.request.id);
                distinct(state.rolls.iter().filter(thrown).map(|roll| Actor::Side(roll.by.clone())))
            }
            Decision::AddToInitiative { side, .. } => vec![Actor::Side(side.clone())],
            Decision::Repair { ship, .. }
            | Decision::Undertake { ship, .. }
            | Decision::Move { ship, .. }
            | Decision::Anchor { ship, .. }
            | Decision::PlanSpeed { ship, .. }
            | Decision::Fire { shooter: ship, .. }
            | Decision::Done { ship }
            | Decision::Leave { ship, .. } => one(ship),
            Decision::NextStep | Decision::TypeFacts { .. } => vec![Actor::AllSides],
            Decision::Open { .. }
            | Decision::Adjudicate { .. }
            | Decision::SetOption { .. }
            | Decision::Umpire { .. } => vec![Actor::Umpire],
        }
    }

    fn ships_concerned(decision: &Decision) -> Vec<&ShipId> {
        match decision {
            Decision::Fire { shooter, target, .. } => vec![shooter, target],
            Decision::Move { ship, declares, .. } => {
                [ship].into_iter().chain(declares.iter().map(|declared| declared.target())).collect()
            }
            Decision::Undertake { ship, other, .. } => [ship].into_iter().chain(other).collect(),
            Decision::Open { .. }
            | Decision::Roll { .. }
            | Decision::AddToInitiative { .. }
            | Decision::Repair { .. }
            | Decision::Adjudicate { .. }
            | Decision::Anchor { .. }
            | Decision::PlanSpeed { .. }
            | Decision::Done { .. }
            | Decision::Leave { .. }
            | Decision::NextStep
            | Decision::TypeFacts { .. }
            | Decision::SetOption { .. }
            | Decision::Umpire { .. } => Vec::new(),
        }
    }

    fn ships_moved(decision: &Decision) -> Vec<&ShipId> {
        match decision {
            Decision::Move { ship, .. } | Decision::Umpire { order: UmpireOrder::AllowMove { ship }, .. } => {
                vec![ship]
            }
            _ => Vec::new(),
        }
    }

    fn movers(&self, state: &State) -> Vec<ShipId> {
        if state.step != Step::Movement {
            return Vec::new();
        }
        let may =
            |ship: &&ShipState| ship.present() && !ship.moved && !ship.lies_still() && acts_now(state, ship);
        state.ships.values().filter(may).map(|ship| ship.card.id.clone()).collect()
    }

    fn judge_moves(&self, state: &State, table: &PlacedTable, ships: &[ShipId]) -> Vec<MoveJudged> {
        let judge = |ship: &ShipId| {
            let review = self.review_move(state, table, ship)?;
            let furthest = table.placed(ship).filter(|_| !review.reasons.is_empty()).and_then(|placed| {
                way_through(&placed.standings(), review.steering)?.furthest_within(review.allowance_in?)
            });
            Some(MoveJudged {
                ship: review.ship,
                way_in: review.way.map(|way| (way.length_in.value, way.length_in.sigma)),
                allowed_in: review.allowance_in,
                reasons: review.reasons,
                too_close: review.too_close,
                furthest,
            })
        };
        let movers = self.movers(state);
        ships.iter().filter(|ship| movers.contains(ship)).filter_map(judge).collect()
    }

    fn ways_begin(event: &Event) -> WaysBegin {
        match event {
            Event::Opened { .. } | Event::StepBegan { .. } => WaysBegin::All,
            // The way is over: any further movement begins at the ship's present place.
            Event::Moved { review, .. } => WaysBegin::Of(vec![review.ship.clone()]),
            // A ship that may move once more begins at its present place.
            Event::UmpireOrdered { order: UmpireOrder::Set { changes, .. }, .. } => {
                let again = changes.iter().filter(|it| it.change == (Change::Moved { moved: false }));
                WaysBegin::Of(again.map(|it| it.ship.clone()).collect())
            }
            // The drift counts as no ship's movement (SPB-4).
            Event::Drifted { ships, .. } => {
                WaysBegin::Of(ships.iter().map(|drift| drift.ship.clone()).collect())
            }
            _ => WaysBegin::Nobodys,
        }
    }

    fn set_down(
        &self,
        _: &State,
        event: &Event,
        place: &dyn Fn(&ShipId) -> Option<Pose>,
    ) -> Vec<(ShipId, Pose)> {
        let Event::Drifted { ships, .. } = event else { return Vec::new() };
        let drifted = |drift: &crate::sp_bp::events::event::DriftOf| {
            let Pose { stack, heading } = place(&drift.ship)?;
            let (east_in, north_in) = drift.by_in(event);
            let stack = Point::new(stack.x_in + east_in, stack.y_in + north_in);
            Some((drift.ship.clone(), Pose { stack, heading }))
        };
        ships.iter().filter_map(drifted).collect()
    }

    fn in_frame(mut state: State, change: &Similarity) -> State {
        state.terrain.iter_mut().for_each(|piece| in_frame::terrain(change, piece));
        in_frame::bearing(change, &mut state.options.current_toward_deg);
        in_frame::bearing(change, &mut state.options.wind_toward_deg);
        in_frame::typed(change, &mut state.typed);
        for ship in state.ships.values_mut() {
            if let Location::Arriving { edge, .. } | Location::Left { edge, .. } = &mut ship.location {
                in_frame::edge(change, edge);
            }
        }
        state
    }

    fn asked(event: &Event) -> Vec<&Asked> {
        let asked = match event {
            Event::SalvoFired { salvo, .. } => &salvo.asked,
            Event::Moved { review, .. } => &review.asked,
            Event::Undertaken { asked, .. }
            | Event::DriftChecked { asked, .. }
            | Event::LieInMines { asked, .. } => asked,
            _ => return Vec::new(),
        };
        asked.iter().collect()
    }

    fn rolled(state: &State, event: &Event) -> Vec<Rolled> {
        let Event::DiceThrown { thrown } = event else { return Vec::new() };
        let by = |roll: &ThrownRoll| state.roll(roll.request.id).map(|pending| pending.by.clone());
        thrown.iter().map(|roll| roll.rolled(by(roll))).collect()
    }
}

/// Returns short notes on a ship's state.
fn notes_of(ship: &ShipState) -> Vec<String> {
    let boiler = ship.speed_hits.contains(&SpeedHit::Boiler);
    let jammed = ship.jammed.iter().map(|turret| format!("turret “{turret}” jammed"));
    [
        (ship.fires > 0, format!("{} fires", ship.fires)),
        (ship.floods > 0, format!("{} flood markers", ship.floods)),
        (true, format!("crew quality {:+}", ship.crew_quality)),
        (ship.steering, "steering cables damaged: keeps her course".to_owned()),
        (ship.helm.is_some(), "helm jammed: turns as tightly as she can".to_owned()),
        (ship.helmsman_through.is_some(), "helmsman killed: keeps her course".to_owned()),
        (ship.valves, "boiler valves damaged: loses 3 knots a turn".to_owned()),
        (ship.steamed, "steamed".to_owned()),
        (boiler, "boiler damaged: half speed".to_owned()),
        (ship.pressure_lost, "all pressure lost".to_owned()),
        (!ship.wheels_lost.is_empty(), format!("{} paddle wheels out", ship.wheels_lost.len())),
        (ship.anchor_lost, "no anchor".to_owned()),
        (ship.anchored, "at anchor".to_owned()),
        (ship.aground, "aground".to_owned()),
        (ship.withdrawing, "must withdraw".to_owned()),
    ]
    .into_iter()
    .filter_map(|(holds, text)| holds.then_some(text))
    .chain(jammed)
    .collect()
}
