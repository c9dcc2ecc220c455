//! What may be decided.

use crate::core::{Edge, Faces, OptionValue, Settlement, SideId};
use crate::gunboat;
use crate::mahan::orders::{Chit, PlayerOrder, Side};
use crate::mahan::play::state::battle::{Fate, GroupId, HexPose, Outcome, Piece};
use crate::mahan::play::state::card::ShipCard;
use geometry::{Flank, HexGrid, ShipId};
use serde::{Deserialize, Serialize};

/// A ship as she enters the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The ship's card.
    pub card: ShipCard,
    /// The side that commands the ship.
    pub side: Side,
    /// Where she begins.
    pub place: HexPose,
}

/// A formation as the battle begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formation {
    /// Its name; not that of a ship.
    pub id: GroupId,
    /// Its ships, the first leads.
    pub ships: Vec<ShipId>,
}

/// Orders for a formation (MAH-5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupOrder {
    /// Whom.
    pub group: GroupId,
    /// Its speed.
    pub speed: u8,
    /// Its manoeuvre.
    pub order: PlayerOrder,
}

/// What the base game did to a ship, entered by hand (MAH-AMB-2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "becomes", rename_all = "snake_case")]
pub enum Becomes {
    /// So much of her top speed is lost in all.
    SpeedLost {
        /// How much.
        lost: u8,
    },
    /// A section of hull armor has so much left.
    Hull {
        /// On this side.
        side: Flank,
        /// Which section, from 0.
        section: usize,
        /// So much.
        left: u8,
    },
    /// A gun is lost, or serves again.
    Gun {
        /// The gun concerned.
        gun: String,
        /// Lost?
        lost: bool,
    },
    /// She lies at anchor, or has weighed.
    Anchored {
        /// At anchor?
        anchored: bool,
    },
    /// She is fouled, or free.
    Fouled {
        /// Fouled?
        fouled: bool,
    },
    /// She is out of the battle.
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
    /// What.
    pub to: Becomes,
}

/// What an umpire orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum UmpireOrder {
    /// A ship stands there.
    Put {
        /// The ship that acts.
        ship: ShipId,
        /// The place.
        place: HexPose,
    },
    /// A Mahan formation retreats, or fights again (MAH-13, MAH-AMB-13).
    Retreat {
        /// The formation concerned.
        group: GroupId,
        /// Retreats?
        retreats: bool,
    },
    /// The battle ends.
    End {
        /// So.
        outcome: Outcome,
    },
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub enum Decision {
    /// The battle begins.
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
    /// All models stand where they begin.
    SetOut {
        /// Every ship of the battle.
        ships: Vec<ShipId>,
        /// What the players say about measures too close to call.
        settled: Vec<Settlement>,
    },
    /// The Player's orders for the turn (MAH-5).
    PlayerOrders {
        /// One for each formation that can move.
        orders: Vec<GroupOrder>,
    },
    /// The dice that are due are thrown.
    Roll {
        /// By the app, or real ones.
        faces: Faces,
    },
    /// Mahan's models were moved as the rules move them (MAH-3, MAH-4).
    MahanMoved {
        /// Every ship of his on the map.
        ships: Vec<ShipId>,
        /// What the players say about measures too close to call.
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
        /// What the players say about measures too close to call.
        settled: Vec<Settlement>,
    },
    /// Two chits are drawn (MAH-25).
    Draw {
        /// Out of a real cup; none for the app to draw.
        chits: Option<Vec<Chit>>,
    },
    /// What the book that resolves fire wants decided (MAH-AMB-2).
    Gunnery {
        /// That book's decision.
        #[serde(rename = "gunboat")]
        decision: gunboat::Decision,
    },
    /// What the rules do for Mahan: he fires, and his hits are checked off (MAH-3, MAH-25).
    ForMahan,
    /// The Player has fired all he wants to.
    FireDone,
    /// What the base game did is entered by hand.
    Enter {
        /// The changes.
        changes: Vec<Change>,
        /// The reason.
        reason: String,
    },
    /// The board is registered anew: the table or the camera was moved.
    RegisterGrid {
        /// The registration in force from now on.
        grid: HexGrid,
        /// The reason.
        reason: String,
    },
    /// An option is changed.
    SetOption {
        /// The option.
        option: OptionValue,
        /// The reason.
        reason: String,
    },
    /// The umpire orders something.
    Umpire {
        /// The order.
        order: UmpireOrder,
        /// The reason.
        reason: String,
    },
}
