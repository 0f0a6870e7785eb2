//! Every game through the same front door.

use outflank::catalog::{Catalog, Match, Refused};
use outflank::players::Limits;

fn begin(line: &str) -> Box<dyn Match> {
    let mut words = line.split_whitespace().map(str::to_owned);
    let name = words.next().unwrap();
    let rest: Vec<String> = words.collect();
    let pairs: Vec<(String, String)> = rest
        .chunks(2)
        .map(|pair| (pair[0].clone(), pair[1].clone()))
        .collect();
    let begun = Catalog::default().begin(&name, &pairs);
    begun.unwrap_or_else(|error| panic!("{line}: {error}"))
}

const GAMES: [&str; 8] = [
    "othello size 4",
    "rothelo size 6",
    "tablero size 4",
    "connect4",
    "complica",
    "gravity size 5x4",
    "dominoes players 2 seed 3",
    "dominoes players 4 seed 7",
];

#[test]
fn every_game_is_played_to_its_end_by_whoever_plays_it_and_taken_back() {
    for line in GAMES {
        let mut game = begin(line);
        let start = game.draw();
        // Complica has no end of its own.
        for _ in 0..80 {
            let Some(thought) = game.think(&Limits::at_level(0), &mut |_| {}) else {
                break;
            };
            assert!(game.legal().contains(&thought.line[0]), "{line}");
            game.play(&thought.line[0]).unwrap();
        }
        let (end, moves) = (game.draw(), game.moves());
        assert_eq!(game.outcome().is_some(), game.legal().is_empty(), "{line}");
        while game.undo().is_some() {}
        assert_eq!(game.draw(), start, "{line}");
        while game.redo().is_some() {}
        assert_eq!((game.draw(), game.moves()), (end, moves), "{line}");
    }
}

#[test]
fn games_are_written_and_read_back() {
    for (line, words) in [
        ("othello", "f5 d6 c3"),
        ("connect4", "d d e"),
        ("gravity size 13x3", "g2 a1 m3"),
        ("dominoes players 2 seed 3", ""),
    ] {
        let mut game = begin(line);
        for word in words.split_whitespace() {
            game.play(word).unwrap();
        }
        while game.turn() == "p2" {
            let word = game.legal().remove(0);
            game.play(&word).unwrap();
        }
        let text = game.write().unwrap();
        let mut other = begin(line);
        other.read(&text).unwrap();
        assert_eq!(other.draw(), game.draw(), "{line}");
        assert_eq!(other.write().unwrap(), text, "{line}");
    }
}

#[test]
fn a_saved_game_of_the_connect_family_is_as_documented() {
    let mut game = begin("gravity size 12x8");
    for word in ["c7", "d4", "f1"] {
        game.play(word).unwrap();
    }
    assert_eq!(game.write().unwrap(), "gravity 12x8\nmoves c7 d4 f1\n");
    let mut set = begin("complica");
    let board = "O".to_owned() + &"-".repeat(27) + "X";
    set.set_board(&board).unwrap();
    assert_eq!(
        set.write().unwrap(),
        format!("complica 4x7\nboard {board}\nmoves\n")
    );
    let text = set.write().unwrap();
    set.restart();
    set.read(&text).unwrap();
    assert_eq!(set.board().unwrap(), board);
}

#[test]
fn bad_games_are_refused_and_change_nothing() {
    let mut game = begin("connect4");
    game.play("d").unwrap();
    let before = game.draw();
    for text in [
        "",
        "gravity 10x10\nmoves\n",
        "connect4\nmoves\n",
        "connect4 8x6\nmoves\n",
        "connect4 7x6\n",
        "connect4 7x6\nmoves d x\n",
        "connect4 7x6\nmoves a a a a a a a\n",
        "connect4 7x6\nboard X\nmoves\n",
        "connect4 7x6\nmoves d\nmoves d\n",
    ] {
        assert!(game.read(text).is_err(), "{text:?}");
        assert_eq!(game.draw(), before);
    }
    assert!(matches!(game.play("x9"), Err(Refused::Unreadable(_))));
    assert!(matches!(game.play("h"), Err(Refused::Illegal(_))));
    let mut dominoes = begin("dominoes seed 1");
    assert!(dominoes.set_board("X").is_err());
    assert_eq!(dominoes.board(), None);
}

#[test]
fn unknown_games_and_settings_are_refused() {
    let refused = |name: &str, key: &str, value: &str| {
        let settings = [(key.to_owned(), value.to_owned())];
        let begun = Catalog::default().begin(name, &settings);
        begun.err().expect(name).to_string()
    };
    assert!(refused("chess", "size", "8").contains("expected one of othello, rothelo"));
    assert!(refused("connect4", "size", "8x6").contains("expected 7x6"));
    assert!(refused("connect4", "seed", "8").contains("expected size"));
    assert!(refused("gravity", "size", "21x4").contains("20x20"));
    assert!(refused("gravity", "size", "3x3").contains("four in line"));
    assert!(refused("dominoes", "players", "5").contains("2 to 4"));
    assert!(refused("dominoes", "seed", "x").contains("a number"));
    assert!(refused("dominoes", "strategy", "x").contains("deals"));
    assert!(refused("othello", "size", "7").contains("4, 6, 8 or 10"));
}

#[test]
fn one_seat_sees_only_its_own_tiles() {
    let game = begin("dominoes players 3 seed 7");
    assert!(!game.draw().contains('?'));
    let seen = game.draw_for(0);
    let hidden = seen.lines().filter(|line| line.contains("|?-?|"));
    assert_eq!(hidden.count(), 2);
    assert!(seen.lines().last().unwrap().starts_with("p1 |"));
    assert!(!seen.lines().last().unwrap().contains('?'));
}
