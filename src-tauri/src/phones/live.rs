//! The live table for phones.

use crate::ipc::dice::{DiceView, DieSeenView};
use crate::ipc::messages::{LiveGhost, LiveShip, LiveView, SourceChoice, SourceView};
use crate::table_session::{LiveSink, tells_more};
use companion::Companion;
use companion::wire::Reply;
use std::cell::RefCell;
use std::sync::Weak;
use std::time::{Duration, Instant};

/// A view that tells nothing new is sent again after this time, so that a phone knows that the table is live.
const HEARTBEAT: Duration = Duration::from_millis(900);

/// Sends live views to all seated phones until the server is gone.
pub fn sink(to: Weak<Companion>) -> LiveSink {
    let sent: RefCell<Option<(LiveView, Instant)>> = RefCell::default();
    Box::new(move |view| {
        let Some(companion) = to.upgrade() else { return false };
        let view = for_phones(view);
        let is_due = sent
            .borrow()
            .as_ref()
            .is_none_or(|(before, at)| at.elapsed() > HEARTBEAT || tells_more(&view, before));
        if is_due && let Ok(live) = Reply::of(&view) {
            companion.show_live(live);
            *sent.borrow_mut() = Some((view, Instant::now()));
        }
        true
    })
}

/// The view without what belongs to the host's screen: everything in pixels of the picture, questions and notices of the
/// camera, and the source, whose path or address may tell more than players should know.
fn for_phones(view: LiveView) -> LiveView {
    const NOWHERE_PX: (f64, f64) = (0.0, 0.0);
    let ship = |ship| LiveShip { outline_px: Vec::new(), stack_px: NOWHERE_PX, ahead_px: NOWHERE_PX, ..ship };
    let ghost =
        |ghost| LiveGhost { outline_px: Vec::new(), stack_px: NOWHERE_PX, ahead_px: NOWHERE_PX, ..ghost };
    let die = |die| DieSeenView { x: 0.0, y: 0.0, side_px: 0.0, ..die };
    let dice = view.dice.dice.into_iter().map(die).collect();
    LiveView {
        width_px: 0,
        height_px: 0,
        source: SourceView {
            choice: SourceChoice::Camera { index: 0, id: None },
            state: view.source.state,
            sentence: String::new(),
            picture: None,
        },
        still: None,
        table_px: Vec::new(),
        ships: view.ships.into_iter().map(ship).collect(),
        ghosts: view.ghosts.into_iter().map(ghost).collect(),
        things: Vec::new(),
        dice: DiceView { camera: None, tray_px: None, dice, ..view.dice },
        questions: Vec::new(),
        drift: None,
        notices: Vec::new(),
        ..view
    }
}
