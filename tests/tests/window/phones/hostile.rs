//! Hostile clients in the same network: the host's window goes on at its rate, and the phones at the table are answered.

use crate::phones::host::Transport;
use crate::{FRAMES_A_SECOND, open_on};
use serde_json::json;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Connections of one attacker.
const CONNECTIONS: usize = 500;

/// In the page of a phone that has a seat: 10,000 messages a second over a WebSocket of its own, that is opened again
/// when the server closes it; half are random letters, half are calls for another seat's secrets.
const FLOOD: &str = "
    const open = () => {
        const socket = new WebSocket('wss://' + location.host + '/api/socket');
        const flood = setInterval(() => {
            if (socket.readyState !== WebSocket.OPEN) return;
            for (let n = 0; n < 200; n++) {
                const noise = Math.random().toString(36).repeat(4);
                const call = { call: 'changes', seq: 0, seat: 'confederate', viewer: 'umpire' };
                socket.send(n % 2 ? noise : JSON.stringify({ id: noise.slice(0, 20), call }));
                window.flooded = (window.flooded ?? 0) + 1;
            }
        }, 20);
        socket.onclose = () => { clearInterval(flood); setTimeout(open, 300); };
    };
    open();";

#[tokio::test(flavor = "multi_thread")]
async fn the_window_keeps_its_rate_under_hostile_clients() {
    let data = tempfile::tempdir().unwrap();
    let host = open_on(data.path().to_str().unwrap()).await;
    host.click("home-new").await;
    host.click("as-seen").await;
    host.click("begin-battle").await;
    host.wait_for("ask").await;
    host.switch_phones_on().await;
    let url = host.text("phones-url").await;
    let (hostile, _) = host.lets_in("Mallory", "union", Transport::Socket).await;
    host.keys("\u{e00c}").await;
    host.wait_gone("phones").await;

    let address = url.trim_start_matches("https://").split('/').next().unwrap_or_default().to_owned();
    let silent: Vec<TcpStream> = (0..CONNECTIONS).filter_map(|_| TcpStream::connect(&address).ok()).collect();
    hostile.client.execute(FLOOD, vec![]).await.unwrap();
    let began = Instant::now();
    // A table at rest is shown a few times a second, so a ship is held.
    let (x, y) = host.middle_of("ship-virginia").await;
    host.hold(&[(x, y), (x + 9.0, y), (x, y)]).await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    let fps = host.wait_number("fps", "data-fps", |fps| fps >= FRAMES_A_SECOND).await;
    host.let_go().await;
    let flooded = hostile.client.execute("return window.flooded ?? 0;", vec![]).await.unwrap();
    let per_second = flooded.as_f64().unwrap_or(0.0) / began.elapsed().as_secs_f64();
    println!(
        "{} silent connections and {per_second:.0} hostile messages a second: the window shows {fps:.1} frames a second (bound {FRAMES_A_SECOND})",
        silent.len()
    );
    assert_ne!(flooded, json!(0), "nothing was sent");
    drop(silent);
    // The host still rules: the seat is taken back.
    host.click("open-phones").await;
    host.click("[data-testid^='take-seat-back-']").await;
    hostile.wait_for("thrown-out").await;
    hostile.close().await;
    host.close().await;
}
