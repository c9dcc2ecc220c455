//! Is the table still, and what moved between two still pictures.

pub mod evidence;
pub mod history;
pub mod stillness;
