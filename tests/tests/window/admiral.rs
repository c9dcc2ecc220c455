//! The first orders of Noddy against the Admiral on the demo table: his ghosts are set down by the hand.

use crate::desk::Window;
use crate::hand::SHIPS;
use crate::open_on;
use battle::verify_file;
use std::time::Duration;

/// A battle that takes more steps than this goes round in circles.
const MOST_STEPS: usize = 400;

impl Window {
    /// Begins a battle of the ships on the table in which the Admiral commands the Confederates.
    async fn begin_against_the_admiral(&self) {
        self.choose_battle("noddy", "table").await;
        self.wait_for("commanded").await;
        self.choose("commanded", "confederate").await;
        self.wait_for("commander").await;
        self.choose("commander", "admiral").await;
        self.picture("admiral-noddy-1-choice").await;
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

    /// Does what is offered next: the Union's orders are written once, and the steps go on.
    async fn go_on(&self, union_has_written: &mut bool) {
        self.wait_for_ask().await;
        // Orders that are written may be written anew until they are revealed.
        if self.has("take-seat-union").await && !*union_has_written {
            *union_has_written = true;
            return self.writes_in_secret("union", "orders:union").await;
        }
        for button in ["submit-form", "next-step"] {
            let ready = format!("[data-testid='way'] [data-testid='{button}']:not([disabled])");
            if self.has(&ready).await {
                return self.click(&ready).await;
            }
        }
    }

    /// Plays on until this step; returns how often models were set down for the Admiral.
    async fn plays_until(&self, last: &str) -> usize {
        let (mut orders, mut union_has_written) = (0, false);
        for _ in 0..MOST_STEPS {
            if self.text("phase").await.contains(last) {
                return orders;
            }
            if self.has("thinking").await {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
            if self.has("ordered").await && orders == 0 {
                // Each ghost says why she is to stand there.
                let why = self.text("ordered").await;
                println!("{why}");
                assert!(why.contains("is ordered here."), "{why}");
                self.picture("admiral-noddy-2-ghosts").await;
            }
            if self.set_down_all().await {
                orders += 1;
                continue;
            }
            self.go_on(&mut union_has_written).await;
        }
        panic!("'{last}' never came; the page says: {}", self.page_text().await);
    }
}

/// The battle is left before models are turned: a turn of a few degrees is not always seen as made (see `is_as_ordered` in
/// `battle`), and then the ghost stays.
#[tokio::test(flavor = "multi_thread")]
async fn noddy_orders_of_the_admiral_are_carried_out() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.begin_against_the_admiral().await;
    let orders = window.plays_until("Fire of vessels").await;
    println!("models were set down {orders} times for the Admiral");
    assert!(orders >= 1, "no models were set down for the Admiral");
    window.picture("admiral-noddy-3-after").await;
    window.click("ask-advice").await;
    window.wait_for("advice").await;
    window.picture("admiral-noddy-4-advice").await;
    window.close().await;
    let verified = verify_file(&data.path().join("demo.campaign")).unwrap();
    assert_eq!(verified.difference, None);
}
