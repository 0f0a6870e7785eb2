//! Counting discs.

use std::cmp::Ordering;

use crate::game::{Color, Outcome};

/// The discs of both sides and the squares left over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Black discs.
    pub black: u32,
    /// White discs.
    pub white: u32,
    /// Empty squares.
    pub empties: u32,
}

impl Score {
    /// Who has more discs.
    pub fn outcome(self) -> Outcome {
        match self.black.cmp(&self.white) {
            Ordering::Greater => Outcome::Win(Color::Black),
            Ordering::Less => Outcome::Win(Color::White),
            Ordering::Equal => Outcome::Draw,
        }
    }

    /// The result of a finished game as a difference, with the empty squares
    /// counted for the winner: positive if this side won.
    pub fn difference(self, side: Color) -> i32 {
        let discs = self.black as i32 - self.white as i32;
        let for_black = discs + discs.signum() * self.empties as i32;
        match side {
            Color::Black => for_black,
            Color::White => -for_black,
        }
    }
}
