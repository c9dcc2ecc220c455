//! What a battle is set up from, and what the set-ups of all books share.

use crate::error::BattleError;
use crate::record::events::MovesAre;
use crate::setup::set_up::SetUp;
use crate::view::{
    BattleChoice, BookView, MovesChoice, OptionSpecView, OptionValueView, PlaceView, RuleSwitchView, RuleView,
};
use geometry::{HullShape, ShipId, Terrain};
use rulesets::core::play_out::{ByLot, Staged};
use rulesets::core::{DataError, OptionSpec, OptionValue, PlayedBook, RuleEntry};
use rulesets::gunboat::{Library, ShipFacts};
use std::collections::{BTreeMap, BTreeSet};

/// A table may be this much smaller than a scenario asks for, inches: cards lie where there is room.
const NEARLY_IN: f64 = 1.0;

/// What a battle is set up from: the table, the models on it, and the ship data that all books share.
#[derive(Debug, Clone, Copy)]
pub struct SetupContext<'a> {
    /// Ships, scenarios and house rules, the player's own among them.
    pub library: &'a Library,
    /// The models that were mustered.
    pub hulls: &'a BTreeMap<ShipId, HullShape>,
    /// The table's size, inches east and north; none where none is calibrated.
    pub table_in: Option<(f64, f64)>,
    /// What lies on the table besides ships, as the players drew it.
    pub terrain: &'a [Terrain],
    /// What the app's dice follow from: any number, another for each battle.
    pub dice_seed: u64,
}

/// A book's own data that can't be read.
pub(crate) fn unreadable(error: impl std::fmt::Display) -> BattleError {
    BattleError::RuleData { battle: 0, detail: error.to_string() }
}

/// Why a battle can't be begun like that.
pub(crate) fn unplayable(reasons: impl Into<String>) -> BattleError {
    BattleError::SetUp { reasons: reasons.into() }
}

/// What every book says of itself in the same way.
pub(crate) fn book_view<B: PlayedBook>(
    book: &B,
    about: &str,
    rules: Result<Vec<RuleEntry>, DataError>,
) -> BookView {
    let option = |spec: &OptionSpec| OptionSpecView {
        name: spec.name.clone(),
        rule: spec.rule.to_string(),
        text: spec.text.clone(),
        default: spec.default.clone(),
        choices: spec.choices.clone(),
        between: spec.between,
        house: spec.house,
    };
    let switch = |name: String| {
        let spec = book.options().iter().find(|spec| spec.name == name);
        RuleSwitchView { text: spec.map_or_else(String::new, |spec| spec.text.clone()), name }
    };
    let rule = |entry: RuleEntry| RuleView {
        id: entry.id.to_string(),
        title: entry.title,
        question: entry.question,
        reading: entry.reading,
        because: entry.because,
        switches: entry.switches.into_iter().map(switch).collect(),
        note: entry.note,
    };
    BookView {
        id: B::ID.to_owned(),
        title: book.title().to_owned(),
        about: about.to_owned(),
        options: book.options().iter().map(option).collect(),
        glossary: rules.unwrap_or_default().into_iter().map(rule).collect(),
        any_ships: true,
        exactly_ships: None,
        commanders_for: Vec::new(),
        unjudged: false,
    }
}

/// How moves are taken: as chosen; else judged where the book allows nothing else, or a scenario is played.
pub(crate) fn moves(choice: &BattleChoice, unjudged: bool) -> MovesAre {
    match choice.moves {
        _ if !unjudged => MovesAre::Judged,
        // Where a commander's models are put as ordered, moves must be judged.
        _ if !choice.commanded.is_empty() => MovesAre::Judged,
        Some(MovesChoice::Judged) => MovesAre::Judged,
        Some(MovesChoice::AsSeen) => MovesAre::AsSeen,
        None if choice.scenario.is_some() => MovesAre::Judged,
        None => MovesAre::AsSeen,
    }
}

/// Options of a scenario with the chosen ones in place of those of the same name.
pub(crate) fn options(scenario: &[OptionValue], choice: &BattleChoice) -> Vec<OptionValue> {
    let chosen = |name: &str| choice.options.iter().any(|chosen| chosen.name == name);
    let kept = scenario.iter().filter(|option| !chosen(&option.name)).cloned();
    let own = choice.options.iter().map(|option: &OptionValueView| OptionValue {
        name: option.name.clone(),
        value: option.value.clone(),
    });
    kept.chain(own).collect()
}

/// Option values as screens show them.
pub(crate) fn option_views(options: &[OptionValue]) -> Vec<OptionValueView> {
    let view =
        |option: &OptionValue| OptionValueView { name: option.name.clone(), value: option.value.clone() };
    options.iter().map(view).collect()
}

impl<'a> SetupContext<'a> {
    /// The table that a scenario is played on: its own, if the one that stands there has room for it.
    ///
    /// # Errors
    /// Where it has not.
    pub(crate) fn room_for(&self, name: &str, needed_in: (f64, f64)) -> Result<(f64, f64), BattleError> {
        let (east_in, north_in) = needed_in;
        match self.table_in {
            Some((width_in, depth_in))
                if width_in + NEARLY_IN < east_in || depth_in + NEARLY_IN < north_in =>
            {
                Err(unplayable(format!(
                    "{name} is laid out for a table of {east_in} x {north_in} in, and yours is {width_in:.1} x \
                     {depth_in:.1} in."
                )))
            }
            _ => Ok(needed_in),
        }
    }

    /// The table that stands there.
    ///
    /// # Errors
    /// Where none is calibrated.
    pub(crate) fn table(&self) -> Result<(f64, f64), BattleError> {
        self.table_in.ok_or_else(|| {
            unplayable("the table is not calibrated yet: lay the corner cards and calibrate it first.")
        })
    }

    /// The data of the ships that take part where no scenario names them: those chosen, or all on the table.
    ///
    /// # Errors
    /// Names an unknown ship, or says that there is none.
    pub(crate) fn ships(&self, choice: &BattleChoice) -> Result<Vec<&'a ShipFacts>, BattleError> {
        let ids: Vec<&str> = match choice.ships.as_slice() {
            [] => self.hulls.keys().map(ShipId::as_str).collect(),
            chosen => chosen.iter().map(String::as_str).collect(),
        };
        let known = |id: &str| self.library.ship(id).ok_or_else(|| id.to_owned());
        // Models of a player's own that no file describes take no part unless they are asked for.
        let facts: Vec<Result<&ShipFacts, String>> = ids.into_iter().map(known).collect();
        let facts: Vec<&ShipFacts> = if choice.ships.is_empty() {
            facts.into_iter().flatten().collect()
        } else {
            facts.into_iter().collect::<Result<_, _>>().map_err(|id| {
                unplayable(format!("nobody knows a ship “{id}”: choose ships of the library."))
            })?
        };
        if facts.is_empty() {
            return Err(unplayable(
                "no ship of the battle is on the table: muster at least one ship of each side first.",
            ));
        }
        Ok(facts)
    }

    /// The plan of a ship's model: as it was mustered, else as her length gives it.
    pub(crate) fn hull(&self, ship: &ShipId, usual: HullShape) -> HullShape {
        self.hulls.get(ship).copied().unwrap_or(usual)
    }

    /// What the players drew of the shore lies there too; a piece of theirs takes the place of the scenario's.
    pub(crate) fn lay_shore(&self, pieces: &mut Vec<Terrain>) {
        pieces.retain(|piece| self.terrain.iter().all(|drawn| drawn.id != piece.id));
        pieces.extend(self.terrain.iter().cloned());
    }

    /// A scenario laid on this table with the players' own models, and the ships of it that take part.
    ///
    /// # Errors
    /// Where the table is too small, or a ship was chosen that the scenario has not.
    pub(crate) fn take_stage<B: ByLot>(
        &self,
        staged: &mut Staged<B>,
        choice: &BattleChoice,
    ) -> Result<BTreeSet<ShipId>, BattleError> {
        staged.table_in = self.room_for(&staged.name, staged.table_in)?;
        let own: Vec<ShipId> = staged.models.iter().map(|model| model.observation.ship.clone()).collect();
        let chosen = taking_part(choice, &own)?;
        staged.models.retain(|model| chosen.contains(&model.observation.ship));
        for model in &mut staged.models {
            model.hull = self.hull(&model.observation.ship, model.hull);
        }
        self.lay_shore(&mut staged.terrain);
        Ok(chosen)
    }

    /// A battle of the ships that stand on a table of this size, opened by this decision.
    pub(crate) fn battle_of<D>(
        &self,
        table_in: (f64, f64),
        hulls: BTreeMap<ShipId, HullShape>,
        open: D,
    ) -> SetUp<D> {
        SetUp {
            name: "Ships on the table".to_owned(),
            table_in,
            hulls,
            opening: vec![open],
            terrain: self.terrain.to_vec(),
            set_out: BTreeMap::new(),
            moves: MovesAre::Judged,
            dice_seed: self.dice_seed,
            umpire: false,
            commanded: BTreeSet::new(),
            players: Vec::new(),
        }
    }
}

/// Where a scenario sets a ship out.
pub(crate) fn set_out_at<B: ByLot>(staged: &Staged<B>, ship: &ShipId) -> Option<PlaceView> {
    let model = staged.models.iter().find(|model| model.observation.ship == *ship)?;
    Some(PlaceView::of(model.observation.pose))
}

/// Checks that a scenario's ships were chosen among its own, and says which take part; all for none named.
///
/// # Errors
/// Names one that the scenario has not.
pub(crate) fn taking_part(choice: &BattleChoice, own: &[ShipId]) -> Result<BTreeSet<ShipId>, BattleError> {
    if choice.ships.is_empty() {
        return Ok(own.iter().cloned().collect());
    }
    let chosen: BTreeSet<ShipId> = choice.ships.iter().map(|id| ShipId::new(id.as_str())).collect();
    match chosen.iter().find(|ship| !own.contains(ship)) {
        Some(ship) => Err(unplayable(format!("no ship “{ship}” takes part in this scenario."))),
        None => Ok(chosen),
    }
}

/// The scenario of this id among those there are.
///
/// # Errors
/// Where there is none.
pub(crate) fn scenario_of<'s, S>(
    all: &'s [S],
    id: &str,
    id_of: impl Fn(&S) -> &str,
) -> Result<&'s S, BattleError> {
    all.iter().find(|scenario| id_of(scenario) == id).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(&id_of).collect();
        BattleError::NoSuchScenario { scenario: id.to_owned(), known: known.join(", ") }
    })
}
