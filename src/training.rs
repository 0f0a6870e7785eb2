//! From nothing to weights: games are played, positions labelled, weights
//! fitted to them and measured on games they have not seen.
//!
//! # The commands
//!
//! Each step is a subcommand of `outflank train` that reads and writes files
//! of games ([`record`]) or of weights ([`weights`](crate::eval::weights)).
//! Every one can be interrupted and started again, and gives the same result
//! with the same seed, whatever the number of threads. This is all it takes to
//! get from nothing to weights:
//!
//! ```text
//! outflank train selfplay 0.games --weights none --count 300000 --depth 4 --exact 14
//! outflank train split 0.games --into 0.fit --aside 0.aside
//! outflank train fit 0.fit --later 1 --weights 1.weights
//! outflank train measure 0.aside --weights 1.weights
//! ```
//!
//! and this to get from there to better ones, again and again until they no
//! longer win:
//!
//! ```text
//! outflank train selfplay 1.games --weights 1.weights --count 300000 --depth 4 --exact 14
//! outflank train split 1.games --into 1.fit --aside 1.aside
//! outflank train fit 1.fit --exact-only 0.fit --weights 2.weights
//! outflank train contest 2.weights 1.weights
//! ```
//!
//! A network for 8x8 is fitted to the same games, in place of or beside the
//! tables, and used in the same way:
//!
//! ```text
//! outflank train network 1.fit --weights 2.network
//! outflank train contest 2.network 2.weights
//! ```
//!
//! The next one need not begin from nothing: what the one before has learned
//! from games that are gone is kept.
//!
//! ```text
//! outflank train selfplay 2.games --weights 2.network --depth 4 --exact 14
//! outflank train network 2.games --from 2.network --epochs 4 --rate 0.0012 --weights 3.network
//! ```
//!
//! `outflank train label` searches the positions of games again and deeper, if
//! there is time for it. The weights that come with the program are the files
//! in `src/eval/weights`; after they change, `outflank train probcut` fits the
//! search to them.
//!
//! # The generations
//!
//! On 8x8. Positions are those with a label; "aside" is the mean error in discs
//! on games put aside, at plies 10, 20, 30, 40, 46, 52 and 56, against the labels
//! that each was fitted to (outcomes for the first one, half outcome and half
//! search for the others; from ply 46 on, exact scores). Results are against the
//! generation before, at the same depth, each random opening played twice.
//!
//! | | player of the games | games | positions | aside | against the one before |
//! |---|---|---|---|---|---|
//! | 1 | hand-made rules, depth 4, exact from 14 | 286 k | 12.2 M | 19.8 17.8 14.9 10.9 6.9 5.7 4.0 | 92.0 +- 1.3 % of 400, depth 3 |
//! | 2 | generation 1, depth 4, exact from 14 | 128 k | 5.5 M | 7.6 7.1 6.5 5.6 6.2 5.3 3.8 | 62.9 +- 1.6 % of 600, depth 4 |
//! | 3 | generations 1 and 2, depth 4, exact from 14 | 234 k | 10.0 M | 7.2 6.8 6.2 5.4 6.1 5.2 3.8 | 54.9 +- 1.3 % of 1,000, depth 4 |
//! | 4 | generations 1 to 3, depth 4 and 5, exact from 14 and 15 | 327 k | 14 M | 7.0 6.7 6.2 5.4 6.2 5.2 3.8 | 51.4 +- 1.3 % of 1,000, depth 4 |
//!
//! All but the first were also fitted to the exact scores, but not to
//! the others, of the games by hand-made rules. The result of the second is
//! that of a first fit to 81 k games and outcomes alone. The final one was
//! fitted to more games (54.5 +- 1.3 % of 1,000 against that first fit) and to
//! labels half of which are the search (55.1 +- 1.3 % of 1,000 against outcomes
//! alone; a quarter outcome is no better, 49.6 +- 1.2 %). The fourth is hardly
//! better than the third (51.9 +- 1.2 % of 1,000 at depth 6): more games of the
//! same kind do not help much any more, deeper ones might. A stronger pull of the neighbouring
//! stage (20 instead of 4) has smaller errors on games put aside, and yet loses:
//! 46.8 +- 1.4 % of 600.
//!
//! The fifth is the first network, fitted in 6 epochs to 442 k new games of the
//! fourth generation (398 k of depth 4, exact from 14; 44 k of depth 6, exact
//! from 16): 18.8 M positions, labels half outcome and half search. All errors of
//! this table are on the same 2,211 games put aside, of depth 6.
//!
//! | | hidden units | plies 10 20 30 40 46 52 56 | depth 4, 300 games against the fourth |
//! |---|---|---|---|
//! | the fourth, tables | | 5.8 5.4 5.3 5.0 6.1 5.3 3.8 | |
//! | 9.8 M positions, 8 epochs | 128 | 5.9 5.3 5.1 4.7 5.4 5.1 3.9 | 59.0 +- 2.4 %, 6.2 discs a game |
//! | 18.8 M positions, 8 epochs | 128 | 5.7 5.2 5.0 4.4 5.2 4.8 3.7 | |
//! | **18.8 M positions, 6 epochs** | 64 | 5.7 5.1 4.9 4.5 5.2 4.9 3.8 | 62.8 +- 2.2 %, 7.1 discs a game |
//!
//! Twice the data is worth as much as the step from tables to a network; twice
//! the units are worth little, and cost half of the speed. In games at equal time
//! (30 ms a move, XOT openings) the fifth, with the search fitted to it, wins 60.9
//! % of 160 games against the program with the fourth, +77 +- 52 Elo. Its static
//! value deviates from a search of depth 8 by 3.8, 4.2 and 5.4 discs at plies 20, 30
//! and 40 where that of the fourth does by 4.8, 4.8 and 6.3 (150 positions each of
//! games put aside).
//!
//! The sixth goes on from the fifth, with 413 k games of the fifth of depth 4,
//! exact from 14, and 22 k of depth 6, exact from 16: 4 epochs, beginning at a rate of
//! 0.0012. On 1,174 games put aside, of depth 6 (the fifth has not seen any of
//! them, and played all of them):
//!
//! | | plies 10 20 30 40 46 52 56 | depth 4, 1,000 games |
//! |---|---|---|
//! | the fifth | 4.67 4.65 4.52 4.25 5.00 4.95 3.62 | |
//! | the sixth | 4.45 4.42 4.42 4.11 4.93 4.80 3.58 | 54.8 +- 1.2 %, 1.7 discs a game |
//!
//! No game of these was searched in its first eight plies, so the layers for
//! those have the weights of the ninth's and tenth's; before, they had learned
//! nothing, and the first position looked worth 24 discs.
//!
//! The seventh goes on from the sixth, with 196 k games of depth 4 and 79 k of
//! depth 6, exact from 16, whose random openings were searched too: 5 epochs,
//! beginning at a rate of 0.0012, labels as they are now (`--later 0.8`). On 3,000
//! games of depth 6 put aside, played by the sixth, random openings included:
//!
//! | | plies 2 6 10 20 30 40 46 52 56 | depth 4, 1,000 games |
//! |---|---|---|
//! | the sixth | 4.77 2.38 2.60 3.13 3.50 4.20 4.74 4.53 3.56 | |
//! | the seventh | 0.55 1.35 2.31 2.93 3.40 4.15 4.72 4.54 3.59 | 54.4 +- 1.2 %, 1.4 discs a game |
//!
//! How the labels are blended matters little: after 2 epochs on the first 202 k of
//! these games, the mean error against exact scores at 20 empty squares (1,000
//! positions) is 4.56 discs with half the outcome and half the search, 4.54 with
//! `--later 0.7` and 4.57 with 0.9, and that of the sixth 4.71. From ply 46 on, where
//! all labels are exact, twice the positions hardly help any more: there it is the
//! network that is too small.
//!
//! The eighth goes on from the seventh. How many games it was fitted to was not
//! kept. On 3,000 games of depth 6, exact
//! from 16, that neither was fitted to, played by the eighth:
//!
//! | | plies 2 6 10 20 30 40 46 52 56 | depth 8, 73 %, 1,000 games |
//! |---|---|---|
//! | the seventh | 1.33 1.64 2.42 2.91 3.50 4.19 4.92 4.48 3.55 | |
//! | the eighth | 0.59 1.30 2.28 2.77 3.38 4.09 4.83 4.38 3.44 | 52.2 +- 1.5 %, 0.8 discs a game |
//!
//! The mean error against exact scores at 20 empty squares (1,000 positions of these
//! games) is 4.10 discs, that of the seventh 4.27.
//!
//! A ninth that goes on from it is no better: after 4 epochs on 136 k games of the
//! eighth of depth 4, exact from 14, beginning at a rate of 0.0012, it wins 48.6 +- 1.1
//! % of 1,000 games against it at depth 4, and errs more at every ply (4.23 discs at 20
//! empty squares). So few games teach less than is forgotten on the way; it does not
//! come with the program.
//!
//! On other positions the static value of the fourth generation deviates from a search of depth 8
//! by 4.2, 5.0 and 6.0 discs at plies 20, 30 and 40 (500 positions each of games
//! put aside), and its mean error against exact scores at 20 empty squares is
//! 5.4 discs (300 positions).
//!
//! Boards of 4x4 (20 k games) and 6x6 (40 k) have one generation, which wins
//! 66.1 +- 1.6 % and 71.5 +- 1.9 % of 400 games against the hand-made rules.
//! On 10x10 it is two: after 4.8 k games by hand-made rules, depth 3, the first
//! was no better than these (49.4 +- 5.7 % of 80 games at depth 2); fitted to 9 k
//! games of the first as well, the second wins 70.6 +- 5.9 % of 80 against them.
//! With so few games the labels were four fifths search, and the pull 30.
//!
//! # The modules
//!
//! In the order of the pipeline:
//!
//! - [`record`]: the one file format of games;
//! - [`player`]: who plays, and says what positions are worth;
//! - [`selfplay`]: games that make records;
//! - [`label`]: better scores for games that are there already;
//! - [`shuffle`]: games in random order, some of them put aside;
//! - [`sample`]: positions with the score they should have;
//! - [`fit`]: weights for tables from these;
//! - [`network`]: or for a network;
//! - [`holdout`]: how well weights predict games they have not seen;
//! - [`contest`]: whether they play better than others;
//! - [`probcut`]: how far shallow searches err with them.

mod checkpoint;
pub mod contest;
pub mod fit;
pub mod holdout;
pub mod label;
pub mod network;
mod parallel;
pub mod player;
pub mod probcut;
pub mod record;
pub mod sample;
pub mod selfplay;
pub mod shuffle;
