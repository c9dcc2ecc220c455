//! A muster by hand: the models outlined by the app are named with the mouse, ship by ship, and then take
//! part in the battle.

use crate::hand::{SHIPS, camera};
use crate::open_on;
use geometry::Pose;

/// A point towards the bow at this distance from the stack is on the bow's half of every model in the demo
/// fleet, inches.
const TOWARDS_THE_BOW_IN: f64 = 0.4;
/// The tolerance between old and new places of a ship mustered again, inches: its stack is marked at a
/// typical place.
const SAME_PLACE_IN: f64 = 0.25;

#[tokio::test(flavor = "multi_thread")]
async fn ships_are_mustered_by_name() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.click("tab-battle").await;
    let mut stood: Vec<Pose> = Vec::new();
    for ship in SHIPS {
        stood.push(window.stands(ship).await);
    }

    window.click("tab-muster").await;
    window.wait_for("outline-5").await;
    assert_eq!(
        window.count_matching("outline-").await,
        SHIPS.len(),
        "six models stand there, and nothing else"
    );
    let screen = window.picture_in("marks").await;
    for (ship, pose) in SHIPS.into_iter().zip(&stood) {
        let bow = pose.stack.moved(pose.heading, TOWARDS_THE_BOW_IN);
        window.pointer(&[screen.shows(&camera(), bow)]).await;
        window.wait_for_text("muster-next", "Which ship is she?").await;
        window.type_into("find-ship", ship.split('-').next_back().unwrap()).await;
        window.click(&format!("known-{ship}")).await;
        window.wait_for(&format!("mark-{ship}")).await;
        window.type_into("find-ship", " ").await;
    }
    window.picture("8-named").await;
    window.click("muster").await;
    window.wait_for_text("muster-result", "6 ships are mustered").await;

    window.click("tab-battle").await;
    for (ship, before) in SHIPS.into_iter().zip(stood) {
        let now = window.stands(ship).await;
        let (off_in, turned_deg) =
            (now.stack.distance_in(before.stack), now.heading.angle_to(before.heading).to_degrees());
        println!("{ship}: {off_in:.3} in and {turned_deg:.1} degrees from where she was seen before");
        assert!(
            off_in < SAME_PLACE_IN && turned_deg < 5.0,
            "{ship} is seen at {now:?}, and was at {before:?}"
        );
    }
    window.close().await;
}
