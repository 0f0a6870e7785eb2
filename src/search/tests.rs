//! The search against plain negamax, and against itself with other threads.

use super::*;
use crate::eval::final_score;
use crate::othello::notation::obf;
use crate::othello::reference::RandomBoards;
use crate::othello::word::Word;

/// The score by definition: every line is looked at, nothing remembered. A draw
/// is worth this much to the side to move.
fn negamax<W: Word>(board: Board<W>, evaluator: &Evaluator, depth: u32, draw: i32) -> i32 {
    let playable = W::playable(evaluator.size());
    let moves = board.moves(playable);
    let full = board.empties(playable).is_empty();
    if depth == 0 && !full && !board.player.is_empty() {
        return evaluator.evaluate(board);
    }
    if board.is_over(playable) {
        return match final_score(board, playable) {
            0 => draw,
            score => score,
        };
    }
    if moves.is_empty() {
        return -negamax(board.swapped(), evaluator, depth, -draw);
    }
    let child = |square| board.after(square, board.flips(square));
    let scores = moves
        .squares()
        .map(|square| -negamax(child(square), evaluator, depth - 1, -draw));
    scores.max().expect("there is a move")
}

/// The question how good the best move is.
fn question<W: Word>(
    board: Board<W>,
    size: Size,
    step: Step,
    threads: usize,
    draw: i32,
) -> Question<W> {
    let moves = board.moves(W::playable(size));
    Question {
        board,
        size,
        among: moves.squares().map(Move::Place).collect(),
        lines: 1,
        draw,
        steps: step.deepening(),
        pace: None,
        threads,
    }
}

/// Searches a position in which there is a move.
fn ask<W: Remembered>(board: Board<W>, evaluator: &Evaluator, step: Step, threads: usize) -> Line {
    let table = Table::new(1 << 16);
    ask_with(&table, board, evaluator, step, threads, 0)
}

/// The same with a table of one's own, and a draw worth this much.
fn ask_with<W: Remembered>(
    table: &Table,
    board: Board<W>,
    evaluator: &Evaluator,
    step: Step,
    threads: usize,
    draw: i32,
) -> Line {
    let question = question(board, evaluator.size(), step, threads, draw);
    let budget = Budget::default();
    let findings = search(&question, evaluator, &budget, table, &mut |_| {});
    findings.lines[0].clone()
}

fn full(depth: u32) -> Step {
    Step {
        depth,
        confidence: Confidence::Full,
    }
}

/// The position at the end of a line, and whether the other side is to move.
fn follow<W: Word>(mut board: Board<W>, moves: &[Move]) -> Board<W> {
    for mv in moves {
        board = match *mv {
            Move::Pass => board.swapped(),
            Move::Place(square) => board.after(square, board.flips(square)),
        };
    }
    board
}

fn agrees_with_negamax<W: Remembered>(size: Size, rounds: usize, deepest: u32) {
    let evaluator = Evaluator::for_size(size);
    let mut boards = RandomBoards::new(7);
    let mut searched = 0;
    for round in 0..rounds {
        let board = boards.played::<W>(size, (round % (size.area() - 4)) as u32);
        let playable = W::playable(size);
        if board.moves(playable).is_empty() {
            continue;
        }
        let empties = board.empties(playable).len();
        let depth = (1 + round as u32 % deepest).min(empties);
        let line = ask(board, evaluator, full(depth), 1);
        assert_eq!(
            line.score,
            negamax(board, evaluator, depth, 0),
            "{board:?} depth {depth}"
        );
        // The line leads to where the score comes from.
        let end = follow(board, &line.moves);
        let placed = line.moves.iter().filter(|mv| **mv != Move::Pass).count();
        let worth = negamax(end, evaluator, depth - placed as u32, 0);
        let sign = [1, -1][line.moves.len() % 2];
        assert_eq!(line.score, sign * worth, "{board:?} depth {depth}");
        searched += 1;
    }
    assert!(searched > rounds / 2, "{searched} positions");
}

#[test]
fn with_nothing_cut_the_score_is_that_of_plain_negamax() {
    agrees_with_negamax::<u64>(Size::Four, 400, 6);
    agrees_with_negamax::<u64>(Size::Six, 200, 4);
    agrees_with_negamax::<u64>(Size::Eight, 200, 4);
    agrees_with_negamax::<u128>(Size::Ten, 60, 3);
}

/// Searches positions near the end of the game, most of them not quite to the
/// end, and says how many scores depended on what a draw is worth.
fn draws_agree_with_negamax<W: Remembered>(size: Size, rounds: u32, most_empties: u32) -> usize {
    let evaluator = Evaluator::for_size(size);
    let mut boards = RandomBoards::new(10);
    let mut changed = 0;
    for round in 0..rounds {
        let board = boards.played::<W>(size, 1 + round % most_empties);
        let playable = W::playable(size);
        if board.moves(playable).is_empty() {
            continue;
        }
        let empties = board.empties(playable).len();
        let depth = (empties - round % 3 % empties).max(1);
        let plain = negamax(board, evaluator, depth, 0);
        for worth in [60, 199] {
            // Who has seen what it is worth to one side is asked for the other.
            let table = Table::new(1 << 16);
            for draw in [worth, -worth] {
                let expected = negamax(board, evaluator, depth, draw);
                let threads = 1 + round as usize % 2;
                let line = ask_with(&table, board, evaluator, full(depth), threads, draw);
                assert_eq!(line.score, expected, "{board:?} depth {depth} draw {draw}");
                changed += usize::from(expected != plain);
            }
        }
    }
    changed
}

#[test]
fn a_draw_is_worth_to_each_side_what_it_is_said_to_be() {
    let changed = [
        draws_agree_with_negamax::<u64>(Size::Four, 600, 9),
        draws_agree_with_negamax::<u64>(Size::Six, 300, 8),
        draws_agree_with_negamax::<u64>(Size::Eight, 300, 7),
        draws_agree_with_negamax::<u128>(Size::Ten, 500, 5),
    ];
    assert!(changed.iter().all(|count| *count >= 10), "{changed:?}");
}

/// Asks whether a position is worth more than this, for windows all around a
/// draw and for both sides, all with one table.
fn bounds_hold<W: Remembered>(board: Board<W>, size: Size, depth: u32) {
    let evaluator = Evaluator::for_size(size);
    for draw in [60, 199] {
        let table = Table::new(1 << 16);
        let question = question(board, size, full(depth), 1, draw);
        let common = Common::new(&question, evaluator, &table);
        let budget = Budget::default();
        let mut searcher = Searcher::new(&common, &budget);
        let scene = Scene::new(board, evaluator);
        let worth = [draw, -draw].map(|draw| negamax(board, evaluator, depth, draw));
        for alpha in [-250, -200, -130, -61, -60, -1, 0, 59, 60, 130, 199, 250] {
            for (ply, worth) in (0..).zip(worth) {
                let score = searcher.search(&scene, depth, ply, Window::null(alpha));
                let holds = match score > alpha {
                    true => worth >= score,
                    false => worth <= score,
                };
                assert!(holds, "{board:?} {depth} {draw} {alpha}: {score}, {worth}");
            }
        }
    }
}

/// The same for positions near the end of the game.
fn bounds_hold_to_the_end<W: Remembered>(size: Size, rounds: u32, most_empties: u32) {
    let mut boards = RandomBoards::new(12);
    for round in 0..rounds {
        let board = boards.played::<W>(size, 1 + round % most_empties);
        let empties = board.empties(W::playable(size)).len();
        bounds_hold(board, size, empties.saturating_sub(round % 3).max(1));
    }
}

#[test]
fn whatever_a_draw_is_worth_bounds_are_bounds() {
    bounds_hold_to_the_end::<u64>(Size::Four, 3000, 9);
    bounds_hold_to_the_end::<u64>(Size::Six, 300, 8);
    bounds_hold_to_the_end::<u64>(Size::Eight, 300, 7);
    bounds_hold_to_the_end::<u128>(Size::Ten, 400, 7);
    // A draw long before the board is full: nobody can move after c3.
    let text = "---O--O-----O-----O-O-----XX-------- X";
    let early = obf::read_position(text).expect("a board");
    let board = early.board().expect("a small board");
    for depth in 1..=5 {
        bounds_hold(board, Size::Six, depth);
    }
}

#[test]
fn no_draw_is_worth_a_win_or_a_loss() {
    let evaluator = Evaluator::for_size(Size::Four);
    let mut boards = RandomBoards::new(11);
    for _ in 0..200 {
        let board = boards.played::<u64>(Size::Four, 5);
        if board.moves(u64::playable(Size::Four)) == 0 {
            continue;
        }
        let step = full(board.empties(u64::playable(Size::Four)).len());
        let plain = ask(board, evaluator, step, 1).score;
        for draw in [-10_000, 10_000] {
            let table = Table::new(1 << 16);
            let score = ask_with(&table, board, evaluator, step, 1, draw).score;
            let expected = match plain {
                0 => draw.clamp(-199, 199),
                score => score,
            };
            assert_eq!(score, expected, "{board:?}");
        }
    }
}

#[test]
fn any_number_of_threads_finds_the_same_score_if_nothing_is_cut() {
    let evaluator = Evaluator::for_size(Size::Eight);
    let mut boards = RandomBoards::new(8);
    for round in 0..6 {
        let board = boards.played::<u64>(Size::Eight, 28 + 2 * round);
        if board.moves(u64::MAX) == 0 {
            continue;
        }
        let alone = ask(board, evaluator, full(8), 1).score;
        for threads in [2, 4] {
            assert_eq!(
                ask(board, evaluator, full(8), threads).score,
                alone,
                "{board:?}"
            );
        }
    }
}

#[test]
fn a_search_that_is_stopped_still_has_an_answer() {
    let evaluator = Evaluator::for_size(Size::Eight);
    let board = RandomBoards::new(9).played::<u64>(Size::Eight, 44);
    for threads in [1, 3] {
        let question = Question {
            board,
            size: Size::Eight,
            among: board.moves(u64::MAX).squares().map(Move::Place).collect(),
            lines: 2,
            draw: 0,
            steps: full(20).deepening(),
            pace: None,
            threads,
        };
        let budget = Budget {
            nodes: Some(50_000),
            ..Budget::default()
        };
        let table = Table::new(1 << 20);
        let findings = search(&question, evaluator, &budget, &table, &mut |_| {});
        assert_eq!(findings.lines.len(), 2);
        assert!(findings.lines[0].score >= findings.lines[1].score);
        // Threads look at the common count now and then only.
        assert!(findings.nodes < 100_000, "{} nodes", findings.nodes);
    }
}
