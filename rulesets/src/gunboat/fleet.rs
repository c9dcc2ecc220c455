//! From ship facts to ship cards, by the seed's formulas (GUN-72, GUN-73).

use crate::core::{Reason, Refusal};
use crate::gunboat::card::{Circle, GunMount, MountId, Propulsion, ShipCard, Side, Turret};
use crate::gunboat::decision::ShipSetup;
use crate::gunboat::files::DataError;
use crate::gunboat::tables::Tables;
use geometry::{Arc, ShipId};
use serde::Deserialize;

/// The six ships of the demo battle, as a file a player may copy and change.
pub const HAMPTON_ROADS: &str = include_str!("data/hampton_roads.toml");

/// What is known of a ship's guns.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunFacts {
    /// The gun as the penetration table names it, or between two of its rows.
    pub gun: String,
    /// How many.
    pub count: u8,
    /// A kind of mount with default arcs ("bow_pivot"); arcs may be given instead.
    pub mount: String,
    /// Arcs, degrees clockwise from the bow, in place of the default.
    #[serde(default)]
    pub arcs: Vec<(f64, f64)>,
    /// A penetration factor in place of the table's.
    #[serde(default)]
    pub pf: Option<u8>,
    /// Of a turret: how far ahead of the point that ranges are measured from, on the model, inches.
    #[serde(default)]
    pub ahead_in: Option<f64>,
    /// The gun's rating is a guess.
    #[serde(default)]
    pub guess: bool,
}

/// What is known of a ship.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipFacts {
    /// The name by which everything knows her.
    pub id: String,
    /// Her name for people.
    pub name: String,
    /// Whose she is.
    pub side: Side,
    /// Counts as an ironclad (GUN-AMB-30).
    pub ironclad: bool,
    /// Average thickness of iron, inches.
    pub armor_in: f64,
    /// Displacement, tons.
    pub displacement_tons: f64,
    /// Draft, feet.
    pub draft_ft: f64,
    /// Best speed, knots; 0 for a ship that can't steam.
    pub speed_knots: f64,
    /// What moves her.
    #[serde(default)]
    pub propulsion: Propulsion,
    /// A turning circle in place of the one her kind has.
    #[serde(default)]
    pub circle: Option<Circle>,
    /// A steam launch.
    #[serde(default)]
    pub launch: bool,
    /// She has a ram.
    pub ram: bool,
    /// Fields that nobody recorded and we guessed.
    #[serde(default)]
    pub guess: Vec<String>,
    /// A remark for the screen.
    #[serde(default)]
    pub note: String,
    /// Her guns.
    #[serde(default)]
    pub gun: Vec<GunFacts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FleetFile {
    ship: Vec<ShipFacts>,
}

/// Reads a file of ship facts.
///
/// # Errors
/// Where the file is not TOML of this shape, with line and column.
pub fn read_ship_facts(name: &str, text: &str) -> Result<Vec<ShipFacts>, DataError> {
    let file: FleetFile = toml::from_str(text)
        .map_err(|error| DataError::Shape { file: name.to_owned(), message: error.to_string() })?;
    Ok(file.ship)
}

/// The most boxes of one section: what fits a card, and a box count.
const MOST_BOXES: f64 = 99.0;

/// How many whole boxes `amount` fills at `each` a box, fractions dropped (GUN-27).
fn boxes(amount: f64, each: f64) -> u8 {
    (amount / each).floor().clamp(0.0, MOST_BOXES) as u8
}

/// Builds a card: armor a box per half inch (GUN-AMB-13), speed a box per knot with a half-knot box over,
/// midships a box per 300 tons, draft a box per two feet, a box per gun. A ship gets at least one midships and one
/// draft box, however small she is (house).
///
/// # Errors
/// Every reason why the card can't be used.
pub fn build_card(tables: &Tables, facts: &ShipFacts) -> Result<ShipCard, Refusal> {
    let mut reasons = Vec::new();
    for (field, value) in [
        ("armor_in", facts.armor_in),
        ("displacement_tons", facts.displacement_tons),
        ("draft_ft", facts.draft_ft),
        ("speed_knots", facts.speed_knots),
    ] {
        if !(value.is_finite() && value >= 0.0) {
            let text = format!("{}: {field} must be a number, 0 or more, not {value}.", facts.name);
            reasons.push(Reason::new("GUN-72", text));
        }
    }
    let mut mounts: Vec<GunMount> = Vec::new();
    for gun in &facts.gun {
        match build_mount(tables, facts, gun, &mounts) {
            Ok(mount) => mounts.push(mount),
            Err(reason) => reasons.push(reason),
        }
    }
    let speed = boxes(facts.speed_knots, 1.0);
    let guessed_guns = facts.gun.iter().filter(|gun| gun.guess).map(|gun| gun.gun.clone());
    let mut guessed: Vec<String> = facts.guess.clone();
    for gun in guessed_guns {
        if !guessed.contains(&gun) {
            guessed.push(gun);
        }
    }
    let card = ShipCard {
        id: ShipId::new(facts.id.clone()),
        name: facts.name.clone(),
        side: facts.side,
        ironclad: facts.ironclad,
        armor: boxes(facts.armor_in, 0.5),
        speed,
        half_speed: u8::from(facts.speed_knots - f64::from(speed) >= 0.5),
        midships: boxes(facts.displacement_tons, 300.0).max(1),
        stack: u8::from(facts.propulsion.steams()),
        draft: boxes(facts.draft_ft, 2.0).max(1),
        ram: u8::from(facts.ram),
        circle: facts.circle.unwrap_or_else(|| usual_circle(facts)),
        propulsion: facts.propulsion,
        draft_ft: facts.draft_ft,
        launch: facts.launch,
        mounts,
        guessed,
    };
    reasons.extend(card_reasons(&card));
    if reasons.is_empty() { Ok(card) } else { Err(Refusal { reasons }) }
}

/// The circle of a ship's kind (GUN-13); what the list does not name takes B in the Union navy and C as a Confederate
/// ironclad (GUN-AMB-23).
fn usual_circle(facts: &ShipFacts) -> Circle {
    let handy =
        matches!(facts.propulsion, Propulsion::Screw | Propulsion::Sternwheel | Propulsion::Sidewheel);
    match (facts.side, facts.ironclad) {
        _ if facts.launch => Circle::Launch,
        (Side::Union, false) if handy => Circle::A,
        (Side::Confederate, true) => Circle::C,
        (Side::Union | Side::Confederate, _) => Circle::B,
    }
}

fn build_mount(
    tables: &Tables,
    facts: &ShipFacts,
    gun: &GunFacts,
    others: &[GunMount],
) -> Result<GunMount, Reason> {
    let (kind, pf) = tables.gun(&gun.gun).or_else(|reason| match gun.pf {
        Some(pf) if gun.gun.ends_with("RIFLE") => Ok((crate::gunboat::GunKind::Rifle, pf)),
        Some(pf) if gun.gun.ends_with("SMOOTHBORE") => Ok((crate::gunboat::GunKind::Smoothbore, pf)),
        Some(pf) if gun.gun.ends_with("HOWITZER") => Ok((crate::gunboat::GunKind::Howitzer, pf)),
        _ => Err(reason),
    })?;
    let default = tables.default_arcs(&gun.mount);
    let (place, arcs) = if gun.arcs.is_empty() {
        let (place, arcs) = default.ok_or_else(|| {
            let text = format!(
                "{}: “{}” is no mount with a default arc; write the arcs of her {}.",
                facts.name, gun.mount, gun.gun
            );
            Reason::new("GUN-AMB-22", text)
        })?;
        (place.to_owned(), arcs)
    } else {
        let place = default.map_or_else(|| gun.mount.replace('_', " "), |(place, _)| place.to_owned());
        (place, gun.arcs.iter().map(|&(from, to)| Arc::new(from, to)).collect())
    };
    Ok(GunMount {
        id: free_mount_id(gun, others),
        place,
        gun: gun.gun.clone(),
        kind,
        pf: gun.pf.unwrap_or(pf),
        guns: gun.count,
        arcs,
        turret: (gun.mount == "turret" || gun.ahead_in.is_some())
            .then(|| Turret { ahead_in: gun.ahead_in.unwrap_or(0.0) }),
    })
}

/// "bow-pivot", or "broadside-port-2" for a second kind of gun there.
fn free_mount_id(gun: &GunFacts, others: &[GunMount]) -> MountId {
    let base = gun.mount.replace('_', "-");
    let like = others.iter().filter(|other| {
        other.id.0.strip_prefix(&base).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    });
    match like.count() {
        0 => MountId(base),
        n => MountId(format!("{base}-{}", n + 1)),
    }
}

/// Why a card can't be used; empty for a good one.
pub(crate) fn card_reasons(card: &ShipCard) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let name = &card.name;
    let mut refuse = |rule: &'static str, text: String| reasons.push(Reason::new(rule, text));
    if card.draft == 0 {
        refuse("GUN-41", format!("{name}'s card has no draft box, so she could never sink: give her one."));
    }
    for (word, boxes) in [("stack", card.stack), ("ram", card.ram)] {
        if boxes > 1 {
            refuse("GUN-72", format!("{name}'s card has {boxes} {word} boxes: one is the most."));
        }
    }
    for (i, mount) in card.mounts.iter().enumerate() {
        let turret = mount.turret.is_none_or(|turret| turret.ahead_in.is_finite());
        let finite =
            turret && mount.arcs.iter().all(|arc| arc.from_deg.is_finite() && arc.to_deg.is_finite());
        if mount.arcs.is_empty() || !finite {
            let text = format!("{name}'s {} ({}) has no arc: write where it bears.", mount.gun, mount.place);
            refuse("GUN-AMB-22", text);
        }
        if mount.guns == 0 {
            refuse("GUN-72", format!("{name}'s mount “{}” has no gun.", mount.id));
        }
        if card.mounts.iter().take(i).any(|other| other.id == mount.id) {
            refuse("GUN-72", format!("{name} has two mounts called “{}”.", mount.id));
        }
    }
    reasons
}

/// How many boarding parties a ship may embark: two (GUN-76), a launch one unless it carries a torpedo (GUN-83).
pub(crate) fn most_parties(card: &ShipCard, spar_torpedo: bool) -> u8 {
    match (card.launch, spar_torpedo) {
        (false, _) => 2,
        (true, false) => 1,
        (true, true) => 0,
    }
}

/// Why a ship can't enter the battle as set up; empty if she can.
pub(crate) fn setup_reasons(setup: &ShipSetup) -> Vec<Reason> {
    let mut reasons = card_reasons(&setup.card);
    let name = &setup.card.name;
    let most = most_parties(&setup.card, setup.spar_torpedo);
    if setup.boarding_parties > most {
        let text = format!("{name} may embark {most} boarding parties at most.");
        reasons.push(Reason::new(if setup.card.launch { "GUN-83" } else { "GUN-76" }, text));
    }
    if setup.spar_torpedo && !setup.card.launch {
        reasons
            .push(Reason::new("GUN-83", format!("{name} is no steam launch: those carry spar torpedoes.")));
    }
    if setup.ticks.draft >= setup.card.draft && setup.card.draft > 0 && !setup.aground {
        let text = format!("{name} has no draft box left and is not aground: she would be sunk already.");
        reasons.push(Reason::new("GUN-41", text));
    }
    for row in setup.card.sections() {
        if setup.ticks.of(&row) > setup.card.printed(&row) {
            let text = format!("{name} has more {row} boxes checked off than are printed.");
            reasons.push(Reason::new("GUN-72", text));
        }
    }
    reasons
}
