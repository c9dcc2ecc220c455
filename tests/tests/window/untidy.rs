//! A battle against Mahan on a table where a cup, a tape measure, a page, a die and smoke lie from the first turn on.

use crate::desk::Window;
use crate::hand::SHIPS;
use crate::open_on;

/// The turns that are played.
const TURNS: usize = if cfg!(feature = "long") { 6 } else { 1 };

impl Window {
    /// Lays everything that the demo table has to lay beside the ships.
    async fn lay_things(&self) {
        self.click("tab-camera").await;
        self.click("step-check").await;
        self.click("demo-things").await;
        self.wait_for("[data-testid='demo-things'][aria-pressed='true']").await;
        self.click("tab-battle").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_against_mahan_between_cups_and_papers() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.begin_against_mahan().await;
    window.lay_things().await;
    let things = window.wait_number("things", "data-count", |count| count >= 3.0).await;
    println!("{things} things are outlined");
    window.wait_for_text("status", "All still").await;
    window.picture("untidy-1").await;
    // A thing that a player says is nothing is no longer outlined or counted.
    window.click("[data-testid^='thing-']").await;
    window.click("thing-is-nothing").await;
    window.wait_number("things", "data-count", |count| count < things).await;
    for turn in 1..=TURNS {
        window.go_on_until("Confederate movement").await;
        window.set_mahans_ships(None).await;
        window.wait_gone("ordered").await;
        println!("turn {turn}: Mahan's ships stand where he ordered them");
        window.go_on_until("Union movement").await;
    }
    window.picture("untidy-2").await;
    // A player calls the newest reading wrong, and the pictures are kept.
    window.click("wrong-reading").await;
    window.wait_for_text("kept-case", "cases").await;
    let cases = data.path().join("cases");
    let kept = std::fs::read_dir(&cases).unwrap().next().unwrap().unwrap().path();
    let review = tracking::Case::read(&kept).unwrap().review().unwrap();
    assert_eq!(review.read_now.ships.len(), SHIPS.len());
    window.close().await;
}
