//! Plays battles of any book by lot without a camera, and stores them in a campaign.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::campaign_affair::Affair;
use crate::record::decision_events::{Decider, book_events};
use crate::record::events::{DomainEvent, DomainEventOf, MovesAre, ShipPlaced, ShipsMoved, ShipsPlaced};
use crate::record::moved::ship_moved;
use crate::record::place::Place;
use crate::record::stored::embedded;
use crate::registry::{no_such_book, with_book};
use crate::session::battle::Battle;
use crate::setup::scenario::not_staged;
use crate::setup::set_up::SetUp;
use geometry::{Observation, ShipId};
use journal::Journal;
use rulesets::core::PlayedBook;
use rulesets::core::play_out::{
    ByLot, Carried, Ending, NotStaged, PlayOut, Played, SetOut, Staged, Stuck, by_lot,
};
use rulesets::gunboat::layouts;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;

/// How battles ended.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Endings {
    /// How many battles.
    pub battles: u32,
    /// Number of battles by how they ended.
    pub ended: BTreeMap<String, u32>,
    /// The fates of ships and forts, counted.
    pub fates: BTreeMap<String, u32>,
    /// Turns in all.
    pub turns: u32,
    /// Decisions in all.
    pub decisions: u32,
    /// Orders that the book refused, in all.
    pub refused: u32,
}

impl Endings {
    /// Counts one more battle.
    pub fn add<E: Display>(&mut self, ending: &Ending<E>) {
        self.battles += 1;
        *self.ended.entry(ending.ended.to_string()).or_default() += 1;
        for (fate, ships) in &ending.fates {
            *self.fates.entry(fate.clone()).or_default() += ships;
        }
        self.turns += ending.turns;
        self.decisions += ending.decisions;
        self.refused += ending.refused;
    }
}

/// A request to play battles by lot.
#[derive(Debug, Clone, Copy)]
pub struct PlayOuts<'a> {
    /// The rule book ("gunboat", "noddy").
    pub book: &'a str,
    /// The scenario, by its id.
    pub scenario: &'a str,
    /// The first battle's seed; each further battle has the next.
    pub seed: u64,
    /// The number of battles.
    pub count: u32,
    /// The damage that ships carry over from earlier battles; `None` for ships as printed.
    pub carried: Option<&'a Carried>,
}

/// Computes what the ships of a campaign carry over to its next battle.
pub type CarriedOn<'a> = &'a mut dyn FnMut(&Journal) -> Result<Carried, BattleError>;

/// Plays battles by lot, and stores them if a campaign is given.
///
/// # Errors
/// When there is no such book or scenario (then nothing is written), or a battle stops or can't be stored.
pub fn play_outs(asked: &PlayOuts<'_>, campaign: Option<&Path>, now: &str) -> Result<Endings, BattleError> {
    with_book!(asked.book, B => play_outs_by::<B>(asked, campaign, now), else Err(no_such_book(asked.book)))
}

/// Does the same, each battle with the ships as the campaign's earlier battles left them.
///
/// # Errors
/// As [`play_outs`], and when what the ships carry over can't be computed.
pub fn play_outs_carrying_on(
    asked: &PlayOuts<'_>,
    campaign: &Path,
    now: &str,
    carried: CarriedOn<'_>,
) -> Result<Endings, BattleError> {
    with_book!(asked.book, B => carry_on_by::<B>(asked, campaign, now, carried), else Err(no_such_book(asked.book)))
}

fn play_outs_by<B: BookAdapter + ByLot>(
    asked: &PlayOuts<'_>,
    campaign: Option<&Path>,
    now: &str,
) -> Result<Endings, BattleError> {
    let book = embedded::<B>()?;
    let staged = staged(&book, asked)?;
    let journal = campaign.map(Journal::create_or_open).transpose()?;
    let mut endings = Endings::default();
    for seed in (asked.seed..).take(asked.count as usize) {
        endings.add(&match &journal {
            Some(journal) => play_out_in(journal.clone(), &staged, seed, now)?,
            None => play_out(&book, &staged, seed)?,
        });
    }
    journal.map_or(Ok(()), |journal| journal.require_in_place())?;
    Ok(endings)
}

fn carry_on_by<B: BookAdapter + ByLot>(
    asked: &PlayOuts<'_>,
    campaign: &Path,
    now: &str,
    carried: CarriedOn<'_>,
) -> Result<Endings, BattleError> {
    let book = embedded::<B>()?;
    // Nothing is written if there is no such scenario, or ships of this book can't carry anything over.
    staged(&book, &PlayOuts { carried: Some(&Carried::default()), ..*asked })?;
    // The same open file is used throughout: if it is moved away, no other is created in its place.
    let journal = Journal::create_or_open(campaign)?;
    let mut endings = Endings::default();
    for seed in (asked.seed..).take(asked.count as usize) {
        let carried = carried(&journal)?;
        let staged = staged(&book, &PlayOuts { carried: Some(&carried), ..*asked })?;
        endings.add(&play_out_in(journal.clone(), &staged, seed, now)?);
    }
    journal.require_in_place()?;
    Ok(endings)
}

/// A scenario of the book's own, or a neutral one that fits it.
fn staged<B: ByLot>(book: &B, asked: &PlayOuts<'_>) -> Result<Staged<B>, BattleError> {
    own_or_laid_out(book, asked).map_err(not_staged)
}

fn own_or_laid_out<B: ByLot>(book: &B, asked: &PlayOuts<'_>) -> Result<Staged<B>, NotStaged> {
    let own = book.staged(asked.scenario, asked.carried);
    let Err(NotStaged::NoSuchScenario { scenario, known }) = own else { return own };
    let layouts = layouts()?;
    if let Some(layout) = layouts.iter().find(|layout| layout.id == scenario) {
        return book.laid_out(layout);
    }
    let fitting = layouts.iter().filter(|layout| book.laid_out(layout).is_ok());
    let known = fitting.fold(known, |known, layout| format!("{known}, {}", layout.id));
    Err(NotStaged::NoSuchScenario { scenario, known })
}

/// Plays a scenario by lot without storing it.
///
/// # Errors
/// When it can't be set up, or not played to its end.
pub fn play_out<B: ByLot>(book: &B, staged: &Staged<B>, seed: u64) -> Result<Ending<B::Ended>, BattleError> {
    let set_out = staged.set_out(book).map_err(|halt| BattleError::SetUp { reasons: halt.to_string() })?;
    by_lot(book, set_out, seed, |_, _| {}).map_err(|stuck| stopped(seed, &stuck))
}

/// Plays a scenario by lot and stores it in a campaign, turn by turn.
///
/// # Errors
/// When it can't be set up, played to its end, or stored.
pub fn play_out_in<B: BookAdapter + ByLot>(
    journal: Journal,
    staged: &Staged<B>,
    seed: u64,
    now: &str,
) -> Result<Ending<B::Ended>, BattleError> {
    let by_lot = |book: &B, set_out, watch: Watch<'_, B>| by_lot(book, set_out, seed, watch);
    record_play(journal, staged, (seed, "by lot"), now, by_lot)
}

/// Is called after each decision of a battle that is played out.
pub type Watch<'w, B> = &'w mut dyn FnMut(&PlayOut<'_, B>, Played<B>);

/// Lets `play` play a scenario to its end, and stores what it reports to its [`Watch`] in a campaign, turn by turn. `how`
/// it was played stands in the log ("by lot").
///
/// # Errors
/// When it can't be set up, played to its end, or stored.
pub fn record_play<B: BookAdapter + ByLot>(
    journal: Journal,
    staged: &Staged<B>,
    (seed, how): (u64, &str),
    now: &str,
    play: impl FnOnce(&B, SetOut<B>, Watch<'_, B>) -> Result<Ending<B::Ended>, Stuck>,
) -> Result<Ending<B::Ended>, BattleError> {
    let book = embedded::<B>()?;
    let set_up = SetUp::of_staged(staged, MovesAre::AsSeen, seed);
    let mut battle = Battle::<B>::begin(journal, &set_up, now)?;
    let set_out = staged.opened_as(battle.situation().book.clone());
    let mut recorder = Recorder::<B> { places: BTreeMap::new(), domain_events: Vec::new(), turn: 1 };
    recorder.place(set_out.table.ships().iter().map(|model| &model.observation));
    let mut failed = None;
    let ending = play(&book, set_out, &mut |play, played| {
        // Models are moved before a move is judged; drifting and arriving ships are placed after the decision.
        recorder.place(&played.set_down);
        recorder.domain_events.extend(book_events::<B>(&played.decision, played.events, Decider::Person));
        recorder.place(play.table().ships().iter().map(|model| &model.observation));
        let turn = <B as PlayedBook>::turn(play.state());
        if turn > recorder.turn && failed.is_none() {
            recorder.turn = turn;
            failed = recorder.write(&mut battle, now).err();
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let ending = ending.map_err(|stuck| stopped(seed, &stuck))?;
    recorder.write(&mut battle, now)?;
    let winner = B::winner(&battle.situation().book, &ending.ended);
    let why = match winner {
        Some(_) => format!("played out {how}."),
        None => format!("played out {how}, {}.", ending.ended),
    };
    battle.note_affair(Affair::Ended { winner, why }, now)?;
    Ok(ending)
}

fn stopped(seed: u64, stuck: &Stuck) -> BattleError {
    BattleError::PlayOut { seed, detail: stuck.to_string() }
}

/// Events played and not written yet.
struct Recorder<B: PlayedBook> {
    places: BTreeMap<ShipId, Place>,
    domain_events: Vec<DomainEventOf<B>>,
    turn: u32,
}

impl<B: BookAdapter> Recorder<B> {
    /// Records the ships whose place has changed.
    fn place<'m>(&mut self, models: impl IntoIterator<Item = &'m Observation>) {
        let (mut placed, mut moved) = (Vec::new(), Vec::new());
        for model in models {
            let (ship, place) = (model.ship.clone(), Place::of(model));
            match self.places.insert(ship.clone(), place) {
                Some(from) if from == place => {}
                Some(from) => moved.push(ship_moved(&ship, &from, &place)),
                None => placed.push(ShipPlaced { ship, place }),
            }
        }
        if !placed.is_empty() {
            self.domain_events.push(DomainEvent::Placed(ShipsPlaced { ships: placed }));
        }
        if !moved.is_empty() {
            self.domain_events.push(DomainEvent::Moved(ShipsMoved { ships: moved }));
        }
    }

    fn write(&mut self, battle: &mut Battle<B>, now: &str) -> Result<(), BattleError> {
        let domain_events = std::mem::take(&mut self.domain_events);
        if domain_events.is_empty() { Ok(()) } else { battle.append(domain_events, now, || None).map(|_| ()) }
    }
}
