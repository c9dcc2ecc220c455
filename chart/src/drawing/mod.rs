//! Drawing a scene: what it holds becomes a display list for a plane.

mod canvas;
mod depths;
mod lattice;
mod ornaments;
mod overlays;
mod room;
mod shapes;
mod sheet;
mod ships;
mod soundings;
mod terrain;

use crate::display_list::DisplayList;
use crate::labels::PlaceLabels;
use crate::plane::Plane;
use crate::scene::Scene;
use crate::view::{Light, View};
use canvas::Canvas;
use depths::Depths;

/// Draws a scene on a plane.
///
/// The light [`Light::Picture`] is for a camera's picture: it has no sheet, only outlines of terrain, and hulls are
/// outlined where the picture shows them.
pub fn draw(scene: &Scene, plane: &dyn Plane, view: &View, labels: &mut dyn PlaceLabels) -> DisplayList {
    let mut canvas = Canvas::new(scene, plane, view);
    let over_picture = view.light == Light::Picture;
    let depths = (!over_picture).then(|| Depths::of(scene, canvas.ornament_scale()));
    if let Some(depths) = &depths {
        sheet::paper(&mut canvas);
        terrain::depth_tints(&mut canvas, depths);
        sheet::graticule(&mut canvas);
        terrain::pieces(&mut canvas);
        sheet::border(&mut canvas);
    } else {
        terrain::outlines(&mut canvas);
    }
    overlays::water(&mut canvas);
    ships::tracks(&mut canvas);
    overlays::reach(&mut canvas);
    overlays::ghosts(&mut canvas);
    ships::ships(&mut canvas);
    let placed = labels.place(&canvas.requests, &canvas.occupied, plane.extent(), view);
    canvas.list.labels = placed;
    if let Some(depths) = &depths {
        // Soundings come last, because they give way to everything else.
        soundings::write(&mut canvas, depths);
    }
    canvas.finish()
}
