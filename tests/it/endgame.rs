//! The solver against plain minimax, and against itself where minimax would
//! take too long.

use std::sync::Arc;
use std::time::Duration;

use outflank::endgame::{Bounds, Goal, Question, Solution, Solver};
use outflank::game::Color;
use outflank::limits::Budget;
use outflank::othello::notation::obf;
use outflank::othello::word::Word;
use outflank::othello::{Board, Move, Position, Size, Start, Symmetry};
use outflank::table::Table;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

const SIZES: [Size; 3] = [Size::Four, Size::Six, Size::Eight];

/// The score by trying everything, without any of the solver's shortcuts.
fn minimax(board: Board, playable: u64) -> i32 {
    let moves = board.moves(playable);
    if !moves.is_empty() {
        return moves
            .squares()
            .map(|square| -minimax(board.after(square, board.flips(square)), playable))
            .max()
            .expect("there is a move");
    }
    if !board.is_over(playable) {
        return -minimax(board.swapped(), playable);
    }
    let lead = board.player.len() as i32 - board.opponent.len() as i32;
    lead + lead.signum() * board.empties(playable).len() as i32
}

/// A position with this many empty squares: from random play if the game
/// lasts that long, otherwise with discs thrown on the board at random.
fn random_board(rng: &mut SmallRng, size: Size, empties: u32) -> Board {
    let playable = u64::playable(size);
    if rng.random_bool(0.7) {
        let start = Position::start(size, Start::Standard, Color::Black);
        let mut board = start.board().expect("sizes up to eight have small boards");
        while board.empties(playable).len() > empties {
            let moves = board.moves(playable);
            if moves.is_empty() {
                if board.is_over(playable) {
                    break;
                }
                board = board.swapped();
                continue;
            }
            let chosen = rng.random_range(0..moves.len() as usize);
            let square = moves.squares().nth(chosen).expect("one of the moves");
            board = board.after(square, board.flips(square));
        }
        if board.empties(playable).len() == empties {
            return board;
        }
    }
    let mut board = Board::default();
    let mut squares: Vec<_> = size.squares().collect();
    let share = rng.random_range(0.0..1.0);
    for _ in empties..size.area() as u32 {
        let square = squares.swap_remove(rng.random_range(0..squares.len()));
        match rng.random_bool(share) {
            true => board.player |= u64::of(square),
            false => board.opponent |= u64::of(square),
        }
    }
    board
}

fn solver(bytes: usize, threads: usize) -> Solver {
    Solver::new(Arc::new(Table::new(bytes)), threads)
}

fn solve(solver: &mut Solver, question: &Question) -> Solution {
    let solution = solver.solve(question, &Budget::default(), &mut |_| ());
    assert!(solution.complete);
    solution
}

/// Plays a line to its end and says what it comes to for the side to move.
fn outcome_of(mut board: Board, line: &[Move], size: Size) -> i32 {
    let playable = u64::playable(size);
    let mut sign = 1;
    for mv in line {
        board = match *mv {
            Move::Place(square) => {
                assert!(board.moves(playable).has(square), "{square} is legal");
                board.after(square, board.flips(square))
            }
            Move::Pass => {
                assert!(board.moves(playable).is_empty(), "a pass is forced");
                board.swapped()
            }
        };
        sign = -sign;
    }
    assert!(board.is_over(playable), "the line ends with the game");
    sign * minimax(board, playable)
}

/// Random positions with their true scores: many small ones, fewer large.
fn positions(seed: u64, counts: &[(u32, usize)]) -> Vec<(Board, Size, i32)> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut positions = Vec::new();
    for &(empties, count) in counts {
        for _ in 0..count {
            let size = match rng.random_range(0..10) {
                0 => Size::Four,
                1..4 => Size::Six,
                _ => Size::Eight,
            };
            let board = random_board(&mut rng, size, empties);
            let score = minimax(board, u64::playable(size));
            positions.push((board, size, score));
        }
    }
    positions
}

const MANY: &[(u32, usize)] = &[
    (0, 50),
    (1, 3000),
    (2, 3500),
    (3, 3500),
    (4, 3500),
    (5, 3000),
    (6, 2000),
    (7, 1000),
    (8, 400),
    (9, 100),
];

#[test]
fn scores_and_lines_are_those_of_plain_minimax() {
    let mut solver = solver(1 << 20, 1);
    for (board, size, score) in positions(1, MANY) {
        let solution = solve(&mut solver, &Question::exact(board, size));
        assert_eq!(solution.bounds.exact(), Some(score), "{board:?} {size}");
        if let Some(line) = solution.lines.first() {
            assert_eq!(outcome_of(board, &line.moves, size), score);
        }
    }
}

#[test]
fn any_window_is_answered_by_bounds_that_hold() {
    let mut rng = SmallRng::seed_from_u64(2);
    let mut solver = solver(1 << 12, 1);
    for (board, size, score) in positions(3, MANY) {
        let low = rng.random_range(-66..=64);
        let high = rng.random_range(low + 1..=66);
        let goal = Goal::Window { low, high };
        let question = Question {
            goal,
            ..Question::exact(board, size)
        };
        let Bounds { lower, upper } = solve(&mut solver, &question).bounds;
        assert!(
            lower <= score && score <= upper,
            "{board:?} {size} {goal:?}"
        );
        let settled = lower == upper || lower >= high || upper <= low;
        assert!(settled, "{board:?} {size} {goal:?}: {lower}..{upper}");
    }
}

#[test]
fn win_draw_and_loss_are_told_apart() {
    let mut solver = solver(1 << 12, 1);
    for (board, size, score) in positions(4, &[(3, 300), (5, 300), (7, 300), (8, 100)]) {
        let question = Question {
            goal: Goal::Outcome,
            ..Question::exact(board, size)
        };
        let bounds = solve(&mut solver, &question).bounds;
        assert_eq!(bounds.outcome(), Some(score.signum()), "{board:?} {size}");
    }
}

#[test]
fn every_move_gets_its_own_score_best_first() {
    let mut solver = solver(1 << 16, 1);
    for (board, size, score) in positions(5, &[(2, 100), (4, 200), (6, 200), (8, 50)]) {
        let playable = u64::playable(size);
        let question = Question {
            lines: usize::MAX,
            ..Question::exact(board, size)
        };
        let solution = solve(&mut solver, &question);
        assert_eq!(solution.bounds.exact(), Some(score));
        let moves = board.moves(playable);
        if moves.is_empty() {
            continue;
        }
        assert_eq!(solution.lines.len(), moves.len() as usize);
        assert!(solution.lines.is_sorted_by_key(|line| -line.bounds.lower));
        for line in &solution.lines {
            let Move::Place(square) = line.moves[0] else {
                panic!("a position with moves was passed");
            };
            let after = board.after(square, board.flips(square));
            assert_eq!(line.bounds.exact(), Some(-minimax(after, playable)));
            assert_eq!(outcome_of(board, &line.moves, size), line.bounds.lower);
        }
    }
}

#[test]
fn only_the_moves_asked_about_are_considered() {
    let mut solver = solver(1 << 16, 1);
    for (board, size, _) in positions(6, &[(5, 200), (7, 100)]) {
        let playable = u64::playable(size);
        for square in board.moves(playable).squares() {
            let question = Question {
                among: u64::of(square),
                ..Question::exact(board, size)
            };
            let after = board.after(square, board.flips(square));
            let solution = solve(&mut solver, &question);
            assert_eq!(solution.bounds.exact(), Some(-minimax(after, playable)));
            assert_eq!(solution.lines[0].moves[0], Move::Place(square));
        }
    }
}

#[test]
fn all_eight_views_of_a_position_have_the_same_score() {
    let mut rng = SmallRng::seed_from_u64(7);
    let mut solver = solver(1 << 20, 1);
    for size in SIZES {
        for _ in 0..10 {
            let board = random_board(&mut rng, size, if size == Size::Four { 10 } else { 15 });
            let score = solve(&mut solver, &Question::exact(board, size)).bounds;
            for symmetry in Symmetry::ALL {
                let seen = symmetry.board(board, size);
                let question = Question::exact(seen, size);
                assert_eq!(solve(&mut solver, &question).bounds, score);
            }
        }
    }
}

/// Positions with too many empty squares for minimax, which threads share.
fn large_positions(seed: u64, count: usize) -> Vec<(Board, Size)> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let sizes = [Size::Six, Size::Eight];
    let position = |index: usize| {
        let size = sizes[index % 2];
        let empties = rng.random_range(16..=18);
        (random_board(&mut rng, size, empties), size)
    };
    (0..count).map(position).collect()
}

#[test]
fn one_and_several_threads_agree_with_any_table() {
    for (board, size) in large_positions(8, 16 * budget()) {
        let alone = solve(&mut solver(1 << 22, 1), &Question::exact(board, size));
        let score = alone.bounds.exact().expect("the answer is complete");
        for (threads, bytes) in [(1, 64), (2, 64), (2, 1 << 20), (3, 1 << 12)] {
            let question = Question::exact(board, size);
            let together = solve(&mut solver(bytes, threads), &question);
            assert_eq!(together.bounds.exact(), Some(score), "{board:?} {size}");
            if let Some(line) = together.lines.first() {
                assert_eq!(outcome_of(board, &line.moves, size), score);
            }
        }
    }
}

#[test]
fn small_positions_are_right_with_two_threads_and_a_tiny_table() {
    let mut solver = solver(64, 2);
    for (board, size, score) in positions(9, &[(1, 100), (3, 100), (5, 100), (7, 100), (8, 50)]) {
        let solution = solve(&mut solver, &Question::exact(board, size));
        assert_eq!(solution.bounds.exact(), Some(score), "{board:?} {size}");
    }
}

#[test]
fn what_is_proven_before_a_stop_holds() {
    let mut rng = SmallRng::seed_from_u64(10);
    for (board, size) in large_positions(11, 12 * budget()) {
        let solved = solve(&mut solver(1 << 20, 1), &Question::exact(board, size));
        let score = solved.bounds.exact().expect("the answer is complete");
        let mut stopped = solver(1 << 10, 2);
        for _ in 0..6 {
            let limits = Budget {
                nodes: Some(rng.random_range(0..2 * solved.nodes + 1)),
                ..Budget::default()
            };
            let question = Question::exact(board, size);
            let Bounds { lower, upper } = stopped.solve(&question, &limits, &mut |_| ()).bounds;
            assert!(lower <= score && score <= upper, "{board:?} {size}");
        }
    }
}

#[test]
fn a_raised_flag_ends_a_solve_at_any_moment() {
    let start = Position::start(Size::Eight, Start::Standard, Color::Black);
    let board = start.board().expect("8x8 is a small board");
    let mut solver = solver(1 << 12, 3);
    for wait in 0..20 {
        let limits = Budget::default();
        let stop = limits.stop.clone();
        let raiser = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(wait));
            stop.raise();
        });
        let question = Question::exact(board, Size::Eight);
        let solution = solver.solve(&question, &limits, &mut |_| ());
        raiser.join().expect("raising a flag does not fail");
        assert!(!solution.complete);
        assert!(solution.bounds.lower < solution.bounds.upper);
    }
}

#[test]
fn one_thread_counts_the_same_nodes_on_every_run() {
    for (board, size) in large_positions(12, 4) {
        let question = Question::exact(board, size);
        let first = solve(&mut solver(1 << 16, 1), &question);
        assert_eq!(solve(&mut solver(1 << 16, 1), &question), first);
    }
}

#[test]
fn every_file_of_positions_is_solved_as_it_says() {
    for (name, text) in FILES {
        for (line, entry) in obf::read_file(text) {
            let entry = entry.expect("the files are well formed");
            let position = entry.position;
            let size = position.size();
            let board = position.board().expect("the boards are small");
            for symmetry in Symmetry::ALL {
                let seen = symmetry.board(board, size);
                let question = Question {
                    lines: usize::MAX,
                    ..Question::exact(seen, size)
                };
                let solution = solve(&mut solver(1 << 12, 1), &question);
                assert_eq!(solution.bounds.exact(), entry.value(), "{name}:{line}");
                let mut scores: Vec<_> = entry.moves().map(|(_, score)| score).collect();
                scores.sort_by_key(|score| -score);
                let found = solution.lines.iter().map(|line| line.bounds.lower);
                assert_eq!(found.collect::<Vec<_>>(), scores, "{name}:{line}");
            }
        }
    }
}

/// Positions of our own, with the score of every move from a minimax in
/// another language that knows nothing of this program.
const FILES: [(&str, &str); 4] = [
    ("games.obf", include_str!("../data/endgame/games.obf")),
    ("passes.obf", include_str!("../data/endgame/passes.obf")),
    (
        "wipe-outs.obf",
        include_str!("../data/endgame/wipe-outs.obf"),
    ),
    (
        "early-ends.obf",
        include_str!("../data/endgame/early-ends.obf"),
    ),
];

/// How many times as much to try: 1 unless `OUTFLANK_STRESS` says more.
fn budget() -> usize {
    let wanted = std::env::var("OUTFLANK_STRESS").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(1)
}

#[test]
fn the_second_player_wins_4x4_by_eleven_to_three() {
    let start = Position::start(Size::Four, Start::Standard, Color::Black);
    let board = start.board().expect("4x4 is a small board");
    assert_eq!(minimax(board, u64::playable(Size::Four)), -10);
    let solution = solve(&mut solver(1 << 20, 1), &Question::exact(board, Size::Four));
    assert_eq!(solution.bounds.exact(), Some(-10));
    let line = &solution.lines[0].moves;
    assert_eq!(outcome_of(board, line, Size::Four), -10);
}
