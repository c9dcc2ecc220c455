//! The keys of audiences and deciders.

use rulesets::core::{Actor, Audience};

/// The key of the one who decides.
pub(crate) fn who_word(who: &Actor) -> String {
    match who {
        Actor::Side(side) => side.to_string(),
        Actor::AllSides => "everyone".to_owned(),
        Actor::Umpire => "umpire".to_owned(),
    }
}

/// The one who decides, as the start of a sentence: "Union", "The umpire".
pub(crate) fn who_title(who: &Actor) -> String {
    match who {
        Actor::Side(side) => side.title(),
        Actor::AllSides => "Anybody".to_owned(),
        Actor::Umpire => "The umpire".to_owned(),
    }
}

/// The key of an audience.
pub(crate) fn viewer_word(viewer: &Audience) -> String {
    match viewer {
        Audience::Everyone => "everyone".to_owned(),
        Audience::Umpire => "umpire".to_owned(),
        Audience::Side(side) => side.to_string(),
    }
}

/// Returns whether this viewer may decide for `who` ("everyone", "umpire", a side's key). Players who share one screen
/// decide for all sides, and without an umpire also for the umpire; the seat of a side decides only for that side.
pub(crate) fn may_decide(viewer: &Audience, umpire_sits: bool, who: &str) -> bool {
    match viewer {
        Audience::Umpire => true,
        Audience::Everyone => who != "umpire" || !umpire_sits,
        Audience::Side(side) => side.as_str() == who || who == "everyone",
    }
}
