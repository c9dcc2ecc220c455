//! The library for setting up battles: the book's own files and the player's, read by the same loader.

use crate::core::fleet::{self, FortFacts, Layout, OwnGun, ShipFacts};
use crate::core::play_out::NotStaged;
use crate::core::{BookTables, DataError, DataFile, OptionSpec, OptionValue, Refusal, parse};
use crate::gunboat::content::check::{LibraryFile, file_faults};
use crate::gunboat::content::convert::{CardFault, Ratings, card_of};
use crate::gunboat::content::scenario::Scenario;
use crate::gunboat::content::scene::Scene;
use crate::gunboat::state::card::ShipCard;
use crate::gunboat::tables::table_set::Tables;

macro_rules! own_files {
    ($($name:literal),* $(,)?) => { [$(($name, include_str!(concat!("../data/", $name)))),*] };
}

/// The compiled-in scenarios of the book.
const SCENARIOS: [(&str, &str); 8] = own_files![
    "scenarios/hampton_roads_1.toml",
    "scenarios/hampton_roads_2.toml",
    "scenarios/plum_point_bend.toml",
    "scenarios/memphis.toml",
    "scenarios/arkansas.toml",
    "scenarios/mobile_bay.toml",
    "scenarios/plymouth.toml",
    "scenarios/new_orleans.toml",
];

/// Ships, forts, guns, scenarios and house rules.
#[derive(Debug, Clone)]
pub struct Library {
    tables: Tables,
    guns: Vec<OwnGun>,
    ships: Vec<ShipFacts>,
    forts: Vec<FortFacts>,
    scenarios: Vec<Scenario>,
    house_rules: Vec<OptionValue>,
}

impl Library {
    /// The library with the book's own files.
    ///
    /// # Errors If a compiled-in file contradicts itself (a test ensures that none does).
    pub fn embedded(tables: &Tables) -> Result<Self, DataError> {
        let empty = Self {
            tables: tables.clone(),
            guns: Vec::new(),
            ships: Vec::new(),
            forts: Vec::new(),
            scenarios: Vec::new(),
            house_rules: Vec::new(),
        };
        let files = fleet::FILES.into_iter().chain(SCENARIOS);
        let own: Vec<DataFile> =
            files.map(|(name, text)| DataFile { name: name.to_owned(), text: text.to_owned() }).collect();
        let (library, mut errors) = empty.with_files(&own);
        if errors.is_empty() { Ok(library) } else { Err(errors.swap_remove(0)) }
    }

    /// The library with the player's files added: their ships, forts, guns and scenarios replace those with the same
    /// id. A file with a fault is omitted entirely; the errors name each such file with its first fault.
    pub fn with_files(self, files: &[DataFile]) -> (Self, Vec<DataError>) {
        let mut errors = Vec::new();
        let mut read: Vec<(&DataFile, LibraryFile)> = Vec::new();
        for file in files {
            match parse(file) {
                Ok(parsed) => read.push((file, parsed)),
                Err(error) => errors.push(error),
            }
        }
        // A scenario may name a ship of another file, so all files are merged first and then checked. Removing one file
        // may cause faults in others.
        loop {
            let mut merged = self.clone();
            for (_, parsed) in &read {
                merged.take(parsed);
            }
            let before: Vec<&LibraryFile> = read.iter().map(|(_, parsed)| parsed).collect();
            let fault = read.iter().enumerate().find_map(|(i, (file, parsed))| {
                let others = before.get(..i).unwrap_or_default();
                let fault = file_faults(&merged, parsed, others).into_iter().next()?;
                Some((i, fault.in_file(file)))
            });
            match fault {
                None => return (merged, errors),
                Some((bad, error)) => {
                    errors.push(error);
                    read.remove(bad);
                }
            }
        }
    }

    fn take(&mut self, file: &LibraryFile) {
        replace(&mut self.guns, &file.gun, |gun| &gun.name);
        replace(&mut self.ships, &file.ship, |ship| &ship.id);
        replace(&mut self.forts, &file.fort, |fort| &fort.id);
        replace(&mut self.scenarios, &file.scenario, |scenario| &scenario.id);
        let rules: Vec<OptionValue> = file
            .house_rule
            .iter()
            .map(|rule| OptionValue { name: rule.option.clone(), value: rule.value.clone() })
            .collect();
        replace(&mut self.house_rules, &rules, |rule| &rule.name);
    }

    /// The player's own guns.
    pub fn guns(&self) -> &[OwnGun] {
        &self.guns
    }

    /// Every ship.
    pub fn ships(&self) -> &[ShipFacts] {
        &self.ships
    }

    /// Every fort.
    pub fn forts(&self) -> &[FortFacts] {
        &self.forts
    }

    /// Every scenario.
    pub fn scenarios(&self) -> &[Scenario] {
        &self.scenarios
    }

    /// Option values that the player wants in every battle.
    pub fn house_rules(&self) -> impl Iterator<Item = &OptionValue> {
        self.house_rules.iter()
    }

    /// A ship by its id.
    pub fn ship(&self, id: &str) -> Option<&ShipFacts> {
        self.ships.iter().find(|ship| ship.id == id)
    }

    /// A fort by its id.
    pub fn fort(&self, id: &str) -> Option<&FortFacts> {
        self.forts.iter().find(|fort| fort.id == id)
    }

    /// A scenario by its id.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.id == id)
    }

    /// A scenario ready to begin, with every length multiplied by `length_factor` (GUN-2: 1 for 1:1200 models).
    ///
    /// # Errors Why it can't be set up: for scenarios of this library only a factor that the book does not allow.
    pub fn scene(&self, scenario: &Scenario, length_factor: f64) -> Result<Scene, Refusal> {
        scenario.scene(self, length_factor).map_err(|faults| Refusal {
            reasons: faults.into_iter().map(|it| crate::core::Reason::new("GUN-3", it.what)).collect(),
        })
    }

    /// The scenarios as layouts for other books.
    ///
    /// # Errors See [`Self::scene`].
    pub fn layouts(&self) -> Result<Vec<Layout>, Refusal> {
        let layout = |scenario: &Scenario| {
            let scene = self.scene(scenario, 1.0)?;
            Ok(scenario.layout(&scene, self))
        };
        self.scenarios.iter().map(layout).collect()
    }

    /// A ship's card, with the player's own guns.
    ///
    /// # Errors Every reason why it can't be used.
    pub fn card(&self, facts: &ShipFacts) -> Result<ShipCard, Refusal> {
        self.card_or_faults(facts)
            .map_err(|faults| Refusal { reasons: faults.into_iter().map(|fault| fault.reason).collect() })
    }

    pub(super) fn card_or_faults(&self, facts: &ShipFacts) -> Result<ShipCard, Vec<CardFault>> {
        card_of(self.ratings(), facts)
    }

    pub(super) fn ratings(&self) -> Ratings<'_> {
        Ratings { tables: &self.tables, own: &self.guns }
    }

    pub(super) fn option_specs(&self) -> &[OptionSpec] {
        self.tables.option_specs()
    }
}

/// The book's own scenarios as layouts for other books.
///
/// # Errors If a compiled-in file contradicts itself (a test ensures that none does).
pub fn layouts() -> Result<Vec<Layout>, NotStaged> {
    Ok(Library::embedded(&Tables::embedded()?)?.layouts()?)
}

/// Adds items; each replaces an existing one of the same name.
fn replace<T: Clone>(all: &mut Vec<T>, new: &[T], name: impl Fn(&T) -> &String) {
    for item in new {
        match all.iter_mut().find(|old| name(old) == name(item)) {
            Some(old) => old.clone_from(item),
            None => all.push(item.clone()),
        }
    }
}
