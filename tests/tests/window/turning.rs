//! Where a battle of the file turned: found in the background from the replay, drawn over its timeline, told in words.

use crate::desk::Window;
use battle::{PlayOuts, play_outs};
use std::time::Duration;

/// Opens a campaign with a finished battle in the replay.
async fn replay_of(folder: &str) -> Window {
    let window = Window::open(&["--data", folder]).await;
    window.wait_for("tour-leave").await;
    window.click("tour-leave").await;
    window.wait_gone("tour").await;
    window.click("tab-replay").await;
    window.wait_for("timeline").await;
    window
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_battle_is_asked_where_it_turned() {
    let data = tempfile::tempdir().unwrap();
    let campaign = data.path().join("demo.campaign");
    let asked = PlayOuts { book: "gunboat", scenario: "memphis", seed: 5, count: 1, carried: None };
    play_outs(&asked, Some(&campaign), "2026-01-01T20:00:00Z").unwrap();
    let kept = data.path().join("demo.campaign.turning-1.json");

    let window = replay_of(data.path().to_str().unwrap()).await;
    // Stopped, it leaves nothing; asked again, it goes on to the end.
    window.click("find-turning").await;
    window.wait_for("turning-progress").await;
    window.picture("turning-1-progress").await;
    window.click("stop-turning").await;
    window.wait_for("find-turning").await;
    assert!(!kept.exists(), "a stopped search left a file");
    window.keys("w").await;
    window.wait_for("turning-progress").await;
    // A busy machine needs longer than a click may: the search says itself how far it is.
    for _ in 0..600 {
        if !window.has("turning-progress").await {
            break;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    window.wait_for("turning-curve").await;
    assert!(kept.exists(), "what was found is not kept");
    window.picture("turning-2-found").await;

    // A click goes to the turn with which the step begins, and a key to the next one.
    let told = window.text("turning-moment-1").await;
    println!("{}", window.text("turning-moments").await);
    assert!(told.contains("Plan: ") && told.contains("dice: "), "{told}");
    let before = window.number("replay-seq", "data-seq").await.unwrap();
    window.click("turning-moment-1").await;
    let at = window.wait_number("replay-seq", "data-seq", |seq| seq < before).await;
    window.picture("turning-3-moment").await;
    window.keys("m").await;
    window.wait_number("replay-seq", "data-seq", |seq| (seq - at).abs() < 0.5).await;
    window.click("show-turning").await;
    window.wait_gone("turning-curve").await;
    window.click("show-turning").await;
    window.wait_for("turning-curve").await;
    let findings = window.look_at("screen-replay-turning").await;
    window.close().await;
    assert!(findings.is_empty(), "axe-core finds: {findings:#?}");

    // The next evening it is still known.
    let window = Window::open(&["--data", data.path().to_str().unwrap()]).await;
    window.wait_for("tab-replay").await;
    window.click("tab-replay").await;
    window.wait_for("turning-curve").await;
    window.close().await;
}
