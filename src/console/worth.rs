//! Scores as people read them.

use super::contest::Thought;
use super::language::Language;
use super::phrase::Phrase;
use crate::engine::Proof;

/// A score and how sure it is.
pub(super) fn worth(thought: &Thought, language: Language) -> String {
    let sure = match thought.proof {
        Proof::Estimate => language.say(Phrase::Estimate, &[&thought.depth]),
        Proof::Percent(percent) => language.say(Phrase::Percent, &[&percent]),
        Proof::Outcome => language.text(Phrase::OutcomeSure).to_owned(),
        Proof::Exact => language.text(Phrase::Exact).to_owned(),
    };
    format!("{}, {sure}", discs(thought.score))
}

/// Hundredths of a disc as discs.
pub(super) fn discs(score: i32) -> String {
    format!("{:+.2}", f64::from(score) / 100.0)
}
