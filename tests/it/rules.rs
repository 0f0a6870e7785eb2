//! The rules, as a user of the library meets them.

use outflank::game::{Color, Game, Outcome};
use outflank::othello::{History, IllegalMove, Move, Position, Size, Square, Start};

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn squares(names: &str) -> Vec<Square> {
    names.split_whitespace().map(square).collect()
}

/// A position from rows of `X` (black), `O` (white) and `.`, row 1 first.
fn position(rows: &[&str], turn: Color) -> Position {
    let size = Size::from_side(rows.len()).unwrap();
    let mut position = Position::empty(size, turn);
    for (square, disc) in size.squares().zip(rows.concat().chars()) {
        position.put(
            square,
            match disc {
                'X' => Some(Color::Black),
                'O' => Some(Color::White),
                _ => None,
            },
        );
    }
    position
}

fn game(moves: &str) -> History {
    let mut game = History::new(Position::default());
    game.play_all(squares(moves).into_iter().map(Move::from))
        .unwrap();
    game
}

#[test]
fn the_start_positions_are_as_agreed() {
    let start = Position::default();
    assert_eq!(start.turn(), Color::Black);
    for name in ["d4", "e5"] {
        assert_eq!(start.at(square(name)), Some(Color::White));
    }
    for name in ["e4", "d5"] {
        assert_eq!(start.at(square(name)), Some(Color::Black));
    }
    assert_eq!(start.legal_squares(), squares("d3 c4 f5 e6"));

    let mirrored = Position::start(Size::Eight, Start::Mirrored, Color::Black);
    assert_eq!(mirrored.at(square("d4")), Some(Color::Black));
    assert_eq!(mirrored.legal_squares(), squares("e3 f4 c5 d6"));

    let white_first = Position::start(Size::Eight, Start::Standard, Color::White);
    assert_eq!(white_first.legal_squares(), squares("e3 f4 c5 d6"));

    for (size, corner) in [(Size::Four, "b2"), (Size::Six, "c3"), (Size::Ten, "e5")] {
        let start = Position::start(size, Start::Standard, Color::Black);
        assert_eq!(start.at(square(corner)), Some(Color::White), "{size}");
        assert_eq!(start.empties() as usize, size.area() - 4);
    }
}

#[test]
fn a_move_turns_over_what_it_encloses_in_every_direction_and_nothing_else() {
    let board = position(
        &[
            "X..X..X.", //
            ".O.O.O..", "..OOO...", "XOO.OOOX", "..OOO...", ".O.O.O..", "X..O..X.", "...X....",
        ],
        Color::Black,
    );
    let flips = board.flips(square("d4")).unwrap();
    assert_eq!(
        flips,
        squares("b2 d2 f2 c3 d3 e3 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6 d7")
    );
    let after = board.after(square("d4").into()).unwrap();
    assert_eq!(after.turn(), Color::White);
    assert_eq!(after.count(Color::White), 0);

    // The run along row 1 reaches the edge without a black disc behind it.
    let open = position(
        &[
            ".OOOOOOO", ".O......", "..X.....", "........", "........", "........", "........",
            "........",
        ],
        Color::Black,
    );
    assert_eq!(open.flips(square("a1")).unwrap(), squares("b2"));
}

#[test]
fn illegal_moves_say_why() {
    let start = Position::default();
    let reason = |name: &str| start.after(square(name).into()).unwrap_err();
    assert_eq!(reason("d4"), IllegalMove::Occupied(square("d4")));
    assert_eq!(reason("a1"), IllegalMove::FlipsNothing(square("a1")));
    assert_eq!(
        reason("j10"),
        IllegalMove::OffBoard(square("j10"), Size::Eight)
    );
    assert_eq!(
        start.after(Move::Pass),
        Err(IllegalMove::MayNotPass(Color::Black))
    );
    assert_eq!(reason("j10").to_string(), "j10 is not on the 8x8 board");
}

#[test]
fn a_side_without_a_move_passes_and_only_then() {
    // White has no move, black has c1.
    let stuck = position(&["XO..", "....", "....", "...."], Color::White);
    assert!(stuck.must_pass());
    assert_eq!(stuck.legal_moves(), [Move::Pass]);
    let passed = stuck.after(Move::Pass).unwrap();
    assert_eq!(passed.turn(), Color::Black);
    assert_eq!(passed.legal_squares(), squares("c1"));
    assert_eq!(stuck.outcome(), None);
}

#[test]
fn the_game_ends_when_neither_side_can_move_and_empties_go_to_the_winner() {
    let over = position(&["XXX.", "XX..", "X...", "O..."], Color::White);
    assert!(over.is_over());
    assert!(!over.must_pass());
    assert_eq!(over.legal_moves(), []);
    assert_eq!(over.outcome(), Some(Outcome::Win(Color::Black)));
    let score = over.score();
    assert_eq!((score.black, score.white, score.empties), (6, 1, 9));
    assert_eq!(score.difference(Color::Black), 14);
    assert_eq!(score.difference(Color::White), -14);
    assert_eq!(over.after(Move::Pass), Err(IllegalMove::GameOver));
    assert_eq!(over.after(square("d4").into()), Err(IllegalMove::GameOver));

    let even = position(&["X..O", "....", "....", "...."], Color::Black);
    assert_eq!(even.outcome(), Some(Outcome::Draw));
    assert_eq!(even.score().difference(Color::Black), 0);
}

#[test]
fn the_shortest_game_wipes_white_out() {
    // Nine moves, the fewest after which a game can end.
    let game = game("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    let end = game.current();
    assert!(end.is_over());
    assert_eq!(end.count(Color::White), 0);
    assert_eq!(end.score().difference(Color::Black), 64);
}

#[test]
fn moves_can_be_taken_back_and_made_again_to_the_last() {
    let mut game = game("f5 d6 c3 d3 c4");
    let positions: Vec<Position> = game.positions().copied().collect();
    assert_eq!(positions.len(), 6);
    for index in (0..5).rev() {
        assert!(game.undo().is_some());
        assert_eq!(*game.current(), positions[index]);
    }
    assert_eq!(game.undo(), None);
    for position in &positions[1..] {
        assert!(game.redo().is_some());
        assert_eq!(game.current(), position);
    }
    assert_eq!(game.redo(), None);

    game.undo();
    game.undo();
    assert_eq!(
        game.undone().collect::<Vec<_>>(),
        [square("d3").into(), square("c4").into()]
    );
    game.play(square("f4").into()).unwrap();
    assert_eq!(game.redo(), None);
    assert_eq!(game.moves().len(), 4);
}

#[test]
fn a_list_with_one_illegal_move_changes_nothing() {
    let mut game = game("f5 d6");
    game.undo();
    let before = game.clone();
    let moves = ["d6", "c3", "a1", "d3"].map(|name| Move::from(square(name)));
    let error = game.play_all(moves).unwrap_err();
    assert_eq!(error.index, 2);
    assert_eq!(error.to_string(), "move 3: a1 turns nothing over");
    assert_eq!(game, before);
    // Not even the moves that could be redone.
    assert!(game.redo().is_some());
}

#[test]
fn any_arrangement_of_discs_is_a_position() {
    let full = position(&["XXXX", "XXXX", "XXXX", "XXXX"], Color::White);
    assert_eq!(full.score().difference(Color::Black), 16);
    assert!(Position::empty(Size::Ten, Color::White).is_over());
    let mut changed = full;
    changed.put(square("e1"), Some(Color::White));
    assert_eq!(changed, full, "e1 is not on a 4x4 board");
    changed.put(square("a1"), Some(Color::White));
    changed.put(square("b1"), None);
    assert_eq!(changed.at(square("a1")), Some(Color::White));
    assert_eq!(changed.at(square("b1")), None);
    assert_eq!(changed.empties(), 1);
}

#[test]
fn boards_from_the_engine_are_checked() {
    use outflank::othello::Board;
    let both = Board {
        player: 1,
        opponent: 1,
    };
    assert_eq!(Position::from_board(both, Size::Eight, Color::Black), None);
    let outside = Board {
        player: 1 << 63,
        opponent: 0,
    };
    assert_eq!(Position::from_board(outside, Size::Six, Color::Black), None);
    assert!(Position::from_board(outside, Size::Eight, Color::Black).is_some());
    let start = Position::default();
    let again = Position::from_board(start.board().unwrap(), Size::Eight, Color::Black);
    assert_eq!(again, Some(start));
}

#[test]
fn the_eight_views_of_a_game_are_one_game() {
    use outflank::othello::Symmetry;
    let game = game("f5 d6 c3 d3 c4 f4 f6");
    for symmetry in Symmetry::ALL {
        let mut view = History::new(game.start().seen_through(symmetry));
        for mv in game.moves() {
            let Move::Place(square) = mv else { continue };
            view.play(symmetry.square(square, Size::Eight).into())
                .unwrap();
        }
        assert_eq!(*view.current(), game.current().seen_through(symmetry));
        assert_eq!(view.current().canonical().0, game.current().canonical().0);
    }
}
