//! The kit to print: corner cards, lens board, check stick and ship tags as PDF pages in their true size.

use crate::detect::cards::KIT_CARD_IN;
use crate::detect::cards::{MARGIN_SHARE, TableCorner};
use crate::detect::markers::{CharucoBoard, Dictionary, MarkerError, marker_bits};
use crate::kit::stick_page::stick_page;
use paper::{Block, PT, Page, Paper, Shape, outline, ruler, words, write_pdf};

/// The lens board of the kit: fits Letter and A4 with a margin for every printer.
pub const KIT_BOARD: CharucoBoard = CharucoBoard {
    squares_x: 10,
    squares_y: 7,
    square_in: 0.9,
    marker_in: 0.675,
    dictionary: Dictionary::BOARD,
};

/// The side of a ship tag's black square, inches.
pub const KIT_TAG_IN: f64 = 0.75;
/// The ids of the ship tags on the sheet.
const TAG_IDS: std::ops::Range<u32> = 10..30;
const TAGS_ACROSS: u32 = 5;
/// A tag's white margin, inches.
const TAG_MARGIN_IN: f64 = 0.15;

/// The whole kit for one paper, as a PDF file: corner cards, lens board, check stick, ship tags.
pub fn kit_pdf(paper: Paper) -> Result<Vec<u8>, MarkerError> {
    Ok(write_pdf(&[cards_page(paper)?, board_page(paper)?, stick_page(paper)?, tags_page(paper)?]))
}

/// The black of a marker whose black square has its top left corner at `top_left`: runs of black along each row.
pub(crate) fn marker(
    dictionary: Dictionary,
    id: u32,
    top_left: (f64, f64),
    side: f64,
) -> Result<Vec<Block>, MarkerError> {
    let bits = marker_bits(dictionary, id)?;
    let module = side / bits.len() as f64;
    let mut boxes = Vec::new();
    for (row, line) in bits.iter().enumerate() {
        let mut column = 0;
        for run in line.chunk_by(|a, b| a == b) {
            if run[0] {
                boxes.push(Block {
                    x: top_left.0 + column as f64 * module,
                    y: top_left.1 - (row + 1) as f64 * module,
                    width: run.len() as f64 * module,
                    height: module,
                });
            }
            column += run.len();
        }
    }
    Ok(boxes)
}

/// The four corner cards, each oriented as on the table: north up.
fn cards_page(paper: Paper) -> Result<Page, MarkerError> {
    let (width, height) = paper.size_pt();
    let side = KIT_CARD_IN * PT;
    let margin = MARGIN_SHARE * side;
    let whole = side + 2.0 * margin;
    let gap = 0.55 * PT;
    let left = (width - 2.0 * whole - gap) / 2.0;
    let top = height - 1.6 * PT;
    let mut shapes = vec![
        words((left, height - 0.75 * PT), 15.0, "Ironclad Table: corner cards"),
        words(
            (left, height - 0.98 * PT),
            9.0,
            format!(
                "Black squares of {KIT_CARD_IN:.1} in. Cut along the thin lines and leave the white margin on."
            ),
        ),
        words(
            (left, height - 1.16 * PT),
            9.0,
            "Lay each card with its top to the north, the outer corner of its black square on the table's corner.",
        ),
    ];
    for corner in TableCorner::ALL {
        let east = f64::from(u8::from(matches!(corner, TableCorner::SouthEast | TableCorner::NorthEast)));
        let south = f64::from(u8::from(matches!(corner, TableCorner::SouthWest | TableCorner::SouthEast)));
        let (x, y) = (left + east * (whole + gap), top - south * (whole + gap) - whole);
        shapes.extend(outline(Block { x, y, width: whole, height: whole }));
        shapes.push(Shape::Black(marker(
            Dictionary::CARDS,
            corner.id(),
            (x + margin, y + margin + side),
            side,
        )?));
        shapes.push(words((x, y + whole + 4.0), 8.0, "top (north)"));
        shapes.push(words((x, y - 11.0), 9.0, format!("card {corner}")));
    }
    shapes.extend(ruler((left, 1.5 * PT)));
    Ok(Page { width, height, shapes })
}

/// The lens board, on the paper laid on its side.
fn board_page(paper: Paper) -> Result<Page, MarkerError> {
    let (height, width) = paper.size_pt();
    let board = KIT_BOARD;
    let square = board.square_in * PT;
    let (columns, rows) = (board.squares_x, board.squares_y);
    let left = (width - f64::from(columns) * square) / 2.0;
    let top = height - 0.45 * PT;
    let inset = (board.square_in - board.marker_in) * PT / 2.0;
    let mut black = Vec::new();
    let mut id = 0;
    for row in 0..rows {
        for column in 0..columns {
            let (x, y) = (left + f64::from(column) * square, top - f64::from(row) * square);
            if (row + column) % 2 == 0 {
                black.push(Block { x, y: y - square, width: square, height: square });
            } else {
                black.extend(marker(board.dictionary, id, (x + inset, y - inset), board.marker_in * PT)?);
                id += 1;
            }
        }
    }
    let mut shapes = vec![
        Shape::Black(black),
        words(
            (left, height - 0.37 * PT),
            9.0,
            "Ironclad Table: lens board. Glue it on something flat and stiff; photograph it a dozen times, slanted, out to every corner.",
        ),
    ];
    let below = top - f64::from(rows) * square;
    shapes.push(words(
        (left, below - 14.0),
        9.0,
        format!(
            "calibrate-lens IMAGE... --out LENS.json --board {columns}x{rows} --square-in {} --marker-in {} --dictionary {}",
            board.square_in,
            board.marker_in,
            board.dictionary.name()
        ),
    ));
    shapes.extend(ruler((left, below - 62.0)));
    Ok(Page { width, height, shapes })
}

/// Optional tags for ships.
fn tags_page(paper: Paper) -> Result<Page, MarkerError> {
    let (width, height) = paper.size_pt();
    let side = KIT_TAG_IN * PT;
    let margin = TAG_MARGIN_IN * PT;
    let whole = side + 2.0 * margin;
    let pitch = whole + 0.3 * PT;
    let left = (width - f64::from(TAGS_ACROSS) * pitch + 0.3 * PT) / 2.0;
    let top = height - 1.5 * PT;
    let mut shapes = vec![
        words((left, height - 0.75 * PT), 15.0, "Ironclad Table: ship tags"),
        words(
            (left, height - 0.98 * PT),
            9.0,
            format!(
                "Black squares of {KIT_TAG_IN} in, for models without a look of their own. Cut along the thin lines."
            ),
        ),
        words(
            (left, height - 1.16 * PT),
            9.0,
            "Fix a tag flat over the hull's middle, its top edge toward the bow.",
        ),
    ];
    for (place, id) in TAG_IDS.enumerate() {
        let (row, column) = (place as u32 / TAGS_ACROSS, place as u32 % TAGS_ACROSS);
        let (x, y) = (left + f64::from(column) * pitch, top - f64::from(row) * (pitch + 0.1 * PT) - whole);
        shapes.extend(outline(Block { x, y, width: whole, height: whole }));
        shapes.push(Shape::Black(marker(Dictionary::CARDS, id, (x + margin, y + margin + side), side)?));
        shapes.push(words((x, y - 9.0), 8.0, format!("tag {id}")));
        shapes.push(words((x, y + whole + 3.0), 7.0, "bow"));
    }
    shapes.extend(ruler((left, 1.5 * PT)));
    Ok(Page { width, height, shapes })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::detect::cards::find_cards;
    use crate::detect::markers::{Search, detect_markers};
    use opencv::core::{CV_8UC1, Mat, Scalar};

    pub(crate) const DPI: f64 = 150.0;

    /// The page as a printer of 150 dots an inch would print it (text and lines left out).
    pub(crate) fn raster(page: &Page) -> Mat {
        let dots = |points: f64| (points * DPI / PT).round() as i32;
        let mut paper =
            Mat::new_rows_cols_with_default(dots(page.height), dots(page.width), CV_8UC1, Scalar::all(255.0))
                .unwrap();
        for shape in &page.shapes {
            let Shape::Black(boxes) = shape else { continue };
            for area in boxes {
                let (left, right) = (dots(area.x), dots(area.x + area.width));
                let (top, bottom) = (dots(page.height - area.y - area.height), dots(page.height - area.y));
                let spot = opencv::core::Rect::new(left, top, right - left, bottom - top);
                opencv::imgproc::rectangle(&mut paper, spot, Scalar::all(0.0), -1, 8, 0).unwrap();
            }
        }
        paper
    }

    pub(crate) fn each_paper(check: impl Fn(Paper)) {
        check(Paper::Letter);
        check(Paper::A4);
    }

    #[test]
    fn cards_are_found_in_print_with_their_true_size() {
        each_paper(|paper| {
            let cards = find_cards(&raster(&cards_page(paper).unwrap())).unwrap();
            let corners: Vec<_> = cards.iter().map(|card| card.corner).collect();
            assert_eq!(corners, TableCorner::ALL, "{paper:?}");
            for card in &cards {
                let [a, b, c, d] = card.corners_px;
                for side_px in [a.distance_px(b), b.distance_px(c), c.distance_px(d), d.distance_px(a)] {
                    assert!((side_px / DPI - KIT_CARD_IN).abs() < 0.02, "{side_px}");
                }
                assert!(a.y_px < d.y_px && a.x_px < b.x_px, "stands upright");
            }
            // The page shows the cards as they lie on the table.
            assert!(cards[0].corners_px[0].y_px > cards[3].corners_px[0].y_px);
            assert!(cards[0].corners_px[0].x_px < cards[1].corners_px[0].x_px);
        });
    }

    #[test]
    fn the_printed_board_is_the_board_that_is_looked_for() {
        each_paper(|paper| {
            let picture = raster(&board_page(paper).unwrap());
            let found = KIT_BOARD.detect(&picture).unwrap();
            assert_eq!(found.len(), 54, "{paper:?}");
            let origin = found.iter().find(|corner| corner.id == 0).unwrap();
            let (x0, y0) = KIT_BOARD.corner_in(0);
            for corner in &found {
                let (x_in, y_in) = KIT_BOARD.corner_in(corner.id);
                let across = (corner.pixel.x_px - origin.pixel.x_px) / DPI - (x_in - x0);
                let down = (corner.pixel.y_px - origin.pixel.y_px) / DPI - (y_in - y0);
                assert!(across.abs() < 0.02 && down.abs() < 0.02, "{corner:?}");
            }
        });
    }

    #[test]
    fn every_tag_is_found() {
        each_paper(|paper| {
            let picture = raster(&tags_page(paper).unwrap());
            let found = detect_markers(&picture, Dictionary::CARDS, Search::default()).unwrap();
            let ids: Vec<_> = found.iter().map(|marker| marker.id).collect();
            assert_eq!(ids, TAG_IDS.collect::<Vec<_>>(), "{paper:?}");
        });
    }

    #[test]
    fn everything_lies_within_what_printers_reach() {
        each_paper(|paper| {
            for page in [cards_page(paper), board_page(paper), tags_page(paper)] {
                let page = page.unwrap();
                let reach = 0.3 * PT;
                let inside = |x: f64, y: f64| {
                    let fits =
                        x >= reach && y >= reach && x <= page.width - reach && y <= page.height - reach;
                    assert!(fits, "{paper:?}: {x} {y}");
                };
                for shape in &page.shapes {
                    match shape {
                        Shape::Black(boxes) => boxes.iter().for_each(|area| {
                            inside(area.x, area.y);
                            inside(area.x + area.width, area.y + area.height);
                        }),
                        Shape::Line { from, to } => {
                            inside(from.0, from.1);
                            inside(to.0, to.1);
                        }
                        Shape::Path(points) => points.iter().for_each(|point| inside(point.0, point.1)),
                        // Helvetica is about half as wide as it is high.
                        Shape::Words { at, size, words } => {
                            inside(at.0, at.1);
                            inside(at.0 + 0.5 * size * words.len() as f64, at.1);
                        }
                    }
                }
            }
        });
    }

    #[test]
    fn the_pdf_has_four_pages_of_the_paper() {
        each_paper(|paper| {
            let pdf = kit_pdf(paper).unwrap();
            assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
            let text = String::from_utf8_lossy(&pdf);
            assert_eq!(text.matches("/MediaBox").count(), 4);
            let (width, _) = paper.size_pt();
            assert!(text.contains(&format!("[0 0 {} ", width as f32)), "{paper:?}");
        });
    }
}
