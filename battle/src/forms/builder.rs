//! Builders for forms and questions of books.

use crate::forms::book_form::BookForm;
use crate::forms::context::FormContext;
use crate::view::audience::who_word;
use crate::view::{AskView, FieldView, FormView, OptionView, RollView};
use geometry::ShipId;
use rulesets::core::{Actor, Edge, PlayedBook, RollRequest, WordedQuestion};

impl FormView {
    /// A form for a question of the book, without fields yet.
    pub(crate) fn of<A>(question: &WordedQuestion<A>, key: impl Into<String>, submit: &str) -> Self {
        let form = Self::optional(&question.who, key, question.rule.as_str(), &question.what, submit);
        Self { must: question.must, ..form }
    }

    /// A form for an optional action.
    pub(crate) fn optional(
        who: &Actor,
        key: impl Into<String>,
        rule: &str,
        sentence: &str,
        submit: &str,
    ) -> Self {
        Self {
            key: key.into(),
            who: who_word(who),
            seat: None,
            sentence: sentence.to_owned(),
            details: Vec::new(),
            must: false,
            rule: rule.to_owned(),
            secret: false,
            foreseen: false,
            fields: Vec::new(),
            submit: submit.to_owned(),
            forward: false,
            refusal: None,
        }
    }

    /// A form for a ruling of the umpire.
    pub(crate) fn ruling(key: impl Into<String>, rule: &str, sentence: &str) -> Self {
        Self::optional(&Actor::Umpire, key, rule, sentence, "Rule so")
    }

    /// Adds a field.
    #[must_use]
    pub(crate) fn with(mut self, field: FieldView) -> Self {
        self.fields.push(field);
        self
    }

    /// Makes the form read as: the ship chosen in the field `ship` leaves the battle over an edge of the table.
    pub(crate) fn leaves<'a, D: 'a>(self, decision: fn(ShipId, Edge) -> D) -> BookForm<'a, D> {
        let edges = EDGES.map(|edge| OptionView::of(edge.word(), edge.word())).to_vec();
        self.with(FieldView::choice(EDGE, "Over which edge", edges))
            .reads(move |filled| Ok(decision(filled.ship("ship"), filled.edge()?)))
    }

    /// Adds a field for the reason, for the log.
    #[must_use]
    pub(crate) fn with_reason(self) -> Self {
        self.with(FieldView::text(REASON, "Why, for the log", ""))
    }

    /// Marks the form as a declaration of fire that the book can forecast.
    #[must_use]
    pub(crate) fn foreseen(mut self) -> Self {
        self.foreseen = true;
        self
    }

    /// Sets whether it is the usual next command, for players who do not know the rules well.
    #[must_use]
    pub(crate) fn forward(mut self, forward: bool) -> Self {
        self.forward = forward;
        self
    }

    /// Copies the values of another form, field by field.
    pub(crate) fn prefill_from(&mut self, shown: &FormView) {
        for field in &mut self.fields {
            if let Some(shown) = shown.fields.iter().find(|shown| shown.key == field.key) {
                field.set(&shown.value());
            }
        }
    }

    /// Returns whether somebody else fills it in and it is hidden from this viewer.
    pub(crate) fn is_hidden(&self) -> bool {
        self.secret && self.fields.is_empty()
    }

    /// Hides the form from everyone but the side that decides.
    #[must_use]
    pub(crate) fn hidden<S>(mut self, context: &FormContext<'_, S>, who: &Actor) -> Self {
        self.secret = true;
        if !context.may_see(who) {
            self.fields.clear();
            self.details.clear();
        }
        self
    }
}

/// The key of the field with the reason of a ruling.
pub(crate) const REASON: &str = "reason";

/// The key of the field with an edge of the table.
pub(crate) const EDGE: &str = "edge";

/// The edges of a table.
pub(crate) const EDGES: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

/// The question for dice thrown together, each with its thrower as the start of a sentence; `None` without dice.
pub(crate) fn roll_ask<B: PlayedBook>(handful: &[(String, &RollRequest)]) -> Option<AskView> {
    let rolls: Vec<RollView> = handful
        .iter()
        .flat_map(|(_, request)| {
            let view = RollView {
                faces: request.die.faces(),
                die_name: B::die_name(request).map(str::to_owned),
                purpose: request.label.to_string(),
                rule: request.rule.to_string(),
            };
            std::iter::repeat_n(view, usize::from(request.count))
        })
        .collect();
    let throws: Vec<String> = handful
        .iter()
        .map(|(by, request)| format!("{by} throws {} {} for {}", request.count, request.die, request.label))
        .collect();
    (!rolls.is_empty()).then(|| AskView::Roll { sentence: format!("{}.", throws.join("; ")), rolls })
}

/// Ships as options, labelled with their names.
pub(crate) fn ship_options<'a, B: PlayedBook>(
    state: &B::State,
    ships: impl IntoIterator<Item = &'a ShipId>,
) -> Vec<OptionView> {
    ships.into_iter().map(|ship| OptionView::of(ship.as_str(), B::name(state, ship))).collect()
}

/// A field to choose any number of options, all of them by default ([`FilledForm::fewer_than_all`] reads it).
///
/// [`FilledForm::fewer_than_all`]: crate::forms::filled::FilledForm::fewer_than_all
pub(crate) fn all_of(key: &str, label: &str, options: Vec<OptionView>) -> FieldView {
    let all = options.iter().map(|option| option.key.clone()).collect();
    FieldView::several(key, label, options, all)
}

/// A field to choose one of these, each with key and label ([`FilledForm::among`] reads it).
///
/// [`FilledForm::among`]: crate::forms::filled::FilledForm::among
pub(crate) fn choice_among<T>(key: &str, label: &str, all: &[(&str, &str, T)]) -> FieldView {
    FieldView::choice(key, label, all.iter().map(|(key, label, _)| OptionView::of(*key, *label)).collect())
}

/// The options of a list, with their places in it as keys; the list must stay the same while the question is open
/// ([`FilledForm::listed`] reads them).
///
/// [`FilledForm::listed`]: crate::forms::filled::FilledForm::listed
pub(crate) fn listed_options<T>(all: &[T], label: impl Fn(&T) -> String) -> Vec<OptionView> {
    all.iter().enumerate().map(|(at, one)| OptionView::of(at.to_string(), label(one))).collect()
}
