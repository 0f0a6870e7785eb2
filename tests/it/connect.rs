//! The connect-four family: every rule by example, and counted against rules
//! written a second time, slowly.

use std::fs;
use std::path::Path;

use outflank::connect::notation::{self, ReadError};
use outflank::connect::{Cell, History, IllegalMove, Move, Position, Size, Unsound, Variant};
use outflank::game::{Color, Game, Outcome, count_sequences};

/// Sequences counted in a test, unless `SEQUENCES_BUDGET` names another number.
const BUDGET: u64 = 6_000_000;

/// The position reached by moves as they are written.
fn play(start: Position, words: &str) -> Position {
    let mut history = History::new(start);
    for word in words.split_whitespace() {
        let mv = notation::read_move(word, start.variant()).unwrap();
        let played = history.play(mv);
        played.unwrap_or_else(|reason| panic!("{word}: {reason}"));
    }
    *history.current()
}

fn start(variant: Variant) -> Position {
    Position::start(variant)
}

fn gravity(columns: usize, rows: usize) -> Position {
    let size = Size::new(columns, rows).unwrap();
    Position::start_on(Variant::Gravity, size).unwrap()
}

/// A position from rows as one draws them, `.XO`.
fn drawn(variant: Variant, turn: char, rows: &[&str]) -> Result<Position, ReadError> {
    let size = Size::new(rows[0].len(), rows.len()).unwrap();
    let at = |cell: Cell| rows[cell.row as usize].as_bytes()[cell.column as usize] as char;
    let text: String = std::iter::once(turn)
        .chain(size.cells_by_column().map(at))
        .collect();
    notation::read_board(&text, variant, size)
}

fn rows(position: &Position) -> Vec<String> {
    let drawing = notation::draw(position).replace(' ', "");
    let row = |line: &str| {
        line.trim_start_matches(|c: char| c.is_ascii_digit())
            .to_owned()
    };
    drawing.lines().skip(1).map(row).collect()
}

/// Where a disc that is let go on a cell of the empty board comes to rest.
fn rests(columns: usize, rows: usize, word: &str) -> String {
    let board = gravity(columns, rows);
    let mv = notation::read_move(word, Variant::Gravity).unwrap();
    board.landing(mv).unwrap().to_string()
}

#[test]
fn white_begins_and_the_boards_have_their_sizes() {
    for (variant, size) in Variant::ALL.into_iter().zip(["7x6", "4x7", "10x10"]) {
        assert_eq!(start(variant).turn(), Color::White);
        assert_eq!(start(variant).size().to_string(), size);
        assert_eq!(start(variant).outcome(), None);
    }
}

#[test]
fn only_gravity_has_other_sizes() {
    let size = Size::new(5, 5).unwrap();
    for variant in [Variant::ConnectFour, Variant::Complica] {
        let refused = Position::start_on(variant, size);
        assert_eq!(refused, Err(Unsound::Size(variant, size)));
    }
    assert!(Position::start_on(Variant::Gravity, size).is_ok());
    for good in [(4, 4), (20, 20), (13, 3), (1, 4), (20, 4)] {
        assert!(Size::new(good.0, good.1).is_ok(), "{good:?}");
    }
    for bad in [(3, 3), (0, 4), (4, 0), (21, 4), (4, 21), (usize::MAX, 4)] {
        assert!(Size::new(bad.0, bad.1).is_err(), "{bad:?}");
    }
}

#[test]
fn discs_fall_to_the_lowest_empty_cell() {
    let position = play(start(Variant::ConnectFour), "d d d a g");
    let expected = [
        ".......", ".......", ".......", "...O...", "...X...", "X..O..O",
    ];
    assert_eq!(rows(&position), expected);
    assert_eq!(position.turn(), Color::Black);
}

#[test]
fn a_full_column_takes_no_disc_in_connect_four() {
    let position = play(start(Variant::ConnectFour), "c c c c c c");
    let third = Move::Column(2);
    assert_eq!(position.after(third), Err(IllegalMove::Full(third)));
    assert_eq!(position.legal_moves().len(), 6);
}

#[test]
fn four_in_line_win_in_every_direction() {
    for (words, winner) in [
        ("a b a b a b a", Color::White),
        ("a a b b c c d", Color::White),
        ("g f f e e d e d d a d", Color::White),
        ("a b b c c d c d d g d", Color::White),
        ("a d b d c d g d", Color::Black),
    ] {
        let position = play(start(Variant::ConnectFour), words);
        assert_eq!(position.outcome(), Some(Outcome::Win(winner)), "{words}");
        assert_eq!(position.legal_moves(), []);
        let refused = position.after(Move::Column(6));
        assert_eq!(refused, Err(IllegalMove::GameOver));
    }
}

#[test]
fn three_in_line_and_lines_around_the_edge_do_not_win() {
    // Each row of three touches an edge, and goes on at the other.
    let position = drawn(
        Variant::Gravity,
        'X',
        &["OOO..", "....O", "X...O", "XX..O", "X.X.."],
    );
    assert_eq!(position.unwrap().outcome(), None);
}

#[test]
fn a_full_board_is_a_draw() {
    let words = "e d g a b e f f b b f a b g a b f f b a e \
                 g d c g g a e g f c a e c e c c c d d d";
    let almost = play(start(Variant::ConnectFour), words);
    assert_eq!(almost.outcome(), None);
    assert_eq!(almost.legal_moves(), [Move::Column(3)]);
    let full = play(almost, "d");
    assert_eq!(full.outcome(), Some(Outcome::Draw));
    assert_eq!(full.legal_moves(), []);
}

#[test]
fn no_position_has_two_winners_but_in_complica() {
    let board = ["....", "....", "....", "....", "....", "OOOO", "XXXX"];
    let refused = drawn(Variant::Gravity, 'O', &board);
    assert_eq!(refused, Err(Unsound::TwoWinners.into()));
    assert!(drawn(Variant::Complica, 'O', &board).is_ok());
}

#[test]
fn complica_pushes_a_full_column_down() {
    let full = play(start(Variant::Complica), "a a a a a a a");
    assert_eq!(full.turn(), Color::Black);
    assert_eq!(full.legal_moves().len(), 4);
    let pushed = play(full, "a");
    let column: Vec<String> = rows(&pushed).iter().map(|row| row[..1].into()).collect();
    assert_eq!(column.concat(), "XOXOXOX");
    // The disc that left was white's first.
    assert_eq!(pushed.board().of(Color::White).len(), 3);
    assert_eq!(pushed.empties(), full.empties());
}

#[test]
fn complica_goes_on_while_both_have_four_in_line() {
    let both = drawn(
        Variant::Complica,
        'O',
        &["....", "....", "OOOO", "XXXX", "OXOX", "XOXO", "OXOX"],
    )
    .unwrap();
    assert_eq!(both.outcome(), None);
    assert_eq!(both.legal_moves().len(), 4);
}

#[test]
fn complica_pushes_can_break_and_make_lines() {
    let both = drawn(
        Variant::Complica,
        'O',
        &["X...", "O...", "X..O", "O..O", "X..O", "O..O", "XXXX"],
    )
    .unwrap();
    assert_eq!(both.outcome(), None);
    // White breaks black's line and is left with the only one.
    let pushed = play(both, "a");
    assert_eq!(rows(&pushed)[6], "OXXX");
    assert_eq!(pushed.outcome(), Some(Outcome::Win(Color::White)));
    let quiet = drawn(
        Variant::Complica,
        'O',
        &["X...", "O...", "O...", "O...", "X...", "XOOX", "OXXX"],
    )
    .unwrap();
    assert_eq!(quiet.outcome(), None);
    // The push brings a black disc into the row of the other three: the side
    // that did not move wins.
    let pushed = play(quiet, "a");
    assert_eq!(rows(&pushed)[6], "XXXX");
    assert_eq!(pushed.outcome(), Some(Outcome::Win(Color::Black)));
}

#[test]
fn complica_has_no_draw_by_a_full_board() {
    let full = drawn(
        Variant::Complica,
        'O',
        &["OXOX", "OXOX", "XOXO", "XOXO", "OXOX", "OXOX", "XOXO"],
    )
    .unwrap();
    assert_eq!(full.empties(), 0);
    assert_eq!(full.outcome(), None);
    assert_eq!(full.legal_moves().len(), 4);
}

#[test]
fn gravity_draws_discs_to_the_nearest_edge() {
    for (word, cell) in [
        ("c5", "a5"),  // left
        ("h6", "j6"),  // right
        ("e2", "e1"),  // up
        ("e9", "e10"), // down
        ("a5", "a5"),
    ] {
        assert_eq!(rests(10, 10, word), cell, "{word}");
    }
}

#[test]
fn gravity_slides_into_the_corner_of_two_nearest_edges() {
    for (word, cell) in [
        ("c3", "a1"),
        ("h3", "j1"),
        ("c8", "a10"),
        ("h8", "j10"),
        // The four cells in the middle of an even board have a corner each.
        ("e5", "a1"),
        ("f5", "j1"),
        ("e6", "a10"),
        ("f6", "j10"),
    ] {
        assert_eq!(rests(10, 10, word), cell, "{word}");
    }
}

#[test]
fn equal_pulls_of_opposite_edges_cancel() {
    // In the middle of an odd square all four cancel.
    assert_eq!(rests(5, 5, "c3"), "c3");
    // Left and right cancel, and the nearer top or bottom is what is left.
    assert_eq!(rests(5, 6, "c3"), "c1");
    assert_eq!(rests(5, 6, "c4"), "c6");
    assert_eq!(rests(6, 5, "c3"), "a3");
    assert_eq!(rests(6, 5, "d3"), "f3");
    // Both are nearest and cancel, and the others are further away.
    assert_eq!(rests(5, 9, "c5"), "c5");
    assert_eq!(rests(5, 9, "c4"), "c4");
    assert_eq!(rests(13, 3, "g2"), "g2");
    assert_eq!(rests(13, 3, "g1"), "g1");
    assert_eq!(rests(13, 3, "b2"), "a2");
    // On an even board no two opposite edges are equally near.
    let size = Size::new(6, 8).unwrap();
    for cell in size.cells() {
        let word = cell.to_string();
        assert!(
            ["a", "f"]
                .iter()
                .any(|edge| rests(6, 8, &word).starts_with(edge))
                || rests(6, 8, &word).ends_with('1')
                || rests(6, 8, &word).ends_with('8'),
            "{word}"
        );
    }
}

#[test]
fn discs_stop_at_discs() {
    let position = play(gravity(10, 10), "c5 d5 d5");
    assert_eq!(rows(&position)[4], "OXO.......");
    // Along the diagonal as well, and a disc beside the way does not matter.
    let position = play(gravity(10, 10), "c3 b1 d4 c3");
    let found = rows(&position);
    assert_eq!(
        (&found[0][..4], &found[1][..4], &found[2][..4]),
        ("OX..", ".O..", "..X.")
    );
}

#[test]
fn gravity_refuses_taken_and_outside_cells() {
    let position = play(gravity(4, 4), "a1");
    let at = |word| notation::read_move(word, Variant::Gravity).unwrap();
    let (column, row) = (0, 0);
    let occupied = IllegalMove::Occupied(Cell { column, row });
    assert_eq!(position.after(at("a1")), Err(occupied));
    for word in ["e1", "a5", "z99", "t20"] {
        let refused = position.after(at(word));
        assert!(matches!(refused, Err(IllegalMove::OffBoard(..))), "{word}");
    }
    assert_eq!(position.legal_moves().len(), 15);
}

#[test]
fn a_full_gravity_board_is_a_draw() {
    let almost = drawn(Variant::Gravity, 'O', &[".XOO", "OOXX", "XXOO", "OOXX"]).unwrap();
    assert_eq!(almost.outcome(), None);
    assert_eq!(play(almost, "a1").outcome(), Some(Outcome::Draw));
}

#[test]
fn columns_and_cells_are_not_interchangeable() {
    let (column, row) = (0, 0);
    let cell = Move::Cell(Cell { column, row });
    for (variant, mv) in [
        (Variant::ConnectFour, cell),
        (Variant::Complica, cell),
        (Variant::Gravity, Move::Column(0)),
    ] {
        let refused = start(variant).after(mv);
        assert_eq!(refused, Err(IllegalMove::WrongKind(mv, variant)));
    }
}

#[test]
fn undo_goes_back_through_pushes_and_slides() {
    for (start, words) in [
        (start(Variant::Complica), "a a a a a a a a a b a a b"),
        (gravity(6, 5), "c3 d3 c3 d3 b2 c2 e4 f1"),
    ] {
        let mut history = History::new(start);
        let mut seen = vec![start];
        for word in words.split_whitespace() {
            let mv = notation::read_move(word, start.variant()).unwrap();
            history.play(mv).unwrap();
            seen.push(*history.current());
        }
        let last = seen.pop().unwrap();
        while history.undo().is_some() {
            assert_eq!(Some(*history.current()), seen.pop());
        }
        while history.redo().is_some() {}
        assert_eq!(*history.current(), last);
    }
}

#[test]
fn moves_are_read_as_they_are_written() {
    for (word, column) in [("a", 0), ("G", 6), ("1", 0), ("7", 6)] {
        let read = notation::read_move(word, Variant::ConnectFour);
        assert_eq!(read, Ok(Move::Column(column)));
    }
    for word in ["", "0", "-1", "+1", "d4", "dd", "256", "é", "pass"] {
        let read = notation::read_move(word, Variant::Complica);
        assert!(read.is_err(), "{word:?}");
    }
    for word in ["", "c", "7", "c0", "c+7", "c-7", "éa", "77", "c256", "c7 "] {
        let read = notation::read_move(word, Variant::Gravity);
        assert!(read.is_err(), "{word:?}");
    }
}

#[test]
fn boards_are_read_back() {
    for (start, words) in [
        (start(Variant::ConnectFour), "d d d a g g a"),
        (start(Variant::Complica), "a a a a a a a a b"),
        (gravity(13, 3), "g2 a1 m3 c2 d2"),
    ] {
        let position = play(start, words);
        let text = notation::write_board(&position);
        let read = notation::read_board(&text, position.variant(), position.size());
        assert_eq!(read, Ok(position));
    }
}

#[test]
fn bad_boards_are_refused_and_say_why() {
    let read = |text: &str| {
        let size = Size::new(4, 7).unwrap();
        let read = notation::read_board(text, Variant::Complica, size);
        read.unwrap_err().to_string()
    };
    assert!(read("X").starts_with("1 characters, expected 29"));
    assert!(read(&"é".repeat(29)).starts_with("character 1: \"é\", expected the side to move"));
    let mut text = "X".to_owned() + &"-".repeat(27) + "?";
    assert_eq!(read(&text), "character 29: \"?\", expected X, O or '.'");
    text.replace_range(1..2, "O");
    text.replace_range(28..29, "-");
    assert_eq!(read(&text), "there is nothing under the disc on a1");
}

/// The rules once more, on a grid of characters, as one would explain them.
mod slow {
    use super::Variant;

    #[derive(Clone)]
    pub(super) struct Game {
        variant: Variant,
        grid: Vec<Vec<char>>,
        turn: char,
    }

    impl Game {
        pub(super) fn new(variant: Variant, columns: usize, rows: usize) -> Game {
            Game {
                variant,
                grid: vec![vec!['.'; columns]; rows],
                turn: 'O',
            }
        }

        pub(super) fn rows(&self) -> Vec<String> {
            self.grid.iter().map(|row| row.iter().collect()).collect()
        }

        fn at(&self, row: i32, column: i32) -> Option<char> {
            let row = self.grid.get(usize::try_from(row).ok()?)?;
            row.get(usize::try_from(column).ok()?).copied()
        }

        fn has_line(&self, disc: char) -> bool {
            let (rows, columns) = (self.grid.len() as i32, self.grid[0].len() as i32);
            (0..rows).any(|row| {
                (0..columns).any(|column| {
                    [(0, 1), (1, 0), (1, 1), (1, -1)]
                        .iter()
                        .any(|(down, right)| {
                            (0..4)
                                .all(|n| self.at(row + n * down, column + n * right) == Some(disc))
                        })
                })
            })
        }

        fn is_over(&self) -> bool {
            let full = !self.grid.iter().flatten().any(|cell| *cell == '.');
            match (self.has_line('X'), self.has_line('O')) {
                (true, true) => false,
                (true, false) | (false, true) => true,
                (false, false) => full && self.variant != Variant::Complica,
            }
        }

        fn drop_into(&self, column: usize) -> Option<Game> {
            let mut game = self.clone();
            match (0..self.grid.len())
                .rev()
                .find(|row| self.grid[*row][column] == '.')
            {
                Some(row) => game.grid[row][column] = self.turn,
                None if self.variant == Variant::ConnectFour => return None,
                None => {
                    for row in (1..self.grid.len()).rev() {
                        game.grid[row][column] = self.grid[row - 1][column];
                    }
                    game.grid[0][column] = self.turn;
                }
            }
            Some(game)
        }

        fn let_go(&self, row: i32, column: i32) -> Option<Game> {
            if self.at(row, column) != Some('.') {
                return None;
            }
            let (rows, columns) = (self.grid.len() as i32, self.grid[0].len() as i32);
            // How far each edge is, and which way it lies.
            let edges = [
                (row, (-1, 0)),
                (rows - 1 - row, (1, 0)),
                (column, (0, -1)),
                (columns - 1 - column, (0, 1)),
            ];
            let nearest = edges.iter().map(|(far, _)| *far).min()?;
            let mut way = (0, 0);
            for (_, (down, right)) in edges.iter().filter(|(far, _)| *far == nearest) {
                way = (way.0 + down, way.1 + right);
            }
            let (mut row, mut column) = (row, column);
            while way != (0, 0) && self.at(row + way.0, column + way.1) == Some('.') {
                (row, column) = (row + way.0, column + way.1);
            }
            let mut game = self.clone();
            game.grid[row as usize][column as usize] = self.turn;
            Some(game)
        }

        pub(super) fn play(&self, word: &str) -> Game {
            let column = word.as_bytes()[0] - b'a';
            let next = match word[1..].parse::<i32>() {
                Ok(row) => self.let_go(row - 1, column.into()),
                Err(_) => self.drop_into(column.into()),
            };
            next.unwrap().passed_on()
        }

        fn passed_on(mut self) -> Game {
            self.turn = if self.turn == 'O' { 'X' } else { 'O' };
            self
        }

        /// What may follow, in the order of the columns, or of the cells row by
        /// row.
        pub(super) fn next(&self) -> Vec<Game> {
            if self.is_over() {
                return Vec::new();
            }
            let columns = self.grid[0].len();
            let next: Vec<Game> = match self.variant {
                Variant::Gravity => (0..columns * self.grid.len())
                    .filter_map(|n| self.let_go((n / columns) as i32, (n % columns) as i32))
                    .collect(),
                _ => (0..columns)
                    .filter_map(|column| self.drop_into(column))
                    .collect(),
            };
            next.into_iter().map(Game::passed_on).collect()
        }

        pub(super) fn count(&self, length: u32) -> u64 {
            match length {
                0 => 1,
                _ => self.next().iter().map(|game| game.count(length - 1)).sum(),
            }
        }
    }
}

/// A row of the file: so many sequences of this length after these moves.
struct Row {
    variant: Variant,
    size: (usize, usize),
    moves: String,
    length: u32,
    count: u64,
}

fn counts() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sequences/connect.txt");
    let (mut variant, mut size, mut moves) = (Variant::ConnectFour, (0, 0), String::new());
    let mut rows = Vec::new();
    for line in fs::read_to_string(path).unwrap().lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |word: &str| word.parse::<usize>().unwrap();
        match words[..] {
            [] | ["#", ..] => {}
            ["game", name, columns, rows] => {
                let named = |variant: &Variant| variant.to_string() == name;
                variant = Variant::ALL.into_iter().find(named).unwrap();
                size = (number(columns), number(rows));
                moves.clear();
            }
            ["moves", ref words @ ..] => moves = words.join(" "),
            ["count", length, count] => rows.push(Row {
                variant,
                size,
                moves: moves.clone(),
                length: number(length) as u32,
                count: number(count) as u64,
            }),
            _ => panic!("{line}"),
        }
    }
    rows
}

#[test]
fn sequences_are_counted_as_in_the_file() {
    let budget = std::env::var("SEQUENCES_BUDGET")
        .map(|budget| budget.parse().expect("SEQUENCES_BUDGET is a number"))
        .unwrap_or(BUDGET);
    let rows = counts();
    assert!(rows.len() > 50, "only {} rows", rows.len());
    for row in rows.iter().filter(|row| row.count <= budget) {
        let size = Size::new(row.size.0, row.size.1).unwrap();
        let start = Position::start_on(row.variant, size).unwrap();
        let found = count_sequences(&play(start, &row.moves), row.length);
        assert_eq!(found, row.count, "{} {size} {}", row.variant, row.moves);
    }
}

#[test]
fn the_counts_are_those_of_the_slow_rules() {
    for row in counts().iter().filter(|row| row.count <= BUDGET / 50) {
        let mut game = slow::Game::new(row.variant, row.size.0, row.size.1);
        for word in row.moves.split_whitespace() {
            game = game.play(word);
        }
        assert_eq!(game.count(row.length), row.count, "{}", row.variant);
    }
}

/// A cheap generator of numbers that look random.
fn next_random(state: &mut u64) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1);
    (*state >> 33) as usize
}

#[test]
fn whole_games_agree_with_the_slow_rules() {
    let mut chance = 9;
    let sizes = [(4, 4), (5, 5), (7, 6), (6, 9), (13, 3), (20, 20)];
    let mut games: Vec<(Variant, usize, usize)> = vec![(Variant::ConnectFour, 7, 6); 40];
    games.extend([(Variant::Complica, 4, 7); 40]);
    games.extend(
        sizes
            .map(|(columns, rows)| (Variant::Gravity, columns, rows))
            .repeat(4),
    );
    for (variant, columns, rows_count) in games {
        let size = Size::new(columns, rows_count).unwrap();
        let mut fast = Position::start_on(variant, size).unwrap();
        let mut slow = slow::Game::new(variant, columns, rows_count);
        for _ in 0..400 {
            let (moves, next) = (fast.legal_moves(), slow.next());
            assert_eq!(moves.len(), next.len(), "{fast:?}");
            assert_eq!(moves.is_empty(), fast.outcome().is_some());
            if moves.is_empty() {
                break;
            }
            let choice = next_random(&mut chance) % moves.len();
            fast = fast.after(moves[choice]).unwrap();
            slow = next[choice].clone();
            assert_eq!(rows(&fast), slow.rows());
        }
    }
}
