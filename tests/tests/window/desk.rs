//! The real window under a WebDriver: started, inspected, clicked, closed.

use crate::handbook;
use fantoccini::actions::{InputSource, KeyAction, KeyActions, MouseActions, PointerAction};
use fantoccini::error::CmdError;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

/// A time limit for software rendering on a busy machine; a healthy app answers far sooner.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// In the page: the first unread measure that is too close to call, in folded parts as well.
pub const UNREAD: &str = "
    const unread = () => {
        const button = document.querySelector(\"[data-testid='way'] button[type='submit']\");
        const form = document.getElementById(button?.getAttribute('form') ?? '');
        return [...form?.querySelectorAll(\"[data-testid='too-close']\") ?? []].find(
            (e) => !e.querySelector(':checked'));
    };";

/// A WebDriver server with one window of the app, or with a browser that stands for a phone.
pub struct Window {
    pub client: Client,
    driver: Child,
}

/// The centre of the element `e`, in window pixels. One below the foot of its form is scrolled to the middle, as a player
/// would do.
const MIDDLE: &str = "const middle = () => { const r = e.getBoundingClientRect(); \
                                        return [r.x + r.width / 2, r.y + r.height / 2]; }; \
    e.scrollIntoView({block: 'nearest'}); \
    const hit = document.elementFromPoint(...middle()); \
    if (!hit || !(e.contains(hit) || hit.contains(e))) e.scrollIntoView({block: 'center'}); \
    return middle();";

/// Ports for servers started by others. Not from the system's own range: it gives those to connections as
/// well, and one opened before the server starts would take its port.
const PORTS: std::ops::Range<u16> = 20_000..32_000;

/// Ports of one test program. Programs that run at the same time often have neighbouring process numbers: each starts elsewhere.
const PORTS_OF_ONE: u16 = 200;

/// Two unused ports.
fn free_ports() -> [u16; 2] {
    static TRIED: AtomicU16 = AtomicU16::new(0);
    let count = PORTS.end - PORTS.start;
    let programs = u32::from(count / PORTS_OF_ONE);
    let first = (std::process::id() % programs) as u16 * PORTS_OF_ONE;
    let mut free = std::iter::repeat_with(|| {
        let tried = TRIED.fetch_add(1, Ordering::Relaxed);
        PORTS.start + (first + tried % count) % count
    })
    .take(count.into())
    .filter(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok());
    std::array::from_fn(|_| free.next().expect("a port nobody listens at"))
}

impl Window {
    /// Opens the app with these arguments.
    pub async fn open(arguments: &[&str]) -> Self {
        Self::open_among(arguments, &[]).await
    }

    /// Opens the app with these arguments and environment variables.
    pub async fn open_among(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let [port, native] = free_ports();
        let mut driver = Command::new("tauri-driver");
        driver
            .args(["--port", &port.to_string(), "--native-port", &native.to_string()])
            .envs(variables.iter().copied());
        let capabilities = json!({
            "tauri:options": { "application": whole::app().unwrap(), "args": arguments }
        });
        Self::driven_by(driver, port, &capabilities).await
    }

    /// Starts a WebDriver server and opens a session of it.
    async fn driven_by(mut driver: Command, port: u16, capabilities: &Value) -> Self {
        let driver = driver
            .stdin(Stdio::null())
            // A process group of its own: the browser and its helpers must end with it, also when a test fails.
            .process_group(0)
            .spawn()
            .expect("the WebDriver server starts (./check installs it)");
        let began = Instant::now();
        let client = loop {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            builder.capabilities(capabilities.as_object().unwrap().clone());
            match builder.connect(&format!("http://127.0.0.1:{port}")).await {
                Ok(client) => break client,
                Err(error) => {
                    assert!(began.elapsed() < PATIENCE, "no session: {error}");
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
            }
        };
        Self { client, driver }
    }

    /// Opens a browser of a phone's size: Chromium without a screen, with further switches. It goes past the warning
    /// about the certificate, as players do.
    pub async fn phone(switches: &[&str]) -> Self {
        Self::phone_by(Command::new("chromedriver"), switches).await
    }

    /// A phone's browser that computes only where nothing else does: it stands for one on another computer.
    pub async fn phone_that_gives_way() -> Self {
        let mut driver = Command::new("nice");
        driver.args(["-n", "19", "chromedriver"]);
        Self::phone_by(driver, &[]).await
    }

    async fn phone_by(mut driver: Command, switches: &[&str]) -> Self {
        let [port, _] = free_ports();
        driver.arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null());
        let always = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"];
        let switches: Vec<&str> = always.iter().chain(switches).copied().collect();
        let screen = json!({ "width": 390, "height": 844, "pixelRatio": 2, "touch": true, "mobile": true });
        let capabilities = json!({
            "browserName": "chrome",
            "acceptInsecureCerts": true,
            "goog:chromeOptions": { "args": switches, "mobileEmulation": { "deviceMetrics": screen } },
        });
        Self::driven_by(driver, port, &capabilities).await
    }

    /// The process id of the driver, which is the app's parent.
    pub fn driver_id(&self) -> u32 {
        self.driver.id()
    }

    /// Closes the window as a player does; the app must end by itself.
    pub async fn close(self) {
        self.client.clone().close().await.unwrap();
    }

    /// Evaluates `answer` in the page for the element `e` with this test id; null while there is none. One
    /// call per answer, because an element held between two calls may be redrawn in the meantime.
    pub async fn ask_of(&self, id: &str, answer: &str) -> Value {
        let script = format!(
            "const e = document.querySelector(arguments[0]); return e ? (() => {{ {answer} }})() : null;"
        );
        self.client.execute(&script, vec![json!(css(id))]).await.unwrap()
    }

    /// Repeats a question to the page until its answer is accepted; fails with `what` otherwise.
    async fn ask_until<T>(
        &self,
        id: &str,
        answer: &str,
        what: &str,
        until: impl Fn(Value) -> Option<T>,
    ) -> T {
        self.until(async || self.ask_of(id, answer).await, &format!("'{id}' {what}"), until).await
    }

    /// Repeats a question until its answer is accepted; fails with `what` otherwise.
    async fn until<T>(
        &self,
        ask: impl AsyncFn() -> Value,
        what: &str,
        until: impl Fn(Value) -> Option<T>,
    ) -> T {
        let began = Instant::now();
        loop {
            let now = ask().await;
            if let Some(got) = until(now.clone()) {
                return got;
            }
            if began.elapsed() > PATIENCE {
                panic!("{what}, last {now}; the page says: {}", self.page_text().await);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Waits for the element with this test id.
    pub async fn wait_for(&self, id: &str) {
        self.ask_until(id, "return true;", "never came", |there| there.as_bool()).await;
    }

    /// Tells whether there is an element with this test id now.
    pub async fn has(&self, id: &str) -> bool {
        self.count(id).await > 0
    }

    /// All text of the page, for error messages.
    pub async fn page_text(&self) -> String {
        let text = self.client.execute("return document.body.innerText", vec![]).await;
        text.ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Clicks the element with this test id, once it is enabled and at rest.
    pub async fn click(&self, id: &str) {
        loop {
            self.wait_enabled(id).await;
            if self.click_if_there(id).await {
                return;
            }
        }
    }

    /// Clicks the element with this test id once it is at rest, because content inserted above moves it; false if there
    /// is none.
    pub async fn click_if_there(&self, id: &str) -> bool {
        let mut before = None;
        while let Some(place) = point(&self.ask_of(id, MIDDLE).await) {
            if before.replace(place) == Some(place) {
                self.pointer(&[place]).await;
                return true;
            }
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
        false
    }

    /// Chooses the first reading of a measure that is too close to call; false where none is left.
    pub async fn read_what_is_too_close(&self) -> bool {
        let script = format!(
            "{UNREAD} const e = unread()?.querySelector('input'); if (!e) return null;
            e.scrollIntoView({{block: 'center'}});
            const r = e.getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2];"
        );
        let place = self.client.execute(&script, vec![]).await.unwrap();
        let Some(place) = point(&place) else { return false };
        self.pointer(&[place]).await;
        true
    }

    /// Presses at the first point, moves through the others, releases at the last.
    pub async fn pointer(&self, points: &[(f64, f64)]) {
        self.hold(points).await;
        self.let_go().await;
    }

    /// Releases the pointer's button.
    pub async fn let_go(&self) {
        let up = MouseActions::new("mouse".to_owned()).then(PointerAction::Up { button: 0 });
        self.client.perform_actions(up).await.unwrap();
    }

    /// Moves the pointer to a point.
    pub async fn hover(&self, (x, y): (f64, f64)) {
        let duration = Some(Duration::from_millis(60));
        let move_to = PointerAction::MoveTo { duration, x: x.round(), y: y.round() };
        self.client.perform_actions(MouseActions::new("mouse".to_owned()).then(move_to)).await.unwrap();
    }

    /// Presses at the first point and moves through the others.
    pub async fn hold(&self, points: &[(f64, f64)]) {
        let step = |(x, y): (f64, f64)| PointerAction::MoveTo {
            duration: Some(Duration::from_millis(60)),
            x: x.round(),
            y: y.round(),
        };
        let mut mouse = MouseActions::new("mouse".to_owned());
        for (index, point) in points.iter().enumerate() {
            mouse = mouse.then(step(*point));
            if index == 0 {
                mouse = mouse.then(PointerAction::Down { button: 0 });
            }
        }
        self.client.perform_actions(mouse).await.unwrap();
    }

    /// The centre of an element, in window pixels, once there is one: a page that is drawn anew takes it away for a
    /// moment.
    pub async fn middle_of(&self, id: &str) -> (f64, f64) {
        self.ask_until(id, MIDDLE, "never came", |place| point(&place)).await
    }

    /// A number in an element's attribute; none while the element or the number is missing.
    pub async fn number(&self, id: &str, attribute: &str) -> Option<f64> {
        let value = self.ask_of(id, &format!("return e.getAttribute('{attribute}');")).await;
        value.as_str().and_then(|text| text.parse().ok())
    }

    /// Waits until a number in an attribute satisfies a condition, and returns it.
    pub async fn wait_number(&self, id: &str, attribute: &str, until: impl Fn(f64) -> bool) -> f64 {
        let number = |value: Value| value.as_str().and_then(|text| text.parse().ok());
        let what = format!("never had the {attribute} waited for");
        self.ask_until(id, &format!("return e.getAttribute('{attribute}');"), &what, |value| {
            number(value).filter(|value| until(*value))
        })
        .await
    }

    /// The page's performance measures of this name, milliseconds, in order, once there are at least this
    /// many.
    pub async fn measures_ms(&self, name: &str, at_least: usize) -> Vec<f64> {
        let script = "return performance.getEntriesByName(arguments[0]).map((measure) => measure.detail);";
        let ask = async || self.client.execute(script, vec![json!(name)]).await.unwrap();
        let what = format!("'{name}' was not measured {at_least} times");
        self.until(ask, &what, |kept| {
            let ms: Vec<f64> = kept.as_array()?.iter().filter_map(Value::as_f64).collect();
            (ms.len() >= at_least).then_some(ms)
        })
        .await
    }

    /// The text of the element with this test id, once there is one.
    pub async fn text(&self, id: &str) -> String {
        self.ask_until(id, "return e.innerText;", "never came", |text| text.as_str().map(str::to_owned)).await
    }

    /// Waits until an element's text contains something.
    pub async fn wait_for_text(&self, id: &str, part: &str) {
        let said = |text: Value| text.as_str().filter(|text| text.contains(part)).map(drop);
        self.ask_until(id, "return e.innerText;", &format!("never said '{part}'"), said).await;
    }

    /// Waits until the element with this test id may be pressed.
    pub async fn wait_enabled(&self, id: &str) {
        let enabled = |disabled: Value| (disabled == json!(false)).then_some(());
        self.ask_until(id, "return e.hasAttribute('disabled');", "stayed disabled", enabled).await;
    }

    /// The question to the players, once the screen is at rest: the same question twice, a moment apart.
    pub async fn wait_for_ask(&self) -> String {
        let mut before = Value::Null;
        loop {
            tokio::time::sleep(Duration::from_millis(400)).await;
            let now =
                self.ask_until("ask", "return [e.dataset.ask ?? '', e.innerText];", "never came", Some).await;
            if now == before && !now.is_null() {
                return now[0].as_str().unwrap_or_default().to_owned();
            }
            before = now;
        }
    }

    /// Waits until there is no element with this test id.
    pub async fn wait_gone(&self, id: &str) {
        let began = Instant::now();
        while self.has(id).await {
            if began.elapsed() > PATIENCE {
                panic!("'{id}' never went; the page says: {}", self.page_text().await);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Waits until this form is offered.
    pub async fn wait_for_form(&self, key: &str) {
        self.wait_for(&format!("[data-form='{key}']")).await;
    }

    /// Submits a form.
    pub async fn submit(&self, key: &str) {
        self.wait_for_form(key).await;
        let button = format!("[data-form='{key}'] [data-testid='submit-form']");
        self.wait_enabled(&button).await;
        self.click(&button).await;
    }

    /// Chooses one of a list's options by its value.
    pub async fn choose(&self, id: &str, value: &str) {
        let script = "const e = document.querySelector(arguments[0]); e.value = arguments[1]; \
                      e.dispatchEvent(new Event('change', { bubbles: true })); return e.value;";
        self.wait_for(id).await;
        let chosen = self.client.execute(script, vec![json!(css(id)), json!(value)]).await.unwrap();
        assert_eq!(chosen.as_str(), Some(value), "'{id}' does not offer '{value}'");
    }

    /// Types keys into the focused element.
    pub async fn keys(&self, keys: &str) {
        let press =
            |typed: KeyActions, value| typed.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        let typed = keys.chars().fold(KeyActions::new("keys".to_owned()), press);
        self.client.perform_actions(typed).await.unwrap();
    }

    /// Waits until the log contains this text.
    pub async fn wait_for_log(&self, part: &str) {
        self.wait_for_text("log", part).await;
    }

    /// The number of elements with this test id.
    pub async fn count(&self, id: &str) -> usize {
        let counted = self
            .client
            .execute("return document.querySelectorAll(arguments[0]).length;", vec![json!(css(id))]);
        counted.await.unwrap().as_u64().unwrap() as usize
    }

    /// The number of elements whose test id begins with this text.
    pub async fn count_matching(&self, beginning: &str) -> usize {
        self.count(&format!("[data-testid^='{beginning}']")).await
    }

    /// Types into the element with this test id, replacing its content.
    pub async fn type_into(&self, id: &str, text: &str) {
        self.wait_for(id).await;
        let began = Instant::now();
        // If it was redrawn between two calls, the field is looked up again, and partial input is cleared.
        while let Err(error) = self.try_type(&css(id), text).await {
            assert!(began.elapsed() < PATIENCE, "'{id}' took no text: {error}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn try_type(&self, css: &str, text: &str) -> Result<(), CmdError> {
        let element = self.client.find(Locator::Css(css)).await?;
        element.clear().await?;
        element.send_keys(text).await
    }

    /// Stores a picture of the window for people to look at.
    pub async fn picture(&self, name: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../check-output");
        std::fs::create_dir_all(&folder).unwrap();
        // WebKit answers at its next paint; a page without changes would never paint.
        let stir = "if (!window.stirs) { const e = document.body.appendChild(document.createElement('div')); \
                    e.style.cssText = 'position:fixed;top:0;left:0;width:1px;height:1px'; e.ariaHidden = 'true'; \
                    window.stirs = setInterval(() => { e.style.opacity = e.style.opacity === '0' ? '0.01' : '0'; \
                    e.style.background = 'gray'; }, 100); }";
        self.client.execute(stir, vec![]).await.unwrap();
        let png = self.client.screenshot().await.unwrap();
        handbook::keep(name, &png);
        std::fs::write(folder.join(format!("{name}.png")), png).unwrap();
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // After `close` the group is empty, and the call does nothing.
        let group = format!("-{}", self.driver_id());
        drop(Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status());
        drop(self.driver.wait());
    }
}

/// The selector for a test id; a text with a bracket is a selector already.
pub fn css(id: &str) -> String {
    if id.contains('[') { id.to_owned() } else { format!("[data-testid='{id}']") }
}

/// A point that the page gave, none without numbers.
fn point(place: &Value) -> Option<(f64, f64)> {
    place[0].as_f64().zip(place[1].as_f64())
}
