//! Every screen as players see it: a picture in both themes, and axe-core's findings in each.

use crate::desk::Window;
use serde_json::json;
use std::path::Path;

/// The size of the window when it opens, on a screen beside a table, and on a large one, pixels. The virtual screen must hold
/// it.
pub const USUAL: (u32, u32) = (1280, 800);
pub const LARGE: (u32, u32) = (1920, 1080);
pub const HUGE: (u32, u32) = (3840, 2160);
/// The page's head takes at most one part in this number of the window's height.
const HEAD_SHARE: f64 = 8.0;

/// The script runs in the page's own engine, because the window's content policy lets no page load it.
fn axe() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&file).expect("axe-core is among the screens' packages (./check installs them)")
}

impl Window {
    /// Chooses the theme of the pages until this window is closed.
    pub async fn light(&self, theme: &str) {
        let script = "document.documentElement.dataset.theme = arguments[0];";
        self.client.execute(script, vec![json!(theme)]).await.unwrap();
    }

    /// axe-core's findings that are serious or worse, each with its first place.
    pub async fn serious_findings(&self) -> Vec<String> {
        self.client.execute(&format!("if (!window.axe) {{ {} }}", axe()), vec![]).await.unwrap();
        let script = "const done = arguments[0]; \
            axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => done(violations \
            .filter(({ impact }) => impact === 'serious' || impact === 'critical') \
            .map(({ id, nodes }) => `${id}: ${nodes.length} x ${nodes[0].html.slice(0, 200)} \
            ${(nodes[0].any[0] || nodes[0].all[0] || nodes[0].none[0] || {}).message || ''}`)), \
            (error) => done([String(error)]));";
        let found = self.client.execute_async(script, vec![]).await.unwrap();
        serde_json::from_value(found).unwrap()
    }

    /// Resizes the window.
    pub async fn resize(&self, (width, height): (u32, u32)) {
        self.client.set_window_rect(0, 0, width, height).await.unwrap();
        let script = "const done = arguments[2]; const look = () => \
            innerWidth === arguments[0] && innerHeight === arguments[1] ? \
            requestAnimationFrame(() => requestAnimationFrame(done)) : setTimeout(look, 50); look();";
        let resized = self.client.execute_async(script, vec![json!(width), json!(height)]).await;
        resized.unwrap_or_else(|error| panic!("the window does not become {width} x {height}: {error}"));
    }

    /// Chooses the size of all text, as the preferences do.
    async fn text_size(&self, percent: u32) {
        let script = "document.documentElement.style.setProperty('--text-scale', arguments[0]);";
        self.client.execute(script, vec![json!(f64::from(percent) / 100.0)]).await.unwrap();
    }

    /// Stores a picture of the page in each theme and at each size, and returns axe-core's findings.
    pub async fn look_at(&self, name: &str) -> Vec<String> {
        let mut findings = Vec::new();
        for theme in ["dim", "light"] {
            self.light(theme).await;
            self.picture(&format!("{name}-{theme}")).await;
            let found = self.serious_findings().await;
            findings.extend(found.into_iter().map(|finding| format!("{name}, {theme}: {finding}")));
        }
        self.text_size(200).await;
        self.picture(&format!("{name}-200-percent")).await;
        // The page's head leaves the window to the table, at any text size.
        let head_px = self.ask_of("head", "return e.getBoundingClientRect().height;").await;
        let head_px = head_px.as_f64().unwrap_or(f64::INFINITY);
        if head_px > f64::from(USUAL.1) / HEAD_SHARE {
            findings.push(format!("{name}: the head takes {head_px:.0} of {} pixels at 200 %", USUAL.1));
        }
        self.text_size(100).await;
        for (size, suffix) in [(LARGE, "large"), (HUGE, "huge")] {
            self.resize(size).await;
            for theme in ["light", "dim"] {
                self.light(theme).await;
                self.picture(&format!("{name}-{theme}-{suffix}")).await;
            }
        }
        self.light("light").await;
        self.resize(USUAL).await;
        findings
    }
}
