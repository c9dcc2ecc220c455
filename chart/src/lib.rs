//! One drawing of the table: what lies and stands on it, as data in table inches, becomes a display list for a plane (the
//! chart, or a camera's picture). The window paints the list; files are written from the same list.

mod display_list;
mod view;

pub use display_list::{DisplayList, Item, Label, Layer, Style};
pub use view::{Extent, Light, View};
