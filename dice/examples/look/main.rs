use demo::{DiceTray, TraySetup};
fn main() {
    for seed in 1..9 {
        let began = std::time::Instant::now();
        let tray = DiceTray::new(TraySetup::numbered(seed));
        let mut picture = tray.picture().unwrap();
        println!("{seed} {:?}", began.elapsed());
        for die in tray.truth() {
            let at = opencv::core::Point::new(die.middle_px.0 as i32, die.middle_px.1 as i32);
            opencv::imgproc::circle(
                &mut picture,
                at,
                (die.side_px / 2.0) as i32,
                opencv::core::Scalar::new(0.0, 0.0, 255.0, 0.0),
                1,
                8,
                0,
            )
            .unwrap();
            let to = opencv::core::Point::new(
                at.x + (die.up.0 * die.side_px / 2.0) as i32,
                at.y + (die.up.1 * die.side_px / 2.0) as i32,
            );
            opencv::imgproc::line(
                &mut picture,
                at,
                to,
                opencv::core::Scalar::new(0.0, 255.0, 0.0, 0.0),
                1,
                8,
                0,
            )
            .unwrap();
            println!("  {} {:?} {} {}", die.value, die.middle_px, die.side_px, die.readable);
        }
        opencv::imgcodecs::imwrite(
            &format!("/tmp/taught/n{seed}.png"),
            &picture,
            &opencv::core::Vector::new(),
        )
        .unwrap();
    }
}
