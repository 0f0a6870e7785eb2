#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::*;
use crate::game::Color;
use crate::protocol::command::{Clock, ClockWord, Go, Mode, Query, Setup, Solve, Turn, View};
use crate::protocol::dialect::FaultKind;
use crate::protocol::reply::{Code, Hint, Info, Kind, Proof, Status, Verdict};

/// What an argument that is one word may look like.
fn word() -> impl Strategy<Value = String> {
    "[a-z0-9@+_/.é-]{1,12}"
}

/// A move, which never is one of the words of `go`.
fn mv() -> impl Strategy<Value = String> {
    prop_oneof!["[a-j][1-9]", Just("pass".to_owned()), "[0-9]-[0-9]"]
}

fn text() -> impl Strategy<Value = String> {
    "[a-z0-9#/]{1,8}( [b-z0-9#]{3,9}){0,3}".prop_filter("reserved words", |text| {
        !text.contains("value") && !text.contains("moves") && !text.contains("string")
    })
}

fn clock() -> impl Strategy<Value = Clock> {
    (option::of(any::<i64>()), option::of(any::<i64>()))
        .prop_map(|(time, increment)| Clock { time, increment })
}

fn go() -> impl Strategy<Value = Go> {
    let limits = (
        option::of(any::<u32>()),
        option::of(any::<u64>()),
        option::of(any::<i64>()),
    );
    let clocks = (clock(), clock(), clock(), clock(), option::of(any::<u32>()));
    let solve = option::of(prop_oneof![Just(Solve::Exact), Just(Solve::Wld)]);
    let rest = (any::<bool>(), any::<bool>(), solve, vec(mv(), 0..4));
    let habits = (
        option::of(side()),
        any::<bool>(),
        any::<bool>(),
        option::of(any::<u32>()),
    );
    (limits, clocks, rest, habits).prop_map(|(limits, clocks, rest, habits)| Go {
        depth: limits.0,
        nodes: limits.1,
        movetime: limits.2,
        black: clocks.0,
        white: clocks.1,
        first: clocks.2,
        second: clocks.3,
        moves_to_go: clocks.4,
        infinite: rest.0,
        ponder: rest.1,
        solve: rest.2,
        search_moves: rest.3,
        side: habits.0,
        by_clock: habits.1,
        plays: habits.2,
        multi_pv: habits.3,
    })
}

fn side() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn turn() -> impl Strategy<Value = Turn> {
    (option::of(side()), mv(), option::of(any::<u64>())).prop_map(|(side, mv, took)| Turn {
        side,
        mv,
        took,
    })
}

fn clock_word() -> impl Strategy<Value = ClockWord> {
    prop_oneof![
        any::<(u64, u64, u32)>().prop_map(|(main, period, moves)| ClockWord::Set {
            main,
            period,
            moves
        }),
        (side(), any::<u64>(), any::<u32>()).prop_map(|(side, time, moves)| ClockWord::Left {
            side,
            time,
            moves
        }),
    ]
}

fn setup() -> impl Strategy<Value = Setup> {
    prop_oneof![
        Just(Setup::Start),
        "[XOxob* ._-]{0,70}".prop_map(Setup::Board),
        "[XO-]{1,64} [XO]".prop_map(Setup::Obf),
        "[xo1-8/]{1,64} [xo]".prop_map(Setup::Fen),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        handshake().prop_map(Command::Handshake),
        Just(Command::IsReady),
        (text(), option::of(text())).prop_map(|(name, value)| Command::SetOption { name, value }),
        (word(), vec((word(), word()), 0..3)).prop_map(|(game, settings)| Command::NewGame {
            game: Some(game),
            settings
        }),
        (setup(), vec(mv(), 0..4)).prop_map(|(from, moves)| Command::Position { from, moves }),
        "[XOxob* ._-]{0,70}".prop_map(Command::SetBoard),
        vec(mv(), 1..5).prop_map(Command::Play),
        (1..u32::MAX).prop_map(Command::Undo),
        (1..u32::MAX).prop_map(Command::Redo),
        go().prop_map(|go| Command::Go(Box::new(go))),
        Just(Command::Stop),
        Just(Command::PonderHit),
        option::of(word()).prop_map(Command::Show),
        Just(Command::Legal),
        mv().prop_map(Command::Flips),
        Just(Command::Status),
        (1..u32::MAX, option::of(any::<u32>()))
            .prop_map(|(count, depth)| Command::Hint { count, depth }),
        option::of(any::<u32>()).prop_map(|depth| Command::Analyze { depth }),
        Just(Command::Eval),
        Just(Command::EvalMoves),
        Just(Command::Stable),
        clock_word().prop_map(Command::Clock),
        any::<(bool, bool)>().prop_map(|(black, white)| Command::Mode(Mode { black, white })),
        option::of(word()).prop_map(|word| Command::Ping(word.unwrap_or_default())),
        text().prop_map(Command::Echo),
        Just(Command::Restart),
        text().prop_map(Command::Game),
        vec((side(), mv()), 0..4).prop_map(Command::SetDiscs),
        side().prop_map(Command::SetTurn),
        any::<[bool; 3]>().prop_map(|[mirror, flip, transpose]| Command::View(View {
            mirror,
            flip,
            transpose
        })),
        Just(Command::Settings),
        Just(Command::CpuTime),
        vec(turn(), 1..4).prop_map(Command::Turns),
        (1..u32::MAX).prop_map(Command::TakeBack),
        any::<u32>().prop_map(Command::Perft),
        (text(), option::of(word())).prop_map(|(file, format)| Command::Save { file, format }),
        (text(), option::of(any::<u32>())).prop_map(|(file, moves)| Command::Load { file, moves }),
        prop_oneof![
            Just(Query::GameOver),
            Just(Query::FirstPlayersTurn),
            Just(Query::Result)
        ]
        .prop_map(Command::Query),
        option::of(word()).prop_map(Command::Help),
        Just(Command::Quit),
    ]
}

fn handshake() -> impl Strategy<Value = Handshake> {
    prop_oneof![
        Just(Handshake::Native),
        Just(Handshake::Ugi),
        Just(Handshake::Uci)
    ]
}

fn proof() -> impl Strategy<Value = Proof> {
    prop_oneof![
        Just(Proof::Estimate),
        (0..=100u8).prop_map(Proof::Percent),
        Just(Proof::Wld),
        Just(Proof::Exact)
    ]
}

fn info() -> impl Strategy<Value = Info> {
    let small = (
        option::of(any::<u32>()),
        option::of(any::<u32>()),
        option::of(any::<u32>()),
        option::of(any::<u32>()),
    );
    let score = (option::of(any::<i32>()), option::of(proof()));
    let large = (
        option::of(any::<u64>()),
        option::of(any::<u64>()),
        option::of(any::<u64>()),
    );
    let tail = (vec(mv(), 0..4), option::of(text()));
    (small, score, large, tail).prop_map(|(small, score, large, tail)| Info {
        multipv: small.0,
        depth: small.1,
        seldepth: small.2,
        hashfull: small.3,
        score: score.0,
        proof: score.1,
        nodes: large.0,
        nps: large.1,
        time: large.2,
        pv: tail.0,
        string: tail.1,
    })
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        any::<bool>().prop_map(|default| Kind::Check { default }),
        any::<(i64, i64, i64)>().prop_map(|(default, min, max)| Kind::Spin { default, min, max }),
        Just(Kind::Button),
        "[a-z/]{0,9}".prop_map(|default| Kind::Text { default }),
    ]
}

fn hint() -> impl Strategy<Value = Hint> {
    (
        any::<u32>(),
        mv(),
        any::<i32>(),
        proof(),
        any::<u32>(),
        vec(mv(), 0..4),
    )
        .prop_map(|(rank, mv, score, proof, depth, pv)| Hint {
            rank,
            mv,
            score,
            proof,
            depth,
            pv,
        })
}

fn status() -> impl Strategy<Value = Status> {
    let result = option::of((word(), any::<u32>()));
    (word(), any::<[u32; 4]>(), word(), result).prop_map(|(turn, counts, state, result)| {
        let [black, white, empties, ply] = counts;
        Status {
            turn,
            black,
            white,
            empties,
            ply,
            state,
            result: result.map(|(winner, difference)| Verdict { winner, difference }),
        }
    })
}

const NOTATIONS: [&str; 5] = ["board", "obf", "moves", "ggf", "sgf"];

fn reply() -> impl Strategy<Value = Reply> {
    prop_oneof![
        (word(), text()).prop_map(|(key, value)| Reply::Id { key, value }),
        (text(), kind()).prop_map(|(name, kind)| Reply::Option { name, kind }),
        (text(), "[a-z0-9/]{1,9}").prop_map(|(name, value)| Reply::Setting { name, value }),
        any::<u64>().prop_map(Reply::CpuTime),
        handshake().prop_map(Reply::HandshakeOk),
        Just(Reply::ReadyOk),
        info().prop_map(Reply::Info),
        (mv(), option::of(mv())).prop_map(|(mv, ponder)| Reply::BestMove { mv, ponder }),
        hint().prop_map(Reply::Hint),
        Just(Reply::HintEnd),
        vec(mv(), 0..5).prop_map(Reply::Legal),
        vec(mv(), 0..5).prop_map(Reply::Flips),
        status().prop_map(Reply::Status),
        any::<i32>().prop_map(Reply::Eval),
        vec((mv(), any::<i32>()), 0..4).prop_map(Reply::EvalMoves),
        vec(mv(), 0..5).prop_map(Reply::Stable),
        (any::<u32>(), any::<i32>(), proof()).prop_map(|(ply, score, proof)| Reply::Analysis {
            ply,
            score,
            proof
        }),
        Just(Reply::AnalysisEnd),
        option::of(word()).prop_map(|word| Reply::Pong(word.unwrap_or_default())),
        (any::<u32>(), any::<u64>()).prop_map(|(depth, count)| Reply::Perft { depth, count }),
        (0..NOTATIONS.len(), text()).prop_map(|(index, text)| Reply::Notation {
            name: NOTATIONS[index].to_owned(),
            text
        }),
        text().prop_map(Reply::Response),
        text().prop_map(Reply::Help),
        (0..Code::ALL.len(), text()).prop_map(|(index, message)| Reply::Error {
            code: Code::ALL[index],
            message
        }),
    ]
}

proptest! {
    #[test]
    fn a_command_that_was_written_is_read_back(command in command()) {
        let line = write_command(&command);
        prop_assert_eq!(read_command(&line), Ok(Some(command)), "{}", line);
    }

    #[test]
    fn a_reply_that_was_written_is_read_back(reply in reply()) {
        let mut line = String::new();
        write_reply(&reply, Handshake::Native, &mut line);
        prop_assert_eq!(read_reply(line.trim_end_matches('\n')), reply, "{}", line);
    }

    #[test]
    fn any_line_is_read_or_refused_with_a_place_in_it(line in "\\PC{0,80}") {
        if let Err(fault) = read_command(&line) {
            prop_assert!(fault.column <= line.chars().count() + 1);
        }
    }

    #[test]
    fn anything_after_a_known_word_is_at_worst_a_bad_argument(
        index in 0..COMMANDS.len(),
        rest in "[ a-z0-9#-]{0,40}",
    ) {
        if let Err(fault) = read_command(&format!("{} {rest}", COMMANDS[index])) {
            prop_assert_eq!(fault.kind, FaultKind::BadArgument);
        }
    }
}

const COMMANDS: [&str; 12] = [
    "go",
    "play",
    "position",
    "setoption",
    "newgame",
    "undo",
    "hint",
    "save",
    "query",
    "perft",
    "show",
    "stop",
];

fn check(line: &str, command: Command) {
    assert_eq!(read_command(line), Ok(Some(command)), "{line}");
}

#[test]
fn blank_lines_and_comments_say_nothing() {
    for line in ["", "   ", "\t", "# go", "  #"] {
        assert_eq!(read_command(line), Ok(None), "{line:?}");
    }
}

#[test]
fn bare_moves_are_played() {
    check("f5", Command::Play(vec!["f5".into()]));
    check(
        "F5 d6 # good",
        Command::Play(vec!["F5".into(), "d6".into()]),
    );
    check("pass", Command::Play(vec!["pass".into()]));
    check("J10", Command::Play(vec!["J10".into()]));
}

#[test]
fn a_board_keeps_every_blank() {
    check("setboard  X O  ", Command::SetBoard(" X O  ".into()));
    check(
        "position board X O   moves f5",
        Command::Position {
            from: Setup::Board("X O  ".into()),
            moves: vec!["f5".into()],
        },
    );
}

#[test]
fn option_names_and_values_may_have_blanks() {
    let set = |name: &str, value: Option<&str>| Command::SetOption {
        name: name.into(),
        value: value.map(Into::into),
    };
    check("setoption name Clear Hash", set("Clear Hash", None));
    check(
        "setoption name Log File value /tmp/a #1.log",
        set("Log File", Some("/tmp/a #1.log")),
    );
    check("setoption name Log File value", set("Log File", Some("")));
}

#[test]
fn a_fault_names_its_place_and_what_was_expected() {
    let fault = |line: &str| read_command(line).unwrap_err();
    let unknown = fault("  fly home");
    assert_eq!(
        (unknown.kind, unknown.column),
        (FaultKind::UnknownCommand, 3)
    );
    let bad = fault("go depth many");
    assert_eq!((bad.kind, bad.column), (FaultKind::BadArgument, 10));
    assert_eq!(
        bad.to_string(),
        "\"many\" at character 10, expected a depth"
    );
    assert_eq!(
        fault("go depth").to_string(),
        "the line ends at character 9, expected a depth"
    );
    assert_eq!(fault("stop now").column, 6);
    assert_eq!(fault("newgame othello size").expected, "a value");
}

#[test]
fn control_characters_are_no_text() {
    let fault = read_command("pl\u{1b}ay f5").unwrap_err();
    assert_eq!((fault.kind, fault.column), (FaultKind::BadText, 3));
    assert_eq!(fault.to_string(), "\"0x1b\" at character 3, expected text");
}

#[test]
fn the_words_of_edax_mean_the_same_here() {
    let option = |name: &str, value: &str| Command::SetOption {
        name: name.into(),
        value: Some(value.into()),
    };
    for (theirs, ours) in [
        ("init", "newgame"),
        ("i", "newgame"),
        ("n", "new"),
        ("force f5d6", "play f5d6"),
        ("u", "undo 1"),
        ("r 2", "redo 2"),
        ("m 1", "mode 1"),
        ("a", "analyze"),
        ("o a file.ggf", "load a file.ggf"),
        ("open a.ggf", "load a.ggf"),
        ("s a.ggf", "save a.ggf"),
        ("q", "quit"),
        ("exit", "quit"),
        ("?", "help"),
        ("P@f5", "play f5"),
        ("play p@f5 P@d6", "play f5 d6"),
        ("hmirror", "symetry 1"),
        ("vmirror", "symmetry 2"),
        ("rotate", "symetry 5"),
        ("rotate 180", "symetry 3"),
        ("rotate 270", "symetry 6"),
        ("t 90", "clock main 90000"),
        ("game-time 1:30", "clock main 90000"),
        ("set game-time = 1:00:00.5", "clock main 3600500"),
        ("t 1:0:0:0", "clock main 86400000"),
        ("move-time 0.25", "clock main 0 period 250 moves 1"),
        ("ui-log-file a b", "setoption name Log File value a b"),
        ("set n 2", "setoption name Threads value 2"),
        ("hash-table-size 21", "setoption name Hash value 48"),
        ("h 4", "setoption name Hash value 1"),
    ] {
        assert_eq!(read_command(theirs), read_command(ours), "{theirs}");
    }
    check("level 21", option("Level", "21"));
    check("set level = 21", option("Level", "21"));
    check("set n-tasks 2", option("Threads", "2"));
    check("ponder off", option("Ponder", "false"));
    check(
        "mode 0",
        Command::Mode(Mode {
            black: false,
            white: true,
        }),
    );
}

#[test]
fn what_edax_would_not_understand_either_is_refused() {
    for line in [
        "rotate 45",
        "symetry 8",
        "symetry",
        "t",
        "t -1",
        "t 1:2:3:4:5",
        "move-time soon",
        "t inf",
        "h 60",
        "set width 80",
    ] {
        let fault = read_command(line).unwrap_err();
        assert_eq!(fault.kind, FaultKind::BadArgument, "{line}");
    }
}

#[test]
fn ugi_and_uci_hear_only_what_they_know() {
    let said = |reply: &Reply, dress| {
        let mut line = String::new();
        write_reply(reply, dress, &mut line);
        line
    };
    let best = Reply::BestMove {
        mv: "f5".into(),
        ponder: Some("d6".into()),
    };
    assert_eq!(said(&best, Handshake::Ugi), "bestmove f5\n");
    assert_eq!(said(&best, Handshake::Uci), "bestmove f5 ponder d6\n");
    let error = |code| Reply::Error {
        code,
        message: "no".into(),
    };
    assert_eq!(said(&error(Code::UnknownOption), Handshake::Uci), "");
    assert_eq!(
        said(&error(Code::IllegalMove), Handshake::Ugi),
        "info string error illegal-move no\n"
    );
    assert_eq!(
        said(&error(Code::IllegalMove), Handshake::Native),
        "error illegal-move no\n"
    );
}
