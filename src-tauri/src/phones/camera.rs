//! A phone's camera as a source of the table.

use crate::phones::service::PhoneService;
use companion::PictureFrom;
use companion::wire::{CameraOffer, CameraStatus, PhoneId, Refusal};

impl PhoneService {
    /// See [`companion::TableService::camera_offered`].
    pub(super) fn offer_camera(&self, _phone: PhoneId, _name: &str, _offer: Option<&CameraOffer>) {}

    /// See [`companion::TableService::camera_status`].
    pub(super) fn note_camera_status(&self, _phone: PhoneId, _status: &CameraStatus) {}

    /// See [`companion::TableService::camera_picture`].
    pub(super) fn take_camera_picture(&self, _from: PictureFrom<'_>) -> Result<(), Refusal> {
        Err(Refusal::new("This phone's camera is not in use."))
    }
}
