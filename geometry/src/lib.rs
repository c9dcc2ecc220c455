//! The plane of the table, in inches.
//!
//! Frame: origin at the south-west corner of the playing area, x east, y north, z up. Headings are kept in
//! radians, clockwise from north; degrees appear only at the edges ([`Heading::from_deg`], [`Heading::deg`]).
//! Every measure carries its standard deviation, and every threshold answers yes, no or too close to call.
//!
//! This room is pure: no clock, no files, no pixels, no rules.

mod arc;
mod camera_error;
mod contact;
mod course;
mod dubins;
mod fire;
mod hazard;
mod heading;
mod hex;
mod hex_grid;
mod measure;
mod observation;
mod outline;
mod path;
mod place;
mod reach;
mod round;
mod sight;
mod similarity;
mod spare;
mod standing;
mod steering;
mod terrain;

pub use arc::{Arc, ArcTarget, InArc, bears, in_arc, nearest_edge_deg, span_bears};
pub use camera_error::CameraError;
pub use contact::{CONTACT_TOLERANCE_IN, Gap, HullEnds, HullPart, Strike, gap, strike};
pub use course::{shortest_to_point, way_through_points};
pub use dubins::shortest_path;
pub use fire::{Barrier, InTheWay, LineOfFire, line_of_fire};
pub use hazard::{Encounter, Sweep, encounter, terrain_met};
pub use heading::{Flank, Heading, RelativeBearing, wrap_pi, wrap_tau};
pub use hex::{Facing, Hex};
pub use hex_grid::{HexBoard, HexClick, HexFit, HexGrid, HexGridError, HexPlace, HexTop, Shoved};
pub use measure::{Measured, TOO_CLOSE_SIGMAS, Verdict};
pub use observation::{CalibrationId, Confidence, FrameId, Observation, ShipId};
pub use outline::{
    Closest, closest, crossings, first_meeting_in, nearest_on_outline, outline_contains, outline_gap_in,
    segment_gap_in, signed_gap_in, signed_outline_gap_in,
};
pub use path::{Leg, Path};
pub use place::{HullShape, Point, Pose};
pub use reach::{Reach, reach};
pub use round::{round_bearing_deg, round_deg, round_in};
pub use sight::{Clearance, clearance, range_in, relative_bearing_rad};
pub use similarity::{NoSimilarity, Similarity};
pub use standing::Standing;
pub use steering::{Steering, Way, way, way_through};
pub use terrain::{Terrain, TerrainError, TerrainId, TerrainKind};
