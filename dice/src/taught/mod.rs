//! Numbered dice, known by teaching: each face is shown once, and then read by its looks.
//!
//! Stages: where upper faces are, and how they lean from the line of sight, by two small networks (`upper_face`) → each as seen
//! from straight above (`patch`), as ink on a body whatever the light (`ink`) → how well it looks like each face that was taught
//! (`compare`), which number a third network reads there (`numbers`), and how the whole die would have to lie (`whole`, `poses`) →
//! all that speaks for each face (`candidates`) → which of the faces seen there is the upper one (`evidence`, `crate::upright`) →
//! readings (`read`). `teaching` makes a [`TaughtDie`], and `set` keeps it.

mod candidates;
mod compare;
mod evidence;
mod ink;
pub mod numbers;
mod patch;
mod poses;
pub(crate) mod read;
mod set;
mod teaching;
pub mod upper_face;
mod whole;

pub use evidence::{FaceEvidence, POWERS, Powers, WholeEvidence};
pub use patch::{Frame, PATCH_PX};
pub use set::{DiceSet, DiceSetError, FaceView, TaughtDie, TaughtFace};
pub use teaching::{Grouping, Lesson, LessonError, Teaching, TeachingError};
pub use whole::WholeView;
