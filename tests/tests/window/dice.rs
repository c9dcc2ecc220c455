//! Dice by eye: the demo table's hand throws the dice that are asked for, and the camera reads them. No key is pressed for
//! any that are read for sure.

use crate::desk::{PATIENCE, Window};
use crate::pace::UNSAID;
use crate::{go_to_a_fire_step, open_on};
use dice::pyramid::Pyramid;
use dice::taught::upper_face::upper_faces;
use journal::{Journal, content_hash};
use opencv::core::Vector;
use opencv::imgcodecs::{IMREAD_COLOR, imdecode};
use opencv::prelude::*;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// The page's measure from dice at rest to their values on the screen, its limit on a player's computer and the aim.
const REST_TO_VALUES: &str = "dice at rest to values";
const LIMIT_MS: f64 = 300.0;
const AIM_MS: f64 = 120.0;
/// The limit under a virtual screen on a busy machine, where the picture and the page are drawn by the processor.
const BUSY_LIMIT_MS: f64 = 2000.0;

/// What isn't taken by then is in doubt, and is thrown again.
const DOUBT: Duration = Duration::from_secs(8);
/// No roll needs more throws than these: about half of the D10 are in doubt.
const MOST_THROWS: u32 = 12;

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
                    let (mut thrown, mut throws) = (Instant::now(), 1);
                    while self.has("die-0").await && self.text("ask").await == asked {
                        assert!(began.elapsed() < 3 * PATIENCE, "never taken: {}", self.page_text().await);
                        if thrown.elapsed() > DOUBT {
                            // It may be taken at this very moment.
                            let why = self.ask_of("dice-status", "return e.innerText;").await;
                            let again = "const e = document.querySelector(\"[data-testid='throw-demo']\"); \
                                         e?.click(); return !!e;";
                            if why.is_null()
                                || self.client.execute(again, vec![]).await.unwrap() != json!(true)
                            {
                                continue;
                            }
                            println!("{name}: throw {throws} in doubt, thrown again: {why}");
                            assert!(throws < MOST_THROWS, "{throws} throws, none of them sure: {why}");
                            (thrown, throws) = (Instant::now(), throws + 1);
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

    /// Says which reading holds wherever the camera can't tell, and sends the form of this key.
    async fn sends(&self, form: &str) {
        let ready = format!("[data-form='{form}'] [data-testid='submit-form']:not([disabled])");
        let began = Instant::now();
        while !self.has(&ready).await {
            assert!(began.elapsed() < PATIENCE, "{form} can't be sent: {}", self.page_text().await);
            self.click_if_there(UNSAID).await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        self.click(&ready).await;
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

/// Every roll of this kind of event that was read by the camera has its photograph in the campaign file, and its dice are seen
/// in it where the event says. Returns how many dice these are.
fn dice_in_photographs(folder: &Path) -> usize {
    let campaign = Journal::open(&folder.join("demo.campaign")).unwrap();
    let mut dice = 0;
    for battle in campaign.battles().unwrap() {
        for event in campaign.events(battle.number).unwrap() {
            let body: Value = serde_json::from_slice(&event.body).unwrap();
            let Some(read) = body.get("dice_read").filter(|read| !read.is_null()) else { continue };
            let photo = campaign.photo(event.photo.unwrap()).unwrap();
            let hash: String = content_hash(&photo.jpeg).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(read["picture"], hash.as_str(), "event {}", event.seq);
            let picture = imdecode(&Vector::<u8>::from_slice(&photo.jpeg), IMREAD_COLOR).unwrap();
            let pips = dice::read(&picture, None).unwrap();
            let numbered = upper_faces(&Pyramid::new(&picture).unwrap());
            for die in read["dice"].as_array().unwrap() {
                let number = |of: &str| die[of].as_f64().unwrap();
                let (x, y, side) = (number("x_px"), number("y_px"), number("side_px"));
                let is_here = |at: (f64, f64)| (at.0 - x).hypot(at.1 - y) < 0.5 * side;
                let is_seen = match die["kind"].as_str().unwrap() {
                    "d6" => pips
                        .iter()
                        .any(|seen| is_here((seen.x, seen.y)) && u64::from(seen.value) == die["face"]),
                    _ => numbered
                        .iter()
                        .any(|seen| is_here((seen.middle_px.0.into(), seen.middle_px.1.into()))),
                };
                assert!(is_seen, "event {}: {die} is not in its photograph: {pips:?}", event.seq);
                dice += 1;
            }
            println!(
                "event {} ({}): {} dice in a photograph of {}x{}, {} bytes",
                event.seq,
                event.kind,
                read["dice"].as_array().unwrap().len(),
                picture.cols(),
                picture.rows(),
                photo.jpeg.len()
            );
        }
    }
    dice
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
    // The salvo's dice, and the two of the ram.
    assert!(dice_in_photographs(data.path()) >= 3);
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
    let first = window.ask_of("[data-primary='true']", "return e.dataset.form;").await;
    window.sends(first.as_str().unwrap()).await;
    window.reads("noddy").await;
    window.close().await;
}

/// Musketry in Noddy: the infantry at Newport News fires at the tug below the bank, without a key but the one for fire.
#[tokio::test(flavor = "multi_thread")]
async fn musketry_of_noddy_is_thrown_on_the_demo_table_and_read() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.let_the_hand_throw().await;
    window.begin("noddy", "newport-news").await;
    window.fleet_is_set().await;
    for side in ["confederate", "union"] {
        window.writes_in_secret(side, &format!("orders:{side}")).await;
    }
    for phase in ["First half of the move", "Turns", "Fire of vessels"] {
        window.next_step(phase).await;
    }
    window.wait_for_ask().await;
    let form = "musketry:indiana-infantry";
    if window.has(&format!("other-{form}")).await {
        window.click(&format!("other-{form}")).await;
    }
    window.wait_for_form(form).await;
    window.picture("musketry-before").await;
    window.sends(form).await;
    window.reads("musketry").await;
    window.wait_for_log("Indiana infantry").await;
    window.wait_for_log("NOD-21").await;
    window.close().await;
    assert_eq!(dice_in_photographs(data.path()), 1);
}
