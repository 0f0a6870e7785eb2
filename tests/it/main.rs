//! Everything that is tested from outside, one module per subject.

mod acceptance; // what real controllers rely on
#[cfg(unix)]
mod arena; // matches between real processes: reasons, resumption, and nobody left behind
mod catalog; // every game through the same front door
mod cli; // what the program prints, refuses and exits with
mod clients; // programs of others: GRhino over GTP, Quarry on a screen
mod connect; // connect four, Complica and Gravity: every rule, and counts by slow rules
mod console; // every conversation of data/console, in three languages
mod dominoes; // dominoes: every rule, counts by slow rules, and the saved game
mod endgame; // exact scores against plain minimax, on every size, with any table and budget
mod examples; // every program in examples/ does what it says
mod manual; // every conversation in protocol.md and the README holds
mod nonsense; // bad input in any amount, in every dialect
mod notation; // what is read, what is refused and why, and that writing undoes reading
mod perft; // every file of data/perft: the rules count right
mod pipes; // the real program on real pipes: order, ends, and controllers that die
mod players; // who plays the other games: solved positions, forced choices, strategies
mod rules; // positions, moves, passes, undo, results
mod session; // options, clocks, files, and searches that repeat
mod solve; // files of positions and the bench, as users meet them
mod store; // files are written whole or not at all, and read up to a bound
mod support; // runs the program, replays transcripts, finds programs of others
#[cfg(unix)]
mod terminal; // the console in a real terminal, with tmux for a screen and a keyboard
mod training; // from nothing to weights on a tiny board, and bad files
mod transcripts; // every file of data/transcripts, dialect by dialect
