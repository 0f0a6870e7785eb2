//! What a task asks for, as steps of the search and of the solver.

use super::chance::Error;
use super::{Effort, Task};
use crate::endgame::Goal;
use crate::othello::Size;
use crate::search::{Confidence, Step};

/// The steps that lead to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// The searches, one after the other.
    pub(super) steps: Vec<Step>,
    /// What to prove afterwards.
    pub(super) solve: Option<Goal>,
}

/// How sure a search of the midgame is of what it cuts.
const MIDGAME: Confidence = Confidence::Percent73;

/// So many plies before the end of the game, one might as well look to the
/// end: it costs little more, and the last word counts.
const LEAP: u32 = 10;

/// With fewer empty squares, the solver needs no help from the search.
const UNAIDED: u32 = 14;

/// How deep the search looks before that.
const GLANCE: u32 = 4;

/// How sure the search makes itself before a position is solved: the score is
/// mostly right by then, and more would cost more than it saves.
pub(super) const SURVEY: Confidence = Confidence::Percent87;

/// The same when there may not be the time to solve it.
const LAST_WORD: Confidence = Confidence::Percent99;

impl Plan {
    pub(super) fn new(task: &Task) -> Plan {
        let empties = task.position.empties();
        let plan = match task.effort {
            Effort::Unlimited => Plan::solve(empties, Goal::Exact, LAST_WORD),
            Effort::Exact => Plan::solve(empties, Goal::Exact, SURVEY),
            Effort::Outcome => Plan::solve(empties, Goal::Outcome, SURVEY),
            Effort::Depth(depth) if depth >= empties => Plan::solve(empties, Goal::Exact, SURVEY),
            Effort::Depth(depth) => Plan::look(depth),
            Effort::Level(level) => Plan::level(level, empties),
        };
        match task.position.size() {
            Size::Ten => plan.without_solver(empties),
            _ => plan,
        }
    }

    /// Looks this many plies ahead.
    fn look(depth: u32) -> Plan {
        let step = Step {
            depth,
            confidence: MIDGAME,
        };
        Plan {
            steps: step.deepening(),
            solve: None,
        }
    }

    /// Proves the result, the search preparing the ground until it is so sure.
    pub(super) fn solve(empties: u32, goal: Goal, sure: Confidence) -> Plan {
        let steps = match empties <= UNAIDED {
            true => Plan::look(GLANCE.min(empties)).steps,
            false => to_the_end(empties, sure),
        };
        Plan {
            steps,
            solve: Some(goal),
        }
    }

    /// As a level of play demands.
    fn level(level: u32, empties: u32) -> Plan {
        let exact = solved_from(level);
        if empties <= exact {
            return Plan::solve(empties, Goal::Exact, SURVEY);
        }
        let near = NEARLY_SOLVED
            .iter()
            .find(|(more, _)| empties <= exact + more);
        match near {
            Some(&(_, confidence)) if level > FIRST_TO_LOOK_FAR => Plan {
                steps: to_the_end(empties, confidence),
                solve: None,
            },
            _ => Plan::look(level.clamp(1, empties)),
        }
    }

    /// The solver does not know boards of 10x10; there the search goes to the
    /// end by itself.
    fn without_solver(mut self, empties: u32) -> Plan {
        if self.solve.take().is_some() {
            self.steps.push(Step {
                depth: empties,
                confidence: Confidence::Full,
            });
        }
        self
    }
}

/// Deeper and deeper into the midgame, then to the end of the game, surer and
/// surer.
fn to_the_end(empties: u32, confidence: Confidence) -> Vec<Step> {
    let mut steps = match empties.saturating_sub(LEAP) {
        0 => Vec::new(),
        depth => Plan::look(depth).steps,
    };
    let sure_enough = Confidence::ALL
        .into_iter()
        .filter(|&other| other <= confidence);
    steps.extend(sure_enough.map(|confidence| Step {
        depth: empties,
        confidence,
    }));
    steps
}

/// The levels that look to the end of the game before they can prove it.
const FIRST_TO_LOOK_FAR: u32 = 10;

/// So many squares earlier than they prove it, surely enough.
const NEARLY_SOLVED: [(u32, Confidence); 2] =
    [(3, Confidence::Percent98), (6, Confidence::Percent87)];

/// From how many empty squares on a level plays without a mistake. Level 21
/// solves the last 24, and level 60 everything.
fn solved_from(level: u32) -> u32 {
    match level {
        0..=4 => 0,
        5..=10 => 2 * level,
        11..=21 => 20 + (level - 10) * 4 / 11,
        _ => 24 + (level - 21) * 36 / 39,
    }
}

/// How well a level tells good moves from bad ones: like a beginner at first,
/// then better and better.
pub(super) fn error(level: u32) -> Error {
    const ABOUT: [i32; 7] = [900, 600, 400, 270, 180, 110, 60];
    match (level as usize).checked_sub(1) {
        None => Error::Blind,
        Some(index) => ABOUT
            .get(index)
            .map_or(Error::None, |&error| Error::About(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_never_solves_later_nor_errs_more() {
        let all: Vec<u32> = (0..=60).map(solved_from).collect();
        assert!(all.is_sorted());
        assert_eq!((all[21], all[60]), (24, 60));
        let size = |level| match error(level) {
            Error::Blind => i32::MAX,
            Error::About(error) => error,
            Error::None => 0,
        };
        assert!((0..60).all(|level| size(level) >= size(level + 1)));
    }

    #[test]
    fn every_plan_begins_somewhere_and_grows() {
        for empties in 1..=60 {
            for level in 0..=60 {
                let plan = Plan::level(level, empties);
                assert!(!plan.steps.is_empty(), "level {level}, {empties} empty");
                let depths = plan.steps.iter().map(|step| step.depth);
                assert!(depths.is_sorted());
                assert!(
                    plan.steps
                        .iter()
                        .all(|step| (1..=empties).contains(&step.depth))
                );
            }
        }
    }
}
