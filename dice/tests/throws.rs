//! Films of dice trays: throws, and everything that is none.

use demo::{DiceFilm, FilmKind};
use dice::{ThrowWatch, TrayNow};
use opencv::core::Rect;
use opencv::prelude::*;
use std::time::{Duration, Instant};

/// What a watch says about films of one kind.
#[derive(Default)]
struct Counts {
    films: u32,
    /// Films with exactly one throw where there is one, and none where there is none.
    right: u32,
    thrown: u32,
    disturbed: u32,
    /// From dice at rest and the hand away to the throw.
    latencies: Vec<(Duration, f64)>,
    looked: Duration,
    frames: u32,
}

impl Counts {
    fn watch(&mut self, kind: FilmKind, seed: u64) {
        let mut film = DiceFilm::random(kind, seed).unwrap();
        let [x, y, width, height] = film.tray_px();
        let mut watch = ThrowWatch::new(Rect::new(x, y, width, height));
        let free = film.rest().map(|rest| rest.max(film.hand_gone()));
        let (mut thrown, mut disturbed) = (0, 0);
        while let Some((at, frame)) = film.next_frame().unwrap() {
            let began = Instant::now();
            let now = watch.see(&frame, at).unwrap();
            self.looked += began.elapsed();
            self.frames += 1;
            match now {
                TrayNow::Thrown(throw) => {
                    assert_eq!((throw.picture.cols(), throw.picture.rows()), (width, height));
                    thrown += 1;
                    let after = at.saturating_sub(free.unwrap_or_default());
                    self.latencies.push((after, after.as_secs_f64() * film.fps()));
                }
                TrayNow::Disturbed(_) => disturbed += 1,
                _ => {}
            }
        }
        self.films += 1;
        self.thrown += thrown;
        self.disturbed += disturbed;
        if thrown == u32::from(kind.is_throw()) {
            self.right += 1;
        } else {
            println!(
                "{kind:?} {seed} at {:.0} frames a second: {thrown} throws, {disturbed} disturbances",
                film.fps()
            );
        }
    }

    fn slowest_but(&self, twentieths: usize) -> (Duration, f64) {
        let mut latencies = self.latencies.clone();
        latencies.sort_by_key(|(after, _)| *after);
        let at = (latencies.len() * (20 - twentieths) / 20).min(latencies.len().saturating_sub(1));
        latencies.get(at).copied().unwrap_or_default()
    }
}

/// Seeds that nobody looks at.
const SEEDS: std::ops::Range<u64> = 20_000..if cfg!(feature = "long") { 20_040 } else { 20_002 };

#[test]
fn throws_are_told_from_everything_else() {
    let (mut missed, mut wrong) = (0, 0);
    for kind in FilmKind::ALL {
        let mut counts = Counts::default();
        seeds().for_each(|seed| counts.watch(kind, seed));
        let (median, slow) = (counts.slowest_but(10), counts.slowest_but(1));
        println!(
            "{kind:?}: {} of {} right, {} throws, {} disturbances; after rest {:?} ({:.1} frames), all but a twentieth \
             within {:?} ({:.1}); {:.0} us a frame",
            counts.right,
            counts.films,
            counts.thrown,
            counts.disturbed,
            median.0,
            median.1,
            slow.0,
            slow.1,
            counts.looked.as_secs_f64() * 1e6 / f64::from(counts.frames),
        );
        let amiss = counts.films - counts.right;
        if kind.is_throw() { missed += amiss } else { wrong += amiss }
    }
    println!("{missed} throws missed, {wrong} films with false throws");
    assert_eq!((missed, wrong), (0, 0));
}

fn seeds() -> std::ops::Range<u64> {
    let given = std::env::var("FILMS").ok().and_then(|seeds| {
        let (from, to) = seeds.split_once("..")?;
        Some(from.parse().ok()?..to.parse().ok()?)
    });
    given.unwrap_or(SEEDS)
}
