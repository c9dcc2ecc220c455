//! Implementation of the interface for battles, logs and verification ([`crate::core::PlayedBook`]).

use crate::core::table::in_frame;
use crate::core::{
    Actor, Asked, Audience, CardLines, CardRow, HitForecast, HitsScored, MoveJudged, PlacedTable, PlayedBook,
    RollRequest, Rolled, ShipLine, ThrownRoll, WaysBegin,
};
use crate::gunboat::book::Gunboat;
use crate::gunboat::events::decision::{Decision, ShipValue, UmpireOrder};
use crate::gunboat::events::event::Event;
use crate::gunboat::events::move_review::MoveReview;
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::movement::review::{allowance_in, held, speed_limits};
use crate::gunboat::presentation::card_words::{card_notes, row_key, row_label};
use crate::gunboat::presentation::chronicle;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::due::RamDie;
use crate::gunboat::state::ship::{Fate, Location, MortarAim, ShipState};
use crate::gunboat::turn::decider::deciders;
use geometry::{Point, Pose, ShipId, Similarity};

impl PlayedBook for Gunboat {
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
            lost: ship.fate.is_some_and(|fate| fate != Fate::WentHome),
            ..ShipLine::of(id, &ship.card.name, &ship.card.side.id(), ship.fate.map(Fate::word))
        };
        state.ships.iter().map(line).collect()
    }

    fn name(state: &State, ship: &ShipId) -> String {
        state.name(ship).to_owned()
    }

    fn card(&self, state: &State, ship: &ShipId) -> CardLines {
        let Some(ship) = state.ships.get(ship) else { return CardLines::default() };
        let row = |section| {
            let label = row_label(&ship.card, &section);
            CardRow::of(row_key(&section), label, ship.card.printed(&section), ship.free(&section))
        };
        CardLines {
            rows: ship.card.sections().into_iter().map(row).collect(),
            notes: card_notes(state.turn, ship),
        }
    }

    fn may_go_in(&self, state: &State, ship: &ShipId) -> Option<f64> {
        let ship = state.ships.get(ship).filter(|_| state.opened)?;
        let fastest = speed_limits(self.tables(), state, ship).fastest;
        Some(if held(state, ship).is_some() { 0.0 } else { allowance_in(state, fastest) })
    }

    fn guns_ashore(state: &State) -> Vec<(ShipId, Point)> {
        state.guns_ashore()
    }

    fn decided_by(state: &State, decision: &Decision) -> Vec<Actor> {
        deciders(state, decision)
    }

    fn ships_concerned(decision: &Decision) -> Vec<&ShipId> {
        match decision {
            Decision::Fire { shooter, target, .. }
            | Decision::FireLate { shooter, target, .. }
            | Decision::FireAtBoarders { shooter, boarded: target, .. }
            | Decision::Grapple { ship: shooter, target, .. } => vec![shooter, target],
            Decision::Ram { rammer, target, .. } => vec![rammer, target],
            Decision::Refloat { ship } | Decision::FireMortar { ship, .. } => vec![ship],
            Decision::Move { moves } => moves.iter().map(|order| &order.ship).collect(),
            Decision::Open { .. }
            | Decision::LayMines { .. }
            | Decision::TypeFacts { .. }
            | Decision::Volley { .. }
            | Decision::Roll { .. }
            | Decision::Choose { .. }
            | Decision::Tick { .. }
            | Decision::RingUp { .. }
            | Decision::Anchor { .. }
            | Decision::Bind { .. }
            | Decision::CastOff { .. }
            | Decision::Leave { .. }
            | Decision::Embark { .. }
            | Decision::NextStep
            | Decision::SetOption { .. }
            | Decision::Umpire { .. } => Vec::new(),
        }
    }

    fn ships_moved(decision: &Decision) -> Vec<&ShipId> {
        match decision {
            Decision::Move { moves } => moves.iter().map(|order| &order.ship).collect(),
            Decision::Umpire { order: UmpireOrder::AllowMove { ship }, .. } => vec![ship],
            _ => Vec::new(),
        }
    }

    fn ruled_at(decision: &Decision) -> Option<(u32, String)> {
        match decision {
            Decision::FireLate { turn, step, .. } => Some((*turn, step.key().to_owned())),
            _ => None,
        }
    }

    fn movers(&self, state: &State) -> Vec<ShipId> {
        let Some(side) = state.step.moving_side().filter(|_| state.opened) else { return Vec::new() };
        let may = |ship: &&ShipState| {
            ship.card.side == side && ship.present() && !ship.has_moved && held(state, ship).is_none()
        };
        state.ships.values().filter(may).map(|ship| ship.card.id.clone()).collect()
    }

    fn judge_moves(&self, state: &State, table: &PlacedTable, ships: &[ShipId]) -> Vec<MoveJudged> {
        let Some(side) = state.step.moving_side() else { return Vec::new() };
        let reviews = self.review_moves(state, table, side).into_iter();
        reviews
            .filter(|review| ships.contains(&review.ship))
            .map(|review| judged(self, state, table, review))
            .collect()
    }

    fn ways_begin(event: &Event) -> WaysBegin {
        match event {
            Event::Opened { .. } | Event::StepBegan { .. } => WaysBegin::All,
            // A ship that may move again starts from its present position.
            Event::UmpireOrdered { order: UmpireOrder::Set { ship, value }, .. }
                if *value == (ShipValue::Moved { moved: false }) =>
            {
                WaysBegin::Of(vec![ship.clone()])
            }
            // The drift does not count as movement (GUN-4).
            Event::Drifted { drift } => WaysBegin::Of(drift.ships.clone()),
            _ => WaysBegin::Nobodys,
        }
    }

    fn set_down(
        &self,
        _: &State,
        event: &Event,
        place: &dyn Fn(&ShipId) -> Option<Pose>,
    ) -> Vec<(ShipId, Pose)> {
        let Event::Drifted { drift } = event else { return Vec::new() };
        let drifted = |ship: &ShipId| {
            let Pose { stack, heading } = place(ship)?;
            let stack = Point::new(stack.x_in + drift.east_in, stack.y_in + drift.north_in);
            Some((ship.clone(), Pose { stack, heading }))
        };
        drift.ships.iter().filter_map(drifted).collect()
    }

    fn in_frame(mut state: State, change: &Similarity) -> State {
        state.terrain.iter_mut().for_each(|piece| in_frame::terrain(change, piece));
        in_frame::bearing(change, &mut state.options.current_toward_deg);
        in_frame::typed(change, &mut state.typed);
        let forts = state.forts.values_mut().map(|fort| &mut *fort.card);
        for gun in forts.flat_map(|card| &mut card.guns) {
            in_frame::place(change, &mut gun.x_in, &mut gun.y_in);
            for arc in gun.arcs.iter_mut().filter(|arc| arc.width_deg() < 360.0) {
                in_frame::bearing(change, &mut arc.from_deg);
                in_frame::bearing(change, &mut arc.to_deg);
            }
        }
        for ship in state.ships.values_mut() {
            if let Location::Arriving { edge, .. } | Location::Left { edge, .. } = &mut ship.location {
                in_frame::edge(change, edge);
            }
            for spot in ship.mortar_spots.values_mut() {
                if let MortarAim::Point { x_in, y_in } = &mut spot.aim {
                    in_frame::place(change, x_in, y_in);
                }
            }
        }
        state
    }

    fn asked(event: &Event) -> Vec<&Asked> {
        let asked = match event {
            Event::SalvoDeclared { salvo, .. } => &salvo.asked,
            Event::FiredInVain { asked, .. } | Event::Bound { asked, .. } => asked,
            Event::Moved { review, .. } => &review.asked,
            Event::Rammed { impact, .. } | Event::Collided { impact, .. } => &impact.asked,
            Event::Special(SpecialEvent::SparStruck { impact, .. }) => &impact.asked,
            Event::Special(SpecialEvent::MortarFired { shot, .. }) => &shot.asked,
            Event::Special(SpecialEvent::GrappleTried { attempt, .. }) => &attempt.asked,
            _ => return Vec::new(),
        };
        asked.iter().collect()
    }

    fn die_name(request: &RollRequest) -> Option<&'static str> {
        RamDie::of_roll(request).map(RamDie::die_name)
    }

    fn rolled(state: &State, event: &Event) -> Vec<Rolled> {
        let Event::DiceThrown { thrown } = event else { return Vec::new() };
        let by = |roll: &ThrownRoll| state.roll(roll.request.id).map(|pending| pending.by.id());
        thrown.iter().map(|roll| roll.rolled(by(roll))).collect()
    }

    fn forecast(&self, after: &State, event: &Event) -> Option<HitForecast> {
        chronicle::forecast(self.tables(), after, event)
    }

    fn hits(before: &State, event: &Event) -> Vec<HitsScored> {
        chronicle::hits(before, event)
    }

    fn reveals(state: &State, event: &Event) -> bool {
        let secret = |ship: &ShipId| {
            state.ships.get(ship).is_some_and(|ship| ship.boarding_parties > 0 && !ship.parties_revealed)
        };
        match event {
            Event::MineTested { struck, .. } => *struck,
            Event::Special(SpecialEvent::GrappleTried { attempt, .. }) => secret(&attempt.ship),
            Event::UmpireOrdered {
                order: UmpireOrder::Set { ship, value: ShipValue::PartiesRevealed { known: true } },
                ..
            } => secret(ship),
            _ => crate::gunboat::presentation::secrets::audience(state, event) != Audience::Everyone,
        }
    }
}

fn judged(book: &Gunboat, state: &State, table: &PlacedTable, review: MoveReview) -> MoveJudged {
    // A move without reasons against it needs no ghost, even if it is measured slightly off every permitted way.
    let refused = !review.reasons.is_empty();
    let furthest = table
        .placed(&review.ship)
        .filter(|_| refused)
        .and_then(|placed| book.furthest_place(state, &review.ship, &placed.standings()));
    MoveJudged {
        way_in: review.way.map(|way| (way.length_in.value, way.length_in.sigma)),
        allowed_in: Some(review.allowance_in),
        furthest,
        reasons: review.reasons,
        too_close: review.too_close,
        ship: review.ship,
    }
}
