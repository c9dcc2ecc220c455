//! The schema of a player's file, and the checks of its content, with the place of each fault.

use crate::core::fleet::{FortFacts, OwnGun, ShipFacts};
use crate::core::{Fault, Key, way};
use crate::gunboat::content::convert::setup_reasons;
use crate::gunboat::content::library::Library;
use crate::gunboat::content::scenario::{Scenario, ScenarioTerrain, TerrainWord};
use crate::gunboat::content::scene::placing_faults;
use crate::gunboat::content::victory::{Deed, Tally};
use crate::gunboat::events::decision::ShipSetup;
use crate::gunboat::state::card::GunKind;
use crate::gunboat::tables::table_files::GunSize;
use serde::Deserialize;

/// An option value that a player wants in every battle.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HouseRule {
    pub(super) option: String,
    pub(super) value: serde_json::Value,
    /// The player's own remark.
    #[serde(default)]
    #[allow(dead_code, reason = "a remark in the file, which must be allowed to stand there")]
    note: String,
}

/// The content of a data file, the book's or a player's: any of these, in any number.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LibraryFile {
    #[serde(default)]
    pub(super) gun: Vec<OwnGun>,
    #[serde(default)]
    pub(super) ship: Vec<ShipFacts>,
    #[serde(default)]
    pub(super) fort: Vec<FortFacts>,
    #[serde(default)]
    pub(super) scenario: Vec<Scenario>,
    #[serde(default)]
    pub(super) house_rule: Vec<HouseRule>,
}

/// The faults of a file after it is merged into the library; `before` are the files read before it.
pub(super) fn file_faults(library: &Library, file: &LibraryFile, before: &[&LibraryFile]) -> Vec<Fault> {
    let mut faults = Vec::new();
    faults.extend(duplicates(before, file, "gun", "name", |it| {
        it.gun.iter().map(|gun| gun.name.as_str()).collect()
    }));
    faults.extend(duplicates(before, file, "ship", "id", |it| {
        it.ship.iter().map(|ship| ship.id.as_str()).collect()
    }));
    faults.extend(duplicates(before, file, "fort", "id", |it| {
        it.fort.iter().map(|fort| fort.id.as_str()).collect()
    }));
    faults.extend(duplicates(before, file, "scenario", "id", |it| {
        it.scenario.iter().map(|scenario| scenario.id.as_str()).collect()
    }));
    for (i, gun) in file.gun.iter().enumerate() {
        if gun.kind == GunKind::Mortar && GunSize::parse(&gun.name).is_none() {
            let text = "a mortar's name must tell its bore, like 13\" MORTAR.";
            faults.push(Fault::new(way!["gun", i, "name"], text));
        }
    }
    for (i, ship) in file.ship.iter().enumerate() {
        faults.extend(ship_faults(library, ship).into_iter().map(|fault| fault.under(way!["ship", i])));
    }
    for (i, fort) in file.fort.iter().enumerate() {
        faults.extend(fort_faults(library, fort).into_iter().map(|fault| fault.under(way!["fort", i])));
    }
    for (i, rule) in file.house_rule.iter().enumerate() {
        let fault = option_fault(library, &rule.option, Some(&rule.value));
        faults.extend(fault.map(|fault| fault.under(way!["house_rule", i])));
    }
    for (i, scenario) in file.scenario.iter().enumerate() {
        let found = scenario_faults(library, scenario);
        faults.extend(found.into_iter().map(|fault| fault.under(way!["scenario", i])));
    }
    faults
}

/// Names that occur twice, within a file or in two files.
fn duplicates<'a>(
    before: &[&'a LibraryFile],
    file: &'a LibraryFile,
    list: &'static str,
    field: &'static str,
    names: impl Fn(&'a LibraryFile) -> Vec<&'a str>,
) -> Vec<Fault> {
    let mut seen: Vec<&str> = before.iter().flat_map(|file| names(file)).collect();
    let mut faults = Vec::new();
    for (i, name) in names(file).into_iter().enumerate() {
        if seen.contains(&name) {
            let text = format!("there are two {list}s called “{name}”: give one of them another {field}.");
            faults.push(Fault::new(way![list, i, field], text));
        }
        seen.push(name);
    }
    faults
}

fn ship_faults(library: &Library, ship: &ShipFacts) -> Vec<Fault> {
    let mut faults = Vec::new();
    if ship.id.trim().is_empty() {
        faults.push(Fault::new(way!["id"], "a ship needs a name by which files know her, like “cairo”."));
    }
    if let Err(found) = library.card_or_faults(ship) {
        faults.extend(found.into_iter().map(|fault| Fault { at: fault.at, what: fault.reason.text }));
    }
    let figures = ship.guessed.iter().map(|guess| &guess.what).enumerate().map(|it| ("guessed", it));
    let common = ship.general_knowledge.iter().enumerate().map(|it| ("general_knowledge", it));
    for (list, (i, figure)) in figures.chain(common) {
        if !ShipFacts::FIGURES.contains(&figure.as_str()) {
            let text =
                format!("“{figure}” is no figure of a ship: name one of {}.", ShipFacts::FIGURES.join(", "));
            let at: Vec<Key> =
                if list == "guessed" { way![list, i, "what"].into() } else { way![list, i].into() };
            faults.push(Fault::new(at, text));
        }
    }
    faults
}

fn fort_faults(library: &Library, fort: &FortFacts) -> Vec<Fault> {
    let mut faults = Vec::new();
    if fort.battery.is_empty() {
        faults.push(Fault::new(way!["battery"], format!("{} has no gun.", fort.name)));
    }
    for (i, battery) in fort.battery.iter().enumerate() {
        match library.ratings().gun(&battery.gun, battery.pf) {
            Err(reason) => faults.push(Fault::new(way!["battery", i, "gun"], reason.text)),
            Ok((GunKind::Mortar, _)) => {
                let text = "mortars go on boats in this book, not into forts.";
                faults.push(Fault::new(way!["battery", i, "gun"], text));
            }
            Ok(_) => {}
        }
        for (field, value) in [("count", battery.count), ("armor", battery.armor)] {
            if value == 0 {
                let text = format!("{}, {}: {field} must be at least 1.", fort.name, battery.place);
                faults.push(Fault::new(way!["battery", i, field], text));
            }
        }
    }
    faults
}

fn option_fault(library: &Library, name: &str, value: Option<&serde_json::Value>) -> Option<Fault> {
    let Some(spec) = library.option_specs().iter().find(|spec| spec.name == name) else {
        return Some(Fault::new(way!["option"], format!("the book has no option “{name}”.")));
    };
    let Some(value) = value else {
        return Some(Fault::new(way!["option"], format!("“{name}” needs a value: {}.", spec.choices_text())));
    };
    (!spec.allows(value)).then(|| {
        let text = format!("“{name}” can't be {value}: choose {}.", spec.choices_text());
        Fault::new(way!["value"], text)
    })
}

fn scenario_faults(library: &Library, scenario: &Scenario) -> Vec<Fault> {
    let mut faults = Vec::new();
    if scenario.briefing.len() != 3 || scenario.briefing.iter().any(|sentence| sentence.trim().is_empty()) {
        faults.push(Fault::new(way!["briefing"], "a briefing is a list of three sentences."));
    }
    let (east_in, north_in) = scenario.table_in;
    if !(east_in.is_finite() && north_in.is_finite() && east_in > 0.0 && north_in > 0.0) {
        faults.push(Fault::new(way!["table_in"], "the table needs two sides in inches, like [60.0, 36.0]."));
    }
    if scenario.turns == 0 {
        faults.push(Fault::new(way!["turns"], "a battle lasts at least one turn."));
    }
    for (i, rule) in scenario.rule.iter().enumerate() {
        let fault = match (&rule.option, &rule.value) {
            (Some(option), value) => option_fault(library, option, value.as_ref()),
            (None, Some(_)) => Some(Fault::new(way!["value"], "a value needs the option it belongs to.")),
            (None, None) => None,
        };
        faults.extend(fault.map(|fault| fault.under(way!["rule", i])));
    }
    for (i, piece) in scenario.terrain.iter().enumerate() {
        let twice = scenario.terrain.iter().take(i).any(|other| other.id == piece.id);
        let fault = if twice {
            Some(Fault::new(way!["id"], format!("two pieces of terrain are called “{}”.", piece.id)))
        } else {
            terrain_fault(piece)
        };
        faults.extend(fault.map(|fault| fault.under(way!["terrain", i])));
    }
    let known: Vec<&str> = scenario
        .ship
        .iter()
        .map(|ship| ship.id())
        .chain(scenario.fort.iter().map(|fort| fort.fort.as_str()))
        .collect();
    for (i, name) in known.iter().enumerate().filter(|(i, name)| known.iter().take(*i).any(|it| it == *name))
    {
        let (list, item) = match i.checked_sub(scenario.ship.len()) {
            None => ("ship", i),
            Some(fort) => ("fort", fort),
        };
        faults.push(Fault::new(way![list, item], format!("“{name}” takes part twice: give one another id.")));
    }
    for (i, ship) in scenario.ship.iter().enumerate() {
        for (field, other) in [("lashed_to", &ship.lashed_to), ("towed_by", &ship.towed_by)] {
            if let Some(other) = other.as_deref().filter(|it| !known.contains(it) || *it == ship.id()) {
                let text = format!("“{other}” is no other ship of this scenario.");
                faults.push(Fault::new(way!["ship", i, field], text));
            }
        }
        if !(ship.heading_deg.is_finite() && ship.at.0.is_finite() && ship.at.1.is_finite()) {
            faults.push(Fault::new(way!["ship", i, "at"], "her place must be given in numbers."));
        }
    }
    for (i, score) in scenario.score.iter().enumerate() {
        let fault = tally_fault(&known, &score.ships);
        faults.extend(fault.map(|fault| fault.under(way!["score", i, "ships"])));
    }
    for (i, verdict) in scenario.verdict.iter().enumerate() {
        let fault = match &verdict.ships {
            Some(tally) => tally_fault(&known, tally).map(|fault| fault.under(way!["ships"])),
            None if verdict.points.is_none() => {
                Some(Fault::new([], "a verdict needs points, or ships with what became of them."))
            }
            None => None,
        };
        faults.extend(fault.map(|fault| fault.under(way!["verdict", i])));
    }
    match scenario.scene(library, 1.0) {
        Err(found) => faults.extend(found),
        Ok(scene) => {
            for (i, ship) in scene.ships.iter().enumerate() {
                let reasons = setup_reasons(&ship.setup);
                faults.extend(reasons.into_iter().map(|reason| Fault::new(way!["ship", i], reason.text)));
            }
            faults.extend(without_ships(&scene.ships.iter().map(|ship| &ship.setup).collect::<Vec<_>>()));
            faults.extend(placing_faults(&scene));
        }
    }
    faults
}

fn terrain_fault(piece: &ScenarioTerrain) -> Option<Fault> {
    let fault = |field: &'static str, text: &str| Some(Fault::new(way![field], text));
    match (piece.is, piece.depth_ft) {
        (TerrainWord::Shoal, None) => {
            return fault("is", "a shoal needs depth_ft: the feet of water over it.");
        }
        (TerrainWord::Shoal, Some(_)) | (_, None) => {}
        (_, Some(_)) => return fault("depth_ft", "only a shoal has a depth."),
    }
    if piece.is != TerrainWord::Mined && (piece.real.is_some() || piece.laid_by.is_some()) {
        let field = if piece.real.is_some() { "real" } else { "laid_by" };
        return fault(field, "only a mined area is real or feigned, and laid by somebody.");
    }
    piece.piece(1.0).check().err().map(|error| Fault::new(way!["outline"], error.to_string()))
}

fn tally_fault(known: &[&str], tally: &Tally) -> Option<Fault> {
    if let Some((i, id)) = tally.of.iter().enumerate().find(|(_, id)| !known.contains(&id.as_str())) {
        return Some(Fault::new(way!["of", i], format!("“{id}” is no ship or fort of this scenario.")));
    }
    if tally.of.is_empty() {
        return Some(Fault::new(way!["of"], "name the ships or forts it is about."));
    }
    if tally.when.is_empty() {
        return Some(Fault::new(way!["when"], "say what must have become of them, like [\"sunk\"]."));
    }
    let conditions = [
        ("edge", tally.edge.is_some()),
        ("from_turn", tally.from_turn.is_some()),
        ("by_turn", tally.by_turn.is_some()),
    ];
    let given =
        conditions.into_iter().find(|(_, given)| *given).filter(|_| !tally.when.contains(&Deed::Left));
    given.map(|(field, _)| {
        Fault::new(way![field], "an edge or a turn belongs to ships that left: write when = [\"left\"].")
    })
}

/// A fault if there is no ship.
fn without_ships(ships: &[&ShipSetup]) -> Option<Fault> {
    ships.is_empty().then(|| Fault::new(way!["ship"], "a battle needs at least one ship."))
}
