//! A display list as a page of PDF. Letters are outlines, so the page needs no fonts.

use super::strokes::{Stroked, rgb, strokes};
use super::{FileError, Part, plane_px};
use crate::display_list::DisplayList;
use kurbo::PathEl;
use pdf_writer::types::LineJoinStyle;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str};
use std::collections::BTreeMap;

/// Points of paper per pixel: 144 pixels to the inch.
const POINTS_PER_PX: f32 = 0.5;

/// The display list as PDF, with 144 pixels to the inch of paper.
///
/// # Errors
/// When the list has no plane.
pub fn pdf(list: &DisplayList, px_per_unit: f64) -> Result<Vec<u8>, FileError> {
    let (plane, (width, height)) = plane_px(list, px_per_unit)?;
    let (wide, high) = (width as f32 * POINTS_PER_PX, height as f32 * POINTS_PER_PX);
    let mut page = Content::new();
    page.transform([POINTS_PER_PX, 0.0, 0.0, -POINTS_PER_PX, 0.0, high]);
    page.set_line_join(LineJoinStyle::RoundJoin);
    // Opacities in thousandths, each a graphics state of the page.
    let mut opacities = BTreeMap::new();
    strokes(list, plane, px_per_unit, Part::All)
        .for_each(|stroked| paint(&mut page, &stroked, &mut opacities));
    Ok(document((wide, high), &list.title, &page.finish(), &opacities))
}

fn document(
    (wide, high): (f32, f32),
    title: &str,
    page: &[u8],
    opacities: &BTreeMap<(u16, u16), String>,
) -> Vec<u8> {
    let [catalog, pages, sheet, content, info] = [1, 2, 3, 4, 5].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([sheet]).count(1);
    let utf16: Vec<u8> =
        [0xfeff].into_iter().chain(title.encode_utf16()).flat_map(u16::to_be_bytes).collect();
    pdf.document_info(info).pair(Name(b"Title"), Str(&utf16));
    let mut leaf = pdf.page(sheet);
    leaf.media_box(Rect::new(0.0, 0.0, wide, high)).parent(pages).contents(content);
    let mut resources = leaf.resources();
    let mut states = resources.ext_g_states();
    for ((fill, line), name) in opacities {
        let share = |thousandths: u16| f32::from(thousandths) / 1000.0;
        states
            .insert(Name(name.as_bytes()))
            .start::<pdf_writer::writers::ExtGraphicsState<'_>>()
            .non_stroking_alpha(share(*fill))
            .stroking_alpha(share(*line));
    }
    states.finish();
    resources.finish();
    leaf.finish();
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(page, 8);
    pdf.stream(content, &packed).filter(Filter::FlateDecode);
    pdf.finish()
}

fn paint(
    page: &mut Content,
    Stroked { path, style }: &Stroked<'_>,
    opacities: &mut BTreeMap<(u16, u16), String>,
) {
    let thousandths = |opacity: f64| (opacity * 1000.0).round() as u16;
    let key = (thousandths(style.fill_opacity), thousandths(style.line_opacity));
    let next = opacities.len();
    let state = opacities.entry(key).or_insert_with(|| format!("o{next}"));
    page.set_parameters(Name(state.as_bytes()));
    let shares = |colour: &str| rgb(colour).map(|part| f32::from(part) / 255.0);
    if let Some(colour) = &style.fill {
        let [red, green, blue] = shares(colour);
        page.set_fill_rgb(red, green, blue);
    }
    if let Some(colour) = &style.line {
        let [red, green, blue] = shares(colour);
        page.set_stroke_rgb(red, green, blue);
        page.set_line_width(style.width_px as f32);
        page.set_dash_pattern(style.dash_px.iter().map(|length| *length as f32), 0.0);
    }
    trace(page, path.elements());
    match (style.fill.is_some(), style.line.is_some()) {
        (true, true) => page.fill_nonzero_and_stroke(),
        (true, false) => page.fill_nonzero(),
        (false, true) => page.stroke(),
        (false, false) => page.end_path(),
    };
}

fn trace(page: &mut Content, elements: &[PathEl]) {
    let at = |point: kurbo::Point| (point.x as f32, point.y as f32);
    let mut last = kurbo::Point::ZERO;
    for element in elements {
        match *element {
            PathEl::MoveTo(point) => {
                page.move_to(at(point).0, at(point).1);
            }
            PathEl::LineTo(point) => {
                page.line_to(at(point).0, at(point).1);
            }
            PathEl::QuadTo(..) | PathEl::CurveTo(..) => {
                // PDF has cubic curves only.
                let cubic = match *element {
                    PathEl::QuadTo(by, point) => kurbo::QuadBez::new(last, by, point).raise(),
                    PathEl::CurveTo(by, then, point) => kurbo::CubicBez::new(last, by, then, point),
                    _ => continue,
                };
                let (by, then, point) = (at(cubic.p1), at(cubic.p2), at(cubic.p3));
                page.cubic_to(by.0, by.1, then.0, then.1, point.0, point.1);
            }
            PathEl::ClosePath => {
                page.close_path();
            }
        }
        last = element.end_point().unwrap_or(last);
    }
}
