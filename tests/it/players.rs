//! Who plays the other games: solved positions against plain minimax, choices
//! that are forced, and strategies against each other.

use outflank::connect::{self, Position, Variant, notation};
use outflank::dominoes::{Move, Round, Seat};
use outflank::engine::Proof;
use outflank::game::{Color, Game, Outcome};
use outflank::players::dominoes::Strategy;
use outflank::players::{Connector, Limits, Player, Thought, WIN};

fn reached(variant: Variant, words: &str) -> Position {
    words
        .split_whitespace()
        .fold(Position::start(variant), |position, word| {
            let mv = notation::read_move(word, variant).unwrap();
            position.after(mv).unwrap()
        })
}

fn think(position: &Position, limits: &Limits) -> Option<Thought<connect::Move>> {
    Connector.think(position, limits, &mut |_| {})
}

fn solve(position: &Position) -> Thought<connect::Move> {
    think(position, &Limits::default()).unwrap()
}

/// The score by looking at everything: a win is worth less the later it comes.
fn minimax(position: &Position, alpha: i32, beta: i32, ply: i32) -> i32 {
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(winner)) if winner == position.turn() => return WIN - ply,
        Some(Outcome::Win(_)) => return ply - WIN,
        None => {}
    }
    let mut best = alpha;
    for mv in position.legal_moves() {
        let after = position.after(mv).unwrap();
        best = best.max(-minimax(&after, -beta, -best, ply + 1));
        if best >= beta {
            break;
        }
    }
    best
}

fn next_random(state: &mut u64) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1);
    (*state >> 33) as usize
}

/// A game by chance that has this many empty cells and is not over.
fn random_position(empties: u32, chance: &mut u64) -> Position {
    loop {
        let mut position = Position::start(Variant::ConnectFour);
        while position.empties() > empties && position.outcome().is_none() {
            let moves = position.legal_moves();
            let mv = moves[next_random(chance) % moves.len()];
            position = position.after(mv).unwrap();
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

#[test]
fn connect_four_is_solved_as_by_plain_minimax() {
    let mut chance = 17;
    for empties in (1..=13).cycle().take(130) {
        let position = random_position(empties, &mut chance);
        let thought = solve(&position);
        let score = minimax(&position, -WIN, WIN, 0);
        assert_eq!(
            (thought.score, thought.proof),
            (score, Proof::Exact),
            "{position:?}"
        );
        // The move keeps what it promises.
        let after = position.after(thought.line[0]).unwrap();
        assert_eq!(-minimax(&after, -WIN, WIN, 1), score, "{position:?}");
    }
}

#[test]
fn twenty_empty_cells_are_solved_exactly() {
    let mut chance = 5;
    for _ in 0..10 {
        let position = random_position(20, &mut chance);
        let thought = solve(&position);
        assert_eq!(thought.proof, Proof::Exact);
        // Along the best line the score stays what it was, a ply nearer.
        let after = position.after(thought.line[0]).unwrap();
        let expected = match thought.score {
            0 => 0,
            score => -score - score.signum(),
        };
        let found = match after.outcome() {
            Some(_) => -WIN,
            None => solve(&after).score,
        };
        assert_eq!(found, expected, "{position:?}");
    }
}

#[test]
fn the_middle_is_the_first_move_even_in_no_time() {
    let start = Position::start(Variant::ConnectFour);
    let thought = think(&start, &Limits::at_level(0)).unwrap();
    assert_eq!(thought.line[0], connect::Move::Column(3));
}

#[test]
fn every_game_of_the_family_takes_a_win_and_prevents_one() {
    for (variant, words, best) in [
        (Variant::ConnectFour, "a g a g a g", "a"),
        (Variant::ConnectFour, "a g a g b g", "g"),
        (Variant::Complica, "a d a d a d", "a"),
        (Variant::Complica, "a d a d b d", "d"),
    ] {
        let position = reached(variant, words);
        let thought = think(&position, &Limits::at_level(10)).unwrap();
        assert_eq!(thought.line[0].to_string(), best, "{words}");
    }
    let gravity = reached(Variant::Gravity, "a1 j1 a2 j2 a3 j3");
    let thought = think(&gravity, &Limits::at_level(6)).unwrap();
    assert_eq!((thought.score, thought.proof), (WIN - 1, Proof::Exact));
    let won = gravity.after(thought.line[0]).unwrap();
    assert_eq!(won.outcome(), Some(Outcome::Win(Color::White)));
}

#[test]
fn the_same_limits_give_the_same_thought() {
    for variant in Variant::ALL {
        let position = Position::start(variant);
        let limits = Limits::at_level(4);
        assert_eq!(think(&position, &limits), think(&position, &limits));
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let over = reached(Variant::ConnectFour, "a b a b a b a");
    assert_eq!(think(&over, &Limits::default()), None);
}

#[test]
fn the_engine_beats_chance_at_every_game() {
    for (variant, seed) in Variant::ALL.into_iter().zip(1..) {
        let mut chance = seed;
        let mut position = Position::start(variant);
        while position.outcome().is_none() {
            let mv = match position.turn() {
                Color::White => {
                    let moves = position.legal_moves();
                    moves[next_random(&mut chance) % moves.len()]
                }
                Color::Black => think(&position, &Limits::at_level(2)).unwrap().line[0],
            };
            position = position.after(mv).unwrap();
        }
        assert_eq!(
            position.outcome(),
            Some(Outcome::Win(Color::Black)),
            "{variant}"
        );
    }
}

/// A saved game in which the first player has these tiles.
fn dominoes(table: &str, hand: &str, rest: &str) -> Round {
    let count = |tiles: &str| tiles.split(' ').count() / 2;
    let text = format!(
        "2\n{table}\n{}\n{rest}\n{}\n{hand}\n0\n1\n0 0\n0\n",
        count(rest),
        count(hand)
    );
    outflank::dominoes::notation::read(&text, 1).unwrap()
}

#[test]
fn the_simple_strategies_are_as_given() {
    let hand = "2 2 1 3 1 5 2 4 1 1";
    let rest =
        "0 1 0 2 0 3 0 4 0 5 0 6 1 4 1 6 2 3 2 5 2 6 3 3 3 4 3 5 3 6 4 4 4 5 4 6 5 5 5 6 6 6";
    let round = dominoes("|1-2|", hand, rest);
    let choice = |strategy: Strategy| strategy.choose(&round.seen_by(Seat(0))).to_string();
    assert_eq!(choice(Strategy::FirstFit), "2-2r");
    // 1-5 and 2-4 have the same pips: the earlier one, and 1 is at the left.
    assert_eq!(choice(Strategy::MostPips), "1-5l");
    // A tile that fits at both ends goes to the left.
    let rest = rest.replace("3 3 ", "1 2 ").replace("5 5 ", "1 1 ");
    let both = dominoes("|2-2|", "2 4 3 3 5 5 1 5 1 3", &rest);
    for strategy in [Strategy::FirstFit, Strategy::MostPips] {
        let mv = strategy.choose(&both.seen_by(Seat(0)));
        assert_eq!(mv.to_string(), "2-4l");
    }
}

#[test]
fn seats_have_their_strategies() {
    assert_eq!(Strategy::usual(Seat(1)), Strategy::MostPips);
    for seat in [Seat(2), Seat(3)] {
        assert_eq!(Strategy::usual(seat), Strategy::FirstFit);
    }
}

/// The points of each seat after so many rounds, each with its strategy.
fn points(strategies: &[Strategy], rounds: u32, seed: u64) -> Vec<u32> {
    let mut round = Round::first(strategies.len(), seed).unwrap();
    for _ in 0..rounds {
        while round.outcome().is_none() {
            let seat = round.turn();
            let mv = strategies[seat.0].choose(&round.seen_by(seat));
            round = round.after(mv).unwrap();
        }
        round = round.after(Move::Next).unwrap();
    }
    round.seats().map(|seat| round.points(seat)).collect()
}

#[test]
fn the_third_strategy_gets_fewer_points_than_the_two() {
    // Long runs are the business of the benchmark; DOMINO_ROUNDS lengthens this one.
    let rounds = std::env::var("DOMINO_ROUNDS").map_or(150, |rounds| rounds.parse().unwrap());
    for other in [Strategy::FirstFit, Strategy::MostPips] {
        let [ahead, behind] = [[Strategy::Deals, other], [other, Strategy::Deals]];
        let (one, two) = (points(&ahead, rounds, 1), points(&behind, rounds, 2));
        let (own, others) = (one[0] + two[1], one[1] + two[0]);
        assert!(own < others, "{own} against {others} of {other:?}");
    }
}
