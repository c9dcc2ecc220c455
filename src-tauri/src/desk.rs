//! The battle on the table: one campaign file, one battle in play. Wiring only; `battle` knows what to do.

use crate::live::{Audience, photo_of};
use crate::wire::{BattleRow, KnownShipView, Trouble};
use battle::view::{AnswerView, BattleView, DecisionView, LogLine, SalvoPreviewView};
use battle::{Battle, Picture, ReadingCorrected, SetUp, ShipInSetUp, Sighting, TableNews};
use chronicle::Track;
use geometry::{Heading, HullShape, Observation, Point, Pose, ShipId, Terrain};
use jiff::Timestamp;
use journal::Journal;
use rulesets::gunboat::{HAMPTON_ROADS, ShipFacts, Tables, build_card, read_ship_facts};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tracking::source::Frame;
use tracking::{LiveReading, ShipWords};

/// The campaign and the battle in play.
pub struct Desk {
    journal: Journal,
    tables: Tables,
    ships: Vec<ShipFacts>,
    battle: Mutex<Option<Battle>>,
    /// What the log could not keep of what the camera saw; told once it can again.
    trouble: Mutex<Option<String>>,
}

fn now() -> Timestamp {
    Timestamp::now()
}

impl Desk {
    /// Opens the campaign file, or begins one; takes up the last battle in it.
    ///
    /// # Errors
    /// The file is no campaign, is newer than the program, can't be written …: one sentence.
    pub fn open(campaign: &Path) -> Result<Self, Trouble> {
        let journal = Journal::create_or_open(campaign)?;
        let tables = Tables::embedded()?;
        let ships = read_ship_facts("hampton_roads.toml", HAMPTON_ROADS)?;
        let last = journal.battles()?.last().map(|row| row.number);
        let battle = last.map(|number| Battle::resume(journal.clone(), number)).transpose()?;
        Ok(Self { journal, tables, ships, battle: Mutex::new(battle), trouble: Mutex::default() })
    }

    /// The book's tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The campaign file.
    pub fn campaign(&self) -> &Path {
        self.journal.path()
    }

    /// What the log could not keep, if anything.
    pub fn trouble(&self) -> Option<String> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn playing(&self) -> MutexGuard<'_, Option<Battle>> {
        self.battle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The battles of the campaign.
    pub fn battles(&self) -> Result<Vec<BattleRow>, Trouble> {
        let rows = self.journal.battles()?;
        rows.into_iter()
            .map(|row| {
                Ok(BattleRow {
                    battle: i32::try_from(row.number)?,
                    name: row.name,
                    began_at: row.began_at,
                    events: i32::try_from(row.events)?,
                })
            })
            .collect()
    }

    /// Begins a battle with the ships that stand on the table.
    pub fn begin(
        &self,
        hulls: &BTreeMap<ShipId, HullShape>,
        table_in: (f64, f64),
        reading: &[Observation],
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<BattleView, Trouble> {
        let ships: Vec<ShipInSetUp> = self
            .ships
            .iter()
            .filter_map(|facts| Some((facts, hulls.get(&ShipId::new(facts.id.clone()))?)))
            .map(|(facts, hull)| {
                Ok(ShipInSetUp { ship: build_card(&self.tables, facts)?.into(), hull: *hull })
            })
            .collect::<Result<_, Trouble>>()?;
        if ships.is_empty() {
            return Err(Trouble::new(
                "No ship of the book is on the table: muster at least one ship of each side first.",
            ));
        }
        let began = now();
        let set_up = SetUp {
            name: "Hampton Roads".to_owned(),
            table_in,
            ships,
            forts: Vec::new(),
            terrain: Vec::new(),
            options: Vec::new(),
            dice_seed: u64::try_from(began.as_nanosecond() & i128::from(i64::MAX))?,
        };
        let mut battle = Battle::begin(self.journal.clone(), &set_up, &began.to_string())?;
        battle.observe(
            &Sighting { observations: reading.to_vec(), still: true },
            &began.to_string(),
            || None,
        )?;
        battle.take_places(&began.to_string(), picture)?;
        let view = battle.view();
        *self.playing() = Some(battle);
        Ok(view)
    }

    /// Takes up another battle of the campaign.
    pub fn open_battle(&self, number: i64) -> Result<BattleView, Trouble> {
        let battle = Battle::resume(self.journal.clone(), number)?;
        let view = battle.view();
        *self.playing() = Some(battle);
        Ok(view)
    }

    /// The battle in play, if there is one.
    pub fn view(&self) -> Option<BattleView> {
        self.playing().as_ref().map(Battle::view)
    }

    /// Its log.
    pub fn log(&self) -> Vec<LogLine> {
        self.playing().as_ref().map(|battle| battle.log().to_vec()).unwrap_or_default()
    }

    /// A salvo before it is declared.
    pub fn preview(&self, shooter: &str, target: &str) -> Result<SalvoPreviewView, Trouble> {
        let mut playing = self.playing();
        Ok(playing.as_mut().ok_or_else(no_battle)?.preview(shooter, target)?)
    }

    /// Decides; the picture of the table is kept where it belongs to what happened.
    pub fn decide(
        &self,
        decision: &DecisionView,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<AnswerView, Trouble> {
        let mut playing = self.playing();
        Ok(playing.as_mut().ok_or_else(no_battle)?.decide(decision, &now().to_string(), picture)?)
    }

    /// Keeps that a player corrected a reading, where a battle is in play.
    pub fn correct_reading(
        &self,
        correction: ReadingCorrected,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<(), Trouble> {
        if let Some(battle) = self.playing().as_mut() {
            battle.correct_reading(correction, &now().to_string(), picture)?;
        }
        Ok(())
    }

    /// Keeps news of the table; false where no battle is in play.
    pub fn hear_of_table(
        &self,
        news: TableNews,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<bool, Trouble> {
        let mut playing = self.playing();
        let Some(battle) = playing.as_mut() else { return Ok(false) };
        battle.hear_of_table(news, &now().to_string(), picture)?;
        Ok(true)
    }

    /// Tells the battle in play, if there is one, what lies on the table.
    pub fn lay_terrain(
        &self,
        pieces: &[Terrain],
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<(), Trouble> {
        if let Some(battle) = self.playing().as_mut() {
            battle.lay_terrain(pieces, &now().to_string(), picture)?;
        }
        Ok(())
    }

    /// Works with a battle of the campaign: the one in play, or another one folded for this look at it.
    fn with<T>(&self, number: i64, look: impl FnOnce(&Battle) -> Result<T, Trouble>) -> Result<T, Trouble> {
        if let Some(battle) = self.playing().as_ref().filter(|battle| battle.number() == number) {
            return look(battle);
        }
        look(&Battle::resume(self.journal.clone(), number)?)
    }

    /// A battle as it stood after an event.
    pub fn replay_at(&self, number: i64, seq: i64) -> Result<BattleView, Trouble> {
        self.with(number, |battle| Ok(battle.replay_at(seq)?))
    }

    /// The whole log of a battle.
    pub fn replay_log(&self, number: i64) -> Result<Vec<LogLine>, Trouble> {
        self.with(number, |battle| Ok(battle.log().to_vec()))
    }

    /// The tracks of a battle's ships.
    pub fn replay_tracks(&self, number: i64) -> Result<Vec<Track>, Trouble> {
        self.with(number, |battle| Ok(chronicle::tracks(battle.entries())))
    }

    /// A photograph.
    pub fn photo(&self, photo: i64) -> Result<Vec<u8>, Trouble> {
        Ok(self.journal.photo(photo)?.jpeg)
    }

    /// The ships of the book, with the measures of their usual models.
    pub fn known_ships(&self) -> Vec<KnownShipView> {
        self.ships.iter().map(known_ship).collect()
    }
}

fn no_battle() -> Trouble {
    Trouble::new("No battle is in play: begin one on the Table page.")
}

/// A turret makes a monitor, iron without one a casemate, anything else an ordinary steamer; the player corrects
/// the measures by his model.
fn known_ship(facts: &ShipFacts) -> KnownShipView {
    let turret = facts.gun.iter().any(|gun| gun.mount == "turret");
    let kind = match (turret, facts.ironclad) {
        (true, _) => "monitor",
        (false, true) => "casemate",
        (false, false) => "sidewheel",
    };
    let usual = ShipWords::of_kind(ShipId::new(facts.id.clone()), kind);
    let hull = usual.hull();
    KnownShipView {
        id: facts.id.clone(),
        name: facts.name.clone(),
        kind: kind.to_owned(),
        length_in: hull.length_in,
        beam_in: hull.beam_in,
        stack_height_in: usual.stack_height_in(),
        stack_ahead_in: hull.stack_ahead_in,
    }
}

impl Audience for Desk {
    fn sees(&self, reading: &LiveReading, frame: &Frame, calibration: &str) {
        let mut playing = self.playing();
        let Some(battle) = playing.as_mut() else { return };
        let sighting = Sighting {
            observations: reading.observations.clone(),
            still: !(reading.moving || reading.covered),
        };
        let told = battle.observe(&sighting, &now().to_string(), || photo_of(frame, calibration));
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) =
            told.err().map(|error| error.to_string());
    }

    fn hears(&self, news: TableNews, frame: &Frame, calibration: &str) {
        if let Err(trouble) = self.hear_of_table(news, || photo_of(frame, calibration)) {
            *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(trouble.sentence);
        }
    }

    fn places(&self) -> Vec<(ShipId, Pose)> {
        let Some(view) = self.view() else { return Vec::new() };
        view.ships
            .into_iter()
            .filter_map(|ship| {
                let place = ship.place?;
                let stack = Point::new(place.x_in, place.y_in);
                Some((ShipId::new(ship.id), Pose { stack, heading: Heading::from_deg(place.heading_deg) }))
            })
            .collect()
    }

    fn name_and_side(&self, ship: &ShipId) -> (String, String) {
        self.ships
            .iter()
            .find(|facts| facts.id == ship.as_str())
            .map(|facts| (facts.name.clone(), facts.side.id().0))
            .unwrap_or_else(|| (ship.to_string(), String::new()))
    }
}
