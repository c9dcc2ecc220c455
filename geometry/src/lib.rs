//! The plane of the table, in inches.
//!
//! Frame: origin at the south-west corner of the playing area, x east, y north, z up. Headings are kept in
//! radians, clockwise from north; degrees appear only at the edges ([`Heading::from_deg`], [`Heading::deg`]).
//! Every measure carries its standard deviation, and every threshold answers yes, no or too close to call.
//!
//! This crate is pure: no clock, no files, no pixels, no rules.

mod contact;
mod hexes;
mod movement;
mod plane;
mod ships;
mod sighting;
mod similarity;

pub use contact::{CONTACT_TOLERANCE_IN, Gap, HullEnds, HullPart, Strike, gap, strike};
pub use hexes::grid::{HexBoard, HexClick, HexFit, HexGrid, HexGridError, HexPlace, HexTop, Shoved};
pub use hexes::hex::{Facing, Hex};
pub use movement::course::{shortest_to_point, way_through_points};
pub use movement::dubins::shortest_path;
pub use movement::hazard::{Encounter, Sweep, encounter, terrain_met};
pub use movement::path::{Leg, Path};
pub use movement::reach::{Reach, reach};
pub use movement::steering::{Steering, Way, way, way_through};
pub use plane::heading::{Flank, Heading, RelativeBearing, wrap_pi, wrap_tau};
pub use plane::measure::{Measured, TOO_CLOSE_SIGMAS, Verdict};
pub use plane::outline::{
    Bounds, Closest, closest, crossings, first_meeting_in, nearest_on_outline, outline_contains,
    outline_gap_in, outlines_meet, segment_gap_in, signed_gap_in, signed_outline_gap_in,
};
pub use plane::place::{HullShape, Point, Pose};
pub use plane::round::{round_bearing_deg, round_deg, round_in};
pub use plane::terrain::{Terrain, TerrainError, TerrainId, TerrainKind};
pub use ships::camera_error::CameraError;
pub use ships::observation::{CalibrationId, Confidence, FrameId, Observation, ShipId};
pub use ships::standing::Standing;
pub use sighting::arc::{Arc, ArcTarget, InArc, bears, in_arc, nearest_edge_deg, span_bears};
pub use sighting::line_of_fire::{Barrier, InTheWay, LineOfFire, line_of_fire};
pub use sighting::sight::{Clearance, clearance, range_in, relative_bearing_rad};
pub use similarity::{NoSimilarity, Similarity};
