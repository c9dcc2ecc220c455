//! A table on which nothing moves costs little, and the first motion brings the full rate back at once.

use crate::machine::processes::{REST_BOUND_PERCENT, print_rest_percent};
use crate::open_on;
use std::time::Duration;

/// How long the demo table takes to come to rest after it was opened.
const SETTLING: Duration = Duration::from_secs(12);
/// The limit for the time from a hand over the table to its first picture, milliseconds, and for the rate from then on:
/// the page takes its pictures meanwhile too.
const FIRST_PICTURE_MS: f64 = 250.0;
const PICTURES_A_SECOND: f64 = 15.0;

/// Takes pictures as the page does: two of the table at rest, then those of two seconds in which a ship is held.
const HELD: &str = "
    const done = arguments[arguments.length - 1];
    const ask = window.__TAURI_INTERNALS__.invoke;
    const box = (id) => document.querySelector(`[data-testid='${id}']`).getBoundingClientRect();
    const [picture, ship] = [box('live-picture'), box('ship-virginia')];
    const scale = 1280 / picture.width;
    const at = {
        xPx: (ship.x + ship.width / 2 - picture.x) * scale,
        yPx: (ship.y + ship.height / 2 - picture.y) * scale,
    };
    let after = 0;
    const next = async () => {
        const message = await ask('next_picture', { after, surface: 'picture' });
        if (message.byteLength < 8) return false;
        after = Number(new DataView(message).getBigUint64(0, true));
        return true;
    };
    (async () => {
        await next();
        let began = performance.now();
        await next();
        const atRestMs = performance.now() - began;
        await ask('hand_grab', at);
        began = performance.now();
        let [firstMs, pictures] = [null, 0];
        while (performance.now() - began < 2000) {
            if (!(await next())) continue;
            firstMs ??= performance.now() - began;
            pictures += 1;
        }
        await ask('hand_release');
        done([atRestMs, firstMs, pictures / 2]);
    })();";

#[tokio::test(flavor = "multi_thread")]
async fn a_table_at_rest_costs_little_and_motion_brings_every_picture() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.click("tab-battle").await;
    window.wait_for("ship-virginia").await;
    tokio::time::sleep(SETTLING).await;
    let percent = print_rest_percent(&window, Duration::from_secs(6)).await;
    let held = window.client.execute_async(HELD, vec![]).await.unwrap();
    let figures: Vec<f64> = held.as_array().unwrap().iter().map(|figure| figure.as_f64().unwrap()).collect();
    let [at_rest_ms, first_ms, pictures_a_second] = figures[..] else { panic!("{figures:?}") };
    println!(
        "a picture every {at_rest_ms:.0} ms at rest; with a hand over the table the first after {first_ms:.0} ms \
         (limit {FIRST_PICTURE_MS:.0}), then {pictures_a_second:.0} a second (limit {PICTURES_A_SECOND:.0})"
    );
    assert!(at_rest_ms > 150.0, "the table at rest is sent every {at_rest_ms:.0} ms");
    assert!(first_ms < FIRST_PICTURE_MS && pictures_a_second > PICTURES_A_SECOND);
    assert!(percent < REST_BOUND_PERCENT, "at rest: {percent:.1} % of a core");
    window.close().await;
}
