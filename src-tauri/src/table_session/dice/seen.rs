//! What the tray has shown so far, and what windows see of it.

use crate::ipc::dice::{DiceView, ThrowLessonView, TrayCameraView, TrayState};
use crate::table_session::dice::throws::Throws;
use crate::table_session::state::tray::Tray;
use battle::view::RollView;
use std::time::Instant;

/// What the tray has shown.
#[derive(Default)]
pub struct Seen {
    /// What happens in it.
    pub state: TrayState,
    /// Its throws.
    pub throws: Throws,
    /// Why what lies in the tray is no throw, or couldn't be read.
    pub no_throw: Option<String>,
    /// Why the newest picture can't be watched.
    pub trouble: Option<String>,
    /// The view that windows have.
    pub shown: Option<DiceView>,
    /// The rolls asked for now.
    asked: Vec<RollView>,
    /// The rolls asked for before, and until when.
    asked_before: Option<(Instant, Vec<RollView>)>,
}

impl Seen {
    /// These rolls are asked for from now on.
    pub fn ask(&mut self, asked: Vec<RollView>, now: Instant) {
        if asked != self.asked {
            let before = std::mem::replace(&mut self.asked, asked);
            self.asked_before = Some((now, before));
        }
    }

    /// The rolls asked for now.
    pub fn asked(&self) -> &[RollView] {
        &self.asked
    }

    /// The rolls that were asked for at a moment, now or just before: dice that came to rest before a roll was asked for are
    /// none of it.
    pub fn asked_at(&self, at: Instant) -> &[RollView] {
        match &self.asked_before {
            Some((until, before)) if at < *until => before,
            _ => &self.asked,
        }
    }

    /// What windows see of it. `lost`: why the tray's camera sends no pictures.
    pub fn view(
        &self,
        tray: Option<&Tray>,
        camera: Option<TrayCameraView>,
        lost: Option<String>,
        lesson: Option<ThrowLessonView>,
    ) -> DiceView {
        let view = self.throws.view(tray, self.state, &self.asked);
        // What hinders every throw comes first, then what is wrong with this one.
        let hindered = if view.order.is_none() { lost.or_else(|| self.trouble.clone()) } else { None };
        let unread = if view.throw.is_none() { self.no_throw.clone() } else { None };
        let lesson = lesson.map(|lesson| {
            let sentence = lesson.sentence.or_else(|| hindered.clone()).or_else(|| unread.clone());
            ThrowLessonView { sentence, ..lesson }
        });
        let sentence = if self.asked.is_empty() { None } else { hindered.or(view.sentence).or(unread) };
        DiceView { camera, sentence, lesson, ..view }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use calibration::PictureSize;
    use std::time::Duration;

    fn rolls(purpose: &str) -> Vec<RollView> {
        let (purpose, rule) = (purpose.to_owned(), "GUN-20".to_owned());
        vec![RollView { faces: 6, purpose, rule, die_name: None }]
    }

    #[test]
    fn dice_that_lay_before_a_roll_was_asked_for_are_none_of_it() {
        let (mut seen, began) = (Seen::default(), Instant::now());
        let at = |ms| began + Duration::from_millis(ms);
        assert_eq!(seen.asked_at(at(0)), []);
        seen.ask(rolls("first"), at(100));
        // The same again is no news.
        seen.ask(rolls("first"), at(900));
        assert_eq!(seen.asked_at(at(99)), []);
        assert_eq!(seen.asked_at(at(100)), rolls("first"));
        seen.ask(rolls("second"), at(1000));
        assert_eq!((seen.asked_at(at(500)), seen.asked()), (&rolls("first")[..], &rolls("second")[..]));
    }

    #[test]
    fn what_hinders_is_said_while_dice_are_asked_for_and_only_then() {
        let tray = Tray::whole(PictureSize { width: 640, height: 480 });
        let mut seen = Seen { no_throw: Some("unread".to_owned()), ..Seen::default() };
        let said = |seen: &Seen, lost: Option<&str>| {
            seen.view(Some(&tray), None, lost.map(str::to_owned), None).sentence
        };
        assert_eq!(said(&seen, Some("lost")), None);
        seen.ask(rolls("first"), Instant::now());
        assert_eq!(said(&seen, None).unwrap(), "unread");
        seen.trouble = Some("no colours".to_owned());
        assert_eq!(said(&seen, None).unwrap(), "no colours");
        assert_eq!(said(&seen, Some("lost")).unwrap(), "lost");
        assert_eq!(seen.view(None, None, None, None).state, TrayState::NoTray);
    }
}
