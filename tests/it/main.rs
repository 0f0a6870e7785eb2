//! Everything that is tested from outside, one module per subject.

mod perft; // every file of data/perft: the rules count right
mod rules; // positions, moves, passes, undo, results
