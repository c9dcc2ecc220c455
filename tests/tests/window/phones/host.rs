//! The host's side: phones are switched on, and let in.

use crate::desk::Window;
use serde_json::json;
use std::time::{Duration, Instant};

/// How the phone's page gets its news and sends its calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// A WebSocket.
    Socket,
    /// Server-sent events and POST: the browser has no WebSocket.
    Events,
}

impl Window {
    /// Switches phones on, on this computer's own interface, which no other computer reaches.
    pub async fn switch_phones_on(&self) {
        self.click("open-phones").await;
        self.choose("phones-interface", "127.0.0.1").await;
        self.click("phones-start").await;
        self.wait_for("phones-qr").await;
    }

    /// Opens the page of the invitation on a phone and asks for a seat; the host lets it in. Returns the phone, and the
    /// number that the host's list gives it.
    pub async fn lets_in(&self, name: &str, seat: &str, transport: Transport) -> (Self, u32) {
        self.lets_in_with(name, seat, transport, &[]).await
    }

    /// The same for a phone whose browser is started with further switches.
    pub async fn lets_in_with(
        &self,
        name: &str,
        seat: &str,
        transport: Transport,
        switches: &[&str],
    ) -> (Self, u32) {
        let phone = Self::phone(switches).await;
        let number = self.lets_phone_in(&phone, name, seat, transport).await;
        (phone, number)
    }

    /// The same for a phone that is open.
    pub async fn lets_phone_in(&self, phone: &Self, name: &str, seat: &str, transport: Transport) -> u32 {
        let url = self.text("phones-url").await;
        phone.client.goto(&url).await.unwrap();
        phone.wait_for("join-name").await;
        if transport == Transport::Events {
            phone.client.execute("delete window.WebSocket;", vec![]).await.unwrap();
        }
        phone.type_into("join-name", name).await;
        phone.click(&format!("join-seat-{seat}")).await;
        phone.click("join").await;
        phone.wait_for("waiting").await;
        let number = self.lets_waiting_phone_in().await;
        phone.wait_gone("waiting").await;
        number
    }

    /// Lets the phone in that waits; returns its number.
    pub async fn lets_waiting_phone_in(&self) -> u32 {
        self.wait_for("[data-testid^='let-in-']").await;
        let id = self.ask_of("[data-testid^='let-in-']", "return e.dataset.testid;").await;
        let id = id.as_str().unwrap().to_owned();
        self.click(&id).await;
        self.wait_gone(&id).await;
        id.trim_start_matches("let-in-").parse().unwrap()
    }

    /// Loads the phone's page anew; returns the time until this element is back.
    pub async fn reload_until(&self, id: &str) -> Duration {
        let began = Instant::now();
        self.client.refresh().await.unwrap();
        loop {
            let there = self.client.execute(
                "return document.querySelector(arguments[0]) !== null;",
                vec![json!(crate::desk::css(id))],
            );
            if there.await.is_ok_and(|there| there == json!(true)) {
                return began.elapsed();
            }
            assert!(
                began.elapsed() < crate::desk::PATIENCE,
                "'{id}' never came back: {}",
                self.page_text().await
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
