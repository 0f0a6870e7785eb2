//! Scores as people read them.

use super::contest::{Score, Thought};
use super::language::Language;
use super::phrase::Phrase;
use crate::engine::Proof;

/// A score and how sure it is, if there is one.
pub(super) fn worth(thought: &Thought, language: Language) -> Option<String> {
    let sure = match thought.proof {
        Proof::Estimate => language.say(Phrase::Estimate, &[&thought.depth]),
        Proof::Percent(percent) => language.say(Phrase::Percent, &[&percent]),
        Proof::Outcome => language.text(Phrase::OutcomeSure).to_owned(),
        Proof::Exact => language.text(Phrase::Exact).to_owned(),
    };
    score(thought.score, language).map(|score| format!("{score}, {sure}"))
}

/// A score alone, if there is one.
pub(super) fn score(score: Score, language: Language) -> Option<String> {
    match score {
        Score::Hundredths(score) => Some(discs(score)),
        Score::Win(moves) => Some(language.say(Phrase::WinIn, &[&moves])),
        Score::Loss(moves) => Some(language.say(Phrase::LossIn, &[&moves])),
        Score::Unknown => None,
    }
}

/// Moves one after another, told apart also where they have blanks in them.
pub(super) fn sequence(moves: &[String]) -> String {
    let between = match moves.iter().any(|mv| mv.contains(' ')) {
        true => ", ",
        false => " ",
    };
    moves.join(between)
}

/// Hundredths of a disc as discs.
pub(super) fn discs(score: i32) -> String {
    format!("{:+.2}", f64::from(score) / 100.0)
}
