//! How quick the real window is, on the demo table with six ships a side:
//! `xvfb-run -a -s "-screen 0 1440x900x24" cargo bench -p whole --features window --bench window`, after
//! `cargo build --release -p ironclad-table --features custom-protocol`. Prints each figure beside its bound. Memory is
//! sampled for ten minutes, or for as many as `WINDOW_MINUTES` says.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // What can't be measured stops the bench.

#[path = "../tests/window/desk.rs"]
#[allow(dead_code)] // The window's tests do more with it.
mod desk;
#[path = "../tests/window/handbook.rs"]
mod handbook;
#[path = "../tests/window/machine/processes.rs"]
#[allow(dead_code)] // So they do with this.
mod processes;

use desk::Window;
use processes::{app, below, print_rest_percent, stat};
use serde_json::{Value, json};
use std::fs;
use std::time::{Duration, Instant, SystemTime};

/// Between two looks at the memory.
const SAMPLE: Duration = Duration::from_secs(10);
/// What a new window takes until it has settled is no leak.
const SETTLING: Duration = Duration::from_secs(120);

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(measure());
}

async fn measure() {
    let mut usable_ms = Vec::new();
    for _ in 0..3 {
        let data = tempfile::tempdir().unwrap();
        let window = open(&data).await;
        usable_ms.push(usable_ms_of(&window).await);
        window.close().await;
    }
    report("window usable after its start, ms", &mut usable_ms, "bound 2000");

    let data = tempfile::tempdir().unwrap();
    let window = open(&data).await;
    window.click("tour-leave").await;
    for screen in ["battle", "camera", "shore", "muster", "replay", "campaign", "home"] {
        let mut ms = Vec::new();
        for _ in 0..5 {
            ms.push(change_ms(&window, screen).await);
            change_ms(&window, if screen == "home" { "battle" } else { "home" }).await;
        }
        report(&format!("change to the {screen} screen, ms"), &mut ms, "bound 100");
    }

    change_ms(&window, "battle").await;
    window.wait_for("fps").await;
    tokio::time::sleep(Duration::from_secs(12)).await;
    print_rest_percent(&window, Duration::from_secs(20)).await;
    // A ship is held meanwhile: a table at rest is sent a few times a second only.
    let (x, y) = window.middle_of("ship-virginia").await;
    window.hold(&[(x, y), (x + 9.0, y), (x, y)]).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let mut rates = Vec::new();
    for _ in 0..20 {
        rates.extend(window.number("fps", "data-fps").await);
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    window.let_go().await;
    let outlines = window.count_matching("ship-").await;
    report(&format!("frames a second at 1280x720 with {outlines} ships outlined"), &mut rates, "bound 30");

    grow(&window).await;
    window.close().await;
}

async fn open(data: &tempfile::TempDir) -> Window {
    Window::open(&["--data", data.path().to_str().unwrap(), "--demo-six-a-side"]).await
}

/// Samples what app and web processes take, each by itself and together, and how much more it is in the end than after
/// settling.
async fn grow(window: &Window) {
    let minutes = std::env::var("WINDOW_MINUTES").ok().and_then(|text| text.parse().ok()).unwrap_or(10.0);
    let began = Instant::now();
    let (mut settled, mut at_last): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
    while began.elapsed() < Duration::from_secs_f64(60.0 * minutes) {
        let each = pss_mb(app(window));
        let megabytes: f64 = each.iter().map(|(_, megabytes)| megabytes).sum();
        let told: Vec<String> =
            each.iter().map(|(name, megabytes)| format!("{name} {megabytes:.1}")).collect();
        println!("  {:>4.0} s  {megabytes:.1} MB: {}", began.elapsed().as_secs_f64(), told.join(", "));
        if began.elapsed() >= SETTLING {
            settled.push(megabytes);
        }
        tokio::time::sleep(SAMPLE).await;
    }
    // A minute at either end: single samples jump with the pages' own housekeeping.
    let minute = 6.min(settled.len());
    at_last.extend(&settled[settled.len() - minute..]);
    settled.truncate(minute);
    if minute == 0 {
        println!(
            "memory was sampled for {minutes} minutes, less than the two it takes to settle: no growth is told"
        );
        return;
    }
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    let growth = mean(&at_last) - mean(&settled);
    println!(
        "memory (PSS of app and web processes): {:.1} MB after two minutes, grown by {growth:.1} MB after \
        {minutes} (bound 5)",
        mean(&settled)
    );
}

fn report(what: &str, figures: &mut [f64], bound: &str) {
    figures.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (figures.first(), figures.last()) else { panic!("nothing told: {what}") };
    println!("{what}: median {:.0}, {least:.0} to {most:.0} ({bound})", figures[figures.len() / 2]);
}

/// Milliseconds from the start of the process to the moment the page's first screen could be used.
async fn usable_ms_of(window: &Window) -> f64 {
    window.wait_for("home-new").await;
    let script = "const mark = performance.getEntriesByName('usable')[0]; \
                  return mark ? performance.timeOrigin + mark.startTime : null;";
    let at_ms = loop {
        if let Value::Number(at) = window.client.execute(script, vec![]).await.unwrap() {
            break at.as_f64().unwrap();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    at_ms - started_at_ms(app(window))
}

/// Milliseconds from a click on a screen's tab to its first paint.
async fn change_ms(window: &Window, screen: &str) -> f64 {
    let script = "const [tab, done] = arguments; const begin = performance.now(); \
                  document.querySelector(`[data-testid='tab-${tab}']`).click(); \
                  requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin), 0));";
    let ms = window.client.execute_async(script, vec![json!(screen)]).await.unwrap();
    assert!(window.has(&format!("screen-{screen}")).await, "the {screen} screen did not come");
    ms.as_f64().unwrap()
}

/// What a process and all below it take each, megabytes, with their names; pages shared by several are counted once among
/// them.
fn pss_mb(id: u32) -> Vec<(String, f64)> {
    let of = |id: &u32| -> Option<(String, f64)> {
        let name = fs::read_to_string(format!("/proc/{id}/comm")).ok()?;
        let rollup = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?;
        let line = rollup.lines().find(|line| line.starts_with("Pss:"))?;
        let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some((name.trim().to_owned(), kilobytes / 1024.0))
    };
    below(id).iter().filter_map(of).collect()
}

/// When a process was started, milliseconds since 1970. Field 22 of `/proc/ID/stat` counts hundredths of a second since
/// the machine's own start.
fn started_at_ms(id: u32) -> f64 {
    let ticks: f64 = stat(id).unwrap()[19].parse().unwrap();
    let uptime = fs::read_to_string("/proc/uptime").unwrap();
    let uptime_s: f64 = uptime.split_whitespace().next().unwrap().parse().unwrap();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs_f64();
    (now - (uptime_s - ticks / 100.0)) * 1e3
}
