//! Converts ship facts to ship cards, by the formulas of the rule sheet (GUN-72, GUN-73).

use crate::core::{DataError, DataFile, Key, Reason, Refusal, in_words, parse, way};
use crate::gunboat::content::{GunFacts, OwnGun, ShipFacts};
use crate::gunboat::events::decision::ShipSetup;
use crate::gunboat::state::card::{Circle, GunKind, GunMount, MountId, Propulsion, ShipCard, Side, Turret};
use crate::gunboat::tables::table_set::Tables;
use geometry::{Arc, ShipId};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FleetFile {
    ship: Vec<ShipFacts>,
}

/// Parses a file that contains only ship facts.
///
/// # Errors If the file is not TOML of this schema, with line and column.
pub fn read_ship_facts(name: &str, text: &str) -> Result<Vec<ShipFacts>, DataError> {
    let file: FleetFile = parse(&DataFile { name: name.to_owned(), text: text.to_owned() })?;
    Ok(file.ship)
}

/// The ratings of guns: the book's table, and the player's own guns, which take precedence.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ratings<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) own: &'a [OwnGun],
}

impl Ratings<'_> {
    /// A gun's type and penetration factor; `written` replaces the table's factor (GUN-20, GUN-21).
    pub(crate) fn gun(&self, name: &str, written: Option<u8>) -> Result<(GunKind, u8), Reason> {
        if let Some(own) = self.own.iter().find(|own| own.name == name) {
            return Ok((own.kind, written.unwrap_or(own.pf)));
        }
        match (self.tables.gun(name), written, kind_of(name)) {
            (Ok((kind, pf)), written, _) => Ok((kind, written.unwrap_or(pf))),
            // Outside the table, but rated on the card.
            (Err(_), Some(pf), Some(kind)) => Ok((kind, pf)),
            (Err(reason), _, _) => Err(reason),
        }
    }
}

fn kind_of(name: &str) -> Option<GunKind> {
    let kinds = [GunKind::Howitzer, GunKind::Smoothbore, GunKind::Rifle];
    kinds.into_iter().find(|kind| name.to_ascii_lowercase().ends_with(kind.word()))
}

/// The greatest number of boxes of one section.
const MOST_BOXES: f64 = 99.0;

/// The number of whole boxes for `amount`, with `each` per box, fractions dropped (GUN-27).
fn boxes(amount: f64, each: f64) -> u8 {
    (amount / each).floor().clamp(0.0, MOST_BOXES) as u8
}

/// Builds a card: an armor box per half inch (GUN-AMB-13), a speed box per knot plus a half-knot box for the rest, a
/// midships box per 300 tons, a draft box per two feet, a gun box per gun. Boxes given by hand replace these. By the
/// formulas every ship gets at least one midships and one draft box (house).
///
/// # Errors Every reason why the card can't be used.
pub fn build_card(tables: &Tables, facts: &ShipFacts) -> Result<ShipCard, Refusal> {
    card_of(Ratings { tables, own: &[] }, facts)
        .map_err(|faults| Refusal { reasons: faults.into_iter().map(|fault| fault.reason).collect() })
}

/// A reason why a card can't be used, with the field of the facts that causes it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CardFault {
    pub(crate) at: Vec<Key>,
    pub(crate) reason: Reason,
}

impl CardFault {
    fn new(at: impl IntoIterator<Item = Key>, reason: Reason) -> Self {
        Self { at: at.into_iter().collect(), reason }
    }
}

/// Builds a card like [`build_card`], with the player's own guns.
pub(crate) fn card_of(ratings: Ratings<'_>, facts: &ShipFacts) -> Result<ShipCard, Vec<CardFault>> {
    let mut faults = Vec::new();
    for (field, value) in [
        ("armor_in", Some(facts.armor_in)),
        ("displacement_tons", Some(facts.displacement_tons)),
        ("length_ft", facts.length_ft),
        ("beam_ft", facts.beam_ft),
        ("draft_ft", Some(facts.draft_ft)),
        ("speed_knots", Some(facts.speed_knots)),
    ] {
        if let Some(value) = value.filter(|value| !(value.is_finite() && *value >= 0.0)) {
            let text = format!("{}: {field} must be a number, 0 or more, not {value}.", facts.name);
            faults.push(CardFault::new(way![field], Reason::new("GUN-72", text)));
        }
    }
    let mut mounts: Vec<GunMount> = Vec::new();
    let mut items = Vec::new();
    for (item, gun) in facts.gun.iter().enumerate() {
        match build_mount(ratings, facts, gun, &mounts) {
            Ok(mount) => {
                mounts.push(mount);
                items.push(item);
            }
            Err((field, reason)) => faults.push(CardFault::new(way!["gun", item, field], reason)),
        }
    }
    let guessed_guns = facts.gun.iter().filter(|gun| gun.guess.is_some()).map(|gun| gun.gun.clone());
    let mut guessed: Vec<String> = Vec::new();
    for figure in facts.guessed.iter().map(|guess| guess.what.clone()).chain(guessed_guns) {
        if !guessed.contains(&figure) {
            guessed.push(figure);
        }
    }
    let speed = boxes(facts.speed_knots, 1.0);
    let by_hand = facts.boxes;
    let card = ShipCard {
        id: ShipId::new(facts.id.clone()),
        name: facts.name.clone(),
        side: facts.side,
        ironclad: facts.ironclad,
        armor: by_hand.armor.unwrap_or_else(|| boxes(facts.armor_in, 0.5)),
        speed: by_hand.speed.unwrap_or(speed),
        half_speed: by_hand
            .half_speed
            .unwrap_or_else(|| u8::from(facts.speed_knots - f64::from(speed) >= 0.5)),
        midships: by_hand.midships.unwrap_or_else(|| boxes(facts.displacement_tons, 300.0).max(1)),
        stack: by_hand.stack.unwrap_or_else(|| u8::from(facts.propulsion.steams())),
        draft: by_hand.draft.unwrap_or_else(|| boxes(facts.draft_ft, 2.0).max(1)),
        ram: by_hand.ram.unwrap_or_else(|| u8::from(facts.ram)),
        circle: facts.circle.unwrap_or_else(|| usual_circle(facts)),
        propulsion: facts.propulsion,
        draft_ft: facts.draft_ft,
        launch: facts.launch,
        mounts,
        guessed,
    };
    faults.extend(card_faults(&card, &items));
    if faults.is_empty() { Ok(card) } else { Err(faults) }
}

/// The turning circle for a kind of ship (GUN-13); kinds that the list omits get B in the Union navy and C as
/// Confederate ironclads (GUN-AMB-23).
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
    ratings: Ratings<'_>,
    facts: &ShipFacts,
    gun: &GunFacts,
    others: &[GunMount],
) -> Result<GunMount, (&'static str, Reason)> {
    let (kind, pf) = ratings.gun(&gun.gun, gun.pf).map_err(|reason| ("gun", reason))?;
    let default = ratings.tables.default_arcs(&gun.mount);
    let (place, arcs) = if gun.arcs.is_empty() {
        let (place, arcs) = default.ok_or_else(|| {
            let text = format!(
                "{}: “{}” is no mount with a default arc; write the arcs of her {}.",
                facts.name, gun.mount, gun.gun
            );
            ("mount", Reason::new("GUN-AMB-22", text))
        })?;
        (place.to_owned(), arcs)
    } else {
        let place = default.map_or_else(|| in_words(&gun.mount), |(place, _)| place.to_owned());
        (place, gun.arcs.iter().map(|&(from, to)| Arc::new(from, to)).collect())
    };
    Ok(GunMount {
        id: free_mount_id(gun, others),
        place,
        gun: gun.gun.clone(),
        kind,
        pf,
        guns: gun.count,
        arcs,
        turret: (gun.mount == "turret" || gun.ahead_in.is_some())
            .then(|| Turret { ahead_in: gun.ahead_in.unwrap_or(0.0) }),
    })
}

/// "bow-pivot", or "broadside-port-2" for a second kind of gun at the same place.
fn free_mount_id(gun: &GunFacts, others: &[GunMount]) -> MountId {
    let base = gun.mount.replace('_', "-");
    let like = others.iter().filter(|other| {
        other.id.as_str().strip_prefix(&base).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    });
    match like.count() {
        0 => MountId::new(base),
        n => MountId::new(format!("{base}-{}", n + 1)),
    }
}

/// The reasons why a card can't be used; empty for a valid one.
pub(crate) fn card_reasons(card: &ShipCard) -> Vec<Reason> {
    let items: Vec<usize> = (0..card.mounts.len()).collect();
    card_faults(card, &items).into_iter().map(|fault| fault.reason).collect()
}

/// The same reasons with the fields that cause them; `items` gives for each mount its index among the guns of the
/// facts.
fn card_faults(card: &ShipCard, items: &[usize]) -> Vec<CardFault> {
    let mut faults = Vec::new();
    let name = &card.name;
    let mut refuse = |at: &[Key], rule: &'static str, text: String| {
        faults.push(CardFault::new(at.to_vec(), Reason::new(rule, text)));
    };
    if card.draft == 0 {
        let text = format!("{name}'s card has no draft box, so she could never sink: give her one.");
        refuse(&way!["boxes", "draft"], "GUN-41", text);
    }
    for (word, boxes) in [("stack", card.stack), ("ram", card.ram)] {
        if boxes > 1 {
            let text = format!("{name}'s card has {boxes} {word} boxes: one is the most.");
            refuse(&way!["boxes", word], "GUN-72", text);
        }
    }
    for (i, mount) in card.mounts.iter().enumerate() {
        let item = items.get(i).copied().unwrap_or(i);
        let turret = mount.turret.is_none_or(|turret| turret.ahead_in.is_finite());
        let finite =
            turret && mount.arcs.iter().all(|arc| arc.from_deg.is_finite() && arc.to_deg.is_finite());
        if mount.arcs.is_empty() || !finite {
            let text = format!("{name}'s {} ({}) has no arc: write where it bears.", mount.gun, mount.place);
            refuse(&way!["gun", item, "arcs"], "GUN-AMB-22", text);
        }
        if mount.guns == 0 {
            let text = format!("{name}'s mount “{}” has no gun.", mount.id);
            refuse(&way!["gun", item, "count"], "GUN-72", text);
        }
        if card.mounts.iter().take(i).any(|other| other.id == mount.id) {
            let text = format!("{name} has two mounts called “{}”.", mount.id);
            refuse(&way!["gun", item, "mount"], "GUN-72", text);
        }
    }
    faults
}

/// The greatest number of boarding parties of a ship: two (GUN-76); for a launch one, or none with a torpedo (GUN-83).
pub fn most_parties(card: &ShipCard, spar_torpedo: bool) -> u8 {
    match (card.launch, spar_torpedo) {
        (false, _) => 2,
        (true, false) => 1,
        (true, true) => 0,
    }
}

/// The reasons why a ship can't enter the battle as set up; empty if it can.
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
    if setup.would_sink() {
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
