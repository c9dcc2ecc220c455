//! What a pixel means: printable cards and boards, lens, table pose, back-projection at a given height.
//!
//! Stages, each a folder: `detect` (printed targets in a picture) → `lens` (views of a board → LENS.json) → `table`
//! (cards or tape points → TABLE.json, expected accuracy) → `drift` (does it still hold, and the corrected pose). `kit`
//! makes the pages to print. `files`, `camera` and `optimise` are used by all: pictures and JSON, the camera model,
//! least squares.
//!
//! This crate knows nothing of ships and rules.

mod camera;
mod detect;
mod drift;
mod files;
mod kit;
mod lens;
mod optimise;
mod table;

pub use camera::coverage::Coverage;
pub use camera::model::{Lens, Pixel, TableCamera};
pub use camera::rectify::{Rectification, TableExtent};
pub use camera::warp::{remap, warp_affine};
pub use detect::board::{BoardError, BoardSighting, Chessboard, LensBoard};
pub use detect::cards::{CARD_THICKNESS_IN, FoundCard, KIT_CARD_IN, TableCorner, find_cards};
pub use detect::image_quality::{Corner, GlarePatch, ImageQuality};
pub use detect::markers::{
    CharucoBoard, Dictionary, FoundCorner, FoundMarker, MarkerError, Search, detect_markers, marker_bits,
};
pub use drift::check::DriftError;
pub use drift::report::{CardShift, Drift, DriftReport, Unsure};
pub use drift::watch::{DriftWatch, check_drift};
pub use files::json::FileError;
pub use files::picture::{
    MOST_PIXELS, PictureError, PictureSize, decode_picture, jpeg_size, picture_size, read_picture,
};
pub use kit::pages::{KIT_BOARD, KIT_TAG_IN, kit_pdf};
pub use lens::board_poses::{BoardPose, SuggestedPose, board_between};
pub use lens::calibrate::{
    FEWEST_VIEWS, LensCalibration, LensError, LensOptions, LensParameter, LensReport, NamedView, ViewReport,
    calibrate_lens, calibrate_lens_from_views,
};
pub use lens::file::{LensFile, OtherSize};
pub use lens::wizard::{BoardState, LensFigures, LensWizard};
pub use paper::Paper;
pub use table::accuracy::{MeasuredPoint, Spread, TableAccuracy};
pub use table::calibrate::{calibrate_table, calibrate_table_by};
pub use table::cards_at_rest::{CardsAtRest, CardsState};
pub use table::check_stick::{
    STICK_IDS, STICK_IN, STICK_MARKER_IN, StickError, StickGrade, StickReading, StickSighting,
    find_check_stick, measure_check_stick,
};
pub use table::corner_cards::FEWEST_CARDS;
pub use table::file::{CalibrationWay, ExpectedAccuracy, ReferenceCard, TableFile};
pub use table::frame_change::FrameChange;
pub use table::free_cards::FEWEST_FREE_CARDS;
pub use table::grade::Grade;
pub use table::input::{Area, FreeCards, LaidStick, TableInput, TapePoint, Trust};
pub use table::report::{
    AreaSide, CardReport, FEWEST_POINTS, Finding, PointReport, TableCalibration, TableError, TableReport,
};
