//! The table is the stage: its share of the window, its labels, and how smoothly it is zoomed and moved.

use crate::desk::Window;
use crate::looks::{HUGE, LARGE, USUAL};
use crate::{begin_and_aim, open_on};
use serde_json::{Value, json};

/// The least share of the window that the table has in a battle, by window size.
const LEAST_SHARE: [((u32, u32), f64); 3] = [(USUAL, 0.65), (LARGE, 0.75), (HUGE, 0.75)];
/// Zooming and panning must reach this rate.
const ZOOMS_A_SECOND: f64 = 30.0;

/// The share of the window that the picture has, and the part of it that nothing covers.
const SHARES: &str = "
    const picture = document.querySelector('[data-testid=\"live-picture\"]').getBoundingClientRect();
    const inside = (x, y) => x >= picture.left && x < picture.right && y >= picture.top && y < picture.bottom;
    let [all, shown, free] = [0, 0, 0];
    for (let x = 4; x < innerWidth; x += 8) for (let y = 4; y < innerHeight; y += 8) {
        all += 1;
        if (!inside(x, y)) continue;
        shown += 1;
        if (document.elementFromPoint(x, y)?.closest('[data-testid=\"stage\"]')) free += 1;
    }
    return [shown / all, free / all];";

/// Label boxes on the stage: overlapping pairs, labels that leave the stage, and all labels.
const LABELS: &str = "
    const stage = document.querySelector('[data-testid=\"stage\"]').getBoundingClientRect();
    const boxes = [...document.querySelectorAll('[data-label] text')]
        .filter((text) => Number(text.closest('[data-label]').getAttribute('opacity')) > 0)
        .map((text) => ({ name: text.textContent, box: text.getBoundingClientRect() }));
    const pairs = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
        a.box.left + 1 < b.box.right && b.box.left + 1 < a.box.right &&
        a.box.top + 3 < b.box.bottom && b.box.top + 3 < a.box.bottom).map((b) => `${a.name} / ${b.name}`));
    const leaving = boxes.filter(({ box }) => box.left < stage.left - 1 || box.right > stage.right + 1 ||
        box.top < stage.top - 1 || box.bottom > stage.bottom + 1).map(({ name }) => name);
    return [pairs, leaving, boxes.map(({ name }) => name)];";

/// Turns the wheel, or drags, once a frame for a second; returns frames a second.
const GESTURE: &str = "
    const [kind, done] = arguments;
    const stage = document.querySelector('[data-testid=\"stage\"]');
    const box = stage.getBoundingClientRect();
    const at = { clientX: box.left + box.width / 3, clientY: box.top + box.height / 2, bubbles: true,
                 cancelable: true, view: window };
    let frames = 0;
    const began = performance.now();
    if (kind === 'pan') stage.dispatchEvent(new MouseEvent('mousedown', at));
    const step = () => {
        frames += 1;
        const now = performance.now() - began;
        if (kind === 'zoom') {
            stage.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: now < 500 ? -30 : 30 }));
        } else {
            const moved = { ...at, clientX: at.clientX + 80 * Math.sin(now / 150), clientY: at.clientY };
            window.dispatchEvent(new MouseEvent('mousemove', moved));
        }
        if (now < 1000) return requestAnimationFrame(step);
        if (kind === 'pan') window.dispatchEvent(new MouseEvent('mouseup', at));
        done(frames * 1000 / now);
    };
    requestAnimationFrame(step);";

impl Window {
    /// Compares the labels of the stage with each other and with its edges.
    pub async fn assert_labels_are_apart(&self, name: &str) {
        let found = self.client.execute(LABELS, vec![]).await.unwrap();
        let texts = |value: &Value| -> Vec<String> { serde_json::from_value(value.clone()).unwrap() };
        let (pairs, leaving, all) = (texts(&found[0]), texts(&found[1]), texts(&found[2]));
        println!("{name}: {} labels, {} overlap, {} leave the stage", all.len(), pairs.len(), leaving.len());
        assert!(!all.is_empty(), "{name}: nothing is named on the stage");
        assert!(pairs.is_empty(), "{name}: labels overlap: {pairs:?}");
        assert!(leaving.is_empty(), "{name}: labels leave the stage: {leaving:?}");
    }

    async fn frames_a_second(&self, gesture: &str) -> f64 {
        self.client.execute_async(GESTURE, vec![json!(gesture)]).await.unwrap().as_f64().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_fills_the_window() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.click("home-new").await;
    window.wait_for("begin-battle").await;
    begin_and_aim(&window).await;

    for (size, least) in LEAST_SHARE {
        window.resize(size).await;
        window.wait_for("[data-label]").await;
        let shares = window.client.execute(SHARES, vec![]).await.unwrap();
        let (shown, free) = (shares[0].as_f64().unwrap(), shares[1].as_f64().unwrap());
        println!(
            "{} x {}: the picture has {:.0} % of the window (bound {:.0}); nothing covers {:.0} %",
            size.0,
            size.1,
            100.0 * shown,
            100.0 * least,
            100.0 * free
        );
        assert!(shown >= least, "the table has {shown:.2} of the window at {size:?}");
        for surface in ["surface-picture", "surface-from_above", "show-map"] {
            window.click(surface).await;
            window.wait_for("[data-label]").await;
            tokio::time::sleep(std::time::Duration::from_millis(700)).await;
            window.assert_labels_are_apart(&format!("{} x {}, {surface}", size.0, size.1)).await;
            window.picture(&format!("stage-{surface}-{}", size.0)).await;
        }
        window.click("surface-picture").await;
    }

    window.resize(LARGE).await;
    for gesture in ["zoom", "pan"] {
        let rate = window.frames_a_second(gesture).await;
        println!(
            "{gesture} at {} x {}: {rate:.0} frames a second (aim {ZOOMS_A_SECOND:.0})",
            LARGE.0, LARGE.1
        );
        window.click("zoom-fit").await;
    }
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_is_zoomed_to_the_pointer_and_moved() {
    let data = tempfile::tempdir().unwrap();
    let window = open_on(data.path().to_str().unwrap()).await;
    window.click("tab-battle").await;
    window.wait_for("stage").await;
    window.wait_for("ship-virginia").await;
    let before = window.middle_of("ship-virginia").await;
    // The wheel over a ship leaves her under the pointer.
    let wheel = "const [id, x, y] = arguments; const e = document.querySelector(id); \
        e.dispatchEvent(new WheelEvent('wheel', { clientX: x, clientY: y, deltaY: -300, bubbles: true, \
        cancelable: true, view: window }));";
    let arguments = vec![json!("[data-testid='stage']"), json!(before.0), json!(before.1)];
    window.client.execute(wheel, arguments).await.unwrap();
    let zoom = window.wait_number("stage", "data-zoom", |zoom| zoom > 1.5).await;
    let after = window.middle_of("ship-virginia").await;
    println!(
        "zoomed {zoom:.2} times; the ship under the pointer moved {:.1}, {:.1} px",
        after.0 - before.0,
        after.1 - before.1
    );
    assert!((after.0 - before.0).hypot(after.1 - before.1) < 3.0, "{before:?} {after:?}");

    // A drag on the water moves the view; keys and a button fit it again.
    let water = (after.0 - 120.0, after.1 + 90.0);
    window.pointer(&[water, (water.0 + 30.0, water.1), (water.0 + 60.0, water.1 + 20.0)]).await;
    let moved = window.middle_of("ship-virginia").await;
    assert!((moved.0 - after.0 - 60.0).abs() < 4.0, "the view did not follow the drag: {after:?} {moved:?}");
    window.keys("0").await;
    window.wait_number("stage", "data-zoom", |zoom| (zoom - 1.0).abs() < 1e-6).await;
    window.keys("+").await;
    window.wait_number("stage", "data-zoom", |zoom| zoom > 1.2).await;
    window.click("zoom-fit").await;
    window.wait_number("stage", "data-zoom", |zoom| (zoom - 1.0).abs() < 1e-6).await;
    let back = window.middle_of("ship-virginia").await;
    assert!((back.0 - before.0).abs() < 2.0, "{before:?} {back:?}");

    // The loupe stands on the ship that has the pointer.
    window.keys("z").await;
    window.hover(back).await;
    window.wait_for("loupe").await;
    window.picture("stage-loupe").await;
    window.close().await;
}
