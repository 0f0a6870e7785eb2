//! What can be read, what cannot and why, and that writing undoes reading.

use outflank::game::{Color, Game};
use outflank::othello::notation::transcript::Passes;
use outflank::othello::notation::{self, columns, obf, transcript};
use outflank::othello::{History, Move, Position, Size, Start};
use proptest::prelude::*;

/// The text of a data file.
fn data(name: &str) -> String {
    let path = format!("{}/tests/data/notation/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// One block of `lopsided.txt`.
struct Lopsided {
    text: String,
}

impl Lopsided {
    fn all() -> Vec<Lopsided> {
        let text = data("lopsided.txt");
        let blocks = text
            .split("\n\n")
            .filter(|block| block.starts_with("position"));
        blocks
            .map(|block| Lopsided { text: block.into() })
            .collect()
    }

    /// What follows a key, if the block has it.
    fn get(&self, key: &str) -> Option<&str> {
        self.text.lines().find_map(|line| {
            let rest = line.strip_prefix(key)?;
            rest.is_empty().then_some(rest).or(rest.strip_prefix(' '))
        })
    }

    fn size(&self) -> Size {
        Size::from_side(self.get("size").unwrap().parse().unwrap()).unwrap()
    }

    /// The position disc by disc, which no order of squares can spoil.
    fn position(&self) -> Position {
        let turn = match self.get("turn") {
            Some("X") => Color::Black,
            _ => Color::White,
        };
        let mut position = Position::empty(self.size(), turn);
        for (key, color) in [("black", Color::Black), ("white", Color::White)] {
            for square in self.get(key).unwrap().split(' ') {
                position.put(square.parse().unwrap(), Some(color));
            }
        }
        position
    }
}

#[test]
fn lopsided_positions_are_the_same_in_every_order() {
    let all = Lopsided::all();
    assert_eq!(all.len(), 8);
    for case in all {
        let position = case.position();
        let by_columns = case.get("columns").unwrap();
        let by_rows = case.get("rows").unwrap();
        assert_eq!(columns::write(&position), by_columns);
        assert_eq!(obf::write_position(&position), by_rows);
        assert_eq!(columns::read(by_columns), Ok(position));
        assert_eq!(obf::read_position(by_rows), Ok(position));
        assert_eq!(notation::read_board(by_columns), Ok(position));
        assert_eq!(notation::read_board(by_rows), Ok(position));

        let saved = by_columns.replace('X', "*").replace('-', " ");
        assert_eq!(columns::write_file(&position), saved);
        assert_eq!(columns::read(&saved), Ok(position));
        assert_eq!(columns::read(&format!("{saved}\r\n")), Ok(position));
    }
}

#[test]
fn transcripts_lead_to_the_lopsided_positions() {
    for case in Lopsided::all() {
        let Some(moves) = case.get("moves") else {
            continue;
        };
        let start = Position::start(case.size(), Start::Standard, Color::Black);
        let game = transcript::read(moves, start).unwrap();
        assert_eq!(*game.current(), case.position());
        assert_eq!(transcript::write(&game, Passes::Written), moves);
    }
}

#[test]
fn every_character_for_a_disc_is_understood() {
    let expected = columns::read("X-----XO--OX-----");
    for black in ["X", "x", "B", "b", "*"] {
        for white in ["O", "o", "W", "w", "0"] {
            for empty in ["-", ".", "_", " "] {
                let text = "X-----XO--OX-----"
                    .replace('X', black)
                    .replace('O', white)
                    .replace('-', empty);
                assert_eq!(columns::read(&text), expected, "{text:?}");
            }
        }
    }
}

#[test]
fn published_problems_are_written_as_they_were_read() {
    let text = data("ffo-1-19.obf");
    let mut written = String::new();
    for (number, entry) in obf::read_file(&text) {
        let entry = entry.unwrap_or_else(|error| panic!("line {number}: {error}"));
        written += &obf::write(&entry);
        written += "\n";
    }
    assert_eq!(written, text);
}

#[test]
fn a_bad_line_of_an_obf_file_does_not_spoil_the_others() {
    let text = "% three positions\r\n\r\n\
                -----XO--OX----- X; +3; % even so\r\n\
                -----XO--OX---- X;\r\n\
                \x20 -----xo--ox-----x;c1:-1;  a3:+3";
    let lines: Vec<_> = obf::read_file(text).collect();
    assert_eq!(
        lines.iter().map(|line| line.0).collect::<Vec<_>>(),
        [3, 4, 5]
    );

    let first = lines[0].1.as_ref().unwrap();
    assert_eq!(obf::write(first), "-----XO--OX----- X; +3; % even so");
    assert_eq!(first.value(), Some(3));

    let error = lines[1].1.as_ref().unwrap_err();
    assert_eq!((error.place.line, error.place.column), (4, 1));

    let last = lines[2].1.as_ref().unwrap();
    assert_eq!(obf::write(last), "-----XO--OX----- X; C1:-1; A3:+3;");
    assert_eq!(last.value(), Some(3));
}

/// After these moves black has no square, and white may play e3 or f6.
const BEFORE_A_PASS: &str = "d3c3b3b2e6a3a1c1";

#[test]
fn passes_may_be_left_out_or_written_in_any_spelling() {
    let start = Position::default();
    let before = transcript::read(BEFORE_A_PASS, start).unwrap();
    assert!(before.current().must_pass());
    let reply = "e3".parse().unwrap();
    let mut expected = before.clone();
    expected.play_all([Move::Pass, Move::Place(reply)]).unwrap();

    for pass in ["", "pa", "PA", "ps", "pass", "Pass", "PP", "--", "@@@@"] {
        let text = format!("{BEFORE_A_PASS}{pass}{reply}");
        assert_eq!(
            transcript::read(&text, start),
            Ok(expected.clone()),
            "{text}"
        );
    }
    let left_out = transcript::write(&expected, Passes::LeftOut);
    assert_eq!(left_out, format!("{BEFORE_A_PASS}{reply}"));
}

#[test]
fn what_people_put_between_moves_is_skipped() {
    let expected = transcript::read("f5d6c3d3", Position::default());
    for text in [
        "F5D6C3D3",
        "f5 d6 c3 d3\n",
        "F5-D6-C3-D3",
        "1. f5 d6\r\n2. c3 d3",
        "1.f5,d6, 2.c3,\td3;",
        " 1... f5 12. d6 c3-d3 -",
    ] {
        assert_eq!(
            transcript::read(text, Position::default()),
            expected,
            "{text}"
        );
    }
    assert!(expected.is_ok());
}

#[test]
fn moves_as_written_are_all_made_or_none() {
    let mut game = transcript::read("f5", Position::default()).unwrap();
    let before = game.clone();
    let written = transcript::read_moves("d6c3a1").unwrap();
    let error = transcript::play(&mut game, written.iter().map(|w| w.mv)).unwrap_err();
    assert_eq!(error.index, 2);
    assert_eq!(game, before);
    transcript::play(&mut game, written[..2].iter().map(|w| w.mv)).unwrap();
    assert_eq!(transcript::write(&game, Passes::Written), "f5d6c3");
}

/// Any position, also one that no game reaches.
fn positions() -> impl Strategy<Value = Position> {
    let size = proptest::sample::select(&Size::ALL[..]);
    let discs = proptest::collection::vec(0..3u8, 100);
    (size, discs, any::<bool>()).prop_map(|(size, discs, black)| {
        let turn = if black { Color::Black } else { Color::White };
        let mut position = Position::empty(size, turn);
        for (square, disc) in size.squares().zip(discs) {
            let color = [None, Some(Color::Black), Some(Color::White)][usize::from(disc)];
            position.put(square, color);
        }
        position
    })
}

/// A start position of any kind.
fn starts() -> impl Strategy<Value = Position> {
    let size = proptest::sample::select(&Size::ALL[..]);
    let start = proptest::sample::select(&[Start::Standard, Start::Mirrored][..]);
    let first = proptest::sample::select(&[Color::Black, Color::White][..]);
    (size, start, first).prop_map(|(size, start, first)| Position::start(size, start, first))
}

/// A game of any length from a start or from any position.
fn games() -> impl Strategy<Value = History> {
    let start = prop_oneof![3 => starts(), 1 => positions()];
    let choices = proptest::collection::vec(any::<u8>(), 0..110);
    (start, choices).prop_map(|(start, choices)| {
        let mut game = History::new(start);
        for choice in choices {
            let legal = game.current().legal_moves();
            if legal.is_empty() {
                break;
            }
            game.play(legal[usize::from(choice) % legal.len()]).unwrap();
        }
        game
    })
}

/// A game without the passes at its end.
fn up_to_the_last_disc(game: &History) -> History {
    let mut game = game.clone();
    while game.moves().next_back() == Some(Move::Pass) {
        game.undo();
    }
    let mut shorter = History::new(*game.start());
    shorter.play_all(game.moves()).unwrap();
    shorter
}

proptest! {
    #[test]
    fn any_position_survives_every_format(position in positions()) {
        let text = columns::write(&position);
        prop_assert_eq!(columns::read(&text), Ok(position));
        prop_assert_eq!(notation::read_board(&text), Ok(position));
        prop_assert_eq!(columns::read(&columns::write_file(&position)), Ok(position));

        let text = obf::write_position(&position);
        prop_assert_eq!(obf::read_position(&text), Ok(position));
        prop_assert_eq!(notation::read_board(&text), Ok(position));
    }

    #[test]
    fn any_problem_survives_obf(
        position in positions(),
        scores in proptest::collection::vec(-100..=100, 0..40),
        value in proptest::option::of(-100..=100),
        comment in proptest::option::of("( \\PC{0,20}[a-z])?"),
    ) {
        let moves = position.legal_moves().into_iter().zip(scores);
        let mut fields: Vec<_> = moves.map(|(mv, score)| obf::Field::Move(mv, score)).collect();
        fields.extend(value.map(obf::Field::Value));
        let entry = obf::Entry { position, fields, comment };
        let text = obf::write(&entry);
        let read = obf::read(&text);
        prop_assert_eq!(read.as_ref().map(obf::write), Ok(text));
        prop_assert_eq!(read, Ok(entry));
    }

    #[test]
    fn any_game_survives_its_transcript(game in games()) {
        let text = transcript::write(&game, Passes::Written);
        prop_assert_eq!(transcript::read(&text, *game.start()), Ok(game.clone()));
        prop_assert_eq!(transcript::read(&text.to_uppercase(), *game.start()), Ok(game.clone()));
        let text = transcript::write(&game, Passes::LeftOut);
        let expected = up_to_the_last_disc(&game);
        prop_assert_eq!(transcript::read(&text, *game.start()), Ok(expected));
    }
}
