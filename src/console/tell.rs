//! What a person is shown: the board, the last move, the words.

use std::io;

use super::contest::Thought;
use super::phrase::Phrase;
use super::play::Conversation;
use super::variant::Variant;
use super::words::WORDS;
use super::worth::worth;
use crate::game::{Color, Outcome};

impl Conversation<'_> {
    pub(super) fn help(&mut self) -> io::Result<()> {
        self.say(self.variant.help(), &[])?;
        for entry in &WORDS {
            let usage = entry.usage(self.language);
            let meaning = self.language.text(entry.meaning);
            self.terminal.say(&format!("  {usage:<28} {meaning}"))?;
        }
        self.say(Phrase::AllLanguages, &[])
    }

    /// The board, the discs, and whose turn it is or who won.
    pub(super) fn show(&mut self) -> io::Result<()> {
        let board = self.contest.draw(&self.view);
        let [black, white] = self.contest.counts();
        let count = |side: Color, discs: u32| format!("{} {discs}", self.side(side));
        let counts = match self.variant {
            Variant::Tablero => [count(Color::White, white), count(Color::Black, black)],
            Variant::Reversi | Variant::Rothelo => {
                [count(Color::Black, black), count(Color::White, white)]
            }
        };
        let stand = match self.contest.outcome() {
            None => self
                .language
                .say(Phrase::Turn, &[&self.side(self.contest.turn())]),
            Some(Outcome::Draw) => self.language.text(Phrase::Drawn).to_owned(),
            Some(Outcome::Win(winner)) => {
                let (by, with_empties) = self.contest.margin();
                let won = match with_empties {
                    true => Phrase::WonWithEmpties,
                    false => Phrase::Won,
                };
                self.language.say(won, &[&self.side(winner), &by])
            }
        };
        self.terminal
            .say(&format!("\n{board}{}. {stand}", counts.join(", ")))
    }

    /// The last move, what it turned over, and what the computer thinks of it.
    pub(super) fn tell_last(&mut self, thought: Option<&Thought>) -> io::Result<()> {
        let Some(deed) = self.contest.last() else {
            return Ok(());
        };
        let side = self.side(deed.side);
        let Some(place) = deed.place else {
            return self.say(Phrase::Passes, &[&side]);
        };
        let turned = deed.turned.join(", ");
        let mut told = self.language.say(Phrase::Played, &[&side, &place, &turned]);
        if let Some(thought) = thought {
            told += &format!(" ({})", worth(thought, self.language));
        }
        self.terminal.say(&told)
    }
}
