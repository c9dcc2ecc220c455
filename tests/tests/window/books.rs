//! A short scene of every other book on the same screens, and one of Gunboat against Mahan.

use crate::desk::Window;
use crate::hand::SHIPS;
use crate::open_on;

impl Window {
    /// Chooses a battle of a book: one of its scenarios, or ("table") the present models.
    pub async fn choose_battle(&self, book: &str, scenario: &str) {
        self.click("tab-home").await;
        self.click("home-new").await;
        self.wait_for("[data-testid='book'] option").await;
        self.choose_book(book).await;
        self.click(&format!("scenario-{scenario}")).await;
    }

    /// Chooses the book of a new battle, and waits until its scenarios are shown.
    pub async fn choose_book(&self, book: &str) {
        self.choose("book", book).await;
        self.wait_for("[role='radiogroup'][aria-busy='false']").await;
    }

    /// The same, and begins it.
    pub async fn begin(&self, book: &str, scenario: &str) {
        self.choose_battle(book, scenario).await;
        self.click("begin-battle").await;
        self.wait_for("ask").await;
    }

    /// Throws, ticks and goes on as offered, until this phase.
    pub async fn go_on_until(&self, phase: &str) {
        for _ in 0..40 {
            let asked = self.wait_for_ask().await;
            if self.text("phase").await.contains(phase) {
                return;
            }
            let way = match asked.as_str() {
                "roll" => "throw-app",
                "tick" => "tick",
                "choose" => "[data-testid^='choose-']",
                _ => "next-step",
            };
            self.click(way).await;
        }
        panic!("'{phase}' never came; the page says: {}", self.page_text().await);
    }

    /// Begins a battle of Gunboat in which Mahan commands the Confederates.
    pub async fn begin_against_mahan(&self) {
        self.click("home-new").await;
        self.wait_for("commanded").await;
        self.choose("commanded", "confederate").await;
        self.click("begin-battle").await;
        self.wait_for_form("ring_up").await;
    }

    /// Waits for Mahan's orders, and sets his ships down on their ghosts.
    pub async fn set_mahans_ships(&self, picture: Option<&str>) {
        self.wait_for("ordered").await;
        if let Some(name) = picture {
            self.picture(name).await;
        }
        // A ship ordered to a place that the camera can't distinguish from its present one is there already.
        self.follow_ghosts(&SHIPS[..3]).await;
    }

    /// A side writes in secret, and passes the screen on.
    pub async fn writes_in_secret(&self, side: &str, form: &str) {
        self.takes_covered_seat(side).await;
        self.submit(form).await;
        self.passes_on().await;
    }

    /// A player takes the seat that the screen was passed on to.
    pub async fn takes_covered_seat(&self, seat: &str) {
        self.click(&format!("take-seat-{seat}")).await;
        self.click("uncover").await;
        self.wait_gone("cover").await;
    }

    /// The player in a seat has decided, and everybody may look again.
    pub async fn passes_on(&self) {
        self.wait_for("result").await;
        self.click("pass-on").await;
        self.wait_gone("pass-on").await;
    }
}

/// The coin, the choice of ships, both models set out on their hexes, and the first move of one hex.
async fn a_hex_duel(window: &Window) {
    /// From hex to hex on the demo table's board, inches.
    const HEX_IN: f64 = 24.0 / 7.0;
    window.begin("hex_duel", "duel").await;
    window.throw(&[2]).await;
    window.submit("choose_ship").await;
    window.submit("place_terrain").await;
    window.wait_for_form("set_out").await;
    window.picture("book-hex-duel-1").await;
    for ship in ["monitor", "virginia"] {
        window.stands_on_ghost(ship).await;
    }
    window.submit("set_out").await;
    window.wait_for_form("move:virginia").await;
    window.ahead("virginia", HEX_IN).await;
    window.wait_for("[data-testid='move-virginia'][data-legal='true']").await;
    window.submit("move:virginia").await;
    window.wait_for_form("move:monitor").await;
    window.wait_for_log("CHA-").await;
    window.picture("book-hex-duel-2").await;
}

/// Both sides write their orders hidden from each other; they are revealed together.
async fn orders_of_noddy(window: &Window) {
    window.begin("noddy", "table").await;
    for side in ["confederate", "union"] {
        window.writes_in_secret(side, &format!("orders:{side}")).await;
    }
    window.picture("book-noddy").await;
    window.next_step("First half of the move").await;
    window.wait_for_log("NOD-").await;
}

/// Initiative is thrown; ships don't move but drift with the wind; the first ship with a target fires.
async fn gunfire_of_sp_bp(window: &Window) {
    window.begin("sp_bp", "table").await;
    window.next_step("Initiative").await;
    window.throw(&[3, 9]).await;
    for phase in ["Movement", "Drift", "Shooting"] {
        window.next_step(phase).await;
    }
    // The wind moved all of them; the players leave the models in place.
    window.click("waive").await;
    window.wait_gone("waive").await;
    // A ship with a target is offered first.
    window.wait_for("[data-testid='way'] [data-form^='fire:']").await;
    window.picture("book-sp-bp").await;
    // Another ship may be in the line of fire, within the camera's accuracy: the players decide.
    while window.read_what_is_too_close().await {
        window.wait_for_ask().await;
    }
    window.click("[data-testid='way'] [data-testid='submit-form']").await;
    window.click("throw-app").await;
    window.wait_for_log("SPB-15").await;
}

/// All six models are on their hexes; one order for each of the player's formations; the app does Mahan's
/// part.
async fn orders_against_mahan(window: &Window) {
    window.choose_battle("mahan", "table").await;
    window.choose("commanded", "confederate").await;
    window.click("begin-battle").await;
    window.wait_for_form("set_out").await;
    for ship in SHIPS {
        window.stands_on_ghost(ship).await;
    }
    window.submit("set_out").await;
    window.wait_for_form("orders:union").await;
    window.picture("book-mahan-1").await;
    window.submit("orders:union").await;
    window.wait_gone("[data-form='orders:union']").await;
    // Mahan's ships go where his display and a die send them: their ghosts are there.
    window.wait_for_form("mahan_moved").await;
    window.picture("book-mahan-2").await;
    for ship in &SHIPS[..3] {
        window.stands_on_ghost(ship).await;
    }
    window.wait_gone("[data-form='mahan_moved']").await;
    window.wait_for_log("Mahan's ships move").await;
    window.picture("book-mahan-3").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scene_of_each_other_book() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    orders_of_noddy(&window).await;
    gunfire_of_sp_bp(&window).await;
    a_hex_duel(&window).await;
    orders_against_mahan(&window).await;
    window.close().await;
}

/// Mahan commands the Confederates: he fires by himself, and his orders are ghosts; models set down on them
/// move legally.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_against_mahan() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.begin_against_mahan().await;
    window.next_step("First fire").await;
    window.go_on_until("Confederate movement").await;
    window.set_mahans_ships(Some("solo-orders")).await;
    // All of them are there: his moves are made without any input.
    window.wait_for_log("CSS Virginia goes").await;
    window.close().await;
}
