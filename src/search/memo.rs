//! What positions looked worth, for a while.
//!
//! A position is judged when moves are ordered, again when it is asked whether
//! to look into it at all, and again at the next depth. Judging costs more than
//! remembering, so each thread keeps the values of the positions it has judged
//! last.

use crate::othello::Board;
use crate::table::hash;

/// Values by position, each in the one place its position has.
pub(super) struct Memo(Vec<(Board, i32)>);

/// How many there are: a power of two, so that finding one's place is a shift.
const BITS: u32 = 14;

impl Memo {
    pub(super) fn new() -> Memo {
        // Nobody has a disc: such a board is never judged.
        Memo(vec![(Board::default(), 0); 1 << BITS])
    }

    /// The value of a position, judged unless it is remembered.
    #[inline]
    pub(super) fn value(&mut self, key: Board, judge: impl FnOnce() -> i32) -> i32 {
        let (known, value) = &mut self.0[(hash(key) >> (64 - BITS)) as usize];
        if *known != key {
            *value = judge();
            *known = key;
        }
        *value
    }
}
