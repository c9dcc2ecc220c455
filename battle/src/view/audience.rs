//! The words for those who look on and those who decide.

use rulesets::core::{Actor, Audience};

/// The word for whoever decides.
pub(crate) fn who_word(who: &Actor) -> String {
    match who {
        Actor::Side(side) => side.0.clone(),
        Actor::AllSides => "everyone".to_owned(),
        Actor::Umpire => "umpire".to_owned(),
    }
}

/// Whoever decides, as a sentence begins: "Union", "The umpire".
pub(crate) fn who_title(who: &Actor) -> String {
    match who {
        Actor::Side(side) => side.title(),
        Actor::AllSides => "Anybody".to_owned(),
        Actor::Umpire => "The umpire".to_owned(),
    }
}

/// The word for who looks on.
pub(crate) fn viewer_word(viewer: &Audience) -> String {
    match viewer {
        Audience::Everyone => "everyone".to_owned(),
        Audience::Umpire => "umpire".to_owned(),
        Audience::Side(side) => side.0.clone(),
    }
}

/// Whether whoever looks on has a say in what this one decides ("everyone", "umpire", a side's key). Players round one screen
/// decide for all sides, and where no umpire sits at the table for the umpire; in a seat of a side's own only for that side.
pub(crate) fn may_decide(viewer: &Audience, umpire_sits: bool, who: &str) -> bool {
    match viewer {
        Audience::Umpire => true,
        Audience::Everyone => who != "umpire" || !umpire_sits,
        Audience::Side(side) => side.0 == who || who == "everyone",
    }
}
