//! Converts ship facts to cards: a house conversion, explained term by term on the card (NOD-32, NOD-33).
//!
//! The rule sheet's own classes of ships are a "very rough guide" (NOD-33), and its sample card is missing
//! (NOD-AMB-21).

use crate::core::fleet::{GunKind, Propulsion, ShipFacts};
use crate::noddy::state::card::{
    Armour, Build, Guess, Gun, GunClass, GunId, GunPosition, HalfKnots, ShipCard,
};
use geometry::ShipId;

/// Makes a ship's card and notes every conversion on it. `daddy_100lb` is the option of NOD-AMB-3.
pub fn card_from_facts(facts: &ShipFacts, daddy_100lb: bool) -> ShipCard {
    let mut guessed: Vec<Guess> = Vec::new();
    let mut note = |what: &str, why: String| guessed.push(Guess { what: what.to_owned(), why });
    let guns = guns(facts, daddy_100lb, &mut note);
    // A midships pivot fires like a turret, but does not make the ship a monitor.
    let turreted = facts.gun.iter().any(|row| row.mount.ends_with("turret"));
    let (class, why) = armour_class(facts, turreted);
    note("armour", why);
    let (build, why) = build(facts, turreted);
    note("build", why.to_owned());
    let top_speed = (facts.speed_knots.clamp(0.0, 50.0) * 2.0).round() as HalfKnots;
    note("top_speed", format!("{} knots, to the half knot.", facts.speed_knots));
    let bow = if facts.ram { "She was built or fitted to ram." } else { "She has no ram." };
    note("reinforced_bow", bow.to_owned());
    ShipCard {
        id: ShipId::new(&facts.id),
        name: facts.name.clone(),
        side: facts.side.id(),
        build,
        top_speed,
        armour: Armour::all_round(class),
        guns,
        reinforced_bow: facts.ram,
        draught_ft: facts.draft_ft,
        guessed,
    }
}

/// The armour class (NOD-16) by the average thickness of iron, with the reason.
fn armour_class(facts: &ShipFacts, turreted: bool) -> (u8, String) {
    let inches = facts.armor_in;
    let (class, words) = match inches {
        _ if facts.ironclad && turreted && inches >= 5.0 => (12, "a monitor's turret and low hull"),
        thick if facts.ironclad && thick >= 4.0 => (11, "an ironclad of 4 inches or more"),
        thick if facts.ironclad && thick >= 2.5 => (10, "an ironclad of 2½ to 4 inches"),
        _ if facts.ironclad => (9, "an ironclad of less than 2½ inches"),
        thin if thin > 0.0 => (8, "thin iron"),
        _ if facts.ram => (7, "timber or cotton, as river rams wore"),
        _ => (6, "unprotected"),
    };
    (class, format!("{inches} in of iron on average: {words}, class {class}."))
}

/// The type of the ship, which limits turns (NOD-6), with the reason.
fn build(facts: &ShipFacts, turreted: bool) -> (Build, &'static str) {
    let paddles =
        matches!(facts.propulsion, Propulsion::Sidewheel | Propulsion::Sternwheel | Propulsion::CentreWheel);
    if facts.ironclad && turreted {
        (Build::Monitor, "An ironclad with a turret turns as a monitor.")
    } else if facts.ironclad && facts.ram && !paddles {
        (Build::IroncladRam, "An ironclad with a ram and a screw.")
    } else if paddles || facts.draft_ft < 9.0 {
        (Build::Riverboat, "Paddle wheels, or less than 9 feet of draught.")
    } else {
        (Build::OceanGoing, "A screw, and 9 feet of draught or more.")
    }
}

fn guns(facts: &ShipFacts, daddy_100lb: bool, note: &mut impl FnMut(&str, String)) -> Vec<Gun> {
    let mut guns: Vec<Gun> = Vec::new();
    for row in &facts.gun {
        let (place, trains) = place(&row.mount);
        let Some((kind, bore_in, pounds)) = size(&row.gun) else {
            note("guns", format!("{} of {}: not a gun that the book knows, left out.", row.count, row.gun));
            continue;
        };
        if kind == GunKind::Mortar {
            note("guns", format!("{} of {}: the book has no mortars, left out.", row.count, row.gun));
            continue;
        }
        let class = GunClass::of(bore_in, pounds, daddy_100lb);
        note(
            "guns",
            format!("{} of {} ({}): {}-sized{trains}.", row.count, row.gun, row.mount, class.word()),
        );
        for _ in 0..row.count {
            let number = guns.iter().filter(|gun| gun.place == place).count() + 1;
            guns.push(Gun {
                id: GunId::new(format!("{}-{number}", place.word())),
                place,
                class,
                rifled: kind == GunKind::Rifle,
                one_at_a_time: false,
            });
        }
    }
    guns
}

fn place(mount: &str) -> (GunPosition, &'static str) {
    match mount {
        "broadside_starboard" => (GunPosition::Starboard, ""),
        "broadside_port" => (GunPosition::Port, ""),
        "bow" => (GunPosition::Bow, ""),
        "bow_pivot" => (GunPosition::Bow, ", fixed ahead: the book has no pivots"),
        "stern" => (GunPosition::Stern, ""),
        "stern_pivot" => (GunPosition::Stern, ", fixed astern: the book has no pivots"),
        "midships_pivot" => (GunPosition::Turret, ", trained to either beam: counted as a turret's"),
        _ => (GunPosition::Turret, ""),
    }
}

/// Kind, bore in inches, weight of shot in pounds, from a name like `9" SMOOTHBORE` or `30-LB RIFLE`.
pub(crate) fn size(name: &str) -> Option<(GunKind, Option<f64>, Option<f64>)> {
    let (size, kind) = name.split_once(' ')?;
    let kind = match kind {
        "RIFLE" => GunKind::Rifle,
        "SMOOTHBORE" => GunKind::Smoothbore,
        "HOWITZER" => GunKind::Howitzer,
        "MORTAR" => GunKind::Mortar,
        _ => return None,
    };
    Some(match size.strip_suffix("-LB") {
        Some(pounds) => (kind, None, Some(pounds.parse().ok()?)),
        None => (kind, Some(size.strip_suffix('"')?.parse().ok()?), None),
    })
}
