//! Every tuned number of the search, by the step that uses it.
//!
//! Scores are in hundredths of a disc, depths in plies.

/// The least depth at which a position is worth remembering: below it,
/// searching again costs less than a visit to a table that lies in memory.
pub(super) const TABLE_FROM: u32 = 2;

/// The least depth at which the table is asked about the children as well.
pub(super) const CHILDREN_IN_TABLE_FROM: u32 = 6;

/// With this many empty squares or fewer, a search that goes to the end of the
/// game asks the exact solver. It could take more, but what is probably right
/// is found sooner.
pub(super) const FINISH_FROM: u32 = 8;

/// Scores from which it is worth counting the discs that can never turn: there
/// must be many for a cut.
pub(super) const STABILITY_FROM: i32 = 2_400;

/// The least depth at which the moves of a position are shared with threads
/// that have nothing to do.
pub(super) const SHARED_FROM: u32 = 6;

pub(super) mod probcut {
    //! Cutting what a shallow search shows to be hopeless or won.

    /// How often a probe may itself be cut short by a probe.
    pub(crate) const NESTED: u32 = 2;

    /// The depth of the search that stands in for one of this depth: less than
    /// half of it, and of the same parity, since in Othello whoever moves last
    /// looks better off than he is. Before the last ply there is nothing but the
    /// first look.
    pub(crate) const fn probe_depth(depth: u32) -> u32 {
        match depth {
            1 => 0,
            _ => 2 * (depth / 5) + depth % 2,
        }
    }

    /// The same for a search to the end of the game with so many empty squares
    /// left, where positions are looked at faster than they can be judged.
    pub(crate) const fn end_probe_depth(empties: u32) -> u32 {
        2 * (empties / 8) + empties % 2
    }
}

pub(super) mod late {
    //! Moves that come late in the order: they are first searched less deeply.

    /// The least depth at which it pays.
    pub(crate) const FROM: u32 = 6;

    /// So many moves are searched in earnest.
    pub(crate) const AFTER: u32 = 4;

    /// By how many plies less the others are: an even number, for the parity.
    pub(crate) const LESS: u32 = 2;
}

pub(super) mod order {
    //! Which move first.

    /// What a reply left to the other side costs, in hundredths of a disc.
    pub(crate) const REPLY: i32 = 40;

    /// The same when the game is searched to its end, where few replies mean
    /// few positions.
    pub(crate) const REPLY_TO_THE_END: i32 = 160;

    /// A reply that takes a corner counts as so many more.
    pub(crate) const CORNER_REPLIES: i32 = 2;

    /// The least depth at which it is judged what positions look like after the
    /// moves: below it, the replies have to tell.
    pub(crate) const JUDGED_FROM: u32 = 3;

    /// The least depth at which moves are tried out by a search, rather than
    /// judged by what the position looks like after them; each entry is for
    /// one ply more.
    pub(crate) const TRIED_FROM: [u32; 2] = [10, 18];
}

pub(super) mod aspiration {
    //! The first guess at where the score lies.

    /// How far from the guess the score may be.
    pub(crate) const WIDTH: i32 = 300;

    /// By how much the window grows each time it was too narrow.
    pub(crate) const GROWTH: i32 = 3;

    /// The least depth at which there is a guess worth having.
    pub(crate) const FROM: u32 = 5;
}
