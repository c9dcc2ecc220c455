//! Implementation of the interface for battles, logs and verification ([`crate::core::PlayedBook`]).

use crate::core::table::in_frame;
use crate::core::{
    Actor, Asked, Audience, CardLines, CardRow, MoveJudged, PlacedTable, PlayedBook, Rolled, ShipLine,
    ThrownRoll, WaysBegin, distinct,
};
use crate::noddy::book::Noddy;
use crate::noddy::events::decision::{Decision, MoveOrder, UmpireOrder};
use crate::noddy::events::event::Event;
use crate::noddy::movement::contact;
use crate::noddy::movement::orders::knots;
use crate::noddy::movement::review::{must_act, overshot};
use crate::noddy::state::battle::{BatteryState, RegimentState, State};
use crate::noddy::state::card::GunPosition;
use crate::noddy::state::due::PendingRoll;
use crate::noddy::state::ship::{Fate, ShipState};
use geometry::{Point, Pose, ShipId, Similarity, Terrain};

impl PlayedBook for Noddy {
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
            lost: ship.fate.is_some_and(|fate| fate != Fate::Left),
            ..ShipLine::of(id, &ship.card.name, &ship.card.side, ship.fate.map(Fate::word))
        };
        state.ships.iter().map(line).collect()
    }

    fn name(state: &State, ship: &ShipId) -> String {
        state.name(ship).to_owned()
    }

    fn card(&self, state: &State, id: &ShipId) -> CardLines {
        let Some(ship) = state.ships.get(id) else { return CardLines::default() };
        let half = |half_knots: i16| u32::try_from(half_knots).unwrap_or(0);
        let speeds = (half(ship.card.top_speed), half(ship.top_speed));
        let mut rows = vec![CardRow::of("top_speed", "Top speed, half knots", speeds.0, speeds.1)];
        for place in [
            GunPosition::Bow,
            GunPosition::Starboard,
            GunPosition::Stern,
            GunPosition::Port,
            GunPosition::Turret,
        ] {
            let guns = || ship.card.guns.iter().filter(move |gun| gun.place == place);
            let count = |guns: usize| u32::try_from(guns).unwrap_or(u32::MAX);
            if guns().next().is_some() {
                let (key, label) = (format!("guns:{}", place.word()), format!("Guns, {}", place.word()));
                let left = count(guns().filter(|gun| !ship.gun(&gun.id).lost).count());
                rows.push(CardRow::of(key, label, count(guns().count()), left));
            }
        }
        CardLines { rows, notes: notes(state, ship) }
    }

    fn guns_ashore(state: &State) -> Vec<(ShipId, Point)> {
        state.guns_ashore()
    }

    /// The umpire's chart (NOD-30). No screen may show it as terrain.
    fn charted(state: &State) -> Vec<Terrain> {
        state.hidden.iter().map(|hidden| hidden.area.clone()).collect()
    }

    fn decided_by(state: &State, decision: &Decision) -> Vec<Actor> {
        let of = |id: &ShipId| state.side(id).cloned().map(Actor::Side);
        let all = |ids: &mut dyn Iterator<Item = &ShipId>| distinct(ids.filter_map(of));
        match decision {
            Decision::WriteOrders { orders } => all(&mut orders.iter().map(|order| &order.ship)),
            Decision::Move { moves } => all(&mut moves.iter().map(|order| &order.ship)),
            Decision::ReadOut { ship, .. }
            | Decision::Fire { firer: ship, .. }
            | Decision::Musketry { regiment: ship, .. }
            | Decision::Ram { rammer: ship, .. }
            | Decision::Refloat { ship }
            | Decision::Leave { ship, .. } => all(&mut std::iter::once(ship)),
            // The umpire decides whether a ship goes on, and settles all collisions between friends (NOD-11).
            Decision::SettleContact { goes_on: true, .. } => vec![Actor::Umpire],
            Decision::SettleContact { ship, .. } => {
                let friends = state.ships.get(ship).is_some_and(|it| contact::involves_friend(state, it));
                if friends { vec![Actor::Umpire] } else { all(&mut std::iter::once(ship)) }
            }
            Decision::Roll { rolls, .. } => {
                let thrown = |roll: &&PendingRoll| rolls.is_empty() || rolls.contains(&roll.request.id);
                distinct(state.rolls.iter().filter(thrown).map(|roll| roll.by.clone()))
            }
            Decision::NextStep | Decision::TypeFacts { .. } => vec![Actor::AllSides],
            Decision::Open { .. } | Decision::SetOption { .. } | Decision::Umpire { .. } => {
                vec![Actor::Umpire]
            }
        }
    }

    fn ships_concerned(decision: &Decision) -> Vec<&ShipId> {
        match decision {
            Decision::Fire { firer, target, .. } => vec![firer, target],
            Decision::Musketry { target, .. } => vec![target],
            Decision::Ram { rammer, rammee, .. } => vec![rammer, rammee],
            Decision::ReadOut { ship, .. } | Decision::Leave { ship, .. } => vec![ship],
            Decision::Move { moves } => moves.iter().map(|order| &order.ship).collect(),
            Decision::WriteOrders { orders } => orders.iter().map(|order| &order.ship).collect(),
            _ => Vec::new(),
        }
    }

    fn ships_moved(decision: &Decision) -> Vec<&ShipId> {
        match decision {
            Decision::Move { moves } => moves.iter().map(|order| &order.ship).collect(),
            _ => Vec::new(),
        }
    }

    fn movers(&self, state: &State) -> Vec<ShipId> {
        state.ships.values().filter(|ship| must_act(state, ship)).map(|ship| ship.card.id.clone()).collect()
    }

    fn judge_moves(&self, state: &State, table: &PlacedTable, ships: &[ShipId]) -> Vec<MoveJudged> {
        let judged = |id: &ShipId| {
            let order = MoveOrder { ship: id.clone(), short: None, settled: Vec::new() };
            let review = self.review_move(state, table, &order)?;
            let set_out =
                table.placed(id).and_then(|placed| placed.standings().first().map(|first| first.pose));
            Some(MoveJudged {
                furthest: set_out.and_then(|from| overshot(state, &review, from)),
                ship: review.ship,
                way_in: review.way.map(|way| (way.length_in.value, way.length_in.sigma)),
                allowed_in: Some(review.expected_in),
                reasons: review.reasons,
                too_close: review.too_close,
            })
        };
        ships.iter().filter_map(judged).collect()
    }

    fn ways_begin(event: &Event) -> WaysBegin {
        match event {
            // Each segment of a half move has a way of its own (NOD-11).
            Event::Opened { .. } | Event::StepBegan { .. } => WaysBegin::All,
            // A ship that may move again, or goes on (NOD-AMB-26), starts from its present position.
            Event::UmpireOrdered { order: UmpireOrder::MoveAgain { ship }, .. }
            | Event::ContactSettled { ship, goes_on: true, .. } => WaysBegin::Of(vec![ship.clone()]),
            // The drift does not count as movement (NOD-25).
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
        state.hidden.iter_mut().for_each(|hidden| in_frame::terrain(change, &mut hidden.area));
        in_frame::bearing(change, &mut state.options.current_toward_deg);
        in_frame::typed(change, &mut state.typed);
        for BatteryState { card, .. } in state.batteries.values_mut() {
            in_frame::place(change, &mut card.x_in, &mut card.y_in);
            in_frame::bearing(change, &mut card.facing_deg);
        }
        for RegimentState { card, .. } in state.regiments.values_mut() {
            in_frame::place(change, &mut card.x_in, &mut card.y_in);
        }
        state
    }

    fn asked(event: &Event) -> Vec<&Asked> {
        let asked = match event {
            Event::OrdersWritten { asked, .. }
            | Event::OrdersRevealed { asked, .. }
            | Event::OrdersReadOut { asked, .. }
            | Event::ChartMet { asked, .. }
            | Event::Left { asked, .. } => asked,
            Event::Moved { review, .. } => &review.asked,
            Event::FireDeclared { fire, .. } => &fire.asked,
            Event::MusketryDeclared { fire, .. } => &fire.asked,
            Event::Rammed { impact, .. } => &impact.asked,
            _ => return Vec::new(),
        };
        asked.iter().collect()
    }

    fn rolled(state: &State, event: &Event) -> Vec<Rolled> {
        let Event::DiceThrown { thrown } = event else { return Vec::new() };
        let by = |roll: &ThrownRoll| {
            state.roll(roll.request.id).and_then(|pending| match &pending.by {
                Actor::Side(side) => Some(side.clone()),
                Actor::AllSides | Actor::Umpire => None,
            })
        };
        thrown.iter().map(|roll| roll.rolled(by(roll))).collect()
    }

    fn reveals(state: &State, event: &Event) -> bool {
        match event {
            // Revealed orders can't become secret again; neither can a shallow that a ship has found.
            Event::OrdersRevealed { .. } => true,
            Event::Moved { found, .. } => !found.is_empty(),
            _ => crate::noddy::presentation::secrets::audience(state, event) != Audience::Everyone,
        }
    }
}

/// Further conditions of a ship, in words.
fn notes(state: &State, ship: &ShipState) -> Vec<String> {
    let turn = state.turn;
    let mut notes = vec![format!("makes {} knots", knots(ship.speed))];
    let mut note = |holds: bool, text: String| notes.extend(holds.then_some(text));
    note(ship.lists_port, "lists to port: starboard guns can't engage".to_owned());
    note(ship.lists_starboard, "lists to starboard: port guns can't engage".to_owned());
    note(ship.helmless_until >= turn, format!("nobody steers her until move {}", ship.helmless_until));
    note(ship.steering_until >= turn, format!("can't be steered until move {}", ship.steering_until));
    note(ship.jammed_until >= turn, format!("engines jammed until move {}", ship.jammed_until));
    note(ship.pipes, "steam pipes damaged".to_owned());
    note(ship.stack_hits > 0, "smoke stack damaged".to_owned());
    note(ship.burning.is_some(), format!("burns, {} attempts made", ship.burning.unwrap_or(0)));
    note(ship.steam, "full of steam".to_owned());
    note(ship.abandoned, "abandoned".to_owned());
    note(ship.crippled, "crippled".to_owned());
    note(ship.aground.is_some(), format!("aground, {} attempts made", ship.aground.unwrap_or(0)));
    if let Some(after) = ship.sinks_after {
        notes.push(format!("sinks at the end of move {after}"));
    }
    notes
}
