//! A battle played out by lot without a camera, and kept in a campaign like any other.

use crate::affairs::Affair;
use crate::battle::Battle;
use crate::beginning::book_facts;
use crate::error::BattleError;
use crate::placing::ship_moved;
use crate::record::{Fact, Place, ShipPlaced, ShipsMoved, ShipsPlaced};
use crate::set_up::{MovesAre, SetUp};
use geometry::ShipId;
use journal::Journal;
use rulesets::core::{Book, PlacedTable};
use rulesets::gunboat::play_out::{Ended, Ending, SetOut, by_lot, opening};
use rulesets::gunboat::{DataError, Decision, Gunboat, Library, Scenario, Scene, Side};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How battles ended.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Endings {
    /// How many battles.
    pub battles: u32,
    /// How often each end came.
    pub ended: BTreeMap<String, u32>,
    /// What became of the ships and forts.
    pub fates: BTreeMap<String, u32>,
    /// Turns in all.
    pub turns: u32,
    /// Decisions in all.
    pub decisions: u32,
    /// Orders that the book refused.
    pub refused: u32,
}

impl Endings {
    /// Counts one more battle.
    pub fn add(&mut self, ending: &Ending) {
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

impl Endings {
    /// Counts other battles besides.
    pub fn merge(&mut self, others: Self) {
        let add = |own: &mut BTreeMap<String, u32>, others: BTreeMap<String, u32>| {
            others.into_iter().for_each(|(what, count)| *own.entry(what).or_default() += count);
        };
        self.battles += others.battles;
        add(&mut self.ended, others.ended);
        add(&mut self.fates, others.fates);
        self.turns += others.turns;
        self.decisions += others.decisions;
        self.refused += others.refused;
    }
}

/// What ships bring along from battles before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Carried {
    /// Boxes gone from the rows of a ship's card, by ship and row.
    pub gone: BTreeMap<String, BTreeMap<String, u32>>,
    /// Ships that are lost.
    pub lost: BTreeSet<String>,
}

impl Carried {
    /// The scene with its ships as they are now.
    fn board(&self, scene: &mut Scene) {
        scene.ships.retain(|ship| !self.lost.contains(ship.setup.card.id.as_str()));
        for ship in &mut scene.ships {
            if let Some(gone) = self.gone.get(ship.setup.card.id.as_str()) {
                ship.setup.carry(gone);
            }
        }
    }
}

/// Battles to play out by lot.
#[derive(Debug, Clone, Copy)]
pub struct PlayOuts<'a> {
    /// The rule book ("gunboat").
    pub book: &'a str,
    /// The scenario, by its id.
    pub scenario: &'a str,
    /// The first battle's seed; the others' follow one by one.
    pub seed: u64,
    /// How many.
    pub count: u32,
    /// What the ships bring along from battles before; none for ships as printed.
    pub carried: Option<&'a Carried>,
}

/// Plays battles out by lot, and keeps them in a campaign where one is given.
///
/// # Errors
/// Where there is no such book or scenario (then nothing is written), or where a battle stops or can't be kept.
pub fn play_outs(asked: &PlayOuts<'_>, campaign: Option<&Path>, now: &str) -> Result<Endings, BattleError> {
    let unreadable = |error: DataError| BattleError::RuleData { battle: 0, detail: error.to_string() };
    let book = Gunboat::embedded().map_err(unreadable)?;
    if asked.book != book.id() {
        return Err(BattleError::NoSuchBook { book: asked.book.to_owned() });
    }
    let library = Library::embedded(book.tables()).map_err(unreadable)?;
    let scenario = library.scenario(asked.scenario).ok_or_else(|| {
        let known: Vec<&str> = library.scenarios().iter().map(|scenario| scenario.id.as_str()).collect();
        BattleError::NoSuchScenario { scenario: asked.scenario.to_owned(), known: known.join(", ") }
    })?;
    let mut scene = library
        .scene(scenario, 1.0)
        .map_err(|refusal| BattleError::SetUp { reasons: refusal.to_string() })?;
    if let Some(carried) = asked.carried {
        carried.board(&mut scene);
        let left = |side| scene.ships.iter().any(|ship| ship.setup.card.side == side);
        if !left(Side::Union) || !left(Side::Confederate) {
            let reasons = "One side has no ship left in this campaign.".to_owned();
            return Err(BattleError::SetUp { reasons });
        }
    }
    let journal = campaign.map(Journal::create_or_open).transpose()?;
    let mut endings = Endings::default();
    for seed in (asked.seed..).take(asked.count as usize) {
        let battle = (scenario, &scene);
        endings.add(&match &journal {
            Some(journal) => play_out_in(journal.clone(), battle, seed, now)?,
            None => play_out(&book, battle, seed)?,
        });
    }
    Ok(endings)
}

/// Plays a scenario out by lot; nothing is kept.
///
/// # Errors
/// Where it can't be set up, or played to its end.
pub fn play_out(
    book: &Gunboat,
    (scenario, scene): (&Scenario, &Scene),
    seed: u64,
) -> Result<Ending, BattleError> {
    let opened = opening(book, scene).map_err(|halt| BattleError::SetUp { reasons: halt.to_string() })?;
    let events = opened.iter().flat_map(|(_, events)| events);
    let state = events.fold(Default::default(), Gunboat::apply);
    by_lot(book, SetOut::of(scenario, scene, state), seed, |_, _| {}).map_err(|stuck| stopped(seed, &stuck))
}

/// Plays a scenario out by lot and keeps it in a campaign, turn by turn.
///
/// # Errors
/// Where it can't be set up, played to its end, or kept.
pub fn play_out_in(
    journal: Journal,
    (scenario, scene): (&Scenario, &Scene),
    seed: u64,
    now: &str,
) -> Result<Ending, BattleError> {
    let book = Gunboat::embedded()
        .map_err(|error| BattleError::RuleData { battle: 0, detail: error.to_string() })?;
    let set_up = SetUp::of_scene(scene, MovesAre::AsSeen, seed);
    let mut battle = Battle::<Gunboat>::begin(journal, &set_up, now)?;
    let state = battle.situation().book.clone();
    let set_out = SetOut::of(scenario, scene, state);
    let mut kept = Kept { places: BTreeMap::new(), facts: Vec::new(), turn: 1 };
    kept.place(&set_out.table);
    let mut failed = None;
    let ending = by_lot(&book, set_out, seed, |play, played| {
        // Models are moved before a move is judged; they drift, and come on, after a step has ended.
        let before = played.decision != Decision::NextStep;
        if before {
            kept.place(play.table());
        }
        kept.facts.extend(book_facts::<Gunboat>(&played.decision, played.events));
        if !before {
            kept.place(play.table());
        }
        if play.state().turn > kept.turn && failed.is_none() {
            kept.turn = play.state().turn;
            failed = kept.write(&mut battle, now).err();
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let ending = ending.map_err(|stuck| stopped(seed, &stuck))?;
    kept.write(&mut battle, now)?;
    let winner = winner(&ending.ended);
    let why = match winner {
        Some(_) => "played out by lot.".to_owned(),
        None => format!("played out by lot, {}.", ending.ended),
    };
    battle.note_affair(Affair::Ended { winner: winner.map(Side::id), why }, now)?;
    Ok(ending)
}

fn winner(ended: &Ended) -> Option<Side> {
    match ended {
        Ended::Beaten { side } => Some(side.other()),
        Ended::Judged { winner } => *winner,
        Ended::BothBeaten | Ended::Time => None,
    }
}

fn stopped(seed: u64, stuck: &rulesets::gunboat::play_out::Stuck) -> BattleError {
    BattleError::PlayOut { seed, detail: stuck.to_string() }
}

/// What is played and not written yet.
struct Kept {
    places: BTreeMap<ShipId, Place>,
    facts: Vec<Fact>,
    turn: u32,
}

impl Kept {
    /// Notes who stands elsewhere than before.
    fn place(&mut self, table: &PlacedTable) {
        let (mut placed, mut moved) = (Vec::new(), Vec::new());
        for model in table.ships() {
            let (ship, place) = (model.observation.ship.clone(), Place::of(&model.observation));
            match self.places.insert(ship.clone(), place) {
                Some(from) if from == place => {}
                Some(from) => moved.push(ship_moved(&ship, &from, &place)),
                None => placed.push(ShipPlaced { ship, place }),
            }
        }
        if !placed.is_empty() {
            self.facts.push(Fact::Placed(ShipsPlaced { ships: placed }));
        }
        if !moved.is_empty() {
            self.facts.push(Fact::Moved(ShipsMoved { ships: moved }));
        }
    }

    fn write(&mut self, battle: &mut Battle, now: &str) -> Result<(), BattleError> {
        let facts = std::mem::take(&mut self.facts);
        if facts.is_empty() { Ok(()) } else { battle.append(facts, now, || None).map(|_| ()) }
    }
}
