//! Decisions of players and umpire.

use crate::core::{Edge, Faces, OptionValue, Settlement, SideId};
use crate::gunboat;
use crate::mahan::orders::{Chit, PlayerOrder, Side};
use crate::mahan::play::state::battle::{Fate, GroupId, HexPose, Outcome, Piece};
use crate::mahan::play::state::card::ShipCard;
use geometry::{Flank, HexGrid, ShipId};
use serde::{Deserialize, Serialize};

/// A ship as it enters the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The ship's card.
    pub card: ShipCard,
    /// The side that commands the ship.
    pub side: Side,
    /// The starting place.
    pub place: HexPose,
}

/// A formation at the start of the battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formation {
    /// The name; it differs from every ship's.
    pub id: GroupId,
    /// The ships; the first leads.
    pub ships: Vec<ShipId>,
}

/// Orders for a formation (MAH-5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupOrder {
    /// The formation concerned.
    pub group: GroupId,
    /// Its speed.
    pub speed: u8,
    /// Its manoeuvre.
    pub order: PlayerOrder,
}

/// A result of the base game, entered by hand (MAH-AMB-2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "becomes", rename_all = "snake_case")]
pub enum Becomes {
    /// The total of top speed lost.
    SpeedLost {
        /// The amount lost.
        lost: u8,
    },
    /// A section of hull armor is reduced.
    Hull {
        /// The side of the section.
        side: Flank,
        /// The section, from 0.
        section: usize,
        /// The armor left.
        left: u8,
    },
    /// A gun is lost, or usable again.
    Gun {
        /// The gun concerned.
        gun: String,
        /// True for lost.
        lost: bool,
    },
    /// The ship anchors or weighs.
    Anchored {
        /// True for at anchor.
        anchored: bool,
    },
    /// The ship is fouled, or free again.
    Fouled {
        /// True for fouled.
        fouled: bool,
    },
    /// The ship is out of the battle.
    Lost {
        /// The fate.
        fate: Fate,
    },
}

/// A result of the base game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The ship concerned.
    pub ship: ShipId,
    /// The result.
    pub to: Becomes,
}

/// An order of the umpire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum UmpireOrder {
    /// Places a ship.
    Put {
        /// The ship.
        ship: ShipId,
        /// The place.
        place: HexPose,
    },
    /// A Mahan formation retreats, or returns to the fight (MAH-13, MAH-AMB-13).
    Retreat {
        /// The formation concerned.
        group: GroupId,
        /// True for retreat.
        retreats: bool,
    },
    /// The battle ends.
    End {
        /// The outcome.
        outcome: Outcome,
    },
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub enum Decision {
    /// Open the battle.
    Open {
        /// The ships that take part.
        ships: Vec<Entry>,
        /// The ships that sail together.
        formations: Vec<Formation>,
        /// The Player's side, and Mahan's.
        sides: (SideId, SideId),
        /// Mahan's friendly map edge (MAH-13).
        mahan_edge: Edge,
        /// Land and shoals.
        terrain: Vec<Piece>,
        /// The board on the table: [`crate::mahan::MahanBook::grid_in`] or
        /// [`crate::mahan::MahanBook::grid_from_clicks`].
        grid: HexGrid,
        /// Readings other than the defaults.
        options: Vec<OptionValue>,
    },
    /// All models stand in their starting places.
    SetOut {
        /// Every ship of the battle.
        ships: Vec<ShipId>,
        /// The players' settlements of measures too close to call.
        settled: Vec<Settlement>,
    },
    /// The Player's orders for the turn (MAH-5).
    PlayerOrders {
        /// One for each formation that can move.
        orders: Vec<GroupOrder>,
    },
    /// Throw the due dice.
    Roll {
        /// Thrown by the app, or typed from real dice.
        faces: Faces,
    },
    /// Mahan's models were moved by the rules (MAH-3, MAH-4).
    MahanMoved {
        /// Every Mahan ship on the map.
        ships: Vec<ShipId>,
        /// The players' settlements of measures too close to call.
        settled: Vec<Settlement>,
    },
    /// The models of a Player's formation were moved (MAH-4).
    Move {
        /// The formation concerned.
        group: GroupId,
        /// Its ships on the map.
        ships: Vec<ShipId>,
        /// Those that leave the map.
        leave: Vec<ShipId>,
        /// The players' settlements of measures too close to call.
        settled: Vec<Settlement>,
    },
    /// Two chits are drawn (MAH-25).
    Draw {
        /// Drawn from a real cup; none for the app to draw.
        chits: Option<Vec<Chit>>,
    },
    /// A decision of the book that resolves fire (MAH-AMB-2).
    Gunnery {
        /// That book's decision.
        #[serde(rename = "gunboat")]
        decision: gunboat::Decision,
    },
    /// Act for Mahan by the rules: he fires, and his hits are checked off (MAH-3, MAH-25).
    ForMahan,
    /// The Player ends his fire.
    FireDone,
    /// Enter results of the base game by hand.
    Enter {
        /// The changes.
        changes: Vec<Change>,
        /// The reason.
        reason: String,
    },
    /// Register the board again, after the table or the camera was moved.
    RegisterGrid {
        /// The registration in force from now on.
        grid: HexGrid,
        /// The reason.
        reason: String,
    },
    /// Change an option.
    SetOption {
        /// The option.
        option: OptionValue,
        /// The reason.
        reason: String,
    },
    /// Carry out an order of the umpire.
    Umpire {
        /// The order.
        order: UmpireOrder,
        /// The reason.
        reason: String,
    },
}
