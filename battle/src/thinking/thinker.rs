//! Commanders who think ahead, as seats keep them: what they must think about is taken out of the battle, thought about
//! elsewhere, and given back.

use crate::record::situation::SituationOf;
use crate::record::thought::ThinkingCommander;
use crate::thinking::setting::setting_of;
use geometry::ShipId;
use opponent::admiral::{Advice, Command, FlagOfficer, PlannedFor, Rank, Resolve, advise};
use opponent::books::ThinksAhead;
use opponent::plans::Plans;
use opponent::position::Position;
use opponent::search::ships_of;
use rulesets::core::{Audience, Commander, Outlook, PlayedBook, SideId};
use std::fmt;
use std::time::Duration;

/// Says whether to go on thinking.
pub type KeepThinking<'k> = &'k mut dyn FnMut() -> bool;

/// Something to think about, with everything that belongs to it.
pub struct Thinkable<T> {
    /// The longest that anybody may wait for it.
    pub(crate) budget: Duration,
    /// Thinks; stopped early, it gives the best so far.
    pub(crate) think: Box<dyn FnOnce(KeepThinking<'_>) -> T + Send>,
}

/// Something that waits to be thought about, or is being thought about.
pub(crate) struct Pending<T> {
    /// The last event when it was asked.
    pub(crate) made_on: i64,
    /// What there is to think about; none once somebody does.
    pub(crate) thinkable: Option<Thinkable<T>>,
}

/// The advice that a player waits for.
pub(crate) struct AskedAdvice {
    /// Who asked: the seat's name in the log.
    pub(crate) by: String,
    /// The side that is advised.
    pub(crate) side: SideId,
    /// What the seat may know, and who may read the advice.
    pub(crate) viewer: Audience,
    /// What there is to think about.
    pub(crate) pending: Pending<Vec<Advice>>,
}

impl fmt::Debug for AskedAdvice {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("AskedAdvice").field("by", &self.by).field("side", &self.side).finish_non_exhaustive()
    }
}

/// Who advises players.
const ADVISER: Rank = Rank::Captain;
/// What thinking takes on a computer that has nothing else to do, for each ship of an Admiral, a Captain's half …
const SECONDS_PER_SHIP: f64 = 0.1;
/// A computer that does other things too gets so much longer before it is cut off: whoever was cut off might decide
/// otherwise the next time.
const BUSY_SECONDS: f64 = 1.0;
/// Nobody waits longer than this.
const MOST_SECONDS: f64 = 5.0;

/// The longest that a commander of this rank may think about so many ships.
fn budget(rank: Rank, ships: u32) -> Duration {
    let share = f64::from(rank.simulations_per_ship(1)) / f64::from(Rank::Admiral.simulations_per_ship(1));
    let seconds = BUSY_SECONDS + SECONDS_PER_SHIP * share * f64::from(ships);
    Duration::from_secs_f64(seconds.min(MOST_SECONDS))
}

/// A commander who thinks ahead, and leaves the thinking to others.
pub trait SeatThinker<B: PlayedBook>: Commander<B> + Send {
    /// A copy of his present state.
    fn copied(&self) -> Box<dyn SeatThinker<B>>;

    /// What he must think about before he orders; `situation` is what his seat may know. None if he has his plans.
    fn question(
        &mut self,
        outlook: &Outlook<'_, B>,
        situation: &SituationOf<B>,
    ) -> Option<Thinkable<Resolve>>;

    /// Takes up what came of it; without anything he goes on as before.
    fn heed(&mut self, book: &B, resolve: Option<Resolve>);

    /// The turn and step for which he has plans; none before the first.
    fn planned(&self) -> Option<&PlannedFor>;

    /// His present plans, and the battles played ahead for them.
    fn plans(&self) -> (&Plans, u32);

    /// Takes up plans that he made before the battle was closed.
    fn remember(&mut self, book: &B, planned: &PlannedFor, plans: &Plans);

    /// Why a ship does what he orders, one sentence that everybody may read; none before his first plans.
    fn reason(&self, outlook: &Outlook<'_, B>, ship: &ShipId) -> Option<String>;
}

impl<B> SeatThinker<B> for FlagOfficer<B>
where
    B: ThinksAhead + Send + Sync + 'static,
    B::Scene: Send,
    B::Captain: 'static,
{
    fn copied(&self) -> Box<dyn SeatThinker<B>> {
        Box::new(self.clone())
    }

    fn question(
        &mut self,
        outlook: &Outlook<'_, B>,
        situation: &SituationOf<B>,
    ) -> Option<Thinkable<Resolve>> {
        // The setting is read when plans are due, because terrain may be laid at any time; reading a scenario takes too
        // long to be done for every question.
        if self.must_plan(outlook) {
            self.learn(setting_of(outlook.book, situation));
        }
        let question = FlagOfficer::question(self, outlook)?;
        let budget = budget(self.rank(), question.ships());
        Some(Thinkable { budget, think: Box::new(move |mut keep| question.think(&mut keep)) })
    }

    fn heed(&mut self, book: &B, resolve: Option<Resolve>) {
        FlagOfficer::heed(self, book, resolve);
    }

    fn planned(&self) -> Option<&PlannedFor> {
        FlagOfficer::planned(self)
    }

    fn plans(&self) -> (&Plans, u32) {
        let thought = self.thought();
        (&thought.plans, thought.simulations)
    }

    fn remember(&mut self, book: &B, planned: &PlannedFor, plans: &Plans) {
        FlagOfficer::remember(self, book, planned.clone(), plans.clone());
    }

    fn reason(&self, outlook: &Outlook<'_, B>, ship: &ShipId) -> Option<String> {
        FlagOfficer::reason(self, outlook, ship)
    }
}

/// How the battles of a book are thought ahead.
pub trait Foresight<B: PlayedBook>: Sync {
    /// Returns whether a commander can plan for this side, and nobody else commands it by the rules.
    fn may_plan(&self, book: &B, side: &SideId) -> bool;

    /// A commander who thinks ahead for a side; all his choices follow from the seed.
    fn commander(
        &self,
        book: &B,
        of: (&SideId, &ThinkingCommander, u64),
        situation: &SituationOf<B>,
    ) -> Box<dyn SeatThinker<B>>;

    /// The three best things for a side to do, from an outlook and a situation that its seat may know.
    fn advice(
        &self,
        outlook: &Outlook<'_, B>,
        situation: &SituationOf<B>,
        of: (&SideId, u64),
    ) -> Thinkable<Vec<Advice>>;
}

/// The foresight of every book that can be thought ahead.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ByPlayingOn;

impl<B> Foresight<B> for ByPlayingOn
where
    B: ThinksAhead + Send + Sync + 'static,
    B::Scene: Send,
    B::Captain: 'static,
{
    fn may_plan(&self, book: &B, side: &SideId) -> bool {
        !book.is_by_the_rules(side)
    }

    fn commander(
        &self,
        book: &B,
        (side, how, seed): (&SideId, &ThinkingCommander, u64),
        situation: &SituationOf<B>,
    ) -> Box<dyn SeatThinker<B>> {
        let command = Command {
            side: side.clone(),
            setting: setting_of(book, situation),
            rank: how.rank,
            character: how.character,
            handicap: how.handicap.chance(),
            seed,
            by_hand: true,
        };
        Box::new(FlagOfficer::new(book, command))
    }

    fn advice(
        &self,
        outlook: &Outlook<'_, B>,
        situation: &SituationOf<B>,
        (side, seed): (&SideId, u64),
    ) -> Thinkable<Vec<Advice>> {
        let (book, side) = (outlook.book.clone(), side.clone());
        let position = Position::seen(outlook, &setting_of(outlook.book, situation));
        let ships = ships_of(&position, &side, true).len();
        let budget = budget(ADVISER, u32::try_from(ships).unwrap_or(u32::MAX));
        let think =
            move |mut keep: KeepThinking<'_>| advise(&book, (&position, &side), (ADVISER, seed), &mut keep);
        Thinkable { budget, think: Box::new(think) }
    }
}
