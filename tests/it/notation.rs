//! What can be read, what cannot and why, and that writing undoes reading.

use std::time::Duration;

use outflank::game::{Color, Game};
use outflank::othello::notation::diagram::{self, Marks};
use outflank::othello::notation::ggf::{self, Ending, Tag, TimeLeft, Verdict};
use outflank::othello::notation::transcript::Passes;
use outflank::othello::notation::{self, Place, ReadError, columns, obf, tablero, transcript};
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
fn lopsided_positions_are_the_same_in_rows_of_their_own() {
    for case in Lopsided::all() {
        let position = case.position();
        let side = usize::from(case.size().side());
        let (squares, turn) = case.get("rows").unwrap().rsplit_once(' ').unwrap();
        let rows: Vec<&[u8]> = squares.as_bytes().chunks(side).collect();
        let rows = String::from_utf8(rows.join(&b'\n')).unwrap();

        let player = if turn == "O" { 1 } else { 2 };
        let saved = format!("TAMANYO DEL TABLERO:\n{side}\nJUGADOR:\n{player}\n{rows}\n");
        let saved = saved.replace('-', ".");
        assert_eq!(tablero::write(&position), saved);
        assert_eq!(tablero::read(&saved), Ok(position));
        assert_eq!(tablero::read(&saved.replace('\n', "\r\n")), Ok(position));
        assert_eq!(tablero::read(saved.trim_end()), Ok(position));

        let board = format!("BO[{side} {squares} {turn}]").replace('X', "*");
        let game = ggf::read(&format!("(;{board};)")).unwrap();
        assert_eq!(game.history().current(), &position);
        let spread = format!("(;BO[{side} {} {turn}];)", rows.replace('\n', " "));
        assert_eq!(ggf::read(&spread).unwrap().history(), game.history());
        assert!(ggf::write(&ggf::Game::new(&position)).ends_with(&format!("{board};)")));
    }
}

#[test]
fn the_board_is_drawn_for_people() {
    let position = transcript::read("f5d6c3", Position::default()).unwrap();
    let drawing = "   a b c d e f g h
 1 . . . . . . . .
 2 . . . . . . . .
 3 . . X + . + . .
 4 . . . X X + . .
 5 . . . O X X + .
 6 . . . O . . . .
 7 . . . . . . . .
 8 . . . . . . . .
white (O) to move, 5 black, 2 white
";
    assert_eq!(diagram::write(position.current(), Marks::Legal), drawing);
    assert_eq!(diagram::read(drawing).as_ref(), Ok(position.current()));
    let plain = drawing.replace('+', ".");
    assert_eq!(diagram::write(position.current(), Marks::None), plain);

    let large = transcript::read(
        "g6e7d4",
        Position::start(Size::Ten, Start::Standard, Color::Black),
    );
    let drawing = "   a b c d e f g h i j
 1 . . . . . . . . . .
 2 . . . . . . . . . .
 3 . . . . . . . . . .
 4 . . . X . . . . . .
 5 . . . . X X . . . .
 6 . . . . O X X . . .
 7 . . . . O . . . . .
 8 . . . . . . . . . .
 9 . . . . . . . . . .
10 . . . . . . . . . .
white (O) to move, 5 black, 2 white
";
    assert_eq!(
        diagram::write(large.unwrap().current(), Marks::None),
        drawing
    );
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
fn a_file_of_valued_positions_is_written_as_it_was_read() {
    let text = data("positions.obf");
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

#[test]
fn games_are_written_as_they_were_read_and_end_as_they_say() {
    let text = data("games.ggf");
    let records = ggf::read_file(&text).unwrap();
    assert_eq!(ggf::write_file(&records), text);
    let games: Vec<_> = records.iter().flat_map(|record| &record.games).collect();
    assert_eq!(games.len(), 8);
    for game in games {
        let end = game.history().current();
        let Some(stated) = game.verdict().unwrap().difference else {
            assert!(!end.is_over());
            continue;
        };
        assert!(end.is_over());
        // A komi is what black gives, and the result has it taken off.
        let komi: f64 = game
            .get(Tag::Komi)
            .map_or(0.0, |komi| komi.parse().unwrap());
        let difference = end.score().difference(Color::Black);
        assert_eq!(f64::from(difference) - komi, stated, "{}", ggf::write(game));
    }
}

#[test]
fn a_game_may_end_in_a_pass() {
    let text = data("games.ggf");
    let last = ggf::read(text.lines().last().unwrap()).unwrap();
    assert_eq!(last.history().moves().next_back(), Some(Move::Pass));
    assert_eq!(last.history().current().turn(), Color::White);
    assert_eq!(
        last.turns().last().unwrap().time,
        Some(Duration::from_millis(3100))
    );
}

#[test]
fn white_space_between_properties_and_passes_left_out_are_understood() {
    let start = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let text = format!(" (;\r\n{start} B[d3]W[c3]B[b3]W[b2]\nB[e6]W[a3]B[a1]W[c1]\tW[e3] ;)\n");
    let game = ggf::read(&text).unwrap();
    assert_eq!(
        transcript::write(game.history(), Passes::Written),
        "d3c3b3b2e6a3a1c1pae3"
    );
    let tight: String = text.split_whitespace().collect();
    let tight = tight.replace("BO[8", "BO[8 ").replace("*]B", " *]B");
    assert_eq!(ggf::write(&game), tight);
}

#[test]
fn clocks_run_as_the_moves_say() {
    let seconds = Duration::from_secs;
    let read = |clocks: &str, moves: &str| ggf::read(&format!("(;{clocks}{moves};)")).unwrap();
    let moves = "B[f5//40]W[d6//0.5]B[c3//30]W[d3]";

    let game = read("TI[1:00/0:02/0:30]", moves);
    assert_eq!(
        game.time_left(Color::Black),
        Some(TimeLeft::Extension(seconds(24)))
    );
    assert_eq!(
        game.time_left(Color::White),
        Some(TimeLeft::Base(Duration::from_millis(63_500)))
    );
    let game = read("TB[1:00//0]TW[1:00:00]", moves);
    assert_eq!(game.time_left(Color::Black), Some(TimeLeft::Nothing));
    assert_eq!(game.clock(Color::White).unwrap().extension, seconds(120));
    assert_eq!(read("", moves).time_left(Color::Black), None);
    assert_eq!(read("TI[0//0]", moves).time_left(Color::Black), None);
}

#[test]
fn results_say_how_the_game_ended() {
    let verdict = |text: &str| {
        ggf::read(&format!("(;RE[{text}];)"))
            .unwrap()
            .verdict()
            .unwrap()
    };
    for (text, difference, ending) in [
        ("?", None, None),
        ("+12.000", Some(12.0), None),
        ("-64.000:r", Some(-64.0), Some(Ending::Resigned)),
        ("+2.000:t", Some(2.0), Some(Ending::Time)),
        ("+0.000:s", Some(0.0), Some(Ending::Agreed)),
        ("-8.500:l", Some(-8.5), Some(Ending::Left)),
    ] {
        assert_eq!(verdict(text), Verdict { difference, ending });
        assert_eq!(verdict(text).to_string(), text);
    }
    assert_eq!(verdict("7").difference, Some(7.0));
}

#[test]
fn a_game_is_built_move_by_move() {
    let mut game = ggf::Game::new(&Position::default());
    game.set(Tag::White, "you").unwrap();
    game.set(Tag::Black, "me").unwrap();
    game.set(Tag::Black, "myself").unwrap();
    let time = Duration::from_millis(1330);
    game.play(
        "f5".parse().map(Move::Place).unwrap(),
        Some(2.5),
        Some(time),
    )
    .unwrap();
    game.play("d6".parse().map(Move::Place).unwrap(), None, Some(time))
        .unwrap();
    game.play("c3".parse().map(Move::Place).unwrap(), Some(f64::NAN), None)
        .unwrap();
    assert!(game.play(Move::Pass, None, None).is_err());
    assert!(game.set(Tag::Place, "a]b").is_err());
    assert!(game.set(Tag::Clock, "soon").is_err());
    assert!(game.set(Tag::BlackMove, "d3").is_err());
    let text = "(;GM[Othello]PB[myself]PW[you]TY[8]\
                BO[8 ---------------------------O*------*O--------------------------- *]\
                B[F5/2.50/1.330]W[D6//1.330]B[C3];)";
    assert_eq!(ggf::write(&game), text);
    assert_eq!(ggf::read(text), Ok(game));
}

/// Reads a text as some format and writes it again, if it can be read.
///
/// What has been read must also survive its own writing: `None` says that it
/// did not.
fn reread(format: &str, text: &str) -> Result<Option<String>, ReadError> {
    fn same<T: PartialEq>(
        text: &str,
        read: impl Fn(&str) -> Result<T, ReadError>,
        write: impl Fn(&T) -> String,
    ) -> Result<Option<String>, ReadError> {
        let value = read(text)?;
        let written = write(&value);
        Ok((read(&written)? == value).then_some(written))
    }
    match format {
        "columns" => same(text, columns::read, columns::write),
        "rothelo" => same(text, columns::read, columns::write_file),
        "board" => same(text, notation::read_board, obf::write_position),
        "obf" => same(text, obf::read, obf::write),
        "tablero" => same(text, tablero::read, tablero::write),
        "transcript" => same(
            text,
            |text| transcript::read(text, Position::default()),
            |game| transcript::write(game, Passes::Written),
        ),
        "ggf" => same(text, ggf::read, ggf::write),
        "ggf-file" => same(text, ggf::read_file, |records| ggf::write_file(records)),
        "diagram" => same(text, diagram::read, |position| {
            diagram::write(position, Marks::Legal)
        }),
        _ => panic!("no format is called {format}"),
    }
}

const FORMATS: [&str; 9] = [
    "columns",
    "rothelo",
    "board",
    "obf",
    "tablero",
    "transcript",
    "ggf",
    "ggf-file",
    "diagram",
];

#[test]
fn what_cannot_be_read_is_refused_with_its_place_and_what_was_expected() {
    let text = data("bad.txt");
    let content = |line: &&str| !line.starts_with('#') && !line.is_empty();
    let lines: Vec<&str> = text.lines().filter(content).collect();
    let mut wrong = String::new();
    for case in lines.chunks(2) {
        let (format, text) = case[0].split_once(" |").unwrap();
        let text = text.strip_suffix('|').unwrap();
        let text = text.replace("\\n", "\n").replace("\\r", "\r");
        let expected = case[1].trim();
        match reread(format, &text) {
            Err(error) if error.to_string() == expected => {}
            other => wrong += &format!("{}\n  expected {expected}\n  got {other:?}\n", case[0]),
        }
    }
    assert!(lines.len() > 100 && lines.len().is_multiple_of(2));
    assert!(wrong.is_empty(), "{wrong}");
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

/// A text of some format, right as it stands.
fn texts() -> impl Strategy<Value = String> {
    let written = |(position, game, format): (Position, History, usize)| match FORMATS[format] {
        "columns" => columns::write(&position),
        "rothelo" => columns::write_file(&position),
        "board" => obf::write_position(&position),
        "obf" => {
            let scored = |mv| obf::Field::Move(mv, 3);
            let fields = position.legal_moves().into_iter().map(scored).collect();
            let comment = Some(" why".into());
            obf::write(&obf::Entry {
                position,
                fields,
                comment,
            })
        }
        "tablero" => tablero::write(&position),
        "transcript" => transcript::write(&game, Passes::Written),
        "diagram" => diagram::write(&position, Marks::Legal),
        _ => {
            let mut game = ggf::Game::from(&game);
            game.set(Tag::BlackClock, "1.02:03:04.5/0:10/2:00").unwrap();
            game.set(Tag::Comment, "é").unwrap();
            game.set(Tag::Result, "-2.000:t").unwrap();
            let games = vec![game.clone(), game];
            ggf::write_file(&[ggf::Record {
                numbered: true,
                games,
            }])
        }
    };
    (positions(), games(), 0..FORMATS.len()).prop_map(written)
}

/// A text with a few of its characters replaced, removed, doubled or added.
fn mangled() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        proptest::sample::select(
            "XxOo*.-_ 0189abjfp[]();:/%+,@\r\n\t"
                .chars()
                .collect::<Vec<_>>()
        ),
        any::<char>(),
    ];
    let edits = proptest::collection::vec((any::<prop::sample::Index>(), 0..4, character), 0..5);
    (texts(), edits).prop_map(|(text, edits)| {
        let mut text: Vec<char> = text.chars().collect();
        for (index, kind, character) in edits {
            let index = index.index(text.len() + 1);
            match kind {
                0 => text.insert(index, character),
                _ if index == text.len() => text.push(character),
                1 => text[index] = character,
                2 => drop(text.remove(index)),
                _ => text.truncate(index),
            }
        }
        text.into_iter().collect()
    })
}

/// Whether a text has this place, the one behind its end included.
fn has_place(text: &str, place: Place) -> bool {
    let line = text.split('\n').nth(place.line - 1);
    line.is_some_and(|line| place.column <= line.chars().count() + 1)
}

fn never_panics(text: &str) -> Result<(), TestCaseError> {
    for format in FORMATS {
        match reread(format, text) {
            Ok(written) => prop_assert!(written.is_some(), "{} changed in {}", text, format),
            Err(error) => prop_assert!(has_place(text, error.place), "{}: {}", text, error),
        }
    }
    for (_, entry) in obf::read_file(text) {
        if let Err(error) = entry {
            prop_assert!(has_place(text, error.place), "{}: {}", text, error);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn mangled_text_is_read_whole_or_refused(text in mangled()) {
        never_panics(&text)?;
    }

    #[test]
    fn arbitrary_text_is_read_whole_or_refused(text in ".{0,120}") {
        never_panics(&text)?;
    }
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

        prop_assert_eq!(tablero::read(&tablero::write(&position)), Ok(position));
        for marks in [Marks::Legal, Marks::None] {
            prop_assert_eq!(diagram::read(&diagram::write(&position, marks)), Ok(position));
        }
    }

    #[test]
    fn any_game_survives_ggf(game in games()) {
        let written = ggf::write(&ggf::Game::from(&game));
        let read = ggf::read(&written).unwrap();
        prop_assert_eq!(read.history(), &game);
        prop_assert_eq!(ggf::write(&read), written);
        prop_assert_eq!(read, ggf::Game::from(&game));
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
