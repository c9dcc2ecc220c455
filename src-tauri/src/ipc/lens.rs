//! What crosses between the shell and the camera screen about the lens. Pixels belong to the picture shown.

use crate::ipc::messages::BoardChoice;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What players say to the lens wizard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "say", rename_all = "snake_case")]
pub enum LensWord {
    /// Look for this board, and go on with the views there are.
    Begin {
        /// The board.
        board: BoardChoice,
    },
    /// Look no more; the views stay.
    Pause,
    /// Forget all views and begin anew.
    Redo,
    /// Take a view of the board as it is held now.
    TakeView,
    /// The board can't be held there: another place.
    Elsewhere,
    /// Leave out a view for good.
    Forget {
        /// Its name.
        view: String,
    },
    /// Take the lens as the views tell it so far.
    Finish,
    /// Take the lens from a folder of pictures of this board.
    Folder {
        /// The board.
        board: BoardChoice,
        /// The folder.
        path: String,
    },
    /// The demo table's hand holds the board where it should be held, or takes it away.
    DemoHolds {
        /// It holds it.
        hold: bool,
    },
}

/// What the lens wizard is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LensState {
    /// Nothing: it was not begun, or it was left half-way.
    #[default]
    Idle,
    /// It looks for the board.
    Looking,
    /// It works out the lens, or reads pictures.
    Working,
    /// The lens is known.
    Done,
}

/// The lens wizard as it stands.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct LensWizardView {
    /// What it is about.
    pub state: LensState,
    /// What to do, or what is being done, one sentence.
    pub sentence: String,
    /// How far it is, 0 to 1.
    pub progress: f64,
    /// How long the board has been held still enough, 0 to 1.
    pub steady: f64,
    /// Where the board should be held next: its edge, pixels; empty where there is nothing to hold.
    pub ghost_px: Vec<(f64, f64)>,
    /// Some of its rows and columns, pixels.
    pub ghost_lines_px: Vec<Vec<(f64, f64)>>,
    /// The board's corners as they are seen, pixels.
    pub seen_px: Vec<(f64, f64)>,
    /// Cells across the picture.
    pub columns: u32,
    /// Which cells boards have covered, along the rows from the top left.
    pub covered: Vec<bool>,
    /// The share of the picture covered, 0 to 1.
    pub coverage: f64,
    /// Error over all points used, pixels; none before the lens is known at all.
    pub rms_px: Option<f64>,
    /// How far off the lens may put a pixel where that is worst, pixels (95 %).
    pub unsure_px: Option<f64>,
    /// How far off its focal length may be, percent (95 %).
    pub focal_percent: Option<f64>,
    /// The views.
    pub views: Vec<LensViewView>,
    /// The lens can be taken as it is.
    pub can_finish: bool,
    /// The demo table's hand holds the board.
    pub demo_holds: bool,
    /// What went wrong last, one sentence.
    pub trouble: Option<String>,
}

/// A view of the lens board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LensViewView {
    /// Its name.
    pub image: String,
    /// Its own error, pixels; none before the lens is known, or where the board was not found.
    pub rms_px: Option<f64>,
    /// It counts.
    pub kept: bool,
    /// Why it was left out, if it was.
    pub why: String,
}
