//! A turn of six against six: the number of the players' inputs, and the time they take.
//!
//! The page itself counts every press of a mouse button and of a key. Each counts with the keystroke-level
//! model's time: mental preparation 1.35 s, pointing 1.1 s, the press 0.2 s (Card, Moran and Newell 1980,
//! "The keystroke-level model for user performance time with interactive systems"). That is too much for one
//! digit typed after another. The generous times for hands and eyes beside the screen are given below: the
//! app has to leave time for them.

use crate::desk::{PATIENCE, Window};
use std::time::{Duration, Instant};

const CONFEDERATES: [&str; 6] = ["virginia", "patrick-henry", "teaser", "jamestown", "raleigh", "beaufort"];
const UNION: [&str; 6] = ["monitor", "minnesota", "congress", "cumberland", "southfield", "miami"];

/// The time of one input, seconds.
const INPUT_S: f64 = 1.35 + 1.1 + 0.2;
/// The time to take a model, move it along its course and release it, seconds.
const MODEL_S: f64 = 12.0;
/// The time to read the result of a salvo, seconds.
const READ_S: f64 = 4.0;
/// A reading of a measure that is too close to call, where none was chosen yet.
pub const UNSAID: &str = "fieldset:not(:has(:checked)) [data-testid^='reading-']";
/// The bounds.
const TURN_S: f64 = 600.0;
const INPUTS_A_SALVO: u64 = 6;

impl Window {
    /// Starts counting the inputs in the page.
    async fn count_inputs(&self) {
        let script = "window.inputs = 0; for (const pressed of ['pointerdown', 'keydown']) \
                      addEventListener(pressed, (event) => { if (event.isTrusted) window.inputs++; }, true);";
        self.client.execute(script, vec![]).await.unwrap();
    }

    /// The number of inputs so far.
    async fn inputs(&self) -> u64 {
        self.client.execute("return window.inputs;", vec![]).await.unwrap().as_u64().unwrap()
    }

    /// Tells whether the present salvo may be declared. Close measures are settled by the first offered
    /// reading.
    async fn may_declare(&self) -> bool {
        let began = Instant::now();
        loop {
            if self.has("[data-testid='declare']:not([disabled])").await {
                return true;
            }
            if self.has("[aria-label='Why it may not be declared']").await {
                return false;
            }
            self.click_if_there(UNSAID).await;
            if began.elapsed() > PATIENCE {
                panic!("the salvo is neither ready nor refused; the page says: {}", self.page_text().await);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// The app throws and the players tick as offered, until ships may fire again. Returns the number of
    /// rounds.
    async fn throw_and_tick(&self) -> u64 {
        for times in 0..12 {
            match self.wait_for_ask().await.as_str() {
                "roll" => self.click("throw-app").await,
                "tick" => self.click("tick").await,
                _ => return times,
            }
        }
        panic!("the salvo never ended; the page says: {}", self.page_text().await);
    }
}

/// A side rings up one knot for every ship that can, moves all of those by hand, and accepts the moves.
/// Returns the number of ships moved.
async fn a_side_moves(window: &Window, ships: [&str; 6]) -> usize {
    window.wait_for_form("ring_up").await;
    let mut under_way = Vec::new();
    for ship in ships {
        let field = format!("field-{ship}");
        if window.number(&field, "aria-valuemax").await.is_some_and(|knots| knots >= 1.0) {
            window.type_into(&field, "1").await;
            under_way.push(ship);
        }
    }
    window.submit("ring_up").await;
    window.wait_gone("[data-form='ring_up']").await;
    for ship in &under_way {
        window.ahead(ship, 0.6).await;
        window.wait_for(&format!("[data-testid='move-{ship}'][data-legal='true']")).await;
    }
    window.submit("move").await;
    for ship in &under_way {
        window.wait_gone(&format!("move-{ship}")).await;
    }
    under_way.len()
}

/// The inputs for a salvo, from choosing the firing ship to the last tick.
struct Salvo {
    inputs: u64,
    /// Inputs for further dice of a chain (a critical hit): every salvo has the first throw and the first
    /// tick.
    chained: u64,
}

/// Every one of these ships with a target fires at the first possible one.
async fn salvos(window: &Window, shooters: &[&str], targets: &[&str]) -> Vec<Salvo> {
    let mut fired = Vec::new();
    for shooter in shooters {
        for target in targets {
            let before = window.inputs().await;
            window.click(&format!("shooter-{shooter}")).await;
            window.click(&format!("target-{target}")).await;
            window.wait_for("preview").await;
            if !window.may_declare().await {
                continue;
            }
            window.click("declare").await;
            let chained = window.throw_and_tick().await.saturating_sub(2);
            fired.push(Salvo { inputs: window.inputs().await - before, chained });
            break;
        }
    }
    fired
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_of_six_against_six() {
    let data = tempfile::tempdir().unwrap();
    let window = crate::open_with(&["--data", data.path().to_str().unwrap(), "--demo-six-a-side"]).await;
    window.click("home-new").await;
    window.wait_for("as-seen").await;
    window.click("begin-battle").await;
    window.wait_for_form("ring_up").await;
    window.count_inputs().await;

    let mut moved = a_side_moves(&window, UNION).await;
    window.next_step("First fire").await;
    let mut fired = salvos(&window, &UNION, &CONFEDERATES).await;
    window.next_step("Confederate movement").await;
    moved += a_side_moves(&window, CONFEDERATES).await;
    window.next_step("Second fire").await;
    fired.extend(salvos(&window, &CONFEDERATES, &UNION).await);
    for phase in ["Boarding", "End of turn", "Turn 2"] {
        window.next_step(phase).await;
    }

    let inputs = window.inputs().await;
    // Not every ship can move or has a target: their inputs are estimated from those that do.
    let done = moved.min(fired.len());
    assert!(done >= 9, "only {moved} ships moved, and {} fired", fired.len());
    let taken_s = inputs as f64 * INPUT_S + moved as f64 * MODEL_S + fired.len() as f64 * READ_S;
    let turn_s = taken_s * 12.0 / done as f64;
    let most = fired.iter().map(|salvo| salvo.inputs - salvo.chained).max().unwrap();
    println!(
        "{moved} moves and {} salvos take {inputs} inputs and {taken_s:.0} s of players' time; twelve of each at most \
         {turn_s:.0} s (bound {TURN_S:.0}); no salvo takes more than {most} inputs (bound {INPUTS_A_SALVO})",
        fired.len()
    );
    assert!(turn_s < TURN_S, "a turn takes {turn_s:.0} s");
    assert!(most <= INPUTS_A_SALVO, "a salvo takes {most} inputs");
    window.close().await;
}
