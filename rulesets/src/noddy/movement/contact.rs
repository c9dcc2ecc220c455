//! Contact at the end of a ship's way (NOD-11): the ship keeps its speed until it is settled whether it rams, stops or
//! goes on (NOD-AMB-26).

use crate::core::{Contact, Reason, Refusal, TableFacts, TieResolver, TooClose, Unknown};
use crate::noddy::events::change::{Becomes, Change};
use crate::noddy::events::event::Event;
use crate::noddy::state::battle::State;
use crate::noddy::state::ship::ShipState;
use geometry::{ShipId, Verdict};

/// The ships that a ship touches at its position. Too close to call becomes a question only if the ship stopped short;
/// after a way of full length only certain contacts count.
///
/// # Errors If the table can't answer.
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
    // Every contact is examined, because a settlement without a question would be refused.
    Ok(near.iter().filter(|contact| touches(contact, ties)).map(|contact| contact.ship.clone()).collect())
}

fn question(state: &State, ship: &ShipState, contact: &Contact) -> TooClose {
    TooClose::inches(
        (format!("contact:{}:{}", ship.card.id, contact.ship), "NOD-11"),
        format!("Does {} touch {}?", ship.card.name, state.name(&contact.ship)),
        (contact.gap_in, 0.0),
        [("touches", "She touches"), ("clear", "There is water")],
    )
}

/// The ships in contact that are new: contacts with ships alongside are already settled.
pub(in crate::noddy) fn new_contacts(state: &State, ship: &ShipState, touching: &[ShipId]) -> Vec<ShipId> {
    let takes_part = |other: &&ShipId| state.ships.get(*other).is_some_and(ShipState::present);
    let is_new = |other: &&ShipId| !state.are_alongside(&ship.card.id, other);
    touching.iter().filter(takes_part).filter(is_new).cloned().collect()
}

/// The open contacts of a ship in words: "USS Cairo touches CSS General Price".
pub(in crate::noddy) fn in_contact(state: &State, ship: &ShipState) -> String {
    let others: Vec<&str> = ship.contact.iter().map(|other| state.name(other)).collect();
    format!("{} touches {}", ship.card.name, others.join(" and "))
}

/// Returns true if an open contact is with a ship of the same side. Then the umpire rules on the collision (NOD-11).
pub(in crate::noddy) fn involves_friend(state: &State, ship: &ShipState) -> bool {
    ship.contact.iter().any(|other| state.side(other) == Some(&ship.card.side))
}

/// Settles a contact without a ram: the ship stops, or goes on for the rest of its way.
pub(in crate::noddy) fn settle(state: &State, id: &ShipId, goes_on: bool) -> Result<Vec<Event>, Refusal> {
    let unsettled = state.ships.get(id).is_some_and(|ship| ship.present() && !ship.contact.is_empty());
    if !unsettled {
        let text = format!("{} has met nobody with whom it is open what comes of it.", state.name(id));
        return Err(Refusal { reasons: vec![Reason::new("NOD-AMB-26", text)] });
    }
    let changes = if goes_on { Vec::new() } else { vec![Change::of(id, Becomes::Stopped)] };
    Ok(vec![Event::ContactSettled { ship: id.clone(), goes_on, changes }])
}
