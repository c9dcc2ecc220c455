//! Commands a side without thinking himself: says what there is to think about, heeds what came of it, and has a captain
//! carry the plans out. So the thinking can be done elsewhere.

use crate::admiral::character::Character;
use crate::admiral::rank::Rank;
use crate::admiral::why::reason;
use crate::books::ThinksAhead;
use crate::budget::Thinking;
use crate::plans::{Manoeuvre, Plan, Plans};
use crate::position::Position;
use crate::search::{Mix, Question, Thought, ships_of, think, unknown, updated};
use crate::setting::Setting;
use geometry::ShipId;
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
    /// True if models are set down by hand on a real table, where they never stand exactly in place.
    pub by_hand: bool,
}

/// The turn and the step for which plans are made.
pub type PlannedFor = (u32, String);

/// What there is to think about, with everything that belongs to it.
#[derive(Debug, Clone)]
pub struct Deliberation<B: ThinksAhead> {
    book: B,
    command: Command<B>,
    position: Position<B>,
    enemy: SideId,
    /// The present plans, and whether they were planned or are only where he begins.
    present: (Plans, bool),
    /// The position for which he planned last, and what the enemy seemed to do then.
    then: Option<(Position<B>, Mix)>,
    seed: u64,
    ships: u32,
}

/// What came of a deliberation.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolve {
    /// The plans, and how they were found.
    pub thought: Thought,
    /// What the enemy seems to do.
    pub enemy: Mix,
}

impl<B: ThinksAhead> Deliberation<B> {
    /// The ships that are planned for.
    pub fn ships(&self) -> u32 {
        self.ships
    }

    /// Thinks as long as `thinking` lets it, at most the simulations of the rank.
    pub fn think(&self, thinking: &mut impl Thinking) -> Resolve {
        let Self { book, command, position, enemy, present, seed, .. } = self;
        let Command { side, rank, character, .. } = command;
        let turn = B::turn(&position.state);
        let mix = match &self.then {
            Some((before, mix)) if B::turn(&before.state) < turn => {
                updated(book, mix, (before, position), (side, enemy, &present.0), (*seed, &mut *thinking))
            }
            Some((_, mix)) => mix.clone(),
            None => unknown(book, position, enemy),
        };
        let question = Question {
            book,
            position,
            side,
            present: present.1.then_some(&present.0),
            enemy: mix.clone(),
            simulations: rank.simulations_per_ship(B::CHEAP).saturating_mul(self.ships),
            depth: rank.depth(),
            seed: *seed,
        };
        let thought = think(&question, |manoeuvre| character.may(manoeuvre), thinking);
        Resolve { thought, enemy: mix }
    }
}

/// Commands a side by plans that others think out.
#[derive(Debug, Clone)]
pub struct FlagOfficer<B: ThinksAhead> {
    command: Command<B>,
    captain: B::Captain,
    /// The turn and step for which the plans were made.
    planned: Option<PlannedFor>,
    thought: Thought,
    /// The position for which the plans were made, and what the enemy seemed to do then.
    then: Option<(Position<B>, Mix)>,
    /// What he has last asked.
    asked: Option<(PlannedFor, Position<B>)>,
}

impl<B: ThinksAhead> FlagOfficer<B> {
    /// Takes command; until there are plans his ships close with the enemy.
    pub fn new(book: &B, command: Command<B>) -> Self {
        let plans = Plans::all(Plan::of(Manoeuvre::Close));
        let captain = captain(book, &command, plans.clone(), command.seed);
        let thought = Thought { plans, weighed: Vec::new(), simulations: 0 };
        Self { command, captain, planned: None, thought, then: None, asked: None }
    }

    /// His rank.
    pub fn rank(&self) -> Rank {
        self.command.rank
    }

    /// What came of the last thinking.
    pub fn thought(&self) -> &Thought {
        &self.thought
    }

    /// The turn and step for which he has plans; none before the first.
    pub fn planned(&self) -> Option<&PlannedFor> {
        self.planned.as_ref()
    }

    /// Learns how the battle's setting has changed.
    pub fn learn(&mut self, setting: Setting<B>) {
        self.command.setting = setting;
    }

    /// Returns true if plans are due before he answers these questions: once a turn, or in each step by a book that plans so.
    pub fn must_plan(&self, outlook: &Outlook<'_, B>) -> bool {
        let (turn, step) = planned_for(outlook);
        let due = |(planned, then): &PlannedFor| *planned != turn || (B::PLANS_EACH_STEP && *then != step);
        // Books whose ships move one by one are planned for when the first is asked.
        B::is_time_to_plan(outlook.questions) && self.planned.as_ref().is_none_or(due)
    }

    /// What must be thought about before he orders; none if he has his plans. Asked again, it is the same.
    pub fn question(&mut self, outlook: &Outlook<'_, B>) -> Option<Deliberation<B>> {
        if !self.must_plan(outlook) {
            return None;
        }
        let now = planned_for(outlook);
        let turn = now.0;
        let seed = seed_of(&self.command, turn);
        let sides = B::sides(outlook.state);
        let enemy = sides.iter().find(|other| **other != self.command.side);
        let (Some(enemy), true) = (enemy, Lot::new(seed).chance(1.0 - self.command.handicap)) else {
            self.planned = Some(now);
            return None;
        };
        let position = Position::seen(outlook, &self.command.setting);
        let ships = ships_of(&position, &self.command.side, true).len();
        let ships = u32::try_from(ships).unwrap_or(u32::MAX).max(1);
        self.asked = Some((now, position.clone()));
        Some(Deliberation {
            book: outlook.book.clone(),
            command: self.command.clone(),
            position,
            enemy: enemy.clone(),
            present: (self.thought.plans.clone(), turn > 1),
            then: self.then.clone(),
            seed,
            ships,
        })
    }

    /// Takes up the plans for what he last asked; without any he goes on as before.
    pub fn heed(&mut self, book: &B, resolve: Option<Resolve>) {
        let Some((now, position)) = self.asked.take() else { return };
        if let Some(Resolve { thought, enemy }) = resolve {
            self.thought = thought;
            self.then = Some((position, enemy));
        }
        let seed = seed_of(&self.command, now.0);
        self.captain = captain(book, &self.command, self.thought.plans.clone(), seed);
        self.planned = Some(now);
    }

    /// Takes up plans that were made for this turn and step before he was.
    pub fn remember(&mut self, book: &B, planned: PlannedFor, plans: Plans) {
        let seed = seed_of(&self.command, planned.0);
        self.captain = captain(book, &self.command, plans.clone(), seed);
        self.thought = Thought { plans, weighed: Vec::new(), simulations: 0 };
        self.planned = Some(planned);
    }

    /// One sentence why a ship does what her plan says; none before the first plans. It names no chance to win, because
    /// the enemy may read it.
    pub fn reason(&self, outlook: &Outlook<'_, B>, ship: &ShipId) -> Option<String> {
        self.planned.as_ref()?;
        Some(reason(outlook, (&self.command.side, ship), self.thought.plans.of(ship), None))
    }
}

/// The turn and the step of an outlook.
fn planned_for<B: ThinksAhead>(outlook: &Outlook<'_, B>) -> PlannedFor {
    (B::turn(outlook.state), B::phase_key(outlook.state))
}

/// The seed follows from the turn alone, so that he repeats himself after an undo.
fn seed_of<B: ThinksAhead>(command: &Command<B>, turn: u32) -> u64 {
    command.seed.wrapping_mul(0x2545_F491_4F6C_DD1D).wrapping_add(u64::from(turn))
}

fn captain<B: ThinksAhead>(book: &B, command: &Command<B>, plans: Plans, seed: u64) -> B::Captain {
    if command.by_hand {
        book.captain_by_hand(&command.side, plans, seed)
    } else {
        book.captain(&command.side, plans, seed)
    }
}

impl<B: ThinksAhead> Commander<B> for FlagOfficer<B> {
    fn order(&mut self, outlook: &Outlook<'_, B>) -> Option<Order<B::Decision>> {
        let table = self.command.setting.table_seen(outlook);
        let Outlook { book, state, questions, .. } = *outlook;
        self.captain.order(&Outlook { book, state, table: &table, questions })
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
