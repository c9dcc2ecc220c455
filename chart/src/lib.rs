//! One drawing of the table: what lies and stands on it, as data in table inches, becomes a display list for a plane (the
//! chart, or a camera's picture). The window paints the list; files are written from the same list.

mod display_list;
mod drawing;
pub mod files;
mod labels;
mod lettering;
mod palette;
mod path_data;
mod plane;
mod scene;
mod silhouettes;
mod view;

pub use display_list::{DisplayList, Item, Label, Layer, Style};
pub use drawing::draw;
pub use labels::{ALWAYS_SHOWN, LabelPlacer, LabelRequest, LabelStyle, LeftOut, PlaceLabels};
pub use lettering::Face;
pub use palette::Palette;
pub use plane::{ChartPlane, Plane, PlanePoint};
pub use scene::{
    ArcSector, Burst, Cartouche, Condition, Current, Emphasis, FireLine, FireState, Ghost, HexBoard,
    MinedArea, Overlays, PieceKind, Place, Reach, RingBand, Scene, SceneShip, TablePoint, TerrainPiece,
    Track, TrackKind, TurningCircle, Wake,
};
pub use silhouettes::{PartKind, Silhouette, SilhouettePart, silhouettes};
pub use view::{Extent, Light, View};
