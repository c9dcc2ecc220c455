//! The first turns of Noddy and of SP/BP against the Admiral on the demo table: his ghosts are set down by the hand.

use crate::desk::Window;
use crate::hand::SHIPS;
use crate::open_on;
use battle::verify_file;
use std::time::Duration;

/// A battle that takes more steps than this goes round in circles.
const MOST_STEPS: usize = 250;

impl Window {
    /// Begins a battle of the ships on the table in which the Admiral commands the Confederates.
    async fn begin_against_the_admiral(&self, book: &str) {
        self.choose_battle(book, "table").await;
        self.wait_for("commanded").await;
        self.choose("commanded", "confederate").await;
        self.wait_for("commander").await;
        self.choose("commander", "admiral").await;
        self.picture(&format!("admiral-{book}-1-choice")).await;
        self.click("begin-battle").await;
        self.wait_for("ask").await;
    }

    /// What a side does in secret: throws its dice, or writes its orders.
    async fn acts_in_secret(&self, side: &str) {
        self.takes_covered_seat(side).await;
        if self.wait_for_ask().await == "roll" {
            self.click("throw-app").await;
        } else {
            self.submit(&format!("orders:{side}")).await;
        }
        self.passes_on().await;
    }

    /// Does what is offered next, without a thought.
    async fn go_on(&self) {
        self.wait_for_ask().await;
        // Meanwhile he may have ordered.
        if self.has("ordered").await || self.has("thinking").await {
            return;
        }
        if self.has("take-seat-umpire").await {
            self.picture("admiral-secret-throw").await;
            self.takes_covered_seat("umpire").await;
            self.click("throw-app").await;
            return self.passes_on().await;
        }
        if self.has("take-seat-union").await {
            return self.acts_in_secret("union").await;
        }
        for offered in ["waive", "throw-app", "tick", "[data-testid^='choose-']"] {
            if self.click_if_there(offered).await {
                return;
            }
        }
        while self.read_what_is_too_close().await {
            self.wait_for_ask().await;
        }
        // What was refused, for instance because of a hit that only its captain knows of, is left.
        let form = if self.has("refusal").await { "next-step" } else { "submit-form" };
        for button in [form, "next-step"] {
            let ready = format!("[data-testid='way'] [data-testid='{button}']:not([disabled])");
            if self.click_if_there(&ready).await {
                return;
            }
        }
        self.click_if_there("next-step").await;
    }

    /// Plays on until this turn; returns how many models were set on ghosts.
    async fn plays_until(&self, book: &str, last: &str) -> usize {
        let mut models = 0;
        for _ in 0..MOST_STEPS {
            if self.text("phase").await.contains(last) {
                return models;
            }
            if self.has("thinking").await {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
            if models == 0 && self.has("ordered").await {
                // Each ghost says why she is to stand there.
                let why = self.text("ordered").await;
                println!("{book}: {why}");
                assert!(why.contains("is ordered here."), "{why}");
                self.picture(&format!("admiral-{book}-2-ghosts")).await;
            }
            let set_down = self.follow_ghosts(&SHIPS).await;
            models += set_down;
            if set_down > 0 {
                continue;
            }
            self.go_on().await;
        }
        panic!("{book}: '{last}' never came; the page says: {}", self.page_text().await);
    }
}

/// Plays until this turn begins: a turn takes half a minute, so the quick check plays few.
async fn plays_against_the_admiral(book: &str, quick: &str) {
    let last = if cfg!(feature = "long") { "Turn 5" } else { quick };
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.begin_against_the_admiral(book).await;
    let models = window.plays_until(book, last).await;
    println!("{book}: {models} models were set on their ghosts for the Admiral");
    assert!(models >= 2, "{book}: only {models}");
    window.picture(&format!("admiral-{book}-3-after")).await;
    window.click("ask-advice").await;
    window.wait_for("advice").await;
    window.picture(&format!("admiral-{book}-4-advice")).await;
    window.close().await;
    let verified = verify_file(&data.path().join("demo.campaign")).unwrap();
    assert_eq!(verified.difference, None, "{book}");
}

#[tokio::test(flavor = "multi_thread")]
async fn noddy_against_the_admiral() {
    plays_against_the_admiral("noddy", "Turn 2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sp_bp_against_the_admiral() {
    plays_against_the_admiral("sp_bp", "Turn 3").await;
}
