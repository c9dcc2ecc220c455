//! Consequences of a move, of fire and of a dash, and passing the turn to the other ship.

use crate::core::RuleId;
use crate::hex_duel::events::apply::apply;
use crate::hex_duel::events::event::{End, Event};
use crate::hex_duel::gunnery::guns::Aim;
use crate::hex_duel::movement::routes::routes;
use crate::hex_duel::state::battle::{Fate, MoveKind, Outcome, Phase, State};
use crate::hex_duel::state::options::{DisabledTurn, EscapeResult};
use crate::hex_duel::tables::table_set::Tables;
use geometry::ShipId;

/// Events, and the state after them.
pub(in crate::hex_duel) struct Log<'a> {
    tables: &'a Tables,
    pub(in crate::hex_duel) state: State,
    pub(in crate::hex_duel) events: Vec<Event>,
}

impl<'a> Log<'a> {
    pub(in crate::hex_duel) fn of(tables: &'a Tables, state: &State) -> Self {
        Self { tables, state: state.clone(), events: Vec::new() }
    }

    pub(in crate::hex_duel) fn push(&mut self, event: Event) {
        self.state = apply(std::mem::take(&mut self.state), &event);
        self.events.push(event);
    }

    fn begin(&mut self, turn: u32, phase: Phase, acting: Option<ShipId>) {
        self.push(Event::PhaseBegan { turn, phase, acting });
    }

    pub(in crate::hex_duel) fn begin_phase(&mut self, phase: Phase, acting: Option<ShipId>) {
        self.begin(self.state.turn, phase, acting);
    }

    fn enemy(&self, ship: &ShipId) -> ShipId {
        self.state.enemy_of(ship).map_or_else(|| ship.clone(), |(enemy, _)| enemy.clone())
    }

    /// Ends the duel with a winner, or with none.
    fn end(&mut self, winner: Option<&ShipId>) {
        let side = winner.and_then(|ship| self.state.ships.get(ship)).map(|ship| ship.side.clone());
        let outcome = side.map_or(Outcome::Draw, |side| Outcome::Won { side });
        self.push(Event::Ended { outcome });
        self.begin_phase(Phase::Over, None);
    }

    fn lose(&mut self, ship: &ShipId, fate: Fate, rule: &'static str) {
        self.push(Event::Lost { ship: ship.clone(), fate, rule: RuleId::of(rule) });
        let enemy = self.enemy(ship);
        self.end(Some(&enemy));
    }

    /// Begins a ship's turn: it must move (CHA-6, CHA-7), and is wrecked where it can't (CHA-AMB-11).
    pub(in crate::hex_duel) fn begin_turn(&mut self, ship: ShipId) {
        self.begin(self.state.turn + 1, Phase::Move, Some(ship.clone()));
        self.wreck_if_stuck(&ship, MoveKind::Ordinary);
    }

    fn wreck_if_stuck(&mut self, ship: &ShipId, kind: MoveKind) {
        if self.state.options.no_move_is_loss && routes(self.tables, &self.state, ship, kind).is_empty() {
            self.lose(ship, Fate::Wrecked, "CHA-AMB-11");
        }
    }

    /// Goes on after a ship has moved or stayed: it rams, escapes or fires, or the disabled ship restarts.
    pub(in crate::hex_duel) fn moved(&mut self, ship: &ShipId, kind: MoveKind, end: End) {
        match end {
            End::Rammed => {
                let enemy = self.enemy(ship);
                self.lose(&enemy, Fate::Rammed, "CHA-19");
            }
            End::OpenSea => {
                let rule = RuleId::of("CHA-11");
                self.push(Event::Lost { ship: ship.clone(), fate: Fate::Escaped, rule });
                let escaper_wins = self.state.options.escape_result == EscapeResult::EscaperWins;
                self.end(escaper_wins.then_some(ship));
            }
            End::Water | End::ScrapedPast => match kind {
                // A dash has no fire (CHA-17).
                MoveKind::Dash => {
                    let disabled = self.enemy(ship);
                    self.begin_phase(Phase::Restart, Some(disabled.clone()));
                    self.wreck_if_stuck(&disabled, MoveKind::Restart);
                }
                MoveKind::Ordinary | MoveKind::Restart => self.begin_fire(ship, Phase::Fire),
            },
        }
    }

    /// Begins a ship's fire, if any gun bears (CHA-15).
    fn begin_fire(&mut self, ship: &ShipId, phase: Phase) {
        let bears = Aim::of(self.tables, &self.state, ship).is_some_and(|aim| !aim.ready().is_empty());
        if bears {
            self.begin_phase(phase, Some(ship.clone()));
        } else {
            self.fired(ship, phase);
        }
    }

    /// Goes on after a ship's fire, with the enemy afloat and under way: the enemy fires too (CHA-AMB-5), or
    /// has the next move. After a dash and a restart the next move is the dashing ship's (CHA-AMB-13).
    pub(in crate::hex_duel) fn fired(&mut self, ship: &ShipId, phase: Phase) {
        let enemy = self.enemy(ship);
        if phase == Phase::Fire && self.state.options.both_fire_each_move {
            self.begin_fire(&enemy, Phase::ReturnFire);
            return;
        }
        let last = self.state.moved_last.clone();
        let next = last.map_or(enemy, |last| self.enemy(&last));
        self.begin_turn(next);
    }

    /// Goes on after the shots are read: the target sinks (CHA-20), is disabled (CHA-17), or play goes on.
    pub(in crate::hex_duel) fn hit(&mut self, ship: &ShipId, phase: Phase, disabled: bool) {
        let enemy = self.enemy(ship);
        if self.state.ships.get(&enemy).is_some_and(|enemy| enemy.flotation == 0) {
            self.lose(&enemy, Fate::Sunk, "CHA-20");
        } else if !disabled {
            self.fired(ship, phase);
        } else if self.state.options.disabled_turn == DisabledTurn::BeforeDash {
            self.begin_phase(Phase::Alter, Some(enemy));
        } else {
            self.begin_phase(Phase::Dash, Some(ship.clone()));
        }
    }
}
