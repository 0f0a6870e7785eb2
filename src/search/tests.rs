//! The search against plain negamax, and against itself with other threads.

use super::*;
use crate::eval::final_score;
use crate::othello::reference::RandomBoards;
use crate::othello::word::Word;

/// The score by definition: every line is looked at, nothing remembered.
fn negamax<W: Word>(board: Board<W>, evaluator: &Evaluator, depth: u32) -> i32 {
    let playable = W::playable(evaluator.size());
    let moves = board.moves(playable);
    let full = board.empties(playable).is_empty();
    if depth == 0 && !full && !board.player.is_empty() {
        return evaluator.evaluate(board);
    }
    if board.is_over(playable) {
        return final_score(board, playable);
    }
    if moves.is_empty() {
        return -negamax(board.swapped(), evaluator, depth);
    }
    let child = |square| board.after(square, board.flips(square));
    let scores = moves
        .squares()
        .map(|square| -negamax(child(square), evaluator, depth - 1));
    scores.max().expect("there is a move")
}

/// Searches a position in which there is a move.
fn ask<W: Remembered>(board: Board<W>, evaluator: &Evaluator, step: Step, threads: usize) -> Line {
    let moves = board.moves(W::playable(evaluator.size()));
    let question = Question {
        board,
        size: evaluator.size(),
        among: moves.squares().map(Move::Place).collect(),
        lines: 1,
        steps: step.deepening(),
        pace: None,
        threads,
    };
    let table = Table::new(1 << 16);
    let findings = search(
        &question,
        evaluator,
        &Budget::default(),
        &table,
        &mut |_| {},
    );
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
            negamax(board, evaluator, depth),
            "{board:?} depth {depth}"
        );
        // The line leads to where the score comes from.
        let end = follow(board, &line.moves);
        let placed = line.moves.iter().filter(|mv| **mv != Move::Pass).count();
        let worth = negamax(end, evaluator, depth - placed as u32);
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
