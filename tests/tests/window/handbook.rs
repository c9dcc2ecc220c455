//! The handbook's pictures are views of the real window: taken anew by these tests, and compared with the committed ones.
//! `HANDBOOK_PICTURES=write` replaces them.

use opencv::core::{self, Mat, Size, Vector};
use opencv::prelude::*;
use opencv::{imgcodecs, imgproc};
use std::path::Path;

/// The pictures of the handbook, each with the view that it shows.
const PICTURES: [(&str, &str); 10] = [
    ("home", "0-home"),
    ("salvo", "2-salvo-preview"),
    ("camera", "7-camera"),
    ("muster", "8-muster"),
    ("new-battle", "screen-new-battle-light"),
    ("battle", "screen-battle-light"),
    ("ghost", "evening-1-too-far"),
    ("ticks", "4-ticks"),
    ("replay", "evening-5-replay"),
    ("campaign", "screen-campaign-light"),
];
const WIDTH_PX: i32 = 960;
/// JPEG quality, and the greatest size of a file.
const QUALITY: i32 = 80;
const MOST_BYTES: usize = 150_000;
/// The mean difference of thumbnails, in grey levels, from which a picture shows another screen. Dates and noise of the
/// demo's camera make less than 2.
const ANOTHER_SCREEN: f64 = 24.0;

/// Takes a view into the handbook, if it shows this one.
pub fn keep(view: &str, png: &[u8]) {
    let Some((name, _)) = PICTURES.iter().find(|(_, shows)| *shows == view) else { return };
    let jpeg = scaled_jpeg(png);
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/handbook/pictures").join(format!("{name}.jpg"));
    assert!(jpeg.len() <= MOST_BYTES, "{name}.jpg has {} bytes", jpeg.len());
    if std::env::var("HANDBOOK_PICTURES").is_ok_and(|wanted| wanted == "write") {
        std::fs::write(&file, jpeg.as_slice()).unwrap();
        return;
    }
    let committed = std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let difference =
        core::norm2(&thumbnail(jpeg.as_slice()), &thumbnail(&committed), core::NORM_L1, &core::no_array())
            .unwrap()
            / 480.0;
    println!("the handbook's {name}.jpg differs by {difference:.1} grey levels (limit {ANOTHER_SCREEN})");
    assert!(
        difference < ANOTHER_SCREEN,
        "{name}.jpg of the handbook shows another screen: take it anew with HANDBOOK_PICTURES=write"
    );
}

fn scaled_jpeg(png: &[u8]) -> Vector<u8> {
    let shown = imgcodecs::imdecode(&Vector::from_slice(png), imgcodecs::IMREAD_COLOR).unwrap();
    let height = shown.rows() * WIDTH_PX / shown.cols();
    let (mut scaled, mut jpeg) = (Mat::default(), Vector::new());
    let size = Size::new(WIDTH_PX, height);
    imgproc::resize(&shown, &mut scaled, size, 0.0, 0.0, imgproc::INTER_AREA).unwrap();
    let quality = Vector::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, QUALITY]);
    imgcodecs::imencode(".jpg", &scaled, &mut jpeg, &quality).unwrap();
    jpeg
}

/// A grey picture of 24 x 20 pixels.
fn thumbnail(jpeg: &[u8]) -> Mat {
    let shown = imgcodecs::imdecode(&Vector::from_slice(jpeg), imgcodecs::IMREAD_GRAYSCALE).unwrap();
    let mut small = Mat::default();
    imgproc::resize(&shown, &mut small, Size::new(24, 20), 0.0, 0.0, imgproc::INTER_AREA).unwrap();
    small
}
