//! What a book asks through forms, and how a form that was filled in becomes a decision: checked here for all books.

use crate::forms::book_adapter::OnScreen;
use crate::forms::offers::{forward_first, offered};
use crate::record::events::Player;
use crate::render::log_line::reason_view;
use crate::seats::players::{owner_of_form, seat_word};
use crate::view::{
    AskView, DecisionView, FieldKind, FieldValue, FieldValues, FieldView, FormView, OptionView, RollView,
    RuledSentence, SettledView,
};
use geometry::ShipId;
use rulesets::core::{
    Actor, Audience, Edge, EdgeKey, Faces, MoveJudged, PlacedTable, Question, Refusal, RollRequest,
    Settlement, ShipLine, in_words,
};
use std::collections::BTreeSet;

/// What a book may know when it words its questions.
#[derive(Debug, Clone, Copy)]
pub struct Asking<'a, S> {
    /// The battle, as far as the viewer may know it.
    pub state: &'a S,
    /// Who is asked.
    pub viewer: &'a Audience,
    /// The table as rulings would rest on it now.
    pub table: &'a PlacedTable,
    /// Moves are judged.
    pub judged: bool,
    /// An umpire sits at the table.
    pub umpire: bool,
    /// The moves made on the table and not decided yet.
    pub moved: &'a [MoveJudged],
    /// Ships whose models must still be set down where they officially stand.
    pub to_set_out: &'a BTreeSet<ShipId>,
    /// Everybody who was named.
    pub players: &'a [Player],
}

impl<S> Asking<'_, S> {
    /// The ships among these whose models were moved and whose moves can stand, or can by the players' reading: that is
    /// asked for with the form.
    pub(crate) fn moved_to_stand(&self, ships: &[ShipId]) -> Vec<String> {
        let moved = self.moved.iter();
        let moved = moved.filter(|judged| judged.reasons.is_empty() && ships.contains(&judged.ship));
        moved.map(|judged| judged.ship.to_string()).collect()
    }

    /// May the viewer look on when this is filled in?
    pub(crate) fn may_see(&self, who: &Actor) -> bool {
        match who {
            Actor::AllSides => true,
            Actor::Side(side) => Audience::Side(side.clone()).includes(self.viewer),
            Actor::Umpire => Audience::Umpire.includes(self.viewer),
        }
    }
}

/// Why a wish can't be understood: it isn't refused by a rule, it just says nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Unclear(pub Vec<RuledSentence>);

impl Unclear {
    /// One sentence.
    pub fn because(text: impl Into<String>) -> Self {
        Self(vec![RuledSentence { text: text.into(), rules: Vec::new() }])
    }
}

impl From<Refusal> for Unclear {
    fn from(refusal: Refusal) -> Self {
        Self(refusal.reasons.iter().map(reason_view).collect())
    }
}

/// The word for whoever decides.
pub(crate) fn who_word(who: &Actor) -> String {
    match who {
        Actor::Side(side) => side.0.clone(),
        Actor::AllSides => "everyone".to_owned(),
        Actor::Umpire => "umpire".to_owned(),
    }
}

impl FormView {
    /// A form for a question of the book's, without fields yet.
    pub(crate) fn of<A>(question: &Question<A>, key: impl Into<String>, submit: &str) -> Self {
        Self {
            key: key.into(),
            who: who_word(&question.who),
            seat: None,
            sentence: question.what.clone(),
            details: Vec::new(),
            must: question.must,
            rule: question.rule.to_string(),
            secret: false,
            foreseen: false,
            fields: Vec::new(),
            submit: submit.to_owned(),
            forward: false,
            refusal: None,
        }
    }

    /// A form that nobody must fill in.
    pub(crate) fn free(
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

    /// With one field more.
    #[must_use]
    pub(crate) fn with(mut self, field: FieldView) -> Self {
        self.fields.push(field);
        self
    }

    /// With a word of why, for the log.
    #[must_use]
    pub(crate) fn with_reason(self) -> Self {
        self.with(FieldView::text(REASON, "Why, for the log", ""))
    }

    /// It declares fire, and the book can say beforehand what would come of it.
    #[must_use]
    pub(crate) fn foreseen(mut self) -> Self {
        self.foreseen = true;
        self
    }

    /// It is the usual way on, for players who know no better.
    #[must_use]
    pub(crate) fn forward(mut self, forward: bool) -> Self {
        self.forward = forward;
        self
    }

    /// Its fields hold at first what this one's of the same keys do.
    fn come_as(&mut self, shown: &FormView) {
        for field in &mut self.fields {
            if let Some(shown) = shown.fields.iter().find(|shown| shown.key == field.key) {
                field.set(&shown.value());
            }
        }
    }

    /// Is it filled in out of sight, by somebody else?
    pub(crate) fn is_hidden(&self) -> bool {
        self.secret && self.fields.is_empty()
    }

    /// Hidden from everybody but whoever decides.
    #[must_use]
    pub(crate) fn hidden<S>(mut self, asking: &Asking<'_, S>, who: &Actor) -> Self {
        self.secret = true;
        if !asking.may_see(who) {
            self.fields.clear();
            self.details.clear();
        }
        self
    }
}

/// The field with the reason of a ruling.
pub(crate) const REASON: &str = "reason";

/// A form that was filled in, every value checked against its field.
#[derive(Debug)]
pub struct Filled<'a> {
    form: &'a FormView,
    values: FieldValues,
    settled: Vec<Settlement>,
}

impl<'a> Filled<'a> {
    /// Checks what was filled in; fields that are not named stay as they came.
    pub(crate) fn of(
        form: &'a FormView,
        said: &FieldValues,
        settled: &[SettledView],
    ) -> Result<Self, Unclear> {
        if let Some(unknown) = said.keys().find(|key| form.fields.iter().all(|field| field.key != **key)) {
            return Err(Unclear::because(format!(
                "“{}” has no field “{unknown}” (any more): look again, and answer anew.",
                form.submit
            )));
        }
        let mut values = FieldValues::new();
        for field in &form.fields {
            let value = said.get(&field.key).cloned().unwrap_or_else(|| field.value());
            if let Some(fault) = fault(field, &value) {
                return Err(Unclear::because(fault));
            }
            values.insert(field.key.clone(), value);
        }
        let settled = settled.iter().map(|settled| Settlement {
            key: EdgeKey(settled.key.clone()),
            reading: settled.reading.clone(),
        });
        Ok(Self { form, values, settled: settled.collect() })
    }

    /// Which form: what stands before the first colon of its key, and what stands behind it.
    pub(crate) fn key(&self) -> (&str, &str) {
        self.form.key.split_once(':').unwrap_or((&self.form.key, ""))
    }

    /// The readings that the players chose.
    pub(crate) fn settled(&self) -> Vec<Settlement> {
        self.settled.clone()
    }

    /// Those of them that are about this ship, where each ship has her own.
    pub(crate) fn settled_for(&self, ship: &str) -> Vec<Settlement> {
        let about = |settled: &&Settlement| settled.key.0.split(':').nth(1) == Some(ship);
        self.settled.iter().filter(about).cloned().collect()
    }

    /// The key chosen, or the words.
    pub(crate) fn text(&self, field: &str) -> &str {
        match self.values.get(field) {
            Some(FieldValue::Text(text)) => text,
            _ => "",
        }
    }

    /// The ship chosen.
    pub(crate) fn ship(&self, field: &str) -> ShipId {
        ShipId::new(self.text(field))
    }

    /// The keys chosen.
    pub(crate) fn several(&self, field: &str) -> &[String] {
        match self.values.get(field) {
            Some(FieldValue::Several(keys)) => keys,
            _ => &[],
        }
    }

    /// Every key that could be chosen was.
    pub(crate) fn all_chosen(&self, field: &str) -> bool {
        let field_of = self.form.fields.iter().find(|it| it.key == field);
        match field_of.map(|field| &field.kind) {
            Some(FieldKind::Several { options, .. }) => self.several(field).len() == options.len(),
            _ => false,
        }
    }

    /// The number.
    pub(crate) fn number(&self, field: &str) -> f64 {
        match self.values.get(field) {
            Some(FieldValue::Number(number)) => *number,
            _ => 0.0,
        }
    }

    /// Every number, by its field.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (String, f64)> + '_ {
        self.values.iter().filter_map(|(key, value)| match value {
            FieldValue::Number(number) => Some((key.clone(), *number)),
            _ => None,
        })
    }

    /// The number as a count.
    pub(crate) fn count(&self, field: &str) -> u32 {
        // Checked to lie within the field's whole bounds.
        self.number(field).round().clamp(0.0, f64::from(u32::MAX)) as u32
    }

    /// The count as a byte.
    pub(crate) fn byte(&self, field: &str) -> u8 {
        u8::try_from(self.count(field)).unwrap_or(u8::MAX)
    }

    /// Yes or no.
    pub(crate) fn flag(&self, field: &str) -> bool {
        matches!(self.values.get(field), Some(FieldValue::Flag(true)))
    }

    /// Why it is ruled so.
    ///
    /// # Errors
    /// Where nobody says why.
    pub(crate) fn reason(&self) -> Result<String, Unclear> {
        match self.text(REASON).trim() {
            "" => Err(Unclear::because("Say why: the log keeps it.")),
            reason => Ok(reason.to_owned()),
        }
    }
}

/// The edges of a table.
const EDGES: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

/// The edges of the table to choose from.
pub(crate) fn edge_field(label: &str) -> FieldView {
    FieldView::choice("edge", label, EDGES.map(|edge| OptionView::of(edge.word(), edge.word())).to_vec())
}

/// The edge chosen in [`edge_field`].
///
/// # Errors
/// Where there is no such edge.
pub(crate) fn edge_of(filled: &Filled<'_>) -> Result<Edge, Unclear> {
    let found = EDGES.into_iter().find(|edge| edge.word() == filled.text("edge"));
    found.ok_or_else(|| Unclear::because("The table has four edges: north, east, south and west."))
}

/// What is wrong with a value; none where nothing is.
fn fault(field: &FieldView, value: &FieldValue) -> Option<String> {
    let label = &field.label;
    let known = |options: &[OptionView], key: &String| options.iter().any(|it| it.key == *key);
    match (&field.kind, value) {
        (FieldKind::Choice { options, .. }, FieldValue::Text(key)) => {
            (!known(options, key)).then(|| format!("{label}: choose one that is offered."))
        }
        (FieldKind::Several { options, .. }, FieldValue::Several(keys)) => {
            let twice = keys.iter().enumerate().any(|(at, key)| keys.iter().take(at).any(|it| it == key));
            let bad = twice || !keys.iter().all(|key| known(options, key));
            bad.then(|| format!("{label}: choose among those that are offered, each once."))
        }
        (FieldKind::Number { min, max, step, unit, .. }, FieldValue::Number(number)) => {
            let steps = (number - min) / step;
            let between = number.is_finite() && number >= min && number <= max;
            let fits = *step <= 0.0 || (steps - steps.round()).abs() < 1e-6;
            let steps = if *step > 0.0 { format!(", in steps of {step}") } else { String::new() };
            (!(between && fits)).then(|| format!("{label}: give {min} to {max} {unit}{steps}."))
        }
        (FieldKind::Text { .. }, FieldValue::Text(_)) | (FieldKind::YesNo { .. }, FieldValue::Flag(_)) => {
            None
        }
        _ => Some(format!("{label}: this is no answer to that.")),
    }
}

/// All that may be filled in now, by anybody, as far as whoever looks on may know of it.
pub(crate) fn fillable<B: OnScreen>(book: &B, asking: &Asking<'_, B::State>) -> Vec<FormView> {
    let asks = book.asks(asking).into_iter().filter_map(|ask| match ask {
        AskView::Form(form) => Some(form),
        _ => None,
    });
    asks.chain(book.also(asking)).chain(book.rulings(asking)).collect()
}

/// What whoever looks on may do besides.
pub(crate) fn also<B: OnScreen>(book: &B, asking: &Asking<'_, B::State>) -> Vec<FormView> {
    let forms = theirs(asking, book.also(asking)).into_iter();
    forms.filter_map(|form| offered(book, asking, form)).collect()
}

/// The rulings that whoever looks on may make: where an umpire sits at the table, only the umpire sets things right.
pub(crate) fn rulings<B: OnScreen>(book: &B, asking: &Asking<'_, B::State>) -> Vec<FormView> {
    theirs(asking, book.rulings(asking))
}

/// What is asked and can succeed, the way on first, without what other sides fill in by themselves; the umpire, who sits
/// there, is waited for.
pub(crate) fn asks<B: OnScreen>(book: &B, asking: &Asking<'_, B::State>) -> Vec<AskView> {
    let lines = B::ships(asking.state);
    let asks = book.asks(asking).into_iter();
    let asks = asks.filter_map(|ask| match ask {
        AskView::Form(form) if has_say(asking.viewer, asking.umpire, &form.who) => {
            let owner = owner_of_form(asking.players, &form.key, &lines);
            let form = FormView { seat: owner.map(seat_word), ..form };
            offered(book, asking, form).map(AskView::Form)
        }
        AskView::Form(form) if form.who == "umpire" && asking.umpire && form.must && !form.secret => {
            Some(AskView::Wait { sentence: form.sentence, who: form.who })
        }
        AskView::Form(_) => None,
        other => Some(other),
    });
    forward_first(asks.collect())
}

/// Those that whoever looks on may fill in.
pub(crate) fn theirs<S>(asking: &Asking<'_, S>, forms: Vec<FormView>) -> Vec<FormView> {
    forms.into_iter().filter(|form| has_say(asking.viewer, asking.umpire, &form.who)).collect()
}

/// Whether whoever looks on has a say in what this one decides ("everyone", "umpire", a side's key). Players round one screen
/// decide for all sides, and where no umpire sits at the table for the umpire; in a seat of a side's own only for that side.
pub(crate) fn has_say(viewer: &Audience, umpire_sits: bool, who: &str) -> bool {
    match viewer {
        Audience::Umpire => true,
        Audience::Everyone => who != "umpire" || !umpire_sits,
        Audience::Side(side) => side.0 == who || who == "everyone",
    }
}

/// What a player wishes, as the book's own decision.
///
/// # Errors
/// Where it says nothing that can be decided.
pub(crate) fn decision<B: OnScreen>(
    book: &B,
    asking: &Asking<'_, B::State>,
    asked: &DecisionView,
) -> Result<B::Decision, Unclear> {
    match asked {
        DecisionView::Answer { form: key, values, settled, frame: _ } => {
            let forms = theirs(asking, fillable(book, asking));
            let mut form = forms.into_iter().find(|form| form.key == *key).ok_or_else(|| {
                Unclear::because("This is not asked (any more): look again, and answer what is asked now.")
            })?;
            // Fields that are not named stay as they were shown; rulings are shown as the book has them.
            let is_ruling = book.rulings(asking).iter().any(|ruling| ruling.key == *key);
            if let Some(shown) = offered(book, asking, form.clone()).filter(|_| !is_ruling) {
                form.come_as(&shown);
            }
            if form.is_hidden() {
                let who = if form.who == "umpire" { "the umpire".to_owned() } else { in_words(&form.who) };
                let text = format!("Only {who} may fill this in: take that seat first.");
                return Err(Unclear::because(text));
            }
            book.answered(asking, &Filled::of(&form, values, settled)?)
        }
        DecisionView::Roll { typed } => {
            let faces = typed.clone().map_or(Faces::App, Faces::Typed);
            book.throw(asking, faces).ok_or_else(|| Unclear::because("No dice are to be thrown now."))
        }
        DecisionView::NextStep => book
            .go_on()
            .ok_or_else(|| Unclear::because("This book's steps end by themselves: do what is asked.")),
        DecisionView::DeclareSalvo { .. } | DecisionView::Tick { .. } | DecisionView::Choose { .. } => {
            book.in_words(asking, asked)
        }
    }
}

/// Whoever decides, as a sentence begins: "Union", "The umpire".
pub(crate) fn who_title(who: &Actor) -> String {
    match who {
        Actor::Side(side) => side.title(),
        Actor::AllSides => "Anybody".to_owned(),
        Actor::Umpire => "The umpire".to_owned(),
    }
}

/// Dice that are to be thrown together, each by whom, as a sentence begins; none for no dice.
pub(crate) fn roll_ask(handful: &[(String, &RollRequest)]) -> Option<AskView> {
    let rolls: Vec<RollView> = handful
        .iter()
        .flat_map(|(_, request)| {
            let view = RollView {
                faces: request.die.faces(),
                purpose: request.label.clone(),
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

/// Ships to choose from, by their names.
pub(crate) fn ship_options<'a>(
    lines: &[ShipLine],
    ships: impl IntoIterator<Item = &'a ShipId>,
) -> Vec<OptionView> {
    let option = |ship: &ShipId| {
        let name = lines.iter().find(|line| line.ship == *ship).map(|line| line.name.clone());
        OptionView::of(ship.as_str(), name.unwrap_or_else(|| ship.to_string()))
    };
    ships.into_iter().map(option).collect()
}
