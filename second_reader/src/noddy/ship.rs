//! A ship's card, and its state.

use crate::noddy::kept::{Becomes, Course, Decides, Side, Step};
use crate::noddy::sheet::{self, Build, Class, HalfKnots};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A gun on a card.
#[derive(Debug, Clone, Deserialize)]
pub struct Gun {
    /// Its name.
    pub id: String,
    /// The place.
    pub place: Side,
    /// Its size.
    pub class: Class,
    /// True for rifled.
    pub rifled: bool,
    /// Early turrets fire one gun at a time (NOD-33).
    #[serde(default)]
    pub one_at_a_time: bool,
}

/// Armour classes: the hull's, and that of a face with another class (NOD-AMB-25).
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Armour {
    pub hull: i32,
    pub bow: Option<i32>,
    pub side: Option<i32>,
    pub stern: Option<i32>,
}

impl Armour {
    /// The value that a shot at this face must beat.
    pub fn facing(self, struck: Option<Side>) -> i32 {
        let marked = match struck {
            Some(Side::Bow) => self.bow,
            Some(Side::Stern) => self.stern,
            Some(Side::Port | Side::Starboard) => self.side,
            Some(Side::Turret) | None => None,
        };
        marked.unwrap_or(self.hull)
    }
}

/// A vessel's card (NOD-32).
#[derive(Debug, Clone, Deserialize)]
pub struct Card {
    pub id: String,
    pub side: String,
    pub build: Build,
    pub top_speed: HalfKnots,
    pub armour: Armour,
    pub guns: Vec<Gun>,
    pub reinforced_bow: bool,
    pub draught_ft: f64,
    #[serde(default)]
    pub guessed: Vec<Guess>,
}

/// The source of a card's figure.
#[derive(Debug, Clone, Deserialize)]
pub struct Guess {
    pub what: String,
    pub why: String,
}

/// A battery's card.
#[derive(Debug, Clone, Deserialize)]
pub struct BatteryCard {
    pub id: String,
    pub side: String,
    pub armour: i32,
    pub guns: Vec<Gun>,
    pub x_in: f64,
    pub y_in: f64,
    pub facing_deg: f64,
}

/// A regiment's card.
#[derive(Debug, Clone, Deserialize)]
pub struct RegimentCard {
    pub id: String,
    pub side: String,
    pub x_in: f64,
    pub y_in: f64,
}

/// The state of a gun.
#[derive(Debug, Clone, Default)]
pub struct GunState {
    pub lost: bool,
    pub fired: Option<i64>,
    pub target: Option<String>,
    pub shut_until: i64,
}

/// A battery in battle.
#[derive(Debug, Clone)]
pub struct Battery {
    pub card: BatteryCard,
    pub guns: BTreeMap<String, GunState>,
    pub fired_in: Option<Step>,
    pub last_target: Option<String>,
}

impl Battery {
    /// Tells whether a gun of it is intact.
    pub fn stands(&self) -> bool {
        self.card.guns.iter().any(|gun| !self.guns.get(&gun.id).is_some_and(|state| state.lost))
    }
}

/// A ship in battle.
#[derive(Debug, Clone)]
pub struct Ship {
    pub card: Card,
    pub fate: Option<String>,
    pub top_speed: HalfKnots,
    pub speed: HalfKnots,
    /// The speed in the previous move.
    pub speed_before: HalfKnots,
    pub guns: BTreeMap<String, GunState>,
    pub crippled: bool,
    pub lists_port: bool,
    pub lists_starboard: bool,
    pub helmless_until: i64,
    pub steering_until: i64,
    pub jammed_until: i64,
    pub pipes: bool,
    pub stack_hits: i32,
    pub burning: Option<i32>,
    pub steam: bool,
    pub abandoned: bool,
    pub sinks_after: Option<i64>,
    pub aground: Option<i32>,
    pub refloat_tried: bool,
    /// The orders while they are secret; the course is none while it is on paper.
    pub written: Option<Option<Course>>,
    pub course: Option<Course>,
    /// True once the way, or the turn, of this step is made.
    pub moved: bool,
    /// The distance made in this half move (or segment), inches.
    pub gone_in: f64,
    pub turned: bool,
    pub stopped: bool,
    /// True if contact stopped the ship in this half move (NOD-AMB-27).
    pub just_stopped: bool,
    /// Ships in contact while the contact is unsettled (NOD-AMB-26).
    pub contact: Vec<String>,
    /// Areas in which the ship was tested in this half move (NOD-AMB-31).
    pub mines_tested: BTreeSet<String>,
    pub fired_in: Option<Step>,
    pub last_target: Option<String>,
    pub rammed: Vec<String>,
}

impl Ship {
    /// An undamaged ship.
    pub fn new(card: Card, speed: HalfKnots, aground: bool) -> Self {
        Self {
            top_speed: card.top_speed,
            card,
            fate: None,
            speed,
            speed_before: speed,
            guns: BTreeMap::new(),
            crippled: false,
            lists_port: false,
            lists_starboard: false,
            helmless_until: 0,
            steering_until: 0,
            jammed_until: 0,
            pipes: false,
            stack_hits: 0,
            burning: None,
            steam: false,
            abandoned: false,
            sinks_after: None,
            aground: aground.then_some(0),
            refloat_tried: false,
            written: None,
            course: None,
            moved: false,
            gone_in: 0.0,
            turned: false,
            stopped: false,
            just_stopped: false,
            contact: Vec::new(),
            mines_tested: BTreeSet::new(),
            fired_in: None,
            last_target: None,
            rammed: Vec::new(),
        }
    }

    /// Tells whether the ship is on the table.
    pub fn present(&self) -> bool {
        self.fate.is_none()
    }

    /// Tells whether the ship is on the table with a crew.
    pub fn fights(&self) -> bool {
        self.present() && !self.abandoned
    }

    /// Tells whether the engines can drive the ship; a jam is temporary and doesn't count here (NOD-AMB-12).
    pub fn has_power(&self) -> bool {
        self.fights() && self.top_speed > 0 && !self.crippled && !self.steam
    }

    /// Tells whether the ship drifts with the current (NOD-25, NOD-AMB-12): without way, and without the means to
    /// make any.
    pub fn adrift(&self, turn: i64) -> bool {
        let driven = self.has_power() && self.jammed_until < turn;
        self.present() && self.aground.is_none() && self.speed == 0 && !driven
    }

    /// Tells whether the ship is stationary (NOD-AMB-27).
    pub fn stationary(&self, turn: i64, drifting_is_stationary: bool) -> bool {
        if self.aground.is_some() {
            return true;
        }
        self.speed == 0 && !self.just_stopped && (drifting_is_stationary || !self.adrift(turn))
    }

    /// Tells whether nothing binds the ship to its present course.
    pub fn steers(&self, turn: i64) -> bool {
        self.steering_until < turn && self.helmless_until < turn
    }

    /// Tells whether orders are written for the ship (NOD-9).
    pub fn takes_orders(&self, turn: i64) -> bool {
        self.has_power() && self.aground.is_none() && self.helmless_until < turn
    }

    /// Tells whether a gun is not struck off.
    pub fn stands(&self, gun: &Gun) -> bool {
        !self.guns.get(&gun.id).is_some_and(|state| state.lost)
    }

    /// Tells whether damage allows a gun to fire: not lost, not shut, not on the side that can't be depressed
    /// (NOD-19).
    pub fn serves(&self, gun: &Gun, turn: i64) -> bool {
        let shut = self.guns.get(&gun.id).is_some_and(|state| state.shut_until >= turn);
        let low = (gun.place == Side::Starboard && self.lists_port)
            || (gun.place == Side::Port && self.lists_starboard);
        self.stands(gun) && !shut && !low
    }

    /// The speed left for this move when damage came after the orders (NOD-AMB-28). "Vessel slows to halt" at
    /// the change of speed allowed in a move (NOD-AMB-15); with damaged pipes that is only one knot.
    pub fn rest_of_move(&self, turn: i64, course: Course) -> HalfKnots {
        let most = sheet::change_of_speed(self.pipes);
        let ordered = course.speed;
        if self.steam || self.jammed_until >= turn {
            let left = (self.speed_before.abs() - most).max(0).min(ordered.abs());
            return left * ordered.signum();
        }
        if self.pipes {
            return ordered.clamp(self.speed_before - most, self.speed_before + most);
        }
        ordered
    }

    /// Begins a new move.
    pub fn begin_move(&mut self) {
        (self.written, self.course) = (None, None);
        (self.stopped, self.refloat_tried, self.turned) = (false, false, false);
        self.fired_in = None;
        self.contact.clear();
        self.rammed.clear();
    }

    /// Applies a new condition as recorded, even where the reader disagrees.
    pub fn become_so(&mut self, to: &Becomes) {
        match to {
            Becomes::TopSpeed { half_knots } => self.top_speed = *half_knots,
            Becomes::Speed { half_knots } => self.speed = *half_knots,
            Becomes::Makes { half_knots } => {
                self.speed = *half_knots;
                if let Some(course) = &mut self.course {
                    course.speed = *half_knots;
                }
            }
            Becomes::Gun { gun, lost } => self.guns.entry(gun.clone()).or_default().lost = *lost,
            Becomes::Shut { gun, until } => self.guns.entry(gun.clone()).or_default().shut_until = *until,
            Becomes::Lists { to: Side::Port } => self.lists_port = true,
            Becomes::Lists { .. } => self.lists_starboard = true,
            Becomes::Pipes { damaged } => self.pipes = *damaged,
            Becomes::Stack { hits } => self.stack_hits = *hits,
            Becomes::Helmless { until } => self.helmless_until = *until,
            Becomes::Steering { until } => self.steering_until = *until,
            Becomes::Jammed { until } => self.jammed_until = *until,
            Becomes::Burning { attempts } => self.burning = *attempts,
            Becomes::Steam { full } => self.steam = *full,
            Becomes::Abandoned => (self.abandoned, self.written) = (true, None),
            Becomes::Crippled => self.crippled = true,
            Becomes::Sinks { after } => self.sinks_after = Some(*after),
            Becomes::Aground { attempts } => {
                self.aground = *attempts;
                if attempts.is_some() {
                    (self.speed, self.stopped) = (0, true);
                }
            }
            Becomes::Stopped => (self.speed, self.stopped, self.just_stopped) = (0, true, true),
            Becomes::InContact { with } => {
                self.stopped = true;
                self.contact.clone_from(with);
            }
            Becomes::Lost { fate } => {
                self.fate = Some(fate.clone());
                (self.written, self.course) = (None, None);
                self.contact.clear();
            }
        }
    }
}

/// Tells whether this roll decides when a ship sinks.
pub fn is_sink_delay(decides: &Decides) -> bool {
    *decides == Decides::SinkDelay
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::noddy) fn ship(top_knots: i32, guns: &[(&str, Side)]) -> Ship {
        let gun = |(id, place): &(&str, Side)| Gun {
            id: (*id).to_owned(),
            place: *place,
            class: Class::Mummy,
            rifled: false,
            one_at_a_time: false,
        };
        let armour = Armour { hull: 9, bow: None, side: None, stern: None };
        let card = Card {
            id: "cairo".to_owned(),
            side: "union".to_owned(),
            build: Build::Riverboat,
            top_speed: 2 * top_knots,
            armour,
            guns: guns.iter().map(gun).collect(),
            reinforced_bow: false,
            draught_ft: 6.0,
            guessed: Vec::new(),
        };
        Ship::new(card, 6, false)
    }

    #[test]
    fn a_drifting_ship_is_not_stationary_and_a_stopped_one_is() {
        let mut cairo = ship(6, &[]);
        cairo.speed = 0;
        assert!(cairo.stationary(1, false));
        cairo.just_stopped = true;
        assert!(!cairo.stationary(1, false), "contact stopped her in this half move");
        (cairo.just_stopped, cairo.top_speed) = (false, 0);
        assert!(cairo.adrift(1) && !cairo.stationary(1, false) && cairo.stationary(1, true));
        cairo.aground = Some(0);
        assert!(!cairo.adrift(1) && cairo.stationary(1, false));
    }

    #[test]
    fn damage_governs_what_is_left_of_a_move() {
        let mut cairo = ship(6, &[]);
        let course = Course { speed: 10, turn_deg: 0.0 };
        assert_eq!(cairo.rest_of_move(3, course), 10);
        cairo.pipes = true;
        assert_eq!(cairo.rest_of_move(3, course), 8, "one knot up from 3");
        cairo.pipes = false;
        cairo.jammed_until = 3;
        assert_eq!(cairo.rest_of_move(3, course), 2, "two knots down from 3");
    }

    #[test]
    fn a_list_puts_the_high_side_out() {
        let mut cairo = ship(6, &[("starboard-1", Side::Starboard), ("port-1", Side::Port)]);
        cairo.become_so(&Becomes::Lists { to: Side::Port });
        let serves: Vec<bool> = cairo.card.guns.iter().map(|gun| cairo.serves(gun, 1)).collect();
        assert_eq!(serves, [false, true]);
    }
}
