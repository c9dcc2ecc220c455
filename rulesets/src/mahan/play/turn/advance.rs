//! The sequence of the turn: orders phases, rounds, fire, and the next turn.

use crate::core::{Die, RollRequest, RuleId};
use crate::gunboat::Gunboat;
use crate::mahan::orders::{Chit, Cup, Side, sixty_turns};
use crate::mahan::play::book::MahanBook;
use crate::mahan::play::events::apply::apply;
use crate::mahan::play::events::event::Event;
use crate::mahan::play::movement::sailing::{self, Plan, hexes, mahan_plans, turn_event};
use crate::mahan::play::state::battle::{
    End, Fate, Firing, GroupId, Outcome, PendingRoll, Phase, RollUse, State,
};
use crate::mahan::play::turn::gunnery;
use crate::mahan::play::turn::mahan_orders::orders_for;
use crate::mahan::tables::Tables;
use geometry::ShipId;

/// Rounds in a turn (MAH-2).
const ROUNDS: u8 = 8;

/// Rounds in an orders phase: Mahan's second orders follow the fourth round (MAH-11).
const ROUNDS_OF_ORDERS: u8 = 4;

/// Events, and the state after them.
pub(in crate::mahan::play) struct Log<'a> {
    pub(in crate::mahan::play) tables: &'a Tables,
    pub(in crate::mahan::play) gunboat: &'a Gunboat,
    pub(in crate::mahan::play) state: State,
    pub(in crate::mahan::play) events: Vec<Event>,
}

impl MahanBook {
    pub(in crate::mahan::play) fn log(&self, state: &State) -> Log<'_> {
        Log::of(self.tables(), self.gunboat(), state)
    }
}

impl<'a> Log<'a> {
    pub(in crate::mahan::play) fn of(tables: &'a Tables, gunboat: &'a Gunboat, state: &State) -> Self {
        Self { tables, gunboat, state: state.clone(), events: Vec::new() }
    }

    pub(in crate::mahan::play) fn push(&mut self, event: Event) {
        self.state = apply(std::mem::take(&mut self.state), &event);
        self.events.push(event);
    }

    fn begin(&mut self, phase: Phase) {
        let round = self.state.round;
        self.push(Event::PhaseBegan { round, phase });
    }

    /// A due roll: a D10 except for draws.
    pub(in crate::mahan::play) fn roll(
        &mut self,
        die: Die,
        label: String,
        rule: &'static str,
        decides: RollUse,
    ) {
        let purpose = match &decides {
            RollUse::Reference { .. } => "reference",
            RollUse::Display { .. } => "display",
            RollUse::About { .. } => "about",
            RollUse::Sixty { .. } => "sixty",
        };
        let request = RollRequest::of(self.state.next_roll, (1, die), (purpose, label), rule);
        self.push(Event::DiceDue { rolls: vec![PendingRoll { request, decides }] });
    }

    /// Begins the next turn (MAH-2): all sixteen chits go into the cup.
    pub(in crate::mahan::play) fn begin_turn(&mut self) {
        let turn = self.state.turn.saturating_add(1);
        self.push(Event::TurnBegan { turn, cup: Cup::full(self.tables) });
        self.begin(Phase::PlayerOrders);
        if self.state.groups_of(Side::Player).is_empty() {
            self.judge();
        }
    }

    /// Begins Mahan's orders after the Player's (MAH-11).
    pub(in crate::mahan::play) fn begin_mahan_orders(&mut self) {
        self.begin(Phase::MahanOrders);
        for group in self.state.groups_of(Side::Mahan) {
            orders_for(self, &group);
        }
        self.orders_given();
    }

    /// Begins the next round once every Mahan formation has its orders.
    pub(in crate::mahan::play) fn orders_given(&mut self) {
        let waits = self.state.rolls.iter().any(|roll| !matches!(roll.decides, RollUse::Sixty { .. }));
        if self.state.phase == Phase::MahanOrders && !waits {
            self.begin_round(self.state.round.saturating_add(1));
        }
    }

    fn begin_round(&mut self, round: u8) {
        self.push(Event::PhaseBegan { round, phase: Phase::MahanMove });
        // Without any Mahan move there are no models to move.
        if !mahan_plans(self.tables, &self.state).iter().any(Plan::moves) {
            self.begin_player_move();
        }
    }

    fn begin_player_move(&mut self) {
        self.begin(Phase::PlayerMove);
        self.player_moved();
    }

    /// Goes on after Mahan's ships have moved.
    pub(in crate::mahan::play) fn mahan_moved(&mut self) {
        self.begin_player_move();
    }

    /// The Player's formations that still have to move in this round.
    pub(in crate::mahan::play) fn to_move(tables: &Tables, state: &State) -> Vec<GroupId> {
        let owes = |id: &GroupId| {
            state.groups.get(id).is_some_and(|group| !group.done && hexes(tables, state, group) > 0)
        };
        state.groups_of(Side::Player).into_iter().filter(owes).collect()
    }

    /// Goes on to the draw of two chits once the Player's ships have moved (MAH-4).
    pub(in crate::mahan::play) fn player_moved(&mut self) {
        if self.state.phase == Phase::PlayerMove && Self::to_move(self.tables, &self.state).is_empty() {
            self.begin(Phase::Draw);
        }
    }

    /// Moves a formation, with all consequences.
    pub(in crate::mahan::play) fn carry_out(
        &mut self,
        plan: &Plan,
        (asked, settled): (Vec<crate::core::Asked>, Vec<crate::core::Settlement>),
    ) {
        let speed = self.state.groups.get(&plan.group).map_or(0, |group| group.speed);
        if let Some((course, rule)) = &plan.course {
            let (group, course) = (plan.group.clone(), course.clone());
            self.push(Event::CourseSet { group, course, rule: rule.clone() });
        }
        if let Some(hexsides) = plan.before {
            self.push(turn_event(&self.state, &plan.group, hexsides, "MAH-8"));
        }
        let passages = plan.passages.clone();
        // A Mahan formation that the chart does not move is not reported.
        if plan.moves() || plan.before.is_some() || !asked.is_empty() {
            self.push(Event::Moved { group: plan.group.clone(), passages, asked, settled });
        }
        if let Some(hexsides) = plan.after {
            let mahan = self.state.groups.get(&plan.group).is_some_and(|group| group.side == Side::Mahan);
            let rule = if mahan { "MAH-22" } else { "MAH-8" };
            self.push(turn_event(&self.state, &plan.group, hexsides, rule));
        }
        for passage in &plan.passages {
            match &passage.end {
                End::Rammed { target, part } => {
                    gunnery::ram(self, (&passage.ship, target, speed), *part);
                }
                End::Struck { target } => gunnery::strike(self, (&passage.ship, target, speed)),
                _ => {}
            }
        }
        self.judge();
    }

    /// Goes on after two chits are drawn (MAH-25). Chits of both sides mean simultaneous fire (MAH-AMB-5).
    pub(in crate::mahan::play) fn chits_drawn(&mut self) {
        let has = |chit| self.state.drawn.contains(&chit);
        let (player, mahan) = (has(Chit::Player), has(Chit::Mahan));
        if !player && !mahan {
            return self.end_round();
        }
        let guns = &self.state.guns;
        let again = self.state.fired_turn == self.state.turn;
        let fresh = again || guns.step == crate::gunboat::Step::UnionMove;
        let gun_turn = if fresh { guns.turn } else { guns.turn.saturating_add(1) };
        self.push(Event::FireBegan { firing: Firing { player, mahan, gun_turn, ready: false } });
        self.begin(Phase::Fire);
        gunnery::go_on(self);
    }

    /// The dice for turns at the end of the round (MAH-21, MAH-AMB-7).
    pub(in crate::mahan::play) fn end_round(&mut self) {
        self.begin(Phase::RoundEnd);
        for id in self.state.groups_of(Side::Mahan) {
            let Some(group) = self.state.groups.get(&id) else { continue };
            let ordered = group.course == crate::mahan::play::state::battle::Course::Ordered;
            if !ordered || group.mahan_order.turns() != 1 || group.turns_done > 0 {
                continue;
            }
            let (rounds, hexsides) = (self.rounds_of_orders(), group.mahan_order.turn());
            match sixty_turns(self.tables, rounds, None) {
                Some(true) => self.push(turn_event(&self.state, &id, hexsides, "MAH-21")),
                Some(false) => {}
                None => {
                    let label = format!("Does {} turn now?", self.state.group_name(&id));
                    self.roll(Die::D10, label, "MAH-21", RollUse::Sixty { group: id });
                }
            }
        }
        self.round_over();
    }

    /// The age of the current orders in rounds, including this one.
    pub(in crate::mahan::play) fn rounds_of_orders(&self) -> u8 {
        (self.state.round.saturating_sub(1)) % ROUNDS_OF_ORDERS + 1
    }

    /// Goes on once the dice are read: second orders, the next round, or the next turn (MAH-2, MAH-11).
    pub(in crate::mahan::play) fn round_over(&mut self) {
        if self.state.phase != Phase::RoundEnd || !self.state.rolls.is_empty() {
            return;
        }
        match self.state.round {
            ROUNDS_OF_ORDERS => self.begin_mahan_orders(),
            round if round < ROUNDS => self.begin_round(round.saturating_add(1)),
            _ => self.begin_turn(),
        }
    }

    /// Removes lost ships; a ship that can't keep up slows its formation or is left behind.
    pub(in crate::mahan::play) fn judge(&mut self) {
        if self.state.phase == Phase::Over {
            return;
        }
        for (id, fate) in gunnery::lost(&self.state) {
            self.push(Event::Lost { ship: id, fate, rule: RuleId::of("MAH-AMB-2") });
        }
        let mut slow: Vec<(ShipId, GroupId, u8)> = Vec::new();
        for (id, group) in &self.state.groups {
            for (ship, _, _) in self.state.members(id) {
                let most = self.state.top_speed(ship);
                if most < group.speed {
                    slow.push((ship.clone(), id.clone(), most));
                }
            }
        }
        for (ship, group, speed) in slow {
            if self.state.members(&group).len() > 1 {
                self.push(Event::Detached { group: GroupId(ship.to_string()), ship, speed });
            } else {
                self.push(Event::Slowed { group, speed });
            }
        }
        let fights = |side| self.state.placed(side).next().is_some();
        let outcome = match (fights(Side::Player), fights(Side::Mahan)) {
            (true, true) => return,
            (true, false) => Outcome::Won { side: self.state.side_id(Side::Player) },
            (false, true) => Outcome::Won { side: self.state.side_id(Side::Mahan) },
            (false, false) => Outcome::Draw,
        };
        self.end(outcome);
    }

    /// Ends the battle.
    pub(in crate::mahan::play) fn end(&mut self, outcome: Outcome) {
        self.push(Event::Ended { outcome });
        self.begin(Phase::Over);
    }
}

/// This book's fate for a fate of the book that resolves fire.
pub(in crate::mahan::play) fn fate_of(fate: crate::gunboat::Fate) -> Fate {
    match fate {
        crate::gunboat::Fate::Sunk | crate::gunboat::Fate::Exploded => Fate::Sunk,
        crate::gunboat::Fate::Captured | crate::gunboat::Fate::WentHome => Fate::Captured,
    }
}

/// The places of Mahan's ships after they have moved by the rules.
pub(in crate::mahan::play) fn mahan_goes(
    tables: &Tables,
    state: &State,
) -> Vec<(ShipId, crate::core::HexPose)> {
    sailing::mahan_plans(tables, state).into_iter().flat_map(|plan| plan.places).collect()
}
