//! A ship: its card and its state.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// An arc of fire, degrees clockwise from the bow; both edges are included.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Arc {
    from_deg: f64,
    to_deg: f64,
}

impl Arc {
    /// Tells whether a bearing is in it.
    pub fn holds(self, bearing_deg: f64) -> bool {
        let width = self.to_deg - self.from_deg;
        let width = if width.abs() >= 360.0 { 360.0 } else { width.rem_euclid(360.0) };
        (bearing_deg - self.from_deg).rem_euclid(360.0) <= width
    }

    /// Its edges, if it has any.
    pub fn edges_deg(self) -> [f64; 2] {
        [self.from_deg, self.to_deg]
    }
}

/// Guns in one place.
#[derive(Debug, Clone, Deserialize)]
pub struct Mount {
    /// The name on the card.
    pub id: String,
    /// "smoothbore" or "rifle".
    pub kind: String,
    /// The row of the gunnery table.
    pub gun: String,
    /// The number of guns.
    pub guns: i32,
    /// The arcs of fire.
    pub arcs: Vec<Arc>,
    /// Armour of the guns.
    #[serde(default)]
    pub at: Option<i32>,
    /// In a turret.
    #[serde(default)]
    pub turret: bool,
    /// In a casemate.
    #[serde(default)]
    pub casemate: bool,
    /// Over 15 inches, with a slow rate of fire.
    #[serde(default)]
    pub slow_fire: bool,
    /// In a turret with slow traverse.
    #[serde(default)]
    pub slow_traverse: bool,
}

impl Mount {
    /// Tells whether it bears on a bearing.
    pub fn bears(&self, bearing_deg: f64) -> bool {
        self.arcs.iter().any(|arc| arc.holds(bearing_deg))
    }
}

fn one() -> i32 {
    1
}

fn yes() -> bool {
    true
}

/// The ship's card.
#[derive(Debug, Clone, Deserialize)]
pub struct Card {
    /// The ship's id.
    pub id: String,
    /// The ship's side.
    pub side: String,
    /// The ship's gunnery table.
    pub nation: String,
    /// The column of the hit location table.
    pub target_type: String,
    /// The ship's size.
    #[serde(default)]
    pub size: String,
    /// Low freeboard.
    #[serde(default)]
    pub low_freeboard: bool,
    /// Structure points.
    pub sp: i32,
    /// Buoyancy points.
    pub bp: i32,
    /// Armour of the hull.
    #[serde(default)]
    pub hull_at: Option<i32>,
    /// Armour of the pilot house.
    #[serde(default)]
    pub pilot_house_at: Option<i32>,
    /// Armour of the paddle wheels.
    #[serde(default)]
    pub paddle_at: Option<i32>,
    /// "none", "sides" or "middle".
    #[serde(default)]
    pub paddle_wheels: String,
    /// Crew quality.
    #[serde(default)]
    pub crew_quality: i32,
    /// Crew parties.
    #[serde(default)]
    pub crew_parties: i32,
    /// Best speed, knots.
    pub max_speed: i32,
    /// Turn class.
    pub turn_class: i32,
    /// Funnels.
    #[serde(default = "one")]
    pub funnels: i32,
    /// True if it has an anchor.
    #[serde(default = "yes")]
    pub anchor: bool,
    /// True if it has a ram bow.
    #[serde(default)]
    pub ram_bow: bool,
    /// "none", "carried" or "rigged".
    #[serde(default)]
    pub spar: String,
    /// "ordinary", "razor_sharp" or "slow_witted".
    #[serde(default)]
    pub captain: String,
    /// The ship's guns.
    pub mounts: Vec<Mount>,
}

/// A ship at the start of a battle.
#[derive(Debug, Clone, Deserialize)]
pub struct Setup {
    /// The ship's card.
    pub card: Card,
    /// Speed, knots.
    #[serde(default)]
    speed: i32,
    #[serde(default)]
    anchored: bool,
    #[serde(default)]
    aground: bool,
    #[serde(default)]
    location: Place,
}

/// On the table or not.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Place {
    /// On the table.
    #[default]
    OnTable,
    /// Arrives in this turn's Movement Phase.
    Arriving {
        /// The turn.
        turn: u32,
    },
    /// Left over an edge.
    Left {},
}

/// The ship's present values.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Values {
    /// Structure points left.
    pub sp: i32,
    /// Buoyancy points left.
    pub bp: i32,
    /// Armour of the hull.
    pub hull_at: Option<i32>,
    /// Crew quality, +2 to -2.
    pub crew_quality: i32,
    /// Crew parties left.
    pub crew_parties: i32,
    /// Fires burning.
    pub fires: i32,
    /// Flood markers.
    pub floods: i32,
    /// Guns lost by mount; mounts without losses are missing.
    pub guns_lost: BTreeMap<String, i32>,
    /// Turrets that are jammed.
    pub jammed: BTreeSet<String>,
    /// Speed, knots.
    pub speed: i32,
    /// Hits on speed in order: "funnel", "steamed", "boiler" (SPB-11, SPB-AMB-27).
    pub speed_hits: Vec<String>,
    /// All pressure is lost.
    pub pressure_lost: bool,
    /// True once steamed (critical 16).
    pub steamed: bool,
    /// Boiler valves are damaged.
    pub valves: bool,
    /// Steering cables are damaged.
    pub steering: bool,
    /// The side to which the helm is jammed.
    pub helm: Option<String>,
    /// The last turn without a helmsman.
    pub helmsman: Option<u32>,
    /// Paddle wheels that are out.
    pub wheels: BTreeSet<String>,
    /// True if the anchor is lost.
    pub anchor_lost: bool,
    /// At anchor.
    pub anchored: bool,
    /// Aground.
    pub aground: bool,
    /// True while the ram bow is fitted.
    pub ram_bow: bool,
    /// "none", "carried" or "rigged".
    pub spar: String,
    /// The captain's trait.
    pub captain: String,
    /// Partially concealed.
    pub concealed: bool,
    /// Illuminated at night.
    pub illuminated: bool,
    /// Ships lit by its searchlight.
    pub lights: BTreeSet<String>,
    /// True if it must withdraw (SPB-AMB-26).
    pub withdrawing: bool,
    /// True if it sinks once its other test is read (SPB-AMB-24).
    pub going_down: bool,
    /// The ship's fate.
    pub fate: Option<String>,
    /// On the table, away, or still to come.
    pub location: Place,
    /// True once the move of this turn is made.
    pub moved: bool,
}

/// A new value of a ship, set by an event.
#[derive(Debug, Clone, Deserialize)]
pub struct Change {
    /// The ship concerned.
    pub ship: String,
    #[serde(flatten)]
    set: Set,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "set", rename_all = "snake_case")]
enum Set {
    Sp { left: i32 },
    Bp { left: i32 },
    HullAt { at: Option<i32> },
    CrewQuality { quality: i32 },
    CrewParties { parties: i32 },
    Fires { fires: i32 },
    Floods { floods: i32 },
    GunsLost { mount: String, lost: i32 },
    Turret { mount: String, jammed: bool },
    Steering { damaged: bool },
    Helm { jammed: Option<String> },
    Helmsman { through_turn: Option<u32> },
    Valves { damaged: bool },
    SpeedHits { hits: Vec<String> },
    Steamed { steamed: bool },
    Pressure { lost: bool },
    Speed { knots: i32 },
    Wheels { lost: BTreeSet<String> },
    Anchor { lost: bool },
    Anchored { anchored: bool },
    Aground { aground: bool },
    RamBow { fitted: bool },
    Spar { spar: String },
    Captain { captain: String },
    Concealed { concealed: bool },
    Illuminated { illuminated: bool },
    Lights { ships: BTreeSet<String> },
    Withdrawing { withdrawing: bool },
    Moved { moved: bool },
    GoingDown { down: bool },
    Fate { fate: Option<String> },
    Location { location: Place },
}

impl Change {
    /// Sets the value.
    pub fn apply(&self, now: &mut Values) {
        match self.set.clone() {
            Set::Sp { left } => now.sp = left,
            Set::Bp { left } => now.bp = left,
            Set::HullAt { at } => now.hull_at = at,
            Set::CrewQuality { quality } => now.crew_quality = quality,
            Set::CrewParties { parties } => now.crew_parties = parties,
            Set::Fires { fires } => now.fires = fires,
            Set::Floods { floods } => now.floods = floods,
            Set::GunsLost { mount, lost } => drop(now.guns_lost.insert(mount, lost)),
            Set::Turret { mount, jammed: true } => drop(now.jammed.insert(mount)),
            Set::Turret { mount, jammed: false } => drop(now.jammed.remove(&mount)),
            Set::Steering { damaged } => now.steering = damaged,
            Set::Helm { jammed } => now.helm = jammed,
            Set::Helmsman { through_turn } => now.helmsman = through_turn,
            Set::Valves { damaged } => now.valves = damaged,
            Set::SpeedHits { hits } => now.speed_hits = hits,
            Set::Steamed { steamed } => now.steamed = steamed,
            Set::Pressure { lost } => now.pressure_lost = lost,
            Set::Speed { knots } => now.speed = knots,
            Set::Wheels { lost } => now.wheels = lost,
            Set::Anchor { lost } => {
                now.anchor_lost = lost;
                now.anchored &= !lost;
            }
            Set::Anchored { anchored } => now.anchored = anchored && !now.anchor_lost,
            Set::Aground { aground } => now.aground = aground,
            Set::RamBow { fitted } => now.ram_bow = fitted,
            Set::Spar { spar } => now.spar = spar,
            Set::Captain { captain } => now.captain = captain,
            Set::Concealed { concealed } => now.concealed = concealed,
            Set::Illuminated { illuminated } => now.illuminated = illuminated,
            Set::Lights { ships } => now.lights = ships,
            Set::Withdrawing { withdrawing } => now.withdrawing = withdrawing,
            Set::Moved { moved } => now.moved = moved,
            Set::GoingDown { down } => now.going_down = down,
            Set::Fate { fate } => (now.fate, now.going_down) = (fate, false),
            Set::Location { location } => now.location = location,
        }
    }
}

/// A ship in the battle.
#[derive(Debug, Clone)]
pub struct Ship {
    /// The ship's card.
    pub card: Card,
    /// The present values.
    pub now: Values,
    /// The planned speed not yet in effect, knots (SPB-3e).
    pub planned: Option<i32>,
    /// Crew parties sent to work in this turn (SPB-AMB-3).
    pub parties_used: i32,
    /// Guns that have fired in this Shooting Phase, by mount.
    pub fired: BTreeMap<String, i32>,
    /// True if it worked in this Shooting Phase, and may not fire (SPB-5c).
    pub busy: bool,
    /// True once its action in this step is over.
    pub acted: bool,
    /// True if the move of this turn changed its place.
    pub made_way: bool,
    /// Obstacles that it still touches after a collision (SPB-AMB-33).
    pub against: BTreeSet<String>,
    /// Mined areas that it is in and has been tested for (SPB-AMB-31).
    pub mined: BTreeSet<String>,
    /// The last lettered part of the Movement Phase that it did in this turn.
    pub letter: char,
}

impl Ship {
    /// Returns the ship as it enters the battle.
    pub fn new(setup: Setup) -> Self {
        let Setup { card, speed, anchored, aground, location } = setup;
        let now = Values {
            sp: card.sp,
            bp: card.bp,
            hull_at: card.hull_at,
            crew_quality: card.crew_quality,
            crew_parties: card.crew_parties,
            fires: 0,
            floods: 0,
            guns_lost: BTreeMap::new(),
            jammed: BTreeSet::new(),
            speed,
            speed_hits: Vec::new(),
            pressure_lost: false,
            steamed: false,
            valves: false,
            steering: false,
            helm: None,
            helmsman: None,
            wheels: BTreeSet::new(),
            anchor_lost: !card.anchor,
            anchored,
            aground,
            ram_bow: card.ram_bow,
            spar: card.spar.clone(),
            captain: card.captain.clone(),
            concealed: false,
            illuminated: false,
            lights: BTreeSet::new(),
            withdrawing: false,
            going_down: false,
            fate: None,
            location,
            moved: false,
        };
        Self {
            card,
            now,
            planned: None,
            parties_used: 0,
            fired: BTreeMap::new(),
            busy: false,
            acted: false,
            made_way: false,
            against: BTreeSet::new(),
            mined: BTreeSet::new(),
            letter: 'a',
        }
    }

    /// Tells whether it is in the battle and on the table.
    pub fn present(&self) -> bool {
        self.now.fate.is_none() && self.now.location == Place::OnTable
    }

    /// Stopped, anchored or aground.
    pub fn still(&self) -> bool {
        self.now.speed == 0 || self.now.anchored || self.now.aground
    }

    /// The guns left of a mount.
    pub fn left(&self, mount: &Mount) -> i32 {
        mount.guns - self.now.guns_lost.get(&mount.id).copied().unwrap_or(0)
    }

    /// All guns left.
    pub fn guns(&self) -> i32 {
        self.card.mounts.iter().map(|mount| self.left(mount)).sum()
    }

    /// Guns of a mount that have not fired in this phase.
    pub fn ready(&self, mount: &Mount) -> i32 {
        self.left(mount) - self.fired.get(&mount.id).copied().unwrap_or(0)
    }

    /// Turrets with guns left.
    pub fn turrets(&self) -> Vec<&Mount> {
        self.card.mounts.iter().filter(|mount| mount.turret && self.left(mount) > 0).collect()
    }

    /// Tells whether less than a half, or a quarter, of a number is left (SPB-AMB-12: exactly as much is not
    /// less).
    pub fn below(left: i32, whole: i32, parts: i32) -> bool {
        left * parts < whole
    }

    /// Tells whether it must test morale (SPB-13).
    pub fn shaken(&self) -> bool {
        Self::below(self.now.sp, self.card.sp, 4) || Self::below(self.now.bp, self.card.bp, 4)
    }

    /// The loss of turn class, and the best speed in knots (SPB-9 to SPB-11).
    pub fn best(&self, half_below: f64, loss_down: bool) -> (i32, i32) {
        let lose = |knots: i32, quarters: i32| match loss_down {
            true => knots * quarters / 4,
            false => (knots * quarters + 3) / 4,
        };
        let share = f64::from(self.now.bp) / f64::from(self.card.bp);
        let (worse, quarters) = match self.now.bp {
            _ if share < half_below => (2, 2),
            bp if Self::below(bp, self.card.bp, 2) => (1, 1),
            _ => (0, 0),
        };
        let mut knots = self.card.max_speed - lose(self.card.max_speed, quarters);
        // Critical damage after flooding, in order of occurrence.
        for hit in &self.now.speed_hits {
            knots -= if hit == "funnel" { 2.min(knots) } else { lose(knots, 2) };
        }
        (worse, if self.now.pressure_lost { 0 } else { knots })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_world;

    #[test]
    fn speed_suffers_by_buoyancy_first_and_criticals_after() {
        // SPB-V07a, V07b, V09b: of 9 knots and 20 BP.
        let cases =
            [(9, vec!["funnel"], (1, 5)), (10, vec![], (0, 9)), (14, vec![], (0, 9)), (4, vec![], (2, 5))];
        with_world(|world| {
            for (bp, hits, expected) in cases {
                let mut ship = world.ships["drache"].clone();
                (ship.card.max_speed, ship.card.bp, ship.now.bp) = (9, 20, bp);
                ship.now.speed_hits = hits.into_iter().map(str::to_owned).collect();
                assert_eq!(world.best(&ship), expected, "{bp} BP");
            }
        });
    }
}
