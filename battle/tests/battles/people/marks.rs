//! Marks on the table for the ship that a player looks at: arcs, range bands, reach, the line of fire.

use crate::common::*;
use battle::Audience;
use geometry::{Heading, ShipId, Verdict};
use rulesets::gunboat::{Decision, SpeedOrder};

#[test]
fn the_marks_of_a_ship_show_where_her_guns_bear_and_where_she_can_go() {
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    let (monitor, virginia) = (ShipId::new("monitor"), ShipId::new("virginia"));
    let marks = battle.marks_for(Some(&virginia), Some(&monitor), &Audience::Everyone);
    let bands: Vec<(&str, f64, f64)> =
        marks.bands.iter().map(|band| (band.name.as_str(), band.from_in, band.to_in)).collect();
    assert_eq!(bands.iter().map(|band| band.0).collect::<Vec<_>>(), ["close", "normal", "distant"]);
    assert!(bands.windows(2).all(|pair| pair[0].2 == pair[1].1 && pair[1].1 < pair[1].2), "{bands:?}");
    assert!(marks.arcs.len() > 2, "{:?}", marks.arcs);
    let farthest_in = bands.last().unwrap().2;
    assert!(marks.arcs.iter().all(|arc| arc.reach_in.is_some_and(|reach_in| reach_in <= farthest_in)));
    // The same target can't bear from the port and from the starboard broadside.
    let bearing = |wanted| marks.arcs.iter().filter(|arc| arc.bears == Some(wanted)).count();
    assert!(bearing(Verdict::Yes) > 0 && bearing(Verdict::No) > 0, "{:?}", marks.arcs);
    let fire = marks.fire.unwrap();
    assert_eq!((fire.from.0.as_str(), fire.to.0.as_str()), ("virginia", "monitor"));
    let place = battle.situation().places[&monitor].pose().stack;
    assert!(fire.to.1.distance_in(place) < 0.01);
    // Only those have a reach that may be moved now; so far nobody has rung up a speed.
    assert!(marks.reaches.is_empty(), "{:?}", marks.reaches);
    must(&mut battle, Decision::RingUp { orders: vec![SpeedOrder { ship: monitor.clone(), speed: 2 }] });
    let reaches = battle.marks_for(Some(&monitor), None, &Audience::Everyone).reaches;
    let reach = reaches.first().unwrap();
    assert!(reach.reach.contains(place.moved(Heading::from_deg(0.0), 0.9)), "{reach:?}");
    assert!(!reach.reach.contains(place.moved(Heading::from_deg(0.0), 1.1)), "{reach:?}");
    assert_eq!(reach.circles.len(), 2);
    let none = battle.marks_for(None, None, &Audience::Everyone);
    assert!(none.arcs.is_empty() && none.fire.is_none() && none.secrets.is_empty());
}

#[test]
fn a_line_of_fire_shows_what_is_in_its_way() {
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, |frame| sighting_with(frame, seen("teaser", 32.5, 18.0, 0.0, frame)));
    let ship = |id: &str| ShipId::new(id);
    let line = |from: &str, to: &str| {
        battle.marks_for(Some(&ship(from)), Some(&ship(to)), &Audience::Everyone).fire.unwrap()
    };
    let blocked = line("virginia", "monitor");
    assert_eq!((blocked.clear, blocked.in_the_way.len()), (Verdict::No, 1));
    let around = &blocked.in_the_way[0];
    assert!(around.iter().all(|corner| (corner.x_in - 32.5).abs() < 2.0), "Teaser's own outline: {around:?}");
    let clear = line("monitor", "minnesota");
    assert_eq!((clear.clear, clear.in_the_way.len()), (Verdict::Yes, 0));
}
