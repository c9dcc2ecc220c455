//! Keeps the machine awake while a battle is on: nobody touches keyboard or mouse for minutes while models are moved,
//! and a screen that goes dark in the middle of a salvo is no chart room.

use keepawake::{Builder, KeepAwake};
use std::sync::{Mutex, PoisonError};

/// What keeps the machine awake; it sleeps again as it likes as soon as nothing holds it.
#[derive(Default)]
pub struct Awake(Mutex<Held>);

#[derive(Default)]
struct Held {
    on: bool,
    /// Never looked at: the machine is awake as long as they live.
    _holds: Vec<KeepAwake>,
    trouble: Option<String>,
}

impl Awake {
    /// Holds the machine awake from now on, or lets it go. Asking again for what is so already does nothing.
    pub fn keep(&self, on: bool) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.on == on {
            return;
        }
        *held = if on { Held::take() } else { Held::default() };
    }

    /// Why the machine may fall asleep in the middle of a battle, if it may.
    pub fn trouble(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).trouble.clone()
    }
}

impl Held {
    /// The screen is asked for by itself: desktops know that one, also where no login manager rules over sleep.
    fn take() -> Self {
        let reason = |builder: &mut Builder| {
            builder
                .reason("A battle is on")
                .app_name("Ironclad Table")
                .app_reverse_domain("table.ironclad.app")
                .create()
        };
        let screen = reason(Builder::default().display(true));
        let idle = reason(Builder::default().idle(true));
        let trouble = match (&screen, &idle) {
            (Err(error), Err(_)) if has_desktop() => Some(format!(
                "The machine may fall asleep during the battle ({error}): turn its sleep off for this evening."
            )),
            _ => None,
        };
        Self { on: true, _holds: [screen, idle].into_iter().flatten().collect(), trouble }
    }
}

/// Without a desktop's message bus there is no desktop that would put anything to sleep.
fn has_desktop() -> bool {
    cfg!(not(target_os = "linux")) || std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
}
