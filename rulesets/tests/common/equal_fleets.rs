//! Equal fleets in Noddy, for tests and measures.
#![allow(clippy::expect_used, reason = "the exemption for tests does not reach their helper functions")]

use geometry::{Heading, Point, ShipId};
use rulesets::core::SideId;
use rulesets::core::play_out::{ByLot, SetOut};
use rulesets::noddy::{Decision, Noddy};

/// Equal fleets in Noddy: a gunboat, an ironclad and a ram a side, on the river before Memphis.
pub fn equal_fleets(book: &Noddy) -> SetOut<Noddy> {
    let mut staged = book.staged("memphis", None).expect("the scenario");
    let own = ["benton", "carondelet", "queen-of-the-west"];
    let across = |ship: &ShipId| ShipId::new(format!("other-{ship}"));
    let there = |ship: &ShipId| own.iter().any(|id| *id == ship.as_str());
    staged.models.retain(|model| there(&model.observation.ship));
    for (at, model) in staged.models.iter_mut().enumerate() {
        let pose = &mut model.observation.pose;
        (pose.stack, pose.heading) = (Point::new(16.0, 13.0 + 5.0 * at as f64), Heading::from_deg(90.0));
    }
    let mut theirs = staged.models.clone();
    for model in &mut theirs {
        model.observation.ship = across(&model.observation.ship);
        let pose = &mut model.observation.pose;
        pose.stack.x_in = 44.0;
        pose.heading = Heading::from_deg(270.0);
    }
    staged.models.extend(theirs);
    for decision in &mut staged.opening {
        if let Decision::Open { ships, hidden, .. } = decision {
            hidden.clear();
            ships.retain(|setup| there(&setup.card.id));
            let mut theirs = ships.clone();
            for setup in &mut theirs {
                setup.card.id = across(&setup.card.id);
                setup.card.side = SideId::of("confederate");
            }
            ships.extend(theirs);
        }
    }
    staged.set_out(book).expect("the book opens it")
}
