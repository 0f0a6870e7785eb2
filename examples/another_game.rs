//! A new game behind the boundary that all games share, start to finish: its
//! rules, its words, somebody to play it, and one line in the catalog.
//!
//! The game is Nim with one heap: take one, two or three; who takes the last
//! one wins. Run it with `cargo run --example another_game`.

#![allow(clippy::print_stdout)]

use outflank::catalog::{self, Catalog, Entry};
use outflank::game::{Color, Game, Notation, Outcome, Unreadable};
use outflank::players::{Limits, Searcher};

/// What is left of the heap, and who takes from it next.
#[derive(Clone, Debug, PartialEq, Hash)]
struct Heap {
    left: u32,
    turn: Color,
}

#[derive(Debug, thiserror::Error)]
#[error("{0} cannot be taken from {1}")]
struct CannotTake(u32, u32);

impl Game for Heap {
    type Player = Color;
    type Move = u32;
    type Illegal = CannotTake;

    fn players(&self) -> Vec<Color> {
        Color::BOTH.to_vec()
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn after(&self, taken: u32) -> Result<Heap, CannotTake> {
        match self.legal_moves().contains(&taken) {
            true => Ok(Heap {
                left: self.left - taken,
                turn: !self.turn,
            }),
            false => Err(CannotTake(taken, self.left)),
        }
    }

    fn legal_moves(&self) -> Vec<u32> {
        (1..=self.left.min(3)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Win(!self.turn))
    }
}

impl Notation for Heap {
    fn read_move(&self, word: &str) -> Result<u32, Unreadable> {
        word.parse()
            .map_err(|_| Unreadable("expected a number".to_owned()))
    }

    fn draw(&self) -> String {
        "|".repeat(self.left as usize) + "\n"
    }
}

fn main() {
    let heap = Heap {
        left: 21,
        turn: Color::Black,
    };
    // The one line: its names, how it begins, and who plays it.
    let nim = Entry::new(&["nim"], move |_| {
        Ok(catalog::begin(heap.clone(), Searcher(|_| 0)))
    });
    let games = Catalog::default().with(nim);
    let mut game = games.begin("nim", &[]).expect("nim is in the catalog");
    while game.outcome().is_none() {
        print!("{} {}", game.turn(), game.draw());
        let thought = game.think(&Limits::at_level(4), &mut |_| {});
        let mv = thought.expect("the game is not over").line.remove(0);
        println!("{} takes {mv}", game.turn());
        game.play(&mv).expect("a player's moves are legal");
    }
    println!("{:?}", game.outcome());
}
