//! The first minutes of somebody who has never seen the app: from a fresh start to the result of the first salvo, by
//! mouse and by keyboard alone, with every input counted; and the fleet set on its places by one click.

use crate::desk::{PATIENCE, Window};
use serde_json::json;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// The most inputs that the first salvo may take: clicks, or key presses. A hit may call for further dice; each of those
/// throws may take one input more.
const MOST_INPUTS: u32 = 12;
/// The aim for the first salvo's time on a player's computer, from the window's opening.
const AIM: Duration = Duration::from_secs(90);
/// The limit for it under a virtual screen on a busy machine.
const LIMIT: Duration = Duration::from_secs(240);
/// The aim for setting the fleet by one click, and the limit on a busy machine.
const FLEET_AIM: Duration = Duration::from_secs(3);
const FLEET_LIMIT: Duration = Duration::from_secs(60);

/// A player whose inputs are counted.
struct Counted<'a> {
    window: &'a Window,
    inputs: Cell<u32>,
    throws: Cell<u32>,
    began: Instant,
}

impl<'a> Counted<'a> {
    fn new(window: &'a Window, began: Instant) -> Self {
        Self { window, inputs: Cell::new(0), throws: Cell::new(0), began }
    }

    fn count(&self, what: &str) {
        self.inputs.set(self.inputs.get() + 1);
        println!("{:>2}. {what} after {:.1} s", self.inputs.get(), self.began.elapsed().as_secs_f64());
    }

    fn count_throw(&self) {
        self.throws.set(self.throws.get() + 1);
    }

    /// The most inputs with the throws so far.
    fn most(&self) -> u32 {
        MOST_INPUTS + self.throws.get().saturating_sub(1)
    }

    async fn click(&self, id: &str) {
        self.window.wait_enabled(id).await;
        self.count(&format!("click on {id}"));
        self.window.click(id).await;
    }

    async fn press(&self, key: &str, what: &str) {
        self.count(&format!("{key} for {what}"));
        self.window
            .keys(match key {
                "Enter" => "\u{e007}",
                "Tab" => "\u{e004}",
                other => other,
            })
            .await;
    }

    /// Waits until the element with this test id, or one that begins like this with a `*` at the end, has the focus.
    async fn until_focused(&self, id: &str) {
        let (part, whole) = id.strip_suffix('*').map_or((id, true), |part| (part, false));
        let script = "const id = document.activeElement?.dataset.testid ?? ''; \
                      return arguments[1] ? id === arguments[0] : id.startsWith(arguments[0]);";
        let asked = Instant::now();
        loop {
            let there = self.window.client.execute(script, vec![json!(part), json!(whole)]).await.unwrap();
            if there == json!(true) {
                return;
            }
            assert!(
                asked.elapsed() < PATIENCE,
                "{id} never has the focus: {}",
                self.window.page_text().await
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Goes to the element with this test id by the Tab key.
    async fn tab_to(&self, id: &str) {
        let script = "return document.activeElement?.dataset.testid === arguments[0];";
        while self.window.client.execute(script, vec![json!(id)]).await.unwrap() != json!(true) {
            assert!(self.inputs.get() < self.most(), "the Tab key never comes to {id}");
            self.press("Tab", id).await;
        }
    }

    /// Prints and checks inputs and time when the salvo's result is shown.
    async fn ends(&self, how: &str) {
        self.window.wait_for("result").await;
        let result = self.window.text("result").await;
        assert!(result.contains("GUN-"), "no rule is named in: {result}");
        let (inputs, most, took) = (self.inputs.get(), self.most(), self.began.elapsed());
        println!(
            "the first salvo by {how}: {inputs} inputs (at most {most}), {:.1} s (aim {} s)",
            took.as_secs_f64(),
            AIM.as_secs()
        );
        assert!(inputs <= most, "{inputs} inputs by {how}");
        assert!(took < LIMIT, "{took:?} by {how}");
    }
}

impl Window {
    /// The hand sets all models on their places by one click, and the camera sees them there. Returns how long it took, and
    /// how many questions about them were answered.
    pub async fn fleet_is_set(&self) -> (Duration, u32) {
        self.wait_for("set-out").await;
        let began = Instant::now();
        self.click("set-fleet").await;
        // The hand works while the camera looks on; each model is ticked off where she stands.
        tokio::time::sleep(Duration::from_millis(1500)).await;
        self.picture("first-fleet-2-hand").await;
        // On a slow machine the camera may lose sight of a ship on her way, and asks.
        let mut asked = 0;
        while self.has("set-out").await {
            // It may find her again meanwhile.
            let answer =
                "const e = document.querySelector(\"[data-testid='answer-0']\"); e?.click(); return !!e;";
            if self.client.execute(answer, vec![]).await.unwrap() == json!(true) {
                asked += 1;
            }
            assert!(began.elapsed() < FLEET_LIMIT, "the fleet is not in place: {}", self.page_text().await);
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        (began.elapsed(), asked)
    }
}

/// Opens the window for the very first time, with the tour's card as it is offered.
async fn open_first_time(folder: &str) -> (Window, Instant) {
    let began = Instant::now();
    let window = Window::open(&["--data", folder]).await;
    window.wait_for("ship-virginia").await;
    window.wait_for("home-new").await;
    (window, began)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_salvo_takes_twelve_clicks_at_most() {
    let data = tempfile::tempdir().unwrap();
    let (window, began) = open_first_time(data.path().to_str().unwrap()).await;
    let player = Counted::new(&window, began);
    player.click("home-new").await;
    window.wait_for("[data-testid^='scenario-']:checked").await;
    window.picture("first-salvo-1-cards").await;
    player.click("begin-battle").await;
    let mut chosen = false;
    // A step after another as the screen proposes, until dice and ticks of the salvo are through.
    for _ in 0..MOST_INPUTS {
        match window.wait_for_ask().await.as_str() {
            "fire" if chosen => break,
            "fire" => {
                player.click("shooter-monitor").await;
                player.click("target-virginia").await;
                player.click("declare").await;
                window.wait_for_text("ask", "throws").await;
                chosen = true;
            }
            "roll" => {
                player.count_throw();
                player.click("throw-app").await;
            }
            "tick" => player.click("tick").await,
            _ => player.click("next-step").await,
        }
    }
    assert!(chosen, "no fire step came: {}", window.page_text().await);
    player.ends("mouse").await;
    window.picture("first-salvo-2-result").await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_salvo_takes_twelve_keys_at_most() {
    let data = tempfile::tempdir().unwrap();
    let (window, began) = open_first_time(data.path().to_str().unwrap()).await;
    let player = Counted::new(&window, began);
    player.until_focused("home-new").await;
    player.press("Enter", "play on the demo table").await;
    player.until_focused("scenario-*").await;
    player.press("Enter", "the chosen battle").await;
    let mut chosen = false;
    for _ in 0..MOST_INPUTS {
        match window.wait_for_ask().await.as_str() {
            "fire" if chosen => break,
            "fire" => {
                player.until_focused("shooter-*").await;
                player.tab_to("shooter-monitor").await;
                player.press("Enter", "the shooter").await;
                player.until_focused("target-*").await;
                player.tab_to("target-virginia").await;
                player.press("Enter", "the target").await;
                player.until_focused("declare").await;
                player.press("Enter", "the salvo").await;
                window.wait_for_text("ask", "throws").await;
                chosen = true;
            }
            "roll" => {
                window.wait_enabled("throw-app").await;
                player.count_throw();
                player.press("d", "the dice").await;
            }
            "tick" => {
                player.until_focused("tick").await;
                player.press("Enter", "the ticks").await;
            }
            _ => {
                window.wait_enabled("next-step").await;
                player.press("n", "the next step").await;
            }
        }
    }
    assert!(chosen, "no fire step came: {}", window.page_text().await);
    player.ends("keyboard").await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_click_sets_the_fleet_on_its_places() {
    let data = tempfile::tempdir().unwrap();
    let (window, _) = open_first_time(data.path().to_str().unwrap()).await;
    window.click("tour-leave").await;
    window.click("home-new").await;
    window.wait_for("[data-testid='book'] option").await;
    // Its models are on the demo table or in its box.
    window.click("scenario-hampton-roads-1862-03-09").await;
    window.click("begin-battle").await;
    window.wait_for("set-out").await;
    window.picture("first-fleet-1-checklist").await;
    let (took, asked) = window.fleet_is_set().await;
    println!(
        "the fleet was set and seen in {:.1} s (the hands' aim {} s), {asked} questions answered",
        took.as_secs_f64(),
        FLEET_AIM.as_secs()
    );
    window.picture("first-fleet-3-set").await;
    window.close().await;
}
