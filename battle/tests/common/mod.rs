//! Hampton Roads on a 60 x 36 in table, seen by a camera that never errs by more than its stated uncertainty.
#![allow(clippy::unwrap_used, clippy::panic, dead_code, missing_docs)]

use battle::view::{AnswerView, AskView, BattleChoice, DecisionView, LogLine, TickView};
use battle::{
    Audience, Battle, BattleError, DecisionRequest, MovesAre, Picture, PlayOuts, Session, SetUp,
    SetupContext, ShipInSetUp, Sighting, play_outs,
};
use geometry::{CalibrationId, FrameId, Heading, HullShape, Observation, Point, Pose, ShipId};
use journal::Journal;
use rulesets::core::Faces;
use rulesets::gunboat::{
    Decision, Gunboat, HAMPTON_ROADS, Library, MountChoice, OptionValue, build_card, read_ship_facts,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub mod throws;

pub const NOW: &str = "2025-03-08T19:30:00Z";
pub const HULL: HullShape = HullShape { length_in: 4.0, beam_in: 0.9, stack_ahead_in: 0.2 };

/// A folder with a campaign file.
pub struct Evening(tempfile::TempDir);

impl Evening {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn file(&self) -> PathBuf {
        self.0.path().join("campaign.ironclad")
    }

    pub fn journal(&self) -> Journal {
        Journal::create_or_open(&self.file()).unwrap()
    }

    pub fn begin(&self) -> Battle<Gunboat> {
        Battle::begin(self.journal(), &hampton_roads(), NOW).unwrap()
    }

    pub fn resume(&self, number: i64) -> Battle<Gunboat> {
        Battle::resume(Journal::open(&self.file()).unwrap(), number).unwrap()
    }

    /// A copy as a kill at this moment would leave it: file and write-ahead log unchanged.
    pub fn copy_as_if_killed(&self) -> Self {
        let copy = Self::new();
        for name in ["campaign.ironclad", "campaign.ironclad-wal"] {
            let from = self.0.path().join(name);
            if from.exists() {
                std::fs::copy(from, copy.0.path().join(name)).unwrap();
            }
        }
        copy
    }
}

/// A battle of this book with nothing else chosen; without a scenario, a battle of the ships on the table.
pub fn choice_of(book: &str, scenario: Option<&str>) -> BattleChoice {
    BattleChoice { book: book.to_owned(), scenario: scenario.map(str::to_owned), ..BattleChoice::default() }
}

/// Plays out battles of every book, by the same seed, into a campaign.
pub fn play_out_every_book(campaign: &Path, count: u32) {
    for (book, scenario) in [
        ("gunboat", "memphis"),
        ("noddy", "fort-henry"),
        ("sp_bp", "spb-hampton-roads-1862-03-09"),
        ("hex_duel", "duel"),
        ("mahan", "meeting"),
    ] {
        let asked = PlayOuts { book, scenario, seed: 5, count, carried: None };
        play_outs(&asked, Some(campaign), NOW).unwrap_or_else(|error| panic!("{book}: {error}"));
    }
}

/// The ground for battles without a table.
pub fn no_table<'a>(library: &'a Library, hulls: &'a BTreeMap<ShipId, HullShape>) -> SetupContext<'a> {
    SetupContext { library, hulls, table_in: None, terrain: &[], cards: &[], dice_seed: 5 }
}

/// Begins a battle on a table of 60 x 36 in without terrain, with these hulls.
pub fn begin_on_table(
    evening: &Evening,
    choice: &BattleChoice,
    hulls: &BTreeMap<ShipId, HullShape>,
) -> Result<Box<dyn Session>, BattleError> {
    let library = Library::embedded(Gunboat::embedded().unwrap().tables()).unwrap();
    let ground = SetupContext { table_in: Some((60.0, 36.0)), dice_seed: 1862, ..no_table(&library, hulls) };
    battle::begin(evening.journal(), choice, &ground, NOW)
}

pub fn hampton_roads() -> SetUp<Decision> {
    let book = Gunboat::embedded().unwrap();
    let facts = read_ship_facts("hampton_roads.toml", HAMPTON_ROADS).unwrap();
    let ships = facts.iter().map(|facts| {
        let card = build_card(book.tables(), facts).unwrap();
        ShipInSetUp { ship: card.into(), hull: HULL }
    });
    SetUp::of_ships(("Hampton Roads".to_owned(), (60.0, 36.0)), ships.collect(), Vec::new(), 1862)
}

/// Six ships: east, north, heading. Monitor is 5 in from Virginia, with nothing between them.
pub const PLACES: [(&str, f64, f64, f64); 6] = [
    ("virginia", 30.0, 18.0, 0.0),
    ("patrick-henry", 10.0, 30.0, 90.0),
    ("teaser", 14.0, 26.0, 90.0),
    ("monitor", 35.0, 18.0, 0.0),
    ("minnesota", 48.0, 10.0, 270.0),
    ("congress", 50.0, 28.0, 180.0),
];

pub fn seen(ship: &str, x_in: f64, y_in: f64, heading_deg: f64, frame: u64) -> Observation {
    Observation {
        ship: ShipId::new(ship),
        pose: Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) },
        sigma_in: 0.03,
        heading_sigma_rad: 0.01,
        seen: true,
        sure: true,
        confidence: geometry::Confidence::CERTAIN,
        frame: FrameId(frame),
        calibration: CalibrationId("bench".to_owned()),
        camera_error: None,
    }
}

pub fn sighting(frame: u64) -> Sighting {
    let observations = PLACES.iter().map(|&(ship, x, y, heading)| seen(ship, x, y, heading, frame)).collect();
    Sighting { observations, still: true }
}

/// The sighting with one ship at another place.
pub fn sighting_with(frame: u64, other: Observation) -> Sighting {
    let mut sighting = sighting(frame);
    let ship = sighting.observations.iter_mut().find(|seen| seen.ship == other.ship).unwrap();
    *ship = other;
    sighting
}

pub fn picture() -> Option<Picture> {
    Some(Picture { jpeg: Ok(vec![0xff, 0xd8, 0xff, 0xd9]), calibration: "{\"table\":1}".to_owned() })
}

/// Shows the same frames until the places count.
pub fn settle(battle: &mut Battle<Gunboat>, frame: u64, sighting: impl Fn(u64) -> Sighting) -> Vec<LogLine> {
    (frame..frame + 3).flat_map(|frame| battle.observe(&sighting(frame), NOW, picture).unwrap()).collect()
}

pub fn decide(battle: &mut Battle<Gunboat>, decision: &DecisionView) -> AnswerView {
    battle.decide_as_shown_to(decision, &Audience::Everyone, NOW, picture).unwrap()
}

/// Makes a decision that must succeed.
pub fn done(battle: &mut Battle<Gunboat>, decision: &DecisionView) -> Vec<LogLine> {
    match decide(battle, decision) {
        AnswerView::Done { log, .. } => log,
        other => panic!("not done: {other:?}"),
    }
}

pub fn salvo(shooter: &str, target: &str, frame: Option<u64>) -> DecisionView {
    DecisionView::DeclareSalvo {
        shooter: shooter.to_owned(),
        target: target.to_owned(),
        mounts: Vec::new(),
        settled: Vec::new(),
        frame,
    }
}

/// Ticks everything due as suggested, and throws all due dice.
pub fn clear_what_is_due(battle: &mut Battle<Gunboat>) {
    for _ in 0..50 {
        let due = battle.view().asks.into_iter().find_map(|ask| match ask {
            AskView::Roll { .. } => Some(DecisionView::Roll { typed: None, read: None }),
            AskView::Tick { ship, suggestion, .. } => Some(DecisionView::Tick { ship, boxes: suggestion }),
            AskView::Choose { ship, sections, .. } => {
                Some(DecisionView::Choose { ship, section: sections[0].clone() })
            }
            _ => None,
        });
        match due {
            Some(decision) => drop(done(battle, &decision)),
            None => return,
        }
    }
    panic!("what is due never ends");
}

/// A battle set out on the table, in its first fire step.
pub fn in_first_fire(evening: &Evening) -> Battle<Gunboat> {
    let mut battle = evening.begin();
    settle(&mut battle, 1, sighting);
    done(&mut battle, &DecisionView::NextStep);
    battle
}

pub fn ticks(section: &str, boxes: u32) -> TickView {
    TickView { section: section.to_owned(), boxes }
}

/// Hampton Roads with judged moves.
pub fn judged() -> SetUp<Decision> {
    SetUp { moves: MovesAre::Judged, ..hampton_roads() }
}

pub fn begin_judged(evening: &Evening) -> Battle<Gunboat> {
    Battle::begin(evening.journal(), &judged(), NOW).unwrap()
}

/// Makes a decision, as the book's own data, that must succeed.
pub fn must(battle: &mut Battle<Gunboat>, decision: Decision) -> Vec<LogLine> {
    match battle.decide(&DecisionRequest::of(decision.clone()), NOW, picture).unwrap() {
        AnswerView::Done { log, .. } => log,
        other => panic!("{decision:?} is not done: {other:?}"),
    }
}

/// The reasons against a decision that must be refused.
pub fn refused(battle: &mut Battle<Gunboat>, decision: Decision) -> String {
    refused_to(battle, decision, Audience::Everyone)
}

pub fn refused_to(battle: &mut Battle<Gunboat>, decision: Decision, by: Audience) -> String {
    let asked = DecisionRequest { by, ..DecisionRequest::of(decision) };
    match battle.decide(&asked, NOW, picture).unwrap() {
        AnswerView::Refused { reasons } => {
            reasons.into_iter().map(|told| told.text).collect::<Vec<_>>().join(" ")
        }
        other => panic!("not refused: {other:?}"),
    }
}

pub fn fire(shooter: &str, target: &str) -> Decision {
    Decision::Fire {
        shooter: ShipId::new(shooter),
        target: ShipId::new(target),
        mounts: MountChoice::AllThatBear,
        settled: Vec::new(),
    }
}

pub fn throw() -> Decision {
    Decision::Roll { rolls: Vec::new(), faces: Faces::App }
}

/// Throws all due dice, and ticks all due boxes.
pub fn throw_and_tick(battle: &mut Battle<Gunboat>) {
    clear_what_is_due(battle);
}

pub fn option(name: &str, value: impl Into<serde_json::Value>) -> OptionValue {
    OptionValue { name: name.to_owned(), value: value.into() }
}

/// The first scenario of the book with forts, or mines.
pub fn scene_with(what: &str) -> (rulesets::gunboat::Scenario, rulesets::gunboat::Scene) {
    let book = Gunboat::embedded().unwrap();
    let library = Library::embedded(book.tables()).unwrap();
    let scenes = library.scenarios().iter().map(|scenario| (scenario, library.scene(scenario, 1.0).unwrap()));
    let has = |scene: &rulesets::gunboat::Scene| match what {
        "fort" => !scene.forts.is_empty() && !scene.terrain.is_empty(),
        _ => !scene.mines.is_empty(),
    };
    let (scenario, scene) = scenes.into_iter().find(|(_, scene)| has(scene)).unwrap();
    (scenario.clone(), scene)
}
