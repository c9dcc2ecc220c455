//! Decisions of players and umpire.

use crate::core::{Edge, Faces, OptionValue, Settlement, SideId, values};
use crate::gunboat;
use crate::mahan::orders::{Chit, PlayerOrder, Side};
use crate::mahan::play::state::battle::{Fate, GroupId, HexPose, Outcome, Piece, Ship};
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

values! {
    /// A result of the base game, entered by hand (MAH-AMB-2).
    #[serde(tag = "becomes")]
    pub enum Becomes of ship: Ship {
        /// The total of top speed lost.
        SpeedLost { lost: u8 } => ship.speed_lost = *lost,
        /// A section of hull armor is reduced: the section, from 0, and the armor left.
        Hull { side: Flank, section: usize, left: u8 } => {
            if let Some(box_) = ship.hull.side_mut(*side).get_mut(*section) {
                *box_ = *left;
            }
        },
        /// A gun is lost, or usable again.
        Gun { gun: String, lost: bool } => if *lost {
            ship.guns_lost.insert(gun.clone());
        } else {
            ship.guns_lost.remove(gun);
        },
        /// The ship anchors or weighs.
        Anchored { anchored: bool } => ship.anchored = *anchored,
        /// The ship is fouled, or free again.
        Fouled { fouled: bool } => ship.fouled = *fouled,
        /// The ship is out of the battle.
        Lost { fate: Fate } => ship.fate = Some(*fate),
    }
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
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum UmpireOrder {
    /// Places a ship.
    Put { ship: ShipId, place: HexPose },
    /// A Mahan formation retreats, or returns to the fight (MAH-13, MAH-AMB-13).
    Retreat {
        group: GroupId,
        /// True for retreat.
        retreats: bool,
    },
    /// The battle ends.
    End { outcome: Outcome },
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Decision {
    /// Open the battle.
    Open {
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
        settled: Vec<Settlement>,
    },
    /// The models of a Player's formation were moved (MAH-4).
    Move {
        group: GroupId,
        /// Its ships on the map.
        ships: Vec<ShipId>,
        /// Those that leave the map.
        leave: Vec<ShipId>,
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
    Enter { changes: Vec<Change>, reason: String },
    /// Register the board again, after the table or the camera was moved.
    RegisterGrid {
        /// The registration in force from now on.
        grid: HexGrid,
        reason: String,
    },
    /// Change an option.
    SetOption { option: OptionValue, reason: String },
    /// Carry out an order of the umpire.
    Umpire { order: UmpireOrder, reason: String },
}
