//! Least squares: closed-form starting values, Levenberg-Marquardt, bundle adjustment of flat targets.

pub(crate) mod bundle;
pub(crate) mod closed_form;
pub(crate) mod correspondence;
pub(crate) mod levenberg_marquardt;
