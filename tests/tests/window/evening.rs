//! Three turns of Gunboat as players play them: models carried by hand on the demo table, dice typed as
//! thrown.

use crate::desk::Window;
use crate::{open_again_on, open_on};
use geometry::{Heading, Point, Pose};

/// From Virginia's stack to its stem: half its length, plus the stack's distance abaft the middle (demo
/// fleet).
const STACK_TO_STEM_IN: f64 = 2.4 / 2.0 + 0.05;
/// Half of Minnesota's beam.
const MINNESOTA_HALF_BEAM_IN: f64 = 0.25;
const MINNESOTA_STACK_AHEAD_IN: f64 = 0.12;
/// Virginia's run in the first and the second turn, and about what is left for the third: slightly less than
/// its knots allow.
const RUN_IN: [f64; 3] = [0.75, 1.75, 2.7];
/// The depth to which the stem is pressed into the side: models touch although aimed by eye and set down on
/// whole pixels of the screen, each 0.09 in.
const PRESSED_IN: f64 = 0.06;

/// More than the camera's noise, less than a shift that raises a question (0.25 in).
const NUDGE_IN: f64 = 0.225;

impl Window {
    /// Ends the step, and waits for the next one.
    pub async fn next_step(&self, phase: &str) {
        self.click("next-step").await;
        self.wait_for_text("phase", phase).await;
    }

    /// Rings up one ship's speed, and leaves the others unchanged.
    async fn ring_up(&self, ship: &str, knots: u32) {
        self.wait_for_form("ring_up").await;
        self.type_into(&format!("field-{ship}"), &knots.to_string()).await;
        self.submit("ring_up").await;
        self.wait_gone("[data-form='ring_up']").await;
    }

    /// Accepts the move of a ship; where it is too close to call, the players say that it is legal.
    async fn move_stands(&self, ship: &str) {
        self.wait_for(&format!("move-{ship}")).await;
        if self.has("reading-legal").await {
            self.click("reading-legal").await;
        }
        self.submit("move").await;
        self.wait_gone(&format!("move-{ship}")).await;
    }

    /// Types the faces of the due dice.
    pub async fn throw(&self, faces: &[u8]) {
        for (die, face) in faces.iter().enumerate() {
            self.type_into(&format!("die-{die}"), &face.to_string()).await;
        }
        self.click("throw-typed").await;
    }

    /// Virginia lies square to Minnesota's side, a run of so many inches away.
    pub async fn lays_virginia_before_minnesota(&self, run_in: f64) {
        let (virginia, minnesota) = (self.stands("virginia").await, self.stands("minnesota").await);
        // Ten turns of the key, 50 degrees, and Virginia is square to Minnesota's side, within two degrees.
        let heading = virginia.heading.turned(50.0_f64.to_radians());
        self.carry("virginia", virginias_start(minnesota, heading, run_in), 10).await;
    }

    /// Virginia's stem meets Minnesota's side, and dice are asked for.
    pub async fn rams_at(&self, knots: u32) {
        let (virginia, minnesota) = (self.stands("virginia").await, self.stands("minnesota").await);
        self.virginias_turn(knots, to_her_side(virginia, minnesota)).await;
        self.wait_for_form("ram:virginia").await;
        // The forecast comes first: touching hulls are nearly always too close to call, and the players say what
        // they see.
        self.wait_for_text("forecast", "CSS Virginia strikes USS Minnesota").await;
        for _ in 0..20 {
            if self.wait_for_ask().await == "roll" {
                break;
            }
            let unsaid = "[data-testid='reading-yes']:not(:checked)";
            let ready = "[data-form='ram:virginia'] [data-testid='submit-form']:not([disabled])";
            if !self.click_if_there(unsaid).await && self.has(ready).await {
                self.picture(&format!("ram-{knots}-knots")).await;
                self.click(ready).await;
            }
        }
    }

    /// Virginia runs up to Minnesota's side at right angles.
    async fn virginias_turn(&self, knots: u32, inches: f64) {
        self.ring_up("virginia", knots).await;
        self.ahead("virginia", inches).await;
        self.move_stands("virginia").await;
    }
}

/// The distance that Virginia goes until its stem presses against Minnesota's side, at the places seen now.
fn to_her_side(virginia: Pose, minnesota: Pose) -> f64 {
    let middle = minnesota.stack.moved(minnesota.heading, -MINNESOTA_STACK_AHEAD_IN);
    let (east, north) = (middle.x_in - virginia.stack.x_in, middle.y_in - virginia.stack.y_in);
    let ahead_in = east * virginia.heading.rad().sin() + north * virginia.heading.rad().cos();
    ahead_in - STACK_TO_STEM_IN - MINNESOTA_HALF_BEAM_IN + PRESSED_IN
}

/// Virginia's starting place: after this run its stem meets the middle of Minnesota's side.
fn virginias_start(minnesota: Pose, heading: Heading, run_in: f64) -> Point {
    let middle = minnesota.stack.moved(minnesota.heading, -MINNESOTA_STACK_AHEAD_IN);
    middle.moved(heading, -(STACK_TO_STEM_IN + MINNESOTA_HALF_BEAM_IN + run_in))
}

/// Union: a move too far is put back on its ghost; a ship that may not move is nudged.
async fn first_union_move(window: &Window) {
    window.ring_up("monitor", 1).await;
    let from = window.stands("monitor").await;
    window.ahead("monitor", 1.5).await;
    window.wait_for_text("move-monitor", "too far").await;
    window.wait_for("[data-testid='ghost-monitor'][data-why='too_far']").await;
    window.picture("evening-1-too-far").await;
    window.carry("monitor", from.stack.moved(from.heading, 0.8), 0).await;
    window.wait_for("[data-testid='move-monitor'][data-legal='true']").await;

    window.nudge("patrick-henry", NUDGE_IN).await;
    window.wait_for_log("CSS Patrick Henry settled").await;
    window.move_stands("monitor").await;
    window.next_step("First fire").await;
    window.next_step("Confederate movement").await;
}

/// A salvo is declared, taken back, declared again; the die gives a critical hit, and it is ticked.
async fn a_critical_hit(window: &Window) {
    for again in [false, true] {
        window.click("shooter-virginia").await;
        window.click("target-minnesota").await;
        window.wait_for("preview").await;
        window.click("declare").await;
        window.wait_for("die-0").await;
        if !again {
            window.keys("u").await;
            window.wait_for("shooter-virginia").await;
            window.wait_for_log("took back everything").await;
        }
    }
    window.throw(&[10]).await;
    window.wait_for_text("ask", "Critical hit").await;
    window.throw(&[1]).await;
    window.wait_for_text("ask", "3 into speed").await;
    window.picture("evening-2-critical-hit").await;
    window.click("tick").await;
    window.wait_for("shooter-virginia").await;
    window.wait_for_log("boiler damage").await;
}

/// The stem meets the side, and the dice are thrown.
async fn a_ram(window: &Window) {
    window.rams_at(3).await;
    window.throw(&[6, 6]).await;
    window.wait_for_text("ask", "4 into draft").await;
    window.click("tick").await;
    window.wait_for_log("rams USS Minnesota at 3 knots").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_turns_of_gunboat_and_another_evening() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let window = open_on(folder).await;
    window.click("tab-battle").await;
    window.lays_virginia_before_minnesota(RUN_IN.iter().sum()).await;

    window.click("to-new-battle").await;
    window.wait_for("as-seen").await;
    window.click("begin-battle").await;
    first_union_move(&window).await;
    window.virginias_turn(1, RUN_IN[0]).await;
    window.next_step("Second fire").await;
    a_critical_hit(&window).await;
    for phase in ["Boarding", "End of turn", "Turn 2", "First fire", "Confederate movement"] {
        window.next_step(phase).await;
    }
    window.virginias_turn(2, RUN_IN[1]).await;
    for phase in ["Second fire", "Boarding", "End of turn", "Turn 3", "First fire", "Confederate movement"] {
        window.next_step(phase).await;
    }
    a_ram(&window).await;
    window.next_step("Second fire").await;
    let lines = window.count("log-line").await;

    // The table is cleared in a hurry: a model is moved from its place without notice.
    let henry = window.stands("patrick-henry").await;
    window.carry("patrick-henry", henry.stack.moved(Heading::from_deg(90.0), 2.0), 0).await;
    window.close().await;

    another_evening(folder, lines).await;
}

/// The battle is resumed; a ship elsewhere has a ghost, and is put back on it. Then everything is looked at
/// again, and reported.
async fn another_evening(folder: &str, lines: usize) {
    let window = open_again_on(folder).await;
    window.click("home-continue").await;
    window.wait_for("[data-testid='ghost-patrick-henry'][data-why='shifted']").await;
    assert!(window.count("log-line").await >= lines, "lines of the log were lost");
    window.picture("evening-4-ghost").await;
    window.stands_on_ghost("patrick-henry").await;

    window.click("tab-replay").await;
    window.click("replay-battle-1").await;
    let last = window.wait_number("replay-seq", "data-seq", |seq| seq > 1.0).await;
    window.click("replay-prev").await;
    let earlier = window.wait_number("replay-seq", "data-seq", |seq| seq < last).await;
    window.click("replay-next").await;
    window.wait_number("replay-seq", "data-seq", |seq| seq > earlier).await;
    window.wait_for("replay-map").await;
    window.wait_for("replay-photo").await;
    window.picture("evening-5-replay").await;
    window.click("share").await;
    window.click("share-report").await;
    let path = window.text("told-path").await;
    let report = std::fs::read_to_string(path.trim()).unwrap();
    assert!(report.contains("rams USS Minnesota"), "the report does not tell of the ram");
    window.close().await;
}
