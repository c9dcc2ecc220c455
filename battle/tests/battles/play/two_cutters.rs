//! "Two Cutters": a whole rule book in one file. `docs/a-rule-book.md` walks through it.
//! - **CUT-1** The cutters take turns. The one whose turn it is moves up to 6 inches, turning as she likes.
//! - **CUT-2** Then she fires at the other: a D6 hits on 4 or more within 12 inches, on 6 beyond. Three hits sink.

use battle::{BookAdapter, BookForms};
use geometry::{ShipId, Steering};
use rulesets::core::*;
use serde::{Deserialize, Serialize};

const MOVE_IN: f64 = 6.0;
const RANGE_IN: f64 = 12.0;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cutter {
    pub ship: ShipId,
    pub side: SideId,
    pub hits: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    cutters: Vec<Cutter>,
    turn: u32,
    moved: bool,
    due: Option<(RollRequest, u8)>,
}

impl State {
    /// The cutter whose turn it is, and the other; none before the battle.
    fn pair(&self) -> Option<(&Cutter, &Cutter)> {
        let [one, other] = self.cutters.as_slice() else { return None };
        Some(if self.turn % 2 == 1 { (one, other) } else { (other, one) })
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Decision {
    Open { cutters: Vec<Cutter> },
    Move { ship: ShipId, settled: Vec<Settlement> },
    Fire { ship: ShipId, target: ShipId, settled: Vec<Settlement> },
    Roll { faces: Faces },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    Opened { cutters: Vec<Cutter> },
    Moved { ship: ShipId, asked: Vec<Asked>, rule: RuleId },
    Fired { ship: ShipId, asked: Vec<Asked>, due: (RollRequest, u8) },
    DiceThrown { thrown: Vec<ThrownRoll>, hit: bool },
}

#[derive(Debug)]
pub struct TwoCutters;

impl BookData for TwoCutters {
    fn embedded() -> Result<Self, DataError> {
        Ok(Self)
    }
}

impl Book for TwoCutters {
    type State = State;
    type Decision = Decision;
    type Event = Event;
    type Ask = Decision;

    const ID: &'static str = "two_cutters";
    const TITLE: &'static str = "Two Cutters";

    fn decide(
        &self,
        state: &State,
        decision: &Decision,
        table: &dyn TableFacts,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt> {
        let own = |ship: &ShipId| state.pair().is_some_and(|(own, _)| own.ship == *ship);
        let table = Recorder::new(table);
        Ok(vec![match (decision.clone(), &state.due, state.moved) {
            (Decision::Open { cutters }, ..) if state.turn == 0 => Event::Opened { cutters },
            (Decision::Move { ship, settled }, None, false) if own(&ship) => {
                let way_in = table.way(&ship, Steering::Pivot).map(|way| way.length_in);
                let near = at_most_in(MOVE_IN, ("her way", "CUT-1"), way_in, &settled)?;
                Refusal::unless(near, "CUT-1", "A cutter moves up to 6 inches.")?;
                Event::Moved { ship, asked: table.into_asked(), rule: RuleId::of("CUT-1") }
            }
            (Decision::Fire { ship, target, settled }, None, true) if own(&ship) && !own(&target) => {
                let range_in = table.range(&ship, &target).map(|range| range.range_in);
                let near = at_most_in(RANGE_IN, ("the range", "CUT-2"), range_in, &settled)?;
                let roll = RollRequest::of(state.turn, (1, Die::D6), ("gun", "The gun"), "CUT-2");
                Event::Fired { ship, asked: table.into_asked(), due: (roll, if near { 4 } else { 6 }) }
            }
            (Decision::Roll { faces }, Some((roll, needs)), _) => {
                let thrown = throw_due(&[roll], &faces, dice)?;
                let hit = thrown.iter().flat_map(|roll| &roll.faces).any(|face| face >= needs);
                Event::DiceThrown { thrown, hit }
            }
            _ => return Err(Refusal::because("CUT-1", "It is not the time for that.").into()),
        }])
    }

    fn apply(mut state: State, event: &Event) -> State {
        match event {
            Event::Opened { cutters } => (state.cutters, state.turn) = (cutters.clone(), 1),
            Event::Moved { .. } => state.moved = true,
            Event::Fired { due, .. } => state.due = Some(due.clone()),
            Event::DiceThrown { hit, .. } => {
                let struck = state.cutters.get_mut((state.turn % 2) as usize);
                struck.into_iter().for_each(|cutter| cutter.hits += u32::from(*hit));
                (state.moved, state.due, state.turn) = (false, None, state.turn + 1);
            }
        }
        state
    }

    fn questions(&self, state: &State) -> Vec<Question<Decision>> {
        let Some((own, other)) = state.pair().filter(|_| state.due.is_none()) else { return Vec::new() };
        let (ship, target, who) = (own.ship.clone(), other.ship.clone(), Actor::Side(own.side.clone()));
        vec![match state.moved {
            false => Question::of(who, true, "CUT-1", Decision::Move { ship, settled: Vec::new() }),
            true => Question::of(who, true, "CUT-2", Decision::Fire { ship, target, settled: Vec::new() }),
        }]
    }

    fn wording(&self, state: &State, _: &Question<Decision>) -> String {
        let ship = state.pair().map_or("", |(own, _)| own.ship.as_str());
        format!("{ship} {}.", if state.moved { "fires" } else { "moves" })
    }

    fn sentences(&self, _: &State, event: &Event) -> Vec<String> {
        vec![match event {
            Event::Opened { .. } => "Two cutters meet.".to_owned(),
            Event::Moved { ship, .. } => format!("{ship} moves (CUT-1)."),
            Event::Fired { ship, due: (_, needs), .. } => format!("{ship} fires: {needs} hits (CUT-2)."),
            Event::DiceThrown { hit: true, .. } => "The shot hits (CUT-2).".to_owned(),
            Event::DiceThrown { .. } => "The shot misses (CUT-2).".to_owned(),
        }]
    }
}

impl PlayedBook for TwoCutters {
    fn turn(state: &State) -> u32 {
        state.turn
    }

    fn ships(state: &State) -> Vec<ShipLine> {
        let sunk = |it: &Cutter| (it.hits >= 3).then_some("sunk");
        state.cutters.iter().map(|it| ShipLine::of(&it.ship, it.ship.as_str(), &it.side, sunk(it))).collect()
    }

    fn decided_by(state: &State, _: &Decision) -> Vec<Actor> {
        vec![state.pair().map_or(Actor::Umpire, |(own, _)| Actor::Side(own.side.clone()))]
    }

    fn ships_concerned(decision: &Decision) -> Vec<&ShipId> {
        match decision {
            Decision::Move { ship, .. } => vec![ship],
            Decision::Fire { ship, target, .. } => vec![ship, target],
            Decision::Open { .. } | Decision::Roll { .. } => Vec::new(),
        }
    }

    fn ships_moved(decision: &Decision) -> Vec<&ShipId> {
        if let Decision::Move { ship, .. } = decision { vec![ship] } else { Vec::new() }
    }

    fn moves_to_judge(&self, state: &State) -> Vec<Decision> {
        self.questions(state).into_iter().map(|question| question.ask).collect()
    }

    fn asked(event: &Event) -> Vec<&Asked> {
        let (Event::Moved { asked, .. } | Event::Fired { asked, .. }) = event else { return Vec::new() };
        asked.iter().collect()
    }

    fn dice_due(state: &State) -> Vec<&RollRequest> {
        state.due.iter().map(|(roll, _)| roll).collect()
    }

    fn throw(_: &State, faces: Faces) -> Option<Decision> {
        Some(Decision::Roll { faces })
    }

    fn thrown(event: &Event) -> &[ThrownRoll] {
        if let Event::DiceThrown { thrown, .. } = event { thrown } else { &[] }
    }
}

impl BookForms for TwoCutters {
    fn form(ask: &Decision, settled: Vec<Settlement>) -> Option<(&'static str, &'static str, Decision)> {
        Some(match ask.clone() {
            Decision::Move { ship, .. } => ("move", "Moved", Decision::Move { ship, settled }),
            Decision::Fire { ship, target, .. } => ("fire", "Fire", Decision::Fire { ship, target, settled }),
            Decision::Open { .. } | Decision::Roll { .. } => return None,
        })
    }
}

impl BookAdapter for TwoCutters {}
