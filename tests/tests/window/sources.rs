//! Sources that are opened, left and asked for pictures during a battle.

use crate::desk::Window;
use crate::open_with;
use serde_json::{Value, json};
use std::net::TcpListener;

/// The time limit for the answer to a command that needs only the app, milliseconds, whatever else is waited
/// for.
const ANSWERED_MS: f64 = 2500.0;
/// The number of remembered phones.
const PHONES: usize = 4;

/// Requests the app's state and its newest picture repeatedly for some seconds; returns the longest answer
/// time, milliseconds.
async fn longest_answer_ms(window: &Window) -> f64 {
    let script = "const done = arguments[arguments.length - 1]; \
        const ask = window.__TAURI_INTERNALS__.invoke; \
        (async () => { \
            let worst = 0; \
            for (const end = performance.now() + 7000; performance.now() < end;) { \
                const began = performance.now(); \
                await Promise.all([ask('app'), ask('next_picture', { after: 0, surface: 'picture' })]); \
                worst = Math.max(worst, performance.now() - began); \
                await new Promise((wake) => setTimeout(wake, 100)); \
            } \
            done(worst); \
        })();";
    window.client.execute_async(script, vec![]).await.unwrap().as_f64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn remembered_phones_that_are_off_hold_up_nothing() {
    let data = tempfile::tempdir().unwrap();
    // They accept the connection and send nothing, like a phone whose app sleeps.
    let phones: Vec<TcpListener> = (0..PHONES).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    // As the app itself stores them for another evening.
    let remembered: Vec<Value> = phones
        .iter()
        .map(|phone| json!({ "source": "url", "url": format!("http://{}/video", phone.local_addr().unwrap()) }))
        .collect();
    std::fs::write(data.path().join("sources.json"), json!(remembered).to_string()).unwrap();
    let window = open_with(&["--data", data.path().to_str().unwrap()]).await;
    let quiet_ms = longest_answer_ms(&window).await;
    window.click("tab-camera").await;
    window.click("show-gallery").await;
    window.wait_for("gallery-url").await;
    let worst_ms = longest_answer_ms(&window).await;
    println!("answers took at most {quiet_ms:.0} ms, and {worst_ms:.0} ms while {PHONES} phones are off");
    assert_eq!(window.count("gallery-url").await, PHONES);
    assert!(worst_ms < ANSWERED_MS, "an answer took {worst_ms:.0} ms");
    window.close().await;
}

/// The campaign in use and the number of the current battle, as reported by the app.
async fn in_play(window: &Window) -> (String, Option<u64>) {
    let script = "const done = arguments[arguments.length - 1]; \
        window.__TAURI_INTERNALS__.invoke('app').then(done);";
    let app = window.client.execute_async(script, vec![]).await.unwrap();
    let campaign = app["campaign"].as_str().unwrap();
    (campaign.rsplit('/').next().unwrap().to_owned(), app["battle"].as_u64())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_real_evening_is_kept_apart_from_the_demo_table() {
    let data = tempfile::tempdir().unwrap();
    let pictures = data.path().join("pictures");
    std::fs::create_dir_all(&pictures).unwrap();
    demo::write_planned_set(
        &demo::TableSetup::standard(3),
        &demo::SetPlan { turns: 1, lens_views: 0, seed: 3 },
        &pictures,
    )
    .unwrap();
    let arguments = ["--data", data.path().to_str().unwrap(), "--answer-dialogs", pictures.to_str().unwrap()];
    let window = open_with(&arguments).await;
    window.click("home-new").await;
    window.click("begin-battle").await;
    window.wait_for("ask").await;
    assert_eq!(in_play(&window).await, ("demo.campaign".to_owned(), Some(1)));

    // A real table: the demo's battle is not played there.
    window.click("tab-camera").await;
    window.click("source-pictures").await;
    window.click("choose-source").await;
    window.click("open-source").await;
    window.wait_for_text("trouble", "waits in the demo table’s campaign").await;
    window.picture("9-other-campaign").await;
    assert_eq!(in_play(&window).await, ("evenings.campaign".to_owned(), None));
    window.click("tab-battle").await;
    assert!(!window.has("ask").await, "the demo's battle is asked on: {}", window.page_text().await);

    // And back: it continues where it was left.
    window.click("tab-camera").await;
    window.click("source-demo").await;
    window.click("open-source").await;
    window.wait_gone("trouble").await;
    window.click("tab-battle").await;
    window.wait_for("ask").await;
    window.wait_for("ship-virginia").await;
    assert_eq!(in_play(&window).await, ("demo.campaign".to_owned(), Some(1)));
    window.close().await;
}
