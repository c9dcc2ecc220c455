//! What a pixel means: printable cards and boards, lens, table pose, back-projection at a given height.
//!
//! This room knows nothing of ships and rules.

mod accuracy;
mod area;
mod bloom;
mod board;
mod board_refine;
mod camera;
mod card_look;
mod card_rest;
mod card_sighting;
mod cards;
mod check_stick;
mod corner_cards;
mod corners;
mod coverage;
mod descent;
mod drift;
mod drift_report;
mod drift_watch;
mod first_guess;
mod frame_change;
mod free_cards;
mod grade;
mod kit;
mod kit_stick;
mod lens_calibration;
mod lens_file;
mod lens_fit;
mod lens_holds;
mod lens_knowledge;
mod lens_wizard;
mod markers;
mod picture;
mod picture_care;
mod pose_shift;
mod projection;
mod quick_lens;
mod shape;
mod solve;
mod table_calibration;
mod table_file;
mod table_report;
mod table_solve;
mod table_words;
mod tape_points;
mod warp;

pub use accuracy::{Spot, Spread, TableAccuracy};
pub use board::{BoardError, BoardSighting, Chessboard, LensBoard};
pub use camera::{Lens, Pixel, TableCamera};
pub use card_rest::{CardsRest, Laid};
pub use cards::{CARD_THICKNESS_IN, FoundCard, TableCorner, find_cards};
pub use check_stick::{
    STICK_IDS, STICK_IN, STICK_MARKER_IN, StickError, StickGrade, StickReading, StickSighting,
    find_check_stick, measure_check_stick,
};
pub use corner_cards::FEWEST_CARDS;
pub use coverage::Coverage;
pub use drift::DriftError;
pub use drift_report::{CardShift, Drift, DriftReport, Unsure};
pub use drift_watch::{DriftWatch, check_drift};
pub use frame_change::FrameChange;
pub use free_cards::FEWEST_FREE_CARDS;
pub use grade::Grade;
pub use kit::{KIT_BOARD, KIT_CARD_IN, KIT_TAG_IN, kit_pdf};
pub use lens_calibration::{
    FEWEST_VIEWS, LensCalibration, LensError, LensOptions, LensParameter, LensReport, NamedView, ViewReport,
    calibrate_lens, calibrate_lens_from_views,
};
pub use lens_file::{LensFile, OtherSize};
pub use lens_holds::{BoardPose, Hold, board_between};
pub use lens_wizard::{Held, LensFigures, LensWizard};
pub use markers::{
    CharucoBoard, Dictionary, FoundCorner, FoundMarker, MarkerError, Search, detect_markers, marker_bits,
};
pub use paper::Paper;
pub use picture::{MOST_PIXELS, PictureError, PictureSize, decode_picture, picture_size, read_picture};
pub use picture_care::{Corner, GlarePatch, PictureCare};
pub use shape::FileError;
pub use table_calibration::{calibrate_table, calibrate_table_by};
pub use table_file::{CalibrationWay, ExpectedAccuracy, ReferenceCard, TableFile};
pub use table_report::{
    AreaSide, CardReport, FEWEST_POINTS, Finding, PointReport, TableCalibration, TableError, TableReport,
};
pub use table_words::{Area, FreeCards, LaidStick, TableWords, TapePoint, Trust};
pub use warp::{remap, warp_affine};
