//! What the rest of the app does for the phones.

use crate::wire::{Call, CameraOffer, CameraStatus, PhoneId, Refusal, Reply, SeatOffer};

/// A call, and who makes it. The seat is the one that the host has granted, never one named by the phone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CallFrom<'a> {
    /// The phone.
    pub phone: PhoneId,
    /// Its seat.
    pub seat: &'a SeatOffer,
    /// The call.
    pub call: &'a Call,
}

/// A picture from a phone's camera.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureFrom<'a> {
    /// The phone.
    pub phone: PhoneId,
    /// Whether it has the full resolution, for measuring; otherwise it is a reduced picture of the same view.
    pub full: bool,
    /// Its number, counted by the phone from 1: a gap is a lost picture.
    pub number: u64,
    /// The JPEG, as the phone sent it: untrusted.
    pub jpeg: &'a [u8],
}

/// A file of the phones' page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its content.
    pub bytes: Vec<u8>,
    /// Its media type.
    pub media_type: String,
}

/// The table and the battle, as the rest of the app gives them to phones. Every method may block, and is called on a
/// thread that may.
pub trait TableService: Send + Sync + 'static {
    /// The seats that a phone may ask for now. Onlookers' is always among them.
    fn seats(&self) -> Vec<SeatOffer>;

    /// Answers a call with what this seat may know.
    ///
    /// # Errors
    /// When the call can't be answered, or the seat may not make it: nothing has changed then.
    fn answer(&self, from: CallFrom<'_>) -> Result<Reply, Refusal>;

    /// A photograph of the campaign (JPEG), if this seat may see it.
    ///
    /// # Errors
    /// When there is none with this number, or the seat may not see it.
    fn photo(&self, seat: &SeatOffer, id: i64) -> Result<Vec<u8>, Refusal>;

    /// A file of the phones' page by its name in the program; `None` if there is none. Names come from the net: only
    /// files built into the program are looked up.
    fn page(&self, name: &str) -> Option<Page>;

    /// A phone offers its camera as a source, or (`None`) withdraws it; also called when its connection is lost for good.
    fn camera_offered(&self, phone: PhoneId, name: &str, offer: Option<&CameraOffer>);

    /// A phone reports the state of its camera.
    fn camera_status(&self, phone: PhoneId, status: &CameraStatus);

    /// A picture from a phone whose camera is in use.
    ///
    /// # Errors
    /// When it is no picture, or its camera is not in use.
    fn camera_picture(&self, from: PictureFrom<'_>) -> Result<(), Refusal>;
}
