//! Reads moves in a row, on every board size, whatever the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::game::Color;
use outflank::othello::notation::transcript::{self, Passes};
use outflank::othello::{Position, Size, Start};

fuzz_target!(|text: &str| {
    for size in Size::ALL {
        let start = Position::start(size, Start::Standard, Color::Black);
        if let Ok(game) = transcript::read(text, start) {
            let written = transcript::write(&game, Passes::Written);
            assert_eq!(transcript::read(&written, start), Ok(game));
        }
    }
});
