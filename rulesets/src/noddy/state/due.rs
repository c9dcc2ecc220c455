//! Rolls that are due: their purpose, the party that throws, and the audience.

use crate::core::{Actor, Audience, Die, RollRequest};
use crate::noddy::state::battle::State;
use crate::noddy::state::card::{GunId, GunPosition};
use geometry::{ShipId, TerrainId};
use serde::{Deserialize, Serialize};

/// The purpose of a roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "decides", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum RollUse {
    /// Whether this gun hits (NOD-17); the roll's ship is the target, a ship or a battery.
    ToHit {
        firer: ShipId,
        gun: GunId,
        /// Gun value and modifiers.
        plus: i16,
        /// The armour class.
        needs: i16,
        /// The side of the target that is hit.
        struck: Option<GunPosition>,
    },
    /// The effect of a hit on a ship (NOD-18) or a battery (NOD-22).
    Effect {
        /// The side that is hit.
        struck: Option<GunPosition>,
    },
    /// A special effect (NOD-19).
    Special {
        /// The side that is hit.
        struck: Option<GunPosition>,
        /// True if caused by musketry: only the helmsman can be hit (NOD-21).
        musketry: bool,
    },
    /// A duration in moves (NOD-AMB-16).
    Moves {
        /// The effect with this duration.
        of: Lasting,
    },
    /// Whether the crew leaves a ship full of steam.
    Abandon,
    /// The number of moves until the ship sinks (NOD-26).
    SinkDelay,
    /// Whether the fire is put out.
    FireFighting,
    /// A ram (NOD-23): the roll's ship is the rammee.
    Ram {
        rammer: ShipId,
        /// The modifiers.
        plus: i16,
    },
    /// The number of knots lost (NOD-24).
    RamKnots,
    /// Whether the ship refloats (NOD-10).
    Refloat,
    /// Whether a mine goes off (NOD-30).
    Mine {
        /// The mined area.
        area: TerrainId,
    },
    /// Whether the regiment's fire can have an effect (NOD-21).
    Musketry {
        regiment: ShipId,
        /// The side that is hit.
        struck: Option<GunPosition>,
    },
}

/// An effect whose duration is thrown with a die.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "lasts", rename_all = "snake_case")]
pub enum Lasting {
    /// A gun's jammed shutter.
    Shutter {
        /// The gun.
        gun: GunId,
    },
    /// A jammed screw or paddle.
    Jam,
    /// Damaged steering.
    Steering,
}

/// A roll that is due.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PendingRoll {
    /// The dice and the label.
    pub request: RollRequest,
    /// The ship or battery that the roll concerns.
    pub ship: ShipId,
    /// The party that throws.
    pub by: Actor,
    /// The viewers who may see the result (NOD-29).
    pub audience: Audience,
    /// The purpose.
    pub decides: RollUse,
}

impl AsRef<RollRequest> for PendingRoll {
    fn as_ref(&self) -> &RollRequest {
        &self.request
    }
}

/// A source of the battle's next free numbers.
pub(crate) struct Numbers(u32);

impl Numbers {
    pub(crate) fn after(state: &State) -> Self {
        Self(state.next_number)
    }

    pub(crate) fn next(&mut self) -> u32 {
        let number = self.0;
        self.0 = self.0.saturating_add(1);
        number
    }

    /// A pending roll with the next number. The umpire throws for damage and shows it only to the owner.
    pub(crate) fn roll(&mut self, state: &State, ship: &ShipId, decides: RollUse) -> PendingRoll {
        let owner = state.side(ship).cloned();
        let (purpose, rule, title, count) = describe(&decides);
        let side = |id: &ShipId| state.side(id).cloned().map_or(Actor::Umpire, Actor::Side);
        let open = Audience::Everyone;
        let secret = owner.clone().map_or(Audience::Umpire, Audience::Side);
        let (by, audience) = match &decides {
            RollUse::ToHit { firer, .. } => (side(firer), open),
            RollUse::Ram { rammer, .. } => (side(rammer), open),
            RollUse::Musketry { regiment, .. } => (side(regiment), open),
            RollUse::Refloat => (side(ship), open),
            RollUse::FireFighting => (side(ship), secret),
            RollUse::Mine { .. } => (Actor::Umpire, Audience::Umpire),
            _ => (Actor::Umpire, secret),
        };
        let label = format!("{title}: {}", state.name(ship));
        let request = RollRequest::of(self.next(), (count, Die::D6), (purpose, label), rule);
        PendingRoll { request, ship: ship.clone(), by, audience, decides }
    }
}

/// Purpose, rule, title and number of dice.
fn describe(decides: &RollUse) -> (&'static str, &'static str, &'static str, u8) {
    match decides {
        RollUse::ToHit { .. } => ("to_hit", "NOD-17", "A gun at", 1),
        RollUse::Effect { .. } => ("effect", "NOD-18", "Effect of a hit", 1),
        RollUse::Special { .. } => ("special", "NOD-19", "Special effect", 2),
        RollUse::Moves { of: Lasting::Shutter { .. } } => {
            ("shutter_moves", "NOD-AMB-16", "Shutter jammed", 1)
        }
        RollUse::Moves { of: Lasting::Jam } => ("jam_moves", "NOD-AMB-16", "Screw or paddle jammed", 1),
        RollUse::Moves { of: Lasting::Steering } => ("steering_moves", "NOD-AMB-16", "Steering damaged", 1),
        RollUse::Abandon => ("abandon", "NOD-19", "Does the crew leave her", 1),
        RollUse::SinkDelay => ("sink_delay", "NOD-26", "Moves until she sinks", 1),
        RollUse::FireFighting => ("attempt", "NOD-AMB-22", "Fighting the fire", 1),
        RollUse::Ram { .. } => ("ram", "NOD-23", "Rammed", 1),
        RollUse::RamKnots => ("knots_lost", "NOD-24", "Knots lost", 1),
        RollUse::Refloat => ("refloat", "NOD-10", "Getting free", 1),
        RollUse::Mine { .. } => ("mine", "NOD-30", "Mines", 1),
        RollUse::Musketry { .. } => ("musketry", "NOD-21", "Musketry", 1),
    }
}
