//! Dice by eye: the demo table's hand throws the dice that are asked for, and the camera reads them. No key is pressed for
//! any that are read for sure.

use crate::desk::{PATIENCE, Window};
use crate::pace::UNSAID;
use crate::{go_to_a_fire_step, open_on};
use std::time::{Duration, Instant};

/// The page's measure from dice at rest to their values on the screen, its limit on a player's computer and the aim.
const REST_TO_VALUES: &str = "dice at rest to values";
const LIMIT_MS: f64 = 300.0;
const AIM_MS: f64 = 120.0;
/// The limit under a virtual screen on a busy machine, where the picture and the page are drawn by the processor.
const BUSY_LIMIT_MS: f64 = 2000.0;

/// What isn't taken by then is in doubt, and is thrown again.
const DOUBT: Duration = Duration::from_secs(8);

/// Virginia's run to Minnesota's side: what one knot takes her.
const RUN_IN: f64 = 0.75;

impl Window {
    /// Lets the demo table's hand throw whatever dice are asked for.
    async fn let_the_hand_throw(&self) {
        self.client
            .execute("dispatchEvent(new KeyboardEvent('keydown', { key: ',', ctrlKey: true }));", vec![])
            .await
            .unwrap();
        self.click("demo-throws").await;
        self.keys("\u{e00c}").await;
        self.wait_gone("preferences").await;
    }

    /// Waits until the dice asked for were thrown, read and taken; ticks what they ask for. Returns how many rolls there were.
    async fn dice_are_read(&self, name: &str) -> usize {
        let mut rolls = 0;
        loop {
            match self.wait_for_ask().await.as_str() {
                "roll" => {
                    rolls += 1;
                    let began = Instant::now();
                    self.picture(&format!("{name}-{rolls}-asked")).await;
                    let asked = self.text("ask").await;
                    let mut thrown = Instant::now();
                    while self.has("die-0").await && self.text("ask").await == asked {
                        assert!(began.elapsed() < 2 * PATIENCE, "never taken: {}", self.page_text().await);
                        if thrown.elapsed() > DOUBT {
                            println!("in doubt, thrown again: {}", self.text("dice-status").await);
                            self.click("throw-demo").await;
                            thrown = Instant::now();
                        }
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                    self.wait_for_text("result", "read by the camera").await;
                    self.picture(&format!("{name}-{rolls}-taken")).await;
                }
                "tick" => self.click("tick").await,
                _ => return rolls,
            }
        }
    }

    /// The dice asked for are thrown, read and taken, which takes no longer than it may.
    async fn reads(&self, name: &str) {
        let rolls = self.dice_are_read(name).await;
        assert!(rolls > 0, "no dice were asked for");
        let ms = self.measures_ms(REST_TO_VALUES, 1).await;
        println!(
            "{name}: {rolls} rolls; dice at rest to values: {ms:.0?} ms (limit {LIMIT_MS}, aim {AIM_MS}, under a virtual \
             screen)"
        );
        assert!(ms.iter().all(|ms| *ms < BUSY_LIMIT_MS), "{ms:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_toss_is_thrown_on_the_demo_table_and_read() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.let_the_hand_throw().await;
    window.begin("hex_duel", "duel").await;
    window.reads("toss").await;
    window.close().await;
}

/// A salvo with dice of ten faces, which were taught, and a ram with the white and the coloured die.
#[tokio::test(flavor = "multi_thread")]
async fn a_salvo_and_a_ram_are_thrown_on_the_demo_table_and_read() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.let_the_hand_throw().await;
    window.click("tab-battle").await;
    window.lays_virginia_before_minnesota(RUN_IN).await;
    window.click("to-new-battle").await;
    window.wait_for("as-seen").await;
    window.click("begin-battle").await;
    window.wait_for("ask").await;
    go_to_a_fire_step(&window).await;
    window.click("shooter-monitor").await;
    window.click("target-virginia").await;
    window.wait_for("preview").await;
    window.click("declare").await;
    window.reads("salvo").await;

    window.next_step("Confederate movement").await;
    window.rams_at(1).await;
    window.reads("ram").await;
    window.wait_for_log("rams USS Minnesota").await;
    window.close().await;
}

/// Gunfire in Noddy: several dice with pips, which lie one after the other.
#[tokio::test(flavor = "multi_thread")]
async fn gunfire_of_noddy_is_thrown_on_the_demo_table_and_read() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.let_the_hand_throw().await;
    window.begin("noddy", "table").await;
    for side in ["confederate", "union"] {
        window.writes_in_secret(side, &format!("orders:{side}")).await;
    }
    for phase in ["First half of the move", "Turns", "Fire of vessels"] {
        window.next_step(phase).await;
    }
    window.wait_for_ask().await;
    // The preview measures first; what is too close to call the players decide.
    let (began, ready) = (Instant::now(), "[data-testid='way'] [data-testid='submit-form']:not([disabled])");
    while !window.has(ready).await {
        assert!(began.elapsed() < PATIENCE, "she may never fire: {}", window.page_text().await);
        if window.has(UNSAID).await {
            window.click(UNSAID).await;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    window.click(ready).await;
    window.reads("noddy").await;
    window.close().await;
}
