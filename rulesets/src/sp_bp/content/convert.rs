//! Converts ship facts to cards. No source gives SP, BP, AT or turn classes, so every figure is a house
//! conversion, explained term by term.

use crate::core::fleet::{Propulsion, ShipFacts, usual_arcs};
use crate::core::{Operation, Reason, SideId, Term};
use crate::sp_bp::state::card::{
    Captain, GunKind, GunMount, MountId, Nation, PaddleWheels, ShipCard, Size, Spar, TargetType,
};
use geometry::{Arc, ShipId};
use serde::{Deserialize, Serialize};

/// SP of the smallest ship, and tons per further point (house).
const SP_BASE: i32 = 10;
const TONS_FOR_SP: f64 = 100.0;
/// BP of the smallest ship, and tons per further point (house).
const BP_BASE: i32 = 5;
const TONS_FOR_BP: f64 = 200.0;
/// AT added to the inches of iron for the wood behind it (house).
const BACKING_AT: i32 = 1;
/// Crew parties of the smallest ship, and tons per further party (house).
const PARTIES_BASE: i32 = 1;
const TONS_FOR_PARTY: f64 = 800.0;
const MOST_PARTIES: i32 = 6;
/// Ship sizes by least length in feet (house).
const SIZES_FT: [(f64, Size); 4] =
    [(320.0, Size::VeryLarge), (220.0, Size::Large), (140.0, Size::Average), (80.0, Size::Small)];
/// Feet of length for one turn class (house).
const FEET_FOR_CLASS: f64 = 90.0;
/// Funnels of a paddle steamer: they stood in a pair (house).
const RIVERBOAT_FUNNELS: u8 = 2;
/// Guns on one side from which a ship counts as a broadside warship (house).
const BROADSIDE_GUNS: u8 = 4;

/// A card with the calculation of its figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Converted {
    /// The card.
    pub card: ShipCard,
    /// Each figure with its calculation.
    pub figures: Vec<(String, Vec<Term>)>,
}

/// A gun as written in a data file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SketchGun {
    /// The row of the ship's gunnery table (SPB-AMB-28).
    pub row: String,
    /// The half of the row: smoothbore or rifle.
    pub kind: GunKind,
    /// The number of guns in the mount.
    pub count: u8,
    /// The place of the mount.
    pub place: String,
    /// Degrees clockwise from the bow.
    pub arcs: Vec<(f64, f64)>,
    /// Inches of iron in front of the guns.
    #[serde(default)]
    pub iron_in: f64,
    /// In a turret.
    #[serde(default)]
    pub turret: bool,
    /// In a casemate.
    #[serde(default)]
    pub casemate: bool,
    /// A turret that is slow to turn.
    #[serde(default)]
    pub slow_traverse: bool,
}

/// The facts from which a card is made.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sketch {
    /// The unique id.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// The ship's side.
    pub side: SideId,
    /// The nation's gunnery table.
    pub nation: Nation,
    /// The column of the hit location table.
    #[serde(rename = "type")]
    pub target_type: TargetType,
    /// Displacement.
    pub displacement_tons: f64,
    /// Length.
    pub length_ft: f64,
    /// Beam.
    pub beam_ft: f64,
    /// Best speed.
    pub speed_knots: f64,
    /// A low freeboard vessel.
    #[serde(default)]
    pub low_freeboard: bool,
    /// Inches of iron on the hull; 0 for none.
    #[serde(default)]
    pub hull_iron_in: f64,
    /// Inches of iron on the pilot house; 0 where none is armoured.
    #[serde(default)]
    pub pilot_house_iron_in: f64,
    /// Inches of iron on the paddle wheels; none where the hull's iron protects them.
    #[serde(default)]
    pub paddle_iron_in: Option<f64>,
    /// Funnels; none for the usual number with such wheels.
    #[serde(default)]
    pub funnels: Option<u8>,
    /// A ram bow.
    #[serde(default)]
    pub ram_bow: bool,
    /// Paddle wheels.
    #[serde(default)]
    pub paddle_wheels: PaddleWheels,
    /// A turn class that replaces the one given by length.
    #[serde(default)]
    pub turn_class: Option<u8>,
    /// Sources of the facts.
    #[serde(default)]
    pub sources: Vec<String>,
    /// Figures from common works, not looked up.
    #[serde(default)]
    pub general_knowledge: Vec<String>,
    /// House estimates.
    #[serde(default)]
    pub guessed: Vec<String>,
    /// The ship's guns.
    #[serde(default)]
    pub gun: Vec<SketchGun>,
}

/// Adds up parts; returns the sum and its terms.
fn sum(parts: &[(&str, i32)]) -> (i32, Vec<Term>) {
    let mut terms: Vec<Term> = Vec::new();
    for (i, (label, value)) in parts.iter().enumerate() {
        let operation = if i == 0 { Operation::Start } else { Operation::Add };
        terms.push(Term::new(*label, operation, *value, "SPB-AMB-4"));
    }
    let total = parts.iter().map(|(_, value)| value).sum();
    terms.push(Term::new("house conversion", Operation::Total, total, "SPB-AMB-4"));
    (total, terms)
}

/// Returns the armour for inches of iron: whole inches, plus one for the wood behind it; none without iron.
fn armour(iron_in: f64) -> Option<(u8, Vec<Term>)> {
    let inches = iron_in.floor() as i32;
    (iron_in > 0.0).then(|| {
        let (at, terms) = sum(&[("inches of iron", inches), ("wooden backing", BACKING_AT)]);
        (byte(at), terms)
    })
}

fn byte(number: i32) -> u8 {
    u8::try_from(number.clamp(0, 255)).unwrap_or(u8::MAX)
}

/// Builds a card.
pub fn convert(sketch: &Sketch) -> Converted {
    let mut figures = Vec::new();
    let mut figure = |what: &str, (total, terms): (i32, Vec<Term>)| {
        figures.push((what.to_owned(), terms));
        total
    };
    let tons = |each: f64| (sketch.displacement_tons / each).floor() as i32;
    let sp = figure("SP", sum(&[("every ship", SP_BASE), ("one for 100 tons", tons(TONS_FOR_SP))]));
    let bp = figure("BP", sum(&[("every ship", BP_BASE), ("one for 200 tons", tons(TONS_FOR_BP))]));
    let parties = [("every ship", PARTIES_BASE), ("one for 800 tons", tons(TONS_FOR_PARTY))];
    let parties = figure("crew parties", sum(&parties)).min(MOST_PARTIES);
    let class = (sketch.length_ft / FEET_FOR_CLASS).ceil() as i32;
    let turn_class = match sketch.turn_class {
        Some(class) => class,
        None => byte(figure("turn class", sum(&[("one for 90 feet of length", class)]))),
    };
    let mut at = |what: &str, iron_in: f64| {
        armour(iron_in).map(|(at, terms)| byte(figure(what, (i32::from(at), terms))))
    };
    let hull_at = at("hull AT", sketch.hull_iron_in);
    let pilot_house_at = at("pilot house AT", sketch.pilot_house_iron_in);
    let mut guessed = sketch.guessed.clone();
    let paddle_at = match sketch.paddle_iron_in {
        Some(iron_in) => at("paddle wheel AT", iron_in),
        None => hull_at.filter(|_| sketch.paddle_wheels != PaddleWheels::None),
    };
    if let (None, Some(paddle_at)) = (sketch.paddle_iron_in, paddle_at) {
        guessed.push(format!("Her wheel lies within the hull's armour: AT {paddle_at} (SPB-AMB-34)."));
    }
    let usual_funnels = match sketch.paddle_wheels {
        _ if sketch.speed_knots <= 0.0 => 0,
        PaddleWheels::None => 1,
        PaddleWheels::Middle | PaddleWheels::Sides => RIVERBOAT_FUNNELS,
    };
    if sketch.funnels.is_none() && usual_funnels > 0 {
        let text = format!("{usual_funnels} funnels, as ships of her kind had (house, SPB-AMB-34).");
        guessed.push(if usual_funnels == 1 { text.replace("funnels", "funnel") } else { text });
    }
    let mut mounts: Vec<GunMount> = Vec::new();
    for gun in &sketch.gun {
        let own = at(&format!("AT of the {}", gun.place), gun.iron_in);
        let base = gun.place.to_lowercase().replace(' ', "-");
        let like = mounts.iter().filter(|mount| mount.id.as_str().starts_with(&base)).count();
        let id = if like == 0 { base } else { format!("{base}-{}", like + 1) };
        mounts.push(GunMount {
            id: MountId::new(id),
            place: gun.place.clone(),
            kind: gun.kind,
            gun: gun.row.clone(),
            guns: gun.count,
            arcs: gun.arcs.iter().map(|&(from, to)| Arc::new(from, to)).collect(),
            at: own,
            turret: gun.turret,
            casemate: gun.casemate,
            slow_fire: false,
            slow_traverse: gun.slow_traverse,
        });
    }
    let size = SIZES_FT.into_iter().find(|(from_ft, _)| sketch.length_ft >= *from_ft);
    let card = ShipCard {
        id: ShipId::new(sketch.id.clone()),
        name: sketch.name.clone(),
        side: sketch.side.clone(),
        nation: sketch.nation,
        target_type: sketch.target_type,
        size: size.map_or(Size::VerySmall, |(_, size)| size),
        low_freeboard: sketch.low_freeboard,
        sp: u16::try_from(sp).unwrap_or(1),
        bp: u16::try_from(bp).unwrap_or(1),
        hull_at,
        pilot_house_at,
        paddle_at,
        paddle_wheels: sketch.paddle_wheels,
        crew_quality: 0,
        crew_parties: byte(parties),
        max_speed: byte(sketch.speed_knots.floor() as i32),
        turn_class,
        funnels: sketch.funnels.unwrap_or(usual_funnels),
        anchor: true,
        ram_bow: sketch.ram_bow,
        spar: Spar::None,
        captain: Captain::Ordinary,
        mounts,
        guessed,
    };
    Converted { card, figures }
}

/// Converts a ship's facts to a card. Guns that have no row in the American Civil War table (mortars), or
/// whose mount has no known place, are left out, each with a reason.
pub fn convert_facts(facts: &ShipFacts) -> (Converted, Vec<Reason>) {
    let mut left_out = Vec::new();
    let mut guessed = Vec::new();
    let mut guns = Vec::new();
    for gun in &facts.gun {
        let mut leave = |why: &str| {
            left_out.push(Reason::new("SPB-AMB-28", format!("{}, {}: {why}", facts.name, gun.gun)));
        };
        let Some((kind, row)) = row_of(&gun.gun) else {
            leave("the table has no row for it.");
            continue;
        };
        let own: Vec<(f64, f64)> = gun.arcs.clone();
        let usual = usual_arcs(&gun.mount);
        let arcs = match &usual {
            _ if !own.is_empty() => own,
            Some((_, arcs)) => arcs.iter().map(|arc| (arc.from_deg, arc.to_deg)).collect(),
            None => {
                leave("nobody says where it bears.");
                continue;
            }
        };
        let place = usual.map_or_else(|| gun.mount.replace('_', " "), |(place, _)| place.to_owned());
        guessed.push(format!("{place}: {} takes the nearest row of the table, {row} (house).", gun.gun));
        let turret = gun.mount == "turret" || gun.ahead_in.is_some();
        guns.push(SketchGun {
            row: row.to_owned(),
            kind,
            count: gun.count,
            place,
            arcs,
            iron_in: if facts.ironclad { facts.armor_in } else { 0.0 },
            turret,
            casemate: facts.ironclad && !turret,
            slow_traverse: false,
        });
    }
    let turreted = guns.iter().any(|gun| gun.turret);
    let broadside =
        guns.iter().filter(|gun| gun.arcs.iter().any(|&(from, to)| Arc::new(from, to).contains(90.0)));
    let broadside = broadside.fold(0_u8, |sum, gun| sum.saturating_add(gun.count));
    let target_type = match (turreted, broadside >= BROADSIDE_GUNS) {
        (true, _) => TargetType::Monitor,
        (false, true) => TargetType::Broadside,
        (false, false) => TargetType::Other,
    };
    guessed.push(match target_type {
        TargetType::Monitor => {
            "Her guns stand in turrets: hit as a monitor, low in the water (house).".to_owned()
        }
        TargetType::Broadside => {
            format!("{broadside} guns to a side, {BROADSIDE_GUNS} or more: hit as a broadside ship (house).")
        }
        _ => format!("{broadside} guns to a side, fewer than {BROADSIDE_GUNS}: hit as other ships (house)."),
    });
    guessed.push(format!("Speed: whole knots of {} (house).", facts.speed_knots));
    if facts.length_ft.is_none() || facts.beam_ft.is_none() {
        guessed.push("Her length or beam is not known: that of a usual ship stands in (house).".to_owned());
    }
    let hull = facts.model_hull(1.0);
    let sketch = Sketch {
        id: facts.id.clone(),
        name: facts.name.clone(),
        side: facts.side.id(),
        nation: Nation::AmericanCivilWar,
        target_type,
        displacement_tons: facts.displacement_tons,
        length_ft: facts.length_ft.unwrap_or(hull.length_in * 100.0),
        beam_ft: facts.beam_ft.unwrap_or(hull.beam_in * 100.0),
        speed_knots: facts.speed_knots,
        low_freeboard: turreted,
        hull_iron_in: if facts.ironclad { facts.armor_in } else { 0.0 },
        pilot_house_iron_in: 0.0,
        paddle_iron_in: None,
        funnels: None,
        ram_bow: facts.ram,
        paddle_wheels: match facts.propulsion {
            Propulsion::Sidewheel => PaddleWheels::Sides,
            Propulsion::Sternwheel | Propulsion::CentreWheel => PaddleWheels::Middle,
            _ => PaddleWheels::None,
        },
        turn_class: None,
        sources: facts.sources.clone(),
        general_knowledge: facts.general_knowledge.clone(),
        guessed,
        gun: guns,
    };
    (convert(&sketch), left_out)
}

/// Returns the row closest to a gun named like `9" SMOOTHBORE` or `30-LB RIFLE` (house). Howitzers count as
/// smoothbores.
fn row_of(name: &str) -> Option<(GunKind, &'static str)> {
    let (size, kind) = name.split_once(' ')?;
    let bore = size.strip_suffix('"').and_then(|size| size.parse::<f64>().ok());
    let pounds = size.strip_suffix("-LB").and_then(|size| size.parse::<f64>().ok());
    let smoothbore = [
        (9.0, 0.0, "up to 9 pdr"),
        (18.0, 0.0, "12 to 18 pdr"),
        (24.0, 0.0, "20 to 24 pdr"),
        (42.0, 7.0, "30 to 36 pdr"),
        (68.0, 8.0, "8\", 68 pdr"),
        (100.0, 9.0, "9\", 80 pdr"),
        (130.0, 10.0, "10\", 120 pdr"),
        (300.0, 12.0, "11\", 170 pdr"),
        (500.0, 16.0, "15\", 440 pdr"),
        (f64::INFINITY, f64::INFINITY, "20\" and over"),
    ];
    let rifle = [
        (12.0, 3.0, "up to 3\", 12 pdr"),
        (20.0, 3.7, "3.6\", 20 pdr"),
        (42.0, 4.5, "4.2\", 30 pdr"),
        (80.0, 5.5, "5.3\", 64 pdr"),
        (110.0, 6.5, "6.4\", 100 pdr"),
        (130.0, 7.5, "7\", 120 pdr"),
        (200.0, 8.5, "8\", 150 pdr"),
        (280.0, 9.5, "9\", 250 pdr"),
        (f64::INFINITY, f64::INFINITY, "10\", 300 pdr and over"),
    ];
    let nearest = |rows: &[(f64, f64, &'static str)]| {
        rows.iter()
            .find(|(most_pounds, most_bore, _)| {
                pounds.is_some_and(|pounds| pounds <= *most_pounds)
                    || bore.is_some_and(|bore| bore <= *most_bore)
            })
            .map(|(_, _, row)| *row)
    };
    match kind {
        "SMOOTHBORE" | "HOWITZER" => Some((GunKind::Smoothbore, nearest(&smoothbore)?)),
        "RIFLE" => Some((GunKind::Rifle, nearest(&rifle)?)),
        _ => None,
    }
}
