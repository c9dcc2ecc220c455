//! A chart as inline SVG. Colours come from the page's own classes, so that it has a light and a dark theme.

use super::{Chart, Ink, Mark, TablePoint, name_height_in};
use maud::{Markup, html};
use std::fmt::Write;

/// Units of the drawing per inch of the table.
const UNITS_PER_IN: f64 = 20.0;

/// The chart as SVG.
pub fn svg(chart: &Chart) -> Markup {
    let (width, height) = (chart.table_in.0 * UNITS_PER_IN, chart.table_in.1 * UNITS_PER_IN);
    let sheet = Sheet { north_in: chart.table_in.1 };
    let size = name_height_in(chart.table_in) * UNITS_PER_IN;
    html! {
        svg class="chart" viewBox={ "0 0 " (units(width)) " " (units(height)) } role="img" aria-label=(chart.title) {
            rect class="sea" width=(units(width)) height=(units(height)) {}
            @for mark in &chart.marks { (sheet.draw(mark, size)) }
            rect class="neatline" width=(units(width)) height=(units(height)) {}
        }
    }
}

struct Sheet {
    north_in: f64,
}

impl Sheet {
    fn draw(&self, mark: &Mark, name_size: f64) -> Markup {
        match mark {
            Mark::Area { outline, ink } => {
                html! { polygon class=(class(*ink)) points=(self.points(outline)) {} }
            }
            Mark::Hull { outline, ink, lost } => {
                let class = format!("hull {}{}", class(*ink), if *lost { " lost" } else { "" });
                html! { polygon class=(class) points=(self.points(outline)) {} }
            }
            Mark::Way { points, ink, old } => {
                let class = format!("way {}{}", class(*ink), if *old { " old" } else { "" });
                html! {
                    polyline class=(class) points=(self.points(points)) {}
                    @for point in points {
                        @let (x, y) = self.at(*point);
                        circle class={ "stop " (class) } cx=(units(x)) cy=(units(y)) r="2.2" {}
                    }
                }
            }
            Mark::Line { from, to } => {
                let ((x1, y1), (x2, y2)) = (self.at(*from), self.at(*to));
                html! {
                    line class=(class(Ink::Graticule)) x1=(units(x1)) y1=(units(y1)) x2=(units(x2)) y2=(units(y2)) {}
                }
            }
            Mark::Name { at, text, ink } => {
                let (x, y) = self.at(*at);
                html! {
                    text class={ "name " (class(*ink)) } x=(units(x)) y=(units(y + name_size * 0.34)) font-size=(units(name_size)) {
                        (text)
                    }
                }
            }
        }
    }

    fn at(&self, (x, y): TablePoint) -> (f64, f64) {
        (x * UNITS_PER_IN, (self.north_in - y) * UNITS_PER_IN)
    }

    fn points(&self, points: &[TablePoint]) -> String {
        let mut text = String::new();
        for point in points {
            let (x, y) = self.at(*point);
            // Writing into a String can't fail.
            let _ = write!(text, "{},{} ", units(x), units(y));
        }
        text.trim_end().to_owned()
    }
}

/// Rounds to a tenth of a unit, which is finer than any printer.
fn units(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    format!("{rounded}")
}

fn class(ink: Ink) -> String {
    match ink {
        Ink::Graticule => "graticule".to_owned(),
        Ink::Land => "land".to_owned(),
        Ink::Shoal => "shoal".to_owned(),
        Ink::Fort => "fort".to_owned(),
        Ink::Obstacle => "obstacle".to_owned(),
        Ink::Side(side) => format!("side{}", side % 4),
        Ink::Wreck => "wreck".to_owned(),
        Ink::Words => "place".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn north_is_up_and_names_are_escaped() {
        let mark = Mark::Name { at: (1.0, 35.0), text: "<b>&\"".to_owned(), ink: Ink::Words };
        let title = "\"><script>".to_owned();
        let drawn = svg(&Chart { table_in: (60.0, 36.0), title, marks: vec![mark] }).into_string();
        assert!(drawn.contains("x=\"20\" y=\"26.3\""), "{drawn}");
        assert!(drawn.contains("&lt;b&gt;&amp;") && !drawn.contains("<script>"), "{drawn}");
    }
}
