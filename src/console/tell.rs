//! What a person is shown: the board, the last move, the words.

use std::io;

use super::contest::Thought;
use super::draw::View;
use super::phrase::Phrase;
use super::play::Conversation;
use super::variant::Variant;
use super::words::WORDS;
use super::worth::worth;
use crate::game::Outcome;

/// A screen that has no room for two columns of help.
const NARROW: usize = 70;

impl Conversation<'_> {
    pub(super) fn help(&mut self) -> io::Result<()> {
        let mut examples = self.contest.moves();
        examples.truncate(3);
        self.say(self.variant.help(), &[&examples.join(", ")])?;
        let formats = self.contest.formats().join(", ");
        let narrow = self.terminal.room() < NARROW;
        for entry in &WORDS {
            let usage = entry.usage(self.language);
            let meaning = self.language.say(entry.meaning, &[&formats]);
            self.terminal.say(&match narrow {
                true => format!("  {usage}\n      {meaning}"),
                false => format!("  {usage:<28} {meaning}"),
            })?;
        }
        self.say(Phrase::AllLanguages, &[])
    }

    /// Who plays, where sides have colours.
    pub(super) fn introduce(&mut self) -> io::Result<()> {
        if self.contest.color(0).is_none() {
            return Ok(());
        }
        let seated = self.seats_in_order().map(|seat| self.seated(seat));
        self.terminal.say(&seated.join("; "))
    }

    /// The board, the discs, and whose turn it is or who won.
    pub(super) fn show(&mut self) -> io::Result<()> {
        let view = View {
            room: self.terminal.room(),
            ..self.view
        };
        let board = self.contest.draw(&view, self.language);
        let stand = match self.contest.outcome() {
            None => {
                let side = self.side(self.contest.turn());
                self.language.say(Phrase::Turn, &[&side])
            }
            Some(outcome) => self.result(outcome),
        };
        let counts = self.contest.discs().map_or(String::new(), |discs| {
            let counts = [discs.black, discs.white];
            let order = self.seats_in_order();
            let counts = order.map(|seat| format!("{} {}", self.side(seat), counts[seat]));
            format!("{}. ", counts.join(", "))
        });
        self.terminal.say(&format!("\n{board}{counts}{stand}"))
    }

    /// Black's and white's seat, the one that is named first in front.
    fn seats_in_order(&self) -> [usize; 2] {
        match self.variant {
            Variant::Tablero => [1, 0],
            _ => [0, 1],
        }
    }

    fn result(&self, outcome: Outcome<usize>) -> String {
        let round = self.variant == Variant::Dominoes;
        let winner = match outcome {
            Outcome::Draw if round => return self.language.text(Phrase::RoundTied).to_owned(),
            Outcome::Draw => return self.language.text(Phrase::Drawn).to_owned(),
            Outcome::Win(seat) => self.side(seat),
        };
        let (phrase, margin) = match self.contest.discs() {
            None if round => (Phrase::RoundWon, 0),
            None => (Phrase::Won, 0),
            Some(discs) if discs.with_empties => (Phrase::WonWithEmpties, discs.margin),
            Some(discs) => (Phrase::WonBy, discs.margin),
        };
        self.language.say(phrase, &[&winner, &margin])
    }

    /// The last move, what it turned over, and what the computer thinks of it.
    pub(super) fn tell_last(&mut self, thought: Option<&Thought>) -> io::Result<()> {
        let Some(deed) = self.contest.last() else {
            return Ok(());
        };
        let side = self.side(deed.seat);
        let Some(place) = deed.place else {
            return self.say(Phrase::Passes, &[&side]);
        };
        let telling = self.variant.telling(&place, &deed.turned);
        let turned = deed.turned.join(", ");
        let mut told = self.language.say(telling, &[&side, &place, &turned]);
        if let Some(worth) = thought.and_then(|thought| worth(thought, self.language)) {
            told += &format!(" ({worth})");
        }
        self.terminal.say(&told)
    }
}
