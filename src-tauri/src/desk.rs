//! The battle on the table: one campaign file, one battle in play. Wiring only; `battle` knows what to do.

use crate::live::{Audience, photo_of};
use crate::wire::{BattleRow, KnownShipView, ScenarioView, Trouble};
use battle::view::{AnswerView, BattleView, DecisionView, LogLine, SalvoPreviewView};
use battle::{Battle, Picture, ReadingCorrected, SetUp, ShipInSetUp, Sighting, TableNews};
use calibration::FrameChange;
use chronicle::Track;
use geometry::{Heading, HullShape, Observation, Point, Pose, ShipId, Terrain};
use jiff::Timestamp;
use journal::Journal;
use rulesets::core::DataFile;
use rulesets::gunboat::{Gunboat, Library, OptionValue, Scenario, ShipFacts, ShipOnScene, Tables};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tracking::source::Frame;
use tracking::{LiveReading, ShipWords};

/// The campaign and the battle in play.
pub struct Desk {
    journal: Journal,
    tables: Tables,
    library: Library,
    /// What the player's own files can't be used for.
    own_data_troubles: Vec<String>,
    battle: Mutex<Option<Battle>>,
    /// What the log could not keep of what the camera saw; told once it can again.
    trouble: Mutex<Option<String>>,
}

/// A battle's name, its ships and its options.
type ToBegin = (String, Vec<ShipInSetUp>, Vec<OptionValue>);

fn now() -> Timestamp {
    Timestamp::now()
}

impl Desk {
    /// Opens the campaign file, or begins one; takes up the last battle in it. The player's own files come with what
    /// could not be read of them; one that can't be used is left out and told.
    ///
    /// # Errors
    /// The file is no campaign, is newer than the program, can't be written …: one sentence.
    pub fn open(campaign: &Path, (own, unread): (Vec<DataFile>, Vec<Trouble>)) -> Result<Self, Trouble> {
        let journal = Journal::create_or_open(campaign)?;
        let tables = Tables::embedded()?;
        let (library, bad) = Library::embedded(&tables)?.with_files(&own);
        let own_data_troubles =
            unread.into_iter().chain(bad.into_iter().map(Trouble::from)).map(|it| it.sentence).collect();
        let last = journal.battles()?.last().map(|row| row.number);
        let battle = last.map(|number| Battle::<Gunboat>::resume(journal.clone(), number)).transpose()?;
        Ok(Self {
            journal,
            tables,
            library,
            own_data_troubles,
            battle: Mutex::new(battle),
            trouble: Mutex::default(),
        })
    }

    /// The book's tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The campaign file.
    pub fn campaign(&self) -> &Path {
        self.journal.path()
    }

    /// Every file of the player's own that can't be used, with its reason.
    pub fn own_data_troubles(&self) -> &[String] {
        &self.own_data_troubles
    }

    /// The battles that can be played.
    pub fn scenarios(&self) -> Vec<ScenarioView> {
        self.library.scenarios().iter().map(scenario_view).collect()
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

    /// Begins a battle with the ships that stand on the table: those of a scenario as it says, or any.
    pub fn begin(
        &self,
        scenario: Option<&str>,
        hulls: &BTreeMap<ShipId, HullShape>,
        table_in: (f64, f64),
        reading: &[Observation],
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<BattleView, Trouble> {
        let (name, ships, options) = match scenario {
            Some(id) => self.of_scenario(id, hulls)?,
            None => (
                "Ships on the table".to_owned(),
                self.of_any(hulls)?,
                self.library.house_rules().cloned().collect(),
            ),
        };
        if ships.is_empty() {
            return Err(Trouble::new(
                "No ship of the battle is on the table: muster at least one ship of each side first.",
            ));
        }
        let began = now();
        let dice_seed = u64::try_from(began.as_nanosecond() & i128::from(i64::MAX))?;
        let set_up = SetUp::of_ships((name, table_in), ships, options, dice_seed);
        let mut battle: Battle = Battle::begin(self.journal.clone(), &set_up, &began.to_string())?;
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

    /// A scenario's name, those of its ships whose models are known, and its options.
    fn of_scenario(&self, id: &str, hulls: &BTreeMap<ShipId, HullShape>) -> Result<ToBegin, Trouble> {
        let scenario = self
            .library
            .scenario(id)
            .ok_or_else(|| Trouble::new(format!("No battle is called “{id}”: choose one of the list.")))?;
        let scene = self.library.scene(scenario, 1.0)?;
        let with_model = |ship: ShipOnScene| {
            let hull = *hulls.get(&ship.setup.card.id)?;
            Some(ShipInSetUp { ship: ship.setup, hull })
        };
        Ok((scene.name, scene.ships.into_iter().filter_map(with_model).collect(), scene.options))
    }

    /// Every ship that stands on the table.
    fn of_any(&self, hulls: &BTreeMap<ShipId, HullShape>) -> Result<Vec<ShipInSetUp>, Trouble> {
        let known = self.library.ships().iter();
        known
            .filter_map(|facts| Some((facts, hulls.get(&ShipId::new(facts.id.clone()))?)))
            .map(|(facts, hull)| Ok(ShipInSetUp { ship: self.library.card(facts)?.into(), hull: *hull }))
            .collect()
    }

    /// Takes up another battle of the campaign.
    pub fn open_battle(&self, number: i64) -> Result<BattleView, Trouble> {
        let battle = Battle::<Gunboat>::resume(self.journal.clone(), number)?;
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
        Ok(playing.as_mut().ok_or_else(no_battle)?.decide_as_shown(decision, &now().to_string(), picture)?)
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

    /// The umpire says that a ship sank, where the battle in play does not know of it.
    pub fn sunk_by_umpire(
        &self,
        ship: &ShipId,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<(), Trouble> {
        let mut playing = self.playing();
        let Some(battle) = playing.as_mut() else { return Ok(()) };
        match battle.sunk_by_umpire(ship, &now().to_string(), picture)? {
            Some(AnswerView::Refused { reasons }) => {
                let why: Vec<String> = reasons.into_iter().map(|reason| reason.text).collect();
                Err(Trouble::new(why.join(" ")))
            }
            Some(AnswerView::Done { .. } | AnswerView::TooClose { .. }) | None => Ok(()),
        }
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

    /// Tells the battle in play, if there is one, that the playing area was drawn anew.
    pub fn redraw(
        &self,
        change: &FrameChange,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<(), Trouble> {
        if let Some(battle) = self.playing().as_mut() {
            battle.redraw(|pose| change.pose(pose), &now().to_string(), picture)?;
        }
        Ok(())
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
        look(&Battle::<Gunboat>::resume(self.journal.clone(), number)?)
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
        self.library.ships().iter().map(known_ship).collect()
    }
}

fn no_battle() -> Trouble {
    Trouble::new("No battle is in play: begin one on the Table page.")
}

fn scenario_view(scenario: &Scenario) -> ScenarioView {
    ScenarioView {
        id: scenario.id.clone(),
        name: scenario.name.clone(),
        briefing: scenario.briefing.clone(),
        rules: scenario
            .rule
            .iter()
            .map(|rule| if rule.house { format!("{} (house)", rule.text) } else { rule.text.clone() })
            .collect(),
        ships: scenario.ship.iter().map(|ship| ship.id().to_owned()).collect(),
    }
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

    fn reach_in(&self, ship: &ShipId) -> Option<f64> {
        self.playing().as_ref()?.may_go_in(ship)
    }

    fn is_lost(&self, ship: &ShipId) -> bool {
        let playing = self.playing();
        playing
            .as_ref()
            .and_then(|battle| battle.situation().book.ships.get(ship))
            .is_some_and(|ship| !ship.afloat())
    }

    fn name_and_side(&self, ship: &ShipId) -> (String, String) {
        self.library
            .ship(ship.as_str())
            .map(|facts| (facts.name.clone(), facts.side.id().0))
            .unwrap_or_else(|| (ship.to_string(), String::new()))
    }
}
