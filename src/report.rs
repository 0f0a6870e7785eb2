//! The report: the problem, the algorithm, the data, the functions, and what
//! the computer's choice of a move costs.
//!
//! This page has no code of its own. It explains the program to someone who
//! has just played it; everything it names is linked.
//!
//! # The problem
//!
//! Two sides place discs on a board of 4x4 to 10x10 squares. A disc must
//! enclose a straight run of the other side's discs between itself and another
//! disc of its own, in at least one of eight directions, and turns over every
//! run it encloses. A side that cannot do that passes. When neither can, the
//! game is over, and the side with more discs wins.
//!
//! What makes it hard to write:
//!
//! - *Rules*: a move may turn over discs in all eight directions; passes
//!   are forced and do not alternate; a game may end on a board that is not
//!   full, with one side wiped out.
//! - *People*: every line at every prompt may be wrong, in three languages; a
//!   game is saved, loaded, taken back and left in the middle, and must not be
//!   lost; either side may be a person, chance, this engine or another program,
//!   and may become another of these at any time.
//! - *The choice of a move*: there are about 10 moves to choose from in the
//!   middle of a game of 60, far too many games to look at them all; yet the
//!   computer always plays to win, and near the end it must not err.
//!
//! # The general algorithm
//!
//! One conversation ([`console::play`]) is a loop:
//!
//! ```text
//! show the board
//! repeat
//!     if the game is over       tell the result, ask what next
//!     if the side cannot move   tell so, pass for it
//!     if a person is to move    ask for a line until it makes sense, obey it
//!     if the computer is        think, tell the move and what it is worth
//!     if chance is              choose any legal move
//!     if another program is     ask it; if it fails, a person plays on
//!     show the board
//! ```
//!
//! The computer's choice ([`Engine::think`]) goes by how many squares are
//! empty and by the level that is set ([`Effort`]):
//!
//! 1. Far from the end, [`search`] looks ahead a number of plies
//!    and judges what it finds by [`eval`]: alpha-beta with a narrow window
//!    (principal variation search), one ply deeper at a time, each depth
//!    trying first the moves that the last one liked. Branches that a
//!    shallower search shows to be
//!    [probably hopeless](crate::search::probcut) are cut.
//! 2. Nearer to the end the same search goes to the last square, and what it
//!    cuts it is more and more [sure of](crate::engine::Proof::Percent).
//! 3. Near the end, [`endgame`] proves the exact result.
//!
//! To be unpredictable, the computer chooses by chance among the moves that
//! are hardly worse than the best ([`Settings::randomness`]). Proven scores
//! differ by two discs or not at all, so this never gives a proven result away.
//!
//! # Data structures
//!
//! | what | where | why so |
//! |---|---|---|
//! | a board: two sets of squares, side to move first | [`Board`] | a set is one integer, so all moves and all flips are a few dozen instructions |
//! | the integers: `u64` up to 8x8, `u128` for 10x10 | [`Word`](crate::othello::word::Word) | one code for every size |
//! | a position with true colours and size | [`Position`] | what people and files see |
//! | a game: first position, moves, positions after each | [`History`](crate::game::History) | undo and redo are steps along a list |
//! | patterns of squares and a weight for each filling | [`eval`] | a position is worth the sum of some table entries |
//! | on 8x8, a row of numbers for each filling, and two small layers | [`eval`] | it counts how the parts of a position go together |
//! | positions already seen, with bounds on their scores | [`table`] | the same position is reached by many ways |
//! | a task, a report, lines of play | [`Task`], [`Report`] | the engine never knows who asks |
//! | phrases and words, three languages side by side | [`console`] | what one language lacks does not compile |
//!
//! # Table of functions
//!
//! | function | does | takes | gives |
//! |---|---|---|---|
//! | [`Position::start`] | the first position | size, arrangement, first side | a position |
//! | [`Position::legal_squares`] | where one may play | | squares |
//! | [`Position::flips`] | what a move turns over | a square | squares, or why not |
//! | [`Game::after`](crate::game::Game::after) | makes a move | a move | a position, or why not |
//! | [`Position::must_pass`], [`Position::is_over`] | whether one can go on | | yes or no |
//! | [`Position::score`] | counts the discs | | black, white, empty |
//! | [`History::play`](crate::game::History::play), [`undo`](crate::game::History::undo), [`redo`](crate::game::History::redo) | goes along a game | a move | |
//! | [`format::read`](crate::othello::notation::format::read), [`format::write`](crate::othello::notation::format::write) | a game from and to text | text, format | a game, text |
//! | [`store::read_text`], [`store::write_text`](crate::store::write_text) | a text from and to a file, whole or not at all | path | text |
//! | [`Engine::think`] | chooses a move | position, effort, budget | lines of play with scores |
//! | [`Engine::evaluate`] | what a position looks worth | position | hundredths of a disc |
//! | [`search::search`](crate::search::search) | looks ahead | position, steps | lines of play |
//! | [`Solver::solve`](crate::endgame::Solver::solve) | proves the result | position, goal | lines of play with bounds |
//! | [`console::play`] | holds a conversation | options, terminal | |
//! | [`review::review`](crate::review::review) | judges the moves of a game | game, care | verdicts |
//!
//! # What a choice costs
//!
//! Let *b* be the number of moves in a position and *d* the depth. Minimax
//! looks at *b*<sup>*d*</sup> positions; alpha-beta with perfect ordering at
//! about *b*<sup>*d*/2</sup>, the square root, and no search without guesses
//! can do with less. Good ordering comes close to that, the table and the
//! probable cuts go below it. Memory is that of the table, which is fixed, and
//! one position for each ply of the depth: O(*d*).
//!
//! Measured from the first position of 8x8 with one thread
//! (`go depth `*d*; node counts are the same on every run):
//!
//! | depth | sequences of moves | positions looked at |
//! |--:|--:|--:|
//! | 2 | 12 | 19 |
//! | 4 | 244 | 152 |
//! | 6 | 8,200 | 764 |
//! | 8 | 390,216 | 1,675 |
//! | 10 | 24,571,284 | 3,436 |
//! | 12 | 1,939,886,636 | 7,233 |
//! | 14 | 184,042,084,512 | 13,108 |
//! | 16 | | 25,080 |
//!
//! The sequences grow by a factor of about 9 with each ply; the positions
//! looked at by about 1.5 from depth 4 to 16, which is much less than the square
//! root of 9. A level is a depth, and a number of empty squares from which on
//! the game is solved.
//!
//! Near the end every square less divides the work. Positions of games
//! between two players at level 6 after eight random moves, solved exactly by `outflank solve`, one
//! thread, the mean of 20 positions each:
//!
//! | empty squares | positions looked at |
//! |--:|--:|
//! | 8 | 723 |
//! | 10 | 3,259 |
//! | 12 | 23,319 |
//! | 14 | 76,428 |
//! | 16 | 198,221 |
//! | 18 | 1,031,035 |
//! | 20 | 4,373,248 |
//! | 22 | 20,332,678 |
//!
//! That is a factor of about 2 for each empty square. The squares that are
//! left are also the moves that are left, so depth and branching shrink
//! together, and from some point on the whole rest of the game costs less than
//! a few plies of the middle.
//!
//! [`Board`]: crate::othello::Board
//! [`Effort`]: crate::engine::Effort
//! [`Engine::evaluate`]: crate::engine::Engine::evaluate
//! [`Engine::think`]: crate::engine::Engine::think
//! [`Position::flips`]: crate::othello::Position::flips
//! [`Position::is_over`]: crate::othello::Position::is_over
//! [`Position::legal_squares`]: crate::othello::Position::legal_squares
//! [`Position::must_pass`]: crate::othello::Position::must_pass
//! [`Position::score`]: crate::othello::Position::score
//! [`Position::start`]: crate::othello::Position::start
//! [`Position`]: crate::othello::Position
//! [`Report`]: crate::engine::Report
//! [`Settings::randomness`]: crate::engine::Settings::randomness
//! [`Task`]: crate::engine::Task
//! [`console::play`]: fn@crate::console::play
//! [`console`]: crate::console
//! [`endgame`]: crate::endgame
//! [`eval`]: crate::eval
//! [`search`]: crate::search
//! [`store::read_text`]: crate::store::read_text
//! [`table`]: crate::table
