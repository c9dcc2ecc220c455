//! How long to think: the caller says, because this crate has no clock.

/// Says whether to go on; asked before each decision of each simulation. Once it says no, it keeps saying no.
pub trait Thinking {
    /// False to stop now, with the best found so far.
    fn keep_thinking(&mut self) -> bool;
}

impl<F: FnMut() -> bool> Thinking for F {
    fn keep_thinking(&mut self) -> bool {
        self()
    }
}

/// Thinks until all simulations of its rank are done.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unhurried;

impl Thinking for Unhurried {
    fn keep_thinking(&mut self) -> bool {
        true
    }
}
