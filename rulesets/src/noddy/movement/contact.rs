//! A way that ends at another's hull (NOD-11): she keeps the speed she came with until it is settled whether she rams,
//! comes to rest or goes on (NOD-AMB-26).

use crate::core::{
    Contact, EdgeKey, Reason, Refusal, RuleId, TableFacts, TieResolver, TooClose, Unit, Unknown, reading,
};
use crate::noddy::events::change::{Becomes, Change};
use crate::noddy::events::event::Event;
use crate::noddy::state::battle::State;
use crate::noddy::state::ship::ShipState;
use geometry::{ShipId, Verdict};

/// The hulls that a ship touches where she stands. What is too close to call is asked only where somebody stopped short
/// for it; a way of full length has met nobody whom the table does not surely show.
///
/// # Errors
/// Where the table can't say.
pub(in crate::noddy) fn touching(
    state: &State,
    facts: &dyn TableFacts,
    ship: &ShipState,
    stopped_short: bool,
    ties: &mut TieResolver<'_>,
) -> Result<Vec<ShipId>, Unknown> {
    let touches = |contact: &Contact, ties: &mut TieResolver<'_>| match contact.touching {
        Verdict::Yes => true,
        Verdict::No => false,
        Verdict::TooClose => {
            stopped_short && ties.settle(|| question(state, ship, contact)).as_deref() == Some("touches")
        }
    };
    let near = facts.touching(&ship.card.id)?.near;
    // Every one of them is looked at: a settlement that nothing asks for would be refused.
    Ok(near.iter().filter(|contact| touches(contact, ties)).map(|contact| contact.ship.clone()).collect())
}

fn question(state: &State, ship: &ShipState, contact: &Contact) -> TooClose {
    TooClose {
        key: EdgeKey(format!("contact:{}:{}", ship.card.id, contact.ship)),
        rule: RuleId::of("NOD-11"),
        what: format!("Does {} touch {}?", ship.card.name, state.name(&contact.ship)),
        measured: contact.gap_in,
        edge: 0.0,
        unit: Unit::Inch,
        readings: vec![reading("touches", "She touches"), reading("clear", "There is water")],
    }
}

/// Those that she has met anew: where she lies alongside already, all has been said.
pub(in crate::noddy) fn met_anew(state: &State, ship: &ShipState, touching: &[ShipId]) -> Vec<ShipId> {
    let takes_part = |other: &&ShipId| state.ships.get(*other).is_some_and(ShipState::present);
    let anew = |other: &&ShipId| !state.lie_alongside(&ship.card.id, other);
    touching.iter().filter(takes_part).filter(anew).cloned().collect()
}

/// Whom she touches, while that is not settled: "USS Cairo touches CSS General Price".
pub(in crate::noddy) fn in_contact(state: &State, ship: &ShipState) -> String {
    let others: Vec<&str> = ship.contact.iter().map(|other| state.name(other)).collect();
    format!("{} touches {}", ship.card.name, others.join(" and "))
}

/// Is a friend among those that she touches? Then the umpire rules on the collision (NOD-11).
pub(in crate::noddy) fn with_a_friend(state: &State, ship: &ShipState) -> bool {
    ship.contact.iter().any(|other| state.side(other) == Some(&ship.card.side))
}

/// She does not ram: she comes to rest, or goes on for what is left of her way.
pub(in crate::noddy) fn settle(state: &State, id: &ShipId, goes_on: bool) -> Result<Vec<Event>, Refusal> {
    let unsettled = state.ships.get(id).is_some_and(|ship| ship.present() && !ship.contact.is_empty());
    if !unsettled {
        let text = format!("{} has met nobody with whom it is open what comes of it.", state.name(id));
        return Err(Refusal { reasons: vec![Reason::new("NOD-AMB-26", text)] });
    }
    let changes = if goes_on { Vec::new() } else { vec![Change::of(id, Becomes::Stopped)] };
    Ok(vec![Event::ContactSettled { ship: id.clone(), goes_on, changes }])
}
