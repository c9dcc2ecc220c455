//! The phones that offer their cameras as sources, and what is wished of each.

use crate::ipc::messages::{SourceChoice, SourceRow, Trouble};
use crate::table_session::latest::lock;
use crate::table_session::source::choices::{name_of, phone_of};
use calibration::PictureSize;
use companion::PictureFrom;
use companion::wire::{CameraOffer, CameraStatus, CameraWish, PhoneId};
use std::sync::{Arc, Mutex};
use tracking::source::{FeedDemand, FeedError, PictureFeed, PictureKind};

/// Reduced pictures: enough a second to follow a hand, and wide enough to follow a hull.
const STREAM_FPS: u32 = 12;
const STREAM_WIDTH_PX: u32 = 960;
/// A phone's camera that gives fewer pictures a second is hot, or in the dark.
const FEWEST_FPS: f64 = 6.0;
/// The battery is low below this charge.
const LOW_BATTERY: f64 = 0.2;
/// Pictures lost between two reports before players are told.
const LOST_PICTURES: u64 = 8;
/// The longest name of a lens, characters, and the length of a device's id.
const LENS_LETTERS: usize = 120;
const DEVICE_DIGITS: usize = 32;

/// Sends a wish to a phone. It must not block.
pub type SendWish = dyn Fn(PhoneId, CameraWish) + Send + Sync;

/// The phones that offer their cameras, or whose camera is in use though they have gone.
#[derive(Default)]
pub struct PhoneCameras {
    cameras: Mutex<Vec<PhoneCamera>>,
    wishes: Arc<Wishes>,
}

/// How wishes are sent, while phones are switched on.
#[derive(Default)]
struct Wishes(Mutex<Option<Arc<SendWish>>>);

struct PhoneCamera {
    choice: SourceChoice,
    feed: PictureFeed,
    /// The phone that offers it now.
    phone: Arc<Mutex<Option<PhoneId>>>,
    /// The number of the last picture, and how many were lost since the last report.
    last_number: u64,
    lost: u64,
    /// The pictures dropped by the phone itself, as last reported.
    dropped: u64,
}

impl PhoneCameras {
    /// Sets how wishes are sent to phones; `None` when phones are switched off: then every camera has gone.
    pub fn send_wishes_by(&self, send: Option<Arc<SendWish>>) {
        let off = send.is_none();
        *lock(&self.wishes.0) = send;
        for camera in lock(&self.cameras).iter() {
            let phone = *lock(&camera.phone);
            if off {
                *lock(&camera.phone) = None;
                camera.feed.gone(format!(
                    "Phones are switched off, so no picture comes from {}: switch them on, or choose another source.",
                    camera.feed.sender()
                ));
            } else if let Some(phone) = phone {
                // It joined a moment before.
                self.wishes.send(phone, camera.feed.demand());
            }
        }
    }

    /// A phone offers its camera, or withdraws it. `player`: whose phone it is.
    ///
    /// # Errors
    /// When the offer is malformed, or pictures of its size can't be measured.
    pub fn offered(&self, phone: PhoneId, player: &str, offer: Option<&CameraOffer>) -> Result<(), Trouble> {
        let choice = offer.map(|offer| choice_of(player, offer)).transpose()?;
        let mut cameras = lock(&self.cameras);
        for camera in cameras.iter().filter(|camera| *lock(&camera.phone) == Some(phone)) {
            if choice.as_ref().is_some_and(|choice| choice.is_same(&camera.choice)) {
                continue;
            }
            *lock(&camera.phone) = None;
            let sender = camera.feed.sender();
            camera.feed.gone(match &choice {
                Some(_) => {
                    format!("{sender} shows another lens or size now: turn it back, or choose it anew.")
                }
                None => format!("{sender} has left: open its page again, and let it be the camera."),
            });
        }
        let offered_again = choice.as_ref().and_then(|choice| {
            let camera = cameras.iter_mut().find(|camera| camera.choice.is_same(choice))?;
            camera.last_number = 0;
            *lock(&camera.phone) = Some(phone);
            Some(camera.feed.clone())
        });
        if let Some(feed) = offered_again {
            drop(cameras);
            feed.returned();
            self.wishes.send(phone, feed.demand());
            return Ok(());
        }
        cameras.retain(|camera| lock(&camera.phone).is_some() || camera.feed.demand().in_use);
        if let Some(choice) = choice {
            let camera = PhoneCamera::new(choice, phone, player, &self.wishes)?;
            let demand = camera.feed.demand();
            cameras.push(camera);
            drop(cameras);
            self.wishes.send(phone, demand);
        }
        Ok(())
    }

    /// A phone reports the state of its camera.
    pub fn reported(&self, phone: PhoneId, status: &CameraStatus) {
        let mut cameras = lock(&self.cameras);
        let Some(camera) = cameras.iter_mut().find(|camera| *lock(&camera.phone) == Some(phone)) else {
            return;
        };
        // The count begins anew when the page is loaded again.
        let dropped = status.dropped.checked_sub(camera.dropped).unwrap_or(status.dropped);
        let lost = std::mem::take(&mut camera.lost) + dropped;
        camera.dropped = status.dropped;
        camera.feed.set_notices(notices(camera.feed.sender(), status, lost));
    }

    /// A picture from a phone.
    ///
    /// # Errors
    /// When the phone offers no camera, it is not in use, or it is no picture of it.
    pub fn picture(&self, from: PictureFrom<'_>) -> Result<(), Trouble> {
        let kind = if from.full { PictureKind::Full } else { PictureKind::Reduced };
        let feed = {
            let mut cameras = lock(&self.cameras);
            let camera = cameras.iter_mut().find(|camera| *lock(&camera.phone) == Some(from.phone));
            let camera = camera.ok_or(FeedError::NotInUse)?;
            if from.number < camera.last_number {
                // A full picture takes longer than the reduced ones after it: it counted as lost until now.
                camera.lost = camera.lost.saturating_sub(1);
            } else if camera.last_number > 0 {
                camera.lost += from.number.saturating_sub(camera.last_number + 1);
            }
            camera.last_number = camera.last_number.max(from.number);
            camera.feed.clone()
        };
        Ok(feed.push(from.jpeg, kind)?)
    }

    /// The cameras that are offered now, as sources.
    pub fn rows(&self) -> Vec<SourceRow> {
        let cameras = lock(&self.cameras);
        let offered = cameras.iter().filter(|camera| lock(&camera.phone).is_some());
        offered
            .map(|camera| SourceRow { name: name_of(&camera.choice), choice: camera.choice.clone() })
            .collect()
    }

    /// The feed of a phone's camera.
    ///
    /// # Errors
    /// When no phone offers it now.
    pub fn feed(&self, choice: &SourceChoice) -> Result<PictureFeed, Trouble> {
        let cameras = lock(&self.cameras);
        let camera = cameras.iter().find(|camera| camera.choice.is_same(choice));
        camera.map(|camera| camera.feed.clone()).ok_or_else(|| {
            Trouble::new(format!(
                "{} does not offer its camera now: let it join, and press \"Use this phone as the camera\" there.",
                name_of(choice)
            ))
        })
    }
}

impl PhoneCamera {
    fn new(
        choice: SourceChoice,
        phone: PhoneId,
        player: &str,
        wishes: &Arc<Wishes>,
    ) -> Result<Self, Trouble> {
        let SourceChoice::Phone { width_px, height_px, .. } = choice else {
            return Err(Trouble::new("Only a phone's camera is fed with pictures."));
        };
        let phone = Arc::new(Mutex::new(Some(phone)));
        let (asked, wishes) = (Arc::clone(&phone), Arc::clone(wishes));
        let size = PictureSize { width: width_px, height: height_px };
        let feed = PictureFeed::new(phone_of(player), size, move |demand| {
            let phone = *lock(&asked);
            if let Some(phone) = phone {
                wishes.send(phone, demand);
            }
        })?;
        Ok(Self { choice, feed, phone, last_number: 0, lost: 0, dropped: 0 })
    }
}

impl Wishes {
    fn send(&self, phone: PhoneId, demand: FeedDemand) {
        let send = lock(&self.0).clone();
        if let Some(send) = send {
            send(
                phone,
                CameraWish {
                    in_use: demand.in_use,
                    stream_fps: STREAM_FPS,
                    stream_width_px: STREAM_WIDTH_PX,
                    full_pictures: demand.full_pictures,
                },
            );
        }
    }
}

/// The source that a phone offers. Everything in an offer is untrusted.
fn choice_of(player: &str, offer: &CameraOffer) -> Result<SourceChoice, Trouble> {
    let CameraOffer { device, lens, width_px, height_px, .. } = offer;
    let is_id = device.len() == DEVICE_DIGITS && device.bytes().all(|digit| digit.is_ascii_hexdigit());
    let lens = lens.trim();
    let is_name = lens.chars().count() <= LENS_LETTERS && !lens.chars().any(char::is_control);
    if !is_id || !is_name {
        return Err(Trouble::new("This camera can't be told from others: reload the page on the phone."));
    }
    Ok(SourceChoice::Phone {
        device: device.to_ascii_lowercase(),
        lens: if lens.is_empty() { "camera".to_owned() } else { lens.to_owned() },
        width_px: *width_px,
        height_px: *height_px,
        name: Some(player.to_owned()),
    })
}

/// What players should know of a phone's camera, one sentence each. `lost`: pictures since the report before.
fn notices(phone: &str, status: &CameraStatus, lost: u64) -> Vec<String> {
    let low = status.battery.filter(|charge| *charge < LOW_BATTERY && status.charging != Some(true));
    let battery = low.map(|charge| {
        format!("{phone} has {:.0} % battery left: plug it in.", 100.0 * charge.clamp(0.0, 1.0))
    });
    let slow = (status.camera_fps < FEWEST_FPS).then(|| {
        format!(
            "{phone} takes only {:.0} pictures a second, because it is hot or sees too little light: give it air, or light \
             the table.",
            status.camera_fps.max(0.0)
        )
    });
    let lost = (lost >= LOST_PICTURES).then(|| {
        format!("{phone} lost {lost} pictures on their way: bring it nearer to the access point, or close other programs.")
    });
    [battery, slow, lost].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::core::{CV_8UC3, Mat, Scalar};
    use std::time::{Duration, Instant};
    use tracking::source::{SourceSpec, open};

    const ANN: PhoneId = PhoneId(1);

    fn offer(lens: &str) -> CameraOffer {
        CameraOffer {
            device: "0123456789abcdef0123456789ABCDEF".to_owned(),
            lens: lens.to_owned(),
            width_px: 640,
            height_px: 360,
            focus_fixed: true,
            exposure_fixed: true,
        }
    }

    fn jpeg(grey: f64) -> Vec<u8> {
        let picture = Mat::new_rows_cols_with_default(360, 640, CV_8UC3, Scalar::all(grey)).unwrap();
        crate::table_session::source::encoding::jpeg(&picture, 90).unwrap()
    }

    fn until(what: &str, is_so: impl Fn() -> bool) {
        let began = Instant::now();
        while !is_so() {
            assert!(began.elapsed() < Duration::from_secs(5), "{what}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn a_phone_is_a_source_while_it_offers_its_camera_and_is_told_what_is_wanted() {
        let phones = PhoneCameras::default();
        let sent: Arc<Mutex<Vec<(PhoneId, CameraWish)>>> = Arc::default();
        let last =
            || lock(&sent).last().copied().map(|(phone, wish)| (phone, wish.in_use, wish.full_pictures));
        let sink = Arc::clone(&sent);
        phones.send_wishes_by(Some(Arc::new(move |phone, wish| lock(&sink).push((phone, wish)))));
        phones.offered(ANN, "Ann", Some(&offer("back"))).unwrap();
        assert_eq!(last(), Some((ANN, false, 0)));
        let row = phones.rows().remove(0);
        assert_eq!(row.name, "Ann's phone (back)");
        let picture = |phone, number| {
            let jpeg = jpeg(number as f64);
            phones
                .picture(PictureFrom { phone, full: true, number, jpeg: &jpeg })
                .map_err(|trouble| trouble.sentence)
        };
        assert!(picture(ANN, 1).unwrap_err().contains("not in use"));
        assert!(picture(PhoneId(9), 1).unwrap_err().contains("not in use"));

        let source = open(SourceSpec::Fed(phones.feed(&row.choice).unwrap())).unwrap();
        assert_eq!(last(), Some((ANN, true, 1)));
        picture(ANN, 2).unwrap();
        until("a picture comes", || source.newest().is_some());

        // It leaves, joins anew as another phone, and is the same source again by itself.
        phones.offered(ANN, "Ann", None).unwrap();
        assert!(phones.rows().is_empty());
        until("it is lost", || source.state().key() == "lost");
        assert!(source.state().sentence().starts_with("Ann's phone has left"), "{:?}", source.state());
        phones.offered(PhoneId(2), "Ann", Some(&offer("back"))).unwrap();
        assert_eq!(last(), Some((PhoneId(2), true, 2)));
        picture(PhoneId(2), 1).unwrap();
        until("it is live again", || source.state().key() == "live");
        // Another lens is another source.
        phones.offered(PhoneId(2), "Ann", Some(&offer("wide"))).unwrap();
        until("it is lost", || source.state().key() == "lost");
        assert_eq!(phones.rows().len(), 1);
        assert!(!phones.rows()[0].choice.is_same(&row.choice));

        phones.offered(PhoneId(2), "Ann", Some(&offer("back"))).unwrap();
        drop(source);
        until("the wish ends", || last() == Some((PhoneId(2), false, 3)));
        phones.send_wishes_by(None);
        assert!(phones.rows().is_empty());
        phones.offered(PhoneId(3), "Bob", None).unwrap();
        assert!(phones.feed(&row.choice).unwrap_err().sentence.contains("does not offer its camera now"));
    }

    #[test]
    fn malformed_offers_are_refused() {
        let phones = PhoneCameras::default();
        let refused = |offer: CameraOffer| phones.offered(ANN, "Ann", Some(&offer)).is_err();
        assert!(refused(CameraOffer { device: "../../etc/passwd".to_owned(), ..offer("back") }));
        assert!(refused(CameraOffer { device: "é".repeat(16), ..offer("back") }));
        assert!(refused(offer(&"x".repeat(121))));
        assert!(refused(offer("back\n<b>")));
        assert!(refused(CameraOffer { width_px: u32::MAX, height_px: u32::MAX, ..offer("back") }));
        assert!(refused(CameraOffer { width_px: 0, ..offer("back") }));
        assert!(phones.rows().is_empty());
    }

    #[test]
    fn a_phone_in_trouble_says_so() {
        let phones = PhoneCameras::default();
        phones.offered(ANN, "Ann", Some(&offer("back"))).unwrap();
        let feed = phones.feed(&phones.rows()[0].choice).unwrap();
        let source = open(SourceSpec::Fed(feed)).unwrap();
        let good = CameraStatus { battery: Some(0.8), charging: Some(false), camera_fps: 24.0, dropped: 0 };
        let notices = |status: CameraStatus| {
            phones.reported(ANN, &status);
            source.notices().join(" ")
        };
        assert_eq!(notices(good.clone()), "");
        let low = CameraStatus { battery: Some(0.12), ..good.clone() };
        assert_eq!(notices(low.clone()), "Ann's phone has 12 % battery left: plug it in.");
        assert_eq!(notices(CameraStatus { charging: Some(true), ..low }), "");
        assert!(
            notices(CameraStatus { camera_fps: 3.2, ..good.clone() }).contains("only 3 pictures a second")
        );
        assert!(notices(CameraStatus { dropped: 30, ..good.clone() }).contains("lost 30 pictures"));
        assert_eq!(notices(CameraStatus { dropped: 31, ..good.clone() }), "");
        let picture = jpeg(9.0);
        for number in [1, 20] {
            phones.picture(PictureFrom { phone: ANN, full: true, number, jpeg: &picture }).unwrap();
        }
        assert!(notices(CameraStatus { dropped: 31, ..good }).contains("lost 18 pictures"));
    }
}
