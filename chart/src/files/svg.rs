//! A display list as SVG.

use super::{FileError, Part, plane_px};
use crate::display_list::{DisplayList, Item, Label, Style};
use crate::lettering::{self, CAP_HEIGHT};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The typeface as a style sheet.
pub static FACES: LazyLock<String> = LazyLock::new(faces);

/// The display list as a document of its own, with its typeface inside. One unit is one screen pixel at this scale.
///
/// # Errors
/// When the list has no plane.
pub fn svg(list: &DisplayList, px_per_unit: f64) -> Result<String, FileError> {
    let (_, (width, height)) = plane_px(list, px_per_unit)?;
    let (title, faces) = (escaped(&list.title), &*FACES);
    let drawn = svg_fragment(list, px_per_unit, Part::All)?;
    Ok(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{title}\"><title>{title}</title>\
         <style>{faces}</style>{drawn}</svg>\n"
    ))
}

/// A part of the display list as a group for a page's own SVG element, of the size that [`super::size_px`] tells. The page
/// brings the typeface, [`FACES`].
///
/// # Errors
/// When the list has no plane.
pub fn svg_fragment(list: &DisplayList, px_per_unit: f64, part: Part) -> Result<String, FileError> {
    let (plane, _) = plane_px(list, px_per_unit)?;
    let items = list.items.iter().filter(|item| part.has(item.layer));
    let mut text = String::with_capacity(items.clone().map(|item| item.d.len() + 80).sum());
    let origin = (-plane.left * px_per_unit, -plane.top * px_per_unit);
    // Writing into a String can't fail.
    let _ = write!(
        text,
        "<g transform=\"translate({} {})\" stroke-linejoin=\"round\">",
        number(origin.0),
        number(origin.1)
    );
    let scaled = format!("<g transform=\"scale({})\">", number(px_per_unit));
    let mut in_plane = false;
    for item in items {
        let fixed = item.at.is_some();
        if fixed && in_plane {
            text.push_str("</g>");
        } else if !fixed && !in_plane {
            text.push_str(&scaled);
        }
        in_plane = !fixed;
        write_item(&mut text, item, list.styles.get(item.style), px_per_unit);
    }
    if in_plane {
        text.push_str("</g>");
    }
    if part.has_labels() {
        list.labels.iter().for_each(|label| write_label(&mut text, label, px_per_unit));
    }
    text.push_str("</g>");
    Ok(text)
}

fn write_item(text: &mut String, item: &Item, style: Option<&Style>, px_per_unit: f64) {
    let Some(style) = style else { return };
    // Widths are in pixels; inside the scaled group they are divided by the scale.
    let px = if item.at.is_some() { 1.0 } else { px_per_unit };
    let _ = write!(text, "<path d=\"{}\"", item.d);
    if let Some((x, y)) = item.at {
        let _ =
            write!(text, " transform=\"translate({} {})\"", number(x * px_per_unit), number(y * px_per_unit));
    }
    let paint = |text: &mut String, name: &str, colour: &Option<String>, opacity: f64| {
        let Some(colour) = colour else { return };
        let _ = write!(text, " {name}=\"{}\"", escaped(colour));
        if opacity < 1.0 {
            let _ = write!(text, " {name}-opacity=\"{}\"", number(opacity));
        }
    };
    if style.fill.is_none() {
        text.push_str(" fill=\"none\"");
    }
    paint(text, "fill", &style.fill, style.fill_opacity);
    if style.line.is_some() {
        paint(text, "stroke", &style.line, style.line_opacity);
        let _ = write!(text, " stroke-width=\"{}\"", number(style.width_px / px));
        if !style.dash_px.is_empty() {
            let dash: Vec<String> = style.dash_px.iter().map(|length| number(length / px)).collect();
            let _ = write!(text, " stroke-dasharray=\"{}\"", dash.join(" "));
        }
    }
    text.push_str("/>");
}

/// The width of the edge of letters, as a share of their size.
pub(super) const HALO_SHARE: f64 = 0.2;
/// The width of a line from a label to what it names, pixels.
pub(super) const LEADER_PX: f64 = 0.8;

fn write_label(text: &mut String, label: &Label, px_per_unit: f64) {
    let (x, y) = (label.at.0 * px_per_unit, label.at.1 * px_per_unit);
    if let Some(((x1, y1), (x2, y2))) = label.leader_px {
        let _ = write!(
            text,
            "<path d=\"M{} {}L{} {}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{LEADER_PX}\"/>",
            number(x + x1),
            number(y + y1),
            number(x + x2),
            number(y + y2),
            escaped(&label.colour)
        );
    }
    let (x, y) = (x + label.offset_px.0, y + label.offset_px.1);
    let _ = write!(
        text,
        "<text transform=\"translate({} {}) rotate({})\" y=\"{}\" text-anchor=\"middle\" font-family=\"'{}', serif\" \
         font-size=\"{}\"",
        number(x),
        number(y),
        number(label.turned_deg),
        number(label.size_px * CAP_HEIGHT / 2.0),
        lettering::FAMILY,
        number(label.size_px)
    );
    if label.weight >= 600 {
        text.push_str(" font-weight=\"700\"");
    }
    if label.italic {
        text.push_str(" font-style=\"italic\"");
    }
    if label.opacity < 1.0 {
        let _ = write!(text, " opacity=\"{}\"", number(label.opacity));
    }
    let _ = write!(
        text,
        " fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\" paint-order=\"stroke\">{}</text>",
        escaped(&label.colour),
        escaped(&label.halo),
        number(label.size_px * HALO_SHARE),
        escaped(&label.text)
    );
}

fn faces() -> String {
    let mut text = String::new();
    for (file, (style, weight)) in
        lettering::WEB_FILES.iter().zip([("normal", 400), ("italic", 400), ("normal", 700)])
    {
        let _ = write!(
            text,
            "@font-face{{font-family:'{}';font-style:{style};font-weight:{weight};src:url(data:font/woff2;base64,{})}}",
            lettering::FAMILY,
            STANDARD.encode(file)
        );
    }
    text
}

/// A number with four decimals at most.
fn number(value: f64) -> String {
    let rounded = (value * 1e4).round() / 1e4;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML has no other control characters.
            letter if letter.is_control() && !matches!(letter, '\t' | '\n' | '\r') => safe.push('\u{fffd}'),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Extent;

    #[test]
    fn texts_are_escaped() {
        let list = DisplayList {
            plane: Some(Extent { left: 0.0, top: 0.0, width: 60.0, height: 36.0 }),
            title: "\"><script>\u{1}".to_owned(),
            ..DisplayList::default()
        };
        let drawn = svg(&list, 20.0).unwrap();
        assert!(drawn.contains("&quot;&gt;&lt;script&gt;") && !drawn.contains("<script>"), "{drawn}");
        assert_eq!(svg(&DisplayList::default(), 20.0), Err(FileError::Empty));
    }
}
