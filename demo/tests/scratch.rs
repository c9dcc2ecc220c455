use demo::*;
use geometry::Point;
use opencv::{core::Vector, imgcodecs};
#[test]
fn scratch() {
    let t0 = std::time::Instant::now();
    let mut t = DemoTable::new(TableSetup::standard(1).at_size(1920, 1080)).unwrap();
    println!("new {:?}", t0.elapsed());
    for _ in 0..3 {
        let t0 = std::time::Instant::now();
        let _m = t.frame().unwrap();
        println!("rest {:?}", t0.elapsed());
    }
    let m = t.frame().unwrap();
    imgcodecs::imwrite("/tmp/demoview/a.png", &m, &Vector::new()).unwrap();
    t.put_die(Point::new(40.0, 20.0));
    t.put_smoke(Point::new(42.0, 20.0));
    println!("{:?}", t.grab(Point::new(29.8, 14.2)));
    for i in 0..6 {
        t.drag_to(Point::new(29.0 + i as f64 * 0.3, 15.0));
        t.turn_by(0.1);
        let t0 = std::time::Instant::now();
        let _m = t.frame().unwrap();
        println!("drag {:?}", t0.elapsed());
    }
    let m = t.frame().unwrap();
    imgcodecs::imwrite("/tmp/demoview/b.png", &m, &Vector::new()).unwrap();
    for i in [0, 3, 6, 10] {
        let t0 = std::time::Instant::now();
        let m = t.board_view(i).unwrap();
        println!("board {:?}", t0.elapsed());
        imgcodecs::imwrite(&format!("/tmp/demoview/board{i}.png"), &m, &Vector::new()).unwrap();
    }
}
