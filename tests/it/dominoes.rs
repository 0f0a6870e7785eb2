//! Dominoes: every rule by example, counted against rules written a second
//! time, and the saved game to the byte.

use std::fs;
use std::path::{Path, PathBuf};

use outflank::dominoes::notation::{self, Fault, Unsaveable};
use outflank::dominoes::{End, History, IllegalMove, Move, Round, Seat, Tile};
use outflank::game::{Game, Outcome, count_sequences};

/// Sequences counted in a test, unless `SEQUENCES_BUDGET` names another number.
const BUDGET: u64 = 1_000_000;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

fn example() -> String {
    fs::read_to_string(data("dominoes/example.txt")).unwrap()
}

fn read(text: &str) -> Round {
    notation::read(text, 1).unwrap()
}

fn fault(text: &str) -> (usize, Fault) {
    let error = notation::read(text, 1).unwrap_err();
    (error.line, error.fault)
}

fn play(round: Round, words: &str) -> Round {
    words.split_whitespace().fold(round, |round, word| {
        let mv = notation::read_move(word).unwrap();
        let after = round.after(mv);
        after.unwrap_or_else(|reason| panic!("{word}: {reason}"))
    })
}

fn tile(one: u8, other: u8) -> Tile {
    Tile::new(one, other).unwrap()
}

fn refusal(round: &Round, word: &str) -> IllegalMove {
    round.after(notation::read_move(word).unwrap()).unwrap_err()
}

fn legal(round: &Round) -> String {
    let moves = round.legal_moves();
    let words: Vec<String> = moves.iter().map(Move::to_string).collect();
    words.join(" ")
}

/// A round for the first player from its parts; the tiles that are in none of
/// them go to the last player.
fn round(table: &str, stock: &str, hands: &[&str]) -> Round {
    let listed = |text: &str| {
        let numbers: Vec<&str> = text.split_whitespace().collect();
        format!("{}\n{}\n", numbers.len() / 2, numbers.join(" "))
    };
    let mut text = format!("{}\n{table}\n{}", hands.len() + 1, listed(stock));
    let parts = hands.join(" ") + " " + stock;
    let numbers: Vec<u8> = parts
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect();
    let named = |tile: &Tile| {
        let (low, high) = (tile.low(), tile.high());
        let on_table = [format!("|{low}-{high}|"), format!("|{high}-{low}|")];
        on_table.iter().any(|tile| table.contains(tile))
            || numbers
                .chunks(2)
                .any(|pair| Tile::new(pair[0], pair[1]) == Some(*tile))
    };
    let rest = Tile::all().filter(|tile| !named(tile));
    let rest: Vec<String> = rest
        .map(|tile| tile.to_string().replace('-', " "))
        .collect();
    for hand in hands {
        text += &(listed(hand) + "0\n");
    }
    text += &(listed(&rest.join(" ")) + "0\n");
    read(&text)
}

#[test]
fn a_game_begins_with_the_highest_double_on_the_table() {
    for (seed, players) in (0..60).zip([2, 3, 4].into_iter().cycle()) {
        let round = Round::first(players, seed).unwrap();
        let [laid] = round.chain().tiles() else {
            panic!("one tile is laid");
        };
        assert_eq!(laid.left, laid.right);
        let higher = |tile: &Tile| tile.is_double() && tile.low() > laid.left;
        assert!(
            !round
                .seats()
                .any(|seat| round.hand(seat).iter().any(higher))
        );
        // Whoever laid it has a tile less, and the next player moves.
        let opener = round
            .seats()
            .find(|seat| round.hand(*seat).len() == 6)
            .unwrap();
        assert_eq!(round.turn(), Seat((opener.0 + 1) % players));
        let full = round.seats().filter(|seat| round.hand(*seat).len() == 7);
        assert_eq!(full.count(), players - 1);
        assert_eq!(round.stock().len(), 28 - 7 * players);
        assert!(round.seats().all(|seat| round.points(seat) == 0));
    }
}

#[test]
fn two_to_four_play() {
    assert!(
        [0, 1, 5, 100]
            .iter()
            .all(|players| Round::first(*players, 1).is_none())
    );
    assert!(
        [2, 3, 4]
            .iter()
            .all(|players| Round::first(*players, 1).is_some())
    );
}

#[test]
fn tiles_are_turned_to_match_the_end() {
    let after = |word| notation::draw_chain(play(read(&example()), word).chain());
    assert_eq!(after("4-5l"), "|5-4||4-6||6-6|");
    assert_eq!(after("0-4l"), "|0-4||4-6||6-6|");
    assert_eq!(after("5-6r"), "|4-6||6-6||6-5|");
    assert_eq!(after("6-5R"), after("5-6r"));
}

#[test]
fn legal_moves_are_in_the_order_of_the_hand_left_first() {
    assert_eq!(legal(&read(&example())), "4-5l 0-4l 5-6r");
    let both = round("|1-1|", "0 0", &["1 2 3 3 0 1"]);
    assert_eq!(legal(&both), "1-2l 1-2r 0-1l 0-1r");
}

#[test]
fn a_tile_must_be_held_and_fit() {
    let round = read(&example());
    let seat = Seat(0);
    assert_eq!(
        refusal(&round, "1-6r"),
        IllegalMove::NotHeld(tile(1, 6), seat)
    );
    assert_eq!(
        refusal(&round, "6-6l"),
        IllegalMove::NotHeld(tile(6, 6), seat)
    );
    assert_eq!(
        refusal(&round, "5-6l"),
        IllegalMove::DoesNotFit(tile(5, 6), 4)
    );
    assert_eq!(
        refusal(&round, "4-5r"),
        IllegalMove::DoesNotFit(tile(4, 5), 6)
    );
    assert_eq!(
        refusal(&round, "0-0l"),
        IllegalMove::DoesNotFit(tile(0, 0), 4)
    );
}

#[test]
fn only_who_cannot_place_draws_and_only_who_cannot_draw_passes() {
    let could = read(&example());
    assert_eq!(refusal(&could, "draw"), IllegalMove::CouldPlace(Seat(0)));
    assert_eq!(refusal(&could, "pass"), IllegalMove::CouldPlace(Seat(0)));
    let stuck = round("|1-1|", "3 4 2 3 1 5", &["3 3 0 0"]);
    assert_eq!(legal(&stuck), "draw");
    assert_eq!(refusal(&stuck, "pass"), IllegalMove::CouldDraw);
    let alone = round("|1-1|", "", &["3 3 0 0"]);
    assert_eq!(legal(&alone), "pass");
    assert_eq!(refusal(&alone, "draw"), IllegalMove::StockEmpty);
    assert_eq!(play(alone, "pass").turn(), Seat(1));
}

#[test]
fn one_draws_until_one_can_place() {
    let stuck = round("|1-1|", "3 4 2 3 1 5 2 5", &["3 3 0 0"]);
    let drawn = play(stuck.clone(), "draw draw");
    assert_eq!((drawn.turn(), legal(&drawn).as_str()), (Seat(0), "draw"));
    let drawn = play(drawn, "draw");
    assert_eq!(
        notation::draw_hand(drawn.hand(Seat(0))),
        "|3-3||0-0||3-4||2-3||1-5|"
    );
    assert_eq!(legal(&drawn), "1-5l 1-5r");
    assert_eq!(drawn.stock(), [tile(2, 5)]);
    assert_eq!(play(drawn, "1-5r").turn(), Seat(1));
    // A stock that runs out ends in a pass.
    let stuck = round("|1-1|", "3 4 2 3", &["3 3 0 0"]);
    assert_eq!(legal(&play(stuck, "draw draw")), "pass");
}

#[test]
fn a_player_without_tiles_ends_the_round_and_the_others_count_theirs() {
    let text = "3\n|1-1|\n22\n0 0 0 2 0 3 0 4 0 5 0 6 2 2 2 3 2 4 2 5 2 6 3 3 3 4 3 5 3 6 4 4 4 5 \
                4 6 5 5 5 6 6 6 1 6\n1\n1 2\n7\n2\n1 3 1 4\n20\n2\n0 1 1 5\n4\n";
    let over = play(read(text), "1-2r");
    assert!(over.is_over());
    let points: Vec<u32> = over.seats().map(|seat| over.points(seat)).collect();
    assert_eq!(points, [7, 29, 11]);
    assert_eq!(over.outcome(), Some(Outcome::Win(Seat(0))));
    assert_eq!(over.legal_moves(), []);
    for word in ["draw", "pass", "1-3l"] {
        assert_eq!(refusal(&over, word), IllegalMove::RoundOver);
    }
}

#[test]
fn a_blocked_round_is_over() {
    // Every 1 is on the table, and both its ends are 1.
    let table = "|1-2||2-3||3-1||1-1||1-4||4-5||5-1||1-6||6-0|";
    let open = round(table, "", &["0 1 3 3", "2 2"]);
    assert_eq!(legal(&open), "0-1l 0-1r");
    let blocked = play(open, "0-1r");
    assert!(blocked.is_blocked());
    assert!(blocked.is_over());
    assert_eq!(blocked.legal_moves(), []);
    let points: Vec<u32> = blocked.seats().map(|seat| blocked.points(seat)).collect();
    let laid = [3, 5, 4, 2, 5, 9, 6, 7, 6, 1].iter().sum::<u32>();
    assert_eq!(points, [6, 4, 168 - laid - 6 - 4]);
    assert_eq!(blocked.outcome(), Some(Outcome::Win(Seat(1))));
    // With a tile left to draw it is not over.
    let open = round(table, "2 2", &["0 1 3 3"]);
    assert_eq!(legal(&play(open, "0-1r")), "draw");
}

#[test]
fn equal_points_are_a_draw() {
    let table = "|1-2||2-3||3-1||1-1||1-4||4-5||5-1||1-6||6-0|";
    let blocked = play(round(table, "", &["0 1 0 4", "2 2"]), "0-1r");
    assert_eq!(blocked.points(Seat(0)), blocked.points(Seat(1)));
    assert_eq!(blocked.outcome(), Some(Outcome::Draw));
}

#[test]
fn four_players_have_no_stock_and_pass() {
    let mut passed = false;
    for seed in 0..20 {
        let mut round = Round::first(4, seed).unwrap();
        assert!(round.stock().is_empty());
        while let Some(mv) = round.legal_moves().first().copied() {
            assert_ne!(mv, Move::Draw);
            passed |= mv == Move::Pass;
            round = round.after(mv).unwrap();
        }
    }
    assert!(passed, "somebody had to");
}

#[test]
fn rounds_follow_each_other_and_points_add_up() {
    let mut history = History::new(Round::first(3, 5).unwrap());
    let early = history.play(Move::Next);
    assert_eq!(early, Err(IllegalMove::RoundGoesOn));
    for number in 1..=3 {
        let before = history.current().clone();
        assert_eq!(before.number(), number);
        while let Some(mv) = history.current().legal_moves().first().copied() {
            history.play(mv).unwrap();
        }
        let over = history.current().clone();
        for seat in over.seats() {
            let left: u32 = over.hand(seat).iter().map(|tile| tile.pips()).sum();
            assert_eq!(over.points(seat), before.points(seat) + left);
        }
        history.play(Move::Next).unwrap();
    }
    while history.undo().is_some() {}
    assert_eq!(*history.current(), Round::first(3, 5).unwrap());
}

#[test]
fn everyone_sees_the_own_tiles_and_what_others_lack() {
    let stuck = round("|1-1|", "3 4 2 3 1 5 2 5", &["3 3 0 0"]);
    let round = play(stuck, "draw draw draw 1-5r");
    let view = round.seen_by(Seat(1));
    assert!((0..=6).all(|number| view.lacking(Seat(0)).has(number) == (number == 1)));
    assert!((0..=6).all(|number| !view.lacking(Seat(1)).has(number)));
    assert_eq!((view.held(Seat(0)), view.in_stock()), (4, 1));
    let unseen: Vec<Tile> = view.unseen().collect();
    let hidden = [tile(0, 0), tile(2, 3), tile(2, 5), tile(3, 3), tile(3, 4)];
    assert_eq!(unseen, hidden);
}

#[test]
fn what_one_lacks_is_true_whatever_is_played() {
    for seed in 0..200 {
        let mut round = Round::first(2 + seed as usize % 3, seed).unwrap();
        let mut choice = seed as usize;
        loop {
            let moves = round.legal_moves();
            if moves.is_empty() {
                break;
            }
            choice = choice.wrapping_mul(31).wrapping_add(7);
            round = round.after(moves[choice % moves.len()]).unwrap();
            // While drawing, the tile drawn last may fit.
            for seat in round.seats().filter(|seat| *seat != round.turn()) {
                let lacking = round.seen_by(round.turn()).lacking(seat);
                assert!(!round.hand(seat).iter().any(|tile| lacking.touch(*tile)));
            }
        }
    }
}

#[test]
fn moves_are_written_as_they_are_read() {
    for word in ["0-0l", "5-6r", "draw", "pass", "next"] {
        assert_eq!(notation::read_move(word).unwrap().to_string(), word);
    }
    assert_eq!(
        notation::read_move("6-5L"),
        Ok(Move::Place(tile(5, 6), End::Left))
    );
    for word in [
        "", "l", "6-5", "65l", "7-1l", "6-5x", "6-5lr", "6--5l", "+6-5l", "é-1l",
    ] {
        assert!(notation::read_move(word).is_err(), "{word:?}");
    }
}

#[test]
fn the_example_is_read_shown_played_on_and_saved() {
    let text = example();
    let round = read(&text);
    assert_eq!(notation::write(&round), Ok(text));
    assert_eq!(notation::draw_chain(round.chain()), "|4-6||6-6|");
    assert_eq!(round.turn(), Seat(0));
    let hand = notation::draw_hand(round.hand(Seat(0)));
    assert_eq!(hand, "|0-0||2-3||4-5||0-4||5-6||3-5|");
    let round = play(round, "4-5l 5-5l");
    let expected = "2\n|5-5||5-4||4-6||6-6|\n14\n\
                    1 2 0 6 3 4 0 2 1 4 0 3 0 1 4 4 1 3 1 1 2 5 1 5 2 4 2 6\n\
                    5\n0 0 2 3 0 4 5 6 3 5\n0\n5\n2 2 1 6 3 6 3 3 0 5\n0\n";
    assert_eq!(notation::write(&round).as_deref(), Ok(expected));
}

#[test]
fn every_saved_game_is_written_back_to_the_byte() {
    for file in fs::read_dir(data("dominoes")).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        assert_eq!(notation::write(&read(&text)), Ok(text.clone()));
        let windows = text.replace('\n', "\r\n");
        assert_eq!(notation::write(&read(&windows)), Ok(text));
    }
}

#[test]
fn only_the_first_players_turn_can_be_saved() {
    let round = play(read(&example()), "4-5l");
    assert_eq!(notation::write(&round), Err(Unsaveable::Turn(Seat(1))));
    let mut over = round;
    while let Some(mv) = over.legal_moves().first().copied() {
        over = over.after(mv).unwrap();
    }
    assert_eq!(notation::write(&over), Err(Unsaveable::RoundOver));
}

#[test]
fn bad_files_are_refused_and_say_where() {
    let broken = |from: &str, to: &str| {
        let text = example();
        assert!(text.contains(from), "{from}");
        fault(&text.replacen(from, to, 1))
    };
    let unexpected = |found: &str, expected| Fault::Unexpected {
        found: found.to_owned(),
        expected,
    };
    assert_eq!(broken("|6-6|", "|5-6|").1, Fault::Broken { place: 2 });
    assert_eq!(broken("2 6\n", "1 2\n"), (4, Fault::Twice(tile(1, 2))));
    assert_eq!(broken("5 5\n", "6 4\n"), (9, Fault::Twice(tile(4, 6))));
    let short = Fault::WrongCount {
        expected: 14,
        found: 13,
    };
    assert_eq!(broken(" 2 6\n", "\n"), (4, short));
    let long = Fault::WrongCount {
        expected: 5,
        found: 6,
    };
    assert_eq!(broken("6\n0 0", "5\n0 0"), (6, long));
    assert_eq!(broken("14\n1 2 ", "13\n"), (10, Fault::Missing(27)));
    assert_eq!(
        broken("2\n|", "5\n|"),
        (1, unexpected("5", "2 to 4 players"))
    );
    assert_eq!(
        broken("2\n|", "two\n|"),
        (1, unexpected("two", "2 to 4 players"))
    );
    assert_eq!(
        broken("14", "-14"),
        (3, unexpected("-14", "a number of tiles"))
    );
    assert_eq!(broken("14", "99999999999999999999").0, 3);
    assert_eq!(
        broken("1 2", "1 7"),
        (4, unexpected("1 7", "two numbers from 0 to 6"))
    );
    assert_eq!(
        broken("2 6\n", "2\n"),
        (4, unexpected("2", "two numbers from 0 to 6"))
    );
    assert_eq!(broken("\n0\n6", "\n-1\n6"), (7, unexpected("-1", "points")));
    assert_eq!(broken("\n0\n6", "\n4294967296\n6").0, 7);
    let table = "tiles such as |4-6||6-6|";
    assert_eq!(broken("|4-6||6-6|", ""), (2, unexpected("", table)));
    assert_eq!(
        broken("|4-6||6-6|", "|4-6|6-6|"),
        (2, unexpected("6-6|", table))
    );
    assert_eq!(broken("|4-6|", "|7-6|").0, 2);
    assert_eq!(fault(&(example() + "7")), (11, unexpected("7", "the end")));
    assert_eq!(fault(""), (1, unexpected("", "2 to 4 players")));
    assert_eq!(
        fault("2\n|4-6|\n"),
        (3, unexpected("", "a number of tiles"))
    );
}

#[test]
fn a_saved_round_that_is_over_is_refused() {
    let text = "2\n|4-6||6-6|\n20\n1 2 0 6 3 4 0 2 1 4 0 3 0 1 4 4 1 3 1 1 2 5 1 5 2 4 2 6 \
                0 0 2 3 4 5 0 4 5 6 3 5\n0\n\n0\n6\n2 2 1 6 3 6 3 3 0 5 5 5\n0\n";
    assert_eq!(fault(text).1, Fault::RoundOver);
}

#[test]
fn a_saved_game_cut_anywhere_is_an_error_and_never_a_panic() {
    let text = example();
    // The last line end may be missing.
    for end in 0..text.len() - 1 {
        assert!(notation::read(&text[..end], 0).is_err(), "{end}");
    }
    for place in 0..text.len() {
        for strange in ["x", "9", "\0", "é", "|", "\n", "-"] {
            let mut text = text.clone();
            text.replace_range(place..place + 1, strange);
            let _ = notation::read(&text, 0);
        }
    }
}

/// The rules once more, with pairs of numbers, as one would explain them.
mod slow {
    type Pair = (u8, u8);

    #[derive(Clone)]
    pub(super) struct Game {
        table: Vec<Pair>,
        stock: Vec<Pair>,
        hands: Vec<Vec<Pair>>,
        turn: usize,
    }

    fn pairs(line: &str) -> Vec<Pair> {
        let numbers: Vec<u8> = line.split(' ').flat_map(str::parse).collect();
        numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect()
    }

    impl Game {
        pub(super) fn read(text: &str) -> Game {
            let lines: Vec<&str> = text.split('\n').collect();
            let players: usize = lines[0].parse().unwrap();
            Game {
                table: pairs(&lines[1].replace("||", " ").replace(['|', '-'], " ")),
                stock: pairs(lines[3]),
                hands: (0..players).map(|n| pairs(lines[5 + 3 * n])).collect(),
                turn: 0,
            }
        }

        fn ends(&self) -> (u8, u8) {
            (self.table[0].0, self.table[self.table.len() - 1].1)
        }

        fn can_place(&self, hand: &[Pair]) -> bool {
            let (left, right) = self.ends();
            let fits = |(a, b): &Pair| *a == left || *b == left || *a == right || *b == right;
            hand.iter().any(fits)
        }

        fn is_over(&self) -> bool {
            let stuck = || !self.hands.iter().any(|hand| self.can_place(hand));
            self.hands.iter().any(|hand| hand.is_empty()) || (self.stock.is_empty() && stuck())
        }

        fn laid(&self, index: usize, on_left: bool, turned: Pair) -> Game {
            let mut game = self.clone();
            game.hands[self.turn].remove(index);
            match on_left {
                true => game.table.insert(0, turned),
                false => game.table.push(turned),
            }
            game.turn = (self.turn + 1) % self.hands.len();
            game
        }

        fn next(&self) -> Vec<Game> {
            if self.is_over() {
                return Vec::new();
            }
            let (left, right) = self.ends();
            let mut next = Vec::new();
            for (index, (a, b)) in self.hands[self.turn].iter().copied().enumerate() {
                if b == left {
                    next.push(self.laid(index, true, (a, b)));
                } else if a == left {
                    next.push(self.laid(index, true, (b, a)));
                }
                if a == right {
                    next.push(self.laid(index, false, (a, b)));
                } else if b == right {
                    next.push(self.laid(index, false, (b, a)));
                }
            }
            if next.is_empty() {
                let mut game = self.clone();
                match game.stock.is_empty() {
                    true => game.turn = (self.turn + 1) % self.hands.len(),
                    false => game.hands[self.turn].push(game.stock.remove(0)),
                }
                next.push(game);
            }
            next
        }

        pub(super) fn count(&self, length: u32) -> u64 {
            match length {
                0 => 1,
                _ => self.next().iter().map(|game| game.count(length - 1)).sum(),
            }
        }
    }
}

/// Calls `check` with each saved game and its rows of lengths and counts.
fn each_count(check: impl Fn(&str, u32, u64)) {
    let (mut game, mut rows) = (String::new(), 0);
    let text = fs::read_to_string(data("sequences/dominoes.txt")).unwrap();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] | ["#", ..] => {}
            ["game", file] => game = fs::read_to_string(data("dominoes").join(file)).unwrap(),
            ["count", length, count] => {
                check(&game, length.parse().unwrap(), count.parse().unwrap());
                rows += 1;
            }
            _ => panic!("{line}"),
        }
    }
    assert!(rows > 100, "only {rows} rows");
}

#[test]
fn sequences_are_counted_as_in_the_file() {
    let budget = std::env::var("SEQUENCES_BUDGET")
        .map(|budget| budget.parse().expect("SEQUENCES_BUDGET is a number"))
        .unwrap_or(BUDGET);
    each_count(|game, length, count| {
        if count <= budget {
            let found = count_sequences(&read(game), length);
            assert_eq!(found, count, "length {length} from\n{game}");
        }
    });
}

#[test]
fn the_counts_are_those_of_the_slow_rules() {
    each_count(|game, length, count| {
        if count <= BUDGET / 50 {
            let found = slow::Game::read(game).count(length);
            assert_eq!(found, count, "length {length} from\n{game}");
        }
    });
}
