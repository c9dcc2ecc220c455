//! Messages between the shell and the camera screen about the lens. Pixels are those of the picture shown.

use crate::ipc::messages::BoardChoice;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The commands of the lens wizard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "say", rename_all = "snake_case")]
pub enum LensWord {
    /// Looks for this board and continues with the views taken so far.
    Begin {
        /// The board.
        board: BoardChoice,
    },
    /// Stops looking; the views stay.
    Pause,
    /// Deletes all views and begins again.
    Redo,
    /// Takes a view of the board as it is now.
    TakeView,
    /// Suggests another place, because the board can't be held at this one.
    Elsewhere,
    /// Deletes a view.
    Forget {
        /// Its name.
        view: String,
    },
    /// Accepts the lens as computed from the views so far.
    Finish,
    /// Computes the lens from a folder of pictures of this board.
    Folder {
        /// The board.
        board: BoardChoice,
        /// The folder.
        path: String,
    },
    /// The demo table's hand holds the board where it is wanted, or puts it away.
    DemoHolds {
        /// Whether it holds the board.
        hold: bool,
    },
}

/// The states of the lens wizard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LensState {
    /// Not started, or left unfinished.
    #[default]
    Idle,
    /// Looking for the board.
    Looking,
    /// Computing the lens, or reading pictures.
    Working,
    /// The lens has been measured.
    Done,
}

/// The state of the lens wizard.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct LensWizardView {
    /// The state.
    pub state: LensState,
    /// What to do or what is being done, one sentence.
    pub sentence: String,
    /// Progress, 0 to 1.
    pub progress: f64,
    /// How long the board has been held still enough, 0 to 1.
    pub steady: f64,
    /// Outline of the board where it should be held next, pixels; empty if there is none.
    pub ghost_px: Vec<(f64, f64)>,
    /// Some of the rows and columns of that outline, pixels.
    pub ghost_lines_px: Vec<Vec<(f64, f64)>>,
    /// The corners of the board that are seen, pixels.
    pub seen_px: Vec<(f64, f64)>,
    /// Cells across the picture.
    pub columns: u32,
    /// Which cells boards have covered, row by row from the top left.
    pub covered: Vec<bool>,
    /// The share of the picture covered, 0 to 1.
    pub coverage: f64,
    /// Error over all points used, pixels; absent before the lens is known.
    pub rms_px: Option<f64>,
    /// The largest uncertainty of a pixel's position due to the lens, pixels (95 %).
    pub unsure_px: Option<f64>,
    /// Uncertainty of the focal length, percent (95 %).
    pub focal_percent: Option<f64>,
    /// The views.
    pub views: Vec<LensViewView>,
    /// Whether the lens can be accepted as it is.
    pub can_finish: bool,
    /// Whether the demo table's hand holds the board.
    pub demo_holds: bool,
    /// The last error, one sentence.
    pub trouble: Option<String>,
}

/// A view of the lens board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LensViewView {
    /// Its name.
    pub image: String,
    /// Error of this view, pixels; absent before the lens is known, or where the board was not found.
    pub rms_px: Option<f64>,
    /// Whether the view is used.
    pub kept: bool,
    /// Why it is not used, if so.
    pub why: String,
}
