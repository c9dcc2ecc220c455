//! Dice by eye: the demo table's hand throws the dice that are asked for, and the camera reads them. No key is pressed for
//! any of them.

use crate::desk::{PATIENCE, Window};
use crate::open_on;
use std::time::Instant;

/// The page's measure from dice at rest to their values on the screen, its limit on a player's computer and the aim.
const REST_TO_VALUES: &str = "dice at rest to values";
const LIMIT_MS: f64 = 300.0;
const AIM_MS: f64 = 120.0;
/// The limit under a virtual screen on a busy machine, where the picture and the page are drawn by the processor.
const BUSY_LIMIT_MS: f64 = 2000.0;

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
                    while self.has("die-0").await && self.text("ask").await == asked {
                        assert!(began.elapsed() < PATIENCE, "never taken: {}", self.page_text().await);
                        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
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
#[ignore = "not run yet: it needs a machine that draws the demo table at its full rate"]
async fn a_salvo_is_thrown_on_the_demo_table_and_read() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.click("home-new").await;
    window.wait_for("[data-testid^='scenario-']:checked").await;
    window.click("begin-battle").await;
    while window.wait_for_ask().await != "fire" {
        window.click("next-step").await;
    }
    window.let_the_hand_throw().await;
    window.click("shooter-monitor").await;
    window.click("target-virginia").await;
    window.click("declare").await;
    window.wait_for("die-0").await;
    let rolls = window.dice_are_read().await;
    assert!(rolls > 0, "no dice were asked for");
    window.wait_for_log("read by the camera").await;
    let ms = window.measures_ms(REST_TO_VALUES, 1).await;
    println!(
        "{rolls} rolls; dice at rest to values: {ms:.0?} ms (limit {LIMIT_MS}, aim {AIM_MS}, under a virtual screen)"
    );
    assert!(ms.iter().all(|ms| *ms < BUSY_LIMIT_MS), "{ms:?}");
    window.close().await;
}
