//! Dice by eye: the demo table's hand throws the dice that are asked for, and the camera reads them. No key is pressed for
//! any that are read for sure.

use crate::desk::{PATIENCE, Window};
use crate::open_on;
use std::time::{Duration, Instant};

/// The page's measure from dice at rest to their values on the screen, its limit on a player's computer and the aim.
const REST_TO_VALUES: &str = "dice at rest to values";
const LIMIT_MS: f64 = 300.0;
const AIM_MS: f64 = 120.0;
/// The limit under a virtual screen on a busy machine, where the picture and the page are drawn by the processor.
const BUSY_LIMIT_MS: f64 = 2000.0;

/// What isn't taken by then is in doubt, and is thrown again.
const DOUBT: Duration = Duration::from_secs(8);

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
    async fn dice_are_read(&self) -> usize {
        let mut rolls = 0;
        let began = Instant::now();
        loop {
            match self.wait_for_ask().await.as_str() {
                "roll" => {
                    rolls += 1;
                    self.picture(&format!("dice-{rolls}-asked")).await;
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
                    self.picture(&format!("dice-{rolls}-taken")).await;
                }
                "tick" => self.click("tick").await,
                _ => return rolls,
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_toss_is_thrown_on_the_demo_table_and_read() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.let_the_hand_throw().await;
    window.begin("hex_duel", "duel").await;
    let rolls = window.dice_are_read().await;
    assert!(rolls > 0, "no dice were asked for");
    window.wait_for_text("result", "read by the camera").await;
    let ms = window.measures_ms(REST_TO_VALUES, 1).await;
    println!(
        "{rolls} rolls; dice at rest to values: {ms:.0?} ms (limit {LIMIT_MS}, aim {AIM_MS}, under a virtual screen)"
    );
    assert!(ms.iter().all(|ms| *ms < BUSY_LIMIT_MS), "{ms:?}");
    window.close().await;
}
