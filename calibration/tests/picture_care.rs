//! Advice on a picture of the demo table: none for a good picture, and instructions for a bad one.

// Helpers of tests may fail by panicking, as tests do.
#![allow(clippy::unwrap_used)]

use calibration::ImageQuality;
use demo::{DemoTable, TableSetup};

fn care_of(change: impl FnOnce(&mut TableSetup)) -> ImageQuality {
    let mut setup = TableSetup::standard(2);
    change(&mut setup);
    let care = ImageQuality::of(&DemoTable::new(setup).unwrap().frame().unwrap()).unwrap();
    println!("{care:?}");
    care
}

#[test]
fn a_good_picture_needs_nothing() {
    let care = care_of(|_| {});
    assert_eq!(care.advice(), Vec::<String>::new(), "{care:?}");
    assert_eq!(care.is_sharp(), Some(true));
}

#[test]
fn each_trouble_is_named_with_what_to_do() {
    let mut unsaid = Vec::new();
    let mut told = |change: fn(&mut TableSetup), part: &str| {
        let care = care_of(change);
        if !care.advice().iter().any(|sentence| sentence.contains(part)) {
            unsaid.push(format!("{part}: {care:?}"));
        }
    };
    told(|setup| setup.sensor.blur_px = 2.6, "turn the lens");
    told(|setup| setup.light.brightness = 0.06, "too dark");
    told(|setup| setup.light.brightness = 9.0, "too bright");
    told(|setup| setup.sensor.vignetting = 0.95, "corner has only");
    told(
        |setup| {
            setup.sea.gloss = 6.0;
            setup.light.lamp_in = (30.0, 18.0, 55.0);
        },
        "Glare covers",
    );
    assert!(unsaid.is_empty(), "{unsaid:#?}");
}
