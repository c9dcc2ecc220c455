//! A table that remembers what was asked of it.

use companion::wire::{Call, CameraOffer, CameraStatus, PhoneId, Refusal, Reply, SeatOffer, SeatRole};
use companion::{CallFrom, Page, PictureFrom, TableService};
use serde_json::json;
use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;

/// What only the Union's seat may know.
pub const SECRET: &str = "mine at 12.5 31.0";

#[derive(Default)]
pub struct FakeTable {
    /// Commands that were carried out: phone, seat, text.
    pub commands: Mutex<Vec<(PhoneId, String, String)>>,
    /// Calls that were answered at all.
    pub calls: Mutex<usize>,
    /// How long a command takes.
    pub command_takes: Mutex<Duration>,
    /// How long a measure takes.
    pub measure_takes: Mutex<Duration>,
    /// What the answer of `changes` has besides.
    pub padding_bytes: Mutex<usize>,
    /// The battle in play.
    pub battle: Mutex<i64>,
    pub cameras: Mutex<Vec<(PhoneId, Option<CameraOffer>)>>,
    pub pictures: Mutex<Vec<(PhoneId, u64, bool, usize)>>,
}

impl FakeTable {
    pub fn carried_out(&self) -> Vec<String> {
        self.commands.lock().unwrap().iter().map(|(_, _, text)| text.clone()).collect()
    }
}

fn seat(key: &str, role: SeatRole, battle: Option<i64>) -> SeatOffer {
    SeatOffer { key: key.to_owned(), title: key.to_uppercase(), role, battle }
}

impl TableService for FakeTable {
    fn seats(&self) -> Vec<SeatOffer> {
        let battle = Some(*self.battle.lock().unwrap());
        vec![
            seat("union", SeatRole::Player, battle),
            seat("confederate", SeatRole::Player, battle),
            seat("umpire", SeatRole::Umpire, battle),
            seat("everyone", SeatRole::Onlooker, None),
        ]
    }

    fn answer(&self, from: CallFrom<'_>) -> Result<Reply, Refusal> {
        *self.calls.lock().unwrap() += 1;
        match from.call {
            Call::Remark { text, .. } => {
                sleep(*self.command_takes.lock().unwrap());
                assert!(text != "panic", "the table has a fault");
                let mut commands = self.commands.lock().unwrap();
                commands.push((from.phone, from.seat.key.clone(), text.clone()));
                Reply::of(&json!({ "commands": commands.len(), "text": text }))
            }
            Call::TakeBack { umpire: true, .. } if from.seat.role != SeatRole::Umpire => {
                Err(Refusal::new("Only the umpire may allow that."))
            }
            Call::Measure { .. } => {
                sleep(*self.measure_takes.lock().unwrap());
                Reply::of(&json!({ "range_in": 12.0 }))
            }
            Call::Changes { seq } => {
                let secret = (from.seat.key == "union").then_some(SECRET);
                let count = self.commands.lock().unwrap().len();
                let padding = "x".repeat(*self.padding_bytes.lock().unwrap());
                let seat = &from.seat.key;
                Reply::of(
                    &json!({ "seq": seq, "seat": seat, "secret": secret, "commands": count, "padding": padding }),
                )
            }
            _ => Reply::of(&()),
        }
    }

    fn photo(&self, seat: &SeatOffer, id: i64) -> Result<Vec<u8>, Refusal> {
        match (id, seat.role) {
            (1, SeatRole::Umpire) => Ok(SECRET.as_bytes().to_vec()),
            (2, _) => Ok(vec![0xff, 0xd8, 0xff]),
            _ => Err(Refusal::new("This seat may not see that photograph.")),
        }
    }

    fn page(&self, name: &str) -> Option<Page> {
        let page = |bytes: Vec<u8>, media_type: &str| Some(Page { bytes, media_type: media_type.to_owned() });
        match name {
            "phone.html" => page(b"<!doctype html><title>phone</title>".to_vec(), "text/html"),
            "assets/large.js" => page(vec![b' '; 8 * 1024 * 1024], "text/javascript"),
            _ => None,
        }
    }

    fn camera_offered(&self, phone: PhoneId, _: &str, offer: Option<&CameraOffer>) {
        self.cameras.lock().unwrap().push((phone, offer.cloned()));
    }

    fn camera_status(&self, _: PhoneId, _: &CameraStatus) {}

    fn camera_picture(&self, from: PictureFrom<'_>) -> Result<(), Refusal> {
        if !from.jpeg.starts_with(&[0xff, 0xd8]) {
            return Err(Refusal::new("That is no picture."));
        }
        self.pictures.lock().unwrap().push((from.phone, from.number, from.full, from.jpeg.len()));
        Ok(())
    }
}
