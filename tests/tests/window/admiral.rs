//! The first orders of Noddy against the Admiral on the demo table: his ghosts are set down by the hand.

use crate::desk::Window;
use crate::hand::SHIPS;
use crate::open_on;
use battle::verify_file;

/// A battle that takes more steps than this goes round in circles.
const MOST_STEPS: usize = 400;

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

    /// Sets every model on its ghost; true if there was one.
    async fn set_down_all(&self) -> bool {
        let mut any = false;
        for ship in SHIPS {
            if self.has(&format!("ghost-{ship}")).await {
                self.stands_on_ghost(ship).await;
                any = true;
            }
        }
        any
    }

    /// Does whatever is offered next; the Union does as it is offered, without a thought. `written_in`: the step in which it wrote
    /// its orders last.
    async fn go_on(&self, written_in: &mut String) {
        let asked = self.wait_for_ask().await;
        let ready = |button: &str| format!("[data-testid='way'] [data-testid='{button}']:not([disabled])");
        let phase = self.text("phase").await;
        for (there, way) in [
            ("take-seat-union", ""),
            ("waive", "waive"),
            ("throw-app", "throw-app"),
            ("tick", "tick"),
            ("[data-testid^='choose-']", "[data-testid^='choose-']"),
        ] {
            if self.has(there).await {
                if !way.is_empty() {
                    return self.click(way).await;
                }
                // Orders that are written may be written anew until they are revealed.
                if *written_in != phase {
                    *written_in = phase;
                    return self.writes_in_secret("union", "orders:union").await;
                }
                return self.click(&ready("next-step")).await;
            }
        }
        while self.read_what_is_too_close().await {
            self.wait_for_ask().await;
        }
        for button in ["submit-form", "next-step"] {
            if self.has(&ready(button)).await {
                return self.click(&ready(button)).await;
            }
        }
        if asked == "fire" && self.has("next-step").await {
            self.click("next-step").await;
        }
    }

    /// Plays on until this turn or step; returns how often models were set down for the Admiral.
    async fn plays_until(&self, book: &str, last: &str) -> usize {
        let (mut orders, mut written_in) = (0, String::new());
        for _ in 0..MOST_STEPS {
            if self.text("phase").await.contains(last) {
                return orders;
            }
            if self.has("thinking").await {
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
                continue;
            }
            if self.has("ordered").await && orders == 0 {
                // Each ghost says why she is to stand there.
                let why = self.text("ordered").await;
                println!("{book}: {why}");
                assert!(why.contains("is ordered here."), "{why}");
                self.picture(&format!("admiral-{book}-2-ghosts")).await;
            }
            if self.set_down_all().await {
                orders += 1;
                continue;
            }
            self.go_on(&mut written_in).await;
        }
        panic!("{book}: '{last}' never came; the page says: {}", self.page_text().await);
    }
}

/// Plays against the Admiral until this turn or step, in which he moves his models so often at least.
async fn plays_against_the_admiral(book: &str, last: &str, least: usize) {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.begin_against_the_admiral(book).await;
    let orders = window.plays_until(book, last).await;
    println!("{book}: models were set down {orders} times for the Admiral");
    assert!(orders >= least, "{book}: only {orders}");
    window.picture(&format!("admiral-{book}-3-after")).await;
    if window.has("ask-advice").await {
        window.click("ask-advice").await;
        window.wait_for("advice").await;
        window.picture(&format!("admiral-{book}-4-advice")).await;
    }
    window.close().await;
    let campaign = data.path().join("demo.campaign");
    let verified = verify_file(&campaign).unwrap();
    assert_eq!(verified.difference, None, "{book}");
}

/// What a hit does is thrown in secret (NOD-18), from seat to seat: the battle is left before the first fire.
#[tokio::test(flavor = "multi_thread")]
async fn noddy_orders_of_the_admiral_are_carried_out() {
    plays_against_the_admiral("noddy", "Fire of vessels", 1).await;
}
