//! Opens a battle, and takes the Player's orders.

use crate::core::{BookTables, Edge, Halt, OptionValue, Reason, SideId, hex_words};
use crate::mahan::orders::Side;
use crate::mahan::play::book::{MahanBook, in_phase};
use crate::mahan::play::events::decision::{Entry, Formation, GroupOrder};
use crate::mahan::play::events::event::{BODY_VERSION, Event};
use crate::mahan::play::state::battle::{Phase, Piece, State};
use crate::mahan::play::state::card::FASTEST;
use crate::mahan::play::state::options::{CombatBackend, MahOptions};
use crate::mahan::play::turn::gunnery;
use crate::mahan::play::turn::mahan_orders::highest_speed;
use geometry::{HexGrid, HexTop, ShipId};

impl MahanBook {
    #[allow(clippy::too_many_arguments, reason = "the fields of one decision")]
    pub(in crate::mahan::play) fn open(
        &self,
        state: &State,
        (ships, formations): (&[Entry], &[Formation]),
        (sides, mahan_edge): (&(SideId, SideId), Edge),
        (terrain, grid): (&[Piece], HexGrid),
        values: &[OptionValue],
    ) -> Result<Vec<Event>, Halt> {
        let mut reasons = Vec::new();
        let mut refuse = |rule: &'static str, text: String| reasons.push(Reason::new(rule, text));
        if state.phase != Phase::SetUp {
            refuse("MAH-2", "The battle has begun already.".to_owned());
        }
        if sides.0 == sides.1 {
            refuse("MAH-3", "The Player's side and Mahan's are two.".to_owned());
        }
        for side in [Side::Player, Side::Mahan] {
            if !ships.iter().any(|entry| entry.side == side) {
                refuse("MAH-3", "Both the Player and Mahan need a ship.".to_owned());
            }
        }
        if grid.board.top != HexTop::Flat || !(grid.across_flats_in.is_finite() && grid.across_flats_in > 0.0)
        {
            refuse(
                "MAH-AMB-19",
                "Ships face hexsides: the board has a side of each hex to the north.".to_owned(),
            );
        }
        for (at, entry) in ships.iter().enumerate() {
            let (card, name) = (&entry.card, &entry.card.name);
            let others = || ships.iter().take(at);
            if others().any(|other| other.card.id == card.id) {
                refuse("MAH-AMB-2", format!("Two ships are called “{}”.", card.id));
            }
            let stands = entry.place.hex;
            if others().any(|other| other.place.hex == stands)
                || !grid.board.holds(stands)
                || terrain.iter().any(|piece| piece.hex == stands)
            {
                refuse("MAH-2", format!("{name} begins in {}, which is not free.", hex_words(&grid, stands)));
            }
            if card.top_speed > FASTEST {
                refuse(
                    "MAH-24",
                    format!("The Movement Chart goes to {FASTEST}; {name} makes {}.", card.top_speed),
                );
            }
        }
        for (at, formation) in formations.iter().enumerate() {
            let side = |id: &ShipId| ships.iter().find(|entry| entry.card.id == *id).map(|entry| entry.side);
            let first = formation.ships.first().and_then(side);
            let one_side = first.is_some() && formation.ships.iter().all(|id| side(id) == first);
            let mut others = formations.iter().take(at).flat_map(|other| &other.ships);
            let twice = others.any(|id| formation.ships.contains(id))
                || formation
                    .ships
                    .iter()
                    .enumerate()
                    .any(|(i, id)| formation.ships.iter().take(i).any(|it| it == id));
            let taken = ships.iter().any(|entry| entry.card.id.as_str() == formation.id.0)
                || formations.iter().take(at).any(|other| other.id == formation.id);
            if !one_side || twice || taken {
                let text = format!(
                    "Formation {}: ships of one side, each in one formation, under a name of its own.",
                    formation.id
                );
                refuse("MAH-5", text);
            }
        }
        let mut options = MahOptions::default();
        for value in values {
            options = options.with(value, self.tables().option_specs())?;
        }
        Halt::unless_clear(reasons, Vec::new())?;
        let delegated = options.combat_backend == CombatBackend::Gunboat;
        let mut log = self.log(state);
        log.push(Event::Opened {
            body_version: BODY_VERSION,
            ships: ships.to_vec(),
            formations: formations.to_vec(),
            sides: sides.clone(),
            mahan_edge,
            terrain: terrain.to_vec(),
            grid,
            options,
        });
        if delegated {
            gunnery::open(&mut log)?;
        }
        Ok(log.events)
    }

    /// The Player's orders (MAH-5 to MAH-7).
    pub(in crate::mahan::play) fn player_orders(
        &self,
        state: &State,
        orders: &[GroupOrder],
    ) -> Result<Vec<Event>, Halt> {
        in_phase(state, Phase::PlayerOrders, "MAH-5")?;
        let mut reasons = Vec::new();
        let mut refuse = |rule: &'static str, text: String| reasons.push(Reason::new(rule, text));
        let own = state.groups_of(Side::Player);
        for id in &own {
            if orders.iter().filter(|order| order.group == *id).count() != 1 {
                refuse("MAH-5", format!("{} needs orders, just once.", state.group_name(id)));
            }
        }
        for order in orders {
            let name = state.group_name(&order.group);
            if !own.contains(&order.group) {
                refuse("MAH-5", format!("{} is no formation of the Player's.", order.group));
                continue;
            }
            let most = highest_speed(state, &order.group);
            if order.speed > most {
                refuse("MAH-AMB-2", format!("{name} can make {most} at most in this turn."));
            }
            let turns = order.order.turns().len();
            for (_, ship, _) in state.members(&order.group) {
                let capacity = ship.card.capacity(order.speed);
                if !capacity.allows(order.order) {
                    let text = format!(
                        "{} has a turning capacity of {}/{} at speed {}: no order of {turns} turns.",
                        ship.card.name, capacity.per_hex, capacity.per_turn, order.speed
                    );
                    refuse("MAH-7", text);
                }
            }
        }
        Halt::unless_clear(reasons, Vec::new())?;
        let mut log = self.log(state);
        log.push(Event::PlayerOrdered { orders: orders.to_vec() });
        log.begin_mahan_orders();
        Ok(log.events)
    }
}
