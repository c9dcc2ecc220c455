//! Implements the interface of a rule book ([`crate::core::Book`]) for this book.

use crate::core::{
    Book, BookData, Dice, Die, Faces, Halt, Question, Reason, Refusal, RollRequest, TableFacts, ThrownRoll,
    throw_due,
};
use crate::gunboat;
use crate::mahan::orders::{Chit, Cup, Side};
use crate::mahan::play::book::{MahanBook, in_phase};
use crate::mahan::play::events::apply::apply;
use crate::mahan::play::events::decision::{Becomes, Change, Decision, UmpireOrder};
use crate::mahan::play::events::event::{BODY_VERSION, Event};
use crate::mahan::play::movement::sailing::{Plan, player_plans};
use crate::mahan::play::presentation::questions::{Ask, questions, wording};
use crate::mahan::play::presentation::sentences::sentences;
use crate::mahan::play::state::battle::{GroupId, Phase, State};
use crate::mahan::play::state::options::CombatBackend;
use crate::mahan::play::turn::advance::{Log, mahan_goes};
use crate::mahan::play::turn::gunnery;
use crate::mahan::play::turn::mahan_orders::{self, draw, highest_speed, may_stand};
use geometry::{Pose, ShipId};

/// A draw from the cup that no face of the die settles is thrown again so often at most.
const MOST_DRAWS: u32 = 100;

impl MahanBook {
    /// Where each of Mahan's models goes, or stands: the ghosts of a screen, before the players have put them there
    /// (MAH-3). In his movement step these are the ends of his ships' ways; ships that leave the map are left out.
    pub fn ghosts(&self, state: &State) -> Vec<(ShipId, Pose)> {
        let Some(grid) = &state.grid else { return Vec::new() };
        let places = if state.phase == Phase::MahanMove {
            mahan_goes(&self.tables, state)
        } else {
            state.placed(Side::Mahan).map(|(id, _, place)| (id.clone(), place)).collect()
        };
        places.into_iter().map(|(id, place)| (id, place.pose(grid))).collect()
    }

    /// Every way in which a Player's formation may move now (MAH-8 to MAH-10): the hexes a screen marks. `leave`: ships
    /// that are to leave the map at its edge.
    pub fn ways(&self, state: &State, group: &GroupId, leave: &[ShipId]) -> Vec<Plan> {
        match state.phase {
            Phase::PlayerMove => player_plans(&self.tables, state, group, leave),
            _ => Vec::new(),
        }
    }

    /// The highest speed that a formation may be ordered now.
    pub fn highest_speed(&self, state: &State, group: &GroupId) -> u8 {
        highest_speed(state, group)
    }

    fn roll(&self, state: &State, faces: &Faces, dice: &mut dyn Dice) -> Result<Vec<Event>, Halt> {
        if state.rolls.is_empty() {
            return Err(Halt::because("MAH-14", "No dice of Mahan's are due now."));
        }
        let due = state.rolls.clone();
        let requests: Vec<&RollRequest> = due.iter().map(|roll| &roll.request).collect();
        let thrown = throw_due(&requests, faces, dice)?;
        let read: Vec<u8> = thrown.iter().map(|roll| roll.faces.first().copied().unwrap_or(1)).collect();
        let mut log = self.log(state);
        log.push(Event::DiceThrown { thrown });
        for (roll, face) in due.iter().zip(read) {
            mahan_orders::read(&mut log, &roll.decides, face);
        }
        log.orders_given();
        log.round_over();
        Ok(log.events)
    }

    /// Two chits leave the cup (MAH-25), or go back into it (MAH-AMB-4).
    fn draw(
        &self,
        state: &State,
        chits: Option<&Vec<Chit>>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt> {
        in_phase(state, Phase::Draw, "MAH-25")?;
        let full = || Cup::full(&self.tables);
        let mut cup = state.cup.filter(|_| !state.options.chit_replacement).unwrap_or_else(full);
        let count = usize::from(Cup::draws(&self.tables));
        let (mut drawn, mut thrown) = (Vec::new(), Vec::new());
        if let Some(chits) = chits {
            if chits.len() != count || !chits.iter().all(|chit| cup.take(*chit)) {
                let text = format!("Draw {count} chits of those that are left in the cup ({}).", cup.left());
                return Err(Halt::because("MAH-25", text));
            }
            drawn.clone_from(chits);
        }
        let mut id = state.next_roll;
        while drawn.len() < count {
            if id.saturating_sub(state.next_roll) > MOST_DRAWS {
                return Err(Halt::because(
                    "MAH-25",
                    "The dice never drew a chit: draw them out of a real cup.",
                ));
            }
            let request = RollRequest::of(id, (1, Die::D20), ("chit", "A chit"), "MAH-25");
            let roll = ThrownRoll::new(request.clone(), dice.throw(&request)?);
            let face = roll.faces.first().copied().unwrap_or(1);
            thrown.push(roll);
            id = id.saturating_add(1);
            let place = draw(face, usize::from(cup.left())).and_then(|place| u8::try_from(place).ok());
            if let Some(chit) = place.map(|place| cup.at(place)) {
                cup.take(chit);
                drawn.push(chit);
            }
        }
        let mut log = self.log(state);
        log.push(Event::ChitsDrawn { drawn, cup, thrown });
        log.chits_drawn();
        Ok(log.events)
    }

    fn gunnery(
        &self,
        state: &State,
        decision: &gunboat::Decision,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt> {
        gunnery::check(state, decision)?;
        let events = self.gunboat.decide(&state.guns, decision, &gunnery::table(state), dice)?;
        let mut log = self.log(state);
        events.into_iter().for_each(|event| log.push(Event::Gunnery { event }));
        self.goes_on(log)
    }

    fn goes_on(&self, mut log: Log<'_>) -> Result<Vec<Event>, Halt> {
        gunnery::go_on(&mut log);
        log.player_moved();
        Ok(log.events)
    }

    fn enter(&self, state: &State, changes: &[Change], reason: &str) -> Result<Vec<Event>, Halt> {
        let mut reasons = Vec::new();
        if changes.is_empty() || state.phase == Phase::Over {
            reasons.push(Reason::new("MAH-AMB-2", "Enter at least one result, while the battle lasts."));
        }
        for change in changes {
            let Some(ship) = state.ships.get(&change.ship).filter(|ship| ship.present()) else {
                let text = format!("{} is not on the map.", change.ship);
                reasons.push(Reason::new("MAH-AMB-2", text));
                continue;
            };
            let known = match &change.to {
                Becomes::Hull { side, section, .. } => ship.hull.side(*side).len() > *section,
                Becomes::Gun { gun, .. } => ship.card.guns.iter().any(|own| own.id == *gun),
                _ => true,
            };
            if !known {
                let text = format!("{} has no such section or gun on her card.", ship.card.name);
                reasons.push(Reason::new("MAH-AMB-2", text));
            }
        }
        Halt::unless_clear(reasons, Vec::new())?;
        let mut log = self.log(state);
        log.push(Event::Entered { changes: changes.to_vec(), reason: reason.to_owned() });
        log.judge();
        self.goes_on(log)
    }

    fn umpire(&self, state: &State, order: &UmpireOrder, reason: &str) -> Result<Vec<Event>, Halt> {
        let fits = match order {
            UmpireOrder::Put { ship, place } => {
                state.ships.get(ship).is_some_and(|ship| ship.present())
                    && may_stand(state, &self.tables, ship, *place)
            }
            UmpireOrder::Retreat { group, .. } => {
                state.groups.get(group).is_some_and(|group| group.side == Side::Mahan)
            }
            UmpireOrder::End { .. } => true,
        };
        if !fits || state.phase == Phase::Over {
            let text = "That can't be set: name a ship on the map and a free hex, or a formation of Mahan's.";
            return Err(Halt::because("MAH-13", text));
        }
        let mut log = self.log(state);
        log.push(Event::UmpireOrdered { order: order.clone(), reason: reason.to_owned() });
        if let UmpireOrder::End { outcome } = order {
            log.end(outcome.clone());
        }
        Ok(log.events)
    }
}

impl Book for MahanBook {
    type State = State;
    type Decision = Decision;
    type Event = Event;
    type Ask = Ask;

    const ID: &'static str = "mahan";
    const TITLE: &'static str = "Mahan, solitaire rules for Ironclads";
    const BODY_VERSION: u32 = BODY_VERSION;

    fn decide(
        &self,
        state: &State,
        decision: &Decision,
        facts: &dyn TableFacts,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt> {
        if state.phase == Phase::SetUp && !matches!(decision, Decision::Open { .. }) {
            return Err(Halt::because("MAH-2", "The battle has not begun: open it first."));
        }
        if let Some(reason) = gunnery::holds_up(state, decision) {
            return Err(Halt::Refused(Refusal { reasons: vec![reason] }));
        }
        match decision {
            Decision::Open { ships, formations, sides, mahan_edge, terrain, grid, options } => {
                self.open(state, (ships, formations), (sides, *mahan_edge), (terrain, *grid), options)
            }
            Decision::SetOut { ships, settled } => self.set_out(state, facts, ships, settled),
            Decision::PlayerOrders { orders } => self.player_orders(state, orders),
            Decision::Roll { faces } => self.roll(state, faces, dice),
            Decision::MahanMoved { ships, settled } => self.mahan_moved(state, facts, ships, settled),
            Decision::Move { group, ships, leave, settled } => {
                self.player_move(state, facts, group, (ships, leave), settled)
            }
            Decision::Draw { chits } => self.draw(state, chits.as_ref(), dice),
            Decision::Gunnery { decision } => self.gunnery(state, decision, dice),
            Decision::ForMahan => {
                let mut log = self.log(state);
                gunnery::for_mahan(&mut log)?;
                self.goes_on(log)
            }
            Decision::FireDone => {
                in_phase(state, Phase::Fire, "MAH-25")?;
                if !state.firing.player {
                    return Err(Halt::because("MAH-25", "The Player has fired, or his chit is not drawn."));
                }
                let mut log = self.log(state);
                log.push(Event::FireDone { side: Side::Player });
                self.goes_on(log)
            }
            Decision::Enter { changes, reason } => self.enter(state, changes, reason),
            Decision::RegisterGrid { grid, reason } => {
                if state.grid.is_some_and(|own| own.board != grid.board) {
                    return Err(Halt::because("MAH-2", "The board that is played on has other hexes."));
                }
                Ok(vec![Event::GridRegistered { grid: *grid, reason: reason.clone() }])
            }
            Decision::SetOption { option, reason } => {
                let options = state.options.with(option, self.options())?;
                if options.combat_backend == CombatBackend::Gunboat && !state.guns.opened {
                    return Err(Halt::because(
                        "MAH-AMB-2",
                        "Who resolves fire is chosen before the battle begins.",
                    ));
                }
                Ok(vec![Event::OptionSet { option: option.clone(), options, reason: reason.clone() }])
            }
            Decision::Umpire { order, reason } => self.umpire(state, order, reason),
        }
    }

    fn apply(state: State, event: &Event) -> State {
        apply(state, event)
    }

    fn questions(&self, state: &State) -> Vec<Question<Ask>> {
        questions(&self.tables, &self.gunboat, state)
    }

    fn wording(&self, state: &State, question: &Question<Ask>) -> String {
        wording(&self.gunboat, state, question)
    }

    fn sentences(&self, state: &State, event: &Event) -> Vec<String> {
        sentences(&self.gunboat, state, event)
    }
}
