//! The battle as an animated map: a frame for each step in which a ship moved, arrived, left or was lost.

use crate::scene::{FramePainter, Plot};
use crate::story::story;
use crate::video::webp::{Frame, WebpError, animated_webp};
use battle::account::BattleAccount;

/// The width of the map, pixels.
const WIDTH_PX: f64 = 960.0;
/// The duration of a step.
const STEP_MS: u32 = 900;
/// The duration of the last frame.
const END_MS: u32 = 4_000;

/// The animated map of a battle, as WebP.
///
/// # Errors
/// When no ship was ever set out, or the table's shape allows no picture.
pub fn animation(account: &BattleAccount) -> Result<Vec<u8>, WebpError> {
    animation_watched(account, |_| true)
}

/// The same; `goes_on` is called after each picture with the share that is done, and returns whether to go
/// on.
///
/// # Errors
/// As [`animation`], and when it was stopped.
pub fn animation_watched(
    account: &BattleAccount,
    mut goes_on: impl FnMut(f64) -> bool,
) -> Result<Vec<u8>, WebpError> {
    // Painting is the first half of the work, encoding the second.
    let frames = frames(account, |share| goes_on(share / 2.0))?;
    animated_webp(&frames, |share| goes_on(0.5 + share / 2.0))
}

/// The frames, in order.
pub(crate) fn frames(
    account: &BattleAccount,
    mut goes_on: impl FnMut(f64) -> bool,
) -> Result<Vec<Frame>, WebpError> {
    let mut plot = Plot::new(account);
    let painter = FramePainter::new(&plot.scene(&account.name), WIDTH_PX)?;
    let mut frames: Vec<Frame> = Vec::new();
    let turns = story(&account.events);
    let all: usize = turns.iter().map(|turn| turn.steps.len()).sum();
    let mut done = 0;
    for turn in turns {
        for step in &turn.steps {
            done += 1;
            if !goes_on(done as f64 / all as f64) {
                return Err(WebpError::Stopped);
            }
            let changes = step.events.iter().filter(|event| plot.take(event)).count();
            if changes == 0 {
                continue;
            }
            let caption = match turn.turn {
                0 => account.name.clone(),
                turn => format!("{} · Turn {turn} · {}", account.name, step.phase),
            };
            let picture = painter.paint(&plot.scene(&caption), &caption)?;
            frames.push(Frame { picture, shown_ms: STEP_MS });
        }
        plot.turn_over();
    }
    if let Some(last) = frames.last_mut() {
        last.shown_ms = END_MS;
    }
    Ok(frames)
}
