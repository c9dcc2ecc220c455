//! A phone's camera as a source of the table.

use crate::phones::service::PhoneService;
use companion::PictureFrom;
use companion::wire::{CameraOffer, CameraStatus, PhoneId, Refusal};

impl PhoneService {
    /// See [`companion::TableService::camera_offered`].
    pub(super) fn offer_camera(&self, phone: PhoneId, name: &str, offer: Option<&CameraOffer>) {
        // Only a page that is not the app's own describes its camera so that it can't be a source; it is not listed then.
        drop(self.shell.live.phones.offered(phone, name, offer));
    }

    /// See [`companion::TableService::camera_status`].
    pub(super) fn note_camera_status(&self, phone: PhoneId, status: &CameraStatus) {
        self.shell.live.phones.reported(phone, status);
    }

    /// See [`companion::TableService::camera_picture`].
    pub(super) fn take_camera_picture(&self, from: PictureFrom<'_>) -> Result<(), Refusal> {
        Ok(self.shell.live.phones.picture(from)?)
    }
}
