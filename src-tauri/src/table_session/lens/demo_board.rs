//! The demo table's hand with the lens board: it follows the wizard's instructions as a player would.

use crate::ipc::messages::BoardChoice;
use calibration::{BoardPose, SuggestedPose, board_between};
use tracking::source::DemoHandle;

/// Number of frames for a move from one place to the next.
const FRAMES: u32 = 8;

/// The hand and the board that it holds.
#[derive(Debug, Default)]
pub struct DemoBoard {
    holds: bool,
    at: Option<BoardPose>,
    way: Option<Way>,
}

/// The path to the suggested pose of the board.
#[derive(Debug)]
struct Way {
    from: BoardPose,
    to: BoardPose,
    done: u32,
}

impl DemoBoard {
    pub fn holds(&self) -> bool {
        self.holds
    }

    pub fn take_up(&mut self) {
        self.holds = true;
    }

    pub fn put_down(&mut self, hand: &DemoHandle) {
        *self = Self::default();
        hand.hold_board(None);
    }

    /// Moves the board one step towards the suggested pose. The demo board has squares of 1 in, so distances are scaled.
    pub fn follow(&mut self, hand: &DemoHandle, hold: &SuggestedPose, board: &BoardChoice) {
        if !self.holds {
            return;
        }
        let (BoardChoice::Charuco { square_in, .. } | BoardChoice::Chessboard { square_in, .. }) = board;
        let mut wanted = hold.camera_from_board;
        wanted.translation.vector /= *square_in;
        if self.way.as_ref().is_none_or(|way| way.to != wanted) {
            let from = self.at.unwrap_or(wanted);
            let done = if self.at.is_none() { FRAMES } else { 0 };
            self.way = Some(Way { from, to: wanted, done });
        }
        let Some(way) = &mut self.way else { return };
        way.done = (way.done + 1).min(FRAMES);
        let share = f64::from(way.done) / f64::from(FRAMES);
        let at = if way.done == FRAMES { way.to } else { board_between(&way.from, &way.to, share) };
        hand.hold_board(Some(at));
        self.at = Some(at);
    }
}
