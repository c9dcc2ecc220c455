//! Commands a side: plans once a turn by thinking ahead, and has a captain carry the plans out.

use crate::admiral::character::Character;
use crate::admiral::rank::Rank;
use crate::books::ThinksAhead;
use crate::plans::{Manoeuvre, Plan, Plans};
use crate::position::Position;
use crate::search::{Mix, Question, Thinking, Thought, think, unknown, updated};
use crate::setting::Setting;
use rulesets::core::play_out::Lot;
use rulesets::core::{Commander, Halt, Order, Outlook, SideId};

/// Whom a commander commands, and how well.
#[derive(Debug, Clone)]
pub struct Command<B: ThinksAhead> {
    /// His side.
    pub side: SideId,
    /// The battle's setting.
    pub setting: Setting<B>,
    /// His rank.
    pub rank: Rank,
    /// His character.
    pub character: Character,
    /// The chance, 0 to 1, that he goes on in a turn as before instead of thinking.
    pub handicap: f64,
    /// All his choices follow from it.
    pub seed: u64,
}

/// Commands a side by thinking ahead.
#[derive(Debug, Clone)]
pub struct Admiral<B: ThinksAhead, T> {
    command: Command<B>,
    thinking: T,
    captain: B::Captain,
    /// The turn and step for which the plans were made.
    planned: Option<(u32, String)>,
    thought: Thought,
    /// The position for which the plans were made, and what the enemy seemed to do then.
    then: Option<(Position<B>, Mix)>,
}

impl<B: ThinksAhead, T: Thinking> Admiral<B, T> {
    /// Takes command. He thinks as long as `thinking` lets him, at most the simulations of his rank.
    pub fn new(book: &B, command: Command<B>, thinking: T) -> Self {
        let plans = Plans::all(Plan::of(Manoeuvre::Close));
        let captain = book.captain(&command.side, plans.clone(), command.seed);
        let thought = Thought { plans, weighed: Vec::new(), simulations: 0 };
        Self { command, thinking, captain, planned: None, thought, then: None }
    }

    /// What came of his last thinking.
    pub fn thought(&self) -> &Thought {
        &self.thought
    }

    fn plan(&mut self, outlook: &Outlook<'_, B>) {
        let Command { side, setting, rank, character, handicap, seed } = &self.command;
        let turn = B::turn(outlook.state);
        let now = (turn, B::phase_key(outlook.state));
        // Books whose ships move one by one are planned for when the first is asked.
        if self.planned.as_ref() == Some(&now) || !B::is_time_to_plan(outlook.questions) {
            return;
        }
        let again = self.planned.as_ref().is_some_and(|(planned, _)| *planned == turn);
        if again && !B::PLANS_EACH_STEP {
            return;
        }
        self.planned = Some(now);
        // The seed follows from the turn alone, so that he repeats himself after an undo.
        let seed = seed.wrapping_mul(0x2545_F491_4F6C_DD1D).wrapping_add(u64::from(turn));
        if !Lot::new(seed).chance(1.0 - handicap) {
            return;
        }
        let position = Position::seen(outlook, setting);
        let sides = B::sides(outlook.state);
        let Some(enemy) = sides.iter().find(|other| *other != side) else { return };
        let present = &self.thought.plans;
        let mix = match &self.then {
            Some((before, mix)) if B::turn(&before.state) < turn => {
                updated(outlook.book, mix, (before, &position), (side, enemy, present), seed)
            }
            Some((_, mix)) => mix.clone(),
            None => unknown(outlook.book, &position, enemy),
        };
        let own = B::ships(outlook.state).into_iter().filter(|line| line.side == *side && line.on_table);
        let ships = u32::try_from(own.count()).unwrap_or(u32::MAX).max(1);
        let question = Question {
            book: outlook.book,
            position: &position,
            side,
            present: (turn > 1).then_some(&self.thought.plans),
            enemy: mix.clone(),
            simulations: rank.simulations_per_ship().saturating_mul(ships).saturating_mul(B::CHEAP),
            depth: rank.depth(),
            seed,
        };
        self.thought = think(&question, |manoeuvre| character.may(manoeuvre), &mut self.thinking);
        self.captain = outlook.book.captain(side, self.thought.plans.clone(), seed);
        self.then = Some((position, mix));
    }
}

impl<B: ThinksAhead, T: Thinking> Commander<B> for Admiral<B, T> {
    fn order(&mut self, outlook: &Outlook<'_, B>) -> Option<Order<B::Decision>> {
        let table = self.command.setting.table_seen(outlook);
        let Outlook { book, state, questions, .. } = *outlook;
        let outlook = Outlook { book, state, table: &table, questions };
        self.plan(&outlook);
        self.captain.order(&outlook)
    }

    fn instead(
        &mut self,
        outlook: &Outlook<'_, B>,
        order: Order<B::Decision>,
        halt: &Halt,
    ) -> Option<Order<B::Decision>> {
        let table = self.command.setting.table_seen(outlook);
        let Outlook { book, state, questions, .. } = *outlook;
        self.captain.instead(&Outlook { book, state, table: &table, questions }, order, halt)
    }
}
