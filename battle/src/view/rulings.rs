//! View models of reasons, close measures and sums.

use super::{ReadingView, RuledSentence, TermView, TooCloseView};
use rulesets::core::{Operation, Reason, Term, TooClose};

/// A reason as a sentence with its rule.
pub(crate) fn reason_view(reason: &Reason) -> RuledSentence {
    RuledSentence { text: reason.text.clone(), rules: vec![reason.rule.to_string()] }
}

/// A measure that is too close to call, as a view.
pub(crate) fn too_close_view(question: &TooClose) -> TooCloseView {
    TooCloseView {
        key: question.key.to_string(),
        sentence: question.what.clone(),
        readings: question
            .readings
            .iter()
            .map(|reading| ReadingView { key: reading.id.clone(), label: reading.text.clone() })
            .collect(),
        rule: question.rule.to_string(),
    }
}

/// Moves the rule ids cited in brackets out of a sentence into a list.
pub(crate) fn split_citations(sentence: &str) -> RuledSentence {
    let mut rules: Vec<String> = Vec::new();
    let mut text = String::new();
    let mut rest = sentence;
    while let Some((before, from_bracket)) = rest.split_once('(') {
        text.push_str(before);
        let Some((inside, after)) = from_bracket.split_once(')') else {
            text.push('(');
            rest = from_bracket;
            break;
        };
        let cited: Vec<&str> = inside.split(", ").collect();
        if cited.iter().all(|rule| is_rule(rule)) {
            text.truncate(text.trim_end().len());
            for rule in cited {
                if !rules.iter().any(|known| known == rule) {
                    rules.push(rule.to_owned());
                }
            }
        } else {
            text.push_str(&format!("({inside})"));
        }
        rest = after;
    }
    text.push_str(rest);
    RuledSentence { text, rules }
}

/// Returns whether the word is a rule id such as "GUN-33" or "GUN-AMB-11".
fn is_rule(word: &str) -> bool {
    let mut parts = word.split('-');
    let book =
        parts.next().is_some_and(|part| part.len() >= 2 && part.chars().all(|c| c.is_ascii_uppercase()));
    let number = word.rsplit('-').next().is_some_and(|part| part.chars().all(|c| c.is_ascii_digit()));
    book && number && word.contains('-') && !word.ends_with('-')
}

/// A line of an itemised sum, as a view.
pub(crate) fn term_view(term: &Term) -> TermView {
    let value = term.value;
    TermView {
        label: term.label.clone(),
        value: match term.operation {
            Operation::Start => value.to_string(),
            Operation::Add if value < 0 => value.to_string(),
            Operation::Add => format!("+{value}"),
            Operation::Times => format!("×{value}"),
            Operation::DividedBy => format!("÷{value}"),
            Operation::Total => format!("= {value}"),
        },
        rule: term.rule.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_stand_beside_the_sentence() {
        let check = |sentence: &str, text: &str, rules: &[&str]| {
            let told = split_citations(sentence);
            assert_eq!(
                (told.text.as_str(), told.rules),
                (text, rules.iter().map(|r| (*r).to_owned()).collect())
            );
        };
        check("She sinks (GUN-41).", "She sinks.", &["GUN-41"]);
        check(
            "Chart A: 2 hits on Cairo (GUN-33, GUN-34); later (GUN-AMB-11).",
            "Chart A: 2 hits on Cairo; later.",
            &["GUN-33", "GUN-34", "GUN-AMB-11"],
        );
        check("2 x 9\" (close, factor 4) fire (GUN-25).", "2 x 9\" (close, factor 4) fire.", &["GUN-25"]);
        check("An open ( bracket", "An open ( bracket", &[]);
        check("Nothing (none)", "Nothing (none)", &[]);
    }
}
