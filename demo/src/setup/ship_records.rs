//! The records from which a ship is drawn: kind, measures, colours, base, marks, rig.

use crate::setup::colour::Colour;
use geometry::{HullShape, Pose, ShipId};
use serde::{Deserialize, Serialize};

/// Which of the two fleets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The United States.
    Union,
    /// The Confederate States.
    Confederate,
}

/// What a model looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShipKind {
    /// An ironclad with one long sloping casemate.
    Casemate,
    /// A low raft with a turret.
    Monitor,
    /// A steamer with paddle boxes and two stacks abreast.
    Sidewheel,
    /// A small river steamer with a stern wheel.
    Tinclad,
    /// A broad river ironclad with a casemate and two stacks abreast.
    City,
    /// A wooden frigate or sloop: open deck, one stack, three masts.
    Sloop,
    /// An open boat with a boiler and a spar, half an inch long.
    Launch,
    /// A scow with a mortar amidships.
    Mortar,
}

/// The colours of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShipPaint {
    /// Sides.
    pub hull: Colour,
    /// Deck.
    pub deck: Colour,
    /// Houses and casemate.
    pub house: Colour,
    /// Stacks.
    pub stack: Colour,
    /// A coloured band round the stack, by which sisters differ.
    pub band: Option<Colour>,
    /// Another colour of the hull's and deck's ends, its last eighths: the sea's, to hide them.
    pub ends: Option<Colour>,
}

/// A base under a model.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BaseSetup {
    /// From end to end, inches.
    pub length_in: f64,
    /// Across, inches.
    pub width_in: f64,
    /// Thickness, inches.
    pub height_in: f64,
    /// Its colour.
    pub colour: Colour,
    /// How strongly it is stippled with light and dark (0: smooth).
    pub texture: f64,
    /// A white name label on it.
    pub label: bool,
    /// Where the label is.
    #[serde(default, skip_serializing_if = "LabelPlace::is_stripes")]
    pub label_at: LabelPlace,
}

/// Where a base has its name label, and what is on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelPlace {
    /// Lines of text across the after end, as stripes.
    #[default]
    Stripes,
    /// A row of letters across the after end.
    Stern,
    /// A row of letters along the starboard side.
    Side,
}

impl LabelPlace {
    fn is_stripes(&self) -> bool {
        *self == Self::Stripes
    }
}

/// A small coloured mark on the forecastle, which distinguishes sisters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeckMark {
    /// A dot.
    Dot(Colour),
    /// A band across the deck.
    Band(Colour),
}

/// What the sails of a rigged model do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sails {
    /// There are none.
    Bare,
    /// Furled on the yards.
    Furled,
    /// Set.
    Set,
}

/// Three masts with yards, rigging and sails.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RigSetup {
    /// The top of the main mast above the table, inches.
    pub mast_in: f64,
    /// The main yard from end to end, inches.
    pub yard_in: f64,
    /// How far the yards are turned from athwart, radians counter-clockwise.
    pub braced_rad: f64,
    /// The sails.
    pub sails: Sails,
    /// The colour of masts and yards.
    pub spars: Colour,
    /// The colour of sails.
    pub canvas: Colour,
}

/// One model ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DemoShip {
    /// Its name.
    pub id: ShipId,
    /// What it looks like.
    pub kind: ShipKind,
    /// Whose it is.
    pub side: Side,
    /// The scale of its fittings: 1 at 1:1200, 2 at 1:600.
    pub scale: f64,
    /// From stem to stern, inches.
    pub length_in: f64,
    /// Greatest width, inches.
    pub beam_in: f64,
    /// The top of the stack or turret above the table, inches.
    pub stack_height_in: f64,
    /// How far the stack stands ahead of the hull's middle, inches.
    pub stack_ahead_in: f64,
    /// The deck above the table, inches.
    pub deck_height_in: f64,
    /// Its colours.
    pub paint: ShipPaint,
    /// The base it is glued to.
    pub base: Option<BaseSetup>,
    /// The number of the tag it carries, if any: DICT_4X4_50, 0.75 in, 0.80 in above the table.
    pub tag: Option<u32>,
    /// The turret's guns, radians clockwise from ahead.
    pub turret_rad: f64,
    /// The stack has been taken off.
    pub stack_off: bool,
    /// A mark on its forecastle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<DeckMark>,
    /// Masts, yards and sails in place of the simple ones of its kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rig: Option<RigSetup>,
    /// Its start pose.
    pub pose: Pose,
}

impl DemoShip {
    /// The plan of its hull.
    pub fn hull(&self) -> HullShape {
        HullShape { length_in: self.length_in, beam_in: self.beam_in, stack_ahead_in: self.stack_ahead_in }
    }
}
