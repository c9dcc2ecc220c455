//! The real window on the demo table, driven by WebDriver: a newcomer's actions on the first evening.
//! `./check` runs this under a virtual screen.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

mod admiral;
mod books;
mod desk;
mod dice;
mod doubts;
mod evening;
mod first_salvo;
mod hand;
mod handbook;
mod looks;
mod machine;
mod muster;
mod newcomer;
mod pace;
mod phones;
mod sources;
mod stage;
mod turning;
mod untidy;

use calibration::STICK_IN;
use desk::Window;

/// The limit for the difference between the demo's truth and the measured range.
const RANGE_BOUND_IN: f64 = 0.1;
/// The live view at 1280 x 720 must reach this rate while something moves.
const FRAMES_A_SECOND: f64 = 25.0;

/// Measures from one ship to the other by clicking both, and compares with the demo table's own truth.
async fn measured_range_in(window: &Window, from: &str, to: &str) -> f64 {
    window.click(&format!("ship-{from}")).await;
    window.click(&format!("ship-{to}")).await;
    let range_in = window.wait_number("range", "data-range-in", |range| range > 0.0).await;
    let truth_in = window.wait_number("truth", "data-truth-in", |truth| truth > 0.0).await;
    println!("{from} to {to}: measured {range_in:.3} in, truth {truth_in:.3} in");
    assert!((range_in - truth_in).abs() < RANGE_BOUND_IN, "measured {range_in}, truth {truth_in}");
    range_in
}

/// The last step from a still moment to the screen, and so the page's last measure.
const STILL_TO_OVERLAY: &str = "still moment to overlay";

/// Prints the time from the newest still moment to its painted outlines, with its parts, once the page has
/// more than `before` measures. Rendering on the processor of a busy machine says little about a player's
/// computer, so only the existence of the measure is checked.
async fn print_times_to_overlay(window: &Window, before: usize) {
    for (what, bound) in [
        ("rest to still moment", " (by the frames waited for, not counted in the bound)"),
        ("still moment to message", ""),
        ("message to overlay", ""),
        (STILL_TO_OVERLAY, " (bound 150 ms, aim 80)"),
    ] {
        let ms = window.measures_ms(what, before + 1).await;
        println!("{what}: {:.0} ms{bound}", ms[ms.len() - 1]);
    }
}

/// Follows the offers until ships may fire.
async fn go_to_a_fire_step(window: &Window) {
    for _ in 0..16 {
        if window.wait_for_ask().await == "fire" {
            return;
        }
        for way in ["throw-app", "tick", "next-step", "submit-form"] {
            if window.has(way).await {
                window.click(way).await;
                break;
            }
        }
    }
    panic!("no fire step came; the page says: {}", window.page_text().await);
}

/// Begins the battle that is set up, and aims Monitor at Virginia.
async fn begin_and_aim(window: &Window) {
    window.click("begin-battle").await;
    window.wait_for("ask").await;
    go_to_a_fire_step(window).await;
    window.click("shooter-monitor").await;
    window.click("target-virginia").await;
    window.wait_for("preview").await;
}

/// Opens the window for the first time, on the demo table, and skips the tour that is offered.
async fn open_on(folder: &str) -> Window {
    open_with(&["--data", folder]).await
}

async fn open_with(arguments: &[&str]) -> Window {
    let window = Window::open(arguments).await;
    window.wait_for("ship-virginia").await;
    window.click("tour-leave").await;
    window.wait_gone("tour").await;
    window
}

/// Opens the window on another evening: the tour is not offered again.
async fn open_again_on(folder: &str) -> Window {
    let window = Window::open(&["--data", folder]).await;
    window.wait_for("ship-virginia").await;
    window.wait_for("home-new").await;
    assert!(!window.has("tour").await, "the tour is offered again");
    window
}

/// Types a face into every due die, and ticks the hits, until ships may fire again.
async fn throw_and_tick(window: &Window, first_face: &str) {
    let mut face = first_face;
    for _ in 0..12 {
        // A decision is complete when another question comes, or the next die of a chain.
        let asked = window.wait_for_ask().await;
        match asked.as_str() {
            "roll" => {
                for die in 0..window.count_matching("die-").await {
                    window.type_into(&format!("die-{die}"), face).await;
                }
                window.picture("3-typed-dice").await;
                window.click("throw-typed").await;
            }
            "tick" => {
                window.picture("4-ticks").await;
                window.click("tick").await;
            }
            _ => return,
        }
        // Whatever chain the first face started, a 4 is a face of every die that can follow.
        face = "4";
    }
    panic!("the salvo never ended; the page says: {}", window.page_text().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_on_the_demo_table() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();

    let window = open_on(folder).await;
    window.picture("0-home").await;
    window.click("tab-battle").await;
    window.wait_for("range-readout").await;
    window.picture("1-demo-table").await;

    // The range between two ships, and again after one was dragged.
    let before_in = measured_range_in(&window, "virginia", "monitor").await;
    // The moment of setting the table up is included only if the page was faster than the table.
    let moments_before = window.measures_ms(STILL_TO_OVERLAY, 0).await.len();
    let (x, y) = window.middle_of("ship-virginia").await;
    let way: Vec<(f64, f64)> =
        (0..=8).map(|step| (x - 12.0 * f64::from(step), y + 6.0 * f64::from(step))).collect();
    window.pointer(&way).await;
    let follows = |range: f64| (range - before_in).abs() > 0.3;
    let after_in = window.wait_number("range", "data-range-in", follows).await;
    println!("after the drag: {after_in:.3} in, before {before_in:.3} in");
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    let after_in = window.wait_number("range", "data-range-in", |range| range > 0.0).await;
    let truth_in = window.wait_number("truth", "data-truth-in", |truth| truth > 0.0).await;
    assert!(
        (after_in - truth_in).abs() < RANGE_BOUND_IN,
        "after the drag: measured {after_in}, truth {truth_in}"
    );

    print_times_to_overlay(&window, moments_before).await;

    // At rest there are fewer, so the ship is held meanwhile, and put back.
    let (x, y) = window.middle_of("ship-virginia").await;
    window.hold(&[(x, y), (x + 9.0, y), (x, y)]).await;
    let fps = window.wait_number("fps", "data-fps", |fps| fps >= FRAMES_A_SECOND).await;
    window.let_go().await;
    println!("the live view reaches {fps:.1} frames a second at 1280 x 720");

    // One salvo with typed dice, into the log.
    window.click("to-new-battle").await;
    window.click("as-seen").await;
    window.click("begin-battle").await;
    window.wait_for("ask").await;
    go_to_a_fire_step(&window).await;
    window.click("shooter-monitor").await;
    window.click("target-virginia").await;
    window.picture("2-salvo-preview").await;
    window.click("declare").await;
    window.wait_for_text("ask", "throws").await;
    throw_and_tick(&window, "2").await;
    let result = window.text("result").await;
    assert!(result.contains("GUN-"), "no rule is named in: {result}");
    let log = window.text("log").await;
    assert!(log.contains("Monitor"), "the log does not name the ship: {log}");
    window.picture("5-salvo-result").await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_from_a_file_is_a_ghost_on_the_table() {
    let data = tempfile::tempdir().unwrap();
    let plan = data.path().join("plan.json");
    // A map of another size: stretched to the table its island is in the middle.
    let island = r#"{"size": [30, 12], "pieces": [{"name": "Craney Island", "is": "land", "height_in": 0.25,
        "outline": [[13, 5], [17, 5], [17, 7], [13, 7]]}]}"#;
    std::fs::write(&plan, island).unwrap();
    let window =
        open_with(&["--data", data.path().to_str().unwrap(), "--answer-dialogs", plan.to_str().unwrap()])
            .await;
    window.click("tab-shore").await;
    window.click("choose-plan").await;
    window.wait_for("choose-plan-path").await;
    window.click("show-plan").await;
    window.wait_for_text("ghost", "Craney Island is still to be laid").await;
    window.picture("9-plan").await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn calibration_and_bad_input_in_the_window() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;

    window.click("tab-camera").await;
    window.wait_for("corner-3").await;
    window.click("calibrate-table").await;
    let residual_in = window.wait_number("residual-in", "data-residual-in", |residual| residual > 0.0).await;
    println!("table calibrated in the window: residual {residual_in:.4} in");
    assert!(residual_in < 0.05);
    window.click("kit-letter").await;
    let kit = window.text("kit-path-0").await;
    assert!(std::fs::read(&kit).unwrap().starts_with(b"%PDF"), "{kit} is no PDF");
    // The check stick on the calibrated table gets a grade.
    window.click("step-check").await;
    window.click("demo-stick").await;
    window.click("check-stick").await;
    let measured_in = window.wait_number("stick-figures", "data-measured-in", |inches| inches > 0.0).await;
    println!("the check stick measures {measured_in:.3} in: {}", window.text("stick-sentence").await);
    assert!((measured_in - STICK_IN).abs() < 0.05, "the check stick measures {measured_in} in");
    window.picture("7-camera").await;
    window.click("demo-stick").await;
    window.wait_for("[data-testid='demo-stick'][aria-pressed='false']").await;

    // The app outlines the models that it sees, and asks for unknown names.
    window.click("tab-muster").await;
    window.wait_for_text("muster-next", "Click an outline near its bow").await;
    window.picture("8-muster").await;
    window.click("tab-camera").await;

    // A missing camera is reported in one sentence, and the demo table comes back.
    window.click("source-camera").await;
    window.type_into("source-text", "63").await;
    window.click("open-source").await;
    let trouble = window.text("trouble").await;
    assert!(trouble.contains("63"), "the sentence does not name the camera: {trouble}");
    window.picture("9-no-camera").await;
    window.click("source-demo").await;
    window.click("open-source").await;
    window.click("tab-battle").await;
    window.wait_for("ship-virginia").await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tour_shows_a_move_a_salvo_and_a_ram() {
    let data = tempfile::tempdir().unwrap();
    // The very first start offers the tour.
    let window = Window::open(&["--data", data.path().to_str().unwrap()]).await;
    window.wait_for("ship-virginia").await;
    window.wait_for("tour").await;
    window.picture("tour-first-start").await;
    window.click("tour-next").await;
    for (stop, name) in [(1.0, "tour-move"), (2.0, "tour-salvo"), (3.0, "tour-ram")] {
        window.wait_number("tour", "data-stop", |at| (at - stop).abs() < 0.5).await;
        window.click("tour-show").await;
        window.wait_enabled("tour-next").await;
        window.picture(name).await;
        window.click("tour-next").await;
    }
    assert!(window.text("log").await.contains("GUN-"), "the tour's salvo is not in the log");
    assert!(!window.has("question").await, "the tour's ram leaves a doubt: {}", window.page_text().await);
    window.click("tour-next").await;
    assert!(!window.has("tour").await, "the tour does not end");
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_screen_in_both_lights() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    let mut findings = window.look_at("screen-home").await;
    window.click("home-new").await;
    window.wait_for("begin-battle").await;
    findings.extend(window.look_at("screen-new-battle").await);
    begin_and_aim(&window).await;
    findings.extend(window.look_at("screen-battle").await);
    for (tab, shown) in [
        ("camera", "corner-3"),
        ("shore", "shore-next"),
        ("muster", "muster-next"),
        ("replay", "timeline"),
        ("campaign", "figures"),
    ] {
        window.click(&format!("tab-{tab}")).await;
        window.wait_for(shown).await;
        findings.extend(window.look_at(&format!("screen-{tab}")).await);
    }
    window.close().await;
    assert!(findings.is_empty(), "axe-core finds: {findings:#?}");
}
