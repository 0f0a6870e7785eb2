//! Programs of others: whole games over GTP against GRhino, and a GUI that
//! takes the engine as it is. Debian has them as `grhino` and `quarry`.

use std::path::Path;
use std::process::Command;

use outflank::game::{Color, Game};
use outflank::othello::notation::transcript;
use outflank::othello::{History, Move, Position};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::support::{Engine, find, in_repository, program};

/// Asks in GTP. The answer has one line here.
fn ask(engine: &mut Engine, command: &str) -> String {
    engine.send(command);
    let mut lines = Vec::new();
    while let Some(line) = engine.line().filter(|line| !line.is_empty()) {
        lines.push(line);
    }
    let text = lines.join("\n");
    let answer = text.strip_prefix('=');
    answer
        .unwrap_or_else(|| panic!("{command}: {text}"))
        .trim()
        .to_owned()
}

/// A game up to its first pass, played at random.
fn game_with_a_pass() -> History {
    for seed in 0.. {
        let mut random = StdRng::seed_from_u64(seed);
        let mut history = History::new(Position::default());
        while let Some(&mv) = history.current().legal_moves().choose(&mut random) {
            history.play(mv).unwrap();
            if mv == Move::Pass {
                return history;
            }
        }
    }
    unreachable!()
}

/// An engine at the board. GRhino knows no passes: it wants to be asked for
/// its next move instead.
struct Player {
    engine: Engine,
    knows_passes: bool,
}

impl Player {
    /// Hears of a move.
    fn hear(&mut self, side: Color, mv: Move) {
        if mv != Move::Pass || self.knows_passes {
            ask(&mut self.engine, &format!("play {side} {mv}"));
        }
    }

    /// Makes the next move of a game.
    fn choose(&mut self, position: &Position) -> Move {
        if position.must_pass() && !self.knows_passes {
            return Move::Pass;
        }
        let vertex = ask(&mut self.engine, &format!("genmove {}", position.turn()));
        transcript::read_move(&vertex).unwrap()
    }
}

/// Plays to the end from where a game has come to, black's engine first, and
/// has both engines agree about the score.
fn play(mut history: History, players: [&mut Player; 2]) {
    let [black, white] = players;
    for player in [&mut *black, &mut *white] {
        ask(&mut player.engine, "boardsize 8");
        ask(&mut player.engine, "clear_board");
        let sides = history.positions().map(Position::turn);
        for (mv, side) in history.moves().zip(sides) {
            player.hear(side, mv);
        }
    }
    while !history.current().is_over() {
        let side = history.current().turn();
        let (mover, other) = match side {
            Color::Black => (&mut *black, &mut *white),
            Color::White => (&mut *white, &mut *black),
        };
        let mv = mover.choose(history.current());
        history.play(mv).unwrap();
        other.hear(side, mv);
    }
    let score = history.current().score();
    let difference = score.difference(Color::Black);
    let expected = match difference {
        0 => "0".to_owned(),
        black if black > 0 => format!("B+{black}"),
        white => format!("W+{}", -white),
    };
    assert_eq!(ask(&mut black.engine, "final_score"), expected);
    assert_eq!(ask(&mut white.engine, "final_score"), expected);
}

#[test]
fn whole_games_against_grhino_end_with_the_same_score_for_both() {
    let Some(rhino) = find("gtp-rhino") else {
        return;
    };
    let mut outflank = Player {
        engine: Engine::start(&mut program()),
        knows_passes: true,
    };
    let mut rhino = Player {
        engine: Engine::start(&mut Command::new(rhino)),
        knows_passes: false,
    };
    ask(&mut outflank.engine, "set_level 2");
    for start in [History::new(Position::default()), game_with_a_pass()] {
        play(start.clone(), [&mut outflank, &mut rhino]);
        play(start, [&mut rhino, &mut outflank]);
    }
}

#[test]
fn quarry_plays_with_the_engine() {
    let programs = ["quarry", "gtp-rhino", "Xvfb", "xdotool"];
    if programs.into_iter().any(|name| find(name).is_none()) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let status = Command::new(in_repository("tests/quarry.sh"))
        .arg(Path::new(program().get_program()))
        .arg(directory.path())
        .status()
        .unwrap();
    assert!(status.success());
    let talk = std::fs::read_to_string(directory.path().join("talk.log")).unwrap();
    let count = |word: &str| talk.matches(word).count();
    assert!(count("> play black") >= 6, "{talk}");
    assert!(count("> genmove white") >= 8, "{talk}");
    assert_eq!(count("< ?"), 0, "{talk}");
}
