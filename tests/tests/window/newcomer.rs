//! Whole evenings as a newcomer plays them, from the first button to the battle's end, in a window of
//! 1280 x 800. The player knows no rule: the one highlighted button is pressed, and models are moved as the
//! line over the table says.

use crate::desk::{PATIENCE, UNREAD, Window};
use crate::open_on;
use geometry::{Heading, Point, Pose};
use serde_json::{Value, json};
use std::cell::Cell;
use std::time::{Duration, Instant};

const WIDTH_PX: u32 = 1280;
const HEIGHT_PX: u32 = 800;
/// The time limit of an evening: three minutes, and one more for a busy machine.
const EVENING: Duration = Duration::from_secs(240);
/// The turn of a held model per key press, degrees.
const TURN_DEG: f64 = 5.0;
/// The speed that ships are rung up to, if they are capable of it, knots.
const SPEED_KN: f64 = 3.0;
/// The distance from the enemy's place within which a place is in the enemy's hex, inches.
const SAME_HEX_IN: f64 = 1.5;

/// The screen at one moment, limited to what a newcomer uses.
#[derive(Debug, Clone, PartialEq)]
struct Glance {
    /// Highlighted buttons, by test id.
    primary: Vec<String>,
    /// Highlighted buttons that are out of sight without scrolling.
    hidden: Vec<String>,
    /// The line over the table, if it asks for a model to be moved.
    wanted: Option<String>,
    /// The form whose button is at the foot of the panel.
    form: Option<String>,
    /// The ships with ghosts on the table.
    ghosts: Vec<String>,
    /// The present question, and its step.
    ask: String,
    phase: String,
    /// The camera's question.
    question: Option<String>,
    /// True while measures too close to call wait for the players.
    too_close: bool,
    /// The last refusal, if any.
    refused: String,
    /// The position of the picture: left, top, width, height.
    picture: Vec<f64>,
    /// True while work is in progress.
    busy: bool,
}

/// In the page, after that: reads a [`Glance`].
const LOOK: &str = "
    const all = (css) => [...document.querySelectorAll(css)];
    const text = (css) => document.querySelector(css)?.innerText.trim() ?? '';
    const inSight = (e) => {
        const r = e.getBoundingClientRect();
        const hit = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
        return r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight && e.contains(hit);
    };
    const buttons = all('button.primary:not([disabled])').filter(
        (e) => e.getClientRects().length > 0 && !e.closest(\"[data-testid='question']\"));
    const ids = (found) => found.map((e) => e.dataset.testid ?? e.innerText);
    const line = document.querySelector(\"[data-testid='table-line']\");
    const p = document.querySelector('.picture')?.getBoundingClientRect();
    return {
        primary: ids(buttons),
        hidden: ids(buttons.filter((e) => !inSight(e))),
        wanted: line?.classList.contains('wanted') ? line.innerText.trim() : null,
        form: document.querySelector(\"[data-testid='way'] [data-form]\")?.dataset.form ?? null,
        ghosts: all(\"[data-testid^='ghost-']\").map((e) => e.dataset.testid.slice(6)),
        ask: text(\"[data-testid='ask']\"),
        phase: text(\"[data-testid='phase']\"),
        question: document.querySelector(\"[data-testid='question']\")?.innerText ?? null,
        too_close: unread() !== undefined,
        refused: text('.refused'),
        picture: p ? [p.x, p.y, p.width, p.height].map((v) => Math.round(v * 10) / 10) : [],
        busy: text('.working') !== '',
    };";

impl Glance {
    fn of(seen: &Value) -> Self {
        let words = |key: &str| -> Vec<String> {
            let list = seen[key].as_array().cloned().unwrap_or_default();
            list.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect()
        };
        let word = |key: &str| seen[key].as_str().map(str::to_owned);
        Self {
            primary: words("primary"),
            hidden: words("hidden"),
            wanted: word("wanted"),
            form: word("form"),
            ghosts: words("ghosts"),
            ask: word("ask").unwrap_or_default(),
            phase: word("phase").unwrap_or_default(),
            question: word("question"),
            too_close: seen["too_close"].as_bool().unwrap_or_default(),
            refused: word("refused").unwrap_or_default(),
            picture: seen["picture"]
                .as_array()
                .map(|sides| sides.iter().filter_map(Value::as_f64).collect())
                .unwrap_or_default(),
            busy: seen["busy"].as_bool().unwrap_or_default(),
        }
    }
}

/// A newcomer at the table.
struct Newcomer<'a> {
    window: &'a Window,
    /// The picture's position at the start of the battle: it must not jump under the mouse.
    picture: Vec<f64>,
    began: Instant,
    /// True after a close measure was read one way: then nothing may be left to do for the question.
    has_read: Cell<bool>,
}

impl<'a> Newcomer<'a> {
    /// Opens the window, and begins a battle of a book as the app proposes it.
    async fn begins(window: &'a Window, book: &str) -> Self {
        let began = Instant::now();
        window.client.set_window_size(WIDTH_PX, HEIGHT_PX).await.unwrap();
        let size = window.client.execute("return [innerWidth, innerHeight];", vec![]).await.unwrap();
        assert_eq!(size, json!([WIDTH_PX, HEIGHT_PX]), "the size of the window");
        window.click("home-new").await;
        window.wait_for("[data-testid='book'] option").await;
        window.choose_book(book).await;
        window.wait_for("[data-testid^='scenario-']:checked").await;
        window.click("begin-battle").await;
        window.wait_for("ask").await;
        let mut newcomer = Self { window, picture: Vec::new(), began, has_read: Cell::new(false) };
        newcomer.picture = newcomer.look().await.picture;
        newcomer
    }

    /// The screen once it is at rest.
    async fn look(&self) -> Glance {
        let mut before = None;
        let began = Instant::now();
        loop {
            tokio::time::sleep(Duration::from_millis(150)).await;
            let script = format!("{UNREAD}{LOOK}");
            let seen = Glance::of(&self.window.client.execute(&script, vec![]).await.unwrap());
            if before.as_ref() == Some(&seen) && !seen.busy {
                return seen;
            }
            if began.elapsed() > PATIENCE {
                panic!("the screen never rests: {seen:?}");
            }
            before = Some(seen);
        }
    }

    /// The same, after answering the app's other questions. The camera's likelier answer comes first, and a
    /// player who has set a model down has seen the direction of its bow; for close measures the first
    /// reading favours the acting side.
    async fn look_untroubled(&self) -> Glance {
        loop {
            let seen = self.look().await;
            if let Some(question) = &seen.question {
                println!("the camera asks: {question}");
                self.press("answer-0").await;
            } else if seen.too_close {
                println!("too close to call: {}", seen.ask.replace('\n', " "));
                self.window.read_what_is_too_close().await;
                self.has_read.set(true);
            } else {
                return seen;
            }
            assert!(self.began.elapsed() < EVENING, "the questions never end: {seen:?}");
        }
    }

    /// The same, with checks for every moment: at most one element is highlighted, and completely visible;
    /// the picture has not moved; nothing was refused; and there is always something to do.
    async fn next(&self) -> Glance {
        let seen = self.look_untroubled().await;
        assert!(seen.primary.len() <= 1 && seen.hidden.is_empty(), "{seen:?}");
        assert_eq!(seen.picture, self.picture, "the picture jumps: {seen:?}");
        assert!(seen.refused.is_empty() || self.has_read.get(), "{seen:?}");
        let stuck = seen.primary.is_empty() && seen.wanted.is_none();
        assert!(!stuck, "nothing stands out: {seen:?}; the page says: {}", self.window.page_text().await);
        assert!(self.began.elapsed() < EVENING, "the evening never ends: {seen:?}");
        seen
    }

    /// Presses the highlighted element where it is visible, without scrolling.
    async fn press(&self, id: &str) {
        // Folded forms have buttons of the same name, which are not highlighted.
        let script = "const e = [...document.querySelectorAll(`[data-testid='${arguments[0]}'].primary`)]
                .find((e) => e.getClientRects().length > 0);
            if (!e) return null;
            const r = e.getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2];";
        let place = self.window.client.execute(script, vec![json!(id)]).await.unwrap();
        // An element that has disappeared in the meantime is looked up again.
        let Some((x, y)) = place[0].as_f64().zip(place[1].as_f64()) else { return };
        self.window.pointer(&[(x, y)]).await;
    }

    /// Ends the battle as the screen proposes.
    async fn ends(&self) {
        self.window.wait_for("end").await;
        self.window.click("end-it").await;
        self.window.wait_for_text("ask", "The battle is over").await;
        self.window.wait_for("after-the-end").await;
        println!("the whole evening took {} s", self.began.elapsed().as_secs());
    }

    /// Places of the board marked as possible for the ship that moves.
    async fn open_places(&self) -> Vec<Pose> {
        let script = "return [...document.querySelectorAll(\"[data-testid='open-place']\")].map((e) => \
                      ['xIn', 'yIn', 'headingDeg'].map((key) => Number(e.dataset[key])));";
        let places = self.window.client.execute(script, vec![]).await.unwrap();
        let number = |place: &Value, at: usize| place[at].as_f64().unwrap();
        let pose = |place: &Value| Pose {
            stack: Point::new(number(place, 0), number(place, 1)),
            heading: Heading::from_deg(number(place, 2)),
        };
        places.as_array().unwrap().iter().map(pose).collect()
    }

    /// Moves a ship to the marked place nearest to its enemy, but not into the enemy's hex.
    async fn closes_in(&self, ship: &str, enemy: &str) {
        let enemy = self.window.stands(enemy).await.stack;
        let off = |pose: &Pose| pose.stack.distance_in(enemy);
        let open = self.open_places().await;
        let mut beside: Vec<Pose> = open.iter().filter(|pose| off(pose) > SAME_HEX_IN).copied().collect();
        beside.sort_by(|one, other| off(one).total_cmp(&off(other)));
        let to = beside.first().unwrap_or_else(|| panic!("{ship} has nowhere to go: {open:?}"));
        let from = self.window.stands(ship).await;
        let turn_deg = (to.heading.deg() - from.heading.deg() + 540.0).rem_euclid(360.0) - 180.0;
        // Another model may be in the way of the exact centre: anywhere in the hex is fine.
        self.window.set_down(ship, to.stack, (turn_deg / TURN_DEG).round() as i32).await;
        self.is_seen_to_move(ship, *to).await;
    }

    /// Waits until the move of a ship that was set down is listed; the player knows its bow.
    async fn is_seen_to_move(&self, ship: &str, to: Pose) {
        let set_down = Instant::now();
        while !self.window.has(&format!("move-{ship}")).await {
            let seen = self.look().await;
            let asked = seen.question.as_ref().is_some_and(|question| question.contains("out of her bow"));
            if asked && self.window.stands(ship).await.heading.angle_to(to.heading).to_degrees() > 90.0 {
                self.window.click("answer-1").await;
            } else {
                self.look_untroubled().await;
            }
            assert!(set_down.elapsed() < PATIENCE, "{ship} was moved to {to:?}, and nobody saw it: {seen:?}");
        }
    }
}

/// A duel: the toss, the ships on their hexes, moves from hex to hex, fire by dice, until one of them is
/// lost.
#[tokio::test(flavor = "multi_thread")]
async fn a_whole_duel_as_a_newcomer_plays_it() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    let newcomer = Newcomer::begins(&window, "hex_duel").await;
    let mut pictured = Vec::new();
    loop {
        let seen = newcomer.next().await;
        if !pictured.contains(&seen.phase.replace(char::is_numeric, "")) {
            pictured.push(seen.phase.replace(char::is_numeric, ""));
            window.picture(&format!("newcomer-duel-{}", pictured.len())).await;
        }
        let moving = seen.form.as_deref().and_then(|form| form.strip_prefix("move:"));
        match (seen.primary.first().map(String::as_str), moving) {
            (Some("end-battle"), _) => {
                newcomer.press("end-battle").await;
                break;
            }
            (Some("throw-app"), _) if seen.phase.contains("Fire") => {
                // Real dice are used: each gives a hit that costs two points.
                for die in 0..window.count_matching("die-").await {
                    window.type_into(&format!("die-{die}"), "2").await;
                }
                newcomer.press("throw-typed").await;
            }
            (Some(id), _) => newcomer.press(id).await,
            (None, Some(ship)) => {
                let enemy = if ship == "monitor" { "virginia" } else { "monitor" };
                newcomer.closes_in(ship, enemy).await;
            }
            (None, None) => _ = newcomer.window.follow_ghosts(&seen.ghosts).await,
        }
    }
    newcomer.ends().await;
    let log = window.text("log").await;
    assert!(log.contains("CHA-20") || log.contains("CHA-19") || log.contains("CHA-11"), "{log}");
    window.picture("newcomer-duel-over").await;
    window.close().await;
}

/// SP/BP with the present models: two turns of seven phases, every ship in turn, until the players end it.
#[tokio::test(flavor = "multi_thread")]
async fn a_whole_evening_of_sp_bp_as_a_newcomer_plays_it() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    let newcomer = Newcomer::begins(&window, "sp_bp").await;
    let mut pictured = Vec::new();
    let mut moved: Vec<String> = Vec::new();
    loop {
        let seen = newcomer.next().await;
        if seen.phase.starts_with("Turn 3") {
            break;
        }
        if !pictured.contains(&seen.phase) {
            pictured.push(seen.phase.clone());
            window.picture(&format!("newcomer-sp-bp-{}", pictured.len())).await;
        }
        let form = seen.form.clone().unwrap_or_default();
        let (kind, ship) = form.split_once(':').unwrap_or((&form, ""));
        if kind == "plan_speed" {
            let fastest = window.number("field-knots", "aria-valuemax").await.unwrap();
            window.type_into("field-knots", &fastest.min(SPEED_KN).to_string()).await;
        }
        if kind == "move" && seen.wanted.is_some() && ship == "monitor" && !moved.contains(&ship.to_owned()) {
            // The line over the table says that the ship may be dragged to its place.
            let there = window.ahead(ship, 1.0).await;
            newcomer.is_seen_to_move(ship, there).await;
            moved.push(ship.to_owned());
            continue;
        }
        match seen.primary.first() {
            Some(_) if !seen.refused.is_empty() => {
                // With these readings nothing is left to do for this ship: the others go on.
                newcomer.has_read.set(false);
                window.click("next-step").await;
            }
            Some(id) => newcomer.press(id).await,
            None => _ = newcomer.window.follow_ghosts(&seen.ghosts).await,
        }
    }
    assert_eq!(moved, ["monitor"], "nobody was asked to move");
    // The players end it because it is late.
    window.click("table").await;
    window.click("table-end").await;
    newcomer.ends().await;
    let log = window.text("log").await;
    for rule in ["SPB-2", "SPB-3", "SPB-15"] {
        assert!(log.contains(rule), "no {rule} in: {log}");
    }
    window.picture("newcomer-sp-bp-over").await;
    window.close().await;
}
