//! A phone as the camera, from end to end: Chromium's fake camera plays a film of the demo table, the app calibrates on
//! its pictures, musters and measures. The same film is then read as files.

use crate::desk::Window;
use crate::phones::host::Transport;
use demo::TableSetup;
use geometry::ShipId;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use whole::film::{DemoFilm, KEPT_PICTURES, StillScene, film_of_demo_table};
use whole::score::Errors;

/// How much worse ranges through the phone may be than from the same film read as files, inches; and the aim.
const BOUND_IN: f64 = 0.01;
const AIM_IN: f64 = 0.003;
/// How long each still scene of the film lasts, seconds.
const STILL_S: usize = 12;
/// A reading whose worst range is further off belongs to the other scene, or to the move between them, inches.
const OF_THIS_SCENE_IN: f64 = 0.35;
/// A muster is measured within this time: a table at rest sends a full picture every three seconds.
const MEASURED_WITHIN: Duration = Duration::from_secs(8);
/// Until both scenes have been measured; the film lasts half a minute, and the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(150);

impl Window {
    /// Gives a command to the app as its page does.
    async fn invoke(&self, command: &str, arguments: Value) -> Result<Value, String> {
        let script = "const [command, given, done] = arguments; \
            window.__TAURI_INTERNALS__.invoke(command, given) \
                .then((answer) => done({ answer }), (trouble) => done({ trouble: JSON.stringify(trouble) }));";
        let done = self.client.execute_async(script, vec![json!(command), arguments]).await.unwrap();
        match done.get("trouble") {
            Some(trouble) => Err(trouble.to_string()),
            None => Ok(done["answer"].clone()),
        }
    }

    /// The same, repeated while the app is not ready for it.
    async fn invoke_until(&self, command: &str, arguments: Value) -> Value {
        let began = Instant::now();
        loop {
            match self.invoke(command, arguments.clone()).await {
                Ok(answer) => return answer,
                Err(trouble) => assert!(began.elapsed() < PATIENCE, "{command}: {trouble}"),
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }

    /// Takes the lens, calibrates from the cards and musters the ships of this scene, as soon as they stand so.
    async fn set_up(&self, scene: &StillScene) {
        let lens = self.invoke_until("choose", json!({ "what": "lens" })).await;
        self.invoke_until("load_lens", json!({ "path": lens })).await;
        let way = json!({
            "way": "corner_cards", "width_in": 60.0, "height_in": 36.0, "card_in": 2.0, "raised": [],
        });
        self.invoke_until("calibrate_table", json!({ "way": way, "guessLens": false })).await;
        let fleet = self.invoke_until("choose", json!({ "what": "muster" })).await;
        let began = Instant::now();
        loop {
            self.invoke_until("muster_from_file", json!({ "path": fleet })).await;
            let mustered = Instant::now();
            while mustered.elapsed() < MEASURED_WITHIN {
                if self.measured(scene).await.is_some() {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            assert!(began.elapsed() < PATIENCE, "the ships are never mustered where they stand");
        }
    }

    /// The errors of all ranges, if the newest reading is of this scene.
    async fn measured(&self, scene: &StillScene) -> Option<Vec<f64>> {
        let mut errors_in = Vec::new();
        for (at, (from, here)) in scene.truth.iter().enumerate() {
            for (to, there) in &scene.truth[..at] {
                let range = self.invoke("measure", json!({ "from": from, "to": to })).await.ok()?;
                let error_in = range["range_in"].as_f64()? - here.stack.distance_in(there.stack);
                errors_in.push(error_in.abs());
            }
        }
        errors_in.iter().all(|error_in| *error_in < OF_THIS_SCENE_IN).then_some(errors_in)
    }
}

/// Readings of both scenes from the phone, as the film plays; as many of each as there are files.
async fn through_the_phone(host: &Window, film: &DemoFilm) -> Vec<f64> {
    let began = Instant::now();
    let (mut errors_in, mut readings) = (Vec::new(), [0; 2]);
    while readings.iter().any(|count| *count < KEPT_PICTURES) {
        assert!(
            began.elapsed() < PATIENCE,
            "{readings:?} readings of the two scenes: {}",
            host.page_text().await
        );
        for (scene, count) in film.scenes.iter().zip(&mut readings) {
            if *count < KEPT_PICTURES
                && let Some(errors) = host.measured(scene).await
            {
                errors_in.extend(errors);
                *count += 1;
                // The next reading is of another picture.
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    errors_in
}

async fn from_files(host: &Window, film: &DemoFilm) -> Vec<f64> {
    let folder = host.invoke_until("choose", json!({ "what": "pictures" })).await;
    let choice = json!({ "source": "pictures", "path": folder });
    host.invoke_until("open_source", json!({ "choice": choice })).await;
    host.set_up(&film.scenes[0]).await;
    let mut errors_in = Vec::new();
    for picture in 0..film.scenes.len() * KEPT_PICTURES {
        if picture > 0 {
            host.invoke_until("step_picture", json!({ "by": 1 })).await;
            tokio::time::sleep(Duration::from_millis(1500)).await;
        }
        let began = Instant::now();
        let scene = &film.scenes[picture / KEPT_PICTURES];
        let errors = loop {
            if let Some(errors) = host.measured(scene).await {
                break errors;
            }
            assert!(began.elapsed() < PATIENCE, "picture {picture} is never measured");
            tokio::time::sleep(Duration::from_millis(200)).await;
        };
        errors_in.extend(errors);
    }
    errors_in
}

fn written(path: &Path, text: String) -> String {
    std::fs::write(path, text).unwrap();
    path.to_string_lossy().into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn ranges_through_a_phones_camera_are_as_exact_as_from_the_film_itself() {
    let data = tempfile::tempdir().unwrap();
    let made = Instant::now();
    let carried = (&ShipId::new("monitor"), (2.4, 0.8));
    let film = film_of_demo_table(data.path(), TableSetup::standard(5), STILL_S, carried).unwrap();
    println!("filmed in {:.1} s", made.elapsed().as_secs_f64());
    let lens = data.path().join("film-lens.json");
    film.lens.write(&lens).unwrap();
    let lens = lens.to_string_lossy().into_owned();
    let fleet =
        written(&data.path().join("muster.json"), serde_json::to_string(&film.scenes[0].fleet).unwrap());
    let pictures = film.pictures.to_string_lossy().into_owned();
    let own = data.path().join("own").to_string_lossy().into_owned();
    let mut arguments = vec!["--data", &own];
    for answer in [&lens, &fleet, &pictures, &lens, &fleet] {
        arguments.extend(["--answer-dialogs", answer]);
    }
    let host = crate::open_with(&arguments).await;
    host.switch_phones_on().await;
    let film_switch = format!("--use-file-for-fake-video-capture={}", film.film.display());
    let switches =
        ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", film_switch.as_str()];
    let (phone, _) = host.lets_in_with("Ann", "everyone", Transport::Socket, &switches).await;
    phone.click("phone-menu").await;
    phone.click("phone-menu-camera").await;
    phone.click("phone-camera-start").await;
    phone.wait_for("[data-testid='phone-camera'][data-stage='live']").await;
    host.keys("\u{e00c}").await;

    let began = Instant::now();
    let choice = loop {
        let rows = host.invoke_until("sources", json!({})).await;
        let rows = rows.as_array().unwrap();
        if let Some(row) = rows.iter().find(|row| row["choice"]["source"] == "phone") {
            break row["choice"].clone();
        }
        assert!(began.elapsed() < PATIENCE, "the phone is never offered: {}", phone.page_text().await);
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    host.invoke_until("open_source", json!({ "choice": choice })).await;
    host.set_up(&film.scenes[0]).await;
    let phone_in = Errors::of(through_the_phone(&host, &film).await);
    host.picture("phone-camera-host").await;
    phone.picture("phone-camera").await;
    let file_in = Errors::of(from_files(&host, &film).await);
    let difference_in = phone_in.percentile(95.0) - file_in.percentile(95.0);
    println!(
        "{} ranges: p95 {:.4} in through the phone, {:.4} in from the film's own pictures: {difference_in:+.4} in (bound \
         {BOUND_IN:+} in, aim {AIM_IN:+} in)",
        phone_in.count(),
        phone_in.percentile(95.0),
        file_in.percentile(95.0),
    );
    assert!(difference_in < BOUND_IN);
    phone.close().await;
    host.close().await;
}
