//! The two questions asked billions of times: where may one play, and what
//! does a move turn over.
//!
//! A board is two `u64`, the discs of the side to move and of the other side,
//! with `a1` as bit 0, `h1` as bit 7 and `h8` as bit 63. Squares outside a
//! smaller board are never occupied, so a run of discs ends there by itself;
//! only the caller knows which empty squares may be played on.
//!
//! Each folder member answers with the same functions: [`portable`] in plain
//! integers, always compiled, and where the CPU allows `avx2` and `avx512`.
//! The best one the build allows is re-exported here. All of them, and a naive
//! walk over the board, are compared with each other in the tests.

pub mod portable;

#[cfg(target_feature = "avx2")]
pub mod avx2;

// `build.rs` says which CPU features this name stands for.
#[cfg(avx512)]
pub mod avx512;

mod count;
mod rays;

pub use count::count_flips;

cfg_select! {
    avx512 => {
        pub use avx512::{children, flips, flips_each, moves};
        /// Which version of the kernels this build uses.
        pub const NAME: &str = "avx512";
    }
    target_feature = "avx2" => {
        pub use avx2::{children, flips, flips_each, moves};
        /// Which version of the kernels this build uses.
        pub const NAME: &str = "avx2";
    }
    _ => {
        pub use portable::{children, flips, flips_each, moves};
        /// Which version of the kernels this build uses.
        pub const NAME: &str = "portable";
    }
}

/// What every move of a position leads to, one entry per move in the order of
/// their bits.
///
/// There is room for `N` moves, a multiple of eight; further ones are left
/// out. It is filled in whole vectors, so flips and replies beyond the number
/// of moves hold values without meaning; there is no disc there.
#[derive(Clone)]
pub struct ChildrenUpTo<const N: usize> {
    /// The square of each move, as a set.
    pub discs: [u64; N],
    /// The discs each move turns over.
    pub flips: [u64; N],
    /// The other side's moves after it, on the whole 8x8 frame.
    pub replies: [u64; N],
}

impl<const N: usize> Default for ChildrenUpTo<N> {
    fn default() -> ChildrenUpTo<N> {
        const { assert!(N.is_multiple_of(8), "children come in whole vectors") }
        ChildrenUpTo {
            discs: [0; N],
            flips: [0; N],
            replies: [0; N],
        }
    }
}

/// The same with room for the moves of any position.
pub type Children = ChildrenUpTo<64>;

/// The position after a move, seen from the side that moves next.
#[inline(always)]
pub const fn play(square: usize, flips: u64, player: u64, opponent: u64) -> (u64, u64) {
    (opponent ^ flips, player ^ flips ^ (1 << square))
}

#[cfg(test)]
mod tests;
