//! Commands a side: plans once a turn by thinking ahead, and has a captain carry the plans out.

use crate::admiral::flag_officer::{Command, FlagOfficer};
use crate::books::ThinksAhead;
use crate::budget::Thinking;
use crate::search::Thought;
use rulesets::core::{Commander, Halt, Order, Outlook};

/// Commands a side by thinking ahead, whenever he must, before he orders.
#[derive(Debug, Clone)]
pub struct Admiral<B: ThinksAhead, T> {
    officer: FlagOfficer<B>,
    thinking: T,
}

impl<B: ThinksAhead, T: Thinking> Admiral<B, T> {
    /// Takes command. He thinks as long as `thinking` lets him, at most the simulations of his rank.
    pub fn new(book: &B, command: Command<B>, thinking: T) -> Self {
        Self { officer: FlagOfficer::new(book, command), thinking }
    }

    /// What came of his last thinking.
    pub fn thought(&self) -> &Thought {
        self.officer.thought()
    }
}

impl<B: ThinksAhead, T: Thinking> Commander<B> for Admiral<B, T> {
    fn order(&mut self, outlook: &Outlook<'_, B>) -> Option<Order<B::Decision>> {
        if let Some(question) = self.officer.question(outlook) {
            let resolve = question.think(&mut self.thinking);
            self.officer.heed(outlook.book, Some(resolve));
        }
        self.officer.order(outlook)
    }

    fn instead(
        &mut self,
        outlook: &Outlook<'_, B>,
        order: Order<B::Decision>,
        halt: &Halt,
    ) -> Option<Order<B::Decision>> {
        self.officer.instead(outlook, order, halt)
    }
}
